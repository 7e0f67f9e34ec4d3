//! Standing practice: how the sergeant answers questions in the middle of an order.
//!
//! A question is known by the name its rulebook declares. What stands in no line here is answered with the first choice, which
//! rulebooks give to what is usually done: yes, nought farther than need be, the nearest.

use engine::{Choices, Question};

/// What is usually done when a question comes up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Practice {
    /// The first choice: yes, the least, the first named.
    First,
    /// The last choice: no, the most, the last named.
    Last,
    /// The choice of this name; the first if it is not offered.
    Named(&'static str),
}

/// The questions that are not answered with the first choice, and why.
pub const KNOWN: &[(&str, Practice)] = &[
    // Whoever fires fires with all he has: stands that hold back are shot at all the same.
    ("first-fire-stands", Practice::Last),
    ("second-fire-stands", Practice::Last),
    ("firing-sps", Practice::Last),
    // Canister is what guns are kept for until the enemy is near.
    ("ammunition", Practice::Named("canister")),
    // Skirmishers have done their work when a line comes on: a failed test turns their falling back into a rout.
    ("skirmish-fire", Practice::Last),
];

/// What is usually done when this question comes up.
pub fn practice(question: &str) -> Practice {
    KNOWN.iter().find(|(name, _)| *name == question).map_or(Practice::First, |(_, practice)| *practice)
}

/// The number of the choice that standing practice suggests.
pub fn answer(question: &Question) -> u32 {
    let last = question.choices.count().saturating_sub(1);
    match (practice(question.kind.name), question.choices) {
        (Practice::First, _) => 0,
        (Practice::Last, _) => last,
        (Practice::Named(name), Choices::Named(_)) => question.choices.parse(name).unwrap_or(0),
        (Practice::Named(_), _) => 0,
    }
}
