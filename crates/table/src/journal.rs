//! What was said and done, as each seat may read it.

use engine::game::{Tellings, Told};
use engine::{Shared, Side, Words};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::clock::Millis;
use crate::public::public_order;
use crate::seat::{Role, SeatId};

/// For whose eyes something is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Audience {
    /// Everybody at the table.
    #[default]
    All,
    /// Those who command the same side, and the referee.
    Friends,
}

/// One entry of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "note", rename_all = "kebab-case")]
pub enum Note {
    /// An order was carried out.
    Turn {
        /// Its number in the game; its story can be asked for.
        turn: u32,
        /// Who gave it.
        side: Option<Side>,
        /// The order in words; nothing where the reader may not know it.
        order: Option<Words>,
        /// What happened, in words.
        words: Shared<String>,
    },
    /// Somebody said something.
    Said {
        /// What.
        text: String,
        /// For whom.
        to: Audience,
    },
    /// Somebody wants to go back.
    UndoAsked {
        /// The last turn that would still count.
        to: u32,
    },
    /// Somebody does not agree to it.
    UndoDenied,
    /// The game went back.
    Undone {
        /// The last turn that still counts.
        to: u32,
    },
    /// The battle is over, and the secret of the dice is shown.
    Closed,
}

/// One page of the journal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Page {
    /// Its number, counted from nought.
    pub number: u32,
    /// Who.
    pub seat: SeatId,
    /// When.
    pub at: Millis,
    /// What.
    #[serde(flatten)]
    pub note: Note,
}

/// One entry as the table keeps it, with everything in it.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub seat: SeatId,
    pub at: Millis,
    pub what: What,
}

/// What an entry is about.
#[derive(Clone, Debug)]
pub(crate) enum What {
    /// An order, told to everybody as he may know it: kept when it happens, so that nobody has to play the game again to read
    /// of it.
    Turn(Tellings),
    /// The same for everybody who may read it at all.
    Plain(Note),
}

/// What a role may read of a turn.
pub(crate) fn for_eyes_of(told: &Tellings, role: Role) -> Told {
    let [union, confederate] = &told.sides;
    match role {
        Role::Union => union.clone(),
        Role::Confederate => confederate.clone(),
        Role::Both | Role::Referee => told.umpire.clone(),
        Role::Spectator if union == confederate => union.clone(),
        Role::Spectator => {
            let words = union.words.iter().filter(|words| confederate.words.contains(words)).cloned();
            let orders = [union.order.as_ref(), confederate.order.as_ref()];
            Told { order: public_order(told.side, orders).cloned(), words: words.collect() }
        }
    }
}
