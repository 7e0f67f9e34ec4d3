//! Measured jobs: ours, to be run beside a peer.
//!
//! One function a job. It does the job, checks the answer, measures, and returns a [`Measured`]; a job whose answer is
//! not checked has no business here. To add one, write the function in a module of its own and name it in [`JOBS`].
//!
//! - [`frozen`]: the little rulebook of the exact-odds jobs, which never changes.
//! - [`odds`]: exact odds of it, against icepool.
//! - [`rollouts`]: the rules silent, logged, with everything kept, and from a log.
//! - [`procedures`]: exact odds of every procedure of every rulebook.
//! - [`frozen_ground`]: the map and the table of the jobs below, which never change either.
//! - [`hexes`]: sight and movement on hexes, against hexx and pathfinding.
//! - [`table`]: sight and overlap of stands on a table, against parry2d.
//! - [`battles`]: whole battles between generals, against backgammon.
//! - [`measure`]: best of many, never a mean.

pub mod battles;
pub mod frozen;
pub mod frozen_ground;
pub mod hexes;
pub mod measure;
pub mod odds;
pub mod procedures;
pub mod rollouts;
pub mod table;

use std::collections::BTreeMap;
use std::error::Error;

use measure::Effort;
use serde::Serialize;

/// What a job came to, and how fast.
#[derive(Clone, Debug, Serialize)]
pub struct Measured {
    /// The name of the job.
    pub job: &'static str,
    /// The best time of one call, in nanoseconds.
    pub best_ns: u64,
    /// How many calls were measured.
    pub calls: u64,
    /// What else is worth knowing: runs, states, entries of a log.
    pub counts: BTreeMap<&'static str, u64>,
    /// The answer, as text a peer can produce too: outcomes with their fractions, path costs, checksums.
    pub answer: BTreeMap<String, String>,
}

/// A job: its name, and the function that does, checks and measures it.
pub type Job = (&'static str, fn(Effort) -> Result<Measured, Box<dyn Error>>);

/// Every job, in the order they are run.
pub const JOBS: &[Job] = &[
    ("a", odds::fire_morale_charge),
    ("a-unmerged", odds::unmerged),
    ("b", odds::volley_morale_rounds),
    ("fire-silent", rollouts::fire_silent),
    ("fire-logged", rollouts::fire_logged),
    ("fire-kept", rollouts::fire_kept),
    ("fire-replayed", rollouts::fire_replayed),
    ("charge-silent", rollouts::charge_silent),
    ("charge-logged", rollouts::charge_logged),
    ("charge-kept", rollouts::charge_kept),
    ("charge-replayed", rollouts::charge_replayed),
    ("hex-sight-8", hexes::sight_8),
    ("hex-sight-20", hexes::sight_20),
    ("hex-sight-100", hexes::sight_100),
    ("hex-table-8", hexes::table_8),
    ("hex-table-20", hexes::table_20),
    ("hex-table-build", hexes::table_build),
    ("hex-way", hexes::ways),
    ("hex-reach-6", hexes::reach_6),
    ("hex-reach-12", hexes::reach_12),
    ("table-sight", table::sight),
    ("table-overlap", table::overlap),
    ("battle-elephant", battles::elephant),
    ("battle-line-of-battle", battles::line_of_battle),
    ("choices-line-of-battle", battles::line_of_battle_choices),
    ("copy-elephant", battles::elephant_copy),
    ("copy-line-of-battle", battles::line_of_battle_copy),
];
