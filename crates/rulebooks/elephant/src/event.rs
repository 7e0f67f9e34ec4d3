//! What happens, in the rulebook's words.

use engine::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

use crate::charts::{Casualty, CombatCell, Grade, MoraleResult};
use crate::play::Deed;

/// Something that happened in a procedure. Pieces are named by their place in the situation.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A Green unit showed its worth.
    GradeFound {
        /// Its grade from now on.
        grade: Grade,
    },
    /// A unit tested its morale.
    Tested {
        /// The modified die.
        modified: i16,
        /// The Morale Value it had to stay within.
        value: i16,
        /// What it came to.
        result: MoraleResult,
    },
    /// Fire was resolved.
    Fired {
        /// The total fire factor, in thousandths.
        factor_thousandths: i32,
        /// The column before shifts, counted from zero.
        column: u16,
        /// The net shift, right positive.
        shift: i16,
        /// The column after shifts, counted from zero.
        shifted: u16,
    },
    /// A unit took hits or Panic Markers, or nothing of the fire at it.
    Suffered {
        /// Hits taken.
        hits: u8,
        /// Panic Markers earned.
        markers: u8,
        /// Stands that this removed.
        stands_lost: u16,
    },
    /// Attackers rolled for distance.
    ChargeRolled {
        /// Which attacker, counted from one.
        attacker: u16,
        /// Inches it may move, in thousandths.
        allowance_thousandths: i32,
        /// Inches it needs, in thousandths.
        needed_thousandths: i32,
    },
    /// One die of Combat fell.
    Fought {
        /// Which attacker it was for, counted from one.
        attacker: u16,
        /// What attackers and defenders count.
        odds: [Decimal; 2],
        /// The column of these odds, counted from zero.
        column: u16,
        /// The net shift, right positive.
        shift: i16,
        /// The column after shifts, counted from zero.
        shifted: u16,
        /// The result.
        result: CombatCell,
    },
    /// A commander was hit.
    CommanderHit {
        /// What became of him.
        casualty: Casualty,
    },
    /// Something happened on the map.
    OnTheMap(Deed),
}
