//! `longroll charts`: the charts of a rulebook, or one of them.

use std::fmt::Write;

use clap::{Args, ValueEnum};
use engine::book::AnyRulebook;
use engine::chart::Chart;
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::failure::Failure;
use crate::report::chart::{Drawing, changes_of};
use crate::table::{Cell, Frame, NO_HEADINGS, Table};
use crate::{ink, suggest};

const EXAMPLES: &str = "\
Examples:
  longroll charts elephant
  longroll charts elephant fire-results
  longroll charts elephant fire-results --format md
  longroll charts elephant fire-results --format tsv > changed.tsv
  longroll charts elephant fire-results --house house";

/// List the charts of a rulebook, or draw one
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Charts {
    /// The rulebook, as `longroll rulebooks` names it
    #[arg(value_name = "RULEBOOK")]
    slug: String,

    /// The chart; all are listed without it
    #[arg(value_name = "CHART")]
    chart: Option<String>,

    /// How to print a chart
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

/// How to print a chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A drawn table
    Text,
    /// A Markdown table
    Md,
    /// The chart file itself, as house rules may change it
    Tsv,
    /// For programs
    Json,
}

pub(super) fn run(command: &Charts, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let book = desk.book(&command.slug)?;
    let format = if desk.json { Format::Json } else { command.format };
    match &command.chart {
        None if format == Format::Json => {
            let charts: Vec<Value> = book.charts().charts().iter().map(|chart| to_json(&*book, chart)).collect();
            desk.print_json(&charts)
        }
        None => list(&*book, desk),
        Some(id) => one(&*book, chart(&*book, id)?, format, desk),
    }
}

/// The chart of this name.
fn chart<'b>(book: &'b dyn AnyRulebook, id: &str) -> Result<&'b Chart, Failure> {
    let charts = book.charts().charts();
    charts.iter().find(|chart| chart.id() == id).ok_or_else(|| {
        let slug = book.about().slug;
        let look = format!("longroll charts {slug} lists them");
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
        let mark = if changed > 0 { format!("house: {changed} changed") } else { String::new() };
        table.row([Cell::new(chart.id(), ink::TYPE), Cell::from(chart.title()), Cell::new(mark, ink::HOUSE)]);
    }
    page.wrapped(ink::TITLE, 0, book.about().title)?;
    page.gap()?;
    page.write(table.draw(&look))?;
    page.gap()?;
    page.wrapped(ink::FAINT, 0, &format!("longroll charts {} <chart> draws one of them", book.about().slug))?;
    Ok(())
}

fn one(book: &dyn AnyRulebook, chart: &Chart, format: Format, desk: &mut Desk<'_>) -> Result<(), Failure> {
    match format {
        Format::Text => {
            let mut page = desk.terminal.page();
            Ok(Drawing::of(book.charts(), chart).show(&mut page)?)
        }
        Format::Md => Ok(desk.terminal.page().write(markdown(book, chart))?),
        Format::Tsv => Ok(desk.terminal.page().write(tsv(chart))?),
        Format::Json => {
            let value = to_json(book, chart);
            desk.print_json(&value)
        }
    }
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

fn markdown(book: &dyn AnyRulebook, chart: &Chart) -> String {
    let escape = |text: &str| text.replace('\\', "\\\\").replace('|', "\\|");
    let mut text = format!("### {}\n\n", chart.title());
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    text += &line(chart.columns().iter().map(|heading| escape(heading)).collect());
    text += &line(vec!["---".to_owned(); chart.columns().len()]);
    for row in rows(chart) {
        text += &line(row.into_iter().map(escape).collect());
    }
    if !chart.note().is_empty() {
        // Writing into a string cannot fail.
        let _ = writeln!(text, "\n{}.", chart.note());
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
