//! Procedures that throw no dice, asked by the way: what may be, before anybody orders it.

use engine::book::Procedure;
use engine::{Official, Scripted, ScriptedAnswers, Silent, Umpire};

use crate::{Book, Event};

/// What a procedure without dice or questions comes to; nothing if it is refused.
pub(crate) fn quiet<P>(book: &Book, situation: &P::Situation) -> Option<P::Outcome>
where
    P: Procedure<Book = Book>,
{
    P::check(book, situation).ok()?;
    let mut umpire = silent();
    P::run(book, situation, &mut umpire).ok()
}

/// An umpire who keeps nothing and has neither dice nor answers, for questions of legality.
pub(crate) fn silent() -> impl Umpire<Event = Event, Pause = std::convert::Infallible> {
    Official { dice: Scripted::new(&[]), answers: ScriptedAnswers::new(&[]), record: Silent::<Event>::new() }
}
