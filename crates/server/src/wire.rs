//! What goes over a socket: the messages of a table in numbered envelopes.

use engine::stage::{Mark, Piece, PieceId, Scene};
use engine::{Shared, Words};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Ask, Clock, Decision, News, Page, SeatLine, Tell, UndoLine};

use crate::problem::Problem;

pub(crate) mod parts;
mod piece;
mod quick;
mod text_frame;

pub use piece::{PieceChange, StandingChange};
pub(crate) use text_frame::TextFrame;

/// Bytes set aside for a frame that is probably short.
const SMALL_BYTES: usize = 128;

/// What comes in.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "what", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// Something is asked of the table.
    Ask {
        /// The answer bears the same number.
        number: u32,
        /// What.
        ask: Ask,
    },
    /// How does the table stand, with the journal from a page on?
    News {
        /// The answer bears the same number.
        number: u32,
        /// The first page that was not read yet.
        #[serde(default)]
        since: u32,
    },
    /// Is anybody there?
    Ping {
        /// The answer bears the same number.
        number: u32,
    },
}

/// What goes out.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(tag = "what", rename_all = "kebab-case")]
pub enum Frame {
    /// The answer to an ask.
    Tell {
        /// The number of the ask.
        number: u32,
        /// The answer.
        tell: Tell,
    },
    /// How the table stands: the first frame of every socket, and whenever it is asked for.
    News {
        /// The number of the request; nothing where nobody asked.
        #[serde(skip_serializing_if = "Option::is_none")]
        number: Option<u32>,
        /// As the seat may know it.
        news: Box<News>,
    },
    /// What is different since the news or the change before.
    Changed(Box<Changed>),
    /// Somebody is there.
    Pong {
        /// The number of the ping.
        number: u32,
    },
    /// Something is wrong with what came in.
    Problem {
        /// The number of the request, where it could be read.
        #[serde(skip_serializing_if = "Option::is_none")]
        number: Option<u32>,
        /// What, and what to do about it.
        #[serde(flatten)]
        problem: Problem,
    },
    /// The socket is closed.
    Bye {
        /// Why, and whether to come again.
        why: String,
        /// Whether it is worth coming again at once.
        again: bool,
    },
}

impl Frame {
    /// As text. Our own types always turn into JSON.
    pub(crate) fn text(&self) -> axum::extract::ws::Utf8Bytes {
        serde_json::to_string(self).unwrap_or_default().into()
    }

    /// As it goes over a socket.
    pub(crate) fn whole(&self) -> TextFrame {
        TextFrame::of(SMALL_BYTES, self)
    }
}

/// What is different at the table: whatever is not named is as it was.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct Changed {
    /// The number of the last turn that counts.
    pub turn: u32,
    /// Turns that count.
    pub turns: u32,
    /// Who sits where.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seats: Option<Shared<SeatLine>>,
    /// The map.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scene: Option<SceneChange>,
    /// What the table waits for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<Decision>,
    /// A request to go back, or that there is none any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undo: Option<Option<UndoLine>>,
    /// The time each side has used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// The side's own standing orders.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<Vec<(String, String)>>,
    /// Whether the game was closed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<bool>,
    /// A mark of the game so far; once it is closed, its chain.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chain: Option<Words>,
    /// New pages of the journal.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pages: Vec<Page>,
}

/// What is different on the map: whatever is not named is as it was.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
pub struct SceneChange {
    /// How the battle stands.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<StandingChange>,
    /// Pieces that are new, whole.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pieces: Vec<Piece>,
    /// Pieces that have changed: what is different about them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changed: Vec<PieceChange>,
    /// Pieces that are no longer seen.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub gone: Vec<PieceId>,
    /// What else is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub marks: Option<Vec<Mark>>,
    /// The piece that is in the middle of something, or that none is any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub active: Option<Option<PieceId>>,
}

/// What is new, where it is.
fn new_one<T: PartialEq + Clone>(was: &T, is: &T) -> Option<T> {
    (was != is).then(|| is.clone())
}

impl Changed {
    /// What is different between two news of the same seat. Rooms write the same in [parts], which serve several roles.
    pub fn between(was: &News, is: &News) -> Self {
        Changed {
            turn: is.turn,
            turns: is.turns,
            seats: new_one(&was.seats, &is.seats),
            scene: SceneChange::between(&was.scene, &is.scene),
            decision: new_one(&was.decision, &is.decision),
            undo: new_one(&was.undo, &is.undo),
            clock: new_one(&was.clock, &is.clock),
            standing: new_one(&was.standing, &is.standing),
            closed: new_one(&was.closed, &is.closed),
            chain: new_one(&was.chain, &is.chain),
            pages: is.pages.clone(),
        }
    }
}

impl SceneChange {
    /// What is different between two pictures; nothing where nothing is.
    pub fn between(was: &Scene, is: &Scene) -> Option<Self> {
        // Pieces stand in the order of their numbers.
        let find = |scene: &Scene, id: PieceId| scene.pieces.binary_search_by_key(&id, |piece| piece.id).ok();
        let before = |piece: &Piece| find(was, piece.id).and_then(|place| was.pieces.get(place));
        let change = SceneChange {
            standing: StandingChange::between(&was.standing, &is.standing),
            pieces: is.pieces.iter().filter(|piece| before(piece).is_none()).cloned().collect(),
            changed: is.pieces.iter().filter_map(|piece| PieceChange::between(before(piece)?, piece)).collect(),
            gone: was.pieces.iter().map(|piece| piece.id).filter(|id| find(is, *id).is_none()).collect(),
            marks: new_one(&was.marks, &is.marks),
            active: new_one(&was.active, &is.active),
        };
        (change != SceneChange::default()).then_some(change)
    }
}
