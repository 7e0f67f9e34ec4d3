//! What holds for every procedure of every rulebook, present and to come: one loop finds them all.

use std::collections::BTreeMap;

use engine::book::{AnyProcedure, AnyRulebook, OddsColumn, Stopped, undescribed_fields};
use engine::{GivenAnswers, OddsOptions};
use serde_json::Value;
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// How many rollouts are compared with the odds; `make soak` asks for a million.
fn rollouts() -> u64 {
    std::env::var("LONGROLL_ROLLOUTS").ok().and_then(|text| text.parse().ok()).unwrap_or(50_000)
}

/// Outcomes expected less often than this are counted together, as the chi-square test needs.
const EXPECTED_MIN: f64 = 5.0;
const P_MIN: f64 = 0.001;
const SEED: u64 = 1863;

fn for_every_example(mut check: impl FnMut(&dyn AnyRulebook, &dyn AnyProcedure, &str, &Value)) {
    for book in shelf::all().expect("the printed charts open") {
        assert!(!book.procedures().is_empty(), "{} has procedures", book.about().slug);
        for procedure in book.procedures() {
            let examples = procedure.examples();
            assert!(!examples.is_empty(), "{} {} has an example", book.about().slug, procedure.name());
            for (name, situation) in &examples {
                check(book.as_ref(), procedure.as_ref(), name, situation);
            }
        }
    }
}

fn odds(procedure: &dyn AnyProcedure, situation: &Value) -> Vec<OddsColumn> {
    procedure.odds(situation, &OddsOptions::default()).expect("the odds of an example can be told")
}

fn orders(column: &OddsColumn) -> GivenAnswers {
    let none = GivenAnswers::new();
    column.answers.iter().fold(none, |orders, (name, answer)| orders.with(name.as_str(), answer.as_str()))
}

#[test]
fn odds_agree_with_rollouts() {
    let times = rollouts();
    for_every_example(|book, procedure, name, situation| {
        for column in odds(procedure, situation) {
            let orders = orders(&column);
            let counts = procedure.rollouts(situation, &orders, SEED, times).expect("an example can be rolled out");
            let place = format!("{} {}: {name} {:?}", book.about().slug, procedure.name(), column.answers);
            let p = chi_square_p(&place, &column, &counts, times);
            assert!(p > P_MIN, "{place}: p = {p}");
        }
    });
}

/// The chance of rollouts at least this far from the odds, if the odds are right.
fn chi_square_p(place: &str, column: &OddsColumn, counts: &BTreeMap<String, u64>, times: u64) -> f64 {
    let mut bins: Vec<(f64, f64)> = Vec::new();
    let mut rest = (0.0, 0.0);
    let mut seen = 0;
    for row in &column.outcomes {
        let observed = counts.get(&row.outcome.to_string()).copied().unwrap_or(0);
        seen += observed;
        let bin = (row.chance * times as f64, observed as f64);
        if bin.0 < EXPECTED_MIN {
            rest = (rest.0 + bin.0, rest.1 + bin.1);
        } else {
            bins.push(bin);
        }
    }
    assert_eq!(seen, times, "{place}: a rollout came to something the odds do not know");
    if rest.0 >= EXPECTED_MIN || bins.is_empty() {
        bins.push(rest);
    } else if let Some(last) = bins.last_mut() {
        *last = (last.0 + rest.0, last.1 + rest.1);
    }
    if bins.len() < 2 {
        return 1.0;
    }
    let distance: f64 = bins.iter().map(|(expected, observed)| (observed - expected).powi(2) / expected).sum();
    let freedom = (bins.len() - 1) as f64;
    1.0 - ChiSquared::new(freedom).expect("there is some freedom").cdf(distance)
}

#[test]
fn odds_add_up_to_one_and_nothing_is_left_over() {
    for_every_example(|book, procedure, name, situation| {
        for column in odds(procedure, situation) {
            let place = format!("{} {}: {name}", book.about().slug, procedure.name());
            let ways = |text: &str| text.parse::<u128>().expect("a whole number");
            let sum: u128 = column.outcomes.iter().map(|row| ways(&row.ways)).sum();
            assert_eq!(sum, ways(&column.total), "{place}");
            assert_eq!(column.unresolved, "0", "{place}");
        }
    });
}

