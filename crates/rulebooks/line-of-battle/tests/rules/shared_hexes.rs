//! Units that share a hex and act apart: who fires and who is hit, who goes and who stays, who leads them; and the way out of a
//! town.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use engine::{Fast, Kept, Official, Play, Policy, Question, Scripted};
use field::hex::{Corner, Hex, Side};
use line_of_battle::Event;
use line_of_battle::charge::{Charge, ChargeSituation};
use line_of_battle::charts::Activity;
use line_of_battle::movement::{self, ExitLicence, Manoeuvre, Movement, MovementSituation};
use line_of_battle::play::*;
use line_of_battle::unit::Formation;

use crate::support::{Table, book, obey, run};

const SEEDS: u64 = 24;

/// The lane, where U2 and U3 share a hex, and so do USharp and U1.
fn lane() -> Table {
    Table::in_activity("lane")
}

impl Table {
    /// Obeys with dice from a seed and the first answer to everything.
    fn after(&self, command: &Command, seed: u64) -> (Battle, Kept<Event>) {
        let answers = Policy(|_: &Question| 0);
        let mut umpire = Official { dice: Fast::seeded(seed), answers, record: Kept::<Event>::new() };
        let mut after = self.battle.clone();
        self.theatre.obey(&mut after, command, &mut umpire).expect("the order is legal");
        (after, umpire.record)
    }

    /// U2 and U3 turn, and fire shot by shot.
    pub fn volley(&self, shots: &[(&str, &str)]) -> Command {
        let shots = shots.iter().map(|(who, at)| Shot { units: [self.unit(who)].into(), at: self.at(at) });
        let units = [self.unit("U2"), self.unit("U3")].into();
        let steps = [Step::Turn(Corner::new(5))].into();
        Command::Fire { units, leaders: [].into(), steps, shots: shots.collect() }
    }
}

#[test]
fn who_makes_skirmishers_withdraw_is_done() {
    let mut table = lane();
    for name in ["U2", "U3"] {
        table.now(name).sp = 4;
    }
    let both = table.volley(&[("U2", "CSkirm"), ("U3", "C2")]);
    for seed in 0..SEEDS {
        let (after, _) = table.after(&both, seed);
        assert!(after.fired.is_empty(), "nobody fires when the target is gone");
        assert_eq!(after.unit(table.unit("C2")), table.battle.unit(table.unit("C2")));
        assert_ne!(after.unit(table.unit("CSkirm")).at, Some(table.at("CSkirm")), "they went");
    }
}

#[test]
fn a_volley_hits_the_top_of_the_stack_whoever_fires() {
    let table = lane();
    let (top, other) = (table.unit("U2"), table.unit("U3"));
    let below = table.volley(&[("U3", "C2")]);
    let after = |seed| table.after(&below, seed).0;
    let hurt = (0..SEEDS).map(after).filter(|after| after.unit(top).sp < table.battle.unit(top).sp).count();
    assert!(hurt > 0, "a volley costs something now and then");
    for seed in 0..SEEDS {
        assert_eq!(after(seed).unit(other).sp, table.battle.unit(other).sp, "seed {seed}");
    }
}

#[test]
fn sharpshooters_in_company_fire_as_others_do() {
    let mut table = lane();
    let shift = |table: &Table| {
        let (_, told) = table.after(&table.fire("USharp", table.at("C1")), 1);
        told.events.iter().find_map(|event| match event {
            Event::Fired { shift, .. } => Some(*shift),
            _ => None,
        })
    };
    let among_others = shift(&table).expect("it fires");
    let away = table.at("U1").neighbour(Side::new(3));
    table.now("U1").at = Some(away);
    let alone = shift(&table).expect("it fires");
    assert_eq!((among_others, alone), (-3, -1), "four hexes away");
}

#[test]
fn shots_that_do_not_fit_together_are_refused_before_a_die_falls() {
    let table = lane();
    let mut order = table.volley(&[("U2", "C2"), ("U3", "C2")]);
    if let Command::Fire { steps, .. } = &mut order {
        *steps = [].into();
    }
    table.says(&order, &["shots[1].sps_fired", "8 SPs"]);
}

#[test]
fn the_artillery_leader_counts_where_the_guns_unlimber() {
    let mut table = lane();
    let steps = [5, 0, 0, 0].map(|side| Step::Enter(Side::new(side)));
    let steps: Vec<Step> = steps.into_iter().chain([Step::Form(Formation::Unlimbered, Corner::new(0))]).collect();
    let order = table.go("UG1", &steps);
    table.says(&order, &["unlimbers"]);
    let path = [5, 0, 0, 0].map(Side::new).into();
    let ride = Command::MoveLeader { leader: table.leader("Uguns"), path };
    obey(&table.theatre, &mut table.battle, &ride).expect("he rides ahead");
    obey(&table.theatre, &mut table.battle, &order).expect("he is there");
}

