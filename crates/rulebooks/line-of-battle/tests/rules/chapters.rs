//! Rules of whole turns on the map, with scripted dice: the night, the Zero Rule, Fluke Stoppage and its Reserve, what a
//! Rally Phase takes away.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use engine::{Official, Play, Policy, Scripted, Side, Silent};
use field::hex::Side as HexSide;
use line_of_battle::Event;
use line_of_battle::charts::{MoraleState, ZeroMa};
use line_of_battle::command::Order;
use line_of_battle::play::*;
use line_of_battle::turn::TurnStep;
use line_of_battle::unit::Light;

use crate::support::{offered, refused, theatre, theatre_planned, theatre_with, unit};

/// Obeys with these dice, all of which fall; questions are answered with the first choice.
fn obey(theatre: &Theatre, battle: &mut Battle, command: &Command, faces: &[u8]) {
    let answers = Policy(|_: &engine::Question| 0);
    let mut umpire = Official { dice: Scripted::new(faces), answers, record: Silent::<Event>::new() };
    if let Err(halt) = theatre.obey(battle, command, &mut umpire) {
        panic!("{command:?}: {halt:?}");
    }
    umpire.dice.finish().expect("every die is thrown");
}

fn formation(theatre: &Theatre, name: &str) -> FormationId {
    theatre.formation_ids().find(|id| theatre.formation(*id).name == name).expect("there is such a formation")
}

fn turn_of(theatre: &Theatre, wanted: impl Fn(&TurnCard) -> bool) -> u16 {
    theatre.turns.iter().position(wanted).expect("there is such a turn") as u16 + 1
}

/// The division attacks the first objective.
fn attacks(theatre: &Theatre, battle: &mut Battle, division: FormationId) {
    let goal = theatre.objectives[0].at;
    battle.formations[division.index()].order = InForce { order: Order::Attack, goal: Some(goal) };
}

/// Nobody has orders.
fn at_ease(battle: &mut Battle) {
    for formation in &mut battle.formations {
        (formation.order, formation.reserve) = (InForce::NONE, false);
    }
}

fn lead(battle: &mut Battle, formation: FormationId, command: u8) {
    let leader = battle.formation(formation).leader.expect("it is led");
    battle.leaders[leader.index()].command = command;
}

#[test]
fn an_order_of_midnight_is_due_at_the_first_twilight() {
    let (theatre, mut battle) = theatre("nightfall");
    let midnight = turn_of(&theatre, |turn| turn.midnight);
    let dawn = turn_of(&theatre, |turn| turn.first_twilight);
    assert!(midnight < dawn, "{midnight} {dawn}");
    let corps = formation(&theatre, "U corps");
    let issue = Command::IssueOrder { to: corps, says: Instruction::Attack(theatre.objectives[0].at) };
    battle.turn = midnight - 1;
    assert!(refused(&theatre, &battle, &issue).contains("LB-NIGHT-ORDERS-WINDOW"));
    battle.turn = midnight;
    obey(&theatre, &mut battle, &issue, &[6, 6]);
    assert_eq!(battle.dispatches.iter().map(|order| (order.sent, order.due)).collect::<Vec<_>>(), [(midnight, dawn)]);
}

#[test]
fn where_the_table_has_no_night_orders_nobody_writes_at_midnight() {
    let (theatre, mut battle) = theatre_with("nightfall", &[("night-orders", "off")]);
    battle.turn = turn_of(&theatre, |turn| turn.midnight);
    let corps = formation(&theatre, "U corps");
    let issue = Command::IssueOrder { to: corps, says: Instruction::Attack(theatre.objectives[0].at) };
    assert!(refused(&theatre, &battle, &issue).contains("LB-NIGHT-ORDERS"));
}

