//! Odds columns: `1:3+`, `1:1+`, `3:2+`.

use super::Chart;
use super::ladder::shifted;
use crate::{Decimal, Fault};

/// Ascending odds of attacker to defender, compared by multiplying crosswise: a division would round.
#[derive(Clone, Debug)]
pub struct OddsLadder {
    headings: Vec<String>,
    ratios: Vec<(Decimal, Decimal)>,
}

impl OddsLadder {
    /// Reads the odds from the headings, from column `first` to the last one.
    pub fn from_headings(chart: &Chart, first: usize) -> Result<Self, Fault> {
        let headings: Vec<String> = chart.columns().iter().skip(first).cloned().collect();
        let mut ratios: Vec<(Decimal, Decimal)> = Vec::with_capacity(headings.len());
        for (index, heading) in headings.iter().enumerate() {
            let fault = |reason: String| chart.heading_fault(first + index, reason);
            let ratio = ratio(heading).ok_or_else(|| fault(format!("`{heading}` is not odds like 3:2+")))?;
            if let Some(before) = ratios.last().filter(|before| reaches(**before, ratio)) {
                return Err(fault(format!("{heading} is not above the {}:{} before it", before.0, before.1)));
            }
            ratios.push(ratio);
        }
        if ratios.is_empty() {
            return Err(Fault::of_file(chart.file(), "no odds columns"));
        }
        Ok(OddsLadder { headings, ratios })
    }

    /// The number of the highest odds that these strengths reach; the first column where they reach none, the last one
    /// where there is no defender.
    #[inline]
    pub fn step(&self, attacker: Decimal, defender: Decimal) -> usize {
        if defender <= Decimal::ZERO {
            return self.ratios.len() - 1;
        }
        self.ratios.iter().rposition(|ratio| reaches((attacker, defender), *ratio)).unwrap_or(0)
    }

    /// The step so many up or down, no farther than both ends.
    #[inline]
    pub fn shifted(&self, step: usize, by: i16) -> usize {
        shifted(self.ratios.len(), step, by)
    }

    /// The step with this heading.
    pub fn find(&self, heading: &str) -> Option<usize> {
        self.headings.iter().position(|known| known == heading)
    }

    /// How many odds columns there are.
    pub fn len(&self) -> usize {
        self.ratios.len()
    }

    /// Whether there are none; a ladder that was opened has some.
    pub fn is_empty(&self) -> bool {
        self.ratios.is_empty()
    }
}

/// Whether the strengths are at least in this ratio.
#[inline]
fn reaches(strengths: (Decimal, Decimal), ratio: (Decimal, Decimal)) -> bool {
    let product = |a: Decimal, b: Decimal| i64::from(a.thousandths()) * i64::from(b.thousandths());
    product(strengths.0, ratio.1) >= product(ratio.0, strengths.1)
}

fn ratio(heading: &str) -> Option<(Decimal, Decimal)> {
    let (attacker, defender) = heading.strip_suffix('+').unwrap_or(heading).split_once(':')?;
    let (attacker, defender): (Decimal, Decimal) = (attacker.parse().ok()?, defender.parse().ok()?);
    (attacker > Decimal::ZERO && defender > Decimal::ZERO).then_some((attacker, defender))
}

#[cfg(test)]
mod tests {
    use super::super::testing::{chart, fault_of};
    use super::*;

    const COMBAT: &str = "die\t1:3+\t1:2+\t2:3+\t1:1+\t3:2+\t2:1+\t8:1+\n";

    fn ladder() -> OddsLadder {
        OddsLadder::from_headings(&chart(COMBAT), 1).unwrap()
    }

    fn step(attacker: &str, defender: &str) -> usize {
        ladder().step(attacker.parse().unwrap(), defender.parse().unwrap())
    }

    #[test]
    fn odds_are_reached_exactly() {
        assert_eq!(ladder().len(), 7);
        assert_eq!(step("2", "3"), 2);
        assert_eq!(step("1.999", "3"), 1);
        assert_eq!(step("4", "4"), 3);
        assert_eq!(step("7.5", "5"), 4);
        assert_eq!(step("79", "10"), 5);
        assert_eq!(step("80", "10"), 6);
        assert_eq!(step("2147483", "2147483"), 3);
    }

    #[test]
    fn hopeless_odds_are_the_first_column_and_no_defender_the_last() {
        assert_eq!(step("1", "100"), 0);
        assert_eq!(step("0", "1"), 0);
        assert_eq!(step("1", "0"), 6);
        assert_eq!(step("0", "0"), 6);
    }

    #[test]
    fn columns_are_shifted_and_found_by_heading() {
        let ladder = ladder();
        assert_eq!(ladder.find("3:2+"), Some(4));
        assert_eq!(ladder.find("5:1+"), None);
        assert_eq!((ladder.shifted(4, -2), ladder.shifted(4, 20), ladder.shifted(4, -20)), (2, 6, 0));
        assert!(!ladder.is_empty());
    }

    #[test]
    fn bad_headings_are_named() {
        let wrong = |text: &str, first| fault_of(OddsLadder::from_headings(&chart(text), first));
        assert_eq!(wrong(COMBAT, 0), (1, 1, "`die` is not odds like 3:2+".to_owned()));
        assert_eq!(wrong("die\t1:0+\n", 1).1, 2);
        assert_eq!(wrong("die\t1:1+\t2:2+\n", 1), (1, 3, "2:2+ is not above the 1:1 before it".to_owned()));
        assert_eq!(wrong("die\n", 1).2, "no odds columns");
    }
}
