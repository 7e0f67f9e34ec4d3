//! The book and its scripted runs, in short.

use engine::{Decimal, Side};
pub use trial::run;
use volley_and_bayonet::charts::{Kind, Terrain, Weapon};
use volley_and_bayonet::combat::{Fire, FireOutcome, FireSituation, Target};
use volley_and_bayonet::morale::{Contact, Enemy};
use volley_and_bayonet::movement::{Movement, MovementOutcome, MovementSituation};
use volley_and_bayonet::unit::{Edge, Stand};
use volley_and_bayonet::{Book, Event};

/// What a scripted run gave.
pub type Run<O> = trial::Run<Event, O>;

/// The book as printed.
pub fn book() -> Book {
    trial::printed()
}

/// The book with some switches set.
pub fn book_with(switches: &[(&str, &str)]) -> Book {
    trial::with(switches)
}

pub fn inches(whole: i32) -> Decimal {
    Decimal::from_int(whole)
}

pub fn tenths(tenths: i32) -> Decimal {
    Decimal::from_thousandths(tenths * 100)
}

pub fn rifles() -> Stand {
    Stand::brigade(Weapon::RifledMusket, 4, 4)
}

pub fn stationary(stand: Stand) -> Stand {
    Stand { stationary: true, ..stand }
}

pub fn walk(situation: &MovementSituation, dice: &[u8], answers: &[u32]) -> Run<MovementOutcome> {
    run::<Movement>(&book(), situation, dice, answers)
}

pub fn touch(enemy: Enemy, edge: Edge, across_works: bool) -> Contact {
    Contact { enemy, edge, enemy_edge: Edge::Front, across_works, from_lower: false }
}

pub fn enemy(weapon: Weapon) -> Enemy {
    Enemy { weapon: Some(weapon), ..Enemy::new(Kind::InfBrigade) }
}

pub fn fire(firer: Stand, distance: Decimal, target: Target, dice: &[u8], answers: &[u32]) -> Run<FireOutcome> {
    let situation = FireSituation {
        side: Side::Union,
        phasing: true,
        firer,
        firer_terrain: Terrain::Clear,
        town_dice_used: 0,
        distance,
        target,
    };
    run::<Fire>(&book(), &situation, dice, answers)
}

/// Dice, roll needed and hits of each pool.
pub fn pools<O>(run: &Run<O>) -> Vec<(u8, u8, u8)> {
    let attacked = |event: &Event| match event {
        Event::Attacked { dice, needed, hits, .. } => Some((*dice, *needed, *hits)),
        _ => None,
    };
    run.told(attacked)
}

/// The modified morale of each test.
pub fn targets<O>(run: &Run<O>) -> Vec<i16> {
    let tested = |event: &Event| match event {
        Event::Tested { modified, .. } => Some(*modified),
        _ => None,
    };
    run.told(tested)
}

pub fn leads<O>(run: &Run<O>) -> Vec<i16> {
    let rolled = |event: &Event| match event {
        Event::TieRolled { attacker, defender } => Some(attacker - defender),
        _ => None,
    };
    run.told(rolled)
}

/// The rules that forbid this stand to fire at a brigade three inches away.
pub fn refused_fire(firer: Stand) -> Vec<&'static str> {
    let situation = FireSituation {
        side: Side::Union,
        phasing: true,
        firer,
        firer_terrain: Terrain::Clear,
        town_dice_used: 0,
        distance: inches(3),
        target: Target::of(rifles()),
    };
    trial::reasons(&trial::refused::<Fire>(&book(), &situation))
}
