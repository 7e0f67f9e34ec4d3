//! Which rule stands behind which line of a chart.

use engine::Rule;

use crate::Referee;
use crate::charts::{
    FireShift, Fort, Grade, LeaderType, Level, MeleeShift, Month, Obstacle, Period, ShipClass, Spot, Terrain, Via,
    Weapon,
};
use crate::rules::*;

/// The rule that gives a weapon its line of points.
pub(crate) const fn weapon_rule(weapon: Weapon) -> Rule {
    match weapon {
        Weapon::HandThrownWeapons => BY_FP_HAND_THROWN_WEAPONS,
        Weapon::Revolver => BY_FP_REVOLVER,
        Weapon::Shotgun => BY_FP_SHOTGUN,
        Weapon::SmoothBoreHorsePistol => BY_FP_SMOOTH_BORE_HORSE_PISTOL,
        Weapon::ArabRifledMusket => BY_FP_ARAB_RIFLED_MUSKET,
        Weapon::KentuckyRifledMusket => BY_FP_KENTUCKY_RIFLED_MUSKET,
        Weapon::SmoothBoreCarbine => BY_FP_SMOOTH_BORE_CARBINE,
        Weapon::MuzzleLoadingCarbine => BY_FP_MUZZLE_LOADING_CARBINE,
        Weapon::BreechLoadingCarbine => BY_FP_BREECH_LOADING_CARBINE,
        Weapon::BakerRifle => BY_FP_BAKER_RIFLE,
        Weapon::SmoothBoreMusket => BY_FP_SMOOTH_BORE_MUSKET,
        Weapon::RifledMusket => BY_FP_RIFLED_MUSKET,
        Weapon::BreechLoadingRifle => BY_FP_BREECH_LOADING_RIFLE,
        Weapon::RepeatingRifles => BY_FP_REPEATING_RIFLES,
        Weapon::TwoThreePounderSmoothBore => BY_FP_2_3_LB_SMOOTH_BORE,
        Weapon::FourPounderSmoothBore => BY_FP_4LB_SMOOTH_BORE,
        Weapon::SixPounderSmoothBore => BY_FP_6LB_SMOOTH_BORE,
        Weapon::EightPounderSmoothBore => BY_FP_8LB_SMOOTH_BORE,
        Weapon::NinePounderSmoothBore => BY_FP_9LB_SMOOTH_BORE,
        Weapon::TwelvePounderNapoleon => BY_FP_12LB_NAPOLEON,
        Weapon::TwoThreePounderHowitzer => BY_FP_2_3LB_HOWITZER,
        Weapon::FourPounderHowitzer => BY_FP_4LB_HOWITZER,
        Weapon::SixPounderHowitzer => BY_FP_6LB_HOWITZER,
        Weapon::EightPounderHowitzer => BY_FP_8LB_HOWITZER,
        Weapon::TwelvePounderHowitzer => BY_FP_12LB_HOWITZER,
        Weapon::TwentyFourPounderHowitzer => BY_FP_24LB_HOWITZER,
        Weapon::ThirtyTwoPounderHowitzer => BY_FP_32LB_HOWITZER,
        Weapon::SixPounderRifle => BY_FP_6LB_RIFLE,
        Weapon::Whitworth => BY_FP_WHITWORTH,
        Weapon::ThreeInchOrTenPounderRifle => BY_FP_3IN_OR_10LB_RIFLE,
        Weapon::TwentyPounderRifle => BY_FP_20LB_RIFLE,
        Weapon::ThirtyPounderRifle => BY_FP_30LB_RIFLE,
        Weapon::FiftyPounderRifle => BY_FP_50LB_RIFLE,
        Weapon::TenInchSiegeMortar => BY_FP_10IN_SIEGE_MORTAR,
        Weapon::ThirteenInchSiegeMortar => BY_FP_13IN_SIEGE_MORTAR,
        Weapon::Gunboat => BY_FP_GUNBOAT,
        Weapon::GatlingGun => BY_FP_GATLING_GUN,
    }
}

