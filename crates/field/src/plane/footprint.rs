//! The ground a unit covers: a rectangle that faces somewhere.
//!
//! A footprint is its centre, its heading, and half its frontage and depth. Its sides lie along the direction of the heading
//! ([`Direction`]) and at right angles to it, exactly; its corners need not be whole numbers, and every test below is exact
//! for the rectangle as it is. To touch is not to overlap.

use serde::{Deserialize, Serialize};

use super::heading::{Direction, Heading, UNIT_BITS, moved};
use crate::ground::{Extent, Length, Point};

/// The ground a unit covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Footprint {
    /// Its middle.
    pub centre: Point,
    /// Which way it faces.
    pub heading: Heading,
    /// Half its frontage.
    pub half_front: Length,
    /// Half its depth.
    pub half_depth: Length,
}

/// LIMIT: half the frontage or depth of a footprint: 400 metres. Every product below then fits 64 bits.
pub const HALF_MAX: Length = 4_000_000;

/// How stands are put together into a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Block {
    /// Stands beside each other in a rank.
    pub files: u16,
    /// Ranks behind each other.
    pub ranks: u16,
    /// The frontage of a stand.
    pub front: Length,
    /// The depth of a stand.
    pub depth: Length,
    /// The space between two stands of a rank.
    pub gap: Length,
    /// The space between two ranks.
    pub between_ranks: Length,
}

impl Block {
    /// So many stands of this size, as many as possible in each rank up to `files`, with no space between them.
    #[inline]
    pub fn of(stands: u16, files: u16, front: Length, depth: Length) -> Block {
        let (stands, files) = (stands.max(1), files.clamp(1, stands.max(1)));
        // COST: lines and columns need no division.
        let ranks = match files {
            _ if files == stands => 1,
            1 => stands,
            2 => stands.div_ceil(2),
            _ => stands.div_ceil(files),
        };
        Block { files, ranks, front, depth, gap: 0, between_ranks: 0 }
    }

    /// Its whole frontage.
    #[inline]
    pub fn whole_front(&self) -> Length {
        let files = Length::from(self.files);
        files * self.front + (files - 1).max(0) * self.gap
    }

    /// Its whole depth.
    #[inline]
    pub fn whole_depth(&self) -> Length {
        let ranks = Length::from(self.ranks);
        ranks * self.depth + (ranks - 1).max(0) * self.between_ranks
    }

    /// The footprint of the block with its middle here.
    #[inline]
    pub fn at(&self, centre: Point, heading: Heading) -> Footprint {
        Footprint::new(centre, heading, self.whole_front(), self.whole_depth())
    }

    /// The footprint of the block with the middle of its front edge here.
    pub fn with_front_at(&self, front_centre: Point, heading: Heading) -> Footprint {
        let back = heading.direction().back();
        self.at(moved(front_centre, back, self.whole_depth() / 2), heading)
    }
}

/// An edge of a footprint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Edge {
    /// Before it.
    Front,
    /// On its left.
    Left,
    /// On its right.
    Right,
    /// Behind it.
    Rear,
}

/// A place in parts of a length, 32,768 to the whole: where corners are.
pub(crate) type Fine = (i64, i64);

pub(crate) fn fine(point: Point) -> Fine {
    (i64::from(point.x) << UNIT_BITS, i64::from(point.y) << UNIT_BITS)
}

impl Footprint {
    /// A footprint of this frontage and depth. What is larger than [`HALF_MAX`] allows is cut down to it.
    #[inline]
    pub fn new(centre: Point, heading: Heading, front: Length, depth: Length) -> Footprint {
        let half = |whole: Length| (whole / 2).clamp(0, HALF_MAX);
        Footprint { centre, heading, half_front: half(front), half_depth: half(depth) }
    }

    /// The direction it faces.
    #[inline]
    pub fn ahead(&self) -> Direction {
        self.heading.direction()
    }

    /// The middle of its front edge, to the nearest tenth of a millimetre.
    #[inline]
    pub fn front_centre(&self) -> Point {
        moved(self.centre, self.ahead(), self.half_depth)
    }

    /// Its front edge alone: a footprint with no depth.
    pub fn front_edge(&self) -> Footprint {
        Footprint { centre: self.front_centre(), half_depth: 0, ..*self }
    }

    /// The same rectangle somewhere else.
    #[must_use]
    #[inline]
    pub const fn at(self, centre: Point, heading: Heading) -> Footprint {
        Footprint { centre, heading, ..self }
    }

