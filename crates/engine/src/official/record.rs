//! What is kept of what an umpire was told.

use std::marker::PhantomData;

use serde::Serialize;

use crate::{Cell, Modifier, Modifiers, Question, QuestionKind, Rule, Throw};

/// Keeps what it is told, or does not.
pub trait Record {
    /// What happened, in the rulebook's own words.
    type Event;

    /// Whether anything it is told can be read afterwards.
    const KEEPS: bool = true;

    /// Dice were thrown.
    fn rolled(&mut self, throw: Throw, rule: Rule, faces: &[u8]);
    /// A question was answered.
    fn asked(&mut self, question: &Question, answer: u32);
    /// A rule was applied.
    fn cited(&mut self, rule: Rule);
    /// Rules were applied, in this order.
    #[inline]
    fn cited_all<const N: usize>(&mut self, rules: [Rule; N]) {
        for rule in rules {
            self.cited(rule);
        }
    }
    /// A cell of a chart was read.
    fn looked(&mut self, cell: Cell);
    /// Modifiers were summed.
    fn modified(&mut self, modifiers: &Modifiers);
    /// Something happened.
    fn told(&mut self, event: impl FnOnce() -> Self::Event);
    /// The choices of a kind of question are called this from now on.
    #[inline]
    fn named(&mut self, kind: &'static QuestionKind, names: impl FnOnce() -> Vec<String>) {
        let _ = (kind, names);
    }
}

impl<R: Record> Record for &mut R {
    type Event = R::Event;

    const KEEPS: bool = R::KEEPS;

    #[inline]
    fn rolled(&mut self, throw: Throw, rule: Rule, faces: &[u8]) {
        (**self).rolled(throw, rule, faces);
    }

    #[inline]
    fn asked(&mut self, question: &Question, answer: u32) {
        (**self).asked(question, answer);
    }

    #[inline]
    fn cited(&mut self, rule: Rule) {
        (**self).cited(rule);
    }

    #[inline]
    fn looked(&mut self, cell: Cell) {
        (**self).looked(cell);
    }

    #[inline]
    fn modified(&mut self, modifiers: &Modifiers) {
        (**self).modified(modifiers);
    }

    #[inline]
    fn told(&mut self, event: impl FnOnce() -> R::Event) {
        (**self).told(event);
    }

    #[inline]
    fn named(&mut self, kind: &'static QuestionKind, names: impl FnOnce() -> Vec<String>) {
        (**self).named(kind, names);
    }
}

/// Keeps nothing; everything it is told is compiled away.
#[derive(Clone, Debug)]
pub struct Silent<E>(PhantomData<fn() -> E>);

impl<E> Silent<E> {
    /// The record that keeps nothing.
    pub const fn new() -> Self {
        Silent(PhantomData)
    }
}

impl<E> Default for Silent<E> {
    fn default() -> Self {
        Silent::new()
    }
}

impl<E> Record for Silent<E> {
    type Event = E;

    const KEEPS: bool = false;

    #[inline]
    fn rolled(&mut self, _: Throw, _: Rule, _: &[u8]) {}
    #[inline]
    fn asked(&mut self, _: &Question, _: u32) {}
    #[inline]
    fn cited(&mut self, _: Rule) {}
    #[inline]
    fn looked(&mut self, _: Cell) {}
    #[inline]
    fn modified(&mut self, _: &Modifiers) {}
    #[inline]
    fn told(&mut self, _: impl FnOnce() -> E) {}
}

/// One line of a kept record. Whatever is large stands elsewhere, so that a line is two words: see the test below.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// Dice were thrown; their faces stand at this place of [`Kept::faces`].
    Rolled {
        /// Which dice.
        throw: Throw,
        /// Why.
        rule: Rule,
        /// Where their faces begin.
        faces_at: u32,
    },
    /// A question was answered; it stands at this place of [`Kept::questions`].
    Asked(u32),
    /// A rule was applied.
    Cited(Rule),
    /// A cell was read.
    Looked(Cell),
    /// A modifier was added; it stands at this place of [`Kept::modifiers`].
    Modified(u32),
    /// Something happened; it stands at this place of [`Kept::events`].
    Told(u32),
}

/// Keeps everything that is worth reading, in order. Clearing it keeps its memory.
#[derive(Clone, Debug)]
pub struct Kept<E> {
    /// What happened, line by line.
    pub entries: Vec<Entry>,
    /// All faces thrown.
    pub faces: Vec<u8>,
    /// All modifiers.
    pub modifiers: Vec<Modifier>,
    /// All questions, with the number of the answer.
    pub questions: Vec<(Question, u32)>,
    /// All events.
    pub events: Vec<E>,
    /// What the choices of questions are called, by the name of the question.
    choice_names: Vec<(&'static str, Vec<String>)>,
}

impl<E> Kept<E> {
    /// An empty record.
    pub const fn new() -> Self {
        Kept {
            entries: Vec::new(),
            faces: Vec::new(),
            modifiers: Vec::new(),
            questions: Vec::new(),
            events: Vec::new(),
            choice_names: Vec::new(),
        }
    }

