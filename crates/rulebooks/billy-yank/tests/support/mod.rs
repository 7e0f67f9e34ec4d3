//! Runs procedures with scripted dice and answers; fails when one is left over or missing.
#![allow(dead_code)]

use billy_yank::{Book, Event};
use engine::book::{Procedure, Rulebook};
use engine::chart::{ChartSet, Overlay, OverlayFile};
use engine::{Kept, Official, Refusal, Scripted, ScriptedAnswers};

pub const YES: u32 = 0;
pub const NO: u32 = 1;

/// The book as printed.
pub fn book() -> Book {
    book_with(&[])
}

/// The book with some switches set.
pub fn book_with(switches: &[(&str, &str)]) -> Book {
    let text = switches.iter().map(|(name, value)| format!("{name} = \"{value}\"\n")).collect();
    let file =
        OverlayFile { path: "switches.toml".into(), slug: "billy-yank".into(), name: "switches.toml".into(), text };
    let overlay = Overlay { files: vec![file] };
    let charts = ChartSet::open("billy-yank", Book::sources(), Some(&overlay)).expect("the charts open");
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

    /// The points in thousandths, the column before and after shifts, and the net shift of each fire.
    pub fn fire_columns(&self) -> Vec<(i32, u16, i16, u16)> {
        let fired = |event: &Event| match event {
            Event::Fired { points, column, shift, shifted, .. } => {
                Some((points.thousandths(), *column, *shift, *shifted))
            }
            _ => None,
        };
        self.record.events.iter().filter_map(fired).collect()
    }

    /// The column before and after shifts, and the net shift of each die of melee.
    pub fn melee_columns(&self) -> Vec<(u16, i16, u16)> {
        let fought = |event: &Event| match event {
            Event::Fought { column, shift, shifted, .. } => Some((*column, *shift, *shifted)),
            _ => None,
        };
        self.record.events.iter().filter_map(fought).collect()
    }

    /// The modified die of each test.
    pub fn tests(&self) -> Vec<i16> {
        let tested = |event: &Event| match event {
            Event::Tested { modified, .. } => Some(*modified),
            _ => None,
        };
        self.record.events.iter().filter_map(tested).collect()
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

/// Why the book refuses a situation.
pub fn refused<P: Procedure<Book = Book>>(book: &Book, situation: &P::Situation) -> Refusal {
    P::check(book, situation).expect_err("the situation is impossible")
}

/// The ids of the rules that a refusal cites.
pub fn reasons(refusal: &Refusal) -> Vec<&'static str> {
    refusal.reasons.iter().filter_map(|reason| reason.rule.map(engine::Rule::id)).collect()
}
