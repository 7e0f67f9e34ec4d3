//! `geometry-peers [--seconds S]`: other people's geometry at the frozen jobs, one line of JSON for each.
//!
//! Each peer is used in its best idiom: hexx and pathfinding on a flat array with a margin, parry2d with its tree and an
//! early end. The jobs and the clock are ours, read from the very same files.

#[path = "../../../../crates/bench/src/frozen_ground.rs"]
#[allow(dead_code, reason = "ours reads the rest of it")]
mod frozen_ground;
#[path = "../../../../crates/bench/src/measure.rs"]
#[allow(dead_code, reason = "ours reads the rest of it")]
mod measure;

mod hexes;
mod table;

use std::collections::BTreeMap;
use std::time::Duration;

use measure::Effort;

/// What a peer came to, and how fast.
struct Peer {
    job: &'static str,
    peer: &'static str,
    best_ns: u64,
    answer: BTreeMap<&'static str, String>,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut seconds = 1.0;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--seconds" => seconds = arguments.next().ok_or("--seconds needs a number")?.parse()?,
            other => return Err(format!("{other:?} means nothing here").into()),
        }
    }
    let effort = Effort::Spend(Duration::try_from_secs_f64(seconds)?);
    for Peer { job, peer, best_ns, answer } in hexes::jobs(effort).into_iter().chain(table::jobs(effort)) {
        println!("{}", serde_json::json!({ "job": job, "peer": peer, "best_ns": best_ns, "answer": answer }));
    }
    Ok(())
}
