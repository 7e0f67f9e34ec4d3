//! The umpire that looks at every face.

use std::any::Any;
use std::hash::{BuildHasher, Hash, Hasher};
use std::panic::Location;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::OddsOptions;
use super::weight::{TooNarrow, Weight};
use crate::official::impossible;
use crate::umpire::{State, Step};
use crate::{Cell, Fault, GivenAnswers, Halt, Modifiers, Question, Record, Rule, Ruling, Throw, Umpire};

/// Why a run of exact odds stopped before its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fork {
    /// A step ended: its state has been merged with the others.
    Seam,
    /// Nobody has said how to answer this.
    Question(Question),
}

/// Every distinct reading of a throw, with its ways.
struct Readings {
    throw: Throw,
    readings: Vec<(i16, u64)>,
    total: u64,
}

/// One wheel of the odometer.
#[derive(Clone, Copy)]
struct Wheel {
    readings: u32,
    at: u32,
    /// Asked inside a step, so it need not be asked again once that step lies behind.
    in_step: bool,
}

pub(super) type NodeId = u32;

/// A state at a seam, and one history that leads to it.
struct Node {
    state: Box<dyn Any>,
    hash: u64,
    seam: &'static Location<'static>,
    parent: Option<NodeId>,
    /// The dice asked between the parent's seam and this step, outside of any step.
    between: Vec<Wheel>,
}

/// The umpire of exact odds. See [`super::odds`].
pub struct Exact<'a, R> {
    answers: &'a GivenAnswers,
    merge: bool,
    record: &'a mut R,
    throws: Vec<Readings>,

    odometer: Vec<Wheel>,
    asked: usize,

    nodes: Vec<Node>,
    /// The states of the level that is being filled, by their hash.
    landing: HashTable<NodeId>,
    landing_first: NodeId,
    landed: NodeId,

    /// The history of the node that is being continued: its states, and the dice asked between them.
    history: Vec<NodeId>,
    passed: usize,
    between: Vec<Wheel>,
    between_asked: usize,
    in_step: bool,
}

impl<'a, R: Record> Exact<'a, R> {
    pub(super) fn new(options: &'a OddsOptions, record: &'a mut R) -> Self {
        Exact {
            answers: &options.answers,
            merge: options.merge_at_seams,
            record,
            throws: Vec::new(),
            odometer: Vec::new(),
            asked: 0,
            nodes: Vec::new(),
            landing: HashTable::new(),
            landing_first: 0,
            landed: 0,
            history: Vec::new(),
            passed: 0,
            between: Vec::new(),
            between_asked: 0,
            in_step: false,
        }
    }

    /// The node before the first step.
    pub(super) fn root(&mut self) -> NodeId {
        self.nodes.push(Node {
            state: Box::new(()),
            hash: 0,
            seam: Location::caller(),
            parent: None,
            between: Vec::new(),
        });
        0
    }

    /// The states met so far, the root not counted.
    pub(super) fn states(&self) -> u64 {
        self.nodes.len() as u64 - 1
    }

    /// From now on states land in a new level.
    pub(super) fn open_level(&mut self) {
        self.landing.clear();
        self.landing_first = self.nodes.len() as NodeId;
    }

    /// The place in its level, and the number, of the state that the last run landed on.
    pub(super) fn landed(&self) -> (usize, NodeId) {
        ((self.landed - self.landing_first) as usize, self.landed)
    }

    /// The next runs continue from this node.
    pub(super) fn resume(&mut self, node: NodeId) {
        self.odometer.clear();
        self.history.clear();
        self.between.clear();
        let mut at = Some(node);
        while let Some(id) = at {
            at = self.nodes[id as usize].parent;
            if at.is_some() {
                self.history.push(id);
            }
        }
        self.history.reverse();
        for id in &self.history {
            self.between.extend_from_slice(&self.nodes[*id as usize].between);
        }
    }

    /// Before each run.
    #[inline]
    pub(super) fn rewind(&mut self) {
        self.asked = 0;
        self.passed = 0;
        self.between_asked = 0;
        self.in_step = false;
    }

    /// Turns the odometer one notch. Gives the number of wheels that stay as they were, or nothing when it is through.
    #[inline]
    pub(super) fn turn_odometer(&mut self) -> Option<usize> {
        while let Some(wheel) = self.odometer.last_mut() {
            if (wheel.at as usize) + 1 < self.throws[wheel.readings as usize].readings.len() {
                wheel.at += 1;
                return Some(self.odometer.len() - 1);
            }
            self.odometer.pop();
        }
        None
    }

