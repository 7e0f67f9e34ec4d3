//! The one who writes: whatever is waiting is committed in one transaction.
//!
//! A commit waits for the disk, and while it does the next ones gather. So the busier the tables are, the fewer commits each
//! of them pays for, and nobody is told that a command counts before it does.

use std::sync::Arc;
use std::time::Instant;

use sqlx::any::AnyArguments;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AnyPool, AssertSqlSafe};
use tokio::sync::{mpsc, oneshot};

use super::keep::{Keeping, ROWS_AT_ONCE, RowOf, Waits, insert_rows, update_waits};
use crate::clock::as_row;
use crate::metrics::Metrics;

/// LIMIT: changes in one transaction.
const BATCH_MAX: usize = 512;

/// A value of a statement.
#[derive(Clone, Debug)]
pub(crate) enum Worth {
    Text(String),
    Number(i64),
    Nothing,
}

impl From<&str> for Worth {
    fn from(text: &str) -> Self {
        Worth::Text(text.to_owned())
    }
}

impl From<String> for Worth {
    fn from(text: String) -> Self {
        Worth::Text(text)
    }
}

impl From<i64> for Worth {
    fn from(number: i64) -> Self {
        Worth::Number(number)
    }
}

impl From<Option<String>> for Worth {
    fn from(text: Option<String>) -> Self {
        text.map_or(Worth::Nothing, Worth::Text)
    }
}

/// Something that changes the store.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub sql: &'static str,
    pub values: Vec<Worth>,
}

impl Statement {
    pub(crate) fn new<const N: usize>(sql: &'static str, values: [Worth; N]) -> Self {
        Statement { sql, values: values.into() }
    }

    pub(super) async fn execute(&self, connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
        let query = self.values.iter().fold(sqlx::query(self.sql), bind);
        query.execute(connection).await.map(drop)
    }
}

pub(super) fn bind<'q>(query: Query<'q, Any, AnyArguments>, value: &Worth) -> Query<'q, Any, AnyArguments> {
    match value {
        Worth::Text(text) => query.bind(text.clone()),
        Worth::Number(number) => query.bind(*number),
        Worth::Nothing => query.bind(None::<String>),
    }
}

/// Why something is not written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum WriteFailed {
    /// It is there already.
    Taken,
    /// The store does not write.
    Broken(String),
}

impl From<sqlx::Error> for WriteFailed {
    fn from(error: sqlx::Error) -> Self {
        match error.as_database_error() {
            Some(error) if error.is_unique_violation() => WriteFailed::Taken,
            _ => WriteFailed::Broken(error.to_string()),
        }
    }
}

pub(super) type Done = oneshot::Sender<Result<(), WriteFailed>>;

/// What the writer is given.
pub(super) enum Work {
    /// What a table keeps.
    Keep { keeping: Keeping, done: Done },
    /// Anything else.
    Run { statements: Vec<Statement>, done: Done },
}

impl Work {
    fn finish(self, result: Result<(), WriteFailed>) {
        let (Work::Keep { done, .. } | Work::Run { done, .. }) = self;
        // Whoever asked may have gone; it is written all the same.
        let _ = done.send(result);
    }
}

/// A statement for each number of rows, from one on.
struct ForRows(Vec<Arc<str>>);

impl ForRows {
    fn new(sql: fn(usize) -> String) -> Self {
        ForRows((1..=ROWS_AT_ONCE).map(|rows| Arc::from(sql(rows))).collect())
    }

    fn query<T>(&self, rows: &[T]) -> Option<Query<'static, Any, AnyArguments>> {
        let sql = self.0.get(rows.len().checked_sub(1)?)?;
        Some(sqlx::query(AssertSqlSafe(Arc::clone(sql))))
    }
}

pub(super) struct Writer {
    pool: AnyPool,
    metrics: Arc<Metrics>,
    inserts: ForRows,
    updates: ForRows,
}

impl Writer {
    pub(super) fn new(pool: AnyPool, metrics: Arc<Metrics>) -> Self {
        Writer { pool, metrics, inserts: ForRows::new(insert_rows), updates: ForRows::new(update_waits) }
    }

    /// Writes until nobody can ask for it any more.
    pub(super) async fn run(self, mut waiting: mpsc::Receiver<Work>) {
        let mut batch = Vec::with_capacity(BATCH_MAX);
        while waiting.recv_many(&mut batch, BATCH_MAX).await > 0 {
            let began = Instant::now();
            let written = self.commit(&batch).await;
            self.metrics.committed(batch.len(), began.elapsed(), written.is_ok());
            match written {
                Ok(()) => batch.drain(..).for_each(|work| work.finish(Ok(()))),
                Err(WriteFailed::Broken(error)) if batch.len() == 1 => {
                    tracing::error!(%error, "the store does not write");
                    batch.drain(..).for_each(|work| work.finish(Err(WriteFailed::Broken(error.clone()))));
                }
                // One of them spoils it for all: each has to stand for itself.
                Err(_) => {
                    for work in batch.drain(..) {
                        let alone = self.commit(std::slice::from_ref(&work)).await;
                        work.finish(alone);
                    }
                }
            }
        }
        self.pool.close().await;
    }

    async fn commit(&self, batch: &[Work]) -> Result<(), WriteFailed> {
        let keepings = || {
            batch.iter().filter_map(|work| match work {
                Work::Keep { keeping, .. } => Some(keeping),
                Work::Run { .. } => None,
            })
        };
        let rows: Vec<RowOf<'_>> = keepings().flat_map(Keeping::rows).collect();
        let waits: Vec<(&str, &Waits)> = keepings().filter_map(Keeping::new_waits).collect();
        if keepings().count() == batch.len() && waits.is_empty() && rows.len() <= ROWS_AT_ONCE {
            // One statement is a transaction of its own.
            return self.insert(&rows, &mut *self.pool.acquire().await?).await;
        }
        let mut transaction = self.pool.begin().await?;
        for rows in rows.chunks(ROWS_AT_ONCE) {
            self.insert(rows, &mut transaction).await?;
        }
        for waits in waits.chunks(ROWS_AT_ONCE) {
            self.update(waits, &mut transaction).await?;
        }
        for work in batch {
            let Work::Run { statements, .. } = work else { continue };
            for statement in statements {
                statement.execute(&mut transaction).await?;
            }
        }
        Ok(transaction.commit().await?)
    }

    async fn insert(&self, rows: &[RowOf<'_>], connection: &mut AnyConnection) -> Result<(), WriteFailed> {
        let Some(mut query) = self.inserts.query(rows) else { return Ok(()) };
        for row in rows {
            let (table, entry, chain) = (row.table.to_owned(), row.entry.to_owned(), row.chain.to_owned());
            query = query.bind(table).bind(row.number).bind(entry).bind(chain);
        }
        Ok(query.execute(connection).await.map(drop)?)
    }

    async fn update(&self, waits: &[(&str, &Waits)], connection: &mut AnyConnection) -> Result<(), WriteFailed> {
        let Some(mut query) = self.updates.query(waits) else { return Ok(()) };
        for (table, waits) in waits {
            let seats = serde_json::to_string(&waits.seats).unwrap_or_default();
            query = query.bind((*table).to_owned()).bind(seats);
            query = query.bind(as_row(waits.notice_at)).bind(as_row(waits.since));
        }
        Ok(query.execute(connection).await.map(drop)?)
    }
}
