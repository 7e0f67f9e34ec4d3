//! Tables: made, found, opened.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering::Relaxed;

use engine::Secret;
use engine::book::Folder;
use engine::game::{from_hex, to_hex};
use sqlx::Row;
use table::{Kept, Setup};

use super::pad::Which;
use super::people::Address;
use super::{Statement, Store, Waits};
use crate::clock::as_row;
use crate::library::House;
use crate::problem::Problem;
use crate::token;

/// A table that is to be made.
pub(crate) struct NewTable {
    pub id: String,
    pub rulebook: String,
    pub house: House,
    pub folder: Folder,
    pub setup: Setup,
    pub secret: Secret,
    /// Whether anybody who knows its name may look on.
    pub watched: bool,
    pub made: u64,
    /// What was kept already, where the game is brought along, with the chain after it.
    pub kept: Vec<Kept>,
    pub chain: String,
    /// Whom it waits for.
    pub waits: Waits,
    /// What lets people in, seat by seat; nothing for a general.
    pub tokens: Vec<Option<String>>,
}

/// A table as the store holds it.
pub(crate) struct StoredTable {
    pub rulebook: String,
    pub house: House,
    pub folder: Folder,
    pub setup: Setup,
    pub secret: Secret,
    pub kept: Vec<Kept>,
    /// The chain after the last entry; nothing before the first.
    pub chain: Option<String>,
    pub waits: Vec<u8>,
}

impl StoredTable {
    /// Reads a row: the entries that follow those read before. What a server filed before it was killed may be filed again
    /// with what came after it, so a row may begin with what is known already.
    fn read_row(&mut self, id: &str, number: i64, lines: &str, chain: String) -> Result<(), Problem> {
        let next = self.kept.len();
        let known = usize::try_from(number).ok().and_then(|number| next.checked_sub(number));
        let known =
            known.ok_or_else(|| Problem::broken("an entry of a table is missing", &format!("{id}, entry {next}")))?;
        for line in lines.lines().skip(known) {
            self.kept.push(read_json("an entry", line)?);
        }
        if self.kept.len() > next {
            self.chain = Some(chain);
        }
        Ok(())
    }
}

/// A table at which people should be told that it is their turn.
#[derive(Clone, Debug)]
pub(crate) struct Due {
    pub table: String,
    pub setup: Setup,
    /// Whose turn it is, and where they want to be told.
    pub seats: Vec<(u8, Vec<Address>)>,
    /// How often they were told.
    pub noticed: i64,
    /// When they should have been.
    pub notice_at: i64,
}

/// A folder as text: its name stands apart.
fn write_files(folder: &Folder) -> String {
    let text = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
    let files: BTreeMap<&String, String> = folder.files.iter().map(|(name, bytes)| (name, text(bytes))).collect();
    serde_json::to_string(&files).unwrap_or_default()
}

/// Our own types always turn into JSON.
fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

fn read_json<T: serde::de::DeserializeOwned>(what: &str, text: &str) -> Result<T, Problem> {
    serde_json::from_str(text)
        .map_err(|error| Problem::broken(&format!("the store holds {what} that does not read"), &error))
}

impl Store {
    /// Makes a table, with everything that belongs to it.
    pub(crate) async fn make(&self, new: NewTable) -> Result<(), Problem> {
        let files = write_files(&new.folder);
        let digest = blake3::hash(format!("{}\n{files}", new.folder.name).as_bytes()).to_hex().to_string();
        let made = as_row(new.made);
        let mut statements = vec![
            Statement::new(
                "INSERT INTO folders (digest, name, files) VALUES ($1, $2, $3) ON CONFLICT (digest) DO NOTHING",
                [digest.as_str().into(), new.folder.name.as_str().into(), files.into()],
            ),
            Statement::new(
                "INSERT INTO tables (id, rulebook, house, folder, setup, secret, watched, made, touched, waits, notice_at, noticed) \
                 VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, 0)",
                [
                    new.id.as_str().into(),
                    new.rulebook.into(),
                    json(&new.house).into(),
                    digest.into(),
                    json(&new.setup).into(),
                    to_hex(&new.secret.reveal()).into(),
                    i64::from(new.watched).into(),
                    made.into(),
                    json(&new.waits.seats).into(),
                    as_row(new.waits.notice_at).into(),
                ],
            ),
        ];
        for (seat, token) in new.tokens.iter().enumerate() {
            let Some(token) = token else { continue };
            statements.push(Statement::new(
                "INSERT INTO seats (table_id, seat, token) VALUES ($1, $2, $3)",
                [new.id.as_str().into(), (seat as i64).into(), token::digest(token).into()],
            ));
        }
        let last = new.kept.len().saturating_sub(1);
        for (number, kept) in new.kept.iter().enumerate() {
            let chain = if number == last { new.chain.as_str() } else { "" };
            statements.push(Statement::new(
                "INSERT INTO entries (table_id, number, entry, chain) VALUES ($1, $2, $3, $4)",
                [new.id.as_str().into(), (number as i64).into(), json(kept).into(), chain.into()],
            ));
        }
        self.run(statements).await
    }

