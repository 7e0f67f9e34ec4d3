//! What a cell can hold.

use std::fmt::Display;
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

fn whole_number<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    text.parse().map_err(|error| format!("`{text}` is not a whole number that fits here: {error}"))
}
