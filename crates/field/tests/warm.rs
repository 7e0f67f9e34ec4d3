//! The same everywhere, and without a new allocation once warm.

#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use field::ground::Point;
use field::hex::{Along, Cell, Grid, Layer, Marches, Numbering, Pushed, SightTable, TollTable, sees};
use field::plane::{Footprint, Heading, Troops};

/// The answer of the fixed job. It may change only together with a ruling of the field, never with a machine or a profile:
/// this test runs in debug, in release and, by the questionnaire, in WebAssembly.
const DIGEST: u64 = 462_876_094_472_005_605;

#[test]
fn every_machine_reckons_alike() {
    assert_eq!(field::check::digest(), DIGEST);
}

#[test]
fn nothing_is_allocated_once_warm() {
    let grid = Grid::new(40, 40, Pushed::Odd, Numbering::default()).expect("a small map");
    let ground = Layer::from_fn(&grid, 9_u32, |cell| (cell.index() as u32).wrapping_mul(2_654_435_761) >> 28);
    let tolls = TollTable::new(&grid, |_, _, to| (ground[to] < 14).then_some(1 + (ground[to] / 5) as u16));
    let blocks = |piece| matches!(piece, Along::Through(hex) if ground[hex] > 13);
    let table = SightTable::new(&grid, 10, |from, to| sees(&grid, from, to, blocks));
    let cells: Vec<Cell> = grid.cells().collect();
    let stand = |number: i32| {
        Footprint::new(
            Point::new(number * 791 % 18_000, number * 377 % 12_000),
            Heading((number as u16).wrapping_mul(991)),
            400,
            200,
        )
    };
    let troops = Troops::new((0..200).map(stand).collect());
    let mut marches = Marches::new();
    let mut job = || {
        let mut sum = 0;
        for pair in cells.chunks_exact(7) {
            let (from, to) = (pair[0], cells[pair[3].index() * 31 % cells.len()]);
            sum += marches.reach(&grid, &tolls, from, 12).len();
            sum += marches.way(&grid, &tolls, from, to).map_or(0, |(way, cost)| way.len() + cost as usize);
            sum += usize::from(sees(&grid, from, to, blocks));
            sum += usize::from(table.sees(grid.hex(from), grid.hex(to)));
        }
        for one in troops.footprints() {
            sum += troops.overlapping(one).count();
            sum += usize::from(troops.is_in_the_way(one.centre, Point::new(9_000, 6_000), |_| true));
        }
        sum
    };
    let first = job();
    let mut second = 0;
    let counted = allocation_counter::measure(|| second = job());
    assert_eq!((second, counted.count_total), (first, 0));
}
