//! Odds feel instant: how often the rules are run for an example, all open questions side by side, stays small.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use engine::OddsOptions;

/// A run takes about a third of a microsecond, so this many are some ten milliseconds.
const RUNS_MAX: u64 = 30_000;
/// Columns of open questions that anybody would compare.
const COLUMNS_MAX: usize = 16;

#[test]
fn the_odds_of_every_example_are_told_in_few_runs() {
    let book = fire_and_fury::shelve(None).expect("the printed charts open");
    let mut slow = Vec::new();
    for procedure in book.procedures() {
        for (name, situation) in procedure.examples() {
            let columns = procedure.odds(&situation, &OddsOptions::default());
            let columns = columns.unwrap_or_else(|why| panic!("{} {name}: {why:?}", procedure.name()));
            let runs: u64 = columns.iter().map(|column| column.runs).sum();
            if runs > RUNS_MAX || columns.len() > COLUMNS_MAX {
                slow.push(format!("{} {name}: {runs} runs in {} columns", procedure.name(), columns.len()));
            }
        }
    }
    assert!(slow.is_empty(), "{slow:#?}");
}
