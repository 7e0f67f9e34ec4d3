//! The turns of a game that count, made flat: replayed as fast as a rollout, for studies of many finished games.

use std::convert::Infallible;

use super::run::state_hash;
use super::save::{FILE, Input, Save, StateHash};
use crate::{Fault, Halt, Play, Replay, Scripted, ScriptedAnswers, Silent};

/// The inputs of a game, read once and ready to be run again and again.
///
/// COST: no JSON, no record and no hash between turns; only the battle at the end is compared. Use [`super::Game::open`]
/// where each turn has to be checked.
#[derive(Clone, Debug)]
pub struct Flat<P: Play> {
    start: P::Battle,
    turns: Vec<FlatTurn<P::Command>>,
    faces: Vec<u8>,
    answers: Vec<u32>,
    end: StateHash,
}

#[derive(Clone, Debug)]
struct FlatTurn<C> {
    command: C,
    /// Where its faces and its answers end in the flat lists.
    faces_end: usize,
    answers_end: usize,
}

impl<P: Play> Flat<P> {
    /// Reads the commands of the turns that count.
    pub fn of(save: &Save) -> Result<Self, Fault> {
        let unreadable = |error: serde_json::Error| {
            Fault::of_file(FILE, format!("does not read: {error}"))
                .hint(format!("open it with Long Roll {}", save.header.engine))
        };
        let start = serde_json::from_str(&save.header.start).map_err(unreadable)?;
        let mut flat =
            Flat { start, turns: Vec::new(), faces: Vec::new(), answers: Vec::new(), end: save.header.state };
        let lineage = save.lineage();
        for (_, turn) in save.turns().filter(|(number, _)| lineage.counts(*number)) {
            for input in &turn.inputs {
                match input {
                    Input::Dice(thrown) => flat.faces.extend(&thrown.faces),
                    Input::Answer(answered) => flat.answers.push(answered.choice),
                }
            }
            if turn.correction.is_some() {
                return Err(Fault::of_file(FILE, "a referee has corrected this game by hand")
                    .hint("open it turn by turn instead"));
            }
            let command = serde_json::from_str(&turn.command).map_err(unreadable)?;
            flat.turns.push(FlatTurn { command, faces_end: flat.faces.len(), answers_end: flat.answers.len() });
            flat.end = turn.state;
        }
        Ok(flat)
    }

    /// How many turns it has.
    pub fn turns(&self) -> usize {
        self.turns.len()
    }

    /// Plays the game again, calls `watch` with the battle after each turn, and gives the battle at its end.
    pub fn replay(&self, play: &P, mut watch: impl FnMut(&P::Battle)) -> Result<P::Battle, Fault> {
        let mut battle = self.start.clone();
        let (mut faces_at, mut answers_at) = (0, 0);
        for turn in &self.turns {
            let faces = self.faces.get(faces_at..turn.faces_end).unwrap_or_default();
            let answers = self.answers.get(answers_at..turn.answers_end).unwrap_or_default();
            (faces_at, answers_at) = (turn.faces_end, turn.answers_end);
            let mut umpire: Replay<'_, Silent<P::Event>> =
                Replay { dice: Scripted::new(faces), answers: ScriptedAnswers::new(answers), record: Silent::new() };
            play.obey(&mut battle, &turn.command, &mut umpire).map_err(stopped)?;
            umpire.dice.finish()?;
            umpire.answers.finish()?;
            watch(&battle);
        }
        if state_hash(&battle)? != self.end {
            return Err(Fault::of_file(FILE, "the battle at the end is not the recorded one")
                .hint("open the game turn by turn to see where it differs"));
        }
        Ok(battle)
    }
}

fn stopped(halt: Halt<Infallible>) -> Fault {
    match halt {
        Halt::Pause(never) => match never {},
        Halt::Refused(refusal) => Fault::of_file(FILE, format!("a recorded command is refused: {refusal}")),
        Halt::Fault(fault) => *fault,
    }
}
