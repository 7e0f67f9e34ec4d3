//! Hexes laid over real ground.
//!
//! A lattice says where the hexes lie; deriving a map asks, for each hex, what covers it at nineteen points, how high its
//! middle lies, and which lines run across its sides or along them. What becomes of that is the rulebook's affair.

use super::map::HexMap;
use super::{Cell, Grid, Numbering, Pushed, Side};
use crate::ground::{AreaId, AreaKind, Extent, Ground, Length, LineId, LineKind, Point};

/// Hexes over a piece of ground.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lattice {
    grid: Grid,
    extent: Extent,
    /// The middle of the first hex of the first column.
    north_west: Point,
    /// From one side of a hex to the opposite one.
    across: Length,
}

/// The distance between columns over that between rows: half the root of three, times 65,536.
const COLUMN: i64 = 56_756;

impl Lattice {
    /// Hexes so far across, over all of this ground. Nothing if that would be too many, or none.
    pub fn over(extent: Extent, across: Length) -> Option<Lattice> {
        if across < 2 {
            return None;
        }
        let (across, column) = (i64::from(across), (i64::from(across) * COLUMN) >> 16);
        let whole = |length: Length, one: i64| u16::try_from(((i64::from(length) + one / 2) / one).max(1)).ok();
        let (columns, rows) = (whole(extent.width(), column)?, whole(extent.height(), across)?);
        let grid = Grid::new(columns, rows, Pushed::Odd, Numbering::default())?;
        // Half a column in from the west; and as far from the north as the pushed columns are from the south.
        let (x, y) = (i64::from(extent.south_west.x) + column / 2, i64::from(extent.north_east.y) - across / 4);
        let north_west = Point::new(x as Length, y as Length);
        Some(Lattice { grid, extent, north_west, across: across as Length })
    }

    /// The shape of the map.
    pub const fn grid(&self) -> &Grid {
        &self.grid
    }

    /// How far it is from one side of a hex to the opposite one.
    pub const fn across(&self) -> Length {
        self.across
    }

    /// Where the middle of a hex lies.
    pub fn centre(&self, cell: Cell) -> Point {
        let (column, row) = self.grid.column_and_row(cell);
        self.middle(i32::from(column), i32::from(row))
    }

    fn middle(&self, column: i32, row: i32) -> Point {
        let east = (i64::from(column) * i64::from(self.across) * COLUMN) >> 16;
        let south = row * self.across + (column & 1) * (self.across / 2);
        Point::new(self.north_west.x + east as Length, self.north_west.y - south)
    }

    /// The hex whose middle is nearest to a point; of equally near ones the first. Nothing off the ground.
    pub fn cell_at(&self, point: Point) -> Option<Cell> {
        if !self.extent.contains(point) {
            return None;
        }
        let (x, y) = self.north_west.offset_to(point);
        let column = ((x << 16) / (i64::from(self.across) * COLUMN)) as i32;
        let row = (-y / i64::from(self.across)) as i32;
        let (last_column, last_row) = (i32::from(self.grid.columns()) - 1, i32::from(self.grid.rows()) - 1);
        let around = |at: i32, last: i32| (at - 1).clamp(0, last)..=(at + 1).clamp(0, last);
        let near = around(column, last_column).flat_map(|column| around(row, last_row).map(move |row| (column, row)));
        let (_, column, row) =
            near.map(|(column, row)| (self.middle(column, row).distance_squared(point), column, row)).min()?;
        self.grid.in_column(column as u16, row as u16)
    }

    /// The hexes a broken line runs through, in order, each once in a row.
    pub fn cells_along(&self, points: &[Point]) -> Vec<Cell> {
        let mut cells: Vec<Cell> = Vec::new();
        for pair in points.windows(2) {
            // Places close enough together that no hex is left out by more than a corner.
            let pieces = (i64::from(pair[0].distance(pair[1])) * 8 / i64::from(self.across) + 1).max(1);
            let (x, y) = pair[0].offset_to(pair[1]);
            let place = |piece: i64| {
                Point::new(pair[0].x + (x * piece / pieces) as Length, pair[0].y + (y * piece / pieces) as Length)
            };
            for cell in (0..=pieces).filter_map(|piece| self.cell_at(place(piece))) {
                if cells.last() != Some(&cell) {
                    cells.push(cell);
                }
            }
        }
        cells
    }
}

