//! The ground: each feature by itself, then all of them together.

use field::ground::{
    Area, AreaKind, Contour, Extent, FOOT, Faces, Length, Line, LineKind, Point, Region, Spot, SpotKind, Survey, YARD,
    distance_to_segment,
};

use super::{contours, outlines};
use crate::number::Yards;
use crate::plan::point;
use crate::sheet::Sheet;
use crate::terrain::{CONTOUR, Facing, Feature, Geometry, Properties, Terrain};
use crate::tree::{Step, way};

/// LIMIT: how far a bridge or ford may lie from the line of its water, in yards.
const CROSSING_REACH: Length = 60;

/// What could be read of the ground, as a survey; what could not has been reported. Nothing if the map has no size.
pub(crate) fn terrain(terrain: &Terrain, sheet: &mut Sheet<'_>) -> Option<Survey> {
    let map = extent(terrain.bbox, sheet)?;
    let mut survey =
        Survey { extent: map, contours: Vec::new(), areas: Vec::new(), lines: Vec::new(), spots: Vec::new() };
    let mut numbered: Vec<(usize, Contour)> = Vec::new();
    let mut crossings: Vec<(usize, Spot)> = Vec::new();
    for (number, feature) in terrain.features.iter().enumerate() {
        facts(feature, number, sheet);
        let what = what(&feature.properties);
        match &feature.geometry {
            Geometry::Polygon { coordinates } => {
                let Some(region) = outlines::region(coordinates, number, &what, map, sheet) else { continue };
                if feature.properties.kind.0 == CONTOUR {
                    numbered
                        .extend(contour(&feature.properties, region, number, sheet).map(|contour| (number, contour)));
                } else {
                    survey.areas.extend(area(&feature.properties, region, number, sheet));
                }
            }
            Geometry::LineString { coordinates } => {
                let points = outlines::points(coordinates, number, &what, map, sheet);
                survey.lines.extend(line(&feature.properties, points.unwrap_or_default(), number, sheet));
            }
            Geometry::Point { coordinates } => {
                let at = point(*coordinates);
                if !map.contains(at) {
                    let hint = format!("the map ends at {}", outlines::show(map.north_east));
                    sheet.wrong(
                        way!["features", number, "geometry", "coordinates"],
                        format!("{what} is off the map"),
                        hint,
                    );
                }
                if let Some(spot) = spot(&feature.properties, at, number, sheet) {
                    crossings.push((number, spot.clone()));
                    survey.spots.push(spot);
                }
            }
        }
    }
    contours::check(&numbered, sheet);
    survey.contours = numbered.into_iter().map(|(_, contour)| contour).collect();
    survey.lines.retain(|line| line.points.len() > 1);
    dry_crossings(&survey, &crossings, sheet);
    names(terrain, sheet);
    Some(survey)
}

fn extent(bbox: [Yards; 4], sheet: &mut Sheet<'_>) -> Option<Extent> {
    let [west, south, east, north] = bbox.map(|edge| edge.0);
    if (west, south) != (0, 0) {
        sheet.wrong(way!["bbox"], "the south-west corner of the map is not 0, 0", "count yards from that corner");
    }
    if east <= 0 || north <= 0 {
        sheet.wrong(way!["bbox"], "the map has no size", "write [0, 0, east, north] in yards");
    }
    (east > 0 && north > 0).then(|| Extent::to(Point::new(east, north)))
}

/// What a feature is called in a message.
fn what(properties: &Properties) -> String {
    match &properties.name {
        Some(name) => name.clone(),
        None => format!("this {}", properties.kind.0),
    }
}

fn contour(properties: &Properties, region: Region, number: usize, sheet: &mut Sheet<'_>) -> Option<Contour> {
    let Some(feet) = properties.feet else {
        let hint = "add feet: its height above the lowest ground";
        sheet.wrong(way!["features", number, "properties"], format!("{} has no height", what(properties)), hint);
        return None;
    };
    Some(Contour { name: properties.name.clone(), region, height: Length::from(feet) * FOOT })
}

fn area(properties: &Properties, region: Region, number: usize, sheet: &mut Sheet<'_>) -> Option<Area> {
    let kind = named(AreaKind::named(&properties.kind.0), properties, "a polygon", number, sheet)?;
    Some(Area {
        name: properties.name.clone(),
        kind,
        region,
        construction: properties.built_of,
        depth: properties.depth,
        room: properties.room,
        fortified: properties.fortified.unwrap_or(false),
    })
}

fn line(properties: &Properties, points: Vec<Point>, number: usize, sheet: &mut Sheet<'_>) -> Option<Line> {
    let kind = named(LineKind::named(&properties.kind.0), properties, "a line string", number, sheet)?;
    let faces = match properties.faces {
        Some(Facing::Left) => Faces::Left,
        Some(Facing::Right) => Faces::Right,
        Some(Facing::Both) | None => Faces::Both,
    };
    let width = properties.width.map_or(0, |width| width.0);
    if width < 0 {
        sheet.wrong(way!["features", number, "properties", "width"], "width cannot be less than nought", "write yards");
    }
    Some(Line { name: properties.name.clone(), kind, points, width, depth: properties.depth, faces })
}

