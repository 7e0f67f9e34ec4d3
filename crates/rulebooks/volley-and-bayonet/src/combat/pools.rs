//! How many dice a stand throws and what each needs (P11 steps 1 to 6, P12 steps 4 and 5).

use arrayvec::ArrayVec;
use engine::{Asks, Decimal, Rule, Ruling};

use crate::charts::{
    DiceNote, DiceRow, Gun, GunRange, HitNote, Kind, Level, NORMAL_FIRE, NORMAL_MELEE, STATIONARY_FIRE,
    STATIONARY_MELEE, Terrain, Weapon,
};
use crate::rules::*;
use crate::terrain::side_dice;
use crate::unit::{Body, Construction, Edge, Stand, is_disordered};
use crate::{Book, Referee};

/// Near or far.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Band {
    Close,
    Long,
}

/// What the dice of a pool stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arms {
    Small,
    Guns(Gun),
    Dedicated,
}

/// Dice thrown together.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pool {
    pub arms: Arms,
    pub dice: u8,
    pub needed: u8,
    pub band: Band,
    pub rule: Rule,
}

/// One stand's fire at another.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Shot {
    pub firer: Stand,
    pub firer_terrain: Terrain,
    pub distance: Decimal,
    /// The firing side is the one whose player turn it is.
    pub phasing: bool,
    pub terrain: Terrain,
    pub construction: Construction,
    /// Dice that the occupier of a town has thrown through its other sides.
    pub town_dice_used: u8,
}

const fn weapon_rule(weapon: Weapon) -> Rule {
    match weapon {
        Weapon::Smoothbore => VB_RNG_SMOOTHBORE,
        Weapon::RifledCarbine => VB_RNG_RIFLED_CARBINE,
        Weapon::RifledMusket => VB_RNG_RIFLED_MUSKET,
        Weapon::CartCarbine => VB_RNG_CART_CARBINE,
        Weapon::CartRifle => VB_RNG_CART_RIFLE,
    }
}

const fn gun_row(gun: Gun) -> (GunRange, Rule) {
    match gun {
        Gun::SbField => (GunRange::SbField, VB_RNG_SB_FIELD),
        Gun::SbHeavy | Gun::SbSiege => (GunRange::SbHeavy, VB_RNG_SB_HEAVY_SIEGE),
        Gun::RifledField => (GunRange::RifledField, VB_RNG_RIFLED_FIELD),
        // S72: siege rifles reach as far as heavy ones.
        Gun::RifledHeavy | Gun::RifledSiege => (GunRange::RifledHeavy, VB_RNG_RIFLED_HEAVY),
    }
}

/// The rule that gives a stand its range, and how far it reaches with its main arms.
pub(crate) fn reach(book: &Book, stand: &Stand) -> Option<(Decimal, Rule)> {
    match (stand.gun, stand.weapon) {
        (Some(gun), _) => {
            let (row, rule) = gun_row(gun);
            Some((book.tables.long_guns.at(row).value, rule))
        }
        (None, Some(weapon)) if stand.is_foot() => Some((book.tables.long_small.at(weapon).value, weapon_rule(weapon))),
        _ => None,
    }
}

/// How far the dedicated gun of a stand reaches.
pub(crate) fn gun_reach(book: &Book, stand: &Stand) -> Option<Decimal> {
    stand.dedicated_gun.then(|| book.tables.long_guns.at(GunRange::DedicatedGun).value)
}

/// P11 step 2: the band of its main arms at this distance. Ends are inclusive.
pub(crate) fn range_band<U: Referee>(book: &Book, stand: &Stand, distance: Decimal, umpire: &mut U) -> Option<Band> {
    let tables = &book.tables;
    let (close, long, rule, table) = match (stand.gun, stand.weapon) {
        (Some(gun), _) => {
            let (row, rule) = gun_row(gun);
            (tables.close_guns.at(row), tables.long_guns.at(row), rule, VB_RNG_TABLE_ART)
        }
        (None, Some(weapon)) if stand.is_foot() => {
            (tables.close_small.at(weapon), tables.long_small.at(weapon), weapon_rule(weapon), VB_RNG_TABLE_SMALL)
        }
        _ => return None,
    };
    umpire.cite(table);
    umpire.cite(rule);
    if close.value.is_some_and(|close| distance <= close) {
        umpire.read(close);
        return Some(Band::Close);
    }
    umpire.read(long);
    (distance <= long.value).then_some(Band::Long)
}

