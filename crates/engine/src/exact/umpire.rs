//! The umpire that looks at every face.

use std::hash::BuildHasher;
use std::panic::Location;

use hashbrown::HashTable;
use rustc_hash::FxBuildHasher;

use super::states::{Place, States};
use super::weight::{TooNarrow, Weight};
use super::{OddsOptions, ROOM};
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
    /// What it shows now, in how many ways, and out of how many.
    reading: i16,
    ways: u64,
    of: u64,
    /// Asked inside a step, so it need not be asked again once that step lies behind.
    in_step: bool,
}

pub(super) type NodeId = u32;

/// Nobody's child.
const NO_PARENT: NodeId = NodeId::MAX;

/// A state at a seam, and one history that leads to it.
#[derive(Clone, Copy)]
struct Node {
    hash: u64,
    seam: &'static Location<'static>,
    state: Place,
    parent: NodeId,
    /// Where the dice that were asked between the parent's seam and this step, outside of any step, stand in
    /// [`Exact::asked_between`].
    between: (u32, u32),
}

/// One way to end a step: the state it landed on, and the weight of the dice asked inside the step.
#[derive(Clone, Copy)]
pub(super) struct Landing {
    /// The place of the state in its level.
    pub place: usize,
    pub node: NodeId,
    pub ways: u128,
    pub of: u128,
}

/// The umpire of exact odds. See [`super::odds`].
pub struct Exact<'a, R> {
    answers: &'a GivenAnswers,
    merge: bool,
    record: &'a mut R,
    throws: Vec<Readings>,

    /// How often the rules have been run, and how often they may be.
    runs: u64,
    runs_max: u64,

    /// The dice of this run, in the order they are asked for. The first `behind` of them belong to the history of the node
    /// and stay as they are; the others turn.
    odometer: Vec<Wheel>,
    behind: usize,
    asked: usize,

    /// Whether the first step ahead is run for all of its dice at once, or once a run.
    whole_steps: bool,
    /// How the step of this run ended, for every way its dice can fall; with whole steps off, for one.
    landings: Vec<Landing>,
    /// One out of one, and after each die of the step, the ways so far and out of how many.
    step_products: Vec<(u128, u128)>,
    too_narrow: bool,

    nodes: Vec<Node>,
    states: States,
    asked_between: Vec<Wheel>,
    /// The states of the level that is being filled, by their hash.
    level: HashTable<NodeId>,
    level_first: NodeId,

    /// The states at the seams that lie behind the node that is being continued, and how many of them have been handed
    /// out.
    history: Vec<(NodeId, Place)>,
    passed: usize,
    in_step: bool,
}

impl<'a, R: Record> Exact<'a, R> {
    /// With `whole_steps` the umpire weighs the dice of a step itself, in 128 bits; without, it leaves that to
    /// [`Exact::multiply_weights`], whatever the width.
    pub(super) fn new(options: &'a OddsOptions, record: &'a mut R, whole_steps: bool) -> Self {
        Exact {
            answers: &options.answers,
            merge: options.merge_at_seams,
            record,
            throws: Vec::new(),
            runs: 0,
            runs_max: options.runs_max,
            odometer: Vec::new(),
            behind: 0,
            asked: 0,
            whole_steps,
            landings: Vec::new(),
            step_products: Vec::new(),
            too_narrow: false,
            nodes: Vec::with_capacity(ROOM),
            states: States::default(),
            asked_between: Vec::new(),
            level: HashTable::with_capacity(ROOM),
            level_first: 0,
            history: Vec::new(),
            passed: 0,
            in_step: false,
        }
    }

    /// The node before the first step.
    pub(super) fn root(&mut self) -> NodeId {
        let (state, seam) = (Place::NOWHERE, Location::caller());
        self.nodes.push(Node { hash: 0, seam, state, parent: NO_PARENT, between: (0, 0) });
        0
    }

    /// How often the rules have been run.
    pub(super) fn runs(&self) -> u64 {
        self.runs
    }

    /// The states met so far, the root not counted.
    pub(super) fn states(&self) -> u64 {
        self.nodes.len() as u64 - 1
    }

    /// From now on states land in a new level.
    pub(super) fn open_level(&mut self) {
        self.level.clear();
        self.level_first = self.nodes.len() as NodeId;
        self.history.clear();
    }

    /// How the step of the last run ended.
    pub(super) fn landings(&self) -> Result<&[Landing], TooNarrow> {
        if self.too_narrow { Err(TooNarrow) } else { Ok(&self.landings) }
    }