/// How a line of the ground becomes something of a map of hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Drawn {
    /// It runs from hex to hex, across their sides: roads.
    Across(&'static str),
    /// It is moved to the nearest sides and runs along them: streams and walls.
    Along(&'static str),
    /// It is left out.
    LeftOut,
}

/// What a rulebook makes of the ground when hexes are laid over it.
pub trait Drawing {
    /// What lies in a hex of which so many of nineteen points lie in areas of this kind; nothing if that is too few.
    fn area(&self, kind: AreaKind, points: u8) -> Option<&'static str>;
    /// What becomes of a line.
    fn line(&self, kind: LineKind) -> Drawn;
    /// The level of ground at this height.
    fn level(&self, height: Length) -> i8;
}

/// Nineteen points of a hex: its middle, and twice six around it.
fn samples(centre: Point, across: Length) -> [Point; 19] {
    let mut points = [centre; 19];
    let column = |rows: i64| (rows * i64::from(across) * COLUMN / 65_536) as Length;
    for (place, (east, south)) in [(0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1)].into_iter().enumerate() {
        let (x, y) = (column(i64::from(east)), south * across / 2);
        points[1 + place] = Point::new(centre.x + x / 5, centre.y - y / 5);
        points[7 + place] = Point::new(centre.x + 2 * x / 5, centre.y - 2 * y / 5);
        // Between one of the six and the next: turned by thirty degrees.
        points[13 + place] = Point::new(centre.x + 2 * y / 5, centre.y + 2 * x / 5);
    }
    points
}

/// The map of hexes of a piece of ground.
pub fn derive(ground: &Ground, lattice: &Lattice, drawing: &impl Drawing) -> HexMap {
    let mut map = HexMap::new(lattice.grid().clone());
    let kind_of = |area: AreaId| ground.areas()[area.index()].kind;
    for cell in lattice.grid().cells() {
        let centre = lattice.centre(cell);
        map.set_level(cell, drawing.level(ground.level_at(centre)));
        let mut kinds: Vec<(AreaKind, u8)> = Vec::new();
        for point in samples(centre, lattice.across()) {
            let mut here: Vec<AreaKind> = ground.areas_at(point).map(kind_of).collect();
            here.sort_unstable();
            here.dedup();
            for kind in here {
                match kinds.iter_mut().find(|(known, _)| *known == kind) {
                    Some((_, points)) => *points += 1,
                    None => kinds.push((kind, 1)),
                }
            }
        }
        kinds.sort_unstable();
        for (kind, points) in kinds {
            if let Some(feature) = drawing.area(kind, points).and_then(|name| map.name(name)) {
                map.add(cell, feature);
            }
        }
    }
    for line in ground.lines() {
        match drawing.line(line.kind) {
            Drawn::Across(name) => draw_across(&mut map, lattice, name, &line.points),
            Drawn::Along(name) => draw_along(&mut map, lattice, name, &line.points),
            Drawn::LeftOut => {}
        }
    }
    map
}

fn draw_across(map: &mut HexMap, lattice: &Lattice, name: &str, points: &[Point]) {
    let Some(feature) = map.name(name) else { return };
    for pair in lattice.cells_along(points).windows(2) {
        if let Some(side) = map.grid().side_to(pair[0], pair[1]) {
            map.add_to_side(pair[0], side, feature);
        }
    }
}

/// A line is moved to the sides it lies nearest to: those whose two hexes have their middles on different sides of it, where
/// it passes between them.
fn draw_along(map: &mut HexMap, lattice: &Lattice, name: &str, points: &[Point]) {
    let Some(feature) = map.name(name) else { return };
    for cell in lattice.cells_along(points) {
        for side in Side::ALL {
            let Some(next) = map.grid().neighbour(cell, side) else { continue };
            let middles = (lattice.centre(cell), lattice.centre(next));
            let is_between = |pair: &[Point]| crate::ground::segments_cross(middles, (pair[0], pair[1]));
            if points.windows(2).filter(|pair| is_between(pair)).count() % 2 == 1 {
                map.add_to_side(cell, side, feature);
            }
        }
    }
}

/// Which lines of the ground are roads to somebody, with the sides they cross: what a way by the road follows.
pub fn crossed_sides(
    lattice: &Lattice,
    ground: &Ground,
    is_road: impl Fn(LineKind) -> bool,
) -> Vec<(LineId, Cell, Side)> {
    let mut crossed = Vec::new();
    for (number, line) in ground.lines().iter().enumerate().filter(|(_, line)| is_road(line.kind)) {
        for pair in lattice.cells_along(&line.points).windows(2) {
            if let Some(side) = lattice.grid().side_to(pair[0], pair[1]) {
                crossed.push((LineId(number as u32), pair[0], side));
            }
        }
    }
    crossed
}
