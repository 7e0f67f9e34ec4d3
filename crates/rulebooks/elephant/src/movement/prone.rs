//! A prone unit that wants to stand up must pass a morale test.

use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Grade, MoraleResult};
use crate::morale::{MoraleSituation, MoraleTest, morale_test};
use crate::rules::*;
use crate::unit::{Arm, Condition, Withdrawal};
use crate::{Book, Referee};

/// A prone unit at the start of its move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StandUpSituation {
    /// The unit, for its test.
    pub unit: MoraleSituation,
}

/// Whether it got up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct StandUpOutcome {
    /// Whether it stands; if so its move loses an inch a die.
    pub stands: bool,
    /// What the test came to.
    pub result: MoraleResult,
    /// The unit afterwards.
    pub condition: Condition,
}

/// Standing up as a procedure of its own.
pub struct StandUp;

impl Procedure for StandUp {
    type Book = Book;
    type Situation = StandUpSituation;
    type Outcome = StandUpOutcome;

    const NAME: &'static str = "stand-up";
    const CHAPTER: &'static str = "Movement";
    const SUMMARY: &'static str = "A prone unit tests its morale to stand up.";

    fn examples() -> Vec<(&'static str, StandUpSituation)> {
        let units = MoraleTest::examples().into_iter().take(1);
        let prone = |unit: MoraleSituation| StandUpSituation {
            unit: MoraleSituation { grade: Grade::Poor, withdrew_last_turn: Withdrawal::None, in_cover: true, ..unit },
        };
        units.map(|(_, unit)| ("a poor regiment lies behind a fence", prone(unit))).collect()
    }

    fn check(book: &Book, situation: &StandUpSituation) -> Result<(), Refusal> {
        let unit = &situation.unit;
        let mut refusal = MoraleTest::check(book, unit).err().unwrap_or_default();
        for reason in &mut refusal.reasons {
            reason.field = format!("unit.{}", reason.field);
        }
        let lies = unit.arm == Arm::Infantry || (unit.arm == Arm::Cavalry && !unit.mounted);
        refusal.unless(lies, "unit.arm", SE_PEN_GOPRONE, || "only infantry and dismounted cavalry lie down".to_owned());
        refusal.unless(!unit.charging && !unit.defensive_fire, "unit", SE_PRONE_STAND_TEST, || {
            "the test is to stand up: neither to fire nor while charging".to_owned()
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &StandUpSituation, umpire: &mut U) -> Ruling<StandUpOutcome, U> {
        let unit = &situation.unit;
        umpire.cite(SE_PRONE_STAND_TEST);
        let outcome = morale_test(book, &unit.tester(), unit.grade, unit.condition, umpire)?;
        let stands = outcome.result <= MoraleResult::Pass;
        if stands {
            umpire.cite(SE_PEN_RECOVER);
            umpire.read(book.tables.penalties.at(crate::charts::Penalty::RecoverProne));
        }
        Ok(StandUpOutcome { stands, result: outcome.result, condition: outcome.condition })
    }

    fn line(outcome: &StandUpOutcome) -> String {
        let posture = if outcome.stands { "stands up" } else { "stays down" };
        format!("{posture}: {} ({})", outcome.result, outcome.condition)
    }
}
