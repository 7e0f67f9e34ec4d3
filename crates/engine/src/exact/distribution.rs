//! What exact odds come out as.

use std::fmt;

use indexmap::IndexMap;
use num_bigint::BigUint;
use rustc_hash::FxBuildHasher;
use serde::{Serialize, Serializer};

use super::weight::{TooNarrow, Weight};

/// A whole number of ways, of whatever width it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Count {
    /// It fits 128 bits.
    Narrow(u128),
    /// It does not.
    Wide(BigUint),
}

impl Count {
    /// The nearest floating-point number, for display and statistics only.
    pub fn to_f64(&self) -> f64 {
        match self {
            Count::Narrow(value) => *value as f64,
            // Never fails: decimal digits parse, and too many of them give infinity.
            Count::Wide(value) => value.to_string().parse().unwrap_or(f64::INFINITY),
        }
    }

    /// Whether it is nothing.
    pub fn is_zero(&self) -> bool {
        match self {
            Count::Narrow(value) => *value == 0,
            Count::Wide(value) => *value == BigUint::ZERO,
        }
    }

    /// As an integer of any width.
    pub fn to_big(&self) -> BigUint {
        match self {
            Count::Narrow(value) => BigUint::from(*value),
            Count::Wide(value) => value.clone(),
        }
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Count::Narrow(value) => value.fmt(f),
            Count::Wide(value) => value.fmt(f),
        }
    }
}

/// As text: JSON numbers of other programs lose digits beyond 53 bits.
impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Every outcome with its number of ways out of a common total.
#[derive(Clone, Debug)]
pub struct Distribution<O> {
    /// The outcomes, in the order they were first reached.
    pub outcomes: Vec<(O, Count)>,
    /// Out of how many ways.
    pub total: Count,
    /// The ways not followed to their end because a limit was hit; zero otherwise.
    pub unresolved: Count,
    /// How often the rules were run.
    pub runs: u64,
    /// How many different states were met at seams.
    pub states: u64,
}

impl<O> Distribution<O> {
    /// The chance of outcomes that `wanted` picks, for display.
    pub fn chance(&self, wanted: impl Fn(&O) -> bool) -> f64 {
        let ways: f64 =
            self.outcomes.iter().filter(|(outcome, _)| wanted(outcome)).map(|(_, ways)| ways.to_f64()).sum();
        ways / self.total.to_f64()
    }

    /// The same odds seen through a coarser outcome; equal ones are added.
    pub fn map<P: std::hash::Hash + Eq>(self, coarser: impl Fn(O) -> P) -> Distribution<P> {
        let mut merged: IndexMap<P, BigUint, FxBuildHasher> = IndexMap::default();
        for (outcome, ways) in self.outcomes {
            *merged.entry(coarser(outcome)).or_default() += ways.to_big();
        }
        let narrow = |ways: BigUint| match u128::try_from(&ways) {
            Ok(value) => Count::Narrow(value),
            Err(_) => Count::Wide(ways),
        };
        Distribution {
            outcomes: merged.into_iter().map(|(outcome, ways)| (outcome, narrow(ways))).collect(),
            total: self.total,
            unresolved: self.unresolved,
            runs: self.runs,
            states: self.states,
        }
    }
}

/// The weights of outcomes by their places.
pub(super) struct Weighed {
    ways: Vec<Count>,
    total: Count,
    unresolved: Count,
    runs: u64,
    states: u64,
}

impl Weighed {
    /// Hands the outcomes over, each with its ways.
    pub(super) fn of<O>(self, outcomes: impl Iterator<Item = O>) -> Distribution<O> {
        let Weighed { ways, total, unresolved, runs, states } = self;
        Distribution { outcomes: outcomes.zip(ways).collect(), total, unresolved, runs, states }
    }
}

/// Checks that nothing was lost, and takes out what all weights have in common.
pub(super) fn weigh<W: Weight>(
    weights: Vec<W>,
    denominator: &W,
    runs: u64,
    states: u64,
    stopped: bool,
) -> Result<Weighed, TooNarrow> {
    let mut resolved: Option<W> = None;
    let mut common = denominator.clone();
    let one = W::one();
    for weight in &weights {
        match &mut resolved {
            Some(sum) => sum.add(weight)?,
            None => resolved = Some(weight.clone()),
        }
        if common != one {
            common = weight.common_divisor(&common);
        }
    }
    let rest = match resolved {
        Some(resolved) if stopped => {
            assert!(resolved <= *denominator, "exact odds: more than one whole was found");
            Some(denominator.minus(&resolved))
        }
        Some(resolved) => {
            assert!(resolved == *denominator, "exact odds: the outcomes do not add up to one");
            None
        }
        None => {
            assert!(stopped, "exact odds: no outcome at all");
            Some(denominator.clone())
        }
    };
    // What is left may not share the divisor: everything is kept as it is then.
    if rest.as_ref().is_some_and(|rest| rest.divided(&common).is_none()) {
        common = one;
    }
    let reduce = |weight: W| weight.divided(&common).unwrap_or(weight).into_count();
    Ok(Weighed {
        ways: weights.into_iter().map(reduce).collect(),
        total: reduce(denominator.clone()),
        unresolved: rest.map_or(Count::Narrow(0), reduce),
        runs,
        states,
    })
}
