//! Mustering: from men and guns to the pieces of a rulebook's scale.
//!
//! A rulebook says how many men or guns one of its pieces stands for ([`Scale`]) and what it makes of each unit is up to it;
//! here the counting is done, so that no men get lost in the rounding: the units of a brigade together get as many pieces
//! as the brigade's men are worth ([`apportion`]). Leaders and the chain of command come along.

use crate::open::Battle;
use crate::plan::{Arm, Formation, Id, Level, Plan, Quality, Unit, Weapon};
use crate::words_for::{PIECES, SCALE};

/// What a rulebook moves as one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grain {
    /// Regiments and batteries.
    Regiment,
    /// Brigades, and batteries.
    Brigade,
}

/// How guns are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GunScale {
    /// One piece for so many guns, rounded so that the totals of a formation are kept.
    About(u32),
    /// One piece for at most so many guns, each battery by itself.
    AtMost(u32),
}

/// How many men and guns a piece of a rulebook stands for: a figure, a stand or a strength point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// Men on foot to a piece.
    pub foot: u32,
    /// Horsemen to a piece.
    pub horse: u32,
    /// Guns to a piece.
    pub guns: GunScale,
    /// What is moved as one unit.
    pub grain: Grain,
}

/// A battle in the pieces of one scale.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Muster {
    /// The formations, in the order of the plan.
    pub commands: Vec<Command>,
    /// The units, in the order of the plan.
    pub units: Vec<Mustered>,
}

/// A formation with its place in the chain of command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command {
    /// Its place in [`Plan::formations`].
    pub formation: usize,
    /// The formation above it, by its place.
    pub above: Option<usize>,
    /// Its leader, by his place in [`Plan::leaders`].
    pub leader: Option<usize>,
    /// The side it fights for.
    pub side: Id,
    /// How high it stands.
    pub level: Level,
}

/// A unit in pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mustered {
    /// The formation it belongs to, by its place in [`Plan::formations`].
    pub formation: usize,
    /// Which units of the formation it is made of: one, or those of a brigade.
    pub of: Vec<usize>,
    /// What it is.
    pub arm: Arm,
    /// Men behind the pieces.
    pub men: u32,
    /// Guns behind the pieces.
    pub guns: u32,
    /// How many pieces it has: of men, or of guns where it serves guns; one for a ship.
    pub pieces: u32,
    /// Whether somebody said so, and nobody counted.
    pub said: bool,
    /// What most of its men or guns shoot with.
    pub weapon: Option<Weapon>,
    /// How good most of its men are.
    pub quality: Quality,
}

/// Shares out pieces among units, one for `per` men, so that the whole is kept: as many pieces as all the men together are
/// worth, rounded to the nearest, halves upwards, but at least one for each unit that has men. Each gets its whole pieces, and
/// those left over go to the largest remainders; of equal ones to the first.
///
/// LIMIT: `per` of nought counts as one.
pub fn apportion(strengths: &[u32], per: u32) -> Vec<u32> {
    let per = u64::from(per.max(1));
    let sum: u64 = strengths.iter().map(|men| u64::from(*men)).sum();
    let present = strengths.iter().filter(|men| **men > 0).count() as u64;
    let whole = ((2 * sum + per) / (2 * per)).max(present);
    let mut shares: Vec<u64> = strengths.iter().map(|men| (u64::from(*men) / per).max(u64::from(*men > 0))).collect();
    let remainder = |index: usize| u64::from(strengths[index]) % per;
    let mut order: Vec<usize> = (0..strengths.len()).filter(|index| strengths[*index] > 0).collect();
    // Units lifted to their one piece have had more than their due: they come last.
    order.sort_by_key(|index| (u64::from(strengths[*index]) < per, std::cmp::Reverse(remainder(*index)), *index));
    let mut given: u64 = shares.iter().sum();
    for index in order.iter().cycle().take(order.len() * 2) {
        if given < whole {
            shares[*index] += 1;
            given += 1;
        }
    }
    for index in order.iter().rev().cycle().take(order.len() * 2) {
        if given > whole && shares[*index] > 1 {
            shares[*index] -= 1;
            given -= 1;
        }
    }
    shares.into_iter().map(|share| u32::try_from(share).unwrap_or(u32::MAX)).collect()
}

