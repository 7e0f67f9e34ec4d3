//! Accounts: for people who want their seats from every machine.

use argon2::Argon2;
use argon2::password_hash::{PasswordHash, PasswordHasher, PasswordVerifier, SaltString};
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{AppendHeaders, IntoResponse, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::body::{Asked, Body};
use super::tables::{DONE, Done};
use crate::clock;
use crate::problem::{Kind, Problem};
use crate::server::App;
use crate::session::{self, Session, Who};
use crate::store::Account;
use crate::token;

/// A name and its password.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Credentials {
    /// The name.
    name: String,
    /// The password.
    password: String,
}

impl Asked for Credentials {}

/// Whoever is asking.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Me {
    /// The name of his account, if he is logged in.
    name: Option<String>,
}

/// A seat at a table.
#[derive(Serialize, JsonSchema)]
pub(crate) struct MySeat {
    /// The table.
    table: String,
    /// The seat.
    seat: u8,
    /// What the game is called.
    title: String,
    /// Whose name stands on the seat.
    name: String,
    /// The rulebook.
    rulebook: String,
    /// Whether it is this seat's turn.
    is_my_turn: bool,
}

fn check(wanted: &Credentials) -> Result<(), Problem> {
    let name = wanted.name.trim();
    if !(2..=40).contains(&name.chars().count()) || !table::shows_itself(name) {
        return Err(Problem::senseless("this is no name", "take one of 2 to 40 characters that can all be seen"));
    }
    if !(10..=200).contains(&wanted.password.chars().count()) {
        return Err(Problem::senseless("this password is too short or too long", "take one of 10 to 200 characters"));
    }
    Ok(())
}

/// Hashing a password is meant to take long: it is done aside.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> Result<T, String> + Send + 'static) -> Result<T, Problem> {
    let done =
        tokio::task::spawn_blocking(work).await.map_err(|error| Problem::broken("a password is not hashed", &error))?;
    done.map_err(|error| Problem::broken("a password is not hashed", &error))
}

async fn hash(password: String) -> Result<String, Problem> {
    let chance = token::bytes()?;
    aside(move || {
        let salt = SaltString::encode_b64(&chance).map_err(|error| error.to_string())?;
        let hash = Argon2::default().hash_password(password.as_bytes(), &salt);
        hash.map(|hash| hash.to_string()).map_err(|error| error.to_string())
    })
    .await
}

async fn fits(hash: String, password: String) -> Result<bool, Problem> {
    aside(move || {
        let hash = PasswordHash::new(&hash).map_err(|error| error.to_string())?;
        Ok(Argon2::default().verify_password(password.as_bytes(), &hash).is_ok())
    })
    .await
}

pub(super) async fn register(
    State(app): State<App>,
    who: Who,
    Body(wanted): Body<Credentials>,
) -> Result<Response, Problem> {
    app.guard.spend(who.address)?;
    check(&wanted)?;
    let shown = wanted.name.trim().to_owned();
    let account = Account { id: token::table()?, shown, password: hash(wanted.password).await? };
    app.store.register(&account, clock::now()).await.map_err(|problem| match problem.problem {
        Kind::Taken => Problem::new(Kind::Taken, "somebody has this name already", "choose another"),
        _ => problem,
    })?;
    welcome(&app, &who, account).await
}

pub(super) async fn log_in(
    State(app): State<App>,
    who: Who,
    Body(given): Body<Credentials>,
) -> Result<Response, Problem> {
    app.guard.spend(who.address)?;
    let account = app.store.account(&given.name).await?;
    // A name that nobody has takes as long as one with another password: either is hashed once.
    let fits = match &account {
        Some(account) => fits(account.password.clone(), given.password).await?,
        None => hash(given.password).await.map(|_| false)?,
    };
    match account.filter(|_| fits) {
        Some(account) => welcome(&app, &who, account).await,
        None => Err(Problem::new(Kind::NotYours, "the name or the password is another", "try again")),
    }
}

/// Begins a session of an account; the seats of the session before go along.
async fn welcome(app: &App, who: &Who, account: Account) -> Result<Response, Problem> {
    let before = who.session(app).await?;
    let (digest, cookie) = session::begin(app, Some(account.id.clone())).await?;
    // Seats that came with another account stay that account's.
    if let Some(Session { digest: old, account: None }) = before {
        for held in app.store.held(&old, None, None).await? {
            app.store.sit(&digest, Some(&account.id), &held.table, held.seat, clock::now()).await?;
        }
        app.store.end_session(&old).await?;
    }
    let me = Json(Me { name: Some(account.shown) });
    Ok((AppendHeaders([(header::SET_COOKIE, cookie)]), me).into_response())
}

pub(super) async fn me(State(app): State<App>, who: Who) -> Result<Json<Me>, Problem> {
    let name = who.session(&app).await?.and_then(|session| session.account).map(|(_, name)| name);
    Ok(Json(Me { name }))
}

pub(super) async fn log_out(State(app): State<App>, who: Who) -> Result<Response, Problem> {
    if let Some(session) = who.session(&app).await? {
        app.store.end_session(&session.digest).await?;
    }
    let done: Json<Done> = DONE;
    Ok((AppendHeaders([(header::SET_COOKIE, session::forget(&app))]), done).into_response())
}

pub(super) async fn tables(State(app): State<App>, who: Who) -> Result<Json<Vec<MySeat>>, Problem> {
    let session = who.session(&app).await?.ok_or_else(Problem::not_yours)?;
    let account = session.account.as_ref().map(|(id, _)| id.as_str());
    let mut mine = Vec::new();
    for held in app.store.held(&session.digest, account, None).await? {
        let Some((rulebook, setup, waits)) = app.store.table_line(&held.table).await? else { continue };
        let name = setup.seats.get(usize::from(held.seat)).map(|seat| seat.name.clone()).unwrap_or_default();
        mine.push(MySeat {
            is_my_turn: waits.contains(&held.seat),
            table: held.table,
            seat: held.seat,
            title: setup.settings.title,
            name,
            rulebook,
        });
    }
    Ok(Json(mine))
}
