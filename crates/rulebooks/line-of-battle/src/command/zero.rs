//! The Zero Rule (9.1e): P3.

use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Ruling, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Activity, MoraleState, MoveColumn, ZeroMa};
use crate::movement::activity_allowance;
use crate::rules::*;
use crate::{Book, Referee};

/// A brigade led by a Zero whose division executes an Attack order, and a unit of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ZeroSituation {
    /// The movement column of the unit.
    #[serde(default = "line")]
    pub column: MoveColumn,
    /// The activity of the unit.
    #[serde(default = "moving")]
    pub activity: Activity,
    /// The morale state of the unit.
    #[serde(default = "normal")]
    pub state: MoraleState,
}

fn line() -> MoveColumn {
    MoveColumn::Line
}

fn moving() -> Activity {
    Activity::Move
}

fn normal() -> MoraleState {
    MoraleState::Normal
}

/// What the die leaves of the allowance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct ZeroOutcome {
    /// What the whole brigade has this phase. Even with none it may fire from where it stands, and retreat ten hexes.
    pub brigade: ZeroMa,
    /// MPs of the unit in its activity.
    pub allowance: Decimal,
}

/// P3 as a procedure.
pub struct ZeroRule;

impl Procedure for ZeroRule {
    type Book = Book;
    type Situation = ZeroSituation;
    type Outcome = ZeroOutcome;

    const NAME: &'static str = "zero-rule";
    const CHAPTER: &'static str = "Command";
    const SUMMARY: &'static str =
        "One die for an attacking brigade whose leader has Command Value 0: how far may it move?";

    fn examples() -> Vec<(&'static str, ZeroSituation)> {
        let plain = ZeroSituation { column: MoveColumn::Line, activity: Activity::Move, state: MoraleState::Normal };
        vec![
            ("a line that wants to move", plain.clone()),
            ("a line that wants to fire", ZeroSituation { activity: Activity::Fire, ..plain }),
        ]
    }

    fn check(_: &Book, situation: &ZeroSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let combat = !matches!(situation.column, MoveColumn::Wagon | MoveColumn::Leader);
        refusal.unless(combat, "column", LB_ZERO_ROLL, || "the rule is about the units of a brigade".to_owned());
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &ZeroSituation, umpire: &mut U) -> Ruling<ZeroOutcome, U> {
        let brigade = zero_roll(book, umpire)?;
        let column = situation.column;
        let allowance = activity_allowance(book, column, situation.state, brigade, situation.activity, umpire)?;
        Ok(ZeroOutcome { brigade, allowance })
    }

    fn line(outcome: &ZeroOutcome) -> String {
        match outcome.brigade {
            ZeroMa::None => "no movement: the brigade may only fire from where it stands".to_owned(),
            ZeroMa::Half => format!("half movement: {}", counted(outcome.allowance, "MP", "MPs")),
            ZeroMa::Full => format!("full movement: {}", counted(outcome.allowance, "MP", "MPs")),
        }
    }
}

/// P3: one die for the whole brigade.
fn zero_roll<U: Referee>(book: &Book, umpire: &mut U) -> Ruling<ZeroMa, U> {
    let die = umpire.d6(LB_ZERO_ROLL)?;
    let allowance = umpire.read(book.tables.zero_rule.at(die)?);
    umpire.cite(match allowance {
        ZeroMa::None => LB_ZERO_1,
        ZeroMa::Half => LB_ZERO_23,
        ZeroMa::Full => LB_ZERO_46,
    });
    Ok(allowance)
}
