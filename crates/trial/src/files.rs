//! The charts of a rulebook as files.

use std::fs;
use std::path::{Path, PathBuf};

use engine::Looked;
use engine::book::Rulebook;
use engine::chart::Key;

/// The folder of a rulebook's charts.
pub struct Files {
    folder: PathBuf,
}

impl Files {
    /// Of the crate whose manifest stands in this folder.
    pub fn of(manifest: &str) -> Self {
        Files { folder: Path::new(manifest).join("charts") }
    }

    /// The cells of a file, its heading row first.
    pub fn read(&self, name: &str) -> Vec<Vec<String>> {
        let path = self.folder.join(format!("{name}.tsv"));
        let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
    }

    /// The cell under a heading, in the row that a key column names.
    pub fn cell_by(&self, name: &str, key: &str, id: &str, heading: &str) -> String {
        let rows = self.read(name);
        let place = |heading: &str| rows[0].iter().position(|column| column == heading);
        let (key, column) = (place(key), place(heading));
        let (Some(key), Some(column)) = (key, column) else { panic!("{name} has no column {heading}") };
        let row = rows.iter().find(|row| row[key] == id).unwrap_or_else(|| panic!("{name} has no row {id}"));
        row[column].clone()
    }

    /// Every key of a table is read from the cell of its own row, under the given heading.
    pub fn lines<B: Rulebook, K: Key, T>(&self, book: &B, name: &str, heading: &str, at: impl Fn(K) -> Looked<T>) {
        let key = self.read(name)[0][0].clone();
        for id in K::ALL {
            let printed = self.cell_by(name, &key, id.name(), heading);
            assert_eq!(text(book, &at(*id)), printed, "{name} {}", id.name());
        }
    }

    /// Every row of a file has a name in the code.
    pub fn complete<K: Key>(&self, name: &str) {
        for row in &self.read(name)[1..] {
            assert!(K::ALL.iter().any(|key| key.name() == row[0]), "{name}: nothing reads {}", row[0]);
        }
    }
}

/// The text of a looked-up cell.
pub fn text<B: Rulebook, T>(book: &B, looked: &Looked<T>) -> String {
    let cell = looked.cell;
    let chart = book.charts().get(cell.chart).expect("a chart");
    chart.cell(cell.row.into(), cell.column.into()).expect("a cell").to_owned()
}
