//! Laws of the hexes, each held against a plain second route.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeSet;

use field::hex::{
    Along, Bearing, Cell, Grid, Hex, Layer, Marches, Numbering, Pushed, Side, SideLayer, SightTable, Sightline,
    TollTable, Tolls, sees,
};
use proptest::prelude::*;

fn any_hex(reach: i16) -> impl Strategy<Value = Hex> {
    (-reach..=reach, -reach..=reach).prop_map(|(q, r)| Hex::at(q, r))
}

fn any_grid() -> impl Strategy<Value = Grid> {
    (1u16..30, 1u16..30, any::<bool>(), any::<bool>()).prop_map(|(columns, rows, even, from_bottom)| {
        let pushed = if even { Pushed::Even } else { Pushed::Odd };
        Grid::new(columns, rows, pushed, Numbering { from_bottom, ..Numbering::default() }).expect("a small map")
    })
}

/// A map with a number from 0 to 99 in each hex, and two of its hexes.
fn any_ground() -> impl Strategy<Value = (Grid, Layer<u8>, Cell, Cell)> {
    (any_grid(), any::<u64>()).prop_map(|(grid, seed)| {
        let mut dice = Dice(seed);
        let ground = Layer::from_fn(&grid, 99, |_| dice.below(100) as u8);
        let cells: Vec<Cell> = grid.cells().collect();
        let (from, to) = (cells[dice.below(cells.len())], cells[dice.below(cells.len())]);
        (grid, ground, from, to)
    })
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, faces: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) % faces as u64) as usize
    }
}

/// Projections of an offset on the six directions.
fn projections(q: i64, r: i64) -> [i64; 6] {
    [-q - 2 * r, q - r, 2 * q + r, q + 2 * r, r - q, -2 * q - r]
}

/// The piece of the line from 0 to `to` that lies in the hex at `hex`, by its six half-planes: `low < high` as fractions.
/// With `edge` the points of that side alone, without it the inside.
fn piece(to: (i64, i64), hex: (i64, i64), edge: Option<usize>) -> bool {
    let (line, centre) = (projections(to.0, to.1), projections(hex.0, hex.1));
    let (mut low, mut high) = ((0, 1), (1, 1));
    for side in 0..6 {
        let most = centre[side] + 1;
        if edge == Some(side) {
            if line[side] != 0 || most != 0 {
                return false;
            }
        } else if line[side] == 0 {
            if most <= 0 {
                return false;
            }
        } else if line[side] > 0 {
            // t < most / line
            if most * high.1 < high.0 * line[side] {
                high = (most, line[side]);
            }
        } else if -most * low.1 > low.0 * -line[side] {
            low = (-most, -line[side]);
        }
    }
    low.0 * high.1 < high.0 * low.1
}

#[derive(Clone, Copy)]
struct ByHex<'a>(&'a Layer<u8>);

/// Prices of 1, 2 and 3 points, and some hexes that nobody enters.
impl Tolls for ByHex<'_> {
    fn toll(&self, _: Cell, _: Side, to: Cell) -> Option<u16> {
        match self.0[to] {
            0..60 => Some(2),
            60..85 => Some(4),
            85..95 => Some(6),
            _ => None,
        }
    }

    fn cheapest(&self) -> u16 {
        2
    }
}

/// Prices by the plainest method: repeat until nothing gets cheaper.
fn plain_prices(grid: &Grid, tolls: &impl Tolls, from: Cell) -> Layer<u32> {
    let mut prices = Layer::new(grid, u32::MAX);
    prices[from] = 0;
    loop {
        let mut changed = false;
        for cell in grid.cells() {
            for (side, next) in grid.neighbours(cell) {
                let Some(toll) = tolls.toll(cell, side, next) else { continue };
                let price = prices[cell].saturating_add(u32::from(toll));
                if price < prices[next] {
                    prices[next] = price;
                    changed = true;
                }
            }
        }
        if !changed {
            return prices;
        }
    }
}

