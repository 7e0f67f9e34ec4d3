//! What a unit is, and how losses and Disorder Markers change it (sections 2.1 and 5.3 step 6).

use std::fmt;

use engine::chart::Key;
use engine::{Asks, Refusal, Rule, Ruling, Side, counted, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Grade, Limit, StandKind, Weapon, WeaponClass};
use crate::command::{Superior, check_chain};
use crate::cover::{SHELTERS_MAX, Shelter};
use crate::rules::*;
use crate::{Book, Event, Referee};

keys! {
    /// The arm of a unit.
    #[derive(Default)]
    pub enum Arm {
        /// Foot.
        #[default]
        Infantry = "infantry",
        /// Horse, mounted or dismounted.
        Cavalry = "cavalry",
        /// Guns that walk.
        Artillery = "artillery",
        /// Guns that ride.
        HorseArtillery = "horse-artillery",
        /// Supply wagons.
        Wagon = "wagon",
    }
}

impl Arm {
    /// Whether it is guns of either kind.
    pub const fn is_artillery(self) -> bool {
        matches!(self, Arm::Artillery | Arm::HorseArtillery)
    }

    /// Whether it is infantry or cavalry.
    pub const fn is_foot_or_horse(self) -> bool {
        matches!(self, Arm::Infantry | Arm::Cavalry)
    }
}

keys! {
    /// How a unit stands.
    #[derive(Default)]
    pub enum Formation {
        /// One rank.
        #[default]
        Line = "line",
        /// Two ranks.
        DoubleLine = "double-line",
        /// Three ranks or more on a front of two stands or more.
        Deep = "deep",
        /// A front of one stand.
        Column = "column",
        /// Infantry facing all ways.
        Square = "square",
        /// Open order, all round.
        Skirmish = "skirmish",
        /// Guns hitched up.
        Limbered = "limbered",
        /// Guns ready to fire.
        Unlimbered = "unlimbered",
    }
}

keys! {
    /// How deep a unit stands, as far as the charts ask.
    pub enum Ranks {
        /// One rank.
        One = "one",
        /// Two ranks.
        Two = "two",
        /// Three ranks or more, or a square.
        ThreeOrMore = "three-or-more",
    }
}

keys! {
    /// How a unit withdrew.
    #[derive(Default)]
    pub enum Withdrawal {
        /// It did not.
        #[default]
        None = "none",
        /// It retreated.
        Retreat = "retreat",
        /// It routed.
        Rout = "rout",
    }
}

keys! {
    /// When a unit last took effective fire from its flank or rear.
    #[derive(Default)]
    pub enum FlankFire {
        /// Neither this turn nor last turn.
        #[default]
        None = "none",
        /// In the previous turn.
        LastTurn = "last-turn",
        /// In this turn only.
        ThisTurn = "this-turn",
    }
}

keys! {
    /// What a unit fights with hand to hand.
    #[derive(Default)]
    pub enum MeleeWeapon {
        /// Bayonets, sabres, clubbed muskets.
        #[default]
        Plain = "plain",
        /// Lances.
        Lance = "lance",
        /// Pikes.
        Pike = "pike",
    }
}

keys! {
    /// The kind of cavalry.
    #[derive(Default)]
    pub enum CavalryClass {
        /// Light cavalry: nearly all of this war.
        #[default]
        Light = "light",
        /// Heavy cavalry.
        Heavy = "heavy",
    }
}

keys! {
    /// From where fire or an attack comes, seen from the unit it falls on.
    #[derive(Default)]
    pub enum Direction {
        /// Within 45 degrees of straight ahead.
        #[default]
        Front = "front",
        /// From the side: the unit is enfiladed.
        Flank = "flank",
        /// From behind, beyond 135 degrees.
        Rear = "rear",
    }
}

