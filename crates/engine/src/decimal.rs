//! Exact decimals with three places: fire factors, stand values, inches.
//!
//! Charts print `0.5` and `0.25`, and rules add, halve and compare them. Binary fractions would make equal sums differ
//! from machine to machine, so a [`Decimal`] counts thousandths in an integer.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Neg, Sub};
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};

const PLACES: usize = 3;
const ONE: i32 = 1000;

/// An exact number with three decimal places. Arithmetic stops at the largest and smallest one instead of overflowing.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Decimal(i32);

impl Decimal {
    /// Nothing.
    pub const ZERO: Decimal = Decimal(0);

    /// A whole number.
    pub const fn from_int(whole: i32) -> Self {
        Decimal(whole.saturating_mul(ONE))
    }

    /// So many thousandths.
    pub const fn from_thousandths(thousandths: i32) -> Self {
        Decimal(thousandths)
    }

    /// How many thousandths it has.
    pub const fn thousandths(self) -> i32 {
        self.0
    }

    /// Whether it is nothing.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// How far from nothing it is.
    #[must_use]
    pub const fn magnitude(self) -> Self {
        Decimal(self.0.saturating_abs())
    }

    /// So many times this.
    #[must_use]
    pub const fn times(self, count: i32) -> Self {
        Decimal(self.0.saturating_mul(count))
    }

    /// One of so many equal parts. What is smaller than a thousandth is dropped, so that dividing again and again still
    /// compares rightly with every number of at most three places. No parts at all give the largest number there is.
    #[must_use]
    pub const fn divided_by(self, parts: u16) -> Self {
        match parts {
            0 => Decimal(i32::MAX),
            _ => Decimal(self.0.div_euclid(parts as i32)),
        }
    }

    /// Half of it, as [`Decimal::divided_by`] two.
    #[must_use]
    pub const fn halved(self) -> Self {
        self.divided_by(2)
    }

    /// This times a multiplier that a chart prints, rounded down to a thousandth as in [`Decimal::halved`].
    #[must_use]
    pub const fn scaled(self, by: Decimal) -> Self {
        let product = (self.0 as i64 * by.0 as i64).div_euclid(ONE as i64);
        if product > i32::MAX as i64 {
            Decimal(i32::MAX)
        } else if product < i32::MIN as i64 {
            Decimal(i32::MIN)
        } else {
            Decimal(product as i32)
        }
    }
}

impl Add for Decimal {
    type Output = Decimal;

    #[inline]
    fn add(self, other: Decimal) -> Decimal {
        Decimal(self.0.saturating_add(other.0))
    }
}

impl Sub for Decimal {
    type Output = Decimal;

    #[inline]
    fn sub(self, other: Decimal) -> Decimal {
        Decimal(self.0.saturating_sub(other.0))
    }
}

impl Neg for Decimal {
    type Output = Decimal;

    #[inline]
    fn neg(self) -> Decimal {
        Decimal(self.0.saturating_neg())
    }
}

impl Sum for Decimal {
    fn sum<I: Iterator<Item = Decimal>>(numbers: I) -> Decimal {
        numbers.fold(Decimal::ZERO, Add::add)
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = self.0.unsigned_abs();
        let (whole, part) = (size / ONE.unsigned_abs(), size % ONE.unsigned_abs());
        let mut text = whole.to_string();
        if part > 0 {
            text.push_str(format!(".{part:03}").trim_end_matches('0'));
        }
        f.pad_integral(self.0 >= 0, "", &text)
    }
}

