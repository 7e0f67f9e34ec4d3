//! 1 Command: who is in command, and what a stand out of command may do (P1, S6 to S9).

use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Ruling, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{CommandSource, Level, Limit, Weapon};
use crate::rules::*;
use crate::unit::{Stand, check_stand};
use crate::{Book, Referee};

keys! {
    /// Where a stand belongs.
    #[derive(Default)]
    pub enum Assignment {
        /// To a division.
        #[default]
        Division = "division",
        /// To a corps, outside its divisions.
        CorpsTroops = "corps_troops",
        /// To the army, outside its corps.
        ArmyTroops = "army_troops",
    }
}

/// A stand at the start of its command phase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CommandSituation {
    /// The stand.
    pub stand: Stand,
    /// Where it belongs.
    #[serde(default)]
    pub assignment: Assignment,
    /// Inches to the commander who may command it: its division's, or where he is lost its corps'; for corps troops the army's, their corps' or one of its divisions';
    /// for army troops the army's or any corps'.
    #[serde(default)]
    pub to_commander: Option<Decimal>,
    /// It touches a stand of its division that is in command.
    #[serde(default)]
    pub touches_in_command: bool,
    /// Inches to the nearest commander of its side (skirmishers).
    #[serde(default)]
    pub to_any_commander: Option<Decimal>,
    /// Inches to the nearest stand of its side that is in command (skirmishers).
    #[serde(default)]
    pub to_any_in_command: Option<Decimal>,
    /// It ends the movement phase without touching the stand that put it in command.
    #[serde(default)]
    pub contact_broken: bool,
}

keys! {
    /// How a stand is in command.
    pub enum InCommand {
        /// Near its commander.
        Proximity = "proximity",
        /// Touching a stand in command.
        Contact = "contact",
        /// By the rule of skirmishers.
        Skirmisher = "skirmisher",
        /// Not at all.
        Out = "out",
    }
}

/// Whether a stand is in command, and what that means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct CommandOutcome {
    /// How.
    pub command: InCommand,
    /// The part of a move it has.
    pub budget: Decimal,
    /// Whether it may move toward a visible enemy, charge, go stationary, recover, limber and unlimber.
    pub free: bool,
    /// Whether it may change its facing once for nothing.
    pub free_facing: bool,
    /// Its level at the end of the movement phase, if it does not move.
    pub level: Level,
}

/// P1 as a procedure.
pub struct Command;

impl Procedure for Command {
    type Book = Book;
    type Situation = CommandSituation;
    type Outcome = CommandOutcome;

    const NAME: &'static str = "command";
    const CHAPTER: &'static str = "Command";
    const SUMMARY: &'static str = "Whether a stand is in command, how, and what it may do.";

    fn examples() -> Vec<(&'static str, CommandSituation)> {
        let plain = CommandSituation {
            stand: Stand::brigade(Weapon::RifledMusket, 4, 4),
            assignment: Assignment::Division,
            to_commander: Some(Decimal::from_int(6)),
            touches_in_command: false,
            to_any_commander: None,
            to_any_in_command: None,
            contact_broken: false,
        };
        let skirmisher =
            Stand { weapon: Some(Weapon::RifledMusket), ..Stand::new(crate::charts::Kind::InfSkirmisher, 1, 4) };
        vec![
            ("six inches from its division commander", plain),
            (
                "seven inches away, touching nobody",
                CommandSituation { to_commander: Some(Decimal::from_int(7)), ..plain },
            ),
            (
                "a line that loses touch",
                CommandSituation { to_commander: None, touches_in_command: true, contact_broken: true, ..plain },
            ),
            (
                "skirmishers near a stand in command",
                CommandSituation {
                    stand: skirmisher,
                    to_commander: None,
                    to_any_in_command: Some(Decimal::from_int(5)),
                    ..plain
                },
            ),
        ]
    }

