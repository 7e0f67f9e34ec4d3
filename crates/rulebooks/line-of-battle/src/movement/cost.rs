//! The price of entering a hex, by movement column.

use engine::chart::Key;
use engine::{Asks, Decimal, Fault, Looked, Rule};

use super::situation::{Hex, MovementSituation, Piece};
use crate::charts::{Feature, HexTerrain, HexsideTerrain, Limit, MoveColumn, MoveCost, RoadType};
use crate::rules::*;
use crate::unit::Formation;
use crate::{Book, Referee};

/// What it costs to enter a hex; nothing if that is prohibited.
pub(super) fn enter<U: Referee>(
    book: &Book,
    situation: &MovementSituation,
    formation: Formation,
    hex: &Hex,
    umpire: &mut U,
) -> Result<Option<Decimal>, Fault> {
    let column = situation.column(formation);
    umpire.cite(LB_TEM_TABLE);
    for feature in &hex.features {
        umpire.cite(LB_TEM_NOEFF);
        umpire.cite(feature_rule(*feature));
    }
    let road = road_rate(book, situation, column, hex, umpire)?;
    let Some(crossing) = hexsides(book, column, hex, road.is_some(), umpire)? else {
        return Ok(None);
    };
    let ground = match road {
        Some(rate) => Some(rate),
        None => ground(book, situation, formation, column, hex, umpire)?,
    };
    Ok(ground.map(|ground| ground + crossing))
}

/// The road rate, where a road is followed by a formation that may use it.
fn road_rate<U: Referee>(
    book: &Book,
    situation: &MovementSituation,
    column: MoveColumn,
    hex: &Hex,
    umpire: &mut U,
) -> Result<Option<Decimal>, Fault> {
    let Some(road) = hex.road else {
        return Ok(None);
    };
    umpire.cite(match road {
        RoadType::Road => LB_TEM_PIKE_OR_ROAD,
        RoadType::Trail => LB_TEM_TRAIL_OR_RAILROAD,
    });
    match read(book.tables.roads.at(road, column.index())?, umpire) {
        MoveCost::Hex(rate) if !(situation.stacked && situation.piece == Piece::Unit) => Ok(Some(rate)),
        _ => Ok(None),
    }
}

/// What the hexside adds; nothing if it cannot be crossed.
fn hexsides<U: Referee>(
    book: &Book,
    column: MoveColumn,
    hex: &Hex,
    on_road: bool,
    umpire: &mut U,
) -> Result<Option<Decimal>, Fault> {
    let holds = |kind| hex.hexsides.contains(&kind);
    // S 52: a ford or foot bridge takes the place of the water, and of a bridge.
    let replaced = holds(HexsideTerrain::Ford) || holds(HexsideTerrain::FootBridge);
    let is_water = |kind| matches!(kind, HexsideTerrain::Stream | HexsideTerrain::Creek | HexsideTerrain::River);
    let bridge = hex.road.is_some() && !replaced && hex.hexsides.iter().any(|kind| is_water(*kind));
    if bridge {
        umpire.cite(LB_TEM_NOTE_D);
        if column == MoveColumn::Line {
            umpire.cite(LB_TEM_NOTE_D_LINE);
        }
    }
    // RULING: company on the way costs the rate of the road, and not its bridges: only a line has to stay off them.
    let over_bridge = bridge && column != MoveColumn::Line;
    let mut sum = Decimal::ZERO;
    for kind in hex.hexsides.iter().copied() {
        let crossing = matches!(kind, HexsideTerrain::Ford | HexsideTerrain::FootBridge);
        if is_water(kind) && (replaced || over_bridge) || on_road && !crossing {
            continue;
        }
        umpire.cite(hexside_rule(kind));
        if kind == HexsideTerrain::Woods {
            umpire.cite(LB_TEM_NOTE_A);
        }
        match read(book.tables.hexsides.at(kind, column.index())?, umpire) {
            MoveCost::Added(more) => sum = sum + more,
            MoveCost::Crossing if hex.ferry => {}
            MoveCost::Crossing | MoveCost::Prohibited => return Ok(None),
            _ => {}
        }
    }
    Ok(Some(sum))
}