/// A unit as the charts ask about it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Unit {
    /// Its arm.
    #[serde(default)]
    pub arm: Arm,
    /// How it stands.
    #[serde(default)]
    pub formation: Formation,
    /// Whether it is mounted (cavalry only).
    #[serde(default)]
    pub mounted: bool,
    /// Its Elan; a green unit rolls for it when it is first needed.
    #[serde(default)]
    pub grade: Grade,
    /// Figures it still has; for artillery the crew.
    pub figures: u16,
    /// Figures it has lost in the battle so far.
    #[serde(default)]
    pub figures_lost: u16,
    /// Disorder Markers on it.
    #[serde(default)]
    pub disorder: u8,
    /// Gun models (artillery only).
    #[serde(default)]
    pub guns: u16,
    /// What it shoots with.
    #[serde(default)]
    pub weapon: Option<Weapon>,
    /// What it fights with hand to hand.
    #[serde(default)]
    pub melee_weapon: MeleeWeapon,
    /// The kind of cavalry.
    #[serde(default)]
    pub cavalry_class: CavalryClass,
    /// Whether it has the marksmen skill.
    #[serde(default)]
    pub marksmen: bool,
    /// Whether it has not yet fired small arms in this battle.
    #[serde(default)]
    pub first_volley: bool,
    /// Whether it is out of ammunition (optional rule).
    #[serde(default)]
    pub out_of_ammo: bool,
    /// Whether it is fatigued (optional rule).
    #[serde(default)]
    pub fatigued: bool,
    /// Whether an earlier test left it Overenthusiastic.
    #[serde(default)]
    pub overenthusiastic: bool,
    /// Whether it withdrew in the previous turn, and how.
    #[serde(default)]
    pub withdrew_last_turn: Withdrawal,
    /// When it last took effective fire from its flank or rear.
    #[serde(default)]
    pub flank_fire: FlankFire,
    /// Whether it is a column on a road.
    #[serde(default)]
    pub on_road: bool,
    /// What it stands in or behind.
    #[serde(default)]
    pub shelters: Vec<Shelter>,
    /// Its commanders, brigade first, as far as they matter here.
    #[serde(default)]
    pub chain: Vec<Superior>,
}

/// LIMIT: figures of one unit; the largest regiment of the charts has 36.
pub const FIGURES_MAX: u16 = 200;
/// LIMIT: gun models of one battery.
pub const GUNS_MAX: u16 = 12;

impl Unit {
    /// A fresh regular regiment in line with rifled muskets.
    pub const fn infantry(figures: u16) -> Self {
        Unit {
            arm: Arm::Infantry,
            formation: Formation::Line,
            mounted: false,
            grade: Grade::Regular,
            figures,
            figures_lost: 0,
            disorder: 0,
            guns: 0,
            weapon: Some(Weapon::RifledMusket),
            melee_weapon: MeleeWeapon::Plain,
            cavalry_class: CavalryClass::Light,
            marksmen: false,
            first_volley: false,
            out_of_ammo: false,
            fatigued: false,
            overenthusiastic: false,
            withdrew_last_turn: Withdrawal::None,
            flank_fire: FlankFire::None,
            on_road: false,
            shelters: Vec::new(),
            chain: Vec::new(),
        }
    }

    /// A fresh regular regiment of mounted cavalry in line with carbines.
    pub fn cavalry(figures: u16) -> Self {
        Unit { arm: Arm::Cavalry, mounted: true, weapon: Some(Weapon::MuzzleLoadingCarbine), ..Unit::infantry(figures) }
    }

    /// A fresh regular battery of so many gun models, unlimbered, two crew figures each.
    pub fn battery(guns: u16, weapon: Weapon) -> Self {
        Unit {
            arm: Arm::Artillery,
            formation: Formation::Unlimbered,
            guns,
            weapon: Some(weapon),
            ..Unit::infantry(guns.saturating_mul(2))
        }
    }

    /// The part that changes while it fires, tests and fights.
    pub const fn condition(&self) -> Condition {
        Condition { figures: self.figures, figures_lost: self.figures_lost, disorder: self.disorder }
    }

    /// The kind of stand it is made of.
    pub const fn stand(&self) -> StandKind {
        match (self.arm, self.mounted) {
            (Arm::Infantry, _) => StandKind::Infantry,
            (Arm::Cavalry, true) => StandKind::Cavalry,
            (Arm::Cavalry, false) => StandKind::Dismounted,
            (Arm::Artillery | Arm::HorseArtillery, _) => StandKind::ArtilleryCrew,
            (Arm::Wagon, _) => StandKind::Wagon,
        }
    }

    /// How many stands so many figures of it make.
    pub fn stands(&self, book: &Book, figures: u16) -> u16 {
        figures.div_ceil(book.tables.turn.figures_per_stand.at(self.stand()).value.max(1))
    }

    /// Section 2.1: how deep it stands, with so many figures left.
    pub fn ranks(&self, book: &Book, figures: u16) -> Ranks {
        match self.formation {
            Formation::DoubleLine => Ranks::Two,
            Formation::Deep | Formation::Square => Ranks::ThreeOrMore,
            Formation::Column if self.arm != Arm::Wagon => match self.stands(book, figures) {
                0 | 1 => Ranks::One,
                2 => Ranks::Two,
                _ => Ranks::ThreeOrMore,
            },
            _ => Ranks::One,
        }
    }

