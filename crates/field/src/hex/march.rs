//! How far one gets on hexes, and by which way, at a rulebook's prices.
//!
//! Prices are whole numbers: take half-points where the rulebook knows halves. A price may depend on anything the rulebook
//! can see from the hex left, the side crossed and the hex entered. The searches keep their working arrays, so that once
//! they have seen the largest map they allocate nothing.
//!
//! Among ways of equal price the one found first is taken, which depends on nothing but map, prices and ends.

use super::{Cell, Grid, Side};

/// A number of half-points, or of whatever the prices are counted in.
pub type Points = u32;

/// LIMIT: the highest price of a single step.
pub const DEAREST: u16 = 120;

/// What a step costs.
pub trait Tolls {
    /// What it costs to cross this side of a hex into the next one; nothing if one may not.
    ///
    /// COST: it is asked about every side of every hex that is reached, and `to` may lie off the map, where the answer is
    /// not used. A price above [`DEAREST`] bars the way.
    fn toll(&self, from: Cell, side: Side, to: Cell) -> Option<u16>;

    /// No step costs less than this. The higher, the quicker is [`Marches::way`]; a wrong one gives wrong ways.
    fn cheapest(&self) -> u16;
}

/// Prices for one kind of mover, worked out beforehand: six for each hex.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TollTable {
    tolls: Vec<[u8; 8]>,
    cheapest: u16,
}

/// In a table of tolls: no way.
const BARRED: u8 = u8::MAX;

impl TollTable {
    /// Asks what every step costs.
    pub fn new(grid: &Grid, mut toll: impl FnMut(Cell, Side, Cell) -> Option<u16>) -> TollTable {
        let mut table = TollTable { tolls: vec![[BARRED; 8]; grid.room()], cheapest: DEAREST };
        for cell in grid.cells() {
            for (side, next) in grid.neighbours(cell) {
                if let Some(toll) = toll(cell, side, next).filter(|toll| *toll <= DEAREST) {
                    table.tolls[cell.index()][side.index()] = toll as u8;
                    table.cheapest = table.cheapest.min(toll);
                }
            }
        }
        table
    }
}

impl Tolls for TollTable {
    #[inline]
    fn toll(&self, from: Cell, side: Side, _: Cell) -> Option<u16> {
        let toll = self.tolls[from.index()][side.index()];
        (toll != BARRED).then_some(u16::from(toll))
    }

    fn cheapest(&self) -> u16 {
        self.cheapest
    }
}

/// A hex that can be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reached {
    /// Which.
    pub cell: Cell,
    /// What it costs to get there.
    pub cost: Points,
}

/// The searches, with the arrays they work in.
#[derive(Clone, Debug, Default)]
pub struct Marches {
    marks: Vec<Mark>,
    /// The number of this search: marks of an earlier one count for nothing.
    search: u32,
    /// The hexes waiting, by their price so far; a ring, because they never differ by more than a step.
    waiting: Vec<Vec<Waiting>>,
    reached: Vec<Reached>,
    way: Vec<Cell>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    search: u32,
    cost: Points,
    /// Across which of its sides the hex was entered.
    entered: u8,
}

#[derive(Clone, Copy, Debug)]
struct Waiting {
    cell: u32,
    cost: Points,
}

/// Places of the ring: more than a step and two estimates can add.
const RING: usize = 512;

impl Marches {
    /// With nothing in its arrays yet.
    pub fn new() -> Marches {
        Marches::default()
    }

    /// Every hex that can be reached for at most `budget`, nearest first, with the cheapest price of each; the start is
    /// among them. [`Marches::way_to`] then tells the way to any of them.
    pub fn reach(&mut self, grid: &Grid, tolls: &impl Tolls, from: Cell, budget: Points) -> &[Reached] {
        self.begin(grid, from);
        self.reached.clear();
        let (mut at, mut left) = (0, 1);
        while left > 0 {
            while let Some(next) = self.waiting[at % RING].pop() {
                left -= 1;
                let cell = Cell(next.cell);
                // A cheaper way was found after this one was queued.
                if self.marks[cell.index()].cost != next.cost {
                    continue;
                }
                self.reached.push(Reached { cell, cost: next.cost });
                for side in Side::ALL {
                    left += usize::from(self.try_step(grid, tolls, cell, side, next.cost, budget, |cost, _| cost));
                }
            }
            at += 1;
        }
        &self.reached
    }

