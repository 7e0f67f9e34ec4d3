//! A charge goes on with its units as they are now: who leads them, how they feel, what they have done, and who of them may fire.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use elephant::Event;
use elephant::charts::Grade;
use elephant::fire::Stance;
use elephant::play::{Command, Contact, Health, Phase, Unit};
use elephant::unit::Formation;
use engine::{Decimal, Kept, Question};
use field::ground::{Point, YARD};

use crate::field_day::{Day, Table, battery, cavalry, cites, infantry};

fn questions(record: &Kept<Event>) -> Vec<&'static str> {
    record.questions.iter().map(|(question, _)| question.kind.name).collect()
}

/// How often a modifier counted.
fn count(record: &Kept<Event>, id: &str) -> usize {
    record.modifiers.iter().filter(|modifier| modifier.rule.id() == id).count()
}

/// The total factors of every fire, in order.
fn factors(record: &Kept<Event>) -> Vec<i32> {
    let factor = |event: &Event| match event {
        Event::Fired { factor_thousandths, .. } => Some(factor_thousandths / 1_000),
        _ => None,
    };
    record.events.iter().filter_map(factor).collect()
}

/// These units have announced their charge on an enemy, and it is about to go in.
fn announced(table: Table, units: &[&str], target: &str) -> Table {
    let mut table = table.card(0).on_to(Phase::AnnounceCharges);
    for unit in units {
        table.announce(unit, target, None);
    }
    table.obey(&Command::EndAnnouncement, &[], &[]);
    table
}

