//! Stacks that take units along and leave them behind: what a hex holds, who goes back where, which way they look.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use engine::Play;
use engine::book::Procedure;
use field::hex::{Corner, Hex, Side};
use line_of_battle::Event;
use line_of_battle::movement::{self, Manoeuvre, Movement, MovementSituation};
use line_of_battle::play::*;
use line_of_battle::unit::Formation;

use crate::support::{Table, book, obey, offered, run};

const NORTH: Step = Step::Enter(Side::new(0));

/// The lane with every enemy far away, U2 and U3 in one hex and their leader four hexes ahead of them.
fn quiet_lane() -> Table {
    let mut table = Table::in_activity("lane");
    for name in ["C1", "CSkirm", "C2"] {
        table.now(name).at = Some(Hex::at(2, 2));
    }
    let leader = table.leader("Ubrig");
    table.battle.leaders[leader.index()].at = Some((0..4).fold(table.at("U2"), |hex, _| hex.neighbour(Side::new(0))));
    table
}

impl Table {
    fn march(&self, names: &[&str], steps: &[Step]) -> Command {
        let units: Vec<UnitId> = names.iter().map(|name| self.unit(name)).collect();
        Command::Move { units: units[..].into(), leaders: [].into(), steps: steps.into() }
    }

    /// Puts a unit into a hex, facing north.
    fn put(&mut self, name: &str, at: Hex) {
        let now = self.now(name);
        (now.at, now.facing) = (Some(at), Corner::new(0));
    }

    fn sps_in(&self, battle: &Battle, at: Hex) -> u8 {
        self.theatre.unit_ids().map(|id| battle.unit(id)).filter(|now| now.at == Some(at)).map(|now| now.sp).sum()
    }
}

#[test]
fn whoever_is_left_behind_counts_where_the_others_stop() {
    let mut table = quiet_lane();
    let (ahead, three) = (table.at("U2").neighbour(Side::new(0)), table.unit("U3"));
    let turned = table.march(&["U2", "U3"], &[NORTH, Step::Drop(three), Step::Turn(Corner::new(1))]);
    table.says(&turned, &["face corner 0"]);
    table.put("U1", ahead);
    let crowd = table.march(&["U2", "U3"], &[NORTH, Step::Drop(three)]);
    table.says(&crowd, &["at most 16 SPs"]);
    table.now("U1").sp = 0;
    table.now("U1").at = None;
    obey(&table.theatre, &mut table.battle, &crowd).expect("the two of them have room");
    assert_eq!(table.sps_in(&table.battle, ahead), 16);
}

#[test]
fn too_many_in_a_hex_are_shot_at_and_charged_all_the_same() {
    let mut table = quiet_lane();
    let south = Side::new(3);
    let crowded = table.at("U2");
    let near = crowded.neighbour(Side::new(0));
    table.put("U1", crowded);
    table.put("C2", near);
    table.now("C2").facing = Corner::new(3);
    let leader = table.leader("Cbrig");
    table.battle.leaders[leader.index()].at = Some(near.neighbour(Side::new(0)));
    table.battle.active = engine::Side::Confederate;
    assert_eq!(table.sps_in(&table.battle, crowded), 24);
    obey(&table.theatre, &mut table.battle.clone(), &table.fire("C2", crowded)).expect("it fires");
    table.now("C2").at = Some(near.neighbour(Side::new(0)));
    let charge = table.go("C2", &[Step::Enter(south), Step::Charge(south)]);
    // It closes twice, the volley does no harm, the defenders lose a man and run.
    let after = table.thrown(&charge, &[6, 6, 1, 6, 6], |_| 0).0;
    assert_eq!(after.unit(table.unit("C2")).at, Some(crowded));
    assert!(["U1", "U2", "U3"].iter().all(|name| after.unit(table.unit(name)).retreated));
}

