//! What a cell can hold.

use std::str::FromStr;

use crate::Decimal;

/// A cell that a chart can hold as a typed value. Rulebooks implement it for their own results (`P`, `K1/RT`).
pub trait CellValue: Copy + 'static {
    /// Reads the cell, or says what is wrong with it: lower case, no full stop.
    fn parse(text: &str) -> Result<Self, String>;
}

impl CellValue for i16 {
    fn parse(text: &str) -> Result<Self, String> {
        whole_number(text)
    }
}

impl CellValue for u16 {
    fn parse(text: &str) -> Result<Self, String> {
        whole_number(text)
    }
}

impl CellValue for u8 {
    fn parse(text: &str) -> Result<Self, String> {
        whole_number(text)
    }
}

impl CellValue for bool {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "yes" => Ok(true),
            "no" => Ok(false),
            _ => Err(format!("`{text}` is neither yes nor no")),
        }
    }
}

impl CellValue for Decimal {
    fn parse(text: &str) -> Result<Self, String> {
        text.parse().map_err(|error| format!("`{text}` does not do: {error}"))
    }
}

/// An empty cell or a dash is nothing.
impl<T: CellValue> CellValue for Option<T> {
    fn parse(text: &str) -> Result<Self, String> {
        if is_nothing(text) { Ok(None) } else { T::parse(text).map(Some) }
    }
}

/// How charts write that there is no such thing.
pub(super) fn is_nothing(text: &str) -> bool {
    matches!(text, "" | "-")
}

fn whole_number<T: FromStr>(text: &str) -> Result<T, String> {
    text.parse().map_err(|_: T::Err| format!("`{text}` is not a whole number that fits here"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_may_have_a_sign() {
        assert_eq!(i16::parse("+1"), Ok(1));
        assert_eq!(i16::parse("-2"), Ok(-2));
        assert_eq!(u16::parse("3"), Ok(3));
        assert_eq!(u8::parse("255"), Ok(255));
        assert_eq!(Decimal::parse("0.5"), Ok(Decimal::from_thousandths(500)));
        for wrong in ["", "-", "-X", "1.5", "40000", "P"] {
            assert!(i16::parse(wrong).unwrap_err().contains(&format!("`{wrong}`")));
        }
        assert!(u16::parse("-1").is_err());
        assert!(Decimal::parse("1/2").is_err());
    }

    #[test]
    fn yes_and_no_are_the_only_truths() {
        assert_eq!((bool::parse("yes"), bool::parse("no")), (Ok(true), Ok(false)));
        assert!(bool::parse("Yes").is_err());
    }

    #[test]
    fn a_dash_or_an_empty_cell_is_nothing() {
        assert_eq!(Option::<i16>::parse("-"), Ok(None));
        assert_eq!(Option::<i16>::parse(""), Ok(None));
        assert_eq!(Option::<i16>::parse("-1"), Ok(Some(-1)));
        assert!(Option::<i16>::parse("none").is_err());
    }
}
