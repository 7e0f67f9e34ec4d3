//! Every rule of the ledger fires, in an outcome or in a refusal, or `uncovered.tsv` says why it cannot.
//!
//! What fires is found by a sweep: all examples, and examples with something changed at random, under several settings of the
//! switches; and the random forces. The worked examples add nothing that the sweep does not reach.
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "a test fails by panicking"
)]

mod support;

use std::collections::BTreeMap;

use billy_yank::charge::Order;
use billy_yank::charts::*;
use billy_yank::command::Fate;
use billy_yank::cover::Shelter;
use billy_yank::fire::{Ammunition, BounceGround, Stance};
use billy_yank::morale::Cause;
use billy_yank::movement::{Act, Crossing, Fired, MajorObstacle, ObstacleAct, Speed};
use billy_yank::muster::random_force;
use billy_yank::ships::Water;
use billy_yank::unit::{Arm, CavalryClass, Direction, FlankFire, Formation, MeleeWeapon, Withdrawal};
use billy_yank::{Book, Event, rules};
use engine::book::{MusterRequest, Stopped, open};
use engine::chart::{Key, Overlay, OverlayFile};
use engine::{Counted, Fast, Official, Policy, Question, RuleSet, Side};
use serde_json::{Value, json};

const UNCOVERED: &str = include_str!("../uncovered.tsv");
const REASONS: [&str; 5] = ["map", "turn", "campaign", "figure", "layout"];

/// Settings of the switches under which the sweep is made.
const SETTINGS: [&[(&str, &str)]; 4] = [
    &[],
    &[
        ("out-of-ammunition", "on"),
        ("fifty-metre-fire", "on"),
        ("fatigue", "on"),
        ("shoot-officers", "on"),
        ("first-volley", "reversed"),
        ("heavy-cavalry", "swapped"),
        ("flank-fire-window", "wide"),
        ("night-fighting", "on"),
    ],
    &[("weather", "mud"), ("overenthusiastic", "off")],
    &[("weather", "snow"), ("scale", "brigade")],
];

/// How many changed situations are tried for each procedure and setting.
const CHANGES: u32 = 8_000;
/// How often the dice of each are thrown.
const TIMES: u64 = 3;

fn names<K: Key>() -> Vec<&'static str> {
    K::ALL.iter().map(|key| key.name()).collect()
}

/// The names that may stand in one another's place.
fn pools() -> Vec<Vec<&'static str>> {
    vec![
        names::<Arm>(),
        names::<Formation>(),
        names::<Grade>(),
        names::<Weapon>(),
        names::<Shelter>(),
        names::<Level>(),
        names::<LeaderType>(),
        names::<Direction>(),
        names::<Stance>(),
        names::<Ammunition>(),
        names::<BounceGround>(),
        names::<Cause>(),
        names::<Withdrawal>(),
        names::<FlankFire>(),
        names::<MeleeWeapon>(),
        names::<CavalryClass>(),
        names::<Flight>(),
        names::<Fate>(),
        names::<Order>(),
        names::<Speed>(),
        names::<Fired>(),
        names::<Act>(),
        names::<Crossing>(),
        names::<Terrain>(),
        names::<MajorObstacle>(),
        names::<ObstacleAct>(),
        names::<Fort>(),
        names::<ShipClass>(),
        names::<Armour>(),
        names::<Water>(),
        names::<Month>(),
        names::<Via>(),
        vec!["union", "confederate"],
    ]
}

struct Sweep {
    pools: Vec<Vec<&'static str>>,
    lot: Fast,
}

impl Sweep {
    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.lot.below(items.len() as u32) as usize]
    }

    /// Changes one leaf of a situation, or adds to one of its lists.
    fn change(&mut self, situation: &mut Value) {
        let mut places = Vec::new();
        leaves(situation, "", &mut places);
        if places.is_empty() {
            return;
        }
        let place = self.pick(&places).clone();
        let field = place.rsplit('/').next().unwrap_or_default().to_owned();
        let Some(spot) = situation.pointer_mut(&place) else {
            return;
        };
        *spot =
            match spot.take() {
                Value::Bool(truth) => Value::Bool(!truth),
                Value::Number(_) => json!(*self.pick(&[
                    0, 1, 2, 3, 4, 8, 9, 12, 20, 25, 40, 50, 60, 80, 90, 100, 150, 180, 250, 300, 500, 900, 1500
                ])),
                Value::String(text) => {
                    let fits = |pool: &&Vec<&'static str>| pool.contains(&text.as_str());
                    let fitting: Vec<&'static str> = self.pools.iter().filter(fits).flatten().copied().collect();
                    if fitting.is_empty() { Value::String(text) } else { json!(*self.pick(&fitting)) }
                }
                Value::Array(list) => self.longer(&field, list),
                Value::Null => json!(*self.pick(&[1, 4, 8, 100, 400])),
                other => other,
            };
    }

    fn longer(&mut self, field: &str, mut list: Vec<Value>) -> Value {
        let level = *self.pick(&names::<Level>());
        let kind = *self.pick(&names::<LeaderType>());
        let attached = self.lot.below(2) == 0;
        match field {
            "shelters" => list = vec![json!(*self.pick(&names::<Shelter>()))],
            "acts" => list = vec![json!(*self.pick(&names::<Act>()))],
            "crossings" => list.push(json!(*self.pick(&names::<Crossing>()))),
            "terrain" => list = vec![json!(*self.pick(&names::<Terrain>()))],
            "chain" => list = vec![json!({ "level": level, "kind": kind, "attached": attached })],
            "legs" | "passes" => list = Vec::new(),
            _ => {}
        }
        Value::Array(list)
    }
}

