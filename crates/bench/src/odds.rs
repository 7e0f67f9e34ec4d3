//! Exact odds of the frozen jobs.

use std::collections::BTreeMap;
use std::error::Error;

use engine::{Count, Distribution, Exact, Fork, Halt, OddsOptions, Question, Silent, odds};
use num_bigint::BigUint;

use crate::Measured;
use crate::frozen::{self, CHARTS, Fight, Morale};
use crate::measure::{Effort, best_wall};

/// Every outcome of both jobs with its fraction, as the peer gave them.
const ANSWERS: &str = include_str!("../../../benches/peers/answers.json");

type Answer = BTreeMap<String, String>;

/// Job A: fire, morale, charge.
pub fn fire_morale_charge(effort: Effort) -> Result<Measured, Box<dyn Error>> {
    measured("a", "a", effort, in_words, |umpire| frozen::fire_morale_charge(&CHARTS, umpire))
}

/// Job A without seams: divided by its runs, what one run costs.
pub fn unmerged(effort: Effort) -> Result<Measured, Box<dyn Error>> {
    measured("a-unmerged", "a", effort, in_words, |umpire| frozen::fire_morale_charge_unmerged(&CHARTS, umpire))
}

/// Job B: a volley of six, morale, up to three rounds.
pub fn volley_morale_rounds(effort: Effort) -> Result<Measured, Box<dyn Error>> {
    let label = |fight: &Fight| format!("{} {} {}", fight.hits, fight.morale as u8, fight.charge.name());
    measured("b", "b", effort, label, |umpire| frozen::volley_morale_rounds(&CHARTS, umpire))
}

fn in_words(fight: &Fight) -> String {
    let morale = match fight.morale {
        Morale::Hold => "hold",
        Morale::Disorder => "disorder",
        Morale::Retreat => "retreat",
    };
    format!("{} {morale} {}", fight.hits, fight.charge.name())
}

/// Does a job, compares it with the peer's answer of that name, and measures it.
fn measured(
    job: &'static str,
    peer: &str,
    effort: Effort,
    label: impl Fn(&Fight) -> String,
    chain: impl Fn(&mut Exact<'_, Silent<()>>) -> Result<Fight, Halt<Fork>>,
) -> Result<Measured, Box<dyn Error>> {
    let options = OddsOptions::default();
    let exact = || odds(&options, &chain);
    let found = exact().map_err(|halt| stopped(job, &halt))?;
    let answer = checked(peer, &found, label)?;
    let (best_ns, calls) = best_wall(effort, exact);
    let counts = BTreeMap::from([("runs", found.runs), ("states", found.states)]);
    Ok(Measured { job, best_ns, calls, counts, answer })
}

/// The outcomes with their fractions, after they have been compared with the peer's.
fn checked(job: &str, found: &Distribution<Fight>, label: impl Fn(&Fight) -> String) -> Result<Answer, Box<dyn Error>> {
    if !found.unresolved.is_zero() {
        return Err(format!("job {job}: {} ways were not followed to their end", found.unresolved).into());
    }
    let answer: Answer =
        found.outcomes.iter().map(|(fight, ways)| (label(fight), fraction(ways, &found.total))).collect();
    if answer.len() != found.outcomes.len() {
        return Err(format!("job {job}: two outcomes have one label").into());
    }
    let peer: BTreeMap<String, Answer> = serde_json::from_str(ANSWERS)?;
    let peer = peer.get(job).ok_or_else(|| format!("job {job} is not in the stored answers"))?;
    for (outcome, chance) in peer {
        if answer.get(outcome) != Some(chance) {
            let ours = answer.get(outcome).map_or("nothing", String::as_str);
            return Err(format!("job {job}: {outcome:?} has the chance {chance}, and we say {ours}").into());
        }
    }
    match answer.keys().find(|outcome| !peer.contains_key(*outcome)) {
        Some(outcome) => Err(format!("job {job}: {outcome:?} cannot happen").into()),
        None => Ok(answer),
    }
}

/// `ways / total`, reduced.
fn fraction(ways: &Count, total: &Count) -> String {
    let (ways, total) = (ways.to_big(), total.to_big());
    let (mut a, mut b) = (ways.clone(), total.clone());
    while b != BigUint::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    format!("{}/{}", ways / &a, total / &a)
}

fn stopped(job: &str, halt: &Halt<Question>) -> String {
    match halt {
        Halt::Pause(question) => format!("job {job} asks {}", question.kind.name),
        Halt::Refused(refusal) => format!("job {job}: {refusal}"),
        Halt::Fault(fault) => format!("job {job}: {fault}"),
    }
}
