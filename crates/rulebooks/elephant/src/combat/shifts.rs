//! Column shifts of Combat (P9 step 4), in the order printed. A condition of the attacking side is read in the attacker's
//! column, one of the defending side in the defender's (R 8). Right is positive.

use engine::Modifiers;
use engine::chart::Lines;

use super::fighter::{Fighter, Position, Standing};
use crate::charts::{CombatShift, Grade};
use crate::command::{Effect, cite_commander};
use crate::rules::*;
use crate::unit::Arm;
use crate::{Book, Referee};

/// Adds all shifts for one attacker against the named defender.
// COST: inlined and added in place: the list is never copied, and where nobody keeps it only its sum is left of it.
#[inline(always)]
pub(super) fn add_combat_shifts<U: Referee>(
    shifts: &mut Modifiers,
    book: &Book,
    (attacker, attacking): (&Fighter, &Standing),
    (defender, defending): (&Fighter, &Standing),
    umpire: &mut U,
) {
    let (ours, theirs) = (&book.tables.combat_shifts_attacker, &book.tables.combat_shifts_defender);
    let rank = |grade: Grade| book.tables.grade_rank.at(grade).value.0.unwrap_or_default();
    let lead = rank(attacking.grade) - rank(defending.grade);
    of_one_side(book, ours, attacker, attacking, defender, lead, shifts);
    of_one_side(book, theirs, defender, defending, attacker, -lead, shifts);
    for (unit, standing) in [(attacker, attacking), (defender, defending)] {
        cite_commander(book, Effect::Combat, standing.command.rating(), umpire);
        if unit.depth() > 1 {
            umpire.cite(SE_COMBAT_RANKS);
        }
        if unit.overenthusiastic && book.switches.overenthusiastic {
            umpire.cite(SE_MORALE_RES_OVER_SHIFT);
        }
    }
}

#[inline(always)]
fn of_one_side(
    book: &Book,
    column: &Lines<CombatShift, i16>,
    unit: &Fighter,
    standing: &Standing,
    enemy: &Fighter,
    grades_higher: i16,
    shifts: &mut Modifiers,
) {
    // R 1: a commander shifts as many columns as his rating.
    let rating = i16::from(standing.command.rating());
    if rating > 0 {
        shifts.add_times(SE_COMBAT_SHIFT_GENERAL, column.at(CombatShift::General), rating);
    }
    shifts.add_if(unit.uphill, SE_COMBAT_SHIFT_UPHILL, || column.at(CombatShift::Uphill));
    if grades_higher > 0 {
        shifts.add_times(SE_COMBAT_SHIFT_GRADE, column.at(CombatShift::Grade), grades_higher);
    }
    shifts.add_if(unit.position == Position::FenceOrWall, SE_COMBAT_SHIFT_FENCE, || column.at(CombatShift::FenceWall));
    shifts.add_if(unit.crossing_stream, SE_COMBAT_SHIFT_STREAM, || column.at(CombatShift::Stream));
    let against_cavalry = enemy.arm == Arm::Cavalry && unit.has_shotgun_or_lance();
    shifts.add_if(against_cavalry, SE_COMBAT_SHIFT_SHOTGUN, || column.at(CombatShift::ShotgunLance));
    shifts.add_if(unit.position == Position::Fieldworks, SE_COMBAT_SHIFT_WORKS, || column.at(CombatShift::Fieldworks));
    shifts.add_if(unit.flank_or_rear, SE_COMBAT_SHIFT_FLANK, || column.at(CombatShift::FlankRear));
    let ranks = unit.depth();
    shifts.add_if(ranks == 2, SE_COMBAT_SHIFT_TWORANKS, || column.at(CombatShift::TwoRanks));
    shifts.add_if(ranks >= 3, SE_COMBAT_SHIFT_THREERANKS, || column.at(CombatShift::ThreeRanks));
    let switches = &book.switches;
    shifts.add_if(switches.overenthusiastic && unit.overenthusiastic, SE_COMBAT_SHIFT_OVER, || {
        column.at(CombatShift::Overenthusiastic)
    });
    shifts.add_if(switches.ammunition && unit.out_of_ammo, SE_COMBAT_SHIFT_AMMO, || column.at(CombatShift::OutOfAmmo));
}
