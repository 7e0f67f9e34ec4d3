//! Outcomes as they come in, merged.
//!
//! The walk through the dice knows an outcome only by its place, so that it is compiled once a rulebook and not once a
//! procedure: [`Outcomes`] gives equal outcomes one place, [`Shares`] adds up what comes to each.

use std::hash::Hash;

use indexmap::IndexSet;
use rustc_hash::FxBuildHasher;

use super::ROOM;
use super::weight::{Ledgered, TooNarrow, Weight};

/// Every outcome so far, in the order they first came in.
pub(super) struct Outcomes<O> {
    known: IndexSet<O, FxBuildHasher>,
    /// COST: neighbouring readings mostly read alike on a chart, so equal outcomes come in rows; a row is looked up once.
    last: usize,
}

impl<O: Hash + Eq> Outcomes<O> {
    pub(super) fn new() -> Self {
        Outcomes { known: IndexSet::with_capacity_and_hasher(ROOM, FxBuildHasher), last: 0 }
    }

    /// The place of an outcome.
    #[inline]
    pub(super) fn place(&mut self, outcome: O) -> usize {
        if self.known.get_index(self.last).is_none_or(|last| *last != outcome) {
            self.last = self.known.insert_full(outcome).0;
        }
        self.last
    }

    pub(super) fn finish(self) -> impl Iterator<Item = O> {
        self.known.into_iter()
    }
}

/// What comes to each outcome, all over one denominator.
pub(super) struct Shares<W> {
    weights: Vec<W>,
    scale: Ledgered<W>,
    /// COST: equal outcomes that came in one after another are weighed together.
    row: Option<Row<W>>,
}

/// Equal outcomes that came in one after another.
struct Row<W> {
    place: usize,
    ways: W,
    of: W,
}

impl<W: Weight> Shares<W> {
    pub(super) fn new() -> Self {
        Shares { weights: Vec::with_capacity(ROOM), scale: Ledgered::new(), row: None }
    }

    /// One more: it comes about in `ways` out of `of`, each of them a part of `whole`.
    #[inline]
    pub(super) fn add(&mut self, place: usize, ways: W, of: W, whole: &W) -> Result<(), TooNarrow> {
        match &mut self.row {
            Some(row) if row.place == place && row.of == of => row.ways.add(&ways),
            _ => {
                self.end_row(whole)?;
                self.row = Some(Row { place, ways, of });
                Ok(())
            }
        }
    }

    /// Whatever came in must be counted before the whole changes.
    #[inline]
    pub(super) fn end_row(&mut self, whole: &W) -> Result<(), TooNarrow> {
        let Some(Row { place, ways, of }) = self.row.take() else {
            return Ok(());
        };
        let share = self.scale.share(&ways, &whole.times(&of)?, self.weights.iter_mut())?;
        match self.weights.get_mut(place) {
            Some(known) => known.add(&share),
            // Places are given in the order outcomes come in, and every row is ended before the next begins.
            None => {
                self.weights.push(share);
                Ok(())
            }
        }
    }

    /// The weights by place, and what they are out of.
    pub(super) fn finish(self) -> (Vec<W>, W) {
        debug_assert!(self.row.is_none(), "a row was not counted");
        (self.weights, self.scale.denominator)
    }
}
