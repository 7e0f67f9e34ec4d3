//! The straight line between the centres of two hexes: every hex it passes through, exactly.
//!
//! A line drawn with a ruler clips hexes that a line found by rounding would miss, and now and then it runs along the
//! side between two hexes and through neither. That is no rounding error but a case the rulebooks rule on, so it is a type:
//! [`Along::Between`]. A hex that the line only touches in a corner is not passed through.
//!
//! How it is done. Let `main` be the direction of the six nearest to the line, `left` and `right` its neighbours. With the
//! line's projections on them `m = l + r` (for `main` is the sum of the other two), the line leaves the hex at offset `c`
//! through the side whose `(c·side + 1) / projection` is smallest. Multiplied by all three projections these become whole
//! numbers that change by constants from hex to hex, and only their differences matter. When two are equal the line goes
//! through a corner, and on into the hex across `main`, unless it runs along the side behind that corner, which it does
//! only when one projection is nothing and the line lies thirty degrees off every direction.

use super::{Hex, Side};

/// A piece of a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Along<P = Hex> {
    /// It passes through this hex.
    Through(P),
    /// It runs along the side between these two.
    Between(P, P),
}

impl<P> Along<P> {
    /// The same piece, its hexes named otherwise.
    pub fn map<Q>(self, mut name: impl FnMut(P) -> Q) -> Along<Q> {
        match self {
            Along::Through(hex) => Along::Through(name(hex)),
            Along::Between(one, other) => Along::Between(name(one), name(other)),
        }
    }
}

/// A walk along a line over positions that are numbers: a step across a side adds a constant to the position.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    position: i32,
    end: i32,
    /// How much later the line would leave by the side on its left than straight on; fewer than nothing: it does.
    left_later: i64,
    right_later: i64,
    straight: Step,
    /// What leaving by the left or right changes in comparison with going straight on.
    left: Step,
    right: Step,
    /// The line runs along hexsides: every second piece lies between two hexes.
    along_sides: Option<AlongSides>,
}

#[derive(Clone, Copy, Debug)]
struct AlongSides {
    /// The step to the other hex of the two.
    other: i32,
    /// A hexside comes next.
    side_next: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct Step {
    position: i32,
    left_later: i64,
    right_later: i64,
}

impl Walk {
    /// The walk from the hex at `start` to the one at this offset.
    #[inline]
    pub(crate) fn new(start: i32, offset: (i32, i32), steps: &Steps) -> Walk {
        let (q, r) = offset;
        // The line's projections on the six directions, once around and one more at either end.
        let on = [-2 * q - r, -q - 2 * r, q - r];
        let around = [on[0], on[1], on[2], -on[0], -on[1], -on[2], on[0], on[1]];
        let main = main_side(on[1], on[2], -on[0]);
        let (l, r) = (i64::from(around[main]), i64::from(around[main + 2]));
        let m = l + r;
        let [left, straight, right] = [steps.0[main], steps.0[main + 1], steps.0[main + 2]];
        let ahead = Step { position: straight, left_later: r * (r - l), right_later: l * (l - r) };
        let aside = |position: i32, left_later, right_later| Step {
            position: position - ahead.position,
            left_later: left_later - ahead.left_later,
            right_later: right_later - ahead.right_later,
        };
        Walk {
            position: start,
            end: start + offset.0 * steps.0[3] + offset.1 * steps.0[4],
            // In the first hex every side is one away: (1/l - 1/m) and (1/r - 1/m), times l, r and m.
            left_later: m * r - l * r,
            right_later: m * l - l * r,
            straight: ahead,
            left: aside(left, 2 * m * r - l * r, -m * l - l * r),
            right: aside(right, -m * r - l * r, 2 * m * l - l * r),
            along_sides: ((r == 0 || l == 0) && m != 0)
                .then_some(AlongSides { other: if r == 0 { left } else { right }, side_next: true }),
        }
    }

