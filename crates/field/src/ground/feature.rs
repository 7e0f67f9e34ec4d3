//! The things on the ground: contours, areas, lines and spots, each with its facts.

use serde::{Deserialize, Serialize};

use super::kinds::{AreaKind, Construction, Depth, LineKind, SpotKind};
use super::point::{Length, Point};
use super::shape::Region;

/// A contour: the ground inside the outline is at least this high, up to the next contour inside it.
///
/// A hollow is a hole of the region.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contour {
    /// The name of the hill, if it has one.
    pub name: Option<String>,
    /// What it encloses.
    pub region: Region,
    /// Height above the ground's datum, which is the height of ground outside every contour.
    pub height: Length,
}

/// A stretch of ground with something on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Area {
    /// As maps and reports call it.
    pub name: Option<String>,
    /// What is there.
    pub kind: AreaKind,
    /// Where.
    pub region: Region,
    /// What it is built of, where something is built.
    pub construction: Option<Construction>,
    /// How deep it is, where it is water.
    pub depth: Option<Depth>,
    /// How many men find room in it, where that is limited.
    pub room: Option<u32>,
    /// Whether it has been made ready for defence (loopholes, barricades).
    pub fortified: bool,
}

/// Which side of a line its defenders stand on, as one walks along it from its first point.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Faces {
    /// It serves whoever stands behind it, on either side.
    #[default]
    Both,
    /// It faces an enemy on the left; its defenders stand on the right.
    Left,
    /// It faces an enemy on the right; its defenders stand on the left.
    Right,
}

/// Something that runs along a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Line {
    /// As maps and reports call it.
    pub name: Option<String>,
    /// What it is.
    pub kind: LineKind,
    /// The points it runs through, two at least.
    pub points: Vec<Point>,
    /// How wide it is; nought where its width does not matter.
    pub width: Length,
    /// How deep it is, where it is water.
    pub depth: Option<Depth>,
    /// Whom it faces, for works, sunken roads and ledges.
    pub faces: Faces,
}

impl Line {
    /// Its stretches, each from one point to the next.
    pub fn stretches(&self) -> impl Iterator<Item = (Point, Point)> + '_ {
        self.points.windows(2).map(|pair| (pair[0], pair[1]))
    }
}

/// Something that stands at a point.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Spot {
    /// As maps and reports call it.
    pub name: Option<String>,
    /// What it is.
    pub kind: SpotKind,
    /// Where.
    pub at: Point,
    /// What it is built of, where something is built.
    pub construction: Option<Construction>,
    /// How many men find room in it, where that is limited.
    pub room: Option<u32>,
    /// Whether it has been made ready for defence.
    pub fortified: bool,
    /// The height measured there, above the datum.
    pub height: Option<Length>,
}

macro_rules! numbered {
    ($(#[$about:meta])* $name:ident) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub struct $name(pub u32);

        impl $name {
            /// Its place in the list of the ground.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

numbered! {
    /// Which area: its place in [`super::Ground::areas`].
    AreaId
}
numbered! {
    /// Which line: its place in [`super::Ground::lines`].
    LineId
}
numbered! {
    /// Which spot: its place in [`super::Ground::spots`].
    SpotId
}
numbered! {
    /// Which contour: its place in [`super::Ground::contours`].
    ContourId
}
