//! Whole battles between two sergeants, against random games of backgammon; and the copy of a battle, for whoever searches.

use std::collections::BTreeMap;
use std::error::Error;

use engine::book::{Folder, Wargame};
use engine::chart::ChartSet;
use engine::stage::{Bout, Fought, Tally};
use engine::{Fast, Play, Silent};
use generals::Sergeant;

use crate::Measured;
use crate::measure::{Effort, best_cpu, best_wall};

/// Battles in one call of a job.
const BATTLES: u64 = 40;

/// About forty units on a plane.
const ON_A_PLANE: &str = "mcphersons-ridge";
/// A division a side on hexes.
const ON_HEXES: &str = "training-crossroads";

/// *Seeing the Elephant!*, to the end.
pub fn elephant(effort: Effort) -> Result<Measured, Box<dyn Error>> {
    battles::<elephant::Book>("battle-elephant", ON_A_PLANE, effort)
}

/// *Line of Battle*, to the end.
pub fn line_of_battle(effort: Effort) -> Result<Measured, Box<dyn Error>> {
    battles::<line_of_battle::Book>("battle-line-of-battle", ON_HEXES, effort)
}

/// The copy of a battle of *Seeing the Elephant!*.
pub fn elephant_copy(effort: Effort) -> Result<Measured, Box<dyn Error>> {
    copies::<elephant::Book>("copy-elephant", ON_A_PLANE, effort)
}

/// The copy of a battle of *Line of Battle*.
pub fn line_of_battle_copy(effort: Effort) -> Result<Measured, Box<dyn Error>> {
    copies::<line_of_battle::Book>("copy-line-of-battle", ON_HEXES, effort)
}

/// *Line of Battle* with every legal order listed before each decision.
pub fn line_of_battle_choices(effort: Effort) -> Result<Measured, Box<dyn Error>> {
    choices::<line_of_battle::Book>("choices-line-of-battle", ON_HEXES, effort)
}

type Fielded<B> = (<B as Wargame>::Theatre, <<B as Wargame>::Theatre as Play>::Battle);

fn field<B: Wargame>(name: &str) -> Result<Fielded<B>, Box<dyn Error>> {
    let folder: Folder = shelf::battle(name).ok_or("there is no such battle")?;
    let charts = ChartSet::open(B::ABOUT.slug, B::sources(), None).map_err(|faults| listed(&faults))?;
    B::open(charts)?.take_field(&folder).map_err(|faults| listed(&faults).into())
}

fn listed(faults: &[engine::Fault]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// One call: so many battles, one after another, as a study fights them.
fn fight_all<P: Play>(theatre: &P, start: &P::Battle) -> Result<Vec<Fought>, engine::Fault> {
    let (mut union, mut confederate) = (Sergeant::default(), Sergeant::default());
    let mut bout = Bout::new(theatre, [&mut union, &mut confederate]);
    let fought = (0..BATTLES).map(|seed| {
        let ended = bout.fight(start, seed, &mut Fast::seeded(seed), &mut Silent::new());
        ended.map(|(_, fought)| fought)
    });
    fought.collect()
}

fn battles<B: Wargame>(job: &'static str, name: &str, effort: Effort) -> Result<Measured, Box<dyn Error>> {
    let (theatre, start) = field::<B>(name)?;
    let fought = fight_all(&theatre, &start)?;
    let (best_ns, calls) = best_cpu(effort, || fight_all(&theatre, &start));
    let orders = fought.iter().map(|fought| u64::from(fought.orders)).sum();
    let turns = fought.iter().map(|fought| u64::from(fought.tally.turn)).sum();
    let counts = BTreeMap::from([("battles", BATTLES), ("orders", orders), ("turns", turns)]);
    let lost = |side: usize| fought.iter().map(|fought| fought.tally.lost[side]).sum::<u32>().to_string();
    let answer = BTreeMap::from([("union lost".to_owned(), lost(0)), ("confederate lost".to_owned(), lost(1))]);
    Ok(Measured { job, best_ns, calls, counts, answer })
}

fn copies<B: Wargame>(job: &'static str, name: &str, effort: Effort) -> Result<Measured, Box<dyn Error>> {
    let (theatre, start) = field::<B>(name)?;
    let copy = start.clone();
    let same = copy == start;
    let (best_ns, calls) = best_wall(effort, || start.clone());
    let Tally { turns, .. } = theatre.tally(&start);
    let counts = BTreeMap::from([("turns", u64::from(turns))]);
    let answer = BTreeMap::from([("same".to_owned(), same.to_string())]);
    Ok(Measured { job, best_ns, calls, counts, answer })
}

/// One call: a battle in which every legal order is listed before one of them is chosen at random.
fn choices<B: Wargame>(job: &'static str, name: &str, effort: Effort) -> Result<Measured, Box<dyn Error>> {
    let (theatre, start) = field::<B>(name)?;
    let (mut union, mut confederate) = (generals::Recruit::default(), generals::Recruit::default());
    let mut bout = Bout::new(&theatre, [&mut union, &mut confederate]);
    let (_, fought) = bout.fight(&start, 1, &mut Fast::seeded(1), &mut Silent::new())?;
    let (best_ns, calls) = best_cpu(effort, || {
        bout.fight(&start, 1, &mut Fast::seeded(1), &mut Silent::new()).map(|(_, fought)| fought.orders)
    });
    let counts = BTreeMap::from([("orders", u64::from(fought.orders))]);
    let answer = BTreeMap::from([("ended".to_owned(), fought.ending)]);
    Ok(Measured { job, best_ns, calls, counts, answer })
}
