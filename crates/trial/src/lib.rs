//! What the tests of every rulebook share. For tests only: it fails by panicking.
//!
//! - [`run`]: a procedure with scripted dice and answers, none left over and none missing.
//! - [`Nasty`]: an example with something made impossible, and the rules that forbid it.
//! - [`Files`]: the charts of a rulebook as files, to hold the typed tables against.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod files;
mod nasty;

use engine::book::{Procedure, Rulebook};
use engine::chart::{ChartSet, Overlay, OverlayFile};
use engine::{Entry, Kept, Official, Refusal, Scripted, ScriptedAnswers};
pub use files::{Files, text};
pub use nasty::{Nasty, Nonsense, all_refused, all_refused_by_rules, changed, nasty, procedure, refusing_rules};

/// The book as printed.
pub fn printed<B: Rulebook>() -> B {
    with::<B>(&[])
}

/// The book with some switches set.
pub fn with<B: Rulebook>(switches: &[(&str, &str)]) -> B {
    let name = "switches.toml".to_owned();
    let text = switches.iter().map(|(name, value)| format!("{name} = \"{value}\"\n")).collect();
    let file = OverlayFile { path: name.clone(), slug: B::ABOUT.slug.to_owned(), name, text };
    let charts = ChartSet::open(B::ABOUT.slug, B::sources(), Some(&Overlay { files: vec![file] }));
    B::open(charts.expect("the charts open")).expect("the book opens")
}

/// What a scripted run gave.
pub struct Run<E, O> {
    /// The outcome.
    pub outcome: O,
    /// Everything that happened.
    pub record: Kept<E>,
}

impl<E: Clone, O> Run<E, O> {
    /// The modifiers that were summed, as rule id and amount, in order.
    pub fn modifiers(&self) -> Vec<(&'static str, i16)> {
        self.record.modifiers.iter().map(|modifier| (modifier.rule.id(), modifier.amount)).collect()
    }

    /// Whether a rule played a part.
    pub fn cites(&self, id: &str) -> bool {
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

    /// What the events that `pick` knows say, in order.
    pub fn told<T>(&self, pick: impl FnMut(&E) -> Option<T>) -> Vec<T> {
        self.record.events.iter().filter_map(pick).collect()
    }
}

/// Runs a procedure that the book does not refuse; every die and answer must be used.
pub fn run<P: Procedure>(
    book: &P::Book,
    situation: &P::Situation,
    dice: &[u8],
    answers: &[u32],
) -> Run<<P::Book as Rulebook>::Event, P::Outcome> {
    P::check(book, situation).expect("the situation is possible");
    let mut umpire =
        Official { dice: Scripted::new(dice), answers: ScriptedAnswers::new(answers), record: Kept::new() };
    let outcome = P::run(book, situation, &mut umpire).expect("the procedure runs to its end");
    umpire.dice.finish().expect("every die is thrown");
    umpire.answers.finish().expect("every answer is asked for");
    Run { outcome, record: umpire.record }
}

/// Why the book refuses a situation.
pub fn refused<P: Procedure>(book: &P::Book, situation: &P::Situation) -> Refusal {
    P::check(book, situation).expect_err("the situation is impossible")
}

/// The ids of the rules that a refusal cites.
pub fn reasons(refusal: &Refusal) -> Vec<&'static str> {
    refusal.reasons.iter().filter_map(|reason| reason.rule.map(engine::Rule::id)).collect()
}
