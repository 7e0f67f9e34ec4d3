//! The ground cut into square cells, for questions that are asked a million times and mostly answered by "there is nothing".
//!
//! Each cell has marks for whatever touches it, and the level of its ground where that is the same all over it. What a mosaic
//! says is cautious: a mark means that something may be there, no mark that nothing is. Whoever finds a mark asks the ground.

use super::feature::{AreaId, LineId};
use super::point::{Extent, Length, Point};
use super::{Ground, What};

/// LIMIT: how far beside a line a cell still counts as touched, in tenths of a millimetre.
const SLACK: Length = 64;

/// The ground in cells.
#[derive(Clone, Debug, Default)]
pub struct Mosaic {
    origin: Point,
    /// The width of a cell, as a power of two. COST: places are found by shifts, and lines look for many.
    bits: u32,
    columns: i32,
    rows: i32,
    cells: Vec<Cell>,
}

/// One cell.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    /// What touches it.
    marks: u16,
    /// Whether the outline of a contour runs through it.
    uneven: bool,
    /// The level of its ground; where it is uneven the highest of those contours.
    top: Length,
}

/// What lies in the cells that something touches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// All their marks.
    pub marks: u16,
    /// Whether the level changes anywhere in them.
    pub uneven: bool,
    /// No ground in them is higher than this.
    pub top: Length,
}

impl Mosaic {
    /// Cuts a ground into cells no wider than so much, and wider than half of it; `mark` says how areas and lines are marked, and
    /// nought leaves them out.
    pub fn new(ground: &Ground, cell: Length, mark: impl Fn(What) -> u16) -> Mosaic {
        let (extent, bits) = (ground.extent(), cell.max(2).ilog2());
        let (columns, rows) = ((extent.width() >> bits) + 1, (extent.height() >> bits) + 1);
        let mut made = Mosaic {
            origin: extent.south_west,
            bits,
            columns,
            rows,
            cells: vec![Cell::default(); (columns * rows) as usize],
        };
        for (place, area) in ground.areas().iter().enumerate() {
            let marks = mark(What::Area(AreaId(place as u32)));
            let Some(extent) = area.region.extent().filter(|_| marks != 0) else { continue };
            for side in area.region.sides() {
                made.touch(side, |cell| cell.marks |= marks);
            }
            made.each_in(extent, |middle, cell| {
                if area.region.contains(middle) {
                    cell.marks |= marks;
                }
            });
        }
        for (place, line) in ground.lines().iter().enumerate() {
            let marks = mark(What::Line(LineId(place as u32)));
            if marks != 0 {
                line.stretches().for_each(|stretch| made.touch(stretch, |cell| cell.marks |= marks));
            }
        }
        made.level(ground);
        made
    }

    /// The levels of all cells: first where outlines run, then everywhere else.
    fn level(&mut self, ground: &Ground) {
        for contour in ground.contours() {
            for side in contour.region.sides() {
                self.touch(side, |cell| (cell.uneven, cell.top) = (true, cell.top.max(contour.height)));
            }
        }
        for row in 0..self.rows {
            for column in 0..self.columns {
                let level = ground.level_at(self.middle(column, row));
                let cell = &mut self.cells[(row * self.columns + column) as usize];
                cell.top = if cell.uneven { cell.top.max(level) } else { level };
            }
        }
    }

    /// The width of a cell.
    #[inline]
    const fn cell(&self) -> Length {
        1 << self.bits
    }

    fn middle(&self, column: i32, row: i32) -> Point {
        let half = self.cell() / 2;
        Point::new(self.origin.x + column * self.cell() + half, self.origin.y + row * self.cell() + half)
    }

    #[inline]
    fn place(&self, point: Point) -> (i32, i32) {
        let column = (point.x - self.origin.x) >> self.bits;
        let row = (point.y - self.origin.y) >> self.bits;
        (column.clamp(0, self.columns - 1), row.clamp(0, self.rows - 1))
    }

    fn each_in(&mut self, extent: Extent, mut seen: impl FnMut(Point, &mut Cell)) {
        let ((left, low), (right, high)) = (self.place(extent.south_west), self.place(extent.north_east));
        for row in low..=high {
            for column in left..=right {
                let middle = self.middle(column, row);
                seen(middle, &mut self.cells[(row * self.columns + column) as usize]);
            }
        }
    }

