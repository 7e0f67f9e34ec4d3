//! Evenings at a real table, under every rulebook: played, saved, opened again, undone, closed and verified.

use engine::book::AnyRulebook;
use engine::game::{AnyGame, AnyProgress, DiceMode, WaitingLine};
use engine::{Seat, Secret};
use serde_json::json;

const SECRET: [u8; 32] = [18; 32];

fn evening(book: &dyn AnyRulebook) -> Box<dyn AnyGame> {
    let seats = vec![Seat::new("Anna", "magnolia"), Seat::new("Ben", "sycamore")];
    book.begin_evening("club night", seats, Secret::new(SECRET)).expect("an evening begins")
}

/// Has everything settled that the rulebook's examples know; odd turns with typed dice, all questions answered first.
fn play_examples(book: &dyn AnyRulebook, game: &mut dyn AnyGame) {
    let mut number = 0;
    for procedure in book.procedures() {
        for (_, situation) in procedure.examples() {
            number += 1;
            let mode = if number % 2 == 1 { DiceMode::Typed } else { DiceMode::Live };
            let command = json!({ "procedure": procedure.name(), "situation": situation });
            let mut progress = game.order(&command, mode).expect("an example is settled");
            while let AnyProgress::Waiting { waiting, .. } = progress {
                progress = match waiting {
                    WaitingLine::Dice { count, low, high, .. } => {
                        let faces = vec![low + (high - low) / 2; usize::from(count)];
                        game.throw_typed(&faces).expect("typed dice are taken")
                    }
                    WaitingLine::Answer { choices, .. } => game.answer(&choices[0]).expect("an answer is taken"),
                };
            }
        }
    }
}

#[test]
fn an_evening_is_the_same_after_it_was_saved_and_opened_again() {
    for book in shelf::all().expect("the printed charts open") {
        let mut game = evening(book.as_ref());
        play_examples(book.as_ref(), game.as_mut());
        let text = game.save().to_text();
        let opened = book.open_evening(text.as_bytes(), Some(Secret::new(SECRET))).expect("a save opens");
        assert_eq!(opened.battle(), game.battle());
        assert_eq!(opened.save().to_text(), text);
        let binary = game.save().to_binary().expect("a save has a compact form");
        let opened = book.open_evening(&binary, None).expect("the compact form opens");
        assert_eq!(opened.save().to_text(), text);
        assert!(binary.len() < text.len());
    }
}

#[test]
fn a_closed_evening_proves_its_dice() {
    for book in shelf::all().expect("the printed charts open") {
        let mut game = evening(book.as_ref());
        play_examples(book.as_ref(), game.as_mut());
        game.close().expect("an evening can be closed");
        let text = game.save().to_text();
        let report = book.verify_evening(text.as_bytes()).expect("a save can be verified");
        assert_eq!(report.problems(), Vec::<String>::new());
        assert!(report.dice_are_proved());
    }
}

#[test]
fn nobody_undoes_a_die_alone() {
    for book in shelf::all().expect("the printed charts open") {
        let mut game = evening(book.as_ref());
        play_examples(book.as_ref(), game.as_mut());
        let before = game.save().to_text();
        assert!(game.undo(0, &["Anna"]).is_err(), "Ben has not agreed");
        assert_eq!(game.save().to_text(), before);
        game.undo(0, &["Anna", "Ben"]).expect("both have agreed");
        assert!(game.save().to_text().contains("undo 0 by \"Anna\" \"Ben\""));
        assert_eq!(game.turn(), 0);
    }
}

#[test]
fn a_refused_situation_leaves_the_evening_as_it_was() {
    for book in shelf::all().expect("the printed charts open") {
        let mut game = evening(book.as_ref());
        let before = game.save().to_text();
        for command in [json!({}), json!({ "procedure": "no such", "situation": {} }), json!({ "procedure": 1 })] {
            assert!(game.order(&command, DiceMode::Live).is_err(), "{command}");
        }
        for procedure in book.procedures() {
            let command = json!({ "procedure": procedure.name(), "situation": { "nonsense": true } });
            assert!(game.order(&command, DiceMode::Live).is_err());
        }
        assert_eq!(game.save().to_text(), before);
    }
}
