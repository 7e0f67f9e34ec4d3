//! One game at one table: who sits where, what each may see, whose decision it is, and everything that is said.
//!
//! A table knows no network, no clock and no file. Somebody at a seat [asks](Ask), the table [hears](Table::hear) it, answers,
//! and says what has to be kept; whoever holds the table keeps that first and only then passes the answer on. Every
//! other seat is told the [news](Table::news) as far as it may know it. The same messages go through a page, where the
//! table lives in the browser, and over the network.
//!
//! A table is its setup and the list of what was [kept](Kept): [`Table::again`] plays it once more and gives the same table.

mod clock;
mod journal;
mod message;
mod news;
mod public;
mod seat;
mod setup;
mod table;
mod undo;

pub use clock::{Clock, Millis, Pace};
pub use journal::{Audience, Note, Page};
pub use message::{Answered, Ask, Tell, TurnStory};
pub use news::{Common, Decision, News, SeatLine, UndoLine};
pub use seat::{Player, Role, Seat, SeatId};
pub use setup::{Settings, Setup, shows_itself};
pub use table::{Heard, Kept, Table};
