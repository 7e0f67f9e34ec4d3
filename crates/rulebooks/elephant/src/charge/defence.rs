//! Steps 3 and 6: the target fires at the charge.

use arrayvec::ArrayVec;
use engine::{Asks, Decimal, QuestionKind, Ruling};

use super::nerve::{TestFor, test_target};
use super::situation::{ChargeTarget, Guns};
use super::{Attacking, ChargeFacts, Charger, Progress};
use crate::charts::{Casualty, CasualtyCheck, Distance, FireResult, MoraleResult, Weapon};
use crate::combat::{Ending, FIGHTERS_MAX};
use crate::command::commander_check;
use crate::fire::{
    FirerFacts, GUN_KINDS_MAX, Shot, Stance, TargetFacts, Volley, front_rank, resolve_group, shoot, suffer,
};
use crate::questions::{FIRST_FIRE, FIRST_FIRE_STANDS, SECOND_FIRE, SECOND_FIRE_STANDS, SKIRMISH_FIRE};
use crate::rules::*;
use crate::unit::{Formation, stand_kind};
use crate::{Book, Referee};

/// Which attackers a fire can be aimed at, by their numbers.
type Aim = ArrayVec<usize, FIGHTERS_MAX>;

/// Stands of the target by what they fire with.
type Firing = ArrayVec<Guns, GUN_KINDS_MAX>;

/// Step 3: the target may fire once at 100 yards at attackers that began farther away and are not on its flank or rear.
pub(super) fn first_fire<U: Referee>(
    facts: &ChargeFacts<'_>,
    mut charge: Progress,
    umpire: &mut U,
) -> Ruling<Progress, U> {
    let aim = first_fire_aim(facts, &charge);
    if may_fire(facts).is_none() || aim.is_empty() {
        return Ok(charge);
    }
    umpire.cite(SE_CHARGE_3);
    if umpire.yes(facts.situation.side.enemy(), &FIRST_FIRE, facts.situation.target.piece)? {
        take_aim(facts, &mut charge, &FIRST_FIRE_STANDS, &aim, umpire)?;
    }
    Ok(charge)
}

/// Step 3s: skirmishers who have not fired may test and fire once, and then fall back.
pub(super) fn skirmish_fire<U: Referee>(
    facts: &ChargeFacts<'_>,
    mut charge: Progress,
    umpire: &mut U,
) -> Ruling<Progress, U> {
    umpire.cite_all([SE_SKIRM_10_ATTACKED, SE_SKIRM_10_MOVED]);
    // However near the charge began: skirmishers have their own step.
    let aim = aim_at(facts, &charge, |attacking, charger| attacking.is_at_the_mark() && !charger.unit.flank_or_rear);
    if may_fire(facts).is_none() || aim.is_empty() || facts.situation.target.fired {
        return Ok(charge);
    }
    if !umpire.yes(facts.situation.side.enemy(), &SKIRMISH_FIRE, facts.situation.target.piece)? {
        return Ok(charge);
    }
    if test_target(facts, &mut charge, TestFor::DefensiveFire, umpire)? <= MoraleResult::Pass {
        take_aim(facts, &mut charge, &FIRST_FIRE_STANDS, &aim, umpire)?;
    }
    Ok(charge)
}

/// Step 6: the target may test, at one worse, to fire again at 50 yards. A passed test clears its markers first.
pub(super) fn second_fire<U: Referee>(
    facts: &ChargeFacts<'_>,
    mut charge: Progress,
    umpire: &mut U,
) -> Ruling<Progress, U> {
    let in_arc = |attacking: &Attacking, charger: &Charger| attacking.is_charging() && !charger.unit.flank_or_rear;
    let aim = aim_at(facts, &charge, in_arc);
    if may_fire(facts).is_none() || aim.is_empty() {
        return Ok(charge);
    }
    umpire.cite(SE_CHARGE_6);
    if !umpire.yes(facts.situation.side.enemy(), &SECOND_FIRE, facts.situation.target.piece)? {
        return Ok(charge);
    }
    if test_target(facts, &mut charge, TestFor::DefensiveFire, umpire)? <= MoraleResult::Pass {
        take_aim(facts, &mut charge, &SECOND_FIRE_STANDS, &aim, umpire)?;
    }
    Ok(charge)
}

fn first_fire_aim(facts: &ChargeFacts<'_>, charge: &Progress) -> Aim {
    let mark = facts.book.tables.distances.at(Distance::FirstFire).value;
    aim_at(facts, charge, |attacking, charger| {
        attacking.is_at_the_mark() && charger.began() > mark && !charger.unit.flank_or_rear
    })
}

