//! Places on paper, in whole numbers.
//!
//! The unit of a picture is the yard, so what looks in range is in range; places are kept in tenths of a yard, east of the
//! map's west edge and south of its north edge, as SVG counts. What is ornament (type, strokes, the depth of a bar) grows
//! with the map instead, so that every map prints alike: see [`Scale`].

use field::ground::{Extent, Length, Point, YARD};
use field::plane::{Direction, Heading};

use crate::hexes;

/// Tenths of a yard.
pub(crate) type Tenths = i32;

/// A place on the sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    pub(crate) x: Tenths,
    pub(crate) y: Tenths,
}

impl Place {
    pub(crate) const fn new(x: Tenths, y: Tenths) -> Place {
        Place { x, y }
    }

    pub(crate) const fn plus(self, x: Tenths, y: Tenths) -> Place {
        Place { x: self.x + x, y: self.y + y }
    }

    pub(crate) fn distance(self, to: Place) -> Tenths {
        let (x, y) = (i64::from(to.x - self.x), i64::from(to.y - self.y));
        (x * x + y * y).isqrt() as Tenths
    }

    /// The place so many parts of `whole` from here to another.
    pub(crate) fn towards(self, to: Place, part: i64, whole: i64) -> Place {
        let whole = whole.max(1);
        let share = |from: Tenths, to: Tenths| from + (i64::from(to - from) * part / whole) as Tenths;
        Place::new(share(self.x, to.x), share(self.y, to.y))
    }

    /// The place so far along a bearing, and so far to the right of it.
    pub(crate) fn moved(self, bearing: Bearing, ahead: Tenths, right: Tenths) -> Place {
        let (east, south) = (i64::from(bearing.east), i64::from(bearing.south));
        let (ahead, right) = (i64::from(ahead), i64::from(right));
        // Right of a bearing, as one looks along it with the page before one.
        Place::new(
            self.x + ((ahead * east - right * south) >> 15) as Tenths,
            self.y + ((ahead * south + right * east) >> 15) as Tenths,
        )
    }
}

/// A direction on paper, 32,768 long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bearing {
    pub(crate) east: i32,
    pub(crate) south: i32,
}

impl Bearing {
    pub(crate) const EAST: Bearing = Bearing { east: 1 << 15, south: 0 };

    /// From whole degrees clockwise from north.
    pub(crate) fn of_degrees(degrees: u16) -> Bearing {
        let heading = Heading::NORTH.turned(field::plane::Turn::degrees(i32::from(degrees)));
        let Direction { x, y } = heading.direction();
        Bearing { east: x, south: -y }
    }

    /// From one place to another; east for a place and itself.
    pub(crate) fn between(from: Place, to: Place) -> Bearing {
        let length = i64::from(from.distance(to));
        if length == 0 {
            return Bearing::EAST;
        }
        let part = |along: Tenths| ((i64::from(along) << 15) / length) as i32;
        Bearing { east: part(to.x - from.x), south: part(to.y - from.y) }
    }

    pub(crate) const fn reversed(self) -> Bearing {
        Bearing { east: -self.east, south: -self.south }
    }

    /// The same line, read from left to right.
    pub(crate) const fn upright(self) -> Bearing {
        if self.east < 0 || (self.east == 0 && self.south > 0) { self.reversed() } else { self }
    }

    /// Tenths of a degree clockwise from east, as SVG turns things.
    pub(crate) fn turn(self) -> i32 {
        let point = Point::new(self.east, -self.south);
        let parts = Heading::towards(Point::new(0, 0), point).map_or(1 << 14, |heading| i32::from(heading.0));
        let tenths = (parts * 3_600) / 65_536 - 900;
        if tenths > 1_800 { tenths - 3_600 } else { tenths }
    }
}

/// A box along the axes of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Frame {
    pub(crate) left: Tenths,
    pub(crate) top: Tenths,
    pub(crate) right: Tenths,
    pub(crate) bottom: Tenths,
}

impl Frame {
    /// The box of this width and height around a place.
    pub(crate) const fn around(middle: Place, width: Tenths, height: Tenths) -> Frame {
        Frame {
            left: middle.x - width / 2,
            top: middle.y - height / 2,
            right: middle.x + width / 2,
            bottom: middle.y + height / 2,
        }
    }

    /// The smallest box around some places.
    pub(crate) fn of(places: &[Place]) -> Option<Frame> {
        let first = places.first()?;
        let start = Frame { left: first.x, top: first.y, right: first.x, bottom: first.y };
        Some(places.iter().fold(start, |frame, place| Frame {
            left: frame.left.min(place.x),
            top: frame.top.min(place.y),
            right: frame.right.max(place.x),
            bottom: frame.bottom.max(place.y),
        }))
    }

