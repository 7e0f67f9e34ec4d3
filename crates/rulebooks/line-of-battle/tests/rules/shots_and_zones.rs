//! Shots that cannot be made any more, whom an artillery leader helps, and in whose words fire is refused; what zones of control
//! and company on the road cost; who has to withdraw, and who begins in a town.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use battle::plan::Posture;
use engine::{Choices, Fast, Kept, Official, Play, Policy, Question};
use field::hex::{Corner, Hex, Side};
use line_of_battle::Event;
use line_of_battle::charts::{CombatCell, MoraleState};
use line_of_battle::play::*;
use line_of_battle::unit::Formation;

use crate::beaten::{away, first};
use crate::support::{Table, obey, offered, theatre_planned, unit};

const NORTH: u8 = 0;
const SOUTH: u8 = 3;

impl Table {
    /// Units that stand where they are fire shot by shot.
    fn shots(&self, shots: &[(&str, Hex)]) -> Command {
        let units = shots.iter().map(|(name, _)| self.unit(name)).collect();
        let shots = shots.iter().map(|(name, at)| Shot { units: [self.unit(name)].into(), at: *at });
        Command::Fire { units, leaders: [].into(), steps: [].into(), shots: shots.collect() }
    }

    /// The division of the Union is Stopped.
    fn stop(&mut self) {
        let division = self.formation("U division");
        self.battle.formations[division.index()].stopped = true;
    }
}

/// S 7: what zones of control take off a stack on its way, a Charge at the end of it does not take off again.
#[test]
fn a_zone_of_control_costs_its_point_once() {
    let (mut table, _, target) = Table::about_to_charge(&[]);
    let (leader, division) = (table.leader("Ubrig"), table.formation("U division"));
    table.battle.formations[division.index()].accepted = table.battle.turn;
    table.now("U1").facing = Corner::new(5);
    table.now("C1").facing = Corner::new(SOUTH);
    let charge = Command::Move {
        units: [table.unit("U1")].into(),
        leaders: [leader].into(),
        steps: [Step::Enter(Side::new(5)), Step::Turn(Corner::new(0)), Step::Charge(Side::new(1))].as_slice().into(),
    };
    // It closes twice, no volley hits, the shock spares the brigadier of C1, and his men give way.
    let (after, _) = table.thrown(&charge, &[6, 6, 1, 1, 1, 3, 3], first);
    let victor = after.unit(table.unit("U1"));
    assert_eq!((victor.at, victor.sp), (Some(target), table.battle.unit(table.unit("U1")).sp - 1));
    let advance = after.advance.as_ref().expect("it may go on");
    assert!(advance.units.iter().all(|going| going.march.sps_lost == 0), "nor if it goes on");
}

/// P5: guns stay only where no small arms reach them.
#[test]
fn unlimbered_guns_of_a_stopped_division_limber_and_go() {
    let mut table = Table::lane_of(&["UG1", "C1"]);
    let here = table.at("UG1");
    table.now("UG1").formation = Formation::Unlimbered;
    (table.now("C1").at, table.now("C1").facing) = (Some(away(here, NORTH, 3)), Corner::new(SOUTH));
    let fire = table.fire("UG1", away(here, NORTH, 3));
    obey(&table.theatre, &mut table.battle.clone(), &fire).expect("they reach him");
    table.stop();
    table.says(&Command::EndPhase, &["LB-FLUKE-RESULT", "UG1"]);
    table.says(&fire, &["LB-FLUKE-RESULT", "farther from the enemy first"]);
    let limber = Step::Form(Formation::Limbered, Corner::new(0));
    table.does(&table.go("UG1", &[limber, Step::Enter(Side::new(SOUTH))]));
    table.does(&Command::EndPhase);
}

#[test]
fn who_has_to_get_away_does_not_stay_and_is_told_a_way() {
    let mut table = Table::lane_of(&["U1", "C1"]);
    let here = table.at("U1");
    let leader = table.leads_from("Ubrig", here);
    (table.now("C1").at, table.now("C1").facing) = (Some(away(here, NORTH, 3)), Corner::new(SOUTH));
    table.stop();
    table.says(&table.go("U1", &[]), &["LB-FLUKE-RESULT", "farther from the enemy first"]);
    let stays = Command::Move { units: [table.unit("U1")].into(), leaders: [leader].into(), steps: [].into() };
    table.says(&stays, &["LB-FLUKE-RESULT"]);
    let mut told = Vec::new();
    table.theatre.brief(&table.battle, table.battle.active, &mut Default::default(), &mut |command, _| {
        told.push(command);
        true
    });
    let legal = |command: &Command| obey(&table.theatre, &mut table.battle.clone(), command).is_ok();
    assert!(told.last().is_some_and(legal), "{told:?}");
}

