//! A turn as somebody may read of it afterwards.

use schemars::JsonSchema;
use serde::Serialize;

use super::Game;
use super::history::Again;
use super::save::{Correction, Source, Turn};
use crate::book::{Line, lines_of};
use crate::{Fault, Play, Side};

/// A turn, in words and with its working.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Story {
    /// The number of the turn.
    pub turn: u32,
    /// Who gave the order.
    pub side: Option<Side>,
    /// The order in words; nothing where the reader may not know it.
    pub order: Option<String>,
    /// What happened, in words.
    pub words: Vec<String>,
    /// Dice, look-ups, modifiers and rules; none where the reader may not know them.
    pub lines: Vec<Line>,
}

/// A turn as a reader may know it.
pub(super) fn story<P: Play>(game: &Game<P>, turn: u32, reader: Option<Side>) -> Result<Story, Fault> {
    Ok(tell(game, turn, &game.turn_again(turn)?, reader))
}

/// Every turn that led to one, in one go, as a reader may know it.
pub(super) fn stories<P: Play>(game: &Game<P>, to: u32, reader: Option<Side>) -> Result<Vec<Story>, Fault> {
    let mut told = Vec::new();
    game.walk(to, &mut |turn, again| told.push(tell(game, turn, again, reader)))?;
    Ok(told)
}

/// A turn as either side may know it and as the umpire does, in words only: it is played again once for all three.
pub(super) fn tellings<P: Play>(game: &Game<P>, turn: u32) -> Result<[Story; 3], Fault> {
    let again = game.turn_again(turn)?;
    Ok([Some(Side::Union), Some(Side::Confederate), None].map(|reader| in_words(game, turn, &again, reader).0))
}

fn tell<P: Play>(game: &Game<P>, turn: u32, again: &Again<P>, reader: Option<Side>) -> Story {
    let (story, open) = in_words(game, turn, again, reader);
    let charts = game.play().charts().filter(|_| open);
    let typed = game.save().turn(turn).map_or(0, typed_dice);
    Story { lines: charts.map(|charts| lines_of(charts, &again.3, typed)).unwrap_or_default(), ..story }
}

/// How many dice people had typed before the program threw one.
fn typed_dice(turn: &Turn) -> usize {
    turn.throws().take_while(|thrown| thrown.source == Source::Typed).map(|thrown| thrown.faces.len()).sum()
}

/// A turn without its working, and whether the reader may know that.
fn in_words<P: Play>(game: &Game<P>, turn: u32, again: &Again<P>, reader: Option<Side>) -> (Story, bool) {
    let (before, after, command, record) = again;
    let play = game.play();
    let side = play.side_to_act(before);
    let secret = command.as_ref().is_some_and(|command| play.is_secret(before, command));
    let open = !secret || reader.is_none() || reader == side;
    let correction = game.save().turn(turn).and_then(|turn| turn.correction.as_ref());
    let order = || match (command, correction) {
        (Some(command), _) => play.say(before, command),
        (None, Some(Correction { by, why })) => format!("{by} corrects the battle: {why}"),
        (None, None) => String::new(),
    };
    let words = record.events.iter().filter_map(|event| play.narrate(after, event, reader)).collect();
    (Story { turn, side, order: open.then(order), words, lines: Vec::new() }, open)
}
