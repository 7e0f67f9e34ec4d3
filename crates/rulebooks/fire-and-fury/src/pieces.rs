//! Pieces and their state, in the words of the charts: what a unit is, how it stands, what its guns and leaders are.
//!
//! Not here: where a piece stands on a map. A situation of a procedure names only what the charts ask about.

use arrayvec::ArrayVec;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

engine::keys! {
    /// How good a unit is. The print also says green where it means raw (reading R11).
    pub enum Rating {
        /// The best there are.
        Crack = "crack",
        /// Has seen battles.
        Veteran = "veteran",
        /// Drilled, and not much more.
        Trained = "trained",
        /// Neither drilled nor tried; "green" in some places of the print.
        Raw = "raw",
    }
}

engine::keys! {
    /// How much fight is left in a unit of troops.
    pub enum Effectiveness {
        /// Few losses so far.
        Fresh = "fresh",
        /// Enough losses to tell.
        Worn = "worn",
        /// Too many losses.
        Spent = "spent",
    }
}

engine::keys! {
    /// How soon losses tell on a unit whose thresholds the battle does not print.
    pub enum Spirit {
        /// Bears more than most.
        Spirited = "spirited",
        /// Bears what is usual.
        Reliable = "reliable",
        /// Bears less than most.
        Unreliable = "unreliable",
    }
}

engine::keys! {
    /// Whether troops are formed. A broken unit has no other formation.
    pub enum Order {
        /// Formed and in hand.
        Good = "good",
        /// Shaken in its ranks.
        Disordered = "disordered",
        /// Running, or a crowd.
        Broken = "broken",
    }
}

engine::keys! {
    /// How troops stand. Broken troops have no formation: their order says so.
    pub enum Formation {
        /// Line of battle.
        Line = "line",
        /// Extended line: skirmish order.
        Extended = "extended",
        /// Field column.
        FieldColumn = "field_column",
        /// March column.
        MarchColumn = "march_column",
        /// Mass, for guerrillas only.
        Mass = "mass",
        /// Square, facing all round.
        Square = "square",
        /// In a building.
        Garrison = "garrison",
        /// Cavalry on foot, always in extended line.
        DismountedExtended = "dismounted_extended",
    }
}

engine::keys! {
    /// What kind of troops a unit is.
    pub enum Class {
        /// Regular infantry.
        Regular = "regular",
        /// Militia infantry: as regulars, but always in provisional command.
        Militia = "militia",
        /// Guerrillas on foot.
        Guerrilla = "guerrilla",
        /// Cavalry with sabre or carbine.
        Cavalry = "cavalry",
        /// Cavalry with lances.
        Lancer = "lancer",
        /// Infantry on horses.
        MountedInfantry = "mounted_infantry",
        /// Guerrillas on horses.
        MountedGuerrilla = "mounted_guerrilla",
    }
}

engine::keys! {
    /// Whose troops they are. Only what a rule asks about is told apart.
    pub enum Faction {
        /// The United States.
        Us = "us",
        /// Confederados: Confederates in exile.
        Confederado = "confederado",
        /// The French.
        French = "french",
        /// Anybody else.
        Other = "other",
    }
}

engine::keys! {
    /// What guns, or wagons, are moved on.
    pub enum Carriage {
        /// Field carriages.
        Field = "field",
        /// Pack animals.
        Pack = "pack",
        /// Horse artillery.
        Horse = "horse",
        /// Heavy artillery.
        Heavy = "heavy",
        /// Wagons and supply columns: as limbered artillery.
        Wagon = "wagon",
        /// Fixed guns: they can neither limber nor move.
        Fixed = "fixed",
    }
}

engine::keys! {
    /// Where a unit stands in its army's chain of command.
    pub enum Command {
        /// Inside the radius of a leader of its own chain.
        In = "in",
        /// Inside the radius of some other leader of its side and faction.
        Provisional = "provisional",
        /// Inside nobody's radius.
        Out = "out",
    }
}

engine::keys! {
    /// The letters behind a leader's name.
    pub enum Letter {
        /// Disliked.
        D = "D",
        /// Energetic.
        E = "E",
        /// Gallant.
        G = "G",
        /// Hesitant.
        H = "H",
        /// Laggard.
        L = "L",
        /// Steady.
        S = "S",
    }
}

