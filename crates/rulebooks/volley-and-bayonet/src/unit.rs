//! What a stand is: its kind, its arms, its markers, and what follows from them.

use engine::chart::Key;
use engine::{Decimal, Refusal, Rule, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Book;
use crate::charts::{Column, Gun, Kind, Level, Limit, Mover, Terrain, Weapon};
use crate::rules::*;

keys! {
    /// How well a stand is drilled.
    #[derive(Default)]
    pub enum Training {
        /// As most are.
        #[default]
        Regular = "regular",
        /// Hardly (optional rule).
        PoorlyTrained = "poorly_trained",
        /// Militia: poorly trained, and always disordered (optional rule).
        Militia = "militia",
    }
}

keys! {
    /// An edge of a base.
    #[derive(Default)]
    pub enum Edge {
        /// The front edge.
        #[default]
        Front = "front",
        /// A side edge.
        Side = "side",
        /// The rear edge, or a march marker.
        Rear = "rear",
    }
}

keys! {
    /// What a building is made of.
    #[derive(Default)]
    pub enum Construction {
        /// Stone.
        Stone = "stone",
        /// Wood.
        #[default]
        Wooden = "wooden",
    }
}

/// What a stand moves and fights as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Body {
    /// A brigade of foot; mounted infantry on foot.
    InfBrigade,
    /// A cavalry brigade on foot.
    CavDismounted,
    /// An infantry skirmisher; a cavalry skirmisher on foot.
    InfSkirmisher,
    /// A cavalry brigade in the saddle.
    CavBrigade,
    /// A cavalry skirmisher in the saddle.
    CavSkirmisher,
    /// Mounted infantry in the saddle.
    MountedInf,
    /// Guns.
    Artillery,
}

/// One stand with its markers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stand {
    /// What kind of stand it is.
    pub kind: Kind,
    /// Strength points it still has.
    pub sp: u8,
    /// Its morale rating: 3 raw, 4 average, 5 veteran, 6 elite.
    pub morale: u8,
    /// Its morale level.
    #[serde(default = "good")]
    pub level: Level,
    /// What its men carry (all but artillery).
    #[serde(default)]
    pub weapon: Option<Weapon>,
    /// What its guns are (artillery only).
    #[serde(default)]
    pub gun: Option<Gun>,
    /// Repeaters: Spencer, Henry or Winchester (cartridge weapons only).
    #[serde(default)]
    pub repeater: bool,
    /// Sharpshooters (infantry skirmishers only).
    #[serde(default)]
    pub sharpshooter: bool,
    /// How well it is drilled.
    #[serde(default)]
    pub training: Training,
    /// Cavalry or mounted infantry on foot.
    #[serde(default)]
    pub dismounted: bool,
    /// Artillery hitched up.
    #[serde(default)]
    pub limbered: bool,
    /// In march column.
    #[serde(default)]
    pub march_column: bool,
    /// Has the stationary marker.
    #[serde(default)]
    pub stationary: bool,
    /// Has gone to ground.
    #[serde(default)]
    pub gone_to_ground: bool,
    /// Has a dedicated gun.
    #[serde(default)]
    pub dedicated_gun: bool,
    /// Infantry skirmishers that reinforce it (brigades on foot only).
    #[serde(default)]
    pub reinforcing: u8,
    /// Rallied from rout this player turn.
    #[serde(default)]
    pub rallied: bool,
    /// The army commander is attached to it.
    #[serde(default)]
    pub army_commander: bool,
}

fn good() -> Level {
    Level::Good
}

impl Stand {
    /// A plain stand of this kind in good order.
    pub const fn new(kind: Kind, sp: u8, morale: u8) -> Self {
        Stand {
            kind,
            sp,
            morale,
            level: Level::Good,
            weapon: None,
            gun: None,
            repeater: false,
            sharpshooter: false,
            training: Training::Regular,
            dismounted: false,
            limbered: false,
            march_column: false,
            stationary: false,
            gone_to_ground: false,
            dedicated_gun: false,
            reinforcing: 0,
            rallied: false,
            army_commander: false,
        }
    }

    /// A brigade of foot in good order.
    pub const fn brigade(weapon: Weapon, sp: u8, morale: u8) -> Self {
        Stand { weapon: Some(weapon), ..Stand::new(Kind::InfBrigade, sp, morale) }
    }