    /// Skirmishers, squares, and the garrisons of rifle pits and buildings have neither flank nor rear (8.4).
    pub fn is_all_round(&self) -> bool {
        let pit_or_house = |shelter: &Shelter| matches!(shelter, Shelter::RiflePit | Shelter::Building);
        matches!(self.formation, Formation::Skirmish | Formation::Square) || self.shelters.iter().any(pit_or_house)
    }

    /// Whether it is mounted cavalry.
    pub const fn rides(&self) -> bool {
        matches!(self.arm, Arm::Cavalry) && self.mounted
    }
}

/// The part of a unit that fire, morale and melee change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Condition {
    /// Figures it still has.
    pub figures: u16,
    /// Figures it has lost in the battle so far.
    pub figures_lost: u16,
    /// Disorder Markers on it.
    pub disorder: u8,
}

/// The unit as a player would say it: `9 figures, 1 marker`.
impl fmt::Display for Condition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let markers = counted(self.disorder, "marker", "markers");
        write!(f, "{}, {markers}", counted(self.figures, "figure", "figures"))
    }
}

impl Condition {
    /// Whether anything of it is left.
    pub const fn is_gone(self) -> bool {
        self.figures == 0
    }

    /// So many more Disorder Markers, up to the most a unit can carry (SL-03).
    pub fn take_markers(&mut self, book: &Book, markers: u8) {
        let most = book.limit(Limit::DisorderMax) as u8;
        self.disorder = self.disorder.saturating_add(markers).min(most);
    }

    /// Takes figures away, never more than there are; gives how many went. A unit without figures has no markers either.
    pub fn lose(&mut self, figures: u16) -> u16 {
        let gone = figures.min(self.figures);
        self.figures -= gone;
        self.figures_lost += gone;
        if self.figures == 0 {
            self.disorder = 0;
        }
        gone
    }

    /// It surrenders, or is lost some other way.
    pub fn vanish(&mut self) {
        let all = self.figures;
        self.lose(all);
    }
}

/// Refuses a unit that cannot be.
pub(crate) fn check_unit(book: &Book, refusal: &mut Refusal, field: &str, unit: &Unit) {
    let place = |name: &str| format!("{field}.{name}");
    let most = book.limit(Limit::DisorderMax);
    refusal.unless((1..=FIGURES_MAX).contains(&unit.figures), &place("figures"), BY_STR_TABLE, || {
        format!("a unit has 1 to {FIGURES_MAX} figures")
    });
    refusal.unless(unit.figures_lost <= FIGURES_MAX, &place("figures_lost"), BY_MOR_MOD_LOSSES, || {
        format!("a unit cannot have lost more than {FIGURES_MAX} figures")
    });
    refusal.unless(u16::from(unit.disorder) <= most, &place("disorder"), BY_MOR_MOD_DISORDER, || {
        format!("a unit carries at most {most} Disorder Markers")
    });
    check_formation(book, refusal, &place("formation"), unit);
    check_weapon(book, refusal, &place("weapon"), unit);
    refusal.unless(!unit.mounted || unit.arm == Arm::Cavalry, &place("mounted"), BY_MOVE_WALK, || {
        format!("{} has no horses to mount", unit.arm)
    });
    let guns = if unit.arm.is_artillery() { 1..=GUNS_MAX } else { 0..=0 };
    refusal.unless(guns.contains(&unit.guns), &place("guns"), BY_FP_TABLE, || match unit.arm.is_artillery() {
        true => format!("a battery has 1 to {GUNS_MAX} gun models"),
        false => format!("{} has no guns", unit.arm),
    });
    let column = matches!(unit.formation, Formation::Column | Formation::Limbered);
    refusal.unless(!unit.on_road || column, &place("on_road"), BY_FIRE_MOD_EXPOSED, || {
        "only a column or a limbered unit is a road column".to_owned()
    });
    let lances = unit.melee_weapon != MeleeWeapon::Lance || unit.arm == Arm::Cavalry;
    refusal
        .unless(lances, &place("melee_weapon"), BY_MEL_MOD_LANCERS_V_INF, || "only cavalry carries lances".to_owned());
    let pikes = unit.melee_weapon != MeleeWeapon::Pike || unit.arm == Arm::Infantry;
    refusal.unless(pikes, &place("melee_weapon"), BY_MEL_MOD_PIKE_V_CAV, || "only infantry carries pikes".to_owned());
    refusal.unless(unit.shelters.len() <= SHELTERS_MAX, &place("shelters"), BY_TER_TABLE, || {
        format!("give at most {SHELTERS_MAX} shelters")
    });
    let room = book.limit(Limit::BuildingCapacity);
    let crowded = unit.shelters.contains(&Shelter::Building) && unit.figures > room;
    refusal.unless(!crowded, &place("shelters"), BY_TER_BUILDING, || format!("a building holds {room} figures"));
    check_chain(book, refusal, &place("chain"), &unit.chain);
}

