//! How far one gets on hexes, and by which way, at a rulebook's prices.
//!
//! Prices are whole numbers: take half-points where the rulebook knows halves. A price may depend on anything the rulebook
//! can see from the hex left, the side crossed and the hex entered. The searches keep their working arrays, so that once
//! they have seen the largest map they allocate nothing.
//!
//! Among ways of equal price the one found first is taken, which depends on nothing but map, prices and ends.

use super::{Cell, Grid, Pushed, Side};

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
    /// For each hex the price of the cheapest way so far, and across which of its sides it was entered.
    marks: Vec<Mark>,
    /// The map the marks belong to: columns, rows and which are pushed.
    shape: Option<(u16, u16, Pushed)>,
    /// Prices of this search are kept with this added. It falls from search to search by more than any price, so that
    /// whatever an earlier search left behind is dearer than anything in this one.
    base: u32,
    /// The greatest price this search may mark.
    dearest_mark: u32,
    waiting: Vec<Waiting>,
    reached: Vec<Reached>,
    way: Vec<Cell>,
}

/// A price in the upper bits and a side in the lower three.
///
/// COST: one number to read and one comparison for each side of each hex.
#[derive(Clone, Copy, Debug)]
struct Mark(u32);

#[derive(Clone, Copy, Debug)]
struct Waiting {
    cell: u32,
    cost: Points,
    behind: u32,
}

/// In a mark: here the search began.
const START: u32 = 6;
/// Nobody waits.
const NOBODY: u32 = u32::MAX;
/// The price of a side that cannot be crossed: more than any budget.
const NO_WAY: Points = MARK_MAX / 2;
/// Places of the ring: more than a step and an estimate can add.
const RING: usize = 256;
/// The greatest price that is kept in a mark.
const MARK_MAX: u32 = u32::MAX >> 3;

impl Mark {
    const fn new(price: u32, entered: u32) -> Mark {
        Mark(price << 3 | entered)
    }

    const fn price(self) -> u32 {
        self.0 >> 3
    }

    /// Whether another way at this price would be cheaper.
    #[inline]
    const fn is_dearer_than(self, price: u32) -> bool {
        self.0 > (price << 3 | 7)
    }
}

impl Marches {
    /// With nothing in its arrays yet.
    pub fn new() -> Marches {
        Marches::default()
    }

    /// Every hex that can be reached for at most `budget`, nearest first, with the cheapest price of each; the start is
    /// among them. [`Marches::way_to`] then tells the way to any of them.
    pub fn reach(&mut self, grid: &Grid, tolls: &impl Tolls, from: Cell, budget: Points) -> &[Reached] {
        let mut reached = std::mem::take(&mut self.reached);
        reached.clear();
        let cheapest = Points::from(tolls.cheapest());
        let mut search = self.begin(grid, from, 0, budget);
        while let Some((cell, cost)) = search.next() {
            reached.push(Reached { cell, cost });
            if cost + cheapest <= budget {
                search.step_evenly(grid, tolls, cell, cost);
            }
        }
        self.reached = reached;
        &self.reached
    }

    /// The cheapest way from one hex to another, both ends included, and what it costs. Nothing if there is none.
    pub fn way(&mut self, grid: &Grid, tolls: &impl Tolls, from: Cell, to: Cell) -> Option<(&[Cell], Points)> {
        let (goal, cheapest) = (grid.hex(to), Points::from(tolls.cheapest()));
        let estimate = |cell: Cell| Points::from(grid.hex(cell).distance(goal)) * cheapest;
        let mut search = self.begin(grid, from, estimate(from), grid.room() as u32 * u32::from(DEAREST));
        loop {
            let (cell, cost) = search.next()?;
            if cell == to {
                return Some((self.way_to(grid, to)?, cost));
            }
            search.step(grid, tolls, cell, cost, estimate);
        }
    }

    /// The way to a hex that the last search reached, both ends included.
    pub fn way_to(&mut self, grid: &Grid, to: Cell) -> Option<&[Cell]> {
        self.way.clear();
        let mut cell = to;
        loop {
            let mark = *self.marks.get(cell.index())?;
            if !(self.base..=self.dearest_mark).contains(&mark.price()) {
                return None;
            }
            self.way.push(cell);
            let entered = mark.0 & 7;
            if entered == START {
                break;
            }
            cell = grid.across(cell, Side::new(entered as u8));
        }
        self.way.reverse();
        Some(&self.way)
    }

    /// Makes room, forgets the last search, and queues the start.
    fn begin(&mut self, grid: &Grid, from: Cell, at: Points, budget: Points) -> Search<'_> {
        let budget = budget.min(MARK_MAX / 4);
        let shape = Some((grid.columns(), grid.rows(), grid.pushed()));
        if self.shape != shape || self.base <= budget {
            // Nothing is cheaper than what lies off the map, so nobody ever goes there.
            self.marks.clear();
            self.marks.resize(grid.room(), Mark(0));
            grid.cells().for_each(|cell| self.marks[cell.index()] = Mark(u32::MAX));
            (self.shape, self.base) = (shape, MARK_MAX);
        }
        self.base -= budget + 1;
        self.dearest_mark = self.base + budget;
        self.marks[from.index()] = Mark::new(self.base, START);
        let Marches { marks, base, dearest_mark, waiting, .. } = self;
        let mut search =
            Search { marks, base: *base, dearest_mark: *dearest_mark, waiting, waited: 0, first: [NOBODY; RING], at };
        search.make_room();
        search.wait(from, 0, at);
        search
    }
}

