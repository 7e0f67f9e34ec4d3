//! Random forces (section 13): brigades, regiments, batteries and their leaders by lot.
//!
//! Not a procedure, because the ways its dice can fall are too many to list; it asks the umpire like all others.

use engine::{Asks, Die, Modifiers, Ruling, Side, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{ForceItem, Grade, LeaderType, Limit, StandKind, Weapon, WeaponDie};
use crate::citations::{WEAPON_ROWS, cite_row};
use crate::loss::find_leader;
use crate::rules::*;
use crate::{Book, Referee};

keys! {
    /// An arm for which a weapon is rolled: a column of the chart.
    pub enum MusterArm {
        /// Infantry.
        Infantry = "infantry",
        /// Cavalry.
        Cavalry = "cavalry",
        /// Artillery.
        Artillery = "artillery",
    }
}

/// What force is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MusterRequest {
    /// Whose force it is.
    pub side: Side,
    /// The year of the battle.
    pub year: i16,
}

/// A regiment by lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Regiment {
    /// Its figures.
    pub figures: u16,
    /// Its weapon.
    pub weapon: Weapon,
    /// Its Elan.
    pub grade: Grade,
}

/// A battery by lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Battery {
    /// Whether it is horse artillery.
    pub horse: bool,
    /// Its gun models.
    pub guns: u16,
    /// Its crew figures.
    pub crew: u16,
    /// Its guns.
    pub weapon: Weapon,
    /// Its Elan.
    pub grade: Grade,
}

/// A brigade by lot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Brigade {
    /// The number of its division, counted from one.
    pub division: u16,
    /// Whether it is cavalry.
    pub cavalry: bool,
    /// What kind of leader it has.
    pub leader: LeaderType,
    /// Its regiments.
    pub regiments: Vec<Regiment>,
    /// Its batteries.
    pub batteries: Vec<Battery>,
}

/// A division by lot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Division {
    /// What kind of leader it has.
    pub leader: LeaderType,
    /// Its batteries.
    pub batteries: Vec<Battery>,
}

/// A force by lot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Force {
    /// Whose force it is.
    pub side: Side,
    /// The year of the battle.
    pub year: i16,
    /// Its brigades.
    pub brigades: Vec<Brigade>,
    /// Its divisions.
    pub divisions: Vec<Division>,
}

/// Section 13: rolls up a force.
pub fn random_force<U: Referee>(book: &Book, request: MusterRequest, umpire: &mut U) -> Ruling<Force, U> {
    umpire.cite(BY_RND_TABLE);
    let count = dice(book, ForceItem::Brigades, BY_RND_BRIGADES, umpire)?;
    let per_division = umpire.read(book.tables.limits.at(Limit::BrigadesPerDivision)).max(1);
    let mut brigades = Vec::new();
    for index in 0..count {
        brigades.push(brigade(book, request, index, index / per_division + 1, umpire)?);
    }
    let mut divisions = Vec::new();
    for _ in 0..count.div_ceil(per_division) {
        let leader = find_leader(book, umpire)?;
        umpire.cite(BY_RND_DIVART);
        let batteries = batteries(book, request, ForceItem::DivisionArtillery, false, umpire)?;
        divisions.push(Division { leader, batteries });
    }
    Ok(Force { side: request.side, year: request.year, brigades, divisions })
}

/// As many as the dice of a line of the chart show.
fn dice<U: Referee>(book: &Book, item: ForceItem, rule: engine::Rule, umpire: &mut U) -> Ruling<u16, U> {
    let dice = umpire.read(book.tables.muster.dice.at(item)).unwrap_or_default();
    Ok(umpire.sum(dice, Die::D6, rule)?.max(0) as u16)
}

fn brigade<U: Referee>(
    book: &Book,
    request: MusterRequest,
    index: u16,
    division: u16,
    umpire: &mut U,
) -> Ruling<Brigade, U> {
    let count = dice(book, ForceItem::Regiments, BY_RND_REGIMENTS, umpire)?;
    // SL-57: the first brigade is infantry; any other may be cavalry.
    let face = book.limit(Limit::CavalryFace) as i16;
    let cavalry = index > 0 && umpire.d6(BY_RND_REGIMENTS)? == face;
    let leader = find_leader(book, umpire)?;
    let mut regiments = Vec::new();
    for _ in 0..count {
        let figures = regiment_size(book, cavalry, umpire)?;
        let arm = if cavalry { MusterArm::Cavalry } else { MusterArm::Infantry };
        let (weapon, grade) = random_unit(book, request, arm, umpire)?;
        regiments.push(Regiment { figures, weapon, grade });
    }
    umpire.cite(BY_RND_BDEART);
    let batteries = batteries(book, request, ForceItem::BrigadeArtillery, cavalry, umpire)?;
    Ok(Brigade { division, cavalry, leader, regiments, batteries })
}

