//! How high the ground is, and how steep.
//!
//! **Level.** A contour is an outline: the ground inside it is at least as high as it says. Where contours overlap the higher
//! one counts, and outside all of them the ground lies at nought. This is what rulebooks mean that count contours.
//!
//! **Height.** Between two contours the ground rises evenly from the one to the other:
//!
//! - *Between contours*: the lower contour is the highest one that holds the point, the upper one is the nearest higher one
//!   whose outline begins inside the lower. The height lies between theirs in the ratio of the distances to the two.
//! - *Above the last contour* the ground is flat, or rises in the same way to a measured summit inside it.
//! - *Below the first contour* a hill runs out to nought over [`FOOT_RUN`] times its height, and beyond that all is flat.
//!
//! Distances are rounded down and heights to the nearest, so the answer is a whole number that is the same everywhere. It
//! does not jump inside one hill whose contours are nested; where the outlines of different hills overlap it may.

use serde::{Deserialize, Serialize};

use super::Ground;
use super::feature::ContourId;
use super::kinds::{AreaKind, LineKind, SpotKind};
use super::point::{Length, Point};
use super::shape::{Region, distance_to_segment};

/// The foot of a hill is this many times as long as its first contour is high.
pub const FOOT_RUN: Length = 10;

/// LIMIT: ground that rises less than this much in a hundred is level, at most so much gentle, at most so much steep; what
/// rises more is sheer.
const LEVEL_BELOW: i64 = 2;
const GENTLE_UP_TO: i64 = 15;
const STEEP_UP_TO: i64 = 60;

/// How steep the ground is between two points, either way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Slope {
    /// Nothing one would notice.
    Level,
    /// Troops keep their formation on it.
    Gentle,
    /// Troops climb.
    Steep,
    /// Nobody keeps his feet.
    Sheer,
}

/// The slope from one point to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grade {
    /// How much higher the second point lies; negative downhill.
    pub rise: Length,
    /// How steep it is.
    pub slope: Slope,
}

impl Ground {
    /// The height of the highest contour around a point; nought outside all.
    pub fn level_at(&self, point: Point) -> Length {
        self.contour_at(point).map_or(0, |id| self.contours[id.index()].height)
    }

    /// The highest contour around a point; of equal ones the last.
    pub fn contour_at(&self, point: Point) -> Option<ContourId> {
        let around = self.index.contours.at(point).into_iter().rev();
        around.map(ContourId).find(|id| self.contours[id.index()].region.contains(point))
    }

    /// How high the ground is at a point, above its datum. See the head of this module for how it is reckoned.
    pub fn height_at(&self, point: Point) -> Length {
        let Some(lower) = self.contour_at(point) else { return self.height_below_the_hills(point) };
        let (level, region) = (self.contours[lower.index()].height, &self.contours[lower.index()].region);
        let higher = self.contours[lower.index()..].iter().filter(|contour| contour.height > level);
        let above = higher
            .filter(|contour| contour.region.outline.corners.iter().any(|corner| region.contains(*corner)))
            .map(|contour| (distance_to_edge(&contour.region, point), contour.height));
        let summits = self.spots.iter().filter(|spot| spot.kind == SpotKind::Summit && region.contains(spot.at));
        let tops =
            summits.filter_map(|spot| Some((spot.at.distance(point), spot.height.filter(|height| *height > level)?)));
        match above.chain(tops).min() {
            Some((up, height)) => share(level, height, distance_to_edge(region, point), up),
            None => level,
        }
    }

    fn height_below_the_hills(&self, point: Point) -> Length {
        let rises = self.contours.iter().filter(|contour| contour.height > 0).map(|contour| {
            let run = contour.height.saturating_mul(FOOT_RUN);
            let up = distance_to_edge(&contour.region, point).min(run);
            share(0, contour.height, run - up, up)
        });
        rises.max().unwrap_or(0)
    }

    /// The slope from one point to another: by the heights of the two, and at least steep where either lies on ground marked
    /// so, and sheer where a cliff stands between them.
    pub fn slope(&self, from: Point, to: Point) -> Grade {
        let rise = self.height_at(to) - self.height_at(from);
        let (climb, run) = (100 * i64::from(rise.abs()), i64::from(from.distance(to)));
        let by_height = match climb {
            _ if climb < LEVEL_BELOW * run || rise == 0 => Slope::Level,
            _ if climb <= GENTLE_UP_TO * run => Slope::Gentle,
            _ if climb <= STEEP_UP_TO * run => Slope::Steep,
            _ => Slope::Sheer,
        };
        let is_cliff = |line: super::LineId| self.lines[line.index()].kind == LineKind::Cliff;
        let is_steep = |point| self.areas_at(point).any(|id| self.areas[id.index()].kind == AreaKind::SteepSlope);
        let by_kind = if self.crossings(from, to).iter().any(|crossing| is_cliff(crossing.line)) {
            Slope::Sheer
        } else if is_steep(from) || is_steep(to) {
            Slope::Steep
        } else {
            Slope::Level
        };
        Grade { rise, slope: by_height.max(by_kind) }
    }
}

/// The height at a place so far from the lower and so far from the upper of two heights, rounded to the nearest.
fn share(lower: Length, upper: Length, from_lower: Length, from_upper: Length) -> Length {
    let whole = i64::from(from_lower) + i64::from(from_upper);
    if whole == 0 {
        return upper;
    }
    let rise = (2 * i64::from(upper - lower) * i64::from(from_lower) + whole).div_euclid(2 * whole);
    lower.saturating_add(Length::try_from(rise).unwrap_or(Length::MAX))
}

fn distance_to_edge(region: &Region, point: Point) -> Length {
    region.sides().map(|(from, to)| distance_to_segment(from, to, point)).min().unwrap_or(Length::MAX)
}
