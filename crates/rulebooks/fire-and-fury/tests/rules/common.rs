//! The book and its scripted runs, in short.

use engine::book::{Procedure, Rulebook};
use engine::chart::{Overlay, OverlayFile};
use fire_and_fury::Book;
use fire_and_fury::event::Event;

/// What a procedure did with scripted dice.
pub type Refereed<O> = trial::Run<Event, O>;

/// The book as printed.
pub fn book() -> Book {
    trial::printed()
}

/// The book with some switches set otherwise.
pub fn book_with(switches: &[(&str, &str)]) -> Book {
    trial::with(switches)
}

/// House rules that set switches: `french_only = "off"`.
pub fn house_rules(settings: &str) -> Overlay {
    let file = OverlayFile {
        path: "club/fire-and-fury/switches.toml".to_owned(),
        slug: Book::ABOUT.slug.to_owned(),
        name: "switches.toml".to_owned(),
        text: format!("{settings}\n"),
    };
    Overlay { files: vec![file] }
}

/// Runs a procedure on the printed book. No die and no answer may be left or missing.
pub fn referee<P: Procedure<Book = Book>>(
    situation: &P::Situation,
    dice: &[u8],
    answers: &[u32],
) -> Refereed<P::Outcome> {
    trial::run::<P>(&book(), situation, dice, answers)
}
