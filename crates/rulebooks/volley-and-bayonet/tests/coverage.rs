//! Every rule of the ledger either fires or stands in `uncovered.tsv` with a reason.
//!
//! The examples of every procedure are run, then thousands of situations made from them by changing what stands there into something
//! else that the schema knows, as printed and with every switch turned.
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "a test fails by panicking"
)]

use std::collections::{BTreeMap, BTreeSet};

use engine::book::{AnyProcedure, Rulebook, open};
use engine::chart::{Overlay, OverlayFile};
use engine::{Fast, RuleSet};
use serde_json::Value;
use volley_and_bayonet::Book;

const REASONS: [&str; 5] = ["map", "turn", "campaign", "figure", "layout"];
const TRIALS: u32 = 5_000;

fn overlay(switches: &[(&str, &str)]) -> Overlay {
    let text = switches.iter().map(|(name, value)| format!("{name} = \"{value}\"\n")).collect();
    let slug = "volley-and-bayonet".into();
    Overlay { files: vec![OverlayFile { path: "switches.toml".into(), slug, name: "switches.toml".into(), text }] }
}

/// Every name that the schema knows.
fn words(schema: &Value, found: &mut BTreeSet<String>) {
    match schema {
        Value::Object(fields) => {
            for (name, value) in fields {
                match (name.as_str(), value) {
                    ("const", Value::String(word)) => {
                        found.insert(word.clone());
                    }
                    ("enum", Value::Array(names)) => {
                        found.extend(names.iter().filter_map(Value::as_str).map(str::to_owned))
                    }
                    _ => words(value, found),
                }
            }
        }
        Value::Array(items) => items.iter().for_each(|item| words(item, found)),
        _ => {}
    }
}

fn places(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, field)| places(field, &format!("{path}/{name}"), found))
        }
        Value::Array(items) => {
            found.push(path.to_owned());
            items.iter().enumerate().for_each(|(index, item)| places(item, &format!("{path}/{index}"), found));
        }
        _ => found.push(path.to_owned()),
    }
}

/// Something else that might stand there.
fn other(value: &Value, words: &[&str], die: &mut Fast) -> Value {
    match value {
        Value::Bool(truth) => Value::from(!truth),
        Value::Number(_) => Value::from(die.below(9)),
        Value::Array(items) => {
            // One more of what is there, or one fewer.
            let mut items = items.clone();
            match items.first().cloned() {
                Some(item) if die.below(2) == 0 => items.push(item),
                _ => {
                    items.pop();
                }
            }
            Value::from(items)
        }
        _ => Value::from(words[die.below(words.len() as u32) as usize]),
    }
}

/// Whether the situation could be settled; what fired is added.
fn try_it(procedure: &dyn AnyProcedure, situation: &Value, seed: u64, times: u64, fired: &mut RuleSet) -> bool {
    if procedure.check(situation).is_err() {
        return false;
    }
    let rules = procedure.coverage(situation, seed, times).expect("a possible situation is settled");
    fired.merge(&rules);
    true
}

/// Wanders from an example to its neighbours: a change that is refused is taken back.
fn wander(procedure: &dyn AnyProcedure, example: &Value, words: &[&str], seed: u64, fired: &mut RuleSet) {
    let mut die = Fast::seeded(seed);
    let mut situation = example.clone();
    for trial in 0..TRIALS {
        if trial % 60 == 0 {
            situation = example.clone();
        }
        let mut changed = situation.clone();
        for _ in 0..1 + die.below(3) {
            let mut found = Vec::new();
            places(&changed, "", &mut found);
            let spot = found[die.below(found.len() as u32) as usize].clone();
            if let Some(value) = changed.pointer_mut(&spot) {
                *value = other(value, words, &mut die);
            }
        }
        if try_it(procedure, &changed, seed + u64::from(trial), 2, fired) {
            situation = changed;
        }
    }
}

#[test]
fn every_rule_fires_or_is_excused() {
    let ledger = Book::ledger();
    let mut fired = RuleSet::with_room(ledger.len());
    let turned = overlay(&[
        ("poorly_trained", "on"),
        ("pursuit_in_woods", "on"),
        ("works_disorder_cav_skirm", "on"),
        ("flanked_not_stationary", "on"),
        ("gtg_save_fire_only", "on"),
        ("column_may_charge", "on"),
        ("rally_roll", "on"),
        ("broken_ground_blocks", "on"),
        ("swamp_vegetation", "forest"),
    ]);
    for overlay in [None, Some(&turned)] {
        let book = open::<Book>(overlay).expect("the charts open");
        for procedure in book.procedures() {
            let mut known = BTreeSet::new();
            words(&procedure.situation_schema(), &mut known);
            let words: Vec<&str> = known.iter().map(String::as_str).chain(["clear"]).collect();
            for (index, (name, example)) in procedure.examples().iter().enumerate() {
                assert!(try_it(procedure.as_ref(), example, 1863, 200, &mut fired), "{} {name}", procedure.name());
                wander(procedure.as_ref(), example, &words, 1861 + index as u64 * 7919, &mut fired);
            }
        }
    }
    let mut excused = BTreeMap::new();
    for line in include_str!("../uncovered.tsv").lines().skip(1) {
        let (id, reason) = line.split_once('\t').expect("two fields");
        assert!(ledger.find(id).is_some(), "{id} is not in the ledger");
        assert!(REASONS.contains(&reason), "{id}: {reason} is no reason");
        assert!(excused.insert(id, reason).is_none(), "{id} stands there twice");
    }
    let silent: Vec<&str> = ledger
        .rules()
        .filter(|rule| !fired.contains(*rule) && !excused.contains_key(rule.id()))
        .map(engine::Rule::id)
        .collect();
    let needless: Vec<&str> = ledger
        .rules()
        .filter(|rule| fired.contains(*rule) && excused.contains_key(rule.id()))
        .map(engine::Rule::id)
        .collect();
    assert!(silent.is_empty() && needless.is_empty(), "never fired: {silent:#?}; excused for nothing: {needless:#?}");
}
