//! Exact odds: the same rules, run again for every way the dice can fall.
//!
//! The rule is simply re-run: an odometer of readings is turned one notch after each run, so the tree of dice is learnt from
//! the asks themselves and a new rule needs no change here. At a **seam** (the end of a step) the run stops, and equal
//! states are merged, so a long chain of steps costs its distinct states rather than its histories. A step is a function
//! of its state, so the umpire runs it by itself for every way its own dice can fall: a procedure is re-run from its top
//! once a state, not once a face.
//!
//! Weights are integers over a common denominator. They are 128 bits wide until that is too narrow; then the whole
//! calculation is done again with integers of any width. Nothing is dropped: the weights add up to exactly one, always
//! asserted, and if a limit is hit the mass left over is reported beside the outcomes.

mod distribution;
mod outcomes;
mod spans;
mod states;
mod umpire;
mod weight;

use std::hash::Hash;

use distribution::Weighed;
pub use distribution::{Count, Distribution};
use num_bigint::BigUint;
use outcomes::{Outcomes, Shares};
pub use spans::Spans;
pub use umpire::{Exact, Fork};
use weight::{Ledgered, TooNarrow, Weight};

use crate::{Fault, GivenAnswers, Halt, Question, Record, Silent};

/// LIMIT: runs of one calculation, unless the caller sets another. A million runs take about a tenth of a second.
pub const RUNS_MAX: u64 = 20_000_000;

/// LIMIT: runs of odds on a map, where a run moves troops and looks for who sees whom. What lies behind them is told as the
/// mass left over: a chain of tests that a general's death sets off, say, once in hundreds of volleys.
pub const RUNS_MAX_ON_A_MAP: u64 = 30_000;

/// COST: a level of so many states may not be finished; the likeliest of them go first, so that little is left over.
const LONG_LEVEL: usize = 256;

/// COST: room for so many outcomes and states from the start; most procedures have fewer, and never grow a table.
const ROOM: usize = 56;

/// LIMIT: columns of side-by-side odds.
pub const COLUMNS_MAX: usize = 64;

/// How to calculate odds.
#[derive(Clone, Debug)]
pub struct OddsOptions {
    /// Answers to the questions of the procedure.
    pub answers: GivenAnswers,
    /// After so many runs it stops and reports the mass left over.
    pub runs_max: u64,
    /// Whether equal states are merged at seams. Only tests switch it off, to show that it changes nothing.
    pub merge_at_seams: bool,
}

impl OddsOptions {
    /// For odds on a map.
    pub fn on_a_map(answers: GivenAnswers) -> Self {
        OddsOptions { answers, runs_max: RUNS_MAX_ON_A_MAP, ..OddsOptions::default() }
    }
}

impl Default for OddsOptions {
    fn default() -> Self {
        OddsOptions { answers: GivenAnswers::new(), runs_max: RUNS_MAX, merge_at_seams: true }
    }
}

/// One column of side-by-side odds: what was decided, and what then happens.
#[derive(Clone, Debug)]
pub struct Column<O> {
    /// The decisions, by the name of the question.
    pub answers: GivenAnswers,
    /// The names of the questions that came up; orders for any other were not needed.
    pub asked: Vec<&'static str>,
    /// The odds that follow from them.
    pub odds: Distribution<O>,
}

/// The exact distribution of what `run` returns, all questions answered by the options.
///
/// A question without an answer comes back as a pause: [`side_by_side`] then shows every answer apart.
pub fn odds<O, E>(
    options: &OddsOptions,
    run: impl FnMut(&mut Exact<Silent<E>>) -> Result<O, Halt<Fork>>,
) -> Result<Distribution<O>, Halt<Question>>
where
    O: Hash + Eq,
{
    let mut silent = Silent::new();
    odds_recorded(options, &mut silent, run)
}

/// As [`odds`], and keeps in `record` which rules came up in any branch.
pub fn odds_recorded<O, R: Record>(
    options: &OddsOptions,
    record: &mut R,
    mut run: impl FnMut(&mut Exact<R>) -> Result<O, Halt<Fork>>,
) -> Result<Distribution<O>, Halt<Question>>
where
    O: Hash + Eq,
{
    let mut outcomes = Outcomes::new();
    let mut placed = |umpire: &mut Exact<R>| run(umpire).map(|outcome| outcomes.place(outcome));
    let weighed = match walk::<u128, R>(Exact::new(options, record, true), &mut placed) {
        // Outcomes keep the places of the first attempt: it came to them in the same order.
        Err(Stop::TooNarrow) => walk::<BigUint, R>(Exact::new(options, record, false), &mut placed),
        done => done,
    };
    match weighed {
        Ok(weighed) => Ok(weighed.of(outcomes.finish())),
        Err(Stop::Halt(halt)) => Err(halt),
        Err(Stop::TooNarrow) => Err(Fault::of_file("odds", "a weight does not fit any integer").into()),
    }
}

