//! Conversations: the tour, guided questions, typed dice.

use std::path::PathBuf;

use crate::support::{Ran, command};
use longroll::terminal::Look;

/// Where a procedure stands in the tour's lists, as the two numbers to type.
fn way_to(slug: &str, name: &str) -> [String; 2] {
    let book = shelf::titles().iter().position(|about| about.slug == slug).unwrap();
    let procedures = shelf::take(slug, None).unwrap();
    let procedure = procedures.procedures().iter().position(|procedure| procedure.name() == name).unwrap();
    [book + 1, procedure + 1].map(|number| number.to_string())
}

fn tour(lines: &[&str]) -> Ran {
    command().reading(lines.join("\n") + "\n").run(&["tour"]).exits(0)
}

#[test]
fn a_tour_goes_from_the_shelf_to_a_result() {
    let [book, fire] = way_to("elephant", "fire");
    let ran = tour(&[&book, &fire, "1", "t", "12", "7", "w", "q", "q", "q", "q"]);
    for text in ["Rulebooks", "in all, exact", "Throw one d10", "cannot show 12", "7, typed", "1 hit", "SE-FIRE-RES-N"]
    {
        assert!(ran.out.contains(text), "{text}:\n{}", ran.out);
    }
    assert!(ran.out.ends_with("The tour ends here. longroll --help has the rest.\n"), "{}", ran.out);
    assert_eq!(ran.err, "");
}

#[test]
fn a_tour_changes_one_field_and_says_why_not() {
    let [book, fire] = way_to("elephant", "fire");
    let ran = tour(&[&book, &fire, "1", "range_yards=5000", "range_yards=x", "nonsense", "target.cover=hard", "q"]);
    for text in
        ["error: firers[0].volleys[0].range_yards", "No: \"x\" does not do", "No: \"nonsense\" is none of these"]
    {
        assert!(ran.out.contains(text), "{text}:\n{}", ran.out);
    }
    assert!(ran.out.contains("50.0%"), "{}", ran.out);
}

#[test]
fn a_tour_asks_what_a_player_has_to_decide() {
    let [book, fire] = way_to("elephant", "fire");
    let ran = tour(&[&book, &fire, "2", "t", "perhaps", "sep", "7", "1", "6", "3"]);
    for text in ["Confederate: Fire everything", "No: choose one of combined, separate", "separate (confederate)"] {
        assert!(ran.out.contains(text), "{text}:\n{}", ran.out);
    }
}

#[test]
fn a_tour_ends_politely_wherever_the_input_ends() {
    let [book, fire] = way_to("elephant", "fire");
    let lines = [book.as_str(), &fire, "9", "5", "", "?", "2", "q", "2", "c", "=", "o", "r", "combined", "t", "q"];
    for end in 0..=lines.len() {
        let ran = tour(&lines[..end]);
        assert!(ran.out.ends_with("has the rest.\n"), "after {end} lines:\n{}", ran.out);
    }
}

#[test]
fn a_rulebook_of_the_tour_can_be_walked_whole() {
    for (index, about) in shelf::titles().iter().enumerate() {
        let book = shelf::take(about.slug, None).unwrap();
        for number in 1..=book.procedures().len() {
            tour(&[&(index + 1).to_string(), &number.to_string(), "1", "o", "q", "q", "q", "q"]);
        }
    }
}

#[test]
fn a_guided_resolve_asks_shows_odds_and_takes_dice() {
    let lines = ["union", "1", "inf", "=", "t", "7"];
    let ran = command().at_a_terminal().reading(lines.join("\n")).run(&["resolve", "elephant", "fire"]).exits(0);
    let texts = ["(union, confederate)", "firers[0].arm", "in all, exact", "1 hit", "7, typed", "[1]"];
    let mut at = 0;
    for text in texts {
        let found = ran.out[at..].find(text);
        at += found.unwrap_or_else(|| panic!("{text} is not in its place:\n{}", ran.out));
    }
}

#[test]
fn one_key_copies_the_result_line() {
    let look = Look { width: 80, colour: false, boxes: true };
    let guided = |look: Look, lines: &str| {
        let arguments = ["resolve", "elephant", "fire"];
        command().at_a_terminal().looking(look).reading(lines).run(&arguments).exits(0).out
    };
    let copied = guided(look, "=\nt\n7\ny\n");
    assert!(copied.contains("Copied: elephant fire: ") && copied.contains("(dice 7)"), "{copied}");
    let (_, after) = copied.split_once("\u{1b}]52;c;").unwrap();
    let (letters, _) = after.split_once('\u{7}').unwrap();
    // "elephant" in three-in-four letters.
    assert!(letters.starts_with("ZWxlcGhhbnQ"), "{letters}");
    assert!(!guided(look, "=\nt\n7\n\n").contains("Copied"));
    let piped = guided(Look::PLAIN, "=\nt\n7\ny\n");
    assert!(piped.contains("Copied: elephant fire: ") && !piped.contains('\u{1b}'), "{piped}");
    let [book, fire] = way_to("elephant", "fire");
    assert!(tour(&[&book, &fire, "1", "t", "7", "y", "q"]).out.contains("Copied: elephant fire: "));
}

