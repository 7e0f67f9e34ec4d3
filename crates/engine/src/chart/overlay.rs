//! House rules: what a table changes in the printed charts.

use serde::Serialize;

use crate::Cell;

/// House rules read from a folder, as text. Whoever has files reads `<folder>/<rulebook>/*.tsv` and
/// `<folder>/<rulebook>/switches.toml` into it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overlay {
    /// The files, for any number of rulebooks.
    pub files: Vec<OverlayFile>,
}

/// One file of house rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlayFile {
    /// Its path as the user knows it.
    pub path: String,
    /// The rulebook it is for.
    pub slug: String,
    /// Its file name.
    pub name: String,
    /// What stands in it.
    pub text: String,
}

/// One cell or switch that the house rules changed, for display.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The chart's id; `switches` for a switch.
    pub chart: &'static str,
    /// The row's heading; the name of a switch.
    pub row: String,
    /// The column's heading.
    pub column: String,
    /// What is printed.
    pub printed: String,
    /// What counts now.
    pub now: String,
    /// The place of the cell.
    pub cell: Cell,
}
