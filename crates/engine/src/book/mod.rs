//! The façade of a rulebook: typed for rules, studies and generals; erased (JSON in, JSON out) for everyone else.
//!
//! A rulebook implements [`Rulebook`] and one [`Procedure`] a procedure. Everything outside sees [`AnyRulebook`] and
//! [`AnyProcedure`], which are written once, here, for all of them. Nobody matches on a rulebook's name. [`shape`] reads a
//! schema for whoever has to fill it in, [`sweep()`](sweep::sweep) finds out which rules ever fire.

mod any;
mod evening;
mod line;
mod odds;
mod reading;
mod roster;
mod scale;
mod schema;
pub mod shape;
pub mod sweep;
mod wargame;
mod words;

use std::fmt::Debug;
use std::hash::Hash;

pub use any::{AnyProcedure, AnyRulebook, Progress, Resolution, Stopped, open, open_wargame};
pub use evening::{Evening, Settle, Settled, SettledOne};
pub(crate) use line::lines_of;
pub use line::{CellLine, ColumnLine, Line};
pub use odds::{OddsColumn, OddsRow};
pub use roster::{MusterRequest, Roster, RosterCommand, RosterLeader, RosterUnit};
pub use scale::{Grain, Measure, Piece, Rounding, Scale};
pub use schema::undescribed_fields;
use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
pub use wargame::{AnyField, Fielded, Folder, Wargame};

use crate::chart::{ChartSet, Source};
use crate::{Fault, Ledger, QuestionKind, Refusal, Ruling, Umpire};

/// The kind of ground a rulebook is played on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ground {
    /// A plane measured with a ruler.
    Plane,
    /// Hexagons that are counted.
    Hexes,
}

/// What a rulebook is, for lists and title pages.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct About {
    /// Its short name in commands and folders.
    pub slug: &'static str,
    /// Its published name.
    pub title: &'static str,
    /// The prefix of its rule ids.
    pub prefix: &'static str,
    /// What it models, in one sentence.
    pub summary: &'static str,
    /// What it is played on.
    pub ground: Ground,
    /// The dice it uses.
    pub dice: &'static str,
}

/// One rulebook, with its charts and switches as a table plays it.
pub trait Rulebook: Sized + Send + Sync + 'static {
    /// What happens, in its own words.
    type Event: Clone + Debug + Serialize + JsonSchema + Send;

    /// What it is.
    const ABOUT: About;
    /// Every kind of question it can ask.
    const QUESTIONS: &'static [&'static QuestionKind];

    /// Its charts as printed.
    fn sources() -> &'static [Source];

    /// Every statement of its charts.
    fn ledger() -> Ledger;

    /// Reads the charts into typed tables, once.
    fn open(charts: ChartSet) -> Result<Self, Fault>;

    /// The charts and switches it was opened with.
    fn charts(&self) -> &ChartSet;

    /// A random force, where the rulebook has tables for it; nothing where it has none.
    fn muster<U: Umpire<Event = Self::Event>>(
        &self,
        request: &MusterRequest,
        umpire: &mut U,
    ) -> Option<Ruling<Roster, U>> {
        let _ = (request, umpire);
        None
    }

    /// The scales it can be played at, from its charts; the one this table plays at comes first. None for rules that are
    /// not made for battles.
    fn scales(&self) -> Result<Vec<Scale>, Fault> {
        Ok(Vec::new())
    }

    /// Shows every procedure to a visitor, in the rulebook's order. A procedure joins everything (command line, odds,
    /// tests, benchmarks) by being named here.
    fn procedures(visitor: &mut impl ProcedureVisitor<Self>);
}

/// Is shown the procedures of a rulebook, one after another, each as its own type.
pub trait ProcedureVisitor<B: Rulebook> {
    /// One procedure.
    fn visit<P: Procedure<Book = B>>(&mut self);
}

/// A procedure that needs no map: a situation goes in, an outcome comes out.
pub trait Procedure: 'static {
    /// The rulebook it belongs to.
    type Book: Rulebook;
    /// What the charts ask about.
    type Situation: Clone + Debug + PartialEq + Serialize + DeserializeOwned + JsonSchema + Send + Sync;
    /// What comes of it.
    type Outcome: Clone + Debug + Eq + Hash + Serialize + JsonSchema;

    /// Its name in commands and files.
    const NAME: &'static str;
    /// The chapter of the rulebook it belongs to.
    const CHAPTER: &'static str;
    /// What it settles, in one sentence.
    const SUMMARY: &'static str;

    /// Situations worth looking at, the plainest first: the tour starts from them, and every test of all procedures runs
    /// them. At least one.
    fn examples() -> Vec<(&'static str, Self::Situation)>;

    /// Refuses a situation that cannot be, with every reason.
    fn check(book: &Self::Book, situation: &Self::Situation) -> Result<(), Refusal>;

    /// The procedure itself. The situation has been checked.
    fn run<U: Umpire<Event = <Self::Book as Rulebook>::Event>>(
        book: &Self::Book,
        situation: &Self::Situation,
        umpire: &mut U,
    ) -> Ruling<Self::Outcome, U>;

    /// The outcome in one line, as a player would say it.
    fn line(outcome: &Self::Outcome) -> String;

    /// The outcome in a few words, for odds: outcomes that come to the same thing say the same. The whole line, unless a
    /// procedure has so many outcomes that nobody would read them.
    fn gist(outcome: &Self::Outcome) -> String {
        Self::line(outcome)
    }
}
