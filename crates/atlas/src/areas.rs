//! Areas: fields, woods, water, villages and enclosed works.

use field::ground::{Area, AreaKind, Construction, Region};

use crate::curve::{natural_ring, scatter, smooth, stations};
use crate::ink::{Path, Sheet, escaped, number};
use crate::names::Board;
use crate::paper::{Bearing, Chart, Frame, Place, Scale, Tenths};
use crate::patterns::{self, Pattern};
use crate::relief::sides;
use crate::trees::{Clearing, Trees, lattice};

/// How an area is drawn.
enum Look {
    /// A floor with trees on it, so many tenths of a unit apart.
    Wood(&'static str, i32),
    /// Fruit trees in rows.
    Orchard,
    /// A field of some pattern, with straight edges.
    Field(&'static Pattern),
    /// Wild ground of some pattern, with natural edges.
    Wild(&'static Pattern),
    /// Ground that falls inward from its edge.
    Hollow(&'static Pattern),
    /// Water with its banks.
    Water,
    /// Houses, so many tenths of a unit apart.
    Houses(i32),
    /// One roof.
    Roof,
    /// A parapet around it.
    Work,
}

/// How each kind of area is drawn: a kind that is not here does not compile.
fn look(kind: AreaKind) -> Look {
    match kind {
        AreaKind::OpenWood => Look::Wood("open", 175),
        AreaKind::DenseWood => Look::Wood("dense", 140),
        AreaKind::Thicket => Look::Wood("thicket", 120),
        AreaKind::Orchard => Look::Orchard,
        AreaKind::Scrub => Look::Wild(&patterns::SCRUB),
        AreaKind::Briars => Look::Wild(&patterns::BRIARS),
        AreaKind::Pasture => Look::Field(&patterns::PASTURE),
        AreaKind::TallGrass => Look::Field(&patterns::TALL_GRASS),
        AreaKind::StandingGrain => Look::Field(&patterns::STANDING_GRAIN),
        AreaKind::YoungCrop => Look::Field(&patterns::YOUNG_CROP),
        AreaKind::StandingCorn => Look::Field(&patterns::STANDING_CORN),
        AreaKind::YoungCorn => Look::Field(&patterns::YOUNG_CORN),
        AreaKind::RowCrop => Look::Field(&patterns::ROW_CROP),
        AreaKind::Maguey => Look::Field(&patterns::MAGUEY),
        AreaKind::Stubble => Look::Field(&patterns::STUBBLE),
        AreaKind::Ploughed => Look::Field(&patterns::PLOUGHED),
        AreaKind::Garden => Look::Field(&patterns::GARDEN),
        AreaKind::Cemetery => Look::Field(&patterns::CEMETERY),
        AreaKind::Camp => Look::Field(&patterns::CAMP),
        AreaKind::BrokenGround => Look::Wild(&patterns::BROKEN_GROUND),
        AreaKind::Boulders => Look::Wild(&patterns::BOULDERS),
        AreaKind::Sand => Look::Wild(&patterns::SAND),
        AreaKind::RainGround => Look::Wild(&patterns::RAIN_GROUND),
        AreaKind::Mud => Look::Wild(&patterns::MUD),
        AreaKind::Marsh => Look::Wild(&patterns::MARSH),
        AreaKind::BriarMarsh => Look::Wild(&patterns::BRIAR_MARSH),
        AreaKind::Swamp => Look::Wild(&patterns::SWAMP),
        AreaKind::Quarry => Look::Hollow(&patterns::QUARRY),
        AreaKind::SteepSlope => Look::Wild(&patterns::STEEP),
        AreaKind::Ravine => Look::Hollow(&patterns::BROKEN_GROUND),
        AreaKind::River | AreaKind::Lake => Look::Water,
        AreaKind::Village => Look::Houses(300),
        AreaKind::Town => Look::Houses(210),
        AreaKind::Building | AreaKind::Blockhouse => Look::Roof,
        AreaKind::Redoubt | AreaKind::Fort | AreaKind::Fortress | AreaKind::Stockade => Look::Work,
    }
}

/// The layer an area belongs to, which is also the class of its group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Layer {
    Fields,
    Woods,
    Water,
    Buildings,
}

fn layer(kind: AreaKind) -> Layer {
    match look(kind) {
        Look::Wood(..) | Look::Orchard => Layer::Woods,
        Look::Field(_) | Look::Wild(_) | Look::Hollow(_) => Layer::Fields,
        Look::Water => Layer::Water,
        Look::Houses(_) | Look::Roof | Look::Work => Layer::Buildings,
    }
}

/// The class of what something is built of.
pub(crate) fn built(construction: Option<Construction>) -> &'static str {
    match construction {
        Some(Construction::Brick) => " brick",
        Some(Construction::Stone) => " stone",
        Some(Construction::Adobe) => " adobe",
        Some(Construction::Wood) | None => "",
    }
}

/// Draws the areas of a layer.
pub(crate) fn draw(sheet: &mut Sheet, areas: &[Area], chart: &Chart, wanted: Layer, clear: &Clearing) {
    for (index, area) in areas.iter().enumerate().filter(|(_, area)| layer(area.kind) == wanted) {
        let id = format!("area-{index}");
        sheet.open(&format!("id=\"{id}\" class=\"area {}{}\"", area.kind.name(), built(area.construction)));
        if let Some(name) = &area.name {
            sheet.raw(&format!("<title>{} ({})</title>", escaped(name), area.kind.name()));
        }
        let shape = Shape { region: &area.region, chart, id: &id };
        match look(area.kind) {
            Look::Wood(density, _) => sheet.path(&format!("floor {density}"), shape.natural(20)),
            Look::Orchard => sheet.path("floor orchard-floor", shape.straight()),
            Look::Field(pattern) => shape.patterned(sheet, pattern, shape.straight(), "field"),
            Look::Wild(pattern) => shape.patterned(sheet, pattern, shape.natural(20), "wild"),
            Look::Hollow(pattern) => shape.hollow(sheet, pattern),
            Look::Water => shape.water(sheet),
            Look::Houses(spacing) => shape.houses(sheet, spacing, clear),
            Look::Roof => sheet.path("roof", shape.straight()),
            Look::Work => shape.work(sheet),
        }
        sheet.close();
    }
}

/// Draws the ground that villages stand on, below the roads that run through them.
pub(crate) fn draw_streets(sheet: &mut Sheet, areas: &[Area], chart: &Chart) {
    for (index, area) in areas.iter().enumerate().filter(|(_, area)| matches!(look(area.kind), Look::Houses(_))) {
        let id = format!("area-{index}");
        let shape = Shape { region: &area.region, chart, id: &id };
        shape.patterned(sheet, &patterns::TOWN, shape.straight(), "field");
    }
}

/// Plants the trees of woods and orchards: open woods, close ones and thickets, and rows.
pub(crate) fn plant(areas: &[Area], chart: &Chart, clear: &Clearing) -> [Trees; 3] {
    let [mut open, mut close, mut rows] = [Trees::default(), Trees::default(), Trees::default()];
    for area in areas {
        let (scale, frame) = (chart.scale, chart.frame());
        match look(area.kind) {
            Look::Wood("open", spacing) => open.wood(&natural_rings(area, chart), scale.tenths(spacing), frame, clear),
            Look::Wood(_, spacing) => close.wood(&natural_rings(area, chart), scale.tenths(spacing), frame, clear),
            Look::Orchard => {
                let along = longest_side(&chart.places(&area.region.outline.corners));
                rows.orchard(&straight_rings(&area.region, chart), along, scale.units(24), clear);
            }
            _ => {}
        }
    }
    [open, close, rows]
}

fn straight_rings(region: &Region, chart: &Chart) -> Vec<Vec<Place>> {
    std::iter::once(&region.outline).chain(&region.holes).map(|ring| chart.places(&ring.corners)).collect()
}

fn natural_rings(area: &Area, chart: &Chart) -> Vec<Vec<Place>> {
    let wild = |ring: &Vec<Place>| outset(&natural_ring(ring, chart.scale), chart, 20);
    straight_rings(&area.region, chart).iter().map(wild).collect()
}

/// Pushes what lies on the map's edge out of the picture, so that no edge is drawn along it.
fn outset(ring: &[Place], chart: &Chart, units: i32) -> Vec<Place> {
    pushed_out(ring, chart, units, 11)
}

/// The same, for what lies no farther than `near` from the edge.
pub(crate) fn pushed_out(ring: &[Place], chart: &Chart, units: i32, near: i32) -> Vec<Place> {
    let (edge, frame) = (chart.edge(), chart.frame().grown(chart.scale.units(units)));
    let near = chart.scale.units(near);
    let push = |at: Tenths, edges: [Tenths; 2], out: [Tenths; 2]| match at {
        _ if at <= edges[0] + near => out[0],
        _ if at >= edges[1] - near => out[1],
        _ => at,
    };
    let pushed = |at: &Place| {
        let x = push(at.x, [edge.left, edge.right], [frame.left, frame.right]);
        Place::new(x, push(at.y, [edge.top, edge.bottom], [frame.top, frame.bottom]))
    };
    ring.iter().map(pushed).collect()
}

/// The way the longest side of an outline runs, from left to right.
pub(crate) fn longest_side(ring: &[Place]) -> Bearing {
    let longest = sides(ring).max_by_key(|(from, to)| from.distance(*to));
    longest.map_or(Bearing::EAST, |(from, to)| Bearing::between(from, to).upright())
}

/// Says how little one likes to cover each area with the title: rather woods than water or houses.
pub(crate) fn weigh(areas: &[Area], chart: &Chart, board: &mut Board) {
    let step = chart.scale.units(40);
    for area in areas {
        let price = match look(area.kind) {
            Look::Water => 45,
            Look::Houses(_) | Look::Roof | Look::Work => 90,
            Look::Wood(..) => 5,
            Look::Orchard | Look::Field(_) | Look::Wild(_) | Look::Hollow(_) => 8,
        };
        for at in lattice(&straight_rings(&area.region, chart), Bearing::EAST, step, step, false) {
            board.take(Frame::around(at, step, step), price);
        }
    }
}

/// A piece of an area of this kind, for the key.
pub(crate) fn swatch(sheet: &mut Sheet, area: &Area, index: usize, frame: Frame, scale: Scale) {
    let path = crate::furniture::rectangle(frame);
    sheet.open(&format!("class=\"area swatch {}{}\" aria-hidden=\"true\"", area.kind.name(), built(area.construction)));
    let filled = |pattern: &Pattern| format!("class=\"field\" fill=\"url(#{}-area-{index})\"", pattern.name);
    match look(area.kind) {
        Look::Wood(density, _) => sheet.path(&format!("floor {density}"), path),
        Look::Orchard => sheet.path("floor orchard-floor", path),
        Look::Field(pattern) | Look::Wild(pattern) | Look::Hollow(pattern) => sheet.path_with(&filled(pattern), path),
        Look::Water => sheet.path("water-floor", path),
        Look::Houses(_) => sheet.path_with(&filled(&patterns::TOWN), path),
        Look::Roof => sheet.path("roof", path),
        Look::Work => sheet.path("work-floor parapet", path),
    }
    let (step, kind) = match look(area.kind) {
        Look::Wood("open", _) => (10, "open-trees"),
        Look::Wood(..) => (8, "dense-trees"),
        Look::Orchard => (12, "orchard-trees"),
        _ => (0, ""),
    };
    if step > 0 {
        let (mut trees, middle) = (Trees::default(), frame.middle());
        let half = frame.width() / 2 - scale.units(6);
        trees.row(&[middle.plus(-half, 0), middle.plus(half, 0)], scale.units(step));
        trees.draw(sheet, kind, &format!("key-{index}"), scale);
    }
    sheet.close();
}

struct Shape<'a> {
    region: &'a Region,
    chart: &'a Chart,
    id: &'a str,
}

impl Shape<'_> {
    fn scale(&self) -> Scale {
        self.chart.scale
    }

