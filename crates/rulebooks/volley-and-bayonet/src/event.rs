//! What happens, in the rulebook's words.

use engine::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

use crate::charts::{Level, Marsh};

/// Something that happened in a procedure. Stands are numbered by their place in the situation, from one: the firer or defender
/// first, then those on the other side.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A stand tested its morale.
    Tested {
        /// Which stand.
        stand: u16,
        /// Its modified morale: a higher die fails.
        modified: i16,
        /// Whether it passed.
        passed: bool,
    },
    /// A stand changed its morale level.
    Dropped {
        /// Which stand.
        stand: u16,
        /// The level it is on now.
        level: Level,
    },
    /// Dice were thrown to hit.
    Attacked {
        /// Which stand threw them.
        stand: u16,
        /// How many dice.
        dice: u8,
        /// What each needed.
        needed: u8,
        /// How many hit.
        hits: u8,
    },
    /// Hits were thrown for.
    Saved {
        /// Which stand.
        stand: u16,
        /// How many hits it had.
        hits: u8,
        /// How many were saved.
        saved: u8,
    },
    /// A stand lost strength points.
    Lost {
        /// Which stand.
        stand: u16,
        /// How many.
        casualties: u8,
    },
    /// A tied melee was thrown for.
    TieRolled {
        /// The attacker's total.
        attacker: i16,
        /// The defender's total.
        defender: i16,
    },
    /// A stand went into a marsh.
    EnteredMarsh {
        /// The modified die.
        modified: i16,
        /// How it found it.
        marsh: Marsh,
    },
    /// A stand moved.
    Moved {
        /// Inches it went.
        inches: Decimal,
        /// What is left of its move, rounded down.
        left: Decimal,
    },
    /// A die was thrown for a division, a commander or a building.
    Rolled {
        /// Whether it fell as it had to.
        happened: bool,
    },
}
