//! What happens, for people and pictures.

use engine::Decimal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charge::{ChargeResult, Movement};
use crate::fire::{ChargeAfterFire, FireEffect};
use crate::leaders::{LeaderFate, Officer};
use crate::maneuver::ManeuverEffect;
use crate::pieces::Order;

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// A unit checked its maneuver.
    ManeuverChecked(
        /// Which, and what came of it.
        ManeuverChecked,
    ),
    /// The fire points of a combat were totalled.
    FirePoints(
        /// How many, and of what kind.
        FirePointsTotalled,
    ),
    /// A fire was resolved.
    FireResolved(
        /// The roll and its effect.
        FireResolved,
    ),
    /// A unit suffered.
    UnitHurt(
        /// Which, and how.
        UnitHurt,
    ),
    /// A charging target's charge went home or was checked.
    ChargeUnderFire(
        /// Which of the two.
        ChargeUnderFireTold,
    ),
    /// A firer runs low on ammunition.
    LowOnAmmo(
        /// Which.
        LowOnAmmo,
    ),
    /// A leader rolled on the fallen leader table.
    LeaderRolled(
        /// Who, and what became of him.
        LeaderRolled,
    ),
    /// Both sides of a charge rolled.
    ChargeRolled(
        /// The totals.
        ChargeRolled,
    ),
    /// A charge was decided.
    ChargeDecided(
        /// How.
        ChargeDecided,
    ),
    /// A unit has to move, or holds.
    UnitMoves(
        /// Which, and how.
        UnitMoves,
    ),
}

/// A maneuver check of one unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ManeuverChecked {
    /// Its number in the situation, counted from one.
    pub unit: u16,
    /// White die minus colored die.
    pub difference: i16,
    /// The result after all modifiers.
    pub result: i16,
    /// The effect.
    pub effect: ManeuverEffect,
}

/// Total fire points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FirePointsTotalled {
    /// The points, to the thousandth below.
    pub points: Decimal,
    /// Whether the fire is cannonade rather than musketry.
    pub cannonade: bool,
}

/// A fire roll and its effect.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FireResolved {
    /// Both dice added.
    pub dice: i16,
    /// The total after all modifiers.
    pub total: i16,
    /// The effect.
    pub effect: FireEffect,
}

/// A unit that suffered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnitHurt {
    /// Its number, counted from one: the target or the attackers first, in the order of the situation.
    pub unit: u16,
    /// Stands lost.
    pub stands_lost: u8,
    /// Stands left.
    pub stands_left: u8,
    /// Its order afterwards; nothing for guns.
    pub order: Option<Order>,
}

/// A charge that came under fire.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChargeUnderFireTold {
    /// What came of the charge.
    pub charge: ChargeAfterFire,
}

/// A firer low on ammunition.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LowOnAmmo {
    /// The firer's number in the situation, counted from one.
    pub firer: u8,
    /// Its gun stand, counted from one; nothing for troops.
    pub stand: Option<u8>,
}

/// A fallen leader roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LeaderRolled {
    /// Who rolled.
    pub officer: Officer,
    /// What became of him.
    pub fate: LeaderFate,
}

/// Both totals of one charge roll.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChargeRolled {
    /// The attacker's total.
    pub attacker: i16,
    /// The defender's total.
    pub defender: i16,
}

/// How a charge was decided.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct ChargeDecided {
    /// The result.
    pub result: ChargeResult,
}

/// What a unit has to do after a charge.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct UnitMoves {
    /// Its number, counted from one: attackers first, then defenders.
    pub unit: u16,
    /// How it moves.
    pub movement: Movement,
}
