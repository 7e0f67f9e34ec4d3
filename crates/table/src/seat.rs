//! Who sits where, and in what capacity.

use engine::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A seat, by its number at the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct SeatId(pub u8);

impl SeatId {
    pub(crate) fn index(self) -> usize {
        self.0.into()
    }
}

/// In what capacity somebody sits there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Commands the Union, or whoever the battle puts in its place.
    Union,
    /// Commands the Confederates, or whoever the battle puts in their place.
    Confederate,
    /// Commands both sides, on one screen.
    Both,
    /// Sees everything, and may correct the battle.
    Referee,
    /// Looks on, and sees what both sides may see.
    Spectator,
}

impl Role {
    /// The capacity of whoever commands this side.
    pub const fn of(side: Side) -> Role {
        match side {
            Side::Union => Role::Union,
            Side::Confederate => Role::Confederate,
        }
    }

    /// Whether he gives the orders of this side.
    pub fn commands(self, side: Side) -> bool {
        self == Role::of(side) || self == Role::Both
    }

    /// Whether he commands anybody.
    pub fn plays(self) -> bool {
        Side::ALL.iter().any(|side| self.commands(*side))
    }
}

/// Who decides at a seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Player {
    /// A person.
    Person,
    /// A program, by its name.
    General(String),
}

/// A seat at the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Seat {
    /// What he is called.
    pub name: String,
    /// In what capacity he is here.
    pub role: Role,
    /// Who decides.
    pub player: Player,
    /// His word for the dice, chosen after their commitment was published.
    #[serde(default)]
    pub word: String,
}
