//! Playing without a socket.

use std::sync::Arc;
use std::time::Instant;

use axum::Json;
use axum::extract::{Path, State};
use schemars::JsonSchema;
use serde::Deserialize;
use table::{Ask, News, Tell};

use super::body::{Asked, Body, Looks};
use crate::guard::Asker;
use crate::problem::Problem;
use crate::room::{Answer, Input, ONLOOKER};
use crate::server::App;
use crate::session::Who;

/// Which seat is meant.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Named {
    /// The seat, where somebody has several.
    pub seat: Option<u8>,
}

/// From where on somebody reads.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Since {
    /// The seat, where somebody has several.
    seat: Option<u8>,
    /// The first page of the journal that was not read yet.
    #[serde(default)]
    since: u32,
}

impl Asked for Ask {}

pub(super) async fn ask(
    State(app): State<App>,
    who: Who,
    Path(table): Path<String>,
    Looks(named): Looks<Named>,
    Body(ask): Body<Ask>,
) -> Result<Json<Tell>, Problem> {
    put(&app, &who, &table, named.seat, ask).await
}

pub(super) async fn close(
    State(app): State<App>,
    who: Who,
    Path(table): Path<String>,
    Looks(named): Looks<Named>,
) -> Result<Json<Tell>, Problem> {
    put(&app, &who, &table, named.seat, Ask::Close).await
}

/// Puts a question to the room.
async fn put(app: &App, who: &Who, table: &str, named: Option<u8>, ask: Ask) -> Result<Json<Tell>, Problem> {
    let received = Instant::now();
    let seat = who.seat(app, table, named).await?;
    let address = (seat == ONLOOKER).then_some(who.address);
    if !app.guard.seats.allows(Asker { table: Arc::from(table), seat: seat.0, address }) {
        return Err(Problem::too_often());
    }
    let input = |to| Input::Ask { seat, ask: Box::new(ask.clone()), received, to };
    match app.rooms.call(table, input).await? {
        Answer::Tell(tell) => Ok(Json(tell)),
        _ => Err(Problem::later()),
    }
}

pub(super) async fn news(
    State(app): State<App>,
    who: Who,
    Path(table): Path<String>,
    Looks(looks): Looks<Since>,
) -> Result<Json<News>, Problem> {
    let seat = who.seat(&app, &table, looks.seat).await?;
    match app.rooms.call(&table, |to| Input::News { seat, since: looks.since, to }).await? {
        Answer::News(news) => Ok(Json(*news)),
        _ => Err(Problem::later()),
    }
}
