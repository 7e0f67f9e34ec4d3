//! 2 Movement: what a stand's acts cost and do (P2).
//!
//! [`situation`] lists the acts, [`walk`] performs them one after another, [`ground`] is what terrain does on the
//! way. Not here: where the table's edge, other stands and enemy zones are; the situation says what a leg meets.

mod examples;
mod ground;
mod situation;
mod walk;

use engine::book::Procedure;
use engine::{Decimal, Refusal, Ruling, counted};
use schemars::JsonSchema;
use serde::Serialize;
pub(crate) use situation::Journey;
pub use situation::{ACTS_MAX, Act, MovementSituation};
pub use walk::Stop;
pub(crate) use walk::march;

use crate::charts::Level;
use crate::{Book, Referee};

/// A stand after its move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct MovementOutcome {
    /// What ended the move.
    pub stop: Stop,
    /// How many acts were done in full.
    pub acts_done: u8,
    /// Inches moved.
    pub inches: Decimal,
    /// The part of the move that is left, rounded down.
    pub left: Decimal,
    /// Inches that part is worth in the open and off the road, rounded down.
    pub reach: Decimal,
    /// Its level.
    pub level: Level,
    /// Whether it has the stationary marker at the end of the phase.
    pub stationary: bool,
    /// Whether it is in march column, with so many markers behind it.
    pub march_markers: Option<u16>,
    /// Whether it lost its dedicated gun.
    pub gun_lost: bool,
}

/// P2 as a procedure.
pub struct Movement;

impl Procedure for Movement {
    type Book = Book;
    type Situation = MovementSituation;
    type Outcome = MovementOutcome;

    const NAME: &'static str = "movement";
    const CHAPTER: &'static str = "Movement";
    const SUMMARY: &'static str = "A stand or commander moves: what each act costs, does, or may not do.";

    fn examples() -> Vec<(&'static str, MovementSituation)> {
        examples::examples()
    }

    fn check(book: &Book, situation: &MovementSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        situation.journey().check(book, &mut refusal, "stand", "acts");
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &MovementSituation, umpire: &mut U) -> Ruling<MovementOutcome, U> {
        let walk = march(book, &situation.journey(), umpire)?;
        Ok(walk.outcome(book, umpire))
    }

    fn line(outcome: &MovementOutcome) -> String {
        let MovementOutcome { stop, inches, left, reach, level, stationary, .. } = outcome;
        let still = if *stationary { ", stationary" } else { "" };
        let (inches, reach) = (counted(inches, "inch", "inches"), counted(reach, "inch", "inches"));
        format!("{stop}: {inches}, {left} of a move left ({reach}), {level}{still}")
    }
}