/// A regiment with its brigadier charges a line, and another enemy stands beside its way.
fn past_an_enemy() -> Table {
    let day = Day::new()
        .union(infantry("a", 6, [800, 800], 0, ""))
        .confederate(infantry("x", 6, [800, 1060], 180, ""))
        .confederate(infantry("y", 4, [1020, 1060], 180, ""))
        .leader("Hale", "south", r#"with = "a""#);
    day.begin()
}

/// Whoever stands beside the way fires; the target does not.
fn fires_in_passing(question: &Question) -> u32 {
    u32::from(question.kind.name != "pass-through")
}

#[test]
fn a_test_on_the_way_makes_a_charger_overenthusiastic_or_calm() {
    // It comes up; the enemy passes his test and fires; the test for it; the target receives the charge.
    for (before, die, after) in [(false, 0, true), (true, 5, false)] {
        let mut table = past_an_enemy();
        let (unit, target) = (table.id("a"), table.id("x"));
        table.battle.unit_mut(unit).overenthusiastic = before;
        let mut table = announced(table, &["a"], "x");
        let record = table.obey_as(&Command::Charge { target }, &[5, 5, 5, 2, 2, die, 3], fires_in_passing);
        assert!(table.battle.is_in_contact(unit), "{:?}", record.events);
        assert_eq!(table.battle.unit(unit).overenthusiastic, after, "{:?}", record.events);
    }
}

/// Whoever may fire at all does, but not a second time.
fn all_fire_once(question: &Question) -> u32 {
    u32::from(question.kind.name == "second-fire")
}

#[test]
fn a_general_killed_on_the_way_is_in_no_more_danger() {
    let mut table = announced(past_an_enemy(), &["a"], "x");
    let (unit, target) = (table.id("a"), table.id("x"));
    // One hit in passing kills him; his unit tests for that, and for the hit. Then the target fires, one hit, and it tests.
    let dice = [5, 5, 5, 2, 5, 1, 1, 1, 1, 5, 1, 3];
    let record = table.obey_as(&Command::Charge { target }, &dice, all_fire_once);
    assert_eq!(table.battle.officers[0].lost, 1);
    assert!(table.battle.is_in_contact(unit), "{:?}", record.events);
}

#[test]
fn a_second_wound_on_the_way_is_a_serious_one() {
    let mut table = announced(past_an_enemy(), &["a"], "x");
    let target = table.id("x");
    // A light wound in passing; another when the target fires, and a test for each of them.
    let dice = [5, 5, 5, 2, 5, 1, 4, 1, 5, 1, 4, 1, 1, 3];
    table.obey_as(&Command::Charge { target }, &dice, all_fire_once);
    assert_eq!(table.battle.officers[0].health, Health::Vacant);
}

#[test]
fn a_commander_is_spent_by_a_test_and_not_by_a_charge() {
    let day = Day::new()
        .union(infantry("a", 6, [800, 400], 0, ""))
        .confederate(infantry("x", 6, [800, 1000], 180, ""))
        .leader("Hale", "south", r#"with = "a""#)
        .leader("Moss", "north", r#"with = "x""#);
    let mut table = announced(day.begin(), &["a"], "x");
    let (unit, target) = (table.id("a"), table.id("x"));
    let mut home = table.clone();
    table.obey_as(&Command::Charge { target }, &[2, 2, 2], |_| 1);
    assert!(table.battle.officers.iter().all(|officer| officer.steadies.is_none()), "{:?}", table.battle.officers);
    // It comes home; the target fires, its general is not hit, and it tests; then the target does.
    home.obey_as(&Command::Charge { target }, &[5, 5, 5, 2, 3, 3, 3], all_fire_once);
    let steadied: Vec<_> = home.battle.officers.iter().map(|officer| officer.steadies).collect();
    assert_eq!(steadied, [Some(unit), Some(target)]);
}

#[test]
fn whoever_runs_after_a_fight_takes_no_ground() {
    let day = Day::new()
        .union(infantry("a", 6, [800, 970], 0, ""))
        .confederate(infantry("x", 6, [800, 1000], 180, ""))
        .leader("Hale", "south", r#"with = "a""#);
    let mut table = day.begin();
    let (unit, target) = (table.id("a"), table.id("x"));
    let contact = Contact { charger: unit, target, flank_or_rear: false, due: true, engaged: false, melee: None };
    table.battle.contacts = vec![contact];
    let mut table = table.card(0).on_to(Phase::Movement);
    table.obey_as(&Command::EndMovement, &[], |_| 0);
    // Each loses something and the enemy goes; a serious wound of the general, and his unit goes too.
    let record = table.obey_as(&Command::Fight { unit }, &[4, 1, 3, 3, 2, 9], |_| 0);
    for id in [unit, target] {
        assert!(table.battle.unit(id).has_withdrawn(1), "{:?}", record.events);
    }
    assert!(!questions(&record).contains(&"occupy"), "{:?}", record.questions);
}

#[test]
fn a_target_that_lost_a_rank_is_still_charged() {
    let day = Day::new().union(infantry("a", 6, [800, 800], 0, "")).confederate(infantry("x", 4, [800, 1060], 180, ""));
    let mut table = day.begin();
    let target = table.id("x");
    table.battle.unit_mut(target).files = 2;
    table.battle.unit_mut(target).centre.y += 15 * YARD;
    let mut table = announced(table, &["a"], "x");
    let unit = table.battle.unit_mut(target);
    (unit.condition.stands, unit.condition.lost) = (2, 2);
    unit.centre.y -= 15 * YARD;
    let record = table.charge_anyhow("x");
    assert!(questions(&record).contains(&"first-fire"), "{:?}", record.questions);
}

#[test]
fn infantry_that_friends_ran_through_charges_nobody() {
    let day = Day::new().union(infantry("a", 6, [800, 800], 0, "")).confederate(infantry("x", 6, [800, 1060], 180, ""));
    let mut table = announced(day.begin(), &["a"], "x");
    let (unit, target) = (table.id("a"), table.id("x"));
    let before = table.battle.unit(unit).centre;
    table.battle.unit_mut(unit).done.stands_still = true;
    let record = table.obey(&Command::Charge { target }, &[], &[]);
    assert!(cites(&record, "SE-INTERPEN-FORMED"));
    assert_eq!(table.battle.unit(unit).centre, before);
    assert_eq!(table.battle.phase, Phase::Movement);
}

/// A regiment in two ranks of five is charged, and only its front rank fires.
fn two_ranks(attackers: &[&str]) -> Table {
    let mut day = Day::new().switch("front-rank-fire", "on").confederate(infantry("x", 10, [800, 1060], 180, ""));
    for (place, name) in attackers.iter().enumerate() {
        day = day.union(infantry(name, 4, [700 + 200 * place as i32, 800], 0, ""));
    }
    let mut table = day.begin();
    let target = table.id("x");
    table.battle.unit_mut(target).files = 5;
    table.battle.unit_mut(target).centre.y += 15 * YARD;
    announced(table, attackers, "x")
}

#[test]
fn only_the_front_rank_fires_at_a_charge() {
    let fired = |change: fn(&mut Unit)| {
        let mut table = two_ranks(&["a"]);
        let target = table.id("x");
        change(table.battle.unit_mut(target));
        factors(&table.charge_anyhow("x"))[0]
    };
    assert_eq!(fired(|_| {}), 5 * 3);
    // Each Panic Marker silences one of them.
    assert_eq!(fired(|unit| unit.condition.panic = 1), 4 * 3);
    assert_eq!(fired(|unit| unit.condition.panic = 2), 3 * 3);
    // It keeps its front when it loses stands behind it.
    assert_eq!(fired(|unit| (unit.condition.stands, unit.condition.lost) = (7, 3)), 5 * 3);
}

#[test]
fn the_front_rank_shares_its_fire_between_two_attackers() {
    let mut table = two_ranks(&["a", "b"]);
    let target = table.id("x");
    let two = |question: &Question| match question.kind.name {
        "first-fire-stands" => 2,
        name => u32::from(name == "second-fire"),
    };
    let dice = [5, 5, 5, 5, 5, 5, 0, 0, 3];
    let record = table.obey_as(&Command::Charge { target }, &dice, two);
    assert_eq!(factors(&record), [2 * 3, 3 * 3], "{:?}", record.events);
}

#[test]
fn marksmen_fire_their_pistols_well() {
    let day = Day::new().union(cavalry("a", 3, "horse-pistol", [800, 940], 0)).confederate(infantry(
        "x",
        6,
        [800, 1150],
        90,
        "",
    ));
    let shifts = |marksmen: bool| {
        let mut table = day.begin();
        let place = table.id("a").index();
        table.theatre.regiments[place].marksmen = marksmen;
        count(&announced(table, &["a"], "x").charge_anyhow("x"), "SE-FIRE-SHIFT-MARKSMEN")
    };
    assert_eq!([shifts(false), shifts(true)], [0, 1]);
}

#[test]
fn whoever_begins_near_is_not_fired_at_from_afar() {
    // Eighty-seven yards off, but it has to wheel.
    let day = Day::new().union(infantry("a", 3, [800, 800], 0, "")).confederate(infantry("x", 2, [920, 885], 180, ""));
    let mut table = announced(day.begin(), &["a"], "x");
    let asked = questions(&table.charge_anyhow("x"));
    assert!(!asked.contains(&"first-fire") && asked.contains(&"second-fire"), "{asked:?}");
}

/// Infantry marches past cavalry on its right, which has done so much before. Gives the table before the march.
fn past_cavalry(change: fn(&mut Unit)) -> Table {
    let day = Day::new().union(infantry("a", 4, [800, 800], 0, "")).confederate(cavalry(
        "c",
        4,
        "horse-pistol",
        [1000, 1000],
        270,
    ));
    let mut table = day.begin();
    let rider = table.id("c");
    change(table.battle.unit_mut(rider));
    let mut table = table.card(0).on_to(Phase::Movement);
    let unit = table.id("a");
    table.obey(&Command::Move { unit, column_die: false, road_die: false }, &[5, 5, 5], &[]);
    table
}

const PAST: Command = Command::Advance { inches: Decimal::from_int(6), oblique_degrees: Decimal::ZERO };

#[test]
fn a_column_is_not_tempted_in_the_open_nor_whoever_fired_in_place() {
    let tempted = |change: fn(&mut Unit)| {
        questions(&past_cavalry(change).obey_as(&PAST, &[], |_| 1)).contains(&"opportunity-charge")
    };
    assert!(tempted(|_| {}));
    assert!(tempted(|unit| unit.done.fired = Some(Stance::Move)));
    assert!(!tempted(|unit| unit.done.fired = Some(Stance::Hold)));
    assert!(!tempted(|unit| (unit.formation, unit.files) = (Formation::Column, 2)));
}

#[test]
fn cavalry_that_fired_charges_at_half_its_speed() {
    let mut table = past_cavalry(|unit| unit.done.fired = Some(Stance::Move));
    let rider = table.id("c");
    // It passes its test, and four inches are two.
    table.obey_as(&PAST, &[3, 2, 2], |_| 0);
    assert!(!table.battle.is_in_contact(rider) && table.battle.unit(rider).done.moved);
}

#[test]
fn skirmishers_caught_on_the_move_do_not_fire_as_if_they_stood() {
    let day = Day::new().union(infantry("a", 4, [800, 800], 0, "")).confederate(cavalry(
        "c",
        4,
        "horse-pistol",
        [1060, 1000],
        270,
    ));
    let mut table = day.begin();
    let (unit, rider) = (table.id("a"), table.id("c"));
    let skirmishers = table.battle.unit_mut(unit);
    (skirmishers.formation, skirmishers.files) = (Formation::Skirmish, 4);
    table.battle.unit_mut(rider).grade = Grade::Elite;
    let mut table = table.card(0).on_to(Phase::Movement);
    table.obey(&Command::Move { unit, column_die: false, road_die: false }, &[5, 5, 5, 5], &[]);
    // Cavalry passes and comes; they pass too and fire, for nothing, and fall back.
    let yes_and_stop = |_: &Question| 0;
    let record = table.obey_as(&PAST, &[3, 5, 5, 2, 0, 3, 3, 3, 3], yes_and_stop);
    assert!(questions(&record).contains(&"skirmish-fire"), "{:?}", record.questions);
    assert_eq!(factors(&record).len(), 1);
    assert_eq!(count(&record, "SE-FIRE-SHIFT-STATIONARY"), 0, "{:?}", record.modifiers);
}

#[test]
fn whoever_crosses_an_obstacle_has_nothing_left_to_face_with() {
    let day = Day::new()
        .ground("abatis", "LineString", "[[600, 820], [1000, 820]]")
        .union(infantry("a", 4, [800, 800], 0, ""))
        .confederate(cavalry("c", 3, "horse-pistol", [960, 840], 270));
    let mut table = day.begin().card(0).on_to(Phase::Movement);
    let unit = table.id("a");
    let refuses_fire = |question: &Question| u32::from(question.kind.name != "opportunity-charge");
    let record = table.obey_as(&Command::CrossObstacle { unit }, &[3, 5, 5, 3], refuses_fire);
    let asked = questions(&record);
    assert!(asked.contains(&"opportunity-charge") && !asked.contains(&"face-charge"), "{asked:?}");
    assert!(table.battle.is_in_contact(unit));
}

/// Who defends behind this is attacked: how often fences and works counted.
fn defended(kind: &str, defender: String, change: fn(&mut Unit)) -> [usize; 2] {
    let day = Day::new()
        .ground(kind, "LineString", "[[600, 1002], [1000, 1002]]")
        .union(infantry("a", 6, [800, 999], 0, ""))
        .confederate(defender);
    let mut table = day.begin();
    let (unit, target) = (table.id("a"), table.id("x"));
    change(table.battle.unit_mut(target));
    let contact = Contact { charger: unit, target, flank_or_rear: false, due: true, engaged: false, melee: None };
    table.battle.contacts = vec![contact];
    let mut table = table.card(0).on_to(Phase::Movement);
    table.obey_as(&Command::EndMovement, &[], |_| 0);
    // Both stay in contact, or the enemy loses a stand and goes.
    let record = table.obey_as(&Command::Fight { unit }, &[2], |_| 0);
    ["SE-COMBAT-SHIFT-FENCE", "SE-COMBAT-SHIFT-WORKS"].map(|id| count(&record, id))
}

#[test]
fn works_help_mounted_men_and_limbered_guns_but_fences_and_walls_do_not() {
    let riders = || cavalry("x", 6, "horse-pistol", [800, 1000], 180);
    let breastwork = r#"breastwork", "faces": "both"#;
    assert_eq!(defended(breastwork, riders(), |_| {}), [0, 1]);
    assert_eq!(defended("stone-wall", riders(), |_| {}), [0, 0]);
    let guns = || battery("x", r#"{ count = 8, weapon = "12-pdr-napoleon" }"#, [800, 1000], 180);
    assert_eq!(defended("stone-wall", guns(), |_| {}), [1, 0]);
    let limber = |unit: &mut Unit| {
        (unit.formation, unit.files) = (Formation::Limbered, 1);
        unit.centre = Point::new(800 * YARD, 1_120 * YARD);
    };
    assert_eq!(defended("stone-wall", guns(), limber), [0, 0]);
}
