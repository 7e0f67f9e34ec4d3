//! How far the numbers went that a question asked for.
//!
//! What may be answered can depend on the dice: two hits let two stands be saved, one hit only one. A question is opened where
//! it is met first, and met again with a wider span in another branch; every answer of the widest one is a decision.

use std::marker::PhantomData;

use crate::{Cell, Choices, Modifiers, Question, Record, Rule, Throw};

/// A question as columns tell it from others: its name, and the piece it is about.
type Key = (&'static str, Option<u16>);

/// The record of side-by-side odds: the widest span of every number that was asked for.
pub struct Spans<E> {
    widest: Vec<(Key, u16, u16)>,
    /// What has been opened into columns, and how wide it was then.
    opened: Vec<(Key, u16, u16)>,
    /// The names of the questions of the column at hand.
    asked: Vec<&'static str>,
    events: PhantomData<fn() -> E>,
}

impl<E> Spans<E> {
    pub(super) const fn new() -> Self {
        Spans { widest: Vec::new(), opened: Vec::new(), asked: Vec::new(), events: PhantomData }
    }

    /// Everything that may be answered to a question, as far as is known, which now stands in columns.
    pub(super) fn open(&mut self, question: &Question) -> Choices {
        self.widen(question);
        let key = key(question);
        match self.widest.iter().find(|(known, ..)| *known == key) {
            Some(&(_, least, most)) => {
                self.opened.retain(|(known, ..)| *known != key);
                self.opened.push((key, least, most));
                Choices::Number { least, most }
            }
            None => question.choices,
        }
    }

    /// The names of what was asked since this was asked last.
    pub(super) fn take_asked(&mut self) -> Vec<&'static str> {
        std::mem::take(&mut self.asked)
    }

    /// Whether a span turned out wider than it was when it was opened. Forgets what was opened.
    pub(super) fn were_too_narrow(&mut self) -> bool {
        let widest = &self.widest;
        let too_narrow = self.opened.iter().any(|opened| !widest.contains(opened));
        self.opened.clear();
        too_narrow
    }

    fn widen(&mut self, question: &Question) {
        let Choices::Number { least, most } = question.choices else { return };
        let key = key(question);
        match self.widest.iter_mut().find(|(known, ..)| *known == key) {
            Some((_, lowest, highest)) => (*lowest, *highest) = (least.min(*lowest), most.max(*highest)),
            None => self.widest.push((key, least, most)),
        }
    }
}

fn key(question: &Question) -> Key {
    (question.kind.name, question.about)
}

impl<E> Record for Spans<E> {
    type Event = E;

    #[inline]
    fn rolled(&mut self, _: Throw, _: Rule, _: &[u8]) {}

    fn asked(&mut self, question: &Question, _: u32) {
        self.widen(question);
        if !self.asked.contains(&question.kind.name) {
            self.asked.push(question.kind.name);
        }
    }

    #[inline]
    fn cited(&mut self, _: Rule) {}
    #[inline]
    fn looked(&mut self, _: Cell) {}
    #[inline]
    fn modified(&mut self, _: &Modifiers) {}
    #[inline]
    fn told(&mut self, _: impl FnOnce() -> E) {}
}
