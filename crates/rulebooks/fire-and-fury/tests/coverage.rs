//! Which rules of the ledger ever fire in the procedures: over their examples and over random situations.

#![expect(clippy::unwrap_used, reason = "these are helpers of tests")]

mod common;
#[path = "common/random.rs"]
mod random;

use engine::book::{Procedure, Rulebook};
use engine::{Counted, Coverage, Fast, Official, Policy, Question, RuleSet};
use fire_and_fury::Book;
use fire_and_fury::charge::Charge;
use fire_and_fury::fire::Fire;
use fire_and_fury::leaders::FallenLeader;
use fire_and_fury::maneuver::Maneuver;
use random::Draw;

/// Random situations of each procedure.
const DRAWS: u64 = 4_000;

/// What no procedure cites, because it speaks of the map, of the turn, or only in refusals.
const NOT_IN_PROCEDURES: &[&str] = &[
    // The radius and the moves of leaders, and movement: they need a map.
    "FF-CMD-",
    "FF-MOVE",
    "FF-TMNV",
    "FF-GMNV",
    "FF-SCALE",
    // The turn around the procedures.
    "FF-TURN", // all but the steps that the procedures are: see CITED_AFTER_ALL
    // Which units a leader's letters reach is decided on the map; radius and chain are told apart by the command state.
    "FF-LDR-SCOPE-FACTION",
    // Who may form and do what: cited by refusals, or a matter of the map.
    "FF-SPEC-",
];

/// What the lines above would leave out, and fires all the same.
const CITED_AFTER_ALL: &[&str] = &[
    "FF-TURN-MNV-2A",
    "FF-TURN-FIRE-1",
    "FF-TURN-FIRE-2",
    "FF-TURN-CHG-1",
    "FF-TURN-CHG-3",
    "FF-SPEC-MILITIA-COMMAND",
    "FF-SPEC-WAGONS",
    "FF-SPEC-DET-COMMAND",
    "FF-SPEC-DET-BROKEN",
];

fn expected(id: &str) -> bool {
    let left_out = NOT_IN_PROCEDURES.iter().any(|start| id.starts_with(start));
    !left_out || CITED_AFTER_ALL.contains(&id)
}

fn cover<P: Procedure<Book = Book>>(
    book: &Book,
    seed: u64,
    times: u32,
    situations: impl Iterator<Item = P::Situation>,
    fired: &mut RuleSet,
) -> usize {
    let mut chooser = Fast::seeded(!seed);
    let policy = move |question: &Question| chooser.below(question.choices.count());
    let record = Counted::with_room(Book::ledger().len());
    let mut umpire: Coverage<_, _> = Official { dice: Fast::seeded(seed), answers: Policy(policy), record };
    let mut legal = 0;
    for situation in situations.filter(|situation| P::check(book, situation).is_ok()) {
        legal += 1;
        for _ in 0..times {
            P::run(book, &situation, &mut umpire).unwrap();
        }
    }
    fired.merge(&umpire.record.rules);
    legal
}

fn examples<P: Procedure<Book = Book>>() -> impl Iterator<Item = P::Situation> {
    P::examples().into_iter().map(|(_, situation)| situation)
}

fn fired() -> RuleSet {
    let book = common::book();
    let mut fired = RuleSet::with_room(Book::ledger().len());
    cover::<Maneuver>(&book, 1, 200, examples::<Maneuver>(), &mut fired);
    cover::<Fire>(&book, 2, 200, examples::<Fire>(), &mut fired);
    cover::<Charge>(&book, 3, 200, examples::<Charge>(), &mut fired);
    cover::<FallenLeader>(&book, 4, 200, examples::<FallenLeader>(), &mut fired);

    let mut draw = Draw::seeded(1866);
    let situations: Vec<_> = (0..DRAWS).map(|_| draw.maneuver()).collect();
    let army = common::book_with("army_morale = \"on\"");
    let alone = common::book_with("group_check = \"off\"");
    for (index, book) in [&book, &army, &alone].into_iter().enumerate() {
        let legal = cover::<Maneuver>(book, 10 + index as u64, 20, situations.iter().cloned(), &mut fired);
        assert!(legal > 500, "{legal} maneuver checks");
    }
    let legal = cover::<Fire>(&book, 20, 20, (0..DRAWS * 4).map(|_| draw.fire()), &mut fired);
    assert!(legal > 500, "{legal} fires");
    let legal = cover::<Charge>(&book, 30, 20, (0..DRAWS * 4).map(|_| draw.charge()), &mut fired);
    assert!(legal > 500, "{legal} charges");
    cover::<FallenLeader>(&book, 40, 20, (0..100).map(|_| draw.officer()), &mut fired);
    let detachments = (0..1).map(|_| {
        let mut combat = examples::<Charge>().next().unwrap();
        if let fire_and_fury::charge::Defender::Troops(troops) = &mut combat.defenders[0] {
            (troops.stands, troops.detachment) = (1, true);
        }
        combat
    });
    cover::<Charge>(&book, 50, 1, detachments, &mut fired);
    fired
}

#[test]
fn every_rule_of_the_procedures_fires_and_no_other_does() {
    let fired = fired();
    let mut silent = Vec::new();
    let mut surprising = Vec::new();
    for rule in Book::ledger().rules() {
        match (expected(rule.id()), fired.contains(rule)) {
            (true, false) => silent.push(rule.id()),
            (false, true) => surprising.push(rule.id()),
            _ => {}
        }
    }
    assert!(silent.is_empty(), "these never fire: {silent:?}");
    assert!(surprising.is_empty(), "these fire though they are listed as not in the procedures: {surprising:?}");
    assert_eq!((fired.len(), Book::ledger().len()), (238, 323));
}
