//! Exact fractions: of a move, of metres, of figures. Terrain divides by thirds and sixteenths, and nothing is rounded before
//! the end.

use std::cmp::Ordering;

use crate::Decimal;

/// A fraction in lowest terms, its denominator above nought.
///
/// LIMIT: 128 bits hold the sum of as many legs as a move may have, whatever a house rule prints; beyond them it stops at the
/// largest instead of overflowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Fraction {
    over: i128,
    under: i128,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Fraction = Fraction { over: 0, under: 1 };

    /// `over / under`; nothing is divided by nought.
    pub fn new(over: i128, under: i128) -> Self {
        let under = if under == 0 { 1 } else { under };
        let common = gcd(over.unsigned_abs(), under.unsigned_abs()).max(1) as i128 * under.signum();
        Fraction { over: over / common, under: under / common }
    }

    /// A whole number.
    pub fn whole(number: impl Into<i128>) -> Self {
        Fraction::new(number.into(), 1)
    }

    /// A number that a chart prints.
    pub fn of(number: Decimal) -> Self {
        Fraction::new(number.thousandths().into(), 1_000)
    }

    /// The sum.
    #[must_use]
    pub fn plus(self, other: Fraction) -> Self {
        Fraction::new(
            self.over.saturating_mul(other.under).saturating_add(other.over.saturating_mul(self.under)),
            self.under.saturating_mul(other.under),
        )
    }

    /// The difference.
    #[must_use]
    pub fn minus(self, other: Fraction) -> Self {
        self.plus(Fraction { over: other.over.saturating_neg(), under: other.under })
    }

    /// The product.
    #[must_use]
    pub fn times(self, other: Fraction) -> Self {
        Fraction::new(self.over.saturating_mul(other.over), self.under.saturating_mul(other.under))
    }

    /// The quotient; nothing is divided by nought.
    #[must_use]
    pub fn divided(self, other: Fraction) -> Self {
        Fraction::new(self.over.saturating_mul(other.under), self.under.saturating_mul(other.over))
    }

    /// So many per cent of it.
    #[must_use]
    pub fn percent(self, percent: u16) -> Self {
        self.times(Fraction::new(percent.into(), 100))
    }

    /// It, or nought if it is below.
    #[must_use]
    pub fn at_least_zero(self) -> Self {
        if self.over < 0 { Fraction::ZERO } else { self }
    }

    /// Rounded down to a thousandth, for display.
    pub fn shown(self) -> Decimal {
        let thousandths = self.over.saturating_mul(1_000).div_euclid(self.under);
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
        self.over.saturating_mul(other.under).cmp(&other.over.saturating_mul(self.under))
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

    #[test]
    fn the_parts_of_a_move_are_exact() {
        let part = |inches: i64, of: i64| Fraction::whole(inches).divided(Fraction::whole(of));
        let left = Fraction::whole(1).minus(part(4, 20)).minus(part(10, 20));
        assert_eq!(left.times(Fraction::whole(20)), Fraction::whole(6));
        assert!(left < part(1, 2));
        let third = part(16, 48);
        assert_eq!(Fraction::whole(1).minus(third).minus(third).minus(third), Fraction::ZERO);
    }

    #[test]
    fn what_is_too_large_stops_at_the_largest() {
        let huge = Fraction::new(i128::MAX, 3);
        assert!(huge.times(huge) >= huge.plus(huge).min(huge));
        assert_eq!(huge.divided(Fraction::ZERO), Fraction::whole(0).plus(huge.divided(Fraction::ZERO)));
    }
}
