//! Saves: what is written can be read, what was changed is noticed, and what cannot be opened says what can.

// What a test calls may fail like the test itself.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[allow(dead_code)]
mod skirmish;

use std::sync::Arc;

use engine::fair::WrongDie;
use engine::game::{
    Change, CommitmentCheck, DiceMode, ENGINE, Entry, FolderMark, Game, Input, Rules, Save, Setup, Source, from_hex,
    to_hex, verify, verify_save, verify_with,
};
use engine::{AnyGame, Fault, Halt, Secret};
use skirmish::{Command, Skirmish, new_game, rules, seats, secret, start};

/// The game of `docs/saves.md`: every kind of line that a save can have, except a parent and a pending command.
fn example() -> Game<Skirmish> {
    let mut game = new_game(7);
    game.order(Command::March { steps: 4 }, DiceMode::Live).unwrap();
    game.order(Command::Fire { guns: 3 }, DiceMode::Typed).unwrap();
    game.throw_typed(&[6, 2, 5]).unwrap();
    game.answer("no").unwrap();
    game.roll_it().unwrap();
    if game.pending().is_some() {
        game.throw_typed(&[4, 3]).unwrap();
    }
    game.order(Command::Scout, DiceMode::Live).unwrap();
    game.undo(2, &["Anna", "Ben"]).unwrap();
    game.order(Command::March { steps: 2 }, DiceMode::Live).unwrap();
    game
}

/// The example, closed, as the version of the documents wrote it.
fn example_save() -> Save {
    let mut game = example();
    game.close().unwrap();
    let mut save = game.save().clone();
    save.header.engine = "0.1.0".to_owned();
    save
}

/// A save that ends with a command that waits.
fn waiting_save() -> Save {
    let mut game = example();
    game.order(Command::Fire { guns: 4 }, DiceMode::Typed).unwrap();
    game.throw_typed(&[6, 6, 1, 1]).unwrap();
    game.save().clone()
}

fn open(save: Save) -> Result<Game<Skirmish>, Fault> {
    Game::open(Arc::new(Skirmish), &rules(), save, None)
}

#[test]
fn example_in_the_documents_is_what_the_program_writes() {
    let text = example_save().to_text();
    let documents = include_str!("../../../docs/saves.md");
    assert!(documents.contains(&format!("```text\n{text}```\n")), "put this into docs/saves.md:\n{text}");
    assert!(verify(text.as_bytes()).unwrap().dice_are_proved());
}

#[test]
fn text_and_binary_hold_the_same_game() {
    for save in [example_save(), waiting_save(), new_game(1).save().clone()] {
        let text = save.to_text();
        assert_eq!(Save::from_bytes(text.as_bytes()).unwrap(), save);
        let binary = save.to_binary().unwrap();
        assert!(binary.len() < text.len());
        assert_eq!(Save::from_bytes(&binary).unwrap(), save);
        let opened = open(save.clone()).unwrap();
        assert_eq!((opened.to_text(), opened.replay().unwrap()), (text, opened.battle().clone()));
    }
}

/// Every way to change one byte by a bit, to delete one, or to add one of a few that could pass.
fn single_byte_changes(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> + '_ {
    let flips = (0..bytes.len()).flat_map(move |at| {
        (0..8).map(move |bit| {
            let mut changed = bytes.to_vec();
            changed[at] ^= 1 << bit;
            changed
        })
    });
    let deletions = (0..bytes.len()).map(move |at| {
        let mut changed = bytes.to_vec();
        changed.remove(at);
        changed
    });
    let insertions = (0..=bytes.len()).flat_map(move |at| {
        [b' ', b'\n', b'\r', b'0', b'"', 0xFF].map(move |byte| {
            let mut changed = bytes.to_vec();
            changed.insert(at, byte);
            changed
        })
    });
    flips.chain(deletions).chain(insertions)
}

#[test]
fn any_single_changed_byte_is_noticed() {
    for save in [example_save(), waiting_save()] {
        let text = save.to_text().into_bytes();
        for changed in single_byte_changes(&text) {
            let shown = || String::from_utf8_lossy(&changed).into_owned();
            let fault = Save::from_text(&changed).err().unwrap_or_else(|| panic!("not noticed:\n{}", shown()));
            assert!(fault.line > 0, "{fault}");
            if let Ok(salvaged) = Save::salvage(&changed) {
                assert!(save.entries.starts_with(&salvaged.save.entries), "{}", shown());
                assert!(salvaged.dropped_lines > 0 && salvaged.fault.is_some());
            }
        }
        let binary = save.to_binary().unwrap();
        assert!(single_byte_changes(&binary).all(|changed| Save::from_bytes(&changed).is_err()));
    }
}