#[test]
fn a_charge_takes_along_only_the_leaders_it_names() {
    let mut table = lane();
    let leader = table.leader("Ubrig");
    table.beside("C1", "U1", Side::new(0));
    let here = table.at("U1");
    (table.battle.leaders[leader.index()].at, table.battle.leaders[leader.index()].moved) = (Some(here), true);
    let charge = table.go("U1", &[Step::Charge(Side::new(0))]);
    for seed in 0..SEEDS {
        assert_eq!(table.after(&charge, seed).0.leaders[leader.index()].at, Some(here), "seed {seed}");
    }
}

#[test]
fn whoever_is_left_behind_stops_where_he_could_stop_alone() {
    let mut table = lane();
    let far = table.at("C1");
    table.now("C2").at = Some(far);
    let (two, three) = (table.unit("U2"), table.unit("U3"));
    let enter = |side: u8, times: usize| vec![Step::Enter(Side::new(side)); times];
    let march =
        |steps: Vec<Step>| Command::Move { units: [two, three].into(), leaders: [].into(), steps: steps[..].into() };
    let alone = table.go("U3", &enter(1, 4));
    table.says(&alone, &["within 6 hexes of its leader"]);
    let back = [Step::Drop(three), Step::Turn(Corner::new(3)), Step::Enter(Side::new(4))];
    table.says(&march([enter(1, 4), back.to_vec()].concat()), &["within 6 hexes of its leader"]);
    // In column the stack may go on; in line the one who stays has come too far.
    for name in ["C1", "CSkirm", "C2"] {
        table.now(name).at = Some(Hex::at(2, 2));
    }
    let leader = table.leader("Ubrig");
    table.battle.leaders[leader.index()].at = Some((0..4).fold(table.at("U2"), |hex, _| hex.neighbour(Side::new(0))));
    let on = [Step::Drop(three), Step::Form(Formation::Column, Corner::new(0))];
    table.says(&march([enter(0, 7), on.to_vec()].concat()), &["leave it behind earlier"]);
}

#[test]
fn a_column_leaves_a_town_by_the_road() {
    let table = lane();
    for side in [1, 2, 4, 5] {
        table.says(&table.go("U4", &[Step::Enter(Side::new(side))]), &["may not go there in this formation"]);
    }
    let mut table = table;
    let north = table.go("U4", &[Step::Enter(Side::new(0))]);
    obey(&table.theatre, &mut table.battle, &north).expect("the lane leads north");
}

#[test]
fn a_fresh_attack_shifts_between_zones_as_an_old_one_does() {
    let next = movement::Hex { ezoc: true, next_to_enemy: true, ..movement::Hex::default() };
    let of = |exit: ExitLicence| {
        let (_, plain) = <Movement as engine::book::Procedure>::examples().into_iter().next().expect("an example");
        let situation = MovementSituation {
            exit,
            in_ezoc: true,
            activity: Activity::Move,
            manoeuvres: vec![Manoeuvre::Enter(next.clone())],
            ..plain
        };
        run::<Movement>(&book(), &situation, &[], &[]).outcome.sps_lost
    };
    assert_eq!([ExitLicence::Attack, ExitLicence::NewAttack, ExitLicence::NewOrder].map(of), [0, 0, 1]);
}

#[test]
fn a_fresh_order_leads_out_of_zones_and_not_through_the_first_one_entered() {
    let held = |ezoc: bool| Manoeuvre::Enter(movement::Hex { ezoc, next_to_enemy: ezoc, ..movement::Hex::default() });
    let of = |exit: ExitLicence, in_ezoc: bool, way: &[bool]| {
        let (_, plain) = <Movement as engine::book::Procedure>::examples().into_iter().next().expect("an example");
        let manoeuvres = way.iter().copied().map(held).collect();
        let situation = MovementSituation { exit, in_ezoc, activity: Activity::Move, manoeuvres, sp: 5, ..plain };
        let outcome = run::<Movement>(&book(), &situation, &[], &[]).outcome;
        (outcome.made, outcome.stopped, outcome.sps_lost)
    };
    for exit in [ExitLicence::NewOrder, ExitLicence::Stopped] {
        assert_eq!(of(exit, true, &[true, true, false]), (3, None, 2), "out of one, and through two more");
        assert_eq!(of(exit, false, &[true, false]), (1, Some(movement::Stop::Ezoc), 0), "into one, and no farther");
        assert_eq!(of(exit, true, &[false, true, false]), (3, None, 1));
    }
    assert_eq!(of(ExitLicence::NewAttack, true, &[true, true]), (1, Some(movement::Stop::Ezoc), 0));
}

