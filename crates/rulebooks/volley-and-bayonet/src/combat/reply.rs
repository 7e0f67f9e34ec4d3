//! The fire of a defender that is in no melee (P12 step 2): at one of those that fire at it; out of a town, through each side.

use arrayvec::ArrayVec;
use engine::{Asks, Ruling};

use super::engagement::{Facts, Fight, clip};
use super::fire::{shoot, throw_pools};
use super::pools::{Shot, dice_of, fire_pools, gun_reach, keep, reach};
use super::situation::{ATTACKERS_MAX, Attacker, Manner};
use crate::Referee;
use crate::charts::TownItem;
use crate::questions::{REPLY, TOWN_DICE};

/// What the occupier of a town has fired so far in an engagement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct TownDiceUsed {
    dice: u8,
    sides: u8,
}

/// The defender's fire at one attacker, if that one fires and is in arc and reach.
fn answer_to(facts: &Facts, attacker: &Attacker, town_dice_used: u8) -> Option<Shot> {
    let defender = &facts.situation.defender;
    let Manner::Fire { distance, in_arc: true, .. } = attacker.manner else { return None };
    let farthest =
        reach(facts.book, &defender.stand).map(|(inches, _)| inches).max(gun_reach(facts.book, &defender.stand));
    farthest.is_some_and(|inches| distance <= inches).then_some(Shot {
        firer: defender.stand,
        firer_terrain: defender.terrain,
        distance,
        phasing: false,
        terrain: attacker.terrain,
        construction: defender.construction,
        town_dice_used,
    })
}

/// The defender may fire at one of those that fire at it.
pub(super) fn defender_replies<U: Referee>(facts: &Facts, mut fight: Fight, umpire: &mut U) -> Ruling<Fight, U> {
    let situation = facts.situation;
    let attackers = situation.attackers.iter().take(ATTACKERS_MAX).enumerate();
    let targets: ArrayVec<(usize, Shot), ATTACKERS_MAX> =
        attackers.filter_map(|(index, attacker)| Some((index, answer_to(facts, attacker, 0)?))).collect();
    let answer = umpire.number(situation.side.enemy(), &REPLY, None, 0, targets.len() as u16)?;
    let chosen = usize::from(answer).checked_sub(1).and_then(|place| targets.get(place));
    let Some((index, shot)) = chosen else { return Ok(fight) };
    let (Some(attacker), Some(hurt)) = (situation.attackers.get(*index), fight.attackers.get_mut(*index)) else {
        return Ok(fight);
    };
    let (_, wounds) = shoot(facts.book, 0, shot, attacker.manner.across(), &attacker.victim(), umpire)?;
    hurt.wounds = wounds;
    clip(&mut hurt.wounds, &attacker.stand);
    Ok(fight)
}

/// The occupier of a town may fire at each of those that fire at it, which come against a side of their own each: a quarter of
/// its dice at most, and never more than all of them.
pub(super) fn town_replies<U: Referee>(facts: &Facts, mut fight: Fight, umpire: &mut U) -> Ruling<Fight, U> {
    let Some(attacker) = facts.attacker(fight.next) else { return Ok(fight) };
    let sides = facts.book.tables.town.at(TownItem::Sides).value.thousandths() / 1000;
    let Some(shot) = answer_to(facts, attacker, fight.town.dice).filter(|_| i32::from(fight.town.sides) < sides) else {
        return Ok(fight);
    };
    let mut pools = fire_pools(facts.book, &shot, umpire)?;
    let number = u16::from(fight.next) + 1;
    let most = dice_of(&pools);
    let dice = umpire.number(facts.situation.side.enemy(), &TOWN_DICE, Some(number), 0, most.into())? as u8;
    if dice == 0 {
        return Ok(fight);
    }
    keep(&mut pools, dice);
    fight.town.dice += dice;
    fight.town.sides += 1;
    let across = attacker.manner.across();
    let wounds = throw_pools(facts.book, 0, &shot, &pools, across, &attacker.victim(), umpire)?;
    if let Some(hurt) = fight.attackers.get_mut(usize::from(fight.next)) {
        hurt.wounds = wounds;
        clip(&mut hurt.wounds, &attacker.stand);
    }
    Ok(fight)
}
