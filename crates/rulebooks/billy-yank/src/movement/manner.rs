//! Moves that cannot be made, whatever they cost.

use engine::Refusal;

use super::march::{Act, Fired, MoveSituation, Speed, turn_halves};
use crate::Book;
use crate::charts::Limit;
use crate::rules::*;
use crate::unit::{Arm, Formation};

/// LIMIT: acts in one move.
const ACTS_MAX: usize = 4;

/// Refuses acts that the unit cannot do.
pub(super) fn check_acts(refusal: &mut Refusal, situation: &MoveSituation) {
    let unit = &situation.unit;
    refusal.unless(situation.acts.len() <= ACTS_MAX, "acts", BY_MAN_TABLE, || format!("give at most {ACTS_MAX} acts"));
    for (index, act) in situation.acts.iter().enumerate() {
        let field = format!("acts[{index}]");
        let guns = unit.arm.is_artillery();
        let on_foot = unit.arm == Arm::Infantry || (unit.arm == Arm::Cavalry && !unit.mounted);
        let (fits, rule) = match act {
            Act::Mount => (unit.arm == Arm::Cavalry && !unit.mounted, BY_MAN_HALF_MOUNT),
            Act::Dismount => (unit.rides(), BY_MAN_HALF_MOUNT),
            Act::Limber => (guns && unit.formation == Formation::Unlimbered, BY_MAN_FULL_LIMBER),
            Act::Unlimber => (guns && unit.formation == Formation::Limbered, BY_MAN_FULL_LIMBER),
            Act::ChangeFormation => (unit.arm == Arm::Infantry || unit.rides(), BY_MAN_FULL_LINECOL),
            Act::DeploySkirmishers => {
                (unit.arm.is_foot_or_horse() && unit.formation != Formation::Skirmish, BY_MOVE_SKIRM_SEE)
            }
            Act::RecallSkirmishers => (unit.formation == Formation::Skirmish, BY_MAN_FULL_REJOIN),
            Act::StepBack => (unit.arm == Arm::Infantry && unit.formation != Formation::Skirmish, BY_MAN_FULL_STEPBACK),
            Act::EnterBuilding | Act::LeaveBuilding => (on_foot, BY_TER_BUILDING),
        };
        refusal.unless(fits, &field, rule, || format!("this unit cannot {act}"));
    }
}

/// Refuses a manner of moving that the unit does not have.
pub(super) fn check_manner(book: &Book, refusal: &mut Refusal, situation: &MoveSituation) {
    let unit = &situation.unit;
    let marches = !situation.legs.is_empty() || !situation.crossings.is_empty();
    refusal.unless(situation.fired != Fired::Held, "fired", BY_FIRE_MOD_STATIONARY, || {
        "a unit that held to fire does not move this turn".to_owned()
    });
    refusal.unless(!(marches && unit.formation == Formation::Unlimbered), "unit.formation", BY_MAN_FULL_LIMBER, || {
        "guns off their limbers do not move".to_owned()
    });
    refusal.unless(!(marches && unit.formation == Formation::Square), "unit.formation", BY_HOUSE_SQUARE, || {
        "a square does not move".to_owned()
    });
    let about = book.limit(Limit::AboutTurn);
    refusal.unless(situation.turn_degrees <= about, "turn_degrees", BY_MAN_HALF_TURN, || {
        format!("{about} degrees are a turn about")
    });
    let column = unit.arm == Arm::Infantry && unit.formation == Formation::Column;
    refusal.unless(!situation.double_time || column, "double_time", BY_MOVE_DOUBLE_COLUMN, || {
        "only infantry in column goes at double time".to_owned()
    });
    let (turns, window) = (book.limit(Limit::DoubleTimeTurns), book.limit(Limit::DoubleTimeWindow));
    let rested = u16::from(situation.double_time_turns) < turns;
    refusal.unless(!situation.double_time || rested, "double_time_turns", BY_MOVE_DOUBLE_LIMIT, || {
        format!("double time is for {turns} turns in any {window}")
    });
    let horse_guns = unit.arm == Arm::HorseArtillery && unit.formation == Formation::Limbered;
    refusal.unless(!situation.follows_charge || horse_guns, "follows_charge", BY_MOVE_HART_ACCOMPANY, || {
        "only limbered horse artillery follows a charge".to_owned()
    });
    let has_trot = unit.rides() || unit.arm == Arm::HorseArtillery;
    refusal.unless(situation.speed == Speed::Walk || has_trot, "speed", BY_MOVE_TROT, || "only horses trot".to_owned());
    if let Some(rule) = situation.whole_move(book) {
        let untouched = !marches
            && situation.acts.len() == 1
            && !situation.halved_by_fire()
            && situation.passes.is_empty()
            && (turn_halves(book, situation.turn_degrees) == 0 || situation.faces_in_change(book))
            && !situation.double_time
            && !situation.follows_charge;
        refusal.unless(untouched, "acts", rule, || "this takes the full allowance: it is the whole move".to_owned());
    }
}