#[test]
fn cut_off_save_opens_only_after_a_whole_turn() {
    let save = example_save();
    let text = save.to_text();
    let mut whole = 0;
    for end in 0..text.len() {
        let cut = &text.as_bytes()[..end];
        match Save::from_text(cut) {
            Ok(shorter) => {
                whole += 1;
                assert!(text[..end].lines().last().unwrap().starts_with("chain "));
                assert!(save.entries.starts_with(&shorter.entries) && !verify_save(&shorter).finished);
                open(shorter).unwrap();
            }
            Err(fault) => {
                assert!(!fault.hint.is_empty(), "{fault}");
                if let Ok(salvaged) = Save::salvage(cut) {
                    assert_eq!(salvaged.kept_lines + salvaged.dropped_lines, text[..end].lines().count());
                    assert!(salvaged.fault == Some(fault) && salvaged.dropped_lines > 0);
                }
            }
        }
    }
    // The header and its five entries; the closing is the whole text.
    assert_eq!(whole, save.entries.len() + 1);
}

#[test]
fn torn_turn_is_refused_with_its_line_and_salvaged() {
    let save = example_save();
    let text = save.to_text();
    let torn = &text[..text.find("answer fall-back").unwrap() + 9];
    let fault = Save::from_text(torn.as_bytes()).unwrap_err();
    let expected = "save:20:10: the line is cut off in the middle of turn 2";
    assert!(fault.to_string().starts_with(expected) && fault.hint.contains("salvage"), "{fault}");
    let salvaged = Save::salvage(torn.as_bytes()).unwrap();
    assert_eq!((salvaged.save.entries.len(), salvaged.kept_lines, salvaged.dropped_lines), (1, 16, 4));
}

#[test]
fn fresh_chain_over_another_spelling_does_not_pass() {
    let save = new_game(1).save().clone();
    let text = save.to_text();
    let body = &text[..text.find("chain ").unwrap()];
    for (from, to) in
        [("title \"The", "title  \"The"), ("title \"The", "title \"\\u0054he"), ("seat \"Anna\" ", "seat \"Anna\"")]
    {
        let body = body.replace(from, to);
        let chain = to_hex(&blake3::hash(body.as_bytes()).as_bytes()[..16]);
        let fault = Save::from_text(format!("{body}chain {chain}\n").as_bytes()).unwrap_err();
        assert!(fault.reason.contains("not spelled as Long Roll spells it"), "{fault}");
    }
}

#[test]
fn chain_is_the_hash_of_the_lines_before_it() {
    let text = example_save().to_text();
    let mut before = String::new();
    for line in text.split_inclusive('\n') {
        if let Some(chain) = line.strip_prefix("chain ") {
            assert_eq!(chain.trim_end(), &blake3::hash(before.as_bytes()).to_hex()[..32]);
        }
        before.push_str(line);
    }
}

#[test]
fn a_save_that_came_through_another_system_says_so() {
    let text = example_save().to_text().replace('\n', "\r\n");
    let fault = Save::from_text(text.as_bytes()).unwrap_err();
    assert!(fault.reason.contains("another system") && fault.hint.contains("LF"), "{fault}");
}

#[test]
fn newer_format_under_our_own_version_does_not_send_the_reader_to_us() {
    let text = example_save().to_text().replacen("longroll save 1", "longroll save 2", 1);
    let fault = Save::from_text(text.as_bytes()).unwrap_err();
    assert!(!fault.hint.contains("or newer") && fault.hint.contains("first line"), "{fault}");
}

#[test]
fn newer_format_is_refused_with_the_version_that_wrote_it() {
    let text = example_save().to_text().replacen("longroll save 1\nengine 0.1.0", "longroll save 2\nengine 3.4.5", 1);
    let fault = Save::from_text(text.as_bytes()).unwrap_err();
    assert_eq!(fault.hint, "open it with Long Roll 3.4.5 or newer");
    assert!(Save::salvage(text.as_bytes()).unwrap_err().reason.contains("format 2"));
    for other in ["longroll save 0\n", "longroll save\n", "longroll", "<html>", ""] {
        let fault = Save::from_text(other.as_bytes()).unwrap_err();
        assert!(!fault.reason.is_empty() && fault.line == 1, "{fault}");
    }
}

