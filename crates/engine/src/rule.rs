//! Rules that cite themselves.
//!
//! A rulebook's `ledger.tsv` lists every statement of its charts with a stable id. The build turns that list into one
//! constant a statement, so that code can only cite rules that exist, and a [`Rule`] always carries its wording.

use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};

/// What kind of statement a rule is, as its ledger sorts it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RuleKind {
    /// Something a piece or a player does, may do or may not do.
    Rule,
    /// An amount added to a die, or a shift of a column.
    Modifier,
    /// What a reading of a chart does.
    Result,
    /// A whole chart.
    Table,
    /// A rule a table may leave out.
    Optional,
    /// Ground, time and figure scales.
    Scale,
    /// A remark that explains another statement.
    Note,
}

/// One row of a ledger. Built only by the generated code of a rulebook.
#[derive(Debug)]
pub struct LedgerEntry {
    /// The stable id, such as `SE-CHARGE-4-TEST`.
    pub id: &'static str,
    /// What kind of statement it is.
    pub kind: RuleKind,
    /// The heading of the rulebook it stands under.
    pub chart: &'static str,
    /// The statement, in our words.
    pub statement: &'static str,
    /// Its place in the ledger, counted from zero.
    pub index: u16,
}

/// A citation of one statement of a rulebook.
#[derive(Clone, Copy)]
pub struct Rule(&'static LedgerEntry);

impl Rule {
    /// Wraps a ledger row. Only the code that `press` generates calls this; everything else uses its constants.
    #[doc(hidden)]
    pub const fn from_ledger(entry: &'static LedgerEntry) -> Self {
        Rule(entry)
    }

    /// The stable id, such as `SE-CHARGE-4-TEST`.
    pub const fn id(self) -> &'static str {
        self.0.id
    }

    /// What kind of statement it is.
    pub const fn kind(self) -> RuleKind {
        self.0.kind
    }

    /// The heading of the rulebook it stands under.
    pub const fn heading(self) -> &'static str {
        self.0.chart
    }

    /// The statement itself, in our words.
    pub const fn statement(self) -> &'static str {
        self.0.statement
    }

    /// Its place in the ledger, counted from zero.
    pub const fn index(self) -> usize {
        self.0.index as usize
    }
}

impl PartialEq for Rule {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl Eq for Rule {}

impl Hash for Rule {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.index.hash(state);
    }
}

impl fmt::Debug for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Serialize for Rule {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl JsonSchema for Rule {
    fn schema_name() -> Cow<'static, str> {
        "Rule".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "description": "The id of a statement in the rulebook's ledger." })
    }
}

/// What a rule needs that no procedure has, so that none can apply it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Beyond {
    /// A map: where things stand.
    Map,
    /// A turn: what comes after what.
    Turn,
    /// A campaign: what lies between battles.
    Campaign,
    /// Figures and bases on a table.
    Figure,
    /// Nothing at all: it is a title or a heading of the printed card.
    Layout,
}

impl Beyond {
    /// All of them.
    pub const ALL: [Beyond; 5] = [Beyond::Map, Beyond::Turn, Beyond::Campaign, Beyond::Figure, Beyond::Layout];

    /// Its name as files spell it.
    pub const fn name(self) -> &'static str {
        match self {
            Beyond::Map => "map",
            Beyond::Turn => "turn",
            Beyond::Campaign => "campaign",
            Beyond::Figure => "figure",
            Beyond::Layout => "layout",
        }
    }
}

/// Every statement of one rulebook, in its order.
#[derive(Clone, Copy, Debug)]
pub struct Ledger {
    entries: &'static [LedgerEntry],
    beyond: &'static [(u16, Beyond)],
}

impl Ledger {
    /// Wraps the generated rows of a rulebook.
    #[doc(hidden)]
    pub const fn new(entries: &'static [LedgerEntry]) -> Self {
        Ledger { entries, beyond: &[] }
    }

    /// The same ledger with what no procedure can apply: places in it, and what these rules need.
    #[doc(hidden)]
    pub const fn except(self, beyond: &'static [(u16, Beyond)]) -> Self {
        Ledger { beyond, ..self }
    }

    /// What a rule needs that no procedure has; nothing if a procedure can apply it.
    pub fn beyond(&self, rule: Rule) -> Option<Beyond> {
        let found = self.beyond.iter().find(|(index, _)| usize::from(*index) == rule.index());
        found.map(|(_, beyond)| *beyond)
    }

    /// How many statements there are.
    pub const fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none.
    pub const fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// All rules, in the rulebook's order.
    pub fn rules(&self) -> impl ExactSizeIterator<Item = Rule> + use<> {
        self.entries.iter().map(Rule)
    }

    /// The rule with this id, if there is one.
    pub fn find(&self, id: &str) -> Option<Rule> {
        self.entries.iter().find(|entry| entry.id == id).map(Rule)
    }
}
