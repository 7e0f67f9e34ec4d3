//! Which way, in whole numbers.
//!
//! A heading is one of 65,536 parts of a turn, clockwise from north. Each has a direction: two whole numbers that are its
//! sine and cosine times 32,768, rounded. The numbers come from the series of the sine, worked out in integers when the
//! program is compiled, so they are the same everywhere.
//!
//! LIMIT: a direction is at most 0.71 of a part of 32,768 away from the true one: less than 0.0013 degrees, a quarter of
//! the step between headings. Its length is between 32,767.2 and 32,768.8. Whatever is built on directions is exact for
//! *these* directions, and they stand at right angles exactly.

use std::ops::Neg;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ground::{Length, Point};

/// A way to face: parts of a turn clockwise from north, 65,536 to the whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(transparent)]
pub struct Heading(pub u16);

/// How far to turn: parts of a turn, clockwise. It may be more than a whole one, or less than none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Turn(pub i32);

/// A direction: east and north, about 32,768 long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Direction {
    /// East.
    pub x: i32,
    /// North.
    pub y: i32,
}

/// The length of a direction, as a power of two.
pub(crate) const UNIT_BITS: u32 = 15;

const QUARTER: i32 = 1 << 14;

impl Turn {
    /// A quarter to the right.
    pub const QUARTER: Turn = Turn(QUARTER);
    /// Half a turn.
    pub const HALF: Turn = Turn(2 * QUARTER);
    /// An eighth of a turn to the right: 45 degrees.
    pub const EIGHTH: Turn = Turn(QUARTER / 2);

    /// So many hundredths of a degree, rounded to the nearest part: 22.5 degrees are 2,250.
    pub const fn hundredths(hundredths: i32) -> Turn {
        let parts = hundredths as i64 * 65_536;
        Turn(((parts + 18_000 * if parts < 0 { -1 } else { 1 }) / 36_000) as i32)
    }

    /// So many degrees.
    pub const fn degrees(degrees: i32) -> Turn {
        Turn::hundredths(degrees * 100)
    }

    /// How far it turns, whichever way.
    #[must_use]
    pub const fn abs(self) -> Turn {
        Turn(self.0.abs())
    }
}

impl Neg for Turn {
    type Output = Turn;

    fn neg(self) -> Turn {
        Turn(-self.0)
    }
}

impl Heading {
    /// North, the way the map's top lies.
    pub const NORTH: Heading = Heading(0);
    /// East.
    pub const EAST: Heading = Heading(1 << 14);
    /// South.
    pub const SOUTH: Heading = Heading(2 << 14);
    /// West.
    pub const WEST: Heading = Heading(3 << 14);

    /// The heading so much further clockwise.
    #[must_use]
    #[inline]
    pub const fn turned(self, turn: Turn) -> Heading {
        Heading(self.0.wrapping_add(turn.0 as u16))
    }

    /// The shortest turn from here to another heading: at most half a turn, and to the right if it is just that.
    #[inline]
    pub const fn turn_to(self, to: Heading) -> Turn {
        let parts = to.0.wrapping_sub(self.0) as i16 as i32;
        Turn(if parts == i16::MIN as i32 { -parts } else { parts })
    }

    /// The direction of this heading.
    #[inline]
    pub fn direction(self) -> Direction {
        let along = i32::from(self.0) & (QUARTER - 1);
        let (sine, cosine) = (sine(along), sine(QUARTER - along));
        match self.0 >> 14 {
            0 => Direction { x: sine, y: cosine },
            1 => Direction { x: cosine, y: -sine },
            2 => Direction { x: -sine, y: -cosine },
            _ => Direction { x: -cosine, y: sine },
        }
    }

