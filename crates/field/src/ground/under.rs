//! What lies under a point or a base, and what is within reach.

use super::Ground;
use super::along::What;
use super::feature::{AreaId, ContourId, LineId, SpotId};
use super::kinds::AreaKind;
use super::point::{Extent, Length, Point};
use super::shape::{Region, Ring, is_within, segments_meet};

/// An area under a base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Under {
    /// Which.
    pub area: AreaId,
    /// Whether the whole base lies in it.
    pub whole: bool,
}

impl Ground {
    /// The areas a point lies in, in the order they were given. An edge belongs to its area.
    pub fn areas_at(&self, point: Point) -> impl Iterator<Item = AreaId> + '_ {
        let near = self.index.areas.at(point).into_iter().map(AreaId);
        near.filter(move |id| self.areas[id.index()].region.contains(point))
    }

    /// The kinds of the areas a point lies in. Nothing stands for open ground.
    pub fn kinds_at(&self, point: Point) -> impl Iterator<Item = AreaKind> + '_ {
        self.areas_at(point).map(|id| self.areas[id.index()].kind)
    }

    /// The areas under a base, in the order they were given. The base is convex, its corners in order either way round;
    /// touching counts.
    pub fn areas_under(&self, base: &[Point]) -> Vec<Under> {
        let Some(extent) = Extent::around(base.iter().copied()) else { return Vec::new() };
        let base = Ring { corners: base.to_vec() };
        let near = self.index.areas.touching(extent).into_iter().map(AreaId);
        near.filter_map(|area| {
            let region = &self.areas[area.index()].region;
            overlaps(region, &base).then(|| Under { area, whole: lies_in(&base, region) })
        })
        .collect()
    }

    /// The lines that touch or cross a base, in the order they were given.
    pub fn lines_under(&self, base: &[Point]) -> Vec<LineId> {
        let Some(extent) = Extent::around(base.iter().copied()) else { return Vec::new() };
        let base = Ring { corners: base.to_vec() };
        self.lines_whose(extent, |stretch| lies_under(stretch, &base))
    }

    /// Every contour, area and line that touches a base. The base is convex, its corners in order either way round.
    pub fn all_under(&self, base: &[Point]) -> Vec<What> {
        let Some(extent) = Extent::around(base.iter().copied()) else { return Vec::new() };
        let contours = self.index.contours.touching(extent).into_iter().map(|id| What::Contour(ContourId(id)));
        let areas = self.index.areas.touching(extent).into_iter().map(|id| What::Area(AreaId(id)));
        let regions = contours.chain(areas).filter(|what| self.is_under(*what, base));
        regions.chain(self.lines_under(base).into_iter().map(What::Line)).collect()
    }

    /// Whether one thing of the ground touches a base.
    pub fn is_under(&self, what: What, base: &[Point]) -> bool {
        let base = Ring { corners: base.to_vec() };
        match what {
            What::Contour(id) => overlaps(&self.contours[id.index()].region, &base),
            What::Area(id) => overlaps(&self.areas[id.index()].region, &base),
            What::Line(id) => self.lines[id.index()].stretches().any(|stretch| lies_under(stretch, &base)),
        }
    }

    /// The lines that come within reach of a point, in the order they were given.
    pub fn lines_near(&self, point: Point, reach: Length) -> Vec<LineId> {
        self.lines_whose(around(point, reach), |(from, to)| is_within(from, to, point, reach))
    }

    /// The spots within reach of a point, in the order they were given.
    pub fn spots_near(&self, point: Point, reach: Length) -> Vec<SpotId> {
        let far = i64::from(reach) * i64::from(reach);
        let near = self.index.spots.touching(around(point, reach)).into_iter().map(SpotId);
        near.filter(|id| self.spots[id.index()].at.distance_squared(point) <= far).collect()
    }

    fn lines_whose(&self, extent: Extent, mut fits: impl FnMut((Point, Point)) -> bool) -> Vec<LineId> {
        let mut found: Vec<LineId> = Vec::new();
        for number in self.index.stretches.touching(extent) {
            let (line, stretch) = self.stretch_numbers[number as usize];
            if found.last() == Some(&line) {
                continue;
            }
            if self.lines[line.index()].stretches().nth(stretch).is_some_and(&mut fits) {
                found.push(line);
            }
        }
        found
    }
}

/// Whether a stretch of a line touches a base.
fn lies_under((from, to): (Point, Point), base: &Ring) -> bool {
    // COST: a stretch that runs past has all corners on one side.
    let sides = base.corners.iter().map(|corner| from.side(to, *corner).signum());
    let (left, right) = sides.fold((true, true), |(left, right), side| (left && side > 0, right && side < 0));
    if left || right {
        return false;
    }
    base.contains(from) || base.contains(to) || base.sides().any(|side| segments_meet(side, (from, to)))
}

fn overlaps(region: &Region, base: &Ring) -> bool {
    base.corners.iter().any(|corner| region.contains(*corner))
        || region.outline.corners.iter().any(|corner| base.contains(*corner))
        || region.sides().any(|side| base.sides().any(|edge| segments_meet(side, edge)))
}

/// Whether no part of the base lies outside the region: all its corners lie inside, its edges leave it nowhere, and no hole
/// lies under it.
fn lies_in(base: &Ring, region: &Region) -> bool {
    let inside = base.corners.iter().all(|corner| region.contains(*corner));
    let under = |corner: &Point| {
        base.contains(*corner) && !base.sides().any(|(from, to)| super::shape::on_segment(from, to, *corner))
    };
    let cut = region.sides().any(|side| base.sides().any(|edge| super::shape::segments_cross(side, edge)));
    inside && !cut && !region.holes.iter().any(|hole| hole.corners.iter().any(under))
}

fn around(point: Point, reach: Length) -> Extent {
    let reach = reach.max(0);
    Extent {
        south_west: Point::new(point.x.saturating_sub(reach), point.y.saturating_sub(reach)),
        north_east: Point::new(point.x.saturating_add(reach), point.y.saturating_add(reach)),
    }
}
