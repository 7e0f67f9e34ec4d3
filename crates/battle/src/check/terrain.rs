//! The ground: each feature by itself, then all of them together.

use field::ground::{
    Area, AreaKind, Contour, Extent, FOOT, Faces, Length, Line, LineKind, Point, Region, Spot, SpotKind, Survey, YARD,
    distance_to_segment,
};

use super::contours::{self, Drawn};
use super::outlines;
use super::site::{Outline, Site, Vague, is_crossed_area, is_crossed_line, is_wall, is_walled_area, wants_facing};
use crate::number::Yards;
use crate::plan::point;
use crate::sheet::Sheet;
use crate::terrain::{CONTOUR, Facing, Feature, Geometry, Properties, Terrain};
use crate::tree::{Step, way};

/// LIMIT: how far a bridge or ford may lie from the line of its water, in yards.
const CROSSING_REACH: Length = 60;
/// LIMIT: how far a gate or breach may lie from its wall, in yards.
const WALL_REACH: Length = 20;

/// LIMIT: how wide a line can be, in yards; the widest river of the war that is drawn as a line is narrower.
const WIDTH_MAX: Length = 1_000;

/// The ground as far as it is sure, and as far as it is not; what is wrong with it has been reported.
pub(crate) fn terrain(terrain: &Terrain, sheet: &mut Sheet<'_>) -> Site {
    let map = extent(terrain.bbox, sheet);
    let mut reading = Reading::new(map);
    for (number, feature) in terrain.features.iter().enumerate() {
        facts(feature, number, sheet);
        reading.feature(feature, number, sheet);
    }
    contours::check(&reading.contours, sheet);
    if !sheet.there(way!["features"]) {
        reading.vague.push(Vague { kind: None, outline: None });
    }
    dry_crossings(&reading, sheet);
    names(terrain, sheet);
    let name_of = |feature: &Feature| feature.properties.name.clone();
    let path = |number: usize| [Step::Key("features"), Step::Index(number), Step::Key("properties"), Step::Key("name")];
    let all_names = (0..terrain.features.len()).all(|number| sheet.sure(&path(number)));
    Site {
        ground: reading.survey.into(),
        map,
        names: terrain.features.iter().filter_map(name_of).collect(),
        all_names: all_names && sheet.there(way!["features"]),
        vague: reading.vague,
    }
}

/// The map's edges, if the file says them.
fn extent(bbox: [Yards; 4], sheet: &mut Sheet<'_>) -> Option<Extent> {
    let [west, south, east, north] = bbox.map(|edge| edge.0);
    let sure = |edge: usize| sheet.sure(way!["bbox", edge]);
    let (corner_sure, size_sure) = (sure(0) && sure(1), sure(2) && sure(3));
    if (west, south) != (0, 0) && corner_sure {
        sheet.wrong(way!["bbox"], "the south-west corner of the map is not 0, 0", "count yards from that corner");
    }
    let has_size = east > 0 && north > 0;
    if !has_size && size_sure {
        sheet.wrong(way!["bbox"], "the map has no size", "write [0, 0, east, north] in yards");
    }
    (has_size && size_sure).then(|| Extent::to(Point::new(east, north)))
}

/// What has been read of the ground so far.
struct Reading<'a> {
    map: Option<Extent>,
    survey: Survey,
    contours: Vec<Drawn<'a>>,
    /// What leads over or through something else: bridges, fords, gates and breaches, with their numbers.
    crossings: Vec<(usize, SpotKind, Point)>,
    vague: Vec<Vague>,
}