/// Musters a battle at a scale.
pub fn muster(battle: &Battle, scale: &Scale) -> Muster {
    muster_as_said(battle, scale, &|_| None)
}

/// Musters a battle for a rulebook at one of its scales: what units say to it of their pieces holds at the scale that the battle
/// asks for, or where it asks for none at the one of the table.
pub fn muster_for(battle: &Battle, slug: &str, scale: &Scale, is_asked: impl FnOnce(Option<&str>) -> bool) -> Muster {
    let asked = battle.plan.rulebooks.get(slug).and_then(|values| values.get(SCALE)?.as_str());
    let holds = is_asked(asked);
    muster_as_said(battle, scale, &|unit| said_pieces(unit, slug).filter(|_| holds))
}

/// How many pieces a unit has by what the battle says to a rulebook.
fn said_pieces(unit: &Unit, slug: &str) -> Option<u32> {
    u32::try_from(unit.rulebooks.get(slug)?.get(PIECES)?.as_u64()?).ok()
}

/// Musters a battle at a scale, except units of which it is said how many pieces they have: those are not counted with others.
pub fn muster_as_said(battle: &Battle, scale: &Scale, said: &dyn Fn(&Unit) -> Option<u32>) -> Muster {
    let plan = &battle.plan;
    let mut units = match scale.grain {
        Grain::Regiment => plan.formations.iter().enumerate().flat_map(|(number, of)| regiments(number, of)).collect(),
        Grain::Brigade => brigades(plan),
    };
    for unit in &mut units {
        let [only] = unit.of.as_slice() else { continue };
        if let Some(pieces) = said(&plan.formations[unit.formation].units[*only]) {
            (unit.pieces, unit.said) = (pieces, true);
        }
    }
    for number in 0..plan.formations.len() {
        let first = units.partition_point(|unit| unit.formation < number);
        let end = units.partition_point(|unit| unit.formation <= number);
        count(&mut units[first..end], scale);
    }
    Muster { commands: commands(plan), units }
}

fn commands(plan: &Plan) -> Vec<Command> {
    let place = |id: &Id| plan.formations.iter().position(|formation| formation.id == *id);
    let top = |mut number: usize| {
        // LIMIT: a chain is no longer than there are formations.
        for _ in 0..plan.formations.len() {
            number = plan.formations[number].under.as_ref().and_then(place).unwrap_or(number);
        }
        number
    };
    let command = |(number, formation): (usize, &Formation)| {
        let side = plan.formations[top(number)].side.clone()?;
        Some(Command {
            formation: number,
            above: formation.under.as_ref().and_then(place),
            leader: plan.leaders.iter().position(|leader| leader.commands == formation.id),
            side,
            level: formation.level,
        })
    };
    plan.formations.iter().enumerate().filter_map(command).collect()
}

fn guns_of(unit: &Unit) -> u32 {
    unit.guns.iter().map(|guns| guns.count).sum()
}

/// A unit by itself, its pieces not counted yet.
fn alone(formation: usize, number: usize, unit: &Unit) -> Mustered {
    let most_guns = unit.guns.iter().rev().max_by_key(|guns| guns.count).map(|guns| guns.weapon);
    Mustered {
        formation,
        of: vec![number],
        arm: unit.arm,
        men: unit.men,
        guns: guns_of(unit),
        pieces: 0,
        said: false,
        weapon: if unit.arm.has_guns() { most_guns } else { unit.weapon },
        quality: unit.quality,
    }
}

fn regiments(number: usize, formation: &Formation) -> Vec<Mustered> {
    formation.units.iter().enumerate().map(|(which, unit)| alone(number, which, unit)).collect()
}

