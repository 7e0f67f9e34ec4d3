//! Integers that weigh outcomes: 128 bits first, any width after that.

use num_bigint::BigUint;

use super::Count;

/// A 128-bit weight overflowed: do it again with wider ones.
#[derive(Debug)]
pub(super) struct TooNarrow;

pub(super) trait Weight: Clone + Eq + Ord {
    fn one() -> Self;
    fn times(&self, other: &Self) -> Result<Self, TooNarrow>;
    fn times_u64(&self, other: u64) -> Result<Self, TooNarrow>;
    fn times_u128(&self, other: u128) -> Result<Self, TooNarrow>;
    fn add(&mut self, other: &Self) -> Result<(), TooNarrow>;
    /// What is left of `self` after `other` is taken away; `other` is never larger.
    fn minus(&self, other: &Self) -> Self;
    /// `self / other` if that is a whole number.
    fn divided(&self, other: &Self) -> Option<Self>;
    fn common_divisor(&self, other: &Self) -> Self;
    fn into_count(self) -> Count;
}

impl Weight for u128 {
    fn one() -> Self {
        1
    }

    #[inline]
    fn times(&self, other: &Self) -> Result<Self, TooNarrow> {
        // COST: most products fit 64 bits, where one instruction does.
        match (u64::try_from(*self), u64::try_from(*other)) {
            (Ok(a), Ok(b)) => Ok(u128::from(a) * u128::from(b)),
            _ => self.checked_mul(*other).ok_or(TooNarrow),
        }
    }

    #[inline]
    fn times_u64(&self, other: u64) -> Result<Self, TooNarrow> {
        match u64::try_from(*self) {
            Ok(narrow) => Ok(u128::from(narrow) * u128::from(other)),
            Err(_) => self.checked_mul(other.into()).ok_or(TooNarrow),
        }
    }

    #[inline]
    fn times_u128(&self, other: u128) -> Result<Self, TooNarrow> {
        self.times(&other)
    }

    #[inline]
    fn add(&mut self, other: &Self) -> Result<(), TooNarrow> {
        *self = self.checked_add(*other).ok_or(TooNarrow)?;
        Ok(())
    }

    fn minus(&self, other: &Self) -> Self {
        self - other
    }

    fn divided(&self, other: &Self) -> Option<Self> {
        match (u64::try_from(*self), u64::try_from(*other)) {
            (Ok(a), Ok(b)) => a.is_multiple_of(b).then(|| (a / b).into()),
            _ => self.is_multiple_of(*other).then(|| self / other),
        }
    }

    fn common_divisor(&self, other: &Self) -> Self {
        let (mut a, mut b) = (*self, *other);
        while b != 0 {
            (a, b) = match (u64::try_from(a), u64::try_from(b)) {
                (Ok(a), Ok(b)) => (b.into(), (a % b).into()),
                _ => (b, a % b),
            };
        }
        a
    }

    fn into_count(self) -> Count {
        Count::Narrow(self)
    }
}

impl Weight for BigUint {
    fn one() -> Self {
        BigUint::from(1_u8)
    }

    fn times(&self, other: &Self) -> Result<Self, TooNarrow> {
        Ok(self * other)
    }

    fn times_u64(&self, other: u64) -> Result<Self, TooNarrow> {
        Ok(self * other)
    }

    fn times_u128(&self, other: u128) -> Result<Self, TooNarrow> {
        Ok(if other == 1 { self.clone() } else { self * BigUint::from(other) })
    }

    fn add(&mut self, other: &Self) -> Result<(), TooNarrow> {
        *self += other;
        Ok(())
    }

    fn minus(&self, other: &Self) -> Self {
        self - other
    }

    fn divided(&self, other: &Self) -> Option<Self> {
        (self % other == BigUint::ZERO).then(|| self / other)
    }

    fn common_divisor(&self, other: &Self) -> Self {
        let (mut a, mut b) = (self.clone(), other.clone());
        while b != BigUint::ZERO {
            (a, b) = (b.clone(), a % b);
        }
        a
    }

    fn into_count(self) -> Count {
        Count::Wide(self)
    }
}

/// A running common denominator for weights that arrive over different ones.
#[derive(Clone, Debug)]
pub(super) struct Ledgered<W> {
    pub denominator: W,
    /// The last denominator met and what a weight over it must be multiplied by: leaves come in runs of equal depth.
    last: (W, W),
}

impl<W: Weight> Ledgered<W> {
    pub(super) fn new() -> Self {
        Ledgered { denominator: W::one(), last: (W::one(), W::one()) }
    }

    /// `ways / of` over the common denominator; where that has to grow, `known` weights grow with it.
    #[inline]
    pub(super) fn share<'a>(&mut self, ways: &W, of: &W, known: impl Iterator<Item = &'a mut W>) -> Result<W, TooNarrow>
    where
        W: 'a,
    {
        if self.last.0 != *of {
            let factor = match self.denominator.divided(of) {
                Some(factor) => factor,
                None => {
                    let common = self.denominator.common_divisor(of);
                    let growth = of.divided(&common).ok_or(TooNarrow)?;
                    for weight in known {
                        *weight = weight.times(&growth)?;
                    }
                    self.denominator = self.denominator.times(&growth)?;
                    self.denominator.divided(of).ok_or(TooNarrow)?
                }
            };
            self.last = (of.clone(), factor);
        }
        ways.times(&self.last.1)
    }
}
