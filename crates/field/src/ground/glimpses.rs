//! Answers about pairs of places, kept once they are found: for whoever asks a million times and can do with the cell.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use super::point::{Extent, Length, Point};

/// LIMIT: cells in all. A pair takes two bits, so the answers take 150 kB at most.
const CELLS_MAX: i32 = 768;
/// Pairs in a word.
const PAIRS: usize = 16;
/// The two bits of a pair: whether it is known, and what the answer was.
const KNOWN: u32 = 0b01;
const YES: u32 = 0b11;

/// A yes or no for each pair of cells of the ground, found when it is first asked for.
///
/// The answer is that of the middles of the two cells, whoever asks and when: a glimpse from near there, not the truth about two
/// points. Threads may share it, since all of them would find the same.
#[derive(Debug, Default)]
pub struct Glimpses {
    origin: Point,
    cell: Length,
    columns: i32,
    rows: i32,
    known: OnceLock<Box<[AtomicU32]>>,
}

/// One of its cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GlimpseCell(u16);

impl Glimpses {
    /// For cells of this size, or of a larger one where there would be too many.
    pub fn new(extent: Extent, cell: Length) -> Glimpses {
        let mut cell = cell.max(1);
        let counts = |cell: Length| (extent.width() / cell + 1, extent.height() / cell + 1);
        while counts(cell).0.saturating_mul(counts(cell).1) > CELLS_MAX {
            cell += cell / 8 + 1;
        }
        let (columns, rows) = counts(cell);
        Glimpses { origin: extent.south_west, cell, columns, rows, known: OnceLock::new() }
    }

    /// The answer for two places, found by `look` between the middles of their cells if nobody has asked before.
    #[inline]
    pub fn between(&self, one: Point, other: Point, look: impl FnOnce(Point, Point) -> bool) -> bool {
        self.between_cells(self.cell_at(one), self.cell_at(other), look)
    }

    /// The cell that a place lies in, for whoever asks about the same place again and again.
    #[inline]
    pub fn cell_at(&self, point: Point) -> GlimpseCell {
        GlimpseCell(self.place(point) as u16)
    }

    /// The same for two cells.
    #[inline]
    pub fn between_cells(
        &self,
        GlimpseCell(one): GlimpseCell,
        GlimpseCell(other): GlimpseCell,
        look: impl FnOnce(Point, Point) -> bool,
    ) -> bool {
        let (low, high) = (usize::from(one.min(other)), usize::from(one.max(other)));
        let pair = low * (self.columns * self.rows) as usize + high;
        let (word, shift) = (pair / PAIRS, 2 * (pair % PAIRS));
        let known = self.known.get_or_init(|| {
            let cells = (self.columns * self.rows) as usize;
            (0..=cells * cells / PAIRS).map(|_| AtomicU32::new(0)).collect()
        });
        let Some(word) = known.get(word) else { return look(self.middle(low), self.middle(high)) };
        let found = word.load(Ordering::Relaxed) >> shift;
        if found & KNOWN != 0 {
            return found & YES == YES;
        }
        let answer = look(self.middle(low), self.middle(high));
        word.fetch_or(if answer { YES } else { KNOWN } << shift, Ordering::Relaxed);
        answer
    }

    fn place(&self, point: Point) -> usize {
        let column = (point.x - self.origin.x) / self.cell.max(1);
        let row = (point.y - self.origin.y) / self.cell.max(1);
        (row.clamp(0, self.rows - 1) * self.columns + column.clamp(0, self.columns - 1)).max(0) as usize
    }

    fn middle(&self, place: usize) -> Point {
        let (column, row) = (place as i32 % self.columns.max(1), place as i32 / self.columns.max(1));
        let along = |start: Length, cells: i32| start + cells * self.cell + self.cell / 2;
        Point::new(along(self.origin.x, column), along(self.origin.y, row))
    }
}

/// A copy finds its answers anew: they would be the same.
impl Clone for Glimpses {
    fn clone(&self) -> Glimpses {
        let Glimpses { origin, cell, columns, rows, .. } = *self;
        Glimpses { origin, cell, columns, rows, known: OnceLock::new() }
    }
}
