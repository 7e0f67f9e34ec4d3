//! What this rulebook makes of the things on the ground: rows of its own charts for the kinds that a map names.

use field::ground::{AreaKind, Extent, Ground, Length, LineKind, Point, SpotKind, What, YARD};

use super::Theatre;
use crate::charts::Penalty;
use crate::combat::Position;
use crate::unit::{Arm, Cover};

/// LIMIT: how far from its line a road reaches, and a bridge or ford from its spot. Maps draw neither to the yard.
const ROAD_REACH: Length = 20 * YARD;
pub(super) const CROSSING_REACH: Length = 40 * YARD;

/// What an area is to this rulebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AreaRow {
    Open,
    Woods,
    /// Crops, scrub and orchards: soft cover, and nothing else.
    Crops,
    Buildings,
    /// Works that are entered like a wall.
    Works,
    /// Deep water and what nobody crosses.
    Impassable,
    /// Shallow water and wet ground: a stream to whoever enters it.
    Wet,
}

pub(crate) fn area_row(kind: AreaKind) -> AreaRow {
    match kind {
        AreaKind::OpenWood | AreaKind::DenseWood | AreaKind::Thicket => AreaRow::Woods,
        AreaKind::Orchard
        | AreaKind::Scrub
        | AreaKind::Briars
        | AreaKind::TallGrass
        | AreaKind::StandingGrain
        | AreaKind::StandingCorn
        | AreaKind::RowCrop
        | AreaKind::Maguey
        | AreaKind::Boulders
        | AreaKind::Quarry
        | AreaKind::Ravine
        | AreaKind::Cemetery
        | AreaKind::Camp => AreaRow::Crops,
        AreaKind::Village | AreaKind::Town | AreaKind::Building | AreaKind::Blockhouse => AreaRow::Buildings,
        AreaKind::Redoubt | AreaKind::Fort | AreaKind::Stockade => AreaRow::Works,
        AreaKind::River | AreaKind::Lake | AreaKind::Swamp | AreaKind::Fortress => AreaRow::Impassable,
        AreaKind::Marsh | AreaKind::BriarMarsh | AreaKind::Mud => AreaRow::Wet,
        AreaKind::Pasture
        | AreaKind::YoungCrop
        | AreaKind::YoungCorn
        | AreaKind::Stubble
        | AreaKind::Ploughed
        | AreaKind::Garden
        | AreaKind::BrokenGround
        | AreaKind::Sand
        | AreaKind::RainGround
        | AreaKind::SteepSlope => AreaRow::Open,
    }
}

impl AreaRow {
    pub(crate) fn penalty(self) -> Option<Penalty> {
        match self {
            AreaRow::Woods => Some(Penalty::Woods),
            AreaRow::Buildings => Some(Penalty::Buildings),
            AreaRow::Works => Some(Penalty::Wall),
            AreaRow::Wet => Some(Penalty::Stream),
            AreaRow::Open | AreaRow::Crops | AreaRow::Impassable => None,
        }
    }

    pub(crate) fn cover(self) -> Cover {
        match self {
            AreaRow::Woods | AreaRow::Crops => Cover::Soft,
            AreaRow::Buildings | AreaRow::Works => Cover::Hard,
            AreaRow::Open | AreaRow::Impassable | AreaRow::Wet => Cover::None,
        }
    }
}

/// What a line is to this rulebook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LineRow {
    /// Nothing that matters.
    Open,
    Road,
    Stream,
    River,
    PicketFence,
    /// Walls, and banks one climbs like a wall.
    Wall,
    /// A hedge: soft cover, nothing to climb.
    Hedge,
    Fieldworks,
    /// Abatis: nobody crosses it but as a whole move, and it covers nobody.
    Abatis,
    /// A fort's wall: the same, and hard cover.
    FortWall,
    Cliff,
}