/// Brigades as one unit each, their horse apart. A battery is by itself, but those of a battalion that come on together are
/// one unit, or each of them would be rounded up to a piece of its own.
fn brigades(plan: &Plan) -> Vec<Mustered> {
    let mut units: Vec<Mustered> = Vec::new();
    for (number, formation) in plan.formations.iter().enumerate() {
        for (which, unit) in formation.units.iter().enumerate() {
            let one = alone(number, which, unit);
            let joins = |other: &&mut Mustered| {
                let first = other.of.first().and_then(|first| formation.units.get(*first));
                let is_own = other.formation == number && other.arm == one.arm;
                is_own && (!one.arm.has_guns() || first.is_some_and(|first| together(formation, first, unit)))
            };
            match units.iter_mut().find(joins) {
                Some(brigade) => {
                    brigade.men += one.men;
                    brigade.guns += one.guns;
                    brigade.of.push(which);
                }
                None => units.push(one),
            }
        }
    }
    for brigade in units.iter_mut().filter(|unit| unit.of.len() > 1) {
        let parts: Vec<&Unit> =
            brigade.of.iter().map(|which| &plan.formations[brigade.formation].units[*which]).collect();
        let guns = || parts.iter().flat_map(|unit| &unit.guns).map(|guns| (guns.weapon, guns.count));
        let arms = || parts.iter().filter_map(|unit| Some((unit.weapon?, unit.men)));
        brigade.weapon = if brigade.arm.has_guns() { most(guns()) } else { most(arms()) };
        brigade.quality = most(parts.iter().map(|unit| (unit.quality, unit.men))).unwrap_or(brigade.quality);
    }
    units
}

/// Whether two batteries are of one battalion and come on at one hour and one place.
fn together(formation: &Formation, first: &Unit, second: &Unit) -> bool {
    let arrival = |unit: &Unit| {
        let own = unit.arrives.as_ref().or(formation.arrives.as_ref()).filter(|_| unit.at.is_none())?;
        Some((own.time, own.at, own.place.clone(), own.if_called))
    };
    formation.level == Level::Battalion && arrival(first).is_some() && arrival(first) == arrival(second)
}

/// What most men have; of equal numbers the first.
fn most<T: PartialEq + Copy>(men: impl Iterator<Item = (T, u32)>) -> Option<T> {
    let mut sums: Vec<(T, u32)> = Vec::new();
    for (kind, number) in men {
        match sums.iter_mut().find(|(known, _)| *known == kind) {
            Some((_, sum)) => *sum += number,
            None => sums.push((kind, number)),
        }
    }
    sums.into_iter().rev().max_by_key(|(_, sum)| *sum).map(|(kind, _)| kind)
}

/// Counts the pieces of units that are counted together: foot, horse and guns each by themselves.
fn count(units: &mut [Mustered], scale: &Scale) {
    let is_foot = |unit: &Mustered| !unit.said && matches!(unit.arm, Arm::Infantry | Arm::Wagons);
    share(units, is_foot, |unit| unit.men, scale.foot);
    share(units, |unit| !unit.said && unit.arm == Arm::Cavalry, |unit| unit.men, scale.horse);
    let is_battery = |unit: &Mustered| !unit.said && unit.arm.has_guns() && unit.arm != Arm::Ship;
    match scale.guns {
        GunScale::About(guns) => share(units, is_battery, |unit| unit.guns, guns),
        GunScale::AtMost(guns) => {
            for unit in units.iter_mut().filter(|unit| is_battery(unit)) {
                unit.pieces = unit.guns.div_ceil(guns.max(1));
            }
        }
    }
    // A ship is one model at every scale, however many guns it carries.
    for ship in units.iter_mut().filter(|unit| !unit.said && unit.arm == Arm::Ship) {
        ship.pieces = 1;
    }
}

fn share(units: &mut [Mustered], fits: impl Fn(&Mustered) -> bool, strength: impl Fn(&Mustered) -> u32, per: u32) {
    let strengths: Vec<u32> = units.iter().map(|unit| if fits(unit) { strength(unit) } else { 0 }).collect();
    for (unit, pieces) in units.iter_mut().zip(apportion(&strengths, per)) {
        if fits(unit) {
            unit.pieces = pieces;
        }
    }
}
