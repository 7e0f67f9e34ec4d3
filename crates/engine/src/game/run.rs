//! Running one command on a copy of the battle: first with the inputs so far, then with new ones.
//!
//! COST: a battle is kilobytes, and goes from hand to hand here: it is copied once, into a box, and then the box is handed on.

use std::convert::Infallible;

use postcard::ser_flavors::Flavor;

use super::save::{Answered, FILE, Input, Source, StateHash, Thrown};
use crate::{
    Answers, Attended, Dice, Entry, FairDice, Fault, GivenAnswers, Halt, Kept, Official, Play, Question, Rule, Throw,
    Waiting,
};

/// Where dice come from once those so far are used up.
#[derive(Clone, Debug)]
pub(super) enum Next {
    /// The program throws.
    Fair(FairDice),
    /// The program throws once, then people do.
    FairOnce(FairDice),
    /// People throw and type.
    Typed,
    /// Nowhere: everything has been recorded.
    Recorded,
}

/// How a command came out.
pub(super) struct Run<P: Play> {
    /// The copy after the command; in no defined state where it waits.
    pub battle: Box<P::Battle>,
    /// All dice and answers, in the order they were asked for.
    pub inputs: Vec<Input>,
    /// What happened.
    pub record: Kept<P::Event>,
    /// What it waits for; nothing where it is settled.
    pub waiting: Option<Waiting>,
}

impl<P: Play> Run<P> {
    /// Whether somebody saw what he could not know before.
    pub fn revealed(&self, play: &P) -> bool {
        self.record.events.iter().any(|event| play.reveals(event))
    }
}

/// Runs a command on this copy of the battle. After a refusal or a fault nothing is left of it.
pub(super) fn run<P: Play>(
    play: &P,
    mut battle: Box<P::Battle>,
    command: &P::Command,
    inputs: &[Input],
    next: Next,
    orders: &[GivenAnswers; 2],
) -> Result<Run<P>, Halt<Infallible>> {
    let (throws, answers) = split(inputs);
    let mut dice = Cup { throws, used: 0, next };
    let mut answers = Answerer { answers, used: 0, orders };
    let mut umpire: Attended<'_, _> = Official { dice: &mut dice, answers: &mut answers, record: Kept::new() };
    let waiting = match play.obey(&mut battle, command, &mut umpire) {
        Ok(()) => None,
        Err(Halt::Pause(waiting)) => Some(waiting),
        Err(Halt::Refused(refusal)) => return Err(Halt::Refused(refusal)),
        Err(Halt::Fault(fault)) => return Err(Halt::Fault(fault)),
    };
    let record = umpire.record;
    let left = dice.throws.len() - dice.used + answers.answers.len() - answers.used;
    if left > 0 {
        return Err(
            Fault::of_file(FILE, format!("{left} of the recorded throws and answers were not asked for")).into()
        );
    }
    let merged = merge(&record.entries, dice.throws, answers.answers);
    if !merged.starts_with(inputs) {
        return Err(Fault::of_file(FILE, "dice and answers were asked for in another order than recorded").into());
    }
    Ok(Run { battle, inputs: merged, record, waiting })
}

fn split(inputs: &[Input]) -> (Vec<Thrown>, Vec<Answered>) {
    let (mut throws, mut answers) = (Vec::new(), Vec::new());
    for input in inputs {
        match input {
            Input::Dice(thrown) => throws.push(thrown.clone()),
            Input::Answer(answered) => answers.push(answered.clone()),
        }
    }
    (throws, answers)
}

/// Throws and answers in the order in which the record has them. A throw of no dice at all is nobody's input.
fn merge(entries: &[Entry], throws: Vec<Thrown>, answers: Vec<Answered>) -> Vec<Input> {
    let (mut throws, mut answers) = (throws.into_iter(), answers.into_iter());
    let inputs = entries.iter().filter_map(|entry| match entry {
        Entry::Rolled { throw, .. } if throw.count() > 0 => throws.next().map(Input::Dice),
        Entry::Asked(_) => answers.next().map(Input::Answer),
        _ => None,
    });
    inputs.collect()
}

/// The dice so far, and then more.
struct Cup {
    throws: Vec<Thrown>,
    used: usize,
    next: Next,
}

impl Dice for Cup {
    type Pause = Waiting;

    fn throw(&mut self, throw: Throw, rule: Rule, faces: &mut [u8]) -> Result<(), Halt<Waiting>> {
        if faces.is_empty() {
            return Ok(());
        }
        if let Some(thrown) = self.throws.get(self.used) {
            if thrown.die != throw.die() || thrown.faces.len() != faces.len() {
                return Err(Fault::of_file(FILE, format!("{rule} asks for {throw}, and {thrown} is recorded")).into());
            }
            faces.copy_from_slice(&thrown.faces);
        } else {
            let first = self.fresh(throw, rule, faces)?;
            self.throws.push(Thrown { die: throw.die(), faces: faces.to_vec(), source: Source::Program(first) });
        }
        self.used += 1;
        Ok(())
    }
}

