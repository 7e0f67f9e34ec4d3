//! The Command Radius: when it is judged, what it still lets a stack do, and whom it does not hold; and towns after a Charge.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use field::hex::{Corner, Hex, Side};
use line_of_battle::charts::{MoraleState, ZeroMa};
use line_of_battle::command::Order;
use line_of_battle::play::*;
use line_of_battle::unit::Formation;

use crate::beaten::{away, first};
use crate::support::{Table, obey, obey_seeded};

const NORTH: u8 = 0;
const SOUTH: u8 = 3;
const BEHIND: u8 = 4;

fn may(table: &Table, command: &Command) -> bool {
    obey(&table.theatre, &mut table.battle.clone(), command).is_ok()
}

#[test]
fn the_radius_of_who_has_won_a_charge_is_that_of_the_beginning() {
    // From the sixth hex he is in radius when he begins, and out of it when he has won.
    let went = [5, 6].map(|hexes| {
        let (mut table, _, target) = Table::about_to_charge(&["C2"]);
        table.now("C2").at = Some(Hex::at(2, 2));
        let goal = table.theatre.objectives[0].at;
        table.orders("U division", Order::Attack, Some(goal));
        let start = away(target, SOUTH, 2);
        table.now("U1").at = Some(start);
        let behind = away(start, BEHIND, hexes);
        table.leads_from("Ubrig", behind);
        table.leads_from("Udiv", behind);
        table.leads_from("Cbrig", away(target, NORTH, 4));
        let charge = table.go("U1", &[Step::Enter(Side::new(NORTH)), Step::Charge(Side::new(NORTH))]);
        let (after, _) = table.thrown(&charge, &[6, 6, 1, 6, 6], first);
        assert!(after.advance.is_some(), "it has won");
        table.battle = after;
        let facing = table.battle.unit(table.unit("U1")).facing;
        let on = |side: Side| Command::GoOn { steps: [Step::Enter(side)][..].into() };
        facing.sides().map(|side| may(&table, &on(side)))
    });
    assert!(went[0].contains(&true), "{went:?}");
    assert_eq!(went[0], went[1]);
}

#[test]
fn a_column_goes_round_the_corner_after_a_charge_as_before() {
    let town = |table: &Table| table.theatre.objectives.iter().find(|card| card.name == "town").expect("a town").at;
    let mut ends = Vec::new();
    for into in 0..6_u8 {
        let mut table = Table::in_activity("nightfall");
        let town = town(&table);
        table.battle.units.iter_mut().for_each(|now| (now.at, now.sp) = (None, 0));
        table.battle.leaders.iter_mut().for_each(|leader| leader.at = None);
        for now in &mut table.battle.formations {
            now.order = InForce { order: Order::Attack, goal: Some(town) };
            (now.hq, now.zero) = (None, Some(ZeroMa::Full));
        }
        let now = table.now("U Cavalry");
        (now.at, now.sp, now.formation) = (Some(away(town, (into + 3) % 6, 1)), 3, Formation::Mounted);
        let now = table.now("C first a 1");
        (now.at, now.sp, now.formation, now.state) = (Some(town), 1, Formation::Column, MoraleState::Normal);
        let now = table.now("C first a 2");
        (now.at, now.sp, now.formation) = (Some(Hex::at(2, 2)), 4, Formation::Column);
        let charge = table.go("U Cavalry", &[Step::Charge(Side::new(into))]);
        let won = (0..400).map_while(|seed| obey_seeded(&table.theatre, &table.battle, &charge, seed).ok());
        let Some(won) = won.into_iter().find(|after| after.advance.is_some()) else { continue };
        table.battle = won;
        for out in (0..6).filter(|out| *out != (into + 3) % 6) {
            let on = Command::GoOn { steps: [Step::Enter(Side::new(out))][..].into() };
            let gone = (0..30).map_while(|seed| obey_seeded(&table.theatre, &table.battle, &on, seed).ok());
            let to: BTreeSet<Option<Hex>> = gone.map(|after| after.unit(table.unit("U Cavalry")).at).collect();
            if !to.is_empty() {
                ends.push((into == out, to.len()));
            }
        }
    }
    assert!(ends.contains(&(false, 2)) && ends.contains(&(true, 1)), "{ends:?}");
    assert!(ends.iter().all(|(straight, to)| *to == if *straight { 1 } else { 2 }), "{ends:?}");
}

