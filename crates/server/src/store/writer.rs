//! The one who writes: whatever is waiting is committed in one transaction.
//!
//! A commit waits for the disk, and while it does the next ones gather. So the busier the tables are, the fewer commits each
//! of them pays for, and nobody is told that a command counts before it does. What tables keep goes onto the [pad](super::pad),
//! and is filed when there is time.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use sqlx::any::AnyArguments;
use sqlx::error::ErrorKind;
use sqlx::pool::PoolConnection;
use sqlx::query::Query;
use sqlx::{Any, AnyConnection, AnyPool, AssertSqlSafe, Connection, Row};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::keep::{Keeping, OneRow, ROWS_AT_ONCE, Waits, in_one_row, insert_rows, update_waits};
use super::left_behind::take_up;
use super::pad::{Filing, Pad, Which, add_lines, write_sheet};
use super::pad_file::PadFile;
use crate::clock::as_row;
use crate::metrics::Metrics;
use crate::token;

/// LIMIT: changes in one transaction.
const BATCH_MAX: usize = 512;
/// COST: how long a commit waits for others that are probably on their way, and how many it takes to be worth it. To wait for the
/// disk costs the processor as much as several commands.
const GATHERING: Duration = Duration::from_millis(2);
const GATHERED_MIN: usize = 6;
/// Commits that wait for nobody after one has waited in vain: people who come as they like are not waited for.
const COMMITS_IN_HURRY: u32 = 4;
/// How long nobody has to write anything before everything is filed.
const QUIET: Duration = Duration::from_millis(500);

/// Copies what is in SQLite's log into its file, as far as nobody reads from it.
pub(super) const COPY_LOG: &str = "PRAGMA wal_checkpoint(PASSIVE)";

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
    /// It does not go with what is there.
    Unfit(String),
    /// The store does not write.
    Broken(String),
}

impl From<sqlx::Error> for WriteFailed {
    fn from(error: sqlx::Error) -> Self {
        match error.as_database_error() {
            Some(error) if error.is_unique_violation() => WriteFailed::Taken,
            Some(error) if !matches!(error.kind(), ErrorKind::Other) => WriteFailed::Unfit(error.to_string()),
            _ => WriteFailed::Broken(error.to_string()),
        }
    }
}

pub(super) type Done = oneshot::Sender<Result<(), WriteFailed>>;

/// What the writer is given.
pub(super) enum Work {
    /// What a table keeps.
    Keep { keeping: Keeping, done: Done },
    /// What was kept is wanted in its place.
    File { which: Which, done: Done },
    /// The log of the store is copied into its file, as far as that was not done yet.
    CopyLog,
    /// Anything else.
    Run { statements: Vec<Statement>, done: Done },
}

impl Work {
    const fn keeping(&self) -> Option<&Keeping> {
        match self {
            Work::Keep { keeping, .. } => Some(keeping),
            _ => None,
        }
    }

