//! The sequence of play (2.1): which step comes next.

use engine::book::Procedure;
use engine::chart::Key;
use engine::{Refusal, Ruling, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::rules::*;
use crate::{Book, Referee};

keys! {
    /// Whose player turn it is.
    pub enum Player {
        /// The side that plays first.
        First = "first",
        /// The side that plays second.
        Second = "second",
    }
}

keys! {
    /// A step of a player turn, in order; the last is nobody's.
    pub enum TurnStep {
        /// Command Phase: orders.
        Orders = "orders",
        /// Command Phase: Attack Recovery.
        AttackRecovery = "attack-recovery",
        /// Command Phase: Fluke Stoppage.
        FlukeStoppage = "fluke-stoppage",
        /// Activity Phase: movement and combat.
        Activity = "movement-and-combat",
        /// Rally Phase: rally.
        Rally = "rally",
        /// Rally Phase: markers of counter-battery fire are removed.
        RemoveCbf = "remove-cbf-markers",
        /// Rally Phase of 12 midnight: losses recover.
        LossRecovery = "loss-recovery",
        /// Game Turn End Phase: the turn markers advance.
        End = "advance-turn-markers",
    }
}

/// A step that is over.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StepSituation {
    /// Whose turn it is.
    #[serde(default = "first")]
    pub player: Player,
    /// The step that is over.
    pub step: TurnStep,
    /// Whether it is the turn of 12 midnight.
    #[serde(default)]
    pub midnight: bool,
}

fn first() -> Player {
    Player::First
}

/// The step that comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct StepOutcome {
    /// Whose turn it is then; after the end of a game turn the first player begins again.
    pub player: Player,
    /// The step.
    pub step: TurnStep,
}

/// The sequence of play as a procedure.
pub struct NextStep;

impl Procedure for NextStep {
    type Book = Book;
    type Situation = StepSituation;
    type Outcome = StepOutcome;

    const NAME: &'static str = "next-step";
    const CHAPTER: &'static str = "Turn";
    const SUMMARY: &'static str = "Which step of the turn comes next?";

    fn examples() -> Vec<(&'static str, StepSituation)> {
        let plain = StepSituation { player: Player::First, step: TurnStep::Orders, midnight: false };
        vec![
            ("after the orders of the first player", plain.clone()),
            ("after Fluke Stoppage", StepSituation { step: TurnStep::FlukeStoppage, ..plain.clone() }),
            ("after the Activity Phase", StepSituation { step: TurnStep::Activity, ..plain.clone() }),
            (
                "at midnight, the markers removed",
                StepSituation { step: TurnStep::RemoveCbf, midnight: true, ..plain.clone() },
            ),
            ("when the first player is done", StepSituation { step: TurnStep::RemoveCbf, ..plain.clone() }),
            (
                "when the second player is done",
                StepSituation { player: Player::Second, step: TurnStep::RemoveCbf, ..plain.clone() },
            ),
            ("when the game turn has ended", StepSituation { player: Player::Second, step: TurnStep::End, ..plain }),
        ]
    }

    fn check(_: &Book, situation: &StepSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let recovers = situation.midnight || situation.step != TurnStep::LossRecovery;
        refusal.unless(recovers, "step", LB_SEQ_RALLY_LOSSREC, || "losses recover at 12 midnight only".to_owned());
        refusal.verdict()
    }

    fn run<U: Referee>(_: &Book, situation: &StepSituation, umpire: &mut U) -> Ruling<StepOutcome, U> {
        umpire.cite(LB_SEQ_TABLE);
        let player = situation.player;
        let after = TurnStep::ALL.get(situation.step.index() + 1).copied();
        let step = match after {
            None => {
                umpire.cite(LB_SEQ_END);
                return Ok(StepOutcome { player: Player::First, step: TurnStep::Orders });
            }
            // The Loss Recovery step is left out by day, and the end of the game turn waits for both players.
            Some(TurnStep::LossRecovery) if situation.midnight => {
                umpire.cite(LB_SEQ_RALLY_LOSSREC);
                TurnStep::LossRecovery
            }
            Some(TurnStep::LossRecovery | TurnStep::End) => {
                if player == Player::First {
                    umpire.cite(LB_SEQ_SECOND);
                    return Ok(StepOutcome { player: Player::Second, step: TurnStep::Orders });
                }
                umpire.cite(LB_SEQ_END);
                TurnStep::End
            }
            Some(step) => step,
        };
        umpire.cite(match step {
            TurnStep::Orders | TurnStep::AttackRecovery | TurnStep::FlukeStoppage => LB_SEQ_COMMAND,
            TurnStep::Activity => LB_SEQ_ACTIVITY,
            TurnStep::Rally | TurnStep::RemoveCbf | TurnStep::LossRecovery => LB_SEQ_RALLY,
            TurnStep::End => LB_SEQ_END,
        });
        Ok(StepOutcome { player, step })
    }

    fn line(outcome: &StepOutcome) -> String {
        match outcome.step {
            TurnStep::End => "the game turn ends: advance the markers".to_owned(),
            step => format!("{} player: {step}", outcome.player),
        }
    }
}