proptest! {
    #[test]
    fn distance_is_a_metric(a in any_hex(50), b in any_hex(50), c in any_hex(50)) {
        prop_assert_eq!(a.distance(b) == 0, a == b);
        prop_assert_eq!(a.distance(b), b.distance(a));
        prop_assert!(a.distance(c) <= a.distance(b) + b.distance(c));
        prop_assert!(a.neighbours().all(|next| a.distance(next) == 1));
    }

    #[test]
    fn within_is_every_hex_at_that_range(a in any_hex(9), range in 0u16..6) {
        let found: BTreeSet<Hex> = a.within(range).collect();
        prop_assert_eq!(found.len(), usize::from(1 + 3 * range * (range + 1)));
        prop_assert!(found.iter().all(|hex| a.distance(*hex) <= range));
    }

    #[test]
    fn a_line_passes_exactly_the_hexes_whose_inside_it_cuts(to in any_hex(24)) {
        let far = (i64::from(to.q), i64::from(to.r));
        let (mut through, mut between) = (BTreeSet::new(), BTreeSet::new());
        let zero = Hex::at(0, 0);
        for hex in zero.within(zero.distance(to) + 1) {
            let centre = (i64::from(hex.q), i64::from(hex.r));
            if hex != zero && hex != to && piece(far, centre, None) {
                through.insert(hex);
            }
            for side in Side::ALL {
                if to != zero && piece(far, centre, Some(side.index())) {
                    let other = hex.neighbour(side);
                    between.insert((hex.min(other), hex.max(other)));
                }
            }
        }
        let (mut passed, mut along) = (BTreeSet::new(), BTreeSet::new());
        for piece in Sightline::new(zero, to) {
            match piece {
                Along::Through(hex) => prop_assert!(passed.insert(hex), "{hex:?} twice"),
                Along::Between(one, other) => prop_assert!(along.insert((one.min(other), one.max(other)))),
            }
        }
        prop_assert_eq!(passed, through);
        prop_assert_eq!(along, between);
    }

    #[test]
    fn a_line_is_the_same_both_ways_and_everywhere(from in any_hex(200), to in any_hex(200)) {
        let order = |piece| match piece {
            Along::Between(one, other) if other < one => Along::Between(other, one),
            piece => piece,
        };
        let there: Vec<Along> = Sightline::new(from, to).map(order).collect();
        let mut back: Vec<Along> = Sightline::new(to, from).map(order).collect();
        back.reverse();
        prop_assert_eq!(there, back);
    }

    #[test]
    fn a_line_leaves_by_the_side_of_its_bearing(from in any_hex(30), to in any_hex(30)) {
        let first = Sightline::new(from, to).chain([Along::Through(to)]).next();
        match (from.bearing(to), first) {
            (None, _) => prop_assert_eq!(from, to),
            (Some(Bearing::Side(side)), Some(Along::Through(hex))) => prop_assert_eq!(from.neighbour(side), hex),
            (Some(Bearing::Corner(corner)), Some(Along::Between(one, other))) => {
                let sides: BTreeSet<Hex> = corner.sides().map(|side| from.neighbour(side)).into();
                prop_assert_eq!(sides, BTreeSet::from([one, other]));
            }
            (bearing, first) => prop_assert!(false, "{bearing:?}, but {first:?}"),
        }
    }

    #[test]
    fn a_bearing_is_the_direction_that_goes_farthest_its_way(from in any_hex(30), to in any_hex(30)) {
        let (q, r) = (i32::from(to.q - from.q), i32::from(to.r - from.r));
        let along = |side: Side| {
            let step = Hex::at(0, 0).neighbour(side);
            let (east, south) = (i32::from(step.q), i32::from(step.r));
            2 * q * east + 2 * r * south + q * south + r * east
        };
        let most = Side::ALL.into_iter().map(along).max();
        let farthest: BTreeSet<Side> = Side::ALL.into_iter().filter(|side| Some(along(*side)) == most).collect();
        match from.bearing(to) {
            None => prop_assert_eq!(from, to),
            Some(Bearing::Side(side)) => prop_assert_eq!(farthest, BTreeSet::from([side])),
            Some(Bearing::Corner(corner)) => prop_assert_eq!(farthest, BTreeSet::from(corner.sides())),
        }
    }

    #[test]
    fn the_corner_before_a_hex_is_the_one_whose_two_sides_lead_there(from in any_hex(30), to in any_hex(30)) {
        let Some(corner) = from.corner_before(to) else {
            prop_assert_eq!(from, to);
            return Ok(());
        };
        let [left, right] = corner.sides();
        prop_assert_eq!(from.neighbour(left).distance(to) + 1, from.distance(to));
        let nearer = from.neighbour(right).distance(to) < from.distance(to);
        prop_assert!(nearer || from.bearing(to) == Some(Bearing::Side(left)));
    }

    #[test]
    fn every_hex_of_a_map_has_one_number_and_one_place(grid in any_grid()) {
        prop_assert_eq!(grid.cells().count(), usize::from(grid.columns()) * usize::from(grid.rows()));
        for cell in grid.cells() {
            prop_assert_eq!(grid.cell(grid.hex(cell)), Some(cell));
            prop_assert_eq!(grid.numbered(&grid.number(cell)), Some(cell));
            let (column, row) = grid.column_and_row(cell);
            prop_assert_eq!(grid.in_column(column, row), Some(cell));
            for side in Side::ALL {
                prop_assert_eq!(grid.neighbour(cell, side), grid.cell(grid.hex(cell).neighbour(side)));
            }
        }
    }

    #[test]
    fn a_hexside_is_one_thing_seen_from_either_hex((grid, _, cell, _) in any_ground(), side in 0u8..6) {
        let (mut layer, side) = (SideLayer::new(&grid, 0u8), Side::new(side));
        layer.set(&grid, cell, side, 7);
        if let Some(next) = grid.neighbour(cell, side) {
            prop_assert_eq!(layer.get(&grid, next, side.opposite()), 7);
        }
        let marked = grid.cells().flat_map(|cell| Side::ALL.map(|side| layer.get(&grid, cell, side))).filter(|value| *value == 7);
        prop_assert_eq!(marked.count(), 1 + usize::from(grid.neighbour(cell, side).is_some()));
    }

    #[test]
    fn tabled_sight_is_computed_sight_and_both_are_symmetric((grid, ground, from, to) in any_ground(), range in 1u16..12) {
        let stops = |piece| match piece {
            Along::Through(hex) => ground[hex] > 87,
            Along::Between(one, other) => ground[one] > 87 && ground[other] > 87,
        };
        let table = SightTable::new(&grid, range, |a, b| sees(&grid, a, b, stops));
        for other in grid.cells().chain([to]) {
            let seen = sees(&grid, from, other, stops);
            prop_assert_eq!(seen, sees(&grid, other, from, stops));
            let (here, there) = (grid.hex(from), grid.hex(other));
            prop_assert_eq!(table.sees(here, there), seen && here.distance(there) <= range);
            prop_assert_eq!(table.sees(there, here), table.sees(here, there));
        }
    }

    #[test]
    fn reach_and_way_cost_what_the_plain_method_says((grid, ground, from, to) in any_ground(), budget in 0u32..40) {
        let (tolls, mut marches) = (ByHex(&ground), Marches::new());
        let plain = plain_prices(&grid, &tolls, from);
        let reached: Vec<_> = marches.reach(&grid, &tolls, from, budget).to_vec();
        let costs: BTreeSet<(Cell, u32)> = reached.iter().map(|reached| (reached.cell, reached.cost)).collect();
        let expected: BTreeSet<(Cell, u32)> =
            grid.cells().map(|cell| (cell, plain[cell])).filter(|(_, cost)| *cost <= budget).collect();
        prop_assert_eq!(costs.len(), reached.len());
        prop_assert_eq!(costs, expected);

        let table = TollTable::new(&grid, |cell, side, next| tolls.toll(cell, side, next));
        let by_table = marches.way(&grid, &table, from, to).map(|(_, cost)| cost);
        let found = marches.way(&grid, &tolls, from, to).map(|(way, cost)| (way.to_vec(), cost));
        prop_assert_eq!(found.as_ref().map(|(_, cost)| *cost), Some(plain[to]).filter(|cost| *cost < u32::MAX));
        prop_assert_eq!(by_table, found.as_ref().map(|(_, cost)| *cost));
        if let Some((way, cost)) = found {
            prop_assert_eq!((way[0], way[way.len() - 1]), (from, to));
            let paid: u32 = way.windows(2).map(|step| {
                let side = grid.side_to(step[0], step[1]).expect("a way goes from neighbour to neighbour");
                u32::from(tolls.toll(step[0], side, step[1]).expect("a way goes where one may go"))
            }).sum();
            prop_assert_eq!(paid, cost);
            // Split anywhere, the two parts cost the whole.
            for cut in &way {
                let first = marches.way(&grid, &tolls, from, *cut).map(|(_, cost)| cost).expect("it lies on the way");
                let second = marches.way(&grid, &tolls, *cut, to).map(|(_, cost)| cost).expect("it lies on the way");
                prop_assert_eq!(first + second, cost);
            }
        }
    }
}

