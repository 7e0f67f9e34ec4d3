//! Parts of a move, exactly: sixteenths, twentieths and thirds mix in one move.

use engine::Decimal;

/// A fraction, never negative, in its lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Part {
    above: i128,
    below: i128,
}

impl Part {
    pub const ZERO: Part = Part { above: 0, below: 1 };

    /// `inches` of a move of `whole` inches.
    pub fn of(inches: Decimal, whole: Decimal) -> Self {
        Part::new(inches.thousandths().into(), whole.thousandths().into())
    }

    /// A part that a chart prints as a decimal.
    pub fn decimal(part: Decimal) -> Self {
        Part::of(part, Decimal::from_int(1))
    }

    fn new(above: i128, below: i128) -> Self {
        let (above, below) = (above.max(0), below.max(1));
        let (mut a, mut b) = (above, below);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let common = a.max(1);
        Part { above: above / common, below: below / common }
    }

    /// Whether this is at least `other`.
    pub fn covers(self, other: Part) -> bool {
        self.above.saturating_mul(other.below) >= other.above.saturating_mul(self.below)
    }

    /// What is left without `other`; nothing if that is more.
    pub fn without(self, other: Part) -> Self {
        let above = self.above.saturating_mul(other.below).saturating_sub(other.above.saturating_mul(self.below));
        Part::new(above, self.below.saturating_mul(other.below))
    }

    /// Inches that this part of `whole` inches is, rounded down to a thousandth.
    pub fn inches(self, whole: Decimal) -> Decimal {
        let thousandths = i128::from(whole.thousandths().max(0)).saturating_mul(self.above) / self.below;
        Decimal::from_thousandths(i32::try_from(thousandths).unwrap_or(i32::MAX))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inches(whole: i32) -> Decimal {
        Decimal::from_int(whole)
    }

    #[test]
    fn parts_are_exact() {
        let left =
            Part::decimal(inches(1)).without(Part::of(inches(4), inches(20))).without(Part::of(inches(10), inches(20)));
        assert_eq!(left.inches(inches(20)), inches(6));
        assert!(!left.covers(Part::of(inches(1), inches(2))));
        let third = Part::of(inches(16), inches(48));
        assert_eq!(Part::decimal(inches(1)).without(third).without(third).without(third), Part::ZERO);
    }
}