#[test]
fn guns_below_a_limbered_battery_still_show_canister() {
    let examples = <Charge as engine::book::Procedure>::examples();
    let (_, plain) = examples.into_iter().find(|(name, _)| name.starts_with("into the muzzles")).expect("an example");
    let mut defender = plain.defender.clone();
    let mut limbered = defender.units[0].clone();
    limbered.formation = Formation::Limbered;
    defender.units.insert(0, limbered);
    let canister = |guns_face| {
        let situation =
            ChargeSituation { guns_face, defender: defender.clone(), began_adjacent: false, ..plain.clone() };
        let told = run::<Charge>(&book(), &situation, &[1], &[]);
        told.record.rules().iter().any(|rule| rule.id() == "LB-CLOSE-MOD-CANISTER")
    };
    assert!(canister(Some(true)) && !canister(Some(false)) && !canister(None));
}

/// Obeys with these dice; skirmishers stand or not. Gives the battle afterwards, the volleys that fell and what was asked.
fn answered(table: &Table, order: &Command, stand: u32, faces: &[u8]) -> (Battle, usize, Vec<&'static str>) {
    let mut asked = Vec::new();
    let answers = Policy(|question: &Question| {
        asked.push(question.kind.name);
        if question.kind.name == "open-order-stand" { stand } else { 0 }
    });
    let mut umpire = Official { dice: Scripted::new(faces), answers, record: Kept::<Event>::new() };
    let mut after = table.battle.clone();
    table.theatre.obey(&mut after, order, &mut umpire).expect("the order is legal");
    umpire.dice.finish().expect("every die is thrown");
    let volleys = umpire.record.events.iter().filter(|event| matches!(event, Event::Volleyed { .. })).count();
    (after, volleys, asked)
}

#[test]
fn where_the_table_lets_skirmishers_stand_another_stack_volleys_for_them() {
    let table = Table::in_activity_with("lane", &[("ooc-may-stand", "on")]);
    let (order, at) = (table.volley(&[("U2", "CSkirm")]), table.at("CSkirm"));
    // They stay: C2 volleys, and nobody is asked who does, for they cannot themselves. Then they are shot at.
    let (after, volleys, asked) = answered(&table, &order, 0, &[1, 1, 1]);
    assert_eq!((after.unit(table.unit("CSkirm")).at, volleys, after.fired.len()), (Some(at), 1, 1));
    assert_eq!(asked, ["open-order-stand"]);
    // They go: neither volley nor shot.
    let (after, volleys, _) = answered(&table, &order, 1, &[]);
    assert_eq!((volleys, after.fired.len()), (0, 0));
    assert_ne!(after.unit(table.unit("CSkirm")).at, Some(at));
    // Where nobody else can volley they are not asked, nor where the table plays as printed.
    let mut alone = Table::in_activity_with("lane", &[("ooc-may-stand", "on")]);
    alone.now("C2").at = Some(Hex::at(2, 2));
    for table in [alone, lane()] {
        let (after, ..) = answered(&table, &order, 0, &[]);
        assert_ne!(after.unit(table.unit("CSkirm")).at, Some(at));
    }
}

#[test]
fn skirmishers_may_stand_against_a_charge_too() {
    let mut table = Table::in_activity_with("lane", &[("ooc-may-stand", "on")]);
    for name in ["U2", "U3"] {
        table.now(name).at = Some(Hex::at(2, 2));
    }
    table.beside("U1", "CSkirm", Side::new(3));
    let (leader, from, at) = (table.leader("Ubrig"), table.at("U1"), table.at("CSkirm"));
    table.battle.leaders[leader.index()].at = Some(from);
    let units = [table.unit("U1")].into();
    let charge = Command::Move { units, leaders: [leader].into(), steps: [Step::Charge(Side::new(0))].into() };
    // It closes, C2 volleys in vain, the skirmishers lose a man and hold.
    let (after, volleys, asked) = answered(&table, &charge, 0, &[6, 1, 1, 1]);
    let stands = after.unit(table.unit("CSkirm"));
    assert_eq!((stands.at, stands.sp, volleys), (Some(at), table.battle.unit(table.unit("CSkirm")).sp - 1, 1));
    assert_eq!(asked, ["open-order-stand"]);
    let (after, volleys, _) = answered(&table, &charge, 1, &[6]);
    assert_eq!((after.unit(table.unit("U1")).at, volleys), (Some(at), 0), "they go, and it takes their hex");
}
