//! Charts to print: a card filled with the chapters in the rulebook's order, set in columns, the front first, then the back.
//!
//! How large the type may be is reckoned beforehand (`fit.rs`), so that a whole rulebook takes the two sides of one sheet of
//! the larger papers, and as few sheets of the smaller ones as type that can still be read allows; the browser does the rest.

use std::fmt::Write;

use clap::ValueEnum;
use engine::book::AnyRulebook;
use engine::chart::{Change, Chart};
use telling::Shown;

use super::fit::{Set, Setting};
use super::{document, escape};
use crate::report::chart::{changes_of, is_at, note_of};
use crate::text::width;

const STYLE: &str = include_str!("card.css");

/// What a card is printed on, with its long side across.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Paper {
    /// 420 by 297 millimetres: a whole rulebook on the two sides of one sheet
    A3,
    /// 17 by 11 inches: the same
    Tabloid,
    /// 297 by 210 millimetres: two or three sheets
    A4,
    /// 11 by 8.5 inches: two or three sheets
    Letter,
}

impl Paper {
    /// Its size in a style sheet.
    fn size(self) -> &'static str {
        match self {
            Paper::A3 => "A3 landscape",
            Paper::Tabloid => "17in 11in",
            Paper::A4 => "A4 landscape",
            Paper::Letter => "letter landscape",
        }
    }

    /// Its width and height in micrometres, and the columns of a side.
    pub(super) fn measures(self) -> (usize, usize, usize) {
        match self {
            Paper::A3 => (420_000, 297_000, 4),
            Paper::Tabloid => (431_800, 279_400, 4),
            Paper::A4 => (297_000, 210_000, 3),
            Paper::Letter => (279_400, 215_900, 3),
        }
    }
}

/// A cell of at most this many letters stands in the middle, if its whole column is like that.
const SHORT: usize = 7;

/// The card of a rulebook: all its charts, or only one.
pub fn page(book: &dyn AnyRulebook, only: Option<&Chart>, paper: Paper) -> String {
    let charts: Vec<&Chart> = match only {
        Some(chart) => vec![chart],
        None => book.charts().charts().iter().filter(|chart| chart.is_on_card()).collect(),
    };
    let setting = Setting::largest(&charts, paper);
    let title = book.about().title;
    // Writing into a text cannot fail.
    let mut body = format!("<main>\n<h1>{}</h1>\n<div class=\"charts\">\n", escape(title));
    let mut chapter = "";
    for chart in charts {
        if chart.chapter() != chapter {
            if !chapter.is_empty() {
                body.push_str("</section>\n");
            }
            chapter = chart.chapter();
            let _ = writeln!(body, "<section class=\"chapter\">\n<h2>{}</h2>", escape(chapter));
        }
        add_chart(book, chart, &setting, &mut body);
    }
    body.push_str("</section>\n</div>\n</main>\n");
    let style = format!("{}{STYLE}", sheet(title, &setting, paper));
    let name = only.map_or_else(|| title.to_owned(), |chart| format!("{}, {title}", chart.title()));
    document(&name, &style, &body)
}

/// The rules of the style sheet that depend on the paper: its size, its foot, its type.
fn sheet(title: &str, setting: &Setting, paper: Paper) -> String {
    let foot = title.replace(['"', '\\', '<'], "");
    format!(
        "@page {{ size: {}; margin: 7mm 8mm; @bottom-right {{ content: \"{foot}, \" counter(page) \" of \" counter(pages); \
         font: 5pt sans-serif; }} }}\n:root {{ --type: {}.{}pt; --columns: {}; }}\n",
        paper.size(),
        setting.type_size / 10,
        setting.type_size % 10,
        setting.columns
    )
}

fn add_chart(book: &dyn AnyRulebook, chart: &Chart, setting: &Setting, body: &mut String) {
    let measured = setting.measure(chart);
    let class = match measured.set {
        Set::Small => "small",
        Set::Narrow => "whole narrow",
        Set::Whole => "whole",
        Set::Long => "long",
    };
    let shown = Shown::of(chart);
    let tight = if measured.tight { " tight" } else { "" };
    let remarks = if shown.columns.iter().any(|column| column.below) { " remarks" } else { "" };
    let changes = changes_of(book.charts(), chart);
    let _ = writeln!(body, "<div class=\"chart {class}{tight}{remarks}\" id=\"{}\">", escape(chart.id()));
    let _ = writeln!(body, "<h3>{}</h3>", escape(chart.title()));
    Sheet::of(chart, shown, &changes).add_to(body);
    if let Some(note) = note_of(chart) {
        let _ = writeln!(body, "<p class=\"note\">{}</p>", escape(&note));
    }
    for change in changes {
        let text =
            format!("* house rule: {}, {}: {} (printed {})", change.row, change.column, change.now, change.printed);
        let _ = writeln!(body, "<p class=\"house\">{}</p>", escape(&text));
    }
    body.push_str("</div>\n");
}