    /// The heading nearest to the line from one point to another; of two equally near the one further left. Nothing for a
    /// point and itself.
    pub fn towards(from: Point, to: Point) -> Option<Heading> {
        let (x, y) = from.offset_to(to);
        // Turned back by whole quarters until it lies between north and east.
        let (quarters, x, y) = match (x, y) {
            (0, 0) => return None,
            (0.., 1..) => (0, x, y),
            (1.., ..=0) => (1, -y, x),
            (..=0, ..0) => (2, -x, -y),
            (..0, 0..) => (3, y, -x),
        };
        // How far the line lies to the right of a heading, on a scale that changes sign on the line alone.
        let right_of = |along: i32| x * i64::from(sine(QUARTER - along)) - y * i64::from(sine(along));
        // COST: first among the 128 parts of a quarter, then by the rule of three between two of them: what that misses by is
        // less than a part, and put right by the line itself.
        let coarse = |part: usize| x * COARSE[128 - part] - y * COARSE[part];
        let (mut part, mut beyond) = (0, 128);
        while beyond - part > 1 {
            let middle = usize::midpoint(part, beyond);
            if coarse(middle) >= 0 {
                part = middle;
            } else {
                beyond = middle;
            }
        }
        let (before, after) = (coarse(part) >> 15, coarse(beyond) >> 15);
        let mut low = 128 * part as i32 + (128 * before / (before - after).max(1)) as i32;
        while low > 0 && right_of(low) < 0 {
            low -= 1;
        }
        while low < QUARTER - 1 && right_of(low + 1) >= 0 {
            low += 1;
        }
        let high = low + 1;
        let nearest = if right_of(high).abs() < right_of(low).abs() { high } else { low };
        Some(Heading((quarters * QUARTER + nearest) as u16))
    }
}

impl Direction {
    /// A quarter turn to the right of it.
    #[must_use]
    #[inline]
    pub const fn right(self) -> Direction {
        Direction { x: self.y, y: -self.x }
    }

    /// The other way.
    #[must_use]
    #[inline]
    pub const fn back(self) -> Direction {
        Direction { x: -self.x, y: -self.y }
    }

    /// How far an offset reaches along it, times its length.
    #[inline]
    pub(crate) const fn along(self, (x, y): (i64, i64)) -> i64 {
        self.x as i64 * x + self.y as i64 * y
    }

    /// The square of its length.
    #[inline]
    pub(crate) const fn length_squared(self) -> i64 {
        self.along((self.x as i64, self.y as i64))
    }

    /// The offset of this length along it, rounded to the nearest; halves are rounded away from nothing.
    #[inline]
    pub fn times(self, length: Length) -> (Length, Length) {
        (scaled(self.x, length), scaled(self.y, length))
    }
}

/// A part of a direction times a length.
const fn scaled(part: i32, length: Length) -> Length {
    let product = part as i64 * length as i64;
    let half = if product < 0 { -(1 << (UNIT_BITS - 1)) } else { 1 << (UNIT_BITS - 1) };
    ((product + half) / (1 << UNIT_BITS)) as Length
}

/// A point so far away from another.
#[must_use]
#[inline]
pub fn moved(point: Point, direction: Direction, length: Length) -> Point {
    let (x, y) = direction.times(length);
    Point::new(point.x + x, point.y + y)
}

/// The length of the arc that a point at this distance from the pivot describes, rounded to the nearest.
pub fn arc_length(radius: Length, turn: Turn) -> Length {
    // Two pi, times 2 to the 40th, over the 2 to the 16th parts of a turn.
    const TWO_PI: i128 = 6_908_435_304_715;
    let length = TWO_PI * radius as i128 * turn.0.unsigned_abs() as i128;
    ((length + (1 << 55)) >> 56) as Length
}

/// The sine of so many parts of a turn, from none to a quarter, times 32,768, rounded.
#[inline]
fn sine(along: i32) -> i32 {
    i32::from(SINES[along as usize])
}

/// All of them. COST: 32 kB, against four products for each heading that is asked for its direction, and millions are.
static SINES: [u16; QUARTER as usize + 1] = {
    let mut table = [0; QUARTER as usize + 1];
    let mut along = 0;
    while along <= QUARTER as usize {
        let (coarse, fine) = (along >> 7, along & 127);
        let sum = COARSE[coarse] * FINE[fine].1 + COARSE[128 - coarse] * FINE[fine].0;
        table[along] = ((sum + (1 << 44)) >> 45) as u16;
        along += 1;
    }
    table
};

