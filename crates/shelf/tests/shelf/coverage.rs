//! Every rule of every ledger fires in the sweep, or stands in the rulebook's `uncovered.tsv` with the reason why no procedure
//! can apply it; and none stands there that fires.

use engine::book::sweep::{Effort, sweep};

/// How many changed situations are tried for each procedure; `make soak` asks for more.
fn tries() -> u32 {
    std::env::var("LONGROLL_SWEEP").ok().and_then(|text| text.parse().ok()).unwrap_or(12_000)
}

#[test]
fn every_rule_fires_or_says_why_not() {
    let mut wrong: Vec<String> = Vec::new();
    for about in shelf::titles() {
        let effort = Effort { tries: tries(), to_the_end: true, ..Effort::default() };
        let swept = sweep(&|overlay| shelf::take(about.slug, overlay), effort, &mut |_| {});
        let swept = swept.expect("the printed charts open");
        let ledger = shelf::take(about.slug, None).expect("the printed charts open").ledger();
        println!(
            "{}: {} of {} rules fire in {} situations that can be, out of {}",
            about.slug,
            swept.fired.len(),
            ledger.len(),
            swept.settled,
            swept.tried
        );
        wrong.extend(swept.complaints(ledger));
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}
