//! Dice: what is thrown, and what of it matters.
//!
//! A rule asks for a [`Throw`]: so many dice of one kind, and how they are read (one value, a sum, a difference, a pair
//! whose doubles matter, a count of hits). People and the game's own dice produce the *faces*; exact odds need only the
//! distinct *readings* with their weights, which is why a sum is asked as a sum and a pool as a count.

use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// LIMIT: dice in one throw. Twenty-four d6 are the most whose readings can be counted in 64 bits.
pub const DICE_MAX: u8 = 24;

/// One kind of die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Die {
    /// Three faces, 1 to 3.
    D3,
    /// Six faces, 1 to 6.
    D6,
    /// Ten faces, 0 to 9: the 0 is zero.
    D10,
    /// The average die: six faces, 2 3 3 4 4 5.
    Average,
    /// One card of a deck that holds this many, numbered from 1 in the order the deck is listed.
    Card(u8),
}

const AVERAGE_FACES: [u8; 6] = [2, 3, 3, 4, 4, 5];

impl Die {
    /// How many equally likely faces it has.
    pub const fn sides(self) -> u8 {
        match self {
            Die::D3 => 3,
            Die::D6 | Die::Average => 6,
            Die::D10 => 10,
            Die::Card(cards) => cards,
        }
    }

    /// What is printed on its face number `index`, counted from zero.
    pub const fn face(self, index: u8) -> u8 {
        match self {
            Die::D10 => index,
            Die::Average => AVERAGE_FACES[(index % 6) as usize],
            Die::D3 | Die::D6 | Die::Card(_) => index + 1,
        }
    }

    /// Whether a face of this die can show `value`.
    pub const fn shows(self, value: u8) -> bool {
        match self {
            Die::D10 => value <= 9,
            Die::Average => value >= 2 && value <= 5,
            Die::D3 | Die::D6 | Die::Card(_) => value >= 1 && value <= self.sides(),
        }
    }

    /// The values a face can show, lowest and highest.
    pub const fn span(self) -> (u8, u8) {
        match self {
            Die::D10 => (0, 9),
            Die::Average => (2, 5),
            Die::D3 | Die::D6 | Die::Card(_) => (1, self.sides()),
        }
    }
}

impl fmt::Display for Die {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Die::D3 => f.write_str("d3"),
            Die::D6 => f.write_str("d6"),
            Die::D10 => f.write_str("d10"),
            Die::Average => f.write_str("AV"),
            Die::Card(cards) => write!(f, "card/{cards}"),
        }
    }
}

/// Two d6 whose faces matter beyond their sum, the lower first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Pair {
    /// The lower face.
    pub low: u8,
    /// The higher face.
    pub high: u8,
}

impl Pair {
    const RADIX: i16 = 8;

    /// Both faces added.
    pub const fn sum(self) -> i16 {
        self.low as i16 + self.high as i16
    }

    /// Whether both dice show the same.
    pub const fn doubles(self) -> bool {
        self.low == self.high
    }

    const fn code(self) -> i16 {
        self.low as i16 * Self::RADIX + self.high as i16
    }

    /// The pair that a throw of [`Throw::Pair`] read as `code`.
    pub const fn from_code(code: i16) -> Self {
        Pair { low: (code / Self::RADIX) as u8, high: (code % Self::RADIX) as u8 }
    }
}

/// Dice thrown together, and how they are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Throw {
    /// One die, read as it lies.
    One(Die),
    /// This many like dice, added.
    Sum(u8, Die),
    /// A white and a coloured d6, white minus coloured. Zero means doubles.
    Difference,
    /// Two d6 of which doubles or single faces matter, read as a [`Pair`].
    Pair,
    /// This many d6, counting those that show `low` to `high`.
    Pool {
        /// How many dice.
        dice: u8,
        /// The lowest face that counts.
        low: u8,
        /// The highest face that counts.
        high: u8,
    },
}

impl Throw {
    /// How many physical dice are thrown.
    pub const fn count(self) -> u8 {
        match self {
            Throw::One(_) => 1,
            Throw::Sum(dice, _) | Throw::Pool { dice, .. } => dice,
            Throw::Difference | Throw::Pair => 2,
        }
    }

    /// Which die they are.
    pub const fn die(self) -> Die {
        match self {
            Throw::One(die) | Throw::Sum(_, die) => die,
            Throw::Difference | Throw::Pair | Throw::Pool { .. } => Die::D6,
        }
    }

    /// Whether this throw can be made at all: a card needs a deck, there are at most [`DICE_MAX`] dice, and their
    /// combinations can be counted in 64 bits.
    pub const fn is_possible(self) -> bool {
        let sides = self.die().sides() as u64;
        self.count() <= DICE_MAX && sides > 0 && sides.checked_pow(self.count() as u32).is_some()
    }

    /// The reading of these faces.
    #[inline]
    pub fn read(self, faces: &[u8]) -> i16 {
        match self {
            Throw::One(_) => faces.first().copied().map_or(0, i16::from),
            Throw::Sum(..) => faces.iter().copied().map(i16::from).sum(),
            Throw::Difference => match faces {
                [white, coloured, ..] => i16::from(*white) - i16::from(*coloured),
                _ => 0,
            },
            Throw::Pair => match faces {
                [a, b, ..] => Pair { low: (*a).min(*b), high: (*a).max(*b) }.code(),
                _ => 0,
            },
            Throw::Pool { low, high, .. } => faces.iter().filter(|face| (low..=high).contains(*face)).count() as i16,
        }
    }

