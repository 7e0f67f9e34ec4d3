//! Accounts, sessions, and who sits where.

use sqlx::Row;

use super::{Statement, Store, Worth};
use crate::clock::as_row;
use crate::problem::Problem;

/// An account.
#[derive(Clone, Debug)]
pub(crate) struct Account {
    pub id: String,
    /// As its owner writes it.
    pub shown: String,
    /// The password's hash, with its salt and its costs.
    pub password: String,
}

/// Where somebody wants to be told that it is his turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    /// `mail` or `webhook`.
    pub kind: String,
    pub address: String,
    /// What stops the notices, for whoever no longer wants them.
    pub stop: String,
}

/// A seat somebody holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeldSeat {
    pub table: String,
    pub seat: u8,
}

/// How a name is compared: two that look alike are one.
fn plain(name: &str) -> String {
    name.trim().to_lowercase()
}

impl Store {
    pub(crate) async fn register(&self, account: &Account, made: u64) -> Result<(), Problem> {
        self.run(vec![Statement::new(
            "INSERT INTO accounts (id, name, shown, password, made) VALUES ($1, $2, $3, $4, $5)",
            [
                account.id.as_str().into(),
                plain(&account.shown).into(),
                account.shown.as_str().into(),
                account.password.as_str().into(),
                as_row(made).into(),
            ],
        )])
        .await
    }

    pub(crate) async fn account(&self, name: &str) -> Result<Option<Account>, Problem> {
        let row = sqlx::query("SELECT id, shown, password FROM accounts WHERE name = $1").bind(plain(name));
        let Some(row) = row.fetch_optional(&self.readers).await? else { return Ok(None) };
        Ok(Some(Account { id: row.try_get(0)?, shown: row.try_get(1)?, password: row.try_get(2)? }))
    }

    /// Begins a session, and forgets those that are over.
    pub(crate) async fn begin_session(
        &self,
        digest: &str,
        account: Option<String>,
        now: u64,
        expires: u64,
    ) -> Result<(), Problem> {
        self.run(vec![
            Statement::new("DELETE FROM sessions WHERE expires < $1", [as_row(now).into()]),
            Statement::new(
                "INSERT INTO sessions (token, account, made, expires) VALUES ($1, $2, $3, $4)",
                [digest.into(), account.into(), as_row(now).into(), as_row(expires).into()],
            ),
        ])
        .await
    }

    pub(crate) async fn end_session(&self, digest: &str) -> Result<(), Problem> {
        self.run(vec![Statement::new("DELETE FROM sessions WHERE token = $1", [digest.into()])]).await
    }

    /// A session that is not over: the account it belongs to with its name, if it belongs to one.
    pub(crate) async fn session(&self, digest: &str, now: u64) -> Result<Option<Option<(String, String)>>, Problem> {
        let row = sqlx::query(
            "SELECT a.id, a.shown FROM sessions s LEFT JOIN accounts a ON a.id = s.account WHERE s.token = $1 AND s.expires > $2",
        );
        let row = row.bind(digest.to_owned()).bind(as_row(now)).fetch_optional(&self.readers).await?;
        let Some(row) = row else { return Ok(None) };
        let (id, shown): (Option<String>, Option<String>) = (row.try_get(0)?, row.try_get(1)?);
        Ok(Some(id.zip(shown)))
    }

    /// Somebody sits down: his session has the seat, and so has his account if he has one.
    pub(crate) async fn sit(
        &self,
        digest: &str,
        account: Option<&str>,
        table: &str,
        seat: u8,
        now: u64,
    ) -> Result<(), Problem> {
        let values =
            |holder: &str| -> [Worth; 4] { [holder.into(), table.into(), i64::from(seat).into(), as_row(now).into()] };
        let mut statements = vec![Statement::new(
            "INSERT INTO session_seats (session, table_id, seat, taken) VALUES ($1, $2, $3, $4) \
             ON CONFLICT (session, table_id, seat) DO UPDATE SET taken = $4",
            values(digest),
        )];
        if let Some(account) = account {
            statements.push(Statement::new(
                "INSERT INTO account_seats (account, table_id, seat, taken) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (account, table_id, seat) DO UPDATE SET taken = $4",
                values(account),
            ));
        }
        self.run(statements).await
    }

