//! Laws of games and saves, tried on random ones.

// What a test calls may fail like the test itself.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

#[allow(dead_code)]
mod skirmish;

use std::sync::Arc;

use engine::game::{DiceMode, Flat, Game, Save, verify, verify_with};
use engine::{Seat, Waiting};
use proptest::collection::vec;
use proptest::prelude::*;
use skirmish::{Command, Skirmish, new_game, rules, secret};

/// What a table may try next, sensible or not.
#[derive(Clone, Debug)]
enum Action {
    Order(Command, DiceMode),
    Answer(u8),
    Misanswer,
    Type(u64),
    Mistype(Vec<u8>),
    RollIt,
    Withdraw,
    Undo { to: u8, consent: u8 },
    Branch { turn: u8, secret: u8 },
    Reopen { binary: bool },
    Close,
}

fn command() -> impl Strategy<Value = Command> {
    prop_oneof![
        (0..9_u8).prop_map(|steps| Command::March { steps }),
        (0..30_u8).prop_map(|guns| Command::Fire { guns }),
        Just(Command::Scout),
        Just(Command::Probe),
        any::<Option<u16>>().prop_map(|tents| Command::Camp { tents }),
    ]
}

fn mode() -> impl Strategy<Value = DiceMode> {
    prop_oneof![Just(DiceMode::Live), Just(DiceMode::Typed)]
}

fn action() -> impl Strategy<Value = Action> {
    prop_oneof![
        48 => (command(), mode()).prop_map(|(command, mode)| Action::Order(command, mode)),
        48 => any::<u8>().prop_map(Action::Answer),
        8 => Just(Action::Misanswer),
        48 => any::<u64>().prop_map(Action::Type),
        8 => vec(any::<u8>(), 0..30).prop_map(Action::Mistype),
        16 => Just(Action::RollIt),
        8 => Just(Action::Withdraw),
        16 => (0..20_u8, 0..4_u8).prop_map(|(to, consent)| Action::Undo { to, consent }),
        8 => (0..20_u8, 0..4_u8).prop_map(|(turn, secret)| Action::Branch { turn, secret }),
        16 => any::<bool>().prop_map(|binary| Action::Reopen { binary }),
        1 => Just(Action::Close),
    ]
}

/// Does one thing. Says whether the game took it; what it does not take must leave it as it was.
fn act(game: &mut Game<Skirmish>, action: &Action) -> bool {
    let waiting = game.pending().map(|pending| pending.waiting);
    match action {
        Action::Order(command, mode) => game.order(command.clone(), *mode).is_ok(),
        Action::Answer(number) => match waiting {
            Some(Waiting::Answer(question)) => {
                let choice = u32::from(*number) % question.choices.count();
                game.answer(&question.choices.text(choice)).is_ok()
            }
            _ => game.answer("yes").is_ok(),
        },
        Action::Misanswer => game.answer("forty-two").is_ok(),
        Action::Type(number) => match waiting {
            Some(Waiting::Dice { throw, .. }) => {
                let (low, high) = throw.die().span();
                let span = u64::from(high - low + 1);
                let faces: Vec<u8> = (0..throw.count())
                    .map(|place| low + (number.rotate_left(u32::from(place) * 5) % span) as u8)
                    .collect();
                game.throw_typed(&faces).is_ok()
            }
            _ => game.throw_typed(&[1]).is_ok(),
        },
        Action::Mistype(faces) => game.throw_typed(faces).is_ok(),
        Action::RollIt => game.roll_it().is_ok(),
        Action::Withdraw => game.withdraw().is_ok(),
        Action::Undo { to, consent } => {
            let names: &[&str] = [&[][..], &["Anna"], &["Anna", "Ben"], &["Ben", "Carl"]][usize::from(*consent)];
            game.undo(u32::from(*to), names).is_ok()
        }
        Action::Branch { turn, secret: number } => {
            let seats = vec![Seat::new("Anna", format!("{turn}")), Seat::new("Ben", "")];
            match game.branch(u32::from(*turn), seats, secret(*number)) {
                Ok(branch) => {
                    assert_eq!(*branch.battle(), game.battle_at(u32::from(*turn)).unwrap());
                    *game = branch;
                    true
                }
                Err(_) => false,
            }
        }
        Action::Reopen { binary } => {
            *game = reopen(game, *binary);
            true
        }
        Action::Close => game.close().is_ok(),
    }
}

fn reopen(game: &Game<Skirmish>, binary: bool) -> Game<Skirmish> {
    let bytes = if binary { game.to_binary().unwrap() } else { game.to_text().into_bytes() };
    let opened = Game::open_bytes(Arc::new(Skirmish), &rules(), &bytes, game.secret().cloned()).unwrap();
    assert_eq!(opened.to_text(), game.to_text());
    assert_eq!(
        (opened.battle(), opened.turn(), opened.dice_thrown()),
        (game.battle(), game.turn(), game.dice_thrown())
    );
    let waiting = |game: &Game<Skirmish>| game.pending().map(|pending| (pending.waiting, pending.revealed));
    assert_eq!(waiting(&opened), waiting(game));
    opened
}