/// The rule that gives a grade its value.
pub(crate) const fn grade_rule(grade: Grade) -> Rule {
    match grade {
        Grade::Militia => BY_ELAN_MILITIA,
        Grade::Poor => BY_ELAN_POOR,
        Grade::Regular => BY_ELAN_REGULAR,
        Grade::Veteran => BY_ELAN_VETERAN,
        Grade::Elite => BY_ELAN_ELITE,
        Grade::Green => BY_ELAN_GREEN,
    }
}

/// The rule behind a column shift of fire.
pub(crate) const fn fire_shift_rule(shift: FireShift) -> Rule {
    match shift {
        FireShift::Stationary => BY_FIRE_MOD_STATIONARY,
        FireShift::Marksmen => BY_FIRE_MOD_MARKSMEN,
        FireShift::Skirmishers => BY_FIRE_MOD_SKIRMISHERS,
        FireShift::FirstVolley => BY_FIRE_MOD_FIRST_VOLLEY,
        FireShift::General => BY_FIRE_MOD_GENERAL,
        FireShift::MountedFire => BY_FIRE_MOD_MOUNTED_FIRE,
        FireShift::Grapeshot => BY_FIRE_MOD_GRAPESHOT,
        FireShift::CsaArtillery => BY_FIRE_MOD_CSA_ARTILLERY,
        FireShift::OutOfAmmo => BY_FIRE_MOD_OUT_OF_AMMO,
        FireShift::FiftyMetres => BY_FIRE_MOD_FIFTY_METRES,
        FireShift::Fatigued => BY_FIRE_MOD_FATIGUED,
        FireShift::Unlimbered => BY_FIRE_MOD_UNLIMBERED,
        FireShift::SoftCover => BY_FIRE_MOD_SOFT_COVER,
        FireShift::HardCover => BY_FIRE_MOD_HARD_COVER,
        FireShift::TwoRanks => BY_FIRE_MOD_TWO_RANKS,
        FireShift::ThreeRanksSquare => BY_FIRE_MOD_THREE_RANKS_SQUARE,
        FireShift::Exposed => BY_FIRE_MOD_EXPOSED,
    }
}

/// The rule behind a column shift of melee.
pub(crate) const fn melee_shift_rule(shift: MeleeShift) -> Rule {
    match shift {
        MeleeShift::General => BY_MEL_MOD_GENERAL,
        MeleeShift::Uphill => BY_MEL_MOD_UPHILL,
        MeleeShift::Elan => BY_MEL_MOD_ELAN,
        MeleeShift::FenceWall => BY_MEL_MOD_FENCE_WALL,
        MeleeShift::Ford => BY_MEL_MOD_FORD,
        MeleeShift::ShotgunLanceVCav => BY_MEL_MOD_SHOTGUN_LANCE_V_CAV,
        MeleeShift::Fieldworks => BY_MEL_MOD_FIELDWORKS,
        MeleeShift::Flank => BY_MEL_MOD_FLANK,
        MeleeShift::TwoRanks => BY_MEL_MOD_TWO_RANKS,
        MeleeShift::ThreeRanks => BY_MEL_MOD_THREE_RANKS,
        MeleeShift::LightCav => BY_MEL_MOD_LIGHT_CAV,
        MeleeShift::HeavyCav => BY_MEL_MOD_HEAVY_CAV,
        MeleeShift::LancersVInf => BY_MEL_MOD_LANCERS_V_INF,
        MeleeShift::PikeVCav => BY_MEL_MOD_PIKE_V_CAV,
        MeleeShift::Overenthusiastic => BY_MEL_MOD_OVERENTHUSIASTIC,
        MeleeShift::OutOfAmmo => BY_MEL_MOD_OUT_OF_AMMO,
    }
}

