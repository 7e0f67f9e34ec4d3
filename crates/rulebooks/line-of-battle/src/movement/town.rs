//! Intersections in Towns (1.7g): P15.

use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::situation::Piece;
use crate::charts::Limit;
use crate::rules::*;
use crate::unit::{Arm, Formation, check_formation};
use crate::{Book, Event, Referee, Roll};

/// A piece that wants to leave a Town hex by a road.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct IntersectionSituation {
    /// What moves.
    #[serde(default = "unit")]
    pub piece: Piece,
    /// The arm of a combat unit.
    #[serde(default = "infantry")]
    pub arm: Arm,
    /// The formation of a combat unit.
    #[serde(default = "column")]
    pub formation: Formation,
    /// Whether it goes straight on.
    #[serde(default)]
    pub straight_on: bool,
}

fn unit() -> Piece {
    Piece::Unit
}

fn infantry() -> Arm {
    Arm::Infantry
}

fn column() -> Formation {
    Formation::Column
}

keys! {
    /// Whether a piece gets out of the Town hex.
    pub enum IntersectionOutcome {
        /// It goes on without a roll.
        NoRoll = "no-roll",
        /// It goes on.
        GoesOn = "goes-on",
        /// Its move ends in the Town hex.
        Stuck = "stuck",
    }
}

/// P15 as a procedure.
pub struct IntersectionRoll;

impl Procedure for IntersectionRoll {
    type Book = Book;
    type Situation = IntersectionSituation;
    type Outcome = IntersectionOutcome;

    const NAME: &'static str = "intersection-roll";
    const CHAPTER: &'static str = "Movement";
    const SUMMARY: &'static str = "Does a column get round a corner in a Town?";

    fn examples() -> Vec<(&'static str, IntersectionSituation)> {
        let plain = IntersectionSituation {
            piece: Piece::Unit,
            arm: Arm::Infantry,
            formation: Formation::Column,
            straight_on: false,
        };
        vec![
            ("a column round a corner", plain.clone()),
            ("a column straight on", IntersectionSituation { straight_on: true, ..plain.clone() }),
            ("a leader round a corner", IntersectionSituation { piece: Piece::Leader, ..plain }),
        ]
    }

    fn check(_: &Book, situation: &IntersectionSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        if situation.piece == Piece::Unit {
            check_formation(&mut refusal, "formation", situation.arm, situation.formation);
            refusal.unless(situation.formation != Formation::Unlimbered, "formation", LB_FORM_ART_UNLIMBERED, || {
                "unlimbered guns do not move".to_owned()
            });
        }
        refusal.verdict()
    }

    fn run<U: Referee>(
        book: &Book,
        situation: &IntersectionSituation,
        umpire: &mut U,
    ) -> Ruling<IntersectionOutcome, U> {
        // S 42: straight on needs no roll.
        if situation.straight_on {
            return Ok(IntersectionOutcome::NoRoll);
        }
        intersection(book, situation.piece, situation.formation, umpire)
    }

    fn line(outcome: &IntersectionOutcome) -> String {
        match outcome {
            IntersectionOutcome::NoRoll => "it goes on without a roll".to_owned(),
            IntersectionOutcome::GoesOn => "it gets through".to_owned(),
            IntersectionOutcome::Stuck => "its move ends in the Town".to_owned(),
        }
    }
}

/// P15: the roll itself, for those whom it concerns.
pub(super) fn intersection<U: Referee>(
    book: &Book,
    piece: Piece,
    formation: Formation,
    umpire: &mut U,
) -> Ruling<IntersectionOutcome, U> {
    let rolls = match piece {
        Piece::Unit => matches!(formation, Formation::Column | Formation::Mounted | Formation::Limbered),
        Piece::Wagon => true,
        Piece::Leader | Piece::Headquarters => false,
    };
    if !rolls {
        umpire.cite(LB_TEM_NOTE_C_EXEMPT);
        return Ok(IntersectionOutcome::NoRoll);
    }
    let die = umpire.d6(LB_TEM_NOTE_C_ROLL)?;
    let needed = umpire.read(book.tables.limits.at(Limit::IntersectionOn)) as i16;
    umpire.tell(|| Event::Tried { roll: Roll::TownCrossing, total: die, needed, passed: die >= needed });
    Ok(if die >= needed { IntersectionOutcome::GoesOn } else { IntersectionOutcome::Stuck })
}
