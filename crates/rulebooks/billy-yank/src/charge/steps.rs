//! The steps of a charge (5.6 steps 2 to 8).

use engine::{Asks, Ruling};

use super::{ChargeFacts, Party, Place, Progress};
use crate::charts::{Limit, MoraleResult, Weapon};
use crate::command::{self, commander_hit};
use crate::fire::{
    Ammunition, FirerFacts, Stance, after_disorder, firepower, front, led, reaches, resolve, take_losses, target_facts,
};
use crate::morale::{Cause, morale_test, withdrawal_after};
use crate::questions::{COUNTER_CHARGE, FIRST_FIRE, FLEE, SECOND_FIRE, SKIRMISH_FIRE};
use crate::rules::*;
use crate::unit::{Direction, Formation, Unit, Withdrawal};
use crate::{Book, Referee};

/// Step 2: skirmishers fall back, firing first if they have not fired and pass a test; limbered guns and wagons may drive
/// off.
pub(super) fn fall_back<U: Referee>(
    facts: &ChargeFacts<'_>,
    mut charge: Progress,
    umpire: &mut U,
) -> Ruling<Progress, U> {
    let situation = facts.situation;
    let side = situation.side.enemy();
    if situation.target.formation != Formation::Skirmish {
        umpire.cite(BY_MOVE_ART_COLUMN);
        charge.fell_back = umpire.yes(side, &FLEE, None)?;
        return Ok(charge);
    }
    umpire.cite(BY_MOVE_SKIRM_SEE);
    charge.fell_back = true;
    let range = situation.distance_m.min(facts.book.limit(Limit::ChargeFirstFire));
    if situation.target_fired || may_fire(facts, &charge, range).is_none() {
        return Ok(charge);
    }
    if umpire.yes(side, &SKIRMISH_FIRE, None)? {
        let result = target_tests(facts, &mut charge, Cause::DefensiveFire, umpire)?;
        charge.answers = result <= MoraleResult::Pass;
    }
    Ok(charge)
}

/// Step 2: the fire of skirmishers who passed their test.
pub(super) fn parting_shot<U: Referee>(
    facts: &ChargeFacts<'_>,
    mut charge: Progress,
    umpire: &mut U,
) -> Ruling<Progress, U> {
    charge.answers = false;
    let range = facts.situation.distance_m.min(facts.book.limit(Limit::ChargeFirstFire));
    if let Some(weapon) = may_fire(facts, &charge, range) {
        fire_at_charger(facts, &mut charge, weapon, range, umpire)?;
    }
    Ok(charge)
}

/// Step 3: the target may fire once at 100 metres without a test, at a charger that began farther away.
pub(super) fn first_fire<U: Referee>(
    facts: &ChargeFacts<'_>,
    mut charge: Progress,
    umpire: &mut U,
) -> Ruling<Progress, U> {
    let mark = umpire.read(facts.book.tables.limits.at(Limit::ChargeFirstFire));
    if facts.situation.distance_m <= mark {
        return Ok(charge);
    }
    let Some(weapon) = may_fire(facts, &charge, mark) else {
        return Ok(charge);
    };
    if umpire.yes(facts.situation.side.enemy(), &FIRST_FIRE, None)? {
        umpire.cite(phase_rule(facts));
        fire_at_charger(facts, &mut charge, weapon, mark, umpire)?;
    }
    Ok(charge)
}

/// Step 4: a charger that was hit tests; disorder halts it at the mark.
pub(super) fn first_test<U: Referee>(
    facts: &ChargeFacts<'_>,
    mut charge: Progress,
    umpire: &mut U,
) -> Ruling<Progress, U> {
    charger_tests(facts, &mut charge, umpire)?;
    Ok(charge)
}

/// Step 5: the target may test, at one worse, to fire again at 50 metres, or from nearer.
pub(super) fn second_fire<U: Referee>(
    facts: &ChargeFacts<'_>,
    mut charge: Progress,
    umpire: &mut U,
) -> Ruling<Progress, U> {
    let range = umpire.read(facts.book.tables.limits.at(Limit::ChargeSecondFire)).min(facts.situation.distance_m);
    if may_fire(facts, &charge, range).is_none() || !umpire.yes(facts.situation.side.enemy(), &SECOND_FIRE, None)? {
        return Ok(charge);
    }
    let result = target_tests(facts, &mut charge, Cause::DefensiveFire, umpire)?;
    charge.answers = result <= MoraleResult::Pass;
    Ok(charge)
}

