//! Runs procedures with scripted dice and answers; fails when one is left over or missing.
#![allow(dead_code)]

use engine::book::{Procedure, Rulebook};
use engine::chart::{ChartSet, Overlay, OverlayFile};
use engine::{Kept, Official, Scripted, ScriptedAnswers};
use volley_and_bayonet::{Book, Event};

/// The book as printed.
pub fn book() -> Book {
    book_with(&[])
}

/// The book with some switches set.
pub fn book_with(switches: &[(&str, &str)]) -> Book {
    let text = switches.iter().map(|(name, value)| format!("{name} = \"{value}\"\n")).collect();
    let file = OverlayFile {
        path: "switches.toml".into(),
        slug: "volley_and_bayonet".into(),
        name: "switches.toml".into(),
        text,
    };
    let overlay = Overlay { files: vec![file] };
    let charts = ChartSet::open("volley_and_bayonet", Book::sources(), Some(&overlay)).expect("the charts open");
    Book::open(charts).expect("the book opens")
}

/// What a scripted run gave.
pub struct Run<O> {
    pub outcome: O,
    pub record: Kept<Event>,
}

impl<O> Run<O> {
    /// The modifiers that were summed, as rule id and amount, in order.
    pub fn modifiers(&self) -> Vec<(&'static str, i16)> {
        self.record.modifiers.iter().map(|modifier| (modifier.rule.id(), modifier.amount)).collect()
    }

    /// Whether a rule was cited.
    pub fn cites(&self, id: &str) -> bool {
        self.record.rules().iter().any(|rule| rule.id() == id)
    }
}

/// Runs a procedure that the book does not refuse; every die and answer must be used.
pub fn run<P: Procedure<Book = Book>>(
    book: &Book,
    situation: &P::Situation,
    dice: &[u8],
    answers: &[u32],
) -> Run<P::Outcome> {
    P::check(book, situation).expect("the situation is possible");
    let mut umpire =
        Official { dice: Scripted::new(dice), answers: ScriptedAnswers::new(answers), record: Kept::new() };
    let outcome = P::run(book, situation, &mut umpire).expect("the procedure runs to its end");
    umpire.dice.finish().expect("every die is thrown");
    umpire.answers.finish().expect("every answer is asked for");
    Run { outcome, record: umpire.record }
}
