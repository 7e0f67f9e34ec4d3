//! A map of hexes as flat arrays.
//!
//! The hexes of a map are numbered column by column, with one or two empty numbers after each column and an empty column
//! at either end. So the six neighbours of every hex of the map are its own number plus six constants, whatever column it
//! stands in, and a neighbour that would lie off the map is an empty number: no bound has to be checked.

use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use super::line::{Steps, Walk};
use super::{Along, Hex, Side};

/// Which columns are pushed down by half a hex, counted from nought as programs do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pushed {
    /// The second column, the fourth, …
    #[default]
    Odd,
    /// The first column, the third, …
    Even,
}

/// How the map numbers its hexes: the number printed in its first column and first row, as in 0101.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Numbering {
    /// The number of the first column.
    pub first_column: u16,
    /// The number of the first row.
    pub first_row: u16,
    /// The rows are counted from the bottom of the map.
    pub from_bottom: bool,
}

impl Default for Numbering {
    fn default() -> Self {
        Numbering { first_column: 1, first_row: 1, from_bottom: false }
    }
}

/// A hex of one map: its place in the map's arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cell(pub(crate) u32);

impl Cell {
    /// Its place in a flat array of [`Grid::room`] places.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The shape of a map: how many hexes, how they lie, how they are numbered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    columns: u16,
    rows: u16,
    pushed: Pushed,
    numbering: Numbering,
    /// What crossing each side adds to a cell.
    steps: Steps,
    /// The cell of the hex at 0, 0, if it were on the map.
    origin: i32,
    /// Where each cell lies; [`NOWHERE`] for an empty number.
    places: Vec<Hex>,
}

/// The place of an empty number.
const NOWHERE: Hex = Hex::at(i16::MIN, i16::MIN);

/// LIMIT: columns and rows of a map.
pub const GREATEST: u16 = 1_000;

impl Grid {
    /// A map of so many columns and rows. Nothing if it is empty or larger than [`GREATEST`] either way.
    pub fn new(columns: u16, rows: u16, pushed: Pushed, numbering: Numbering) -> Option<Grid> {
        if columns == 0 || rows == 0 || columns > GREATEST || rows > GREATEST {
            return None;
        }
        let down = i32::from(rows) + 2;
        let mut grid =
            Grid { columns, rows, pushed, numbering, steps: Steps::new(down, 1), origin: down + 1, places: Vec::new() };
        let last = grid.hex_in(columns - 1, rows - 1);
        // Beyond the last hex lies one empty column, so that its neighbours have numbers too.
        let room = grid.linear(last) + 2 * down;
        grid.places = vec![NOWHERE; usize::try_from(room).unwrap_or_default()];
        for column in 0..columns {
            for row in 0..rows {
                let hex = grid.hex_in(column, row);
                let index = grid.linear(hex) as usize;
                grid.places[index] = hex;
            }
        }
        Some(grid)
    }

    /// How many columns it has.
    pub const fn columns(&self) -> u16 {
        self.columns
    }

    /// How many rows it has.
    pub const fn rows(&self) -> u16 {
        self.rows
    }

    /// Which columns are pushed down.
    pub const fn pushed(&self) -> Pushed {
        self.pushed
    }

    /// How the hexes are numbered.
    pub const fn numbering(&self) -> Numbering {
        self.numbering
    }

    /// How many places a flat array over the map has. Some of them are empty.
    pub fn room(&self) -> usize {
        self.places.len()
    }

