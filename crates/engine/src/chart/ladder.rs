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

#[cfg(test)]
mod tests {
    use super::super::testing::{chart, fault_of};
    use super::*;

    const RESULTS: &str = "die\t0+\t3+\t6+\t10+\t15+\n0\t0\t0\t0\t0\tP\n";
    const BRACKETS: &str = "id\tmin_points\tmodifier\nLT1\t0\t-5\nONE\t1\t-4\nHALF\t1.5\t-3\n";

    fn number(text: &str) -> Decimal {
        text.parse().unwrap()
    }

    #[test]
    fn the_highest_threshold_not_above_the_number_counts() {
        let ladder = Ladder::from_headings(&chart(RESULTS), 1).unwrap();
        assert_eq!((ladder.len(), ladder.is_empty()), (5, false));
        for (value, step) in [("0", 0), ("2.999", 0), ("3", 1), ("9.5", 2), ("10", 3), ("15", 4), ("400", 4)] {
            assert_eq!(ladder.step(number(value)), Ok(step), "{value}");
        }
        let ladder = Ladder::from_column(&chart(BRACKETS), "min_points").unwrap();
        assert_eq!((ladder.step(number("1.25")), ladder.step(number("1.5"))), (Ok(1), Ok(2)));
    }

    #[test]
    fn below_the_lowest_is_a_fault() {
        let ladder = Ladder::from_headings(&chart(RESULTS), 1).unwrap();
        let fault = fault_of(ladder.step(number("-0.5")));
        assert_eq!(fault, (0, 0, "no column or row for -0.5: the lowest is 0".to_owned()));
    }

    #[test]
    fn shifts_stop_at_both_ends() {
        let ladder = Ladder::from_headings(&chart(RESULTS), 1).unwrap();
        assert_eq!(ladder.shifted(2, 1), 3);
        assert_eq!(ladder.shifted(2, -1), 1);
        assert_eq!(ladder.shifted(2, i16::MAX), 4);
        assert_eq!(ladder.shifted(2, i16::MIN), 0);
        assert_eq!(ladder.shifted(usize::MAX, 1), 4);
    }

    #[test]
    fn bad_thresholds_are_named() {
        let headings = |text: &str, first| fault_of(Ladder::from_headings(&chart(text), first));
        assert_eq!(headings(RESULTS, 0), (1, 1, "`die` is not a threshold like 3+: not a number".to_owned()));
        assert_eq!(headings("die\t3+\t03+\n", 1), (1, 3, "3 is not above the 3 before it".to_owned()));
        assert_eq!(headings(RESULTS, 6).2, "no thresholds");
        let column = |text: &str| fault_of(Ladder::from_column(&chart(text), "min_points"));
        let text = BRACKETS.replace("1.5", "0.5");
        assert_eq!(column(&text), (4, 2, "0.5 is not above the 1 before it".to_owned()));
        assert_eq!(column("id\tmin\n").0, 1);
    }
}