pub(crate) fn line_row(kind: LineKind) -> LineRow {
    match kind {
        LineKind::Stream | LineKind::MarshyStream | LineKind::Creek | LineKind::Ditch => LineRow::Stream,
        LineKind::River | LineKind::Canal | LineKind::WaterBarrier => LineRow::River,
        LineKind::Pike
        | LineKind::Road
        | LineKind::Lane
        | LineKind::Street
        | LineKind::Trail
        | LineKind::Railway
        | LineKind::UnfinishedRailway => LineRow::Road,
        LineKind::RailFence | LineKind::PicketFence => LineRow::PicketFence,
        LineKind::StoneWall
        | LineKind::LowWall
        | LineKind::HighWall
        | LineKind::Bank
        | LineKind::SunkenRoad
        | LineKind::Cut
        | LineKind::Embankment
        | LineKind::RockLedge => LineRow::Wall,
        LineKind::BrokenFence | LineKind::Hedge | LineKind::TreeLine | LineKind::Gully | LineKind::DryBed => {
            LineRow::Hedge
        }
        LineKind::HastyWorks
        | LineKind::Breastwork
        | LineKind::FieldWorks
        | LineKind::Trench
        | LineKind::RiflePits
        | LineKind::Redan
        | LineKind::Lunette
        | LineKind::Barricade => LineRow::Fieldworks,
        LineKind::Abatis | LineKind::Entanglement | LineKind::ChevalDeFrise | LineKind::SlantPalisade => {
            LineRow::Abatis
        }
        LineKind::FortWall | LineKind::RevetedWall | LineKind::Palisade => LineRow::FortWall,
        LineKind::Cliff => LineRow::Cliff,
        LineKind::Crest | LineKind::SmallPickets | LineKind::Fascines => LineRow::Open,
    }
}

impl LineRow {
    pub(crate) fn penalty(self) -> Option<Penalty> {
        match self {
            LineRow::Stream => Some(Penalty::Stream),
            LineRow::PicketFence => Some(Penalty::PicketFence),
            LineRow::Wall | LineRow::Fieldworks => Some(Penalty::Wall),
            _ => None,
        }
    }

    pub(crate) fn cover(self) -> Cover {
        match self {
            LineRow::PicketFence | LineRow::Hedge => Cover::Soft,
            LineRow::Wall | LineRow::Fieldworks | LineRow::FortWall => Cover::Hard,
            _ => Cover::None,
        }
    }

    /// What it is to whoever defends it.
    pub(crate) fn position(self) -> Position {
        match self {
            LineRow::PicketFence | LineRow::Wall => Position::FenceOrWall,
            LineRow::Fieldworks => Position::Fieldworks,
            _ => Position::Open,
        }
    }

    pub(crate) fn is_major_obstacle(self) -> bool {
        matches!(self, LineRow::Abatis | LineRow::FortWall)
    }
}

/// The marks of a cell of the mosaic: what may lie in it.
pub(crate) mod mark {
    /// Areas that hide something: woods, buildings, crops.
    pub(crate) const HIDES: u16 = 1;
    /// Areas that cover whoever stands in them.
    pub(crate) const COVERS: u16 = 1 << 1;
    /// Areas and lines that make a move shorter or bar it.
    pub(crate) const SLOWS: u16 = 1 << 2;
    /// Lines that cover whoever stands behind them, or make him harder to attack.
    pub(crate) const SHELTERS: u16 = 1 << 3;
    /// Roads.
    pub(crate) const ROAD: u16 = 1 << 4;
    /// Streams and wet ground.
    pub(crate) const WET: u16 = 1 << 5;
    /// Woods.
    pub(crate) const WOODS: u16 = 1 << 6;
    /// Areas of works.
    pub(crate) const WORKS: u16 = 1 << 7;
}

