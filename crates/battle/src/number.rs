//! Numbers as they are written, turned into lengths once and exactly.

use std::borrow::Cow;

use field::ground::{Length, YARD};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// LIMIT: digits of a number, and how far its point may be moved. What is longer is no length on a battlefield.
const DIGITS_MAX: usize = 18;
const EXPONENT_MAX: i32 = 18;

/// A decimal number: so many tenths, hundredths, … of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Decimal {
    digits: i64,
    /// How many of the digits stand behind the point.
    behind: u32,
}

impl Decimal {
    /// Reads digits with a point and an exponent, as JSON and TOML write them.
    pub(crate) fn read(text: &str) -> Option<Decimal> {
        let text = text.strip_prefix('+').unwrap_or(text);
        let (mantissa, exponent) = match text.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
            None => (text, 0),
        };
        let (whole, part) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let sign = whole.starts_with('-');
        let whole = whole.strip_prefix('-').unwrap_or(whole);
        let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !all_digits(whole) || !all_digits(part) || (mantissa.contains('.') && part.is_empty()) {
            return None;
        }
        if whole.len() + part.len() > DIGITS_MAX || exponent.abs() > EXPONENT_MAX {
            return None;
        }
        let digits: i64 = format!("{whole}{part}").parse().ok()?;
        let digits = if sign { -digits } else { digits };
        let behind = i32::try_from(part.len()).ok()? - exponent;
        match u32::try_from(behind) {
            Ok(behind) => Some(Decimal { digits, behind }),
            Err(_) => {
                let digits = digits.checked_mul(10_i64.checked_pow(behind.unsigned_abs())?)?;
                Some(Decimal { digits, behind: 0 })
            }
        }
    }

    /// So many of a unit, rounded to the nearest, halves upwards; nothing if that is too long for a length.
    fn times(self, unit: Length) -> Option<Length> {
        let under = 10_i128.checked_pow(self.behind)?;
        let rounded = (2 * i128::from(self.digits) * i128::from(unit) + under).div_euclid(2 * under);
        Length::try_from(rounded).ok()
    }
}

/// A length that is written in yards. Fractions of a yard are allowed, and rounded to a tenth of a millimetre.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Yards(pub Length);

impl Serialize for Yards {
    /// Written as the length itself, in tenths of a millimetre.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Yards {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Yards, D::Error> {
        let digits = match serde_json::Value::deserialize(deserializer)? {
            serde_json::Value::Number(number) => number.to_string(),
            serde_json::Value::String(digits) => digits,
            _ => return Err(de::Error::custom("a number of yards is expected")),
        };
        let length = Decimal::read(&digits).and_then(|decimal| decimal.times(YARD));
        length.map(Yards).ok_or_else(|| de::Error::custom("no such length"))
    }
}

impl JsonSchema for Yards {
    fn schema_name() -> Cow<'static, str> {
        "Yards".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "number", "format": "yards" })
    }
}

/// Whether the digits are a length that a map can hold.
pub(crate) fn is_length(digits: &str) -> bool {
    let length = Decimal::read(digits).and_then(|decimal| decimal.times(YARD));
    length.is_some_and(|length| length.abs() <= field::ground::FARTHEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals_become_lengths_without_a_rounded_step() {
        let yards = |text: &str| Decimal::read(text).and_then(|decimal| decimal.times(YARD));
        assert_eq!(yards("1"), Some(9_144));
        assert_eq!(yards("-0.5"), Some(-4_572));
        assert_eq!(yards("0.0001"), Some(1));
        assert_eq!(yards("12.5e1"), Some(125 * 9_144));
        assert_eq!(yards("1e-3"), Some(9));
        for wrong in ["", "-", ".", "1.", ".5", "1e99", "nan", "1e", "999999999999999999999", "1e18"] {
            assert_eq!(yards(wrong), None, "{wrong}");
        }
    }
}
