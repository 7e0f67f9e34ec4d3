//! The sequence of play and the scales: who acts in a phase, what an inch and a turn stand for.

use engine::book::Procedure;
use engine::chart::Key;
use engine::{Asks, Decimal, Refusal, Ruling, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Acts, Phase, ScaleItem};
use crate::rules::*;
use crate::{Book, Referee};

/// A phase of a player turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PhaseSituation {
    /// Which phase.
    pub phase: Phase,
}

/// Who acts in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct PhaseOutcome {
    /// Who.
    pub acts: Acts,
}

/// The sequence of play as a procedure.
pub struct WhoActs;

impl Procedure for WhoActs {
    type Book = Book;
    type Situation = PhaseSituation;
    type Outcome = PhaseOutcome;

    const NAME: &'static str = "phase";
    const CHAPTER: &'static str = "Scale";
    const SUMMARY: &'static str = "Who acts in a phase of a player turn.";

    fn examples() -> Vec<(&'static str, PhaseSituation)> {
        Phase::ALL.iter().map(|phase| (phase.name(), PhaseSituation { phase: *phase })).collect()
    }

    fn check(_: &Book, _: &PhaseSituation) -> Result<(), Refusal> {
        Ok(())
    }

    fn run<U: Referee>(book: &Book, situation: &PhaseSituation, umpire: &mut U) -> Ruling<PhaseOutcome, U> {
        umpire.cite(VB_SEQ_TABLE);
        umpire.cite(VB_SEQ_BOTH);
        Ok(PhaseOutcome { acts: umpire.read(book.tables.acts.at(situation.phase)) })
    }

    fn line(outcome: &PhaseOutcome) -> String {
        match outcome.acts {
            Acts::Attacker => "the side whose turn it is",
            Acts::Both => "both sides",
        }
        .to_owned()
    }
}

/// Ground and time in the field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScaleSituation {
    /// Yards of ground.
    #[serde(default)]
    pub yards: u16,
    /// Hours of a battle.
    #[serde(default)]
    pub hours: u16,
}

/// The same on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct ScaleOutcome {
    /// Inches, rounded down to a thousandth.
    pub inches: Decimal,
    /// Game turns that begin in that time.
    pub turns: u16,
}

/// The scales as a procedure.
pub struct Scale;

impl Procedure for Scale {
    type Book = Book;
    type Situation = ScaleSituation;
    type Outcome = ScaleOutcome;

    const NAME: &'static str = "scale";
    const CHAPTER: &'static str = "Scale";
    const SUMMARY: &'static str = "Yards and hours of a battle as inches and game turns.";

    fn examples() -> Vec<(&'static str, ScaleSituation)> {
        vec![("a mile of front and a long morning", ScaleSituation { yards: 1_760, hours: 6 })]
    }

    fn check(_: &Book, _: &ScaleSituation) -> Result<(), Refusal> {
        Ok(())
    }

    fn run<U: Referee>(book: &Book, situation: &ScaleSituation, umpire: &mut U) -> Ruling<ScaleOutcome, U> {
        umpire.cite(VB_SCALE_GROUND);
        umpire.cite(VB_SCALE_TURN);
        let yards = umpire.read(book.tables.scale.at(ScaleItem::Ground)).max(1);
        let hours = umpire.read(book.tables.scale.at(ScaleItem::Turn)).max(1);
        let thousandths = i32::from(situation.yards) * 1_000 / i32::from(yards);
        Ok(ScaleOutcome { inches: Decimal::from_thousandths(thousandths), turns: situation.hours.div_ceil(hours) })
    }

    fn line(outcome: &ScaleOutcome) -> String {
        format!("{}, {}", counted(outcome.inches, "inch", "inches"), counted(outcome.turns, "turn", "turns"))
    }
}
