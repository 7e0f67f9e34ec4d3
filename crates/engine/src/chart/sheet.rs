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
        if row >= self.rows() || column >= self.columns.len() {
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
        return Err(Fault::at(
            file,
            line,
            fields.len().min(count),
            format!("{} fields where the heading has {count}", fields.len()),
        )
        .hint("fields are kept apart by one tab each, empty ones too"));
    }
    match fields.iter().position(|field| field.contains(char::is_control)) {
        Some(bad) => Err(Fault::at(file, line, bad + 1, "a control character in the cell").hint("take it out")),
        None => Ok(fields),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{cell, chart, fault_of, read};

    #[test]
    fn a_chart_knows_its_cells_by_row_and_column() {
        let chart = chart("die\t0+\t3+\n0\tP\t\n1\t1\t2\n");
        assert_eq!((chart.columns(), chart.rows()), (&["die", "0+", "3+"].map(str::to_owned)[..], 2));
        assert_eq!((chart.cell(0, 1), chart.cell(0, 2), chart.cell(1, 2)), (Some("P"), Some(""), Some("2")));
        assert_eq!((chart.cell(0, 3), chart.cell(2, 0), chart.cell(usize::MAX, 1)), (None, None, None));
        assert_eq!(chart.cite(1, 2), cell(1, 2));
        assert_eq!(chart.column("3+"), Ok(2));
        assert_eq!(fault_of(chart.column("6+")), (1, 0, "no column `6+`".to_owned()));
        assert_eq!(chart.fault(1, 2, "x").to_string(), "test/chart.tsv:3:3: x");
    }

    #[test]
    fn carriage_returns_and_the_last_line_end_do_not_count() {
        let (plain, other) = (chart("a\tb\n1\t2"), chart("a\tb\r\n1\t2\r\n"));
        assert_eq!((plain.columns(), plain.cell(0, 1)), (other.columns(), other.cell(0, 1)));
        assert_eq!(other.rows(), 1);
    }

    #[test]
    fn every_misshapen_line_is_named() {
        let faults = read("a\tb\ta\t\n1\t2\t3\t4\n\n1\t2\n1\t2\t3\t\u{7}\n").unwrap_err();
        let places: Vec<_> = faults.iter().map(|fault| (fault.line, fault.column, fault.reason.as_str())).collect();
        assert_eq!(
            places,
            [
                (1, 3, "a second column `a`"),
                (1, 4, "this column has no heading"),
                (3, 0, "a blank line"),
                (4, 2, "2 fields where the heading has 4"),
                (5, 4, "a control character in the cell"),
            ]
        );
    }

    #[test]
    fn an_empty_file_is_no_chart() {
        assert!(read("").is_err());
        assert!(read("\n").is_err());
        assert_eq!(chart("id\tvalue\n").rows(), 0);
    }
}