/// The odds for every combination of answers to the questions that the options leave open, side by side.
///
/// A column answers a question the same way whenever it comes up, as a standing order would: a number beyond what there is to
/// choose from in one branch means as many, or as few, as possible there.
pub fn side_by_side<O, E>(
    options: &OddsOptions,
    mut run: impl FnMut(&mut Exact<Spans<E>>) -> Result<O, Halt<Fork>>,
) -> Result<Vec<Column<O>>, Halt<Question>>
where
    O: Hash + Eq,
{
    let mut spans = Spans::new();
    loop {
        let columns = columns(options, &mut spans, &mut run)?;
        // Each time round at least one span is wider, so this ends.
        if !spans.were_too_narrow() {
            return Ok(columns);
        }
    }
}

/// All columns, as far as the spans of numbers are known.
fn columns<O, E>(
    options: &OddsOptions,
    spans: &mut Spans<E>,
    run: &mut impl FnMut(&mut Exact<Spans<E>>) -> Result<O, Halt<Fork>>,
) -> Result<Vec<Column<O>>, Halt<Question>>
where
    O: Hash + Eq,
{
    let mut open = vec![options.answers.clone()];
    let mut columns = Vec::new();
    while let Some(answers) = open.pop() {
        let column = OddsOptions { answers, ..options.clone() };
        spans.take_asked();
        match odds_recorded(&column, spans, &mut *run) {
            Ok(odds) => columns.push(Column { answers: column.answers, asked: spans.take_asked(), odds }),
            Err(Halt::Pause(question)) => {
                let choices = spans.open(&question);
                if columns.len() + open.len() + choices.count() as usize > COLUMNS_MAX {
                    return Err(Halt::Pause(question));
                }
                let name = match question.about {
                    Some(piece) => format!("{}@{piece}", question.kind.name),
                    None => question.kind.name.to_owned(),
                };
                // Pushed in reverse, so that the first answer comes out first.
                let orders = |index| column.answers.clone().with(name.clone(), choices.text(index));
                open.extend((0..choices.count()).rev().map(orders));
            }
            Err(halt) => return Err(halt),
        }
    }
    Ok(columns)
}

enum Stop {
    TooNarrow,
    Halt(Halt<Question>),
}

impl From<TooNarrow> for Stop {
    fn from(_: TooNarrow) -> Self {
        Stop::TooNarrow
    }
}

/// Runs the rules once, and tells the place of the outcome among all outcomes.
type Placing<'a, R> = dyn FnMut(&mut Exact<'_, R>) -> Result<usize, Halt<Fork>> + 'a;

/// Walks the tree of dice, level by level: a level holds the merged states after so many steps.
fn walk<W: Weight, R: Record>(mut umpire: Exact<R>, run: &mut Placing<'_, R>) -> Result<Weighed, Stop> {
    let mut shares: Shares<W> = Shares::new();
    let mut level = vec![(umpire.root(), W::one())];
    let mut level_denominator = W::one();
    let mut products: Vec<(W, W)> = Vec::new();
    let mut stopped = false;

    'levels: while !level.is_empty() {
        let mut next: Vec<(umpire::NodeId, W)> = Vec::new();
        let mut next_scale: Ledgered<W> = Ledgered::new();
        umpire.open_level();
        for (node, weight) in &level {
            umpire.resume(*node);
            products.clear();
            products.push((weight.clone(), W::one()));
            loop {
                if !umpire.rewind() {
                    stopped = true;
                    break 'levels;
                }
                let result = run(&mut umpire);
                umpire.multiply_weights(&mut products)?;
                let (ways, of) = products.last().cloned().unwrap_or_else(|| (weight.clone(), W::one()));
                match result {
                    Ok(place) => shares.add(place, ways, of, &level_denominator)?,
                    Err(Halt::Pause(Fork::Seam)) => {
                        for landing in umpire.landings()? {
                            let (ways, of) = (ways.times_u128(landing.ways)?, of.times_u128(landing.of)?);
                            let share = next_scale.share(&ways, &of, next.iter_mut().map(|(_, weight)| weight))?;
                            match next.get_mut(landing.place) {
                                Some((_, known)) => known.add(&share)?,
                                None => next.push((landing.node, share)),
                            }
                        }
                    }
                    Err(Halt::Pause(Fork::Question(question))) => return Err(Stop::Halt(Halt::Pause(question))),
                    Err(Halt::Refused(refusal)) => return Err(Stop::Halt(Halt::Refused(refusal))),
                    Err(Halt::Fault(fault)) => return Err(Stop::Halt(Halt::Fault(fault))),
                }
                match umpire.turn_odometer() {
                    Some(kept) => products.truncate(1 + kept),
                    None => break,
                }
            }
        }
        shares.end_row(&level_denominator)?;
        level_denominator = level_denominator.times(&next_scale.denominator)?;
        level = next;
        if level.len() >= LONG_LEVEL {
            level.sort_by(|(_, one), (_, other)| other.cmp(one));
        }
    }
    shares.end_row(&level_denominator)?;
    let (weights, denominator) = shares.finish();
    distribution::weigh(weights, &denominator, umpire.runs(), umpire.states(), stopped).map_err(Stop::from)
}
