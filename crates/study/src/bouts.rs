//! The battles themselves.

use engine::book::{AnyField, AnyRulebook};
use engine::game::{ENGINE, to_hex};
use engine::stage::Fought;
use engine::{Fault, RuleSet};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde::Serialize;

use crate::{Bout, Study};

/// How many battles, between whom, from which seed.
#[derive(Clone, Debug)]
pub struct Bouts {
    /// The names of the generals, union first.
    pub generals: [String; 2],
    /// How many battles.
    pub battles: u64,
    /// The seed of the first.
    pub seed: u64,
    /// How many threads; nothing for one a core.
    pub threads: Option<usize>,
    /// Whether the laws of the rulebook are looked at after each order.
    pub keeps_laws: bool,
}

impl Bouts {
    /// The seed of a battle, and whether the generals have changed sides in it. The second half fights the seeds of the first;
    /// but two of the same rank would only fight the same battles again.
    pub fn lot(&self, number: u64) -> (u64, bool) {
        if self.generals[0] == self.generals[1] {
            return (self.seed.wrapping_add(number), false);
        }
        let half = self.battles.div_ceil(2);
        let swapped = number >= half;
        (self.seed.wrapping_add(if swapped { number - half } else { number }), swapped)
    }
}

/// Men that history counts as lost, at least and at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Lost {
    /// At least.
    pub least: u32,
    /// At most.
    pub most: u32,
}

/// What is fought, and by which rules.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Subject {
    /// The battle folder's name.
    pub battle: String,
    /// What people call the battle.
    pub title: String,
    /// What people call the sides.
    pub sides: [String; 2],
    /// Men either side began with; nought where the rulebook does not say.
    pub engaged: [u32; 2],
    /// Men either side lost that day, where the folder says so.
    pub history: [Option<Lost>; 2],
    /// The digest of the battle folder.
    pub folder: String,
    /// The rulebook.
    pub rulebook: String,
    /// What people call it.
    pub rulebook_title: String,
    /// The digest of its charts and switches, house rules included.
    pub charts: String,
    /// Its switches that are not set as printed.
    pub switches: Vec<(String, String)>,
    /// The version of the engine.
    pub engine: String,
}

impl Subject {
    /// What the rulebook and the field tell; names and history come from the battle folder.
    pub fn of(book: &dyn AnyRulebook, field: &dyn AnyField) -> Self {
        let folder = field.folder();
        let changed = book.charts().switches().iter().filter(|switch| switch.value != switch.default);
        Subject {
            battle: folder.name.clone(),
            title: folder.name.clone(),
            sides: ["Union".to_owned(), "Confederate".to_owned()],
            engaged: field.scene().standing.engaged,
            history: [None; 2],
            folder: to_hex(&folder.digest),
            rulebook: book.about().slug.to_owned(),
            rulebook_title: book.about().title.to_owned(),
            charts: to_hex(&book.charts().digest()),
            switches: changed.map(|switch| (switch.id.clone(), switch.value.clone())).collect(),
            engine: ENGINE.to_owned(),
        }
    }
}

/// One battle between two generals by name.
pub fn one(field: &dyn AnyField, generals: [&str; 2], seed: u64, keeps_laws: bool) -> Result<Fought, Fault> {
    let [mut union, mut confederate] = [enlist(generals[0])?, enlist(generals[1])?];
    field.fight([union.as_mut(), confederate.as_mut()], seed, keeps_laws)
}

pub(crate) fn enlist(name: &str) -> Result<Box<dyn engine::stage::General>, Fault> {
    generals::enlist(name).ok_or_else(|| {
        let known: Vec<&str> = generals::RANKS.iter().map(|rank| rank.name).collect();
        Fault::of_file("general", format!("there is no general {name:?}")).hint(format!("choose {}", known.join(", ")))
    })
}

/// Fights all battles, as many at once as there are threads, and gives them in the order of their numbers. `progress` is told
/// after each one. Fails with the first battle that could not be fought, by its seed.
pub fn fight(field: &dyn AnyField, bouts: &Bouts, progress: &(dyn Fn() + Sync)) -> Result<Vec<Bout>, Fault> {
    each(bouts, |generals, seed, swapped| {
        let fought =
            one(field, generals, seed, bouts.keeps_laws).map_err(|fault| fault.during(&format!("seed {seed}")))?;
        progress();
        Ok(Bout { seed, swapped, fought })
    })
}

/// Fights all battles and gives every rule that fired in them.
pub fn coverage(field: &dyn AnyField, bouts: &Bouts, progress: &(dyn Fn() + Sync)) -> Result<RuleSet, Fault> {
    let sets = each(bouts, |names, seed, _| {
        let [mut union, mut confederate] = [enlist(names[0])?, enlist(names[1])?];
        let mut fired = RuleSet::default();
        field
            .fight_counting([union.as_mut(), confederate.as_mut()], seed, &mut fired)
            .map_err(|fault| fault.during(&format!("seed {seed}")))?;
        progress();
        Ok(fired)
    })?;
    let mut fired = RuleSet::default();
    sets.iter().for_each(|set| fired.merge(set));
    Ok(fired)
}

/// Does something for every battle, on all threads; what comes of it stands in the order of the battles.
fn each<T: Send>(
    bouts: &Bouts,
    job: impl Fn([&str; 2], u64, bool) -> Result<T, Fault> + Sync,
) -> Result<Vec<T>, Fault> {
    let pool = ThreadPoolBuilder::new().num_threads(bouts.threads.unwrap_or(0)).build();
    let pool = pool.map_err(|error| Fault::of_file("threads", error.to_string()).hint("ask for fewer threads"))?;
    let [first, second] = [bouts.generals[0].as_str(), bouts.generals[1].as_str()];
    let results: Vec<Result<T, Fault>> = pool.install(|| {
        (0..bouts.battles)
            .into_par_iter()
            .map(|number| {
                let (seed, swapped) = bouts.lot(number);
                job(if swapped { [second, first] } else { [first, second] }, seed, swapped)
            })
            .collect()
    });
    // The first in the order of battles, whichever thread met one first.
    results.into_iter().collect()
}

/// Fights all battles and puts them together with what they were about.
pub fn study(
    field: &dyn AnyField,
    subject: Subject,
    bouts: &Bouts,
    progress: &(dyn Fn() + Sync),
) -> Result<Study, Fault> {
    let fought = fight(field, bouts, progress)?;
    Ok(Study { subject, generals: bouts.generals.clone(), seed: bouts.seed, bouts: fought })
}
