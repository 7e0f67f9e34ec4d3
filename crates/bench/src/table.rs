//! Sight and overlap on the frozen table.

use std::collections::BTreeMap;
use std::error::Error;

use field::ground::Point;
use field::plane::{Footprint, Heading, Troops};

use crate::Measured;
use crate::frozen_ground::{STAND, STANDS, letters, looks, stands};
use crate::measure::{Effort, best_wall_of_parts};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

fn troops() -> Troops {
    let footprint = |stand: &crate::frozen_ground::Stand| {
        Footprint::new(Point::new(stand.x, stand.y), Heading(stand.heading), STAND.0, STAND.1)
    };
    Troops::new(stands().iter().map(footprint).collect())
}

/// Looks in one part of the job.
const PART: usize = 200;

/// Sight between stands, stopped by any other.
pub fn sight(effort: Effort) -> Result<Measured> {
    let (troops, looks) = (troops(), looks(&stands()));
    let footprints = troops.footprints();
    let sees = |(from, to): &(usize, usize)| {
        let (start, end) = (footprints[*from].centre, footprints[*to].centre);
        !troops.is_in_the_way(start, end, |other| other != *from && other != *to)
    };
    let plainly = |(from, to): &(usize, usize)| {
        let (start, end) = (footprints[*from].centre, footprints[*to].centre);
        let others = footprints.iter().enumerate().filter(|(other, _)| other != from && other != to);
        !others.into_iter().any(|(_, footprint)| footprint.is_crossed_by(start, end))
    };
    let seen: Vec<bool> = looks.iter().map(sees).collect();
    if looks.iter().map(plainly).ne(seen.iter().copied()) {
        return Err("the index and the plain loop see different things".into());
    }
    let parts: Vec<&[(usize, usize)]> = looks.chunks(PART).collect();
    let (best_ns, calls) =
        best_wall_of_parts(effort, parts.len(), |part| parts[part].iter().filter(|look| sees(look)).count());
    let answer = BTreeMap::from([("seen".to_owned(), letters(seen))]);
    Ok(Measured { job: "table-sight", best_ns, calls, counts: BTreeMap::from([("runs", looks.len() as u64)]), answer })
}

/// Which stands overlap, each compared with each.
pub fn overlap(effort: Effort) -> Result<Measured> {
    let troops = troops();
    let pairs: Vec<(usize, usize)> = troops.overlaps().collect();
    let footprints = troops.footprints();
    let plainly = (0..STANDS)
        .flat_map(|one| (one + 1..STANDS).map(move |other| (one, other)))
        .filter(|(one, other)| footprints[*one].overlaps(&footprints[*other]));
    if plainly.ne(pairs.iter().copied()) {
        return Err("the quick way and the plain loop find different pairs".into());
    }
    let (best_ns, calls) = best_wall_of_parts(effort, 10, |part| {
        let tenth = STANDS / 10;
        (part * tenth..(part + 1) * tenth).map(|one| troops.overlaps_after(one).count()).sum::<usize>()
    });
    let words: Vec<String> = pairs.iter().map(|(one, other)| format!("{one}-{other}")).collect();
    let compared = (STANDS * (STANDS - 1) / 2) as u64;
    let answer = BTreeMap::from([("pairs".to_owned(), words.join(" "))]);
    Ok(Measured { job: "table-overlap", best_ns, calls, counts: BTreeMap::from([("runs", compared)]), answer })
}