    /// Tells whoever asked, and gives back what was kept. Whoever asked may have gone; it is written all the same.
    fn finish(self, result: Result<(), WriteFailed>) -> Option<Keeping> {
        match self {
            Work::Keep { keeping, done } => {
                let _ = done.send(result);
                Some(keeping)
            }
            Work::File { done, .. } | Work::Run { done, .. } => {
                let _ = done.send(result);
                None
            }
            Work::CopyLog => None,
        }
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
    /// Kept as long as it works.
    connection: Option<PoolConnection<Any>>,
    metrics: Arc<Metrics>,
    /// How many changes share a commit these days.
    shared: usize,
    /// Commits until somebody is waited for again.
    in_vain: u32,
    pad: Pad,
    /// Where sheets are written first, if not in the store itself.
    beside: Option<PadFile>,
    /// Where a sheet is written before it goes there.
    sheet: String,
    /// Every sheet before this one is filed.
    unfiled: i64,
    inserts: ForRows,
    updates: ForRows,
}

impl Writer {
    /// A writer, once everything is filed that stands on the pad. Sheets go beside the store, where it is a file.
    pub(super) async fn open(pool: AnyPool, store: Option<&Path>, metrics: Arc<Metrics>) -> Result<Self, sqlx::Error> {
        let (beside, mut sheets) = match store {
            Some(store) => {
                let (mut beside, is_new) = PadFile::open(store)?;
                let named = sqlx::query("SELECT name FROM pads").fetch_optional(&pool).await?;
                let name: Option<String> = named.map(|row| row.try_get(0)).transpose()?;
                if is_new && name.is_some() {
                    tracing::warn!(
                        "the pad beside the store is missing: what a server that was killed kept last may be lost"
                    );
                }
                let sheets = beside.read(name.as_deref().unwrap_or_default())?;
                (Some(beside), sheets)
            }
            None => (None, BTreeMap::new()),
        };
        let (inserts, updates) = (ForRows::new(insert_rows), ForRows::new(update_waits));
        let (pad, sheet, connection) = (Pad::default(), String::new(), None);
        let mut writer = Writer {
            pool,
            connection,
            metrics,
            shared: 0,
            in_vain: 0,
            pad,
            beside,
            sheet,
            unfiled: 1,
            inserts,
            updates,
        };
        // A sheet that was not sure to stand beside the store stands in it, too.
        for sheet in sqlx::query("SELECT number, lines FROM sheets").fetch_all(&writer.pool).await? {
            sheets.insert(sheet.try_get(0)?, sheet.try_get(1)?);
        }
        for (number, lines) in sheets {
            writer.pad.read(number, &lines).map_err(|why| sqlx::Error::Configuration(why.into()))?;
        }
        take_up(&mut writer.pad, &writer.pool).await?;
        writer.file_everything().await.map_err(|failed| sqlx::Error::Configuration(format!("{failed:?}").into()))?;
        if let Some(beside) = &mut writer.beside {
            let name = token::secret().map_err(io::Error::from)?;
            beside.clear(name.clone())?;
            // The pool has one connection.
            drop(writer.connection.take());
            let mut transaction = writer.pool.begin().await?;
            sqlx::query("DELETE FROM pads").execute(&mut *transaction).await?;
            sqlx::query("INSERT INTO pads (name) VALUES ($1)").bind(name).execute(&mut *transaction).await?;
            transaction.commit().await?;
        }
        Ok(writer)
    }

    /// Writes until nobody can ask for it any more, and then closes the store: the others first, because whoever closes SQLite last
    /// copies its log into its file and leaves that alone behind.
    pub(super) async fn run(mut self, mut waiting: mpsc::Receiver<Work>, others: Vec<AnyPool>) {
        let mut batch = Vec::with_capacity(BATCH_MAX);
        loop {
            let patience = if self.pad.is_empty() { Duration::MAX } else { QUIET };
            match timeout(patience, waiting.recv_many(&mut batch, BATCH_MAX)).await {
                Ok(0) => break,
                Ok(_) => {
                    self.gather(&mut batch, &mut waiting).await;
                    self.write(&mut batch).await;
                }
                Err(_) => drop(self.file_everything().await),
            }
        }
        // What is not filed stands on the pad, and is filed when the store is opened next.
        let filed = self.file_everything().await;
        drop(self.connection.take());
        if filed.is_ok()
            && let Err(error) = sqlx::query("DELETE FROM pads").execute(&self.pool).await
        {
            tracing::warn!(%error, "the store still names a pad that is empty");
        }
        for pool in others {
            pool.close().await;
        }
        self.pool.close().await;
        if let (Ok(()), Some(beside)) = (filed, self.beside.take())
            && let Err(error) = beside.remove()
        {
            tracing::warn!(%error, "an empty pad is left beside the store");
        }
    }

