//! What the tests share: the book as printed, and procedures run with scripted dice.
#![allow(dead_code, reason = "each test file uses its part of this")]
#![allow(clippy::unwrap_used, reason = "these are helpers of tests")]

use engine::book::{Procedure, Rulebook};
use engine::chart::{ChartSet, Overlay, OverlayFile};
use engine::{Entry, Kept, Official, Scripted, ScriptedAnswers};
use fire_and_fury::Book;
use fire_and_fury::event::Event;

/// The book as printed.
pub fn book() -> Book {
    let charts = ChartSet::open(Book::ABOUT.slug, Book::sources(), None).unwrap();
    Book::open(charts).unwrap()
}

/// The book with some switches set otherwise: `french_only = "off"`.
pub fn book_with(settings: &str) -> Book {
    let charts = ChartSet::open(Book::ABOUT.slug, Book::sources(), Some(&house_rules(settings))).unwrap();
    Book::open(charts).unwrap()
}

/// House rules that set switches.
pub fn house_rules(settings: &str) -> Overlay {
    let file = OverlayFile {
        path: "club/fire-and-fury/switches.toml".to_owned(),
        slug: Book::ABOUT.slug.to_owned(),
        name: "switches.toml".to_owned(),
        text: format!("{settings}\n"),
    };
    Overlay { files: vec![file] }
}

/// What a procedure did with scripted dice.
pub struct Refereed<O> {
    pub outcome: O,
    pub record: Kept<Event>,
}

/// Runs a procedure on the printed book. No die and no answer may be left or missing.
pub fn referee<P: Procedure<Book = Book>>(
    situation: &P::Situation,
    dice: &[u8],
    answers: &[u32],
) -> Refereed<P::Outcome> {
    referee_by::<P>(&book(), situation, dice, answers)
}

/// The same with another book.
pub fn referee_by<P: Procedure<Book = Book>>(
    book: &Book,
    situation: &P::Situation,
    dice: &[u8],
    answers: &[u32],
) -> Refereed<P::Outcome> {
    P::check(book, situation).unwrap();
    let mut umpire =
        Official { dice: Scripted::new(dice), answers: ScriptedAnswers::new(answers), record: Kept::new() };
    let outcome = P::run(book, situation, &mut umpire).unwrap();
    umpire.dice.finish().unwrap();
    umpire.answers.finish().unwrap();
    Refereed { outcome, record: umpire.record }
}

impl<O> Refereed<O> {
    /// Every modifier in order, by rule id and amount.
    pub fn modifiers(&self) -> Vec<(&'static str, i16)> {
        self.record.modifiers.iter().map(|modifier| (modifier.rule.id(), modifier.amount)).collect()
    }

    /// Whether a rule was applied.
    pub fn cited(&self, id: &str) -> bool {
        self.record.rules().iter().any(|rule| rule.id() == id)
    }

    /// How often a rule was applied.
    pub fn times_cited(&self, id: &str) -> usize {
        self.record.entries.iter().filter(|entry| matches!(entry, Entry::Cited(rule) if rule.id() == id)).count()
    }

    /// The names of the questions asked.
    pub fn questions(&self) -> Vec<&'static str> {
        self.record.questions.iter().map(|(question, _)| question.kind.name).collect()
    }
}
