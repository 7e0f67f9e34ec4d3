//! Charge: the results (procedure 5.4), row by row, from the attacker's best to his worst.
//!
//! Losses fall on the lead unit first; disorder, retreats and broken apply to every unit of the losing side.
//!
//! RULING: clauses that ask whether a side is outflanked, fortified, already disordered or beaten by cavalry ask the lead
//! units, as the modifiers do.

use engine::{Asks, Rule, Ruling, Umpire};

use super::situation::Unit;
use super::state::{ChargeResult, Fight, Movement, Role, Struggle};
use crate::Referee;
use crate::lines::ChargeRow;
use crate::losses::Piece;
use crate::pieces::{Ground, Order};
use crate::questions;
use crate::rules::*;

/// 5.4 Applies a row to both sides.
pub(super) fn apply<U: Referee>(
    fight: &Fight<'_>,
    struggle: &mut Struggle,
    row: ChargeRow,
    difference: i16,
    umpire: &mut U,
) -> Ruling<(), U> {
    umpire.cite(row.rule());
    match row {
        ChargeRow::Swept => swept(fight, struggle, difference, umpire),
        ChargeRow::DrivenBack => driven_back(fight, struggle, umpire),
        ChargeRow::HardPressed => hard_pressed(fight, struggle, umpire),
        ChargeRow::DesperateStruggle => desperate_struggle(fight, struggle, umpire),
        ChargeRow::Falter => falter(fight, struggle, umpire),
        ChargeRow::Recoil => recoil(fight, struggle, umpire),
        ChargeRow::Repulsed => repulsed(fight, struggle, difference, umpire),
    }
}

/// Swept from the Field, 6 or more. The defender is broken and its leaders are in danger; the attacker breaks through.
fn swept<U: Referee>(fight: &Fight<'_>, struggle: &mut Struggle, difference: i16, umpire: &mut U) -> Ruling<(), U> {
    let lost = overwhelming_loss(fight, ChargeRow::Swept, difference, umpire);
    umpire.cite(FF_CHG_SWEPT_DEF_LOSS);
    struggle.lose(fight, Role::Defender, lost, umpire)?;
    rout(fight, struggle, Role::Defender, FF_CHG_SWEPT_DEF_BROKEN, FF_CHG_SWEPT_DEF_GUNS, umpire);
    if has_officers(fight, Role::Defender) {
        umpire.cite(FF_CHG_SWEPT_DEF_LEADERS);
        struggle.leaders_of = Some(Role::Defender);
    }

    // R38: a second combat gives no further breakthrough.
    let second = fight.combat.second_combat;
    umpire.cite(if second { FF_CHG_SWEPT_ATT_CARRY } else { FF_CHG_SWEPT_ATT_BREAK });
    let movement = if second { Movement::Carry } else { Movement::Breakthrough };
    struggle.attackers.iter_mut().for_each(|unit| unit.movement = movement);
    disorder_attackers(fight, struggle, FF_CHG_SWEPT_ATT_DISORDER, umpire);
    struggle.result = Some(ChargeResult::Swept);
    Ok(())
}

