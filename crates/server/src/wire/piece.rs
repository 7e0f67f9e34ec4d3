//! What is different about a piece, and about how the battle stands.

use engine::stage::{Badge, Ending, Nerve, Piece, PieceId, PieceKind, Shape, Spot, Standing, Strength};
use engine::{Shared, Side, Words};
use schemars::JsonSchema;
use serde::Serialize;

use super::new_one;

/// What is different about a piece: whatever is not named is as it was.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct PieceChange {
    /// Its number.
    pub id: PieceId,
    /// What it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<PieceKind>,
    /// Whose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// What people call it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<Words>,
    /// The formations it belongs to.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub under: Option<Shared<Words>>,
    /// Its middle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<Spot>,
    /// Where that is in the rulebook's words, or that it has none any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<Option<String>>,
    /// The way it faces.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heading: Option<u16>,
    /// Its frontage.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub front: Option<i64>,
    /// Its depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub depth: Option<i64>,
    /// How a picture shows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
    /// How it stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formation: Option<Words>,
    /// What there is left of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub strength: Option<Strength>,
    /// How far it can be relied upon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nerve: Option<Nerve>,
    /// Its morale.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub morale: Option<Words>,
    /// What else is worth a mark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub badges: Option<Vec<Badge>>,
    /// Whether it may still be given an order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub may_act: Option<bool>,
    /// What it has done this turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub done: Option<Words>,
}

impl PieceChange {
    /// What is different about the same piece; nothing where nothing is.
    pub fn between(was: &Piece, is: &Piece) -> Option<Self> {
        (was != is).then(|| PieceChange {
            id: is.id,
            kind: new_one(&was.kind, &is.kind),
            side: new_one(&was.side, &is.side),
            name: new_one(&was.name, &is.name),
            under: new_one(&was.under, &is.under),
            at: new_one(&was.at, &is.at),
            place: new_one(&was.place, &is.place),
            heading: new_one(&was.heading, &is.heading),
            front: new_one(&was.front, &is.front),
            depth: new_one(&was.depth, &is.depth),
            shape: new_one(&was.shape, &is.shape),
            formation: new_one(&was.formation, &is.formation),
            strength: new_one(&was.strength, &is.strength),
            nerve: new_one(&was.nerve, &is.nerve),
            morale: new_one(&was.morale, &is.morale),
            badges: new_one(&was.badges, &is.badges),
            may_act: new_one(&was.may_act, &is.may_act),
            done: new_one(&was.done, &is.done),
        })
    }
}

/// What is different about how the battle stands: whatever is not named is as it was.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct StandingChange {
    /// The turn, counted from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u16>,
    /// The last turn there is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turns: Option<u16>,
    /// The points of either side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<[i32; 2]>,
    /// Men either side has lost.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lost: Option<[u32; 2]>,
    /// The time of day.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Words>,
    /// The phase.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phase: Option<Words>,
    /// What is to be done in it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to_do: Option<String>,
    /// The side that commands now, or that none does any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<Option<Side>>,
    /// Men either side began with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engaged: Option<[u32; 2]>,
    /// How it ended, or that it goes on again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ending: Option<Option<Ending>>,
}

impl StandingChange {
    /// What is different; nothing where nothing is.
    pub fn between(was: &Standing, is: &Standing) -> Option<Self> {
        (was != is).then(|| StandingChange {
            turn: new_one(&was.tally.turn, &is.tally.turn),
            turns: new_one(&was.tally.turns, &is.tally.turns),
            points: new_one(&was.tally.points, &is.tally.points),
            lost: new_one(&was.tally.lost, &is.tally.lost),
            clock: new_one(&was.clock, &is.clock),
            phase: new_one(&was.phase, &is.phase),
            to_do: new_one(&was.to_do, &is.to_do),
            side: new_one(&was.side, &is.side),
            engaged: new_one(&was.engaged, &is.engaged),
            ending: new_one(&was.ending, &is.ending),
        })
    }
}
