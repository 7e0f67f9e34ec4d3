//! What a table keeps, entry by entry.

use std::sync::Arc;

use engine::Words;

use super::Store;
use super::pad::Which;
use super::writer::{Work, WriteFailed};
use crate::problem::Problem;

/// LIMIT: rows in one statement. Each number of rows is a statement of its own, and prepared once.
pub(super) const ROWS_AT_ONCE: usize = 32;

/// So many rows of so many placeholders.
fn placeholders(rows: usize, columns: usize) -> String {
    let row = |row: usize| {
        let places = (1..=columns).map(|column| format!("${}", row * columns + column));
        format!("({})", places.collect::<Vec<_>>().join(", "))
    };
    (0..rows).map(row).collect::<Vec<_>>().join(", ")
}

/// The statement that files the entries of so many tables, a row for each.
pub(super) fn insert_rows(rows: usize) -> String {
    // A commit may have been made, and the word of it lost: then the same entries are filed again, and perhaps more of them.
    format!(
        "INSERT INTO entries (table_id, number, lines, entry, chain) VALUES {} ON CONFLICT (table_id, number) \
         DO UPDATE SET lines = excluded.lines, entry = excluded.entry, chain = excluded.chain \
         WHERE excluded.lines >= entries.lines",
        placeholders(rows, 5)
    )
}

/// The statement that says of so many tables whom they wait for. Both stores call the columns of a list by their places.
pub(super) fn update_waits(rows: usize) -> String {
    format!(
        "UPDATE tables SET waits = now.column2, notice_at = now.column3, touched = now.column4, noticed = 0 \
         FROM (VALUES {}) AS now WHERE id = now.column1",
        placeholders(rows, 4)
    )
}

/// One entry, as the store holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptRow {
    /// Its number, counted from nought.
    pub number: u32,
    /// What was kept, as JSON.
    pub entry: String,
    /// The game's chain after it.
    pub chain: Words,
}

/// Entries that follow one another, as the store files them. JSON has no line ends in it.
pub(super) struct OneRow {
    pub number: i64,
    pub lines: i64,
    pub entry: String,
    pub chain: Words,
}

/// Entries of one table in one row; nothing where there are none.
pub(super) fn in_one_row(rows: &[KeptRow]) -> Option<OneRow> {
    let (first, last) = (rows.first()?, rows.last()?);
    let entry = rows.iter().map(|row| row.entry.as_str()).collect::<Vec<_>>().join("\n");
    Some(OneRow { number: first.number.into(), lines: rows.len() as i64, entry, chain: last.chain.clone() })
}

/// Whom a table waits for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Waits {
    /// The people's seats.
    pub seats: Vec<u8>,
    /// When they should be told; nought for never.
    pub notice_at: u64,
    /// When that began.
    pub since: u64,
}

/// What a table keeps at once.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Keeping {
    pub table: Arc<str>,
    pub rows: Vec<KeptRow>,
    pub waits: Option<Waits>,
}

impl Store {
    /// Keeps entries of a table, and waits until they are on disk.
    pub(crate) async fn keep(
        &self,
        table: &Arc<str>,
        rows: Vec<KeptRow>,
        waits: Option<Waits>,
    ) -> Result<(), WriteFailed> {
        let keeping = Keeping { table: Arc::clone(table), rows, waits };
        self.write(|done| Work::Keep { keeping, done }).await
    }

    /// Files what is on the pad, so that whoever looks into the store finds it in its place.
    pub(super) async fn file(&self, which: Which) -> Result<(), Problem> {
        let filed = self.write(|done| Work::File { which, done }).await;
        filed.map_err(|failed| Problem::broken("the store does not write", &format!("{failed:?}")))
    }

    pub(super) async fn file_table(&self, table: &str) -> Result<(), Problem> {
        self.file(Which::Table(table.into())).await
    }
}
