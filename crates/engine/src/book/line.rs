//! What happened, line by line, in a form that needs no rulebook to read.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;

use crate::chart::ChartSet;
use crate::{Cell, Entry, Kept, Rule};

/// One line of a resolution.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(tag = "line", rename_all = "kebab-case")]
pub enum Line {
    /// Dice were thrown.
    Rolled {
        /// Which dice, as a player would call them.
        throw: String,
        /// What they showed.
        faces: Vec<u8>,
        /// How the rule reads them.
        reading: i16,
        /// Which of them a person typed, die by die.
        typed: Vec<bool>,
        /// The rule that wanted them.
        rule: Rule,
    },
    /// Before an order is given: dice that are still to fall.
    Awaited {
        /// Which dice.
        throw: String,
        /// The rule that wants them.
        rule: Rule,
        /// The column they will be read in.
        column: Option<ColumnLine>,
    },
    /// Before an order is given: a player is supposed to decide so.
    Supposed {
        /// Who decides.
        side: crate::Side,
        /// What he will be asked.
        prompt: &'static str,
        /// What is usually said.
        answer: String,
        /// The rule that gives the choice.
        rule: Rule,
    },
    /// A modifier was added.
    Modified {
        /// The rule that gives it.
        rule: Rule,
        /// How much.
        amount: i16,
        /// Where it stands.
        cell: CellLine,
    },
    /// A cell of a chart was read.
    Looked {
        /// Where, and what it says.
        cell: CellLine,
    },
    /// A rule was applied.
    Cited {
        /// Which.
        rule: Rule,
    },
    /// A player decided.
    Asked {
        /// The name of the question.
        question: &'static str,
        /// Who decided.
        side: crate::Side,
        /// What he was asked.
        prompt: &'static str,
        /// What he said.
        answer: String,
        /// The rule that gives the choice.
        rule: Rule,
    },
    /// Something happened.
    Told {
        /// The event, as the event schema describes it.
        event: Value,
        /// The rules that led to it.
        rules: Vec<Rule>,
    },
}

/// A column of a chart in which dice are read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ColumnLine {
    /// The chart's id.
    pub chart: String,
    /// Its heading.
    pub heading: String,
}

/// A cell with everything a person needs to find it on the card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct CellLine {
    /// The chart's id.
    pub chart: String,
    /// The row's heading.
    pub row: String,
    /// The column's heading.
    pub column: String,
    /// What the cell says, as printed.
    pub text: String,
    /// The place of the cell, for lighting it up.
    pub at: Cell,
}

impl CellLine {
    fn of(charts: &ChartSet, at: Cell) -> Self {
        let chart = charts.get(at.chart);
        let text =
            |row: usize, column: usize| chart.and_then(|chart| chart.cell(row, column)).unwrap_or_default().to_owned();
        CellLine {
            chart: chart.map(|chart| chart.id().to_owned()).unwrap_or_default(),
            row: text(at.row.into(), 0),
            column: chart.and_then(|chart| chart.columns().get(usize::from(at.column))).cloned().unwrap_or_default(),
            text: text(at.row.into(), at.column.into()),
            at,
        }
    }
}

/// The kept record as lines; the first `typed` dice were typed by people.
pub(crate) fn lines_of<E: Serialize>(charts: &ChartSet, record: &Kept<E>, typed: usize) -> Vec<Line> {
    let cited = record.cited_events();
    record
        .entries
        .iter()
        .map(|entry| match entry {
            Entry::Rolled { throw, rule, faces_at } => {
                let at = *faces_at as usize;
                let faces = record.faces[at..at + usize::from(throw.count())].to_vec();
                Line::Rolled {
                    throw: throw.to_string(),
                    reading: throw.read(&faces),
                    typed: (at..at + faces.len()).map(|die| die < typed).collect(),
                    faces,
                    rule: *rule,
                }
            }
            Entry::Modified(at) => {
                let modifier = record.modifiers[*at as usize];
                Line::Modified {
                    rule: modifier.rule,
                    amount: modifier.amount,
                    cell: CellLine::of(charts, modifier.cell),
                }
            }
            Entry::Looked(cell) => Line::Looked { cell: CellLine::of(charts, *cell) },
            Entry::Cited(rule) => Line::Cited { rule: *rule },
            Entry::Asked(at) => {
                let (question, answer) = record.questions[*at as usize];
                Line::Asked {
                    question: question.kind.name,
                    side: question.side,
                    prompt: question.kind.prompt,
                    answer: question.choices.text(answer),
                    rule: question.kind.rule,
                }
            }
            Entry::Told(at) => {
                let cited = &cited[*at as usize];
                let event = serde_json::to_value(cited.event).unwrap_or(Value::Null);
                Line::Told { event, rules: cited.rules.clone() }
            }
        })
        .collect()
}
