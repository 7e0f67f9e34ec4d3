//! The ground of a battle as far as it could be read, and what may lie on it besides.

use field::ground::{AreaKind, Extent, Ground, LineKind, Point, Region, distance_to_segment};

/// The ground, with what is not sure about it.
pub(crate) struct Site {
    /// What is sure.
    pub(crate) ground: Ground,
    /// The map's edges, if they are known.
    pub(super) map: Option<Extent>,
    /// Every name on it, also of things that could not be read.
    pub(super) names: Vec<String>,
    /// Whether there can be no other.
    pub(super) all_names: bool,
    /// What is not sure.
    pub(super) vague: Vec<Vague>,
}

/// A thing on the ground of which something was wrong. It is not drawn, but nobody may be blamed for its absence.
pub(super) struct Vague {
    /// What it is, if that is known.
    pub(super) kind: Option<String>,
    /// Where it is, if that is known.
    pub(super) outline: Option<Outline>,
}

/// Where a thing lies.
pub(super) enum Outline {
    Area(Region),
    Line(Vec<Point>),
    Spot,
}

impl Vague {
    /// Whether it may be an area or line of these kinds within reach of a point.
    pub(super) fn may_be(
        &self,
        area: impl Fn(AreaKind) -> bool,
        line: impl Fn(LineKind) -> bool,
        at: Point,
        reach: i32,
    ) -> bool {
        let fits = |kind: &String| AreaKind::named(kind).is_some_and(&area) || LineKind::named(kind).is_some_and(&line);
        let near = |from: Point, to: Point| distance_to_segment(from, to, at) <= reach;
        self.kind.as_ref().is_none_or(fits)
            && match &self.outline {
                None => true,
                Some(Outline::Area(region)) => region.contains(at) || region.sides().any(|(from, to)| near(from, to)),
                Some(Outline::Line(points)) => points.windows(2).any(|pair| near(pair[0], pair[1])),
                Some(Outline::Spot) => false,
            }
    }

    /// Whether a point may lie in its water.
    pub(super) fn may_be_water(&self, at: Point) -> bool {
        let wet = |kind: &String| AreaKind::named(kind).is_some_and(is_water);
        self.kind.as_ref().is_none_or(wet)
            && match &self.outline {
                None => true,
                Some(Outline::Area(region)) => region.contains(at),
                Some(Outline::Line(_) | Outline::Spot) => false,
            }
    }
}

/// Water that carries ships.
pub(super) fn is_water(kind: AreaKind) -> bool {
    matches!(kind, AreaKind::River | AreaKind::Lake)
}

/// Areas that bridges and fords lead over.
pub(super) fn is_crossed_area(kind: AreaKind) -> bool {
    is_water(kind) || matches!(kind, AreaKind::Ravine | AreaKind::Swamp | AreaKind::Marsh)
}

/// Lines that bridges and fords lead over.
pub(super) fn is_crossed_line(kind: LineKind) -> bool {
    kind <= LineKind::Gully || matches!(kind, LineKind::Railway | LineKind::Cut | LineKind::UnfinishedRailway)
}

/// Areas that have walls with gates in them.
pub(super) fn is_walled_area(kind: AreaKind) -> bool {
    use AreaKind::{Blockhouse, Building, Cemetery, Fort, Fortress, Redoubt, Stockade, Town, Village};
    matches!(kind, Redoubt | Fort | Fortress | Blockhouse | Stockade | Cemetery | Town | Village | Building)
}

/// Lines that can have a gate or a breach in them.
pub(super) fn is_wall(kind: LineKind) -> bool {
    use LineKind::{FortWall, HighWall, LowWall, Palisade, RevetedWall, StoneWall};
    is_work(kind) || matches!(kind, StoneWall | LowWall | HighWall | Palisade | RevetedWall | FortWall)
}

/// Lines behind or in which men face one way: what covers them has to say which.
pub(super) fn wants_facing(kind: LineKind) -> bool {
    is_work(kind) || kind == LineKind::SunkenRoad
}

/// Lines that are thrown up or dug against an enemy on one side.
pub(super) fn is_work(kind: LineKind) -> bool {
    use LineKind::{Breastwork, FieldWorks, HastyWorks, Lunette, Redan, RiflePits, Trench};
    matches!(kind, HastyWorks | Breastwork | FieldWorks | Trench | RiflePits | Redan | Lunette)
}