#[test]
fn who_was_taken_along_balks_no_farther_back_than_where_he_was() {
    let mut table = quiet_lane();
    let start = table.at("U2");
    let next = start.neighbour(Side::new(0));
    for (name, at) in [("U1", start), ("U3", next), ("U4", next), ("USharp", next)] {
        table.put(name, at);
    }
    let leader = table.leader("Ubrig");
    table.battle.leaders[leader.index()].at = Some(start);
    let foe = next.neighbour(Side::new(0)).neighbour(Side::new(0));
    table.now("C2").at = Some(foe);
    table.now("C2").facing = Corner::new(3);
    let order = table.march(&["U2"], &[NORTH, Step::PickUp(table.unit("U3")), NORTH]);
    let after = table.thrown(&order, &[1], |_| 0).0;
    let at = |name: &str| after.unit(table.unit(name)).at;
    assert_eq!((at("U2"), at("U3")), (Some(start), Some(next)));
    assert_eq!((table.sps_in(&after, start), table.sps_in(&after, next)), (16, 15));
    assert!(["U2", "U3"].iter().all(|name| after.unit(table.unit(name)).done == Done::Move));
    // Where only he goes on, he stays where he was.
    table.now("U4").at = None;
    table.now("USharp").at = None;
    let [two, three] = ["U2", "U3"].map(|name| table.unit(name));
    let turn = Step::Turn(Corner::new(5));
    let order = table.march(&["U2"], &[NORTH, Step::PickUp(three), Step::Drop(two), turn, NORTH]);
    let (after, told) = table.thrown(&order, &[1], |_| 0);
    let stands = [two, three].map(|id| (after.unit(id).at, after.unit(id).facing));
    assert_eq!(stands, [(Some(next), Corner::new(0)); 2], "and looks as the other does");
    let nobody = |event: &Event| matches!(event, Event::Deed(Deed::Stands { units, .. }) if units.is_empty());
    assert!(!told.events.iter().any(nobody));
}

#[test]
fn a_stack_looks_where_those_with_a_front_look() {
    let mut table = quiet_lane();
    let here = table.at("U2");
    table.now("U3").at = Some(here.neighbour(Side::new(2)));
    table.put("U4", here);
    table.now("U4").facing = Corner::new(3);
    let south = Step::Enter(Side::new(3));
    for names in [["U4", "U2"], ["U2", "U4"]] {
        table.says(&table.march(&names, &[south]), &["front hexes only"]);
        obey(&table.theatre, &mut table.battle.clone(), &table.march(&names, &[NORTH])).expect("north is its front");
    }
}

#[test]
fn a_line_that_is_taken_along_marches_as_a_line() {
    let table = quiet_lane();
    let march = |hexes: usize| {
        let begins = [Step::Form(Formation::Column, Corner::new(0)), Step::PickUp(table.unit("U3"))];
        table.march(&["U2"], &[&begins[..], &vec![NORTH; hexes]].concat())
    };
    obey(&table.theatre, &mut table.battle.clone(), &march(6)).expect("six hexes are a line's march");
    table.says(&march(7), &["U3", "0 MPs left"]);
}

#[test]
fn open_order_has_its_eight_points_from_when_it_is_formed() {
    let (_, plain) = Movement::examples().into_iter().next().expect("an example");
    let enter = || Manoeuvre::Enter(movement::Hex::default());
    let form = || Manoeuvre::ChangeFormation { to: Formation::OpenOrder, enemy_distance: None };
    let made = |before: usize, after: usize| {
        let way = std::iter::repeat_with(enter).take(before).chain([form()]);
        let manoeuvres = way.chain(std::iter::repeat_with(enter).take(after)).collect();
        run::<Movement>(&book(), &MovementSituation { manoeuvres, ..plain.clone() }, &[], &[]).outcome.made
    };
    assert_eq!(made(7, 0), 6, "six hexes in line, and no seventh");
    assert_eq!(made(6, 0), 6, "nothing is left to form");
    assert_eq!(made(5, 3), 8, "five hexes, the change, and two more of eight points");
    assert_eq!(made(0, 8), 8);
}

#[test]
fn a_charge_is_static_if_one_of_those_who_charge_was_beside_the_target() {
    let mut table = quiet_lane();
    let start = table.at("U2");
    let next = start.neighbour(Side::new(0));
    table.put("U3", next);
    table.now("C2").at = Some(next.neighbour(Side::new(0)));
    table.now("C2").facing = Corner::new(0);
    let leader = table.leader("Ubrig");
    table.battle.leaders[leader.index()].at = Some(start);
    let charge = |joins: &[Step]| table.march(&["U2"], &[&[NORTH], joins, &[Step::Charge(Side::new(0))]].concat());
    let dared = |order: Command, die: u8| {
        let rolled = table.thrown(&order, &[die], |_| 0).1;
        !rolled.rules().iter().any(|rule| rule.id() == "LB-CLOSE-MOD-STATIC")
    };
    // From the rear: five and one more are enough, but not less three. A one is too little for anybody.
    assert!(!dared(charge(&[Step::PickUp(table.unit("U3"))]), 5));
    assert!(dared(charge(&[]), 1));
}

