//! hexx and pathfinding on the frozen hexes.

use std::collections::BTreeMap;

use hexx::Hex;
use pathfinding::directed::astar::astar;
use pathfinding::directed::dijkstra::dijkstra_reach;

use crate::Peer;
use crate::frozen_ground::{ACROSS, Axial, Hexes, distance, letters};
use crate::measure::{Effort, best_wall_of_parts};

/// A flat array over axial coordinates with a margin all round, so that neighbours need no check.
struct Flat<T> {
    values: Vec<T>,
}

const DOWN: i32 = ACROSS + ACROSS / 2 + 3;

const fn index((q, r): Axial) -> usize {
    ((q + 1) * DOWN + r + ACROSS / 2 + 1) as usize
}

const fn axial(index: u32) -> Axial {
    (index as i32 / DOWN - 1, index as i32 % DOWN - ACROSS / 2 - 1)
}

impl<T: Copy> Flat<T> {
    fn new(elsewhere: T, value: impl Fn(Axial) -> T) -> Flat<T> {
        let mut values = vec![elsewhere; (DOWN * (ACROSS + 2)) as usize];
        for q in 0..ACROSS {
            for row in 0..ACROSS {
                let hex = (q, row - q / 2);
                values[index(hex)] = value(hex);
            }
        }
        Flat { values }
    }
}

pub fn jobs(effort: Effort) -> Vec<Peer> {
    let hexes = Hexes::new();
    let stops = Flat::new(false, |hex| hexes.stops(hex));
    let prices = Flat::new(0, |hex| hexes.price(hex).unwrap_or(0));
    vec![
        sight("hex-sight-8", 8, &hexes, &stops, effort),
        sight("hex-sight-20", 20, &hexes, &stops, effort),
        sight("hex-sight-100", 100, &hexes, &stops, effort),
        ways(&hexes, &prices, effort),
        reach("hex-reach-6", 6, &hexes, &prices, effort),
        reach("hex-reach-12", 12, &hexes, &prices, effort),
    ]
}

fn sight(job: &'static str, range: i32, hexes: &Hexes, stops: &Flat<bool>, effort: Effort) -> Peer {
    let hex = |(q, r): Axial| Hex::new(q, r);
    let pairs: Vec<(Hex, Hex)> = hexes.pairs(range).into_iter().map(|(from, to)| (hex(from), hex(to))).collect();
    let sees = |(from, to): &(Hex, Hex)| {
        let line = from.line_to(*to);
        let between = line.len() - 2;
        !line.skip(1).take(between).any(|hex| stops.values[index((hex.x, hex.y))])
    };
    let seen = letters(pairs.iter().map(sees));
    let parts: Vec<&[(Hex, Hex)]> = pairs.chunks(500).collect();
    let (best_ns, _) =
        best_wall_of_parts(effort, parts.len(), |part| parts[part].iter().filter(|pair| sees(pair)).count());
    Peer { job, peer: "hexx 0.24", best_ns, answer: BTreeMap::from([("seen", seen)]) }
}

/// The hexes next to one, with their prices.
fn neighbours(prices: &Flat<u8>, hex: u32) -> impl Iterator<Item = (u32, u32)> {
    [-1, DOWN - 1, DOWN, 1, 1 - DOWN, -DOWN].into_iter().filter_map(move |step| {
        let next = hex.wrapping_add_signed(step);
        let price = prices.values[next as usize];
        (price > 0).then_some((next, u32::from(price)))
    })
}

fn ways(hexes: &Hexes, prices: &Flat<u8>, effort: Effort) -> Peer {
    let ends: Vec<(u32, u32)> =
        hexes.ends().into_iter().map(|(from, to)| (index(from) as u32, index(to) as u32)).collect();
    let way = |(from, to): &(u32, u32)| {
        let goal = axial(*to);
        astar(from, |hex| neighbours(prices, *hex), |hex| distance(axial(*hex), goal) as u32, |hex| hex == to)
    };
    let costs: Vec<String> =
        ends.iter().map(|ends| way(ends).map_or("-".to_owned(), |(_, cost)| cost.to_string())).collect();
    let parts: Vec<&[(u32, u32)]> = ends.chunks(10).collect();
    let (best_ns, _) = best_wall_of_parts(effort, parts.len(), |part| {
        parts[part].iter().map(|ends| way(ends).map_or(0, |(way, cost)| way.len() + cost as usize)).sum::<usize>()
    });
    Peer { job: "hex-way", peer: "pathfinding 4.16", best_ns, answer: BTreeMap::from([("costs", costs.join(" "))]) }
}

fn reach(job: &'static str, budget: u32, hexes: &Hexes, prices: &Flat<u8>, effort: Effort) -> Peer {
    let starts: Vec<u32> = hexes.ends().into_iter().map(|(from, _)| index(from) as u32).collect();
    let reach = |start: &u32| {
        dijkstra_reach(start, |hex| neighbours(prices, *hex))
            .map(|item| item.total_cost)
            .take_while(|cost| *cost <= budget)
            .fold((0, 0), |(count, total), cost| (count + 1, total + cost))
    };
    let reached: Vec<String> =
        starts.iter().map(reach).map(|(count, total): (usize, u32)| format!("{count}:{total}")).collect();
    let parts: Vec<&[u32]> = starts.chunks(10).collect();
    let (best_ns, _) =
        best_wall_of_parts(effort, parts.len(), |part| parts[part].iter().map(|start| reach(start).0).sum::<usize>());
    Peer { job, peer: "pathfinding 4.16", best_ns, answer: BTreeMap::from([("reached", reached.join(" "))]) }
}
