//! Names in the chart of the sequence of play.

use engine::chart::{CellValue, Key};
use engine::keys;

keys! {
    /// A phase of a player turn, in the order of the card.
    pub enum Phase {
        /// Who is in command.
        Command = "command",
        /// Moves and charges.
        Movement = "movement",
        /// Routed stands rally.
        Rally = "rally",
        /// Tests.
        Morale = "morale",
        /// Fire and melee.
        Combat = "combat",
        /// Divisions wear out.
        Exhaustion = "exhaustion",
        /// The other player's turn, or the next game turn.
        End = "end",
    }
}

keys! {
    /// Who acts in a phase.
    pub enum Acts {
        /// The side whose player turn it is.
        Attacker = "attacker",
        /// Both sides.
        Both = "both",
    }
}

impl CellValue for Acts {
    fn parse(text: &str) -> Result<Self, String> {
        Acts::named(text)
    }
}
