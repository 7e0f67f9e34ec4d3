//! Going on with a game of any rulebook, for whoever wants to read what came of it and needs no events.

use std::convert::Infallible;

use serde::Deserialize;
use serde_json::Value;

use super::save::DiceMode;
use super::story::{Tellings, told_at_once};
use super::{Game, Progress};
use crate::{Fault, Halt, Play};

/// What somebody does about a game.
#[derive(Clone, Copy, Debug)]
pub enum Deed<'a> {
    /// [`super::AnyGame::order`].
    Order {
        /// The command, as the command schema describes it.
        command: &'a Value,
        /// Who throws the dice.
        mode: DiceMode,
    },
    /// [`super::AnyGame::answer`].
    Answer(&'a str),
    /// [`super::AnyGame::throw_typed`].
    Throw(&'a [u8]),
    /// [`super::AnyGame::roll_it`].
    Roll,
}

/// Does it, and tells the turn once it was carried out.
pub(super) fn go_on<P: Play>(game: &mut Game<P>, deed: Deed<'_>) -> Result<Option<Tellings>, Halt<Infallible>> {
    match deed {
        Deed::Order { command, mode } => {
            let command = read_command::<P>(command)?;
            told_at_once(game, &command, |game| game.order(command.clone(), mode))
        }
        Deed::Answer(text) => with_what_waits(game, |game| game.answer(text)),
        Deed::Throw(faces) => with_what_waits(game, |game| game.throw_typed(faces)),
        Deed::Roll => with_what_waits(game, Game::roll_it),
    }
}

/// Goes on with the command that waits.
fn with_what_waits<P: Play>(
    game: &mut Game<P>,
    go_on: impl FnOnce(&mut Game<P>) -> Result<Progress<P::Event>, Halt<Infallible>>,
) -> Result<Option<Tellings>, Halt<Infallible>> {
    let waits = game.pending().map(|pending| pending.command.clone());
    // Where nothing waits, the game itself says best why this cannot be.
    let Some(command) = waits else { return go_on(game).map(|_| None) };
    told_at_once(game, &command, go_on)
}

/// A command as the command schema describes it.
pub(super) fn read_command<P: Play>(command: &Value) -> Result<P::Command, Fault> {
    // COST: following the path to every field takes longer than reading them, so it is done where one does not read.
    P::Command::deserialize(command).or_else(|_| {
        serde_path_to_error::deserialize(command).map_err(|error| {
            let path = error.path().to_string();
            let place = if path == "." { "the command".to_owned() } else { path };
            Fault::of_file(place, error.inner().to_string()).hint("the command schema shows every field")
        })
    })
}
