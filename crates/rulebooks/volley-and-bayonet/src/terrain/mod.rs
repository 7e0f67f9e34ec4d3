//! Terrain: which rule stands behind which row, marshes, sight, towns and fires.

mod buildings;
mod marsh;
mod sight;
mod town;

pub use buildings::{Building, BuildingFire, BuildingSituation, BurningOutcome, FireOut, FireOutSituation, Ruin};
use engine::{Refusal, Rule};
pub use marsh::{MarshOutcome, MarshRoll, MarshSituation};
pub(crate) use marsh::{check_traffic, marsh_roll};
pub use sight::{Obstacle, Post, Sight, SightOutcome, SightSituation};
pub(crate) use town::side_dice;
pub use town::{TownDice, TownOutcome, TownSituation};

use crate::Book;
use crate::charts::{Column, Terrain};
use crate::rules::*;
use crate::unit::{Body, Stand};

/// The rule of a visibility row.
pub(crate) const fn sight_rule(terrain: Terrain) -> Rule {
    match terrain {
        Terrain::Clear => VB_TER_TABLE,
        Terrain::Bridge | Terrain::Ford => VB_TER_BRIDGE_V,
        Terrain::BrokenGround => VB_TER_BROKEN_V,
        Terrain::StandingCrops => VB_TER_CROPS_V,
        Terrain::FieldWorks => VB_TER_FIELDWORKS_V,
        Terrain::Forest => VB_TER_FOREST_V,
        Terrain::Fort => VB_TER_FORT_V,
        Terrain::Fortress => VB_TER_FORTRESS_V,
        Terrain::HastyWorks => VB_TER_HASTY_V,
        Terrain::HillOne | Terrain::HillTwo => VB_TER_HILL_V,
        Terrain::Marsh => VB_TER_MARSH_V,
        Terrain::MarshyStream => VB_TER_MARSHY_V,
        Terrain::Orchard => VB_TER_ORCHARD_V,
        Terrain::River => VB_TER_RIVER_V,
        Terrain::Road => VB_TER_ROAD_V,
        Terrain::SunkenRoad => VB_TER_SUNKEN,
        Terrain::Stream => VB_TER_STREAM_V,
        Terrain::Swamp => VB_TER_SWAMP_V,
        Terrain::Town => VB_TER_TOWN_V,
        Terrain::TreeLine => VB_TER_TREELINE_V,
        Terrain::Village => VB_TER_VILLAGE_V,
    }
}

/// The rule of a movement row.
pub(crate) const fn movement_rule(terrain: Terrain, column: Column) -> Rule {
    let skirmisher = matches!(column, Column::InfSkirmisher | Column::CavSkirmisher);
    let on_foot = matches!(column, Column::InfBrigade | Column::InfSkirmisher | Column::Commander);
    match terrain {
        Terrain::Clear => VB_TER_TABLE,
        Terrain::Bridge => VB_TER_BRIDGE_M_OTHER,
        Terrain::Ford => VB_TER_FORD_M,
        Terrain::BrokenGround => VB_TER_BROKEN_M,
        Terrain::StandingCrops => VB_TER_CROPS_M,
        Terrain::FieldWorks => VB_TER_FIELDWORKS_M,
        Terrain::Forest => VB_TER_FOREST_M,
        Terrain::Fort if on_foot => VB_TER_FORT_M_CROSS,
        Terrain::Fort => VB_TER_FORT_M_CAVART,
        Terrain::Fortress => VB_TER_FORTRESS_M,
        Terrain::HastyWorks => VB_TER_HASTY_M,
        Terrain::HillOne => VB_TER_HILL_M_1C,
        Terrain::HillTwo if matches!(column, Column::InfBrigade) => VB_TER_HILL_M_2C_INF,
        Terrain::HillTwo => VB_TER_HILL_M_2C_XX,
        Terrain::Marsh if matches!(column, Column::InfSkirmisher | Column::Commander) => VB_TER_MARSH_M_FREE,
        Terrain::Marsh => VB_TER_MARSH_M_ROLL,
        Terrain::MarshyStream if skirmisher => VB_TER_MARSHY_M_SKIRM,
        Terrain::MarshyStream if matches!(column, Column::Artillery) => VB_TER_MARSHY_M_ART,
        Terrain::MarshyStream if matches!(column, Column::Commander) => VB_TER_MARSHY_M_CMDR,
        Terrain::MarshyStream => VB_TER_MARSHY_M_BDE,
        Terrain::Orchard => VB_TER_ORCHARD_M,
        Terrain::River => VB_TER_RIVER_M,
        Terrain::Road => VB_TER_ROAD_M,
        Terrain::SunkenRoad => VB_TER_SUNKEN,
        Terrain::Stream => VB_TER_STREAM_M,
        Terrain::Swamp => VB_TER_SWAMP_M,
        Terrain::Town if matches!(column, Column::InfBrigade) => VB_TER_TOWN_M_INF,
        Terrain::Town if on_foot => VB_TER_TOWN_M_OTHER,
        Terrain::Town => VB_TER_TOWN_M_CAVART,
        Terrain::TreeLine => VB_TER_TREELINE_M,
        Terrain::Village => VB_TER_VILLAGE_M,
    }
}