/// Step 5: the second fire of a target that passed its test.
pub(super) fn second_volley<U: Referee>(
    facts: &ChargeFacts<'_>,
    mut charge: Progress,
    umpire: &mut U,
) -> Ruling<Progress, U> {
    charge.answers = false;
    let range = facts.book.limit(Limit::ChargeSecondFire).min(facts.situation.distance_m);
    if let Some(weapon) = may_fire(facts, &charge, range) {
        umpire.cite(phase_rule(facts));
        fire_at_charger(facts, &mut charge, weapon, range, umpire)?;
    }
    Ok(charge)
}

/// 5.8: the dice for the charger's commander, one for each figure that fell around him.
pub(super) fn hits_on_commander<U: Referee>(
    facts: &ChargeFacts<'_>,
    mut charge: Progress,
    umpire: &mut U,
) -> Ruling<Progress, U> {
    let figures = std::mem::take(&mut charge.endangered);
    let chain = &facts.situation.charger.chain;
    charge.hits = command::hits_on_commander(facts.book, chain, charge.charger.body.staff, figures.into(), umpire)?;
    if charge.hits == 0 {
        fall_with_unit(facts, &mut charge, umpire);
    }
    Ok(charge)
}

/// 5.8: one hit on him.
pub(super) fn commander_struck<U: Referee>(
    facts: &ChargeFacts<'_>,
    mut charge: Progress,
    umpire: &mut U,
) -> Ruling<Progress, U> {
    charge.hits = charge.hits.saturating_sub(1);
    let chain = &facts.situation.charger.chain;
    let Party { body, commander, .. } = &mut charge.charger;
    match body.staff.attached(chain) {
        Some(index) => {
            let fate = commander_hit(facts.book, index, &mut body.staff, Some(&mut body.condition), umpire)?;
            *commander = (*commander).max(fate);
        }
        // Whoever is dead is not hit again.
        None => charge.hits = 0,
    }
    if charge.hits == 0 {
        fall_with_unit(facts, &mut charge, umpire);
    }
    Ok(charge)
}

fn fall_with_unit<U: Referee>(facts: &ChargeFacts<'_>, charge: &mut Progress, umpire: &mut U) {
    let Party { body, commander, .. } = &mut charge.charger;
    let chain = &facts.situation.charger.chain;
    let fate = command::taken_with_unit(chain, &mut body.staff, &body.condition, umpire);
    *commander = (*commander).max(fate);
}

/// Step 6: as step 4; disorder puts the charger back to the mark.
pub(super) fn second_test<U: Referee>(
    facts: &ChargeFacts<'_>,
    mut charge: Progress,
    umpire: &mut U,
) -> Ruling<Progress, U> {
    charger_tests(facts, &mut charge, umpire)?;
    Ok(charge)
}

/// Step 7: the target tests to receive the charge; disorder still stands. Step 8: formed mounted cavalry that stands without
/// a marker may counter-charge.
pub(super) fn receive<U: Referee>(
    facts: &ChargeFacts<'_>,
    mut charge: Progress,
    umpire: &mut U,
) -> Ruling<Progress, U> {
    let result = target_tests(facts, &mut charge, Cause::Receiving, umpire)?;
    let target = &facts.situation.target;
    let formed_horse = target.rides() && target.formation != Formation::Skirmish;
    if result <= MoraleResult::Pass && formed_horse && !facts.situation.target_engaged {
        charge.counter_charge = umpire.yes(facts.situation.side.enemy(), &COUNTER_CHARGE, None)?;
    }
    Ok(charge)
}

/// Step 7 for a target that has already withdrawn this turn (SL-24): the retreating rout, the routing surrender.
pub(super) fn ride_down<U: Referee>(
    facts: &ChargeFacts<'_>,
    mut charge: Progress,
    umpire: &mut U,
) -> Ruling<Progress, U> {
    match facts.situation.target_withdrawing {
        Withdrawal::Rout => charge.target.body.condition.vanish(),
        Withdrawal::Retreat | Withdrawal::None => {
            umpire.cite(BY_MOR_RES_ROUT);
            charge.target.withdrawal = Withdrawal::Rout;
        }
    }
    Ok(charge)
}

