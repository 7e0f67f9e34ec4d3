//! The book and its scripted runs, in short.
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use elephant::{Book, Event};
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

/// A battle that is shipped.
pub fn plan(name: &str) -> battle::Battle {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../battles").join(name);
    let files = battle::folder::read(&folder).expect("the folder can be read");
    battle::open(&files).expect("the battle is in order")
}