    fn rings(&self) -> Vec<Vec<Place>> {
        straight_rings(self.region, self.chart)
    }

    fn straight(&self) -> Path {
        let mut path = Path::new();
        for ring in self.rings() {
            path.polygon(&ring);
        }
        path
    }

    fn natural(&self, out: i32) -> Path {
        let mut path = Path::new();
        for ring in self.rings() {
            smooth(&mut path, &outset(&natural_ring(&ring, self.scale()), self.chart, out), true);
        }
        path
    }

    /// A field: its own copy of the pattern, turned along its longest side.
    fn patterned(&self, sheet: &mut Sheet, pattern: &Pattern, path: Path, class: &str) {
        let outline = self.chart.places(&self.region.outline.corners);
        let turn = if pattern.rows { longest_side(&outline).turn() } else { 0 };
        let id = format!("{}-{}", pattern.name, self.id);
        sheet.raw(&pattern.definition(&id, self.scale(), turn));
        sheet.path_with(&format!("class=\"{class}\" fill=\"url(#{id})\""), path);
    }

    /// Short strokes inward from the edge.
    fn hollow(&self, sheet: &mut Sheet, pattern: &Pattern) {
        self.patterned(sheet, pattern, self.straight(), "wild");
        let mut ticks = Path::new();
        for ring in self.rings() {
            // Corners run either way round: inward is where the area lies.
            let inward = if doubled_area(&ring) > 0 { 1 } else { -1 };
            let mut closed = ring.clone();
            closed.extend(ring.first().copied());
            for (count, (at, bearing)) in stations(&closed, 0, self.scale().units(8)).into_iter().enumerate() {
                let length = self.scale().units(if count % 2 == 0 { 15 } else { 9 });
                ticks.segment(at, at.moved(bearing, 0, inward * length));
            }
        }
        sheet.path("hachure", ticks);
    }

