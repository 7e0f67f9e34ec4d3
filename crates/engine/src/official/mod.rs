//! Umpires put together from three parts: where dice come from, where answers come from, and what is kept.
//!
//! | umpire | dice | answers | record |
//! |---|---|---|---|
//! | [`Live`] | the game's own fair dice | wait for the player | kept |
//! | [`Table`] | wait until someone types them | wait for the player | kept |
//! | [`Rollout`] | a fast generator | a policy | nothing |
//! | [`Coverage`] | a fast generator | a policy | which rules fired |
//! | [`Replay`] | the recorded ones | the recorded ones | as wanted |
//!
//! Only exact odds ([`crate::Exact`]) work differently: they look at every face.

mod answers;
mod dice;
mod record;

use std::convert::Infallible;

pub use answers::{Answers, Asked, GivenAnswers, Policy, ScriptedAnswers, Unattended};
pub(crate) use dice::unbiased_below;
pub use dice::{Continued, Dice, Fast, Scripted, Typed};
pub use record::{CitedEvent, Counted, Entry, Kept, Logged, Record, RuleSet, Silent};

use crate::dice::DICE_MAX;
use crate::{Cell, Die, Fault, Halt, Modifiers, Question, QuestionKind, Rule, Ruling, Throw, Umpire};

/// What a paused game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Waiting {
    /// Someone has to throw these dice and type what they show.
    Dice {
        /// Which dice, and how they will be read.
        throw: Throw,
        /// The rule that wants them.
        rule: Rule,
    },
    /// A player has to decide.
    Answer(Question),
}

/// An umpire made of dice, answers and a record.
#[derive(Clone, Debug)]
pub struct Official<D, A, R> {
    /// Where dice come from.
    pub dice: D,
    /// Where answers come from.
    pub answers: A,
    /// What is kept.
    pub record: R,
}

/// The umpire of play: the recorded inputs first, then the game's own dice, and players who answer in their own time.
pub type Live<N, E> = Official<Continued<N>, Asked, Kept<E>>;
/// The umpire of a real table: people type the dice.
pub type Table<E> = Official<Continued<Typed>, Asked, Kept<E>>;
/// The umpire of anything people attend to, whoever throws and decides.
///
/// COST: one type for all of it, so that a rulebook's rules are compiled once for people and not once for each way to play.
pub type Attended<'a, E> = Official<&'a mut dyn Dice<Pause = Waiting>, &'a mut dyn Answers<Pause = Waiting>, Kept<E>>;
/// The silent umpire of studies and searches.
pub type Rollout<P, E> = Official<Fast, Policy<P>, Silent<E>>;
/// The umpire that finds out which rules ever fire.
pub type Coverage<P, E> = Official<Fast, Policy<P>, Counted<E>>;
/// The umpire of what has already been decided.
pub type Replay<'a, R> = Official<Scripted<'a>, ScriptedAnswers<'a>, R>;

fn first(_: &Question) -> u32 {
    0
}

impl<E> Rollout<fn(&Question) -> u32, E> {
    /// A silent rollout whose players always take the first answer.
    pub fn seeded(seed: u64) -> Self {
        Official { dice: Fast::seeded(seed), answers: Policy(first), record: Silent::new() }
    }

    /// One that is asked for no die: for looking ahead.
    pub fn idle() -> Self {
        Official { dice: Fast::idle(), answers: Policy(first), record: Silent::new() }
    }
}

impl<D: Dice, A, R: Record> Official<D, A, R> {
    fn throw_several(&mut self, throw: Throw, rule: Rule) -> Result<i16, Halt<D::Pause>> {
        if !throw.is_possible() {
            return Err(impossible(throw, rule).into());
        }
        let mut buffer = [0; DICE_MAX as usize];
        let faces = &mut buffer[..usize::from(throw.count())];
        self.dice.throw(throw, rule, faces)?;
        self.record.rolled(throw, rule, faces);
        Ok(throw.read(faces))
    }
}

impl<D, A, R> Umpire for Official<D, A, R>
where
    D: Dice,
    A: Answers<Pause = D::Pause>,
    R: Record,
{
    type Pause = D::Pause;
    type Event = R::Event;

    const KEEPS: bool = R::KEEPS;

    // COST: always inlined, so that a rule's own throw (a constant) is settled by the compiler: a tenth of a fire rollout.
    #[inline(always)]
    fn throw(&mut self, throw: Throw, rule: Rule) -> Ruling<i16, Self> {
        if let Throw::One(Die::D3 | Die::D6 | Die::D10 | Die::Average) = throw {
            let mut face = [0];
            self.dice.throw(throw, rule, &mut face)?;
            self.record.rolled(throw, rule, &face);
            return Ok(face[0].into());
        }
        self.throw_several(throw, rule)
    }

    #[inline]
    fn ask(&mut self, question: Question) -> Ruling<u32, Self> {
        debug_assert!(question.kind.answers.include(question.choices), "{question:?}");
        let answer = self.answers.answer(&question)?;
        if answer >= question.choices.count() {
            return Err(no_such_answer(&question, answer).into());
        }
        self.record.asked(&question, answer);
        Ok(answer)
    }

    // COST: these five are always inlined. A rule tells a lot, and a call for each thing costs as much as keeping it.
    #[inline(always)]
    fn cite(&mut self, rule: Rule) {
        self.record.cited(rule);
    }

    #[inline(always)]
    fn cite_all<const N: usize>(&mut self, rules: [Rule; N]) {
        self.record.cited_all(rules);
    }

    #[inline(always)]
    fn look(&mut self, cell: Cell) {
        self.record.looked(cell);
    }

    #[inline(always)]
    fn modify(&mut self, modifiers: &Modifiers) {
        self.record.modified(modifiers);
    }

    #[inline(always)]
    fn tell(&mut self, event: impl FnOnce() -> Self::Event) {
        self.record.told(event);
    }

    #[inline(always)]
    fn name_choices(&mut self, kind: &'static QuestionKind, names: impl FnOnce() -> Vec<String>) {
        self.record.named(kind, names);
    }
}

/// An umpire that never waits cannot pause.
pub fn never<T>(pause: Infallible) -> T {
    match pause {}
}

#[cold]
pub(crate) fn impossible(throw: Throw, rule: Rule) -> Fault {
    Fault::of_file("dice", format!("{rule} asks for {throw}, which cannot be thrown"))
        .hint(format!("a throw has at most {DICE_MAX} dice, and a card needs a deck"))
}

#[cold]
fn no_such_answer(question: &Question, answer: u32) -> Fault {
    Fault::of_file("answers", format!("{} has no answer number {answer}", question.kind.name))
        .hint(format!("choose one of {}", question.choices.listing(20)))
}