    /// Every cell that a stretch touches, and perhaps one or two beside it.
    fn touch(&mut self, (from, to): (Point, Point), mut touched: impl FnMut(&mut Cell)) {
        let low = Point::new(from.x.min(to.x) - 1, from.y.min(to.y) - 1);
        let high = Point::new(from.x.max(to.x) + 1, from.y.max(to.y) + 1);
        let half = i64::from(self.cell() / 2 + 2);
        let (x, y) = from.offset_to(to);
        let reach = half * (x.abs() + y.abs());
        self.each_in(Extent { south_west: low, north_east: high }, |middle, cell| {
            if from.side(to, middle).abs() <= reach {
                touched(cell);
            }
        });
    }

    /// What may lie at a point.
    #[inline]
    pub fn at(&self, point: Point) -> Found {
        let (column, row) = self.place(point);
        self.cells.get((row * self.columns + column) as usize).map_or(Found::default(), Cell::found)
    }

    /// What may lie in a box.
    #[inline]
    pub fn within(&self, extent: &Extent) -> Found {
        let ((left, low), (right, high)) = (self.place(extent.south_west), self.place(extent.north_east));
        let mut found = Found { top: Length::MIN, ..Found::default() };
        for row in low..=high {
            let first = (row * self.columns) as usize;
            for cell in &self.cells[first + left as usize..=first + right as usize] {
                found.add(cell);
            }
        }
        found
    }

    /// What may lie along a straight line.
    pub fn along(&self, from: Point, to: Point) -> Found {
        self.along_until(from, to, |_| false)
    }

    /// Whether nothing with these marks lies along a straight line, nor any ground that is higher than this.
    pub fn is_clear(&self, from: Point, to: Point, marks: u16, top: Length) -> bool {
        let bars = |found: &Found| found.marks & marks != 0 || found.top > top;
        !bars(&self.along_until(from, to, bars))
    }

    /// What may lie along a straight line, up to where enough has been found.
    #[inline]
    fn along_until(&self, from: Point, to: Point, enough: impl Fn(&Found) -> bool) -> Found {
        let (from, to) = if from.x <= to.x { (from, to) } else { (to, from) };
        let ((first, one), (last, other)) = (self.place(from), self.place(to));
        let mut found = Found { top: Length::MIN, ..Found::default() };
        if first == last {
            self.add_rows(first, one.min(other), one.max(other), &mut found);
            return found;
        }
        // How far north for each step east, in parts of 2 to the 24th; what rounding may lose over 40 kilometres is less than
        // the slack.
        let (x, y) = from.offset_to(to);
        let slope = (y << 24) / x;
        for column in first..=last {
            let begins = i64::from((self.origin.x + column * self.cell() - SLACK).clamp(from.x, to.x) - from.x);
            let ends = i64::from((self.origin.x + (column + 1) * self.cell() + SLACK).clamp(from.x, to.x) - from.x);
            let row = |east: i64| from.y + ((slope * east) >> 24) as Length;
            let (begins, ends) = (row(begins), row(ends));
            let low = (begins.min(ends) - SLACK - self.origin.y).max(0) >> self.bits;
            let high = (begins.max(ends) + SLACK - self.origin.y).max(0) >> self.bits;
            self.add_rows(column, low.min(self.rows - 1), high.min(self.rows - 1), &mut found);
            if enough(&found) {
                break;
            }
        }
        found
    }

    #[inline]
    fn add_rows(&self, column: i32, low: i32, high: i32, found: &mut Found) {
        for row in low..=high {
            found.add(&self.cells[(row * self.columns + column) as usize]);
        }
    }
}

impl Cell {
    #[inline]
    fn found(&self) -> Found {
        Found { marks: self.marks, uneven: self.uneven, top: self.top }
    }
}

impl Found {
    #[inline]
    fn add(&mut self, cell: &Cell) {
        self.marks |= cell.marks;
        self.uneven |= cell.uneven;
        self.top = self.top.max(cell.top);
    }
}
