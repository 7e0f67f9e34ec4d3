//! Where tables are kept: SQLite in one file, or PostgreSQL.
//!
//! One interface serves both (`sqlx::Any` with numbered placeholders), and the schema keeps to what both understand: text and
//! whole numbers. Everything that changes goes through one [writer], which commits whatever is waiting in one
//! transaction; reading goes through a small pool. What tables keep is on the [pad] first, and whoever reads of a table has it
//! filed before.

mod keep;
mod left_behind;
mod pad;
mod pad_file;
mod people;
mod schema;
mod tables;
mod writer;

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AnyPool, Connection, Row};
use tokio::sync::mpsc;
use tokio::task::JoinHandle;

pub(crate) use keep::{KeptRow, Waits};
pub(crate) use people::{Account, Address};
pub(crate) use tables::{Counted, Due, NewTable, StoredTable};
pub(crate) use writer::{Statement, Worth, WriteFailed};

use crate::metrics::Metrics;
use crate::problem::{Kind, Problem};
use writer::{COPY_LOG, Work, Writer};

/// LIMIT: connections that read.
const READERS_MAX: u32 = 4;
/// How often somebody looks whether the log of SQLite has grown, and by how many commits it must have.
const COPY_EVERY: Duration = Duration::from_secs(2);
const COMMITS_BEFORE_COPY: u64 = 200;
/// The number of the lock that a server holds in a database of PostgreSQL: any, as long as it is always the same.
const WRITERS_LOCK: i64 = 0x4c6f_6e67_526f_6c6c;
/// How often it is tried for, and how long after each time.
const LOCK_TRIES: u32 = 30;
const LOCK_PATIENCE: Duration = Duration::from_millis(100);
/// LIMIT: changes that wait for the writer; whoever comes after that waits himself.
const WAITING_MAX: usize = 4_096;

/// Where tables are kept.
#[derive(Clone)]
pub(crate) struct Store {
    readers: AnyPool,
    writer: mpsc::Sender<Work>,
    metrics: Arc<Metrics>,
}

impl Store {
    /// Opens the store, and brings its schema up to date.
    pub(crate) async fn open(database: &str, metrics: Arc<Metrics>) -> Result<(Store, JoinHandle<()>), sqlx::Error> {
        sqlx::any::install_default_drivers();
        let is_sqlite = database.starts_with("sqlite:");
        let options: AnyConnectOptions = address(database).parse()?;
        let pool = |most: u32, is_writer: bool| {
            // A file is always there; a server of its own may have gone, and is asked first.
            let options = AnyPoolOptions::new().max_connections(most).test_before_acquire(!is_sqlite);
            options.acquire_timeout(Duration::from_secs(10)).after_connect(move |connection, _| {
                Box::pin(async move {
                    if is_sqlite {
                        // FULL: what is committed survives a power cut. In WAL mode that is one sync a transaction.
                        sqlx::raw_sql(
                            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA busy_timeout=10000; \
                                 PRAGMA foreign_keys=ON; PRAGMA wal_autocheckpoint=0;",
                        )
                        .execute(connection)
                        .await?;
                    } else if is_writer {
                        be_the_only_one(connection).await?;
                    }
                    Ok(())
                })
            })
        };
        if !is_sqlite {
            // Asked before, because a pool tries again and again, and says only that it has waited long.
            let mut asks = AnyConnection::connect_with(&options).await?;
            be_the_only_one(&mut asks).await?;
            asks.close().await?;
        }
        // The writer has a connection of its own, so that nobody who reads can keep it waiting.
        let writers = pool(1, true).connect_with(options.clone()).await?;
        schema::bring_up_to_date(&writers).await?;
        let readers = pool(READERS_MAX, false).connect_with(options.clone()).await?;
        let mut others = vec![readers.clone()];
        let (writer, waiting) = mpsc::channel(WAITING_MAX);
        let first = Writer::open(writers, file_of(database), Arc::clone(&metrics)).await?;
        if is_sqlite {
            let copier = pool(1, false).connect_with(options).await?;
            others.push(copier.clone());
            tokio::spawn(copy_log(copier, writer.downgrade(), Arc::clone(&metrics)));
        }
        let task = tokio::spawn(first.run(waiting, others));
        Ok((Store { readers, writer, metrics }, task))
    }