#[test]
fn out_of_radius_a_move_that_ends_nearer_may_deploy() {
    let mut table = Table::lane_of(&["U4", "C1"]);
    let goal = table.theatre.objectives[0].at;
    table.orders("U division", Order::Attack, Some(goal));
    let here = away(table.at("U4"), NORTH, 1);
    table.now("U4").at = Some(here);
    table.leads_from("Ubrig", away(here, NORTH, 7));
    table.leads_from("Udiv", away(here, NORTH, 7));
    let deploys = Step::Form(Formation::Line, Corner::new(0));
    let north = Step::Enter(Side::new(NORTH));
    assert!(may(&table, &table.go("U4", &[north])));
    assert!(may(&table, &table.go("U4", &[north, deploys])));
    assert!(may(&table, &table.go("U4", &[deploys, north])));
    table.says(&table.go("U4", &[deploys]), &["LB-RADIUS-TABLE", "out of its leader's radius"]);
    // What its order forbids it is forbidden there, too.
    table.orders("U division", Order::Move, Some(away(here, NORTH, 9)));
    table.says(&table.go("U4", &[north, deploys]), &["LB-CMDROLL-MOD-DEPLOY"]);
}

#[test]
fn no_radius_holds_a_division_that_is_stopped() {
    let mut table = Table::lane_of(&["U1", "C1"]);
    let here = table.at("U1");
    (table.now("C1").at, table.now("C1").facing) = (Some(away(here, NORTH, 3)), Corner::new(SOUTH));
    table.now("U1").formation = Formation::Column;
    for leader in ["Ubrig", "Udiv"] {
        table.leads_from(leader, away(here, 1, 7));
    }
    let south = table.go("U1", &[Step::Enter(Side::new(SOUTH))]);
    table.says(&south, &["LB-RADIUS-TABLE"]);
    let division = table.formation("U division");
    table.battle.formations[division.index()].stopped = true;
    assert!(may(&table, &south), "it gets away from the enemy, and from its leader");
    table.says(&Command::EndPhase, &["LB-FLUKE-RESULT", "U1"]);
}

#[test]
fn who_is_trapped_keeps_nobody_from_ending_the_phase() {
    let mut table = Table::lane_of(&["U1", "C1", "C2", "CSkirm"]);
    let on_map = |table: &Table, hex: Hex| !table.theatre.number(hex).contains(',');
    let around = |table: &Table, hex: Hex| -> Vec<u8> {
        (0..6).filter(|side| on_map(table, hex.neighbour(Side::new(*side)))).collect()
    };
    let all = (0..40).flat_map(|q| (-20..40).map(move |r| Hex::at(q, r))).filter(|hex| on_map(&table, *hex));
    let corner = all.min_by_key(|hex| around(&table, *hex).len()).expect("the map has a corner");
    table.now("U1").at = Some(corner);
    table.now("U1").state = MoraleState::Disorganized;
    let sides = around(&table, corner);
    assert!(sides.len() <= 3, "{sides:?}");
    for (name, side) in ["C1", "C2", "CSkirm"].iter().zip(&sides) {
        (table.now(name).at, table.now(name).facing) =
            (Some(corner.neighbour(Side::new(*side))), Corner::new((side + 3) % 6));
    }
    let division = table.formation("U division");
    table.battle.formations[division.index()].stopped = true;
    assert!(may(&table, &Command::EndPhase));
}

#[test]
fn disorganized_men_of_a_stopped_division_who_can_go_back_must() {
    let mut table = Table::lane_of(&["U1", "C1"]);
    let here = table.at("U1");
    (table.now("C1").at, table.now("C1").facing) = (Some(away(here, NORTH, 1)), Corner::new(SOUTH));
    table.now("U1").state = MoraleState::Disorganized;
    let division = table.formation("U division");
    table.battle.formations[division.index()].stopped = true;
    table.says(&Command::EndPhase, &["LB-FLUKE-RESULT", "U1"]);
}
