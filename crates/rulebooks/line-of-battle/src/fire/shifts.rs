//! Column shifts of fire (P8 step 4), in the order printed. Right is positive.

use engine::{Asks, Decimal, Fault, Looked, Modifiers, Rule};

use super::Shooting;
use super::loading::{Load, Loaded};
use super::situation::FireSituation;
use crate::charts::{Canister, CbfLevel, Characteristic, Firepower, Limit, MoraleState, TargetShift};
use crate::morale::row_rule;
use crate::movement::whole;
use crate::rules::*;
use crate::unit::{Ammunition, Standing, Weapon, canister_of};
use crate::{Book, Referee};

/// All shifts of a shot, to be summed into one net number.
pub(super) fn fire_shifts<U: Referee>(
    book: &Book,
    situation: &FireSituation,
    shooting: &Shooting,
    loaded: &Loaded,
    sps: u8,
    umpire: &mut U,
) -> Result<Modifiers, Fault> {
    let mut shifts = Modifiers::new();
    range_shift(book, situation, shooting, loaded, &mut shifts, umpire)?;
    if loaded.artillery && situation.cbf > 0 {
        let level = if situation.cbf == 1 { CbfLevel::One } else { CbfLevel::Two };
        shifts.add(LB_SHIFT_CBF, book.tables.cbf_shift.at(level));
    }
    firepower_shift(book, situation, loaded, sps, &mut shifts, umpire)?;
    target_shifts(book, situation, shooting, loaded, &mut shifts, umpire);
    Ok(shifts)
}

/// R 25: small arms by their own column, sharpshooters by theirs, artillery by its list.
fn range_shift<U: Referee>(
    book: &Book,
    situation: &FireSituation,
    shooting: &Shooting,
    loaded: &Loaded,
    shifts: &mut Modifiers,
    umpire: &mut U,
) -> Result<(), Fault> {
    let range = i16::from(situation.range);
    if loaded.artillery {
        umpire.cite(LB_SHIFT_ARTY_TABLE);
        let looked = book.tables.range_artillery.at(range)?;
        let rules =
            [LB_SHIFT_ARTY_1_5, LB_SHIFT_ARTY_6_9, LB_SHIFT_ARTY_10_13, LB_SHIFT_ARTY_14_15, LB_SHIFT_ARTY_16PLUS];
        shifts.add(row_rule(&rules, looked.cell.row, LB_SHIFT_ARTY_TABLE), looked);
        return Ok(());
    }
    umpire.cite(LB_SHIFT_SA_TABLE);
    let firers = Standing { stack: &situation.firer, after: &shooting.firer };
    let column =
        if firers.is_sharpshooter_capable() { &book.tables.range_sharpshooter } else { &book.tables.range_regular };
    let looked = column.at(range)?;
    let rules = [LB_SHIFT_SA_1, LB_SHIFT_SA_2, LB_SHIFT_SA_3, LB_SHIFT_SA_4PLUS];
    shifts.add(row_rule(&rules, looked.cell.row, LB_SHIFT_SA_TABLE), looked);
    Ok(())
}

