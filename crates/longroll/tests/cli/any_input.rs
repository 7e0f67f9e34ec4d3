//! Nothing that is read makes a command panic, whatever it is.

use crate::support::command;
use proptest::prelude::*;
use serde_json::{Value, json};

/// Every procedure with its first example.
fn subjects() -> Vec<(&'static str, &'static str, Value)> {
    let mut list = Vec::new();
    for book in shelf::all().unwrap() {
        for procedure in book.procedures() {
            list.extend(
                procedure.examples().into_iter().map(|(_, example)| (book.about().slug, procedure.name(), example)),
            );
        }
    }
    list
}

/// The places of all values in a situation.
fn pointers(value: &Value, here: &str, list: &mut Vec<String>) {
    list.push(here.to_owned());
    match value {
        Value::Object(fields) => {
            fields.iter().for_each(|(name, value)| pointers(value, &format!("{here}/{name}"), list))
        }
        Value::Array(members) => {
            members.iter().enumerate().for_each(|(index, value)| pointers(value, &format!("{here}/{index}"), list));
        }
        _ => {}
    }
}

fn odd_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        (0_u16..300).prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(|number| json!(number)),
        "[a-z-]{0,8}".prop_map(Value::from),
        Just(json!([])),
        Just(json!({})),
    ]
}

/// Runs a command; an exit code above 2, or a panic, fails.
fn survives(input: &[u8], arguments: &[&str]) -> u8 {
    let code = command().reading(input).run(arguments).code;
    assert!(code <= 2);
    code
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_bytes_are_bad_input(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        prop_assume!(serde_json::from_slice::<Value>(&bytes).is_err());
        let (slug, name, _) = subjects()[0];
        prop_assert_eq!(survives(&bytes, &["odds", slug, name, "--input", "-"]), 2);
    }

    #[test]
    fn a_changed_example_is_settled_or_refused(
        which in any::<prop::sample::Index>(),
        place in any::<prop::sample::Index>(),
        value in odd_value(),
        seed in 0_u32..1000,
    ) {
        let subjects = subjects();
        let (slug, name, mut situation) = which.get(&subjects).clone();
        let mut places = Vec::new();
        pointers(&situation, "", &mut places);
        *situation.pointer_mut(place.get(places.as_slice()).as_str()).unwrap() = value;
        let text = situation.to_string();
        let seed = format!("{seed:x}");
        survives(text.as_bytes(), &["resolve", slug, name, "--input", "-", "--seed", &seed, "--verbose"]);
    }

    #[test]
    fn a_cut_or_scratched_example_is_no_panic(
        which in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        byte in prop::option::of(any::<u8>()),
    ) {
        let subjects = subjects();
        let (slug, name, situation) = which.get(&subjects);
        let mut text = situation.to_string().into_bytes();
        let at = at.index(text.len());
        match byte {
            Some(byte) => text[at] = byte,
            None => text.truncate(at),
        }
        survives(&text, &["resolve", slug, name, "--input", "-", "--seed", "1"]);
    }

    #[test]
    fn random_lines_end_every_conversation(lines in prop::collection::vec("[ -~]{0,12}|[0-9=?qrto]", 0..40)) {
        let text = lines.join("\n");
        survives(text.as_bytes(), &["tour"]);
        let (slug, name, _) = subjects()[0];
        let ran = command().at_a_terminal().reading(text).run(&["resolve", slug, name]);
        prop_assert!(ran.code <= 2);
    }

    #[test]
    fn random_flags_are_no_panic(dice in "[0-9,x-]{0,12}", answer in "[ -~]{0,16}", set in "[ -~]{0,24}") {
        let (slug, name, _) = subjects()[0];
        survives(b"", &["resolve", slug, name, "--example", "1", &format!("--dice={dice}")]);
        survives(b"", &["odds", slug, name, "--example", "1", &format!("--answer={answer}")]);
        survives(b"", &["odds", slug, name, "--example", "1", &format!("--set={set}")]);
    }
}
