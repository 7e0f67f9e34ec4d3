//! A game as its list of inputs: play, dice, undo, branches.

// What a test calls may fail like the test itself.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[allow(dead_code)]
mod skirmish;

use std::convert::Infallible;
use std::sync::Arc;

use engine::game::{AnyGame, AnyProgress, Deed, DiceMode, Flat, Game, Progress, Save, Source, WaitingLine};
use engine::{GivenAnswers, Halt, Refusal, Seat, Side, Throw, Waiting};
use serde_json::json;
use skirmish::{Command, Event, Skirmish, new_game, rules, seats, secret};

const LIVE: DiceMode = DiceMode::Live;
const TYPED: DiceMode = DiceMode::Typed;

fn is_done<E>(progress: &Progress<E>) -> bool {
    matches!(progress, Progress::Done { .. })
}

fn refusal<T: std::fmt::Debug>(result: Result<T, Halt<Infallible>>) -> Refusal {
    match result {
        Err(Halt::Refused(refusal)) => *refusal,
        other => panic!("not refused: {other:?}"),
    }
}

fn fault<T: std::fmt::Debug>(result: Result<T, Halt<Infallible>>) -> String {
    match result {
        Err(Halt::Fault(fault)) => fault.to_string(),
        other => panic!("no fault: {other:?}"),
    }
}

/// Fires until the enemy is asked whether he falls back.
fn fire_until_asked(game: &mut Game<Skirmish>) {
    while is_done(&game.order(Command::Fire { guns: 3 }, LIVE).unwrap()) {}
}

#[test]
fn refused_command_leaves_the_game_unchanged() {
    let mut game = new_game(1);
    let before = game.to_text();
    let refusal = refusal(game.order(Command::March { steps: 7 }, LIVE));
    assert_eq!(refusal.to_string(), "steps: 7 steps are more than 6 (SK-MARCH)");
    assert_eq!(game.to_text(), before);
}

#[test]
fn typed_dice_are_counted_and_range_checked_and_marked() {
    let mut game = new_game(1);
    let waiting = game.order(Command::Fire { guns: 3 }, TYPED).unwrap();
    assert!(matches!(waiting, Progress::Waiting(Waiting::Dice { throw: Throw::Pool { dice: 3, .. }, .. })));
    let pending = game.to_text();
    let few = fault(game.throw_typed(&[1, 2]));
    assert_eq!(few, "dice: 3d6>=5 means 3 dice, and 2 were typed (type 3 numbers from 1 to 6)");
    let wrong = fault(game.throw_typed(&[1, 2, 7]));
    assert_eq!(wrong, "dice:3: die 3 of 3d6>=5 cannot show 7 (type 3 numbers from 1 to 6)");
    assert!(refusal(game.answer("yes")).to_string().contains("waits for 3d6>=5 (SK-FIRE)"));
    assert_eq!(game.to_text(), pending);

    assert!(matches!(game.throw_typed(&[5, 1, 6]).unwrap(), Progress::Waiting(Waiting::Answer(_))));
    assert!(fault(game.answer("perhaps")).contains("choose one of yes, no"));
    assert!(matches!(game.answer("no").unwrap(), Progress::Waiting(Waiting::Dice { .. })));
    // People throw, and let the program throw one of the dice.
    let dice = game.dice_thrown();
    let mut progress = game.roll_it().unwrap();
    assert_eq!(game.dice_thrown(), dice + 1);
    if !is_done(&progress) {
        progress = game.throw_typed(&[2, 5]).unwrap();
    }
    assert!(is_done(&progress));
    let text = game.to_text();
    assert!(text.contains("\ndice 3d6 5 1 6 typed\nanswer fall-back@1 1 no\ndice d10 "), "{text}");
    let sources: Vec<Source> = game.save().throws().map(|thrown| thrown.source).collect();
    assert_eq!(sources[..2], [Source::Typed, Source::Program(1)]);
}

#[test]
fn program_throws_once_where_people_throw_the_rest() {
    let mut game = new_game(1);
    game.order(Command::Camp { tents: None }, TYPED).unwrap();
    game.answer("1").unwrap();
    game.answer("ford").unwrap();
    assert!(matches!(game.roll_it().unwrap(), Progress::Waiting(Waiting::Dice { throw: Throw::One(_), .. })));
    assert_eq!(game.dice_thrown(), 2);
    assert!(is_done(&game.throw_typed(&[5]).unwrap()));
    assert_eq!(game.dice_thrown(), 2);
}

