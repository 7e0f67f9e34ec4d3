//! Who keeps which hexes under his fire.

use super::{Cell, Grid, Layer, Side};

/// How many units of each of two sides keep each hex under their fire. A unit is put in and taken out again with the same
/// words, so that a move changes a few hexes and not the map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zones {
    held: Layer<[u8; 2]>,
}

impl Zones {
    /// Nobody holds anything.
    pub fn new(grid: &Grid) -> Zones {
        Zones { held: Layer::new(grid, [0; 2]) }
    }

    /// A unit of army 0 or 1 takes these neighbours of its hex under its fire.
    pub fn hold(&mut self, grid: &Grid, army: usize, cell: Cell, sides: impl IntoIterator<Item = Side>) {
        for next in sides.into_iter().filter_map(|side| grid.neighbour(cell, side)) {
            if let Some(held) = self.held[next].get_mut(army) {
                *held = held.saturating_add(1);
            }
        }
    }

    /// It lets them go again.
    pub fn let_go(&mut self, grid: &Grid, army: usize, cell: Cell, sides: impl IntoIterator<Item = Side>) {
        for next in sides.into_iter().filter_map(|side| grid.neighbour(cell, side)) {
            if let Some(held) = self.held[next].get_mut(army) {
                *held = held.saturating_sub(1);
            }
        }
    }

    /// Whether any unit of an army keeps this hex under its fire.
    #[inline]
    pub fn is_held(&self, army: usize, cell: Cell) -> bool {
        self.held[cell].get(army).is_some_and(|held| *held > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hex::{Cone, Corner, Facing, Numbering, Pushed};

    #[test]
    fn what_is_held_is_let_go_again() {
        let Some(grid) = Grid::new(9, 9, Pushed::Odd, Numbering::default()) else { panic!("a small map") };
        let (here, empty) = (grid.in_column(4, 4).unwrap(), Zones::new(&grid));
        let front = || Facing::Corner(Corner::new(2)).front_sides(Cone::HundredAndTwenty);
        let mut zones = empty.clone();
        zones.hold(&grid, 1, here, front());
        let held: Vec<Cell> = grid.cells().filter(|cell| zones.is_held(1, *cell)).collect();
        assert_eq!(held.len(), 2);
        assert!(held.iter().all(|cell| grid.distance(here, *cell) == 1 && !zones.is_held(0, *cell)));
        zones.let_go(&grid, 1, here, front());
        assert_eq!(zones, empty);
    }
}
