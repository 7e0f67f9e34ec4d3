//! Many footprints, found quickly.
//!
//! The ground is cut into square plots, and each plot knows the footprints that reach into it. A line is followed from plot to
//! plot and asks only the footprints it finds there.
//!
//! COST: for two hundred stands and lines of a few hundred paces this asks about ten of them; a tree asks fewer, but takes
//! longer to ask. The numbers that a question needs lie together, already worked out.

use std::sync::OnceLock;

use super::heading::UNIT_BITS;
use super::{Direction, Footprint};
use crate::ground::{Extent, Length, Point};

/// Footprints with an index over them. Their numbers are their places in the list they came from.
#[derive(Clone, Debug)]
pub struct Troops {
    footprints: Vec<Footprint>,
    /// COST: made when it is first asked. A move is held against a few footprints one by one, and never asks.
    index: OnceLock<Index>,
}

#[derive(Clone, Debug)]
struct Index {
    shapes: Vec<Shape>,
    /// Centres and reaches, in blocks.
    blocks: Vec<Boxes>,
    plots: Plots,
}

/// What every question needs of a footprint.
#[derive(Clone, Copy, Debug)]
struct Shape {
    x: i32,
    y: i32,
    ahead: Direction,
    half_front: i64,
    half_depth: i64,
    /// How far an offset may reach along its directions and still lie inside.
    inside_front: i64,
    inside_depth: i64,
}

/// The plots, column by column from the south-west.
#[derive(Clone, Debug)]
struct Plots {
    south_west: Point,
    /// The width of a plot, as a power of two.
    bits: u32,
    columns: i32,
    rows: i32,
    /// Where the members of each plot begin, and at the end where the last ones end.
    begins: Vec<u32>,
    members: Vec<u32>,
}

/// LIMIT: plots along either side of the ground.
const PLOTS_MAX: i32 = 256;

impl Troops {
    /// An index over these footprints.
    pub fn new(footprints: Vec<Footprint>) -> Troops {
        Troops { footprints, index: OnceLock::new() }
    }

    #[inline]
    fn index(&self) -> &Index {
        self.index.get_or_init(|| Index {
            shapes: self.footprints.iter().map(Shape::new).collect(),
            blocks: self.footprints.chunks(BLOCK).map(Boxes::new).collect(),
            plots: Plots::new(&self.footprints),
        })
    }

    /// The footprints, in their order.
    pub fn footprints(&self) -> &[Footprint] {
        &self.footprints
    }

    /// Whether the line between two points passes through the inside of a footprint that counts. `counts` may be asked
    /// about the same one more than once.
    #[inline]
    pub fn is_in_the_way(&self, from: Point, to: Point, mut counts: impl FnMut(usize) -> bool) -> bool {
        let (line, index) = (LineOfSight::new(from, to), self.index());
        let mut met = |number: u32| index.shapes[number as usize].is_met_by(&line) && counts(number as usize);
        if line.is_long {
            return (0..index.shapes.len() as u32).any(met);
        }
        index.plots.any_along(from, to, |members| members.iter().any(|number| met(*number)))
    }

    /// Every footprint whose inside the line between two points passes through, by number.
    pub fn in_the_way(&self, from: Point, to: Point) -> Vec<usize> {
        let (line, index) = (LineOfSight::new(from, to), self.index());
        let mut found = Vec::new();
        index.plots.any_along(from, to, |members| {
            found.extend(members.iter().map(|number| *number as usize));
            false
        });
        if line.is_long {
            found = (0..index.shapes.len()).collect();
        }
        found.sort_unstable();
        found.dedup();
        found.retain(|number| index.shapes[*number].is_met_by(&line));
        found
    }

    /// Every footprint that overlaps this one, by number.
    pub fn overlapping(&self, footprint: &Footprint) -> impl Iterator<Item = usize> {
        let (own, shape, index) = (*footprint, Shape::new(footprint), self.index());
        self.near_from(0, footprint.centre, reach(&own)).filter(move |number| shape.overlaps(&index.shapes[*number]))
    }

    /// Every footprint within a distance of this one, by number.
    pub fn within(&self, range: Length, footprint: &Footprint) -> impl Iterator<Item = usize> {
        let own = *footprint;
        self.near_from(0, own.centre, reach(&own).saturating_add(range))
            .filter(move |number| own.is_within(range, &self.footprints[*number]))
    }

