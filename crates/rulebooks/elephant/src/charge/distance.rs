//! Step 2: do the dice carry the charge home?

use engine::{Asks, Decimal, Die, Fault, Ruling};

use super::{ChargeFacts, Going, Progress};
use crate::charge::Charger;
use crate::charts::{Distance, Limit, Mover, Penalty};
use crate::movement::{allowance, cavalry_charge_dice};
use crate::rules::*;
use crate::unit::Arm;
use crate::{Book, Event, Referee};

/// One attacker rolls its average dice. If its path is longer than its allowance it is short (S 28): it goes to the end of its
/// allowance or to the 100 yard mark, whichever comes first, or stays put if it began nearer.
pub(super) fn roll_for_distance<U: Referee>(
    facts: &ChargeFacts<'_>,
    mut charge: Progress,
    umpire: &mut U,
) -> Ruling<Progress, U> {
    let index = charge.take_turn(facts.situation.attackers.len());
    let charger = &facts.situation.attackers[index];
    let allowance = carried(facts.book, charger, index, umpire)?;
    charge.attackers[index].going = going(facts.book, charger, allowance)?;
    Ok(charge)
}

/// How far its dice carry an attacker.
pub(crate) fn carried<U: Referee>(book: &Book, charger: &Charger, index: usize, umpire: &mut U) -> Ruling<Decimal, U> {
    let yards_per_inch = i32::from(book.yards_per_inch()?);
    umpire.read(book.tables.distances.at(Distance::FirstFire));
    let dice = dice_count(book, charger, umpire);
    let rolled = umpire.sum(dice, Die::Average, SE_CHARGE_2)?;
    let fired = if charger.fired { &[Penalty::Fired][..] } else { &[] };
    let allowance = allowance(book, dice, rolled, [charger.path.as_slice(), fired], umpire);
    umpire.tell(|| Event::ChargeRolled {
        attacker: index as u16 + 1,
        allowance_thousandths: allowance.thousandths(),
        needed_thousandths: i32::from(charger.distance_yards) * 1_000 / yards_per_inch.max(1),
    });
    Ok(allowance)
}

/// What that comes to.
pub(crate) fn going(book: &Book, charger: &Charger, allowance: Decimal) -> Result<Going, Fault> {
    let mark = i32::from(book.tables.distances.at(Distance::FirstFire).value);
    let reached = allowance.thousandths().saturating_mul(i32::from(book.yards_per_inch()?));
    let needed = i32::from(charger.distance_yards);
    Ok(if reached >= needed * 1_000 {
        Going::Home
    } else if needed > mark && reached >= (needed - mark) * 1_000 {
        Going::ShortAtMark
    } else {
        Going::Short
    })
}

/// How many average dice a charge has.
fn dice_count<U: Referee>(book: &Book, charger: &Charger, umpire: &mut U) -> u8 {
    if charger.unit.arm == Arm::Cavalry {
        let woods = charger.path.contains(&Penalty::Woods);
        return cavalry_charge_dice(book, charger.moved_last_turn, woods, umpire);
    }
    umpire.cite(SE_MOVE_INF);
    let dice = umpire.read(book.tables.movement_dice.at(Mover::Infantry));
    if charger.column_die {
        umpire.cite(SE_MOVE_INF_COLUMN);
        return (dice + umpire.read(book.tables.limits.at(Limit::ColumnExtra))) as u8;
    }
    dice as u8
}
