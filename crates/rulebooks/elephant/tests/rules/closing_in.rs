//! Charges that come in: whom they touch, whom they run into on their way, who gives way before them, and what covers their target.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use elephant::Event;
use elephant::play::{Command, Deed, Phase, UnitId};
use elephant::unit::{Formation, Withdrawal};
use engine::{Kept, Question};

use crate::field_day::{Day, Table, infantry};

fn questions(record: &Kept<Event>) -> Vec<&'static str> {
    record.questions.iter().map(|(question, _)| question.kind.name).collect()
}

/// Nobody does anything that he need not.
fn no(question: &Question) -> u32 {
    question.choices.count() - 1
}

/// These have announced their charges, and the first is about to go in.
fn announced(table: Table, charges: &[(&str, &str)]) -> Table {
    let mut table = table.card(0).on_to(Phase::AnnounceCharges);
    for (unit, target) in charges {
        table.announce(unit, target, None);
    }
    table.obey(&Command::EndAnnouncement, &[], &[]);
    table
}

fn skirmish(table: &mut Table, name: &str) {
    let id = table.id(name);
    let unit = table.battle.unit_mut(id);
    (unit.formation, unit.files) = (Formation::Skirmish, unit.condition.stands as u8);
}

/// Who fought whom.
fn fights(record: &Kept<Event>) -> Vec<(Vec<UnitId>, Vec<UnitId>)> {
    let fought = |event: &Event| match event {
        Event::OnTheMap(Deed::Fought { attackers, defenders }) => Some((attackers.clone(), defenders.clone())),
        _ => None,
    };
    record.events.iter().filter_map(fought).collect()
}

#[test]
fn whoever_is_touched_beside_the_target_fights_too() {
    let day = Day::new()
        .union(infantry("a", 6, [800, 800], 0, ""))
        .confederate(infantry("x", 3, [740, 1060], 180, ""))
        .confederate(infantry("y", 3, [860, 1060], 180, ""));
    let mut table = announced(day.begin(), &[("a", "x")]);
    let (a, x, y) = (table.id("a"), table.id("x"), table.id("y"));
    // It comes, and the target receives it.
    table.obey_as(&Command::Charge { target: x }, &[5, 5, 5, 3], no);
    let met: Vec<(UnitId, bool)> = table.battle.contacts.iter().map(|one| (one.target, one.flank_or_rear)).collect();
    assert_eq!(met, [(x, false), (y, false)], "the named one first");
    assert_eq!(questions(&table.obey_as(&Command::EndMovement, &[], no)), [""; 0], "there is one way to fight");
    // Six stands against six: both are beaten, and one sees the other go before it goes itself.
    let record = table.obey_as(&Command::Fight { unit: a }, &[2, 3], no);
    assert_eq!(fights(&record), [(vec![a], vec![x, y])]);
    assert!([x, y].iter().all(|id| table.battle.unit(*id).has_withdrawn(1)), "{:?}", record.events);
}

#[test]
fn corners_that_meet_are_no_fight() {
    let day = Day::new()
        .union(infantry("a", 6, [800, 800], 0, ""))
        .confederate(infantry("x", 6, [800, 1060], 180, ""))
        .confederate(infantry("y", 6, [1040, 1060], 180, ""));
    let mut table = announced(day.begin(), &[("a", "x")]);
    let (x, y) = (table.id("x"), table.id("y"));
    table.obey_as(&Command::Charge { target: x }, &[5, 5, 5, 3], no);
    assert!(table.battle.is_in_contact(x) && !table.battle.is_in_contact(y));
}

#[test]
fn whoever_was_only_touched_receives_his_own_charge() {
    let day = Day::new()
        .union(infantry("a", 6, [800, 800], 0, ""))
        .union(infantry("b", 3, [980, 800], 0, ""))
        .confederate(infantry("x", 3, [740, 1060], 180, ""))
        .confederate(infantry("y", 6, [920, 1060], 180, ""));
    let mut table = announced(day.begin(), &[("a", "x"), ("b", "y")]);
    let (a, b, x, y) = (table.id("a"), table.id("b"), table.id("x"), table.id("y"));
    table.obey_as(&Command::Charge { target: x }, &[5, 5, 5, 3], no);
    assert!(table.battle.is_in_contact(y));
    let record = table.obey_as(&Command::Charge { target: y }, &[5, 5, 5, 3], no);
    assert!(questions(&record).contains(&"first-fire"), "{:?}", record.questions);
    table.obey_as(&Command::EndMovement, &[], no);
    let pairs = table.battle.contacts.iter().filter(|one| one.melee.is_some()).map(|one| (one.charger, one.target));
    assert_eq!(pairs.collect::<Vec<_>>(), [(a, x), (b, y)]);
}

#[test]
fn skirmishers_who_ran_this_turn_fall_back_before_a_charge() {
    let day = Day::new().union(infantry("a", 6, [800, 800], 0, "")).confederate(infantry("x", 4, [800, 1000], 180, ""));
    let mut table = day.begin();
    skirmish(&mut table, "x");
    let target = table.id("x");
    let unit = table.battle.unit_mut(target);
    (unit.withdrew, unit.withdrew_turn, unit.done.moved) = (Withdrawal::Retreat, 1, true);
    let before = unit.centre;
    let mut table = announced(table, &[("a", "x")]);
    // It comes up; they do not fire, and go as far as their dice carry them.
    let record = table.obey_as(&Command::Charge { target }, &[5, 5, 5, 3, 3, 3, 3], |_| 0);
    assert_eq!(questions(&record), ["carry-on"]);
    let gone = table.battle.unit(target).centre.y - before.y;
    assert_eq!(gone, 12 * 40 * field::ground::YARD);
}