impl Cup {
    /// Fills `faces` with fresh dice of the program, and gives the number of the first.
    fn fresh(&mut self, throw: Throw, rule: Rule, faces: &mut [u8]) -> Result<u64, Halt<Waiting>> {
        let spent = match &mut self.next {
            Next::Recorded => {
                return Err(Fault::of_file(FILE, format!("{rule} asks for {throw}, and no die is recorded")).into());
            }
            Next::Typed => return Err(Halt::Pause(Waiting::Dice { throw, rule })),
            Next::Fair(dice) => return fall(dice, throw, rule, faces),
            Next::FairOnce(dice) => fall(dice, throw, rule, faces)?,
        };
        self.next = Next::Typed;
        Ok(spent)
    }
}

fn fall(dice: &mut FairDice, throw: Throw, rule: Rule, faces: &mut [u8]) -> Result<u64, Halt<Waiting>> {
    let first = dice.thrown() + 1;
    dice.throw(throw, rule, faces)?;
    Ok(first)
}

/// The answers so far, then standing orders, then the player.
struct Answerer<'a> {
    answers: Vec<Answered>,
    used: usize,
    orders: &'a [GivenAnswers; 2],
}

impl Answers for Answerer<'_> {
    type Pause = Waiting;

    fn answer(&mut self, question: &Question) -> Result<u32, Halt<Waiting>> {
        if let Some(answered) = self.answers.get(self.used) {
            if *answered != Answered::to(question, answered.choice) {
                let Answered { question: known, text, .. } = answered;
                let asked = Answered::to(question, answered.choice);
                let reason = format!("{} is asked, and {known} is recorded with {text:?}", asked.question);
                return Err(Fault::of_file(FILE, reason).into());
            }
            self.used += 1;
            return Ok(answered.choice);
        }
        let Some(choice) = self.orders[question.side as usize].fitting(question) else {
            return Err(Halt::Pause(Waiting::Answer(*question)));
        };
        let answered = Answered::to(question, choice);
        answered.check().map_err(|reason| Fault::of_file(FILE, reason))?;
        self.answers.push(answered);
        self.used += 1;
        Ok(choice)
    }
}

impl Answered {
    /// This choice as the answer to this question.
    pub(super) fn to(question: &Question, choice: u32) -> Self {
        let name = question.kind.name;
        let question_name = question.about.map_or_else(|| name.to_owned(), |piece| format!("{name}@{piece}"));
        Answered { question: question_name, choice, text: question.choices.text(choice) }
    }
}

/// COST: room for most battles, so that nothing is copied while their bytes are written.
const STATE_BYTES: usize = 8 << 10;
/// Bytes that are written faster one by one than handed on to be copied.
const FEW_BYTES: usize = 8;

/// The bytes of a battle. COST: numbers are a few bytes each, and to append every one of them as a list of its own took longer
/// than to hash them all.
struct StateBytes(Vec<u8>);

impl Flavor for StateBytes {
    type Output = Vec<u8>;

    #[inline]
    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.push(byte);
        Ok(())
    }

    #[inline]
    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        if bytes.len() <= FEW_BYTES {
            bytes.iter().for_each(|byte| self.0.push(*byte));
        } else {
            self.0.extend_from_slice(bytes);
        }
        Ok(())
    }

    fn finalize(self) -> postcard::Result<Vec<u8>> {
        Ok(self.0)
    }
}

/// The hash of a battle: BLAKE3 over its postcard bytes, the same on every machine.
pub fn state_hash(battle: &impl serde::Serialize) -> Result<StateHash, Fault> {
    let bytes = StateBytes(Vec::with_capacity(STATE_BYTES));
    let bytes = postcard::serialize_with_flavor(battle, bytes).map_err(|error| {
        Fault::of_file(FILE, format!("the battle cannot be hashed: {error}"))
            .hint("a battle is made of plain fields: no flattened ones, and no maps of unknown length")
    })?;
    Ok(*blake3::hash(&bytes).as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bytes_that_are_hashed_are_those_of_postcard() {
        let battle = (u64::MAX, -7_i32, "a name that is longer than a few bytes", vec![1_u16, 300, 70], Some(true));
        let bytes = postcard::to_stdvec(&battle).expect("it is written");
        assert_eq!(state_hash(&battle).expect("it is hashed"), *blake3::hash(&bytes).as_bytes());
    }
}
