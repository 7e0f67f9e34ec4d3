//! What lies where: heights, areas, lines and spots, and what can be asked about them.
//!
//! A [`Ground`] is made once from a [`Survey`], when a battle is opened, and never changes.
//!
//! - [`Ground::areas_at`], [`Ground::level_at`], [`Ground::height_at`]: what is under a point.
//! - [`Ground::along`]: what a straight line meets, in order, at exact places; by themselves the stretches in areas
//!   ([`Ground::stretches`]), those above contours ([`Ground::climbs`]) and the lines crossed ([`Ground::crossings`]).
//! - [`Ground::areas_under`], [`Ground::lines_under`]: what lies under a base.
//! - [`Ground::lines_near`], [`Ground::spots_near`]: what is within reach of a point.
//! - [`Ground::slope`]: how steep it is from one point to another.
//! - [`Mosaic`]: the same ground in cells, where most questions are answered by "there is nothing".
//! - [`Glimpses`]: answers about pairs of cells, kept once they are found.

mod along;
mod feature;
mod fraction;
mod glimpses;
mod height;
mod index;
mod kinds;
mod mosaic;
mod point;
mod shape;
mod under;

use serde::{Deserialize, Serialize};

pub use along::{Crossing, How, Met, Stretch, What};
pub use feature::{Area, AreaId, Contour, ContourId, Faces, Line, LineId, Spot, SpotId};
pub use fraction::Fraction;
pub use glimpses::{GlimpseCell, Glimpses};
pub use height::{FOOT_RUN, Grade, Slope};
pub use kinds::{AreaKind, Construction, Depth, LineKind, SpotKind};
pub use mosaic::{Found, Mosaic};
pub use point::{Extent, FARTHEST, FOOT, Length, METRE, Point, YARD};
pub use shape::{Region, Ring, distance_to_segment, segments_cross, segments_meet};
pub use under::Under;

use index::Boxes;

/// What a ground is made of. Points lie no farther from the origin than [`FARTHEST`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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

/// The ground of one battle.
#[derive(Clone, Debug)]
pub struct Ground {
    extent: Extent,
    contours: Vec<Contour>,
    areas: Vec<Area>,
    lines: Vec<Line>,
    spots: Vec<Spot>,
    /// Which line and which of its stretches stands behind a number of the index.
    stretch_numbers: Vec<(LineId, usize)>,
    /// The boxes around the contours, in their order.
    contour_boxes: Vec<Option<Extent>>,
    index: Index,
}

#[derive(Clone, Debug)]
struct Index {
    contours: Boxes,
    areas: Boxes,
    stretches: Boxes,
    spots: Boxes,
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

impl From<Survey> for Ground {
    fn from(survey: Survey) -> Ground {
        let Survey { extent, mut contours, areas, lines, spots } = survey;
        contours.sort_by_key(|contour| contour.height);
        let mut stretch_numbers = Vec::new();
        let mut stretch_boxes = Vec::new();
        for (line, id) in lines.iter().zip(0..).map(|(line, id)| (line, LineId(id))) {
            for (stretch, (from, to)) in line.stretches().enumerate() {
                stretch_boxes.extend(Extent::around([from, to]));
                stretch_numbers.push((id, stretch));
            }
        }
        let index = Index {
            contours: Boxes::new(contours.iter().zip(0..).filter_map(|(c, id)| Some((c.region.extent()?, id)))),
            areas: Boxes::new(areas.iter().zip(0..).filter_map(|(area, id)| Some((area.region.extent()?, id)))),
            stretches: Boxes::new(stretch_boxes.into_iter().zip(0..)),
            spots: Boxes::new(spots.iter().zip(0..).filter_map(|(spot, id)| Some((Extent::around([spot.at])?, id)))),
        };
        let contour_boxes = contours.iter().map(|contour| contour.region.extent()).collect();
        Ground { extent, contours, areas, lines, spots, stretch_numbers, contour_boxes, index }
    }
}
