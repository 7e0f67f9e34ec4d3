//! Maneuver checks worth looking at, the plainest first.

use engine::Side;

use super::situation::{ArmyMorale, CheckedGuns, CheckedTroops, CheckedUnit, Conductor, ManeuverCheck};
use crate::pieces::{Class, Command, Effectiveness, Letter, Order, Rating};

pub(super) fn all() -> Vec<(&'static str, ManeuverCheck)> {
    vec![
        ("a veteran line under an Energetic leader", veteran_line()),
        ("a Hesitant leader and three units", three_units()),
        ("a broken regiment and a Gallant leader", broken_regiment()),
        ("raw militia close to the enemy", raw_militia()),
        ("a battery far from help", battery()),
    ]
}

fn check(leader: Option<Conductor>, units: Vec<CheckedUnit>) -> ManeuverCheck {
    ManeuverCheck { side: Side::Union, leader, units, army: ArmyMorale::default() }
}

fn leader(letters: &[Letter]) -> Option<Conductor> {
    Some(Conductor { letters: letters.to_vec(), wounds: 0 })
}

fn veteran_line() -> ManeuverCheck {
    let unit = CheckedTroops { rating: Rating::Veteran, ..CheckedTroops::default() };
    check(leader(&[Letter::E]), vec![CheckedUnit::Troops(unit)])
}

fn three_units() -> ManeuverCheck {
    let unit = |rating, effectiveness| {
        CheckedUnit::Troops(CheckedTroops { rating, effectiveness, ..CheckedTroops::default() })
    };
    let units = vec![
        unit(Rating::Trained, Effectiveness::Fresh),
        unit(Rating::Veteran, Effectiveness::Fresh),
        unit(Rating::Raw, Effectiveness::Worn),
    ];
    check(leader(&[Letter::H]), units)
}

fn broken_regiment() -> ManeuverCheck {
    let unit = CheckedTroops {
        effectiveness: Effectiveness::Worn,
        order: Order::Broken,
        stands: 5,
        close_range: true,
        ..CheckedTroops::default()
    };
    check(leader(&[Letter::G]), vec![CheckedUnit::Troops(unit)])
}

fn raw_militia() -> ManeuverCheck {
    let unit = CheckedTroops {
        rating: Rating::Raw,
        effectiveness: Effectiveness::Spent,
        class: Class::Militia,
        command: Command::Provisional,
        close_range: true,
        ..CheckedTroops::default()
    };
    check(None, vec![CheckedUnit::Troops(unit)])
}

fn battery() -> ManeuverCheck {
    let guns = CheckedGuns { rating: Rating::Raw, command: Command::Out, close_range: true, ..CheckedGuns::default() };
    check(None, vec![CheckedUnit::Guns(guns)])
}
