//! Whether an outline or a line is one: closed, not crossing itself, on the map.

use field::ground::{Extent, Point, Region, Ring, YARD, segments_meet};

use crate::number::Yards;
use crate::plan::point;
use crate::sheet::Sheet;
use crate::tree::{Step, way};

/// The region of a polygon; nothing if it is none, which has then been reported.
pub(super) fn region(
    rings: &[Vec<[Yards; 2]>],
    number: usize,
    what: &str,
    map: Extent,
    sheet: &mut Sheet<'_>,
) -> Option<Region> {
    let before = sheet.faults.len();
    if rings.is_empty() {
        sheet.wrong(
            way!["features", number, "geometry", "coordinates"],
            format!("{what} has no outline"),
            "add a ring of points",
        );
    }
    let mut outlines = rings
        .iter()
        .enumerate()
        .filter_map(|(which, positions)| ring(positions, [number, which], what, map, sheet))
        .collect::<Vec<_>>()
        .into_iter();
    let outline = outlines.next()?;
    let holes: Vec<Ring> = outlines.collect();
    for (which, hole) in holes.iter().enumerate() {
        if !hole.corners.iter().all(|corner| outline.contains(*corner)) {
            let path = way!["features", number, "geometry", "coordinates", which + 1];
            sheet.wrong(
                path,
                format!("a hole of {what} lies outside its outline"),
                "draw it inside, or as a feature of its own",
            );
        }
    }
    (sheet.faults.len() == before).then_some(Region { outline, holes })
}

fn ring(
    positions: &[[Yards; 2]],
    [number, which]: [usize; 2],
    what: &str,
    map: Extent,
    sheet: &mut Sheet<'_>,
) -> Option<Ring> {
    let place = |corner: usize| {
        [
            Step::Key("features"),
            Step::Index(number),
            Step::Key("geometry"),
            Step::Key("coordinates"),
            Step::Index(which),
            Step::Index(corner),
        ]
    };
    let (Some(first), Some(last)) = (positions.first(), positions.last()) else {
        sheet.wrong(&place(0), format!("a ring of {what} has no points"), "add at least three corners");
        return None;
    };
    if first != last {
        let hint = format!("end with its first point, {}", show(point(*first)));
        sheet.wrong(&place(positions.len() - 1), format!("the ring of {what} is not closed"), hint);
        return None;
    }
    let corners: Vec<Point> = positions[..positions.len() - 1].iter().map(|at| point(*at)).collect();
    if corners.len() < 3 {
        sheet.wrong(
            &place(0),
            format!("the ring of {what} has fewer than three corners"),
            "add corners, or draw a line",
        );
        return None;
    }
    let mut fine = repeated(&corners, &place, what, sheet) & inside(&corners, &place, what, map, sheet);
    let ring = Ring { corners };
    if fine && let Some((one, other)) = crossing(&ring) {
        fine = false;
        let hint = format!("its sides from {} and from {} meet", show(ring.corners[one]), show(ring.corners[other]));
        sheet.wrong(&place(other), format!("the outline of {what} crosses itself"), hint);
    }
    if fine && ring.doubled_area() == 0 {
        fine = false;
        sheet.wrong(&place(0), format!("{what} has no area"), "its corners lie on one line");
    }
    fine.then_some(ring)
}

/// The points of a line; nothing if it is none.
pub(super) fn points(
    positions: &[[Yards; 2]],
    number: usize,
    what: &str,
    map: Extent,
    sheet: &mut Sheet<'_>,
) -> Option<Vec<Point>> {
    let place = |which: usize| {
        [
            Step::Key("features"),
            Step::Index(number),
            Step::Key("geometry"),
            Step::Key("coordinates"),
            Step::Index(which),
        ]
    };
    let points: Vec<Point> = positions.iter().map(|at| point(*at)).collect();
    if points.len() < 2 {
        sheet.wrong(&place(0)[..4], format!("{what} has fewer than two points"), "add points, or draw a spot");
        return None;
    }
    let fine = repeated(&points, &place, what, sheet) & inside(&points, &place, what, map, sheet);
    fine.then_some(points)
}

fn repeated<const N: usize>(
    points: &[Point],
    place: &dyn Fn(usize) -> [Step<'static>; N],
    what: &str,
    sheet: &mut Sheet<'_>,
) -> bool {
    let twice = points.windows(2).position(|pair| pair[0] == pair[1]);
    if let Some(which) = twice {
        sheet.wrong(&place(which + 1), format!("{what} has a point twice running"), "take one of them away");
    }
    twice.is_none()
}

fn inside<const N: usize>(
    points: &[Point],
    place: &dyn Fn(usize) -> [Step<'static>; N],
    what: &str,
    map: Extent,
    sheet: &mut Sheet<'_>,
) -> bool {
    let off = points.iter().position(|point| !map.contains(*point));
    if let Some(which) = off {
        let hint = format!("the map ends at {}", show(map.north_east));
        sheet.wrong(&place(which), format!("{what} leaves the map"), hint);
    }
    off.is_none()
}

/// The first two sides that meet where they should not: any two that are no neighbours, and neighbours that fold back.
fn crossing(ring: &Ring) -> Option<(usize, usize)> {
    let sides: Vec<(Point, Point)> = ring.sides().collect();
    let count = sides.len();
    for one in 0..count {
        for other in one + 1..count {
            let follows = other == one + 1;
            let precedes = one == 0 && other == count - 1;
            let meet = if follows || precedes {
                let (first, second) = if follows { (sides[one], sides[other]) } else { (sides[other], sides[one]) };
                folds_back(first, second)
            } else {
                segments_meet(sides[one], sides[other])
            };
            if meet {
                return Some((one, other));
            }
        }
    }
    None
}

/// Whether the second side runs back over the first.
fn folds_back(first: (Point, Point), second: (Point, Point)) -> bool {
    let (ahead, back) = (first.0.offset_to(first.1), second.0.offset_to(second.1));
    first.0.side(first.1, second.1) == 0 && ahead.0 * back.0 + ahead.1 * back.1 < 0
}

/// A point in yards, for a hint.
pub(super) fn show(point: Point) -> String {
    format!("[{}, {}]", yards(point.x), yards(point.y))
}

fn yards(length: i32) -> String {
    let (whole, rest) = (length.div_euclid(YARD), length.rem_euclid(YARD));
    if rest == 0 { whole.to_string() } else { format!("{whole}.{}", rest * 10 / YARD) }
}
