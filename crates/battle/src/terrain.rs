//! `ground.geojson`: what lies where, in yards east and north of the south-west corner of the map.
//!
//! It is GeoJSON in everything but the unit: any editor of GeoJSON can draw it, on a plane. A feature's `kind` says what it
//! is; polygons are areas and contours, line strings are lines, points are spots.

use std::borrow::Cow;

use field::ground::{AreaKind, Construction, Depth, LineKind, SpotKind};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};

use crate::number::Yards;

/// The kind of a contour in files.
pub(crate) const CONTOUR: &str = "contour";

/// The whole file.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Terrain {
    /// Always `FeatureCollection`.
    #[serde(rename = "type")]
    pub collection: CollectionType,
    /// A title, for people.
    #[serde(default)]
    pub name: Option<String>,
    /// The map: west, south, east and north edge. The south-west corner is 0, 0.
    pub bbox: [Yards; 4],
    /// What lies on it.
    pub features: Vec<Feature>,
}

/// One thing on the ground.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Feature {
    /// Always `Feature`.
    #[serde(rename = "type")]
    pub feature: FeatureType,
    /// What it is.
    pub properties: Properties,
    /// Where it is.
    pub geometry: Geometry,
}

/// What a feature is.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Properties {
    /// The kind: a contour, or what an area, line or spot is.
    pub kind: Kind,
    /// As maps and reports call it.
    #[serde(default)]
    pub name: Option<String>,
    /// The height of a contour or summit above the lowest ground, in feet.
    #[serde(default)]
    #[schemars(range(min = 1, max = 9999))]
    pub feet: Option<u16>,
    /// What it is built of.
    #[serde(default)]
    pub built_of: Option<Construction>,
    /// How deep a water is.
    #[serde(default)]
    pub depth: Option<Depth>,
    /// How many men find room in it.
    #[serde(default)]
    pub room: Option<u32>,
    /// Whether it has been made ready for defence.
    #[serde(default)]
    pub fortified: Option<bool>,
    /// How wide a line is, in yards.
    #[serde(default)]
    pub width: Option<Yards>,
    /// On which side of a line the enemy is, as one walks along it from its first point.
    #[serde(default)]
    pub faces: Option<Facing>,
    /// A remark.
    #[serde(default)]
    pub note: Option<String>,
}

/// Where a feature is.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(tag = "type", deny_unknown_fields)]
pub enum Geometry {
    /// An area: its outline, then its holes, each closed by its first point.
    Polygon {
        /// Rings of points.
        coordinates: Vec<Vec<[Yards; 2]>>,
    },
    /// A line.
    LineString {
        /// Points.
        coordinates: Vec<[Yards; 2]>,
    },
    /// A spot.
    Point {
        /// East and north.
        coordinates: [Yards; 2],
    },
}

/// Always `FeatureCollection`.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
pub enum CollectionType {
    /// As GeoJSON wants it.
    FeatureCollection,
}

/// Always `Feature`.
#[derive(Clone, Copy, Debug, Deserialize, JsonSchema)]
pub enum FeatureType {
    /// As GeoJSON wants it.
    Feature,
}

/// Which side the enemy is on.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Facing {
    /// On the left.
    Left,
    /// On the right.
    Right,
    /// On either side.
    Both,
}

/// The name of a kind of any shape.
#[derive(Clone, Debug, Deserialize)]
#[serde(transparent)]
pub struct Kind(pub String);

impl Kind {
    /// All names there are: contours, areas, lines and spots. Some name an area and a line, or an area and a spot.
    pub fn names() -> Vec<&'static str> {
        let areas = AreaKind::ALL.iter().map(|kind| kind.name());
        let lines = LineKind::ALL.iter().map(|kind| kind.name());
        let spots = SpotKind::ALL.iter().map(|kind| kind.name());
        let mut names = vec![CONTOUR];
        for name in areas.chain(lines).chain(spots) {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }
}

impl JsonSchema for Kind {
    fn schema_name() -> Cow<'static, str> {
        "Kind".into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "enum": Kind::names() })
    }
}
