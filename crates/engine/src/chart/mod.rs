//! Charts are data.
//!
//! Every chart of a rulebook is a small text file (fields kept apart by tabs, a heading row first), embedded in the
//! program. In reading order:
//! - [`Source`], [`Chart`], [`ChartSet`]: the charts as text, as printed or as the house rules have them.
//! - [`Overlay`], [`Bound`], [`Change`], [`Switches`]: what a table may change, within which bounds, and what it did change.
//! - [`Key`] and [`CellValue`]: names that index a chart, and what its cells hold.
//! - [`Lines`], [`Grid`], [`Table`]: typed charts, read once into flat arrays.
//! - [`Ladder`], [`OddsLadder`], [`Bands`], [`Spans`]: which row or column a number falls into.
//!
//! Whatever is looked up carries the cell it came from, and a miss is a [`Fault`](crate::Fault), never a default. A
//! chart that is badly formed is refused when it is opened, so that look-ups have nothing left to check but the number
//! they are given.

mod bands;
pub mod bounds;
mod card;
mod cell;
mod grid;
mod key;
mod ladder;
mod lines;
mod odds;
mod overlay;
mod set;
mod settings;
mod sheet;
mod spans;
mod switches;
mod table;
#[cfg(test)]
mod testing;

pub use bands::Bands;
pub use bounds::Bound;
pub use card::{CardColumn, CardWord};
pub use cell::CellValue;
pub use grid::Grid;
pub use key::{Key, spoken};
pub use ladder::Ladder;
pub use lines::Lines;
pub use odds::OddsLadder;
pub use overlay::{Change, Overlay, OverlayFile};
pub use set::ChartSet;
pub use sheet::Chart;
pub use spans::Spans;
pub use switches::{Switch, Switches};
pub use table::Table;

/// One embedded chart file.
#[derive(Clone, Copy, Debug)]
pub struct Source {
    /// Its name in commands, files and citations.
    pub id: &'static str,
    /// The chapter of the rulebook it belongs to.
    pub chapter: &'static str,
    /// Its title for people.
    pub title: &'static str,
    /// What a reader should know about it; may be empty.
    pub note: &'static str,
    /// How it stands on a card.
    pub card: &'static [CardWord],
    /// The numbers that house rules may put into it, where the rulebook knows better than the general rule.
    pub bounds: &'static [Bound],
    /// The file itself.
    pub text: &'static str,
}
