//! What stands around the map: what generals are told, what pictures show, and what happens in words.
//!
//! - [`estimate`], [`board`], [`around`], [`kept`]: the charts boiled down, where everybody stands, what a unit has around it, and
//!   for how long.
//! - [`brief`], with [`brief_fire`], [`brief_charge`], [`brief_march`], [`brief_steps`], [`brief_ways`] and
//!   [`brief_form`]: the choices of the piece that is next to decide.
//! - [`scene`], [`words`]: the battle in pictures and in words.
//! - [`propose`]: from a place on the map to the orders that lead there.
//! - [`zone`]: what a unit can fire at, and what it sees.

mod around;
mod board;
mod brief;
mod brief_charge;
mod brief_fire;
mod brief_form;
mod brief_march;
mod brief_steps;
mod brief_ways;
mod estimate;
mod kept;
mod propose;
mod scene;
mod words;
mod zone;

pub use board::Board;
use engine::stage::Prospect;
pub(crate) use estimate::Estimates;
pub(super) use words::compass;

use super::Command;

/// Whom choices are told; it says no when it has heard enough.
type Listener<'a> = &'a mut dyn FnMut(Command, Prospect) -> bool;