fn aim_at(facts: &ChargeFacts<'_>, charge: &Progress, can_hit: impl Fn(&Attacking, &Charger) -> bool) -> Aim {
    let pairs = charge.attackers.iter().zip(&facts.situation.attackers).enumerate();
    pairs.filter(|(_, (attacking, charger))| can_hit(attacking, charger)).map(|(index, _)| index).collect()
}

/// The weapon the target fires with, if it may fire at all: not when withdrawn, engaged, limbered or unarmed.
fn may_fire(facts: &ChargeFacts<'_>) -> Option<Weapon> {
    let target = &facts.situation.target;
    let idle = target.withdrawn || target.engaged || target.unit.formation == Formation::Limbered;
    target.unit.weapon.filter(|_| !idle)
}

/// The target's stands fire once in all, shared out among the attackers as its owner likes.
fn take_aim<U: Referee>(
    facts: &ChargeFacts<'_>,
    charge: &mut Progress,
    question: &'static QuestionKind,
    aim: &[usize],
    umpire: &mut U,
) -> Ruling<(), U> {
    let side = facts.situation.side.enemy();
    let (unit, all) = (&facts.situation.target.unit, charge.target.condition.stands);
    let mut left =
        front_rank(facts.book, (unit.formation, unit.depth_under_fire()), facts.situation.target.front_rank, all);
    // R 9: guns are allotted in twos; only the odd one of an odd number may go its own way.
    let guns = facts.situation.target.unit.arm.is_artillery();
    if guns {
        umpire.cite(SE_FIRE_ART_PAIRS);
    }
    for (place, index) in aim.iter().enumerate() {
        let piece = Some(facts.situation.attackers[*index].piece(*index));
        let is_last = place + 1 == aim.len();
        let stands = if is_last {
            left
        } else if guns && left.is_multiple_of(2) {
            2 * umpire.number(side, question, piece, 0, left / 2)?
        } else {
            umpire.number(side, question, piece, 0, left)?
        };
        left -= stands;
        charge.aimed[*index] = stands;
    }
    Ok(())
}

/// The first fire at the attacker whose turn it is.
pub(super) fn fire_at_100_yards<U: Referee>(
    facts: &ChargeFacts<'_>,
    charge: Progress,
    umpire: &mut U,
) -> Ruling<Progress, U> {
    fire_at_next(facts, charge, Distance::FirstFire, umpire)
}

/// The second fire at the attacker whose turn it is.
pub(super) fn fire_at_50_yards<U: Referee>(
    facts: &ChargeFacts<'_>,
    charge: Progress,
    umpire: &mut U,
) -> Ruling<Progress, U> {
    fire_at_next(facts, charge, Distance::SecondFire, umpire)
}

fn fire_at_next<U: Referee>(
    facts: &ChargeFacts<'_>,
    mut charge: Progress,
    range: Distance,
    umpire: &mut U,
) -> Ruling<Progress, U> {
    let index = charge.take_turn(facts.situation.attackers.len());
    if let Some(weapon) = may_fire(facts).filter(|_| charge.aimed[index] > 0 && !charge.target_left()) {
        volley(facts, &mut charge, weapon, range, index, umpire)?;
    }
    // Who fires at a later attacker hangs on who has fired at the earlier ones.
    if charge.next == 0 {
        charge.aimed = Default::default();
    }
    Ok(charge)
}

/// The stands of the target that aim at one attacker fire at it. Each Panic Marker silences a stand against each attacker chosen.
fn volley<U: Referee>(
    facts: &ChargeFacts<'_>,
    charge: &mut Progress,
    weapon: Weapon,
    range: Distance,
    index: usize,
    umpire: &mut U,
) -> Ruling<(), U> {
    let book = facts.book;
    let (target, charger) = (&facts.situation.target, &facts.situation.attackers[index]);
    let firer = FirerFacts {
        side: facts.situation.side.enemy(),
        arm: target.unit.arm,
        formation: target.unit.formation,
        mounted: target.unit.mounted,
        prone: target.prone,
        marksmen: target.marksmen,
        stance: if target.caught_moving { Stance::Move } else { Stance::Defensive },
        out_of_ammo: charge.target_out_of_ammo,
        // Who of them may fire was counted when they took aim.
        ranks: 1,
        on_the_move: target.caught_moving,
    };
    let yards = umpire.read(book.tables.distances.at(range));
    let silenced = u16::from(charge.target.condition.panic);
    if silenced > 0 {
        umpire.cite(SE_FIRE_PANIC_LOSS);
    }
    let mut firing = kinds_of(book, target, weapon, yards, &charge.aimed[..=index]);
    silence(&mut firing, silenced);
    let mut shots: ArrayVec<Shot, GUN_KINDS_MAX> = ArrayVec::new();
    for guns in firing {
        let volley = Volley {
            weapon: guns.weapon,
            stands: guns.stands,
            range_yards: yards,
            from_flank_or_rear: false,
            cover: None,
        };
        shots.push(shoot(book, firer, &volley, charger.shelter(), umpire)?);
    }
    let effect = resolve_group(book, &attacker_as_target(charger), &shots, umpire)?;
    charge.target_out_of_ammo |= effect.out_of_ammo;
    strike_attacker(book, charger, &mut charge.attackers[index], effect.result, umpire)
}