#[test]
fn other_rules_are_refused_with_the_version_that_can_open_it() {
    let save = example_save();
    let open = |rules: &Rules, save: &Save| Game::open(Arc::new(Skirmish), rules, save.clone(), None).unwrap_err();
    let book = open(&Rules { rulebook: "elephant".to_owned(), ..rules() }, &save);
    let expected = "save:3:10: this is a game of skirmish, not of elephant (open it with skirmish in Long Roll 0.1.0)";
    assert_eq!(book.to_string(), expected);
    let charts = open(&Rules { charts: [0; 32], ..rules() }, &save);
    assert!(charts.reason.contains("other charts") && charts.hint.contains("Long Roll 0.1.0"), "{charts}");
    let mut differs = save;
    let Some(Entry::Turn(turn)) = differs.entries.get_mut(1) else { panic!() };
    turn.state[0] ^= 1;
    let replay = open(&rules(), &differs);
    assert_eq!(replay.line, differs.to_text().lines().position(|line| line == "turn 2").unwrap() + 1);
    assert!(replay.reason.contains("turn 2: the battle after it") && replay.hint.contains("changed"), "{replay}");
    let switches = open(&Rules { switches: Vec::new(), ..rules() }, &example_save());
    assert!(switches.reason.contains("its switches are not those"), "{switches}");
}

/// Applies a change to the first program throw of a save.
fn change_first_program_throw(save: &mut Save, change: impl Fn(&mut Vec<u8>, &mut Source)) {
    for entry in &mut save.entries {
        let Entry::Turn(turn) = entry else { continue };
        for input in &mut turn.inputs {
            if let Input::Dice(thrown) = input
                && thrown.source != Source::Typed
            {
                return change(&mut thrown.faces, &mut thrown.source);
            }
        }
    }
}

#[test]
fn verification_counts_and_recomputes_every_die() {
    let save = example_save();
    let report = verify_with(Arc::new(Skirmish), &rules(), save.to_text().as_bytes()).unwrap();
    assert_eq!((report.turns, report.undone, report.program_dice), (4, 1, 1));
    assert!(report.typed_dice >= 3 && report.finished && report.dice_are_proved());
    assert_eq!((report.replay.as_deref(), report.problems().len()), (Some(""), 0));

    // A forger who writes a whole new chain still cannot make the program throw another die.
    let mut forged = save.clone();
    change_first_program_throw(&mut forged, |faces, _| faces[0] = (faces[0] + 1) % 10);
    let report = verify_with(Arc::new(Skirmish), &rules(), forged.to_text().as_bytes()).unwrap();
    let [WrongDie { number: 1, shown, expected }] = report.wrong_dice[..] else { panic!("{report:?}") };
    assert_eq!(shown, (expected + 1) % 10);
    assert!(!report.dice_are_proved() && !report.problems().is_empty());
    assert!(open(forged).unwrap_err().reason.contains("die #1 must show"));

    // Nor show another secret.
    let forged = Save { secret: Some([8; 32]), ..save.clone() };
    assert_eq!(verify_save(&forged).commitment, CommitmentCheck::Differs);
    assert!(open(forged).unwrap_err().reason.contains("not the secret"));

    // Nor leave a die out, nor undo dice without everybody's consent.
    let mut forged = save.clone();
    change_first_program_throw(&mut forged, |_, source| *source = Source::Program(2));
    assert!(Save::from_text(forged.to_text().as_bytes()).unwrap_err().reason.contains("are missing"));
    let mut forged = save;
    forged.entries[3] = Entry::Undo { to: 2, consent: vec!["Ben".to_owned()] };
    assert!(Save::from_text(forged.to_text().as_bytes()).unwrap_err().reason.contains("consent"));

    let unfinished = verify_save(example().save());
    assert_eq!(unfinished.commitment, CommitmentCheck::NotRevealed);
    assert!(!unfinished.dice_are_proved() && unfinished.problems().is_empty());
}

#[test]
fn secret_stands_in_no_save_until_the_game_is_closed() {
    let digits = to_hex(&secret(7).reveal());
    assert!(!example().to_text().contains(&digits) && !waiting_save().to_text().contains(&digits));
    assert!(!format!("{:?}", example()).contains(&digits));
    let shown = example_save().to_text();
    let shown = shown.lines().find_map(|line| line.strip_prefix("reveal ")).unwrap();
    assert_eq!(from_hex(shown).map(Secret::new), Some(secret(7)));
}