    /// Brings `products` up to date: after each wheel, the ways so far and out of how many.
    #[inline]
    pub(super) fn multiply_weights<W: Weight>(&self, products: &mut Vec<(W, W)>) -> Result<(), TooNarrow> {
        for wheel in self.odometer.get(products.len()..).unwrap_or_default() {
            let throw = &self.throws[wheel.readings as usize];
            let (ways, of) = (W::from_u64(throw.readings[wheel.at as usize].1), W::from_u64(throw.total));
            let product = match products.last() {
                Some((ways_before, of_before)) => (ways_before.times(&ways)?, of_before.times(&of)?),
                None => (ways, of),
            };
            products.push(product);
        }
        Ok(())
    }

    /// Merges the state at the end of a step with the equal ones of its level.
    #[inline]
    fn land<S: State>(&mut self, state: S, seam: &'static Location<'static>) {
        let hash = {
            let mut hasher = FxBuildHasher.build_hasher();
            seam.line().hash(&mut hasher);
            state.hash(&mut hasher);
            hasher.finish()
        };
        let nodes = &self.nodes;
        let known = self.landing.find(hash, |id| {
            let node = &nodes[*id as usize];
            same_place(node.seam, seam) && node.state.downcast_ref::<S>().is_some_and(|known| *known == state)
        });
        if let (Some(id), true) = (known, self.merge) {
            self.landed = *id;
            return;
        }
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node {
            state: Box::new(state),
            hash,
            seam,
            parent: Some(self.history.last().copied().unwrap_or(0)),
            between: self.odometer.iter().filter(|wheel| !wheel.in_step).copied().collect(),
        });
        let nodes = &self.nodes;
        self.landing.insert_unique(hash, id, |id| nodes[*id as usize].hash);
        self.landed = id;
    }

    fn readings_of(&mut self, throw: Throw) -> usize {
        // COST: a procedure has a handful of different throws; a search through them beats any map.
        if let Some(known) = self.throws.iter().position(|readings| readings.throw == throw) {
            return known;
        }
        let (readings, total) = throw.readings();
        self.throws.push(Readings { throw, readings, total });
        self.throws.len() - 1
    }
}

impl<R: Record> Umpire for Exact<'_, R> {
    type Pause = Fork;
    type Event = R::Event;

    #[inline]
    fn throw(&mut self, throw: Throw, rule: Rule) -> Ruling<i16, Self> {
        self.record.rolled(throw, rule, &[]);
        let behind = self.passed < self.history.len();
        let (wheels, at) =
            if behind { (&self.between, &mut self.between_asked) } else { (&self.odometer, &mut self.asked) };
        if let Some(wheel) = wheels.get(*at) {
            *at += 1;
            return Ok(self.throws[wheel.readings as usize].readings[wheel.at as usize].0);
        }
        if !throw.is_possible() {
            return Err(impossible(throw, rule).into());
        }
        let readings = self.readings_of(throw);
        self.odometer.push(Wheel { readings: readings as u32, at: 0, in_step: self.in_step });
        self.asked += 1;
        Ok(self.throws[readings].readings[0].0)
    }

    fn ask(&mut self, question: Question) -> Ruling<u32, Self> {
        match self.answers.find(&question)? {
            Some(answer) => {
                self.record.asked(&question, answer);
                Ok(answer)
            }
            None => Err(Halt::Pause(Fork::Question(question))),
        }
    }

    #[inline]
    fn cite(&mut self, rule: Rule) {
        self.record.cited(rule);
    }

    #[inline]
    fn look(&mut self, cell: Cell) {
        self.record.looked(cell);
    }

    #[inline]
    fn modify(&mut self, modifiers: &Modifiers) {
        self.record.modified(modifiers);
    }

    #[inline]
    fn tell(&mut self, event: impl FnOnce() -> R::Event) {
        self.record.told(event);
    }

    /// A step that lies behind is not run again: its merged state is handed out. The first step ahead is run, and its
    /// state lands on the next level. A step inside a step has no seam of its own, because the outer one holds more than
    /// the inner one is handed.
    #[inline]
    #[track_caller]
    fn step<F, S: State>(&mut self, facts: &F, state: S, step: Step<F, S, Self>) -> Ruling<S, Self> {
        if self.in_step {
            return step(facts, state, self);
        }
        if let Some(id) = self.history.get(self.passed) {
            self.passed += 1;
            return match self.nodes[*id as usize].state.downcast_ref::<S>() {
                Some(state) => Ok(state.clone()),
                None => Err(strayed().into()),
            };
        }
        let seam = Location::caller();
        self.in_step = true;
        let state = step(facts, state, self)?;
        self.land(state, seam);
        Err(Halt::Pause(Fork::Seam))
    }
}

#[inline]
fn same_place(a: &Location<'_>, b: &Location<'_>) -> bool {
    std::ptr::eq(a, b) || a == b
}

#[cold]
fn strayed() -> Fault {
    Fault::of_file("odds", "a procedure took another way when it was run again")
        .hint("what decides the way between two steps must be in the state")
}
