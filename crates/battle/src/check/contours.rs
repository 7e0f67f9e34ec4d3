//! Contours do not cross, and the ground rises inside them.

use field::ground::{Length, Region, segments_cross};

use super::outlines::show;
use crate::sheet::Sheet;
use crate::tree::way;

/// A contour of the file.
pub(super) struct Drawn<'a> {
    /// Its number among the features.
    pub(super) number: usize,
    pub(super) name: Option<&'a str>,
    pub(super) region: Region,
    /// How high it is, if that is sure.
    pub(super) height: Option<Length>,
}

pub(super) fn check(contours: &[Drawn<'_>], sheet: &mut Sheet<'_>) {
    for (which, contour) in contours.iter().enumerate() {
        for earlier in &contours[..which] {
            if let Some(corner) = crossing(contour, earlier) {
                let reason = format!("contour {} crosses contour {}", contour.label(), earlier.label());
                let near = show(contour.region.outline.corners[corner]);
                let is_level = contour.height.is_some() && contour.height == earlier.height;
                let how = if is_level { "draw both as one, or apart" } else { "draw the higher one inside the lower" };
                let hint = format!("near {near}: {how}");
                let path = way!["features", contour.number, "geometry", "coordinates", 0_usize, corner];
                sheet.wrong(path, reason, hint);
            } else if sinks(contour, earlier) || sinks(earlier, contour) {
                let (outer, inner) = (earlier.label(), contour.label());
                let reason = format!("contours {outer} and {inner} lie one inside the other the wrong way");
                let hint = "the ground rises inside a contour; draw a hollow as a hole of the higher one";
                sheet.wrong(way!["features", contour.number, "properties", "feet"], reason, hint);
            }
        }
    }
}

/// The corner where a side begins that crosses the other contour.
fn crossing(contour: &Drawn<'_>, other: &Drawn<'_>) -> Option<usize> {
    let (ours, theirs) = (contour.region.extent()?, other.region.extent()?);
    let apart = ours.south_west.x > theirs.north_east.x
        || theirs.south_west.x > ours.north_east.x
        || ours.south_west.y > theirs.north_east.y
        || theirs.south_west.y > ours.north_east.y;
    if apart {
        return None;
    }
    contour.region.outline.sides().position(|side| other.region.sides().any(|edge| segments_cross(side, edge)))
}

/// Whether the first lies inside the second, and is not higher.
fn sinks(inner: &Drawn<'_>, outer: &Drawn<'_>) -> bool {
    let lower = inner.height.zip(outer.height).is_some_and(|(inner, outer)| inner <= outer);
    lower && inner.region.outline.corners.iter().all(|corner| outer.region.contains(*corner))
}

impl Drawn<'_> {
    fn label(&self) -> String {
        let feet = self.height.map(|height| format!("at {} ft", height / field::ground::FOOT));
        match (self.name, feet) {
            (Some(name), Some(feet)) => format!("{name} {feet}"),
            (Some(name), None) => name.to_owned(),
            (None, Some(feet)) => feet,
            (None, None) => "without a height".to_owned(),
        }
    }
}
