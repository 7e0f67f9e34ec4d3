//! The plane: units as rectangles on the ground, how they lie to each other, move and see.
//!
//! - [`Heading`], [`Turn`], [`Direction`]: which way.
//! - [`Footprint`], [`Block`], [`Edge`]: the ground a unit covers; distance, overlap, contact.
//! - [`Arc`], [`aspect`]: what lies before, beside and behind, as a rulebook draws it.
//! - [`Troops`]: many footprints, found quickly: what a line of sight meets, what overlaps.
//! - [`Manoeuvre`], [`carry_out`]: how a unit moves, how far its corners go, and what stops it.

mod footprint;
mod heading;

pub use footprint::{Block, Edge, Footprint, HALF_MAX};
pub use heading::{Direction, Heading, Turn, arc_length, moved};
