//! Charges that come in: whom they touch, whom they run into on their way, who gives way before them, and what covers their target.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use elephant::Event;
use elephant::fire::Stance;
use elephant::play::{Command, Deed, Phase, UnitId};
use elephant::unit::{Formation, Withdrawal};
use engine::{Decimal, Halt, Kept, Official, Play, Question, Scripted, ScriptedAnswers};

use crate::field_day::{Day, Table, cavalry, infantry};

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

/// How many hits and markers a unit has.
fn harm(table: &Table, name: &str) -> (u8, u8) {
    let condition = table.battle.unit(table.id(name)).condition;
    (condition.hits, condition.panic)
}

#[test]
fn a_charge_that_falls_short_has_run_through_the_friends_behind_it() {
    // Cavalry rides through a line close before it, and not through the one far ahead.
    let day = Day::new()
        .union(cavalry("a", 4, "horse-pistol", [800, 400], 0))
        .union(infantry("b", 2, [740, 450], 0, ""))
        .union(infantry("c", 2, [740, 900], 0, ""))
        .confederate(infantry("x", 4, [800, 1200], 180, ""));
    let mut table = announced(day.begin(), &[("a", "x")]);
    let target = table.id("x");
    // Ten inches less one for each of two dice.
    table.obey_as(&Command::Charge { target }, &[5, 5], no);
    assert!(!table.battle.is_in_contact(target));
    assert_eq!([harm(&table, "a"), harm(&table, "b"), harm(&table, "c")], [(1, 1), (1, 1), (0, 0)]);
}

#[test]
fn a_friend_who_charges_another_enemy_later_is_run_into() {
    let day = Day::new()
        .union(infantry("a", 4, [800, 700], 0, ""))
        .union(infantry("b", 2, [740, 800], 0, ""))
        .confederate(infantry("x", 4, [800, 1060], 180, ""))
        .confederate(infantry("y", 4, [600, 1060], 180, ""));
    for (other, harmed) in [("y", (1, 1)), ("x", (0, 0))] {
        let mut table = announced(day.begin(), &[("b", other), ("a", "x")]);
        let target = table.id("x");
        let dice: &[u8] = if other == "y" { &[5, 5, 5, 3] } else { &[5, 5, 5, 5, 5, 5, 3] };
        table.obey_as(&Command::Charge { target }, dice, no);
        let before = [harm(&table, "a"), harm(&table, "b")];
        assert_eq!(before, [harmed, harmed], "{other}");
        if other == "y" {
            // It has not stood still for them, and goes in all the same.
            let target = table.id("y");
            let unit = table.id("b");
            table.obey_as(&Command::Charge { target }, &[5, 5, 5, 3], no);
            assert!(table.battle.is_in_contact(unit));
        }
    }
}

#[test]
fn skirmishers_go_away_from_a_charge_that_has_come_home() {
    let day = Day::new()
        .union(infantry("a", 4, [800, 800], 0, ""))
        .confederate(infantry("x", 4, [800, 1060], 180, ""))
        .confederate(infantry("s", 2, [1000, 1060], 180, ""));
    let mut table = day.begin();
    skirmish(&mut table, "s");
    let mut table = announced(table, &[("a", "x")]);
    let (a, s, x) = (table.id("a"), table.id("s"), table.id("x"));
    let apart = |table: &Table| {
        let at = [a, s].map(|id| table.battle.unit(id).centre);
        (at[1].x - at[0].x) / field::ground::YARD - 80 - 60
    };
    assert_eq!(apart(&table), 60);
    table.obey_as(&Command::Charge { target: x }, &[5, 5, 5, 3], no);
    assert!(table.battle.is_in_contact(a));
    assert!(apart(&table) >= 95, "{}", apart(&table));
}

#[test]
fn skirmishers_give_way_to_cavalry_that_falls_short_of_another() {
    let day = Day::new()
        .union(infantry("a", 4, [800, 800], 0, ""))
        .union(infantry("s", 2, [1020, 840], 0, ""))
        .confederate(cavalry("c", 4, "horse-pistol", [1000, 1000], 270));
    let mut table = day.begin();
    skirmish(&mut table, "s");
    let (unit, skirmishers) = (table.id("a"), table.id("s"));
    let mut table = table.card(0).on_to(Phase::Movement);
    table.obey(&Command::Move { unit, column_die: false, road_die: false }, &[5, 5, 5], &[]);
    let rider = table.id("c");
    table.battle.unit_mut(rider).done.fired = Some(Stance::Move);
    let before = table.battle.unit(skirmishers).centre;
    let ahead = Command::Advance { inches: Decimal::from_int(6), oblique_degrees: Decimal::ZERO };
    // It passes its test, and four inches are two.
    let record = table.obey_as(&ahead, &[3, 2, 2], |_| 0);
    assert!(questions(&record).contains(&"opportunity-charge"), "{:?}", record.questions);
    assert!(!table.battle.is_in_contact(unit));
    assert_ne!(table.battle.unit(skirmishers).centre, before, "{:?}", record.events);
}

