//! What somebody points at on the map, and the orders that come of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{PieceId, Spot};

/// What somebody wants of a piece, before anything is ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "want", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Intent {
    /// Go there, and face that way at the end if it is said.
    March {
        /// Where to.
        to: Spot,
        /// The way to face, in 65,536ths of a turn clockwise from north.
        #[serde(default)]
        heading: Option<u16>,
    },
    /// Turn where it stands.
    Face {
        /// The way to face, in 65,536ths of a turn clockwise from north.
        heading: u16,
    },
    /// Fire at that piece.
    Fire {
        /// The enemy.
        target: PieceId,
    },
    /// Charge that piece.
    Charge {
        /// The enemy.
        target: PieceId,
    },
}

/// The orders that would do what somebody wants, or as much of it as the rules allow.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Proposal<C> {
    /// The orders, one after another.
    pub orders: Vec<C>,
    /// The way the middle of the piece takes.
    pub way: Vec<Spot>,
    /// The way it faces at the end, in 65,536ths of a turn clockwise from north.
    pub heading: u16,
    /// What it costs, in the rulebook's words: "7.5 of 9 inches".
    pub cost: String,
    /// Why it stops short, if it does.
    pub short: Option<String>,
}