    /// The cheapest way from one hex to another, both ends included, and what it costs. Nothing if there is none.
    pub fn way(&mut self, grid: &Grid, tolls: &impl Tolls, from: Cell, to: Cell) -> Option<(&[Cell], Points)> {
        self.begin(grid, from);
        let (goal, cheapest) = (grid.hex(to), Points::from(tolls.cheapest()));
        let estimate = |cell: Cell| Points::from(grid.hex(cell).distance(goal)) * cheapest;
        let (mut at, mut left) = (estimate(from) as usize, 1);
        self.waiting[0].clear();
        self.waiting[at % RING].push(Waiting { cell: from.0, cost: 0 });
        while left > 0 {
            while let Some(next) = self.waiting[at % RING].pop() {
                left -= 1;
                let cell = Cell(next.cell);
                if self.marks[cell.index()].cost != next.cost {
                    continue;
                }
                if cell == to {
                    self.waiting.iter_mut().for_each(Vec::clear);
                    let cost = next.cost;
                    return Some((self.way_to(grid, to)?, cost));
                }
                for side in Side::ALL {
                    let by_estimate = |cost: Points, cell| cost + estimate(cell);
                    left += usize::from(self.try_step(grid, tolls, cell, side, next.cost, Points::MAX, by_estimate));
                }
            }
            at += 1;
        }
        None
    }

    /// The way to a hex that the last search reached, both ends included.
    pub fn way_to(&mut self, grid: &Grid, to: Cell) -> Option<&[Cell]> {
        self.way.clear();
        let mut cell = to;
        loop {
            let mark = self.marks.get(cell.index()).filter(|mark| mark.search == self.search)?;
            self.way.push(cell);
            if mark.cost == 0 && mark.entered == START {
                break;
            }
            cell = grid.across(cell, Side::new(mark.entered));
        }
        self.way.reverse();
        Some(&self.way)
    }

    /// Makes room, forgets the last search, and queues the start.
    fn begin(&mut self, grid: &Grid, from: Cell) {
        if self.marks.len() < grid.room() {
            self.marks.resize(grid.room(), Mark::default());
        }
        self.waiting.resize_with(RING, Vec::new);
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.marks.fill(Mark::default());
            self.search = 1;
        }
        self.marks[from.index()] = Mark { search: self.search, cost: 0, entered: START };
        self.waiting[0].push(Waiting { cell: from.0, cost: 0 });
    }

    /// Crosses a side if that is the cheapest way so far, and queues the hex beyond. Whether it did.
    #[inline]
    #[expect(clippy::too_many_arguments, reason = "the inside of both searches")]
    fn try_step(
        &mut self,
        grid: &Grid,
        tolls: &impl Tolls,
        cell: Cell,
        side: Side,
        cost: Points,
        budget: Points,
        place: impl Fn(Points, Cell) -> Points,
    ) -> bool {
        let next = grid.across(cell, side);
        let Some(toll) = tolls.toll(cell, side, next) else {
            return false;
        };
        let cost = cost + Points::from(toll);
        let mark = &mut self.marks[next.index()];
        if cost > budget || (mark.search == self.search && mark.cost <= cost) || toll > DEAREST || !grid.is_on_map(next) {
            return false;
        }
        *mark = Mark { search: self.search, cost, entered: side.opposite().index() as u8 };
        self.waiting[place(cost, next) as usize % RING].push(Waiting { cell: next.0, cost });
        true
    }
}

/// In a mark: here the search began.
const START: u8 = 6;
