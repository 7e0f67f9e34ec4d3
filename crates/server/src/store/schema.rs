//! The schema, and how an older one is brought up to date.

use sqlx::{AnyPool, Row};

/// Every step the schema has taken. A step that was released is never changed: a new one is added.
const STEPS: &[&[&str]] = &[
    FIRST,
    &["CREATE TABLE sheets (number BIGINT PRIMARY KEY, lines TEXT NOT NULL)"],
    // A row holds entries that follow one another, a line for each; its number is that of the first, its chain that after the last.
    &["ALTER TABLE entries ADD COLUMN lines BIGINT NOT NULL DEFAULT 1"],
    // What the pad beside the store is called; nothing where sheets are kept in the store.
    &["CREATE TABLE pads (name TEXT NOT NULL)"],
];

const FIRST: &[&str] = &[
    "CREATE TABLE folders (digest TEXT PRIMARY KEY, name TEXT NOT NULL, files TEXT NOT NULL)",
    "CREATE TABLE tables (
        id TEXT PRIMARY KEY, rulebook TEXT NOT NULL, house TEXT NOT NULL,
        folder TEXT NOT NULL REFERENCES folders (digest), setup TEXT NOT NULL, secret TEXT NOT NULL,
        watched BIGINT NOT NULL, made BIGINT NOT NULL, touched BIGINT NOT NULL,
        waits TEXT NOT NULL, notice_at BIGINT NOT NULL, noticed BIGINT NOT NULL)",
    "CREATE INDEX tables_by_notice ON tables (notice_at)",
    "CREATE INDEX tables_by_touched ON tables (touched)",
    "CREATE TABLE entries (
        table_id TEXT NOT NULL REFERENCES tables (id), number BIGINT NOT NULL, entry TEXT NOT NULL, chain TEXT NOT NULL,
        PRIMARY KEY (table_id, number))",
    "CREATE TABLE seats (
        table_id TEXT NOT NULL REFERENCES tables (id), seat BIGINT NOT NULL, token TEXT NOT NULL,
        PRIMARY KEY (table_id, seat))",
    "CREATE TABLE accounts (
        id TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, shown TEXT NOT NULL, password TEXT NOT NULL, made BIGINT NOT NULL)",
    "CREATE TABLE sessions (
        token TEXT PRIMARY KEY, account TEXT REFERENCES accounts (id), made BIGINT NOT NULL, expires BIGINT NOT NULL)",
    "CREATE INDEX sessions_by_expiry ON sessions (expires)",
    "CREATE TABLE session_seats (
        session TEXT NOT NULL REFERENCES sessions (token) ON DELETE CASCADE, table_id TEXT NOT NULL REFERENCES tables (id),
        seat BIGINT NOT NULL, taken BIGINT NOT NULL, PRIMARY KEY (session, table_id, seat))",
    "CREATE TABLE account_seats (
        account TEXT NOT NULL REFERENCES accounts (id), table_id TEXT NOT NULL REFERENCES tables (id),
        seat BIGINT NOT NULL, taken BIGINT NOT NULL, PRIMARY KEY (account, table_id, seat))",
    "CREATE TABLE addresses (
        table_id TEXT NOT NULL REFERENCES tables (id), seat BIGINT NOT NULL, kind TEXT NOT NULL, address TEXT NOT NULL,
        stop TEXT NOT NULL UNIQUE, PRIMARY KEY (table_id, seat, kind))",
];

/// Takes every step that was not taken yet, each in a transaction of its own.
pub(super) async fn bring_up_to_date(pool: &AnyPool) -> Result<(), sqlx::Error> {
    sqlx::query("CREATE TABLE IF NOT EXISTS schema_steps (step BIGINT PRIMARY KEY)").execute(pool).await?;
    let row = sqlx::query("SELECT COUNT(*) FROM schema_steps").fetch_one(pool).await?;
    let taken = usize::try_from(row.try_get::<i64, _>(0)?).unwrap_or_default();
    if taken > STEPS.len() {
        let words = "the store was written by a newer version of Long Roll: start that one";
        return Err(sqlx::Error::Configuration(words.into()));
    }
    for (step, statements) in STEPS.iter().enumerate().skip(taken) {
        let mut transaction = pool.begin().await?;
        for statement in *statements {
            sqlx::query(*statement).execute(&mut *transaction).await?;
        }
        sqlx::query("INSERT INTO schema_steps (step) VALUES ($1)").bind(step as i64).execute(&mut *transaction).await?;
        transaction.commit().await?;
    }
    Ok(())
}
