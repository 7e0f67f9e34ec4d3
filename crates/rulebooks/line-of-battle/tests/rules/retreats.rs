//! Retreats along a route, rallies and successions: the places where the owner is asked, and those where he is not.
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "a test fails by panicking"
)]

use crate::support::{book, book_with, obey, obey_seeded, run, theatre, unit};
use engine::Side;
use line_of_battle::charts::{Level, MoraleState};
use line_of_battle::leaders::{Replacement, ReplacementSituation};
use line_of_battle::play::{Battle, Command, Theatre, UnitId};
use line_of_battle::rally::{RallyPhase, RallySituation};
use line_of_battle::retreat::{Friends, Retreat, RetreatHex, RetreatSituation};
use line_of_battle::unit::{Arm, Formation};
use serde_json::json;

const STACK: u32 = 0;
const DISPLACE: u32 = 1;
const EXTEND: u32 = 2;

const OPEN: RetreatHex = RetreatHex { ezoc: false, friends: Friends::None, friends_sp: 0, can_displace: false };
const FRIENDS: RetreatHex = RetreatHex { friends: Friends::Others, friends_sp: 5, can_displace: true, ..OPEN };
const GUNS: RetreatHex = RetreatHex { friends: Friends::UnlimberedArtillery, friends_sp: 4, ..OPEN };
const EZOC: RetreatHex = RetreatHex { ezoc: true, ..OPEN };

fn retreat(hexes: u8, route: &[RetreatHex]) -> RetreatSituation {
    serde_json::from_value(json!({ "side": "union", "sp": 5, "hexes": hexes, "route": route })).expect("a situation")
}

#[test]
fn each_ezoc_hex_costs_and_the_losses_come_last() {
    let run = run::<Retreat>(&book(), &RetreatSituation { losses: 2, ..retreat(3, &[EZOC, OPEN, EZOC]) }, &[], &[]);
    assert_eq!((run.outcome.hexes, run.outcome.sp), (3, 1));
    assert!(run.outcome.legs_behind && !run.outcome.legs_at_end);
    assert!(run.cites("LB-RET-EZOC") && run.cites("LB-MOR-LOSS-AFTER"));
}

#[test]
fn without_a_hex_left_a_stack_is_destroyed() {
    let outcome = run::<Retreat>(&book(), &retreat(3, &[OPEN, OPEN]), &[], &[]).outcome;
    assert_eq!((outcome.hexes, outcome.sp), (2, 0));
    assert!(outcome.legs_behind && outcome.legs_at_end);
}

#[test]
fn friends_in_the_last_hex_are_stacked_with_displaced_or_passed() {
    let situation = retreat(2, &[FRIENDS, FRIENDS, OPEN]);
    let stacked = run::<Retreat>(&book(), &situation, &[], &[STACK]).outcome;
    assert_eq!((stacked.hexes, stacked.shakes.as_slice()), (2, &[0, 1][..]));
    assert!(run::<Retreat>(&book(), &situation, &[], &[DISPLACE]).outcome.displaces);
    let extended = run::<Retreat>(&book(), &situation, &[], &[EXTEND]).outcome;
    assert_eq!((extended.hexes, extended.shakes.as_slice()), (3, &[0, 1][..]));
}

#[test]
fn small_stacks_disturb_nobody_unless_the_switch_says_so() {
    let small = RetreatSituation { sp: 2, state: MoraleState::Routed, ..retreat(2, &[FRIENDS, FRIENDS]) };
    let quiet = run::<Retreat>(&book(), &small, &[], &[]);
    assert!(quiet.outcome.shakes.is_empty() && quiet.cites("LB-RET-SMALL"));
    let loud = run::<Retreat>(&book_with(&[("routed-end-shakes", "on")]), &small, &[], &[]).outcome;
    assert_eq!(loud.shakes.as_slice(), &[1]);
    // What was large before the shot still disturbs.
    let lately = RetreatSituation { sp_before: Some(5), ..small };
    assert_eq!(run::<Retreat>(&book(), &lately, &[], &[STACK]).outcome.shakes.len(), 2);
}

#[test]
fn guns_lengthen_the_retreat_of_others_and_disturb_nobody_on_their_own() {
    let others = run::<Retreat>(&book(), &retreat(2, &[OPEN, GUNS, OPEN]), &[], &[]);
    assert_eq!((others.outcome.hexes, others.outcome.shakes.len()), (3, 0));
    assert!(others.cites("LB-ARTRET-PASSED") && others.cites("LB-ARTRET-EXTEND"));
    let battery = RetreatSituation {
        arm: Arm::Artillery,
        formation: Formation::Unlimbered,
        ..retreat(2, &[FRIENDS, FRIENDS, OPEN])
    };
    let stacked = run::<Retreat>(&book(), &battery, &[], &[STACK]).outcome;
    assert_eq!((stacked.shakes.as_slice(), stacked.formation), (&[1][..], Formation::Limbered));
    assert!(!stacked.legs_behind);
    assert!(run::<Retreat>(&book(), &battery, &[], &[1]).outcome.shakes.is_empty(), "going on disturbs nobody");
}

#[test]
fn disorganized_troops_march_off_by_choice() {
    let by_choice =
        RetreatSituation { by_choice: true, state: MoraleState::Disorganized, ..retreat(4, &[EZOC, OPEN, OPEN, OPEN]) };
    let outcome = run::<Retreat>(&book(), &by_choice, &[], &[]).outcome;
    assert_eq!((outcome.sp, outcome.formation, outcome.legs_behind), (4, Formation::Column, false));
}

