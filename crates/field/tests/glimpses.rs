//! Glimpses: what is kept is what a look between the middles of two cells would find, whoever asks and in whatever order.

use std::cell::Cell;

use field::ground::{Extent, Glimpses, Point, YARD};
use proptest::prelude::*;

const EXTENT: Extent = Extent {
    south_west: Point { x: -500 * YARD, y: 200 * YARD },
    north_east: Point { x: 2_600 * YARD, y: 1_900 * YARD },
};

fn places() -> impl Strategy<Value = Point> {
    (EXTENT.south_west.x..=EXTENT.north_east.x, EXTENT.south_west.y..=EXTENT.north_east.y)
        .prop_map(|(x, y)| Point::new(x, y))
}

/// Something that depends on both places and not on their order.
fn answer(one: Point, other: Point) -> bool {
    (i64::from(one.x) + i64::from(other.x) + i64::from(one.y) * i64::from(other.y)) / 7_919 % 3 == 0
}

proptest! {
    #[test]
    fn an_answer_is_found_once_and_kept(pairs in prop::collection::vec((places(), places()), 1..60)) {
        let glimpses = Glimpses::new(EXTENT, 100 * YARD);
        for (one, other) in pairs {
            let looked = Cell::new((one, other));
            let first = Glimpses::new(EXTENT, 100 * YARD).between(one, other, |one, other| {
                looked.set((one, other));
                answer(one, other)
            });
            let (from, to) = looked.get();
            prop_assert_eq!(first, answer(from, to));
            prop_assert_eq!(glimpses.between(one, other, answer), first);
            prop_assert_eq!(glimpses.between(other, one, |_, _| !first), first, "the other way round nobody looks again");
            prop_assert_eq!(glimpses.clone().between(one, other, answer), first, "a copy finds the same");
        }
    }
}

#[test]
fn places_beyond_the_edge_count_as_the_cell_at_the_edge() {
    let glimpses = Glimpses::new(EXTENT, 100 * YARD);
    let outside = Point::new(EXTENT.south_west.x - 9_000 * YARD, EXTENT.north_east.y + 9_000 * YARD);
    let corner = Point::new(EXTENT.south_west.x, EXTENT.north_east.y);
    let looks = |at: Point| {
        let seen = Cell::new(at);
        glimpses.clone().between(at, at, |one, _| {
            seen.set(one);
            true
        });
        seen.get()
    };
    assert_eq!(looks(outside), looks(corner));
}
