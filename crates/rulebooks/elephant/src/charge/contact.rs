//! Steps 8p and 9: pistols at the last moment, and Combat.

use arrayvec::ArrayVec;
use engine::{Asks, Ruling};

use super::{ChargeFacts, Charger, Going, Progress};
use crate::Referee;
use crate::charts::{Casualty, CasualtyCheck, Distance, Weapon};
use crate::combat::{Ending, FIGHTERS_MAX, Fight, FightFacts, Fighter, strike, take_odds};
use crate::command::commander_check;
use crate::fire::{FirerFacts, Stance, TargetFacts, Volley, front_rank, resolve_group, shoot, suffer};
use crate::questions::CHARGE_PISTOLS;
use crate::rules::*;
use crate::unit::{Arm, stand_kind};

/// Step 8p: attacking mounted cavalry with pistols or shotguns may fire them at 50 yards. The target does not test for it
/// (S 32).
pub(super) fn charge_pistols<U: Referee>(
    facts: &ChargeFacts<'_>,
    mut charge: Progress,
    umpire: &mut U,
) -> Ruling<Progress, U> {
    // S 25: nobody fires into a fight.
    if facts.situation.target.engaged {
        return Ok(charge);
    }
    for (index, charger) in facts.situation.attackers.iter().enumerate() {
        let Some(weapon) = pistols_of(charger).filter(|_| charge.attackers[index].is_charging()) else {
            continue;
        };
        if charge.target.condition.is_gone() {
            break;
        }
        umpire.cite(SE_CAV_PISTOLS);
        if umpire.yes(facts.situation.side, &CHARGE_PISTOLS, Some(charger.piece(index)))? {
            fire_pistols(facts, &mut charge, index, charger, weapon, umpire)?;
        }
    }
    Ok(charge)
}

fn pistols_of(charger: &Charger) -> Option<Weapon> {
    let unit = &charger.unit;
    let rides = unit.arm == Arm::Cavalry && unit.mounted;
    unit.weapon.filter(|weapon| rides && matches!(weapon, Weapon::Pistol | Weapon::Shotgun))
}

fn fire_pistols<U: Referee>(
    facts: &ChargeFacts<'_>,
    charge: &mut Progress,
    index: usize,
    charger: &Charger,
    weapon: Weapon,
    umpire: &mut U,
) -> Ruling<(), U> {
    let (book, target) = (facts.book, &facts.situation.target);
    let firer = FirerFacts {
        side: facts.situation.side,
        arm: charger.unit.arm,
        formation: charger.unit.formation,
        mounted: true,
        prone: false,
        marksmen: charger.marksmen,
        stance: Stance::Move,
        out_of_ammo: charge.attackers[index].out_of_ammo,
        ranks: 1,
        on_the_move: true,
    };
    let condition = charge.attackers[index].standing.condition;
    let shape = (charger.unit.formation, charger.unit.depth_under_fire());
    let stands = front_rank(book, shape, charger.front_rank, condition.stands).saturating_sub(condition.panic.into());
    let yards = umpire.read(book.tables.distances.at(Distance::SecondFire));
    let from_flank_or_rear = charger.unit.flank_or_rear;
    let volley = Volley { weapon, stands, range_yards: yards, from_flank_or_rear, cover: None };
    let shot = shoot(book, firer, &volley, target.shelter_from(charger), umpire)?;
    let unit = &target.unit;
    let facing = TargetFacts {
        kind: stand_kind(unit.arm, unit.mounted),
        arm: unit.arm,
        formation: unit.formation,
        mounted: unit.mounted,
        prone: charge.target_still_prone,
        ranks: unit.depth_under_fire(),
        road_column: target.road_column,
        flanks_exposed: unit.flanks_exposed,
    };
    let effect = resolve_group(book, &facing, &[shot], umpire)?;
    charge.attackers[index].out_of_ammo |= effect.out_of_ammo;
    charge.target_flank_fire |= effect.from_flank;
    let standing = &mut charge.target;
    let (hits, _) = suffer(book, &facing, effect.result, &mut standing.condition, umpire);
    charge.target_hits += u16::from(hits);
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
    Ok(())
}

/// Step 9: every attacker that is left closes in; the odds are taken once for all of them.
pub(super) fn close_in<U: Referee>(
    facts: &ChargeFacts<'_>,
    mut charge: Progress,
    umpire: &mut U,
) -> Ruling<Progress, U> {
    umpire.cite(SE_CHARGE_9);
    let fighters = Fighters::of(facts, &charge);
    let fight = take_odds(&fighters.facts(facts), fighters.fight(&charge, 0), umpire)?;
    charge.strengths = Some(fight.strengths);
    fighters.give_back(&mut charge, &fight);
    Ok(charge)
}

/// Step 9: the die of the attacker whose turn it is, if it came to contact.
pub(super) fn strike_one<U: Referee>(
    facts: &ChargeFacts<'_>,
    mut charge: Progress,
    umpire: &mut U,
) -> Ruling<Progress, U> {
    let index = charge.take_turn(facts.situation.attackers.len());
    let fighters = Fighters::of(facts, &charge);
    let Some(place) = fighters.numbers.iter().position(|number| *number == index) else {
        return Ok(charge);
    };
    let fight = strike(&fighters.facts(facts), fighters.fight(&charge, place), umpire)?;
    fighters.give_back(&mut charge, &fight);
    Ok(charge)
}

/// The units that came to contact, as Combat sees them.
struct Fighters {
    /// The attackers' numbers in the charge.
    numbers: ArrayVec<usize, FIGHTERS_MAX>,
    attackers: ArrayVec<Fighter, FIGHTERS_MAX>,
    target: [Fighter; 1],
}

impl Fighters {
    fn of(facts: &ChargeFacts<'_>, charge: &Progress) -> Self {
        let mut numbers = ArrayVec::new();
        let mut attackers = ArrayVec::new();
        let pairs = charge.attackers.iter().zip(&facts.situation.attackers).enumerate();
        for (number, (attacking, charger)) in pairs.filter(|(_, (attacking, _))| attacking.going == Going::Home) {
            numbers.push(number);
            attackers.push(Fighter {
                overenthusiastic: attacking.overenthusiastic,
                out_of_ammo: attacking.out_of_ammo,
                flank_or_rear: charger.unit.flank_or_rear || charge.target_still_prone,
                ..charger.unit
            });
        }
        let target = Fighter {
            overenthusiastic: charge.target_overenthusiastic,
            out_of_ammo: charge.target_out_of_ammo,
            ..facts.situation.target.unit
        };
        Fighters { numbers, attackers, target: [target] }
    }

    fn facts<'a>(&'a self, facts: &ChargeFacts<'a>) -> FightFacts<'a> {
        FightFacts { book: facts.book, side: facts.situation.side, attackers: &self.attackers, defenders: &self.target }
    }

    /// The fight before the die of the attacker at `place`.
    fn fight(&self, charge: &Progress, place: usize) -> Fight {
        Fight {
            attackers: self.numbers.iter().map(|number| charge.attackers[*number].standing).collect(),
            defenders: [charge.target].into_iter().collect(),
            next: place as u8,
            strengths: charge.strengths.unwrap_or_default(),
        }
    }

    fn give_back(&self, charge: &mut Progress, fight: &Fight) {
        for (number, standing) in self.numbers.iter().zip(&fight.attackers) {
            charge.attackers[*number].standing = *standing;
        }
        if let Some(standing) = fight.defenders.first() {
            charge.target = *standing;
        }
    }
}
