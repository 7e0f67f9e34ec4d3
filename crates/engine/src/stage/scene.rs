//! What lies on the map, in terms that need no rulebook.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::Tally;
use crate::{Rule, Shared, Side, Words};

/// A piece on the map, by the number its rulebook gives it. Questions name their piece by the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct PieceId(pub u16);

/// A place on the ground: 9,144 to the yard, east and south of the map's north-west corner as the ground counts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Spot {
    /// To the east.
    pub x: i64,
    /// As the ground counts it.
    pub y: i64,
}

/// What a piece is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PieceKind {
    /// Men on foot.
    Infantry,
    /// Men on horseback, mounted or not.
    Cavalry,
    /// Guns.
    Artillery,
    /// One man who leads.
    Leader,
    /// A headquarters.
    Headquarters,
    /// A wagon.
    Wagon,
    /// A ship.
    Ship,
}

/// How a piece stands, as a picture shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Shape {
    /// A long bar.
    Line,
    /// A narrow bar.
    Column,
    /// A broken bar.
    Skirmish,
    /// A front to every side.
    Square,
    /// No order at all: routed, or scattered.
    Crowd,
    /// Guns ready to fire.
    Unlimbered,
    /// Guns behind their horses.
    Limbered,
    /// A single figure.
    Figure,
}

/// How far a piece can be relied upon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Nerve {
    /// It does what it is told.
    Steady,
    /// It has suffered, and shows it.
    Shaken,
    /// It runs, or does nothing until somebody rallies it.
    Broken,
}

/// A mark beside a piece. Pictures show two at most.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Badge {
    /// One to three letters or figures.
    pub short: Words,
    /// What it means.
    pub long: Words,
}

/// What there is left of a piece.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Strength {
    /// As the rulebook counts it: "6 stands", "9 SP".
    pub words: Words,
    /// What is left, in the rulebook's own pieces.
    pub left: u32,
    /// What it began with.
    pub full: u32,
    /// What is left in men, crews of guns among them.
    pub men: u32,
}

/// Something on the map that belongs to a side.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Piece {
    /// Its number.
    pub id: PieceId,
    /// What it is.
    pub kind: PieceKind,
    /// Whose.
    pub side: Side,
    /// What people call it.
    pub name: Words,
    /// The formations it belongs to, the smallest first, by the ids of the battle folder.
    pub under: Shared<Words>,
    /// Its middle.
    pub at: Spot,
    /// Where that is in the rulebook's words: the number of a hex, nothing on a plane.
    pub place: Option<String>,
    /// The way it faces, in 65,536ths of a turn clockwise from north.
    pub heading: u16,
    /// Its frontage, in the units of the ground.
    pub front: i64,
    /// Its depth, in the units of the ground.
    pub depth: i64,
    /// How a picture shows it.
    pub shape: Shape,
    /// How it stands, in the rulebook's words.
    pub formation: Words,
    /// What there is left of it.
    pub strength: Strength,
    /// How far it can be relied upon.
    pub nerve: Nerve,
    /// Its morale in the rulebook's words.
    pub morale: Words,
    /// What else is worth a mark, the weightiest first.
    pub badges: Vec<Badge>,
    /// Whether it may still be given an order in this phase.
    pub may_act: bool,
    /// What it has done this turn, as one would say it: "has fired, has moved"; nothing where it has done nothing yet.
    pub done: Words,
}

/// Something on the map that is no piece: an objective, works that were dug, a place where men ran.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Mark {
    /// What it is, in a word: `objective`, `works`.
    pub kind: Words,
    /// What people call it.
    pub name: Words,
    /// Where.
    pub at: Spot,
    /// Whose it is now.
    pub side: Option<Side>,
}

/// How a battle ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Ending {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// How, in words that stand for many battles: `decisive victory`.
    pub kind: &'static str,
    /// How, as a player would say it of this one: "decisive victory, 13 points to 4".
    pub words: String,
    /// The rule that says so.
    pub rule: Option<Rule>,
}

/// How the battle stands.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Standing {
    /// In numbers.
    #[serde(flatten)]
    pub tally: Tally,
    /// The time of day.
    pub clock: Words,
    /// The phase, in the rulebook's words.
    pub phase: Words,
    /// What is to be done in it, as one would tell a newcomer.
    pub to_do: String,
    /// The side that commands now.
    pub side: Option<Side>,
    /// Men either side began with, those still to come among them.
    pub engaged: [u32; 2],
    /// How it ended, once it has.
    pub ending: Option<Ending>,
}

/// What somebody sees of a battle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Scene {
    /// How it stands.
    pub standing: Standing,
    /// The pieces on the map, in the order of their numbers.
    pub pieces: Vec<Piece>,
    /// What else is there.
    pub marks: Vec<Mark>,
    /// The piece that is in the middle of something, if one is.
    pub active: Option<PieceId>,
}