/// What holds of every game at every moment.
fn check_laws(game: &Game<Skirmish>) {
    assert_eq!(game.replay().unwrap(), *game.battle());
    assert_eq!(game.battle_at(game.turn()).unwrap(), *game.battle());
    let save = game.save();
    assert_eq!(Save::from_text(save.to_text().as_bytes()).as_ref(), Ok(save));
    assert_eq!(Save::from_binary(&save.to_binary().unwrap()).as_ref(), Ok(save));
    assert_eq!(save.program_dice(), game.dice_thrown());
    let flat: Flat<Skirmish> = Flat::of(save).unwrap();
    assert_eq!(flat.replay(&Skirmish, |_| {}).unwrap(), *game.battle());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    /// Whatever a table tries, the game stays whole, its dice go on, and what is refused changes nothing.
    #[test]
    fn no_sequence_of_actions_harms_a_game(actions in vec(action(), 1..60)) {
        let mut game = new_game(0);
        for action in &actions {
            let before = (game.to_text(), game.battle().clone());
            let dice = game.dice_thrown();
            if act(&mut game, action) {
                let is_new = matches!(action, Action::Branch { .. });
                prop_assert!(is_new || game.dice_thrown() >= dice);
            } else {
                prop_assert_eq!(&before, &(game.to_text(), game.battle().clone()), "{:?}", action);
            }
        }
        check_laws(&game);
        if game.pending().is_none() && !game.is_closed() {
            game.close().unwrap();
        }
        let report = verify_with(Arc::new(Skirmish), &rules(), game.to_text().as_bytes()).unwrap();
        prop_assert_eq!(report.problems(), Vec::<String>::new());
        prop_assert_eq!(report.dice_are_proved(), game.is_closed());
    }

    /// Two games with the same secret, words and commands are the same, byte for byte.
    #[test]
    fn same_inputs_give_the_same_game(actions in vec(action(), 1..40)) {
        let (mut one, mut two) = (new_game(0), new_game(0));
        for action in &actions {
            act(&mut one, action);
            act(&mut two, action);
        }
        prop_assert_eq!(one.to_text(), two.to_text());
    }

    /// Random damage to a random game is noticed, and salvage gives a beginning of it.
    #[test]
    fn damage_is_noticed(
        actions in vec(action(), 1..30),
        places in vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..6),
    ) {
        let mut game = new_game(0);
        for action in &actions {
            act(&mut game, action);
        }
        let text = game.to_text().into_bytes();
        let mut damaged = text.clone();
        for (place, byte, kind) in places {
            let at = place.index(damaged.len());
            match kind {
                0 => damaged[at] = byte,
                1 => damaged.insert(at, byte),
                _ => drop(damaged.remove(at)),
            }
        }
        if damaged != text {
            prop_assert!(verify(&damaged).is_err());
            if let Ok(salvaged) = Save::salvage(&damaged) {
                prop_assert!(game.save().entries.starts_with(&salvaged.save.entries));
                let opened = Game::open(Arc::new(Skirmish), &rules(), salvaged.save, game.secret().cloned());
                prop_assert!(opened.is_ok());
            }
        }
    }

    /// Any bytes give an error, never a panic.
    #[test]
    fn any_bytes_are_refused(bytes in vec(any::<u8>(), 0..400)) {
        prop_assert!(Save::from_bytes(&bytes).is_err());
        prop_assert!(Save::salvage(&bytes).is_err());
        let marked = [b"LRSAVE\r\n".as_slice(), &bytes].concat();
        prop_assert!(Save::from_bytes(&marked).is_err());
        // Binary bytes under a good checksum are refused for what they say.
        let body = [b"LRSAVE\r\n\x01\x050.1.0".as_slice(), &bytes].concat();
        let summed = [body.as_slice(), &blake3::hash(&body).as_bytes()[..16]].concat();
        prop_assert!(Save::from_bytes(&summed).is_err());
    }

    /// Lines in the style of a save, in any order, give an error or a save that is written as it was read.
    #[test]
    fn any_lines_are_refused_or_kept(lines in vec(line(), 0..30)) {
        let mut text = new_game(0).to_text();
        for line in lines {
            text.push_str(&line);
            text.push('\n');
            let chain = blake3::hash(text.as_bytes()).to_hex();
            text.push_str(&format!("chain {}\n", &chain[..32]));
        }
        match Save::from_text(text.as_bytes()) {
            Ok(save) => prop_assert_eq!(save.to_text(), text),
            Err(fault) => prop_assert!(fault.line > 0, "{}", fault),
        }
    }
}

/// Blocks that could stand in a save, and some that could not.
fn line() -> impl Strategy<Value = String> {
    let state = "0".repeat(64);
    let turn = move |number: u8, input: String| format!("turn {number}\ncommand {{}}\n{input}state {state}");
    let input = prop_oneof![
        Just(String::new()),
        "dice [1-9]?(d6|d10|AV|card/[0-9]{1,3})( [0-9]){1,3} (typed|#[0-9])\n",
        "answer [a-z@ ]{1,9} [0-9]{1,3} [a-z ]{0,9}\n",
        "(dice|answer) .{0,20}\n",
    ];
    prop_oneof![
        (1..6_u8, input).prop_map(move |(number, input)| turn(number, input)),
        "undo [0-3]( by \"(Anna|Ben|Carl)\"){0,2}",
        "pending (live|typed)\ncommand [0-9]",
        "reveal [0-9a-f]{64}",
        "[a-z]{1,8} .{0,30}",
    ]
}
