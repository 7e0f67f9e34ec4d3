//! The plane: units as rectangles on the ground, how they lie to each other, move and see.
//!
//! - [`Heading`], [`Turn`], [`Direction`]: which way.
//! - [`Footprint`], [`Block`], [`Edge`]: the ground a unit covers; distance, overlap, contact.
//! - [`Arc`], [`aspect`]: what lies before, beside and behind, as a rulebook draws it.
//! - [`Troops`]: many footprints, found quickly: what a line of sight meets, what overlaps.
//! - [`Manoeuvre`], [`carry_out`], [`passed`], [`swept`], [`gap`]: how a unit moves, how far its corners go, what stops it, and the way back.
//! - [`Look`]: what stands along a line of sight, over ground and troops.
//! - [`going`], [`Routes`]: what a way is made of, and the finding of one by the road.

mod arc;
mod footprint;
mod heading;
mod look;
mod manoeuvre;
mod route;
mod troops;

pub use arc::{Arc, Rays, aspect, is_behind_front_line};
pub use footprint::{Block, Edge, Footprint, HALF_MAX};
pub use heading::{Direction, Heading, Turn, arc_length, moved};
pub use look::{Hides, Look, Screen};
pub use manoeuvre::{Bars, Flank, Manoeuvre, Moved, Obstacles, Stopped, carry_out, gap, passed, swept};
pub use route::{Going, Route, Routes, going};
pub use troops::Troops;