    /// Every pair that overlaps, the lower number first.
    pub fn overlaps(&self) -> impl Iterator<Item = (usize, usize)> {
        (0..self.footprints.len()).flat_map(move |one| self.overlaps_after(one).map(move |other| (one, other)))
    }

    /// The footprints after this one that overlap it.
    pub fn overlaps_after(&self, one: usize) -> impl Iterator<Item = usize> {
        let index = self.index();
        let (centre, shape) = (self.footprints[one].centre, index.shapes[one]);
        self.near_from(one + 1, centre, reach(&self.footprints[one]))
            .filter(move |other| shape.overlaps(&index.shapes[*other]))
    }

    /// Every footprint from this number on whose box may touch a box around a point.
    fn near_from(&self, first: usize, centre: Point, reach: Length) -> Near<'_> {
        Near {
            blocks: &self.index().blocks,
            next: first / BLOCK,
            not_yet: u32::MAX << (first % BLOCK),
            found: 0,
            centre,
            reach,
        }
    }
}

/// How many footprints are compared with one at a time.
const BLOCK: usize = 16;

/// Where some footprints are and how far each reaches along either axis, each in a list of its own.
#[derive(Clone, Debug)]
struct Boxes {
    xs: [Length; BLOCK],
    ys: [Length; BLOCK],
    /// Where there is no footprint, less than nothing.
    reaches: [Length; BLOCK],
}

impl Boxes {
    fn new(footprints: &[Footprint]) -> Boxes {
        let mut boxes = Boxes { xs: [0; BLOCK], ys: [0; BLOCK], reaches: [Length::MIN / 2; BLOCK] };
        for (place, footprint) in footprints.iter().enumerate() {
            (boxes.xs[place], boxes.ys[place]) = (footprint.centre.x, footprint.centre.y);
            boxes.reaches[place] = reach(footprint);
        }
        boxes
    }

    /// Less than nothing if this footprint's box may touch a box around a point.
    #[inline]
    fn near(&self, place: usize, centre: Point, reach: Length) -> i32 {
        let apart = reach.wrapping_add(self.reaches[place]);
        let (x, y) = (self.xs[place].wrapping_sub(centre.x), self.ys[place].wrapping_sub(centre.y));
        x.wrapping_abs().wrapping_sub(apart) & y.wrapping_abs().wrapping_sub(apart)
    }

    /// A bit for each footprint whose box may touch a box around a point.
    #[inline]
    fn all_near(&self, centre: Point, reach: Length) -> u32 {
        // COST: all of them at once and without a branch; mostly there is none, and that is all there is to it.
        if (0..BLOCK).fold(0, |any, place| any | self.near(place, centre, reach)) >= 0 {
            return 0;
        }
        (0..BLOCK).fold(0, |bits, place| bits | u32::from(self.near(place, centre, reach) < 0) << place)
    }
}

/// Walks over the footprints near a place.
struct Near<'a> {
    blocks: &'a [Boxes],
    next: usize,
    /// Of the first block only some count.
    not_yet: u32,
    found: u32,
    centre: Point,
    reach: Length,
}

impl Iterator for Near<'_> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        while self.found == 0 {
            let block = self.blocks.get(self.next)?;
            self.found = block.all_near(self.centre, self.reach) & std::mem::replace(&mut self.not_yet, u32::MAX);
            self.next += 1;
        }
        let place = self.found.trailing_zeros() as usize;
        self.found &= self.found - 1;
        Some((self.next - 1) * BLOCK + place)
    }
}

/// How far a footprint reaches from its centre along either axis, and a little more.
fn reach(footprint: &Footprint) -> Length {
    let extent = footprint.extent();
    (extent.width().max(extent.height()) / 2).saturating_add(1)
}

/// A line of sight, ready to be compared.
struct LineOfSight {
    from: Point,
    along: (i64, i64),
    /// It is too long for numbers of 64 bits.
    is_long: bool,
}

/// LIMIT: how long a line may be along either axis so that products with it fit 64 bits: 1,600 metres. Longer ones are
/// compared with wider numbers.
const LONG: u64 = 1 << 24;