/// What the stands of the target fire with that aim at the last of these attackers, the best first.
///
/// RULING: where it does not fire with all of its guns at one attacker, those that do most fire at the first of them.
fn kinds_of(book: &Book, target: &ChargeTarget, weapon: Weapon, yards: u16, aimed: &[u16]) -> Firing {
    let mut left: Firing = target.guns.iter().copied().take(GUN_KINDS_MAX).collect();
    left.sort_by_key(|guns| {
        let band = book.tables.fire_bands.band(Decimal::from_int(yards.into()));
        let factor = band.and_then(|band| book.tables.fire_factors.at(guns.weapon, band).ok());
        std::cmp::Reverse(factor.map_or(Decimal::ZERO, |looked| looked.value))
    });
    let mut firing = Firing::new();
    for stands in aimed {
        firing = allot(&mut left, *stands);
    }
    if firing.is_empty() {
        firing.extend(aimed.last().map(|stands| Guns { weapon, stands: *stands }));
    }
    firing
}

/// R 9: so many of the guns that have not fired yet, in twos of one kind as far as there are any; each gun fires once.
fn allot(left: &mut Firing, stands: u16) -> Firing {
    let mut firing: Firing = left.iter().map(|guns| Guns { stands: 0, ..*guns }).collect();
    let mut wanted = stands;
    for (takes, guns) in firing.iter_mut().zip(left.iter_mut()) {
        let pairs = (guns.stands / 2).min(wanted / 2);
        (takes.stands, guns.stands, wanted) = (2 * pairs, guns.stands - 2 * pairs, wanted - 2 * pairs);
    }
    // Then the odd ones; where a gun was lost on the way, any.
    for only_odd in [true, false] {
        for (takes, guns) in firing.iter_mut().zip(left.iter_mut()) {
            if wanted > 0 && guns.stands > 0 && (!only_odd || guns.stands % 2 == 1) {
                (takes.stands, guns.stands, wanted) = (takes.stands + 1, guns.stands - 1, wanted - 1);
            }
        }
    }
    firing.retain(|guns| guns.stands > 0);
    firing
}

/// S 27: a Panic Marker silences the stand that does least.
fn silence(firing: &mut Firing, markers: u16) {
    let (mut silenced, best) = (markers, firing.first().copied());
    for guns in firing.iter_mut().rev() {
        let falls_silent = guns.stands.min(silenced);
        guns.stands -= falls_silent;
        silenced -= falls_silent;
    }
    firing.retain(|guns| guns.stands > 0);
    if firing.is_empty() {
        firing.extend(best.map(|guns| Guns { stands: 0, ..guns }));
    }
}

/// What defensive fire does to an attacker. It will test for it in the next step.
fn strike_attacker<U: Referee>(
    book: &Book,
    charger: &Charger,
    attacking: &mut Attacking,
    result: FireResult,
    umpire: &mut U,
) -> Ruling<(), U> {
    if result == FireResult::Nothing {
        return Ok(());
    }
    let standing = &mut attacking.standing;
    let (hits, _) = suffer(book, &attacker_as_target(charger), result, &mut standing.condition, umpire);
    let casualty = commander_check(
        book,
        CasualtyCheck::Fire,
        hits.into(),
        &mut standing.command,
        &mut standing.condition,
        umpire,
    )?;
    if casualty != Casualty::None {
        standing.casualty = casualty;
    }
    if standing.condition.is_gone() {
        standing.condition.panic = 0;
        standing.ending = Ending::Gone;
    }
    attacking.struck = true;
    Ok(())
}

fn attacker_as_target(charger: &Charger) -> TargetFacts {
    let unit = &charger.unit;
    TargetFacts {
        kind: stand_kind(unit.arm, unit.mounted),
        arm: unit.arm,
        formation: unit.formation,
        mounted: unit.mounted,
        prone: false,
        ranks: unit.depth_under_fire(),
        road_column: charger.road_column,
        flanks_exposed: false,
    }
}
