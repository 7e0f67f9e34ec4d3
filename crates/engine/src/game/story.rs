//! A turn as somebody may read of it afterwards.

use std::convert::Infallible;

use schemars::JsonSchema;
use serde::Serialize;

use super::history::Again;
use super::save::{Correction, Source, Turn};
use super::{Game, Progress};
use crate::book::{Line, lines_of};
use crate::chart::ChartSet;
use crate::{Entry, Fault, Halt, Kept, Play, Shared, Side, Words};

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

/// What one reader is told of a turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Told {
    /// The order in words; nothing where the reader may not know it.
    pub order: Option<Words>,
    /// What happened, in words.
    pub words: Shared<String>,
}

/// A turn for everybody's eyes, in words. What several read alike is held once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tellings {
    /// The number of the turn.
    pub turn: u32,
    /// Who gave the order.
    pub side: Option<Side>,
    /// As either side may know it, in the order of the sides.
    pub sides: [Told; 2],
    /// As the umpire does.
    pub umpire: Told,
}

/// What happened, in the words in which each reader may know it. As a file it is what the umpire knows.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Heard {
    umpire: Vec<String>,
    /// In the order of the sides; none where both read what the umpire does.
    #[serde(skip)]
    sides: Option<[Vec<String>; 2]>,
}

impl Heard {
    pub(super) fn of<P: Play>(game: &Game<P>, record: &Kept<P::Event>) -> Self {
        let play = game.play();
        let told = |reader| move |event| play.narrate(game.battle(), event, reader);
        let told_to = |reader| record.events.iter().filter_map(told(reader)).collect();
        let sides = (!play.sides_see_alike()).then(|| Side::ALL.map(|side| told_to(Some(side))));
        Heard { umpire: told_to(None), sides }
    }

    /// As a side may know it, or as the umpire does.
    pub fn told_to(&self, reader: Option<Side>) -> &[String] {
        match (&self.sides, reader) {
            (Some(sides), Some(side)) => &sides[side as usize],
            _ => &self.umpire,
        }
    }

    /// Whether nothing is to be told to anybody.
    pub fn is_empty(&self) -> bool {
        self.umpire.is_empty()
    }
}

/// A turn as it was carried out.
struct Carried<'a, P: Play> {
    before: &'a P::Battle,
    after: &'a P::Battle,
    /// None in a correction.
    command: Option<&'a P::Command>,
    correction: Option<&'a Correction>,
    record: &'a Kept<P::Event>,
}

impl<'a, P: Play> Carried<'a, P> {
    fn again(game: &'a Game<P>, turn: u32, (before, after, command, record): &'a Again<P>) -> Self {
        let correction = game.save().turn(turn).and_then(|turn| turn.correction.as_ref());
        Carried { before, after, command: command.as_ref(), correction, record }
    }

    /// Whether a reader may know how the order was worked out.
    fn is_open(&self, play: &P, reader: Option<Side>) -> bool {
        let secret = self.command.is_some_and(|command| play.is_secret(self.before, command));
        !secret || reader.is_none() || reader == play.side_to_act(self.before)
    }

    fn order(&self, play: &P, reader: Option<Side>) -> String {
        match (self.command, self.correction) {
            (Some(command), _) => play.say_to(self.before, command, reader),
            (None, Some(Correction { by, why })) => format!("{by} corrects the battle: {why}"),
            (None, None) => String::new(),
        }
    }

    fn words<W: FromIterator<String>>(&self, play: &P, reader: Option<Side>) -> W {
        self.record.events.iter().filter_map(|event| play.narrate(self.after, event, reader)).collect()
    }

    /// The working as a reader may know it: nothing is in it of what he is not told, nor of the look-ups that led to it. Dice lie
    /// on the table for everybody.
    fn lines(&self, play: &P, charts: &ChartSet, typed: usize, reader: Option<Side>) -> Vec<Line> {
        let mut lines = lines_of(charts, self.record, typed);
        if reader.is_none() || play.sides_see_alike() {
            return lines;
        }
        let is_told = |at: u32, reader| play.narrate(self.after, &self.record.events[at as usize], reader).is_some();
        let (mut known, mut since) = (vec![true; lines.len()], 0);
        for (place, entry) in self.record.entries.iter().enumerate() {
            match entry {
                // What is told to nobody leads to what is told next.
                Entry::Told(at) if is_told(*at, None) => {
                    if !is_told(*at, reader) {
                        known[since..=place].fill(false);
                    }
                    since = place + 1;
                }
                Entry::Rolled { .. } | Entry::Asked(_) => since = place + 1,
                _ => {}
            }
        }
        let mut known = known.into_iter();
        lines.retain(|_| known.next().unwrap_or(false));
        lines
    }

    fn tellings(&self, play: &P, turn: u32) -> Tellings {
        let (side, order) = (play.side_to_act(self.before), Words::from(self.order(play, None)));
        let alike = play.sides_see_alike();
        let told = |reader: Option<Side>, words: Shared<String>| {
            let known = || match reader {
                Some(_) if !alike => Words::from(self.order(play, reader)),
                _ => order.clone(),
            };
            let order = self.is_open(play, reader).then(known);
            Told { order, words }
        };
        let umpire = told(None, self.words(play, None));
        let sides = Side::ALL.map(|side| {
            let words = if alike { umpire.words.clone() } else { self.words(play, Some(side)) };
            told(Some(side), words)
        });
        Tellings { turn, side, sides, umpire }
    }
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
pub(super) fn tellings<P: Play>(game: &Game<P>, turn: u32) -> Result<Tellings, Fault> {
    Ok(Carried::again(game, turn, &game.turn_again(turn)?).tellings(game.play(), turn))
}

/// Goes on with a game, and tells at once what came of it: nobody plays the turn again to read of it. Nothing while it waits.
pub(super) fn told_at_once<P: Play>(
    game: &mut Game<P>,
    command: &P::Command,
    go_on: impl FnOnce(&mut Game<P>) -> Result<Progress<P::Event>, Halt<Infallible>>,
) -> Result<Option<Tellings>, Halt<Infallible>> {
    let Progress::Done { turn, record } = go_on(game)? else { return Ok(None) };
    let Some(before) = game.before() else { return Ok(Some(tellings(game, turn)?)) };
    let carried = Carried { before, after: game.battle(), command: Some(command), correction: None, record: &record };
    Ok(Some(carried.tellings(game.play(), turn)))
}

fn tell<P: Play>(game: &Game<P>, turn: u32, again: &Again<P>, reader: Option<Side>) -> Story {
    let (play, carried) = (game.play(), Carried::again(game, turn, again));
    let open = carried.is_open(play, reader);
    let charts = play.charts().filter(|_| open);
    let typed = game.save().turn(turn).map_or(0, typed_dice);
    Story {
        turn,
        side: play.side_to_act(carried.before),
        order: open.then(|| carried.order(play, reader)),
        words: carried.words(play, reader),
        lines: charts.map(|charts| carried.lines(play, charts, typed, reader)).unwrap_or_default(),
    }
}

/// How many dice people had typed before the program threw one.
fn typed_dice(turn: &Turn) -> usize {
    turn.throws().take_while(|thrown| thrown.source == Source::Typed).map(|thrown| thrown.faces.len()).sum()
}
