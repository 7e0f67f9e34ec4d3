//! What was played: each turn as a settled procedure, found again from its own inputs.

use engine::book::{AnyRulebook, Progress, Settle};
use engine::game::{Input, Save, Source, Thrown, Turn, Unsettled};
use engine::{Fault, GivenAnswers, Typed, Waiting};
use serde_json::{Value, json};

use super::OpenGame;
use crate::desk;
use crate::failure::Failure;
use crate::settle::{Matter, Settled, mark_typed};

/// A turn as it was played.
pub struct Played {
    /// What was to be settled.
    pub command: Settle,
    /// What came of it.
    pub settled: Settled,
}

impl Played {
    /// Settles a turn again, with its own dice and answers.
    pub fn of(book: &dyn AnyRulebook, turn: &Turn) -> Result<Self, Failure> {
        let command = command_of(&turn.command)?;
        match run(book, &command, &turn.inputs)? {
            Progress::Done(mut resolution) => {
                mark_typed(&mut resolution.lines, &typed_dice(&turn.inputs));
                Ok(Played { command, settled: Settled { resolution, seed: None } })
            }
            Progress::Waiting { .. } => Err(broken("a turn of this game asks for more than was recorded")),
        }
    }

    /// What to show it by.
    pub fn with<R>(&self, book: &dyn AnyRulebook, show: impl FnOnce(&Matter<'_>) -> R) -> Result<R, Failure> {
        let procedure = desk::procedure(book, &self.command.procedure)?;
        let orders = GivenAnswers::new();
        Ok(show(&Matter { book, procedure, situation: &self.command.situation, orders: &orders }))
    }
}

impl OpenGame {
    /// The turn of this number, as it was played.
    pub fn played(&self, number: u32) -> Result<Played, Failure> {
        let turn = self.game.save().turn(number).ok_or_else(|| self.no_turn(number))?;
        Played::of(&*self.book, turn)
    }

    /// Says that there is no such turn.
    pub fn no_turn(&self, number: u32) -> Failure {
        let last = self.game.save().lineage().turns();
        let hint =
            if last == 0 { "nothing was settled yet".to_owned() } else { format!("choose one from 1 to {last}") };
        Failure::bad(self.path.display().to_string(), format!("there is no turn {number}"), hint)
    }

    /// What the game waits for, if an order is pending.
    pub fn waiting(&self) -> Result<Option<Waiting>, Failure> {
        if self.theatre.is_some() {
            return Ok(self.game.waiting());
        }
        let Some(Unsettled { command, inputs, .. }) = &self.game.save().pending else {
            return Ok(None);
        };
        match run(&*self.book, &command_of(command)?, inputs)? {
            Progress::Waiting { waiting, .. } => Ok(Some(waiting)),
            Progress::Done(_) => Err(broken("the order that waits does not wait for anything")),
        }
    }
}

/// A command as it stands in a save.
pub fn command_of(text: &str) -> Result<Settle, Failure> {
    serde_json::from_str(text).map_err(|error| broken(&format!("a command does not read: {error}")))
}

fn run(book: &dyn AnyRulebook, command: &Settle, inputs: &[Input]) -> Result<Progress, Failure> {
    let (mut faces, mut answers) = (Vec::new(), Vec::new());
    for input in inputs {
        match input {
            Input::Dice(thrown) => faces.extend(&thrown.faces),
            Input::Answer(answered) => answers.push(answered.choice),
        }
    }
    let procedure = desk::procedure(book, &command.procedure)?;
    let progress = procedure.resolve(&command.situation, faces, answers, &GivenAnswers::new(), &mut Typed);
    progress.map_err(|stopped| Failure::of_stopped(stopped, book.about().slug, procedure))
}

/// For each die whether a person typed it.
fn typed_dice(inputs: &[Input]) -> Vec<bool> {
    throws(inputs).flat_map(|thrown| thrown.faces.iter().map(|_| thrown.source == Source::Typed)).collect()
}

/// The throws among some inputs.
pub fn throws(inputs: &[Input]) -> impl Iterator<Item = &Thrown> {
    inputs.iter().filter_map(|input| match input {
        Input::Dice(thrown) => Some(thrown),
        Input::Answer(_) => None,
    })
}

/// A throw as the save writes it: `d10 7 #12`, `3AV 4 3 2 typed`.
pub fn throw_text(thrown: &Thrown) -> String {
    let faces = thrown.faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    match thrown.source {
        Source::Program(first) => format!("{thrown} {faces} #{first}"),
        Source::Typed => format!("{thrown} {faces} typed"),
    }
}

/// A throw for programs.
pub fn throw_json(thrown: &Thrown) -> Value {
    let first = match thrown.source {
        Source::Program(first) => Some(first),
        Source::Typed => None,
    };
    json!({ "throw": thrown.to_string(), "faces": thrown.faces, "typed": first.is_none(), "first": first })
}

/// The turn in which the program threw the die of this number; nothing for one that still waits.
pub fn turn_of_die(save: &Save, number: u64) -> Option<u32> {
    let has = |thrown: &Thrown| match thrown.source {
        Source::Program(first) => (first..first.saturating_add(thrown.faces.len() as u64)).contains(&number),
        Source::Typed => false,
    };
    save.turns().find(|(_, turn)| turn.throws().any(has)).map(|(turn, _)| turn)
}

fn broken(why: &str) -> Failure {
    let fault = Fault::of_file("game", why).hint("longroll verify says what is wrong with the file");
    crate::failure::Problem::from(fault).into()
}