/// S 5: the best single characteristic whose threshold is met; better kinds count for lesser ones.
fn firepower_shift<U: Referee>(
    book: &Book,
    situation: &FireSituation,
    loaded: &Loaded,
    sps: u8,
    shifts: &mut Modifiers,
    umpire: &mut U,
) -> Result<(), Fault> {
    let tables = &book.tables;
    let counted = |kind: Firepower| -> Decimal {
        let has = |load: &&Load| has_firepower(book, situation, load, kind);
        whole(loaded.loads.iter().filter(has).map(|load| load.counts).sum())
    };
    let kinds: &[Firepower] = if loaded.artillery {
        &[Firepower::CanisterDense, Firepower::CanisterNormal]
    } else {
        &[Firepower::Repeater, Firepower::Breech, Firepower::Buck]
    };
    let in_reach = |kind: &&Firepower| u16::from(situation.range) <= tables.firepower_range.at(**kind).value;
    if !kinds.iter().filter(in_reach).any(|kind| !counted(*kind).is_zero()) {
        return Ok(());
    }
    umpire.cite(if loaded.artillery { LB_SHIFT_FP_CAN_OR } else { LB_SHIFT_FP_SA_OR });
    umpire.cite(LB_SHIFT_FP_THRESHOLD);
    umpire.cite(LB_THRESH_TABLE);
    let threshold: Looked<u16> = tables.threshold.at(sps.into())?;
    umpire.cite(row_rule(&[LB_THRESH_6_8, LB_THRESH_4_5, LB_THRESH_1_3], threshold.cell.row, LB_THRESH_TABLE));
    let needed = Decimal::from_int(umpire.read(threshold).into());
    let met = kinds.iter().filter(in_reach).filter(|kind| counted(**kind) >= needed);
    // The first of the best: kinds stand in the order of their shifts.
    let mut best: Option<Firepower> = None;
    for kind in met {
        let better = |known: Firepower| tables.firepower_shift.at(*kind).value > tables.firepower_shift.at(known).value;
        if best.is_none_or(better) {
            best = Some(*kind);
        }
    }
    if let Some(kind) = best {
        shifts.add(firepower_rule(kind), tables.firepower_shift.at(kind));
    }
    Ok(())
}

/// Whether what a unit fires counts for this kind of firepower.
fn has_firepower(book: &Book, situation: &FireSituation, load: &Load, kind: Firepower) -> bool {
    let Some(unit) = situation.firer.units.get(usize::from(load.unit)) else {
        return false;
    };
    let characteristic = match unit.weapon {
        Some(Weapon::SmallArms(arm)) => book.tables.arm_characteristic.at(arm).value,
        _ => None,
    };
    let canister = canister_of(book, unit).filter(|_| load.ammunition == Some(Ammunition::Canister));
    match kind {
        Firepower::Buck => characteristic == Some(Characteristic::Buck),
        Firepower::Breech => matches!(characteristic, Some(Characteristic::Breech | Characteristic::Repeater)),
        Firepower::Repeater => characteristic == Some(Characteristic::Repeater),
        Firepower::CanisterNormal => canister.is_some(),
        Firepower::CanisterDense => canister == Some(Canister::Dense),
    }
}

fn firepower_rule(kind: Firepower) -> Rule {
    match kind {
        Firepower::Buck => LB_SHIFT_FP_BUCK,
        Firepower::Breech => LB_SHIFT_FP_BREECH,
        Firepower::Repeater => LB_SHIFT_FP_REPEATER,
        Firepower::CanisterNormal => LB_SHIFT_FP_CAN_NORMAL,
        Firepower::CanisterDense => LB_SHIFT_FP_CAN_DENSE,
    }
}

/// What is true of the target; in a mixed stack that of its top unit (S 31).
fn target_shifts<U: Referee>(
    book: &Book,
    situation: &FireSituation,
    shooting: &Shooting,
    loaded: &Loaded,
    shifts: &mut Modifiers,
    umpire: &mut U,
) {
    let tables = &book.tables;
    let target = Standing { stack: &situation.target, after: &shooting.target };
    let far = u16::from(situation.range) >= book.limit(Limit::LongRange);
    let disorganized = target.top().is_some_and(|(_, after)| after.state == MoraleState::Disorganized);
    let open = target.is_open_order_capable();
    if open {
        umpire.cite(LB_OO_2);
    }
    let lines = [
        (situation.is_rear(book), LB_SHIFT_TGT_REAR, TargetShift::Rear),
        (disorganized, LB_SHIFT_TGT_DG, TargetShift::Disorganized),
        (situation.shelter.shifts_fire(book, loaded.artillery, umpire), LB_SHIFT_TGT_PROT, TargetShift::Protective),
        (open, LB_SHIFT_TGT_OOC, TargetShift::OpenOrder),
    ];
    for (applies, rule, line) in lines {
        let ignored = far && tables.target_shift_near.at(line).value;
        if applies && ignored {
            umpire.cite(LB_RANGE10_SHIFTS);
        }
        shifts.add_if(applies && !ignored, rule, || tables.target_shift.at(line));
    }
}
