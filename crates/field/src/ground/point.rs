//! Lengths, points and boxes.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A length on real ground, in tenths of a millimetre. A coordinate, a distance and a height are all lengths.
pub type Length = i32;

/// A yard.
pub const YARD: Length = 9_144;
/// A foot, in which heights are written.
pub const FOOT: Length = 3_048;
/// A metre.
pub const METRE: Length = 10_000;

/// LIMIT: how far a point may lie from the origin on either axis: 40 kilometres. Cross products of differences then fit 64
/// bits with room to spare.
pub const FARTHEST: Length = 40_000 * METRE;

/// A point of the ground: so far east and so far north of the south-west corner of the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Point {
    /// East of the origin.
    pub x: Length,
    /// North of the origin.
    pub y: Length,
}

impl Point {
    /// The point so far east and north of the origin.
    #[inline]
    pub const fn new(x: Length, y: Length) -> Point {
        Point { x, y }
    }

    /// The point so many whole yards east and north of the origin.
    pub const fn yards(x: i32, y: i32) -> Point {
        Point { x: x * YARD, y: y * YARD }
    }

    /// How far `to` lies east and north of this point.
    #[inline]
    pub fn offset_to(self, to: Point) -> (i64, i64) {
        (i64::from(to.x) - i64::from(self.x), i64::from(to.y) - i64::from(self.y))
    }

    /// The square of the distance to another point.
    #[inline]
    pub fn distance_squared(self, to: Point) -> i64 {
        let (x, y) = self.offset_to(to);
        x * x + y * y
    }

    /// The distance to another point, rounded down. Compare squares where the last tenth of a millimetre decides.
    #[inline]
    pub fn distance(self, to: Point) -> Length {
        Length::try_from(self.distance_squared(to).isqrt()).unwrap_or(Length::MAX)
    }

    /// On which side of the line from here through `to` the point `of` lies: positive to the left, negative to the right,
    /// zero on it. Twice the area of the triangle.
    #[inline]
    pub fn side(self, to: Point, of: Point) -> i64 {
        let (ahead_x, ahead_y) = self.offset_to(to);
        let (x, y) = self.offset_to(of);
        ahead_x * y - ahead_y * x
    }
}

/// A box along the axes; its edges belong to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Extent {
    /// The least x and y.
    pub south_west: Point,
    /// The greatest x and y.
    pub north_east: Point,
}

impl Extent {
    /// The box from the origin to this corner.
    pub const fn to(north_east: Point) -> Extent {
        Extent { south_west: Point { x: 0, y: 0 }, north_east }
    }

    /// The smallest box around some points; nothing if there are none.
    pub fn around(points: impl IntoIterator<Item = Point>) -> Option<Extent> {
        points.into_iter().fold(None, |extent, point| {
            Some(extent.map_or(Extent { south_west: point, north_east: point }, |extent| extent.with(point)))
        })
    }

    fn with(self, point: Point) -> Extent {
        let (low, high) = (self.south_west, self.north_east);
        Extent {
            south_west: Point::new(low.x.min(point.x), low.y.min(point.y)),
            north_east: Point::new(high.x.max(point.x), high.y.max(point.y)),
        }
    }

    /// Whether the point lies in the box or on its edge.
    #[inline]
    pub fn contains(&self, point: Point) -> bool {
        let (low, high) = (self.south_west, self.north_east);
        low.x <= point.x && point.x <= high.x && low.y <= point.y && point.y <= high.y
    }

    /// Whether two boxes have a point in common.
    #[inline]
    pub(super) fn touches(&self, other: &Extent) -> bool {
        self.south_west.x <= other.north_east.x
            && other.south_west.x <= self.north_east.x
            && self.south_west.y <= other.north_east.y
            && other.south_west.y <= self.north_east.y
    }

    /// How far it reaches from west to east.
    pub fn width(&self) -> Length {
        self.north_east.x - self.south_west.x
    }

    /// How far it reaches from south to north.
    pub fn height(&self) -> Length {
        self.north_east.y - self.south_west.y
    }
}
