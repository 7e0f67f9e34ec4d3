//! Exact fractions of metres: terrain divides, and nothing is rounded (section 1).

use std::cmp::Ordering;

use engine::Decimal;

/// A fraction in lowest terms, its denominator above nought.
///
/// LIMIT: 128 bits hold the sum of as many legs as a move may have, whatever per cents a house rule prints.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fraction {
    over: i128,
    under: i128,
}

impl Fraction {
    pub const ZERO: Fraction = Fraction { over: 0, under: 1 };

    /// `over / under`; nothing is divided by nought.
    pub fn new(over: i128, under: i128) -> Self {
        let under = if under == 0 { 1 } else { under };
        let common = gcd(over.unsigned_abs(), under.unsigned_abs()).max(1) as i128 * under.signum();
        Fraction { over: over / common, under: under / common }
    }

    pub fn whole(number: impl Into<i128>) -> Self {
        Fraction::new(number.into(), 1)
    }

    pub fn of(number: Decimal) -> Self {
        Fraction::new(number.thousandths().into(), 1_000)
    }

    pub fn plus(self, other: Fraction) -> Self {
        Fraction::new(self.over * other.under + other.over * self.under, self.under * other.under)
    }

    pub fn minus(self, other: Fraction) -> Self {
        self.plus(Fraction { over: -other.over, under: other.under })
    }

    pub fn times(self, other: Fraction) -> Self {
        Fraction::new(self.over * other.over, self.under * other.under)
    }

    pub fn divided(self, other: Fraction) -> Self {
        Fraction::new(self.over * other.under, self.under * other.over)
    }

    /// So many per cent of it.
    pub fn percent(self, percent: u16) -> Self {
        self.times(Fraction::new(percent.into(), 100))
    }

    /// It, or nought if it is below.
    pub fn at_least_zero(self) -> Self {
        if self.over < 0 { Fraction::ZERO } else { self }
    }

    /// Rounded down to a thousandth, for display.
    pub fn shown(self) -> Decimal {
        let thousandths = (self.over * 1_000).div_euclid(self.under);
        Decimal::from_thousandths(thousandths.clamp(i32::MIN.into(), i32::MAX.into()) as i32)
    }
}

impl PartialOrd for Fraction {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Fraction {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.over * other.under).cmp(&(other.over * self.under))
    }
}

fn gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thirds_add_up_to_a_whole() {
        let third = Fraction::new(-1, -3);
        assert_eq!(third.plus(third).plus(third), Fraction::whole(1));
        assert_eq!(third.shown(), Decimal::from_thousandths(333));
        assert!(third < Fraction::new(334, 1_000));
        assert_eq!(Fraction::whole(75).percent(50), Fraction::of(Decimal::from_thousandths(37_500)));
        assert_eq!(Fraction::whole(1).minus(Fraction::whole(2)).at_least_zero(), Fraction::ZERO);
        assert_eq!(Fraction::whole(20).divided(Fraction::new(1, 2)), Fraction::whole(40));
    }
}
