//! Hexes over the map, with their numbers.

use field::ground::{Extent, Length, YARD};
use field::hex::derived::Lattice;

use crate::ink::{Path, Sheet, number};
use crate::names::{Board, NEVER};
use crate::paper::{Chart, Frame, Place, Tenths};

/// Hexes so many yards across; nothing where that would be too many or none.
fn lattice(extent: Extent, yards: u32) -> Option<Lattice> {
    let across = Length::try_from(yards).ok().and_then(|yards| yards.checked_mul(YARD))?;
    Lattice::over(extent, across)
}

/// Draws the sides of hexes so many yards across.
pub(crate) fn draw(sheet: &mut Sheet, chart: &Chart, extent: Extent, yards: u32) {
    let Some(lattice) = lattice(extent, yards) else { return };
    let across = (yards * 10) as Tenths;
    // From the middle to a corner, as far east as that corner lies, and half a side.
    let (corner, half_side) = (scaled(across, 57_735), scaled(across, 28_868));
    let line = number((across / 70).clamp(chart.scale.tenths(9), chart.scale.tenths(20)));
    let mut lines = Path::new();
    for cell in lattice.grid().cells() {
        let middle = chart.place(lattice.centre(cell));
        // Three sides each; the others belong to the neighbours. On the rim they fall outside the map.
        lines.polyline(&[
            middle.plus(-half_side, -across / 2),
            middle.plus(half_side, -across / 2),
            middle.plus(corner, 0),
            middle.plus(half_side, across / 2),
        ]);
    }
    sheet.path_with(&format!("class=\"hex-line\" stroke-width=\"{line}\""), lines);
}

/// Writes the number of each hex near its northern side, or near its southern one where a unit or a name has taken that
/// place. A hex with neither place free goes without: its neighbours say which it is.
pub(crate) fn numbers(sheet: &mut Sheet, chart: &Chart, extent: Extent, yards: u32, board: &Board) {
    let Some(lattice) = lattice(extent, yards) else { return };
    let grid = lattice.grid();
    let across = (yards * 10) as Tenths;
    let size = (across * 21 / 100).min(chart.scale.units(15));
    let (wide, down) = (size * 26 / 10, size * 35 / 100);
    let is_free = |at: &Place| board.cost(&[Frame::around(*at, wide, size)]) < NEVER;
    let mut figures = String::new();
    for cell in grid.cells() {
        let middle = chart.place(lattice.centre(cell));
        let places = [middle.plus(0, -across * 35 / 100), middle.plus(0, across * 35 / 100)];
        if let Some(at) = places.into_iter().find(is_free) {
            let (x, y) = (number(at.x), number(at.y + down));
            figures.push_str(&format!("<text x=\"{x}\" y=\"{y}\">{}</text>", grid.number(cell)));
        }
    }
    sheet.raw(&format!("<g class=\"hex-number near\" font-size=\"{}\">{figures}</g>\n", number(size)));
}

/// A share of a length, in hundred-thousandths.
const fn scaled(length: Tenths, share: i64) -> Tenths {
    (length as i64 * share / 100_000) as Tenths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_side_is_as_long_as_the_way_to_a_corner() {
        assert_eq!(scaled(1_000, 57_735), 577);
        let (middle, corner) = (Place::new(0, 0), Place::new(scaled(1_000, 28_868), -500));
        assert!((middle.distance(corner) - 577).abs() <= 1);
    }
}