    /// The next runs continue from this node of the level before the open one.
    pub(super) fn resume(&mut self, node: NodeId) {
        self.odometer.clear();
        if self.history.is_empty() {
            self.history.resize(self.depth(node), (NO_PARENT, Place::NOWHERE));
        }
        // COST: neighbours on a level mostly share their ancestors, so this stops after a step or two.
        let mut at = node;
        for known in self.history.iter_mut().rev() {
            if known.0 == at {
                break;
            }
            let node = &self.nodes[at as usize];
            *known = (at, node.state);
            at = node.parent;
        }
        if !self.asked_between.is_empty() {
            for (id, _) in &self.history {
                let (start, end) = self.nodes[*id as usize].between;
                self.odometer.extend_from_slice(&self.asked_between[start as usize..end as usize]);
            }
        }
        self.behind = self.odometer.len();
    }

    /// How many steps lie behind a node.
    fn depth(&self, node: NodeId) -> usize {
        let mut steps = 0;
        let mut at = self.nodes[node as usize].parent;
        while at != NO_PARENT {
            steps += 1;
            at = self.nodes[at as usize].parent;
        }
        steps
    }

    /// Before each run. Whether there may be one more.
    #[inline]
    pub(super) fn rewind(&mut self) -> bool {
        if self.runs == self.runs_max {
            return false;
        }
        self.runs += 1;
        self.asked = 0;
        self.passed = 0;
        self.in_step = false;
        self.landings.clear();
        true
    }

    /// Turns the odometer one notch. Gives the number of wheels that stay as they were, those of the history not counted,
    /// or nothing when it is through.
    #[inline]
    pub(super) fn turn_odometer(&mut self) -> Option<usize> {
        self.turn_after(self.behind)
    }

    /// Turns the wheels of the odometer after the first `fixed`.
    #[inline]
    fn turn_after(&mut self, fixed: usize) -> Option<usize> {
        while self.odometer.len() > fixed {
            let last = self.odometer.len() - 1;
            let wheel = &mut self.odometer[last];
            if let Some(next) = self.throws[wheel.readings as usize].readings.get(wheel.at as usize + 1) {
                wheel.at += 1;
                (wheel.reading, wheel.ways) = *next;
                return Some(last - fixed);
            }
            self.odometer.pop();
        }
        None
    }

    /// Brings `products` up to date: the weight of the node comes first, and after each wheel that turns, the ways so far
    /// and out of how many.
    #[inline]
    pub(super) fn multiply_weights<W: Weight>(&self, products: &mut Vec<(W, W)>) -> Result<(), TooNarrow> {
        multiply(&self.odometer[self.behind..], products)
    }

    /// Runs a step for every way its own dice can fall.
    ///
    /// COST: not inlined, so that handing out the state of a step that lies behind stays a few instructions.
    #[inline(never)]
    fn run_whole_step<F, S: State>(
        &mut self,
        facts: &F,
        state: &S,
        step: Step<F, S, Self>,
        seam: &'static Location<'static>,
    ) -> Ruling<(), Self> {
        let fixed = self.odometer.len();
        self.step_products.clear();
        self.step_products.push((1, 1));
        // COST: neighbouring readings mostly read alike on a chart, so equal ends come in rows; a row lands once.
        let mut row: Option<(S, u128, u128)> = None;
        loop {
            self.asked = fixed;
            let end = step(facts, state.clone(), self)?;
            if multiply(&self.odometer[fixed..], &mut self.step_products).is_err() {
                self.too_narrow = true;
                return Ok(());
            }
            let (ways, of) = self.step_products.last().copied().unwrap_or((1, 1));
            row = match row {
                // Never more than `of`, so the sum does not overflow.
                Some((known, sum, known_of)) if self.merge && known_of == of && known == end => {
                    Some((known, sum + ways, of))
                }
                Some((known, sum, known_of)) => {
                    self.land(known, seam, sum, known_of);
                    Some((end, ways, of))
                }
                None => Some((end, ways, of)),
            };
            let Some(kept) = self.turn_after(fixed) else {
                break;
            };
            self.step_products.truncate(1 + kept);
            if self.runs == self.runs_max {
                self.odometer.truncate(fixed);
                break;
            }
            self.runs += 1;
        }
        if let Some((end, ways, of)) = row {
            self.land(end, seam, ways, of);
        }
        Ok(())
    }

    /// Merges the state at the end of a step with the equal ones of its level.
    #[inline]
    fn land<S: State>(&mut self, state: S, seam: &'static Location<'static>, ways: u128, of: u128) {
        let hash = FxBuildHasher.hash_one(&state);
        let (nodes, shelf) = (&self.nodes, self.states.shelf::<S>());
        let known = self.level.find(hash, |id| {
            let node = &nodes[*id as usize];
            same_place(node.seam, seam) && shelf.get(node.state).is_some_and(|known| *known == state)
        });
        let node = match known {
            Some(id) if self.merge => *id,
            _ => {
                let state = shelf.put(state);
                self.open_node(hash, seam, state)
            }
        };
        self.landings.push(Landing { place: (node - self.level_first) as usize, node, ways, of });
    }

