//! The book and its scripted runs, in short.

use line_of_battle::{Book, Event};
pub use trial::run;

/// What a scripted run gave.
pub type Run<O> = trial::Run<Event, O>;

/// The book as printed.
pub fn book() -> Book {
    trial::printed()
}

/// The book with some switches set.
pub fn book_with(switches: &[(&str, &str)]) -> Book {
    trial::with(switches)
}
