//! Giving commands, answering, throwing.

use std::convert::Infallible;
use std::sync::Arc;

use super::run::{Next, Run, run};
use super::save::{
    Answered, DiceMode, ENGINE, ENTRIES_MAX, Entry, INPUTS_MAX, Input, Source, Thrown, Turn, Unsettled, throws,
};
use super::{Game, state_hash, written_down};
use crate::{Dice, Fault, Halt, Kept, Play, Refusal, Throw, Waiting};

/// How far a command has come.
#[derive(Debug)]
pub enum Progress<E> {
    /// It was carried out.
    Done {
        /// The number of its turn.
        turn: u32,
        /// What happened, with dice, answers, citations and events.
        record: Kept<E>,
    },
    /// It waits; [`Game::pending`] has what happened so far.
    Waiting(Waiting),
}

/// A command that waits for dice or an answer.
#[derive(Debug)]
pub struct Pending<P: Play> {
    /// The command.
    pub command: P::Command,
    /// What it waits for.
    pub waiting: Waiting,
    /// Whether somebody has already seen what he could not know before.
    pub revealed: bool,
    /// What has happened so far.
    pub record: Kept<P::Event>,
}

impl<P: Play> Game<P> {
    /// Gives a command. It runs on a copy: if the rules refuse it, the game is as it was.
    pub fn order(&mut self, command: P::Command, mode: DiceMode) -> Result<Progress<P::Event>, Halt<Infallible>> {
        self.check_open()?;
        if let Some(pending) = &self.pending {
            let why = format!("a command waits for {}: settle or withdraw it first", describe(&pending.waiting));
            return Err(refused("command", why).into());
        }
        if self.save.entries.len() + 1 >= ENTRIES_MAX {
            let why = format!("a game has at most {ENTRIES_MAX} turns: close it, and branch to play on");
            return Err(refused("command", why).into());
        }
        let text = written_down(&command, "the command")?;
        self.go_on(command, Unsettled { mode, command: text, inputs: Vec::new() }, false)
    }

    /// Whether the rules refuse a command before any die falls.
    pub(super) fn refuses(&self, command: &P::Command) -> bool {
        let ran = run(self.play.as_ref(), self.battle.clone(), command, &[], Next::Typed, &self.standing);
        matches!(ran, Err(Halt::Refused(_)))
    }

    /// Answers the question that waits, in the words of one of its choices.
    pub fn answer(&mut self, text: &str) -> Result<Progress<P::Event>, Halt<Infallible>> {
        let question = match self.waiting()? {
            Waiting::Answer(question) => question,
            dice => return Err(refused("answer", format!("the game waits for {}", describe(&dice))).into()),
        };
        let Some(choice) = question.choices.parse(text) else {
            return Err(Fault::of_file("answers", format!("{} cannot be answered with {text:?}", question.kind.name))
                .hint(format!("choose one of {}", question.choices.listing(20)))
                .into());
        };
        let answered = Answered::to(&question, choice);
        answered.check().map_err(|reason| Fault::of_file("answers", reason))?;
        self.add(Some(Input::Answer(answered)), false)
    }

    /// Types what the dice that are asked for showed, all of them in one go.
    pub fn throw_typed(&mut self, faces: &[u8]) -> Result<Progress<P::Event>, Halt<Infallible>> {
        let throw = self.asked_throw()?;
        let die = throw.die();
        if faces.len() != usize::from(throw.count()) {
            let reason = format!("{throw} means {} dice, and {} were typed", throw.count(), faces.len());
            return Err(Fault::of_file("dice", reason).hint(format!("type {}", wanted(throw))).into());
        }
        if let Some(place) = faces.iter().position(|face| !die.shows(*face)) {
            let reason = format!("die {} of {throw} cannot show {}", place + 1, faces[place]);
            return Err(Fault::at("dice", 0, place + 1, reason).hint(format!("type {}", wanted(throw))).into());
        }
        self.add(Some(Input::Dice(Thrown { die, faces: faces.to_vec(), source: Source::Typed })), false)
    }

    /// Throws the dice that are asked for somewhere else, and types what they show.
    pub fn throw_with(
        &mut self,
        dice: &mut dyn Dice<Pause = Infallible>,
    ) -> Result<Progress<P::Event>, Halt<Infallible>> {
        let (throw, rule) = match self.waiting()? {
            Waiting::Dice { throw, rule } => (throw, rule),
            answer => return Err(refused("dice", format!("the game waits for {}", describe(&answer))).into()),
        };
        let mut faces = vec![0; usize::from(throw.count())];
        dice.throw(throw, rule, &mut faces)?;
        self.throw_typed(&faces)
    }

    /// Has the program throw the dice that are asked for, although people throw the others.
    pub fn roll_it(&mut self) -> Result<Progress<P::Event>, Halt<Infallible>> {
        self.asked_throw()?;
        self.add(None, true)
    }

    /// Takes back the command that waits. Refused once a die has fallen for it or it has revealed something.
    pub fn withdraw(&mut self) -> Result<(), Refusal> {
        let (Some(pending), Some(unsettled)) = (&self.pending, &self.save.pending) else {
            return Err(refused("withdraw", "no command waits"));
        };
        let mut refusal = Refusal::new();
        let fallen: Vec<String> = throws(&unsettled.inputs).map(Thrown::to_string).collect();
        refusal.unless_senseless(fallen.is_empty(), "withdraw", || {
            format!("dice have fallen for it ({}): settle it, then undo it by consent", fallen.join(", "))
        });
        refusal.unless_senseless(!pending.revealed, "withdraw", || {
            "it has revealed something: settle it, then undo it by consent".to_owned()
        });
        refusal.verdict()?;
        self.pending = None;
        self.save.pending = None;
        Ok(())
    }

