//! How long the exact odds of every procedure take, as the page asks for them: JSON in, JSON out.

use std::error::Error;

use engine::OddsOptions;
use engine::book::{AnyProcedure, AnyRulebook};
use serde::Serialize;
use serde_json::Value;

use crate::measure::{Effort, best_wall};

/// The odds of one example.
#[derive(Clone, Debug, Serialize)]
pub struct ProcedureOdds {
    /// The rulebook.
    pub rulebook: &'static str,
    /// The procedure.
    pub procedure: &'static str,
    /// What the example shows.
    pub example: &'static str,
    /// The best time in nanoseconds.
    pub best_ns: u64,
    /// How many sets of decisions stand side by side.
    pub columns: usize,
    /// How many outcomes they have together.
    pub outcomes: usize,
}

/// Measures every example of every procedure on the shelf, in its order.
pub fn each(
    effort: Effort,
    mut tell: impl FnMut(&ProcedureOdds) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    for book in shelf::all().map_err(|faults| format!("{faults:?}"))? {
        for procedure in book.procedures() {
            for (example, situation) in procedure.examples() {
                tell(&measured(&*book, procedure.as_ref(), example, &situation, effort)?)?;
            }
        }
    }
    Ok(())
}

fn measured(
    book: &dyn AnyRulebook,
    procedure: &dyn AnyProcedure,
    example: &'static str,
    situation: &Value,
    effort: Effort,
) -> Result<ProcedureOdds, Box<dyn Error>> {
    let (rulebook, procedure_name) = (book.about().slug, procedure.name());
    let options = OddsOptions::default();
    let columns = procedure
        .odds(situation, &options)
        .map_err(|stopped| format!("{rulebook} {procedure_name}, {example}: {stopped:?}"))?;
    if let Some(column) = columns.iter().find(|column| column.unresolved != "0") {
        return Err(format!("{rulebook} {procedure_name}, {example}: {} ways are left over", column.unresolved).into());
    }
    let (best_ns, _) = best_wall(effort, || procedure.odds(situation, &options).is_ok());
    Ok(ProcedureOdds {
        rulebook,
        procedure: procedure_name,
        example,
        best_ns,
        columns: columns.len(),
        outcomes: columns.iter().map(|column| column.outcomes.len()).sum(),
    })
}