/// The row of the dice chart for this stand, with its rule.
fn dice_row(stand: &Stand, band: Band) -> (DiceRow, Rule) {
    match stand.body() {
        Body::InfBrigade => match stand.weapon {
            Some(Weapon::RifledCarbine | Weapon::RifledMusket) => (DiceRow::InfRifled, VB_DICE_INF_RIFLED),
            Some(Weapon::CartCarbine | Weapon::CartRifle) => (DiceRow::InfCartridge, VB_DICE_INF_CARTRIDGE),
            Some(Weapon::Smoothbore) | None => (DiceRow::InfSmoothbore, VB_DICE_INF_SMOOTHBORE),
        },
        Body::CavDismounted => (DiceRow::CavDismounted, VB_DICE_CAV_DISMOUNTED),
        Body::InfSkirmisher => (DiceRow::InfSkirmisher, VB_DICE_INF_SKIRMISHER),
        Body::CavBrigade => (DiceRow::CavBrigade, VB_DICE_CAV_BRIGADE),
        // S52: mounted infantry in the saddle fights as cavalry skirmishers do.
        Body::CavSkirmisher | Body::MountedInf => (DiceRow::CavSkirmisher, VB_DICE_CAV_SKIRMISHER),
        Body::Artillery if stand.kind == Kind::ArtBattery => (DiceRow::ArtBattery, VB_DICE_ART_BATTERY),
        Body::Artillery => match (band, stand.gun.is_some_and(Gun::is_rifled)) {
            (Band::Long, _) => (DiceRow::ArtLong, VB_DICE_ART_LONG),
            (Band::Close, true) => (DiceRow::ArtRifledClose, VB_DICE_ART_RIFLED_CLOSE),
            (Band::Close, false) => (DiceRow::ArtSbClose, VB_DICE_ART_SB_CLOSE),
        },
    }
}

/// Why a stand has no dice at all, be it in fire or melee.
fn silenced(stand: &Stand, terrain: Terrain) -> Option<Rule> {
    let in_town = terrain == Terrain::Town && !stand.is_foot();
    match stand.level {
        Level::Rout | Level::Eliminated => Some(VB_ROUT_HELPLESS),
        _ if stand.rallied => Some(VB_RAL_NO_COMBAT),
        _ if stand.limbered => Some(VB_HOUSE_LIMBERED),
        _ if in_town => Some(VB_TER_TOWN_C_NODICE),
        _ => None,
    }
}

/// P11 steps 1 to 6: the pools of one stand's fire; none if it cannot fire or has no effect.
pub(crate) fn fire_pools<U: Referee>(book: &Book, shot: &Shot, umpire: &mut U) -> Ruling<ArrayVec<Pool, 2>, U> {
    let mut pools = ArrayVec::new();
    let firer = &shot.firer;
    umpire.cite(VB_DICE_TABLE);
    if let Some(rule) = silenced(firer, shot.firer_terrain) {
        umpire.cite(rule);
        cite_silence(rule, umpire);
        return Ok(pools);
    }
    if firer.march_column {
        umpire.cite(VB_MARCH_NO_FIRE);
        return Ok(pools);
    }
    if firer.is_artillery() && no_fire_from(book, firer, shot.firer_terrain, umpire) {
        return Ok(pools);
    }
    if let Some(pool) = main_pool(book, shot, umpire)? {
        pools.push(pool);
    }
    if let Some(pool) = dedicated_pool(book, shot, umpire) {
        pools.push(pool);
    }
    if shot.firer_terrain == Terrain::Town && !pools.is_empty() {
        let total = dice_of(&pools);
        let most = side_dice(book, total, umpire).min(total.saturating_sub(shot.town_dice_used));
        keep(&mut pools, most);
    }
    Ok(pools)
}

/// All dice of some pools.
pub(super) fn dice_of(pools: &[Pool]) -> u8 {
    pools.iter().map(|pool| pool.dice).sum()
}

/// Leaves so many dice in the pools, those of the stand's own arms before its gun's, which never hit more easily.
pub(super) fn keep(pools: &mut ArrayVec<Pool, 2>, dice: u8) {
    let mut left = dice;
    for pool in pools.iter_mut() {
        pool.dice = pool.dice.min(left);
        left -= pool.dice;
    }
    pools.retain(|pool| pool.dice > 0);
}

/// All dice the occupier of a town can have in fire, whatever it fires at.
pub(super) fn town_fire_dice(book: &Book, stand: &Stand) -> u8 {
    let (row, _) = dice_row(stand, Band::Long);
    let column = if stand.stationary { STATIONARY_FIRE } else { NORMAL_FIRE };
    let own = book.tables.dice.at(row, column).ok().and_then(|cell| cell.value).map_or(0, |dice| dice.0);
    let note = |note| book.tables.dice_notes.at(note).value.0;
    let gun = if stand.dedicated_gun { note(DiceNote::DedicatedGun) } else { 0 };
    own.saturating_add(note(DiceNote::Skirmisher).saturating_mul(stand.reinforcing)).saturating_add(gun)
}

