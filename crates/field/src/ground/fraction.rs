//! Exact places along a straight line.

use std::cmp::Ordering;

use super::point::{Length, Point};

/// How far along a line a place lies: 0 is its start, 1 its end. Exact, and compared exactly.
#[derive(Clone, Copy, Debug)]
pub struct Fraction {
    over: i64,
    /// Always positive.
    under: i64,
}

impl Fraction {
    /// The start of a line.
    pub const START: Fraction = Fraction { over: 0, under: 1 };
    /// The end of a line.
    pub const END: Fraction = Fraction { over: 1, under: 1 };

    /// `over / under`; nothing if `under` is nought.
    pub fn new(over: i64, under: i64) -> Option<Fraction> {
        match under.signum() {
            1 => Some(Fraction { over, under }),
            -1 => Some(Fraction { over: over.checked_neg()?, under: under.checked_neg()? }),
            _ => None,
        }
    }

    /// What stands above and below the stroke; the lower one is positive.
    pub const fn parts(self) -> (i64, i64) {
        (self.over, self.under)
    }

    /// This share of a length, rounded to the nearest, halves upwards.
    pub fn of(self, length: Length) -> Length {
        let (over, under) = (i128::from(self.over), i128::from(self.under));
        let share = (2 * i128::from(length) * over + under).div_euclid(2 * under);
        Length::try_from(share).unwrap_or(if share < 0 { Length::MIN } else { Length::MAX })
    }

    /// The point there, each coordinate rounded to the nearest, halves upwards.
    pub fn between(self, from: Point, to: Point) -> Point {
        let along = |from: Length, to: Length| from.saturating_add(self.of(to.saturating_sub(from)));
        Point::new(along(from.x, to.x), along(from.y, to.y))
    }
}

impl PartialEq for Fraction {
    fn eq(&self, other: &Fraction) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Fraction {}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Fraction) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Fraction) -> Ordering {
        let (ours, theirs) =
            (i128::from(self.over) * i128::from(other.under), i128::from(other.over) * i128::from(self.under));
        ours.cmp(&theirs)
    }
}

/// Where the line from `from` to `to`, prolonged both ways, crosses a side.
///
/// A point on the line counts as lying to its left. So a line through a corner crosses the outline there once or not at all,
/// never twice by accident, and a side that lies on the line is not crossed.
pub(super) fn crossing(from: Point, to: Point, side: (Point, Point)) -> Option<Fraction> {
    let (first, second) = (from.side(to, side.0), from.side(to, side.1));
    if (first >= 0) == (second >= 0) {
        return None;
    }
    let (start_x, start_y) = from.offset_to(side.0);
    let (x, y) = side.0.offset_to(side.1);
    Fraction::new(start_x * y - start_y * x, second - first)
}
