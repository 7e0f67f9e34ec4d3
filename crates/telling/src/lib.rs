//! What happened, in words for people, whoever shows it to them: a terminal or a page.
//!
//! [`working`] notes a settled procedure as somebody with a pencil would, [`WorkingLine`] is that line by line; [`Shown`] is a chart as its card shows it. It is a room
//! of its own because two outermost rooms talk to people, and because no rulebook has to be compiled again for a better word.

mod lines;
mod shown;
pub mod working;

pub use lines::{Lit, WorkingLine};
pub use shown::Shown;