    /// A cavalry brigade in the saddle and in good order.
    pub const fn cavalry(sp: u8, morale: u8) -> Self {
        Stand { weapon: Some(Weapon::RifledCarbine), ..Stand::new(Kind::CavBrigade, sp, morale) }
    }

    /// Unlimbered guns: a battery if it has one strength point.
    pub const fn guns(gun: Gun, sp: u8, morale: u8) -> Self {
        let kind = if sp < 2 { Kind::ArtBattery } else { Kind::ArtBattalion };
        Stand { gun: Some(gun), ..Stand::new(kind, sp, morale) }
    }

    /// What it moves and fights as.
    pub const fn body(&self) -> Body {
        match (self.kind, self.dismounted) {
            (Kind::InfBrigade, _) | (Kind::MountedInf, true) => Body::InfBrigade,
            (Kind::InfSkirmisher, _) | (Kind::CavSkirmisher, true) => Body::InfSkirmisher,
            (Kind::CavBrigade, true) => Body::CavDismounted,
            (Kind::CavBrigade, false) => Body::CavBrigade,
            (Kind::CavSkirmisher, false) => Body::CavSkirmisher,
            (Kind::MountedInf, false) => Body::MountedInf,
            (Kind::ArtBattalion | Kind::ArtBattery, _) => Body::Artillery,
        }
    }

    /// Whether it is guns.
    pub const fn is_artillery(&self) -> bool {
        matches!(self.body(), Body::Artillery)
    }

    /// Whether it is in the saddle.
    pub const fn is_mounted(&self) -> bool {
        matches!(self.body(), Body::CavBrigade | Body::CavSkirmisher | Body::MountedInf)
    }

    /// Whether it is on foot: infantry or dismounted.
    pub const fn is_foot(&self) -> bool {
        matches!(self.body(), Body::InfBrigade | Body::CavDismounted | Body::InfSkirmisher)
    }

    /// Whether it is a skirmisher.
    pub const fn is_skirmisher(&self) -> bool {
        matches!(self.kind, Kind::InfSkirmisher | Kind::CavSkirmisher)
    }

    /// Whether it is a brigade.
    pub const fn is_brigade(&self) -> bool {
        matches!(self.kind, Kind::InfBrigade | Kind::CavBrigade | Kind::MountedInf)
    }

    /// Whether it has horses.
    pub const fn has_horses(&self) -> bool {
        matches!(self.kind, Kind::CavBrigade | Kind::CavSkirmisher | Kind::MountedInf)
    }

    /// Whether it carries cartridge weapons.
    pub fn has_cartridges(&self, book: &Book) -> bool {
        self.weapon.is_some_and(|weapon| book.tables.cartridge.at(weapon).value)
    }

    /// ASA: cartridge weapons, on foot, not routed (S70).
    pub fn is_asa(&self, book: &Book) -> bool {
        self.has_cartridges(book) && self.is_foot() && self.level != Level::Rout
    }

    /// Whether the table plays it as poorly trained; militia are so too.
    pub fn is_poor(&self, book: &Book) -> bool {
        match self.training {
            Training::Regular => false,
            Training::PoorlyTrained => book.switches.poorly_trained,
            Training::Militia => book.switches.militia,
        }
    }

    /// Its row of the movement chart.
    pub const fn mover(&self) -> Mover {
        match self.body() {
            Body::Artillery if self.limbered => Mover::ArtLimbered,
            Body::Artillery => Mover::ArtUnlimbered,
            Body::CavBrigade | Body::CavSkirmisher | Body::MountedInf => Mover::Cavalry,
            Body::InfBrigade | Body::CavDismounted | Body::InfSkirmisher => Mover::Infantry,
        }
    }

    /// Its column of the terrain chart.
    pub const fn column(&self) -> Column {
        match self.body() {
            Body::InfBrigade | Body::CavDismounted => Column::InfBrigade,
            Body::InfSkirmisher => Column::InfSkirmisher,
            Body::CavBrigade | Body::MountedInf => Column::CavBrigade,
            Body::CavSkirmisher => Column::CavSkirmisher,
            Body::Artillery => Column::Artillery,
        }
    }