impl LineOfSight {
    #[inline]
    fn new(from: Point, to: Point) -> LineOfSight {
        let along = from.offset_to(to);
        LineOfSight { from, along, is_long: along.0.unsigned_abs().max(along.1.unsigned_abs()) >= LONG }
    }
}

impl Shape {
    fn new(footprint: &Footprint) -> Shape {
        let ahead = footprint.ahead();
        let own = ahead.length_squared();
        let (half_front, half_depth) = (i64::from(footprint.half_front), i64::from(footprint.half_depth));
        Shape {
            x: footprint.centre.x,
            y: footprint.centre.y,
            ahead,
            half_front,
            half_depth,
            inside_front: under(half_front * own),
            inside_depth: under(half_depth * own),
        }
    }

    /// Whether the line passes through the inside. The same test as [`Footprint::is_crossed_by`], with narrower numbers.
    #[inline]
    fn is_met_by(&self, line: &LineOfSight) -> bool {
        let (dx, dy) = line.along;
        if line.is_long {
            return self
                .footprint()
                .is_crossed_by(line.from, Point::new(line.from.x + dx as i32, line.from.y + dy as i32));
        }
        let (x, y) = (i64::from(line.from.x) - i64::from(self.x), i64::from(line.from.y) - i64::from(self.y));
        let (ahead_x, ahead_y) = (i64::from(self.ahead.x), i64::from(self.ahead.y));
        let (along_ahead, along_right) = (dx * ahead_x + dy * ahead_y, dx * ahead_y - dy * ahead_x);
        // How far the line passes from the centre, against how far the rectangle reaches across the line.
        let across = self.half_front * along_ahead.abs() + self.half_depth * along_right.abs();
        if (dx * y - dy * x).abs() > under(across) {
            return false;
        }
        let (start_ahead, start_right) = (x * ahead_x + y * ahead_y, x * ahead_y - y * ahead_x);
        is_between(start_ahead, along_ahead, self.inside_depth)
            && is_between(start_right, along_right, self.inside_front)
    }

    fn footprint(&self) -> Footprint {
        let heading = super::Heading::towards(Point::new(0, 0), Point::new(self.ahead.x, self.ahead.y));
        Footprint {
            centre: Point::new(self.x, self.y),
            heading: heading.unwrap_or_default(),
            half_front: self.half_front as Length,
            half_depth: self.half_depth as Length,
        }
    }

    /// Whether the insides have anything in common.
    #[inline]
    fn overlaps(&self, other: &Shape) -> bool {
        let offset = (i64::from(other.x) - i64::from(self.x), i64::from(other.y) - i64::from(self.y));
        // Both ways the same two products tell how the directions lie to each other.
        let its = (i64::from(other.ahead.x), i64::from(other.ahead.y));
        let (along, across) = (self.ahead.along(its).abs(), self.ahead.right().along(its).abs());
        let own = self.ahead.length_squared();
        let theirs = other.ahead.length_squared();
        let meet = |one: &Shape, length: i64, other: &Shape| {
            let ahead = one.half_depth * length + other.half_depth * along + other.half_front * across;
            let aside = one.half_front * length + other.half_depth * across + other.half_front * along;
            one.ahead.along(offset).abs() <= under(ahead) && one.ahead.right().along(offset).abs() <= under(aside)
        };
        meet(self, own, other) && meet(other, theirs, self)
    }
}

/// The greatest whole number which, times the length of a direction, is still less than this.
#[inline]
const fn under(fine: i64) -> i64 {
    (fine - 1) >> UNIT_BITS
}

/// Whether a stretch from `start` over `along` has a part between `-inside` and `inside`.
#[inline]
const fn is_between(start: i64, along: i64, inside: i64) -> bool {
    let end = start + along;
    let (low, high) = if along < 0 { (end, start) } else { (start, end) };
    low <= inside && high >= -inside
}