/// A chart as a table of a page.
struct Sheet<'a> {
    rows: usize,
    shown: Shown<'a>,
    changes: &'a [&'a Change],
    /// The columns that stand beside each other.
    beside: Vec<usize>,
    /// The columns whose cells stand below their rows.
    below: Vec<usize>,
}

impl<'a> Sheet<'a> {
    fn of(chart: &'a Chart, shown: Shown<'a>, changes: &'a [&'a Change]) -> Self {
        let (below, beside) = (0..shown.columns.len()).partition(|column| shown.columns[*column].below);
        Sheet { rows: chart.rows(), shown, changes, beside, below }
    }

    fn add_to(&self, body: &mut String) {
        body.push_str("<table>\n<thead><tr>");
        for (place, column) in self.beside.iter().enumerate() {
            let class = if place == 0 { "" } else { self.class(*column) };
            let heading = breaking(&self.shown.columns[*column].heading);
            let _ = write!(body, "<th scope=\"col\"{class}>{heading}</th>");
        }
        body.push_str("</tr></thead>\n<tbody>\n");
        (0..self.rows).for_each(|row| self.add_row(row, body));
        body.push_str("</tbody>\n</table>\n");
    }

    fn add_row(&self, row: usize, body: &mut String) {
        body.push_str("<tr>");
        for (place, column) in self.beside.iter().enumerate() {
            let text = breaking(&self.shown.text(row, *column));
            if self.changes.iter().any(|change| is_at(change, &self.shown, (row, *column))) {
                let _ = write!(body, "<td class=\"house\">{text}*</td>");
            } else if place > 0 {
                let _ = write!(body, "<td{}>{text}</td>", self.class(*column));
            } else {
                // A span of a die stays on its line.
                let class = if text.contains(char::is_alphabetic) { "" } else { " class=\"key\"" };
                let _ = match self.run(row) {
                    0 => Ok(()),
                    1 => write!(body, "<th scope=\"row\"{class}>{text}</th>"),
                    rows => write!(body, "<th scope=\"row\"{class} rowspan=\"{rows}\">{text}</th>"),
                };
            }
        }
        body.push_str("</tr>\n");
        if let Some(remark) = self.remark(row) {
            let _ = writeln!(
                body,
                "<tr class=\"below\"><td colspan=\"{}\">{}</td></tr>",
                self.beside.len().saturating_sub(1).max(1),
                escape(&remark)
            );
        }
    }

    /// What stands below a row.
    fn remark(&self, row: usize) -> Option<String> {
        let texts: Vec<String> = self.below.iter().map(|column| self.shown.text(row, *column)).collect();
        let texts: Vec<String> = texts.into_iter().filter(|text| !matches!(text.as_str(), "" | "-")).collect();
        (!texts.is_empty()).then(|| texts.join("; "))
    }

    /// How many rows the first cell of this one is for, remarks included: none where the row above has it already.
    fn run(&self, row: usize) -> usize {
        let first = |row: usize| self.beside.first().map(|column| self.shown.text(row, *column)).unwrap_or_default();
        let is_changed = |row: usize| {
            self.beside
                .first()
                .is_some_and(|column| self.changes.iter().any(|change| is_at(change, &self.shown, (row, *column))))
        };
        let name = first(row);
        let joins = |row: usize| first(row) == name && !is_changed(row);
        // Marks and numbers are read row by row; a name stands once for all its rows.
        let is_name = self.beside.len() > 2 && width(&name) > 2 && !name.starts_with(|c: char| c.is_ascii_digit());
        if is_name && row > 0 && joins(row - 1) {
            return 0;
        }
        let last = if is_name { (row..self.rows).take_while(|row| joins(*row)).last().unwrap_or(row) } else { row };
        (row..=last).map(|row| 1 + usize::from(self.remark(row).is_some())).sum()
    }

    fn class(&self, column: usize) -> &'static str {
        let is_short = (0..self.rows).all(|row| width(&self.shown.text(row, column)) <= SHORT);
        if is_short { " class=\"short\"" } else { "" }
    }
}

/// A text of a cell that a browser may break where our own measure does; by itself it breaks only at spaces and hyphens.
fn breaking(text: &str) -> String {
    let pieces: Vec<String> = text.split_inclusive(['/', ',', ':', '=']).map(escape).collect();
    pieces.join("<wbr>")
}