/// Every leaf and list, as a path.
fn leaves(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, field)| leaves(field, &format!("{path}/{name}"), found))
        }
        Value::Array(items) => {
            found.push(path.to_owned());
            items.iter().enumerate().for_each(|(index, item)| leaves(item, &format!("{path}/{index}"), found));
        }
        _ => found.push(path.to_owned()),
    }
}

fn overlay(switches: &[(&str, &str)]) -> Overlay {
    let text = switches.iter().map(|(name, value)| format!("{name} = \"{value}\"\n")).collect();
    let file =
        OverlayFile { path: "switches.toml".into(), slug: "billy-yank".into(), name: "switches.toml".into(), text };
    Overlay { files: vec![file] }
}

fn sweep() -> RuleSet {
    let mut fired = RuleSet::with_room(rules::LEDGER.len());
    let mut sweep = Sweep { pools: pools(), lot: Fast::seeded(1863) };
    for (number, switches) in SETTINGS.iter().enumerate() {
        let book = open::<Book>(Some(&overlay(switches))).expect("the charts open");
        for procedure in book.procedures() {
            let examples: Vec<Value> = procedure.examples().into_iter().map(|(_, situation)| situation).collect();
            for turn in 0..CHANGES {
                let mut situation = examples[turn as usize % examples.len()].clone();
                // The first round is the examples themselves.
                if turn as usize >= examples.len() {
                    (0..=sweep.lot.below(4)).for_each(|_| sweep.change(&mut situation));
                }
                match procedure.coverage(&situation, u64::from(turn) + number as u64, TIMES) {
                    Ok(rules) => fired.merge(&rules),
                    Err(Stopped::Refused(refusal)) => {
                        refusal.reasons.iter().filter_map(|reason| reason.rule).for_each(|rule| fired.insert(rule));
                    }
                    Err(Stopped::Fault(fault)) => assert!(fault.file != "billy-yank", "{fault}"),
                    Err(Stopped::Open(question)) => panic!("{question:?}"),
                }
            }
        }
    }
    fired.merge(&mustered());
    fired
}

fn mustered() -> RuleSet {
    let mut chooser = Fast::seeded(1);
    let mut umpire = Official {
        dice: Fast::seeded(1862),
        answers: Policy(move |question: &Question| chooser.below(question.choices.count())),
        record: Counted::<Event>::with_room(rules::LEDGER.len()),
    };
    for book in [support::book(), support::book_with(&[("regiment-size", "rolled")])] {
        for year in 1861..=1865 {
            for side in Side::ALL {
                random_force(&book, &MusterRequest { side, year, month: 6 }, &mut umpire).expect("a force is rolled");
            }
        }
    }
    umpire.record.rules
}

#[test]
fn every_rule_fires_or_says_why_not() {
    let fired = sweep();
    let mut lines = UNCOVERED.lines();
    assert_eq!(lines.next(), Some("id\treason"));
    let excused: BTreeMap<&str, &str> = lines.filter_map(|line| line.split_once('\t')).collect();
    let mut wrong = Vec::new();
    for rule in rules::LEDGER.rules() {
        match (fired.contains(rule), excused.get(rule.id())) {
            (false, None) => wrong.push(format!("{} never fires: {}", rule.id(), rule.statement())),
            (true, Some(_)) => wrong.push(format!("{} fires and stands in uncovered.tsv", rule.id())),
            _ => {}
        }
    }
    for (id, reason) in &excused {
        if !REASONS.contains(reason) || !rules::LEDGER.rules().any(|rule| rule.id() == *id) {
            wrong.push(format!("{id}: no such rule, or no such reason as {reason}"));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}
