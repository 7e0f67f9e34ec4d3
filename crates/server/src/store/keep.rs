//! What a table keeps, entry by entry.

use std::sync::Arc;

use super::Store;
use super::writer::{Statement, Work, WriteFailed};
use crate::clock::as_row;

/// How many rows are inserted by one statement, the most first. Few sizes, because each is prepared once.
pub(super) const ROWS_AT_ONCE: [usize; 3] = [32, 8, 1];

/// The statement that inserts so many rows.
pub(super) fn insert_rows(rows: usize) -> String {
    let row = |row: usize| {
        let at = row * 4;
        format!("(${}, ${}, ${}, ${})", at + 1, at + 2, at + 3, at + 4)
    };
    let rows = (0..rows).map(row).collect::<Vec<_>>().join(", ");
    format!("INSERT INTO entries (table_id, number, entry, chain) VALUES {rows}")
}

/// One entry, as the store holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KeptRow {
    /// Its number, counted from nought.
    pub number: u32,
    /// What was kept, as JSON.
    pub entry: String,
    /// The game's chain after it.
    pub chain: String,
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
pub(super) struct Keeping {
    table: Arc<str>,
    rows: Vec<KeptRow>,
    waits: Option<Waits>,
}

/// A row on its way into the store.
pub(super) struct RowOf<'a> {
    pub table: &'a str,
    pub number: i64,
    pub entry: &'a str,
    pub chain: &'a str,
}

impl Keeping {
    pub(super) fn rows(&self) -> impl Iterator<Item = RowOf<'_>> {
        self.rows.iter().map(|row| RowOf {
            table: &self.table,
            number: row.number.into(),
            entry: &row.entry,
            chain: &row.chain,
        })
    }

    pub(super) fn waits_changed(&self) -> Option<Statement> {
        let waits = self.waits.as_ref()?;
        let seats = serde_json::to_string(&waits.seats).unwrap_or_default();
        Some(Statement::new(
            "UPDATE tables SET waits = $2, notice_at = $3, touched = $4, noticed = 0 WHERE id = $1",
            [self.table.as_ref().into(), seats.into(), as_row(waits.notice_at).into(), as_row(waits.since).into()],
        ))
    }
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
}
