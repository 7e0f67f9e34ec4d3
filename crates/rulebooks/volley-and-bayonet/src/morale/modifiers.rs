//! The morale modifiers, in the order printed (P5 step 2).

use engine::{Asks, Modifiers};

use crate::charts::{MoraleMod, Terrain};
use crate::rules::*;
use crate::unit::{Body, Edge, Stand, is_building, is_disordered, is_works};
use crate::{Book, Referee};

/// An enemy in contact, as the modifiers see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Touch {
    pub enemy: Stand,
    pub edge: Edge,
    pub enemy_edge: Edge,
    pub across: bool,
    pub from_lower: bool,
}

/// An enemy's close-range arc, as the modifiers see it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threat {
    pub behind: bool,
    pub across: bool,
    pub from_lower: bool,
}

/// The stand that tests.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tester {
    pub number: u16,
    pub stand: Stand,
    pub terrain: Terrain,
    pub secure: bool,
    pub supported: bool,
    pub charged: bool,
}

impl Tester {
    /// A stand in a building or fort is secure (S74).
    pub fn is_secure(&self) -> bool {
        self.secure || is_building(self.terrain)
    }

    /// R51: a skirmisher in broken ground meets cavalry as if it were close-order infantry.
    pub fn shrugs_off_cavalry(&self) -> bool {
        self.terrain == Terrain::BrokenGround && self.stand.body() == Body::InfSkirmisher
    }
}

/// All modifiers that hold; each row once, however many enemies cause it.
pub(crate) fn morale_modifiers<U: Referee>(
    book: &Book,
    tester: &Tester,
    touches: &[Touch],
    threats: &[Threat],
    umpire: &mut U,
) -> Modifiers {
    let chart = &book.tables.morale_modifiers;
    let stand = &tester.stand;
    let mut modifiers = Modifiers::new();
    let mut add = |holds: bool, rule, row: MoraleMod| modifiers.add_if(holds, rule, || chart.at(row));
    add(is_disordered(stand.level), VB_MOR_MOD_DISORDERED, MoraleMod::Disordered);
    add(stand.army_commander, VB_MOR_MOD_ARMY_COMMANDER, MoraleMod::ArmyCommander);
    add(higher_ground(tester, touches, threats, umpire), VB_MOR_MOD_HIGHER_GROUND, MoraleMod::HigherGround);
    add(in_works(book, tester, touches, threats, umpire), VB_MOR_MOD_WORKS, MoraleMod::Works);
    let by_cavalry = touches.iter().any(|touch| touch.enemy.is_mounted());
    let guns_safe = stand.stationary && tester.supported;
    if by_cavalry && stand.is_artillery() && tester.supported {
        umpire.cite(VB_MEL_SUPPORTED);
    }
    add(by_cavalry && stand.is_artillery() && !guns_safe, VB_MOR_MOD_ART_BY_CAV, MoraleMod::ArtByCav);
    add(infantry_by_cavalry(tester, by_cavalry, umpire), VB_MOR_MOD_INF_BY_CAV, MoraleMod::InfByCav);
    let meleed = touches.iter().any(|touch| touch.edge != Edge::Front);
    let in_town = tester.terrain == Terrain::Town;
    let flanked = meleed || threats.iter().any(|threat| threat.behind);
    if flanked && in_town {
        umpire.cite(VB_TER_TOWN_C_NOFLANK);
    }
    let column_flank = meleed && stand.march_column && !in_town;
    add(flanked && !in_town && !column_flank, VB_MOR_MOD_FLANKED, MoraleMod::Flanked);
    add(column_flank, VB_MOR_MOD_MARCH_FLANK, MoraleMod::MarchFlank);
    let any = |holds: &dyn Fn(&Touch) -> bool| touches.iter().any(holds);
    add(any(&|touch| touch.enemy_edge != Edge::Front), VB_MOR_MOD_VS_FLANK, MoraleMod::VsFlank);
    let only_skirmishers = !touches.is_empty() && touches.iter().all(|touch| touch.enemy.is_skirmisher());
    add(stand.is_brigade() && only_skirmishers, VB_MOR_MOD_VS_SKIRMISHERS, MoraleMod::VsSkirmishers);
    let front = |touch: &Touch| touch.enemy_edge == Edge::Front;
    let guns = any(&|touch| front(touch) && touch.enemy.is_artillery() && !touch.enemy.limbered);
    add(guns, VB_MOR_MOD_VS_GUNS, MoraleMod::VsGuns);
    let asa = |touch: &Touch| front(touch) && touch.enemy.is_asa(book);
    let stationary = tester.charged && any(&|touch| asa(touch) && touch.enemy.stationary);
    add(stationary, VB_MOR_MOD_CHARGE_CART_STATIONARY, MoraleMod::ChargeCartStationary);
    let orderly = tester.charged && stand.is_mounted() && any(&|touch| asa(touch) && !is_disordered(touch.enemy.level));
    add(orderly, VB_MOR_MOD_CHARGE_CART_CAVALRY, MoraleMod::ChargeCartCavalry);
    add(stand.gone_to_ground && !touches.is_empty(), VB_MSC_GTG_MELEE, MoraleMod::GoneToGround);
    modifiers
}

/// Higher ground: stationary, not cavalry, and a cause of the test fires or comes from below.
fn higher_ground<U: Referee>(tester: &Tester, touches: &[Touch], threats: &[Threat], umpire: &mut U) -> bool {
    let below = touches.iter().any(|touch| touch.from_lower) || threats.iter().any(|threat| threat.from_lower);
    if !below {
        return false;
    }
    umpire.cite(VB_TER_HILL_C);
    if tester.stand.is_mounted() {
        umpire.cite(VB_MSC_HIGH_NO_CAV);
        return false;
    }
    umpire.cite(VB_MSC_HIGH_STATIONARY);
    tester.stand.stationary
}

/// Works: in a building or fort, or at a line of works that a cause of the test comes across (S56).
fn in_works<U: Referee>(book: &Book, tester: &Tester, touches: &[Touch], threats: &[Threat], umpire: &mut U) -> bool {
    if is_building(tester.terrain) {
        return true;
    }
    let across = touches.iter().any(|touch| touch.across) || threats.iter().any(|threat| threat.across);
    if !is_works(tester.terrain) || !across {
        return false;
    }
    let shelter = book.tables.shelter.at(tester.terrain, tester.stand.column());
    let helps = shelter.is_some_and(|shelter| umpire.read(shelter).m);
    if helps {
        umpire.cite(VB_TER_ABBR_M);
        umpire.cite(match tester.terrain {
            Terrain::FieldWorks => VB_TER_FIELDWORKS_MORALE,
            Terrain::HastyWorks => VB_TER_HASTY_MORALE,
            _ => VB_TER_SUNKEN,
        });
    }
    helps
}

fn infantry_by_cavalry<U: Referee>(tester: &Tester, by_cavalry: bool, umpire: &mut U) -> bool {
    if !by_cavalry || !tester.stand.is_foot() {
        return false;
    }
    if tester.shrugs_off_cavalry() {
        umpire.cite(VB_TER_BROKEN_C_SKIRM);
        return false;
    }
    if tester.is_secure() {
        umpire.cite(VB_MSC_CAV_SECURE);
        return false;
    }
    true
}
