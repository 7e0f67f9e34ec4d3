//! Maneuver: the effects, row by row.
//!
//! Not here: what a maneuver then allows ([`crate::troop_maneuver`], [`crate::gun_maneuver`]).

use arrayvec::ArrayVec;
use engine::{Asks, Ruling, Side, Umpire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::situation::{CheckedGuns, CheckedTroops, CheckedUnit, UNITS_MAX};
use crate::lines::ManeuverRow;
use crate::pieces::{Class, Formation, Order};
use crate::questions;
use crate::rules::*;

engine::keys! {
    /// What a maneuver check comes to.
    pub enum ManeuverEffect {
        /// A well handled maneuver at the double quick.
        DoubleQuick = "double_quick",
        /// A well handled maneuver.
        WellHandled = "well_handled",
        /// A tardy maneuver.
        Tardy = "tardy",
        /// Falls back, or holds where it may.
        FallBack = "fall_back",
        /// Panics.
        Panic = "panic",
        /// Rallies and maneuvers well.
        RallyWithElan = "rally_with_elan",
        /// Rallies and maneuvers tardily.
        Rally = "rally",
        /// Returns to good order, and gives way.
        Shaken = "shaken",
        /// Stays disordered, and gives way.
        Wavering = "wavering",
    }
}

engine::keys! {
    /// Which list of maneuvers is open to a unit.
    pub enum Grade {
        /// The well handled list at double quick rates.
        DoubleQuick = "double_quick",
        /// The well handled list.
        WellHandled = "well_handled",
        /// The tardy list.
        Tardy = "tardy",
        /// None: the effect says what it does.
        None = "none",
    }
}

engine::keys! {
    /// What a unit has to do at once.
    pub enum Forced {
        /// Nothing: it maneuvers as its owner likes.
        Free = "free",
        /// Hold its position; it may fire.
        Hold = "hold",
        /// Retreat out of close range.
        OutOfCloseRange = "out_of_close_range",
        /// Full retreat.
        FullRetreat = "full_retreat",
    }
}

/// What a check made of one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Maneuvered {
    /// The effect.
    pub effect: ManeuverEffect,
    /// Which list of maneuvers is open to it.
    pub grade: Grade,
    /// What it has to do at once.
    pub forced: Forced,
    /// Its order afterwards; guns are always in good order.
    pub order: Order,
    /// The formation a broken unit rallied in, if it did.
    pub formation: Option<Formation>,
    /// Stands lost in a panic.
    pub stands_lost: u8,
    /// Whether all its gun stands are silenced.
    pub silenced: bool,
    /// Whether its fixed guns are lost.
    pub guns_lost: bool,
}

/// What a check made of every unit, in the order of the situation.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct ManeuverOutcome {
    /// The units, in the order of the situation.
    pub units: ArrayVec<Maneuvered, UNITS_MAX>,
}

impl Maneuvered {
    fn free(effect: ManeuverEffect, grade: Grade) -> Self {
        Maneuvered {
            effect,
            grade,
            forced: Forced::Free,
            order: Order::Good,
            formation: None,
            stands_lost: 0,
            silenced: false,
            guns_lost: false,
        }
    }

    fn forced(effect: ManeuverEffect, forced: Forced, order: Order) -> Self {
        Maneuvered { forced, order, ..Maneuvered::free(effect, Grade::None) }
    }
}

/// What an effect is applied to: whose unit, which one, and how the dice fell.
pub(super) struct Applied<'a> {
    pub side: Side,
    pub index: u16,
    pub unit: &'a CheckedUnit,
    pub difference: i16,
}

/// 5.1 Effects. Good order troops and all guns in the first column, disordered or broken troops in the second.
pub(super) fn apply<U: Umpire>(row: ManeuverRow, applied: &Applied<'_>, umpire: &mut U) -> Ruling<Maneuvered, U> {
    use ManeuverEffect as E;
    umpire.cite(row.rule());
    Ok(match row {
        ManeuverRow::DoubleQuick => Maneuvered::free(E::DoubleQuick, Grade::DoubleQuick),
        ManeuverRow::WellHandled => Maneuvered::free(E::WellHandled, Grade::WellHandled),
        ManeuverRow::Tardy => Maneuvered::free(E::Tardy, Grade::Tardy),
        ManeuverRow::FallBack => fall_back(applied.unit, umpire),
        ManeuverRow::Panic => match applied.unit {
            CheckedUnit::Troops(_) => Maneuvered::forced(E::Panic, Forced::FullRetreat, Order::Broken),
            CheckedUnit::Guns(guns) => guns_panic(guns, umpire),
        },
        ManeuverRow::RallyWithElan => rally(E::RallyWithElan, Grade::WellHandled, applied, umpire)?,
        ManeuverRow::Rally => rally(E::Rally, Grade::Tardy, applied, umpire)?,
        ManeuverRow::Shaken => {
            let forced = give_way(applied.unit, FF_MNV_DB_SHAKEN_HOLD, umpire);
            Maneuvered::forced(E::Shaken, forced, Order::Good)
        }
        ManeuverRow::Wavering => {
            if applied.unit.order() == Order::Broken {
                umpire.cite(FF_MNV_DB_WAVERING_REFORM);
            }
            let forced = give_way(applied.unit, FF_MNV_DB_WAVERING_HOLD, umpire);
            Maneuvered::forced(E::Wavering, forced, Order::Disordered)
        }
        ManeuverRow::PanicWithLoss => panic_with_loss(applied, umpire),
    })
}

