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
        let Some(headings) = chart.columns().get(first..=last) else {
            return Err(Fault::at(chart.file(), 1, 0, format!("no columns {} to {}", first + 1, last + 1)));
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