/// U1 at the edge of the map, three hexes from C1, with friends in full hexes all about who have done their activity.
fn hemmed_in(full: &[(&str, &[u8])]) -> Table {
    let names: Vec<&str> = full.iter().map(|(name, _)| *name).collect();
    let mut table = Table::lane_of(&[&["U1", "C1"], &names[..]].concat());
    let here = {
        let mut here = table.at("U1");
        while here.q > 1 {
            here = here.neighbour(Side::new(if here.q % 2 == 0 { 4 } else { 5 }));
        }
        here
    };
    table.now("U1").at = Some(here);
    (table.now("C1").at, table.now("C1").facing) = (Some(away(here, NORTH, 3)), Corner::new(SOUTH));
    for (name, sides) in full {
        let at = sides.iter().fold(here, |hex, side| hex.neighbour(Side::new(*side)));
        let now = table.now(name);
        (now.at, now.sp, now.done, now.formation) = (Some(at), 16, Done::Move, Formation::Column);
    }
    table.now("UG1").formation = Formation::Limbered;
    table.stop();
    table
}

#[test]
fn who_gets_away_by_two_hexes_only_has_to_go_them() {
    let table = hemmed_in(&[("U2", &[2]), ("U3", &[3]), ("U4", &[4])]);
    table.says(&Command::EndPhase, &["LB-FLUKE-RESULT", "U1"]);
    let offered = offered(&table.theatre, &table.battle);
    assert!(!offered.contains(&Command::EndPhase));
}

#[test]
fn a_way_out_that_bends_is_offered() {
    let mut table = hemmed_in(&[("U2", &[2]), ("U3", &[3]), ("U4", &[4]), ("USharp", &[2, 2]), ("UG1", &[3, 3])]);
    let all = offered(&table.theatre, &table.battle);
    let us = table.unit("U1");
    let (here, foe) = (table.at("U1"), table.at("C1"));
    let ways = all.iter().filter(|command| matches!(command, Command::Move { units, .. } if **units == [us]));
    let gets_away = |command: &&Command| {
        let mut after = table.battle.clone();
        obey(&table.theatre, &mut after, command).expect("what is offered is legal");
        after.unit(us).at.is_some_and(|at| at.distance(foe) > here.distance(foe))
    };
    let bends = |command: &&Command| {
        let Command::Move { steps, .. } = command else { return false };
        let sides = || steps.iter().filter(|step| matches!(step, Step::Enter(_)));
        sides().count() == 2 && sides().next() != sides().next_back()
    };
    let way = ways.filter(bends).find(gets_away).expect("there is such a way");
    table.does(way);
    table.does(&Command::EndPhase);
}

/// P8: a shot whose units an Opening Volley has destroyed is not made by those who hold their fire.
#[test]
fn nobody_shoots_for_the_fallen() {
    let mut table = Table::lane_of(&["U2", "U3", "C2"]);
    table.now("U2").sp = 1;
    let (after, _) = table.thrown(&table.volley(&[("U2", "C2")]), &[6], first);
    assert_eq!(after.unit(table.unit("U2")).sp, 0);
    assert!(after.fired.is_empty(), "{:?}", after.fired);
    assert_eq!(after.unit(table.unit("C2")), table.battle.unit(table.unit("C2")));
}

#[test]
fn whoever_begins_in_line_in_a_town_is_disorganized() {
    let state = |posture: Posture| {
        let (theatre, battle) = theatre_planned("lane", &[], |plan| {
            let units = plan.formations.iter_mut().flat_map(|formation| &mut formation.units);
            units.filter(|unit| unit.name == "U4").for_each(|unit| unit.posture = Some(posture));
        });
        battle.unit(unit(&theatre, "U4")).state
    };
    assert_eq!(state(Posture::Line), MoraleState::Disorganized);
    assert_eq!(state(Posture::March), MoraleState::Normal);
}

/// Who uses the road rate is not stacked at any time of that movement, where he comes on neither.
#[test]
fn who_comes_on_among_friends_has_no_road_rate() {
    let mut table = Table::in_activity("nightfall");
    table.battle.turn = 4;
    let entry = table.theatre.unit(table.unit("U Late Cavalry")).entry.expect("it arrives");
    // At the rate of the road it has more than enough MPs for this way; in company it does not get through the town on it.
    let way = table.go("U Late Cavalry", &[Step::Enter(Side::new(NORTH)); 11]);
    let goes = |table: &Table| obey(&table.theatre, &mut table.battle.clone(), &way);
    goes(&table).expect("the road is free");
    table.now("U Cavalry").at = Some(entry.at);
    table.says(&way, &["LB-TEM-KEY"]);
    table.now("U Cavalry").at = Some(away(entry.at, NORTH, 3));
    table.says(&way, &["LB-TEM-KEY"]);
}