/// Out of close range, or fortified, a unit holds instead of retreating.
fn give_way<U: Umpire>(unit: &CheckedUnit, hold: engine::Rule, umpire: &mut U) -> Forced {
    if unit.must_give_way() {
        return Forced::OutOfCloseRange;
    }
    umpire.cite(hold);
    Forced::Hold
}

/// Fall Back. R09: a unit that may hold does so in good order, and may fire.
///
/// RULING: fixed guns cannot limber, so those that fall back in close range are lost, as in a panic (S71).
fn fall_back<U: Umpire>(unit: &CheckedUnit, umpire: &mut U) -> Maneuvered {
    use ManeuverEffect::FallBack;
    if !unit.must_give_way() {
        umpire.cite(FF_MNV_GO_FALL_BACK_HOLD);
        return Maneuvered::forced(FallBack, Forced::Hold, Order::Good);
    }
    match unit {
        CheckedUnit::Troops(_) => {
            umpire.cite(FF_MNV_GO_FALL_BACK_TROOPS);
            Maneuvered::forced(FallBack, Forced::OutOfCloseRange, Order::Disordered)
        }
        CheckedUnit::Guns(guns) => {
            umpire.cite(FF_MNV_GO_FALL_BACK_GUNS);
            let retreat = Maneuvered::forced(FallBack, Forced::FullRetreat, Order::Good);
            Maneuvered { silenced: true, guns_lost: guns.fixed, ..retreat }
        }
    }
}

/// Panic of guns: they limber and full retreat silenced; fixed guns are lost.
fn guns_panic<U: Umpire>(guns: &CheckedGuns, umpire: &mut U) -> Maneuvered {
    umpire.cite(if guns.fixed { FF_MNV_GO_PANIC_FIXED } else { FF_MNV_GO_PANIC_GUNS });
    let retreat = Maneuvered::forced(ManeuverEffect::Panic, Forced::FullRetreat, Order::Good);
    Maneuvered { silenced: true, guns_lost: guns.fixed, ..retreat }
}

/// Rally. A broken unit's owner picks its formation where it stands (S75).
fn rally<U: Umpire>(
    effect: ManeuverEffect,
    grade: Grade,
    applied: &Applied<'_>,
    umpire: &mut U,
) -> Ruling<Maneuvered, U> {
    let formation = match applied.unit {
        CheckedUnit::Troops(troops) if troops.order == Order::Broken => {
            Some(rally_formation(troops, applied.side, applied.index, umpire)?)
        }
        _ => None,
    };
    Ok(Maneuvered { formation, ..Maneuvered::free(effect, grade) })
}

fn rally_formation<U: Umpire>(troops: &CheckedTroops, side: Side, index: u16, umpire: &mut U) -> Ruling<Formation, U> {
    use Formation::{Extended, FieldColumn, Line, MarchColumn, Mass};
    const REGULARS: ([&str; 4], [Formation; 4]) =
        (["line", "extended", "field_column", "march_column"], [Line, Extended, FieldColumn, MarchColumn]);
    const GUERRILLAS: ([&str; 3], [Formation; 3]) =
        (["extended", "mass", "march_column"], [Extended, Mass, MarchColumn]);
    const MOUNTED: ([&str; 2], [Formation; 2]) = (["extended", "march_column"], [Extended, MarchColumn]);

    let (names, formations): (&'static [&'static str], &[Formation]) = match troops.class {
        Class::Guerrilla => (&GUERRILLAS.0, &GUERRILLAS.1),
        Class::MountedGuerrilla => (&MOUNTED.0, &MOUNTED.1),
        _ => (&REGULARS.0, &REGULARS.1),
    };
    let answer = umpire.choose(side, &questions::RALLY_FORMATION, Some(index), names)?;
    Ok(formations.get(answer).copied().unwrap_or(Extended))
}

/// Panic of disordered or broken troops: they lose as many stands as the dice differ (R10).
fn panic_with_loss<U: Umpire>(applied: &Applied<'_>, umpire: &mut U) -> Maneuvered {
    let stands = match applied.unit {
        CheckedUnit::Troops(troops) => troops.stands,
        CheckedUnit::Guns(_) => 0,
    };
    umpire.cite(FF_MNV_DB_PANIC_LOSS);
    let stands_lost = stands.min(applied.difference.unsigned_abs() as u8);
    let retreat = Maneuvered::forced(ManeuverEffect::Panic, Forced::FullRetreat, Order::Broken);
    Maneuvered { stands_lost, ..retreat }
}