/// The rule that gives a kind of ground its line.
pub(crate) const fn terrain_rule(terrain: Terrain) -> Rule {
    match terrain {
        Terrain::Open => BY_TER_OPEN,
        Terrain::ExtraDeepWater => BY_TER_EXTRA_DEEP_WATER,
        Terrain::DeepWater => BY_TER_DEEP_WATER,
        Terrain::ShallowWater => BY_TER_SHALLOW_WATER,
        Terrain::Scrub => BY_TER_SCRUB,
        Terrain::Fields => BY_TER_FIELDS,
        Terrain::Hill => BY_TER_HILL,
        Terrain::Swamp => BY_TER_SWAMP,
        Terrain::Forest => BY_TER_FOREST,
        Terrain::Road => BY_TER_ROAD,
        Terrain::Building => BY_TER_BUILDING,
        Terrain::Wall => BY_TER_WALL,
        Terrain::Hedge => BY_TER_HEDGE,
    }
}

/// The rule that gives a fortification its line.
pub(crate) const fn fort_rule(fort: Fort) -> Rule {
    match fort {
        Fort::Blockhouse => BY_FORT_BLOCKHOUSE,
        Fort::Stockade => BY_FORT_STOCKADE,
        Fort::Redoubt => BY_FORT_REDOUBT,
        Fort::Fortress => BY_FORT_FORTRESS,
        Fort::PalisadeWall => BY_FORT_PALISADE_WALL,
        Fort::RevetedWall => BY_FORT_REVETED_WALL,
        Fort::StoneWall => BY_FORT_STONE_WALL,
        Fort::RiflePit => BY_FORT_RIFLE_PIT,
        Fort::Breastwork => BY_FORT_BREASTWORK,
        Fort::Trench => BY_FORT_TRENCH,
        Fort::Lunette => BY_FORT_LUNETTE,
        Fort::Redan => BY_FORT_REDAN,
    }
}

/// The rule that gives an obstacle its line.
pub(crate) const fn obstacle_rule(obstacle: Obstacle) -> Rule {
    match obstacle {
        Obstacle::Entanglement => BY_OBS_ENTANGLEMENT,
        Obstacle::Ditch => BY_OBS_DITCH,
        Obstacle::Abatis => BY_OBS_ABATIS,
        Obstacle::ChevalDeFrise => BY_OBS_CHEVAL_DE_FRISE,
        Obstacle::SlantPalisade => BY_OBS_SLANT_PALISADE,
        Obstacle::SmallPicket => BY_OBS_SMALL_PICKET,
        Obstacle::Fascine => BY_OBS_FASCINE,
    }
}

/// The rule that gives a class of ship its line.
pub(crate) const fn ship_rule(ship: ShipClass) -> Rule {
    match ship {
        ShipClass::Boat => BY_SHIP_BOAT,
        ShipClass::Barge => BY_SHIP_BARGE,
        ShipClass::Cutter => BY_SHIP_CUTTER,
        ShipClass::Sloop => BY_SHIP_SLOOP,
        ShipClass::Steamer => BY_SHIP_STEAMER,
        ShipClass::Gunboat => BY_SHIP_GUNBOAT,
        ShipClass::Monitor => BY_SHIP_MONITOR,
    }
}

/// The rule that gives a month its daylight.
pub(crate) const fn month_rule(month: Month) -> Rule {
    match month {
        Month::January => BY_TIME_JAN,
        Month::February => BY_TIME_FEB,
        Month::March => BY_TIME_MAR,
        Month::April => BY_TIME_APR,
        Month::May => BY_TIME_MAY,
        Month::June => BY_TIME_JUN,
        Month::July => BY_TIME_JUL,
        Month::August => BY_TIME_AUG,
        Month::September => BY_TIME_SEP,
        Month::October => BY_TIME_OCT,
        Month::November => BY_TIME_NOV,
        Month::December => BY_TIME_DEC,
    }
}

