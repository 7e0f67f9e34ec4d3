//! Every rule of the ledger fires in the sweep, or stands in `uncovered.tsv` with the reason why it cannot.
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use engine::book::sweep::{Effort, sweep};
use engine::book::{Rulebook, open};
use line_of_battle::Book;

#[test]
fn every_rule_fires_or_says_why_not() {
    let swept = sweep(&open::<Book>, Effort::default(), &mut |_| {}).expect("the printed charts open");
    let wrong = swept.complaints(Book::ledger());
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}
