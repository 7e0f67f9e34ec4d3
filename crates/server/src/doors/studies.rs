//! Studies: begun, watched, cancelled.

use axum::Json;
use axum::extract::{Path, State};
use schemars::JsonSchema;
use serde::Deserialize;
use study::{Bouts, Subject};

use super::body::{Asked, Body};
use crate::library::House;
use crate::problem::Problem;
use crate::server::App;
use crate::session::Who;
use crate::studies::{BATTLES_MAX, Matter, StudyPage};
use crate::token;

/// A study that is to be made.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct MakeStudy {
    /// The battle, by the name of its folder.
    battle: String,
    /// The rulebook.
    rulebook: String,
    /// What is changed in the rules.
    #[serde(default)]
    house: House,
    /// How many battles.
    battles: u64,
    /// The seed of the first.
    #[serde(default = "seed")]
    seed: u64,
    /// Who leads union and confederates in the first half; in the second half they change sides.
    #[serde(default = "sergeants")]
    generals: [String; 2],
}

impl Asked for MakeStudy {}

/// The seed the command line begins with.
fn seed() -> u64 {
    1862
}

fn sergeants() -> [String; 2] {
    ["sergeant".to_owned(), "sergeant".to_owned()]
}

pub(super) async fn make(
    State(app): State<App>,
    who: Who,
    Body(wanted): Body<MakeStudy>,
) -> Result<Json<StudyPage>, Problem> {
    app.guard.spend(who.address)?;
    if !(1..=BATTLES_MAX).contains(&wanted.battles) {
        let advice = format!("fight one battle at least and {BATTLES_MAX} at most; the command line fights more");
        return Err(Problem::senseless("so many battles are not fought here", advice));
    }
    for name in &wanted.generals {
        app.config.generals.check(name)?;
    }
    let library = app.library.clone();
    let matter = tokio::task::spawn_blocking(move || {
        let shown = library.battle(&wanted.battle)?;
        let book = library.book_with(&wanted.rulebook, &wanted.house)?;
        let field = library.field(&wanted.rulebook, &wanted.house, &shown.folder)?;
        let subject = Matter::named(Subject::of(book.as_ref(), field.as_ref()), &shown.battle);
        let MakeStudy { battles, seed, generals, .. } = wanted;
        let bouts = Bouts { generals, battles, seed, threads: None, keeps_laws: false };
        Ok::<_, Problem>(Matter { subject, field, bouts })
    });
    let matter = matter.await.map_err(|error| Problem::broken("a study cannot be begun", &error))??;
    app.studies.begin(token::secret()?, matter).map(Json)
}

pub(super) async fn show(State(app): State<App>, Path(study): Path<String>) -> Result<Json<StudyPage>, Problem> {
    let shown = tokio::task::spawn_blocking(move || app.studies.page(&study));
    shown.await.map_err(|error| Problem::broken("a study cannot be shown", &error))?.map(Json)
}

pub(super) async fn cancel(State(app): State<App>, Path(study): Path<String>) -> Result<Json<StudyPage>, Problem> {
    app.studies.cancel(&study).map(Json)
}
