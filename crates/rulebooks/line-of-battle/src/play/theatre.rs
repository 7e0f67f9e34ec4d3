//! What never changes during a battle: the book, the hexes, and what is printed on the pieces.

use engine::Side;
use field::hex::Hex;
use field::hex::derived::Lattice;

use super::ground::Field;
use super::stage::almanac::Almanac;
use super::state::{FormationId, Moment, UnitId};
use crate::Book;
use crate::charts::{Awareness, Level, Rating};
use crate::unit::{Arm, Formation, Light, Weapon};

/// When and where something comes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The turn from which it may.
    pub turn: u16,
    /// The hex at the edge of the map.
    pub at: Hex,
}

/// What is printed on a combat unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitCard {
    /// What people call it.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// The formation it belongs to.
    pub formation: FormationId,
    /// Its arm.
    pub arm: Arm,
    /// Its Morale Rating.
    pub rating: Rating,
    /// Its printed Strength Points.
    pub printed: u8,
    /// Men who serve each gun of a battery.
    pub crew: u32,
    /// What it shoots with; nothing if it does not.
    pub weapon: Option<Weapon>,
    /// Whether it may use Open Order.
    pub open_order: bool,
    /// Whether it is a sharpshooter unit.
    pub sharpshooter: bool,
    /// When and where it arrives, if it was not there at the start.
    pub entry: Option<Entry>,
}

/// What is printed on a leader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeaderCard {
    /// His rank and name.
    pub name: String,
    /// When and where he arrives, if he was not there at the start.
    pub entry: Option<Entry>,
}

/// What is printed on a wagon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WagonCard {
    /// What people call it.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// The formation whose batteries it serves, with all that belong to the same corps or army.
    pub formation: FormationId,
    /// When and where it arrives, if it was not there at the start.
    pub entry: Option<Entry>,
}

/// A formation in the chain of command.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormationCard {
    /// How the battle folder calls it.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its side.
    pub side: Side,
    /// Its level.
    pub level: Level,
    /// The formation above it.
    pub above: Option<FormationId>,
    /// Its division: the one it belongs to, or itself where there is none.
    pub division: FormationId,
    /// Its Command: its corps, its division directly under the army, or itself where there is neither.
    pub command: FormationId,
    /// Whether it is the Command of any unit: a wing of corps is not.
    pub commands: bool,
    /// Whether all its units are artillery: its leader is an artillery leader.
    pub artillery: bool,
    /// Whether all its units are cavalry.
    pub cavalry: bool,
}

/// A turn of the clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnCard {
    /// Minutes since midnight of the first day.
    pub minute: u32,
    /// Its light.
    pub light: Light,
    /// Hexes that can be seen, where light or weather limits it.
    pub sight: Option<u16>,
    /// Whether it is the turn of 12 midnight.
    pub midnight: bool,
    /// Whether it is the first Twilight turn of a morning.
    pub first_twilight: bool,
}

/// Something that is fought for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectiveCard {
    /// What people call it.
    pub name: String,
    /// Its hex.
    pub at: Hex,
    /// Victory points, for the Union and for the Confederacy.
    pub worth: [u16; 2],
}

/// A battle's stage: everything that stays as it is.
#[derive(Clone, Debug)]
pub struct Theatre {
    /// The rulebook as this table plays it.
    pub book: Book,
    pub(crate) field: Field,
    /// Where the hexes lie on the ground.
    pub(crate) lattice: Lattice,
    /// What people call the sides.
    pub sides: [String; 2],
    /// What is worked out once for whoever looks at the map.
    pub(crate) almanac: Almanac,
    /// The combat units.
    pub units: Vec<UnitCard>,
    /// The leaders there were at the start.
    pub leaders: Vec<LeaderCard>,
    /// The formations.
    pub formations: Vec<FormationCard>,
    /// What is fought for.
    pub objectives: Vec<ObjectiveCard>,
    /// The turns; the last one ends the battle.
    pub turns: Vec<TurnCard>,
    /// The side that plays first.
    pub first: Side,
    /// The highest formation of each side; its leader is the army commander.
    pub armies: [FormationId; 2],
    /// How aware each army commander is.
    pub awareness: [Awareness; 2],
    /// The units of every formation and of all below it.
    pub(crate) members: Vec<Vec<UnitId>>,
    /// The ammunition wagons.
    pub wagons: Vec<WagonCard>,
    /// Whether the battle prohibits night orders.
    pub night_orders_prohibited: bool,
}

/// The place of a side in pairs.
pub(crate) const fn index(side: Side) -> usize {
    match side {
        Side::Union => 0,
        Side::Confederate => 1,
    }
}

impl Theatre {
    /// What is printed on a unit.
    pub fn unit(&self, unit: UnitId) -> &UnitCard {
        &self.units[unit.index()]
    }

    /// A formation of the chain of command.
    pub fn formation(&self, formation: FormationId) -> &FormationCard {
        &self.formations[formation.index()]
    }

    /// The turn of the clock.
    pub fn turn(&self, battle: &Moment) -> TurnCard {
        let last = self.turns.len().saturating_sub(1);
        let day = TurnCard { minute: 0, light: Light::Day, sight: None, midnight: false, first_twilight: false };
        self.turns.get(usize::from(battle.turn).saturating_sub(1).min(last)).copied().unwrap_or(day)
    }

    /// All units, by number.
    pub fn unit_ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u16).map(UnitId)
    }

    /// All formations, by number.
    pub fn formation_ids(&self) -> impl Iterator<Item = FormationId> + use<> {
        (0..self.formations.len() as u16).map(FormationId)
    }

    /// A formation and those above it, from the bottom up.
    pub fn chain(&self, formation: FormationId) -> impl Iterator<Item = FormationId> {
        std::iter::successors(Some(formation), |below| self.formation(*below).above)
    }

    /// The player turn, counted from two: both sides have one in every turn.
    pub(crate) fn player_turn(&self, battle: &Moment) -> u16 {
        2 * battle.turn + u16::from(battle.active != self.first)
    }

    /// Whether one formation is part of another, or the same.
    pub fn is_under(&self, formation: FormationId, of: FormationId) -> bool {
        self.chain(formation).any(|above| above == of)
    }

    /// Whether a formation is a division: one that executes orders, stops and recovers.
    pub fn is_division(&self, formation: FormationId) -> bool {
        self.formation(formation).division == formation
            && !matches!(self.formation(formation).level, Level::Corps | Level::Army)
    }

    /// Whether a formation is an artillery battalion: it gets Move orders only, whoever passes them on.
    pub fn is_artillery_battalion(&self, formation: FormationId) -> bool {
        self.formation(formation).level == Level::ArtilleryBattalion
    }

    /// Whether a formation is a Command: one to which the army commander writes.
    pub fn is_command(&self, formation: FormationId) -> bool {
        let card = self.formation(formation);
        (card.commands && card.level != Level::Army) || self.is_artillery_battalion(formation)
    }

    /// The printed number of a hex.
    pub fn number(&self, hex: Hex) -> String {
        self.field.number(hex)
    }

    /// How a unit that is about to come on is formed: on the march.
    pub(crate) fn marching(arm: Arm) -> Formation {
        match arm {
            Arm::Infantry => Formation::Column,
            Arm::Cavalry => Formation::Mounted,
            Arm::Artillery => Formation::Limbered,
        }
    }
}
