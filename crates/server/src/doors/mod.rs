//! The routes: one list, from which both the router and the OpenAPI document are made.

mod accounts;
mod battles;
mod body;
mod house;
mod openapi;
mod play;
mod studies;
mod tables;

use axum::Router;
use axum::routing::{MethodRouter, delete, get, post, put};
use schemars::{JsonSchema, Schema, SchemaGenerator};

pub use openapi::{messages, openapi};

use crate::server::App;
use crate::{socket, wire};

/// How a schema is written.
type Describe = fn(&mut SchemaGenerator) -> Schema;

/// What a door answers.
#[derive(Clone, Copy)]
enum Answers {
    /// Data.
    Json(Describe),
    /// Anything else, by its kind.
    Other(&'static str),
    /// A socket, with what comes in and what goes out.
    Socket(Describe, Describe),
}

/// A route, with everything that is said of it.
struct Door {
    method: &'static str,
    path: &'static str,
    summary: &'static str,
    asks: Option<Describe>,
    looks: Option<Describe>,
    answers: Answers,
    opens: fn() -> MethodRouter<App>,
}

fn schema<T: JsonSchema>(generator: &mut SchemaGenerator) -> Schema {
    generator.subschema_for::<T>()
}

fn door(method: &'static str, path: &'static str, opens: fn() -> MethodRouter<App>, answers: Answers) -> Door {
    Door { method, path, summary: "", asks: None, looks: None, answers, opens }
}

fn json<T: JsonSchema>() -> Answers {
    Answers::Json(schema::<T>)
}

impl Door {
    fn says(self, summary: &'static str) -> Self {
        Door { summary, ..self }
    }

    /// What has to be in the body.
    fn asks<T: JsonSchema>(self) -> Self {
        Door { asks: Some(schema::<T>), ..self }
    }