    /// Waits a moment for those who shared the last commit: they have been told, and the next thing they ask is on its way. Where
    /// few did, or somebody was waited for in vain just now, nobody waits.
    async fn gather(&mut self, batch: &mut Vec<Work>, waiting: &mut mpsc::Receiver<Work>) {
        self.in_vain = self.in_vain.saturating_sub(1);
        if self.in_vain == 0 && self.shared >= GATHERED_MIN {
            // COST: one alarm for all who come.
            let mut late = pin!(tokio::time::sleep(GATHERING));
            while batch.len() < self.shared {
                tokio::select! {
                    biased;
                    came = waiting.recv_many(batch, BATCH_MAX) => {
                        if came == 0 {
                            break;
                        }
                    }
                    () = &mut late => {
                        self.in_vain = COMMITS_IN_HURRY;
                        break;
                    }
                }
            }
        }
        // Who is late once is waited for again.
        self.shared = batch.len().max(self.shared.saturating_sub(1));
    }

    async fn write(&mut self, batch: &mut Vec<Work>) {
        self.write_beside(batch);
        let filing = self.gathered(batch);
        if batch.is_empty() && filing.is_empty() {
            return;
        }
        let began = Instant::now();
        let written = self.commit(batch, &filing).await;
        self.metrics.committed(batch.len(), began.elapsed(), written.is_ok());
        match written {
            Ok(()) => self.written(batch),
            // The store itself does not write, and would not write any of them alone.
            Err(WriteFailed::Broken(error)) => {
                tracing::error!(%error, "the store does not write");
                self.pad.put_back(filing);
                batch.drain(..).for_each(|work| drop(work.finish(Err(WriteFailed::Broken(error.clone())))));
            }
            // One of them spoils it for all: each has to stand for itself.
            Err(WriteFailed::Taken | WriteFailed::Unfit(_)) => {
                self.pad.put_back(filing);
                for work in batch.drain(..) {
                    self.write_alone(work).await;
                }
            }
        }
        self.metrics.unfiled.store(self.pad.len() as i64, Relaxed);
    }

    /// Writes what tables keep beside the store, and tells them so. What finds no room there is left in the batch.
    fn write_beside(&mut self, batch: &mut Vec<Work>) {
        let Some(beside) = &mut self.beside else { return };
        self.sheet.clear();
        add_lines(&mut self.sheet, batch.iter().filter_map(Work::keeping));
        if self.sheet.is_empty() {
            return;
        }
        let began = Instant::now();
        match beside.write(self.pad.next_sheet(), &self.sheet, self.unfiled) {
            Ok(true) => {
                let mut kept: Vec<Work> = batch.extract_if(.., |work| work.keeping().is_some()).collect();
                self.metrics.committed(kept.len(), began.elapsed(), true);
                self.written(&mut kept);
                self.metrics.unfiled.store(self.pad.len() as i64, Relaxed);
            }
            Ok(false) => {}
            Err(error) => tracing::error!(%error, "nothing can be written beside the store: it goes into the store"),
        }
    }

    /// Turns the sheet over, and tells everybody that what he asked for is written.
    fn written(&mut self, batch: &mut Vec<Work>) {
        if batch.iter().any(|work| work.keeping().is_some()) {
            self.pad.turn_over();
        }
        for work in batch.drain(..) {
            if let Some(keeping) = work.finish(Ok(())) {
                self.pad.add(keeping);
            }
        }
    }

    async fn write_alone(&mut self, work: Work) {
        let mut alone = vec![work];
        let filing = match &alone[..] {
            [Work::File { which, .. }] => self.pad.take(which),
            _ => Filing::default(),
        };
        match self.commit(&alone, &filing).await {
            Ok(()) => self.written(&mut alone),
            Err(failed) => {
                self.pad.put_back(filing);
                alone.drain(..).for_each(|work| drop(work.finish(Err(failed.clone()))));
            }
        }
    }

    /// What has to be filed with a batch.
    fn gathered(&mut self, batch: &[Work]) -> Filing {
        let mut filing = self.pad.some();
        for work in batch {
            let Work::File { which, .. } = work else { continue };
            let more = self.pad.take(which);
            filing.tables.extend(more.tables);
            filing.sheets_before = more.sheets_before;
        }
        filing
    }

