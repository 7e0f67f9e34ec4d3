//! What the page and the engine say to each other. The page's TypeScript is made from these types (`typescript.rs`), so that
//! nothing is written twice.

mod book;
mod course;

use serde::{Deserialize, Serialize};
use serde_json::Value;

#[cfg(test)]
use ts_rs::TS;

pub use book::{
    Book, Change, Chart, Choice, Column, Example, Field, Kind, Procedure, Rule, Shape, Sheet, Switch, Title,
};
pub use course::{DiceAsked, Fault, OddsColumn, OddsRow, Paused, Pending, Question, Reason, Settled, Verified};

/// What can be asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// The rulebooks there are.
    Shelf,
    /// One number from a fixed job on hexes and on the plane: whether this machine reckons as every other does.
    FieldCheck,
    /// A whole rulebook: procedures, charts, switches, rules.
    Book {
        /// Which rulebook, and how the table plays it.
        table: TableOf,
    },
    /// One chart as its file has it, for house rules.
    Sheet {
        /// Which rulebook, and how the table plays it.
        table: TableOf,
        /// Which chart.
        chart: String,
    },
    /// One procedure, settled with these dice and answers as far as they go.
    Resolve {
        /// What is to be settled.
        matter: Matter,
        /// The dice, in the order they fell.
        #[serde(default)]
        dice: Vec<Thrown>,
        /// The answers, as numbers of choices.
        #[serde(default)]
        answers: Vec<u32>,
    },
    /// The exact odds of one procedure.
    Odds {
        /// What is to be settled.
        matter: Matter,
        /// Answers by the name of the question; open questions are shown side by side.
        #[serde(default)]
        orders: Vec<(String, String)>,
    },
    /// How often each outcome comes up in rollouts.
    Rollouts {
        /// What is to be settled.
        matter: Matter,
        /// The seed of the dice.
        #[cfg_attr(test, ts(type = "number"))]
        seed: u64,
        /// How many.
        #[cfg_attr(test, ts(type = "number"))]
        times: u64,
    },
    /// Whether the dice of a saved game are those that were committed to before it began.
    Verify {
        /// The save, as text.
        save: String,
    },
}

/// A rulebook as a table plays it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct TableOf {
    /// Which rulebook.
    pub rulebook: String,
    /// What the table changes in it.
    #[serde(default)]
    pub house: House,
}

/// What a table changes in a rulebook.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct House {
    /// Switches by name, each with its choice.
    #[serde(default)]
    pub switches: Vec<(String, String)>,
    /// Cells of charts that say something else.
    #[serde(default)]
    pub cells: Vec<HouseCell>,
}

/// One cell that says something else.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct HouseCell {
    /// The chart's id.
    pub chart: String,
    /// The row, counted from zero below the heading.
    pub row: u16,
    /// The column of the file, counted from zero.
    pub column: u16,
    /// What counts now.
    pub text: String,
}

/// A procedure and a situation.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Matter {
    /// Which rulebook, and how the table plays it.
    pub table: TableOf,
    /// Which procedure.
    pub procedure: String,
    /// The situation, as its shape describes it.
    #[cfg_attr(test, ts(type = "Json"))]
    pub situation: Value,
}

/// A die that has fallen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(TS))]
pub struct Thrown {
    /// What it shows.
    pub face: u8,
    /// Whether a person typed it; otherwise the page threw it.
    #[serde(default)]
    pub typed: bool,
}

/// What is answered.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum Reply {
    /// The rulebooks, in the order of the shelf.
    Shelf(Vec<Title>),
    /// The number of the fixed job, as text: 64 bits do not survive every reader of JSON.
    FieldCheck(String),
    /// A whole rulebook.
    Book(Box<Book>),
    /// One chart as its file has it.
    Sheet(Sheet),
    /// A procedure that is settled.
    Done(Box<Settled>),
    /// A procedure that waits for dice or an answer.
    Waiting(Box<Paused>),
    /// Exact odds, one column a set of decisions.
    Odds(Vec<OddsColumn>),
    /// How often each outcome came up, by the outcome as JSON text.
    #[cfg_attr(test, ts(type = "Record<string, number>"))]
    Rollouts(Value),
    /// What a saved game says of its dice.
    Verified(Box<Verified>),
    /// The rules say no.
    Refused(Vec<Reason>),
    /// A question has more answers than can be shown side by side.
    Open(Box<Question>),
    /// The request or the house rules do not hold.
    Faults(Vec<Fault>),
}
