//! The figures of a study.

use std::collections::BTreeMap;

use engine::Side;
use serde::Serialize;

use crate::wilson::{Interval, interval, rounded};
use crate::{Bout, Study};

/// How often something happened, with its interval.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Share {
    /// What.
    pub name: String,
    /// How often.
    pub count: u64,
    /// What share of all that is, and how sure.
    #[serde(flatten)]
    pub interval: Interval,
}

/// How a number is spread over the battles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Spread {
    /// The mean, to four places.
    pub mean: f64,
    /// The least.
    pub least: u32,
    /// One battle in ten has less.
    pub tenth: u32,
    /// Half of the battles have less.
    pub median: u32,
    /// One battle in ten has more.
    pub ninetieth: u32,
    /// The most.
    pub most: u32,
}

impl Spread {
    /// Of some numbers, in any order; nought where there is none.
    pub fn of(numbers: impl IntoIterator<Item = u32>) -> Self {
        let mut sorted: Vec<u32> = numbers.into_iter().collect();
        sorted.sort_unstable();
        let (Some(least), Some(most)) = (sorted.first(), sorted.last()) else {
            return Spread::default();
        };
        let at = |tenths: usize| sorted[(sorted.len() - 1) * tenths / 10];
        let sum: u64 = sorted.iter().map(|number| u64::from(*number)).sum();
        let mean = rounded(sum as f64 / sorted.len() as f64);
        Spread { mean, least: *least, tenth: at(1), median: at(5), ninetieth: at(9), most: *most }
    }
}

/// How the losses stood at the end of a turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct TurnLosses {
    /// The turn, counted from one.
    pub turn: u16,
    /// Battles that had come so far; the losses of the others stay as they were at their end.
    pub battles: u64,
    /// Men lost by either side.
    pub lost: [Spread; 2],
}

/// How battles ended, and for whom.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Ended {
    /// Who won; nobody in a draw.
    pub winner: Option<Side>,
    /// How often, by the words of the rulebook.
    #[serde(flatten)]
    pub share: Share,
}

/// The figures of a study.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Findings {
    /// How many battles were fought.
    pub battles: u64,
    /// Who won, by side: union, confederate, draw.
    pub by_side: [Share; 3],
    /// Who won, by general, and draws; the generals changed sides halfway. Empty if both were of the same rank.
    pub by_general: Vec<Share>,
    /// How battles ended, the most usual first.
    pub endings: Vec<Ended>,
    /// Turns a battle took.
    pub turns: Spread,
    /// How many battles took how many turns.
    pub length: BTreeMap<u16, u64>,
    /// Men lost by either side at the end.
    pub lost: [Spread; 2],
    /// Points the union was ahead by at the end, on average.
    pub ahead: f64,
    /// Orders given in a battle.
    pub orders: Spread,
    /// Men lost by the end of each turn.
    pub over_time: Vec<TurnLosses>,
}

impl Findings {
    /// The figures of a study.
    pub fn of(study: &Study) -> Self {
        let bouts = &study.bouts;
        let all = bouts.len() as u64;
        let share = |name: &str, count: u64| Share { name: name.to_owned(), count, interval: interval(count, all) };
        let won = |winner: Option<Side>| bouts.iter().filter(|bout| bout.fought.winner == winner).count() as u64;
        let tally = |bout: &Bout| bout.fought.tally;
        let mut length = BTreeMap::new();
        bouts.iter().for_each(|bout| *length.entry(tally(bout).turn).or_default() += 1);
        let ahead: i64 =
            bouts.iter().map(|bout| i64::from(tally(bout).points[0]) - i64::from(tally(bout).points[1])).sum();
        Findings {
            battles: all,
            by_side: [
                share("union", won(Some(Side::Union))),
                share("confederate", won(Some(Side::Confederate))),
                share("draw", won(None)),
            ],
            by_general: by_general(study, &share),
            endings: endings(bouts, &share),
            turns: Spread::of(bouts.iter().map(|bout| u32::from(tally(bout).turn))),
            length,
            lost: [0, 1].map(|side| Spread::of(bouts.iter().map(|bout| tally(bout).lost[side]))),
            ahead: rounded(ahead as f64 / all.max(1) as f64),
            orders: Spread::of(bouts.iter().map(|bout| bout.fought.orders)),
            over_time: over_time(bouts),
        }
    }
}

/// Wins by general: what he won on either side.
fn by_general(study: &Study, share: &dyn Fn(&str, u64) -> Share) -> Vec<Share> {
    let [first, second] = &study.generals;
    if first == second {
        return Vec::new();
    }
    let won = |general: usize| {
        let side = |bout: &Bout| Side::ALL[if bout.swapped { 1 - general } else { general }];
        study.bouts.iter().filter(|bout| bout.fought.winner == Some(side(bout))).count() as u64
    };
    let draws = study.bouts.iter().filter(|bout| bout.fought.winner.is_none()).count() as u64;
    vec![share(first, won(0)), share(second, won(1)), share("draw", draws)]
}

fn endings(bouts: &[Bout], share: &dyn Fn(&str, u64) -> Share) -> Vec<Ended> {
    let mut counts: BTreeMap<(Option<Side>, &str), u64> = BTreeMap::new();
    for bout in bouts {
        *counts.entry((bout.fought.winner, &bout.fought.ending)).or_default() += 1;
    }
    let ended = counts.into_iter().map(|((winner, words), count)| Ended { winner, share: share(words, count) });
    let mut endings: Vec<Ended> = ended.collect();
    // The sort keeps the order of the map among equals.
    endings.sort_by_key(|ended| std::cmp::Reverse(ended.share.count));
    endings
}

fn over_time(bouts: &[Bout]) -> Vec<TurnLosses> {
    let last = bouts.iter().map(|bout| bout.fought.losses.len()).max().unwrap_or(0);
    let at = |bout: &Bout, turn: usize, side: usize| {
        let losses = &bout.fought.losses;
        losses.get(turn).or(losses.last()).map_or(0, |lost| lost[side])
    };
    let turn = |turn: usize| TurnLosses {
        turn: (turn + 1) as u16,
        battles: bouts.iter().filter(|bout| bout.fought.losses.len() > turn).count() as u64,
        lost: [0, 1].map(|side| Spread::of(bouts.iter().map(|bout| at(bout, turn, side)))),
    };
    (0..last).map(turn).collect()
}
