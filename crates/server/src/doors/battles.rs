//! What there is: rulebooks, generals, battles and their maps.

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::body::Looks;
use crate::config::Rank;
use crate::library::{BALANCE, BattleLine, House};
use crate::problem::Problem;
use crate::server::App;

/// A rulebook.
#[derive(Serialize, JsonSchema)]
pub(crate) struct RulebookLine {
    /// Its short name.
    rulebook: &'static str,
    /// Its published name.
    title: &'static str,
    /// What it models.
    summary: &'static str,
    /// The dice it uses.
    dice: &'static str,
    /// Whether whole battles can be played by it.
    plays_battles: bool,
    /// Its optional rules.
    switches: Vec<SwitchLine>,
    /// What players may be asked, for standing orders.
    questions: Vec<QuestionLine>,
}

/// A question that players may be asked.
#[derive(Serialize, JsonSchema)]
pub(crate) struct QuestionLine {
    /// Its name.
    question: &'static str,
    /// The question as a player reads it.
    prompt: &'static str,
    /// What depends on the answer.
    about: &'static str,
    /// The rule that gives the choice.
    rule: &'static str,
    /// Everything that may be answered, in words; nothing where a number is.
    answers: &'static [&'static str],
}

/// An optional rule.
#[derive(Serialize, JsonSchema)]
pub(crate) struct SwitchLine {
    /// Its name.
    switch: String,
    /// How it is set as printed.
    default: String,
    /// How it may be set.
    choices: Vec<String>,
    /// What it does.
    effect: String,
}

pub(super) async fn rulebooks(State(app): State<App>) -> Json<Vec<RulebookLine>> {
    let books = app.library.books().iter().map(|book| {
        let about = book.about();
        let switches = book.charts().switches().iter().map(|switch| SwitchLine {
            switch: switch.id.clone(),
            default: switch.default.clone(),
            choices: switch.choices.clone(),
            effect: switch.effect.clone(),
        });
        let questions = book.questions().iter().map(|question| QuestionLine {
            question: question.name,
            prompt: question.prompt,
            about: question.about,
            rule: question.rule.id(),
            answers: question.answers.names(),
        });
        RulebookLine {
            rulebook: about.slug,
            title: about.title,
            summary: about.summary,
            dice: about.dice,
            plays_battles: book.is_wargame(),
            switches: switches.collect(),
            questions: questions.collect(),
        }
    });
    Json(books.collect())
}

pub(super) async fn generals(State(app): State<App>) -> Json<Vec<Rank>> {
    Json(app.config.generals.ranks.clone())
}

pub(super) async fn list(State(app): State<App>) -> Json<Vec<BattleLine>> {
    Json(app.library.battles().iter().map(|shown| shown.line.clone()).collect())
}

/// A battle with everything there is to read about it.
#[derive(Serialize, JsonSchema)]
pub(crate) struct BattlePage {
    /// Facts.
    #[serde(flatten)]
    line: BattleLine,
    /// What happened, losses and sources, as Markdown.
    history: Option<String>,
    /// What a study found about its balance.
    balance: Option<Value>,
    /// How the winner is told.
    victory: Option<String>,
    /// The rulebooks it can be played by on a map.
    played_by: Vec<&'static str>,
}

pub(super) async fn show(State(app): State<App>, Path(name): Path<String>) -> Result<Json<BattlePage>, Problem> {
    let library = app.library.clone();
    // Mustering a battle under every rulebook takes a moment the first time.
    let page = tokio::task::spawn_blocking(move || {
        let shown = library.battle(&name)?;
        let plays = |slug: &str| library.field(slug, &House::default(), &shown.folder).is_ok();
        let suits = |slug: &str| shown.line.suits.is_empty() || shown.line.suits.iter().any(|suited| suited == slug);
        let slugs = library.books().iter().map(|book| book.about().slug);
        let balance = shown.folder.files.get(BALANCE).and_then(|bytes| serde_json::from_slice(bytes).ok());
        Ok(BattlePage {
            line: shown.line.clone(),
            history: shown.battle.history.clone(),
            balance,
            victory: shown.battle.plan.victory.clone(),
            played_by: slugs.filter(|slug| suits(slug) && plays(slug)).collect(),
        })
    });
    page.await.map_err(|error| Problem::broken("a battle cannot be shown", &error))?.map(Json)
}

/// How a map is drawn.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct MapStyle {
    /// The rulebook the map is for.
    pub rulebook: Option<String>,
    /// How troops are drawn: bars, stands or nato.
    pub style: Option<String>,
    /// Whether only the ground is drawn, for a page that lays its own pieces over it.
    #[serde(default)]
    pub bare: bool,
}

pub(super) async fn map(
    State(app): State<App>,
    Path(name): Path<String>,
    Looks(style): Looks<MapStyle>,
) -> Result<Response, Problem> {
    let library = app.library.clone();
    let drawn = tokio::task::spawn_blocking(move || {
        let battle = &library.battle(&name)?.battle;
        library.map(battle, style.rulebook.as_deref(), style.style.as_deref(), style.bare)
    });
    picture(drawn.await.map_err(|error| Problem::broken("a map cannot be drawn", &error))??)
}

/// A map as an answer.
pub(super) fn picture(svg: String) -> Result<Response, Problem> {
    let headers = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "private, max-age=3600")];
    Ok((headers, svg).into_response())
}