impl<'a> Reading<'a> {
    fn new(map: Option<Extent>) -> Reading<'a> {
        let extent = map.unwrap_or(Extent::to(Point::new(0, 0)));
        let survey = Survey { extent, contours: vec![], areas: vec![], lines: vec![], spots: vec![] };
        Reading { map, survey, contours: Vec::new(), crossings: Vec::new(), vague: Vec::new() }
    }

    fn feature(&mut self, feature: &'a Feature, number: usize, sheet: &mut Sheet<'_>) {
        let of = &feature.properties;
        let is_sure = |path: [&str; 2]| sheet.sure(way!["features", number, path[0], path[1]]);
        let (kind_sure, type_sure) = (is_sure(["properties", "kind"]), is_sure(["geometry", "type"]));
        let what = if kind_sure || of.name.is_some() { what(of) } else { "this feature".to_owned() };
        let inspected = outlines::Feature { number, what: &what, map: self.map };
        let outline = match &feature.geometry {
            Geometry::Polygon { coordinates } => inspected.region(coordinates, sheet).map(Outline::Area),
            Geometry::LineString { coordinates } => inspected.points(coordinates, sheet).map(Outline::Line),
            Geometry::Point { coordinates } => inspected.spot(*coordinates, sheet).then_some(Outline::Spot),
        };
        let fits = kind_sure && type_sure && draws(of, &feature.geometry, number, sheet);
        let height = if kind_sure { height(of, number, sheet) } else { None };
        let known = Some(of.kind.0.clone()).filter(|_| kind_sure && (fits || !type_sure));
        match outline {
            Some(outline) if fits => self.draw(feature, outline, number, height),
            outline => self.vague.push(Vague { kind: known, outline: outline.filter(|_| type_sure) }),
        }
    }

    /// Takes down a thing that is what and where it says.
    fn draw(&mut self, feature: &'a Feature, outline: Outline, number: usize, height: Option<Length>) {
        let of = &feature.properties;
        let kind = of.kind.0.as_str();
        match (outline, &feature.geometry) {
            (Outline::Area(region), _) if kind == CONTOUR => {
                self.survey.contours.extend(height.map(|height| Contour {
                    name: of.name.clone(),
                    region: region.clone(),
                    height,
                }));
                self.contours.push(Drawn { number, name: of.name.as_deref(), region, height });
            }
            (Outline::Area(region), _) => {
                self.survey.areas.extend(AreaKind::named(kind).map(|kind| area(of, kind, region)));
            }
            (Outline::Line(points), _) => {
                let line = LineKind::named(kind).map(|kind| line(of, kind, points));
                self.survey.lines.extend(line);
            }
            (Outline::Spot, Geometry::Point { coordinates }) => {
                let Some(kind) = SpotKind::named(kind) else { return };
                let at = point(*coordinates);
                if is_crossing(kind) || is_opening(kind) {
                    self.crossings.push((number, kind, at));
                }
                self.survey.spots.push(spot(of, kind, at, height));
            }
            (Outline::Spot, _) => {}
        }
    }
}

impl Reading<'_> {
    /// Whether an area or line of these kinds lies within reach of a point, or may do so.
    fn has_near(
        &self,
        area: impl Fn(AreaKind) -> bool + Copy,
        line: impl Fn(LineKind) -> bool + Copy,
        at: Point,
        reach: Length,
    ) -> bool {
        let near = |from: Point, to: Point| distance_to_segment(from, to, at) <= reach;
        let mut lines = self.survey.lines.iter().filter(|one| line(one.kind));
        let mut areas = self.survey.areas.iter().filter(|one| area(one.kind));
        lines.any(|line| line.stretches().any(|(from, to)| near(from, to)))
            || areas.any(|area| area.region.contains(at) || area.region.sides().any(|(from, to)| near(from, to)))
            || self.vague.iter().any(|vague| vague.may_be(area, line, at, reach))
    }
}

/// What a feature is called in a message.
fn what(properties: &Properties) -> String {
    match &properties.name {
        Some(name) => name.clone(),
        None => format!("this {}", properties.kind.0),
    }
}

/// How high something is, if that is sure; a contour or summit has to say so.
fn height(properties: &Properties, number: usize, sheet: &mut Sheet<'_>) -> Option<Length> {
    let is_sure = sheet.sure(way!["features", number, "properties", "feet"]);
    let has_height = properties.kind.0 == CONTOUR || SpotKind::named(&properties.kind.0) == Some(SpotKind::Summit);
    if has_height && properties.feet.is_none() && is_sure {
        let hint = "add feet: its height above the lowest ground";
        sheet.wrong(way!["features", number, "properties"], format!("{} has no height", what(properties)), hint);
    }
    properties.feet.filter(|_| is_sure).map(|feet| Length::from(feet) * FOOT)
}

fn area(properties: &Properties, kind: AreaKind, region: Region) -> Area {
    Area {
        name: properties.name.clone(),
        kind,
        region,
        construction: properties.built_of,
        depth: properties.depth,
        room: properties.room,
        fortified: properties.fortified.unwrap_or(false),
    }
}

fn line(properties: &Properties, kind: LineKind, points: Vec<Point>) -> Line {
    let faces = match properties.faces {
        Some(Facing::Left) => Faces::Left,
        Some(Facing::Right) => Faces::Right,
        Some(Facing::Both) | None => Faces::Both,
    };
    let width = properties.width.map_or(0, |width| width.0);
    Line { name: properties.name.clone(), kind, points, width, depth: properties.depth, faces }
}

fn spot(properties: &Properties, kind: SpotKind, at: Point, height: Option<Length>) -> Spot {
    Spot {
        name: properties.name.clone(),
        kind,
        at,
        construction: properties.built_of,
        room: properties.room,
        fortified: properties.fortified.unwrap_or(false),
        height,
    }
}

