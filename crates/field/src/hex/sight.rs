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
        return grid.sightline(from, to).all(|piece| !stops(piece));
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
    /// What a column further east, and a hex further south, add to a place; and the place of 0, 0.
    column: i32,
    origin: i32,
    bits: Vec<u64>,
    /// Bits kept for each cell, all of them for hexes to its east or due south.
    bits_a_cell: usize,
}

impl SightTable {
    /// Asks the rule about every pair of hexes no further apart than `range`.
    pub fn new(grid: &Grid, range: u16, mut sees: impl FnMut(Cell, Cell) -> bool) -> SightTable {
        let reach = i32::from(range);
        let bits_a_cell = ((reach + 1) * (2 * reach + 1)) as usize;
        let words = (grid.room() * bits_a_cell).div_ceil(64);
        let (column, origin) = grid.linear_form();
        let mut table = SightTable { range: reach, column, origin, bits: vec![0; words], bits_a_cell };
        for cell in grid.cells() {
            let here = grid.hex(cell);
            for there in here.within(range).filter(|there| is_kept_by(here, *there)) {
                if let Some(other) = grid.cell(there)
                    && sees(cell, other)
                {
                    let bit = table.bit(here, there);
                    table.bits[bit / 64] |= 1 << (bit % 64);
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
        let (q, r) = from.offset_to(to);
        // Only one of the two keeps the bit.
        let (keeper, q, r) = if q > 0 || (q == 0 && r >= 0) { (from, q, r) } else { (to, -q, -r) };
        if q > self.range || r.abs() > self.range || (q + r).abs() > self.range {
            return false;
        }
        let bit = self.bit_at(keeper, q, r);
        self.bits.get(bit / 64).is_some_and(|word| word >> (bit % 64) & 1 == 1)
    }

    #[inline]
    fn bit(&self, keeper: Hex, other: Hex) -> usize {
        let (q, r) = keeper.offset_to(other);
        self.bit_at(keeper, q, r)
    }

    #[inline]
    fn bit_at(&self, keeper: Hex, q: i32, r: i32) -> usize {
        let cell = (self.origin + i32::from(keeper.q) * self.column + i32::from(keeper.r)) as usize;
        cell * self.bits_a_cell + (q * (2 * self.range + 1) + r + self.range) as usize
    }
}

/// Whether `here` keeps the bit of the pair: the more western of the two, or the more northern in one column.
fn is_kept_by(here: Hex, there: Hex) -> bool {
    let (q, r) = here.offset_to(there);
    q > 0 || (q == 0 && r >= 0)
}