    /// Forgets everything and keeps the memory for the next time.
    #[inline]
    pub fn clear(&mut self) {
        self.entries.clear();
        self.faces.clear();
        self.modifiers.clear();
        self.questions.clear();
        self.events.clear();
        self.choice_names.clear();
    }

    /// What the choices of a question are called, each of them; nothing where their numbers say it all.
    pub fn names_of(&self, question: &Question) -> &[String] {
        let known = self.choice_names.iter().find(|(name, _)| *name == question.kind.name);
        let names = known.map_or(&[][..], |(_, names)| names);
        let spare = names.len().checked_sub(question.choices.count() as usize);
        spare.map_or(&[], |spare| &names[spare..])
    }

    /// Every rule that was applied, rolled for, asked about or added, each once, in the order it first came up.
    pub fn rules(&self) -> Vec<Rule> {
        let mut rules = Vec::new();
        for rule in self.entries.iter().filter_map(|entry| self.rule_of(entry)) {
            if !rules.contains(&rule) {
                rules.push(rule);
            }
        }
        rules
    }
}

impl<E> Kept<E> {
    /// Every event with the rules that led to it: those that came up since the event before, the last event with those
    /// after it too.
    pub fn cited_events(&self) -> Vec<CitedEvent<&E>> {
        let mut cited: Vec<CitedEvent<&E>> = Vec::with_capacity(self.events.len());
        let mut rules = Vec::new();
        for entry in &self.entries {
            match entry {
                Entry::Told(at) => {
                    cited.push(CitedEvent { event: &self.events[*at as usize], rules: std::mem::take(&mut rules) });
                }
                _ => {
                    if let Some(rule) = self.rule_of(entry).filter(|rule| !rules.contains(rule)) {
                        rules.push(rule);
                    }
                }
            }
        }
        if let Some(last) = cited.last_mut() {
            last.rules.extend(rules);
        }
        cited
    }

    fn rule_of(&self, entry: &Entry) -> Option<Rule> {
        match entry {
            Entry::Rolled { rule, .. } | Entry::Cited(rule) => Some(*rule),
            Entry::Modified(at) => Some(self.modifiers[*at as usize].rule),
            Entry::Asked(at) => Some(self.questions[*at as usize].0.kind.rule),
            Entry::Looked(_) | Entry::Told(_) => None,
        }
    }
}

/// Something that happened, with the rules that led to it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct CitedEvent<E> {
    /// What happened.
    pub event: E,
    /// The rules that led to it, in the order they first came up.
    pub rules: Vec<Rule>,
}

impl<E> Default for Kept<E> {
    fn default() -> Self {
        Kept::new()
    }
}

impl<E> Record for Kept<E> {
    type Event = E;

    #[inline(always)]
    fn rolled(&mut self, throw: Throw, rule: Rule, faces: &[u8]) {
        let faces_at = self.faces.len() as u32;
        match faces {
            // COST: a single face is pushed; a slice would be copied by a call.
            [face] => self.faces.push(*face),
            _ => self.faces.extend_from_slice(faces),
        }
        self.entries.push(Entry::Rolled { throw, rule, faces_at });
    }

    #[inline(always)]
    fn asked(&mut self, question: &Question, answer: u32) {
        self.entries.push(Entry::Asked(self.questions.len() as u32));
        self.questions.push((*question, answer));
    }

    #[inline(always)]
    fn cited(&mut self, rule: Rule) {
        self.entries.push(Entry::Cited(rule));
    }

    // COST: one check for room and one new length for all of them. Mapped as they are added: a finished array of lines
    // would be copied by a call.
    #[inline(always)]
    fn cited_all<const N: usize>(&mut self, rules: [Rule; N]) {
        self.entries.extend(rules.into_iter().map(Entry::Cited));
    }

    #[inline(always)]
    fn looked(&mut self, cell: Cell) {
        self.entries.push(Entry::Looked(cell));
    }

    #[inline(always)]
    fn modified(&mut self, modifiers: &Modifiers) {
        for modifier in modifiers.iter() {
            self.entries.push(Entry::Modified(self.modifiers.len() as u32));
            self.modifiers.push(*modifier);
        }
    }

    #[inline(always)]
    fn told(&mut self, event: impl FnOnce() -> E) {
        self.entries.push(Entry::Told(self.events.len() as u32));
        self.events.push(event());
    }

    fn named(&mut self, kind: &'static QuestionKind, names: impl FnOnce() -> Vec<String>) {
        self.choice_names.retain(|(name, _)| *name != kind.name);
        self.choice_names.push((kind.name, names()));
    }
}

