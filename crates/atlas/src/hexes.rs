//! Hexes over the map, with their numbers.

use field::ground::{Length, YARD};
use field::hex::derived::Lattice;

use crate::ink::{Path, Sheet, number};
use crate::paper::{Chart, Tenths};

/// Draws hexes so many yards across; nothing where that would be too many or none.
pub(crate) fn draw(sheet: &mut Sheet, chart: &Chart, extent: field::ground::Extent, yards: u32) {
    let across = Length::try_from(yards).ok().and_then(|yards| yards.checked_mul(YARD));
    let Some(lattice) = across.and_then(|across| Lattice::over(extent, across)) else { return };
    let grid = lattice.grid();
    let across = (yards * 10) as Tenths;
    // From the middle to a corner, as far east as that corner lies, and half a side.
    let (corner, half_side) = (scaled(across, 57_735), scaled(across, 28_868));
    let line = number((across / 70).clamp(chart.scale.tenths(9), chart.scale.tenths(20)));
    let mut lines = Path::new();
    let mut figures = String::new();
    let size = number((across / 7).min(chart.scale.units(15)));
    for cell in grid.cells() {
        let middle = chart.place(lattice.centre(cell));
        // Three sides each; the others belong to the neighbours. On the rim they fall outside the map.
        lines.polyline(&[
            middle.plus(-half_side, -across / 2),
            middle.plus(half_side, -across / 2),
            middle.plus(corner, 0),
            middle.plus(half_side, across / 2),
        ]);
        let at = middle.plus(0, -across / 3);
        if chart.frame().grown(-across / 12).has(at) {
            let (x, y) = (number(at.x), number(at.y));
            figures.push_str(&format!("<text x=\"{x}\" y=\"{y}\">{}</text>", grid.number(cell)));
        }
    }
    sheet.path_with(&format!("class=\"hex-line\" stroke-width=\"{line}\""), lines);
    sheet.raw(&format!("<g class=\"hex-number near\" font-size=\"{size}\">{figures}</g>"));
}

/// A share of a length, in hundred-thousandths.
const fn scaled(length: Tenths, share: i64) -> Tenths {
    (length as i64 * share / 100_000) as Tenths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paper::Place;

    #[test]
    fn a_side_is_as_long_as_the_way_to_a_corner() {
        assert_eq!(scaled(1_000, 57_735), 577);
        let (middle, corner) = (Place::new(0, 0), Place::new(scaled(1_000, 28_868), -500));
        assert!((middle.distance(corner) - 577).abs() <= 1);
    }
}
