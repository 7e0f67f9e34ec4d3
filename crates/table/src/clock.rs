//! Pace, and the time each side has used.

use engine::Side;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Milliseconds since some moment that whoever holds the table has chosen.
pub type Millis = u64;

/// How fast people mean to play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "pace", rename_all = "kebab-case")]
pub enum Pace {
    /// As long as it takes.
    #[default]
    Easy,
    /// At the table together, with so many minutes a side for the whole battle. Nobody loses by it: it is shown.
    Live {
        /// Minutes a side.
        minutes: u32,
    },
    /// By mail: a side is reminded when it has not moved for so many hours.
    Mail {
        /// Hours until a reminder.
        hours: u32,
    },
}

/// The time each side has used.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Clock {
    /// Milliseconds used, in the order of the sides.
    pub used: [Millis; 2],
    /// Whose clock runs.
    pub runs: Option<Side>,
    /// Since when.
    pub since: Millis,
}

impl Clock {
    /// Counts what has gone by, and starts the clock of whoever decides now.
    pub(crate) fn turn_to(&mut self, side: Option<Side>, now: Millis) {
        if let Some(running) = self.runs {
            self.used[running as usize] += now.saturating_sub(self.since);
        }
        (self.runs, self.since) = (side, now);
    }
}