    /// The corners to the nearest tenth of a millimetre: front left, front right, rear right, rear left.
    #[inline]
    pub fn corners(&self) -> [Point; 4] {
        let half = 1 << (UNIT_BITS - 1);
        self.fine_corners().map(|(x, y)| Point::new(((x + half) >> UNIT_BITS) as i32, ((y + half) >> UNIT_BITS) as i32))
    }

    #[inline]
    pub(crate) fn fine_corners(&self) -> [Fine; 4] {
        let (ahead, (x, y)) = (self.ahead(), fine(self.centre));
        let (front, depth) = (i64::from(self.half_front), i64::from(self.half_depth));
        let right = ahead.right();
        let corner = |across: i64, along: i64| {
            let part = |right: i32, ahead: i32| across * front * i64::from(right) + along * depth * i64::from(ahead);
            (x + part(right.x, ahead.x), y + part(right.y, ahead.y))
        };
        [corner(-1, 1), corner(1, 1), corner(1, -1), corner(-1, -1)]
    }

    /// The smallest box around it.
    #[inline]
    pub fn extent(&self) -> Extent {
        let (ahead, front, depth) = (self.ahead(), i64::from(self.half_front), i64::from(self.half_depth));
        let reach = |along: i32, across: i32| {
            let fine = depth * i64::from(along.abs()) + front * i64::from(across.abs());
            ((fine >> UNIT_BITS) + 1) as Length
        };
        let (x, y) = (reach(ahead.x, ahead.y), reach(ahead.y, ahead.x));
        let Point { x: east, y: north } = self.centre;
        Extent { south_west: Point::new(east - x, north - y), north_east: Point::new(east + x, north + y) }
    }

    /// A little more than the distance from its middle to a corner.
    #[inline]
    pub fn radius(&self) -> Length {
        let (front, depth) = (i64::from(self.half_front), i64::from(self.half_depth));
        ((front * front + depth * depth).isqrt() + 2) as Length
    }

    /// Whether a point lies inside it, and not just on its edge.
    pub fn contains(&self, point: Point) -> bool {
        let (offset, ahead) = (self.centre.offset_to(point), self.ahead());
        let reach = ahead.length_squared();
        let inside = |along: i64, half: Length| along.abs() << UNIT_BITS < i64::from(half) * reach;
        inside(ahead.along(offset), self.half_depth) && inside(ahead.right().along(offset), self.half_front)
    }

    /// Whether the insides of two footprints have anything in common.
    #[inline]
    pub fn overlaps(&self, other: &Footprint) -> bool {
        let offset = self.centre.offset_to(other.centre);
        !self.is_apart(other, offset) && !other.is_apart(self, offset)
    }

    /// Whether one of this one's own two directions shows a space between the two, or that they merely touch.
    #[inline]
    fn is_apart(&self, other: &Footprint, offset: (i64, i64)) -> bool {
        let (ahead, its) = (self.ahead(), other.ahead());
        let along = its.along((i64::from(ahead.x), i64::from(ahead.y))).abs();
        let across = its.right().along((i64::from(ahead.x), i64::from(ahead.y))).abs();
        let (front, depth) = (i64::from(other.half_front), i64::from(other.half_depth));
        let own = ahead.length_squared();
        let is_space = |between: i64, half: Length, its: i64| between.abs() << UNIT_BITS >= i64::from(half) * own + its;
        is_space(ahead.along(offset), self.half_depth, depth * along + front * across)
            || is_space(ahead.right().along(offset), self.half_front, depth * across + front * along)
    }

    /// The distance between the nearest points of two footprints, rounded down; nothing if they overlap or touch.
    #[inline]
    pub fn distance(&self, other: &Footprint) -> Length {
        let squared = self.distance_squared(other);
        Length::try_from(squared.isqrt()).unwrap_or(Length::MAX)
    }

    /// The square of that distance, rounded down.
    #[inline]
    pub fn distance_squared(&self, other: &Footprint) -> i64 {
        if self.overlaps(other) {
            return 0;
        }
        // COST: one division for all four corners; the nearest before it is the nearest after it.
        let from = |one: &Footprint, other: &Footprint| {
            let ahead = one.ahead();
            let corners = other.fine_corners().map(|corner| one.fine_reach_squared(ahead, corner));
            corners.into_iter().min().map(|least| least / (i128::from(ahead.length_squared()) << (2 * UNIT_BITS)))
        };
        let nearest = from(self, other).min(from(other, self)).unwrap_or(0);
        i64::try_from(nearest).unwrap_or(i64::MAX)
    }

    /// The distance from a point to the nearest point of this footprint, rounded down; nothing inside.
    pub fn distance_to(&self, point: Point) -> Length {
        Length::try_from(self.fine_distance_squared(fine(point)).isqrt()).unwrap_or(Length::MAX)
    }

