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

use super::keep::{Keeping, ROWS_AT_ONCE, insert_rows};
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

pub(super) struct Writer {
    pool: AnyPool,
    metrics: Arc<Metrics>,
    /// The statements that insert many rows at once, by the number of rows.
    inserts: Vec<(usize, Arc<str>)>,
}

impl Writer {
    pub(super) fn new(pool: AnyPool, metrics: Arc<Metrics>) -> Self {
        let inserts = ROWS_AT_ONCE.iter().map(|rows| (*rows, Arc::from(insert_rows(*rows)))).collect();
        Writer { pool, metrics, inserts }
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
        let mut transaction = self.pool.begin().await?;
        let rows: Vec<_> = batch
            .iter()
            .filter_map(|work| match work {
                Work::Keep { keeping, .. } => Some(keeping),
                Work::Run { .. } => None,
            })
            .flat_map(Keeping::rows)
            .collect();
        let mut left = rows.as_slice();
        while !left.is_empty() {
            let Some((count, sql)) = self.inserts.iter().find(|(count, _)| *count <= left.len()) else { break };
            let (now, later) = left.split_at(*count);
            let mut query = sqlx::query(AssertSqlSafe(Arc::clone(sql)));
            for row in now {
                query = query
                    .bind(row.table.to_owned())
                    .bind(row.number)
                    .bind(row.entry.to_owned())
                    .bind(row.chain.to_owned());
            }
            query.execute(&mut *transaction).await?;
            left = later;
        }
        for work in batch {
            match work {
                Work::Keep { keeping, .. } => {
                    if let Some(statement) = keeping.waits_changed() {
                        statement.execute(&mut transaction).await?;
                    }
                }
                Work::Run { statements, .. } => {
                    for statement in statements {
                        statement.execute(&mut transaction).await?;
                    }
                }
            }
        }
        Ok(transaction.commit().await?)
    }
}