/// Whether this kind is drawn in this way; if not, that is reported.
fn draws(properties: &Properties, geometry: &Geometry, number: usize, sheet: &mut Sheet<'_>) -> bool {
    let name = properties.kind.0.as_str();
    let ways = [
        (name == CONTOUR || AreaKind::named(name).is_some(), "a Polygon"),
        (LineKind::named(name).is_some(), "a LineString"),
        (SpotKind::named(name).is_some(), "a Point"),
    ];
    let (which, drawn) = match geometry {
        Geometry::Polygon { .. } => (0, "a polygon"),
        Geometry::LineString { .. } => (1, "a line string"),
        Geometry::Point { .. } => (2, "a point"),
    };
    let (fits, _) = ways[which];
    if !fits {
        let ways: Vec<&str> = ways.iter().filter(|(fits, _)| *fits).map(|(_, way)| *way).collect();
        let reason = format!("{} is drawn as {drawn}", what(properties));
        let hint = format!("draw {} {name} as {}", article(name), ways.join(" or "));
        sheet.wrong(way!["features", number, "properties", "kind"], reason, hint);
    }
    fits
}

fn article(name: &str) -> &'static str {
    if name.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" }
}

/// Facts that a thing of this kind does not have.
fn facts(feature: &Feature, number: usize, sheet: &mut Sheet<'_>) {
    let of = &feature.properties;
    let kind_sure = sheet.sure(way!["features", number, "properties", "kind"]);
    let type_sure = sheet.sure(way!["features", number, "geometry", "type"]);
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
        ("feet", of.feet.is_some(), !kind_sure || kind == CONTOUR || kind == "summit"),
        ("depth", of.depth.is_some(), !kind_sure || is_water),
        ("built-of", of.built_of.is_some(), !kind_sure || is_built),
        ("room", of.room.is_some(), !kind_sure || is_built),
        ("fortified", of.fortified.is_some(), !kind_sure || is_built),
        ("width", of.width.is_some(), !type_sure || is_line),
        ("faces", of.faces.is_some(), !type_sure || is_line),
    ];
    for (name, is_given, fits) in given {
        if is_given && !fits {
            let reason = format!("{} {kind} has no {name}", article(kind));
            sheet.wrong(way!["features", number, "properties", name], reason, "take it away, or choose another kind");
        }
    }
    if is_line && type_sure && kind_sure && of.faces.is_none() && LineKind::named(kind).is_some_and(wants_facing) {
        let path = way!["features", number, "properties", "faces"];
        if sheet.sure(path) {
            let hint = "add faces: left, right or both, where the enemy is as one walks along it";
            sheet.wrong(path, format!("{} does not say where it faces", what(of)), hint);
        }
    }
    let path = way!["features", number, "properties", "width"];
    match of.width.map(|width| width.0) {
        Some(width) if width < 0 => sheet.wrong(path, "width cannot be less than nought", "write yards"),
        Some(width) if width > WIDTH_MAX * YARD => {
            let reason = format!("no line is wider than {WIDTH_MAX} yards");
            sheet.wrong(path, reason, "write its width in yards, or draw it as an area");
        }
        _ => {}
    }
}

fn is_crossing(kind: SpotKind) -> bool {
    matches!(kind, SpotKind::Bridge | SpotKind::FootBridge | SpotKind::Ford | SpotKind::FootFord | SpotKind::Ferry)
}

fn is_opening(kind: SpotKind) -> bool {
    matches!(kind, SpotKind::Gate | SpotKind::Breach)
}

/// Bridges and fords with no water near, gates and breaches with no wall.
fn dry_crossings(reading: &Reading<'_>, sheet: &mut Sheet<'_>) {
    for (number, kind, at) in &reading.crossings {
        let path = way!["features", *number, "geometry", "coordinates"];
        if is_opening(*kind) {
            if !reading.has_near(is_walled_area, is_wall, *at, WALL_REACH * YARD) {
                let hint = format!("put it within {WALL_REACH} yards of a wall, a work or a fort");
                sheet.wrong(path, format!("a {} stands in no wall", kind.name()), hint);
            }
        } else if !reading.has_near(is_crossed_area, is_crossed_line, *at, CROSSING_REACH * YARD) {
            let hint = format!("put it within {CROSSING_REACH} yards of a stream, creek, river or cut");
            sheet.wrong(path, format!("a {} crosses nothing here", kind.name()), hint);
        }
    }
}

/// Names that two features share. Places are found by their names, so there can be only one of each.
fn names(terrain: &Terrain, sheet: &mut Sheet<'_>) {
    let mut seen: Vec<(&str, usize)> = Vec::new();
    for (number, feature) in terrain.features.iter().enumerate() {
        let Some(name) = feature.properties.name.as_deref() else { continue };
        let path = [Step::Key("features"), Step::Index(number), Step::Key("properties"), Step::Key("name")];
        if !sheet.sure(&path) {
            continue;
        }
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