    /// Changes something, and waits until it is on disk.
    pub(crate) async fn run(&self, statements: Vec<Statement>) -> Result<(), Problem> {
        match self.write(|done| Work::Run { statements, done }).await {
            Ok(()) => Ok(()),
            Err(WriteFailed::Taken) => {
                Err(Problem::new(Kind::Taken, "somebody has this already", "choose something else"))
            }
            Err(WriteFailed::Broken(error) | WriteFailed::Unfit(error)) => {
                Err(Problem::broken("the store does not write", &error))
            }
        }
    }

    async fn write(
        &self,
        work: impl FnOnce(tokio::sync::oneshot::Sender<Result<(), WriteFailed>>) -> Work,
    ) -> Result<(), WriteFailed> {
        let (done, written) = tokio::sync::oneshot::channel();
        let closed = || WriteFailed::Broken("the store is closed".to_owned());
        self.writer.send(work(done)).await.map_err(|_| closed())?;
        written.await.unwrap_or_else(|_| Err(closed()))
    }
}

/// Sees to it that no other server writes into the same database of PostgreSQL: each would throw away the other's sheets. The lock
/// goes with the connection; that of a server that was killed may take a moment to end.
async fn be_the_only_one(connection: &mut AnyConnection) -> Result<(), sqlx::Error> {
    for _ in 0..LOCK_TRIES {
        let locked = sqlx::query("SELECT CASE WHEN pg_try_advisory_lock($1) THEN 1 ELSE 0 END").bind(WRITERS_LOCK);
        let locked: i32 = locked.fetch_one(&mut *connection).await?.try_get(0)?;
        if locked == 1 {
            return Ok(());
        }
        tokio::time::sleep(LOCK_PATIENCE).await;
    }
    let words = "another server keeps its tables in this database: stop it, or choose another database";
    Err(sqlx::Error::Configuration(words.into()))
}

/// Copies the log of SQLite into its file from time to time, on a connection of its own: a commit that did so would keep
/// everybody waiting. The writer copies the little that was added meanwhile, and after that the log begins anew.
async fn copy_log(copier: AnyPool, writer: mpsc::WeakSender<Work>, metrics: Arc<Metrics>) {
    let mut copied = 0;
    loop {
        tokio::time::sleep(COPY_EVERY).await;
        let Some(writer) = writer.upgrade() else { break };
        let commits = metrics.commits();
        if commits - copied >= COMMITS_BEFORE_COPY {
            if let Err(error) = sqlx::query(COPY_LOG).execute(&copier).await {
                tracing::warn!(%error, "the log of the store is not copied, and grows");
            }
            copied = commits;
            if writer.send(Work::CopyLog).await.is_err() {
                break;
            }
        }
    }
}

/// The file of an SQLite database that is one.
fn file_of(database: &str) -> Option<&Path> {
    let (file, wishes) = database.strip_prefix("sqlite:").map(|rest| rest.split_once('?').unwrap_or((rest, "")))?;
    let in_memory = file.contains(":memory:") || wishes.contains("mode=memory");
    (!in_memory).then(|| Path::new(file.trim_start_matches("//")))
}

/// A database as the driver wants it: a file of SQLite is made where there is none.
fn address(database: &str) -> String {
    match database.strip_prefix("sqlite:") {
        Some(file) if !file.contains('?') && !file.contains(":memory:") => {
            format!("sqlite://{}?mode=rwc", file.trim_start_matches("//"))
        }
        _ => database.to_owned(),
    }
}
