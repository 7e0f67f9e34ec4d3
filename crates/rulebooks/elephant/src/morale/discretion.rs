//! Panic Markers that the umpire of the table hands out (optional rule).

use engine::book::Procedure;
use engine::{Refusal, Ruling};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::Limit;
use crate::rules::*;
use crate::unit::{Arm, Condition, check_condition, stand_kind};
use crate::{Book, Referee};

/// The scenario or the umpire of the table frightens a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct DiscretionSituation {
    /// The arm of the unit.
    pub arm: Arm,
    /// Whether it is mounted (cavalry only).
    #[serde(default)]
    pub mounted: bool,
    /// Its stands, hits, Panic Markers and losses.
    pub condition: Condition,
    /// Panic Markers it is given.
    pub markers: u8,
}

/// The unit afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct DiscretionOutcome {
    /// Whether this table lets the umpire hand out markers.
    pub played: bool,
    /// The unit.
    pub condition: Condition,
}

/// Markers at the umpire's discretion as a procedure of its own.
pub struct Discretion;

impl Procedure for Discretion {
    type Book = Book;
    type Situation = DiscretionSituation;
    type Outcome = DiscretionOutcome;

    const NAME: &'static str = "umpire-panic";
    const CHAPTER: &'static str = "Morale";
    const SUMMARY: &'static str = "The umpire of the table gives a unit Panic Markers (optional rule).";

    fn examples() -> Vec<(&'static str, DiscretionSituation)> {
        vec![(
            "a magazine blows up beside a regiment",
            DiscretionSituation { arm: Arm::Infantry, mounted: false, condition: Condition::fresh(8), markers: 1 },
        )]
    }

    fn check(book: &Book, situation: &DiscretionSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let kind = stand_kind(situation.arm, situation.mounted);
        check_condition(book, &mut refusal, "condition", kind, &situation.condition);
        refusal.unless(!situation.mounted || situation.arm == Arm::Cavalry, "mounted", SE_MOVE_CAV, || {
            "only cavalry is mounted".to_owned()
        });
        let most = book.limit(Limit::PanicMax);
        refusal.unless((1..=most).contains(&situation.markers.into()), "markers", SE_PANIC_MAX, || {
            format!("give 1 to {most}")
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &DiscretionSituation, umpire: &mut U) -> Ruling<DiscretionOutcome, U> {
        umpire.cite(SE_PANIC_CAUSE_UMPIRE);
        let (played, mut condition) = (book.switches.umpire_panic, situation.condition);
        if played {
            condition.take_markers(book, situation.markers, umpire);
        }
        Ok(DiscretionOutcome { played, condition })
    }

    fn line(outcome: &DiscretionOutcome) -> String {
        if outcome.played {
            outcome.condition.to_string()
        } else {
            "this table hands out no markers at discretion".to_owned()
        }
    }
}