fn spot(properties: &Properties, at: Point, number: usize, sheet: &mut Sheet<'_>) -> Option<Spot> {
    let kind = named(SpotKind::named(&properties.kind.0), properties, "a point", number, sheet)?;
    if kind == SpotKind::Summit && properties.feet.is_none() {
        let hint = "add feet: its height above the lowest ground";
        sheet.wrong(way!["features", number, "properties"], format!("{} has no height", what(properties)), hint);
    }
    Some(Spot {
        name: properties.name.clone(),
        kind,
        at,
        construction: properties.built_of,
        room: properties.room,
        fortified: properties.fortified.unwrap_or(false),
        height: properties.feet.map(|feet| Length::from(feet) * FOOT),
    })
}

/// The kind, or a report that this kind is drawn in another way.
fn named<Kind>(
    kind: Option<Kind>,
    properties: &Properties,
    drawn: &str,
    number: usize,
    sheet: &mut Sheet<'_>,
) -> Option<Kind> {
    if kind.is_none() {
        let name = properties.kind.0.as_str();
        let ways = [
            (name == CONTOUR || AreaKind::named(name).is_some(), "a Polygon"),
            (LineKind::named(name).is_some(), "a LineString"),
            (SpotKind::named(name).is_some(), "a Point"),
        ];
        let ways: Vec<&str> = ways.iter().filter(|(fits, _)| *fits).map(|(_, way)| *way).collect();
        let reason = format!("{} is drawn as {drawn}", what(properties));
        sheet.wrong(
            way!["features", number, "properties", "kind"],
            reason,
            format!("draw {} {name} as {}", article(name), ways.join(" or ")),
        );
    }
    kind
}

fn article(name: &str) -> &'static str {
    if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

/// Facts that a thing of this kind does not have.
fn facts(feature: &Feature, number: usize, sheet: &mut Sheet<'_>) {
    let of = &feature.properties;
    let is_line = matches!(feature.geometry, Geometry::LineString { .. });
    let kind = of.kind.0.as_str();
    let is_water = matches!(
        kind,
        "stream" | "marshy-stream" | "creek" | "river" | "lake" | "canal" | "ditch" | "ford" | "foot-ford"
    );
    let is_built = matches!(
        kind,
        "building"
            | "village"
            | "town"
            | "fort"
            | "fortress"
            | "redoubt"
            | "blockhouse"
            | "stockade"
            | "bridge"
            | "cemetery"
            | "quarry"
    );
    let given = [
        ("feet", of.feet.is_some(), kind == CONTOUR || kind == "summit"),
        ("depth", of.depth.is_some(), is_water),
        ("built-of", of.built_of.is_some(), is_built),
        ("room", of.room.is_some(), is_built),
        ("fortified", of.fortified.is_some(), is_built),
        ("width", of.width.is_some(), is_line),
        ("faces", of.faces.is_some(), is_line),
    ];
    for (name, is_given, fits) in given {
        if is_given && !fits {
            let reason = format!("{} {kind} has no {name}", article(kind));
            sheet.wrong(way!["features", number, "properties", name], reason, "take it away, or choose another kind");
        }
    }
}

/// Bridges and fords with no water near.
fn dry_crossings(survey: &Survey, spots: &[(usize, Spot)], sheet: &mut Sheet<'_>) {
    let wet_line = |line: &&Line| {
        let kind = line.kind;
        kind <= LineKind::Gully
            || kind == LineKind::Railway
            || kind == LineKind::Cut
            || kind == LineKind::UnfinishedRailway
    };
    for (number, spot) in spots {
        let crosses = matches!(
            spot.kind,
            SpotKind::Bridge | SpotKind::FootBridge | SpotKind::Ford | SpotKind::FootFord | SpotKind::Ferry
        );
        let reach = CROSSING_REACH * YARD;
        let near = |from: Point, to: Point| distance_to_segment(from, to, spot.at) <= reach;
        let by_line =
            || survey.lines.iter().filter(wet_line).any(|line| line.stretches().any(|(from, to)| near(from, to)));
        let is_water = |area: &&Area| {
            matches!(area.kind, AreaKind::River | AreaKind::Lake | AreaKind::Ravine | AreaKind::Swamp | AreaKind::Marsh)
        };
        let by_area = || {
            survey
                .areas
                .iter()
                .filter(is_water)
                .any(|area| area.region.contains(spot.at) || area.region.sides().any(|(from, to)| near(from, to)))
        };
        if crosses && !by_line() && !by_area() {
            let reason = format!("a {} crosses nothing here", spot.kind.name());
            let hint = format!("put it within {CROSSING_REACH} yards of a stream, creek, river or cut");
            sheet.wrong(way!["features", *number, "geometry", "coordinates"], reason, hint);
        }
    }
}

/// Names that two features share. Places are found by their names, so there can be only one of each.
fn names(terrain: &Terrain, sheet: &mut Sheet<'_>) {
    let mut seen: Vec<(&str, usize)> = Vec::new();
    for (number, feature) in terrain.features.iter().enumerate() {
        let Some(name) = feature.properties.name.as_deref() else { continue };
        let path = [Step::Key("features"), Step::Index(number), Step::Key("properties"), Step::Key("name")];
        match seen.iter().find(|(known, _)| *known == name) {
            Some((_, line)) => {
                let hint =
                    format!("the first one stands in line {line}; leave the name off the other, or tell them apart");
                sheet.wrong(&path, format!("two features are called {name}"), hint);
            }
            None => seen.push((name, sheet.line_of(&path))),
        }
    }
}
