//! Sight on hexes, by a rule that the rulebook brings: computed, or looked up for ground that does not change.

use super::{Along, Cell, Grid, Hex};

/// Whether no piece of the line between two centres stops it. The rule is asked about each piece in order, from `from` on;
/// it is not asked about the two ends.
///
/// A line along the edge of the map may pass half a hex beyond it. Nothing stops it there, whatever the rule says.
#[inline]
pub fn sees(grid: &Grid, from: Cell, to: Cell, mut stops: impl FnMut(Along<Cell>) -> bool) -> bool {
    let mut walk = grid.walk(from, to);
    if walk.is_along_sides() {
        while let Some(piece) = walk.next_piece() {
            if grid.on_map(piece).is_some_and(&mut stops) {
                return false;
            }
        }
        return true;
    }
    if from == to {
        return true;
    }
    loop {
        let hex = Cell(walk.next_through() as u32);
        if hex == to {
            return true;
        }
        // COST: the rule is asked first and the map second, because few hexes stop a line and fewer lie off the map.
        if stops(Along::Through(hex)) && grid.is_on_map(hex) {
            return false;
        }
    }
}

/// Who sees whom within a range, one bit for each pair: for ground that stays as it is.
///
/// LIMIT: sight must be the same both ways. The rule is asked once for each pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SightTable {
    range: i32,
    /// What a column further east adds to a cell, and the cell that 0, 0 would be.
    column: i32,
    origin: i32,
    /// For each cell a square of bits around it.
    bits: Vec<u64>,
}

impl SightTable {
    /// Asks the rule about every pair of hexes no further apart than `range`.
    pub fn new(grid: &Grid, range: u16, mut sees: impl FnMut(Cell, Cell) -> bool) -> SightTable {
        let (column, origin) = grid.linear_form();
        let mut table = SightTable { range: i32::from(range), column, origin, bits: Vec::new() };
        table.bits = vec![0; (grid.room() * table.bits_a_cell()).div_ceil(64)];
        for cell in grid.cells() {
            let here = grid.hex(cell);
            for there in here.within(range).filter(|there| here <= *there) {
                if let Some(other) = grid.cell(there)
                    && sees(cell, other)
                {
                    table.set(here, there);
                    table.set(there, here);
                }
            }
        }
        table
    }

    /// The greatest range it knows.
    pub const fn range(&self) -> u16 {
        self.range as u16
    }

    /// How many bytes it takes.
    pub fn bytes(&self) -> usize {
        self.bits.len() * 8
    }

    /// Whether two hexes of the map see each other; nobody sees beyond the range of the table.
    #[inline]
    pub fn sees(&self, from: Hex, to: Hex) -> bool {
        self.bit(from, to).is_some_and(|bit| self.bits[bit / 64] >> (bit % 64) & 1 == 1)
    }

    fn set(&mut self, from: Hex, to: Hex) {
        if let Some(bit) = self.bit(from, to) {
            self.bits[bit / 64] |= 1 << (bit % 64);
        }
    }

    #[inline]
    const fn across(&self) -> usize {
        2 * self.range as usize + 1
    }

    const fn bits_a_cell(&self) -> usize {
        self.across() * self.across()
    }

    /// The place of a pair, if it is within the square.
    #[inline]
    fn bit(&self, from: Hex, to: Hex) -> Option<usize> {
        let (q, r) = from.offset_to(to);
        // Fewer than nothing is very many.
        let (q, r, across) = ((q + self.range) as u32 as usize, (r + self.range) as u32 as usize, self.across());
        let cell = (self.origin + i32::from(from.q) * self.column + i32::from(from.r)) as u32 as usize;
        (q < across && r < across).then(|| (cell * across + q) * across + r)
    }
}
