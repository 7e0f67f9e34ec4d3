//! `longroll game branch`: plays on from a turn, as a new game.

use std::path::PathBuf;

use clap::Args;

use super::new::begun;
use crate::desk::Desk;
use crate::evening::words::{self, SeatWanted};
use crate::evening::{Key, OpenGame, check_free, key, problem};
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  longroll game branch ford.longroll 3 what-if.longroll
  longroll game branch ford.longroll 3 what-if.longroll --seat Anna --seat Clara

Exit codes: 0 begun, 2 bad input.";

/// Begin a new game from a turn of another, with its own secret and words
///
/// Any turn will do, also an undone one, and also of a closed game. The other game is not changed.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Branch {
    /// The game to leave
    #[arg(value_name = "FILE")]
    path: PathBuf,

    /// The turn to leave it after; 0 is the beginning
    #[arg(value_name = "N")]
    turn: u32,

    /// The file to write; it must not exist yet
    #[arg(value_name = "NEWFILE")]
    new: PathBuf,

    /// Who plays on; the seats of the other game if you name none
    #[arg(short, long, value_name = "NAME[=WORD]", value_parser = SeatWanted::parse)]
    seat: Vec<SeatWanted>,
}

pub(super) fn run(command: &Branch, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let open = OpenGame::open(desk, &command.path, Key::LeftAlone)?;
    if command.turn > open.game.save().lineage().turns() {
        return Err(open.no_turn(command.turn));
    }
    check_free(&command.new)?;
    let seats = if command.seat.is_empty() {
        open.game.header().seats.iter().map(|seat| SeatWanted::named(&seat.name)).collect()
    } else {
        command.seat.clone()
    };
    words::check(&seats)?;
    let secret = key::fresh()?;
    let seats = words::take(desk, &secret.commitment(), &seats)?;
    let game = open.game.branch(command.turn, seats, secret.clone()).map_err(|fault| problem(&command.path, fault))?;
    let new = OpenGame::create(&command.new, open.book, game, &secret)?;
    begun(desk, &new)
}
