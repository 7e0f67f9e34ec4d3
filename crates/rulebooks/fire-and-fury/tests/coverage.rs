//! Which rules of the ledger ever fire in the procedures: over their examples and over random situations.

#![expect(clippy::unwrap_used, reason = "these are helpers of tests")]

mod common;
#[path = "common/random.rs"]
mod random;

use std::fs;
use std::path::Path;

use engine::book::{Procedure, ProcedureVisitor, Rulebook};
use engine::{Counted, Coverage, Fast, Official, Policy, Question, RuleSet};
use fire_and_fury::Book;
use fire_and_fury::charge::Charge;
use fire_and_fury::charge_move::ChargeMove;
use fire_and_fury::command::CommandState;
use fire_and_fury::effectiveness::FreshWornSpent;
use fire_and_fury::fire::Fire;
use fire_and_fury::gun_maneuver::GunManeuver;
use fire_and_fury::leaders::FallenLeader;
use fire_and_fury::maneuver::Maneuver;
use fire_and_fury::movement::{Breakthrough, Move, Rates, Retreat};
use fire_and_fury::reaction::HastyReaction;
use fire_and_fury::scale::GameScale;
use fire_and_fury::sight::Sight;
use fire_and_fury::special::Formations;
use fire_and_fury::succession::{ChangeLeader, LeaderEscape};
use fire_and_fury::troop_maneuver::TroopManeuver;
use fire_and_fury::victory::VictoryPoints;
use random::Draw;

/// Random situations of each procedure.
const DRAWS: u64 = 4_000;

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

/// Covers the examples of every procedure there is.
struct Examples<'a> {
    book: &'a Book,
    fired: &'a mut RuleSet,
}

impl ProcedureVisitor<Book> for Examples<'_> {
    fn visit<P: Procedure<Book = Book>>(&mut self) {
        let situations = P::examples().into_iter().map(|(_, situation)| situation);
        cover::<P>(self.book, 1, 200, situations, self.fired);
    }
}

/// Covers random situations; enough of them must be legal.
fn sweep<P: Procedure<Book = Book>>(
    book: &Book,
    seed: u64,
    situations: impl Iterator<Item = P::Situation>,
    fired: &mut RuleSet,
) {
    let legal = cover::<P>(book, seed, 20, situations, fired);
    assert!(legal >= 100, "{}: only {legal} of the random situations are legal", P::NAME);
}

fn rolled_procedures(book: &Book, draw: &mut Draw, fired: &mut RuleSet) {
    let situations: Vec<_> = (0..DRAWS).map(|_| draw.maneuver()).collect();
    let army = common::book_with("army_morale = \"on\"");
    let alone = common::book_with("group_check = \"off\"");
    for (index, book) in [book, &army, &alone].into_iter().enumerate() {
        sweep::<Maneuver>(book, 10 + index as u64, situations.iter().cloned(), fired);
    }
    sweep::<Fire>(book, 20, (0..DRAWS * 4).map(|_| draw.fire()), fired);
    sweep::<Charge>(book, 30, (0..DRAWS * 4).map(|_| draw.charge()), fired);
    sweep::<FallenLeader>(book, 40, (0..100).map(|_| draw.officer()), fired);
    let mut combat = Charge::examples().remove(0).1;
    if let fire_and_fury::charge::Defender::Troops(troops) = &mut combat.defenders[0] {
        (troops.stands, troops.detachment) = (1, true);
    }
    cover::<Charge>(book, 50, 1, std::iter::once(combat), fired);
}

fn measured_procedures(book: &Book, draw: &mut Draw, fired: &mut RuleSet) {
    sweep::<GameScale>(book, 60, (0..DRAWS).map(|_| draw.counted()), fired);
    sweep::<CommandState>(book, 61, (0..DRAWS).map(|_| draw.commanded()), fired);
    sweep::<ChangeLeader>(book, 62, (0..DRAWS).map(|_| draw.leader_change()), fired);
    sweep::<TroopManeuver>(book, 63, (0..DRAWS * 4).map(|_| draw.troop_maneuver()), fired);
    sweep::<GunManeuver>(book, 64, (0..DRAWS * 4).map(|_| draw.gun_maneuver()), fired);
    sweep::<Rates>(book, 65, (0..DRAWS).map(|_| draw.pace()), fired);
    sweep::<Move>(book, 66, (0..DRAWS).map(|_| draw.march()), fired);
    sweep::<Retreat>(book, 67, (0..DRAWS).map(|_| draw.retreat()), fired);
    sweep::<Sight>(book, 68, (0..DRAWS).map(|_| draw.sight()), fired);
    sweep::<ChargeMove>(book, 69, (0..DRAWS * 4).map(|_| draw.wanted_charge()), fired);
    sweep::<HastyReaction>(book, 70, (0..DRAWS).map(|_| draw.charged()), fired);
    sweep::<Breakthrough>(book, 71, (0..DRAWS).map(|_| draw.breakthrough()), fired);
    sweep::<LeaderEscape>(book, 72, (0..DRAWS).map(|_| draw.ridden_down()), fired);
    sweep::<Formations>(book, 73, (0..DRAWS).map(|_| draw.drilled()), fired);
    sweep::<FreshWornSpent>(book, 74, (0..DRAWS).map(|_| draw.losses()), fired);
    sweep::<VictoryPoints>(book, 75, (0..DRAWS).map(|_| draw.end_of_battle()), fired);
}

fn fired() -> RuleSet {
    let book = common::book();
    let mut fired = RuleSet::with_room(Book::ledger().len());
    Book::procedures(&mut Examples { book: &book, fired: &mut fired });
    let mut draw = Draw::seeded(1866);
    rolled_procedures(&book, &mut draw, &mut fired);
    measured_procedures(&book, &mut draw, &mut fired);
    fired
}

/// The rules that no procedure can apply, with the reason: `uncovered.tsv` beside the ledger.
fn uncovered() -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("uncovered.tsv");
    let text = fs::read_to_string(path).unwrap();
    let pair = |line: &str| line.split_once('\t').map(|(id, why)| (id.to_owned(), why.to_owned()));
    text.lines().skip(1).map(|line| pair(line).unwrap()).collect()
}

#[test]
fn every_rule_fires_or_stands_in_the_list_of_those_that_cannot() {
    let fired = fired();
    let uncovered = uncovered();
    let known: Vec<&str> = Book::ledger().rules().map(engine::Rule::id).collect();
    for (id, reason) in &uncovered {
        assert!(known.contains(&id.as_str()), "{id} is not in the ledger");
        assert!(["map", "turn", "campaign", "figure", "layout"].contains(&reason.as_str()), "{id}: {reason}");
    }
    let listed = |id: &str| uncovered.iter().any(|(listed, _)| listed == id);
    let (mut silent, mut surprising) = (Vec::new(), Vec::new());
    for rule in Book::ledger().rules() {
        match (listed(rule.id()), fired.contains(rule)) {
            (false, false) => silent.push(rule.id()),
            (true, true) => surprising.push(rule.id()),
            _ => {}
        }
    }
    assert!(silent.is_empty(), "these never fire: {silent:?}");
    assert!(surprising.is_empty(), "these fire though they are listed in uncovered.tsv: {surprising:?}");
    assert_eq!((fired.len(), Book::ledger().len()), (321, 323));
}
