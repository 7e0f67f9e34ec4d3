//! Scales: what a rulebook measures the ground in, and what its pieces stand for.
//!
//! A rulebook reads them from its charts; whoever lays out a map, derives hexes or musters a battle asks for them here.

use schemars::JsonSchema;
use serde::Serialize;

/// What the ground is measured in, and how much of it one of those is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Hexes.
    Hex {
        /// Yards from one side of a hex to the opposite one.
        yards: u16,
    },
    /// Inches of the table.
    Inch {
        /// Yards that an inch stands for.
        yards: u16,
    },
    /// Centimetres of the table.
    Centimetre {
        /// Metres that a centimetre stands for.
        metres: u16,
    },
}

impl Measure {
    /// The measure as a map says it.
    pub fn words(self) -> String {
        match self {
            Measure::Hex { yards } => format!("1 hex, {yards} yards"),
            Measure::Inch { yards } => format!("1 inch, {yards} yards"),
            Measure::Centimetre { metres } => format!("1 centimetre, {metres} metres"),
        }
    }
}

/// What is moved as one unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Grain {
    /// Regiments and batteries.
    Regiment,
    /// Brigades, and batteries.
    Brigade,
}

/// What is done with men or guns that do not fill a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Rounding {
    /// A formation gets as many pieces as all of it is worth, to the nearest.
    Nearest,
    /// No piece stands for more: what is left over gets a piece of its own.
    AtMost,
}

/// A piece, and what it stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Piece {
    /// What several of them are called: stands, figures, SP.
    pub name: &'static str,
    /// The men or guns it stands for.
    pub stands_for: u16,
    /// What is done with those that do not fill one.
    pub rounding: Rounding,
}

impl Piece {
    /// Pieces of a formation that are as many as it is worth, to the nearest.
    pub const fn of(name: &'static str, stands_for: u16) -> Piece {
        Piece { name, stands_for, rounding: Rounding::Nearest }
    }
}

/// One scale of a rulebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Scale {
    /// How it is chosen, where a rulebook has several.
    pub name: &'static str,
    /// What it measures the ground in.
    pub ground: Measure,
    /// What is moved as one unit.
    pub grain: Grain,
    /// Its pieces of men on foot.
    pub foot: Piece,
    /// Its pieces of horsemen.
    pub horse: Piece,
    /// Its pieces of guns.
    pub guns: Piece,
}
