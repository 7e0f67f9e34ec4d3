//! Where a hex lies: places, sides, corners and facings.
//!
//! The hexes stand on a side (flat at the top), so that a neighbour lies due north of each. Sides are counted clockwise
//! from it; corner `k` lies between side `k` and the next one. A map whose hexes stand on a corner is such a map turned by
//! thirty degrees: side 0 is then its north-east.

use std::cmp::Ordering;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The place of a hex: so many columns east, and so many hexes down the diagonal that runs north and south.
///
/// The two numbers are axial coordinates, in which a line of hexes is a line of numbers. What a map prints is a matter of
/// its [`Grid`](super::Grid).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Hex {
    /// Columns east.
    pub q: i16,
    /// Steps south.
    pub r: i16,
}

/// A side of a hex, or the neighbour across it: 0 is north, and so on clockwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "u8", into = "u8")]
pub struct Side(u8);

/// A corner of a hex: corner `k` lies between side `k` and the next one clockwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(try_from = "u8", into = "u8")]
pub struct Corner(u8);

/// What lies across each side.
const STEPS: [Hex; 6] = [Hex::at(0, -1), Hex::at(1, -1), Hex::at(1, 0), Hex::at(0, 1), Hex::at(-1, 1), Hex::at(-1, 0)];

/// How people write the sides.
const SIDE_NAMES: [&str; 6] = ["n", "ne", "se", "s", "sw", "nw"];

impl Hex {
    /// The hex at this place.
    #[inline]
    pub const fn at(q: i16, r: i16) -> Hex {
        Hex { q, r }
    }

    /// The hex across a side.
    #[inline]
    #[must_use]
    pub const fn neighbour(self, side: Side) -> Hex {
        let step = side.step();
        Hex { q: self.q + step.q, r: self.r + step.r }
    }

    /// The neighbours, clockwise from the north.
    #[inline]
    pub fn neighbours(self) -> impl Iterator<Item = Hex> {
        Side::ALL.into_iter().map(move |side| self.neighbour(side))
    }

    /// How many hexes another one is away.
    #[inline]
    pub fn distance(self, to: Hex) -> u16 {
        let (q, r) = self.offset_to(to);
        // COST: the largest of three differences that add up to nothing is half their sum, but a maximum is quicker.
        q.unsigned_abs().max(r.unsigned_abs()).max((q + r).unsigned_abs()) as u16
    }

    /// Every hex at this range or nearer, column by column.
    #[inline]
    pub fn within(self, range: u16) -> impl Iterator<Item = Hex> {
        let range = range as i16;
        (-range..=range).flat_map(move |q| {
            let (low, high) = ((-range).max(-range - q), range.min(range - q));
            (low..=high).map(move |r| Hex::at(self.q + q, self.r + r))
        })
    }

    /// Which side of this hex a straight line to the centre of another one leaves by, or which corner. Nothing for the
    /// hex itself.
    ///
    /// It is also where a line *from* the other one arrives: which hexside a shot comes through, and whether it comes
    /// through a corner, so that either of two hexsides may protect.
    #[inline]
    pub fn bearing(self, to: Hex) -> Option<Bearing> {
        let corner = self.corner_before(to)?;
        let (q, r) = self.offset_to(to);
        // So many steps across the left side of the corner and so many across its right lead there.
        let right = match corner.0 {
            0 | 3 => q.abs(),
            1 | 4 => (q + r).abs(),
            _ => r.abs(),
        };
        let left = i32::from(self.distance(to)) - right;
        let [first, second] = corner.sides();
        Some(match left.cmp(&right) {
            Ordering::Greater => Bearing::Side(first),
            Ordering::Equal => Bearing::Corner(corner),
            Ordering::Less => Bearing::Side(second),
        })
    }

    /// The corner between whose two sides another hex lies; straight across a side that is the corner clockwise of it. Nothing
    /// for the hex itself.
    ///
    /// COST: where a hex lies is asked for every shot that is thought of, and the signs of three numbers tell it.
    #[inline]
    pub fn corner_before(self, to: Hex) -> Option<Corner> {
        let (q, r) = self.offset_to(to);
        let sixth = SIXTHS[signs(q, r)];
        (sixth != NO_SIXTH).then_some(Corner(sixth))
    }

    #[inline]
    pub(crate) fn offset_to(self, to: Hex) -> (i32, i32) {
        (i32::from(to.q) - i32::from(self.q), i32::from(to.r) - i32::from(self.r))
    }
}