fn cite_silence<U: Referee>(rule: Rule, umpire: &mut U) {
    if rule == VB_TER_TOWN_C_NODICE {
        umpire.cite(VB_TER_ABBR_NA);
    }
    if rule == VB_RAL_NO_COMBAT {
        umpire.cite(VB_MOR_LEVEL_PERM_TURN);
    }
}

/// Why this stand could not fire out of this terrain, if it could not.
pub(crate) fn no_fire_out_of(book: &Book, stand: &Stand, terrain: Terrain) -> Option<Rule> {
    if terrain == Terrain::Town && !stand.is_foot() {
        return Some(VB_TER_TOWN_C_NODICE);
    }
    let cell = book.tables.shelter.at(terrain, stand.column());
    (stand.is_artillery() && cell.is_some_and(|cell| cell.value.no_fire)).then_some(VB_TER_FOREST_C_NOFIRE)
}

fn no_fire_from<U: Referee>(book: &Book, firer: &Stand, terrain: Terrain, umpire: &mut U) -> bool {
    let cell = book.tables.shelter.at(terrain, firer.column());
    let silent = cell.is_some_and(|cell| cell.value.no_fire);
    if silent {
        umpire.cite(VB_TER_FOREST_C_NOFIRE);
    }
    silent
}

/// The dice of the stand's own arms, reinforcing skirmishers among them.
fn main_pool<U: Referee>(book: &Book, shot: &Shot, umpire: &mut U) -> Ruling<Option<Pool>, U> {
    let firer = &shot.firer;
    let Some(band) = range_band(book, firer, shot.distance, umpire) else { return Ok(None) };
    let arms = firer.gun.map_or(Arms::Small, Arms::Guns);
    let Some(band) = effective(shot, arms, band, umpire) else { return Ok(None) };
    let (row, rule) = dice_row(firer, band);
    umpire.cite(rule);
    let column = if firer.stationary { STATIONARY_FIRE } else { NORMAL_FIRE };
    let Some(dice) = umpire.read(book.tables.dice.at(row, column)?) else { return Ok(None) };
    let mut needed = umpire.read(book.tables.to_hit.at(row)).0;
    if firer.sharpshooter {
        umpire.cite(VB_DICE_NOTE_SHARPSHOOTER);
        needed = needed.min(umpire.read(book.tables.hit_notes.at(HitNote::Sharpshooter)).0);
    }
    if firer.repeater && band == Band::Close {
        umpire.cite(VB_MSC_REPEATERS);
        umpire.cite(VB_MSC_REPEATER_MODELS);
        needed = needed.min(umpire.read(book.tables.hit_notes.at(HitNote::RepeatersClose)).0);
    }
    let dice = dice.0 + reinforcements(book, firer, umpire);
    Ok(Some(Pool { arms, dice, needed, band, rule }))
}

fn reinforcements<U: Referee>(book: &Book, stand: &Stand, umpire: &mut U) -> u8 {
    if stand.reinforcing == 0 {
        return 0;
    }
    umpire.cite(VB_DICE_NOTE_REINFORCE);
    umpire.read(book.tables.dice_notes.at(DiceNote::Skirmisher)).0.saturating_mul(stand.reinforcing)
}

/// The die of a dedicated gun: within its own range, whatever the brigade's arms reach; it hits as the row says (S88).
fn dedicated_pool<U: Referee>(book: &Book, shot: &Shot, umpire: &mut U) -> Option<Pool> {
    let firer = &shot.firer;
    let long = gun_reach(book, firer)?;
    if shot.distance > long {
        return None;
    }
    umpire.cite(VB_RNG_DEDICATED_GUN);
    umpire.read(book.tables.long_guns.at(GunRange::DedicatedGun));
    let band = effective(shot, Arms::Dedicated, Band::Long, umpire)?;
    let (row, _) = dice_row(firer, band);
    let (note, rule) = match firer.kind {
        Kind::CavBrigade => (DiceNote::CavalryGun, VB_DICE_NOTE_CAV_GUN),
        _ => (DiceNote::DedicatedGun, VB_DICE_NOTE_GUN),
    };
    umpire.cite(rule);
    umpire.cite(VB_MSC_DG_NO_SP);
    let dice = umpire.read(book.tables.dice_notes.at(note)).0;
    let needed = umpire.read(book.tables.to_hit.at(row)).0;
    Some(Pool { arms: Arms::Dedicated, dice, needed, band, rule })
}

