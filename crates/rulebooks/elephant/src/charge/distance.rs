//! Step 2: do the dice carry the charge home?

use engine::{Asks, Decimal, Die, Ruling};

use super::{ChargeFacts, Going, PathPenalty, Progress};
use crate::charge::Charger;
use crate::charts::{Distance, Limit, Mover};
use crate::rules::*;
use crate::unit::Arm;
use crate::{Book, Event, Referee};

/// Each attacker rolls its average dice. One whose path is longer than its allowance is short (S 28): it goes to the end of
/// its allowance or to the 100 yard mark, whichever comes first, or stays put if it began nearer.
pub(super) fn roll_for_distance<U: Referee>(
    facts: &ChargeFacts<'_>,
    mut charge: Progress,
    umpire: &mut U,
) -> Ruling<Progress, U> {
    let book = facts.book;
    let yards_per_inch = i32::from(book.yards_per_inch()?);
    let mark = i32::from(umpire.read(book.tables.distances.at(Distance::FirstFire)));
    for (index, charger) in facts.situation.attackers.iter().enumerate() {
        let dice = dice_count(book, charger, umpire);
        let rolled = umpire.sum(dice, Die::Average, SE_CHARGE_2)?;
        let allowance = allowance(charger, i32::from(dice), rolled.into(), umpire);
        let needed = i32::from(charger.distance_yards);
        let reached = allowance.thousandths().saturating_mul(yards_per_inch);
        umpire.tell(|| Event::ChargeRolled {
            attacker: index as u16,
            allowance_thousandths: allowance.thousandths(),
            needed_thousandths: needed * 1_000 / yards_per_inch.max(1),
        });
        charge.attackers[index].going = if reached >= needed * 1_000 {
            Going::Home
        } else if needed > mark && reached >= (needed - mark) * 1_000 {
            Going::ShortAtMark
        } else {
            Going::Short
        };
    }
    Ok(charge)
}

/// How many average dice a charge has. R 7: the two caps of cavalry (from rest, in woods) are on the total.
fn dice_count<U: Referee>(book: &Book, charger: &Charger, umpire: &mut U) -> u8 {
    let limit = |limit| book.tables.limits.at(limit);
    let dice = if charger.unit.arm == Arm::Cavalry {
        let mut dice = if charger.moved_last_turn {
            umpire.cite_all([SE_MOVE_CAV, SE_MOVE_CAV_CHARGE]);
            umpire.read(book.tables.movement_dice.at(Mover::Cavalry)) + umpire.read(limit(Limit::CavalryChargeExtra))
        } else {
            umpire.cite(SE_MOVE_CAV_FIRST);
            umpire.read(limit(Limit::CavalryFirstTurn))
        };
        if charger.path.contains(&PathPenalty::Woods) {
            umpire.cite(SE_MOVE_CAV_WOODS);
            dice = dice.min(umpire.read(limit(Limit::CavalryWoods)));
        }
        dice
    } else {
        umpire.cite(SE_MOVE_INF);
        let dice = umpire.read(book.tables.movement_dice.at(Mover::Infantry));
        if charger.column_die {
            umpire.cite(SE_MOVE_INF_COLUMN);
            dice + umpire.read(limit(Limit::ColumnExtra))
        } else {
            dice
        }
    };
    dice as u8
}

/// P4. Deductions per die first, then halving; one inch a die always remains (R 6).
fn allowance<U: Referee>(charger: &Charger, dice: i32, rolled: i32, umpire: &mut U) -> Decimal {
    let mut met = 0;
    for penalty in <PathPenalty as engine::chart::Key>::ALL {
        if charger.path.contains(penalty) {
            met += 1;
            umpire.cite(penalty_rule(*penalty));
        }
    }
    if met > 1 {
        umpire.cite(SE_PEN_CUMULATIVE);
    }
    let after_deductions = Decimal::from_int(rolled - dice * met);
    let allowance = if charger.fired {
        umpire.cite_all([SE_FIRE_OPT_REDUCED, SE_PEN_ORDER]);
        after_deductions.halved()
    } else {
        after_deductions
    };
    let least = Decimal::from_int(dice);
    if allowance < least {
        umpire.cite(SE_PEN_MINIMUM);
    }
    allowance.max(least)
}

fn penalty_rule(penalty: PathPenalty) -> engine::Rule {
    match penalty {
        PathPenalty::Uphill => SE_PEN_UPHILL,
        PathPenalty::Woods => SE_PEN_WOODS,
        PathPenalty::Buildings => SE_PEN_BUILDINGS,
        PathPenalty::Stream => SE_PEN_STREAM,
        PathPenalty::PicketFence => SE_PEN_PICKET,
        PathPenalty::Wall => SE_PEN_WALL,
        PathPenalty::Face => SE_PEN_FACE,
        PathPenalty::Interpenetration => SE_PEN_INTERPEN,
    }
}