/// RD-07: the printed size, or so many stands as two dice show.
fn regiment_size<U: Referee>(book: &Book, cavalry: bool, umpire: &mut U) -> Ruling<u16, U> {
    let (item, rule, stand) = match cavalry {
        true => (ForceItem::CavalrySize, BY_RND_CAVSIZE, StandKind::Cavalry),
        false => (ForceItem::InfantrySize, BY_RND_INFSIZE, StandKind::Infantry),
    };
    umpire.cite(rule);
    if !book.switches.rolled_regiments {
        return Ok(umpire.read(book.tables.muster.fixed.at(item)).unwrap_or_default());
    }
    let stands = dice(book, item, rule, umpire)?;
    Ok(stands.saturating_mul(umpire.read(book.tables.turn.figures_per_stand.at(stand))))
}

fn batteries<U: Referee>(
    book: &Book,
    request: MusterRequest,
    item: ForceItem,
    horse: bool,
    umpire: &mut U,
) -> Ruling<Vec<Battery>, U> {
    let count = umpire.read(book.tables.muster.fixed.at(item)).unwrap_or_default();
    let limit = match request.side {
        Side::Union => Limit::GunsUnion,
        Side::Confederate => Limit::GunsConfederate,
    };
    let guns = umpire.read(book.tables.limits.at(limit));
    let crew = guns.saturating_mul(book.tables.turn.figures_per_stand.at(StandKind::ArtilleryCrew).value);
    let mut batteries = Vec::new();
    for _ in 0..count {
        let (weapon, grade) = random_unit(book, request, MusterArm::Artillery, umpire)?;
        batteries.push(Battery { horse, guns, crew, weapon, grade });
    }
    Ok(batteries)
}

/// One d10 gives a unit its weapon, with the modifiers, and its Elan, without them.
pub fn random_unit<U: Referee>(
    book: &Book,
    request: MusterRequest,
    arm: MusterArm,
    umpire: &mut U,
) -> Ruling<(Weapon, Grade), U> {
    let tables = &book.tables.muster;
    umpire.cite(BY_WPN_TABLE);
    let die = umpire.d10(BY_WPN_ROLL)?;
    let modifiers = weapon_modifiers(book, request, arm);
    let (least, most) = Die::D10.span();
    // SL-58: held within the chart.
    let row = (die + umpire.apply(&modifiers)).clamp(least.into(), most.into());
    cite_row(&WEAPON_ROWS, row, umpire);
    cite_row(&WEAPON_ROWS, die, umpire);
    let printed = umpire.read(tables.weapons.at(row, engine::chart::Key::index(arm))?);
    let grade = umpire.read(tables.elan.at(die, 0)?).0;
    Ok((umpire.read(tables.names.at(printed)), grade))
}

/// RD-09: what changes the weapon die. 1863 itself changes nothing.
fn weapon_modifiers(book: &Book, request: MusterRequest, arm: MusterArm) -> Modifiers {
    let tables = &book.tables.muster;
    let mut modifiers = Modifiers::new();
    let before = |row| tables.before.at(row).value.is_some_and(|year| request.year < year);
    let after = |row| tables.after.at(row).value.is_some_and(|year| request.year > year);
    modifiers.add_if(before(WeaponDie::Pre1863), BY_WPN_MOD_PRE1863, || tables.modifiers.at(WeaponDie::Pre1863));
    let late_union = request.side == Side::Union && after(WeaponDie::UnionAfter1863);
    modifiers.add_if(late_union, BY_WPN_MOD_UNION, || tables.modifiers.at(WeaponDie::UnionAfter1863));
    let rebel_guns = request.side == Side::Confederate && arm == MusterArm::Artillery;
    modifiers.add_if(rebel_guns, BY_WPN_MOD_CSAART, || tables.modifiers.at(WeaponDie::CsaArtillery));
    modifiers
}