/// One search under way.
struct Search<'a> {
    marks: &'a mut [Mark],
    base: u32,
    dearest_mark: u32,
    /// The hexes waiting, each with the one that waits behind it at the same price.
    waiting: &'a mut Vec<Waiting>,
    /// How many have waited so far. What lies behind in the list is of no account.
    waited: usize,
    /// The first one waiting at each price; a ring, because prices never differ by more than a step.
    first: [u32; RING],
    /// How far the ring has been emptied.
    at: Points,
}

impl Search<'_> {
    #[inline]
    fn wait(&mut self, cell: Cell, cost: Points, at: Points) {
        let first = &mut self.first[at as usize % RING];
        let behind = std::mem::replace(first, self.waited as u32);
        self.waiting[self.waited] = Waiting { cell: cell.0, cost, behind };
        self.waited += 1;
    }

    /// Makes room for the six neighbours of a hex.
    #[inline]
    fn make_room(&mut self) {
        if self.waiting.len() < self.waited + 6 {
            let nobody = Waiting { cell: 0, cost: 0, behind: NOBODY };
            self.waiting.resize((2 * self.waited).max(256), nobody);
        }
    }

    /// The cheapest hex that still waits, with its price.
    #[inline]
    fn next(&mut self) -> Option<(Cell, Points)> {
        let mut empty = 0;
        while empty < RING {
            let first = &mut self.first[self.at as usize % RING];
            let Some(next) = self.waiting.get(*first as usize) else {
                self.at += 1;
                empty += 1;
                continue;
            };
            *first = next.behind;
            // Otherwise a cheaper way was found while it waited.
            if self.marks[next.cell as usize].price() == self.base + next.cost {
                return Some((Cell(next.cell), next.cost));
            }
        }
        None
    }

    /// Crosses every side where that is the cheapest way so far, and lets the hex beyond wait.
    #[inline]
    fn step(
        &mut self,
        grid: &Grid,
        tolls: &impl Tolls,
        cell: Cell,
        cost: Points,
        estimate: impl Fn(Cell) -> Points + Copy,
    ) {
        self.make_room();
        // COST: written out, so that each side is a constant; a loop over them takes half as long again.
        self.cross::<0>(grid, tolls, cell, cost, estimate);
        self.cross::<1>(grid, tolls, cell, cost, estimate);
        self.cross::<2>(grid, tolls, cell, cost, estimate);
        self.cross::<3>(grid, tolls, cell, cost, estimate);
        self.cross::<4>(grid, tolls, cell, cost, estimate);
        self.cross::<5>(grid, tolls, cell, cost, estimate);
    }

    #[inline(always)]
    fn cross<const SIDE: u8>(
        &mut self,
        grid: &Grid,
        tolls: &impl Tolls,
        cell: Cell,
        cost: Points,
        estimate: impl Fn(Cell) -> Points,
    ) {
        let side = Side::new(SIDE);
        let next = grid.across(cell, side);
        // COST: one branch for all that can be wrong, because each of them is hard to guess.
        let toll = tolls.toll(cell, side, next).map_or(NO_WAY, Points::from);
        let cost = cost + toll;
        let price = self.base + cost;
        let mark = &mut self.marks[next.index()];
        if mark.is_dearer_than(price) & (price <= self.dearest_mark) && toll <= Points::from(DEAREST) {
            *mark = Mark::new(price, side.opposite().index() as u32);
            self.wait(next, cost, cost + estimate(next));
        }
    }

    /// The same without an estimate, in which every side takes the same time.
    ///
    /// COST: whether a hex is new is a coin toss, and half of the time went into guessing it wrong.
    #[inline]
    fn step_evenly(&mut self, grid: &Grid, tolls: &impl Tolls, cell: Cell, cost: Points) {
        self.make_room();
        self.cross_evenly::<0>(grid, tolls, cell, cost);
        self.cross_evenly::<1>(grid, tolls, cell, cost);
        self.cross_evenly::<2>(grid, tolls, cell, cost);
        self.cross_evenly::<3>(grid, tolls, cell, cost);
        self.cross_evenly::<4>(grid, tolls, cell, cost);
        self.cross_evenly::<5>(grid, tolls, cell, cost);
    }

    #[inline(always)]
    fn cross_evenly<const SIDE: u8>(&mut self, grid: &Grid, tolls: &impl Tolls, cell: Cell, cost: Points) {
        let side = Side::new(SIDE);
        let next = grid.across(cell, side);
        let toll = tolls.toll(cell, side, next).map_or(NO_WAY, Points::from);
        let cost = cost + toll;
        let price = self.base + cost;
        let mark = &mut self.marks[next.index()];
        let is_taken = mark.is_dearer_than(price) & (price <= self.dearest_mark) & (toll <= Points::from(DEAREST));
        *mark = if is_taken { Mark::new(price, side.opposite().index() as u32) } else { *mark };
        let first = &mut self.first[cost as usize % RING];
        self.waiting[self.waited] = Waiting { cell: next.0, cost, behind: *first };
        *first = if is_taken { self.waited as u32 } else { *first };
        self.waited += usize::from(is_taken);
    }
}
