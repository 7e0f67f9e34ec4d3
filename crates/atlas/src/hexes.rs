//! Hexes over the map: their sides, what lies on them, and their numbers.

use field::ground::{AreaKind, Extent, Ground, Length, LineKind, YARD};
use field::hex::derived::{Drawing, Drawn, Lattice, derive};
use field::hex::{Cell, HexMap, Side};

use crate::ink::{Path, Sheet, number};
use crate::names::{Board, NEVER};
use crate::paper::{Chart, Frame, Place, Tenths, tenths};

/// Hexes so many yards across; nothing where that would be too many or none.
pub(crate) fn lattice(extent: Extent, yards: u32) -> Option<Lattice> {
    let across = Length::try_from(yards).ok().and_then(|yards| yards.checked_mul(YARD))?;
    Lattice::over(extent, across)
}

/// The hexes of a map on paper.
pub(crate) struct Hexes {
    pub(crate) lattice: Lattice,
    map: HexMap,
    /// From one side of a hex to the opposite one.
    pub(crate) across: Tenths,
}

/// Kinds of sides that are told apart, with the words for them in the key.
pub(crate) const SIDES: [(&str, &str); 4] = [
    ("woods", "Edge of woods by hexes"),
    ("water", "Water on a hexside"),
    ("wall", "Wall on a hexside"),
    ("works", "Works on a hexside"),
];

/// What the hexes of a map tell. It is derived as a rulebook derives it: a hex is woods when most of it is, and what runs
/// along the ground lies on the nearest sides.
struct Told;

impl Drawing for Told {
    fn area(&self, kind: AreaKind, points: u8) -> Option<&'static str> {
        let is_woods = matches!(kind, AreaKind::OpenWood | AreaKind::DenseWood | AreaKind::Thicket);
        // More than half of nineteen.
        (is_woods && points >= 10).then_some("woods")
    }

    fn line(&self, kind: LineKind) -> Drawn {
        match kind {
            LineKind::Stream
            | LineKind::MarshyStream
            | LineKind::Ditch
            | LineKind::Creek
            | LineKind::Canal
            | LineKind::River => Drawn::Along("water"),
            LineKind::StoneWall | LineKind::LowWall | LineKind::HighWall => Drawn::Along("wall"),
            LineKind::Breastwork
            | LineKind::HastyWorks
            | LineKind::FieldWorks
            | LineKind::Redan
            | LineKind::Lunette
            | LineKind::Barricade => Drawn::Along("works"),
            _ => Drawn::LeftOut,
        }
    }

    fn level(&self, _: Length) -> i8 {
        0
    }
}

impl Hexes {
    pub(crate) fn over(ground: &Ground, yards: u32) -> Option<Hexes> {
        let lattice = lattice(ground.extent(), yards)?;
        let map = derive(ground, &lattice, &Told);
        let across = tenths(lattice.across());
        Some(Hexes { lattice, map, across })
    }

    /// The corners of a hex, the first between its northern side and the next, and so on clockwise.
    fn corners(&self, middle: Place) -> [Place; 6] {
        let (corner, half_side, half) = reach(self.across);
        [(half_side, -half), (corner, 0), (half_side, half), (-half_side, half), (-corner, 0), (-half_side, -half)]
            .map(|(x, y)| middle.plus(x, y))
    }

    /// The two ends of a side.
    fn side(&self, middle: Place, side: Side) -> [Place; 2] {
        let corners = self.corners(middle);
        [corners[(side.index() + 5) % 6], corners[side.index()]]
    }

    /// Each side once.
    fn sides(&self) -> impl Iterator<Item = (Cell, Side, Option<Cell>)> {
        let grid = self.lattice.grid();
        let all = grid.cells().flat_map(|cell| Side::ALL.into_iter().map(move |side| (cell, side)));
        let with_next = all.map(|(cell, side)| (cell, side, grid.neighbour(cell, side)));
        with_next.filter(|(cell, _, next)| next.is_none_or(|next| *cell < next))
    }

    /// The sides on which something lies.
    fn marked(&self, what: &str) -> Vec<(Cell, Side)> {
        let Some(feature) = self.map.feature(what) else { return Vec::new() };
        let has = |cell: Cell| self.map.features(cell).has(feature);
        let is_marked = |cell: Cell, side: Side, next: Option<Cell>| {
            // Woods lie in hexes, and have an edge where a hex without them follows; all else lies on sides.
            self.map.side(cell, side).has(feature) || next.is_some_and(|next| has(cell) != has(next))
        };
        self.sides()
            .filter(|(cell, side, next)| is_marked(*cell, *side, *next))
            .map(|(cell, side, _)| (cell, side))
            .collect()
    }