/// Driven Back, 3 to 5. The defender loses a stand and retreats out of close range, or worse if beaten by cavalry or
/// outflanked; the attacker carries the position, and mounted attackers break through after the 1st combat.
fn driven_back<U: Referee>(fight: &Fight<'_>, struggle: &mut Struggle, umpire: &mut U) -> Ruling<(), U> {
    let table = &fight.book.tables.charge_effects;
    let worse = is_worse(fight, struggle, Role::Defender);

    umpire.cite(FF_CHG_DRIVEN_DEF_LOSS);
    let mut lost = umpire.read(table.stands.at(ChargeRow::DrivenBack));
    if worse {
        umpire.cite(FF_CHG_DRIVEN_DEF_WORSE);
        lost = lost.saturating_add(umpire.read(table.worse_stands.at(ChargeRow::DrivenBack)));
    }
    struggle.lose(fight, Role::Defender, lost, umpire)?;
    struggle.disorder(Role::Defender);
    if worse {
        rout(fight, struggle, Role::Defender, FF_CHG_DRIVEN_DEF_WORSE, FF_CHG_DRIVEN_DEF_GUNS, umpire);
    } else {
        let retreat = Retreat {
            movement: Movement::RetreatOutOfCloseRange,
            rule: FF_CHG_DRIVEN_DEF_RETREAT,
            recall: FF_CHG_DRIVEN_DEF_RECALL,
            guns: FF_CHG_DRIVEN_DEF_GUNS,
        };
        retreat.of(fight, struggle, Role::Defender, umpire)?;
    }

    for index in 0..struggle.attackers.len() {
        // R37: cavalry must, infantry does not.
        let breaks = fight.unit(Role::Attacker, index).is_mounted() && !fight.combat.second_combat;
        umpire.cite(if breaks { FF_CHG_DRIVEN_ATT_CAVALRY } else { FF_CHG_DRIVEN_ATT_CARRY });
        struggle.attackers[index].movement = if breaks { Movement::Breakthrough } else { Movement::Carry };
    }
    disorder_attackers(fight, struggle, FF_CHG_DRIVEN_ATT_DISORDER, umpire);
    struggle.result = Some(ChargeResult::DrivenBack);
    Ok(())
}

/// Hard Pressed, 1 to 2. The defender is disordered and retreats 2 inches, or holds if fortified; the attacker carries the
/// position, or retreats 2 inches from works.
fn hard_pressed<U: Referee>(fight: &Fight<'_>, struggle: &mut Struggle, umpire: &mut U) -> Ruling<(), U> {
    let lead = fight.lead(struggle, Role::Defender);
    umpire.cite(FF_CHG_HARD_DEF_STATE);
    hard_pressed_losses(fight, struggle, umpire)?;
    struggle.disorder(Role::Defender);
    if lead.is_fortified() {
        // S50: losses apply, retreats do not, and guns stay.
        umpire.cite(FF_CHG_HARD_DEF_FORTIFIED);
        settle(struggle, Role::Defender, Movement::Hold);
    } else if lead.is_outflanked() {
        rout(fight, struggle, Role::Defender, FF_CHG_HARD_DEF_OUTFLANKED, FF_CHG_HARD_DEF_GUNS, umpire);
    } else {
        let retreat = Retreat {
            movement: Movement::RetreatTwoInches,
            rule: FF_CHG_HARD_DEF_RETREAT,
            recall: FF_CHG_HARD_DEF_RECALL,
            guns: FF_CHG_HARD_DEF_GUNS,
        };
        retreat.of(fight, struggle, Role::Defender, umpire)?;
    }

    umpire.cite(if lead.is_fortified() { FF_CHG_HARD_ATT_FORTIFIED } else { FF_CHG_HARD_ATT_CARRY });
    let movement = if lead.is_fortified() { Movement::RetreatTwoInches } else { Movement::Carry };
    for index in 0..struggle.attackers.len() {
        let recalls = may_recall(fight, struggle, Role::Attacker, index, FF_CHG_HARD_ATT_RECALL, umpire)?;
        struggle.attackers[index].movement = if recalls { Movement::Recall } else { movement };
    }
    disorder_attackers(fight, struggle, FF_CHG_HARD_ATT_DISORDER, umpire);
    struggle.result = Some(ChargeResult::HardPressed);
    Ok(())
}

/// Hard Pressed: leading troops lose a stand if they were already disordered; of leading guns a stand is damaged.
fn hard_pressed_losses<U: Referee>(fight: &Fight<'_>, struggle: &mut Struggle, umpire: &mut U) -> Ruling<(), U> {
    let table = &fight.book.tables.charge_effects;
    let lead = struggle.lead(Role::Defender);
    let owner = fight.owner(Role::Defender, lead);
    if let Piece::Guns(guns) = &mut struggle.defenders[lead].unit {
        umpire.cite(FF_CHG_HARD_DEF_LOSS);
        for _ in 0..umpire.read(table.guns_damaged.at(ChargeRow::HardPressed)) {
            guns.damage_one(owner, umpire)?;
        }
        return Ok(());
    }
    if is_disordered(struggle, Role::Defender) {
        umpire.cite(FF_CHG_HARD_DEF_LOSS);
        let lost = umpire.read(table.stands_if_disordered.at(ChargeRow::HardPressed));
        struggle.lose(fight, Role::Defender, lost, umpire)?;
    }
    Ok(())
}

