//! `longroll charts`: the charts of a rulebook, or one of them.

use std::fmt::Write;
use std::io;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use engine::book::AnyRulebook;
use engine::chart::Chart;
use serde_json::{Value, json};
use telling::Shown;

use crate::desk::Desk;
use crate::failure::Failure;
use crate::html::card::{self, Paper};
use crate::report::chart::{Drawing, changes_of, note_of};
use crate::table::{Cell, Frame, NO_HEADINGS, Table};
use crate::terminal::Page;
use crate::{ink, suggest};

const EXAMPLES: &str = "\
Examples:
  longroll charts elephant                        the whole card
  longroll charts elephant --list                 the names of its charts
  longroll charts elephant fire-results
  longroll charts elephant fire-results --format md
  longroll charts elephant --format html --out card.html
  longroll charts elephant fire-results --format tsv > changed.tsv
  longroll charts elephant fire-results --house house";

/// Draw the charts of a rulebook, chapter by chapter, or one of them
///
/// The HTML page is a card to print on two sides of one sheet, A3 or tabloid; on A4 or letter it takes more sheets. It needs
/// nothing but a browser. Cards show charts in words and without what only programs read; tsv and json have everything.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Charts {
    /// The rulebook, as `longroll rulebooks` names it
    #[arg(value_name = "RULEBOOK")]
    slug: String,

    /// The chart; all are drawn without it
    #[arg(value_name = "CHART")]
    chart: Option<String>,

    /// Only list the names of the charts
    #[arg(short, long, conflicts_with_all = ["chart", "format", "out"])]
    list: bool,

    /// How to print charts
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,

    /// The paper an HTML card is printed on
    #[arg(long, value_name = "PAPER", default_value = "a3")]
    paper: Paper,

    /// Write them into this file
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// How to print charts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A drawn table
    Text,
    /// A Markdown table
    Md,
    /// The chart file itself, as house rules may change it
    Tsv,
    /// A card to print on two sides
    Html,
    /// For programs
    Json,
}

pub(super) fn run(command: &Charts, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let book = desk.book(&command.slug)?;
    let only = command.chart.as_deref().map(|id| chart(&*book, id)).transpose()?;
    let format = if desk.json { Format::Json } else { command.format };
    if command.list && format != Format::Json {
        return list(&*book, desk);
    }
    let text = match (format, only) {
        (Format::Text, _) => desk.drawn(command.out.is_some(), |page| draw(&*book, only, page))?,
        (Format::Html, _) => card::page(&*book, only, command.paper),
        (Format::Md, Some(chart)) => markdown(&*book, chart),
        (Format::Tsv, Some(chart)) => tsv(chart),
        (Format::Json, Some(chart)) => format!("{:#}\n", to_json(&*book, chart)),
        (Format::Md, None) => all_markdown(&*book),
        (Format::Tsv, None) => all(&*book, |chart| format!("# {}\n{}\n", chart.id(), tsv(chart))),
        (Format::Json, None) => {
            let charts: Value = book.charts().charts().iter().map(|chart| to_json(&*book, chart)).collect();
            format!("{charts:#}\n")
        }
    };
    desk.deliver(&text, command.out.as_deref())
}

/// All charts, one after another.
fn all(book: &dyn AnyRulebook, print: impl Fn(&Chart) -> String) -> String {
    book.charts().charts().iter().map(print).collect()
}

/// The chart of this name.
fn chart<'b>(book: &'b dyn AnyRulebook, id: &str) -> Result<&'b Chart, Failure> {
    let charts = book.charts().charts();
    charts.iter().find(|chart| chart.id() == id).ok_or_else(|| {
        let slug = book.about().slug;
        let look = format!("longroll charts {slug} --list lists them");
        let hint = suggest::or_look(id, charts.iter().map(Chart::id), &look);
        Failure::bad("", format!("{slug} has no chart {id:?}"), hint)
    })
}

