//! Named things of the ground as points: where one is, and where it meets the edge of the map.

use field::ground::{Ground, Point, Region};

/// Where a named thing of the ground is: a spot itself, the middle of a line's points, and for an area the middle of the box
/// around it, or its first corner if that lies outside.
pub(crate) fn middle(ground: &Ground, place: &str) -> Option<Point> {
    let centred = |region: &Region| {
        let extent = region.extent()?;
        let (low, high) = (extent.south_west, extent.north_east);
        let centre = Point::new(low.x + (high.x - low.x) / 2, low.y + (high.y - low.y) / 2);
        if region.contains(centre) { Some(centre) } else { region.outline.corners.first().copied() }
    };
    match named(ground, place)? {
        Thing::Spot(at) => Some(at),
        Thing::Line(points) => points.get(points.len() / 2).copied(),
        Thing::Area(region) => centred(region),
    }
}

/// The first point of a named thing on the edge of the map, where troops can come on: of a road its end there.
pub(crate) fn on_edge(ground: &Ground, place: &str) -> Option<Point> {
    let extent = ground.extent();
    let (low, high) = (extent.south_west, extent.north_east);
    let is_edge = |at: &Point| at.x == low.x || at.y == low.y || at.x == high.x || at.y == high.y;
    match named(ground, place)? {
        Thing::Spot(at) => Some(at).filter(is_edge),
        Thing::Line(points) => points.iter().copied().find(is_edge),
        Thing::Area(region) => region.outline.corners.iter().copied().find(is_edge),
    }
}

enum Thing<'a> {
    Spot(Point),
    Line(&'a [Point]),
    Area(&'a Region),
}

fn named<'a>(ground: &'a Ground, place: &str) -> Option<Thing<'a>> {
    let is = |name: &Option<String>| name.as_deref() == Some(place);
    let spot = || ground.spots().iter().find(|spot| is(&spot.name)).map(|spot| Thing::Spot(spot.at));
    let area = || ground.areas().iter().find(|area| is(&area.name)).map(|area| Thing::Area(&area.region));
    let line = || ground.lines().iter().find(|line| is(&line.name)).map(|line| Thing::Line(&line.points));
    let hill = || ground.contours().iter().find(|hill| is(&hill.name)).map(|hill| Thing::Area(&hill.region));
    spot().or_else(area).or_else(line).or_else(hill)
}
