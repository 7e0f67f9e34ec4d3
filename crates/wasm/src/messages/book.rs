//! A rulebook as the page sees it: what can be settled, what the charts say, what a table may change.

use serde::Serialize;
use serde_json::Value;
use telling::Lit;

#[cfg(test)]
use ts_rs::TS;

/// What a rulebook is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Title {
    /// Its short name.
    pub slug: &'static str,
    /// Its published name.
    pub title: &'static str,
    /// What it models, in one sentence.
    pub summary: &'static str,
    /// The dice it uses.
    pub dice: &'static str,
    /// The prefix of its rule ids.
    pub prefix: &'static str,
    /// Its scales, each in a few words; the one this table plays at comes first.
    pub scales: Vec<String>,
}

/// A whole rulebook, as a table plays it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Book {
    /// What it is.
    pub title: Title,
    /// Its procedures, in its order.
    pub procedures: Vec<Procedure>,
    /// Its charts, in its order.
    pub charts: Vec<Chart>,
    /// Its switches, as they are set.
    pub switches: Vec<Switch>,
    /// Every statement of its charts.
    pub rules: Vec<Rule>,
    /// What the house rules changed.
    pub changes: Vec<Change>,
}

/// A procedure that needs no map.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Procedure {
    /// Its name.
    pub name: &'static str,
    /// The chapter it belongs to.
    pub chapter: &'static str,
    /// What it settles.
    pub summary: &'static str,
    /// What it asks for.
    pub shape: Shape,
    /// Situations worth looking at, the plainest first.
    pub examples: Vec<Example>,
}

/// A situation worth looking at.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Example {
    /// What it is.
    pub name: &'static str,
    /// The situation itself.
    #[cfg_attr(test, ts(type = "Json"))]
    pub situation: Value,
}

/// What a value may be.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Shape {
    /// Yes or no.
    YesNo,
    /// A whole number in this span.
    Whole {
        /// The lowest.
        #[cfg_attr(test, ts(type = "number"))]
        least: i64,
        /// The highest.
        #[cfg_attr(test, ts(type = "number"))]
        most: i64,
    },
    /// Any number.
    Number,
    /// Any text.
    Text,
    /// One of these names.
    Choice {
        /// The names.
        choices: Vec<Choice>,
    },
    /// Nothing, or this.
    Optional {
        /// What it is if it is anything.
        inner: Box<Shape>,
    },
    /// Any number of these.
    List {
        /// What each is.
        inner: Box<Shape>,
    },
    /// Named fields.
    Record {
        /// The fields, in their order.
        fields: Vec<Field>,
    },
    /// One of several shapes, by name.
    OneOf {
        /// The shapes.
        kinds: Vec<Kind>,
    },
    /// Always this.
    Constant {
        /// The value.
        #[cfg_attr(test, ts(type = "Json"))]
        value: Value,
    },
    /// Something that has to be typed as JSON.
    Json,
}

/// One name to choose.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Choice {
    /// The name.
    pub name: String,
    /// What it means.
    pub about: String,
}

/// One shape of several.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Kind {
    /// The name.
    pub name: String,
    /// What it means.
    pub about: String,
    /// The shape.
    pub shape: Shape,
}

/// One field of a record.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Field {
    /// Its name.
    pub name: String,
    /// What it is.
    pub about: String,
    /// Whether somebody has to say it.
    pub required: bool,
    /// What it is if nobody says.
    #[cfg_attr(test, ts(type = "Json"))]
    pub default: Value,
    /// What it may be.
    pub shape: Shape,
}

/// A chart as its card shows it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Chart {
    /// Its id.
    pub id: String,
    /// The chapter it stands in.
    pub chapter: String,
    /// Its title.
    pub title: String,
    /// A note below it; may be empty.
    pub note: String,
    /// Whether it stands on the card; the others only programs read.
    pub on_card: bool,
    /// The columns that people see.
    pub columns: Vec<Column>,
    /// What they say, row by row.
    pub rows: Vec<Vec<String>>,
}

/// A column of a chart on its card.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Column {
    /// What stands above it.
    pub heading: String,
    /// Whether each cell stands below its row.
    pub below: bool,
    /// Its place in the file.
    pub place: usize,
    /// The place in the file of the column in which its spans end.
    pub until: Option<usize>,
}

/// A chart as its file has it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Sheet {
    /// The headings.
    pub columns: Vec<String>,
    /// The cells, row by row.
    pub rows: Vec<Vec<String>>,
}

/// A switch as it is set.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Switch {
    /// Its name.
    pub id: String,
    /// How it is set.
    pub value: String,
    /// How it is set as printed.
    pub default: String,
    /// How it may be set.
    pub choices: Vec<String>,
    /// What it does.
    pub effect: String,
}

/// A statement of a rulebook's charts.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Rule {
    /// Its stable id.
    pub id: &'static str,
    /// The heading it stands under.
    pub heading: &'static str,
    /// The statement, in our words.
    pub statement: &'static str,
}

/// A cell or switch that the house rules changed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Change {
    /// The chart's id; `switches` for a switch.
    pub chart: &'static str,
    /// The row's heading; the name of a switch.
    pub row: String,
    /// The column's heading.
    pub column: String,
    /// What is printed.
    pub printed: String,
    /// What counts now.
    pub now: String,
    /// Where the card shows it.
    #[cfg_attr(test, ts(type = "Lit"))]
    pub lit: Lit,
}