    /// Whether the line runs along hexsides.
    #[inline]
    pub(crate) fn is_along_sides(&self) -> bool {
        self.along_sides.is_some()
    }

    /// The next hex of a line that does not run along hexsides. The last one is the end itself.
    #[inline]
    pub(crate) fn next_through(&mut self) -> i32 {
        // COST: which way it goes is a coin toss, so a branch would be guessed wrong every other time.
        let (by_left, by_right) = (self.left_later >> 63, self.right_later >> 63);
        self.left_later +=
            self.straight.left_later + (self.left.left_later & by_left) + (self.right.left_later & by_right);
        self.right_later +=
            self.straight.right_later + (self.left.right_later & by_left) + (self.right.right_later & by_right);
        self.position +=
            self.straight.position + (self.left.position & by_left as i32) + (self.right.position & by_right as i32);
        self.position
    }

    /// The next piece, and nothing once the end is reached. The end itself is no piece.
    #[inline]
    pub(crate) fn next_piece(&mut self) -> Option<Along<i32>> {
        if self.position == self.end {
            return None;
        }
        let Some(sides) = &mut self.along_sides else {
            let hex = self.next_through();
            return (hex != self.end).then_some(Along::Through(hex));
        };
        let (one, other) = (self.position + self.straight.position, self.position + sides.other);
        if sides.side_next {
            sides.side_next = false;
            return Some(Along::Between(one, other));
        }
        sides.side_next = true;
        self.position = one + sides.other;
        (self.position != self.end).then_some(Along::Through(self.position))
    }
}

/// What crossing each side adds to a position: once around clockwise from the north-west, and one more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Steps([i32; 8]);

impl Steps {
    /// For positions to which a hex due south adds `south`, and one in the next column to the south-east adds `column`.
    pub(crate) const fn new(column: i32, south: i32) -> Steps {
        let [n, ne, se, s, sw, nw] = [-south, column - south, column, south, south - column, -column];
        Steps([nw, n, ne, se, s, sw, nw, n])
    }

    /// What crossing this side adds.
    #[inline]
    pub(crate) const fn across(&self, side: Side) -> i32 {
        self.0[side.index() + 1]
    }
}

/// The number of the direction of the six nearest to a line with these projections on the first three; of two equally near
/// either will do.
#[inline]
fn main_side(north: i32, north_east: i32, south_east: i32) -> usize {
    // COST: all six are equally likely, so that branches would be guessed wrong.
    let pick = |(side, most): (usize, i32), (other, projection): (usize, i32)| {
        if projection.abs() > most.abs() { (other, projection) } else { (side, most) }
    };
    let (side, most) = pick(pick((0, north), (1, north_east)), (2, south_east));
    side + if most < 0 { 3 } else { 0 }
}

/// Every hex between two others that the line between their centres passes through, in order, and every hexside it runs
/// along. The two ends are not among them.
///
/// The line back passes through the same hexes.
#[derive(Clone, Debug)]
pub struct Sightline {
    walk: Walk,
}

/// One number for both coordinates: a step adds a constant to it.
const PACKED: i32 = 1 << 16;

impl Sightline {
    /// The line from one centre to another.
    pub fn new(from: Hex, to: Hex) -> Sightline {
        Sightline { walk: Walk::new(packed(from), from.offset_to(to), &Steps::new(PACKED, 1)) }
    }

    /// Whether it runs along hexsides, so that pieces of it lie between two hexes.
    pub fn is_along_sides(&self) -> bool {
        self.walk.is_along_sides()
    }
}

impl Iterator for Sightline {
    type Item = Along;

    fn next(&mut self) -> Option<Along> {
        self.walk.next_piece().map(|piece| piece.map(unpacked))
    }
}

const fn packed(hex: Hex) -> i32 {
    hex.q as i32 * PACKED + hex.r as i32
}

const fn unpacked(packed: i32) -> Hex {
    let r = packed as i16;
    Hex { q: ((packed - r as i32) / PACKED) as i16, r }
}
