//! The house itself: health, metrics, its own description, and notices that somebody no longer wants.

use std::sync::OnceLock;

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{Html, IntoResponse};
use schemars::JsonSchema;
use serde::Serialize;

use crate::problem::Problem;
use crate::server::App;
use crate::store::Counted;

/// How the server is.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Health {
    /// Always `up`: a server that is not does not answer so.
    status: &'static str,
    /// Its version.
    version: &'static str,
    /// Tables in the store.
    tables: i64,
    /// Entries in the store.
    entries: i64,
}

pub(super) async fn health(State(app): State<App>) -> Result<Json<Health>, Problem> {
    let tables = app.store.count(Counted::Tables).await?;
    let entries = app.store.count(Counted::Entries).await?;
    Ok(Json(Health { status: "up", version: env!("CARGO_PKG_VERSION"), tables, entries }))
}

pub(super) async fn metrics(State(app): State<App>) -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], app.metrics.text())
}

pub(super) async fn document() -> impl IntoResponse {
    static TEXT: OnceLock<String> = OnceLock::new();
    let text = TEXT.get_or_init(|| super::openapi().to_string());
    ([(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-cache")], text.as_str())
}

fn page(words: &str, inside: &str) -> Html<String> {
    Html(format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Long Roll</title><h1>Long Roll</h1>\
         <p>{words}</p>{inside}</html>"
    ))
}

/// Programs that look at mail follow its links; only a person presses the button.
pub(super) async fn ask_stop(Path(_): Path<String>) -> Html<String> {
    page("No more notices to this address?", "<form method=\"post\"><button>Stop them</button></form>")
}

pub(super) async fn stop(State(app): State<App>, Path(stop): Path<String>) -> Result<Html<String>, Problem> {
    app.store.stop_notices(&stop).await?;
    Ok(page("There will be no more notices to this address.", ""))
}
