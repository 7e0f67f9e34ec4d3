//! Law: any bytes as a situation, and any change to a good one, are answered or refused.
#![no_main]

use engine::book::AnyProcedure;
use engine::{GivenAnswers, OddsOptions, Typed};
use fuzz::SHELF;
use libfuzzer_sys::fuzz_target;
use serde_json::{Value, json};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(situation) = serde_json::from_slice(bytes) {
        SHELF.iter().flat_map(|book| book.procedures()).for_each(|procedure| put_to(procedure.as_ref(), &situation));
    }
    if let [book, procedure, example, changes @ ..] = bytes {
        let procedures = SHELF[usize::from(*book) % SHELF.len()].procedures();
        let procedure = procedures[usize::from(*procedure) % procedures.len()].as_ref();
        let mut examples = procedure.examples();
        let chosen = usize::from(*example) % examples.len();
        let mut situation = examples.swap_remove(chosen).1;
        for change in changes.chunks_exact(2) {
            let mut leaf = change[0];
            alter(&mut situation, &mut leaf, change[1]);
        }
        put_to(procedure, &situation);
    }
});

fn put_to(procedure: &dyn AnyProcedure, situation: &Value) {
    let options = OddsOptions { runs_max: 500, ..OddsOptions::default() };
    let _ = procedure.resolve(situation, Vec::new(), Vec::new(), &GivenAnswers::new(), &mut Typed);
    let _ = procedure.odds(situation, &options);
    let _ = procedure.coverage(situation, 1, 5);
}

/// Changes the leaf of this number, counted from the front; a number too high changes nothing.
fn alter(value: &mut Value, leaf: &mut u8, how: u8) -> bool {
    match value {
        Value::Object(fields) => fields.values_mut().any(|field| alter(field, leaf, how)),
        Value::Array(items) if !items.is_empty() && *leaf > 0 => {
            *leaf -= 1;
            items.iter_mut().any(|item| alter(item, leaf, how))
        }
        Value::Array(items) if *leaf == 0 => {
            let copy = items.first().cloned().unwrap_or(Value::Null);
            items.resize(usize::from(how % 24), copy);
            true
        }
        _ if *leaf > 0 => {
            *leaf -= 1;
            false
        }
        Value::Bool(flag) => {
            *flag = !*flag;
            true
        }
        Value::Number(_) => {
            *value = json!(i64::from(how) - 16);
            true
        }
        _ => {
            *value = if how == 0 { Value::Null } else { json!(how) };
            true
        }
    }
}
