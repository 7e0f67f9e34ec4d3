//! Outcomes as they come in, merged.

use std::hash::Hash;

use indexmap::IndexMap;
use indexmap::map::Entry;
use rustc_hash::FxBuildHasher;

use super::ROOM;
use super::weight::{Ledgered, TooNarrow, Weight};

/// Every outcome so far with its weight, all over one denominator.
pub(super) struct Outcomes<O, W> {
    weights: IndexMap<O, W, FxBuildHasher>,
    scale: Ledgered<W>,
    /// COST: neighbouring readings mostly read alike on a chart, so equal outcomes come in rows; a row is looked up once.
    row: Option<Row<O, W>>,
}

/// Equal outcomes that came in one after another.
struct Row<O, W> {
    outcome: O,
    ways: W,
    of: W,
}

impl<O: Hash + Eq, W: Weight> Outcomes<O, W> {
    pub(super) fn new() -> Self {
        let weights = IndexMap::with_capacity_and_hasher(ROOM, FxBuildHasher);
        Outcomes { weights, scale: Ledgered::new(), row: None }
    }

    /// One more: it comes about in `ways` out of `of`, each of them a part of `whole`.
    #[inline]
    pub(super) fn add(&mut self, outcome: O, ways: W, of: W, whole: &W) -> Result<(), TooNarrow> {
        match &mut self.row {
            Some(row) if row.outcome == outcome && row.of == of => row.ways.add(&ways),
            _ => {
                self.end_row(whole)?;
                self.row = Some(Row { outcome, ways, of });
                Ok(())
            }
        }
    }

    /// Whatever came in must be counted before the whole changes.
    #[inline]
    pub(super) fn end_row(&mut self, whole: &W) -> Result<(), TooNarrow> {
        let Some(Row { outcome, ways, of }) = self.row.take() else {
            return Ok(());
        };
        let share = self.scale.share(&ways, &whole.times(&of)?, self.weights.values_mut())?;
        match self.weights.entry(outcome) {
            Entry::Occupied(mut known) => known.get_mut().add(&share),
            Entry::Vacant(new) => {
                new.insert(share);
                Ok(())
            }
        }
    }

    /// The outcomes in the order they first came in, and what their weights are out of.
    pub(super) fn finish(self) -> (IndexMap<O, W, FxBuildHasher>, W) {
        debug_assert!(self.row.is_none(), "a row was not counted");
        (self.weights, self.scale.denominator)
    }
}