    /// Inches of its full move, a dedicated gun's drag counted; routed or retreating guns limber first.
    pub fn full_move(&self, book: &Book) -> Decimal {
        let mover = if self.is_artillery() { Mover::ArtLimbered } else { self.mover() };
        let tables = &book.tables;
        let with_gun = tables.move_with_gun.at(mover).value.filter(|_| self.dedicated_gun);
        with_gun.unwrap_or(tables.move_in.at(mover).value)
    }

    /// The same stand on another level; what that level does not allow comes off.
    pub fn on_level(mut self, level: Level) -> Self {
        self.level = level;
        if matches!(level, Level::TempDisorder | Level::Rout | Level::Eliminated) {
            self.stationary = false;
        }
        if matches!(level, Level::Rout | Level::Eliminated) {
            self.march_column = false;
            self.gone_to_ground = false;
            self.dedicated_gun = false;
            self.reinforcing = 0;
        }
        self
    }
}

/// Whether a level is disorder of any kind.
pub const fn is_disordered(level: Level) -> bool {
    matches!(level, Level::TempDisorder | Level::PermDisorder | Level::Rout)
}

/// Whether terrain is a line to stand behind.
pub const fn is_works(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::FieldWorks | Terrain::HastyWorks | Terrain::SunkenRoad)
}

/// Whether terrain is a town block, village, fort or fortress.
pub const fn is_building(terrain: Terrain) -> bool {
    matches!(terrain, Terrain::Town | Terrain::Village | Terrain::Fort | Terrain::Fortress)
}

/// The rule a stand's kind of dice stands under, for refusals about what it is.
const fn dice_rule(kind: Kind) -> Rule {
    match kind {
        Kind::InfBrigade | Kind::MountedInf => VB_DICE_TABLE,
        Kind::InfSkirmisher => VB_DICE_INF_SKIRMISHER,
        Kind::CavBrigade => VB_DICE_CAV_BRIGADE,
        Kind::CavSkirmisher => VB_DICE_CAV_SKIRMISHER,
        Kind::ArtBattalion => VB_DICE_ART_LONG,
        Kind::ArtBattery => VB_DICE_ART_BATTERY,
    }
}

/// Refuses a stand that cannot be.
pub(crate) fn check_stand(book: &Book, refusal: &mut Refusal, field: &str, stand: &Stand) {
    let place = |name: &str| format!("{field}.{name}");
    let number = |limit| book.limit(limit).thousandths() / 1000;
    let (low, high) = (number(Limit::MoraleMin), number(Limit::MoraleMax));
    refusal.unless((low..=high).contains(&stand.morale.into()), &place("morale"), VB_MOR_FAIL, || {
        format!("a morale rating is {low} to {high}")
    });
    check_strength(book, refusal, field, stand);
    check_arms(book, refusal, field, stand);
    let artillery = stand.is_artillery();
    refusal.unless(stand.level != Level::Eliminated, &place("level"), VB_MOR_LEVEL_ELIMINATED, || {
        "the stand is gone".to_owned()
    });
    refusal.unless(!stand.dismounted || stand.has_horses(), &place("dismounted"), VB_MSC_MOUNT, || {
        "only cavalry and mounted infantry dismount".to_owned()
    });
    refusal.unless(!stand.limbered || artillery, &place("limbered"), VB_MOV_ART_LIMBER_FREE, || {
        "only artillery limbers".to_owned()
    });
    let unlimbered = artillery && !stand.limbered;
    refusal.unless(!(stand.march_column && unlimbered), &place("march_column"), VB_MARCH_UNLIMBERED, || {
        "unlimbered artillery does not march".to_owned()
    });
    check_markers(book, refusal, field, stand);
}

fn check_strength(book: &Book, refusal: &mut Refusal, field: &str, stand: &Stand) {
    let most = book.limit(Limit::SpMax).thousandths() / 1000;
    let fewest = match stand.kind {
        Kind::ArtBattalion => book.limit(Limit::BattalionSpMin).thousandths() / 1000,
        _ => 1,
    };
    // A battalion that has lost points is still a battalion; one point is the least that is on the table.
    let scale = if stand.is_artillery() { VB_SCALE_SP_GUNS } else { VB_SCALE_SP_MEN };
    refusal.unless((1..=most).contains(&stand.sp.into()), &format!("{field}.sp"), scale, || {
        format!("a stand has 1 to {most} strength points")
    });
    refusal.unless(
        stand.kind != Kind::ArtBattery || i32::from(stand.sp) < fewest.max(2),
        &format!("{field}.sp"),
        VB_SCALE_SP_GUNS,
        || "a battery has one strength point: more are a battalion".to_owned(),
    );
}

