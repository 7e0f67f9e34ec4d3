//! A straight way over the ground, and what lies on it.
//!
//! COST: a step is asked how far it leads, what makes it shorter and what bars it, and all three meet the same things. They are
//! looked for once, and only where there may be some.

use std::cell::OnceCell;

use field::ground::{Found, Ground, Met, Point};

use super::Theatre;

/// A straight way.
pub(super) struct Straight {
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// What may lie on it.
    pub found: Found,
    met: OnceCell<Vec<Met>>,
}

impl Theatre {
    /// The straight way between two places.
    pub(super) fn straight(&self, from: Point, to: Point) -> Straight {
        Straight { from, to, found: self.mosaic.along(from, to), met: OnceCell::new() }
    }
}

impl Straight {
    /// Everything it meets, in the order it is met.
    pub fn met(&self, ground: &Ground) -> &[Met] {
        self.met.get_or_init(|| ground.along(self.from, self.to))
    }
}
