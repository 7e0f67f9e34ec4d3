//! What lies where: heights, areas, lines and spots, and what can be asked about them.
//!
//! A [`Ground`] is made once, when a battle is opened, and never changes.

mod feature;
mod kinds;
mod point;
mod shape;

pub use feature::{Area, AreaId, Contour, Faces, Line, LineId, Spot, SpotId};
pub use kinds::{AreaKind, Construction, Depth, LineKind, SpotKind};
pub use point::{Extent, FARTHEST, FOOT, Length, METRE, Point, YARD};
pub use shape::{Region, Ring};

/// The ground of one battle.
#[derive(Clone, Debug)]
pub struct Ground {
    extent: Extent,
    contours: Vec<Contour>,
    areas: Vec<Area>,
    lines: Vec<Line>,
    spots: Vec<Spot>,
}

impl Ground {
    /// The map's edges.
    pub fn extent(&self) -> Extent {
        self.extent
    }

    /// Its contours, lowest first; contours of one height in the order they were given.
    pub fn contours(&self) -> &[Contour] {
        &self.contours
    }

    /// Its areas, in the order they were given.
    pub fn areas(&self) -> &[Area] {
        &self.areas
    }

    /// Its lines, in the order they were given.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Its spots, in the order they were given.
    pub fn spots(&self) -> &[Spot] {
        &self.spots
    }
}

/// What a ground is made of.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The map's edges.
    pub extent: Extent,
    /// Contours, in any order.
    pub contours: Vec<Contour>,
    /// Areas.
    pub areas: Vec<Area>,
    /// Lines.
    pub lines: Vec<Line>,
    /// Spots.
    pub spots: Vec<Spot>,
}

impl From<Survey> for Ground {
    fn from(survey: Survey) -> Ground {
        let Survey { extent, mut contours, areas, lines, spots } = survey;
        contours.sort_by_key(|contour| contour.height);
        Ground { extent, contours, areas, lines, spots }
    }
}