/// Desperate Struggle, 0. Both lose a stand and are disordered; cold steel, breakthrough and cavalry charge are struck out;
/// roll again. S52: a side with nothing left has lost; if both are gone, nobody moves.
fn desperate_struggle<U: Referee>(fight: &Fight<'_>, struggle: &mut Struggle, umpire: &mut U) -> Ruling<(), U> {
    umpire.cite(FF_CHG_DESPERATE_LOSS);
    let lost = umpire.read(fight.book.tables.charge_effects.stands.at(ChargeRow::DesperateStruggle));
    for role in [Role::Attacker, Role::Defender] {
        struggle.lose(fight, role, lost, umpire)?;
        struggle.disorder(role);
    }
    umpire.cite(FF_CHG_DESPERATE_MODS);
    struggle.struck_out = true;

    let gone = |role| struggle.total_stands(role) == 0;
    match (gone(Role::Attacker), gone(Role::Defender)) {
        (false, false) => {
            umpire.cite(FF_CHG_DESPERATE_REROLL);
            return struggle.choose_leads(fight, umpire);
        }
        (false, true) => settle(struggle, Role::Attacker, Movement::Carry),
        (true, _) => settle(struggle, Role::Defender, Movement::Hold),
    }
    struggle.result = Some(ChargeResult::FoughtOut);
    Ok(())
}

/// Falter, -1 to -2. The attacker is disordered, or loses a stand if it already was, and retreats 2 inches; outflanked, it
/// breaks.
fn falter<U: Referee>(fight: &Fight<'_>, struggle: &mut Struggle, umpire: &mut U) -> Ruling<(), U> {
    let table = &fight.book.tables.charge_effects;
    umpire.cite(FF_CHG_FALTER_ATT);
    if is_disordered(struggle, Role::Attacker) {
        let lost = umpire.read(table.stands_if_disordered.at(ChargeRow::Falter));
        struggle.lose(fight, Role::Attacker, lost, umpire)?;
    }
    struggle.disorder(Role::Attacker);
    if fight.lead(struggle, Role::Attacker).is_outflanked() {
        rout(fight, struggle, Role::Attacker, FF_CHG_FALTER_ATT_OUTFLANKED, FF_CHG_FALTER_ATT_OUTFLANKED, umpire);
    } else {
        let retreat = Retreat::of_attacker(Movement::RetreatTwoInches, FF_CHG_FALTER_ATT, FF_CHG_FALTER_ATT_RECALL);
        retreat.of(fight, struggle, Role::Attacker, umpire)?;
    }
    defender_holds(fight, struggle, umpire)?;
    struggle.result = Some(ChargeResult::Falter);
    Ok(())
}

/// Recoil, -3 to -5. The attacker loses a stand, is disordered and retreats out of close range, or worse if beaten by cavalry
/// or outflanked.
fn recoil<U: Referee>(fight: &Fight<'_>, struggle: &mut Struggle, umpire: &mut U) -> Ruling<(), U> {
    let table = &fight.book.tables.charge_effects;
    let worse = is_worse(fight, struggle, Role::Attacker);
    umpire.cite(FF_CHG_RECOIL_ATT);
    let mut lost = umpire.read(table.stands.at(ChargeRow::Recoil));
    if worse {
        lost = lost.saturating_add(umpire.read(table.worse_stands.at(ChargeRow::Recoil)));
    }
    struggle.lose(fight, Role::Attacker, lost, umpire)?;
    struggle.disorder(Role::Attacker);
    if worse {
        rout(fight, struggle, Role::Attacker, FF_CHG_RECOIL_ATT_WORSE, FF_CHG_RECOIL_ATT_WORSE, umpire);
    } else {
        let movement = Movement::RetreatOutOfCloseRange;
        let retreat = Retreat::of_attacker(movement, FF_CHG_RECOIL_ATT, FF_CHG_RECOIL_ATT_RECALL);
        retreat.of(fight, struggle, Role::Attacker, umpire)?;
    }
    defender_holds(fight, struggle, umpire)?;
    struggle.result = Some(ChargeResult::Recoil);
    Ok(())
}