/// Prices that depend on the hexside and on the way one crosses it: uphill costs more than downhill.
#[derive(Clone, Copy)]
struct BySide<'a>(&'a Layer<u8>);

impl Tolls for BySide<'_> {
    fn toll(&self, from: Cell, _: Side, to: Cell) -> Option<u16> {
        let climb = u16::from(self.0[to] / 20).saturating_sub(u16::from(self.0[from] / 20));
        let hexside = if (self.0[from] ^ self.0[to]).is_multiple_of(7) { 3 } else { 0 };
        (self.0[to] < 95).then_some(2 + 2 * climb + hexside)
    }

    fn cheapest(&self) -> u16 {
        2
    }
}

proptest! {
    /// What a way costs is what its parts cost, wherever it is cut, also where there and back are not the same price.
    #[test]
    fn costs_add_up_along_a_split_way((grid, ground, from, to) in any_ground()) {
        let (tolls, mut marches) = (BySide(&ground), Marches::new());
        let plain = plain_prices(&grid, &tolls, from);
        let found = marches.way(&grid, &tolls, from, to).map(|(way, cost)| (way.to_vec(), cost));
        prop_assert_eq!(found.as_ref().map(|(_, cost)| *cost), Some(plain[to]).filter(|cost| *cost < u32::MAX));
        let Some((way, cost)) = found else { return Ok(()) };
        for cut in way {
            let first = marches.way(&grid, &tolls, from, cut).map(|(_, cost)| cost);
            let second = marches.way(&grid, &tolls, cut, to).map(|(_, cost)| cost);
            prop_assert_eq!(first, Some(plain[cut]));
            prop_assert_eq!(first.zip(second).map(|(first, second)| first + second), Some(cost));
        }
    }
}

#[test]
fn a_printed_number_is_column_then_row() {
    let grid = Grid::new(40, 30, Pushed::Odd, Numbering::default()).unwrap();
    let cell = grid.numbered("2714").unwrap();
    assert_eq!(grid.column_and_row(cell), (26, 13));
    assert_eq!(grid.number(cell), "2714");
    assert_eq!(grid.numbered("4114"), None);
    assert_eq!(grid.numbered("27-4"), None);
    assert_eq!(grid.numbered("271"), None);
}