    /// Whether two footprints come within this distance of each other. Just that distance is within it.
    pub fn is_within(&self, range: Length, other: &Footprint) -> bool {
        let apart = i64::from(self.radius()) + i64::from(other.radius()) + i64::from(range.max(0));
        let (x, y) = self.centre.offset_to(other.centre);
        // Rounded down, the square is within the range's own square just when the distance itself is, or a hair more:
        // the hair is less than a tenth of a millimetre.
        // COST: whose middles are as near as that are so themselves.
        let between = x * x + y * y;
        let near = i64::from(range.max(0));
        between <= near * near
            || between <= apart * apart && self.distance_squared(other) <= i64::from(range) * i64::from(range)
    }

    /// The square of the distance to a place in parts of a length, in whole lengths, rounded down.
    fn fine_distance_squared(&self, place: Fine) -> i128 {
        let ahead = self.ahead();
        self.fine_reach_squared(ahead, place) / (i128::from(ahead.length_squared()) << (2 * UNIT_BITS))
    }

    /// The same, times the square of the length of the direction and of its scale.
    #[inline]
    fn fine_reach_squared(&self, ahead: Direction, place: Fine) -> i128 {
        let (x, y) = fine(self.centre);
        let (offset, own) = ((place.0 - x, place.1 - y), ahead.length_squared());
        let beyond = |along: i64, half: Length| i128::from((along.abs() - i64::from(half) * own).max(0));
        let (ahead_by, aside_by) =
            (beyond(ahead.along(offset), self.half_depth), beyond(ahead.right().along(offset), self.half_front));
        ahead_by * ahead_by + aside_by * aside_by
    }

    /// Whether the line between two points passes through the inside.
    pub fn is_crossed_by(&self, from: Point, to: Point) -> bool {
        self.is_crossed_by_fine(fine(from), fine(to))
    }

    pub(crate) fn is_crossed_by_fine(&self, from: Fine, to: Fine) -> bool {
        let (ahead, (x, y)) = (self.ahead(), fine(self.centre));
        let right = ahead.right();
        let own = ahead.length_squared();
        let local = |place: Fine| {
            let offset = (place.0 - x, place.1 - y);
            (i128::from(right.along(offset)), i128::from(ahead.along(offset)))
        };
        let (a, b) = (local(from), local(to));
        let half = (i128::from(self.half_front) * i128::from(own), i128::from(self.half_depth) * i128::from(own));
        if a.0.min(b.0) >= half.0 || a.0.max(b.0) <= -half.0 || a.1.min(b.1) >= half.1 || a.1.max(b.1) <= -half.1 {
            return false;
        }
        let (d, cross) = ((b.0 - a.0, b.1 - a.1), a.0 * b.1 - a.1 * b.0);
        cross.abs() < half.0 * d.1.abs() + half.1 * d.0.abs()
    }

    /// Which edge of this footprint another one lies against or beyond: the one it is farthest out from. Nothing if the
    /// other one lies over it on every side.
    pub fn edge_towards(&self, other: &Footprint) -> Option<Edge> {
        let (ahead, (x, y)) = (self.ahead(), fine(self.centre));
        let right = ahead.right();
        let own = ahead.length_squared();
        let least = |direction: Direction, half: Length| {
            let out = |(at_x, at_y): Fine| direction.along((at_x - x, at_y - y));
            other.fine_corners().into_iter().map(out).min().unwrap_or(0) - i64::from(half) * own
        };
        let edges = [
            (least(ahead, self.half_depth), Edge::Front),
            (least(right.back(), self.half_front), Edge::Left),
            (least(right, self.half_front), Edge::Right),
            (least(ahead.back(), self.half_depth), Edge::Rear),
        ];
        // Two rectangles at any angle touch with at most the width of a length between them.
        let slack = -(own << 1);
        edges
            .into_iter()
            .filter(|(out, _)| *out >= slack)
            .max_by_key(|(out, edge)| (*out, std::cmp::Reverse(*edge)))
            .map(|(_, edge)| edge)
    }

    /// Whether two footprints touch: no further apart than `within`, and not over each other by more than a length.
    pub fn touches(&self, other: &Footprint, within: Length) -> bool {
        self.is_within(within, other) && !self.shrunk(1).overlaps(&other.shrunk(1))
    }

    /// The same footprint, smaller by so much on every side.
    #[must_use]
    #[inline]
    pub fn shrunk(&self, by: Length) -> Footprint {
        let less = |half: Length| (half - by).max(0);
        Footprint { half_front: less(self.half_front), half_depth: less(self.half_depth), ..*self }
    }
}