fn check_arms(book: &Book, refusal: &mut Refusal, field: &str, stand: &Stand) {
    let place = |name: &str| format!("{field}.{name}");
    let artillery = stand.is_artillery();
    refusal.unless(artillery == stand.gun.is_some(), &place("gun"), VB_RNG_TABLE_ART, || {
        if artillery {
            "name the guns: sb_field, rifled_field and so on".to_owned()
        } else {
            format!("{} has no guns of its own", stand.kind.name())
        }
    });
    refusal.unless(!(artillery && stand.weapon.is_some()), &place("weapon"), VB_RNG_TABLE_SMALL, || {
        "artillery has no small arms".to_owned()
    });
    refusal.unless(!stand.is_foot() || stand.weapon.is_some(), &place("weapon"), VB_RNG_TABLE_SMALL, || {
        "name the weapon: smoothbore, rifled_musket and so on".to_owned()
    });
    refusal.unless(!stand.repeater || stand.has_cartridges(book), &place("repeater"), VB_MSC_REPEATERS, || {
        "repeaters are cartridge weapons".to_owned()
    });
    let skirmisher = stand.body() == Body::InfSkirmisher;
    refusal.unless(!stand.sharpshooter || skirmisher, &place("sharpshooter"), VB_DICE_NOTE_SHARPSHOOTER, || {
        "only infantry skirmishers are sharpshooters".to_owned()
    });
    refusal.unless(!stand.dedicated_gun || stand.is_brigade(), &place("dedicated_gun"), VB_DICE_NOTE_GUN, || {
        "only brigades have dedicated guns".to_owned()
    });
    let most = book.limit(Limit::ReinforcingMax).thousandths() / 1000;
    let may = if stand.body() == Body::InfBrigade { most } else { 0 };
    refusal.unless(i32::from(stand.reinforcing) <= may, &place("reinforcing"), VB_DICE_NOTE_REINFORCE, || {
        format!("at most {most} infantry skirmishers reinforce an infantry brigade, and nothing else")
    });
}

fn check_markers(book: &Book, refusal: &mut Refusal, field: &str, stand: &Stand) {
    let place = |name: &str| format!("{field}.{name}");
    let still = match stand.body() {
        Body::InfBrigade | Body::CavDismounted => !stand.march_column,
        Body::Artillery => !stand.limbered,
        _ => false,
    };
    let rule = if stand.gone_to_ground { VB_MSC_GTG_STATIONARY } else { dice_rule(stand.kind) };
    let orderly = !matches!(stand.level, Level::TempDisorder | Level::Rout);
    refusal.unless(
        !stand.stationary || (still && orderly && !stand.gone_to_ground),
        &place("stationary"),
        rule,
        || "only steady brigades on foot and unlimbered guns that stand up are stationary".to_owned(),
    );
    let lies = stand.is_asa(book) && !stand.march_column;
    refusal.unless(!stand.gone_to_ground || lies, &place("gone_to_ground"), VB_MSC_GTG, || {
        "only cartridge-armed troops on foot go to ground".to_owned()
    });
    refusal.unless(
        !stand.rallied || stand.level == Level::PermDisorder,
        &place("rallied"),
        VB_MOR_LEVEL_PERM_TURN,
        || "a stand that rallied is permanently disordered".to_owned(),
    );
    let helpless = stand.level == Level::Rout;
    refusal.unless(!(helpless && stand.dedicated_gun), &place("dedicated_gun"), VB_ROUT_GUN, || {
        "a routed stand has lost its dedicated gun".to_owned()
    });
    refusal.unless(
        !(helpless && (stand.march_column || stand.reinforcing > 0)),
        &place("level"),
        VB_ROUT_HELPLESS,
        || "a routed stand is neither in column nor reinforced".to_owned(),
    );
    let militia = stand.training == Training::Militia && stand.is_poor(book);
    let steady = matches!(stand.level, Level::Good | Level::TempDisorder);
    refusal.unless(!(militia && steady), &place("level"), VB_MSC_MILITIA, || {
        "militia are permanently disordered, or routed".to_owned()
    });
}