#[test]
fn another_version_that_goes_on_writes_itself_down() {
    let mut game = example();
    let mut save = game.save().clone();
    save.header.engine = "0.0.7".to_owned();
    let mut opened = Game::open(Arc::new(Skirmish), &rules(), save, Some(secret(7))).unwrap();
    for game in [&mut game, &mut opened] {
        game.order(Command::March { steps: 1 }, DiceMode::Live).unwrap();
        game.order(Command::March { steps: 2 }, DiceMode::Live).unwrap();
        game.undo(5, &[]).unwrap();
    }
    assert_eq!(game.to_text().matches("\nengine ").count(), 1);
    let text = opened.to_text();
    assert_eq!(text.matches("\nengine ").count(), 2, "{text}");
    let mut save = Save::from_text(text.as_bytes()).unwrap();
    assert_eq!(save.entries[5], Entry::Engine(ENGINE.to_owned()));
    assert_eq!((save.engine_at(4), save.engine_at(6)), ("0.0.7", ENGINE));
    // Each turn names the version that can play it; what this one played and cannot play again, somebody changed.
    let changed = "the file was changed by somebody: ask for another copy";
    for (place, hint) in [(0, "this was played with Long Roll 0.0.7: open it with that version"), (6, changed)] {
        let Entry::Turn(turn) = &mut save.entries[place] else { panic!() };
        turn.state[0] ^= 1;
        let fault = open(save.clone()).unwrap_err();
        assert_eq!(fault.hint, hint);
        let Entry::Turn(turn) = &mut save.entries[place] else { panic!() };
        turn.state[0] ^= 1;
    }
}

#[test]
fn a_correction_is_a_turn_that_everybody_can_read() {
    let mut game = new_game(7);
    game.order(Command::March { steps: 3 }, DiceMode::Live).expect("a march is legal");
    let change = |at: &str, be: serde_json::Value| [Change { at: at.to_owned(), be }];
    let turn =
        game.correct(&change("/men/1", 12.into()), "Ben", "a stand was forgotten").expect("it is a battle still");
    assert_eq!((turn, game.battle().men[1]), (2, 12));
    for (at, be) in [("/men/7", 1.into()), ("/men/1", "many".into()), ("nonsense", 1.into())] {
        let halt = game.correct(&change(at, be), "Ben", "why not").expect_err("that is no battle");
        assert!(matches!(halt, Halt::Refused(_)), "{at}: {halt:?}");
    }
    assert!(matches!(game.correct(&change("/men/1", 3.into()), "Ben", " "), Err(Halt::Refused(_))), "no reason");
    assert!(matches!(game.correct(&[], "Ben", "for nothing"), Err(Halt::Refused(_))), "no change");

    let text = game.to_text();
    assert!(text.contains("correct \"Ben\" \"a stand was forgotten\"\ncommand [{\"at\":\"/men/1\",\"be\":12}]\n"));
    let save = Save::from_text(text.as_bytes()).expect("it reads");
    assert_eq!(Save::from_binary(&save.to_binary().expect("it can be written")).expect("it reads"), save);
    assert_eq!(open(save).expect("it opens").battle(), game.battle());
    let story = AnyGame::story(&game, 2, None).expect("it is told");
    assert_eq!(story.order.as_deref(), Some("Ben corrects the battle: a stand was forgotten"));
    assert!(game.undo(1, &[]).is_err(), "what a referee has done is not taken back by one player");
    game.undo(1, &["Anna", "Ben"]).expect("all agree");
    assert_eq!(game.battle().men[1], 40);
}

#[test]
fn a_game_of_another_battle_folder_is_refused_by_name() {
    let mark = |name: &str, digest| Some(FolderMark { name: name.to_owned(), digest: [digest; 32] });
    let setup =
        Setup { rules: Rules { folder: mark("the ford", 1), ..rules() }, title: "Ford".to_owned(), seats: seats() };
    let game = Game::new(Arc::new(Skirmish), setup, start(), secret(7)).expect("it begins");
    let text = game.to_text();
    assert!(text.contains("folder 0101") && text.contains("\"the ford\"\ncommitment"), "{text}");
    let open = |folder| Game::open_bytes(Arc::new(Skirmish), &Rules { folder, ..rules() }, text.as_bytes(), None);
    assert!(open(mark("the ford", 1)).is_ok());
    assert!(open(mark("the ford", 2)).expect_err("changed").reason.contains("has changed"));
    assert!(open(mark("the mill", 1)).expect_err("other").reason.contains("the ford, not from the mill"));
    assert!(open(None).expect_err("none").reason.contains("not from no map"));
}
