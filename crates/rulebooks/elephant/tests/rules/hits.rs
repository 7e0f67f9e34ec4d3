//! Hits that remove stands.
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use elephant::Book;
use elephant::charts::StandKind;
use elephant::unit::Condition;
use engine::Rollout;
use engine::book::Rulebook;
use engine::chart::{ChartSet, Key};

#[test]
fn whole_stands_go_and_the_rest_of_the_hits_carries_over() {
    let charts = ChartSet::open(Book::ABOUT.slug, Book::sources(), None).expect("the printed charts open");
    let book = Book::open(charts).expect("the printed charts hold");
    let mut umpire = Rollout::seeded(1863);
    for kind in StandKind::ALL.iter().copied() {
        let per_stand = book.tables.hits_per_stand.at(kind).value;
        for (stands, before, hits) in
            (0..=3).flat_map(|a| (0..per_stand).flat_map(move |b| (0..20).map(move |c| (a, b, c))))
        {
            let mut condition = Condition { hits: before as u8, ..Condition::fresh(stands) };
            condition.take_hits(&book, kind, hits, &mut umpire);
            let total = before + u16::from(hits);
            let left = stands.saturating_sub(total / per_stand);
            let carried = if hits > 0 && left == 0 { 0 } else { total % per_stand };
            assert_eq!((condition.stands, condition.lost), (left, stands - left));
            assert_eq!(u16::from(condition.hits), carried);
        }
    }
}
