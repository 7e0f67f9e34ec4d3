//! Every rule of the ledger either fires, in the examples or in a seeded sweep over valid situations near them, or stands in
//! `uncovered.tsv` with the reason why it cannot; and none stands there that fires.
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "a test fails by panicking"
)]

use std::collections::BTreeMap;

use elephant::Book;
use engine::book::{AnyProcedure, MusterRequest, Rulebook, open};
use engine::chart::{ChartSet, Overlay, OverlayFile};
use engine::{Counted, Coverage, Fast, Official, Policy, RuleSet, Side};
use serde_json::Value;

const REASONS: &[&str] = &["map", "turn", "campaign", "figure", "layout"];
/// Situations tried near the examples of each procedure.
const TRIES: usize = 3_000;
/// Changes made to an example, at most.
const CHANGES: u64 = 4;
/// Rollouts of each situation.
const ROLLOUTS: u64 = 3;

/// A small generator, so that the sweep is the same everywhere.
struct Sweep(u64);

impl Sweep {
    fn below(&mut self, count: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % count.max(1) as u64) as usize
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        items.get(self.below(items.len()))
    }
}

fn places(value: &Value, path: &str, found: &mut Vec<String>) {
    found.push(path.to_owned());
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, field)| places(field, &format!("{path}/{name}"), found));
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| places(item, &format!("{path}/{index}"), found));
        }
        _ => {}
    }
}

/// Every closed set of names that a schema knows.
fn groups(schema: &Value, found: &mut Vec<Vec<String>>) {
    match schema {
        Value::Object(fields) => {
            let names = |items: &[Value]| -> Vec<String> {
                let name = |item: &Value| item.as_str().or_else(|| item.get("const")?.as_str()).map(str::to_owned);
                items.iter().filter_map(name).collect()
            };
            for (key, value) in fields {
                if let ("enum" | "oneOf", Value::Array(items)) = (key.as_str(), value) {
                    found.extend(Some(names(items)).filter(|names| !names.is_empty()));
                }
                groups(value, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| groups(item, found)),
        _ => {}
    }
}

/// Another name of a set that holds this one, or any name at all.
fn another<'a>(known: &'a [Vec<String>], like: Option<&str>, sweep: &mut Sweep) -> Option<&'a String> {
    let fits = |group: &&Vec<String>| like.is_none_or(|like| group.iter().any(|name| name == like));
    let fitting: Vec<&Vec<String>> = known.iter().filter(fits).collect();
    let group = *sweep.pick(&fitting)?;
    sweep.pick(group)
}

fn change(value: &mut Value, known: &[Vec<String>], examples: &[(&str, Value)], path: &str, sweep: &mut Sweep) {
    match value {
        Value::Bool(on) => *on = !*on,
        Value::Number(number) => {
            let by = [-3_i64, -2, -1, 1, 2, 3, 7, 15][sweep.below(8)];
            *value = Value::from(number.as_i64().unwrap_or(0).saturating_add(by));
        }
        Value::String(text) => {
            if let Some(name) = another(known, Some(text), sweep) {
                text.clone_from(name);
            }
        }
        Value::Array(items) => match sweep.below(3) {
            0 => {
                items.pop();
            }
            1 => {
                let like = items.first().and_then(Value::as_str).map(str::to_owned);
                if let Some(name) = another(known, like.as_deref(), sweep) {
                    items.push(Value::from(name.as_str()));
                }
            }
            _ => {
                if let Some(item) = sweep.pick(items).cloned() {
                    items.push(item);
                }
            }
        },
        Value::Null | Value::Object(_) => {
            let other = sweep.pick(examples).and_then(|(_, example)| example.pointer(path));
            if let Some(other) = other {
                *value = other.clone();
            }
        }
    }
}

fn sweep_near(procedure: &dyn AnyProcedure, fired: &mut RuleSet, sweep: &mut Sweep) -> usize {
    let examples = procedure.examples();
    let mut known = Vec::new();
    groups(&procedure.situation_schema(), &mut known);
    let mut valid = 0;
    for _ in 0..TRIES {
        let Some((_, example)) = sweep.pick(&examples) else { continue };
        let mut situation = example.clone();
        for _ in 0..1 + sweep.below(CHANGES as usize) {
            let mut found = Vec::new();
            places(&situation, "", &mut found);
            let Some(path) = sweep.pick(&found).cloned() else { continue };
            if let Some(spot) = situation.pointer_mut(&path) {
                change(spot, &known, &examples, &path, sweep);
            }
        }
        if let Ok(rules) = procedure.coverage(&situation, 7, ROLLOUTS) {
            valid += 1;
            fired.merge(&rules);
        }
    }
    valid
}