    /// Every hex, column by column.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        (0..self.places.len() as u32).map(Cell).filter(|cell| self.is_on_map(*cell))
    }

    /// The hex in this column and row, both counted from nought.
    fn hex_in(&self, column: u16, row: u16) -> Hex {
        Hex::at(column as i16, row as i16 - self.shift(column as i16))
    }

    /// How far the numbers of a column have slid against its rows.
    #[inline]
    const fn shift(&self, column: i16) -> i16 {
        // COST: half of it, rounded down, also west of the map; a division asks first which sign it has.
        match self.pushed {
            Pushed::Odd => column >> 1,
            Pushed::Even => (column + 1) >> 1,
        }
    }

    const fn linear(&self, hex: Hex) -> i32 {
        self.origin + hex.q as i32 * self.steps.across(Side::new(2)) + hex.r as i32
    }

    /// What a column further east adds to a cell, and the cell that 0, 0 would be.
    pub(crate) const fn linear_form(&self) -> (i32, i32) {
        (self.steps.across(Side::new(2)), self.origin)
    }

    /// The cell of a hex, if it is on the map.
    #[inline]
    pub fn cell(&self, hex: Hex) -> Option<Cell> {
        let row = i32::from(hex.r) + i32::from(self.shift(hex.q));
        // COST: what is below nought is very large without its sign, so each is compared once.
        let on_map = (hex.q as u16) < self.columns && (row as u32) < u32::from(self.rows);
        on_map.then(|| Cell(self.linear(hex) as u32))
    }

    /// Where a cell lies.
    #[inline]
    pub fn hex(&self, cell: Cell) -> Hex {
        self.places[cell.index()]
    }

    /// The cell with this printed number: 2714 is column 27, row 14.
    pub fn numbered(&self, number: &str) -> Option<Cell> {
        let digits = number.len() / 2;
        if !number.len().is_multiple_of(2) || digits < 2 || !number.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let (column, row) = number.split_at(digits);
        let column: u16 = column.parse::<u16>().ok()?.checked_sub(self.numbering.first_column)?;
        let row: u16 = row.parse::<u16>().ok()?.checked_sub(self.numbering.first_row)?;
        self.in_column(column, self.row_from_top(row)?)
    }

    /// The cell in this column and row from the top, both counted from nought.
    pub fn in_column(&self, column: u16, row: u16) -> Option<Cell> {
        (column < self.columns && row < self.rows).then(|| Cell(self.linear(self.hex_in(column, row)) as u32))
    }

    /// The column of a cell and its row from the top, both counted from nought.
    pub fn column_and_row(&self, cell: Cell) -> (u16, u16) {
        let hex = self.hex(cell);
        (hex.q as u16, (hex.r + self.shift(hex.q)) as u16)
    }

    /// The number printed in a hex.
    pub fn number(&self, cell: Cell) -> String {
        let (column, row) = self.column_and_row(cell);
        let row = if self.numbering.from_bottom { self.rows - 1 - row } else { row };
        let (column, row) = (column + self.numbering.first_column, row + self.numbering.first_row);
        let digits = if column.max(row) > 99 { 3 } else { 2 };
        format!("{column:0digits$}{row:0digits$}")
    }

    fn row_from_top(&self, row: u16) -> Option<u16> {
        if self.numbering.from_bottom { self.rows.checked_sub(row)?.checked_sub(1) } else { Some(row) }
    }

    /// Whether this number is a hex of the map.
    #[inline]
    pub fn is_on_map(&self, cell: Cell) -> bool {
        self.places[cell.index()] != NOWHERE
    }

    /// The hex across a side, if it is on the map.
    #[inline]
    pub fn neighbour(&self, cell: Cell, side: Side) -> Option<Cell> {
        let next = self.across(cell, side);
        self.is_on_map(next).then_some(next)
    }

    /// The neighbours on the map, with the sides they lie across, clockwise from the north.
    pub fn neighbours(&self, cell: Cell) -> impl Iterator<Item = (Side, Cell)> {
        Side::ALL.into_iter().filter_map(move |side| self.neighbour(cell, side).map(|next| (side, next)))
    }

    /// The number across a side of a hex of the map; it may be an empty one.
    #[inline]
    pub(crate) fn across(&self, cell: Cell, side: Side) -> Cell {
        Cell(cell.0.wrapping_add_signed(self.steps.across(side)))
    }

    /// The side across which a neighbour lies.
    pub fn side_to(&self, cell: Cell, neighbour: Cell) -> Option<Side> {
        Side::ALL.into_iter().find(|side| self.across(cell, *side) == neighbour)
    }

    /// How many hexes two cells are apart.
    #[inline]
    pub fn distance(&self, from: Cell, to: Cell) -> u16 {
        self.hex(from).distance(self.hex(to))
    }

    /// Every hex of the map between two others that the line between their centres passes, in order.
    ///
    /// Where the line runs along the edge of the map, one of the two hexes it runs between is not there; the other one is
    /// then passed through.
    pub fn sightline(&self, from: Cell, to: Cell) -> impl Iterator<Item = Along<Cell>> {
        let mut walk = self.walk(from, to);
        std::iter::from_fn(move || walk.next_piece()).filter_map(move |piece| self.on_map(piece))
    }

    /// What of a piece of a line lies on the map: the line between two hexes of it may leave it by half a hex.
    #[inline]
    pub(crate) fn on_map(&self, piece: Along<i32>) -> Option<Along<Cell>> {
        match piece.map(|number| Cell(number as u32)) {
            Along::Through(hex) => self.is_on_map(hex).then_some(Along::Through(hex)),
            Along::Between(one, other) => match (self.is_on_map(one), self.is_on_map(other)) {
                (true, true) => Some(Along::Between(one, other)),
                (true, false) => Some(Along::Through(one)),
                (false, true) => Some(Along::Through(other)),
                (false, false) => None,
            },
        }
    }

    #[inline]
    pub(crate) fn walk(&self, from: Cell, to: Cell) -> Walk {
        Walk::new(from.0 as i32, self.hex(from).offset_to(self.hex(to)), &self.steps)
    }
}