    fn check(book: &Book, situation: &CommandSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_stand(book, &mut refusal, "stand", &situation.stand);
        let distances = [
            ("to_commander", situation.to_commander),
            ("to_any_commander", situation.to_any_commander),
            ("to_any_in_command", situation.to_any_in_command),
        ];
        for (field, distance) in distances {
            let fine = distance.is_none_or(|inches| inches >= Decimal::ZERO);
            refusal.unless(fine, field, VB_CMD_TABLE_SOURCES, || "a distance is not negative".to_owned());
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &CommandSituation, umpire: &mut U) -> Ruling<CommandOutcome, U> {
        umpire.cite(VB_CMD_TABLE_SOURCES);
        let stand = &situation.stand;
        let command = source(book, situation, umpire);
        let mut level = stand.level;
        if command == InCommand::Contact {
            umpire.cite(VB_CMD_CONTACT_END);
            // S8: out of touch at the end of the phase.
            if situation.contact_broken && level == Level::Good {
                level = Level::TempDisorder;
            }
        }
        let poor = stand.is_poor(book);
        if poor {
            umpire.cite(VB_CMD_OUT_FACING_PT);
        }
        let helpless = stand.level == Level::Rout || stand.rallied;
        let free = command != InCommand::Out && !helpless;
        let mut budget = Decimal::from_int(1);
        if command == InCommand::Out {
            for rule in [
                VB_CMD_TABLE_OUT,
                VB_CMD_OUT_NO_ADVANCE,
                VB_CMD_OUT_NO_STATIONARY,
                VB_CMD_OUT_NO_RECOVER,
                VB_CMD_OUT_HALF,
            ] {
                umpire.cite(rule);
            }
            if stand.is_artillery() {
                umpire.cite(VB_CMD_OUT_NO_LIMBER);
            }
            if stand.stationary {
                umpire.cite(VB_CMD_OUT_STAY);
            }
            if !poor {
                umpire.cite(VB_CMD_OUT_FACING);
            }
            budget = book.limit(Limit::OutOfCommandMove);
        }
        if helpless {
            umpire.cite(VB_MOV_UNROUTED);
            budget = Decimal::ZERO;
        }
        let unlimbered = stand.is_artillery() && !stand.limbered;
        Ok(CommandOutcome { command, budget, free, free_facing: !poor && !helpless && !unlimbered, level })
    }

    fn line(outcome: &CommandOutcome) -> String {
        let CommandOutcome { command, budget, level, .. } = outcome;
        match command {
            InCommand::Out => format!("out of command: {budget} of a move, {level}"),
            how => format!("in command by {how}: {budget} of a move, {level}"),
        }
    }
}

/// P1 steps 1 to 4. Skirmishers have their own rule and only that.
fn source<U: Referee>(book: &Book, situation: &CommandSituation, umpire: &mut U) -> InCommand {
    let radius = &book.tables.command_radius;
    let within = |distance: Option<Decimal>, source| distance.is_some_and(|inches| inches <= radius.at(source).value);
    if situation.stand.is_skirmisher() {
        umpire.cite(VB_CMD_SKIRMISHERS);
        umpire.read(radius.at(CommandSource::Skirmisher));
        let near = [situation.to_commander, situation.to_any_commander, situation.to_any_in_command];
        let commanded = near.into_iter().any(|distance| within(distance, CommandSource::Skirmisher));
        return if commanded { InCommand::Skirmisher } else { InCommand::Out };
    }
    umpire.cite(VB_CMD_PROXIMITY);
    umpire.read(radius.at(CommandSource::Proximity));
    if within(situation.to_commander, CommandSource::Proximity) {
        return InCommand::Proximity;
    }
    umpire.cite(VB_CMD_CONTACT);
    // Contact serves stands of divisions only (S7).
    let touches = situation.touches_in_command && situation.assignment == Assignment::Division;
    if touches { InCommand::Contact } else { InCommand::Out }
}