impl fmt::Debug for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Why a text is no [`Decimal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecimalError {
    /// It is not written as a number.
    #[error("not a number")]
    NotANumber,
    /// It has more places than can be kept exactly.
    #[error("more than three decimal places")]
    TooManyPlaces,
    /// It is too large or too small.
    #[error("too large: numbers go up to 2147483.647")]
    TooLarge,
}

impl FromStr for Decimal {
    type Err = DecimalError;

    /// Reads `12`, `+1`, `-2`, `0.5`, exactly or not at all.
    fn from_str(text: &str) -> Result<Self, DecimalError> {
        let (sign, digits) = match text.as_bytes().first() {
            Some(b'-') => (-1, &text[1..]),
            Some(b'+') => (1, &text[1..]),
            _ => (1, text),
        };
        let (whole, part) = match digits.split_once('.') {
            Some((whole, part)) if !part.is_empty() => (whole, part),
            Some(_) => return Err(DecimalError::NotANumber),
            None => (digits, ""),
        };
        let all_digits = whole.bytes().chain(part.bytes()).all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !all_digits {
            return Err(DecimalError::NotANumber);
        }
        if part.len() > PLACES {
            return Err(DecimalError::TooManyPlaces);
        }
        let whole: i64 = whole.parse().map_err(|_| DecimalError::TooLarge)?;
        let part: i64 = format!("{part:0<PLACES$}").parse().map_err(|_| DecimalError::NotANumber)?;
        whole
            .checked_mul(i64::from(ONE))
            .and_then(|thousandths| thousandths.checked_add(part))
            .and_then(|size| i32::try_from(sign * size).ok())
            .map(Decimal)
            .ok_or(DecimalError::TooLarge)
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if !serializer.is_human_readable() {
            serializer.serialize_i32(self.0)
        } else if self.0 % ONE == 0 {
            serializer.serialize_i32(self.0 / ONE)
        } else {
            serializer.serialize_f64(f64::from(self.0) / f64::from(ONE))
        }
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(NumberVisitor)
        } else {
            i32::deserialize(deserializer).map(Decimal)
        }
    }
}

struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = Decimal;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number with at most three decimal places")
    }

    fn visit_i64<E: de::Error>(self, whole: i64) -> Result<Decimal, E> {
        whole
            .checked_mul(i64::from(ONE))
            .and_then(|thousandths| i32::try_from(thousandths).ok())
            .map(Decimal)
            .ok_or_else(|| E::custom(DecimalError::TooLarge))
    }

    fn visit_u64<E: de::Error>(self, whole: u64) -> Result<Decimal, E> {
        i64::try_from(whole).map_err(|_| E::custom(DecimalError::TooLarge)).and_then(|whole| self.visit_i64(whole))
    }

    fn visit_f64<E: de::Error>(self, number: f64) -> Result<Decimal, E> {
        if number.is_nan() {
            return Err(E::custom(DecimalError::NotANumber));
        }
        let thousandths = (number * f64::from(ONE)).round();
        if thousandths < f64::from(i32::MIN) || thousandths > f64::from(i32::MAX) {
            return Err(E::custom(DecimalError::TooLarge));
        }
        // A division is rounded to the nearest number there is, and so is the reading of a text: `0.3` is the same
        // either way, and a fourth place is not.
        if thousandths / f64::from(ONE) != number {
            return Err(E::custom(DecimalError::TooManyPlaces));
        }
        Ok(Decimal(thousandths as i32))
    }
}

impl JsonSchema for Decimal {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Decimal".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number" })
    }

    fn inline_schema() -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn reads_what_charts_print_and_shows_it_again() {
        for text in ["0", "12", "0.5", "-1.25", "0.125", "-0.5", "2147483.647", "-2147483.648"] {
            assert_eq!(decimal(text).to_string(), text);
        }
        assert_eq!(decimal("+1"), Decimal::from_int(1));
        assert_eq!(decimal("2.50"), Decimal::from_thousandths(2500));
        assert_eq!(format!("{:>6}|{:+}", decimal("0.5"), decimal("0.5")), "   0.5|+0.5");
    }

    #[test]
    fn reads_exactly_or_not_at_all() {
        for text in ["", "-", "+", ".5", "5.", "1/2", "1.2.3", "1e3", " 1", "1,5", "--1", "−1", "?"] {
            assert_eq!(text.parse::<Decimal>(), Err(DecimalError::NotANumber), "{text}");
        }
        assert_eq!("0.0625".parse::<Decimal>(), Err(DecimalError::TooManyPlaces));
        for text in ["2147483.648", "-2147483.649", "99999999999999999999"] {
            assert_eq!(text.parse::<Decimal>(), Err(DecimalError::TooLarge), "{text}");
        }
    }

    #[test]
    fn adds_and_multiplies_exactly_and_stops_at_the_ends() {
        let factors = [decimal("0.5"), decimal("0.25"), decimal("3")];
        assert_eq!(factors.into_iter().sum::<Decimal>(), decimal("3.75"));
        assert_eq!(decimal("0.25").times(6), decimal("1.5"));
        assert_eq!(decimal("1") - decimal("1.5"), -decimal("0.5"));
        assert!((decimal("0.5") - decimal("0.5")).is_zero());
        let most = Decimal::from_thousandths(i32::MAX);
        assert_eq!(most + most, most);
        assert_eq!(most.times(2), most);
        assert_eq!(most.scaled(decimal("2")), most);
        assert_eq!(Decimal::from_int(i32::MAX), most);
    }

    #[test]
    fn halving_rounds_down_and_never_lifts_a_sum_over_a_threshold() {
        assert_eq!(decimal("3").halved(), decimal("1.5"));
        assert_eq!(decimal("0.125").halved(), decimal("0.062"));
        assert_eq!(decimal("-0.125").halved(), decimal("-0.063"));
        assert_eq!(decimal("0.125").scaled(decimal("0.5")), decimal("0.125").halved());
        for thousandths in -4000..4000 {
            let halved = Decimal::from_thousandths(thousandths).halved();
            for whole in -2..2 {
                assert_eq!(halved >= Decimal::from_int(whole), thousandths >= whole * 2 * ONE);
            }
        }
    }

    #[test]
    fn json_has_plain_numbers_and_binary_has_thousandths() {
        let json = |text: &str| serde_json::from_str::<Decimal>(text);
        assert_eq!(serde_json::to_string(&[decimal("12"), decimal("0.3")]).unwrap(), "[12,0.3]");
        assert_eq!(json("0.3").unwrap(), decimal("0.3"));
        assert_eq!(json("3.0").unwrap(), decimal("3"));
        assert_eq!(json("-7").unwrap(), decimal("-7"));
        for wrong in ["0.0001", "2147484", "18446744073709551615", "1e300", "\"1\"", "null"] {
            assert!(json(wrong).is_err(), "{wrong}");
        }
        assert!(NumberVisitor.visit_f64::<de::value::Error>(f64::NAN).is_err());
        let bytes = postcard::to_allocvec(&decimal("-1.25")).unwrap();
        assert_eq!(bytes, postcard::to_allocvec(&-1250_i32).unwrap());
        assert_eq!(postcard::from_bytes::<Decimal>(&bytes).unwrap(), decimal("-1.25"));
    }

    #[test]
    fn every_decimal_survives_json() {
        for thousandths in (-100_000..100_000).step_by(7).chain([i32::MIN, i32::MAX]) {
            let number = Decimal::from_thousandths(thousandths);
            let text = serde_json::to_string(&number).unwrap();
            assert_eq!(serde_json::from_str::<Decimal>(&text).unwrap(), number);
            assert_eq!(number.to_string().parse(), Ok(number));
        }
    }

    #[test]
    fn its_schema_is_a_number() {
        assert_eq!(schemars::schema_for!(Decimal).get("type").unwrap(), "number");
    }
}
