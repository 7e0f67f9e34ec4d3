//! One file a command: its flags, its help, and what it does.
//!
//! A new command is a file here, a line in [`crate::cli::Command`] and a line below; one with commands of its own
//! (`game new`, `game show`) is a folder.

pub mod battle;
pub mod charts;
pub mod completions;
pub mod coverage;
pub mod game;
pub mod man;
mod map;
pub mod muster;
mod muster_roll;
pub mod odds;
pub mod play;
pub mod procedures;
pub mod replay;
pub mod resolve;
pub mod rulebooks;
pub mod schema;
pub mod serve;
pub mod study;
pub mod tour;
pub mod verify;

use crate::cli::{Cli, Command};
use crate::desk::Desk;
use crate::failure::Failure;
use crate::terminal::Terminal;

/// Does what the command line says.
pub fn run(cli: &Cli, terminal: &mut Terminal) -> Result<(), Failure> {
    let mut desk = Desk::new(&cli.global, terminal)?;
    match &cli.command {
        Command::Rulebooks(command) => rulebooks::run(command, &mut desk),
        Command::Charts(command) => charts::run(command, &mut desk),
        Command::Procedures(command) => procedures::run(command, &mut desk),
        Command::Schema(command) => schema::run(command, &mut desk),
        Command::Resolve(command) => resolve::run(command, &mut desk),
        Command::Odds(command) => odds::run(command, &mut desk),
        Command::Muster(command) => muster::run(command, &mut desk),
        Command::Battle(command) => battle::run(command, &mut desk),
        Command::Play(command) => play::run(command, &mut desk),
        Command::Replay(command) => replay::run(command, &mut desk),
        Command::Study(command) => study::run(command, &mut desk),
        Command::Game(command) => game::run(command, &mut desk),
        Command::Serve(command) => serve::run(command, &mut desk),
        Command::Verify(command) => verify::run(command, &mut desk),
        Command::Coverage(command) => coverage::run(command, &mut desk),
        Command::Tour(command) => tour::run(command, &mut desk),
        Command::Completions(command) => completions::run(command, &mut desk),
        Command::Man(command) => man::run(command, &mut desk),
    }
}
