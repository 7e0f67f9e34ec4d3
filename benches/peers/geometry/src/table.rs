//! parry2d on the frozen table.

use std::collections::BTreeMap;
use std::f32::consts::TAU;

use parry2d::math::{Isometry, Point, Vector};
use parry2d::partitioning::{Bvh, BvhBuildStrategy};
use parry2d::query::{Ray, RayCast};
use parry2d::shape::{Cuboid, Shape};

use crate::Peer;
use crate::frozen_ground::{STAND, STANDS, Stand, letters, looks, stands};
use crate::measure::{Effort, best_wall_of_parts};

pub fn jobs(effort: Effort) -> Vec<Peer> {
    let stands = stands();
    let places: Vec<Isometry<f32>> = stands.iter().map(place).collect();
    let shape = Cuboid::new(Vector::new(STAND.0 as f32 / 2.0, STAND.1 as f32 / 2.0));
    vec![sight(&stands, &places, &shape, effort), overlap(&places, &shape, effort)]
}

/// Headings run clockwise from north, angles counter-clockwise from east; a frontage lies across the heading.
fn place(stand: &Stand) -> Isometry<f32> {
    Isometry::new(Vector::new(stand.x as f32, stand.y as f32), -f32::from(stand.heading) / 65_536.0 * TAU)
}

fn sight(stands: &[Stand], places: &[Isometry<f32>], shape: &Cuboid, effort: Effort) -> Peer {
    let boxes: Vec<_> = places.iter().map(|place| shape.compute_aabb(place)).collect();
    let tree = Bvh::from_leaves(BvhBuildStrategy::Binned, &boxes);
    let looks = looks(stands);
    let sees = |(from, to): &(usize, usize)| {
        let (start, end) = (places[*from].translation.vector, places[*to].translation.vector);
        let ray = Ray::new(Point::from(start), end - start);
        let met = tree.leaves(|node| node.cast_ray(&ray, 1.0) <= 1.0).any(|leaf| {
            let leaf = leaf as usize;
            leaf != *from && leaf != *to && shape.intersects_ray(&places[leaf], &ray, 1.0)
        });
        !met
    };
    let seen = letters(looks.iter().map(sees));
    let parts: Vec<&[(usize, usize)]> = looks.chunks(200).collect();
    let (best_ns, _) =
        best_wall_of_parts(effort, parts.len(), |part| parts[part].iter().filter(|look| sees(look)).count());
    Peer { job: "table-sight", peer: "parry2d 0.25", best_ns, answer: BTreeMap::from([("seen", seen)]) }
}

fn overlap(places: &[Isometry<f32>], shape: &Cuboid, effort: Effort) -> Peer {
    let touch = |one: usize, other: usize| {
        let between = places[one].inv_mul(&places[other]);
        parry2d::query::details::intersection_test_cuboid_cuboid(&between, shape, shape)
    };
    let pairs = |one: usize| (one + 1..STANDS).filter(move |other| touch(one, *other)).map(move |other| (one, other));
    let found: Vec<String> = (0..STANDS).flat_map(pairs).map(|(one, other)| format!("{one}-{other}")).collect();
    let (best_ns, _) = best_wall_of_parts(effort, 10, |part| {
        let tenth = STANDS / 10;
        (part * tenth..(part + 1) * tenth).map(|one| pairs(one).count()).sum::<usize>()
    });
    Peer { job: "table-overlap", peer: "parry2d 0.25", best_ns, answer: BTreeMap::from([("pairs", found.join(" "))]) }
}