/// Refuses a formation that the arm does not have.
fn check_formation(book: &Book, refusal: &mut Refusal, field: &str, unit: &Unit) {
    use Formation::{Column, Deep, DoubleLine, Limbered, Line, Skirmish, Square, Unlimbered};
    let (fits, rule) = match unit.arm {
        Arm::Infantry => {
            (matches!(unit.formation, Line | DoubleLine | Deep | Column | Square | Skirmish), BY_MOVE_INF_LINE)
        }
        Arm::Cavalry if unit.mounted => {
            (matches!(unit.formation, Line | DoubleLine | Deep | Column | Skirmish), BY_MOVE_CAV_COLUMN)
        }
        Arm::Cavalry => (unit.formation == Skirmish, BY_MOVE_DISM),
        Arm::Artillery => (matches!(unit.formation, Limbered | Unlimbered), BY_MOVE_ART_COLUMN),
        Arm::HorseArtillery => (matches!(unit.formation, Limbered | Unlimbered), BY_MOVE_HART_COLUMN),
        Arm::Wagon => (matches!(unit.formation, Column | Limbered), BY_MOVE_ART_COLUMN),
    };
    let riding = if unit.mounted || unit.arm != Arm::Cavalry { "" } else { "dismounted " };
    refusal.unless(fits, field, rule, || format!("{riding}{} cannot be in {}", unit.arm, unit.formation));
    let stands = unit.stands(book, unit.figures);
    let square = book.limit(Limit::SquareStands);
    let whole = unit.formation != Square || stands >= square;
    refusal.unless(whole, field, BY_HOUSE_SQUARE, || {
        format!("a square needs {square} stands, and this unit has {stands}")
    });
}

/// Refuses a weapon that the arm does not carry.
fn check_weapon(book: &Book, refusal: &mut Refusal, field: &str, unit: &Unit) {
    let Some(weapon) = unit.weapon else {
        return;
    };
    let class = book.tables.fire.class.at(weapon).value;
    let fits = match unit.arm {
        Arm::Infantry | Arm::Cavalry => class == WeaponClass::SmallArm,
        Arm::Artillery | Arm::HorseArtillery => !matches!(class, WeaponClass::SmallArm | WeaponClass::Naval),
        Arm::Wagon => false,
    };
    refusal.unless(fits, field, BY_FP_TABLE, || format!("{} does not carry a {weapon}", unit.arm));
}

/// Refuses a direction that the unit does not have (8.4).
pub(crate) fn check_direction(refusal: &mut Refusal, field: &str, unit: &Unit, from: Direction, rule: Rule) {
    refusal.unless(from == Direction::Front || !unit.is_all_round(), field, rule, || {
        format!("a unit in {} here has neither flank nor rear", unit.formation.name())
    });
}

/// The grade, rolled now if it is green (section 14).
pub(crate) fn settle_grade<U: Referee>(book: &Book, grade: Grade, umpire: &mut U) -> Ruling<Grade, U> {
    if grade != Grade::Green {
        return Ok(grade);
    }
    umpire.cite(BY_ELAN_GREEN);
    let die = umpire.d10(BY_GREEN_ROLL)?;
    let found = umpire.read(book.tables.morale.green.at(die)?);
    match found {
        Grade::Militia => umpire.cite(BY_GREEN_0),
        Grade::Poor => umpire.cite(BY_GREEN_1TO3),
        Grade::Regular => umpire.cite(BY_GREEN_4TO7),
        Grade::Veteran => umpire.cite(BY_GREEN_8),
        Grade::Elite => umpire.cite(BY_GREEN_9),
        Grade::Green => {}
    }
    umpire.tell(|| Event::GradeFound { grade: found });
    Ok(found)
}

/// Who owns a unit, for questions; and the first number by which its commanders are called in them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Owner {
    pub side: Side,
    pub first_piece: u16,
}
