//! What a unit brings to melee, and how it comes out.

use engine::{Fraction, Refusal, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Book;
use crate::charts::{Grade, Limit, Weapon};
use crate::command::Fate;
use crate::cover::{Shelter, check_shelters};
use crate::morale::Body;
use crate::rules::*;
use crate::unit::{Condition, Direction, Formation, MeleeWeapon, Unit, check_unit};

/// LIMIT: units of one side in one melee.
pub(crate) const FIGHTERS_MAX: usize = 4;

keys! {
    /// How a unit came out of a melee.
    pub enum Ending {
        /// It holds its place, or may take the enemy's.
        Stands = "stands",
        /// It is still in contact: both sides may add units or break off in their next Movement Phase.
        Engaged = "engaged",
        /// It retreats.
        Retreats = "retreats",
        /// Nothing is left of it.
        Gone = "gone",
    }
}

/// One unit in a melee.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Fighter {
    /// The unit.
    pub unit: Unit,
    /// Where it strikes the enemy, seen from that enemy.
    #[serde(default)]
    pub strikes: Direction,
    /// Whether it charged this turn, or counter-charged.
    #[serde(default)]
    pub charged: bool,
    /// Whether it stands uphill of the enemy.
    #[serde(default)]
    pub uphill: bool,
    /// Attacker: whether it came through water or a ford; defender: whether it stands in it.
    #[serde(default)]
    pub in_water: bool,
}

impl Fighter {
    /// A unit that strikes the enemy's front.
    pub fn new(unit: Unit) -> Self {
        Fighter { unit, strikes: Direction::Front, charged: false, uphill: false, in_water: false }
    }

    pub(super) fn has_shotgun_or_lance(&self) -> bool {
        self.unit.weapon == Some(Weapon::Shotgun) || self.unit.melee_weapon == MeleeWeapon::Lance
    }

    /// Whether it is horse among trees, which counts for less.
    pub(super) fn rides_in_forest(&self) -> bool {
        self.unit.rides() && self.unit.shelters.contains(&Shelter::Forest)
    }

    /// 5.7 step 1: what its figures are worth.
    pub(super) fn worth(&self, book: &Book, figures: u16) -> Fraction {
        let worth = Fraction::of(book.tables.turn.worth.at(self.unit.stand()).value).times(Fraction::whole(figures));
        if self.rides_in_forest() { worth.percent(book.limit(Limit::ForestWorthPercent)) } else { worth }
    }

    pub(super) fn check(&self, book: &Book, refusal: &mut Refusal, field: &str) {
        let unit = &self.unit;
        check_unit(book, refusal, &format!("{field}.unit"), unit);
        check_shelters(refusal, &format!("{field}.unit.shelters"), unit);
        let rides = unit.rides() && unit.formation != Formation::Skirmish;
        let foot = unit.arm == crate::unit::Arm::Infantry || unit.arm == crate::unit::Arm::Cavalry;
        refusal.unless(!self.charged || rides || foot, &format!("{field}.charged"), BY_MOVE_ART_NOCHARGE, || {
            format!("{} never charges", unit.arm)
        });
    }
}

/// One unit after a melee.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct FighterOutcome {
    /// How it came out.
    pub ending: Ending,
    /// The unit afterwards.
    pub condition: Condition,
    /// Its grade, found out now if it was green.
    pub grade: Grade,
    /// What became of the commander with it.
    pub commander: Fate,
    /// Whether a battery left its guns behind.
    pub guns_left: bool,
}

/// A unit while the dice fall.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Standing {
    pub body: Body,
    pub commander: Fate,
    /// Its own result makes it retreat, whatever happens to the enemy.
    pub retreats: bool,
    /// It retreats unless its opponent has RT: repulsed, or it lost more figures.
    pub yields: bool,
}

impl Standing {
    pub fn of(fighter: &Fighter) -> Self {
        Standing { body: Body::of(&fighter.unit), commander: Fate::Unhurt, retreats: false, yields: false }
    }

    pub fn is_gone(&self) -> bool {
        self.body.condition.is_gone()
    }

    pub fn outcome(&self, fighter: &Fighter, ending: Ending) -> FighterOutcome {
        let left = fighter.unit.arm.is_artillery() && fighter.unit.formation == Formation::Unlimbered;
        FighterOutcome {
            ending,
            condition: self.body.condition,
            grade: self.body.grade,
            commander: self.commander,
            guns_left: left && matches!(ending, Ending::Retreats | Ending::Gone),
        }
    }
}
