//! What a side may see. Nothing is hidden in this rulebook but the cards and dice to come.

use engine::Side;
use field::ground::Point;
use schemars::JsonSchema;
use serde::Serialize;

use super::Theatre;
use super::state::{Battle, UnitId};

/// The battle as a side sees it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct View {
    /// Who looks.
    pub side: Side,
    /// The battle itself.
    pub battle: Battle,
    /// Every unit with its name and its ground.
    pub units: Vec<Seen>,
    /// Points of the Union and of the Confederates so far.
    pub points: [u32; 2],
}

/// A unit as people know it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Seen {
    /// Which unit.
    pub unit: UnitId,
    /// Its name.
    pub name: String,
    /// Whose it is.
    pub side: Side,
    /// Whether it belongs to the headquarters that acts now.
    pub active: bool,
    /// What it fires.
    pub weapons: Vec<String>,
    /// The corners of its block: front left, front right, rear right, rear left.
    pub corners: [Point; 4],
}

impl Theatre {
    pub(super) fn view_of(&self, battle: &Battle, side: Side) -> View {
        let seen = |unit: UnitId| Seen {
            unit,
            name: self.name(battle, unit).to_owned(),
            side: self.side(battle, unit),
            active: self.is_active(battle, unit),
            weapons: self.weapon_names(battle, unit).into_iter().map(str::to_owned).collect(),
            corners: self.footprint(battle, unit).corners(),
        };
        let points =
            self.points(battle, false).map_or([0; 2], |points| [points.union_points, points.confederate_points]);
        View { side, battle: battle.clone(), units: battle.ids().map(seen).collect(), points }
    }
}