#[test]
fn orders_that_take_units_along_say_so() {
    let mut table = quiet_lane();
    let start = table.at("U2");
    table.put("U3", start.neighbour(Side::new(0)));
    let three = table.unit("U3");
    let ahead = table.theatre.number(start.neighbour(Side::new(0)));
    let along = table.march(&["U2"], &[NORTH, Step::PickUp(three), NORTH, Step::Drop(three), NORTH]);
    let words = table.theatre.say(&table.battle, &along);
    assert!(words.contains("taking U3 along") && words.contains("leaving U3 in hex"), "{words}");
    assert!(!words.contains(&format!("leaving U3 in hex {ahead}")), "{words}");
    let (_, told) = table.thrown(&along, &[], |_| 0);
    let stands = |event: &&Event| matches!(event, Event::Deed(Deed::Stands { units, .. }) if units[..] == [three]);
    assert_eq!(told.events.iter().filter(stands).count(), 1, "it is told where it was left");
    let said = offered(&table.theatre, &table.battle);
    let mut moves: Vec<String> = said
        .iter()
        .filter(|command| matches!(command, Command::Move { steps, .. } if steps.iter().any(|step| matches!(step, Step::PickUp(_) | Step::Drop(_)))))
        .map(|command| table.theatre.say(&table.battle, command))
        .collect();
    let all = moves.len();
    moves.sort();
    moves.dedup();
    assert!(all > 0 && moves.len() == all, "no two read the same: {moves:?}");
}

#[test]
fn an_order_is_named_that_can_be_accepted() {
    let mut table = Table::in_orders("nightfall");
    let goal = table.theatre.objectives[0].at;
    table.battle.turn = 4;
    table.sent("U corps", Instruction::Attack(goal), 1, 3);
    table.sent("U corps", Instruction::Reserve, 3, 6);
    let formation = table.formation("U corps");
    let words = table.theatre.say(&table.battle, &Command::AcceptOrder { formation });
    assert!(words.contains("attack"), "{words}");
}

#[test]
fn leaders_and_wagons_pay_for_the_hex_they_come_on_in() {
    let mut table = Table::in_activity("nightfall");
    let wagon = WagonId(0);
    let at = table.battle.wagons[0].at.expect("it is there");
    let path = |hexes: usize| Command::MoveWagon { wagon, path: vec![Side::new(0); hexes][..].into() };
    let reach = |table: &Table| {
        (1..9).take_while(|hexes| obey(&table.theatre, &mut table.battle.clone(), &path(*hexes)).is_ok()).count()
    };
    let before = reach(&table);
    table.battle.wagons[0].at = None;
    table.theatre.wagons[0].entry = Some(Entry { turn: 1, at });
    assert!(reach(&table) < before, "{} of {before}", reach(&table));
    assert!(table.theatre.say(&table.battle, &path(1)).contains("rides to"));
    assert!(table.theatre.say(&table.battle, &path(0)).contains("comes on in"));
    let leader = table.battle.formation(table.formation("U first division")).leader.expect("it is led");
    let from = table.battle.leaders[leader.index()].at.expect("he is there");
    // To and fro, where nobody is in his way.
    let ride = |hexes: usize| {
        let sides: Vec<Side> = [Side::new(0), Side::new(3)].into_iter().cycle().take(hexes).collect();
        Command::MoveLeader { leader, path: sides[..].into() }
    };
    let reach = |table: &Table| {
        (1..25).take_while(|hexes| obey(&table.theatre, &mut table.battle.clone(), &ride(*hexes)).is_ok()).count()
    };
    let before = reach(&table);
    table.battle.leaders[leader.index()].at = None;
    table.theatre.leaders[leader.index()].entry = Some(Entry { turn: 1, at: from });
    assert!(reach(&table) < before, "{} of {before}", reach(&table));
}
