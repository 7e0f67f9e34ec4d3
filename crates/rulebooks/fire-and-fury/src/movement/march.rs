//! A move along a measured way (6.1): what it takes of the move, and whether it fits.

use engine::book::Procedure;
use engine::{Decimal, Refusal, Ruling, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::path::{OBSTACLES_MAX, check_entry};
use super::{
    Fraction, Going, Heading, Mover, MovingGuns, MovingLeader, MovingTroops, Stretch, check_mover, check_pace,
    check_stretches, cite_line, spend,
};
use crate::pieces::{Carriage, Class, Formation};
use crate::rules::*;
use crate::{Book, Referee};

/// A move along a measured way.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct March {
    /// Who moves.
    pub mover: Mover,
    /// Whether its maneuver effect gives it double quick rates.
    #[serde(default)]
    pub double_quick: bool,
    /// Whether it has only half a move.
    #[serde(default)]
    pub half: bool,
    /// The way, stretch by stretch, at most twelve.
    pub stretches: Vec<Stretch>,
    /// Streams, fords and ditches crossed; each counts an inch of broken ground.
    #[serde(default)]
    pub streams: u8,
}

/// Whether the way fits into the move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct MoveOutcome {
    /// Whether the way is short enough.
    pub fits: bool,
    /// The part of the move that it takes; more than 1 if it does not fit.
    pub used: Fraction,
    /// What is left of the move, in inches of the ground of the last stretch, to the thousandth below.
    pub left: Decimal,
}

/// Whether a measured way fits into a move.
pub struct Move;

impl Procedure for Move {
    type Book = Book;
    type Situation = March;
    type Outcome = MoveOutcome;

    const NAME: &'static str = "move";
    const CHAPTER: &'static str = "Movement";
    const SUMMARY: &'static str =
        "What a measured way over mixed ground and obstacles takes of a move, and whether it fits.";

    fn examples() -> Vec<(&'static str, March)> {
        let inches = |tenths| Decimal::from_thousandths(tenths * 100);
        let way = |mover, stretches| March { mover, double_quick: false, half: false, stretches, streams: 0 };
        let line = Mover::Troops(MovingTroops::default());
        let open = |tenths| Stretch::ahead(Going::Open, inches(tenths));
        let broken = |tenths| Stretch::ahead(Going::Broken, inches(tenths));
        let column = MovingTroops { class: Class::Cavalry, formation: Formation::FieldColumn, ..Default::default() };
        let wagons = Mover::Guns(MovingGuns { carriage: Carriage::Wagon, weapon: None });
        let back = Stretch { heading: Heading::Back, ..open(20) };
        let fence = Stretch { obstacles: 1, ..open(40) };
        vec![
            ("an infantry line over open and broken ground", way(line, vec![open(30), broken(40)])),
            ("half a move that is too far", March { half: true, ..way(line, vec![open(30), broken(20)]) }),
            (
                "a cavalry column at the double quick",
                March { double_quick: true, ..way(Mover::Troops(column), vec![open(90), broken(75)]) },
            ),
            ("a line steps back, then over a fence and a stream", March { streams: 1, ..way(line, vec![back, fence]) }),
            ("wagons on a road", way(wagons, vec![Stretch::ahead(Going::Road, inches(100))])),
            ("a leader rides", way(Mover::Leader(MovingLeader::default()), vec![open(120), broken(50)])),
        ]
    }

    fn check(book: &Book, situation: &March) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let mover = &situation.mover;
        check_mover(book, mover, "mover", &mut refusal);
        check_pace(mover, situation.double_quick, "mover", &mut refusal);
        check_stretches(book, mover, &situation.stretches, "stretches", &mut refusal);
        refusal.unless(situation.streams <= OBSTACLES_MAX, "streams", FF_MOVE, || {
            format!("at most {OBSTACLES_MAX} streams")
        });
        if situation.streams > 0 {
            check_entry(book, mover, Going::Broken, "streams", &mut refusal);
        }
        for (index, stretch) in situation.stretches.iter().enumerate() {
            let flank = stretch.heading == Heading::Flank;
            let marches = matches!(mover, Mover::Troops(_)) && situation.half;
            refusal.unless(!flank || marches, &format!("stretches[{index}].heading"), FF_TMNV_WH_FLANK, || {
                "only troops march by the flank, and only half a move".to_owned()
            });
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &March, umpire: &mut U) -> Ruling<MoveOutcome, U> {
        let mover = &situation.mover;
        umpire.cite(if matches!(mover, Mover::Leader(_)) { FF_TURN_MNV_2D } else { FF_TURN_MNV_2C });
        cite_line(mover, umpire);
        if situation.stretches.iter().any(|stretch| stretch.heading == Heading::Flank) {
            umpire.cite(FF_TMNV_WH_FLANK);
        }
        let pace = (situation.double_quick, situation.half);
        let spent = spend(book, mover, &situation.stretches, situation.streams, pace, umpire)?;
        Ok(MoveOutcome { fits: spent.used.is_within_one(), used: spent.used, left: spent.left })
    }

    fn line(outcome: &MoveOutcome) -> String {
        match outcome.fits {
            true => format!("takes {} of the move, {} left", outcome.used, counted(outcome.left, "inch", "inches")),
            false => format!("too far: takes {} of the move", outcome.used),
        }
    }
}
