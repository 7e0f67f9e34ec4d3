//! Whatever a rulebook refuses, every reason cites a rule of its ledger.
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use engine::book::{AnyProcedure, Stopped};
use serde_json::Value;

/// Every number in a situation, as a path that `pointer_mut` understands, and every list.
fn places(value: &Value, path: &str, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, field)| places(field, &format!("{path}/{name}"), found));
        }
        Value::Array(items) => {
            found.push(path.to_owned());
            items.iter().enumerate().for_each(|(index, item)| places(item, &format!("{path}/{index}"), found));
        }
        Value::Null => {}
        _ => found.push(path.to_owned()),
    }
}

/// What may stand in a place instead: the edges of numbers, the other truth, an empty or an overlong list.
fn instead(value: &Value) -> Vec<Value> {
    match value {
        Value::Bool(truth) => vec![Value::from(!truth)],
        Value::Number(_) => [-1, 0, 1, 9, 100, 250, 60_000].map(Value::from).to_vec(),
        Value::Array(items) => {
            let many = items.first().map_or_else(Vec::new, |item| vec![item.clone(); 100]);
            vec![Value::Array(Vec::new()), Value::Array(many)]
        }
        _ => Vec::new(),
    }
}

/// The reasons without a rule that one changed example meets, and how many refusals there were.
fn sweep(procedure: &dyn AnyProcedure, example: &Value, bare: &mut Vec<String>) -> usize {
    let mut found = Vec::new();
    places(example, "", &mut found);
    let mut refusals = 0;
    for place in &found {
        for other in example.pointer(place).map(instead).unwrap_or_default() {
            let mut situation = example.clone();
            *situation.pointer_mut(place).expect("the place was found in it") = other;
            let Err(Stopped::Refused(refusal)) = procedure.check(&situation) else { continue };
            refusals += 1;
            let without = refusal.reasons.iter().filter(|reason| reason.rule.is_none());
            bare.extend(without.map(|reason| format!("{} {}: {}", procedure.name(), reason.field, reason.why)));
        }
    }
    refusals
}

#[test]
fn every_reason_to_refuse_a_changed_example_cites_a_rule() {
    for book in shelf::all().expect("the printed charts open") {
        let (mut bare, mut refusals) = (Vec::new(), 0);
        for procedure in book.procedures() {
            for (_, example) in procedure.examples() {
                refusals += sweep(procedure.as_ref(), &example, &mut bare);
            }
        }
        assert!(refusals > 50, "only {refusals} refusals");
        assert!(bare.is_empty(), "{bare:#?}");
    }
}
