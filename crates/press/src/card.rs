//! How the charts stand on a card: what is only for the program, and what is said there in other words.
//!
//! `charts/card.tsv` has the columns `chart`, `column`, `cell` and `shown`. A `*` stands for every chart, or for every
//! column. The last line that fits counts.
//! - no column: the chart stands on no card (`shown` is `-`);
//! - no cell: the heading of the column on the card, or `-` where people do not see it; a heading that begins with `<`
//!   makes it the first column, one with `^` says that the cells stand below their rows;
//! - a cell that begins with `..` names the column in which the span ends that begins in this one; both are shown as one;
//! - any other cell: its words.

use std::fmt::Write;
use std::path::Path;

use crate::Mistake;
use crate::rows::{Row, read, rows};

pub(crate) const CARD: &str = "charts/card.tsv";

/// A chart as the card knows it: its headings and its rows.
pub(crate) struct Sheet {
    pub(crate) id: String,
    headings: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Sheet {
    pub(crate) fn new(id: &str, text: &str) -> Self {
        let mut lines = text.lines().map(|line| line.split('\t').map(str::to_owned).collect::<Vec<_>>());
        Sheet { id: id.to_owned(), headings: lines.next().unwrap_or_default(), rows: lines.collect() }
    }

    fn has_column(&self, column: &str) -> bool {
        column == "*" || self.headings.iter().any(|heading| heading == column)
    }

    fn has_cell(&self, column: &str, cell: &str) -> bool {
        let is_there = |(heading, text): (&String, &String)| (column == "*" || heading == column) && text == cell;
        self.rows.iter().any(|row| self.headings.iter().zip(row).any(is_there))
    }
}

/// The declarations of each chart as Rust, in the order of the charts.
pub(crate) fn compose(folder: &Path, sheets: &[Sheet], mistakes: &mut Vec<Mistake>) -> Vec<String> {
    let mut texts = vec![String::new(); sheets.len()];
    if !folder.join(CARD).exists() {
        return texts;
    }
    let Some(text) = read(folder, CARD, mistakes) else {
        return texts;
    };
    for row in rows(CARD, &text, ["chart", "column", "cell", "shown"], mistakes).unwrap_or_default() {
        let mut used = false;
        for (sheet, text) in sheets.iter().zip(&mut texts) {
            if let Some(word) = word(&row, sheet) {
                // Writing into a text cannot fail.
                let _ = write!(text, "::engine::chart::CardWord::{word}, ");
                used = true;
            }
        }
        if !used {
            mistakes.push(Mistake::at(CARD, row.line, "no chart has this column or cell"));
        }
    }
    texts
}

/// What a line says about a chart; nothing if it is about another, or about what it does not have.
fn word(row: &Row<'_, 4>, sheet: &Sheet) -> Option<String> {
    let [chart, column, cell, shown] = row.fields;
    if chart != "*" && chart != sheet.id {
        return None;
    }
    if column.is_empty() {
        return Some("Off".to_owned());
    }
    if !sheet.has_column(column) {
        return None;
    }
    if let Some(high) = cell.strip_prefix("..") {
        return sheet
            .has_column(high)
            .then(|| format!("Span {{ low: {column:?}, high: {high:?}, heading: {shown:?} }}"));
    }
    if !cell.is_empty() {
        let is_there = sheet.has_cell(column, cell);
        return is_there.then(|| format!("Cell {{ column: {column:?}, cell: {cell:?}, words: {shown:?} }}"));
    }
    let (kind, heading) = match (shown.strip_prefix('^'), shown.strip_prefix('<')) {
        (Some(heading), _) => ("Below", heading),
        (_, Some(heading)) => ("First", heading),
        _ if shown == "-" => return Some(format!("Hidden {{ column: {column:?} }}")),
        _ => ("Heading", shown),
    };
    Some(format!("{kind} {{ column: {column:?}, heading: {heading:?} }}"))
}
