//! `longroll game`: games at a real table, kept in files.

mod branch;
mod convert;
mod history;
mod new;
mod order;
pub(super) mod show;
mod step;

use clap::{Args, Subcommand};

use crate::desk::Desk;
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  longroll game new elephant ford.longroll -t 'The Ford' --seat Anna --seat Ben
  longroll game order ford.longroll fire --example 1            rolls fair dice
  longroll game order ford.longroll fire --example 1 --dice 7   your own die
  longroll game show ford.longroll
  longroll game undo ford.longroll 1 --consent Anna --consent Ben
  longroll game close ford.longroll
  longroll verify ford.longroll";

/// Keep an evening at a real table: orders, fair dice, undo, proof
///
/// A game is one file of plain text. Each procedure you have settled is a turn of it, with its dice and answers, and the
/// game can be read, replayed, undone, branched, mailed and proved. The secret of the program's dice stands in a key
/// beside the file until the game is closed.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, subcommand_required = true, arg_required_else_help = true)]
pub struct GameCommand {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    New(new::New),
    Order(order::Order),
    Answer(step::Answer),
    Dice(step::Dice),
    Roll(step::Roll),
    Withdraw(step::Withdraw),
    Show(show::Show),
    Replay(show::Replay),
    Undo(history::Undo),
    Branch(branch::Branch),
    Close(history::Close),
    Convert(convert::Convert),
    Salvage(convert::Salvage),
}

pub(super) fn run(command: &GameCommand, desk: &mut Desk<'_>) -> Result<(), Failure> {
    match &command.action {
        Action::New(command) => new::run(command, desk),
        Action::Order(command) => order::run(command, desk),
        Action::Answer(command) => step::answer(command, desk),
        Action::Dice(command) => step::dice(command, desk),
        Action::Roll(command) => step::roll(command, desk),
        Action::Withdraw(command) => step::withdraw(command, desk),
        Action::Show(command) => show::show(command, desk),
        Action::Replay(command) => show::replay(command, desk),
        Action::Undo(command) => history::undo(command, desk),
        Action::Branch(command) => branch::run(command, desk),
        Action::Close(command) => history::close(command, desk),
        Action::Convert(command) => convert::convert(command, desk),
        Action::Salvage(command) => convert::salvage(command, desk),
    }
}