    async fn file_everything(&mut self) -> Result<(), WriteFailed> {
        let filing = self.pad.take(&Which::All);
        let filed = self.commit(&[], &filing).await;
        if let Err(failed) = &filed {
            tracing::error!(?failed, "what was kept is not filed, and stays on the pad");
            self.pad.put_back(filing);
        }
        self.metrics.unfiled.store(self.pad.len() as i64, Relaxed);
        filed
    }

    async fn commit(&mut self, batch: &[Work], filing: &Filing) -> Result<(), WriteFailed> {
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.pool.acquire().await?,
        };
        let written = self.commit_on(&mut connection, batch, filing).await;
        if written.is_ok() {
            self.connection = Some(connection);
            self.unfiled = self.unfiled.max(filing.sheets_before);
        }
        written
    }

    async fn commit_on(
        &mut self,
        connection: &mut AnyConnection,
        batch: &[Work],
        filing: &Filing,
    ) -> Result<(), WriteFailed> {
        if batch.iter().any(|work| matches!(work, Work::CopyLog)) {
            sqlx::query(COPY_LOG).execute(&mut *connection).await?;
        }
        let sheet = write_sheet(batch.iter().filter_map(Work::keeping));
        let runs = batch.iter().any(|work| matches!(work, Work::Run { .. }));
        if filing.is_empty() && !runs {
            // One statement is a transaction of its own.
            return if sheet.is_empty() { Ok(()) } else { self.insert_sheet(sheet, connection).await };
        }
        let mut transaction = connection.begin().await?;
        if !sheet.is_empty() {
            self.insert_sheet(sheet, &mut transaction).await?;
        }
        self.file(filing, &mut transaction).await?;
        for work in batch {
            let Work::Run { statements, .. } = work else { continue };
            for statement in statements {
                statement.execute(&mut transaction).await?;
            }
        }
        Ok(transaction.commit().await?)
    }

    async fn insert_sheet(&mut self, sheet: String, connection: &mut AnyConnection) -> Result<(), WriteFailed> {
        // A commit may have been made, and the word of it lost: what stands there then was never acknowledged.
        let query = sqlx::query(
            "INSERT INTO sheets (number, lines) VALUES ($1, $2) ON CONFLICT (number) DO UPDATE SET lines = excluded.lines",
        );
        Ok(query.bind(self.pad.next_sheet()).bind(sheet).execute(connection).await.map(drop)?)
    }

    /// Files entries under their tables, and throws away the sheets of which everything is filed.
    async fn file(&mut self, filing: &Filing, connection: &mut AnyConnection) -> Result<(), WriteFailed> {
        if filing.is_empty() {
            return Ok(());
        }
        let rows = filing.tables.iter().filter_map(|(table, unfiled)| Some((table, in_one_row(&unfiled.rows)?)));
        let mut rows: Vec<(&Arc<str>, OneRow)> = rows.collect();
        while !rows.is_empty() {
            // COST: a table's entries may be a hundred kilobytes: they are handed on, not copied.
            let some: Vec<_> = rows.drain(..rows.len().min(ROWS_AT_ONCE)).collect();
            let Some(mut query) = self.inserts.query(&some) else { continue };
            for (table, row) in some {
                query = query.bind(table.to_string()).bind(row.number).bind(row.lines);
                query = query.bind(row.entry).bind(row.chain.to_string());
            }
            query.execute(&mut *connection).await?;
        }
        let waits = filing.tables.iter().filter_map(|(table, unfiled)| Some((table, unfiled.waits.as_ref()?)));
        let waits: Vec<(&Arc<str>, &Waits)> = waits.collect();
        for waits in waits.chunks(ROWS_AT_ONCE) {
            let Some(mut query) = self.updates.query(waits) else { continue };
            for (table, waits) in waits {
                let seats = serde_json::to_string(&waits.seats).unwrap_or_default();
                query = query.bind(table.to_string()).bind(seats);
                query = query.bind(as_row(waits.notice_at)).bind(as_row(waits.since));
            }
            query.execute(&mut *connection).await?;
        }
        let filed = sqlx::query("DELETE FROM sheets WHERE number < $1").bind(filing.sheets_before);
        Ok(filed.execute(connection).await.map(drop)?)
    }
}