    /// Everything there is of a table.
    pub(crate) async fn table(&self, id: &str) -> Result<Option<StoredTable>, Problem> {
        self.file_table(id).await?;
        let found = sqlx::query(
            "SELECT t.rulebook, t.house, t.setup, t.secret, t.waits, f.name, f.files \
             FROM tables t JOIN folders f ON f.digest = t.folder WHERE t.id = $1",
        );
        let Some(row) = found.bind(id.to_owned()).fetch_optional(&self.readers).await? else { return Ok(None) };
        let text = |column: usize| row.try_get::<String, _>(column);
        let files: BTreeMap<String, String> = read_json("a folder", &text(6)?)?;
        let files = files.into_iter().map(|(name, text)| (name, text.into_bytes())).collect();
        let secret = from_hex::<32>(&text(3)?)
            .ok_or_else(|| Problem::broken("the store holds a secret that does not read", &id))?;
        let mut stored = StoredTable {
            rulebook: text(0)?,
            house: read_json("house rules", &text(1)?)?,
            folder: Folder { name: text(5)?, files },
            setup: read_json("a setup", &text(2)?)?,
            secret: Secret::new(secret),
            kept: Vec::new(),
            chain: None,
            waits: read_json("whom it waits for", &text(4)?)?,
        };
        let entries = sqlx::query("SELECT number, entry, chain FROM entries WHERE table_id = $1 ORDER BY number");
        for row in entries.bind(id.to_owned()).fetch_all(&self.readers).await? {
            let (number, lines): (i64, String) = (row.try_get(0)?, row.try_get(1)?);
            stored.read_row(id, number, &lines, row.try_get(2)?)?;
        }
        Ok(Some(stored))
    }

    /// The digest of what lets somebody in at a seat.
    pub(crate) async fn seat_tokens(&self, id: &str) -> Result<Vec<(u8, String)>, Problem> {
        let rows = sqlx::query("SELECT seat, token FROM seats WHERE table_id = $1").bind(id.to_owned());
        let mut tokens = Vec::new();
        for row in rows.fetch_all(&self.readers).await? {
            tokens.push((u8::try_from(row.try_get::<i64, _>(0)?).unwrap_or(u8::MAX), row.try_get(1)?));
        }
        Ok(tokens)
    }

    /// Whether a table is there, and whether anybody may look on.
    pub(crate) async fn is_watched(&self, id: &str) -> Result<Option<bool>, Problem> {
        let row = sqlx::query("SELECT watched FROM tables WHERE id = $1").bind(id.to_owned());
        let row = row.fetch_optional(&self.readers).await?;
        Ok(row.map(|row| row.try_get::<i64, _>(0)).transpose()?.map(|watched| watched != 0))
    }

    /// The rulebook, house rules and folder of a table.
    pub(crate) async fn battle_of(&self, id: &str) -> Result<(String, House, Folder), Problem> {
        let row = sqlx::query(
            "SELECT t.rulebook, t.house, f.name, f.files FROM tables t JOIN folders f ON f.digest = t.folder WHERE t.id = $1",
        );
        let row = row.bind(id.to_owned()).fetch_optional(&self.readers).await?;
        let row = row.ok_or_else(|| Problem::missing("table"))?;
        let files: BTreeMap<String, String> = read_json("a folder", &row.try_get::<String, _>(3)?)?;
        let files = files.into_iter().map(|(name, text)| (name, text.into_bytes())).collect();
        let house = read_json("house rules", &row.try_get::<String, _>(1)?)?;
        Ok((row.try_get(0)?, house, Folder { name: row.try_get(2)?, files }))
    }

