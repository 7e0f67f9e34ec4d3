//! Outlines: rings, and regions with holes.

use serde::{Deserialize, Serialize};

use super::point::{Extent, Point};

/// A closed outline. The last corner joins the first, which is not repeated.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ring {
    /// The corners in order, either way round.
    pub corners: Vec<Point>,
}

impl Ring {
    /// Its sides, each from one corner to the next.
    pub fn sides(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        let next = self.corners.iter().cycle().skip(1);
        self.corners.iter().copied().zip(next.copied())
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