    /// The seats somebody holds, the last taken first; at one table, or at all.
    pub(crate) async fn held(
        &self,
        digest: &str,
        account: Option<&str>,
        table: Option<&str>,
    ) -> Result<Vec<HeldSeat>, Problem> {
        let rows = sqlx::query(
            "SELECT table_id, seat, taken FROM session_seats WHERE session = $1 AND ($3 = '' OR table_id = $3) \
             UNION SELECT table_id, seat, taken FROM account_seats WHERE account = $2 AND ($3 = '' OR table_id = $3) \
             ORDER BY taken DESC LIMIT 500",
        );
        let rows = rows.bind(digest.to_owned()).bind(account.unwrap_or_default().to_owned());
        let rows = rows.bind(table.unwrap_or_default().to_owned()).fetch_all(&self.readers).await?;
        let mut held: Vec<HeldSeat> = Vec::new();
        for row in rows {
            let seat = u8::try_from(row.try_get::<i64, _>(1)?).unwrap_or(u8::MAX);
            let one = HeldSeat { table: row.try_get(0)?, seat };
            if !held.contains(&one) {
                held.push(one);
            }
        }
        Ok(held)
    }

    /// The addresses of a seat.
    pub(crate) async fn addresses(&self, table: &str, seat: u8) -> Result<Vec<Address>, Problem> {
        let rows =
            sqlx::query("SELECT kind, address, stop FROM addresses WHERE table_id = $1 AND seat = $2 ORDER BY kind");
        let rows = rows.bind(table.to_owned()).bind(i64::from(seat)).fetch_all(&self.readers).await?;
        let address = |row: &sqlx::any::AnyRow| {
            Ok(Address { kind: row.try_get(0)?, address: row.try_get(1)?, stop: row.try_get(2)? })
        };
        rows.iter().map(address).collect()
    }

    /// Sets the addresses of a seat: those there were are forgotten. Whoever is waited for already is told at the time given,
    /// because nobody could be told before.
    pub(crate) async fn set_addresses(
        &self,
        table: &str,
        seat: u8,
        addresses: &[Address],
        notice_at: u64,
    ) -> Result<(), Problem> {
        self.file_table(table).await?;
        let forget = "DELETE FROM addresses WHERE table_id = $1 AND seat = $2";
        let mut statements = vec![Statement::new(forget, [table.into(), i64::from(seat).into()])];
        for Address { kind, address, stop } in addresses {
            statements.push(Statement::new(
                "INSERT INTO addresses (table_id, seat, kind, address, stop) VALUES ($1, $2, $3, $4, $5)",
                [
                    table.into(),
                    i64::from(seat).into(),
                    kind.as_str().into(),
                    address.as_str().into(),
                    stop.as_str().into(),
                ],
            ));
        }
        let waited_for = "UPDATE tables SET notice_at = $2, noticed = 0 WHERE id = $1 AND waits <> '[]'";
        statements.push(Statement::new(waited_for, [table.into(), as_row(notice_at).into()]));
        self.run(statements).await
    }

    /// Forgets the address that this stops.
    pub(crate) async fn stop_notices(&self, stop: &str) -> Result<(), Problem> {
        self.run(vec![Statement::new("DELETE FROM addresses WHERE stop = $1", [stop.into()])]).await
    }

    /// Somebody was told; says when he is told again, nought for never. If it is another's turn by now, that counts.
    pub(crate) async fn noticed(&self, table: &str, was: i64, again: u64) -> Result<(), Problem> {
        self.run(vec![Statement::new(
            "UPDATE tables SET notice_at = $3, noticed = noticed + 1 WHERE id = $1 AND notice_at = $2",
            [table.into(), was.into(), as_row(again).into()],
        )])
        .await
    }
}