    /// The rulebook and setup of a table, and whom it waits for.
    pub(crate) async fn table_line(&self, id: &str) -> Result<Option<(String, Setup, Vec<u8>)>, Problem> {
        self.file_table(id).await?;
        let row = sqlx::query("SELECT rulebook, setup, waits FROM tables WHERE id = $1").bind(id.to_owned());
        let Some(row) = row.fetch_optional(&self.readers).await? else { return Ok(None) };
        let setup = read_json("a setup", &row.try_get::<String, _>(1)?)?;
        let waits = read_json("whom it waits for", &row.try_get::<String, _>(2)?)?;
        Ok(Some((row.try_get(0)?, setup, waits)))
    }

    /// Changes what was settled before anybody moved.
    pub(crate) async fn settle_again(&self, id: &str, setup: &Setup) -> Result<(), Problem> {
        let setup = json(setup);
        self.run(vec![Statement::new("UPDATE tables SET setup = $2 WHERE id = $1", [id.into(), setup.into()])]).await
    }

    /// The tables that were played last.
    pub(crate) async fn last_played(&self, most: u32) -> Result<Vec<String>, Problem> {
        let rows = sqlx::query("SELECT id FROM tables ORDER BY touched DESC LIMIT $1").bind(i64::from(most));
        rows.fetch_all(&self.readers).await?.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    /// Everybody who has to be told that it is his turn.
    pub(crate) async fn due(&self, now: u64) -> Result<Vec<Due>, Problem> {
        self.file(Which::All).await?;
        let rows = sqlx::query(
            "SELECT id, setup, waits, noticed, notice_at FROM tables WHERE notice_at > 0 AND notice_at <= $1 LIMIT 200",
        );
        let mut due = Vec::new();
        for row in rows.bind(as_row(now)).fetch_all(&self.readers).await? {
            let table: String = row.try_get(0)?;
            let setup: Setup = read_json("a setup", &row.try_get::<String, _>(1)?)?;
            let seats: Vec<u8> = read_json("whom it waits for", &row.try_get::<String, _>(2)?)?;
            let mut wanted = Vec::new();
            for seat in seats {
                wanted.push((seat, self.addresses(&table, seat).await?));
            }
            due.push(Due { table, setup, seats: wanted, noticed: row.try_get(3)?, notice_at: row.try_get(4)? });
        }
        Ok(due)
    }

    /// How many of something there are.
    pub(crate) async fn count(&self, what: Counted) -> Result<i64, Problem> {
        let count: i64 = sqlx::query(what.sql()).fetch_one(&self.readers).await?.try_get(0)?;
        let on_pad = self.metrics.unfiled.load(Relaxed);
        Ok(if matches!(what, Counted::Entries) { count + on_pad } else { count })
    }
}

/// What can be counted.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Counted {
    Tables,
    Entries,
}

impl Counted {
    const fn sql(self) -> &'static str {
        match self {
            Counted::Tables => "SELECT COUNT(*) FROM tables",
            Counted::Entries => "SELECT CAST(COALESCE(SUM(lines), 0) AS BIGINT) FROM entries",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored() -> StoredTable {
        let folder = Folder { name: String::new(), files: BTreeMap::new() };
        StoredTable {
            rulebook: String::new(),
            house: House::default(),
            folder,
            setup: Setup::default(),
            secret: Secret::new([0; 32]),
            kept: Vec::new(),
            chain: None,
            waits: Vec::new(),
        }
    }

    fn lines(numbers: std::ops::Range<u64>) -> String {
        let line = |at: u64| format!("{{\"seat\":0,\"at\":{at},\"ask\":{{\"ask\":\"roll\"}}}}");
        numbers.map(line).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn what_was_filed_twice_is_read_once() {
        let mut table = stored();
        for (from, to, chain) in [(0, 1, "a"), (1, 4, "b"), (2, 7, "c"), (4, 6, "b")] {
            table.read_row("one", from as i64, &lines(from..to), chain.to_owned()).expect("it reads");
        }
        let at: Vec<u64> = table.kept.iter().map(|kept| kept.at).collect();
        assert_eq!(at, (0..7).collect::<Vec<_>>());
        assert_eq!(table.chain.as_deref(), Some("c"), "the chain is the one after the last entry");
        assert!(table.read_row("one", 8, &lines(8..9), "d".to_owned()).is_err(), "entry 7 is missing");
    }
}