    /// Every distinct reading with the number of ways to get it, in ascending order of the reading. The weights add up to
    /// the second value; both are divided by what they have in common.
    pub fn readings(self) -> (Vec<(i16, u64)>, u64) {
        let die = self.die();
        let mut readings = match self {
            Throw::One(_) | Throw::Sum(..) => convolve(self.count(), &one_die(die, i16::from)),
            Throw::Pool { low, high, .. } => {
                convolve(self.count(), &one_die(die, |face| i16::from((low..=high).contains(&face))))
            }
            Throw::Difference | Throw::Pair => {
                let mut pairs = Vec::new();
                for white in 1..=6 {
                    for coloured in 1..=6 {
                        add_weight(&mut pairs, self.read(&[white, coloured]), 1);
                    }
                }
                pairs
            }
        };
        readings.sort_unstable_by_key(|(value, _)| *value);
        let common = readings.iter().fold(0, |divisor, (_, weight)| gcd(divisor, *weight)).max(1);
        for (_, weight) in &mut readings {
            *weight /= common;
        }
        let total = readings.iter().map(|(_, weight)| weight).sum();
        (readings, total)
    }
}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Throw::One(die) => write!(f, "{die}"),
            Throw::Sum(dice, die) => write!(f, "{dice}{die}"),
            Throw::Difference => f.write_str("white minus coloured d6"),
            Throw::Pair => f.write_str("2d6"),
            Throw::Pool { dice, low, high } if *high == 6 => write!(f, "{dice}d6>={low}"),
            Throw::Pool { dice, low, high } => write!(f, "{dice}d6={low}..{high}"),
        }
    }
}

fn one_die(die: Die, read: impl Fn(u8) -> i16) -> Vec<(i16, u64)> {
    let mut readings = Vec::new();
    for index in 0..die.sides() {
        add_weight(&mut readings, read(die.face(index)), 1);
    }
    readings
}

fn convolve(dice: u8, one: &[(i16, u64)]) -> Vec<(i16, u64)> {
    let mut sums = vec![(0, 1)];
    for _ in 0..dice {
        let mut next = Vec::with_capacity(sums.len() + one.len());
        for (sum, ways) in &sums {
            for (value, weight) in one {
                add_weight(&mut next, sum + value, ways * weight);
            }
        }
        sums = next;
    }
    sums
}

fn add_weight(readings: &mut Vec<(i16, u64)>, value: i16, weight: u64) {
    match readings.iter_mut().find(|(known, _)| *known == value) {
        Some((_, total)) => *total += weight,
        None => readings.push((value, weight)),
    }
}

pub(crate) const fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_sided_zero_is_zero() {
        assert_eq!(Die::D10.span(), (0, 9));
        assert_eq!(Throw::One(Die::D10).readings(), ((0..10).map(|face| (face, 1)).collect(), 10));
    }

    #[test]
    fn average_die_is_two_threes_threes_fours_fours_five() {
        assert_eq!(Throw::One(Die::Average).readings(), (vec![(2, 1), (3, 2), (4, 2), (5, 1)], 6));
    }

    #[test]
    fn two_dice_added_have_eleven_readings_in_thirty_six_ways() {
        let (readings, total) = Throw::Sum(2, Die::D6).readings();
        assert_eq!(total, 36);
        assert_eq!(readings[5], (7, 6));
        assert_eq!(readings.len(), 11);
    }

    #[test]
    fn white_minus_coloured_is_zero_exactly_on_doubles() {
        let (readings, total) = Throw::Difference.readings();
        assert_eq!((readings[0], readings[5], readings[10], total), ((-5, 1), (0, 6), (5, 1), 36));
    }

    #[test]
    fn a_pair_keeps_both_faces() {
        let (readings, total) = Throw::Pair.readings();
        assert_eq!((readings.len(), total), (21, 36));
        for (code, weight) in readings {
            let pair = Pair::from_code(code);
            assert_eq!(weight, if pair.doubles() { 1 } else { 2 });
            assert_eq!(Throw::Pair.read(&[pair.high, pair.low]), code);
        }
    }

    #[test]
    fn a_pool_counts_hits_and_reduces_its_weights() {
        // Two dice hitting on 5 or 6: (2/3)^2, 2*(1/3)(2/3), (1/3)^2.
        let pool = Throw::Pool { dice: 2, low: 5, high: 6 };
        assert_eq!(pool.readings(), (vec![(0, 4), (1, 4), (2, 1)], 9));
        assert_eq!(pool.read(&[4, 6]), 1);
    }

    #[test]
    fn the_largest_pool_still_counts_exactly() {
        let (readings, total) = Throw::Pool { dice: DICE_MAX, low: 6, high: 6 }.readings();
        assert_eq!(readings.len(), usize::from(DICE_MAX) + 1);
        assert_eq!(total, 6_u64.pow(u32::from(DICE_MAX)));
    }
}
