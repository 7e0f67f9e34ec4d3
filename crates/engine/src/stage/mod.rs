//! A battle on a map as those see it who stand around it: pieces and their looks, orders in words, and what a general is told.
//!
//! A rulebook knows its stands, strength points and phases; a map, a terminal, a general and a study know none of that. What they
//! need is said here in terms that mean the same under every rulebook: yards, men, chances.
//! - [`Scene`]: what lies on the map, for pictures and for people who cannot see them.
//! - [`Prospect`]: what an order promises, for whoever has to choose one.
//! - [`Intent`] and [`Proposal`]: what somebody points at on the map, and the orders that come of it.
//! - [`FireZone`]: what the weapons of a piece bear upon.
//! - [`General`] and [`Bout`]: players that are programs, and a whole battle between two of them.

mod fight;
mod intent;
mod prospect;
mod scene;
mod zone;

pub use fight::{Bout, Fought, General, Tally, Wants, seed_of};
pub use intent::{Intent, Proposal};
pub use prospect::{Act, Outlook, Prospect};
pub use scene::{Badge, Ending, Mark, Nerve, Piece, PieceId, PieceKind, Scene, Shape, Spot, Standing, Strength};
pub use zone::{Band, FireZone};
