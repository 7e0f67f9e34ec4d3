//! Whole battles of the training folders, played at random to their end: the laws hold after every command, and the same
//! inputs give the same battle.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::convert::Infallible;
use std::path::Path;

use engine::{Fast, Halt, Official, Play, Policy, Silent};
use field::hex::Hex;
use line_of_battle::Event;
use line_of_battle::play::{Battle, Command, Step, Theatre, broken_laws, muster};

/// LIMIT: commands of one battle; a random player dawdles, but not for ever.
const COMMANDS_MAX: usize = 20_000;

fn theatre(name: &str) -> (Theatre, Battle) {
    theatre_with(name, &[])
}

fn theatre_with(name: &str, switches: &[(&str, &str)]) -> (Theatre, Battle) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../battles").join(name);
    let files = battle::folder::read(&folder).expect("the folder reads");
    let opened = battle::open(&files).expect("the battle opens");
    muster(crate::support::book_with(switches), &opened).expect("the battle musters")
}

/// Obeys with dice and answers that follow from a seed.
fn obey(theatre: &Theatre, battle: &Battle, command: &Command, seed: u64) -> Result<Battle, Halt<Infallible>> {
    let mut copy = battle.clone();
    let mut answers = Fast::seeded(seed ^ 0x5eed);
    let policy = Policy(move |question: &engine::Question| answers.below(question.choices.count()));
    let mut umpire = Official { dice: Fast::seeded(seed), answers: policy, record: Silent::<Event>::new() };
    theatre.obey(&mut copy, command, &mut umpire)?;
    Ok(copy)
}

/// Plays at random among the candidates; gives the last battle and everything that was ordered.
fn play(theatre: &Theatre, start: &Battle, seed: u64, check: bool) -> (Battle, Vec<(Command, u64)>) {
    let mut battle = start.clone();
    let mut chooser = Fast::seeded(seed);
    let mut ordered = Vec::new();
    while let Some(side) = theatre.side_to_act(&battle) {
        assert!(ordered.len() < COMMANDS_MAX, "seed {seed}: the battle does not end");
        let mut all: Vec<Command> = Vec::new();
        theatre.candidates(&battle, side, &mut |command| {
            all.push(command);
            true
        });
        assert!(!all.is_empty(), "seed {seed}: nothing can be ordered in {:?} of turn {}", battle.step, battle.turn);
        // Every second player is eager: left to themselves random players hardly meet.
        let eager = if seed.is_multiple_of(2) { eager(theatre, &battle, &all, &mut chooser) } else { None };
        let place = eager.unwrap_or_else(|| chooser.below(all.len() as u32) as usize);
        let command = all.swap_remove(place);
        let die = seed << 32 | ordered.len() as u64;
        battle = match obey(theatre, &battle, &command, die) {
            Ok(next) => next,
            Err(halt) => panic!("seed {seed}: {command:?} after {} commands: {halt:?}", ordered.len()),
        };
        ordered.push((command, die));
        if check {
            let broken = broken_laws(theatre, &battle);
            assert!(broken.is_empty(), "seed {seed}, command {}: {:?}: {broken:?}", ordered.len(), ordered.last());
        }
    }
    (battle, ordered)
}

/// Mostly something that hurts the enemy, else a move towards him.
fn eager(theatre: &Theatre, battle: &Battle, all: &[Command], chooser: &mut Fast) -> Option<usize> {
    let enemies = theatre.unit_ids().filter(|id| theatre.unit(*id).side != battle.active);
    let enemies: Vec<Hex> = enemies.filter_map(|id| battle.unit(id).at).collect();
    let near = |hex: Hex| enemies.iter().map(|at| at.distance(hex)).min();
    let fights = |command: &Command| match command {
        Command::Fire { .. } | Command::GoOn { .. } | Command::AcceptOrder { .. } | Command::ZeroRoll { .. } => true,
        Command::Move { steps, .. } => matches!(steps.last(), Some(Step::Charge(_))),
        _ => false,
    };
    let advances = |command: &Command| {
        let Command::Move { units, steps, .. } = command else { return false };
        let Some(from) = battle.unit(units[0]).at else { return false };
        let end = steps.iter().fold(from, |at, step| match step {
            Step::Enter(side) => at.neighbour(*side),
            _ => at,
        });
        near(end) < near(from)
    };
    let mut of = |wanted: &dyn Fn(&Command) -> bool| {
        let places: Vec<usize> = (0..all.len()).filter(|place| wanted(&all[*place])).collect();
        let takes = !places.is_empty() && chooser.below(10) < 8;
        takes.then(|| places[chooser.below(places.len() as u32) as usize])
    };
    of(&fights).or_else(|| of(&advances))
}

#[test]
fn every_battle_folder_that_suits_musters_without_a_broken_law() {
    for name in
        ["training-toll-gate", "training-mill-creek", "training-crossroads", "mcphersons-ridge", "brawners-farm"]
    {
        let (theatre, battle) = theatre(name);
        assert_eq!(broken_laws(&theatre, &battle), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn random_battles_end_and_keep_the_laws() {
    let games = [("training-toll-gate", 12), ("training-mill-creek", 6), ("training-crossroads", 2)];
    let mut lost = 0;
    for (name, count) in games {
        let (theatre, start) = theatre(name);
        for seed in 0..count {
            let (end, ordered) = play(&theatre, &start, seed, true);
            assert!(end.over, "{name}");
            assert!(ordered.len() > 20, "{name}: {} commands", ordered.len());
            lost += theatre.unit_ids().map(|id| u32::from(theatre.unit(id).printed - end.unit(id).sp)).sum::<u32>();
        }
    }
    assert!(lost > 50, "these battles were fought: {lost} SPs lost");
}

#[test]
fn the_same_inputs_give_the_same_battle() {
    let (theatre, start) = theatre("training-toll-gate");
    let (end, ordered) = play(&theatre, &start, 78, false);
    let replayed = ordered.iter().fold(start, |battle, (command, die)| {
        obey(&theatre, &battle, command, *die).expect("what was obeyed once is obeyed again")
    });
    assert_eq!(end, replayed);
    let bytes = serde_json::to_string(&end).expect("a battle is plain data");
    let read: Battle = serde_json::from_str(&bytes).expect("it reads back");
    assert_eq!(read, end);
}
