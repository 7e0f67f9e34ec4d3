//! What a retreat or rout does to a friend within 100 yards of its way (P7).

use std::cmp::Ordering;

use engine::book::Procedure;
use engine::{Asks, Refusal, Rule, Ruling};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{MoraleSituation, MoraleTest};
use crate::charts::{Grade, MoraleResult, Withdrawn};
use crate::rules::*;
use crate::unit::{Arm, Condition, settle_grade};
use crate::{Book, Referee};

/// A unit withdraws past a friend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RippleSituation {
    /// How the unit withdraws.
    pub withdrawal: Withdrawn,
    /// The grade of the unit that withdraws; a Green one rolls for it first.
    pub withdrawing_grade: Grade,
    /// The friend who sees it.
    pub bystander: MoraleSituation,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct RippleOutcome {
    /// What the friend's test came to; nothing if it need not test.
    pub result: Option<MoraleResult>,
    /// The friend's grade, found out now if it was Green.
    pub grade: Grade,
    /// The friend afterwards.
    pub condition: Condition,
}

/// P7 for one friend as a procedure of its own.
pub struct Ripple;

impl Procedure for Ripple {
    type Book = Book;
    type Situation = RippleSituation;
    type Outcome = RippleOutcome;

    const NAME: &'static str = "ripple";
    const CHAPTER: &'static str = "Morale";
    const SUMMARY: &'static str = "A friend retreats or routs within 100 yards: markers, and perhaps a test.";

    fn examples() -> Vec<(&'static str, RippleSituation)> {
        let bystander = |grade| {
            let plain = MoraleTest::examples().into_iter().map(|(_, situation)| situation).next();
            plain.map(|plain| MoraleSituation { grade, condition: Condition::fresh(8), ..plain })
        };
        let situation = |withdrawal, withdrawing_grade, grade| {
            bystander(grade).map(|bystander| RippleSituation { withdrawal, withdrawing_grade, bystander })
        };
        [
            ("veterans rout past regulars", situation(Withdrawn::Rout, Grade::Veteran, Grade::Regular)),
            ("militia retreat past militia", situation(Withdrawn::Retreat, Grade::Militia, Grade::Militia)),
            ("green troops rout past the elite", situation(Withdrawn::Rout, Grade::Green, Grade::Elite)),
        ]
        .into_iter()
        .filter_map(|(name, situation)| Some((name, situation?)))
        .collect()
    }

    fn check(book: &Book, situation: &RippleSituation) -> Result<(), Refusal> {
        let mut refusal = MoraleTest::check(book, &situation.bystander).err().unwrap_or_default();
        for reason in &mut refusal.reasons {
            reason.field = format!("bystander.{}", reason.field);
        }
        refusal.unless(situation.bystander.arm != Arm::Wagon, "bystander.arm", SE_RIPPLE_GENERAL, || {
            "wagons do not mind".to_owned()
        });
        let tests_for_this = !situation.bystander.defensive_fire && !situation.bystander.charging;
        refusal.unless(tests_for_this, "bystander", SE_MORALE_PHASE_FRIENDS, || {
            "the test is for what it sees: neither to fire nor while charging".to_owned()
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &RippleSituation, umpire: &mut U) -> Ruling<RippleOutcome, U> {
        umpire.cite_all([SE_RIPPLE_GENERAL, SE_RIPPLE_TABLE]);
        let bystander = &situation.bystander;
        let withdrawing = settle_grade(book, situation.withdrawing_grade, umpire)?;
        let grade = settle_grade(book, bystander.grade, umpire)?;
        let rank = |grade| book.tables.grade_rank.at(grade).value.0.unwrap_or_default();
        // R 5: the withdrawing unit is compared with the one that sees it.
        let (column, rule) = compare(situation.withdrawal, rank(withdrawing).cmp(&rank(grade)));
        umpire.cite(rule);
        let effect = umpire.read(book.tables.ripples.at(situation.withdrawal, column)?);
        let mut condition = bystander.condition;
        if effect.markers > 0 {
            umpire.cite(SE_PANIC_CAUSE_WITHDRAWAL);
        }
        condition.take_markers(book, effect.markers, umpire);
        if !effect.tests {
            return Ok(RippleOutcome { result: None, grade, condition });
        }
        umpire.cite(SE_MORALE_PHASE_FRIENDS);
        let outcome = super::morale_test(book, &bystander.tester(), grade, condition, umpire)?;
        Ok(RippleOutcome { result: Some(outcome.result), grade: outcome.grade, condition: outcome.condition })
    }

    fn line(outcome: &RippleOutcome) -> String {
        match outcome.result {
            Some(result) => format!("{result} ({})", outcome.condition),
            None => "no effect".to_owned(),
        }
    }
}

/// The column of the chart, and the rule behind it.
fn compare(withdrawal: Withdrawn, withdrawing: Ordering) -> (usize, Rule) {
    match (withdrawing, withdrawal) {
        (Ordering::Less, Withdrawn::Retreat) => (0, SE_RIPPLE_RT_POORER),
        (Ordering::Less, Withdrawn::Rout) => (0, SE_RIPPLE_ROUT_POORER),
        (Ordering::Equal, Withdrawn::Retreat) => (1, SE_RIPPLE_RT_SAME),
        (Ordering::Equal, Withdrawn::Rout) => (1, SE_RIPPLE_ROUT_SAME),
        (Ordering::Greater, Withdrawn::Retreat) => (2, SE_RIPPLE_RT_BETTER),
        (Ordering::Greater, Withdrawn::Rout) => (2, SE_RIPPLE_ROUT_BETTER),
    }
}
