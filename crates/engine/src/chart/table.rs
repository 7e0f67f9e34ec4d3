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

#[cfg(test)]
mod tests {
    use super::super::testing::{cell, chart, fault_of};
    use super::*;
    use crate::Decimal;

    crate::keys! {
        enum Weapon {
            RifledMusket = "RM",
            Mitrailleuse = "MG",
        }
    }

    const POINTS: &str = "id\tcode\tweapon\tr3\tr6\tr9\tr15\tr30\tr60\tfrench_only_in\n\
                          FF-MUSK-MG\tMG\tmitrailleuse\t3\t2\t1\t1\t0.5\t0.25\t60\n\
                          FF-MUSK-RM\tRM\trifled musket\t1\t1\t0.5\t0.5\t-\t-\t\n";
    const RANGES: [&str; 6] = ["r3", "r6", "r9", "r15", "r30", "r60"];

    #[test]
    fn a_weapon_has_points_in_every_band_or_none() {
        let table = Table::<Weapon, Option<Decimal>>::open(&chart(POINTS), "code", &RANGES).unwrap();
        assert_eq!(table.columns(), 6);
        let at = |weapon, column| table.at(weapon, column).unwrap();
        let quarter = Some(Decimal::from_thousandths(250));
        assert_eq!(at(Weapon::Mitrailleuse, 5), Looked { value: quarter, cell: cell(0, 8) });
        assert_eq!(at(Weapon::RifledMusket, 4), Looked { value: None, cell: cell(1, 7) });
        let only = Table::<Weapon, Option<u16>>::open(&chart(POINTS), "code", &["french_only_in"]).unwrap();
        assert_eq!(only.at(Weapon::RifledMusket, 0).unwrap().value, None);
    }

    #[test]
    fn a_column_there_is_not_is_a_fault() {
        let table = Table::<Weapon, Option<Decimal>>::open(&chart(POINTS), "code", &RANGES).unwrap();
        let fault = fault_of(table.at(Weapon::RifledMusket, 6));
        assert_eq!(fault, (0, 0, "no column number 6 in row `RM`: there are 6".to_owned()));
    }

    #[test]
    fn a_bad_cell_is_named() {
        let (line, column, reason) = fault_of(Table::<Weapon, Decimal>::open(&chart(POINTS), "code", &RANGES));
        assert_eq!((line, column), (3, 8));
        assert_eq!(reason, "`-` does not do: not a number");
    }

    #[test]
    fn rows_without_a_key_are_refused_unless_left_alone() {
        let text = POINTS.to_owned() + "FF-MUSK-SM\tSM\tsmoothbore\t?\t?\t?\t?\t?\t?\t\n";
        assert_eq!(fault_of(Table::<Weapon, Option<Decimal>>::open(&chart(&text), "code", &RANGES)).0, 4);
        assert!(Table::<Weapon, Option<Decimal>>::open_some(&chart(&text), "code", &RANGES).is_ok());
        assert_eq!(fault_of(Table::<Weapon, Option<Decimal>>::open(&chart(POINTS), "code", &["r4"])).0, 1);
    }
}
