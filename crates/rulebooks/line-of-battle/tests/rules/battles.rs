//! Whole battles of the training folders, played at random to their end: the laws hold after every command, and the same
//! inputs give the same battle.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use engine::{Fast, Play};
use field::hex::Hex;
use line_of_battle::play::{Battle, Command, Step, Theatre, broken_laws};
use line_of_battle::sight::Purpose;

use crate::support::{SWITCHES, obey_seeded as obey, offered, theatre, theatre_with};

/// LIMIT: commands of one battle; a random player dawdles, but not for ever.
const COMMANDS_MAX: usize = 60_000;

/// Plays at random among the candidates; gives the last battle and everything that was ordered.
fn play(theatre: &Theatre, start: &Battle, seed: u64, check: bool) -> (Battle, Vec<(Command, u64)>) {
    let mut battle = start.clone();
    let mut chooser = Fast::seeded(seed);
    let mut ordered = Vec::new();
    while theatre.side_to_act(&battle).is_some() {
        assert!(ordered.len() < COMMANDS_MAX, "seed {seed}: the battle does not end");
        let mut all = offered(theatre, &battle);
        assert!(!all.is_empty(), "seed {seed}: nothing can be ordered in {:?} of turn {}", battle.step, battle.turn);
        // Two players in three are eager: left to themselves random players hardly meet.
        let eager = if seed % 3 == 1 { None } else { eager(theatre, &battle, &all, &mut chooser) };
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
pub fn eager(theatre: &Theatre, battle: &Battle, all: &[Command], chooser: &mut Fast) -> Option<usize> {
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
    for name in [
        "training-toll-gate",
        "training-mill-creek",
        "training-crossroads",
        "mcphersons-ridge",
        "brawners-farm",
        "nightfall",
    ] {
        let (theatre, battle) = theatre(name);
        assert_eq!(broken_laws(&theatre, &battle), Vec::<String>::new(), "{name}");
    }
}

/// Whoever sees is seen, by the ground of the shipped battles and by this rulebook's own table of slopes.
#[test]
fn on_the_ground_of_shipped_battles_sight_is_the_same_both_ways() {
    for name in ["training-mill-creek", "training-crossroads", "mcphersons-ridge", "brawners-farm", "nightfall"] {
        let (theatre, battle) = theatre(name);
        let stood = theatre.unit_ids().filter_map(|id| battle.unit(id).at);
        let fought_for = theatre.objectives.iter().map(|objective| objective.at);
        let hexes: std::collections::BTreeSet<Hex> = stood.chain(fought_for).flat_map(|hex| hex.within(2)).collect();
        let (mut seen, mut hidden) = (0_u32, 0_u32);
        for from in &hexes {
            for to in hexes.iter().filter(|to| from < *to && from.distance(**to) <= 14) {
                for purpose in [Purpose::SmallArms, Purpose::Artillery] {
                    let there = theatre.sees_past_units(*from, *to, purpose);
                    let back = theatre.sees_past_units(*to, *from, purpose);
                    let (one, other) = (theatre.number(*from), theatre.number(*to));
                    assert_eq!(there, back, "{name}: {one} and {other}, {purpose:?}");
                    *(if there { &mut seen } else { &mut hidden }) += 1;
                }
            }
        }
        assert!(seen > 100 && hidden > 100, "{name}: {seen} seen, {hidden} hidden");
    }
}

/// How many games: a number in the environment for those who have the time.
fn games(plain: u64) -> u64 {
    std::env::var("LINE_OF_BATTLE_GAMES").ok().and_then(|text| text.parse().ok()).unwrap_or(plain)
}

#[test]
fn random_battles_in_random_settings_end_and_keep_the_laws() {
    let fields = ["training-toll-gate", "training-mill-creek", "training-toll-gate", "training-crossroads"];
    let mut lost = 0;
    for seed in 0..games(24) {
        let mut draw = Fast::seeded(seed + 77);
        let settings = SWITCHES.map(|name| (name, if draw.below(2) == 0 { "on" } else { "off" }));
        let name = fields[seed as usize % fields.len()];
        let (theatre, start) = theatre_with(name, &settings);
        let (end, ordered) = play(&theatre, &start, seed, true);
        assert!(end.over, "{name}");
        assert!(ordered.len() > 20, "{name}: {} commands", ordered.len());
        lost += theatre.unit_ids().map(|id| u32::from(theatre.unit(id).printed - end.unit(id).sp)).sum::<u32>();
    }
    assert!(lost > 50, "these battles were fought: {lost} SPs lost");
}

#[test]
fn battles_that_last_into_the_night_keep_the_laws() {
    for seed in 0..games(8).div_ceil(8) {
        let mut draw = Fast::seeded(seed + 99);
        let settings = SWITCHES.map(|name| (name, if seed == 0 || draw.below(2) == 0 { "on" } else { "off" }));
        let (theatre, start) = theatre_with("nightfall", &settings);
        let (end, _) = play(&theatre, &start, seed, true);
        assert!(end.over);
    }
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