    /// Water: its banks, and lines that follow them as an engraver would draw.
    fn water(&self, sheet: &mut Sheet) {
        let (id, text) = (self.id, self.natural(70).text());
        sheet.raw(&format!("<defs><path id=\"{id}-bank\" d=\"{text}\"/></defs>"));
        sheet.raw(&format!("<clipPath id=\"{id}-clip\"><use href=\"#{id}-bank\"/></clipPath>"));
        sheet.raw(&format!("<use href=\"#{id}-bank\" class=\"water-floor\"/><g clip-path=\"url(#{id}-clip)\">"));
        for (line, away) in [(1, 300), (2, 180), (3, 80)] {
            for (class, half) in [("ripple", 7), ("ripple-floor", -7)] {
                let width = number(2 * self.scale().tenths(away + half));
                sheet.raw(&format!("<use href=\"#{id}-bank\" class=\"{class} r{line}\" stroke-width=\"{width}\"/>"));
            }
        }
        sheet.raw(&format!("</g><use href=\"#{id}-bank\" class=\"bank-line\"/>"));
    }

    /// Houses in rows along the longest side, a few of them missing, none on a road.
    fn houses(&self, sheet: &mut Sheet, spacing: i32, clear: &Clearing) {
        let (rings, scale) = (self.rings(), self.scale());
        let along = longest_side(&rings[0]);
        let step = scale.tenths(spacing);
        let mut roofs = Path::new();
        for at in lattice(&rings, along, step, step * 8 / 10, true) {
            let chance = scatter(at.x, at.y, 5);
            if chance.is_multiple_of(6) || !clear.is_free(at) {
                continue;
            }
            let front = step * (24 + (chance >> 8) as Tenths % 12) / 100;
            let depth = step * (16 + (chance >> 16) as Tenths % 9) / 100;
            roofs.polygon(&rectangle(at, along, front, depth));
        }
        sheet.path("roof", roofs);
    }