/// Repulsed, -6 or less. The attacker is broken, and its leaders are in danger.
fn repulsed<U: Referee>(fight: &Fight<'_>, struggle: &mut Struggle, difference: i16, umpire: &mut U) -> Ruling<(), U> {
    let lost = overwhelming_loss(fight, ChargeRow::Repulsed, difference, umpire);
    umpire.cite(FF_CHG_REPULSED_ATT_LOSS);
    struggle.lose(fight, Role::Attacker, lost, umpire)?;
    rout(fight, struggle, Role::Attacker, FF_CHG_REPULSED_ATT_BROKEN, FF_CHG_REPULSED_ATT_BROKEN, umpire);
    if has_officers(fight, Role::Attacker) {
        umpire.cite(FF_CHG_REPULSED_ATT_LEADERS);
        struggle.leaders_of = Some(Role::Attacker);
    }
    defender_holds(fight, struggle, umpire)?;
    struggle.result = Some(ChargeResult::Repulsed);
    Ok(())
}

/// Falter, Recoil and Repulsed: the defender holds. Its mounted cavalry is disordered, and after a countercharge may carry
/// the position or recall.
fn defender_holds<U: Referee>(fight: &Fight<'_>, struggle: &mut Struggle, umpire: &mut U) -> Ruling<(), U> {
    umpire.cite(FF_CHG_DEF_HOLD);
    for index in 0..struggle.defenders.len() {
        let unit = fight.unit(Role::Defender, index);
        let after = &mut struggle.defenders[index];
        after.movement = Movement::Hold;
        let Piece::Troops(troops) = &mut after.unit else {
            continue;
        };
        if troops.stands == 0 || !unit.is_mounted() {
            continue;
        }
        umpire.cite(FF_CHG_DEF_CAVALRY);
        troops.disorder();
        if unit.is_countercharging() {
            const WAYS: [Movement; 3] = [Movement::Hold, Movement::Carry, Movement::Recall];
            let owner = fight.owner(Role::Defender, index);
            let names = &["stay", "carry", "recall"];
            let way = umpire.choose(owner.side, &questions::CARRY_OR_RECALL, Some(owner.piece), names)?;
            after.movement = WAYS.get(way).copied().unwrap_or(Movement::Hold);
        }
    }
    Ok(())
}

/// How a beaten side that is not broken goes back.
struct Retreat {
    movement: Movement,
    rule: Rule,
    recall: Rule,
    guns: Rule,
}

impl Retreat {
    /// Attackers have no guns.
    fn of_attacker(movement: Movement, rule: Rule, recall: Rule) -> Self {
        Retreat { movement, rule, recall, guns: rule }
    }

    /// Troops retreat, cavalry may recall after the 1st combat, guns limber and full retreat, and fixed guns are lost. Broken
    /// troops make their full retreat again.
    fn of<U: Referee>(&self, fight: &Fight<'_>, struggle: &mut Struggle, role: Role, umpire: &mut U) -> Ruling<(), U> {
        for index in 0..struggle.units(role).len() {
            if fight.unit(role, index).is_guns() {
                umpire.cite(self.guns);
                limber_and_retreat(fight, struggle, role, index);
                continue;
            }
            let broken = matches!(&struggle.units(role)[index].unit, Piece::Troops(it) if it.order == Order::Broken);
            let recalls = !broken && may_recall(fight, struggle, role, index, self.recall, umpire)?;
            if !recalls {
                umpire.cite(self.rule);
            }
            struggle.units_mut(role)[index].movement = match (broken, recalls) {
                (true, _) => Movement::FullRetreat,
                (false, true) => Movement::Recall,
                (false, false) => self.movement,
            };
        }
        Ok(())
    }
}

