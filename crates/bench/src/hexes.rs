//! Sight and movement on the frozen hexes.

use std::collections::BTreeMap;
use std::error::Error;

use field::hex::{Along, Cell, Grid, Hex, Layer, Marches, Numbering, Pushed, Side, SightTable, Tolls, sees};

use crate::Measured;
use crate::frozen_ground::{self as frozen, ACROSS, Axial, Hexes, letters};
use crate::measure::{Effort, best_wall_of_parts};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// The frozen map as our own types hold it.
struct Map {
    hexes: Hexes,
    grid: Grid,
    stops: Layer<bool>,
    prices: Prices,
}

/// Prices in points by the hex entered, as a rulebook's cost function would give them; nought bars the way.
struct Prices(Layer<u8>);

impl Tolls for Prices {
    #[inline]
    fn toll(&self, _: Cell, _: Side, to: Cell) -> Option<u16> {
        let price = self.0[to];
        (price > 0).then_some(u16::from(price))
    }

    fn cheapest(&self) -> u16 {
        1
    }
}

impl Map {
    fn new() -> Result<Map> {
        let hexes = Hexes::new();
        let across = u16::try_from(ACROSS)?;
        let grid = Grid::new(across, across, Pushed::Odd, Numbering::default()).ok_or("the map is too large")?;
        let axial = |cell| {
            let hex = grid.hex(cell);
            (i32::from(hex.q), i32::from(hex.r))
        };
        let stops = Layer::from_fn(&grid, false, |cell| hexes.stops(axial(cell)));
        let prices = Layer::from_fn(&grid, 0, |cell| hexes.price(axial(cell)).unwrap_or(0));
        Ok(Map { hexes, grid, stops, prices: Prices(prices) })
    }

    fn cell(&self, hex: Axial) -> Result<Cell> {
        self.grid.cell(ours(hex)).ok_or_else(|| format!("{hex:?} is not on the map").into())
    }

    fn cells(&self, pairs: &[(Axial, Axial)]) -> Result<Vec<(Cell, Cell)>> {
        pairs.iter().map(|(from, to)| Ok((self.cell(*from)?, self.cell(*to)?))).collect()
    }

    /// The rule of the job: a hex that stops, or two of them where the line runs between.
    #[inline]
    fn sees(&self, from: Cell, to: Cell) -> bool {
        sees(&self.grid, from, to, |piece| match piece {
            Along::Through(hex) => self.stops[hex],
            Along::Between(one, other) => self.stops[one] && self.stops[other],
        })
    }
}

fn ours((q, r): Axial) -> Hex {
    Hex::at(q as i16, r as i16)
}

/// Pairs, ways or starts in one part of a measured job.
const PART: usize = 10;
const PAIRS_A_PART: usize = 500;

/// Sight over at most 8 hexes, computed.
pub fn sight_8(effort: Effort) -> Result<Measured> {
    sight("hex-sight-8", 8, effort)
}

/// Sight over at most 20 hexes, computed.
pub fn sight_20(effort: Effort) -> Result<Measured> {
    sight("hex-sight-20", 20, effort)
}

/// Sight over the whole map, computed.
pub fn sight_100(effort: Effort) -> Result<Measured> {
    sight("hex-sight-100", 100, effort)
}

fn sight(job: &'static str, range: i32, effort: Effort) -> Result<Measured> {
    let map = Map::new()?;
    let pairs = map.hexes.pairs(range);
    let cells = map.cells(&pairs)?;
    let seen: Vec<bool> = cells.iter().map(|(from, to)| map.sees(*from, *to)).collect();
    let parts: Vec<&[(Cell, Cell)]> = cells.chunks(PAIRS_A_PART).collect();
    let (best_ns, calls) = best_wall_of_parts(effort, parts.len(), |part| {
        parts[part].iter().filter(|(from, to)| map.sees(*from, *to)).count()
    });
    Ok(Measured { job, best_ns, calls, counts: counted(pairs.len()), answer: sight_answer(&map, &pairs, &seen)? })
}

/// Sight over at most 8 hexes, looked up.
pub fn table_8(effort: Effort) -> Result<Measured> {
    table("hex-table-8", 8, effort)
}

/// Sight over at most 20 hexes, looked up.
pub fn table_20(effort: Effort) -> Result<Measured> {
    table("hex-table-20", 20, effort)
}

fn table(job: &'static str, range: i32, effort: Effort) -> Result<Measured> {
    let map = Map::new()?;
    let pairs = map.hexes.pairs(range);
    let table = SightTable::new(&map.grid, u16::try_from(range)?, |from, to| map.sees(from, to));
    let hexes: Vec<(Hex, Hex)> = pairs.iter().map(|(from, to)| (ours(*from), ours(*to))).collect();
    let seen: Vec<bool> = hexes.iter().map(|(from, to)| table.sees(*from, *to)).collect();
    for ((from, to), seen) in map.cells(&pairs)?.into_iter().zip(&seen) {
        if map.sees(from, to) != *seen {
            return Err(format!("job {job}: the table and the line disagree on {from:?}, {to:?}").into());
        }
    }
    let parts: Vec<&[(Hex, Hex)]> = hexes.chunks(10 * PAIRS_A_PART).collect();
    let (best_ns, calls) = best_wall_of_parts(effort, parts.len(), |part| {
        parts[part].iter().filter(|(from, to)| table.sees(*from, *to)).count()
    });
    let mut counts = counted(pairs.len());
    counts.insert("bytes", table.bytes() as u64);
    Ok(Measured { job, best_ns, calls, counts, answer: sight_answer(&map, &pairs, &seen)? })
}

