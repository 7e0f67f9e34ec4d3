//! What happens, in the rulebook's words.

use engine::Decimal;
use schemars::JsonSchema;
use serde::Serialize;

use crate::charts::{CombatCell, CombatColumn, LeaderFate, LossCase, MoraleState, VolleyColumn};
use crate::play::Deed;

/// What dice were thrown for that had to reach a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Roll {
    /// Whether a stack goes in.
    Closing,
    /// Whether an attack may stop for no reason.
    FlukeStoppage,
    /// Whether its leader keeps it going.
    FlukeLeader,
    /// Whether a division may attack again, by its losses.
    Recovery,
    /// The same by its leader.
    RecoveryLeader,
    /// Whether a column gets through a crossing in a town.
    TownCrossing,
    /// Whether routed men come back.
    Rally,
}

impl Roll {
    /// Whether it is made for an order, of which only its own side may know.
    pub const fn is_about_orders(self) -> bool {
        matches!(self, Roll::FlukeStoppage | Roll::FlukeLeader | Roll::Recovery | Roll::RecoveryLeader)
    }

    /// As the journal says it.
    pub const fn name(self) -> &'static str {
        match self {
            Roll::Closing => "Closing Roll",
            Roll::FlukeStoppage => "against Fluke Stoppage",
            Roll::FlukeLeader => "its leader against Fluke Stoppage",
            Roll::Recovery => "Attack Recovery",
            Roll::RecoveryLeader => "its leader in Attack Recovery",
            Roll::TownCrossing => "through the town",
            Roll::Rally => "rally",
        }
    }
}

/// Something that happened. In procedures pieces are named by their place in the situation, on the map by their numbers.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// Dice had to reach a number.
    Tried {
        /// For what.
        roll: Roll,
        /// The dice with their modifiers.
        total: i16,
        /// What they needed.
        needed: i16,
        /// Whether they did.
        passed: bool,
    },
    /// A leader made a Command Roll.
    CommandRolled {
        /// The dice with their modifiers.
        total: i16,
        /// Whether it came to Yes.
        yes: bool,
    },
    /// An order will be delivered.
    Ordered {
        /// Turns from now.
        turns: u16,
    },
    /// An Opening Volley fell.
    Volleyed {
        /// The column after shifts.
        column: VolleyColumn,
        /// SPs lost.
        loss: u8,
    },
    /// A shot was resolved.
    Fired {
        /// The firing SPs.
        sps: u8,
        /// The column before shifts.
        column: CombatColumn,
        /// The net shift, right positive.
        shift: i16,
        /// The column after shifts; none if it is off the left of the table.
        shifted: Option<CombatColumn>,
        /// The result; none if there were no dice.
        result: Option<CombatCell>,
    },
    /// A stack lost Strength Points.
    Lost {
        /// How many.
        sps: u8,
    },
    /// A stack checked its morale.
    Checked {
        /// The dice with their modifiers.
        total: i16,
        /// The result; Normal is no effect.
        result: MoraleState,
        /// Hexes of retreat.
        retreat: u8,
        /// SPs lost after it.
        loss: u8,
    },
    /// A leader was in danger.
    LeaderRolled {
        /// Which leader of the stack, counted from one.
        leader: u16,
        /// The occasion.
        case: LossCase,
        /// What became of him.
        fate: LeaderFate,
    },
    /// A unit changed its morale state.
    Became {
        /// Which unit of the stack, counted from one.
        unit: u16,
        /// Its state now.
        state: MoraleState,
    },
    /// A piece made a manoeuvre.
    Moved {
        /// MPs it cost.
        cost: Decimal,
        /// MPs left after it.
        left: Decimal,
    },
    /// Something happened on the map. What its procedures tell follows it.
    Deed(Deed),
    /// A retreat entered a hex.
    Retreated {
        /// Which hex of the route, counted from one.
        hex: u16,
        /// SPs lost there.
        loss: u8,
        /// Whether friends there were shaken.
        shakes: bool,
    },
}
