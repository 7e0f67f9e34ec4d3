//! Outlines: rings, and regions with holes.

use serde::{Deserialize, Serialize};

use super::point::{Extent, Length, Point};

/// A closed outline. The last corner joins the first, which is not repeated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ring {
    /// The corners in order, either way round.
    pub corners: Vec<Point>,
}

impl Ring {
    /// Its sides, each from one corner to the next.
    pub fn sides(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let first = self.corners.first().copied();
        let next = move |place: usize| self.corners.get(place + 1).copied().or(first);
        self.corners.iter().enumerate().filter_map(move |(place, corner)| Some((*corner, next(place)?)))
    }

    /// The box around it; nothing for a ring without corners.
    pub fn extent(&self) -> Option<Extent> {
        Extent::around(self.corners.iter().copied())
    }

    /// Whether the point lies inside or on the outline.
    pub fn contains(&self, point: Point) -> bool {
        self.sides().any(|(from, to)| on_segment(from, to, point)) || self.surrounds(point)
    }

    /// Whether a point that is not on the outline lies inside: a ray to the east crosses the outline an odd number of times.
    fn surrounds(&self, point: Point) -> bool {
        self.sides().filter(|(from, to)| crosses_eastward(*from, *to, point)).count() % 2 == 1
    }

    /// Twice the area; positive when the corners run anticlockwise.
    pub fn doubled_area(&self) -> i128 {
        let cross =
            |(from, to): (Point, Point)| i128::from(from.x) * i128::from(to.y) - i128::from(from.y) * i128::from(to.x);
        self.sides().map(cross).sum()
    }
}

/// An outline with holes in it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Region {
    /// Its outer edge.
    pub outline: Ring,
    /// What is cut out of it.
    pub holes: Vec<Ring>,
}

impl Region {
    /// A region without holes.
    pub fn of(corners: Vec<Point>) -> Region {
        Region { outline: Ring { corners }, holes: Vec::new() }
    }

    /// Whether the point lies in the region. Its edges, also those of its holes, belong to it.
    pub fn contains(&self, point: Point) -> bool {
        let on_edge = self.sides().any(|(from, to)| on_segment(from, to, point));
        on_edge || (self.outline.surrounds(point) && !self.holes.iter().any(|hole| hole.surrounds(point)))
    }

    /// The sides of its outline and of its holes.
    pub fn sides(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        self.outline.sides().chain(self.holes.iter().flat_map(Ring::sides))
    }

    /// The box around it.
    pub fn extent(&self) -> Option<Extent> {
        self.outline.extent()
    }
}

/// Whether the point lies on the segment, ends included.
pub(super) fn on_segment(from: Point, to: Point, point: Point) -> bool {
    from.side(to, point) == 0
        && from.x.min(to.x) <= point.x
        && point.x <= from.x.max(to.x)
        && from.y.min(to.y) <= point.y
        && point.y <= from.y.max(to.y)
}

/// Whether a ray from the point to the east crosses the side. A side owns its lower end and not its upper one, so that a
/// ray through a corner is counted once.
fn crosses_eastward(from: Point, to: Point, point: Point) -> bool {
    let (low, high) = if from.y <= to.y { (from, to) } else { (to, from) };
    low.y <= point.y && point.y < high.y && low.side(high, point) > 0
}

/// Whether two segments have a point in common, ends included.
pub fn segments_meet(first: (Point, Point), second: (Point, Point)) -> bool {
    segments_cross(first, second)
        || on_segment(first.0, first.1, second.0)
        || on_segment(first.0, first.1, second.1)
        || on_segment(second.0, second.1, first.0)
        || on_segment(second.0, second.1, first.1)
}

/// Whether two segments cross, each with its ends on different sides of the other.
pub fn segments_cross(first: (Point, Point), second: (Point, Point)) -> bool {
    let parts = |segment: (Point, Point), other: (Point, Point)| {
        let (one, two) = (segment.0.side(segment.1, other.0), segment.0.side(segment.1, other.1));
        (one > 0 && two < 0) || (one < 0 && two > 0)
    };
    parts(first, second) && parts(second, first)
}

/// The square of the distance from a point to a segment, as a fraction: what stands above the stroke, and what below.
fn distance_squared(from: Point, to: Point, point: Point) -> (u128, u128) {
    let ((ahead_x, ahead_y), (x, y)) = (from.offset_to(to), from.offset_to(point));
    let (along, length) = (ahead_x * x + ahead_y * y, from.distance_squared(to));
    if along <= 0 {
        return (u128::from(from.distance_squared(point).unsigned_abs()), 1);
    }
    if along >= length {
        return (u128::from(to.distance_squared(point).unsigned_abs()), 1);
    }
    let aside = u128::from(from.side(to, point).unsigned_abs());
    (aside * aside, u128::from(length.unsigned_abs()))
}

/// The distance from a point to a segment, rounded down.
pub fn distance_to_segment(from: Point, to: Point, point: Point) -> Length {
    let (over, under) = distance_squared(from, to, point);
    Length::try_from((over / under).isqrt()).unwrap_or(Length::MAX)
}

/// Whether a point lies within reach of a segment, exactly.
pub(super) fn is_within(from: Point, to: Point, point: Point, reach: Length) -> bool {
    let (over, under) = distance_squared(from, to, point);
    let reach = u128::from(reach.unsigned_abs());
    over <= reach * reach * under
}