engine::keys! {
    /// What a target hides behind.
    pub enum Cover {
        /// Nothing.
        Open = "open",
        /// Partial cover: crops, woods, a fence.
        Partial = "partial",
        /// Full cover: a stone wall, a building.
        Full = "full",
        /// A fortified position.
        Fortified = "fortified",
    }
}

engine::keys! {
    /// What kind of ground a charge crossed at its worst.
    pub enum Ground {
        /// Open ground or road.
        Open = "open",
        /// Broken ground.
        Broken = "broken",
        /// Rough ground.
        Rough = "rough",
    }
}

engine::keys! {
    /// What a defender in a charge stands on or behind.
    pub enum Position {
        /// Nothing that helps.
        Open = "open",
        /// Favorable ground.
        Favorable = "favorable",
        /// A strong position.
        Strong = "strong",
        /// Works: a strong position that also holds when hard pressed.
        Fortified = "fortified",
    }
}

macro_rules! plainest {
    ($($kind:ident :: $plainest:ident),+ $(,)?) => {
        $(impl Default for $kind {
            fn default() -> Self {
                $kind::$plainest
            }
        })+
    };
}

plainest!(
    Rating::Trained,
    Effectiveness::Fresh,
    Spirit::Reliable,
    Order::Good,
    Formation::Line,
    Class::Regular,
    Faction::Us,
    Carriage::Field,
    Command::In,
    Cover::Open,
    Ground::Open,
    Position::Open,
);

impl Class {
    /// Whether such troops have horses.
    pub const fn is_cavalry(self) -> bool {
        matches!(self, Class::Cavalry | Class::Lancer | Class::MountedInfantry | Class::MountedGuerrilla)
    }

    /// Whether such troops are guerrillas.
    pub const fn is_guerrilla(self) -> bool {
        matches!(self, Class::Guerrilla | Class::MountedGuerrilla)
    }

    /// Whether such troops sit on their horses in this formation.
    pub const fn is_mounted_in(self, formation: Formation) -> bool {
        self.is_cavalry() && !matches!(formation, Formation::DismountedExtended | Formation::Garrison)
    }
}

impl Faction {
    /// Whether its cavalry may dismount.
    pub const fn cavalry_dismounts(self) -> bool {
        matches!(self, Faction::Us | Faction::Confederado)
    }
}

impl Formation {
    /// Whether it is an extended line, on foot or mounted.
    pub const fn is_extended(self) -> bool {
        matches!(self, Formation::Extended | Formation::DismountedExtended)
    }

    /// Whether it looks to all sides and so has no flank.
    pub const fn is_all_round(self) -> bool {
        matches!(self, Formation::Square | Formation::Garrison)
    }
}

/// LIMIT: gun stands of one battery. A battery has one to three.
pub const GUN_STANDS_MAX: usize = 4;

/// LIMIT: stands of one unit of troops. A regiment has four to twelve.
pub const STANDS_MAX: u8 = 40;

/// One gun stand that is still there; a wrecked one is taken off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GunStand {
    /// Damaged: its fire points are halved, and more damage wrecks it.
    pub damaged: bool,
    /// Silenced: it does not fire until the battery rallies.
    pub silenced: bool,
    /// Low on ammunition: its fire points are halved.
    pub low_ammo: bool,
}

/// LIMIT: gun stands that a situation holds: one more than a battery can have, so that the rules refuse it and not the reader.
pub const GUN_STANDS_READ: usize = GUN_STANDS_MAX + 1;

/// The gun stands of a battery.
pub type GunStands = ArrayVec<GunStand, GUN_STANDS_READ>;

/// Reads gun stands; of too many, as many as it takes to be refused.
pub(crate) fn read_gun_stands<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<GunStands, D::Error> {
    Ok(Vec::<GunStand>::deserialize(reader)?.into_iter().take(GUN_STANDS_READ).collect())
}

/// A leader who rides with a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct AttachedLeader {
    /// The letters behind his name.
    pub letters: Vec<Letter>,
}

impl AttachedLeader {
    /// Whether he has this letter.
    pub fn is(&self, letter: Letter) -> bool {
        self.letters.contains(&letter)
    }
}