#[test]
fn losses_come_back_at_midnight_and_on_no_other_turn() {
    let (theatre, start) = theatre("nightfall");
    let midnight = turn_of(&theatre, |turn| turn.midnight);
    let regiment = unit(&theatre, "U first a 1");
    let printed = theatre.unit(regiment).printed;
    for (turn, back) in [(midnight, 1), (midnight - 1, 0)] {
        let mut battle = start.clone();
        (battle.turn, battle.step) = (turn, TurnStep::Activity);
        battle.units[regiment.index()].sp = printed - 2;
        obey(&theatre, &mut battle, &Command::EndPhase, &[]);
        assert_eq!(battle.unit(regiment).sp, printed - 2 + back, "turn {turn}");
    }
}

#[test]
fn a_new_day_clears_recovery_without_dice() {
    let (theatre, mut battle) = theatre("nightfall");
    let division = formation(&theatre, "U first division");
    at_ease(&mut battle);
    battle.formations[division.index()].recovering = true;
    battle.turn = turn_of(&theatre, |turn| turn.first_twilight);
    obey(&theatre, &mut battle, &Command::EndStep, &[]);
    assert!(!battle.formation(division).recovering);
}

#[test]
fn a_reserve_carries_an_attack_over_a_fluke() {
    let (mut theatre, mut start) = theatre("nightfall");
    theatre.turns[8].light = Light::Day;
    at_ease(&mut start);
    let division = formation(&theatre, "U first division");
    let regiment = unit(&theatre, "U first b 2");
    // Enemies so near that whoever is stopped has to get away first.
    let near =
        start.unit(unit(&theatre, "U first a 1")).at.map(|at| at.neighbour(HexSide::new(0)).neighbour(HexSide::new(0)));
    let enemy = unit(&theatre, "C first a 1");
    start.units[enemy.index()].at = near;
    let attacking = |turn: u16, reserve: bool| {
        let mut battle = start.clone();
        battle.turn = turn;
        attacks(&theatre, &mut battle, division);
        lead(&mut battle, division, 3);
        if reserve {
            battle.reserves.push(regiment);
        }
        battle
    };
    // During the first eight turns nobody rolls.
    let mut early = attacking(8, false);
    obey(&theatre, &mut early, &Command::EndStep, &[]);
    assert_eq!(early.formation(division).order.order, Order::Attack);
    // Four is too little, and five for the second roll as well.
    let mut alone = attacking(9, false);
    obey(&theatre, &mut alone, &Command::EndStep, &[2, 2, 2, 3]);
    let stopped = alone.formation(division);
    assert_eq!((stopped.order.order, stopped.stopped, stopped.recovering), (Order::None, true, true));
    // Where nobody can fire at it, it is merely without orders.
    let mut unseen = attacking(9, false);
    unseen.units[enemy.index()].at = None;
    obey(&theatre, &mut unseen, &Command::EndStep, &[2, 2, 2, 3]);
    let now = unseen.formation(division);
    assert_eq!((now.order.order, now.stopped, now.recovering), (Order::None, false, true));
    // With a whole regiment in Reserve the same four is a six, and there is no second roll.
    let mut held = attacking(9, true);
    obey(&theatre, &mut held, &Command::EndStep, &[2, 2]);
    assert_eq!(held.formation(division).order.order, Order::Attack);
    assert!(held.reserves.contains(&regiment));
    // A regiment that is still to come is no Reserve.
    let mut absent = attacking(9, true);
    absent.units[regiment.index()].at = None;
    obey(&theatre, &mut absent, &Command::EndStep, &[2, 2, 4, 3]);
    // A Stoppage ends the Reserve too: here the second roll fails as well.
    let mut unlucky = attacking(9, true);
    obey(&theatre, &mut unlucky, &Command::EndStep, &[1, 1, 2, 3]);
    assert!(unlucky.formation(division).stopped && unlucky.reserves.is_empty());
}

