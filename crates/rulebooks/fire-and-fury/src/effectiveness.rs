//! Fresh, worn and spent (S69): by the thresholds a battle prints, or by the house table.

use engine::{Asks, Umpire};

use crate::charts::Tables;
use crate::pieces::{Effectiveness, Spirit};

/// When losses tell on a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Endurance {
    /// The stands it started with.
    pub start_stands: u8,
    /// At how many stands it is worn, where the battle says so.
    pub worn_at: Option<u8>,
    /// At how many stands it is spent, where the battle says so.
    pub spent_at: Option<u8>,
    /// What decides where the battle says nothing.
    pub spirit: Spirit,
}

impl Endurance {
    /// What it is with so many stands left.
    pub fn with_stands<U: Umpire>(&self, tables: &Tables, stands: u8, umpire: &mut U) -> Effectiveness {
        let spent_at = self.spent_at.unwrap_or_else(|| {
            self.start_stands.saturating_sub(umpire.read(tables.spent_when_lost.at(self.spirit)).of(self.start_stands))
        });
        let worn_at = self.worn_at.unwrap_or_else(|| {
            self.start_stands.saturating_sub(umpire.read(tables.worn_when_lost.at(self.spirit)).of(self.start_stands))
        });
        if stands <= spent_at {
            Effectiveness::Spent
        } else if stands <= worn_at {
            Effectiveness::Worn
        } else {
            Effectiveness::Fresh
        }
    }
}
