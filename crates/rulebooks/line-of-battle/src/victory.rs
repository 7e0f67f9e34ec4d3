//! Victory (S 40): what each side scored, and how far apart they are.

use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling, Side, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::Limit;
use crate::rules::*;
use crate::{Book, Referee};

/// What one side has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Score {
    /// Victory points of the objective hexes its units last occupied.
    #[serde(default)]
    pub objectives: u16,
    /// Enemy brigades with more than half of their regiments Wrecked or destroyed.
    #[serde(default)]
    pub brigades_wrecked: u16,
    /// Enemy batteries destroyed.
    #[serde(default)]
    pub batteries_destroyed: u16,
    /// Enemy division leaders or higher killed or captured.
    #[serde(default)]
    pub leaders_lost: u16,
    /// Whether every enemy combat unit is destroyed or Routed.
    #[serde(default)]
    pub enemy_finished: bool,
}

/// A battle that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VictorySituation {
    /// What the Union has done.
    pub union: Score,
    /// What the Confederacy has done.
    pub confederate: Score,
}

keys! {
    /// How great a victory is.
    pub enum Margin {
        /// Nobody's.
        Draw = "draw",
        /// By a little.
        Marginal = "marginal",
        /// Beyond doubt.
        Solid = "solid",
        /// Crushing.
        Decisive = "decisive",
    }
}

/// Who won, and how.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct VictoryOutcome {
    /// The victor; none in a draw.
    pub victor: Option<Side>,
    /// How great the victory is.
    pub margin: Margin,
    /// Victory points of the Union.
    pub union: u32,
    /// Victory points of the Confederacy.
    pub confederate: u32,
}

/// Victory as a procedure.
pub struct Victory;

impl Procedure for Victory {
    type Book = Book;
    type Situation = VictorySituation;
    type Outcome = VictoryOutcome;

    const NAME: &'static str = "victory";
    const CHAPTER: &'static str = "Victory";
    const SUMMARY: &'static str = "Who has won, and by how much?";

    fn examples() -> Vec<(&'static str, VictorySituation)> {
        let union = Score { objectives: 6, brigades_wrecked: 1, ..Score::default() };
        let confederate = Score { objectives: 3, batteries_destroyed: 1, leaders_lost: 1, ..Score::default() };
        let ruin = Score { enemy_finished: true, ..Score::default() };
        vec![
            ("the hill was held", VictorySituation { union, confederate }),
            ("nothing decided", VictorySituation { union: confederate, confederate }),
            ("an army ruined", VictorySituation { union: ruin, confederate }),
        ]
    }

    fn check(_: &Book, situation: &VictorySituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let both = situation.union.enemy_finished && situation.confederate.enemy_finished;
        refusal.unless(!both, "union.enemy_finished", LB_HOUSE_VICTORY, || {
            "both armies cannot finish each other".to_owned()
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &VictorySituation, umpire: &mut U) -> Ruling<VictoryOutcome, U> {
        umpire.cite(LB_SEQ_END);
        umpire.cite(LB_HOUSE_VICTORY);
        let (union, confederate) = (points(book, &situation.union), points(book, &situation.confederate));
        let lead = union.abs_diff(confederate);
        let finished = situation.union.enemy_finished || situation.confederate.enemy_finished;
        let mut reaches = |limit| lead >= u32::from(umpire.read(book.tables.limits.at(limit)));
        let margin = if finished || reaches(Limit::MarginDecisive) {
            Margin::Decisive
        } else if reaches(Limit::MarginSolid) {
            Margin::Solid
        } else if reaches(Limit::MarginMarginal) {
            Margin::Marginal
        } else {
            Margin::Draw
        };
        let ahead = if union > confederate { Side::Union } else { Side::Confederate };
        let victor = match margin {
            Margin::Draw => None,
            _ if situation.union.enemy_finished => Some(Side::Union),
            _ if situation.confederate.enemy_finished => Some(Side::Confederate),
            _ => Some(ahead),
        };
        Ok(VictoryOutcome { victor, margin, union, confederate })
    }

    fn line(outcome: &VictoryOutcome) -> String {
        let points = format!("{} to {}", outcome.union, outcome.confederate);
        match outcome.victor {
            Some(side) => format!("{} victory of the {} side, {points}", outcome.margin, side.name()),
            None => format!("a draw, {points}"),
        }
    }
}

/// The Victory Points of a score.
pub(crate) fn points(book: &Book, score: &Score) -> u32 {
    let worth = |count: u16, limit| u32::from(count) * u32::from(book.limit(limit));
    u32::from(score.objectives)
        + worth(score.brigades_wrecked, Limit::VpBrigade)
        + worth(score.batteries_destroyed, Limit::VpBattery)
        + worth(score.leaders_lost, Limit::VpLeader)
}