/// One value for each hex of a map.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Layer<T> {
    values: Vec<T>,
}

impl<T: Clone> Layer<T> {
    /// The same value everywhere.
    pub fn new(grid: &Grid, value: T) -> Layer<T> {
        Layer { values: vec![value; grid.room()] }
    }

    /// A value for each hex; `elsewhere` stands in the empty places.
    pub fn from_fn(grid: &Grid, elsewhere: T, mut value: impl FnMut(Cell) -> T) -> Layer<T> {
        let mut layer = Layer::new(grid, elsewhere);
        for cell in grid.cells() {
            layer[cell] = value(cell);
        }
        layer
    }
}

impl<T> Index<Cell> for Layer<T> {
    type Output = T;

    #[inline]
    fn index(&self, cell: Cell) -> &T {
        &self.values[cell.index()]
    }
}

impl<T> IndexMut<Cell> for Layer<T> {
    #[inline]
    fn index_mut(&mut self, cell: Cell) -> &mut T {
        &mut self.values[cell.index()]
    }
}

/// One value for each hexside of a map, the same from either side.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct SideLayer<T> {
    /// Three for each place: north, north-east and south-east. The other three belong to the neighbours.
    values: Vec<[T; 3]>,
}

impl<T: Copy> SideLayer<T> {
    /// The same value everywhere.
    pub fn new(grid: &Grid, value: T) -> SideLayer<T> {
        SideLayer { values: vec![[value; 3]; grid.room()] }
    }

    /// The value of a side of a hex of the map.
    #[inline]
    pub fn get(&self, grid: &Grid, cell: Cell, side: Side) -> T {
        let (owner, own) = owner(grid, cell, side);
        self.values[owner.index()][own]
    }

    /// Changes the value of a side of a hex of the map.
    pub fn set(&mut self, grid: &Grid, cell: Cell, side: Side, value: T) {
        let (owner, own) = owner(grid, cell, side);
        self.values[owner.index()][own] = value;
    }
}

/// The cell that keeps a side, and which of its three it is.
#[inline]
fn owner(grid: &Grid, cell: Cell, side: Side) -> (Cell, usize) {
    match side.index() {
        own @ 0..3 => (cell, own),
        other => (grid.across(cell, side), other - 3),
    }
}