#[test]
fn one_reserve_does_not_spoil_another() {
    let (mut theatre, mut start) = theatre("nightfall");
    theatre.turns[8].light = Light::Day;
    at_ease(&mut start);
    let division = formation(&theatre, "U first division");
    let (fit, wreck) = (unit(&theatre, "U first b 2"), unit(&theatre, "U first a 1"));
    start.turn = 9;
    attacks(&theatre, &mut start, division);
    lead(&mut start, division, 3);
    start.units[wreck.index()].sp = 1;
    // A wreck alone is no Reserve: the four of the Base Check stays a four, and there is a second roll.
    let mut worn = start.clone();
    worn.reserves = vec![wreck];
    obey(&theatre, &mut worn, &Command::EndStep, &[2, 2, 4, 3]);
    assert_eq!(worn.formation(division).order.order, Order::Attack);
    // A whole regiment that is held beside it is one.
    let mut both = start.clone();
    both.reserves = vec![wreck, fit];
    obey(&theatre, &mut both, &Command::EndStep, &[2, 2]);
    assert_eq!(both.formation(division).order.order, Order::Attack);
    // A brigade with the wreck in it is spoilt by it, and the regiment beside it is not.
    let mut brigade = start.clone();
    brigade.formations[formation(&theatre, "U first division, brigade a").index()].reserve = true;
    let mut beside = brigade.clone();
    obey(&theatre, &mut brigade, &Command::EndStep, &[2, 2, 4, 3]);
    beside.reserves = vec![fit];
    obey(&theatre, &mut beside, &Command::EndStep, &[2, 2]);
}

#[test]
fn guns_of_a_division_under_orders_recover_as_little_as_its_regiments() {
    let late = |plan: &mut battle::plan::Plan| {
        (plan.clock.start, plan.clock.end) = (battle::plan::Time(0), battle::plan::Time(120));
    };
    let recovered = |switch: &str, order: Order| {
        let (theatre, mut battle) = theatre_planned("lane", &[("recovery-no-orders", switch)], late);
        assert!(theatre.turns[0].midnight);
        battle.step = TurnStep::Activity;
        let division = formation(&theatre, "U division");
        battle.formations[division.index()].order = InForce { order, goal: Some(theatre.objectives[0].at) };
        let both = [unit(&theatre, "UG1"), unit(&theatre, "U4")];
        both.iter().for_each(|id| battle.units[id.index()].sp = 2);
        obey(&theatre, &mut battle, &Command::EndPhase, &[]);
        both.map(|id| battle.unit(id).sp)
    };
    assert_eq!(recovered("on", Order::Attack), [2, 2]);
    assert_eq!(recovered("on", Order::None), [3, 3]);
    assert_eq!(recovered("off", Order::Attack), [3, 3]);
}

/// A division that attacks, of which a Zero leads the first brigade.
fn a_zeros_attack() -> (Theatre, Battle, FormationId) {
    let (theatre, mut battle) = theatre("nightfall");
    at_ease(&mut battle);
    let (division, brigade) =
        (formation(&theatre, "U second division"), formation(&theatre, "U second division, brigade a"));
    attacks(&theatre, &mut battle, division);
    lead(&mut battle, brigade, 0);
    (theatre, battle, brigade)
}

#[test]
fn the_first_activity_of_a_zeros_brigade_waits_for_its_die() {
    let (theatre, mut battle, brigade) = a_zeros_attack();
    battle.step = TurnStep::Activity;
    let (regiment, enemy) = (unit(&theatre, "U second a 1"), unit(&theatre, "C second a 1"));
    let from = battle.unit(regiment).at.expect("it is on the map");
    let at = from.neighbour(battle.unit(regiment).facing.sides()[0]);
    battle.units[enemy.index()].at = Some(at);
    let shots = vec![Shot { units: [regiment].into(), at }];
    let fire = Command::Fire { units: [regiment].into(), leaders: [].into(), steps: [].into(), shots };
    assert!(refused(&theatre, &battle, &fire).contains("LB-ZERO-ROLL"));
    assert!(!offered(&theatre, &battle).contains(&fire));
    obey(&theatre, &mut battle, &Command::ZeroRoll { brigade }, &[1]);
    assert!(offered(&theatre, &battle).contains(&fire), "even a one lets it fire from where it stands");
    let mut shaken = battle.clone();
    shaken.formations[brigade.index()].zero = None;
    shaken.units[regiment.index()].state = MoraleState::Disorganized;
    let back = Command::RetreatTen { units: [regiment].into(), hexes: 1 };
    assert!(refused(&theatre, &shaken, &back).contains("LB-ZERO-ROLL"));
}

