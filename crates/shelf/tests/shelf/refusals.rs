//! Whatever a rulebook refuses, every reason cites a rule of its ledger and names a place that the schema has.

use std::collections::BTreeSet;

use engine::book::{AnyProcedure, Stopped};
use engine::{Reason, Refusal};
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

/// Every place of a schema, with `[]` for an item of a list.
fn places_of(root: &Value, schema: &Value, path: &str, found: &mut BTreeSet<String>) {
    let Value::Object(parts) = schema else { return };
    if let Some(target) = parts.get("$ref").and_then(Value::as_str) {
        let target = root.pointer(target.trim_start_matches('#')).expect("the schema holds what it refers to");
        places_of(root, target, path, found);
    }
    for choices in ["anyOf", "oneOf", "allOf"].iter().filter_map(|key| parts.get(*key)?.as_array()) {
        choices.iter().for_each(|choice| places_of(root, choice, path, found));
    }
    for (name, field) in parts.get("properties").and_then(Value::as_object).into_iter().flatten() {
        let place = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        places_of(root, field, &place, found);
        found.insert(place);
    }
    if let Some(items) = parts.get("items") {
        let place = format!("{path}[]");
        places_of(root, items, &place, found);
        found.insert(place);
    }
}

/// A place without the numbers of items.
fn any_item(place: &str) -> String {
    place.split_inclusive('[').map(|part| part.trim_start_matches(|letter: char| letter.is_ascii_digit())).collect()
}

/// What is wrong with how one rulebook refuses.
#[derive(Default)]
struct Wrong {
    refusals: usize,
    /// Reasons without a rule.
    bare: BTreeSet<String>,
    /// Reasons that name a place of no schema.
    nowhere: BTreeSet<String>,
    /// Numbers that only their type bounds.
    unbounded: BTreeSet<String>,
}

impl Wrong {
    /// Changes one example in every place and gathers what is refused wrongly.
    fn sweep(&mut self, procedure: &dyn AnyProcedure, example: &Value) {
        let (mut found, mut known) = (Vec::new(), BTreeSet::new());
        places(example, "", &mut found);
        let schema = procedure.situation_schema();
        places_of(&schema, &schema, "", &mut known);
        for place in &found {
            for other in example.pointer(place).map(instead).unwrap_or_default() {
                let mut situation = example.clone();
                // Less than none, or more than anybody has on a table, may be left to the type.
                let counts = other.as_i64().is_some_and(|number| (1..=100).contains(&number));
                *situation.pointer_mut(place).expect("the place was found in it") = other;
                match procedure.check(&situation) {
                    Err(Stopped::Refused(refusal)) => self.judge(procedure.name(), &refusal, &known),
                    Err(Stopped::Fault(fault)) if counts && fault.reason.contains("does not do: a whole number") => {
                        self.unbounded.insert(format!("{} {}", procedure.name(), any_item(&fault.file)));
                    }
                    _ => {}
                }
            }
        }
    }

    fn judge(&mut self, name: &str, refusal: &Refusal, known: &BTreeSet<String>) {
        self.refusals += 1;
        for Reason { field, why, rule } in &refusal.reasons {
            if rule.is_none() {
                self.bare.insert(format!("{name} {field}: {why}"));
            }
            if !known.contains(&any_item(field)) {
                self.nowhere.insert(format!("{name} {field}: {why}"));
            }
        }
    }
}

#[test]
fn every_reason_to_refuse_a_changed_example_cites_a_rule_and_names_a_place() {
    let mut faults = Vec::new();
    for book in shelf::all().expect("the printed charts open") {
        let mut wrong = Wrong::default();
        for procedure in book.procedures() {
            procedure.examples().iter().for_each(|(_, example)| wrong.sweep(procedure.as_ref(), example));
        }
        let Wrong { refusals, bare, nowhere, unbounded } = wrong;
        let slug = book.about().slug;
        assert!(refusals > 50, "{slug}: only {refusals} refusals");
        faults.extend(bare.iter().map(|place| format!("{slug} cites no rule: {place}")));
        faults.extend(nowhere.iter().map(|place| format!("{slug} names no place: {place}")));
        faults.extend(unbounded.iter().map(|place| format!("{slug} leaves the bound to a type: {place}")));
    }
    assert!(faults.is_empty(), "{faults:#?}");
}
