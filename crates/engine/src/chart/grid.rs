//! A die by columns: fire results, combat results.

use super::spans::{Placed, Span, SpanIndex};
use super::{CellValue, Chart};
use crate::{Fault, Looked};

/// A number (mostly a die) by columns. The first column of the chart holds the number of each row, or a span of
/// numbers (`3-5`, `12+`), ascending and without gaps.
#[derive(Clone, Debug)]
pub struct Grid<T> {
    file: Box<str>,
    rows: SpanIndex,
    columns: usize,
    cells: Vec<Looked<T>>,
}

impl<T: CellValue> Grid<T> {
    /// Reads the chart; the grid starts at this column and reaches to the last one.
    pub fn open(chart: &Chart, first_value_column: usize) -> Result<Self, Fault> {
        let columns: Vec<usize> = (first_value_column..chart.columns().len()).collect();
        Self::read(chart, &columns)
    }

    /// Reads these columns of the chart.
    pub fn open_columns(chart: &Chart, value_columns: &[&str]) -> Result<Self, Fault> {
        let columns = value_columns.iter().map(|heading| chart.column(heading)).collect::<Result<Vec<_>, _>>()?;
        Self::read(chart, &columns)
    }

    fn read(chart: &Chart, columns: &[usize]) -> Result<Self, Fault> {
        let mut spans = Vec::with_capacity(chart.rows());
        let mut cells = Vec::with_capacity(chart.rows() * columns.len());
        for row in 0..chart.rows() {
            let span = Span::parse(chart.text(row, 0)).map_err(|reason| chart.fault(row, 0, reason))?;
            spans.push(Placed { span, cell: chart.cite(row, 0) });
            for column in columns {
                cells.push(Looked { value: chart.value(row, *column)?, cell: chart.cite(row, *column) });
            }
        }
        let rows = SpanIndex::new(chart, &spans)?;
        if !rows.is_ascending() {
            return Err(Fault::at(chart.file(), 0, 1, "the rows are not in ascending order"));
        }
        if columns.is_empty() {
            return Err(Fault::of_file(chart.file(), "no columns beside the row numbers"));
        }
        Ok(Grid { file: chart.file().into(), rows, columns: columns.len(), cells })
    }

    /// How many columns the grid has.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The value in this row, by its number, and this column of the grid, counted from zero.
    #[inline]
    pub fn at(&self, row: i16, column: usize) -> Result<Looked<T>, Fault> {
        match self.rows.find(row) {
            Some(place) if column < self.columns => Ok(self.cells[place * self.columns + column]),
            _ => Err(self.miss(row, column)),
        }
    }

    #[cold]
    fn miss(&self, row: i16, column: usize) -> Fault {
        let reason = format!(
            "no cell in row {row} and column number {column}: there are rows for {} and {} columns",
            self.rows, self.columns
        );
        Fault::of_file(&*self.file, reason)
    }
}
