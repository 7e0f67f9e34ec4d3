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

#[cfg(test)]
mod tests {
    use super::super::testing::{cell, chart, fault_of};
    use super::*;

    crate::keys! {
        enum Shift {
            Stationary = "stationary",
            TwoRanks = "two-ranks",
            HardCover = "hard-cover",
        }
    }

    const SHIFTS: &str = "id\tcondition\tvalue\noptional\tx\tvaries\ntwo-ranks\ttarget two ranks deep\t+1\n\
                          hard-cover\tin hard cover\t-2\nstationary\tnot moving\t+1\n";

    fn without_the_optional_row() -> String {
        SHIFTS.replace("optional\tx\tvaries\n", "")
    }

    #[test]
    fn a_key_finds_its_row_wherever_it_stands() {
        let lines = Lines::<Shift, i16>::open_some(&chart(SHIFTS), "id", "value").unwrap();
        assert_eq!(lines.at(Shift::HardCover), Looked { value: -2, cell: cell(2, 2) });
        assert_eq!(lines.at(Shift::Stationary), Looked { value: 1, cell: cell(3, 2) });
        let lines = Lines::<Shift, i16>::open(&chart(&without_the_optional_row()), "id", "value").unwrap();
        assert_eq!(lines.at(Shift::TwoRanks), Looked { value: 1, cell: cell(0, 2) });
    }

    #[test]
    fn a_row_without_a_key_is_refused_unless_left_alone() {
        let (line, column, reason) = fault_of(Lines::<Shift, i16>::open(&chart(SHIFTS), "id", "value"));
        assert_eq!((line, column), (2, 1));
        assert_eq!(reason, "`optional` is not one of stationary, two-ranks, hard-cover");
    }

    #[test]
    fn a_key_without_a_row_is_refused() {
        let text = SHIFTS.replace("two-ranks", "three-ranks");
        let fault = fault_of(Lines::<Shift, i16>::open_some(&chart(&text), "id", "value"));
        assert_eq!(fault, (0, 0, "no row `two-ranks` in column `id`".to_owned()));
    }

    #[test]
    fn a_key_with_two_rows_is_refused() {
        let text = without_the_optional_row() + "two-ranks\tagain\t+2\n";
        let fault = fault_of(Lines::<Shift, i16>::open(&chart(&text), "id", "value"));
        assert_eq!(fault, (5, 1, "a second row `two-ranks`; the first stands in line 2".to_owned()));
    }

    #[test]
    fn a_bad_cell_is_named() {
        let text = without_the_optional_row().replace("-2", "-X");
        let (line, column, reason) = fault_of(Lines::<Shift, i16>::open(&chart(&text), "id", "value"));
        assert_eq!((line, column), (3, 3));
        assert!(reason.starts_with("`-X` is not a whole number"));
        assert_eq!(fault_of(Lines::<Shift, i16>::open(&chart(&text), "id", "amount")).0, 1);
    }
}
