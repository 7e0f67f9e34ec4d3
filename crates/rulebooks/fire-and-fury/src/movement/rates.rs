//! Movement rates (6.1): how far a unit may go on each ground.

use engine::book::Procedure;
use engine::{Decimal, Refusal, Ruling};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Going, Mover, MovingGuns, MovingLeader, MovingTroops, check_mover, check_pace, cite_line, rate};
use crate::fire::GunWeapon;
use crate::pieces::{Carriage, Class, Formation, Order};
use crate::rules::*;
use crate::{Book, Referee};

/// Whose rates, and at which pace.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Pace {
    /// Who moves.
    pub mover: Mover,
    /// Whether its maneuver effect gives it double quick rates.
    #[serde(default)]
    pub double_quick: bool,
    /// Whether it makes half a move.
    #[serde(default)]
    pub half: bool,
}

/// How far it may go, in inches; nothing where it may not enter or has no rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct RatesOutcome {
    /// On open ground.
    pub open: Option<Decimal>,
    /// On broken ground.
    pub broken: Option<Decimal>,
    /// On rough ground.
    pub rough: Option<Decimal>,
    /// Along a road; where there is nothing, the ground beside the road counts.
    pub road: Option<Decimal>,
}

/// How far a unit may go on each ground.
pub struct Rates;

impl Procedure for Rates {
    type Book = Book;
    type Situation = Pace;
    type Outcome = RatesOutcome;

    const NAME: &'static str = "rates";
    const CHAPTER: &'static str = "Movement";
    const SUMMARY: &'static str = "How far a unit may go on open, broken and rough ground and on a road.";

    fn examples() -> Vec<(&'static str, Pace)> {
        let pace = |mover| Pace { mover, double_quick: false, half: false };
        let line = pace(Mover::Troops(MovingTroops::default()));
        let column = MovingTroops { formation: Formation::FieldColumn, ..MovingTroops::default() };
        let broken = MovingTroops { class: Class::Lancer, order: Order::Broken, ..MovingTroops::default() };
        let siege = MovingGuns { carriage: Carriage::Heavy, weapon: Some(GunWeapon::Hr) };
        vec![
            ("an infantry line", line.clone()),
            ("the same, half a move", Pace { half: true, ..line }),
            ("a field column at the double quick", Pace { double_quick: true, ..pace(Mover::Troops(column)) }),
            ("broken lancers", pace(Mover::Troops(broken))),
            ("heavy rifles", pace(Mover::Guns(siege))),
            ("a leader who lost his horse", pace(Mover::Leader(MovingLeader { dismounted: true, scout: false }))),
        ]
    }

    fn check(book: &Book, situation: &Pace) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_mover(book, &situation.mover, "mover", &mut refusal);
        check_pace(&situation.mover, situation.double_quick, "mover", &mut refusal);
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &Pace, umpire: &mut U) -> Ruling<RatesOutcome, U> {
        cite_line(&situation.mover, umpire);
        let mut inches = |going| -> Ruling<Option<Decimal>, U> {
            let rate = rate(book, &situation.mover, going, situation.double_quick, umpire)?;
            Ok(rate.map(|rate| if situation.half { rate.halved() } else { rate }))
        };
        let outcome = RatesOutcome {
            open: inches(Going::Open)?,
            broken: inches(Going::Broken)?,
            rough: inches(Going::Rough)?,
            road: inches(Going::Road)?,
        };
        if outcome.broken.is_none() || outcome.rough.is_none() {
            umpire.cite(FF_MOVE_HEAVY_NO_ROUGH);
        }
        if outcome.road.is_none() {
            umpire.cite(FF_MOVE_ROAD_ONLY);
        }
        Ok(outcome)
    }

    fn line(outcome: &RatesOutcome) -> String {
        let grounds =
            [("open", outcome.open), ("broken", outcome.broken), ("rough", outcome.rough), ("road", outcome.road)];
        let words =
            grounds.map(|(name, inches)| inches.map_or(format!("{name} -"), |inches| format!("{name} {inches}")));
        format!("{} inches", words.join(", "))
    }
}