#[test]
fn throw_of_no_dice_asks_nobody_and_leaves_no_line() {
    let mut game = new_game(1);
    assert!(is_done(&game.order(Command::Fire { guns: 0 }, TYPED).unwrap()));
    assert_eq!(game.save().throws().count(), 0);
    assert_eq!(game.replay().unwrap(), *game.battle());
}

#[test]
fn answer_that_the_rules_refuse_leaves_the_question_open() {
    let mut game = new_game(1);
    game.order(Command::Camp { tents: None }, LIVE).unwrap();
    game.answer("3").unwrap();
    let before = game.to_text();
    assert!(refusal(game.answer("swamp")).to_string().contains("too wet"));
    assert_eq!((game.to_text(), game.dice_thrown()), (before, 0));
    assert!(is_done(&game.answer("hill top").unwrap()));
    assert_eq!(game.dice_thrown(), 3);
}

#[test]
fn command_can_be_withdrawn_until_a_die_falls_or_something_is_revealed() {
    let mut game = new_game(1);
    assert!(game.withdraw().unwrap_err().to_string().contains("no command waits"));
    let before = game.to_text();
    game.order(Command::Camp { tents: Some(4) }, LIVE).unwrap();
    assert!(refusal(game.order(Command::Scout, LIVE)).to_string().contains("settle or withdraw it first"));
    assert!(game.undo(0, &[]).unwrap_err().to_string().contains("a command waits"));
    game.withdraw().unwrap();
    assert_eq!(game.to_text(), before);

    fire_until_asked(&mut game);
    assert!(game.withdraw().unwrap_err().to_string().contains("dice have fallen for it (3d6)"));
    assert!(is_done(&game.answer("yes").unwrap()));

    game.order(Command::Probe, LIVE).unwrap();
    assert!(game.withdraw().unwrap_err().to_string().contains("it has revealed something"));
    assert!(reopen(&game).withdraw().is_err());
}

#[test]
fn plain_turns_are_undone_at_once_and_dice_by_consent() {
    let mut game = new_game(1);
    for steps in 1..=3 {
        game.order(Command::March { steps }, LIVE).unwrap();
    }
    let after_one = game.battle_at(1).unwrap();
    assert_eq!(game.undo(1, &[]).unwrap(), [2, 3]);
    assert_eq!((game.battle(), game.turn()), (&after_one, 1));
    assert!(game.undo(2, &[]).unwrap_err().to_string().contains("branch from it instead"));
    assert!(game.undo(1, &[]).unwrap_err().to_string().contains("nothing to undo"));

    game.order(Command::Scout, LIVE).unwrap();
    game.order(Command::Fire { guns: 9 }, LIVE).unwrap();
    if game.pending().is_some() {
        game.answer("yes").unwrap();
    }
    assert_eq!(game.turn(), 5);
    let refusal = game.undo(1, &["Anna"]).unwrap_err();
    let expected = "turn 4: it revealed something; turn 5: dice fell in it: 9d6; consent: needed from Ben";
    assert_eq!(refusal.to_string(), expected);
    assert!(game.undo(1, &["Anna", "Carl"]).unwrap_err().to_string().contains("\"Carl\" has no seat"));

    let dice = game.dice_thrown();
    assert_eq!(game.undo(1, &["Ben", "Anna"]).unwrap(), [4, 5]);
    assert_eq!((game.battle(), game.dice_thrown()), (&after_one, dice));
    assert!(game.to_text().contains("\nundo 1 by \"Anna\" \"Ben\"\n"));
    // The undone turns stay readable, and the next die is a new one.
    assert!(game.battle_at(4).unwrap().found);
    assert_eq!(game.record_of(4).unwrap().events, [Event::Found(3)]);
    game.order(Command::Fire { guns: 1 }, LIVE).unwrap();
    assert!(game.save().throws().any(|thrown| thrown.source == Source::Program(dice + 1)));
}

#[test]
fn branch_names_its_parent_and_has_dice_of_its_own() {
    let mut game = new_game(1);
    game.order(Command::March { steps: 1 }, LIVE).unwrap();
    game.order(Command::March { steps: 2 }, LIVE).unwrap();
    game.undo(1, &[]).unwrap();
    assert!(game.branch(2, seats(), secret(1)).unwrap_err().reason.contains("secret of its own"));
    assert!(game.branch(3, seats(), secret(2)).unwrap_err().hint.contains("from 0 to 2"));
    let branch = game.branch(2, vec![Seat::new("Carl", "reed")], secret(2)).unwrap();
    assert_eq!(branch.battle().marched, 3);
    let parent = branch.header().parent.unwrap();
    assert_eq!((parent.turn, parent.chain), (2, game.save().write().chains[2]));
    assert_eq!(game.branch(0, seats(), secret(2)).unwrap().header().parent.unwrap().turn, 0);
}