    fn open_node(&mut self, hash: u64, seam: &'static Location<'static>, state: Place) -> NodeId {
        let start = self.asked_between.len() as u32;
        self.asked_between.extend(self.odometer[self.behind..].iter().filter(|wheel| !wheel.in_step));
        let between = (start, self.asked_between.len() as u32);
        let parent = self.history.last().map_or(0, |(id, _)| *id);
        let id = self.nodes.len() as NodeId;
        self.nodes.push(Node { hash, seam, state, parent, between });
        let nodes = &self.nodes;
        self.level.insert_unique(hash, id, |id| nodes[*id as usize].hash);
        id
    }

    /// One more wheel: a throw that no run before has come to.
    #[inline(never)]
    fn ask_for(&mut self, throw: Throw, rule: Rule) -> Ruling<i16, Self> {
        if self.passed < self.history.len() {
            return Err(strayed().into());
        }
        let place = self.readings_of(throw, rule)?;
        let Readings { readings, total, .. } = &self.throws[place];
        let ((reading, ways), of) = (readings[0], *total);
        self.odometer.push(Wheel { readings: place as u32, at: 0, reading, ways, of, in_step: self.in_step });
        self.asked += 1;
        Ok(reading)
    }

    /// The place in `throws` of the readings of a throw.
    #[inline]
    fn readings_of(&mut self, throw: Throw, rule: Rule) -> Result<usize, Fault> {
        // COST: a procedure has a handful of different throws; a search through them beats any map.
        match self.throws.iter().position(|readings| readings.throw == throw) {
            Some(known) => Ok(known),
            None => self.work_out(throw, rule),
        }
    }

    #[cold]
    fn work_out(&mut self, throw: Throw, rule: Rule) -> Result<usize, Fault> {
        if !throw.is_possible() {
            return Err(impossible(throw, rule));
        }
        let (readings, total) = throw.readings();
        self.throws.push(Readings { throw, readings, total });
        Ok(self.throws.len() - 1)
    }
}

impl<R: Record> Umpire for Exact<'_, R> {
    type Pause = Fork;
    type Event = R::Event;

    #[inline]
    fn throw(&mut self, throw: Throw, rule: Rule) -> Ruling<i16, Self> {
        self.record.rolled(throw, rule, &[]);
        match self.odometer.get(self.asked) {
            Some(wheel) => {
                self.asked += 1;
                Ok(wheel.reading)
            }
            None => self.ask_for(throw, rule),
        }
    }

    fn ask(&mut self, question: Question) -> Ruling<u32, Self> {
        debug_assert!(question.kind.answers.include(question.choices), "{question:?}");
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
    fn cite_all<const N: usize>(&mut self, rules: [Rule; N]) {
        self.record.cited_all(rules);
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

    /// A step that lies behind is not run again: its merged state is handed out. The first step ahead is run, for every
    /// way its own dice can fall, and its states land on the next level. A step inside a step has no seam of its own,
    /// because the outer one holds more than the inner one is handed.
    #[inline]
    #[track_caller]
    fn step<F, S: State>(&mut self, facts: &F, state: S, step: Step<F, S, Self>) -> Ruling<S, Self> {
        if self.in_step {
            return step(facts, state, self);
        }
        if let Some((_, place)) = self.history.get(self.passed) {
            self.passed += 1;
            return match self.states.get::<S>(*place) {
                Some(state) => Ok(state.clone()),
                None => Err(strayed().into()),
            };
        }
        let seam = Location::caller();
        self.in_step = true;
        if self.whole_steps {
            self.run_whole_step(facts, &state, step, seam)?;
        } else {
            let end = step(facts, state, self)?;
            self.land(end, seam, 1, 1);
        }
        Err(Halt::Pause(Fork::Seam))
    }
}

/// Brings `products` up to date with `wheels`: first what there was before any of them, then, after each, the ways so far
/// and out of how many.
#[inline]
fn multiply<W: Weight>(wheels: &[Wheel], products: &mut Vec<(W, W)>) -> Result<(), TooNarrow> {
    while let (Some((ways, of)), Some(wheel)) = (products.last(), wheels.get(products.len() - 1)) {
        let product = (ways.times_u64(wheel.ways)?, of.times_u64(wheel.of)?);
        products.push(product);
    }
    Ok(())
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
