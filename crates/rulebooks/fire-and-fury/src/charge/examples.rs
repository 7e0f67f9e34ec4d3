//! Charges worth looking at, the plainest first.

use engine::Side;

use super::situation::{ChargeCombat, ChargeGuns, ChargeTroops, Defender};
use crate::pieces::{AttachedLeader, Class, Formation, Ground, Letter, Order, Position, Rating};

pub(super) fn all() -> Vec<(&'static str, ChargeCombat)> {
    vec![
        ("line against line", line_against_line()),
        ("cold steel, a Gallant leader and a hill", cold_steel()),
        ("lancers against a square", lancers()),
        ("a countercharge", countercharge()),
        ("disordered infantry reaches a battery", battery()),
        ("two regiments against works", works()),
        ("a breakthrough charge", breakthrough()),
    ]
}

fn combat(attackers: Vec<ChargeTroops>, defenders: Vec<Defender>) -> ChargeCombat {
    ChargeCombat { side: Side::Union, second_combat: false, attackers, defenders }
}

fn line_against_line() -> ChargeCombat {
    combat(vec![ChargeTroops::new(5)], vec![Defender::Troops(ChargeTroops::new(4))])
}

fn cold_steel() -> ChargeCombat {
    let attacker =
        ChargeTroops { rating: Rating::Crack, cold_steel: true, letters: vec![Letter::G], ..ChargeTroops::new(6) };
    let defender = ChargeTroops {
        start_stands: Some(6),
        position: Position::Favorable,
        attached_leader: Some(AttachedLeader::default()),
        ..ChargeTroops::new(4)
    };
    combat(vec![attacker], vec![Defender::Troops(defender)])
}

fn lancers() -> ChargeCombat {
    let attacker =
        ChargeTroops { rating: Rating::Veteran, class: Class::Lancer, cold_steel: true, ..ChargeTroops::new(5) };
    let square = ChargeTroops { formation: Formation::Square, ..ChargeTroops::new(6) };
    combat(vec![attacker], vec![Defender::Troops(square)])
}

fn countercharge() -> ChargeCombat {
    let attacker = ChargeTroops { start_stands: Some(6), class: Class::Cavalry, ..ChargeTroops::new(4) };
    let defender =
        ChargeTroops { rating: Rating::Veteran, class: Class::Cavalry, countercharging: true, ..ChargeTroops::new(5) };
    combat(vec![attacker], vec![Defender::Troops(defender)])
}

fn battery() -> ChargeCombat {
    let attacker = ChargeTroops { order: Order::Disordered, ..ChargeTroops::new(6) };
    let guns = ChargeGuns { rating: Rating::Veteran, ..ChargeGuns::new(2) };
    combat(vec![attacker], vec![Defender::Guns(guns)])
}

fn works() -> ChargeCombat {
    let raw = ChargeTroops { rating: Rating::Raw, charged_over: Ground::Broken, ..ChargeTroops::new(4) };
    let defender = ChargeTroops { position: Position::Fortified, letters: vec![Letter::S], ..ChargeTroops::new(3) };
    let guns = ChargeGuns { fixed: true, position: Position::Fortified, ..ChargeGuns::new(2) };
    combat(vec![ChargeTroops::new(5), raw], vec![Defender::Troops(defender), Defender::Guns(guns)])
}

fn breakthrough() -> ChargeCombat {
    let attacker = ChargeTroops { class: Class::Cavalry, order: Order::Disordered, ..ChargeTroops::new(4) };
    let militia =
        ChargeTroops { class: Class::Militia, rating: Rating::Raw, brave_colonel: true, ..ChargeTroops::new(4) };
    ChargeCombat { second_combat: true, ..combat(vec![attacker], vec![Defender::Troops(militia)]) }
}