    /// A parapet with its slope outside.
    fn work(&self, sheet: &mut Sheet) {
        sheet.path("work-floor", self.straight());
        let mut ticks = Path::new();
        for ring in self.rings() {
            let outward = if doubled_area(&ring) > 0 { -1 } else { 1 };
            let mut closed = ring.clone();
            closed.extend(ring.first().copied());
            for (at, bearing) in stations(&closed, 0, self.scale().tenths(55)) {
                ticks.segment(at, at.moved(bearing, 0, outward * self.scale().units(11)));
            }
        }
        sheet.path("hachure", ticks);
        sheet.path("parapet", self.straight());
    }
}

/// A rectangle around its middle, half as long and half as deep as told.
pub(crate) fn rectangle(middle: Place, along: Bearing, half_front: Tenths, half_depth: Tenths) -> [Place; 4] {
    [(-1, -1), (1, -1), (1, 1), (-1, 1)].map(|(x, y)| middle.moved(along, x * half_front, y * half_depth))
}

/// Twice the area of a ring: positive when it runs clockwise as one sees it on paper.
fn doubled_area(ring: &[Place]) -> i64 {
    sides(ring).map(|(a, b)| i64::from(a.x) * i64::from(b.y) - i64::from(a.y) * i64::from(b.x)).sum()
}

/// A place well inside a region, and the box around it, for its name.
pub(crate) fn inside(region: &Region, chart: &Chart) -> Vec<Place> {
    let rings = straight_rings(region, chart);
    let Some(frame) = rings.first().and_then(|ring| Frame::of(ring)) else { return Vec::new() };
    let step = (frame.width().min(frame.height()) / 7).max(chart.scale.units(9));
    let middle = frame.middle();
    let mut places = lattice(&rings, Bearing::EAST, step, step, false);
    places.sort_by_key(|place| (place.distance(middle), *place));
    places
}