/// Troops full retreat broken; guns limber and full retreat silenced, and fixed guns are lost.
fn rout<U: Umpire>(
    fight: &Fight<'_>,
    struggle: &mut Struggle,
    role: Role,
    broken: Rule,
    guns_rule: Rule,
    umpire: &mut U,
) {
    for index in 0..struggle.units(role).len() {
        let after = &mut struggle.units_mut(role)[index];
        match &mut after.unit {
            Piece::Troops(troops) => {
                umpire.cite(broken);
                troops.order = Order::Broken;
                after.movement = Movement::FullRetreat;
            }
            Piece::Guns(guns) => {
                umpire.cite(guns_rule);
                guns.silence_all();
                limber_and_retreat(fight, struggle, role, index);
            }
        }
    }
}

/// S71: guns limber and full retreat; fixed guns cannot, and are lost.
fn limber_and_retreat(fight: &Fight<'_>, struggle: &mut Struggle, role: Role, index: usize) {
    let fixed = matches!(fight.unit(role, index), Unit::Guns(guns) if guns.fixed);
    let after = &mut struggle.units_mut(role)[index];
    after.movement = if fixed { Movement::Lost } else { Movement::FullRetreat };
    if let (true, Piece::Guns(guns)) = (fixed, &mut after.unit) {
        guns.stands.clear();
    }
}

/// Cavalry on horseback may recall after the 1st combat, if something is left of it and its owner wants to.
fn may_recall<U: Umpire>(
    fight: &Fight<'_>,
    struggle: &Struggle,
    role: Role,
    index: usize,
    rule: Rule,
    umpire: &mut U,
) -> Ruling<bool, U> {
    let left = !struggle.units(role)[index].unit.is_destroyed();
    if !left || fight.combat.second_combat || !fight.unit(role, index).is_mounted() {
        return Ok(false);
    }
    umpire.cite(rule);
    let owner = fight.owner(role, index);
    umpire.yes(owner.side, &questions::RECALL, Some(owner.piece))
}

fn settle(struggle: &mut Struggle, role: Role, movement: Movement) {
    struggle.units_mut(role).iter_mut().for_each(|unit| unit.movement = movement);
}

/// R36: two stands, and one more for each point of difference above 7.
fn overwhelming_loss<U: Umpire>(fight: &Fight<'_>, row: ChargeRow, difference: i16, umpire: &mut U) -> u8 {
    let table = &fight.book.tables.charge_effects;
    let more = match umpire.read(table.one_more_above.at(row)) {
        Some(above) => u8::try_from(difference.abs().saturating_sub(above).max(0)).unwrap_or(u8::MAX),
        None => 0,
    };
    umpire.read(table.stands.at(row)).saturating_add(more)
}

/// S51: beaten by mounted troops, or outflanked: no recall, and worse.
fn is_worse(fight: &Fight<'_>, struggle: &Struggle, loser: Role) -> bool {
    fight.lead(struggle, loser.enemy()).is_mounted() || fight.lead(struggle, loser).is_outflanked()
}

/// Whether a side's lead troops were already disordered before this result; a Desperate Struggle counts.
fn is_disordered(struggle: &Struggle, role: Role) -> bool {
    matches!(struggle.lead_piece(role), Piece::Troops(troops) if troops.order != Order::Good)
}

fn has_officers(fight: &Fight<'_>, role: Role) -> bool {
    (0..fight.count(role))
        .map(|index| fight.unit(role, index))
        .any(|unit| unit.attached_leader().is_some() || unit.has_brave_colonel())
}

/// The disorder clause (R39): it strikes attackers that charged over broken or rough ground, mounted ones, and everybody
/// after the 2nd combat. It bites at once (S76).
fn disorder_attackers<U: Umpire>(fight: &Fight<'_>, struggle: &mut Struggle, rule: Rule, umpire: &mut U) {
    for (unit, after) in fight.combat.attackers.iter().zip(&mut struggle.attackers) {
        let struck = unit.charged_over != Ground::Open || unit.is_mounted() || fight.combat.second_combat;
        if let (true, Piece::Troops(troops)) = (struck, &mut after.unit) {
            umpire.cite(rule);
            troops.disorder();
        }
    }
}