fn list(book: &dyn AnyRulebook, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let mut page = desk.terminal.page();
    let look = page.look;
    let mut table = Table::new(Frame::Open, NO_HEADINGS).indented(2);
    let mut chapter = "";
    for chart in book.charts().charts() {
        if chart.chapter() != chapter {
            chapter = chart.chapter();
            table.span(Cell::new(chapter, ink::HEADING));
        }
        let changed = changes_of(book.charts(), chart).len();
        let mark = match changed {
            0 if chart.is_on_card() => String::new(),
            0 => "for programs, not on the card".to_owned(),
            changed => format!("house: {changed} changed"),
        };
        table.row([Cell::new(chart.id(), ink::TYPE), Cell::from(chart.title()), Cell::new(mark, ink::HOUSE)]);
    }
    page.wrapped(ink::TITLE, 0, book.about().title)?;
    page.gap()?;
    page.write(table.draw(&look))?;
    page.gap()?;
    page.wrapped(ink::FAINT, 0, &format!("longroll charts {} <chart> draws one of them", book.about().slug))?;
    Ok(())
}

/// Draws one chart, or all under their chapters.
fn draw(book: &dyn AnyRulebook, only: Option<&Chart>, page: &mut Page<'_>) -> io::Result<()> {
    if let Some(chart) = only {
        return Drawing::of(book.charts(), chart).show(page);
    }
    page.wrapped(ink::TITLE, 0, book.about().title)?;
    let mut chapter = "";
    for chart in on_card(book) {
        page.gap()?;
        if chart.chapter() != chapter {
            chapter = chart.chapter();
            let rule = if page.look.boxes { "═" } else { "=" };
            page.heading(chapter)?;
            page.wrapped(ink::FAINT, 0, &rule.repeat(page.look.width.min(crate::text::width(chapter))))?;
            page.gap()?;
        }
        Drawing::of(book.charts(), chart).show(page)?;
    }
    Ok(())
}

/// The charts of the card, in order.
fn on_card(book: &dyn AnyRulebook) -> impl Iterator<Item = &Chart> {
    book.charts().charts().iter().filter(|chart| chart.is_on_card())
}

fn rows(chart: &Chart) -> impl Iterator<Item = Vec<&str>> {
    let columns = chart.columns().len();
    (0..chart.rows()).map(move |row| (0..columns).map(|column| chart.cell(row, column).unwrap_or_default()).collect())
}

fn to_json(book: &dyn AnyRulebook, chart: &Chart) -> Value {
    json!({
        "id": chart.id(),
        "chapter": chart.chapter(),
        "title": chart.title(),
        "note": chart.note(),
        "on_card": chart.is_on_card(),
        "columns": chart.columns(),
        "rows": rows(chart).collect::<Vec<_>>(),
        "changes": changes_of(book.charts(), chart),
    })
}

fn tsv(chart: &Chart) -> String {
    let mut text = chart.columns().join("\t") + "\n";
    for row in rows(chart) {
        text += &row.join("\t");
        text.push('\n');
    }
    text
}

fn all_markdown(book: &dyn AnyRulebook) -> String {
    let mut text = format!("# {}\n", book.about().title);
    let mut chapter = "";
    for chart in on_card(book) {
        if chart.chapter() != chapter {
            chapter = chart.chapter();
            let _ = write!(text, "\n## {chapter}\n");
        }
        let _ = write!(text, "\n{}", markdown(book, chart));
    }
    text
}

fn markdown(book: &dyn AnyRulebook, chart: &Chart) -> String {
    let escape = |text: &str| text.replace('\\', "\\\\").replace('|', "\\|");
    let mut text = format!("### {}\n\n", chart.title());
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let shown = Shown::of(chart);
    let columns = shown.columns.len();
    text += &line(shown.headings().map(escape).collect());
    text += &line(vec!["---".to_owned(); columns]);
    for row in 0..chart.rows() {
        text += &line((0..columns).map(|column| escape(&shown.text(row, column))).collect());
    }
    if let Some(note) = note_of(chart) {
        // Writing into a string cannot fail.
        let _ = writeln!(text, "\n{note}");
    }
    for change in changes_of(book.charts(), chart) {
        let _ = writeln!(
            text,
            "\nHouse rule: {}, {}: {} (printed {}).",
            change.row, change.column, change.now, change.printed
        );
    }
    text
}