    /// Which kinds of sides occur.
    pub(crate) fn kinds(&self) -> impl Iterator<Item = &'static (&'static str, &'static str)> {
        SIDES.iter().filter(|(kind, _)| !self.marked(kind).is_empty())
    }

    /// Draws the sides of all hexes, and what lies on them.
    pub(crate) fn draw(&self, sheet: &mut Sheet, chart: &Chart) {
        let middle = |cell: Cell| chart.place(self.lattice.centre(cell));
        let width = (self.across / 70).clamp(chart.scale.tenths(9), chart.scale.tenths(20));
        let mut lines = Path::new();
        for (cell, side, _) in self.sides() {
            let [from, to] = self.side(middle(cell), side);
            lines.segment(from, to);
        }
        // A light line below the dark one shows the sides among trees.
        sheet.raw(&format!("<defs><path id=\"hex-grid\" d=\"{}\"/></defs>", lines.text()));
        for (class, width) in [("hex-under", width * 5 / 2), ("hex-line", width * 5 / 4)] {
            let width = number(width);
            sheet.raw(&format!("<use class=\"{class}\" stroke-width=\"{width}\" href=\"#hex-grid\"/>"));
        }
        for (kind, _) in SIDES {
            let mut marks = Path::new();
            for (cell, side) in self.marked(kind) {
                let [from, to] = self.side(middle(cell), side);
                marks.segment(from, to);
            }
            sheet.path(&format!("hexside {kind}-side"), marks);
        }
    }

    /// Writes the number of each hex below its northern side. Where a unit or a name has taken that place the hex goes
    /// without: its neighbours say which it is. Where hexes are too small for figures one can read, only every fifth of
    /// every fifth column has them.
    pub(crate) fn numbers(&self, sheet: &mut Sheet, chart: &Chart, board: &Board) {
        let grid = self.lattice.grid();
        let (wished, least) = (self.across * 17 / 100, chart.scale.units(10));
        let (size, step) = if wished < least { (least, 5) } else { (wished.min(chart.scale.units(16)), 1) };
        let (wide, down) = (size * 26 / 10, size * 35 / 100);
        let is_free = |at: Place| board.cost(&[Frame::around(at, wide, size)]) < NEVER;
        let mut figures = String::new();
        for cell in grid.cells() {
            let (column, row) = grid.column_and_row(cell);
            let at = chart.place(self.lattice.centre(cell)).plus(0, -self.across * 38 / 100);
            let is_wanted = (column + 1).is_multiple_of(step) && (row + 1).is_multiple_of(step);
            if is_wanted && is_free(at) {
                let (x, y) = (number(at.x), number(at.y + down));
                figures.push_str(&format!("<text x=\"{x}\" y=\"{y}\">{}</text>", grid.number(cell)));
            }
        }
        sheet.raw(&format!("<g class=\"hex-number near\" font-size=\"{}\">{figures}</g>\n", number(size)));
    }

    /// A sample of a kind of side, for the key.
    pub(crate) fn sample(sheet: &mut Sheet, kind: &str, middle: Place, half: Tenths) {
        let mut path = Path::new();
        path.polyline(&[
            middle.plus(-half, half / 5),
            middle.plus(-half / 3, -half / 5),
            middle.plus(half / 3, half / 5),
            middle.plus(half, -half / 5),
        ]);
        sheet.path(&format!("hexside {kind}-side"), path);
    }
}

/// The box that holds all hexes of a piece of ground whole.
pub(crate) fn frame(extent: Extent, yards: u32, place: impl Fn(field::ground::Point) -> Place) -> Option<Frame> {
    let lattice = lattice(extent, yards)?;
    let (corner, _, half) = reach(tenths(lattice.across()));
    let middles: Vec<Place> = lattice.grid().cells().map(|cell| place(lattice.centre(cell))).collect();
    let frame = Frame::of(&middles)?;
    Some(Frame {
        left: frame.left - corner,
        top: frame.top - half,
        right: frame.right + corner,
        bottom: frame.bottom + half,
    })
}

/// From the middle of a hex to its eastern corner; half a side; from the middle to a side.
const fn reach(across: Tenths) -> (Tenths, Tenths, Tenths) {
    (scaled(across, 57_735), scaled(across, 28_868), across / 2)
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