    pub(crate) const fn width(&self) -> Tenths {
        self.right - self.left
    }

    pub(crate) const fn height(&self) -> Tenths {
        self.bottom - self.top
    }

    pub(crate) const fn middle(&self) -> Place {
        Place::new((self.left + self.right) / 2, (self.top + self.bottom) / 2)
    }

    pub(crate) const fn grown(&self, by: Tenths) -> Frame {
        Frame { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }

    /// The smallest box around both.
    pub(crate) fn with(&self, other: &Frame) -> Frame {
        Frame {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// The place in it that lies nearest to another.
    pub(crate) fn nearest(&self, to: Place) -> Place {
        Place::new(to.x.clamp(self.left, self.right), to.y.clamp(self.top, self.bottom))
    }

    /// How far apart two boxes are; nought where they meet.
    pub(crate) fn gap(&self, other: &Frame) -> Tenths {
        let apart = |low: Tenths, high: Tenths| low.max(high).max(0);
        let x = apart(other.left - self.right, self.left - other.right);
        let y = apart(other.top - self.bottom, self.top - other.bottom);
        Place::new(0, 0).distance(Place::new(x, y))
    }

    pub(crate) const fn meets(&self, other: &Frame) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    pub(crate) const fn holds(&self, other: &Frame) -> bool {
        self.left <= other.left && other.right <= self.right && self.top <= other.top && other.bottom <= self.bottom
    }

    pub(crate) const fn has(&self, place: Place) -> bool {
        self.left <= place.x && place.x <= self.right && self.top <= place.y && place.y <= self.bottom
    }
}

/// How large ornament is drawn: thousandths of its size on a map of 2,400 by 1,600 yards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Scale(pub(crate) i32);

impl Scale {
    /// On a map of this size. A very large map is drawn a little finer, because it wants larger paper.
    pub(crate) fn of(width: Tenths, height: Tenths) -> Scale {
        let straight = (width / 24).max(height / 16);
        Scale(if straight > 1_500 { 1_500 + (straight - 1_500) * 6 / 10 } else { straight.max(100) })
    }

    /// So many units of ornament.
    pub(crate) const fn units(self, units: i32) -> Tenths {
        self.tenths(units * 10)
    }

    /// So many tenths of a unit of ornament.
    pub(crate) const fn tenths(self, tenths: i32) -> Tenths {
        (tenths as i64 * self.0 as i64 / 1_000) as Tenths
    }
}

/// The ground on paper.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Chart {
    extent: Extent,
    pub(crate) scale: Scale,
    frame: Frame,
}

impl Chart {
    /// The chart of some ground. With hexes so many yards across it reaches far enough for each of them to be whole.
    pub(crate) fn new(extent: Extent, hex_yards: Option<u32>) -> Chart {
        let (width, height) = (tenths(extent.width()), tenths(extent.height()));
        let edge = Frame { left: 0, top: 0, right: width, bottom: height };
        let plain = Chart { extent, scale: Scale::of(width, height), frame: edge };
        let hexes = hex_yards.and_then(|yards| hexes::frame(extent, yards, |point| plain.place(point)));
        Chart { frame: hexes.map_or(edge, |hexes| edge.with(&hexes)), ..plain }
    }

    /// Where a point of the ground lies on paper.
    pub(crate) fn place(&self, point: Point) -> Place {
        let (west, north) = (self.extent.south_west.x, self.extent.north_east.y);
        Place::new(tenths(point.x - west), tenths(north - point.y))
    }

    /// The point of the ground that a place on paper stands for.
    pub(crate) fn point(&self, place: Place) -> Point {
        let length = |tenths: Tenths| (i64::from(tenths) * i64::from(YARD) / 10) as Length;
        let (west, north) = (self.extent.south_west.x, self.extent.north_east.y);
        Point { x: west + length(place.x), y: north - length(place.y) }
    }

    pub(crate) fn places(&self, points: &[Point]) -> Vec<Place> {
        points.iter().map(|point| self.place(*point)).collect()
    }

    /// The edges of the picture.
    pub(crate) const fn frame(&self) -> Frame {
        self.frame
    }

    /// The edges of the ground, which the picture may reach over a little.
    pub(crate) fn edge(&self) -> Frame {
        Frame { left: 0, top: 0, right: tenths(self.extent.width()), bottom: tenths(self.extent.height()) }
    }
}

/// A length of the ground on paper, rounded to the nearest tenth of a yard.
pub(crate) fn tenths(length: Length) -> Tenths {
    ((i64::from(length) * 20 + i64::from(YARD)).div_euclid(2 * i64::from(YARD))) as Tenths
}
