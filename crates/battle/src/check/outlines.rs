//! Whether an outline or a line is one: closed, not crossing itself, on the map.

use field::ground::{Extent, Point, Region, Ring, YARD, segments_cross, segments_meet};

use crate::number::Yards;
use crate::plan::point;
use crate::sheet::Sheet;
use crate::tree::{Step, way};

/// A feature under inspection.
pub(super) struct Feature<'a> {
    /// Its number in the file.
    pub(super) number: usize,
    /// What it is called in a message.
    pub(super) what: &'a str,
    /// The map's edges, if they are known.
    pub(super) map: Option<Extent>,
}

/// A point of an outline. Nothing is concluded from one that is wrong by itself.
#[derive(Clone, Copy)]
struct Corner {
    at: Point,
    /// Its number in the file.
    number: usize,
    sure: bool,
}

impl Feature<'_> {
    fn coordinates(&self, rest: &[usize]) -> Vec<Step<'static>> {
        let mut path = way!["features", self.number, "geometry", "coordinates"].to_vec();
        path.extend(rest.iter().map(|which| Step::Index(*which)));
        path
    }

    /// The region of a polygon; nothing if something is wrong with it, which has then been reported.
    pub(super) fn region(&self, rings: &[Vec<[Yards; 2]>], sheet: &mut Sheet<'_>) -> Option<Region> {
        let before = sheet.faults.len();
        if rings.is_empty() {
            let reason = format!("{} has no outline", self.what);
            sheet.wrong(&self.coordinates(&[]), reason, "add a ring of points");
        }
        let mut rings: Vec<Option<Ring>> =
            rings.iter().enumerate().map(|(which, positions)| self.ring(positions, which, sheet)).collect();
        let holes = rings.split_off(1.min(rings.len()));
        let outline = rings.pop()??;
        self.holes(&outline, &holes, sheet);
        let holes: Vec<Ring> = holes.into_iter().collect::<Option<_>>()?;
        (sheet.faults.len() == before).then_some(Region { outline, holes })
    }

    /// Holes lie inside the outline, each by itself.
    fn holes(&self, outline: &Ring, holes: &[Option<Ring>], sheet: &mut Sheet<'_>) {
        for (which, hole) in holes.iter().enumerate() {
            let Some(hole) = hole else { continue };
            let path = self.coordinates(&[which + 1]);
            let inside = hole.corners.iter().filter(|corner| outline.contains(**corner)).count();
            if cross(hole, outline) || (0 < inside && inside < hole.corners.len()) {
                let reason = format!("a hole of {} crosses its outline", self.what);
                sheet.wrong(&path, reason, "draw it wholly inside");
            } else if inside == 0 {
                let reason = format!("a hole of {} lies outside its outline", self.what);
                sheet.wrong(&path, reason, "draw it inside, or as a feature of its own");
            }
            let overlaps = |other: &Ring| {
                let within = |one: &Ring, of: &Ring| one.corners.iter().all(|corner| of.contains(*corner));
                cross(hole, other) || within(hole, other) || within(other, hole)
            };
            if holes[..which].iter().flatten().any(overlaps) {
                let reason = format!("two holes of {} lie on the same ground", self.what);
                sheet.wrong(&path, reason, "draw them as one, or apart");
            }
        }
    }

    /// One ring of a polygon; nothing if something is wrong with it.
    fn ring(&self, positions: &[[Yards; 2]], which: usize, sheet: &mut Sheet<'_>) -> Option<Ring> {
        let before = sheet.faults.len();
        let path = |corner: usize| self.coordinates(&[which, corner]);
        let (Some(first), Some(last)) = (positions.first(), positions.last()) else {
            let reason = format!("a ring of {} has no points", self.what);
            sheet.wrong(&path(0), reason, "add at least three corners");
            return None;
        };
        let ends = [0, positions.len() - 1].iter().all(|end| sheet.sure(&path(*end)));
        let is_closed = first == last && positions.len() > 1;
        if !is_closed && ends {
            let hint = format!("end with its first point, {}", show(point(*first)));
            let reason = format!("the ring of {} is not closed", self.what);
            sheet.wrong(&path(positions.len() - 1), reason, hint);
        }
        // The last point is the first again, or one does not know what it is.
        let mut corners = self.corners(positions, &path, sheet);
        if is_closed && ends {
            corners.pop();
            if corners.len() < 3 {
                let reason = format!("the ring of {} has fewer than three corners", self.what);
                sheet.wrong(&path(0), reason, "add corners, or draw a line");
                return None;
            }
            let sides: Vec<(Corner, Corner)> =
                corners.iter().copied().zip(corners.iter().copied().cycle().skip(1)).collect();
            self.crosses_itself(&sides, true, &path, sheet);
        } else {
            let sides: Vec<(Corner, Corner)> = corners.windows(2).map(|pair| (pair[0], pair[1])).collect();
            self.crosses_itself(sides.split_last().map_or(&[][..], |(_, sure)| sure), false, &path, sheet);
        }
        let ring = Ring { corners: corners.iter().map(|corner| corner.at).collect() };
        let is_sure = ends && corners.iter().all(|corner| corner.sure) && sheet.faults.len() == before;
        if is_sure && ring.doubled_area() == 0 {
            sheet.wrong(&path(0), format!("{} has no area", self.what), "its corners lie on one line");
            return None;
        }
        is_sure.then_some(ring)
    }

    /// The points of a line; nothing if something is wrong with them.
    pub(super) fn points(&self, positions: &[[Yards; 2]], sheet: &mut Sheet<'_>) -> Option<Vec<Point>> {
        let before = sheet.faults.len();
        let path = |which: usize| self.coordinates(&[which]);
        if positions.len() < 2 && sheet.sure(way!["features", self.number, "geometry", "type"]) {
            let reason = format!("{} has fewer than two points", self.what);
            sheet.wrong(&self.coordinates(&[]), reason, "add points, or draw a spot");
        }
        let corners = self.corners(positions, &path, sheet);
        let turns = corners.windows(3).filter(|three| three.iter().all(|corner| corner.sure));
        for three in turns.filter(|three| folds_back((three[0].at, three[1].at), (three[1].at, three[2].at))) {
            let hint = format!("it turns round at {}: take a point away", show(three[1].at));
            sheet.wrong(&path(three[2].number), format!("{} runs back over itself", self.what), hint);
        }
        let is_sure = corners.len() > 1 && corners.iter().all(|corner| corner.sure) && sheet.faults.len() == before;
        is_sure.then(|| corners.iter().map(|corner| corner.at).collect())
    }

    /// Whether a point is one, on the map.
    pub(super) fn spot(&self, position: [Yards; 2], sheet: &mut Sheet<'_>) -> bool {
        let path = self.coordinates(&[]);
        let off = self.map.filter(|map| sheet.sure(&path) && !map.contains(point(position)));
        if let Some(map) = off {
            let hint = format!("the map ends at {}", show(map.north_east));
            sheet.wrong(&path, format!("{} is off the map", self.what), hint);
        }
        off.is_none() && sheet.sure(&path)
    }

    /// Points with their numbers. Reports those that leave the map, once for each time, and those that stand twice running;
    /// of these one is kept.
    fn corners(
        &self,
        positions: &[[Yards; 2]],
        path: &dyn Fn(usize) -> Vec<Step<'static>>,
        sheet: &mut Sheet<'_>,
    ) -> Vec<Corner> {
        let mut corners: Vec<Corner> = Vec::new();
        let mut was_on = true;
        for (number, at) in positions.iter().enumerate() {
            let (at, written) = (point(*at), sheet.sure(&path(number)));
            let on = !written || self.map.is_none_or(|map| map.contains(at));
            let is_return = number > 0 && number + 1 == positions.len() && positions.first() == positions.last();
            if let Some(map) = self.map.filter(|_| !on && was_on && !is_return) {
                let hint = format!("the map ends at {}", show(map.north_east));
                sheet.wrong(&path(number), format!("{} leaves the map", self.what), hint);
            }
            was_on = on;
            if written && corners.last().is_some_and(|last| last.sure && last.at == at) {
                let reason = format!("{} has a point twice running", self.what);
                sheet.wrong(&path(number), reason, "take one of them away");
                continue;
            }
            corners.push(Corner { at, number, sure: written && on });
        }
        corners
    }

    /// Reports the first two sides of a ring that meet where they should not.
    fn crosses_itself(
        &self,
        sides: &[(Corner, Corner)],
        is_closed: bool,
        path: &dyn Fn(usize) -> Vec<Step<'static>>,
        sheet: &mut Sheet<'_>,
    ) {
        if let Some((one, other)) = crossing(sides, is_closed) {
            let (from, and) = (sides[one].0, sides[other].0);
            let hint = format!("its sides from {} and from {} meet", show(from.at), show(and.at));
            sheet.wrong(&path(and.number), format!("the outline of {} crosses itself", self.what), hint);
        }
    }
}

/// Whether two rings cross.
fn cross(one: &Ring, other: &Ring) -> bool {
    one.sides().any(|side| other.sides().any(|edge| segments_cross(side, edge)))
}

/// The first two sides that meet where they should not: any two that are no neighbours, and neighbours that fold back.
fn crossing(sides: &[(Corner, Corner)], is_closed: bool) -> Option<(usize, usize)> {
    let count = sides.len();
    let side = |(from, to): (Corner, Corner)| (from.at, to.at);
    let is_sure = |which: usize| sides[which].0.sure && sides[which].1.sure;
    for one in (0..count).filter(|which| is_sure(*which)) {
        for other in (one + 1..count).filter(|which| is_sure(*which)) {
            let follows = other == one + 1;
            let precedes = is_closed && one == 0 && other == count - 1;
            let (first, second) = (side(sides[one]), side(sides[other]));
            let meet = if follows {
                folds_back(first, second)
            } else if precedes {
                folds_back(second, first)
            } else {
                segments_meet(first, second)
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
