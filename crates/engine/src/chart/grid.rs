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
        if let Some(row) = spans.windows(2).position(|pair| pair[1].span.first() < pair[0].span.first()) {
            return Err(chart.fault(row + 1, 0, "the rows are not in ascending order"));
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

#[cfg(test)]
mod tests {
    use super::super::testing::{cell, chart, fault_of};
    use super::*;

    /// A fire result of Elephant: a Panic Marker, or so many hits.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Fire {
        Panic,
        Hits(u8),
    }

    impl CellValue for Fire {
        fn parse(text: &str) -> Result<Self, String> {
            if text == "P" { Ok(Fire::Panic) } else { u8::parse(text).map(Fire::Hits) }
        }
    }

    const RESULTS: &str = "die\t0+\t3+\t6+\n0\t0\t0\t0\n1\t0\t0\tP\n2\t0\tP\t1\n3\tP\t1\t2\n";

    #[test]
    fn a_die_and_a_column_give_a_cell() {
        let grid = Grid::<Fire>::open(&chart(RESULTS), 1).unwrap();
        assert_eq!(grid.columns(), 3);
        assert_eq!(grid.at(0, 0).unwrap(), Looked { value: Fire::Hits(0), cell: cell(0, 1) });
        assert_eq!(grid.at(2, 1).unwrap(), Looked { value: Fire::Panic, cell: cell(2, 2) });
        assert_eq!(grid.at(3, 2).unwrap(), Looked { value: Fire::Hits(2), cell: cell(3, 3) });
    }

    #[test]
    fn outside_the_grid_is_a_fault() {
        let grid = Grid::<Fire>::open(&chart(RESULTS), 1).unwrap();
        for (row, column) in [(-1, 0), (4, 0), (0, 3), (i16::MIN, 0), (i16::MAX, usize::MAX)] {
            let (line, _, reason) = fault_of(grid.at(row, column));
            assert_eq!(line, 0);
            assert!(reason.starts_with(&format!("no cell in row {row} and column number {column}")));
        }
        assert!(fault_of(grid.at(4, 0)).2.ends_with("there are rows for 0 to 3 and 3 columns"));
    }

    #[test]
    fn rows_may_be_spans_and_open_at_both_ends() {
        let grid = Grid::<u8>::open(&chart("dice\tA\n<=2\t1\n3-5\t2\n6\t3\n7+\t4\n"), 1).unwrap();
        let values: Vec<u8> = (-1..=9).map(|dice| grid.at(dice, 0).unwrap().value).collect();
        assert_eq!(values, [1, 1, 1, 1, 2, 2, 2, 3, 4, 4, 4]);
    }

    #[test]
    fn columns_of_different_kinds_are_read_apart() {
        let chart = chart("die\tinfantry\tstands\n0\tmusket\t3\n1\trifle\t4\n");
        let grid = Grid::<u8>::open_columns(&chart, &["stands"]).unwrap();
        assert_eq!(grid.at(1, 0).unwrap(), Looked { value: 4, cell: cell(1, 2) });
        assert_eq!(fault_of(Grid::<u8>::open_columns(&chart, &["guns"])).0, 1);
    }

    #[test]
    fn bad_rows_and_cells_are_named() {
        let wrong = |text: &str| fault_of(Grid::<u8>::open(&chart(text), 1));
        assert_eq!(wrong("die\tA\n0\t1\n1\tK1\n").0, 3);
        assert_eq!(wrong("die\tA\n0\t1\n1\tK1\n").1, 2);
        assert_eq!(wrong("die\tA\n0\t1\n2\t1\n"), (3, 1, "nothing stands for 1".to_owned()));
        assert_eq!(wrong("die\tA\n0\t1\n0\t1\n"), (3, 1, "this span overlaps the one in line 2".to_owned()));
        assert_eq!(wrong("die\tA\n1\t1\n0\t1\n"), (3, 1, "the rows are not in ascending order".to_owned()));
        assert_eq!(wrong("die\tA\nsix\t1\n").0, 2);
        assert_eq!(wrong("die\tA\n").2, "no span of numbers in any row");
        assert_eq!(wrong("die\n0\n").2, "no columns beside the row numbers");
    }
}