impl Plots {
    fn new(footprints: &[Footprint]) -> Plots {
        let corners =
            footprints.iter().map(Footprint::extent).flat_map(|extent| [extent.south_west, extent.north_east]);
        let Some(all) = Extent::around(corners) else {
            return Plots {
                south_west: Point::new(0, 0),
                bits: 0,
                columns: 0,
                rows: 0,
                begins: vec![0],
                members: vec![],
            };
        };
        let bits = plot_bits(footprints, &all);
        let across = |length: Length| (length >> bits) + 1;
        let (columns, rows) = (across(all.width()), across(all.height()));
        let mut plots =
            Plots { south_west: all.south_west, bits, columns, rows, begins: Vec::new(), members: Vec::new() };
        let mut lists: Vec<Vec<u32>> = vec![Vec::new(); (columns * rows) as usize];
        for (number, footprint) in footprints.iter().enumerate() {
            let extent = footprint.extent();
            let ((west, south), (east, north)) = (plots.plot(extent.south_west), plots.plot(extent.north_east));
            for column in west..=east {
                for row in south..=north {
                    lists[(column * rows + row) as usize].push(number as u32);
                }
            }
        }
        for list in lists {
            plots.begins.push(plots.members.len() as u32);
            plots.members.extend(list);
        }
        plots.begins.push(plots.members.len() as u32);
        plots
    }

    /// The column and row of the plot a point lies in; it may lie outside.
    #[inline]
    fn plot(&self, point: Point) -> (i32, i32) {
        ((point.x - self.south_west.x) >> self.bits, (point.y - self.south_west.y) >> self.bits)
    }

    #[inline]
    fn members(&self, column: i32, row: i32) -> &[u32] {
        if column < 0 || row < 0 || column >= self.columns || row >= self.rows {
            return &[];
        }
        let plot = (column * self.rows + row) as usize;
        &self.members[self.begins[plot] as usize..self.begins[plot + 1] as usize]
    }

    /// Asks about the members of each plot that the line between two points passes, until the answer is yes.
    ///
    /// Where the line passes through the corner of four plots only three of them are asked, but whatever lies at the
    /// corner is a member of all four.
    #[inline]
    fn any_along<'a>(&'a self, from: Point, to: Point, mut asked: impl FnMut(&'a [u32]) -> bool) -> bool {
        let ((mut column, mut row), (last_column, last_row)) = (self.plot(from), self.plot(to));
        let (dx, dy) = from.offset_to(to);
        let (east, north) = (if dx < 0 { -1 } else { 1 }, if dy < 0 { -1 } else { 1 });
        let size = 1_i64 << self.bits;
        // How far the next edge of a plot lies ahead along either axis; times the other's length they can be compared.
        let ahead = |at: i32, origin: i32, plot: i32, step: i32| {
            let edge = i64::from(plot + i32::from(step > 0)) * size + i64::from(origin);
            (edge - i64::from(at)).abs()
        };
        let (wide, high) = (dx.abs(), dy.abs());
        let mut to_side = ahead(from.x, self.south_west.x, column, east) * high;
        let mut to_top = ahead(from.y, self.south_west.y, row, north) * wide;
        let (side_step, top_step) = (size * high, size * wide);
        let steps = (last_column - column).abs() + (last_row - row).abs();
        for _ in 0..steps {
            if asked(self.members(column, row)) {
                return true;
            }
            // A line that lies straight along an axis never meets the edges along it.
            if row == last_row || (column != last_column && to_side <= to_top) {
                column += east;
                to_side += side_step;
            } else {
                row += north;
                to_top += top_step;
            }
        }
        asked(self.members(last_column, last_row))
    }
}

/// Plots about as wide as the footprints are far apart, and no narrower than most of them are wide.
fn plot_bits(footprints: &[Footprint], all: &Extent) -> u32 {
    let mut reaches: Vec<Length> = footprints.iter().map(reach).collect();
    reaches.sort_unstable();
    let usual = 2 * i64::from(reaches[reaches.len() / 2]);
    let room = i64::from(all.width()).max(1) * i64::from(all.height()).max(1);
    let apart = (room / footprints.len() as i64).isqrt();
    let widest = all.width().max(all.height());
    let least = (widest / PLOTS_MAX).max(1);
    let wanted = (usual.max(apart * 3 / 4)).clamp(i64::from(least), i64::from(widest.max(least)));
    // The power of two nearest from below, and as many plots as are allowed at most.
    let bits = 63 - wanted.leading_zeros();
    if (widest >> bits) >= PLOTS_MAX { bits + 1 } else { bits }
}