/// The rule of a combat row, for a target in that terrain.
pub(crate) const fn combat_rule(terrain: Terrain, column: Column) -> Rule {
    let foot_skirmisher = matches!(column, Column::InfSkirmisher);
    match terrain {
        Terrain::Clear => VB_TER_TABLE,
        Terrain::Bridge | Terrain::Ford => VB_TER_BRIDGE_C,
        Terrain::BrokenGround if matches!(column, Column::Artillery) || foot_skirmisher => VB_TER_BROKEN_C_STF,
        Terrain::BrokenGround => VB_TER_TABLE,
        Terrain::StandingCrops => VB_TER_CROPS_C,
        Terrain::FieldWorks => VB_TER_FIELDWORKS_C,
        Terrain::Forest => VB_TER_FOREST_C_STF,
        Terrain::Fort => VB_TER_FORT_C_ST,
        Terrain::Fortress => VB_TER_FORTRESS_C,
        Terrain::HastyWorks => VB_TER_HASTY_C,
        Terrain::HillOne | Terrain::HillTwo => VB_TER_HILL_C,
        Terrain::Marsh => VB_TER_MARSH_C,
        Terrain::MarshyStream => VB_TER_MARSHY_C,
        Terrain::Orchard => VB_TER_ORCHARD_C,
        Terrain::River => VB_TER_RIVER_C,
        Terrain::Road => VB_TER_ROAD_C,
        Terrain::SunkenRoad => VB_TER_SUNKEN,
        Terrain::Stream => VB_TER_STREAM_C,
        Terrain::Swamp => VB_TER_SWAMP_C,
        Terrain::Town => VB_TER_TOWN_C_CONSTRUCTION,
        Terrain::TreeLine => VB_TER_TREELINE_C,
        Terrain::Village => VB_TER_VILLAGE_C_HOLDS,
    }
}

/// Refuses a stand where it cannot be.
pub(crate) fn check_occupant(book: &Book, refusal: &mut Refusal, field: &str, stand: &Stand, terrain: Terrain) {
    let fits = terrain != Terrain::Village || stand.body() == Body::InfSkirmisher;
    refusal.unless(fits, field, VB_TER_VILLAGE_C_HOLDS, || "a village holds one infantry skirmisher only".to_owned());
    let going = book.tables.going.at(terrain, stand.column());
    let barred = matches!(terrain, Terrain::Swamp | Terrain::River) && going.is_some_and(|going| going.value.xx);
    refusal.unless(!barred, field, movement_rule(terrain, stand.column()), || {
        format!("{} may not be in a {terrain}", stand.kind)
    });
}
