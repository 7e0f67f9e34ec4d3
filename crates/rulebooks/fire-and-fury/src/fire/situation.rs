//! What a fire combat asks about: firers, target, whoever stands behind it, and leaders close by.

use engine::{Decimal, Side};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::active_side;
use crate::lines::{CannonadeLine, MusketryLine};
use crate::losses::{GunState, Piece, TroopState};
use crate::pieces::{Class, Cover, Formation, GunStands, Order, Rating};

/// LIMIT: units that fire together at one target.
pub const FIRERS_MAX: usize = 12;
/// LIMIT: units close behind a target.
pub const BEHIND_MAX: usize = 4;
/// LIMIT: leaders near a target.
pub const LEADERS_MAX: usize = 8;

engine::keys! {
    /// The two steps of the fire phase.
    pub enum FireStep {
        /// The opponent's defensive fire, before the active side fires.
        Defensive = "defensive",
        /// The active side's offensive fire.
        Offensive = "offensive",
    }
}

engine::keys! {
    /// What troops fire with.
    pub enum TroopWeapon {
        /// Breechloading rifle.
        Blr = "BLR",
        /// Breechloading carbine.
        Blc = "BLC",
        /// Rifled musket.
        Rm = "RM",
        /// Repeater.
        Rp = "RP",
        /// Inferior rifle.
        Ir = "IR",
        /// Rifle and carbine.
        Rc = "RC",
        /// Smoothbore musket, with buck and ball.
        Sm = "SM",
        /// Shotgun and hunting rifle.
        Sh = "SH",
    }
}

engine::keys! {
    /// What a gun stand fires. Gatling gun and mitrailleuse fire on the musketry table (R59).
    pub enum GunWeapon {
        /// Heavy rifle.
        Hr = "HR",
        /// Light rifle.
        Lr = "LR",
        /// Heavy smoothbore.
        Hs = "HS",
        /// Light smoothbore.
        Ls = "LS",
        /// Heavy howitzer.
        Hh = "HH",
        /// Light howitzer.
        Lh = "LH",
        /// Mountain howitzer.
        Mh = "MH",
        /// Gatling gun.
        Gg = "GG",
        /// Mitrailleuse.
        Mg = "MG",
    }
}

/// The row of a fire point table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WeaponLine {
    Musketry(MusketryLine),
    Cannonade(CannonadeLine),
}

impl TroopWeapon {
    pub(super) fn line(self) -> WeaponLine {
        WeaponLine::Musketry(match self {
            TroopWeapon::Blr => MusketryLine::BreechloadingRifle,
            TroopWeapon::Blc => MusketryLine::BreechloadingCarbine,
            TroopWeapon::Rm => MusketryLine::RifledMusket,
            TroopWeapon::Rp => MusketryLine::Repeater,
            TroopWeapon::Ir => MusketryLine::InferiorRifle,
            TroopWeapon::Rc => MusketryLine::RifleAndCarbine,
            TroopWeapon::Sm => MusketryLine::SmoothboreMusket,
            TroopWeapon::Sh => MusketryLine::Shotgun,
        })
    }
}

impl GunWeapon {
    pub(super) fn line(self) -> WeaponLine {
        WeaponLine::Cannonade(match self {
            GunWeapon::Gg => return WeaponLine::Musketry(MusketryLine::GatlingGun),
            GunWeapon::Mg => return WeaponLine::Musketry(MusketryLine::Mitrailleuse),
            GunWeapon::Hr => CannonadeLine::HeavyRifle,
            GunWeapon::Lr => CannonadeLine::LightRifle,
            GunWeapon::Hs => CannonadeLine::HeavySmoothbore,
            GunWeapon::Ls => CannonadeLine::LightSmoothbore,
            GunWeapon::Hh => CannonadeLine::HeavyHowitzer,
            GunWeapon::Lh => CannonadeLine::LightHowitzer,
            GunWeapon::Mh => CannonadeLine::MountainHowitzer,
        })
    }
}

engine::keys! {
    /// Whether and how a target is charging.
    pub enum Charging {
        /// It is not charging.
        No = "no",
        /// It is charging.
        Yes = "yes",
        /// It is charging with cold steel.
        ColdSteel = "cold_steel",
    }
}

/// One fire combat: all that fire at one target, in one roll (S29).
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FireCombat {
    /// The side that fires.
    #[serde(default = "active_side")]
    pub side: Side,
    /// Defensive or offensive fire.
    #[serde(default = "defensive")]
    pub step: FireStep,
    /// Everybody who fires at the target, at most twelve.
    pub firers: Vec<Firer>,
    /// What they fire at.
    pub target: Target,
    /// Units of the target's side within 2 inches directly behind it, at most four.
    #[serde(default)]
    pub behind: Vec<Piece>,
    /// Leaders of the target's side near the target, at most eight; its brave colonel is named with the target.
    #[serde(default)]
    pub leaders: Vec<NearLeader>,
}