/// The dearest terrain of the hex; nothing if any of it is prohibited.
fn ground<U: Referee>(
    book: &Book,
    situation: &MovementSituation,
    formation: Formation,
    column: MoveColumn,
    hex: &Hex,
    umpire: &mut U,
) -> Result<Option<Decimal>, Fault> {
    let mut dearest = None;
    for terrain in hex.terrain.iter().copied() {
        umpire.cite(terrain_rule(terrain));
        let cost = match read(book.tables.hexes.at(terrain, column.index())?, umpire) {
            MoveCost::Hex(cost) => cost,
            MoveCost::Prohibited => return Ok(None),
            MoveCost::Road => {
                // S 53: off the road only open order and leaders go through a Town.
                let open = situation.piece == Piece::Unit && formation == Formation::OpenOrder;
                let free = open || matches!(situation.piece, Piece::Leader | Piece::Headquarters);
                if !free {
                    return Ok(None);
                }
                Decimal::from_int(umpire.read(book.tables.limits.at(Limit::TownOffRoad)).into())
            }
            _ => continue,
        };
        dearest = dearest.max(Some(cost));
    }
    if dearest.is_none() {
        umpire.cite(LB_TEM_CLEAR_OR_ORCHARD);
        if let MoveCost::Hex(cost) = read(book.tables.hexes.at(HexTerrain::Clear, column.index())?, umpire) {
            dearest = Some(cost);
        }
    }
    Ok(dearest)
}

/// Reads a cell; where it is a code and not a number the key is cited too.
fn read<U: Referee>(looked: Looked<MoveCost>, umpire: &mut U) -> MoveCost {
    let cost = umpire.read(looked);
    if !matches!(cost, MoveCost::Hex(_) | MoveCost::Added(_)) {
        umpire.cite(LB_TEM_KEY);
    }
    cost
}

fn terrain_rule(terrain: HexTerrain) -> Rule {
    match terrain {
        HexTerrain::Clear => LB_TEM_CLEAR_OR_ORCHARD,
        HexTerrain::Thicket => LB_TEM_THICKET,
        HexTerrain::Town => LB_TEM_TOWN,
        HexTerrain::Inclined => LB_TEM_INCLINED_0_2_SLOPE_LINES,
        HexTerrain::Steep => LB_TEM_INCLINED_3_PLUS_SLOPE_LINES,
        HexTerrain::Slope => LB_TEM_SLOPE,
        HexTerrain::Boulders => LB_TEM_BOULDERS,
        HexTerrain::Marsh => LB_TEM_MARSH,
        HexTerrain::BriarMarsh => LB_TEM_BRIAR_MARSH,
    }
}

fn hexside_rule(hexside: HexsideTerrain) -> Rule {
    match hexside {
        HexsideTerrain::Woods => LB_TEM_WOODS_HEXSIDE,
        HexsideTerrain::VerticalSlope => LB_TEM_VERTICAL_SLOPE,
        HexsideTerrain::Stream => LB_TEM_STREAM,
        HexsideTerrain::Creek => LB_TEM_CREEK,
        HexsideTerrain::River => LB_TEM_RIVER,
        HexsideTerrain::Ford => LB_TEM_FORD,
        HexsideTerrain::FootBridge => LB_TEM_FOOT_BRIDGE,
    }
}

fn feature_rule(feature: Feature) -> Rule {
    match feature {
        Feature::ElevationChange => LB_NOEFF_ELEVATION_CHANGE,
        Feature::Corn => LB_NOEFF_CORN,
        Feature::Runs => LB_NOEFF_RUNS,
        Feature::Buildings => LB_NOEFF_BUILDINGS,
        Feature::HayStacks => LB_NOEFF_HAY_STACKS,
        Feature::RockyGround => LB_NOEFF_ROCKY_GROUND,
        Feature::RockOutcrops => LB_NOEFF_ROCK_OUTCROPS,
        Feature::RockLedges => LB_NOEFF_ROCK_LEDGES,
        Feature::StoneWalls => LB_NOEFF_STONE_WALLS,
        Feature::Crests => LB_NOEFF_CRESTS,
        Feature::SuddenDip => LB_NOEFF_SUDDEN_DIP,
        Feature::MillDam => LB_NOEFF_MILL_DAM,
        Feature::SunkenRoad => LB_NOEFF_SUNKEN_ROAD,
        Feature::Bridges => LB_NOEFF_BRIDGES,
        Feature::Cemetery => LB_NOEFF_CEMETERY,
        Feature::VpHex => LB_NOEFF_VP_HEX,
        Feature::EntryHex => LB_NOEFF_ENTRY_HEX,
        Feature::CriticalExit => LB_NOEFF_CRITICAL_EXIT,
        Feature::Fence => LB_NOEFF_FENCE,
        Feature::Camps => LB_NOEFF_CAMPS,
    }
}