    /// What may be in the query.
    fn looks<T: JsonSchema>(self) -> Self {
        Door { looks: Some(schema::<T>), ..self }
    }
}

/// Every route.
fn doors() -> Vec<Door> {
    [house_doors(), study_doors(), table_doors(), account_doors()].into_iter().flatten().collect()
}

fn house_doors() -> Vec<Door> {
    vec![
        door("get", "/health", || get(house::health), json::<house::Health>())
            .says("Whether the server is up and its store answers"),
        door("get", "/metrics", || get(house::metrics), Answers::Other("text/plain"))
            .says("What the server has done, for Prometheus"),
        door("get", "/api/v1/stop/{stop}", || get(house::ask_stop), Answers::Other("text/html"))
            .says("A page that asks whether notices to an address shall stop"),
        door("post", "/api/v1/stop/{stop}", || post(house::stop), Answers::Other("text/html"))
            .says("Stops the notices to an address"),
        door("get", "/api/v1/openapi.json", || get(house::document), Answers::Other("application/json"))
            .says("This document"),
        door("get", "/api/v1/rulebooks", || get(battles::rulebooks), json::<Vec<battles::RulebookLine>>())
            .says("The rulebooks, with their optional rules"),
        door("get", "/api/v1/generals", || get(battles::generals), json::<Vec<crate::config::Rank>>())
            .says("Players that are programs, the easiest first"),
        door("get", "/api/v1/battles", || get(battles::list), json::<Vec<crate::library::BattleLine>>())
            .says("The battles that are at hand"),
        door("get", "/api/v1/battles/{battle}", || get(battles::show), json::<battles::BattlePage>())
            .says("A battle: facts, history and the certificate of its balance"),
        door("get", "/api/v1/battles/{battle}/map.svg", || get(battles::map), Answers::Other("image/svg+xml"))
            .says("The map of a battle, as a rulebook wants it")
            .looks::<battles::MapStyle>(),
    ]
}

fn study_doors() -> Vec<Door> {
    vec![
        door("post", "/api/v1/studies", || post(studies::make), json::<crate::studies::StudyPage>())
            .says("Begins a study: many battles between generals")
            .asks::<studies::MakeStudy>(),
        door("get", "/api/v1/studies/{study}", || get(studies::show), json::<crate::studies::StudyPage>())
            .says("How far a study has come, and what it has found so far"),
        door("delete", "/api/v1/studies/{study}", || delete(studies::cancel), json::<crate::studies::StudyPage>())
            .says("Ends a study; what was fought stays"),
    ]
}

fn table_doors() -> Vec<Door> {
    vec![
        door("post", "/api/v1/tables", || post(tables::make), json::<tables::Made>())
            .says("Makes a table, and gives a link for each seat")
            .asks::<tables::MakeTable>(),
        door("post", "/api/v1/tables/import", || post(tables::import), json::<tables::Made>())
            .says("Makes a table of a game that was exported; it goes on where it was")
            .asks::<crate::room::Exported>(),
        door("post", "/api/v1/tables/{table}/branch", || post(tables::branch), json::<tables::Made>())
            .says("Makes a table that goes on from a turn of this one, with dice of its own")
            .looks::<play::Named>()
            .asks::<tables::BranchOff>(),
        door("get", "/api/v1/tables/{table}", || get(tables::about), json::<tables::TablePage>())
            .says("What table this is, and who sits where")
            .looks::<play::Named>(),
        door("post", "/api/v1/tables/{table}/sit", || post(tables::sit), json::<tables::Sat>())
            .says("Sits down with the token of a link; the session keeps the seat")
            .asks::<tables::SitDown>(),
        door("put", "/api/v1/tables/{table}/word", || put(tables::word), json::<tables::Done>())
            .says("Adds a word to the dice, before the first order")
            .asks::<tables::GiveWord>(),
        door("put", "/api/v1/tables/{table}/notices", || put(tables::notices), json::<tables::Done>())
            .says("Where the seat wants to be told that it is its turn")
            .asks::<tables::Notices>(),
        door("get", "/api/v1/tables/{table}/notices", || get(tables::notices_of), json::<tables::NoticesLine>())
            .says("Where the seat is told that it is its turn")
            .looks::<play::Named>(),
        door("get", "/api/v1/tables/{table}/map.svg", || get(tables::map), Answers::Other("image/svg+xml"))
            .says("The map of the table's battle")
            .looks::<battles::MapStyle>(),
        door("get", "/api/v1/tables/{table}/schema", || get(tables::schema), json::<tables::Schemas>())
            .says("The schemas of the orders and the view of the table's game"),
        door("get", "/api/v1/tables/{table}/export", || get(tables::export), json::<crate::room::Exported>())
            .says("The game as one file")
            .looks::<play::Named>(),
        door("post", "/api/v1/tables/{table}/close", || post(play::close), json::<table::Tell>())
            .says("Ends the game and shows the secret of its dice")
            .looks::<play::Named>(),
        door("post", "/api/v1/tables/{table}/asks", || post(play::ask), json::<table::Tell>())
            .says("Asks something of the table")
            .looks::<play::Named>()
            .asks::<table::Ask>(),
        door("get", "/api/v1/tables/{table}/news", || get(play::news), json::<table::News>())
            .says("How the table stands for the seat, with the journal from a page on")
            .looks::<play::Since>(),
        door(
            "get",
            "/api/v1/tables/{table}/socket",
            || get(socket::open),
            Answers::Socket(schema::<wire::Request>, schema::<wire::Frame>),
        )
        .says("The same messages over a WebSocket, with news as they happen")
        .looks::<socket::Coming>(),
    ]
}

fn account_doors() -> Vec<Door> {
    vec![
        door("post", "/api/v1/accounts", || post(accounts::register), json::<accounts::Me>())
            .says("Makes an account, and logs it in")
            .asks::<accounts::Credentials>(),
        door("get", "/api/v1/session", || get(accounts::me), json::<accounts::Me>()).says("Who is asking"),
        door("post", "/api/v1/session", || post(accounts::log_in), json::<accounts::Me>())
            .says("Logs in; the seats of the session go to the account")
            .asks::<accounts::Credentials>(),
        door("delete", "/api/v1/session", || delete(accounts::log_out), json::<tables::Done>())
            .says("Logs out and forgets the session"),
        door("get", "/api/v1/session/tables", || get(accounts::tables), json::<Vec<accounts::MySeat>>())
            .says("The tables at which whoever asks has a seat, the last taken first"),
    ]
}

/// All routes.
pub(crate) fn router() -> Router<App> {
    doors().into_iter().fold(Router::new(), |router, door| router.route(door.path, (door.opens)()))
}
