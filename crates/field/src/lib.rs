//! The field: the ground a battle is fought on.
//!
//! Everything here is a whole number. Lengths and heights are tenths of a millimetre of real ground, because that is the
//! coarsest unit in which a yard, a metre and a foot are all whole: a distance that a rulebook prints is never rounded,
//! whichever of them it measures in. Same ground, same question, same answer, on every machine.
//!
//! - [`ground`] says what lies where. It names what a person would see there, never what a rulebook makes of it.
//! - [`plane`] is where units stand, move and see.
//! - [`hex`] is a map of hexes, drawn by hand or derived from the ground.
//! - [`check`] tells whether this machine reckons as every other does.

pub mod check;
pub mod ground;
pub mod hex;
pub mod plane;
