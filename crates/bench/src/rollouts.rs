//! How fast the rules run: silent, with a log, with everything kept to be read, and from a log. All must come to the same.

use std::collections::BTreeMap;
use std::error::Error;
use std::hint::black_box;

use elephant::charge::Charge;
use elephant::fire::Fire;
use elephant::{Book, Event};
use engine::book::{Procedure, Rulebook};
use engine::chart::ChartSet;
use engine::{Fast, Kept, Logged, Official, Policy, Question, Scripted, ScriptedAnswers, Silent};

use crate::Measured;
use crate::measure::{Effort, best_wall};

/// Runs in one call of a job: enough to make the loop count for nothing.
const RUNS: u64 = 1_000;
const SEED: u64 = 1863;

/// Fire of one regiment at another, silent.
pub fn fire_silent(effort: Effort) -> Result<Measured, Box<dyn Error>> {
    silent::<Fire>("fire-silent", effort)
}

/// The same with every die, answer and event logged.
pub fn fire_logged(effort: Effort) -> Result<Measured, Box<dyn Error>> {
    logged::<Fire>("fire-logged", effort)
}

/// The same with every citation, cell and modifier kept too.
pub fn fire_kept(effort: Effort) -> Result<Measured, Box<dyn Error>> {
    kept::<Fire>("fire-kept", effort)
}

/// The same from recorded dice.
pub fn fire_replayed(effort: Effort) -> Result<Measured, Box<dyn Error>> {
    replayed::<Fire>("fire-replayed", effort)
}

/// A whole charge, silent.
pub fn charge_silent(effort: Effort) -> Result<Measured, Box<dyn Error>> {
    silent::<Charge>("charge-silent", effort)
}

/// The same with every die, answer and event logged.
pub fn charge_logged(effort: Effort) -> Result<Measured, Box<dyn Error>> {
    logged::<Charge>("charge-logged", effort)
}

/// The same with every citation, cell and modifier kept too.
pub fn charge_kept(effort: Effort) -> Result<Measured, Box<dyn Error>> {
    kept::<Charge>("charge-kept", effort)
}

/// The same from recorded dice and answers.
pub fn charge_replayed(effort: Effort) -> Result<Measured, Box<dyn Error>> {
    replayed::<Charge>("charge-replayed", effort)
}

fn first(_: &Question) -> u32 {
    0
}

fn silent<P: Procedure<Book = Book>>(job: &'static str, effort: Effort) -> Result<Measured, Box<dyn Error>> {
    let (book, situation) = opened::<P>()?;
    let run = |sum: Option<&mut Checksum>| {
        let mut umpire: Official<_, _, Silent<Event>> =
            Official { dice: Fast::seeded(SEED), answers: Policy(first), record: Silent::new() };
        runs(|| P::run(&book, &situation, &mut umpire).ok(), sum)
    };
    measured(job, effort, run)
}

fn kept<P: Procedure<Book = Book>>(job: &'static str, effort: Effort) -> Result<Measured, Box<dyn Error>> {
    let (book, situation) = opened::<P>()?;
    let mut record: Kept<Event> = Kept::new();
    let run = |sum: Option<&mut Checksum>| {
        let mut umpire =
            Official { dice: Fast::seeded(SEED), answers: Policy(first), record: std::mem::take(&mut record) };
        let keep = || {
            umpire.record.clear();
            P::run(&book, &situation, &mut umpire).ok()
        };
        runs(keep, sum);
        record = umpire.record;
    };
    measured(job, effort, run)
}

fn logged<P: Procedure<Book = Book>>(job: &'static str, effort: Effort) -> Result<Measured, Box<dyn Error>> {
    let (book, situation) = opened::<P>()?;
    let mut log: Logged<Event> = Logged::new();
    let run = |sum: Option<&mut Checksum>| {
        // One log for all runs of a call, as a battle has one for all its turns.
        log.clear();
        let mut umpire =
            Official { dice: Fast::seeded(SEED), answers: Policy(first), record: std::mem::take(&mut log) };
        runs(|| P::run(&book, &situation, &mut umpire).ok(), sum);
        log = umpire.record;
    };
    measured(job, effort, run)
}

fn replayed<P: Procedure<Book = Book>>(job: &'static str, effort: Effort) -> Result<Measured, Box<dyn Error>> {
    let (book, situation) = opened::<P>()?;
    let mut recorded = Official { dice: Fast::seeded(SEED), answers: Policy(first), record: Logged::<Event>::new() };
    for _ in 0..RUNS {
        P::run(&book, &situation, &mut recorded).map_err(|halt| format!("{halt:?}"))?;
    }
    let Logged { faces, answers, .. } = recorded.record;
    let run = |sum: Option<&mut Checksum>| {
        let mut umpire: Official<_, _, Silent<Event>> =
            Official { dice: Scripted::new(&faces), answers: ScriptedAnswers::new(&answers), record: Silent::new() };
        runs(|| P::run(&book, &situation, &mut umpire).ok(), sum)
    };
    measured(job, effort, run)
}

fn opened<P: Procedure<Book = Book>>() -> Result<(Book, P::Situation), Box<dyn Error>> {
    let charts = ChartSet::open(Book::ABOUT.slug, Book::sources(), None).map_err(|faults| format!("{faults:?}"))?;
    let (_, situation) = P::examples().into_iter().next().ok_or("no example")?;
    Ok((Book::open(charts)?, situation))
}

/// What all runs of a call came to, in their order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Checksum {
    runs: u64,
    mixed: u64,
}

impl Checksum {
    fn add<O: std::hash::Hash>(&mut self, outcome: Option<O>) {
        use std::hash::{BuildHasher, Hasher};
        let mut hasher = rustc_hash::FxBuildHasher.build_hasher();
        if let Some(outcome) = outcome {
            outcome.hash(&mut hasher);
            self.runs += 1;
        }
        self.mixed = self.mixed.rotate_left(5) ^ hasher.finish();
    }
}

/// So many runs, added up where a sum is wanted; while the clock runs none is.
fn runs<O: std::hash::Hash>(mut run: impl FnMut() -> Option<O>, sum: Option<&mut Checksum>) {
    match sum {
        Some(sum) => (0..RUNS).for_each(|_| sum.add(run())),
        None => (0..RUNS).for_each(|_| drop(black_box(run()))),
    }
}

fn measured(
    job: &'static str,
    effort: Effort,
    mut run: impl FnMut(Option<&mut Checksum>),
) -> Result<Measured, Box<dyn Error>> {
    let mut expected = Checksum::default();
    run(Some(&mut expected));
    if expected.runs != RUNS {
        return Err(format!("{job}: only {} of {RUNS} runs came to an end", expected.runs).into());
    }
    let (best_ns, calls) = best_wall(effort, || run(None));
    let counts = BTreeMap::from([("runs", RUNS)]);
    // Silent, logged, kept and replayed runs of one procedure must show the same checksum.
    let answer = BTreeMap::from([("checksum".to_owned(), format!("{:016x}", expected.mixed))]);
    Ok(Measured { job, best_ns, calls, counts, answer })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_ways_to_run_come_to_the_same() {
        let effort = Effort::Calls(1);
        type Job = fn(Effort) -> Result<Measured, Box<dyn Error>>;
        let families: [[Job; 4]; 2] = [
            [fire_silent, fire_logged, fire_kept, fire_replayed],
            [charge_silent, charge_logged, charge_kept, charge_replayed],
        ];
        for [silent, others @ ..] in families {
            let answer = |job: Job| job(effort).expect("the job runs").answer;
            for other in others {
                assert_eq!(answer(silent), answer(other));
            }
        }
    }
}
