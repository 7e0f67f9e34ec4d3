//! Hexes: a map of them, what a line over them meets, and how far one gets on them.
//!
//! - [`place`](self): [`Hex`], [`Side`], [`Corner`]; distance, bearing.
//! - [`Facing`], [`Cone`], [`Aspect`]: what lies before, beside and behind. [`Zones`]: who keeps what under fire.
//! - [`Grid`], [`Layer`], [`SideLayer`]: a map and its flat arrays.
//! - [`Sightline`], [`Along`]: the exact line, with its ties.
//! - [`sees`], [`SightTable`]: sight by a rulebook's rule, computed or looked up.
//! - [`Marches`]: how far, and by which way.
//! - [`HexMap`]: terrain by hex and hexside; [`drawn`] by hand in a text, or [`derived`] from real ground.

pub mod derived;
pub mod drawn;
mod facing;
mod grid;
mod line;
mod map;
mod march;
mod place;
mod sight;
mod zones;

pub use facing::{Aspect, Cone, Facing};
pub use grid::{Cell, GREATEST, Grid, Layer, Numbering, Pushed, SideLayer};
pub use line::{Along, Sightline};
pub use map::{Feature, Features, HexMap, NAMES_MAX};
pub use march::{DEAREST, Marches, Points, Reached, TollTable, Tolls};
pub use place::{Bearing, Corner, Hex, NoSuchSide, Side};
pub use sight::{SightTable, sees};
pub use zones::Zones;
