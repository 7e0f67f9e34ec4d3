//! The umpire: whom a rule asks for dice and decisions, and whom it tells what it did.
//!
//! A rule is straight-line code over [`Umpire`]. The same function then serves play, the table with real dice, rollouts,
//! exact odds and coverage, monomorphised for each, with no cost for what a caller does not use.

use std::any::Any;
use std::hash::Hash;

use crate::{Cell, Choices, Die, Halt, Looked, Modifiers, Pair, Question, QuestionKind, Rule, Side, Throw};

/// What comes of asking: the answer, or whatever stopped the rule.
pub type Ruling<T, U> = Result<T, Halt<<U as Umpire>::Pause>>;

/// Everything that lives on from one step of a procedure to the next.
///
/// Two equal states must have the same future: whatever a later step reads has to be in here.
pub trait State: Any + Clone + Eq + Hash {}

impl<S: Any + Clone + Eq + Hash> State for S {}

/// A step of a procedure: a function from state to state, with the unchanging facts beside it.
pub type Step<F, S, U> = fn(&F, S, &mut U) -> Ruling<S, U>;

/// Rolls, decides and listens.
pub trait Umpire: Sized {
    /// What it means to wait; `Infallible` where nothing ever waits.
    type Pause;
    /// What happened, in the rulebook's own words.
    type Event;

    /// Whether anything it is told can be read afterwards. Where it cannot, a rule may leave out what only serves to tell:
    /// citations of what is settled already, never a die, a question or anything that changes the battle.
    const KEEPS: bool = true;

    /// Throws dice because of `rule`, and reads them as the throw says.
    fn throw(&mut self, throw: Throw, rule: Rule) -> Ruling<i16, Self>;

    /// Puts a question to a player; the answer is the number of the choice, counted from zero.
    fn ask(&mut self, question: Question) -> Ruling<u32, Self>;

    /// This rule was applied here.
    fn cite(&mut self, rule: Rule);

    /// These rules were applied here, in this order: the same as citing one after another, and cheaper to keep.
    #[inline]
    fn cite_all<const N: usize>(&mut self, rules: [Rule; N]) {
        for rule in rules {
            self.cite(rule);
        }
    }

    /// This cell of a chart was read.
    fn look(&mut self, cell: Cell);

    /// These modifiers were summed.
    fn modify(&mut self, modifiers: &Modifiers);

    /// Something happened, for people and pictures. The event is only built for an umpire that keeps it.
    fn tell(&mut self, event: impl FnOnce() -> Self::Event);

    /// What the choices of the next questions of this kind are called, in their order, where their numbers or sides do not say it:
    /// hexes, pieces, ways. Where there are more names than choices, the last ones hold. They are only made for an umpire that
    /// keeps them.
    #[inline]
    fn name_choices(&mut self, kind: &'static QuestionKind, names: impl FnOnce() -> Vec<String>) {
        let _ = (kind, names);
    }

    /// Runs one step of a procedure. The end of a step is a **seam**: exact odds merge equal states there, everyone else
    /// just goes on. Nothing but `state` may live on across it: `facts` must be what they were before the first die, never
    /// something a die has changed.
    #[inline]
    #[track_caller]
    fn step<F, S: State>(&mut self, facts: &F, state: S, step: Step<F, S, Self>) -> Ruling<S, Self> {
        step(facts, state, self)
    }
}

/// The asks of the rulebooks, by their names. Every umpire has them.
pub trait Asks: Umpire {
    /// One d10, 0 to 9.
    #[inline]
    fn d10(&mut self, rule: Rule) -> Ruling<i16, Self> {
        self.throw(Throw::One(Die::D10), rule)
    }

    /// One d6.
    #[inline]
    fn d6(&mut self, rule: Rule) -> Ruling<i16, Self> {
        self.throw(Throw::One(Die::D6), rule)
    }

    /// One d3.
    #[inline]
    fn d3(&mut self, rule: Rule) -> Ruling<i16, Self> {
        self.throw(Throw::One(Die::D3), rule)
    }

    /// This many like dice, added.
    #[inline]
    fn sum(&mut self, dice: u8, die: Die, rule: Rule) -> Ruling<i16, Self> {
        self.throw(Throw::Sum(dice, die), rule)
    }

    /// White minus coloured d6.
    #[inline]
    fn difference(&mut self, rule: Rule) -> Ruling<i16, Self> {
        self.throw(Throw::Difference, rule)
    }

    /// Two d6 of which doubles or single faces matter.
    #[inline]
    fn pair(&mut self, rule: Rule) -> Ruling<Pair, Self> {
        self.throw(Throw::Pair, rule).map(Pair::from_code)
    }

    /// How many of `dice` d6 show `needed` or more.
    #[inline]
    fn hits(&mut self, dice: u8, needed: u8, rule: Rule) -> Ruling<i16, Self> {
        self.throw(Throw::Pool { dice, low: needed, high: 6 }, rule)
    }

    /// How many of `dice` d6 show exactly `face`.
    #[inline]
    fn showing(&mut self, dice: u8, face: u8, rule: Rule) -> Ruling<i16, Self> {
        self.throw(Throw::Pool { dice, low: face, high: face }, rule)
    }

    /// The top card of a shuffled deck of `cards`, as its place (from zero) in the deck's listed order.
    #[inline]
    fn draw(&mut self, cards: u8, rule: Rule) -> Ruling<usize, Self> {
        self.throw(Throw::One(Die::Card(cards)), rule).map(|card| (card - 1).max(0) as usize)
    }

    /// A yes or no decision.
    #[inline]
    fn yes(&mut self, side: Side, kind: &'static QuestionKind, about: Option<u16>) -> Ruling<bool, Self> {
        self.ask(Question { kind, side, about, choices: Choices::YesNo }).map(|answer| answer == 0)
    }

    /// A number between `least` and `most`. Not asked where there is only one.
    #[inline]
    fn number(
        &mut self,
        side: Side,
        kind: &'static QuestionKind,
        about: Option<u16>,
        least: u16,
        most: u16,
    ) -> Ruling<u16, Self> {
        if most <= least {
            return Ok(least);
        }
        let answer = self.ask(Question { kind, side, about, choices: Choices::Number { least, most } })?;
        Ok(least + answer as u16)
    }

    /// One of several named choices, as its place in `names`.
    #[inline]
    fn choose(
        &mut self,
        side: Side,
        kind: &'static QuestionKind,
        about: Option<u16>,
        names: &'static [&'static str],
    ) -> Ruling<usize, Self> {
        let answer = self.ask(Question { kind, side, about, choices: Choices::Named(names) })?;
        Ok(answer as usize)
    }

    /// The value of a cell, cited.
    #[inline]
    fn read<T>(&mut self, looked: Looked<T>) -> T {
        self.look(looked.cell);
        looked.value
    }

    /// The sum of these modifiers, each of them cited.
    #[inline]
    fn apply(&mut self, modifiers: &Modifiers) -> i16 {
        self.modify(modifiers);
        modifiers.total()
    }
}

impl<U: Umpire> Asks for U {}