/// S 29: an artillery leader allows another shot to the batteries of his formation only.
#[test]
fn an_artillery_leader_helps_his_own_batteries_only() {
    let mut table = Table::in_activity("nightfall");
    let (at, brigade) = (table.at("U Battery One"), table.formation("U second division, brigade a"));
    let stranger = table.unit("U Battery Two");
    table.theatre.units[stranger.index()].formation = brigade;
    let facing = table.battle.unit(table.unit("U Battery One")).facing;
    let now = table.now("U Battery Two");
    (now.at, now.formation, now.facing) = (Some(at), Formation::Unlimbered, facing);
    let leader = table.leader("U leader of guns");
    table.battle.leaders[leader.index()].at = Some(at);
    let target = away(at, NORTH, 1);
    table.now("C first a 1").at = Some(target);
    let strangers = table.shots(&[("U Battery One", target), ("U Battery Two", target)]);
    table.says(&strangers, &["shots[1]", "LB-ARTLDR-SHOTS"]);
    let own = table.shots(&[("U Battery Two", target), ("U Battery One", target)]);
    obey(&table.theatre, &mut table.battle, &own).expect("he leads the second");
}

#[test]
fn a_target_that_the_beaten_hide_is_not_shot_at() {
    let mut table = Table::lane_of(&["U2", "U3", "C1", "C2"]);
    let here = table.at("U2");
    for name in ["U2", "U3"] {
        (table.now(name).sp, table.now(name).facing) = (4, Corner::new(0));
    }
    let (near, far) = (away(here, NORTH, 2), away(away(here, NORTH, 2), 1, 2));
    for (name, at) in [("C1", near), ("C2", far)] {
        (table.now(name).at, table.now(name).facing) = (Some(at), Corner::new(SOUTH));
    }
    let north_east = |question: &Question| match question.choices {
        Choices::Named(names) => names.iter().position(|name| *name == "ne").unwrap_or(0) as u32,
        _ => 0,
    };
    let order = table.shots(&[("U2", near), ("U3", far)]);
    let (after, _) = table.thrown(&order, &[5, 5, 4, 4], north_east);
    assert_eq!(after.unit(table.unit("C1")).at, Some(near.neighbour(Side::new(1))), "it goes back a hex");
    assert_eq!(after.fired.iter().map(|fired| fired.sps).collect::<Vec<_>>(), [engine::Decimal::from_int(4)]);
}

#[test]
fn fire_is_refused_in_the_words_of_the_weapon() {
    let mut table = Table::lane_of(&["UG1", "U1", "C1"]);
    let here = table.at("U1");
    (table.now("C1").at, table.now("C1").facing) = (Some(away(here, NORTH, 3)), Corner::new(SOUTH));
    table.says(&table.fire("U1", away(here, NORTH, 2)), &["the nearest stands", "3 away"]);
    table.now("C1").at = Some(away(here, NORTH, 6));
    table.says(&table.fire("U1", away(here, NORTH, 6)), &["LB-ARMS-TABLE"]);
    // The town lies between.
    let town = Table::in_activity("lane").at("U4");
    let now = table.now("UG1");
    (now.at, now.formation, now.facing) = (Some(away(town, SOUTH, 2)), Formation::Unlimbered, Corner::new(0));
    let behind = away(town, NORTH, 4);
    table.now("C1").at = Some(behind);
    table.says(&table.fire("UG1", behind), &["LB-SLOPE-TABLE", "ground hides it"]);
    let id = table.unit("UG1");
    table.theatre.units[id.index()].weapon =
        Some(line_of_battle::unit::Weapon::Artillery(line_of_battle::charts::Gun::MountainHowitzer));
    table.now("C1").at = Some(away(town, NORTH, 10));
    table.says(&table.fire("UG1", away(town, NORTH, 10)), &["LB-GUNS-TABLE"]);
}

/// P8 step 7: fire without effect raises nobody's level, and spreads none.
#[test]
fn a_battery_is_marked_by_what_hits_it_alone() {
    let mut table = Table::in_activity("nightfall");
    let here = table.at("C Battery One");
    table.now("C Battery Two").at = Some(here);
    (table.now("C Battery One").cbf, table.now("C Battery Two").cbf) = (2, 0);
    (table.now("U first a 1").at, table.now("U first a 1").facing) = (Some(away(here, SOUTH, 3)), Corner::new(NORTH));
    table.willing("U first division, brigade a");
    let fire = table.fire("U first a 1", here);
    let (mut hits, mut misses) = (0, 0);
    for seed in 0..60 {
        let (dice, record) = (Fast::seeded(seed), Kept::<Event>::new());
        let mut umpire = Official { dice, answers: Policy(|_: &Question| 0), record };
        let mut after = table.battle.clone();
        table.theatre.obey(&mut after, &fire, &mut umpire).expect("they fire");
        let fired = umpire.record.events.iter().find_map(|event| match event {
            Event::Fired { result, .. } => Some(result.unwrap_or(CombatCell::Nothing)),
            _ => None,
        });
        let levels = ["C Battery One", "C Battery Two"].map(|name| after.unit(table.unit(name)).cbf);
        if fired.expect("a shot") == CombatCell::Nothing {
            misses += 1;
            assert_eq!(levels, [2, 0], "seed {seed}");
        } else if ["C Battery One", "C Battery Two"].iter().all(|name| after.unit(table.unit(name)).sp > 0) {
            hits += 1;
            assert_eq!(levels, [2, 1], "each from its own, and none beyond two: seed {seed}");
        }
    }
    assert!(hits > 0 && misses > 0, "{hits} hits, {misses} misses");
}
