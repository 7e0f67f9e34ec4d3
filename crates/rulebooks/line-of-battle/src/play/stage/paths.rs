//! The cheapest way of one stack to any hex it can reach: a search over hexes and fronts at the rulebook's prices.

use std::collections::BTreeMap;

use field::hex::{Corner, Hex, Side};

use super::almanac::{BARRED, Pace};
use super::look::{Group, Look};
use super::walk::{self, Purse};
use crate::charts::Limit;
use crate::movement::ExitLicence;
use crate::play::command::Step;
use crate::unit::Formation;

/// A place on a way: a hex and a front.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    pub at: Hex,
    pub facing: Corner,
    /// Halves of a Movement Point spent.
    pub cost: i32,
    pub hexes: u16,
    before: Option<(usize, Step)>,
    held: bool,
    /// Whether only the minimum move leads here.
    pub minimum: bool,
}

/// Everything a stack can reach.
pub(super) struct Paths {
    pub nodes: Vec<Node>,
    /// Halves of a Movement Point it has.
    pub purse: i32,
}

struct Search<'a> {
    look: &'a Look<'a>,
    group: &'a Group,
    purse: Purse,
    nodes: Vec<Node>,
    known: BTreeMap<(Hex, usize), usize>,
    waiting: Vec<Vec<usize>>,
}

impl Paths {
    /// Searches as far as the Movement Points go. Whoever has won a Charge is held by no zone of control.
    pub(super) fn of(look: &Look<'_>, group: &Group, purse: Purse) -> Paths {
        let room = purse.left.max(0) as usize + 1;
        let mut search =
            Search { look, group, purse, nodes: Vec::new(), known: BTreeMap::new(), waiting: vec![Vec::new(); room] };
        let start =
            Node { at: group.at, facing: group.facing, cost: 0, hexes: 0, before: None, held: false, minimum: false };
        search.reach(start);
        for cost in 0..room {
            let mut place = 0;
            while let Some(number) = search.waiting[cost].get(place).copied() {
                place += 1;
                let node = search.nodes[number];
                let current = search.known.get(&(node.at, node.facing.index())) == Some(&number);
                if current {
                    search.go_on(number);
                }
            }
        }
        let current =
            |(number, node): (usize, &Node)| search.known.get(&(node.at, node.facing.index())) == Some(&number);
        debug_assert!(search.nodes.iter().enumerate().any(current));
        Paths { nodes: search.nodes, purse: purse.left }
    }

    /// The steps to a node.
    pub(super) fn steps(&self, number: usize) -> Vec<Step> {
        let mut steps = Vec::new();
        let mut at = number;
        while let Some((before, step)) = self.nodes[at].before {
            steps.push(step);
            at = before;
        }
        steps.reverse();
        steps
    }

    /// The node that is least by a measure; of equals the first found, which is the cheapest.
    pub(super) fn best<K: Ord>(&self, measure: impl Fn(&Node) -> Option<K>) -> Option<usize> {
        let measured =
            self.nodes.iter().enumerate().filter_map(|(number, node)| Some((measure(node)?, node.cost, number)));
        measured.min().map(|(.., number)| number)
    }
}

impl Search<'_> {
    fn reach(&mut self, node: Node) {
        let key = (node.at, node.facing.index());
        if self.known.get(&key).is_some_and(|known| self.nodes[*known].cost <= node.cost) {
            return;
        }
        let number = self.nodes.len();
        self.known.insert(key, number);
        if let Some(waiting) = self.waiting.get_mut(node.cost.max(0) as usize) {
            waiting.push(number);
        }
        self.nodes.push(node);
    }

    fn go_on(&mut self, number: usize) {
        let (look, group) = (self.look, self.group);
        let node = self.nodes[number];
        let fronted = group.is_fronted(group.formation);
        if node.minimum {
            return;
        }
        if fronted {
            let free = group.formation == Formation::Unlimbered;
            let turn = if free { 0 } else { 2 * i32::from(look.theatre.book.limit(Limit::TurnCost)) };
            for corner in Corner::ALL.into_iter().filter(|corner| *corner != node.facing) {
                let cost = node.cost + turn;
                if cost <= self.purse.left {
                    self.reach(Node { facing: corner, cost, before: Some((number, Step::Turn(corner))), ..node });
                }
            }
        }
        let Some(cell) =
            look.theatre.field.cell(node.at).filter(|_| !node.held && group.formation != Formation::Unlimbered)
        else {
            return;
        };
        let pace = Pace::of(group.formation, group.in_company || group.units.len() > 1);
        for side in Side::ALL {
            let price = look.theatre.almanac.price(pace, cell, side);
            let next = node.at.neighbour(side);
            let ahead = !fronted || node.facing.sides().contains(&side);
            if price == BARRED || !ahead || !self.may_enter(&node, next) {
                continue;
            }
            let cost = node.cost + i32::from(price);
            let minimum = cost > self.purse.left;
            if minimum && (node.hexes > 0 || !self.purse.minimum) {
                continue;
            }
            let open = group.formation == Formation::OpenOrder && !fronted;
            let zone = look.is_touched(next) && look.theatre.in_zone_of(look.battle, next, look.side.enemy());
            self.reach(Node {
                at: next,
                facing: node.facing,
                cost: cost.min(self.purse.left.max(node.cost)),
                hexes: node.hexes + 1,
                before: Some((number, Step::Enter(side))),
                held: zone && !open && self.purse.licence != ExitLicence::WonCharge,
                minimum,
            });
        }
    }

    fn may_enter(&self, node: &Node, next: Hex) -> bool {
        let (look, group) = (self.look, self.group);
        if look.is_held(next) {
            return false;
        }
        let road = !group.in_company && group.units.len() == 1 && group.formation != Formation::Line;
        if road && look.has_friends(next, group) {
            return false;
        }
        let touched = look.is_touched(next);
        if touched && !(walk::may_close(group) && walk::in_reach(look, group, next)) {
            return false;
        }
        node.hexes > 0 || self.purse.may_leave(look, group, next, touched)
    }
}