#[test]
fn standing_orders_answer_and_are_written_as_answers() {
    let mut game = new_game(1);
    for side in Side::ALL {
        game.set_standing_orders(side, GivenAnswers::new().with("fall-back", "yes"));
    }
    for _ in 0..4 {
        assert!(is_done(&game.order(Command::Fire { guns: 6 }, LIVE).unwrap()));
    }
    assert!(game.to_text().contains("answer fall-back@1 0 yes\n"));
    // They are nobody's business: a copy opened elsewhere replays without them.
    assert_eq!(reopen(&game).battle(), game.battle());
}

#[test]
fn a_standing_order_that_does_not_fit_is_none_and_its_player_is_asked() {
    let (mut left, mut asked) = (new_game(1), new_game(1));
    for side in Side::ALL {
        left.set_standing_orders(side, GivenAnswers::new().with("fall-back", "sideways"));
    }
    fire_until_asked(&mut left);
    fire_until_asked(&mut asked);
    assert_eq!(left.pending().unwrap().waiting, asked.pending().unwrap().waiting);
    assert_eq!(left.to_text(), asked.to_text(), "dice are neither lost nor thrown again");
}

fn reopen(game: &Game<Skirmish>) -> Game<Skirmish> {
    let bytes = game.to_text().into_bytes();
    Game::open_bytes(Arc::new(Skirmish), &rules(), &bytes, game.secret().cloned()).unwrap()
}

#[test]
fn pending_command_survives_a_save_and_its_dice_stay() {
    let mut game = new_game(1);
    fire_until_asked(&mut game);
    let mut opened = reopen(&game);
    assert_eq!(opened.dice_thrown(), game.dice_thrown());
    assert_eq!(opened.pending().unwrap().waiting, game.pending().unwrap().waiting);
    assert!(opened.withdraw().is_err());
    game.answer("no").unwrap();
    opened.answer("no").unwrap();
    assert_eq!(opened.to_text(), game.to_text());
}

#[test]
fn copy_without_the_secret_takes_typed_dice_only() {
    let game = new_game(1);
    let bytes = game.to_text().into_bytes();
    let mut opened = Game::open_bytes(Arc::new(Skirmish), &rules(), &bytes, None).unwrap();
    assert!(fault(opened.order(Command::Fire { guns: 2 }, LIVE)).contains("does not hold the secret"));
    assert!(fault(opened.close()).contains("does not hold the secret"));
    opened.order(Command::Fire { guns: 2 }, TYPED).unwrap();
    assert!(fault(opened.roll_it()).contains("does not hold the secret"));
    assert!(is_done(&opened.throw_typed(&[1, 1]).unwrap()));
    let wrong = Game::open_bytes(Arc::new(Skirmish), &rules(), &bytes, Some(secret(2))).unwrap_err();
    assert!(wrong.reason.contains("not the secret"), "{wrong}");
}

#[test]
fn closed_game_takes_no_orders_and_can_be_branched() {
    let mut game = new_game(1);
    game.order(Command::March { steps: 1 }, LIVE).unwrap();
    game.close().unwrap();
    assert!(refusal(game.order(Command::Scout, LIVE)).to_string().contains("branch it to play on"));
    assert!(game.undo(0, &[]).is_err());
    assert!(game.close().is_err());
    let opened = reopen(&game);
    assert!(opened.is_closed());
    assert!(!opened.branch(1, seats(), secret(9)).unwrap().is_closed());
}

#[test]
fn flat_replay_follows_the_turns_that_count() {
    let mut game = new_game(4);
    for side in Side::ALL {
        game.set_standing_orders(side, GivenAnswers::new().with("fall-back", "no"));
    }
    for guns in 1..12 {
        game.order(Command::Fire { guns }, LIVE).unwrap();
    }
    game.undo(6, &["Anna", "Ben"]).unwrap();
    game.order(Command::Scout, LIVE).unwrap();
    let save = Save::from_binary(&game.to_binary().unwrap()).unwrap();
    let flat: Flat<Skirmish> = Flat::of(&save).unwrap();
    assert_eq!(flat.turns(), 7);
    let mut seen = Vec::new();
    assert_eq!(flat.replay(&Skirmish, |field| seen.push(field.clone())).unwrap(), *game.battle());
    assert_eq!(seen[5], game.battle_at(6).unwrap());
}