/// The book as printed, and twice with optional rules that are off by default.
const TABLES: &[&str] = &[
    "",
    "ammunition = \"on\"\ncsa-artillery-fire = \"on\"\nfifty-yards = \"on\"\nfire-at-officers = \"on\"\numpire-panic = \"on\"\n",
    "ammunition = \"on\"\nout-of-ammo-columns = \"2\"\nskirmisher-full-move = \"on\"\nhorse-holders = \"on\"\nscale = \"brigade\"\nfront-rank-fire = \"on\"\n",
];

fn overlay(switches: &str) -> Overlay {
    let file = OverlayFile {
        path: "switches.toml".into(),
        slug: "elephant".into(),
        name: "switches.toml".into(),
        text: switches.to_owned(),
    };
    Overlay { files: vec![file] }
}

/// Random forces roll their own dice.
fn sweep_musters(fired: &mut RuleSet) {
    let modes = [
        "",
        "optional-morale = \"early\"\nregiment-size = \"rolled\"\ncsa-artillery-type = \"on\"\n",
        "optional-morale = \"mid\"\nseparate-dice = \"on\"\n",
        "optional-morale = \"late\"\n",
    ];
    for switches in modes {
        let charts = ChartSet::open("elephant", Book::sources(), Some(&overlay(switches))).expect("the charts open");
        let book = Book::open(charts).expect("the book opens");
        let record = Counted::with_room(Book::ledger().len());
        let mut umpire: Coverage<_, _> = Official { dice: Fast::seeded(62), answers: Policy(|_: &_| 0), record };
        for (side, year) in [(Side::Union, 1862), (Side::Confederate, 1864), (Side::Confederate, 1862)] {
            for _ in 0..20 {
                let request = MusterRequest { side, year, month: 7 };
                let roster = Rulebook::muster(&book, &request, &mut umpire).expect("there are tables for it");
                assert!(roster.is_ok());
            }
        }
        fired.merge(&umpire.record.rules);
    }
}

#[test]
fn every_rule_fires_or_says_why_not() {
    let ledger = Book::ledger();
    let mut fired = RuleSet::with_room(ledger.len());
    let mut sweep = Sweep(0x1863_0703);
    for switches in TABLES {
        let book = open::<Book>(Some(&overlay(switches))).expect("the charts open");
        for procedure in book.procedures() {
            for (name, situation) in procedure.examples() {
                // An example in inches may be out of reach at another scale.
                match procedure.coverage(&situation, 1863, 200) {
                    Ok(rules) => fired.merge(&rules),
                    Err(why) => assert!(switches.contains("scale"), "{} {name}: {why:?}", procedure.name()),
                }
            }
            let valid = sweep_near(procedure.as_ref(), &mut fired, &mut sweep);
            let many = valid * 50 > TRIES || !switches.is_empty();
            assert!(many, "{}: only {valid} situations of the sweep are possible", procedure.name());
        }
    }
    sweep_musters(&mut fired);
    let text = include_str!("../uncovered.tsv");
    let rows: BTreeMap<&str, &str> = text.lines().skip(1).filter_map(|line| line.split_once('\t')).collect();
    let mut wrong = Vec::new();
    for rule in ledger.rules() {
        match (fired.contains(rule), rows.get(rule.id())) {
            (true, None) => {}
            (false, Some(reason)) if REASONS.contains(reason) => {}
            (false, Some(reason)) => wrong.push(format!("{rule}: {reason} is no reason")),
            (true, Some(_)) => wrong.push(format!("{rule} fires, and stands in uncovered.tsv")),
            (false, None) => wrong.push(format!("{rule} never fires, and uncovered.tsv does not say why")),
        }
    }
    for id in rows.keys().filter(|id| ledger.find(id).is_none()) {
        wrong.push(format!("{id} is no rule"));
    }
    println!("{} of {} rules fire, {} stand apart", fired.len(), ledger.len(), rows.len());
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}
