//! Best of many.
//!
//! The machine is shared, so a mean measures the neighbours. The best of many short samples measures the code.

use std::hint::black_box;
use std::time::{Duration, Instant};

use rustix::time::{ClockId, clock_gettime};

/// How much to measure.
#[derive(Clone, Copy, Debug)]
pub enum Effort {
    /// The time to spend on one job.
    Spend(Duration),
    /// So many calls, and no look at the clock: for whoever counts instructions from outside.
    Calls(u64),
}

/// One sample lasts at least this long, so that reading the clock does not count.
const SAMPLE: Duration = Duration::from_micros(100);

/// The best wall time of one call in nanoseconds, and how many calls were made.
///
/// LIMIT: for jobs under a millisecond. Longer ones are always interrupted on a shared machine, and need CPU time.
pub fn best_wall<T>(effort: Effort, mut job: impl FnMut() -> T) -> (u64, u64) {
    let spend = match effort {
        Effort::Spend(spend) => spend,
        Effort::Calls(calls) => {
            (0..calls).for_each(|_| drop(black_box(job())));
            return (0, calls);
        }
    };
    let calls_a_sample = calls_to_fill(SAMPLE, &mut job);
    let end = Instant::now() + spend;
    let (mut best, mut calls) = (Duration::MAX, 0);
    while calls == 0 || Instant::now() < end {
        let start = Instant::now();
        for _ in 0..calls_a_sample {
            black_box(job());
        }
        best = best.min(start.elapsed());
        calls += u64::from(calls_a_sample);
    }
    (nanoseconds(best) / u64::from(calls_a_sample), calls)
}

/// The best wall time of a job that comes in `parts` short ones, each given its number: the sum of the best time of every
/// part, and how often all of them were run.
///
/// So a job of many milliseconds can be measured on a shared machine, as long as a part takes well under one.
pub fn best_wall_of_parts<T>(effort: Effort, parts: usize, mut part: impl FnMut(usize) -> T) -> (u64, u64) {
    let spend = match effort {
        Effort::Spend(spend) => spend,
        Effort::Calls(calls) => {
            (0..calls).for_each(|_| (0..parts).for_each(|number| drop(black_box(part(number)))));
            return (0, calls);
        }
    };
    let mut best = vec![Duration::MAX; parts];
    let (end, mut rounds) = (Instant::now() + spend, 0);
    while rounds < 2 || Instant::now() < end {
        for (number, best) in best.iter_mut().enumerate() {
            let start = Instant::now();
            black_box(part(number));
            *best = (*best).min(start.elapsed());
        }
        rounds += 1;
    }
    (best.into_iter().map(nanoseconds).sum(), rounds)
}

/// How many calls last as long as one sample should.
fn calls_to_fill<T>(sample: Duration, job: &mut impl FnMut() -> T) -> u32 {
    let mut calls = 1;
    loop {
        let start = Instant::now();
        for _ in 0..calls {
            black_box(job());
        }
        if start.elapsed() >= sample || calls >= 1 << 20 {
            return calls;
        }
        calls *= 2;
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// The best CPU time of one call in nanoseconds, and how many calls were made: for jobs of a millisecond and more, which are
/// always interrupted on a shared machine.
pub fn best_cpu<T>(effort: Effort, mut job: impl FnMut() -> T) -> (u64, u64) {
    let spend = match effort {
        Effort::Spend(spend) => spend,
        Effort::Calls(calls) => {
            (0..calls).for_each(|_| drop(black_box(job())));
            return (0, calls);
        }
    };
    let end = Instant::now() + spend;
    let (mut best, mut calls) = (u64::MAX, 0);
    while calls < 2 || Instant::now() < end {
        let start = cpu_time();
        black_box(job());
        best = best.min(cpu_time().saturating_sub(start));
        calls += 1;
    }
    (best, calls)
}

/// Nanoseconds this thread has run, to the nanosecond: what `/proc` says of it is only brought up to date every few
/// milliseconds, and the best of many calls would be the luckiest of them.
fn cpu_time() -> u64 {
    let ran = clock_gettime(ClockId::ThreadCPUTime);
    u64::try_from(ran.tv_sec * 1_000_000_000 + ran.tv_nsec).unwrap_or_default()
}