#[test]
fn pistols_fire_at_a_target_without_the_wall_that_covers_it_from_others() {
    // A wall before the front; one comes over it, the other round it into the flank.
    let day = Day::new()
        .ground("stone-wall", "LineString", "[[700, 1062], [900, 1062]]")
        .union(infantry("a", 4, [800, 800], 0, ""))
        .union(cavalry("c", 4, "horse-pistol", [1100, 1075], 270))
        .confederate(infantry("x", 4, [800, 1060], 180, ""));
    let mut table = announced(day.begin(), &[("a", "x"), ("c", "x")]);
    let target = table.id("x");
    // Both come; it receives them behind its wall; pistols.
    let pistols = |question: &Question| u32::from(question.kind.name != "charge-pistols");
    let record = table.obey_as(&Command::Charge { target }, &[5, 5, 5, 5, 5, 3, 0], pistols);
    let counts = |id: &str| record.modifiers.iter().filter(|modifier| modifier.rule.id() == id).count();
    assert_eq!(counts("SE-MORALE-MOD-COVER"), 1, "{:?}", record.modifiers);
    assert_eq!(counts("SE-FIRE-SHIFT-HARD"), 0, "{:?}", record.modifiers);
}

#[test]
fn skirmishers_run_from_the_charge_that_has_come_near() {
    // The first to announce falls far short, behind the right; the second comes up before the left.
    let day = Day::new()
        .union(infantry("a", 4, [1000, 200], 0, ""))
        .union(infantry("b", 4, [800, 800], 0, ""))
        .confederate(infantry("x", 4, [800, 1000], 180, ""));
    let mut table = day.begin();
    skirmish(&mut table, "x");
    let mut table = announced(table, &[("a", "x"), ("b", "x")]);
    let target = table.id("x");
    let before = table.battle.unit(target).centre;
    let record = table.obey_as(&Command::Charge { target }, &[2, 2, 2, 5, 5, 5, 3, 3, 3, 3], no);
    let after = table.battle.unit(target).centre;
    assert!((after.x - before.x).abs() < field::ground::YARD, "straight back: {:?}", record.events);
    assert!(after.y > before.y);
}

/// Why a column does not charge over such ground; nothing where it does.
fn column(day: Day) -> Option<String> {
    let day = day.union(infantry("a", 4, [800, 800], 0, "")).confederate(infantry("x", 4, [800, 1100], 180, ""));
    let mut table = day.begin();
    let (unit, target) = (table.id("a"), table.id("x"));
    let state = table.battle.unit_mut(unit);
    (state.formation, state.files) = (Formation::Column, 2);
    let table = table.card(0).on_to(Phase::AnnounceCharges);
    let charge = Command::AnnounceCharge { unit, target, column_die: false, behind: None };
    let mut copy = table.clone();
    let mut umpire =
        Official { dice: Scripted::new(&[]), answers: ScriptedAnswers::new(&[]), record: Kept::<Event>::new() };
    match copy.theatre.obey(&mut copy.battle, &charge, &mut umpire) {
        Ok(()) => None,
        Err(Halt::Refused(refusal)) => {
            assert!(refusal.reasons.iter().all(|reason| reason.field == "unit"), "{refusal:?}");
            Some(refusal.to_string())
        }
        Err(halt) => panic!("{halt:?}"),
    }
}

#[test]
fn a_column_charges_over_every_bridge_and_through_every_defile_but_no_fence() {
    let bridge = |day: Day| day.ground("bridge", "Point", "[800, 970]");
    let line = "[[0, 970], [2400, 970]]";
    let area = "[[[0, 950], [2400, 950], [2400, 990], [0, 990], [0, 950]]]";
    assert_eq!(column(bridge(Day::new().ground("river", "LineString", line))), None);
    assert_eq!(column(bridge(Day::new().ground("river", "Polygon", area))), None);
    assert_eq!(column(Day::new().ground("defile", "Point", "[800, 970]")), None);
    // The bridge is beside the way, and what is crossed is a fence.
    let beside = Day::new().ground("stream", "LineString", "[[830, 900], [830, 1040]]");
    let why = column(bridge(beside.ground("rail-fence", "LineString", line))).expect("it is refused");
    assert!(why.contains("SE-MOVE-COLUMN-USE") && why.contains("form line"), "{why}");
    assert!(column(Day::new().ground("defile", "Point", "[1200, 970]")).is_some());
}
