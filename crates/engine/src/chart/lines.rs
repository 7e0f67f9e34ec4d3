//! Rows by name, one value each: modifiers, grades, multipliers.

use std::marker::PhantomData;

use super::{CellValue, Chart, Key};
use crate::{Fault, Looked};

/// Rows by typed key, one value column. Complete by construction, so that a look-up never misses.
#[derive(Clone, Debug)]
pub struct Lines<K, T> {
    cells: Vec<Looked<T>>,
    keys: PhantomData<fn(K)>,
}

impl<K: Key, T: CellValue> Lines<K, T> {
    /// Reads the chart: every key has one row, every row has a key.
    pub fn open(chart: &Chart, id_column: &str, value_column: &str) -> Result<Self, Fault> {
        let rows = rows_of_keys::<K>(chart, id_column, Others::Refused)?;
        Self::read(chart, &rows, value_column)
    }

    /// Reads the rows of the chart that have a key and leaves the others alone: every key has one row.
    pub fn open_some(chart: &Chart, id_column: &str, value_column: &str) -> Result<Self, Fault> {
        let rows = rows_of_keys::<K>(chart, id_column, Others::LeftAlone)?;
        Self::read(chart, &rows, value_column)
    }

    fn read(chart: &Chart, rows: &[usize], value_column: &str) -> Result<Self, Fault> {
        let column = chart.column(value_column)?;
        let cells = rows
            .iter()
            .map(|row| Ok(Looked { value: chart.value(*row, column)?, cell: chart.cite(*row, column) }))
            .collect::<Result<_, Fault>>()?;
        Ok(Lines { cells, keys: PhantomData })
    }

    /// The value of this row.
    #[inline]
    pub fn at(&self, key: K) -> Looked<T> {
        self.cells[key.index()]
    }
}

/// What happens to rows that have no key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Others {
    /// They are a fault.
    Refused,
    /// Somebody else reads them.
    LeftAlone,
}

/// The row of each key, in the order of the keys.
pub(super) fn rows_of_keys<K: Key>(chart: &Chart, id_column: &str, others: Others) -> Result<Vec<usize>, Fault> {
    let column = chart.column(id_column)?;
    let mut rows = vec![None; K::ALL.len()];
    for row in 0..chart.rows() {
        match K::named(chart.text(row, column)) {
            Ok(key) => {
                if let Some(first) = rows[key.index()].replace(row) {
                    let reason = format!("a second row `{}`; the first stands in line {}", key.name(), first + 2);
                    return Err(chart.fault(row, column, reason));
                }
            }
            Err(reason) if others == Others::Refused => return Err(chart.fault(row, column, reason)),
            Err(_) => {}
        }
    }
    K::ALL
        .iter()
        .map(|key| {
            let missing = || Fault::of_file(chart.file(), format!("no row `{}` in column `{id_column}`", key.name()));
            rows[key.index()].ok_or_else(missing)
        })
        .collect()
}