/// The log of bulk work: every die, every answer, every event, in order. Clearing it keeps its memory.
///
/// What it leaves out (citations, cells, modifiers) follows from what it keeps: a [`Replay`](super::Replay) of the log into a
/// [`Kept`] record gives all of it, for the one run in a thousand that somebody wants to read.
#[derive(Clone, Debug)]
pub struct Logged<E> {
    /// All faces thrown.
    pub faces: Vec<u8>,
    /// The number of every answer.
    pub answers: Vec<u32>,
    /// All events.
    pub events: Vec<E>,
}

impl<E> Logged<E> {
    /// An empty log.
    pub const fn new() -> Self {
        Logged { faces: Vec::new(), answers: Vec::new(), events: Vec::new() }
    }

    /// Forgets everything and keeps the memory for the next time.
    #[inline]
    pub fn clear(&mut self) {
        self.faces.clear();
        self.answers.clear();
        self.events.clear();
    }
}

impl<E> Default for Logged<E> {
    fn default() -> Self {
        Logged::new()
    }
}

impl<E> Record for Logged<E> {
    type Event = E;

    #[inline(always)]
    fn rolled(&mut self, _: Throw, _: Rule, faces: &[u8]) {
        match faces {
            // COST: a single face is pushed; a slice would be copied by a call.
            [face] => self.faces.push(*face),
            _ => self.faces.extend_from_slice(faces),
        }
    }

    #[inline(always)]
    fn asked(&mut self, _: &Question, answer: u32) {
        self.answers.push(answer);
    }

    #[inline]
    fn cited(&mut self, _: Rule) {}
    #[inline]
    fn looked(&mut self, _: Cell) {}
    #[inline]
    fn modified(&mut self, _: &Modifiers) {}

    #[inline(always)]
    fn told(&mut self, event: impl FnOnce() -> E) {
        self.events.push(event());
    }
}

/// A set of rules of one ledger, as bits.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleSet {
    words: Vec<u64>,
}

impl RuleSet {
    /// An empty set with room for a ledger of this length.
    pub fn with_room(rules: usize) -> Self {
        RuleSet { words: vec![0; rules.div_ceil(64)] }
    }

    /// Puts a rule in.
    #[inline]
    pub fn insert(&mut self, rule: Rule) {
        let word = rule.index() / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (rule.index() % 64);
    }

    /// Whether a rule is in.
    pub fn contains(&self, rule: Rule) -> bool {
        self.words.get(rule.index() / 64).is_some_and(|word| word & (1 << (rule.index() % 64)) != 0)
    }

    /// How many rules are in.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// Whether none is in.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|word| *word == 0)
    }

    /// Adds everything that is in `other`.
    pub fn merge(&mut self, other: &RuleSet) {
        if other.words.len() > self.words.len() {
            self.words.resize(other.words.len(), 0);
        }
        for (word, more) in self.words.iter_mut().zip(&other.words) {
            *word |= more;
        }
    }
}

/// Keeps only which rules fired.
#[derive(Clone, Debug, Default)]
pub struct Counted<E> {
    /// The rules that fired.
    pub rules: RuleSet,
    events: PhantomData<fn() -> E>,
}

impl<E> Counted<E> {
    /// Nothing has fired yet; there is room for a ledger of this length.
    pub fn with_room(rules: usize) -> Self {
        Counted { rules: RuleSet::with_room(rules), events: PhantomData }
    }
}

impl<E> Record for Counted<E> {
    type Event = E;

    #[inline]
    fn rolled(&mut self, _: Throw, rule: Rule, _: &[u8]) {
        self.rules.insert(rule);
    }

    #[inline]
    fn asked(&mut self, question: &Question, _: u32) {
        self.rules.insert(question.kind.rule);
    }

    #[inline]
    fn cited(&mut self, rule: Rule) {
        self.rules.insert(rule);
    }

    #[inline]
    fn looked(&mut self, _: Cell) {}

    #[inline]
    fn modified(&mut self, modifiers: &Modifiers) {
        for modifier in modifiers.iter() {
            self.rules.insert(modifier.rule);
        }
    }

    #[inline]
    fn told(&mut self, _: impl FnOnce() -> E) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LedgerEntry, RuleKind};

    static ENTRIES: [LedgerEntry; 2] = [
        LedgerEntry { id: "T-1", kind: RuleKind::Rule, chart: "Test", statement: "One.", index: 0 },
        LedgerEntry { id: "T-2", kind: RuleKind::Rule, chart: "Test", statement: "Two.", index: 1 },
    ];

    #[test]
    fn rules_cited_together_are_kept_as_if_one_after_another() {
        let rules = ENTRIES.each_ref().map(Rule::from_ledger);
        let (mut together, mut apart) = (Kept::<()>::new(), Kept::<()>::new());
        for _ in 0..100 {
            together.cited_all(rules);
            rules.into_iter().for_each(|rule| apart.cited(rule));
        }
        assert_eq!(together.entries, apart.entries);
    }

    #[test]
    fn a_line_is_two_words() {
        assert_eq!(size_of::<Entry>(), 16);
    }
}
