//! What a way over the ground is made of, and the finding of one: "march there by the road".
//!
//! The way is looked for on a lattice of hexes ([`Lattice`]), with prices that the rulebook brings: one for a step over open
//! ground, and one for a step along a road from hex to hex. What is found is told as points: the middles of hexes where it
//! goes over fields, the road's own bends where it follows one.

use std::collections::BTreeMap;

use crate::ground::{AreaId, Fraction, Ground, Length, LineId, LineKind, Point, distance_to_segment};
use crate::hex::derived::{Lattice, crossed_sides};
use crate::hex::{Cell, Marches, Points, Side, TollTable};

/// A piece of a straight way with the same ground under it from end to end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Going {
    /// Where it begins, measured from the start of the way.
    pub from: Length,
    /// Where it ends.
    pub to: Length,
    /// The areas it lies in.
    pub areas: Vec<AreaId>,
}

/// A straight way cut wherever the ground under it changes. The pieces lie end to end; together they are the whole.
pub fn going(ground: &Ground, from: Point, to: Point) -> Vec<Going> {
    let stretches = ground.stretches(from, to);
    let mut cuts: Vec<Fraction> = vec![Fraction::START, Fraction::END];
    cuts.extend(stretches.iter().flat_map(|stretch| [stretch.from, stretch.to]));
    cuts.sort();
    cuts.dedup();
    let length = from.distance(to);
    let piece = |pair: &[Fraction]| {
        let under = stretches.iter().filter(|stretch| stretch.from <= pair[0] && pair[1] <= stretch.to);
        Going { from: pair[0].of(length), to: pair[1].of(length), areas: under.map(|stretch| stretch.of).collect() }
    };
    cuts.windows(2).map(piece).collect()
}

/// A way that was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Route {
    /// The points it goes through, both ends included.
    pub points: Vec<Point>,
    /// Its price, as the rulebook counts.
    pub price: Points,
    /// Which of its stretches follow a road: the one after the point of the same number.
    pub by_road: Vec<bool>,
}

/// Ground, ready for ways to be looked for at one set of prices.
#[derive(Clone, Debug)]
pub struct Routes {
    lattice: Lattice,
    roads: BTreeMap<(Cell, Side), LineId>,
    tolls: TollTable,
    marches: Marches,
}

impl Routes {
    /// Works out what every step costs. `over` prices a step over the fields from one point to another, `along` a step along
    /// a road of this kind; nothing where one cannot go. The cheaper of the two is taken.
    pub fn new(
        ground: &Ground,
        lattice: Lattice,
        is_road: impl Fn(LineKind) -> bool,
        mut over: impl FnMut(Point, Point) -> Option<u16>,
        mut along: impl FnMut(LineKind) -> Option<u16>,
    ) -> Routes {
        let mut roads = BTreeMap::new();
        for (line, cell, side) in crossed_sides(&lattice, ground, is_road) {
            roads.entry((cell, side)).or_insert(line);
            if let Some(next) = lattice.grid().neighbour(cell, side) {
                roads.entry((next, side.opposite())).or_insert(line);
            }
        }
        let kind_of = |line: &LineId| ground.lines()[line.index()].kind;
        // A road that is no cheaper than the fields beside it is not followed.
        let mut unused = Vec::new();
        let tolls = TollTable::new(lattice.grid(), |cell, side, next| {
            let by_field = over(lattice.centre(cell), lattice.centre(next));
            let by_road = roads.get(&(cell, side)).map(kind_of).and_then(&mut along);
            if by_road.is_none() || by_field.is_some_and(|field| Some(field) < by_road) {
                unused.push((cell, side));
            }
            [by_field, by_road].into_iter().flatten().min()
        });
        for step in unused {
            roads.remove(&step);
        }
        Routes { lattice, roads, tolls, marches: Marches::new() }
    }

    /// The lattice the ways are looked for on.
    pub const fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// The cheapest way from one point to another. Nothing if there is none.
    pub fn find(&mut self, ground: &Ground, from: Point, to: Point) -> Option<Route> {
        let (start, goal) = (self.lattice.cell_at(from)?, self.lattice.cell_at(to)?);
        let (cells, price) = self.marches.way(self.lattice.grid(), &self.tolls, start, goal)?;
        let mut route = Route { points: vec![from], price, by_road: Vec::new() };
        for (place, pair) in cells.windows(2).enumerate() {
            let side = self.lattice.grid().side_to(pair[0], pair[1])?;
            match self.roads.get(&(pair[0], side)) {
                Some(line) => route.follow(&ground.lines()[line.index()].points, &self.lattice, pair),
                // The last hex is the goal's own: straight there.
                None if place + 2 < cells.len() => route.push(self.lattice.centre(pair[1]), false),
                None => {}
            }
        }
        route.push(to, false);
        route.straighten();
        Some(route)
    }
}

impl Route {
    fn push(&mut self, point: Point, by_road: bool) {
        if self.points.last() != Some(&point) {
            self.points.push(point);
            self.by_road.push(by_road);
        }
    }

    /// Along a road from near the middle of one hex to near the middle of the next.
    fn follow(&mut self, road: &[Point], lattice: &Lattice, cells: &[Cell]) {
        let ends = [nearest_on(road, lattice.centre(cells[0])), nearest_on(road, lattice.centre(cells[1]))];
        let [(first, enters), (last, leaves)] = ends;
        let was_on_road = self.by_road.last() == Some(&true);
        self.push(enters, was_on_road);
        if first < last {
            road[first + 1..=last].iter().for_each(|bend| self.push(*bend, true));
        } else {
            road[last + 1..=first].iter().rev().for_each(|bend| self.push(*bend, true));
        }
        self.push(leaves, true);
    }

    /// Leaves out points in the open that lie straight between their neighbours.
    fn straighten(&mut self) {
        let mut place = 1;
        while place + 1 < self.points.len() {
            let (before, here, after) = (self.points[place - 1], self.points[place], self.points[place + 1]);
            let same_kind = self.by_road[place - 1] == self.by_road[place];
            if same_kind && distance_to_segment(before, after, here) <= STRAIGHT {
                self.points.remove(place);
                self.by_road.remove(place);
            } else {
                place += 1;
            }
        }
    }
}

/// A point no farther off the line than this lies on it: two millimetres of the ground, which is what rounding a lattice
/// leaves.
const STRAIGHT: Length = 20;

/// The place on a broken line nearest to a point: the number of the stretch, and the place.
fn nearest_on(line: &[Point], point: Point) -> (usize, Point) {
    let places = line.windows(2).enumerate().map(|(stretch, ends)| {
        let ((x, y), (at_x, at_y)) = (ends[0].offset_to(ends[1]), ends[0].offset_to(point));
        let under = x * x + y * y;
        let share = Fraction::new((x * at_x + y * at_y).clamp(0, under), under).unwrap_or(Fraction::START);
        let place = share.between(ends[0], ends[1]);
        (place.distance_squared(point), stretch, place)
    });
    places.min().map_or((0, point), |(_, stretch, place)| (stretch, place))
}
