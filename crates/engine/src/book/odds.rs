//! Exact odds in a form that needs no rulebook to read.

use serde::Serialize;
use serde_json::Value;

use super::Procedure;
use super::any::to_json;
use crate::{Count, Distribution, GivenAnswers};

/// One outcome of erased odds.
#[derive(Clone, Debug, Serialize)]
pub struct OddsRow {
    /// The outcome, as the outcome schema describes it.
    pub outcome: Value,
    /// The outcome in one line.
    pub summary: String,
    /// The outcome in a few words; several outcomes may share them.
    pub gist: String,
    /// In how many ways it comes about, as decimal text: it may need more digits than a JSON number keeps.
    pub ways: String,
    /// Its chance, rounded, for display.
    pub chance: f64,
}

/// Erased odds under one set of decisions.
#[derive(Clone, Debug, Serialize)]
pub struct OddsColumn {
    /// The decisions, as question and answer.
    pub answers: Vec<(String, String)>,
    /// All outcomes, likeliest first; equal ones in the order they were first reached.
    pub outcomes: Vec<OddsRow>,
    /// Out of how many ways, as decimal text.
    pub total: String,
    /// The ways not followed to their end because a limit was hit, as decimal text; normally `0`.
    pub unresolved: String,
    /// How often the rules were run.
    pub runs: u64,
    /// How many different states were met between steps.
    pub states: u64,
}

/// The odds of one set of decisions.
pub(super) fn erase_odds<P: Procedure>(answers: &GivenAnswers, odds: &Distribution<P::Outcome>) -> OddsColumn {
    let mut column = OddsColumn {
        answers: answers.orders().map(|(name, answer)| (name.to_owned(), answer.to_owned())).collect(),
        outcomes: Vec::with_capacity(odds.outcomes.len()),
        total: odds.total.to_string(),
        unresolved: odds.unresolved.to_string(),
        runs: odds.runs,
        states: odds.states,
    };
    let total = odds.total.to_f64();
    for (outcome, ways) in &odds.outcomes {
        let (outcome, summary, gist) = (to_json(outcome), P::line(outcome), P::gist(outcome));
        column.add(outcome, summary, gist, ways, total);
    }
    column.sort();
    column
}

// COST: these are not generic, so that they are compiled once and not once a procedure.
impl OddsColumn {
    fn add(&mut self, outcome: Value, summary: String, gist: String, ways: &Count, total: f64) {
        self.outcomes.push(OddsRow { outcome, summary, gist, ways: ways.to_string(), chance: ways.to_f64() / total });
    }

    /// Likeliest first.
    fn sort(&mut self) {
        self.outcomes.sort_by(|a, b| b.chance.total_cmp(&a.chance));
    }
}