#[test]
fn merging_at_seams_changes_nothing() {
    // Without merging, long chains take too many runs to follow to the end; those stop and are left out here.
    const RUNS_MAX: u64 = 40_000;
    let plain = OddsOptions { merge_at_seams: false, runs_max: RUNS_MAX, ..OddsOptions::default() };
    let mut compared = 0;
    for_every_example(|book, procedure, name, situation| {
        let merged = odds(procedure, situation);
        let plain = procedure.odds(situation, &plain).expect("the odds of an example can be told");
        for plain in plain.iter().filter(|column| column.unresolved == "0") {
            let same = |column: &&OddsColumn| column.answers == plain.answers;
            let merged = merged.iter().find(same).expect("the same decisions give a column");
            let table = |column: &OddsColumn| -> BTreeMap<String, f64> {
                column.outcomes.iter().map(|row| (row.outcome.to_string(), row.chance)).collect()
            };
            let place = format!("{} {}: {name} {:?}", book.about().slug, procedure.name(), plain.answers);
            assert!(table(merged) == table(plain), "{place}: merging changes the odds");
            compared += 1;
        }
    });
    assert!(compared > 0, "at least one example is small enough to compare");
}

#[test]
fn odds_come_in_the_same_order_every_time() {
    for_every_example(|_, procedure, _, situation| {
        let text = |columns: Vec<OddsColumn>| serde_json::to_string(&columns).expect("odds are data");
        assert_eq!(text(odds(procedure, situation)), text(odds(procedure, situation)));
    });
}

#[test]
fn every_field_of_every_schema_says_what_it_is() {
    for book in shelf::all().expect("the printed charts open") {
        let mut schemas = vec![
            ("events".to_owned(), book.event_schema()),
            ("commands".to_owned(), book.command_schema()),
            ("questions".to_owned(), book.question_schema()),
        ];
        for question in book.questions() {
            assert!(book.question_schema().to_string().contains(question.prompt), "{}", question.name);
        }
        for procedure in book.procedures() {
            schemas.push((format!("{} situation", procedure.name()), procedure.situation_schema()));
            schemas.push((format!("{} outcome", procedure.name()), procedure.outcome_schema()));
        }
        for (name, schema) in schemas {
            let missing = undescribed_fields(&schema);
            assert!(missing.is_empty(), "{} {name}: no description of {missing:?}", book.about().slug);
        }
    }
}

#[test]
fn every_question_has_its_own_name_and_words() {
    for book in shelf::all().expect("the printed charts open") {
        let mut names: Vec<&str> = book.questions().iter().map(|question| question.name).collect();
        names.sort_unstable();
        let before = names.len();
        names.dedup();
        assert_eq!(names.len(), before, "{} names a question twice", book.about().slug);
        for question in book.questions() {
            assert!(question.prompt.ends_with('?') && !question.about.is_empty(), "{}", question.name);
        }
    }
}

#[test]
fn a_situation_with_an_unknown_field_is_refused_by_name() {
    for_every_example(|_, procedure, _, situation| {
        let mut changed = situation.clone();
        changed["no_such_field"] = Value::from(1);
        match procedure.check(&changed) {
            Err(Stopped::Fault(fault)) => assert!(fault.reason.contains("no_such_field"), "{fault}"),
            other => panic!("{other:?}"),
        }
    });
}

/// A run takes about a third of a microsecond, so this many are some ten milliseconds.
const RUNS_MAX: u64 = 30_000;
/// Columns of open questions that anybody would compare.
const COLUMNS_MAX: usize = 32;

#[test]
fn the_odds_of_every_example_are_told_in_few_runs() {
    let mut slow = Vec::new();
    for_every_example(|book, procedure, name, situation| {
        let columns = odds(procedure, situation);
        let runs: u64 = columns.iter().map(|column| column.runs).sum();
        if runs > RUNS_MAX || columns.len() > COLUMNS_MAX {
            let place = format!("{} {} {name}", book.about().slug, procedure.name());
            slow.push(format!("{place}: {runs} runs in {} columns", columns.len()));
        }
    });
    assert!(slow.is_empty(), "{slow:#?}");
}
