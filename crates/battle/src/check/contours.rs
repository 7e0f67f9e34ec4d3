//! Contours do not cross, and the ground rises inside them.

use field::ground::{Contour, segments_cross};

use super::outlines::show;
use crate::sheet::Sheet;
use crate::tree::way;

/// Contours with their numbers among the features.
pub(super) fn check(contours: &[(usize, Contour)], sheet: &mut Sheet<'_>) {
    for (which, (number, contour)) in contours.iter().enumerate() {
        for (_, earlier) in &contours[..which] {
            if let Some(corner) = crossing(contour, earlier) {
                let reason = format!("contour {} crosses contour {}", label(contour), label(earlier));
                let hint = format!(
                    "near {}: draw the higher one inside the lower",
                    show(contour.region.outline.corners[corner])
                );
                sheet.wrong(way!["features", *number, "geometry", "coordinates", 0_usize, corner], reason, hint);
            } else if sinks(contour, earlier) || sinks(earlier, contour) {
                let reason = format!(
                    "contours {} and {} lie one inside the other the wrong way",
                    label(earlier),
                    label(contour)
                );
                let hint = "the ground rises inside a contour; draw a hollow as a hole of the higher one";
                sheet.wrong(way!["features", *number, "properties", "feet"], reason, hint);
            }
        }
    }
}

/// The corner where a side begins that crosses the other contour.
fn crossing(contour: &Contour, other: &Contour) -> Option<usize> {
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
fn sinks(inner: &Contour, outer: &Contour) -> bool {
    inner.height <= outer.height && inner.region.outline.corners.iter().all(|corner| outer.region.contains(*corner))
}

fn label(contour: &Contour) -> String {
    let feet = contour.height / field::ground::FOOT;
    contour.name.as_ref().map_or(format!("at {feet} ft"), |name| format!("{name} at {feet} ft"))
}
