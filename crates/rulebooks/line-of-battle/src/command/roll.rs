//! Command Rolls (10.6): P2.

use engine::book::Procedure;
use engine::{Asks, Die, Modifiers, Refusal, Ruling, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::check_value;
use crate::charts::{CommandModifier, CommandResult, LeaderRow};
use crate::rules::*;
use crate::{Book, Event, Referee};

keys! {
    /// Where a leader's HQ is.
    pub enum Headquarters {
        /// He has none.
        None = "none",
        /// He is stacked with it.
        With = "with",
        /// He is away from it.
        Apart = "apart",
    }
}

/// A leader who wants to issue, accept or act upon an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandSituation {
    /// His Command Value.
    pub command_value: u8,
    /// Where his HQ is.
    #[serde(default = "with")]
    pub headquarters: Headquarters,
    /// Whether he deploys from a Move order.
    #[serde(default)]
    pub deployment: bool,
    /// Whether the roll is by, or for, a formation in Reserve.
    #[serde(default)]
    pub reserve: bool,
}

fn with() -> Headquarters {
    Headquarters::With
}

keys! {
    /// What came of the wish to roll.
    pub enum CommandOutcome {
        /// Yes: the order is sent, re-issued or acted upon.
        Yes = "yes",
        /// No: nothing happens this turn.
        No = "no",
        /// He may not roll away from his HQ.
        MayNotRoll = "may-not-roll",
    }
}

/// P2 as a procedure.
pub struct CommandRoll;

impl Procedure for CommandRoll {
    type Book = Book;
    type Situation = CommandSituation;
    type Outcome = CommandOutcome;

    const NAME: &'static str = "command-roll";
    const CHAPTER: &'static str = "Command";
    const SUMMARY: &'static str = "A leader rolls to send, accept or act upon an order.";

    fn examples() -> Vec<(&'static str, CommandSituation)> {
        let plain =
            CommandSituation { command_value: 2, headquarters: Headquarters::With, deployment: false, reserve: false };
        vec![
            ("a leader of Command Value 2", plain.clone()),
            ("deploying from a Move order", CommandSituation { deployment: true, ..plain.clone() }),
            ("a formation in Reserve", CommandSituation { command_value: 1, reserve: true, ..plain.clone() }),
            ("away from his headquarters", CommandSituation { headquarters: Headquarters::Apart, ..plain }),
        ]
    }

    fn check(_: &Book, situation: &CommandSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_value(&mut refusal, situation.command_value);
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &CommandSituation, umpire: &mut U) -> Ruling<CommandOutcome, U> {
        umpire.cite(LB_CMDROLL_STACKED);
        if situation.headquarters == Headquarters::Apart {
            return Ok(CommandOutcome::MayNotRoll);
        }
        let modifiers = command_modifiers(book, situation);
        let dice = umpire.sum(2, Die::D6, LB_CMDROLL_TABLE)?;
        let total = dice + umpire.apply(&modifiers);
        let yes = umpire.read(book.tables.command_roll.at(total)?) == CommandResult::Yes;
        umpire.cite(if yes { LB_CMDROLL_YES } else { LB_CMDROLL_NO });
        umpire.tell(|| Event::CommandRolled { total, yes });
        Ok(if yes { CommandOutcome::Yes } else { CommandOutcome::No })
    }

    fn line(outcome: &CommandOutcome) -> String {
        match outcome {
            CommandOutcome::Yes => "yes: the order is sent, re-issued or acted upon".to_owned(),
            CommandOutcome::No => "no: nothing happens this turn".to_owned(),
            CommandOutcome::MayNotRoll => "he may not roll away from his headquarters".to_owned(),
        }
    }
}

/// R 24: deployment or Reserve, never both.
fn command_modifiers(book: &Book, situation: &CommandSituation) -> Modifiers {
    let tables = &book.tables;
    let mut modifiers = Modifiers::new();
    if situation.command_value > 0 {
        let sign = tables.command_leader.at(LeaderRow::Leader).map(|sign| sign.0);
        modifiers.add_times(LB_CMDROLL_MOD_LEADER, sign, situation.command_value.into());
    }
    if situation.deployment {
        modifiers.add(LB_CMDROLL_MOD_DEPLOY, tables.command_modifiers.at(CommandModifier::Deployment));
    } else if situation.reserve {
        modifiers.add(LB_CMDROLL_MOD_RESERVE, tables.command_modifiers.at(CommandModifier::Reserve));
    }
    modifiers
}
