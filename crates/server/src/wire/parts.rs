//! A change in parts, each written once for all who know it alike.
//!
//! Put together they are the frame [`super::Changed`] describes, which a test compares; but nothing is copied to be written, and
//! what two roles share is written once.

use engine::stage::{Mark, Piece, PieceId, Scene};
use serde::Serialize;
use table::{Clock, Common, Decision, Page, SeatLine, UndoLine};

use super::{PieceChange, StandingChange};

/// Bytes set aside for a part.
const PART_BYTES: usize = 512;

/// The fields of a part, each after a comma.
pub(crate) fn part_of(part: &impl Serialize) -> Vec<u8> {
    let mut text = Vec::with_capacity(PART_BYTES);
    add_part(&mut text, part);
    text
}

/// Adds them to what is written already: our own types always turn into JSON.
pub(crate) fn add_part(text: &mut Vec<u8>, part: &impl Serialize) {
    let begins = text.len();
    if serde_json::to_writer(&mut *text, part).is_err() || text.len() <= begins + 2 {
        text.truncate(begins);
        return;
    }
    text.pop();
    if let Some(brace) = text.get_mut(begins) {
        *brace = b',';
    }
}

/// What everybody knows alike.
#[derive(Serialize)]
pub(crate) struct CommonPart<'a> {
    turn: u32,
    turns: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    seats: Option<&'a [SeatLine]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undo: Option<&'a Option<UndoLine>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock: Option<&'a Clock>,
    #[serde(skip_serializing_if = "Option::is_none")]
    closed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    chain: Option<&'a str>,
}

impl<'a> CommonPart<'a> {
    pub(crate) fn between(was: &Common, is: &'a Common) -> Self {
        CommonPart {
            turn: is.turn,
            turns: is.turns,
            seats: (was.seats != is.seats).then_some(&is.seats[..]),
            undo: (was.undo != is.undo).then_some(&is.undo),
            clock: (was.clock != is.clock).then_some(&is.clock),
            closed: (was.closed != is.closed).then_some(is.closed),
            chain: (was.chain != is.chain).then_some(&is.chain[..]),
        }
    }
}

/// What only one role is told.
#[derive(Serialize)]
pub(crate) struct OwnPart<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decision: Option<&'a Decision>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub standing: Option<&'a Vec<(String, String)>>,
}

/// New pages of the journal.
#[derive(Serialize)]
pub(crate) struct PagesPart<'a> {
    pub pages: &'a [Page],
}

/// What is different on the map.
#[derive(Serialize)]
pub(crate) struct ScenePart<'a> {
    pub scene: SceneChange<'a>,
}

/// As [`super::SceneChange`], of what is on the map.
#[derive(Serialize)]
pub(crate) struct SceneChange<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    standing: Option<StandingChange>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pieces: Vec<&'a Piece>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    changed: Vec<PieceChange>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    gone: Vec<PieceId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    marks: Option<&'a [Mark]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    active: Option<Option<PieceId>>,
}

impl<'a> SceneChange<'a> {
    /// What is different between two pictures; nothing where nothing is.
    pub(crate) fn between(was: &Scene, is: &'a Scene) -> Option<Self> {
        let mut change = SceneChange {
            standing: StandingChange::between(&was.standing, &is.standing),
            pieces: Vec::new(),
            changed: Vec::new(),
            gone: Vec::new(),
            marks: (was.marks != is.marks).then_some(&is.marks[..]),
            active: (was.active != is.active).then_some(is.active),
        };
        change.compare(&was.pieces, &is.pieces);
        let SceneChange { standing, pieces, changed, gone, marks, active } = &change;
        let same = standing.is_none() && pieces.is_empty() && changed.is_empty() && gone.is_empty();
        (!same || marks.is_some() || active.is_some()).then_some(change)
    }

    /// Finds pieces that are new, that have changed, and that have gone. Both lists stand in the order of their numbers, so one
    /// walk beside the other finds them.
    fn compare(&mut self, was: &[Piece], is: &'a [Piece]) {
        let mut before = was.iter().peekable();
        for piece in is {
            while let Some(left) = before.next_if(|known| known.id < piece.id) {
                self.gone.push(left.id);
            }
            match before.next_if(|known| known.id == piece.id) {
                Some(known) => self.changed.extend(PieceChange::between(known, piece)),
                None => self.pieces.push(piece),
            }
        }
        self.gone.extend(before.map(|known| known.id));
    }
}