/// How the mosaic of a theatre is marked.
pub(crate) fn marks_of(ground: &Ground, what: What) -> u16 {
    match what {
        What::Area(area) => match area_row(ground.areas()[area.index()].kind) {
            AreaRow::Open => 0,
            AreaRow::Woods => mark::HIDES | mark::COVERS | mark::SLOWS | mark::WOODS,
            AreaRow::Crops => mark::HIDES | mark::COVERS,
            AreaRow::Buildings => mark::HIDES | mark::COVERS | mark::SLOWS,
            AreaRow::Works => mark::COVERS | mark::SLOWS | mark::WORKS,
            // There may be a ford.
            AreaRow::Impassable => mark::SLOWS | mark::WET,
            AreaRow::Wet => mark::SLOWS | mark::WET,
        },
        What::Line(line) => {
            let row = line_row(ground.lines()[line.index()].kind);
            let shelters = row.cover() != Cover::None || row.position() != Position::Open;
            let slows = row.penalty().is_some() || row.is_major_obstacle();
            let bars = matches!(row, LineRow::River | LineRow::Cliff);
            let bit = |holds: bool, mark: u16| if holds { mark } else { 0 };
            bit(shelters, mark::SHELTERS)
                | bit(slows || bars, mark::SLOWS)
                | bit(row == LineRow::Road, mark::ROAD)
                | bit(matches!(row, LineRow::Stream | LineRow::River), mark::WET)
        }
        What::Contour(_) => 0,
    }
}

/// Whether a point lies on a road.
pub(crate) fn is_on_road(ground: &Ground, point: Point) -> bool {
    let is_road = |line: &field::ground::LineId| line_row(ground.lines()[line.index()].kind) == LineRow::Road;
    ground.lines_near(point, ROAD_REACH).iter().any(is_road)
}

impl Theatre {
    /// Whether a point lies on a road.
    pub(super) fn is_on_road(&self, point: Point) -> bool {
        let corner = |by: Length| Point::new(point.x + by, point.y + by);
        let near = Extent { south_west: corner(-ROAD_REACH), north_east: corner(ROAD_REACH) };
        self.mosaic.within(&near).marks & mark::ROAD != 0 && is_on_road(&self.ground, point)
    }
}

impl Theatre {
    /// How far along a straight way the nearest defile begins; nothing of one in which the way begins.
    pub(super) fn first_defile(&self, from: Point, to: Point) -> Option<Length> {
        let length = i64::from(from.distance(to));
        let reach = i64::from(CROSSING_REACH);
        let begins = |at: Point| {
            let ((x, y), (to_x, to_y)) = (from.offset_to(at), from.offset_to(to));
            let along = (x * to_x + y * to_y) / length.max(1);
            let aside = x * x + y * y - along * along;
            let outside = x * x + y * y > reach * reach;
            let half = (reach * reach).checked_sub(aside.max(0)).filter(|half| *half >= 0)?;
            let begins = along - half.isqrt();
            (outside && along > 0 && begins <= length).then_some(begins.max(0) as Length)
        };
        let defiles = self.ground.spots().iter().filter(|spot| spot.kind == SpotKind::Defile);
        defiles.filter_map(|spot| begins(spot.at)).min()
    }
}

/// Whether a straight way lies on a road from end to end.
pub(crate) fn is_way_on_road(ground: &Ground, from: Point, to: Point) -> bool {
    let parts = i64::from(from.distance(to) / ROAD_REACH + 1);
    (0..=parts).all(|part| {
        let share = field::ground::Fraction::new(part, parts);
        share.is_some_and(|share| is_on_road(ground, share.between(from, to)))
    })
}

/// The narrow place that leads over water here, if there is one: a bridge, a ford, a defile.
pub(crate) fn crossing_at(ground: &Ground, point: Point) -> Option<SpotKind> {
    let kinds = ground.spots_near(point, CROSSING_REACH).into_iter().map(|spot| ground.spots()[spot.index()].kind);
    let leads = |kind: &SpotKind| {
        matches!(kind, SpotKind::Bridge | SpotKind::FootBridge | SpotKind::Ford | SpotKind::FootFord | SpotKind::Defile)
    };
    kinds.into_iter().find(leads)
}

/// Whether a narrow place is one where the water is waded through.
pub(crate) fn is_ford(crossing: SpotKind) -> bool {
    matches!(crossing, SpotKind::Ford | SpotKind::FootFord)
}

/// Whether a unit of this arm goes on wheels, which go through woods and buildings by road only.
pub(crate) fn has_wheels(arm: Arm) -> bool {
    arm.is_artillery() || arm == Arm::Wagon
}