fn defensive() -> FireStep {
    FireStep::Defensive
}

/// A unit that fires.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Firer {
    /// Infantry or cavalry.
    Troops(
        /// The unit of troops.
        TroopFirer,
    ),
    /// A battery.
    Guns(
        /// The battery.
        GunFirer,
    ),
}

/// Troops that fire.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TroopFirer {
    /// What they fire with.
    pub weapon: TroopWeapon,
    /// All stands of the unit; its formation says how many of them fire.
    pub stands: u8,
    /// The shortest distance to the target in inches; 0 in contact.
    pub range: Decimal,
    /// How good the unit is.
    #[serde(default)]
    pub rating: Rating,
    /// What kind of troops it is.
    #[serde(default)]
    pub class: Class,
    /// Whether it is a detachment of one stand.
    #[serde(default)]
    pub detachment: bool,
    /// Good order or disordered; broken troops do not fire.
    #[serde(default)]
    pub order: Order,
    /// Its formation.
    #[serde(default)]
    pub formation: Formation,
    /// Whether it is low on ammunition.
    #[serde(default)]
    pub low_ammo: bool,
    /// Whether they are sharpshooters.
    #[serde(default)]
    pub sharpshooters: bool,
    /// Whether they are French.
    #[serde(default)]
    pub french: bool,
    /// Whether the unit fires in a charge: at the target it charges, or at the unit that charges it.
    #[serde(default)]
    pub in_charge: bool,
    /// Whether it named cold steel this turn; then it does not fire.
    #[serde(default)]
    pub cold_steel: bool,
    /// Whether it countercharges; then it does not fire.
    #[serde(default)]
    pub countercharging: bool,
    /// Whether it retreated this player turn; then it does not fire.
    #[serde(default)]
    pub retreated: bool,
    /// Whether it moved at the double quick this turn; see the switch `dq_no_fire`.
    #[serde(default)]
    pub double_quick: bool,
}

impl TroopFirer {
    /// Trained regulars in line, nothing special about them.
    pub fn new(weapon: TroopWeapon, stands: u8, range: Decimal) -> Self {
        TroopFirer {
            weapon,
            stands,
            range,
            rating: Rating::default(),
            class: Class::default(),
            detachment: false,
            order: Order::default(),
            formation: Formation::default(),
            low_ammo: false,
            sharpshooters: false,
            french: false,
            in_charge: false,
            cold_steel: false,
            countercharging: false,
            retreated: false,
            double_quick: false,
        }
    }
}

/// Guns that fire.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GunFirer {
    /// What they are.
    pub weapon: GunWeapon,
    /// The gun stands, each as `{}` if nothing is wrong with it; silenced ones do not fire.
    #[serde(deserialize_with = "crate::pieces::read_gun_stands")]
    pub stands: GunStands,
    /// The shortest distance to the target in inches.
    pub range: Decimal,
    /// How good the battery is.
    #[serde(default)]
    pub rating: Rating,
    /// Whether they are French.
    #[serde(default)]
    pub french: bool,
    /// Whether they are limbered; limbered guns do not fire.
    #[serde(default)]
    pub limbered: bool,
    /// Whether they moved at the double quick this turn; see the switch `dq_no_fire`.
    #[serde(default)]
    pub double_quick: bool,
}

impl GunFirer {
    /// A trained, unlimbered battery of so many sound stands.
    pub fn new(weapon: GunWeapon, stands: usize, range: Decimal) -> Self {
        GunFirer {
            weapon,
            stands: sound_stands(stands),
            range,
            rating: Rating::default(),
            french: false,
            limbered: false,
            double_quick: false,
        }
    }
}

/// So many gun stands with nothing wrong, no more than a battery can have.
pub(crate) fn sound_stands(count: usize) -> GunStands {
    std::iter::repeat_n(Default::default(), count.min(crate::pieces::GUN_STANDS_MAX)).collect()
}

/// What is fired at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Target {
    /// Infantry or cavalry.
    Troops(
        /// The unit of troops.
        TroopTarget,
    ),
    /// A battery, or wagons.
    Guns(
        /// The battery.
        GunTarget,
    ),
}

