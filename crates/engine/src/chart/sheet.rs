//! One chart as text: a heading row and flat cells, as printed or as the house rules have them.

use std::borrow::Cow;

use super::{CellValue, Source};
use crate::{Cell, Fault};

/// LIMIT: rows and columns of a chart, so that a [`Cell`] can name them.
const ROWS_MAX: usize = u16::MAX as usize;

/// A chart as text: flat cells, heading row, where it came from.
#[derive(Clone, Debug)]
pub struct Chart {
    pub(super) source: &'static Source,
    pub(super) number: u16,
    /// The file as the user knows it: of the house rules where they replace the chart, else where they would.
    pub(super) file: String,
    columns: Vec<String>,
    /// Row after row. Only what the house rules changed is owned.
    cells: Vec<Cow<'static, str>>,
}

impl Chart {
    /// Reads a printed chart.
    pub(super) fn read(slug: &str, number: u16, source: &'static Source) -> Result<Chart, Vec<Fault>> {
        let file = format!("{slug}/{}.tsv", source.id);
        let mut faults = Vec::new();
        let mut lines = lines(source.text);
        let columns: Vec<String> = lines.next().unwrap_or_default().split('\t').map(str::to_owned).collect();
        for (index, heading) in columns.iter().enumerate() {
            if heading.is_empty() {
                faults.push(Fault::at(&file, 1, index + 1, "this column has no heading"));
            } else if columns[..index].contains(heading) {
                faults.push(Fault::at(&file, 1, index + 1, format!("a second column `{heading}`")));
            }
        }
        let mut cells = Vec::new();
        for (index, line) in lines.enumerate() {
            match fields(&file, index + 2, line, columns.len()) {
                Ok(fields) => cells.extend(fields.into_iter().map(Cow::Borrowed)),
                Err(fault) => faults.push(fault),
            }
        }
        if columns.len() > ROWS_MAX || cells.len() / columns.len().max(1) > ROWS_MAX {
            faults.push(Fault::of_file(&file, format!("a chart has at most {ROWS_MAX} rows and columns")));
        }
        if faults.is_empty() { Ok(Chart { source, number, file, columns, cells }) } else { Err(faults) }
    }

    /// Its name in commands, files and citations.
    pub fn id(&self) -> &'static str {
        self.source.id
    }

    /// The chapter of the rulebook it belongs to.
    pub fn chapter(&self) -> &'static str {
        self.source.chapter
    }

    /// Its title for people.
    pub fn title(&self) -> &'static str {
        self.source.title
    }

    /// What a reader should know about it; may be empty.
    pub fn note(&self) -> &'static str {
        self.source.note
    }

    /// Its place in the rulebook's set, as citations name it.
    pub fn number(&self) -> u16 {
        self.number
    }

    /// The file it was read from, as the user knows it.
    pub fn file(&self) -> &str {
        &self.file
    }

    /// The headings, in order.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// How many rows there are below the heading.
    pub fn rows(&self) -> usize {
        self.cells.len() / self.columns.len()
    }

    /// What a cell says.
    pub fn cell(&self, row: usize, column: usize) -> Option<&str> {
        if column >= self.columns.len() {
            return None;
        }
        self.cells.get(row * self.columns.len() + column).map(AsRef::as_ref)
    }

    /// The place of the column with this heading.
    pub fn column(&self, heading: &str) -> Result<usize, Fault> {
        self.columns.iter().position(|known| known == heading).ok_or_else(|| {
            Fault::at(&self.file, 1, 0, format!("no column `{heading}`"))
                .hint(format!("there are {}", self.columns.join(", ")))
        })
    }

    /// A fault at a cell, both counted from zero below and beside the headings.
    pub fn fault(&self, row: usize, column: usize, reason: impl Into<String>) -> Fault {
        Fault::at(&self.file, row + 2, column + 1, reason)
    }

    /// A fault at a heading.
    pub(super) fn heading_fault(&self, column: usize, reason: impl Into<String>) -> Fault {
        Fault::at(&self.file, 1, column + 1, reason)
    }

    /// The citation of a cell.
    pub(super) fn cite(&self, row: usize, column: usize) -> Cell {
        // Both fit: a chart of more rows or columns is refused when it is read.
        Cell { chart: self.number, row: row as u16, column: column as u16 }
    }

    /// What a cell says; nothing outside the chart.
    pub(super) fn text(&self, row: usize, column: usize) -> &str {
        self.cell(row, column).unwrap_or_default()
    }

    /// A cell as a typed value.
    pub(super) fn value<T: CellValue>(&self, row: usize, column: usize) -> Result<T, Fault> {
        T::parse(self.text(row, column)).map_err(|reason| self.fault(row, column, reason))
    }

    /// Puts another text into a cell that exists.
    pub(super) fn replace(&mut self, row: usize, column: usize, text: &str) {
        if let Some(cell) = self.cells.get_mut(row * self.columns.len() + column) {
            *cell = Cow::Owned(text.to_owned());
        }
    }
}

/// The lines of a chart file. Carriage returns before line ends and a line end after the last line do not count.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().map(|line| line.strip_suffix('\r').unwrap_or(line))
}

/// The fields of one line, of which there must be `count`.
pub(super) fn fields<'a>(file: &str, line: usize, text: &'a str, count: usize) -> Result<Vec<&'a str>, Fault> {
    if text.is_empty() {
        return Err(Fault::at(file, line, 0, "a blank line").hint("take it out"));
    }
    let fields: Vec<&str> = text.split('\t').collect();
    if fields.len() != count {
        return Err(Fault::at(file, line, 0, format!("{} fields where the heading has {count}", fields.len()))
            .hint("fields are kept apart by one tab each, empty ones too"));
    }
    match fields.iter().position(|field| field.contains(char::is_control)) {
        Some(bad) => Err(Fault::at(file, line, bad + 1, "a control character in the cell").hint("take it out")),
        None => Ok(fields),
    }
}