#[test]
fn erased_game_speaks_json() {
    let mut game: Box<dyn AnyGame> = Box::new(new_game(1));
    let unreadable = fault(game.order(&json!({"do": "march", "steps": "far"}), LIVE));
    assert!(unreadable.contains("expected u8") && unreadable.contains("schema"), "{unreadable}");
    let progress = game.order(&json!({"do": "camp"}), LIVE).unwrap();
    let AnyProgress::Waiting { waiting: WaitingLine::Answer { question, choices, .. }, .. } = &progress else {
        panic!("{progress:?}");
    };
    assert_eq!((*question, choices.join(" ")), ("share", "1 2 3 4".to_owned()));
    game.answer("2").unwrap();
    let waiting = serde_json::to_value(game.pending()).unwrap();
    assert_eq!(waiting["choices"], json!(["hill top", "swamp", "ford"]));
    assert_eq!(waiting["waits-for"], "answer");
    let done = serde_json::to_value(game.answer("ford").unwrap()).unwrap();
    assert_eq!((&done["progress"], &done["turn"], &done["rules"]), (&json!("done"), &json!(1), &json!(["SK-CAMP"])));
    assert_eq!(game.candidates(Side::Union, 2).len(), 2);
    assert_eq!(game.turns()[0].answers, ["share: 2", "ground: ford"]);
    assert_eq!(game.battle_at(1).unwrap(), game.battle());
    assert_eq!(game.events_of(1).unwrap().len(), 1);
    let branch = game.branch(1, seats(), secret(5)).unwrap();
    assert_eq!(branch.battle(), game.battle());
    assert!(branch.summary().iter().any(|line| line.starts_with("branched after turn 1")), "{:?}", branch.summary());
    game.undo(0, &["Anna", "Ben"]).unwrap();
    game.close().unwrap();
    assert_eq!(game.verify().problems(), Vec::<String>::new());
    assert_eq!(
        game.summary()[1..],
        [
            "seats: Anna, Ben",
            "0 turns, 1 undone in 1 undos",
            "3 dice thrown by the program, 0 typed",
            "closed, secret shown",
            "union to act"
        ]
    );
}

#[test]
fn what_is_told_at_once_is_what_a_replay_tells() {
    let mut game: Box<dyn AnyGame> = Box::new(new_game(1));
    let camp = json!({"do": "camp"});
    assert_eq!(game.go_on(Deed::Order { command: &camp, mode: LIVE }).unwrap(), None);
    assert_eq!(game.go_on(Deed::Answer("2")).unwrap(), None);
    let told = game.go_on(Deed::Answer("ford")).unwrap().unwrap();
    assert_eq!(told, game.tellings(1).unwrap());
    assert_eq!((told.turn, told.umpire.words.len()), (1, 1));
    let plain = game.story(1, None).unwrap();
    assert_eq!(
        (told.umpire.order.unwrap().to_string(), told.umpire.words.to_vec()),
        (plain.order.unwrap(), plain.words)
    );
    assert!(game.go_on(Deed::Roll).is_err(), "no command waits");
}

#[test]
fn the_story_of_a_game_is_told_in_one_go() {
    let mut game = new_game(4);
    for steps in 1..=4 {
        game.order(Command::March { steps }, LIVE).unwrap();
    }
    game.undo(2, &[]).unwrap();
    game.order(Command::Scout, LIVE).unwrap();
    let game: Box<dyn AnyGame> = Box::new(game);
    let told = game.stories(5, None).unwrap();
    assert_eq!(told.iter().map(|story| story.turn).collect::<Vec<_>>(), [1, 2, 5]);
    for story in &told {
        assert_eq!(*story, game.story(story.turn, None).unwrap());
    }
    assert_eq!(game.stories(4, None).unwrap().len(), 4, "what was undone can be told too");
    assert!(game.stories(9, None).is_err());
}

#[test]
fn dice_thrown_elsewhere_are_typed() {
    let mut game: Box<dyn AnyGame> = Box::new(new_game(4));
    game.order(&json!({ "do": "fire", "guns": 3 }), TYPED).unwrap();
    assert!(matches!(game.waiting(), Some(Waiting::Dice { .. })));
    game.throw_with(&mut engine::Scripted::new(&[1, 2, 3])).unwrap();
    assert_eq!(game.waiting(), None);
    let thrown: Vec<Source> = game.save().throws().map(|thrown| thrown.source).collect();
    assert_eq!((thrown, game.dice_thrown()), (vec![Source::Typed], 0));
    assert!(game.throw_with(&mut engine::Scripted::new(&[1])).is_err(), "nothing waits");
}