    /// Runs the command that waits again, with one more input or with the program throwing once.
    fn add(&mut self, input: Option<Input>, roll_once: bool) -> Result<Progress<P::Event>, Halt<Infallible>> {
        let (Some(pending), Some(unsettled)) = (&self.pending, &self.save.pending) else {
            return Err(refused("command", "no command waits").into());
        };
        let command = pending.command.clone();
        let mut unsettled = unsettled.clone();
        unsettled.inputs.extend(input);
        self.go_on(command, unsettled, roll_once)
    }

    /// Runs a command with the inputs so far, and keeps what came of it. On any error nothing has changed.
    fn go_on(
        &mut self,
        command: P::Command,
        unsettled: Unsettled,
        roll_once: bool,
    ) -> Result<Progress<P::Event>, Halt<Infallible>> {
        let next = match unsettled.mode {
            DiceMode::Live => Next::Fair(self.own_dice()?),
            DiceMode::Typed if roll_once => Next::FairOnce(self.own_dice()?),
            DiceMode::Typed => Next::Typed,
        };
        let play = Arc::clone(&self.play);
        let ran = run(play.as_ref(), self.battle.clone(), &command, &unsettled.inputs, next, &self.standing)?;
        if ran.inputs.len() > INPUTS_MAX {
            let reason = format!("a command takes at most {INPUTS_MAX} throws and answers");
            return Err(Fault::of_file("command", reason).hint("split it into several commands").into());
        }
        let revealed = ran.revealed(&play);
        let Run { battle, inputs, record, waiting } = ran;
        match waiting {
            Some(waiting) => {
                self.count_dice(&inputs);
                self.save.pending = Some(Unsettled { inputs, ..unsettled });
                self.pending = Some(Pending { command, waiting, revealed, record });
                Ok(Progress::Waiting(waiting))
            }
            None => {
                let state = state_hash(&battle)?;
                self.count_dice(&inputs);
                self.save.pending = None;
                self.pending = None;
                self.note_engine();
                self.save.entries.push(Entry::Turn(Turn {
                    correction: None,
                    command: unsettled.command,
                    inputs,
                    revealed,
                    state,
                }));
                self.lineage.turn();
                self.before = Some(std::mem::replace(&mut self.battle, battle));
                Ok(Progress::Done { turn: self.lineage.last(), record })
            }
        }
    }

    /// Writes down that another version goes on with the game than the one before.
    pub(super) fn note_engine(&mut self) {
        if !self.engine_noted && self.save.engine_at(self.save.entries.len()) != ENGINE {
            self.save.entries.push(Entry::Engine(ENGINE.to_owned()));
        }
        self.engine_noted = true;
    }

    /// The dice of the program, ready for the next throw.
    fn own_dice(&self) -> Result<crate::FairDice, Fault> {
        self.dice.clone().map(|dice| dice.after(self.dice_thrown)).ok_or_else(|| {
            Fault::of_file("dice", "this copy of the game does not hold the secret of its dice")
                .hint("type the dice, or give the secret that belongs to the commitment")
        })
    }

    /// Moves the counter past every program die of a command.
    fn count_dice(&mut self, inputs: &[Input]) {
        for thrown in throws(inputs) {
            if let Source::Program(first) = thrown.source {
                self.dice_thrown = self.dice_thrown.max(first - 1 + thrown.faces.len() as u64);
            }
        }
    }

    fn waiting(&self) -> Result<Waiting, Refusal> {
        self.check_open()?;
        self.pending.as_ref().map(|pending| pending.waiting).ok_or_else(|| refused("command", "no command waits"))
    }

    fn asked_throw(&self) -> Result<Throw, Refusal> {
        match self.waiting()? {
            Waiting::Dice { throw, .. } => Ok(throw),
            answer => Err(refused("dice", format!("the game waits for {}", describe(&answer)))),
        }
    }

    /// Refuses if the game is closed.
    pub(super) fn check_open(&self) -> Result<(), Refusal> {
        if self.is_closed() {
            return Err(refused("game", "the game is closed and its secret shown: branch it to play on"));
        }
        Ok(())
    }
}

/// A refusal of the table, for which no rule of a rulebook can be cited.
pub(super) fn refused(field: &str, why: impl Into<String>) -> Refusal {
    let mut refusal = Refusal::new();
    refusal.unless_senseless(false, field, || why.into());
    refusal
}

/// What is waited for, in a few words.
pub(super) fn describe(waiting: &Waiting) -> String {
    match waiting {
        Waiting::Dice { throw, rule } => format!("{throw} ({rule})"),
        Waiting::Answer(question) => {
            let name = question.kind.name;
            format!("the answer of {} to {name} ({})", question.side.name(), question.choices.listing(20))
        }
    }
}

/// Which numbers to type.
fn wanted(throw: Throw) -> String {
    let (low, high) = throw.die().span();
    match throw.count() {
        1 => format!("one number from {low} to {high}"),
        count => format!("{count} numbers from {low} to {high}"),
    }
}