#[test]
fn a_zero_may_leave_his_brigade_standing() {
    let (theatre, mut battle, brigade) = a_zeros_attack();
    obey(&theatre, &mut battle, &Command::EndStep, &[]);
    let regiment = unit(&theatre, "U second a 1");
    let ahead = battle.unit(regiment).facing.sides()[0];
    let go = Command::Move { units: [regiment].into(), leaders: [].into(), steps: [Step::Enter(ahead)].into() };
    assert!(refused(&theatre, &battle, &go).contains("LB-ZERO-ROLL"));
    let mut stands = battle.clone();
    obey(&theatre, &mut stands, &Command::ZeroRoll { brigade }, &[1]);
    assert_eq!(stands.formation(brigade).zero, Some(ZeroMa::None));
    assert!(refused(&theatre, &stands, &go).contains("LB-ZERO-1"), "{}", refused(&theatre, &stands, &go));
    obey(&theatre, &mut battle, &Command::ZeroRoll { brigade }, &[5]);
    obey(&theatre, &mut battle, &go, &[]);
    assert_eq!(battle.unit(regiment).done, Done::Move);
}

#[test]
fn a_rally_phase_takes_away_blood_lust_shaking_and_cowardly_legs() {
    let (theatre, mut battle) = theatre("nightfall");
    battle.step = TurnStep::Activity;
    let states = [
        ("U first a 1", MoraleState::BloodLust, MoraleState::Normal),
        ("U first a 2", MoraleState::Shaken, MoraleState::Normal),
        ("U first b 1", MoraleState::Disorganized, MoraleState::Shaken),
        ("C first a 1", MoraleState::Shaken, MoraleState::Shaken),
    ];
    for (name, state, _) in states {
        battle.units[unit(&theatre, name).index()].state = state;
    }
    let maker = unit(&theatre, "U first a 1");
    let at = battle.unit(maker).at.expect("it is on the map").neighbour(HexSide::new(3));
    battle.legs =
        vec![Legs { side: Side::Union, at, maker, mark: 0 }, Legs { side: Side::Confederate, at, maker, mark: 1 }];
    obey(&theatre, &mut battle, &Command::EndPhase, &[]);
    for (name, _, after) in states {
        assert_eq!(battle.unit(unit(&theatre, name)).state, after, "{name}");
    }
    assert_eq!(battle.legs.iter().map(|legs| legs.side).collect::<Vec<_>>(), [Side::Confederate]);
}

#[test]
fn a_side_that_has_only_routed_men_left_has_lost() {
    let (theatre, mut battle) = theatre("nightfall");
    at_ease(&mut battle);
    battle.step = TurnStep::Activity;
    for id in theatre.unit_ids().filter(|id| theatre.unit(*id).side == Side::Confederate) {
        let now = &mut battle.units[id.index()];
        if now.at.is_some() {
            now.state = MoraleState::Routed;
        } else {
            now.sp = 0;
        }
    }
    let regiment = unit(&theatre, "U first a 1");
    let stay = Command::Move { units: [regiment].into(), leaders: [].into(), steps: [].into() };
    obey(&theatre, &mut battle, &stay, &[]);
    let ending = theatre.ending(&battle).expect("it is over");
    assert_eq!((ending.winner, ending.kind), (Some(Side::Union), "nobody left to fight"));
}
