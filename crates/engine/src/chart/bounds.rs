//! What house rules may put into a cell, before the rulebook reads it.
//!
//! A number has three fences. Where a printed column holds nothing but numbers, so does the house's. A number keeps the
//! sense of its column: none below zero where none is printed with a sign, and none beyond [`STRETCH`] times the largest
//! that is printed. And where a rulebook knows better (no stand falls to zero hits, no die shows a seven) its
//! `bounds.tsv` says so, in words that the refusal repeats.

use super::Chart;
use super::cell::is_nothing;
use crate::Decimal;

/// LIMIT: how many times the largest printed number of its column a house may print. Enough for any table's taste; a digit
/// typed twice is caught, and so is a pool of sixty thousand dice.
const STRETCH: i32 = 10;

/// LIMIT: where a column prints only small numbers, a house may still go as far as this.
const AT_LEAST_TO: Decimal = Decimal::from_int(20);

/// A bound that a rulebook declares for the numbers of a column or of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bound {
    /// The row by its first column; [`Bound::EVERY`] for all of them.
    pub row: &'static str,
    /// The column by its heading; [`Bound::EVERY`] for all of them.
    pub column: &'static str,
    /// The least number that makes sense.
    pub least: i32,
    /// The greatest.
    pub most: i32,
    /// Why: lower case, no full stop.
    pub why: &'static str,
}

impl Bound {
    /// Every row, or every column.
    pub const EVERY: &'static str = "*";

    fn covers(&self, row: &str, column: &str) -> bool {
        let is = |wanted: &str, found: &str| wanted == Bound::EVERY || wanted == found;
        is(self.row, row) && is(self.column, column)
    }

    fn holds(&self, number: Decimal) -> bool {
        number >= Decimal::from_int(self.least) && number <= Decimal::from_int(self.most)
    }
}

/// A printed column as house rules must respect it.
pub(super) struct Printed<'a> {
    heading: &'a str,
    kind: Kind,
    /// The least and the greatest number that the general rule allows.
    span: Option<(Decimal, Decimal)>,
    bounds: &'static [Bound],
}

impl<'a> Printed<'a> {
    pub(super) fn of(chart: &'a Chart, column: usize) -> Self {
        let texts = (0..chart.rows()).map(|row| chart.text(row, column));
        let numbers: Vec<&str> = texts.filter(|text| text.parse::<Decimal>().is_ok()).collect();
        let signed = numbers.iter().any(|text| text.starts_with(['+', '-']));
        let largest = numbers.iter().filter_map(|text| text.parse().ok()).map(Decimal::magnitude).max();
        let span = largest.map(|largest| {
            let most = largest.times(STRETCH).max(AT_LEAST_TO);
            (if signed { -most } else { Decimal::ZERO }, most)
        });
        let heading = chart.columns().get(column).map_or("", String::as_str);
        Printed { heading, kind: Kind::of(chart, column), span, bounds: chart.source.bounds }
    }

    /// Whether a cell of this column may hold `now`; else why not, and what may stand there.
    pub(super) fn check(&self, row: &str, now: &str) -> Result<(), (String, String)> {
        let Ok(number) = now.parse::<Decimal>() else {
            return self.kind.check(now).map_err(|reason| (reason, self.kind.hint().to_owned()));
        };
        if let Some(bound) = self.bounds.iter().find(|bound| bound.covers(row, self.heading)) {
            let range = || format!("a number from {} to {} belongs here", bound.least, bound.most);
            return if bound.holds(number) {
                Ok(())
            } else {
                Err((format!("`{now}` cannot be: {}", bound.why), range()))
            };
        }
        let Some((least, most)) = self.span.filter(|(least, most)| number < *least || number > *most) else {
            return Ok(());
        };
        let range = format!("a number from {least} to {most} belongs here");
        let reason = if number < least && least.is_zero() {
            format!("`{now}` is less than nothing, and this column has no signs")
        } else {
            format!("`{now}` is more than {STRETCH} times anything that is printed in this column")
        };
        Err((reason, range))
    }
}

/// What a printed column holds, as far as one can see without knowing the rulebook.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// A number in every cell.
    Numbers,
    /// Numbers, and cells with nothing in them.
    NumbersOrNothing,
    /// Anything.
    Text,
}

impl Kind {
    fn of(chart: &Chart, column: usize) -> Kind {
        let (mut numbers, mut nothings) = (false, false);
        for row in 0..chart.rows() {
            match chart.text(row, column) {
                text if is_nothing(text) => nothings = true,
                text if text.parse::<Decimal>().is_ok() => numbers = true,
                _ => return Kind::Text,
            }
        }
        match (numbers, nothings) {
            (true, false) => Kind::Numbers,
            (true, true) => Kind::NumbersOrNothing,
            (false, _) => Kind::Text,
        }
    }

    fn check(self, text: &str) -> Result<(), String> {
        if self == Kind::Text || (self == Kind::NumbersOrNothing && is_nothing(text)) {
            return Ok(());
        }
        text.parse::<Decimal>().map(drop).map_err(|error| format!("`{text}` does not do: {error}"))
    }

    fn hint(self) -> &'static str {
        match self {
            Kind::Numbers => "this column holds numbers like 2, -1 or 0.5",
            Kind::NumbersOrNothing => "this column holds numbers like 2, -1 or 0.5, or - for none",
            Kind::Text => "",
        }
    }
}