/// The rule that gives a type of leader his rating.
pub(crate) const fn type_rule(leader: LeaderType) -> Rule {
    match leader {
        LeaderType::Gifted => BY_CMD_TYPE_GIFTED,
        LeaderType::Able => BY_CMD_TYPE_ABLE,
        LeaderType::Cautious => BY_CMD_TYPE_CAUTIOUS,
        LeaderType::Rash => BY_CMD_TYPE_RASH,
        LeaderType::Steady => BY_CMD_TYPE_STEADY,
        LeaderType::Limited => BY_CMD_TYPE_LIMITED,
        LeaderType::Unreliable => BY_CMD_TYPE_UNRELIABLE,
        LeaderType::Dullard => BY_CMD_TYPE_DULLARD,
    }
}

/// The rule that lets a commander steady a unit.
pub(crate) const fn morale_bonus_rule(level: Level) -> Rule {
    match level {
        Level::Brigade => BY_CMD_LVL_BRIGADE_MORALE,
        Level::Division => BY_CMD_LVL_DIVISION_MORALE,
        Level::Corps => BY_CMD_LVL_CORPS_MORALE,
        Level::Army => BY_CMD_LVL_ARMY_MORALE,
    }
}

/// The rule that lets a commander lead a unit on.
pub(crate) const fn combat_bonus_rule(level: Level) -> Rule {
    match level {
        Level::Brigade => BY_CMD_LVL_BRIGADE_COMBAT,
        Level::Division => BY_CMD_LVL_DIVISION_COMBAT,
        Level::Corps => BY_CMD_LVL_CORPS_COMBAT,
        Level::Army => BY_CMD_LVL_ARMY_COMBAT,
    }
}

/// The rule that gives a period its regiments.
pub(crate) const fn strength_rule(period: Period) -> Rule {
    match period {
        Period::Early => BY_STR_1,
        Period::Middle => BY_STR_2,
        Period::Late => BY_STR_3,
        Period::Last => BY_STR_4,
    }
}

/// The rule for a way to travel.
pub(crate) const fn via_rule(via: Via) -> Rule {
    match via {
        Via::Road => BY_STRAT_ROAD,
        Via::Railroad => BY_STRAT_RAILROAD,
        Via::River => BY_STRAT_RIVER,
    }
}

/// The rule for a place where roundshot lands.
pub(crate) const fn spot_rule(spot: Spot) -> Rule {
    match spot {
        Spot::First => BY_BOUNCE_1,
        Spot::Second => BY_BOUNCE_2,
        Spot::Third => BY_BOUNCE_3,
    }
}

/// The rules for the rows of the fire chart, by die.
pub(crate) const FIRE_ROWS: [Rule; 10] = [
    BY_FIRE_RES_0,
    BY_FIRE_RES_1,
    BY_FIRE_RES_2,
    BY_FIRE_RES_3,
    BY_FIRE_RES_4,
    BY_FIRE_RES_5,
    BY_FIRE_RES_6,
    BY_FIRE_RES_7,
    BY_FIRE_RES_8,
    BY_FIRE_RES_9,
];

/// The rules for the rows of the melee chart, by die.
pub(crate) const MELEE_ROWS: [Rule; 10] = [
    BY_MEL_ROW_0,
    BY_MEL_ROW_1,
    BY_MEL_ROW_2,
    BY_MEL_ROW_3,
    BY_MEL_ROW_4,
    BY_MEL_ROW_5,
    BY_MEL_ROW_6,
    BY_MEL_ROW_7,
    BY_MEL_ROW_8,
    BY_MEL_ROW_9,
];

/// The rules for the rows of the chart of random weapons, by die.
pub(crate) const WEAPON_ROWS: [Rule; 10] =
    [BY_WPN_0, BY_WPN_1, BY_WPN_2, BY_WPN_3, BY_WPN_4, BY_WPN_5, BY_WPN_6, BY_WPN_7, BY_WPN_8, BY_WPN_9];

/// Cites the row that a die of 0 to 9 reads.
pub(crate) fn cite_row<U: Referee>(rows: &[Rule; 10], die: i16, umpire: &mut U) {
    if let Some(rule) = usize::try_from(die).ok().and_then(|row| rows.get(row)) {
        umpire.cite(*rule);
    }
}