/// Troops that are fired at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TroopTarget {
    /// Its stands.
    pub stands: u8,
    /// How good it is.
    #[serde(default)]
    pub rating: Rating,
    /// What kind of troops it is.
    #[serde(default)]
    pub class: Class,
    /// Whether it is a detachment of one stand.
    #[serde(default)]
    pub detachment: bool,
    /// Good order, disordered or broken.
    #[serde(default)]
    pub order: Order,
    /// Its formation; a broken unit has none, whatever stands here.
    #[serde(default)]
    pub formation: Formation,
    /// What it hides behind.
    #[serde(default)]
    pub cover: Cover,
    /// Whether the fire comes from behind its front line.
    #[serde(default)]
    pub enfiladed: bool,
    /// Whether it marched by the flank this turn.
    #[serde(default)]
    pub marched_by_flank: bool,
    /// Whether it faced about this turn.
    #[serde(default)]
    pub about_faced: bool,
    /// Whether it took part in a passage of lines this turn.
    #[serde(default)]
    pub passed_lines: bool,
    /// Whether and how it is charging.
    #[serde(default = "not_charging")]
    pub charging: Charging,
    /// Whether a brave colonel leads it.
    #[serde(default)]
    pub brave_colonel: bool,
}

fn not_charging() -> Charging {
    Charging::No
}

impl TroopTarget {
    /// Trained regulars in line in the open.
    pub fn new(stands: u8) -> Self {
        TroopTarget {
            stands,
            rating: Rating::default(),
            class: Class::default(),
            detachment: false,
            order: Order::default(),
            formation: Formation::default(),
            cover: Cover::default(),
            enfiladed: false,
            marched_by_flank: false,
            about_faced: false,
            passed_lines: false,
            charging: Charging::No,
            brave_colonel: false,
        }
    }

    /// Whether it is on horseback. Broken cavalry is.
    pub(super) fn is_mounted(&self) -> bool {
        self.class.is_mounted_in(self.formation)
    }

    /// Whether it stands in this formation; broken troops stand in none.
    pub(super) fn is_in(&self, formation: Formation) -> bool {
        self.order != Order::Broken && self.formation == formation
    }

    /// Whether it stands in extended line.
    pub(super) fn is_extended(&self) -> bool {
        self.order != Order::Broken && self.formation.is_extended()
    }
}

/// Guns that are fired at.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GunTarget {
    /// The gun stands, each as `{}` if nothing is wrong with it.
    #[serde(deserialize_with = "crate::pieces::read_gun_stands")]
    pub stands: GunStands,
    /// How good the battery is.
    #[serde(default)]
    pub rating: Rating,
    /// Whether they are limbered; wagons always are.
    #[serde(default)]
    pub limbered: bool,
    /// Whether the fire comes from behind their front line.
    #[serde(default)]
    pub enfiladed: bool,
    /// What they hide behind.
    #[serde(default)]
    pub cover: Cover,
}

impl GunTarget {
    /// A trained, unlimbered battery in the open, of so many sound stands.
    pub fn new(stands: usize) -> Self {
        GunTarget {
            stands: sound_stands(stands),
            rating: Rating::default(),
            limbered: false,
            enfiladed: false,
            cover: Cover::default(),
        }
    }
}

impl Target {
    /// How good it is.
    pub(super) fn rating(&self) -> Rating {
        match self {
            Target::Troops(troops) => troops.rating,
            Target::Guns(guns) => guns.rating,
        }
    }

    /// What of it can be hurt.
    pub(super) fn piece(&self) -> Piece {
        match self {
            Target::Troops(troops) => Piece::Troops(TroopState { stands: troops.stands, order: troops.order }),
            Target::Guns(guns) => Piece::Guns(GunState { stands: guns.stands.clone() }),
        }
    }
}

/// A leader of the target's side near the target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct NearLeader {
    /// His distance from the target in inches; 0 if attached to it.
    pub distance: Decimal,
}

impl Firer {
    /// The shortest distance to the target.
    pub(super) fn range(&self) -> Decimal {
        match self {
            Firer::Troops(troops) => troops.range,
            Firer::Guns(guns) => guns.range,
        }
    }

    /// How good it is.
    pub(super) fn rating(&self) -> Rating {
        match self {
            Firer::Troops(troops) => troops.rating,
            Firer::Guns(guns) => guns.rating,
        }
    }

    /// Its row of a fire point table.
    pub(super) fn line(&self) -> WeaponLine {
        match self {
            Firer::Troops(troops) => troops.weapon.line(),
            Firer::Guns(guns) => guns.weapon.line(),
        }
    }

    /// Whether it is French.
    pub(super) fn is_french(&self) -> bool {
        match self {
            Firer::Troops(troops) => troops.french,
            Firer::Guns(guns) => guns.french,
        }
    }
}
