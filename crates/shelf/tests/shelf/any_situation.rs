//! Whatever is handed to a procedure, it answers or refuses; it never panics.

use engine::book::AnyRulebook;
use engine::{GivenAnswers, OddsOptions, Typed};
use proptest::prelude::*;
use serde_json::{Map, Value};

/// Any JSON at all.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        prop_oneof![Just(0), Just(1), Just(-1), Just(255), Just(256), Just(65_535), Just(65_536)].prop_map(Value::from),
        any::<f64>().prop_map(|number| serde_json::Number::from_f64(number).map_or(Value::Null, Value::Number)),
        prop_oneof![Just("line"), Just("union"), Just("rifle-musket"), Just(""), Just("\u{0}")].prop_map(Value::from),
        ".{0,12}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 24, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::vec(("[a-z_]{1,10}", inner), 0..6)
                .prop_map(|fields| Value::Object(fields.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

/// Every place in a JSON value, as a path that `pointer_mut` understands.
fn places(value: &Value, path: &str, found: &mut Vec<String>) {
    found.push(path.to_owned());
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, field)| places(field, &format!("{path}/{name}"), found))
        }
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(index, item)| places(item, &format!("{path}/{index}"), found));
        }
        _ => {}
    }
}

/// A number near the edges of what fits, often just a little off what stood there.
fn nudged(value: &Value, by: i64) -> Value {
    value.as_i64().map_or_else(|| Value::from(by), |number| Value::from(number.saturating_add(by)))
}

fn try_everything(book: &dyn AnyRulebook, procedure: usize, situation: &Value, dice: Vec<u8>, answers: Vec<u32>) {
    let procedure = &book.procedures()[procedure % book.procedures().len()];
    let none = GivenAnswers::new();
    let _ = procedure.resolve(situation, dice, answers, &none, &mut Typed);
    let _ = procedure.rollouts(situation, &none, 7, 20);
    let _ = procedure.coverage(situation, 7, 20);
    let options = OddsOptions { runs_max: 2_000, ..OddsOptions::default() };
    let _ = procedure.odds(situation, &options);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_json_is_answered_or_refused(situation in any_json(), procedure in any::<prop::sample::Index>()) {
        for book in shelf::all().expect("the printed charts open") {
            try_everything(book.as_ref(), procedure.index(64), &situation, Vec::new(), Vec::new());
        }
    }

    #[test]
    fn an_example_with_something_changed_is_answered_or_refused(
        procedure in any::<prop::sample::Index>(),
        example in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), prop_oneof![
            (-3_i64..=3).prop_map(Ok), any::<i64>().prop_map(Ok), any_json().prop_map(Err)
        ]), 1..4),
        dice in prop::collection::vec(0_u8..12, 0..16),
        answers in prop::collection::vec(0_u32..4, 0..4),
    ) {
        for book in shelf::all().expect("the printed charts open") {
            let which = procedure.index(book.procedures().len());
            let examples = book.procedures()[which].examples();
            let mut situation = examples[example.index(examples.len())].1.clone();
            for (place, change) in &changes {
                let mut found = Vec::new();
                places(&situation, "", &mut found);
                if let Some(spot) = situation.pointer_mut(&found[place.index(found.len())]) {
                    *spot = match change {
                        Ok(by) => nudged(spot, *by),
                        Err(other) => other.clone(),
                    };
                }
            }
            try_everything(book.as_ref(), which, &situation, dice.clone(), answers.clone());
        }
    }
}