/// The phase in which the target answers.
fn phase_rule(facts: &ChargeFacts<'_>) -> engine::Rule {
    if facts.situation.second_player { BY_TURN_MOVE2 } else { BY_TURN_MOVE1 }
}

/// The weapon the target fires with at this range, if it may: not from flank or rear, not limbered, not silenced.
fn may_fire(facts: &ChargeFacts<'_>, charge: &Progress, range: u16) -> Option<Weapon> {
    let (book, target) = (facts.book, &facts.situation.target);
    let body = &charge.target.body;
    let figures = front(book, target, body.condition.figures);
    let in_arc = facts.situation.from == Direction::Front;
    // A passed test takes the markers off before the second fire, so only the front rank itself must be there.
    target.weapon.filter(|weapon| in_arc && figures > 0 && reaches(book, *weapon, range))
}

/// The target's figures fire at the charger.
fn fire_at_charger<U: Referee>(
    facts: &ChargeFacts<'_>,
    charge: &mut Progress,
    weapon: Weapon,
    range: u16,
    umpire: &mut U,
) -> Ruling<(), U> {
    let book = facts.book;
    let (charger, target) = (&facts.situation.charger, &facts.situation.target);
    let body = &mut charge.target.body;
    let figures = front(book, target, body.condition.figures);
    let figures = after_disorder(book, target, figures, body.condition.disorder);
    if figures == 0 {
        return Ok(());
    }
    let led = led(book, target, body, facts.target_owner(), umpire)?;
    let points = firepower(book, weapon, range, figures, umpire)?;
    let ammunition = grape_if_any(book, target, weapon, range);
    let manner = (Stance::Defensive, ammunition);
    let mut firer = FirerFacts::of(book, target, facts.situation.side.enemy(), manner, range, led);
    firer.first_volley &= !charge.volleyed;
    firer.out_of_ammo = charge.target_out_of_ammo;
    let party = &mut charge.charger;
    let facing = target_facts(book, charger, party.body.condition.figures, Direction::Front, umpire);
    let shot = resolve(book, points, &firer, &facing, umpire)?;
    let lost = take_losses(book, shot.cell, &mut party.body, umpire);
    if party.body.staff.attached(&charger.chain).is_some() {
        charge.endangered = lost.min(u8::MAX.into()) as u8;
    }
    charge.struck = shot.is_effective();
    charge.volleyed |= target.first_volley;
    charge.target_out_of_ammo |= shot.out_of_ammo;
    Ok(())
}

/// RULING: guns answer a charge with grape where they have it in range.
pub(super) fn grape_if_any(book: &Book, unit: &Unit, weapon: Weapon, range: u16) -> Ammunition {
    let grape = crate::fire::has_grape(book, unit, weapon) && range <= book.limit(Limit::GrapeRange);
    if grape { Ammunition::Grape } else { Ammunition::Shot }
}

fn charger_tests<U: Referee>(facts: &ChargeFacts<'_>, charge: &mut Progress, umpire: &mut U) -> Ruling<(), U> {
    let struck = std::mem::take(&mut charge.struck);
    let party = &mut charge.charger;
    if party.body.condition.is_gone() {
        charge.place = Place::Back;
        return Ok(());
    }
    if !struck {
        return Ok(());
    }
    let unit = &facts.situation.charger;
    let result = morale_test(facts.book, unit, facts.charger_owner(), Cause::Charging, &mut party.body, umpire)?;
    party.withdrawal = withdrawal_after(result, party.withdrawal);
    charge.place = match result {
        MoraleResult::Overenthusiastic | MoraleResult::Pass => Place::Forward,
        MoraleResult::Disorder => Place::Mark,
        MoraleResult::Retreat | MoraleResult::Rout => Place::Back,
    };
    Ok(())
}

fn target_tests<U: Referee>(
    facts: &ChargeFacts<'_>,
    charge: &mut Progress,
    cause: Cause,
    umpire: &mut U,
) -> Ruling<MoraleResult, U> {
    let party = &mut charge.target;
    let unit = &facts.situation.target;
    let result = morale_test(facts.book, unit, facts.target_owner(), cause, &mut party.body, umpire)?;
    party.withdrawal = withdrawal_after(result, party.withdrawal);
    Ok(result)
}
