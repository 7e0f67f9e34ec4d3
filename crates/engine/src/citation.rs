//! Where a number came from: the cell of a chart, and the modifiers that were summed.

use arrayvec::ArrayVec;
use schemars::JsonSchema;
use serde::Serialize;

use crate::Rule;

/// The place of one cell: which chart of the rulebook's set, which row and which column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Cell {
    /// The chart's number in the rulebook's chart set.
    pub chart: u16,
    /// The row, counted from zero below the heading.
    pub row: u16,
    /// The column, counted from zero.
    pub column: u16,
}

/// A value read from a chart, with the cell it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Looked<T> {
    /// What the cell says.
    pub value: T,
    /// Where it stands.
    pub cell: Cell,
}

impl<T> Looked<T> {
    /// The same citation for something derived from the value.
    pub fn map<V>(self, derive: impl FnOnce(T) -> V) -> Looked<V> {
        Looked { value: derive(self.value), cell: self.cell }
    }
}

/// One modifier: the rule that gives it, its amount, and the cell the amount was read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Modifier {
    /// The rule that gives it.
    pub rule: Rule,
    /// What it adds.
    pub amount: i16,
    /// The cell it was read from.
    pub cell: Cell,
}

/// LIMIT: modifiers on one roll. The longest printed list of the five rulebooks has twenty-one lines.
pub const MODIFIERS_MAX: usize = 32;

/// The modifiers that apply to one roll, in the order the rulebook lists them; summed once, and reported.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Modifiers {
    list: ArrayVec<Modifier, MODIFIERS_MAX>,
    /// COST: added up as the list grows, so that a list nobody keeps is never written.
    total: i16,
}

impl Modifiers {
    /// No modifier yet.
    #[inline]
    pub fn new() -> Self {
        Modifiers { list: ArrayVec::new(), total: 0 }
    }

    /// Adds one modifier as the chart prints it.
    #[inline]
    pub fn add(&mut self, rule: Rule, looked: Looked<i16>) {
        self.add_times(rule, looked, 1);
    }

    /// Adds a modifier that counts once for each of `times`.
    #[inline]
    pub fn add_times(&mut self, rule: Rule, looked: Looked<i16>, times: i16) {
        let amount = looked.value.saturating_mul(times);
        self.total += amount;
        self.list.push(Modifier { rule, amount, cell: looked.cell });
    }

    /// Adds one modifier if `applies`; otherwise the chart is not even looked at.
    #[inline]
    pub fn add_if(&mut self, applies: bool, rule: Rule, looked: impl FnOnce() -> Looked<i16>) {
        if applies {
            self.add(rule, looked());
        }
    }

    /// The sum.
    #[inline]
    pub fn total(&self) -> i16 {
        self.total
    }

    /// The list, in order.
    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Modifier> {
        self.list.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LedgerEntry, RuleKind};

    static ENTRY: LedgerEntry =
        LedgerEntry { id: "T-1", kind: RuleKind::Modifier, chart: "Test", statement: "A modifier.", index: 0 };

    #[test]
    fn the_total_is_the_sum_of_the_list() {
        let looked = |value| Looked { value, cell: Cell { chart: 0, row: 0, column: 0 } };
        let rule = Rule::from_ledger(&ENTRY);
        let mut modifiers = Modifiers::new();
        for value in -3..=4 {
            modifiers.add_times(rule, looked(value), value + 7);
            modifiers.add_if(value % 2 == 0, rule, || looked(value));
            assert_eq!(modifiers.total(), modifiers.iter().map(|modifier| modifier.amount).sum::<i16>());
        }
    }
}