#[test]
fn dice_are_typed_one_by_one_and_taken_back() {
    let arguments = ["resolve", "elephant", "officer-casualty", "--example", "1", "--typed"];
    let ran = command().reading("5\n-\n1\n2\n6\n").run(&arguments).exits(0);
    for text in ["die 1 of 2, ", "die 2 of 2, ", "(- takes the last back)", "1 2 = 1, typed"] {
        assert!(ran.out.contains(text), "{text}:\n{}", ran.out);
    }
}

#[test]
fn what_the_rules_refuse_is_asked_again_and_nothing_else() {
    let lines = ["", "1", "", "", "", "", "", "", "9", "=", "1", "t", "7"];
    let ran = command().at_a_terminal().reading(lines.join("\n")).run(&["resolve", "elephant", "fire"]).exits(0);
    let (_, after) = ran.out.split_once("error: firers[0].panic").unwrap();
    assert_eq!(after.matches("firers[0].panic [9]").count(), 1, "{after}");
    assert!(!after.contains("firers[0].arm"), "{after}");
    assert!(ran.out.contains("7, typed"), "{}", ran.out);
}

#[test]
fn json_keeps_the_conversation_out_of_the_results() {
    let ran = command().at_a_terminal().reading("=\nt\n7\n").run(&["resolve", "elephant", "fire", "--json"]).exits(0);
    let settled: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(settled["dice"], serde_json::json!([7]));
    assert!(ran.err.contains("Throw one d10"), "{}", ran.err);
}

#[test]
fn the_last_answers_are_remembered() {
    let state = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("state");
    let _ = std::fs::remove_dir_all(&state);
    let guided = |lines: &str| {
        command()
            .at_a_terminal()
            .remembering(state.clone())
            .reading(lines)
            .run(&["odds", "elephant", "fire"])
            .exits(0)
            .out
    };
    let first = guided("confederate\n=\n");
    assert!(first.contains("side [union]"), "{first}");
    let second = guided("=\n");
    assert!(second.contains("side [confederate]"), "{second}");
    std::fs::write(state.join("last-situations.json"), "{ broken").unwrap();
    assert!(guided("=\n").contains("side [union]"));
    // A folder that cannot be is no reason to stop.
    let nowhere = state.join("last-situations.json").join("inside");
    command().at_a_terminal().remembering(nowhere).reading("=\n").run(&["odds", "elephant", "fire"]).exits(0);
}

#[test]
fn dice_may_be_typed_over_a_pipe() {
    let arguments = ["resolve", "elephant", "officer-casualty", "--example", "1", "--typed"];
    let ran = command().reading("1 2\n6\n").run(&arguments).exits(0);
    assert!(ran.out.contains("1 2 = 1, typed"), "{}", ran.out);
    let ran = command().reading("1 2\n").run(&arguments).exits(2);
    assert!(ran.err.contains("the input ended"), "{}", ran.err);
}

#[test]
fn leaving_is_no_failure() {
    for lines in ["q\n", "=\nq\n", "=\nt\nq\nq\n", ""] {
        command().at_a_terminal().reading(lines).run(&["resolve", "elephant", "fire"]).exits(0);
    }
}

#[test]
fn a_situation_may_be_typed_over_a_pipe() {
    let arguments = ["resolve", "elephant", "fire", "--typed"];
    let ran = command().reading("=\nt\n7\n").run(&arguments).exits(0);
    assert!(ran.out.contains("7, typed"), "{}", ran.out);
    let ran = command().reading("union\n").run(&arguments).exits(2);
    assert!(ran.err.contains("the input ended"), "{}", ran.err);
    command().reading("=\nt\n7\n").run(&["resolve", "elephant", "fire"]).exits(2);
}

#[test]
fn a_question_mark_says_what_to_type() {
    let ran = command().at_a_terminal().reading("?\n").run(&["resolve", "fire-and-fury", "fire"]).exits(0);
    let whole = command().at_a_terminal().reading("\n".repeat(3) + &"?\n\n".repeat(40));
    let whole = whole.run(&["resolve", "fire-and-fury", "fire"]).exits(0);
    assert!(ran.out.len() < whole.out.len());
    assert!(whole.out.contains("Type a number, with a point if it is not whole"), "{}", whole.out);
}
