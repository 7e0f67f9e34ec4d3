//! What happens, in the rulebook's words.

use engine::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

use crate::charts::{Cover, FireCell, Grade, LeaderType, MoraleResult};
use crate::command::Fate;

/// Something that happened in a procedure. Pieces are named by their place in the situation.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A green unit showed its worth.
    GradeFound {
        /// Its grade from now on.
        grade: Grade,
    },
    /// A unit tested its morale.
    Tested {
        /// The modified die.
        modified: i16,
        /// The Elan value it had to stay within.
        value: i16,
        /// What it came to.
        result: MoraleResult,
    },
    /// Fire was resolved.
    Fired {
        /// The firepower points.
        points: Decimal,
        /// The column before shifts, counted from zero.
        column: u16,
        /// The net shift, right positive.
        shift: i16,
        /// The column after shifts, counted from zero.
        shifted: u16,
        /// What the chart says.
        result: FireCell,
    },
    /// A unit lost figures.
    Lost {
        /// How many.
        figures: u16,
    },
    /// A unit earned Disorder Markers.
    Marked {
        /// How many, those beyond the most it can carry included.
        markers: u8,
    },
    /// A commander was hit.
    CommanderHit {
        /// What became of him.
        fate: Fate,
    },
    /// Someone takes over a command.
    LeaderFound {
        /// What kind of leader he is.
        kind: LeaderType,
    },
    /// The cover of a target was settled.
    Covered {
        /// How well it is covered.
        cover: Cover,
    },
    /// One die of melee fell.
    Fought {
        /// Which attacker, counted from one.
        attacker: u16,
        /// What attackers and defenders count.
        odds: [Decimal; 2],
        /// The column before shifts, counted from zero.
        column: u16,
        /// The net shift, right positive.
        shift: i16,
        /// The column after shifts, counted from zero.
        shifted: u16,
    },
    /// Points were added to the damage of a wall or ship.
    Battered {
        /// The firepower points.
        points: Decimal,
    },
    /// A piece of a way was paid for.
    Paid {
        /// Which piece, counted from one.
        piece: u16,
        /// What it cost, rounded down to a thousandth of a metre.
        metres: Decimal,
    },
}
