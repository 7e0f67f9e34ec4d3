//! Ascending thresholds: `0+`, `3+`, `55+`.

use super::Chart;
use crate::{Decimal, Fault};

/// Ascending thresholds, of which the highest one that is not above a number counts.
#[derive(Clone, Debug)]
pub struct Ladder {
    file: Box<str>,
    thresholds: Vec<Decimal>,
}

impl Ladder {
    /// Reads the thresholds from the headings, from column `first` to the last one.
    pub fn from_headings(chart: &Chart, first: usize) -> Result<Self, Fault> {
        let headings = chart.columns().iter().enumerate().skip(first);
        Self::read(chart, headings.map(|(column, text)| (text.as_str(), 1, column)))
    }

    /// Reads the thresholds from a column; a step is then a row.
    pub fn from_column(chart: &Chart, column: &str) -> Result<Self, Fault> {
        let column = chart.column(column)?;
        Self::read(chart, (0..chart.rows()).map(|row| (chart.text(row, column), row + 2, column)))
    }

    fn read<'a>(chart: &Chart, cells: impl Iterator<Item = (&'a str, usize, usize)>) -> Result<Self, Fault> {
        let mut thresholds: Vec<Decimal> = Vec::new();
        for (text, line, column) in cells {
            let fault = |reason: String| Fault::at(chart.file(), line, column + 1, reason);
            let threshold = text
                .strip_suffix('+')
                .unwrap_or(text)
                .parse()
                .map_err(|error| fault(format!("`{text}` is not a threshold like 3+: {error}")))?;
            if let Some(before) = thresholds.last().filter(|before| **before >= threshold) {
                return Err(fault(format!("{threshold} is not above the {before} before it")));
            }
            thresholds.push(threshold);
        }
        if thresholds.is_empty() {
            return Err(Fault::of_file(chart.file(), "no thresholds"));
        }
        Ok(Ladder { file: chart.file().into(), thresholds })
    }

    /// The number of the highest threshold that is not above `value`.
    #[inline]
    pub fn step(&self, value: Decimal) -> Result<usize, Fault> {
        match self.thresholds.iter().rposition(|threshold| *threshold <= value) {
            Some(step) => Ok(step),
            None => Err(self.miss(value)),
        }
    }

    #[cold]
    fn miss(&self, value: Decimal) -> Fault {
        let reason = format!("no column or row for {value}: the lowest is {}", self.thresholds[0]);
        Fault::of_file(&*self.file, reason)
    }

    /// The step so many up or down, no farther than both ends.
    #[inline]
    pub fn shifted(&self, step: usize, by: i16) -> usize {
        shifted(self.thresholds.len(), step, by)
    }

    /// How many thresholds there are.
    pub fn len(&self) -> usize {
        self.thresholds.len()
    }

    /// Whether there are none; a ladder that was opened has some.
    pub fn is_empty(&self) -> bool {
        self.thresholds.is_empty()
    }
}

/// A step of a ladder of `length`, moved and kept on the ladder.
#[inline]
pub(super) fn shifted(length: usize, step: usize, by: i16) -> usize {
    step.saturating_add_signed(isize::from(by)).min(length - 1)
}
