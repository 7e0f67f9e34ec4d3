//! Range bands: up to 100, up to 200, over 1800.

use super::Chart;
use crate::{Decimal, Fault};

/// Ascending limits, of which the first one that is not below a number counts.
#[derive(Clone, Debug)]
pub struct Bands {
    limits: Vec<Decimal>,
    /// Whether a last band takes everything past the limits.
    over: bool,
}

impl Bands {
    /// Bands up to each of these limits, ascending; past the last one there is nothing.
    pub fn from_numbers(limits: Vec<Decimal>) -> Result<Self, Fault> {
        if limits.is_empty() {
            return Err(Fault::of_file("range bands", "no limits"));
        }
        match limits.windows(2).find(|pair| pair[0] >= pair[1]) {
            Some(pair) => {
                Err(Fault::of_file("range bands", format!("{} is not above the {} before it", pair[1], pair[0])))
            }
            None => Ok(Bands { limits, over: false }),
        }
    }

    /// Reads the limits from the headings of the columns `first` to `last`, both included: `100`, `r100`. A last one
    /// that begins with `over` takes everything past the limits.
    pub fn from_headings(chart: &Chart, first: usize, last: usize) -> Result<Self, Fault> {
        let Some(headings) = chart.columns().get(first..=last).filter(|headings| !headings.is_empty()) else {
            let reason = format!("no columns number {first} to {last}: there are {}", chart.columns().len());
            return Err(Fault::at(chart.file(), 1, 0, reason));
        };
        let mut limits: Vec<Decimal> = Vec::with_capacity(headings.len());
        for (index, heading) in headings.iter().enumerate() {
            let fault = |reason: String| chart.heading_fault(first + index, reason);
            if heading.starts_with("over") && index + 1 == headings.len() {
                return Ok(Bands { limits, over: true });
            }
            let limit = heading
                .strip_prefix('r')
                .unwrap_or(heading)
                .parse()
                .map_err(|error| fault(format!("`{heading}` is not a range: {error}")))?;
            if let Some(before) = limits.last().filter(|before| **before >= limit) {
                return Err(fault(format!("{limit} is not above the {before} before it")));
            }
            limits.push(limit);
        }
        Ok(Bands { limits, over: false })
    }

    /// The band of a number, counted from zero; nothing past the last one.
    #[inline]
    pub fn band(&self, value: Decimal) -> Option<usize> {
        self.limits.iter().position(|limit| value <= *limit).or(self.over.then_some(self.limits.len()))
    }

    /// The limits, ascending.
    pub fn limits(&self) -> &[Decimal] {
        &self.limits
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{chart, fault_of};
    use super::*;

    const FACTORS: &str = "id\tweapon\t100\t200\t300\tover-300\n";
    const POINTS: &str = "id\tr3\tr6\tr9\tprinted\n";

    fn number(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn the_first_limit_not_below_the_range_counts() {
        let bands = Bands::from_headings(&chart(POINTS), 1, 3).unwrap();
        assert_eq!(bands.limits(), [number("3"), number("6"), number("9")]);
        for (range, band) in [("0", Some(0)), ("3", Some(0)), ("3.001", Some(1)), ("9", Some(2)), ("9.5", None)] {
            assert_eq!(bands.band(number(range)), band, "{range}");
        }
    }

    #[test]
    fn a_last_column_may_take_everything_over() {
        let bands = Bands::from_headings(&chart(FACTORS), 2, 5).unwrap();
        assert_eq!((bands.band(number("300")), bands.band(number("300.5"))), (Some(2), Some(3)));
        let bands = Bands::from_headings(&chart(FACTORS), 2, 4).unwrap();
        assert_eq!(bands.band(number("301")), None);
    }

    #[test]
    fn bad_headings_are_named() {
        let wrong = |text: &str, first, last| fault_of(Bands::from_headings(&chart(text), first, last));
        assert_eq!(wrong(POINTS, 1, 4), (1, 5, "`printed` is not a range: not a number".to_owned()));
        assert_eq!(wrong("id\tover\t3\n", 1, 2).1, 2);
        assert_eq!(wrong("id\t6\tr6\n", 1, 2), (1, 3, "6 is not above the 6 before it".to_owned()));
        for (first, last) in [(1, 5), (3, 2), (9, 9), (0, usize::MAX)] {
            assert!(wrong(POINTS, first, last).2.starts_with("no columns number"), "{first} to {last}");
        }
    }

    #[test]
    fn numbers_have_to_ascend() {
        let bands = Bands::from_numbers(vec![number("2"), number("4")]).unwrap();
        assert_eq!((bands.band(number("2.5")), bands.band(number("4.5"))), (Some(1), None));
        let fault = Bands::from_numbers(vec![number("4"), number("4")]).unwrap_err();
        assert_eq!(fault.to_string(), "range bands: 4 is not above the 4 before it");
        assert!(Bands::from_numbers(Vec::new()).is_err());
    }
}