/// Ways in which the signs of an offset can be.
const SIGNS: usize = 27;
/// What lies in no sixth of the map around a hex.
const NO_SIXTH: u8 = 6;

/// The sixth of the map in which an offset lies, by its signs: between which side, this one among it, and the next.
const SIXTHS: [u8; SIGNS] = {
    let mut all = [NO_SIXTH; SIGNS];
    let mut sixth = 0;
    while sixth < 6 {
        let (left, right) = (STEPS[sixth], STEPS[(sixth + 1) % 6]);
        let (q, r) = (left.q as i32, left.r as i32);
        all[signs(q, r)] = sixth as u8;
        // All offsets between the two have the same signs.
        all[signs(q + right.q as i32, r + right.r as i32)] = sixth as u8;
        sixth += 1;
    }
    all
};

/// In which directions an offset goes, as one number: east or west, south or north, and along the third axis.
#[inline]
const fn signs(q: i32, r: i32) -> usize {
    ((q.signum() + 1) * 9 + (r.signum() + 1) * 3 + (q + r).signum() + 1) as usize
}

/// The scalar product of two offsets, in units in which neighbouring centres are the square root of two apart.
#[inline]
pub(crate) const fn projection((q, r): (i32, i32), (along_q, along_r): (i32, i32)) -> i32 {
    2 * q * along_q + 2 * r * along_r + q * along_r + r * along_q
}

/// Where a line from the centre of a hex leaves it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bearing {
    /// Through the inside of a side.
    Side(Side),
    /// Through a corner, and on along a hexside.
    Corner(Corner),
}

impl Side {
    /// All six, clockwise from the north.
    pub const ALL: [Side; 6] = [Side(0), Side(1), Side(2), Side(3), Side(4), Side(5)];

    /// The side so many sixths of a turn clockwise from north.
    #[inline]
    pub const fn new(sixths: u8) -> Side {
        Side(sixths % 6)
    }

    /// The side written so: `n`, `ne`, `se`, `s`, `sw`, `nw`.
    pub fn named(name: &str) -> Option<Side> {
        SIDE_NAMES.iter().position(|known| *known == name).map(|place| Side(place as u8))
    }

    /// How people write it.
    pub const fn name(self) -> &'static str {
        SIDE_NAMES[self.0 as usize]
    }

    /// Its number, clockwise from the north.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The same side seen from the other hex.
    #[inline]
    #[must_use]
    pub const fn opposite(self) -> Side {
        Side((self.0 + 3) % 6)
    }

    /// The side so many sixths of a turn further clockwise; fewer than nothing is the other way.
    #[must_use]
    pub const fn turned(self, sixths: i8) -> Side {
        Side((self.0 as i8 + sixths).rem_euclid(6) as u8)
    }

    #[inline]
    pub(crate) const fn step(self) -> Hex {
        STEPS[self.0 as usize]
    }
}

impl Corner {
    /// All six, clockwise; the first lies between north and north-east.
    pub const ALL: [Corner; 6] = [Corner(0), Corner(1), Corner(2), Corner(3), Corner(4), Corner(5)];

    /// The corner between this side and the next one clockwise.
    #[inline]
    pub const fn new(sixths: u8) -> Corner {
        Corner(sixths % 6)
    }

    /// Its number, clockwise.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The two sides that meet in it.
    #[inline]
    pub const fn sides(self) -> [Side; 2] {
        [Side(self.0), Side((self.0 + 1) % 6)]
    }

    /// The corner so many sixths of a turn further clockwise.
    #[must_use]
    pub const fn turned(self, sixths: i8) -> Corner {
        Corner((self.0 as i8 + sixths).rem_euclid(6) as u8)
    }
}

/// A number that no side and no corner has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoSuchSide(pub u8);

impl std::fmt::Display for NoSuchSide {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{} is no side and no corner of a hex: they are counted from 0 to 5", self.0)
    }
}

impl std::error::Error for NoSuchSide {}

macro_rules! counted_to_five {
    ($kind:ident) => {
        impl TryFrom<u8> for $kind {
            type Error = NoSuchSide;

            fn try_from(number: u8) -> Result<Self, NoSuchSide> {
                if number < 6 { Ok($kind(number)) } else { Err(NoSuchSide(number)) }
            }
        }

        impl From<$kind> for u8 {
            fn from(counted: $kind) -> u8 {
                counted.0
            }
        }
    };
}

counted_to_five!(Side);
counted_to_five!(Corner);