/// The whole table of sight over at most 20 hexes.
pub fn table_build(effort: Effort) -> Result<Measured> {
    let map = Map::new()?;
    let build = || SightTable::new(&map.grid, 20, |from, to| map.sees(from, to));
    let bytes = build().bytes();
    let (best_ns, calls) = best_wall_of_parts(effort, 1, |_| build());
    let answer = BTreeMap::from([("bytes".to_owned(), bytes.to_string())]);
    Ok(Measured { job: "hex-table-build", best_ns, calls, counts: counted(1), answer })
}

/// What is seen by the exact line, and the bounds of what a line may see that is found by rounding points on it.
fn sight_answer(map: &Map, pairs: &[(Axial, Axial)], seen: &[bool]) -> Result<BTreeMap<String, String>> {
    let (mut least, mut most, mut wrong) = (Vec::new(), Vec::new(), 0);
    for ((from, to), seen) in pairs.iter().zip(seen) {
        let mut bounds = (true, true);
        for near in rounded_line(*from, *to) {
            bounds.0 &= !near.iter().any(|hex| map.hexes.stops(*hex));
            bounds.1 &= !near.iter().all(|hex| map.hexes.stops(*hex));
        }
        wrong += usize::from(*seen && !bounds.1);
        least.push(bounds.0);
        most.push(bounds.1);
    }
    if wrong > 0 {
        return Err(format!("{wrong} pairs see each other through a hex that stops them").into());
    }
    let answer = [("seen", letters(seen.iter().copied())), ("least", letters(least)), ("most", letters(most))];
    Ok(answer.map(|(name, letters)| (name.to_owned(), letters)).into())
}

/// The hexes that may be meant by each of the points that cut a line into as many pieces as it is hexes long: one, or two
/// or three where a point lies on a side or a corner.
fn rounded_line(from: Axial, to: Axial) -> impl Iterator<Item = Vec<Axial>> {
    let length = frozen::distance(from, to);
    (1..length).map(move |step| {
        let point = (from.0 * (length - step) + to.0 * step, from.1 * (length - step) + to.1 * step);
        let away = |hex: &Axial| {
            let (q, r) = (point.0 - hex.0 * length, point.1 - hex.1 * length);
            q * q + r * r + q * r
        };
        let middle = (point.0.div_euclid(length), point.1.div_euclid(length));
        let around: Vec<Axial> =
            (-1..=2).flat_map(|q| (-1..=2).map(move |r| (q, r))).map(|(q, r)| (middle.0 + q, middle.1 + r)).collect();
        let nearest = around.iter().map(away).min();
        around.into_iter().filter(|hex| Some(away(hex)) == nearest).collect()
    })
}

/// Ways over the whole map.
pub fn ways(effort: Effort) -> Result<Measured> {
    let map = Map::new()?;
    let ends = map.cells(&map.hexes.ends())?;
    let mut marches = Marches::new();
    let costs: Vec<String> = ends
        .iter()
        .map(|(from, to)| {
            marches.way(&map.grid, &map.prices, *from, *to).map_or("-".to_owned(), |(_, cost)| cost.to_string())
        })
        .collect();
    let parts: Vec<&[(Cell, Cell)]> = ends.chunks(PART).collect();
    let (best_ns, calls) = best_wall_of_parts(effort, parts.len(), |part| {
        let way = |(from, to): &(Cell, Cell)| {
            marches.way(&map.grid, &map.prices, *from, *to).map_or(0, |(way, cost)| way.len() + cost as usize)
        };
        parts[part].iter().map(way).sum::<usize>()
    });
    let answer = BTreeMap::from([("costs".to_owned(), costs.join(" "))]);
    Ok(Measured { job: "hex-way", best_ns, calls, counts: counted(ends.len()), answer })
}

/// Reach with 6 points.
pub fn reach_6(effort: Effort) -> Result<Measured> {
    reach("hex-reach-6", 6, effort)
}

/// Reach with 12 points.
pub fn reach_12(effort: Effort) -> Result<Measured> {
    reach("hex-reach-12", 12, effort)
}

fn reach(job: &'static str, budget: u32, effort: Effort) -> Result<Measured> {
    let map = Map::new()?;
    let starts: Vec<Cell> = map.cells(&map.hexes.ends())?.into_iter().map(|(from, _)| from).collect();
    let mut marches = Marches::new();
    let mut counts = Vec::new();
    for start in &starts {
        let reached = marches.reach(&map.grid, &map.prices, *start, budget);
        let total: u32 = reached.iter().map(|reached| reached.cost).sum();
        counts.push(format!("{}:{total}", reached.len()));
    }
    let parts: Vec<&[Cell]> = starts.chunks(PART).collect();
    let (best_ns, calls) = best_wall_of_parts(effort, parts.len(), |part| {
        let reach = |start: &Cell| marches.reach(&map.grid, &map.prices, *start, budget).len();
        parts[part].iter().map(reach).sum::<usize>()
    });
    let answer = BTreeMap::from([("reached".to_owned(), counts.join(" "))]);
    Ok(Measured { job, best_ns, calls, counts: counted(starts.len()), answer })
}

fn counted(runs: usize) -> BTreeMap<&'static str, u64> {
    BTreeMap::from([("runs", runs as u64)])
}