/// P11 steps 3 and 6: buildings, forts and whose turn it is; the band that counts, or none without effect.
fn effective<U: Referee>(shot: &Shot, arms: Arms, band: Band, umpire: &mut U) -> Option<Band> {
    let guns = arms != Arms::Small;
    let stone = shot.construction == Construction::Stone && matches!(shot.terrain, Terrain::Town | Terrain::Village);
    if stone && !guns {
        umpire.cite(VB_TER_STONE_SMALLARMS);
        return None;
    }
    if stone && !shot.phasing {
        umpire.cite(VB_TER_STONE_OCCUPIER);
        return None;
    }
    let band = if stone {
        umpire.cite(VB_TER_STONE_LONG);
        Band::Long
    } else {
        band
    };
    if matches!(arms, Arms::Guns(_)) && !shot.phasing && band == Band::Long {
        // S30: guns of the side that is not on turn fire at close range only.
        return None;
    }
    if matches!(shot.terrain, Terrain::Fort | Terrain::Fortress) {
        let strong = match arms {
            Arms::Small | Arms::Dedicated => false,
            Arms::Guns(gun) => gun.is_siege() || (gun.is_heavy_or_siege() && band == Band::Close),
        };
        let heavy = matches!(arms, Arms::Guns(gun) if gun.is_heavy_or_siege());
        umpire.cite(if heavy { VB_TER_FORT_C_HEAVY } else { VB_TER_FORT_C_IMMUNE });
        if shot.terrain == Terrain::Fortress {
            umpire.cite(VB_TER_FORTRESS_C);
        }
        if !strong {
            return None;
        }
    }
    Some(band)
}

/// P12 step 4: the melee dice of a stand whose own edge `edge` is touched.
pub(crate) fn melee_dice<U: Referee>(
    book: &Book,
    stand: &Stand,
    terrain: Terrain,
    edge: Edge,
    umpire: &mut U,
) -> Ruling<u8, U> {
    umpire.cite(VB_DICE_TABLE);
    if let Some(rule) = silenced(stand, terrain) {
        umpire.cite(rule);
        cite_silence(rule, umpire);
        return Ok(0);
    }
    if stand.march_column {
        umpire.cite(VB_MARCH_MAY_MELEE);
    }
    let (row, rule) = dice_row(stand, Band::Close);
    umpire.cite(rule);
    // S32: stationary dice whichever edge is touched, unless the switch says otherwise.
    let turned = book.switches.flanked_not_stationary && edge != Edge::Front;
    let column = if stand.stationary && !turned { STATIONARY_MELEE } else { NORMAL_MELEE };
    let dice = umpire.read(book.tables.dice.at(row, column)?).map_or(0, |dice| dice.0);
    let mut extra = reinforcements(book, stand, umpire);
    if stand.dedicated_gun && stand.body() == Body::InfBrigade {
        umpire.cite(VB_DICE_NOTE_GUN);
        umpire.cite(VB_MSC_DG_NO_SP);
        extra += umpire.read(book.tables.dice_notes.at(DiceNote::DedicatedGun)).0;
    }
    if stand.dedicated_gun && stand.kind == Kind::CavBrigade {
        umpire.cite(VB_DICE_NOTE_CAV_GUN);
    }
    Ok(dice + extra)
}

/// P12 step 5: what a melee die of this stand needs against that enemy. `as_infantry`: the enemy is a skirmisher in broken ground,
/// against whom horse has no advantage (R51).
pub(crate) fn melee_needed<U: Referee>(
    book: &Book,
    stand: &Stand,
    enemy_level: Level,
    as_infantry: bool,
    umpire: &mut U,
) -> u8 {
    let (row, _) = dice_row(stand, Band::Close);
    let needed = umpire.read(book.tables.to_hit.at(row)).0;
    if !is_disordered(enemy_level) {
        return needed;
    }
    let orderly_horse = stand.is_mounted() && !is_disordered(stand.level) && !as_infantry;
    let better = if row == DiceRow::InfCartridge {
        umpire.cite(VB_DICE_NOTE_CARTRIDGE_MELEE);
        umpire.read(book.tables.hit_notes.at(HitNote::CartridgeVsDisordered)).0
    } else if orderly_horse {
        umpire.cite(VB_DICE_NOTE_CAV_MELEE);
        umpire.read(book.tables.hit_notes.at(HitNote::CavalryVsDisordered)).0
    } else {
        needed
    };
    needed.min(better)
}

/// All dice of a stand in fire (without a dedicated gun's range) or melee, for the occupier of a town.
pub(crate) fn total_dice<U: Referee>(book: &Book, stand: &Stand, melee: bool, umpire: &mut U) -> Ruling<u8, U> {
    if melee {
        return melee_dice(book, stand, Terrain::Town, Edge::Front, umpire);
    }
    if let Some(rule) = silenced(stand, Terrain::Town) {
        umpire.cite(rule);
        cite_silence(rule, umpire);
        return Ok(0);
    }
    let (row, rule) = dice_row(stand, Band::Long);
    umpire.cite(rule);
    let column = if stand.stationary { STATIONARY_FIRE } else { NORMAL_FIRE };
    let dice = umpire.read(book.tables.dice.at(row, column)?).map_or(0, |dice| dice.0);
    Ok(dice + reinforcements(book, stand, umpire))
}