/// Sines of the 128 parts of a quarter, times 2 to the 30th.
static COARSE: [i64; 129] = {
    let mut table = [0; 129];
    let mut place = 0;
    while place <= 128 {
        table[place] = series(place as i128 * 128).0;
        place += 1;
    }
    table
};

/// Sines and cosines of the 128 parts of one of those, times 2 to the 30th.
static FINE: [(i64, i64); 128] = {
    let mut table = [(0, 0); 128];
    let mut place = 0;
    while place < 128 {
        table[place] = series(place as i128);
        place += 1;
    }
    table
};

/// Sine and cosine of so many parts of a turn by their series, times 2 to the 30th, rounded.
const fn series(parts: i128) -> (i64, i64) {
    // Two pi, times 2 to the 60th, over the parts of a turn. Everything here is times 2 to the 60th.
    const TWO_PI: i128 = 7_244_019_458_077_122_842;
    let angle = (TWO_PI * parts) >> 16;
    let (mut sine, mut cosine, mut term, mut power) = (0, 0, 1 << 60, 0);
    while power < 24 {
        let signed = if power & 2 == 0 { term } else { -term };
        if power & 1 == 0 {
            cosine += signed;
        } else {
            sine += signed;
        }
        power += 1;
        term = ((term * angle) >> 60) / power;
    }
    (((sine + (1 << 29)) >> 30) as i64, ((cosine + (1 << 29)) >> 30) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_are_as_near_to_the_true_ones_as_whole_numbers_can_be() {
        let mut worst = 0.0_f64;
        for parts in 0..=u16::MAX {
            let (found, angle) = (Heading(parts).direction(), f64::from(parts) / 65_536.0 * std::f64::consts::TAU);
            let (x, y) = (f64::from(found.x) - angle.sin() * 32_768.0, f64::from(found.y) - angle.cos() * 32_768.0);
            worst = worst.max(x.abs()).max(y.abs());
        }
        assert!(worst < 0.5001, "{worst}");
    }

    #[test]
    fn every_heading_is_found_again() {
        for parts in (0..=u16::MAX).step_by(7) {
            let direction = Heading(parts).direction();
            let far = Point::new(direction.x * 1_000, direction.y * 1_000);
            assert_eq!(Heading::towards(Point::new(0, 0), far), Some(Heading(parts)));
        }
    }

    /// The heading between north and east by halving, one part at a time.
    fn by_halving(x: i64, y: i64) -> i32 {
        let right_of = |along: i32| x * i64::from(sine(QUARTER - along)) - y * i64::from(sine(along));
        let (mut low, mut high) = (0, QUARTER);
        while high - low > 1 {
            let middle = i32::midpoint(low, high);
            *if right_of(middle) >= 0 { &mut low } else { &mut high } = middle;
        }
        if right_of(high).abs() < right_of(low).abs() { high } else { low }
    }

    #[test]
    fn the_rule_of_three_finds_what_halving_finds() {
        let mut seed = 1_863_u64;
        for number in 0..200_000_u32 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let size = 1 << (1 + number % 31);
            let (x, y) = ((seed >> 33) % size, 1 + (seed >> 3) % size);
            let to = Point::new(x as i32, (y as i32).max(1));
            let found = Heading::towards(Point::new(0, 0), to).map(|heading| i32::from(heading.0));
            assert_eq!(found, Some(by_halving(to.x.into(), to.y.into())), "{to:?}");
        }
    }

    #[test]
    fn turns_are_counted_clockwise() {
        assert_eq!(Turn::degrees(45), Turn::EIGHTH);
        assert_eq!(Turn::hundredths(2_250), Turn(4_096));
        assert_eq!(Turn::degrees(-90), -Turn::QUARTER);
        assert_eq!(Heading::NORTH.turned(Turn::degrees(-90)), Heading::WEST);
        assert_eq!(Heading::WEST.turn_to(Heading::NORTH), Turn::QUARTER);
        assert_eq!(Heading::NORTH.turn_to(Heading::SOUTH), Turn::HALF);
        assert_eq!(arc_length(10_000, Turn::QUARTER), 15_708);
    }
}
