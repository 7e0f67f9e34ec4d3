//! Passing through other units (section 6.5).

use engine::{Asks, Refusal};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::Maneuver;
use crate::rules::*;
use crate::unit::{Arm, Formation, Unit};
use crate::{Book, Referee};

/// LIMIT: units passed through in one move.
pub const PASSES_MAX: usize = 4;

/// A unit that another passes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Passed {
    /// Its arm.
    #[serde(default)]
    pub arm: Arm,
    /// How it stands.
    #[serde(default)]
    pub formation: Formation,
    /// Whether it is mounted (cavalry only).
    #[serde(default)]
    pub mounted: bool,
    /// Whether it moves this turn.
    #[serde(default)]
    pub moves: bool,
}

/// What passing through costs the mover, and gives each of the two units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Passage {
    pub metres: u16,
    pub markers: u8,
}

/// Whether it is infantry for passing through: dismounted cavalry counts so.
fn is_foot(arm: Arm, mounted: bool) -> bool {
    arm == Arm::Infantry || (arm == Arm::Cavalry && !mounted)
}

/// 6.5: the first case that holds.
pub(crate) fn pass_through<U: Referee>(book: &Book, mover: &Unit, passed: &Passed, umpire: &mut U) -> Passage {
    let ground = &book.tables.ground;
    let skirmishes = mover.formation == Formation::Skirmish;
    let foot_skirmishers = skirmishes && is_foot(mover.arm, mover.mounted);
    umpire.cite(BY_MAN_TABLE);
    if skirmishes && mover.arm == Arm::Cavalry && !mover.mounted {
        umpire.cite(BY_MAN_INTER_DISMOUNT);
    }
    let (row, rule) = if passed.formation == Formation::Unlimbered {
        (Maneuver::FreeUnlimbered, BY_MAN_INTER_UNLIMB)
    } else if foot_skirmishers && (is_foot(passed.arm, passed.mounted) || passed.formation == Formation::Limbered) {
        (Maneuver::FreeInfSkirmishers, BY_MAN_INTER_SKIRM)
    } else if skirmishes && mover.rides() && passed.arm == Arm::Cavalry && passed.formation == Formation::Skirmish {
        (Maneuver::FreeCavSkirmishers, BY_MAN_INTER_CAVSKIRM)
    } else if is_formed_foot(mover.arm, mover.formation)
        && is_formed_foot(passed.arm, passed.formation)
        && !passed.moves
    {
        (Maneuver::FreeFormedInfantry, BY_MAN_INTER_FORMED)
    } else {
        (Maneuver::InterpenetrateOther, BY_MAN_INTER_DISORDER)
    };
    umpire.cite(rule);
    let markers = umpire.read(ground.maneuver_markers.at(row));
    let metres = if foot_skirmishers {
        umpire.cite(BY_MAN_INTER_EXEMPT);
        0
    } else {
        umpire.read(ground.metres.at(row))
    };
    if metres > 0 {
        umpire.cite(BY_MAN_INTER);
    }
    Passage { metres, markers }
}

fn is_formed_foot(arm: Arm, formation: Formation) -> bool {
    arm == Arm::Infantry && formation != Formation::Skirmish
}

/// Refuses more than a move can hold.
pub(crate) fn check_passes(refusal: &mut Refusal, field: &str, passes: &[Passed]) {
    refusal.unless(passes.len() <= PASSES_MAX, field, BY_MAN_INTER, || format!("give at most {PASSES_MAX} units"));
    for passed in passes {
        refusal.unless(!passed.mounted || passed.arm == Arm::Cavalry, field, BY_MOVE_WALK, || {
            format!("{} has no horses to mount", passed.arm)
        });
    }
}