#[test]
fn whoever_retreats_by_choice_stops_where_he_can_and_leaves_no_legs() {
    let by_choice = |sp: u8, hexes: u8, route: &[RetreatHex]| RetreatSituation {
        by_choice: true,
        state: MoraleState::Disorganized,
        sp,
        ..retreat(hexes, route)
    };
    let go = |situation: &RetreatSituation| {
        let outcome = run::<Retreat>(&book(), situation, &[], &[]).outcome;
        (outcome.hexes, outcome.sp, outcome.legs_behind || outcome.legs_at_end)
    };
    assert_eq!(go(&by_choice(5, 4, &[OPEN, OPEN])), (2, 5, false), "there is no third hex");
    assert_eq!(go(&by_choice(5, 4, &[])), (0, 5, false), "it stays");
    // It stops before guns that leave it no room, and behind them if there is a hex.
    assert_eq!(go(&by_choice(5, 2, &[OPEN, GUNS])), (1, 5, false));
    assert_eq!(go(&by_choice(5, 2, &[OPEN, GUNS, OPEN])), (3, 5, false));
    // Zones of control take their toll as ever; but no marker is left.
    assert_eq!(go(&by_choice(1, 4, &[EZOC, OPEN])), (1, 0, false));
    // Friends who crowd the last hex there is are stacked with or pushed on, but not run through.
    let crowded = RetreatHex { friends_sp: 14, ..FRIENDS };
    assert_eq!(go(&by_choice(5, 2, &[OPEN, crowded])), (2, 5, false));
    let outcome = run::<Retreat>(&book(), &by_choice(5, 2, &[OPEN, crowded]), &[], &[]).outcome;
    assert!(outcome.displaces);
}

fn rally(state: MoraleState, sp: u8, leader: u8, die: &[u8]) -> MoraleState {
    let text = json!({ "printed": 8, "sp": sp, "state": state, "leader": leader });
    let situation: RallySituation = serde_json::from_value(text).expect("a situation");
    run::<RallyPhase>(&book(), &situation, die, &[]).outcome.state
}

#[test]
fn only_routed_units_roll_to_rally() {
    assert_eq!(rally(MoraleState::BloodLust, 8, 0, &[]), MoraleState::Normal);
    assert_eq!(rally(MoraleState::Disorganized, 8, 0, &[]), MoraleState::Shaken);
    assert_eq!(rally(MoraleState::Routed, 8, 0, &[3]), MoraleState::Routed);
    assert_eq!(rally(MoraleState::Routed, 8, 1, &[3]), MoraleState::Disorganized);
    assert_eq!(rally(MoraleState::Routed, 3, 1, &[3]), MoraleState::Routed);
}

#[test]
fn the_best_of_the_next_level_takes_over_and_the_owner_breaks_ties() {
    let fallen = |candidates| ReplacementSituation { side: Side::Union, level: Level::Division, candidates };
    assert_eq!(run::<Replacement>(&book(), &fallen(vec![1, 3, 2]), &[], &[]).outcome.successor, Some(1));
    assert_eq!(run::<Replacement>(&book(), &fallen(vec![2, 1, 2]), &[], &[1]).outcome.successor, Some(2));
    let brigadier = ReplacementSituation { level: Level::Brigade, ..fallen(vec![2]) };
    assert_eq!(run::<Replacement>(&book(), &brigadier, &[], &[]).outcome.successor, None);
}

/// The toll gate in the Activity Phase of the Union: a limbered section, Disorganized, with or without a regiment beneath it, and a
/// steady regiment right behind.
fn behind_the_guns(with_infantry: bool) -> (Theatre, Battle, Command, UnitId) {
    let (theatre, mut battle) = theatre("training-toll-gate");
    obey(&theatre, &mut battle, &Command::EndStep).expect("the Orders step ends");
    let (guns, regiment) = (unit(&theatre, "Battery A, section"), unit(&theatre, "1st Ohio"));
    let behind = unit(&theatre, "2nd Ohio");
    let start = battle.unit(behind).at.expect("it is on the map");
    let north = field::hex::Side::new(0);
    let at = start.neighbour(north).neighbour(north).neighbour(north);
    let mut put = |id: UnitId, hex, formation, state, place| {
        let now = &mut battle.units[id.index()];
        (now.at, now.formation, now.state, now.place) = (Some(hex), formation, state, place);
    };
    put(guns, at, Formation::Limbered, MoraleState::Disorganized, 0);
    if with_infantry {
        put(regiment, at, Formation::Line, MoraleState::Disorganized, 1);
    }
    put(behind, at.neighbour(north.opposite()), Formation::Line, MoraleState::Normal, 0);
    let units: Vec<UnitId> = if with_infantry { vec![guns, regiment] } else { vec![guns] };
    (theatre, battle, Command::RetreatTen { units: units.into(), hexes: 2 }, behind)
}

#[test]
fn a_battery_on_top_does_not_make_a_stack_artillery() {
    let shaken = |with_infantry: bool| {
        let (theatre, battle, command, behind) = behind_the_guns(with_infantry);
        (0..60).any(|seed| {
            let after = obey_seeded(&theatre, &battle, &command, seed).expect("it may retreat");
            after.unit(behind).state == MoraleState::Shaken
        })
    };
    assert!(!shaken(false), "guns disturb nobody they pass through");
    assert!(shaken(true), "with infantry among them they do");
}
