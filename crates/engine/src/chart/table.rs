//! Rows by name, several values each: fire factors by weapon and range.

use std::marker::PhantomData;

use super::lines::{Others, rows_of_keys};
use super::{CellValue, Chart, Key};
use crate::{Fault, Looked};

/// Keyed rows by numbered columns.
#[derive(Clone, Debug)]
pub struct Table<K, T> {
    file: Box<str>,
    columns: usize,
    cells: Vec<Looked<T>>,
    keys: PhantomData<fn(K)>,
}

impl<K: Key, T: CellValue> Table<K, T> {
    /// Reads these columns of the chart: every key has one row, every row has a key.
    pub fn open(chart: &Chart, id_column: &str, value_columns: &[&str]) -> Result<Self, Fault> {
        let rows = rows_of_keys::<K>(chart, id_column, Others::Refused)?;
        Self::read(chart, &rows, value_columns)
    }

    /// Reads these columns of the rows that have a key and leaves the other rows alone: every key has one row.
    pub fn open_some(chart: &Chart, id_column: &str, value_columns: &[&str]) -> Result<Self, Fault> {
        let rows = rows_of_keys::<K>(chart, id_column, Others::LeftAlone)?;
        Self::read(chart, &rows, value_columns)
    }

    fn read(chart: &Chart, rows: &[usize], value_columns: &[&str]) -> Result<Self, Fault> {
        let columns = value_columns.iter().map(|heading| chart.column(heading)).collect::<Result<Vec<_>, _>>()?;
        let mut cells = Vec::with_capacity(rows.len() * columns.len());
        for row in rows {
            for column in &columns {
                cells.push(Looked { value: chart.value(*row, *column)?, cell: chart.cite(*row, *column) });
            }
        }
        Ok(Table { file: chart.file().into(), columns: columns.len(), cells, keys: PhantomData })
    }

    /// How many value columns there are.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The value in this row and value column, counted from zero in the order they were opened.
    #[inline]
    pub fn at(&self, key: K, column: usize) -> Result<Looked<T>, Fault> {
        if column < self.columns {
            Ok(self.cells[key.index() * self.columns + column])
        } else {
            Err(self.miss(key, column))
        }
    }

    #[cold]
    fn miss(&self, key: K, column: usize) -> Fault {
        let reason = format!("no column number {column} in row `{}`: there are {}", key.name(), self.columns);
        Fault::of_file(&*self.file, reason)
    }
}
