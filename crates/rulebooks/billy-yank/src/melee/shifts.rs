//! Column shifts of melee (5.7 step 4), in the order printed. What is true of the attacker is read in the attacker's column,
//! what is true of the defender in the defender's. Right is positive.

use engine::Modifiers;
use engine::chart::{Key, Lines};

use super::fighter::Fighter;
use crate::charts::{Grade, MeleeShift};
use crate::citations::{combat_bonus_rule, melee_shift_rule};
use crate::command::Led;
use crate::cover::{Position, position};
use crate::rules::*;
use crate::unit::{Arm, CavalryClass, Direction, MeleeWeapon, Ranks};
use crate::{Book, Referee};

/// What the charts ask about one side.
pub(super) struct Camp<'a> {
    /// Its lead unit: the one with the most figures, the first named if several have as many.
    pub lead: &'a Fighter,
    /// Figures of the lead unit.
    pub figures: u16,
    /// The grade of the lead unit.
    pub grade: Grade,
    /// What its commander is worth.
    pub led: Led,
    /// Whether it strikes a flank or the rear.
    pub flank: bool,
    /// Whether the lead unit is Overenthusiastic.
    pub overenthusiastic: bool,
}

/// All shifts for one die.
pub(super) fn melee_shifts<U: Referee>(
    book: &Book,
    attacker: &Camp<'_>,
    defender: &Camp<'_>,
    (first_round, strikes): (bool, Direction),
    umpire: &mut U,
) -> Modifiers {
    let mut shifts = Modifiers::new();
    umpire.cite(BY_MEL_MOD_TABLE);
    let rank = |grade| book.tables.morale.rank.at(grade).value.0.unwrap_or_default();
    let higher = rank(attacker.grade) - rank(defender.grade);
    let held = position(book, &defender.lead.unit, strikes, umpire);
    let tables = &book.tables.melee;
    let (ours, theirs) = (&tables.attacker, &tables.defender);
    let attacks = Side { own: ours, other: theirs, camp: attacker, enemy: defender, grades_higher: higher, held: None };
    let defends =
        Side { own: theirs, other: ours, camp: defender, enemy: attacker, grades_higher: -higher, held: Some(held) };
    one_side(book, &attacks, first_round, &mut shifts);
    one_side(book, &defends, first_round, &mut shifts);
    if book.switches.overenthusiastic && (attacker.overenthusiastic || defender.overenthusiastic) {
        umpire.cite(BY_MOR_RES_OVER_SHIFT);
    }
    shifts
}

type Column = Lines<MeleeShift, i16>;

/// One side with its column of the chart.
struct Side<'a> {
    own: &'a Column,
    other: &'a Column,
    camp: &'a Camp<'a>,
    enemy: &'a Camp<'a>,
    grades_higher: i16,
    /// What the defender holds; the attacker defends nothing (RD-20).
    held: Option<Position>,
}

fn one_side(book: &Book, side: &Side<'_>, first_round: bool, shifts: &mut Modifiers) {
    let Side { own, other, camp, enemy, grades_higher, held } = *side;
    let (unit, against) = (&camp.lead.unit, &enemy.lead.unit);
    let ranks = unit.ranks(book, camp.figures);
    let charges = unit.rides() && camp.lead.charged && first_round;
    for shift in MeleeShift::ALL.iter().copied() {
        let rule = melee_shift_rule(shift);
        let applies = match shift {
            MeleeShift::General => {
                if let Led::Bonus { level, bonus } = camp.led {
                    let sign = own.at(shift).value.signum();
                    shifts.add_times(combat_bonus_rule(level), bonus, sign);
                }
                matches!(camp.led, Led::Usual)
            }
            MeleeShift::Uphill => camp.lead.uphill,
            MeleeShift::Elan => {
                if grades_higher > 0 {
                    shifts.add_times(rule, own.at(shift), grades_higher);
                }
                false
            }
            MeleeShift::FenceWall => held == Some(Position::FenceOrWall),
            MeleeShift::Ford => camp.lead.in_water && first_round,
            MeleeShift::ShotgunLanceVCav => camp.lead.has_shotgun_or_lance() && against.rides(),
            MeleeShift::Fieldworks => held == Some(Position::Fieldworks),
            MeleeShift::Flank => camp.flank,
            MeleeShift::TwoRanks => ranks == Ranks::Two,
            MeleeShift::ThreeRanks => ranks == Ranks::ThreeOrMore,
            MeleeShift::LightCav => charges && unit.cavalry_class == CavalryClass::Light,
            MeleeShift::HeavyCav => {
                if charges && unit.cavalry_class == CavalryClass::Heavy {
                    // RD-19: the pair as printed, or the other way round.
                    let column = if book.switches.heavy_cavalry_swapped { other } else { own };
                    shifts.add(rule, column.at(shift));
                }
                false
            }
            MeleeShift::LancersVInf => {
                let lancers = unit.rides() && unit.melee_weapon == MeleeWeapon::Lance;
                lancers && against.arm == Arm::Infantry && first_round
            }
            MeleeShift::PikeVCav => held.is_some() && unit.melee_weapon == MeleeWeapon::Pike && against.rides(),
            MeleeShift::Overenthusiastic => book.switches.overenthusiastic && camp.overenthusiastic,
            MeleeShift::OutOfAmmo => book.switches.out_of_ammunition && unit.out_of_ammo,
        };
        shifts.add_if(applies, rule, || own.at(shift));
    }
}
