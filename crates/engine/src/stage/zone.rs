//! What the weapons of a piece bear upon from where it stands, for whoever draws it on a map or tells it in words.

use schemars::JsonSchema;
use serde::Serialize;

use super::{PieceId, Spot};

/// What a piece can fire at, and how far it sees.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct FireZone {
    /// What it fires, in the rulebook's words; nothing where it has no weapon.
    pub weapon: String,
    /// Why it would not fire as it stands, if it would not.
    pub silent: Option<String>,
    /// The ground in its arc and within its range: outlines, each by its corners.
    pub arc: Vec<Vec<Spot>>,
    /// What of that ground it does not see.
    pub dead: Vec<Vec<Spot>>,
    /// Where its fire changes, the nearest first.
    pub bands: Vec<Band>,
    /// The enemies it can fire at: in arc, range and sight.
    pub targets: Vec<PieceId>,
    /// The enemies it sees, in arc and range or not.
    pub seen: Vec<PieceId>,
}

/// A range at which the fire of a weapon changes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Band {
    /// How far it goes, in yards.
    pub yards: u32,
    /// How far it goes and what it is good for, in the rulebook's words.
    pub words: String,
    /// Its far edge: lines from left to right.
    pub edge: Vec<Vec<Spot>>,
}
