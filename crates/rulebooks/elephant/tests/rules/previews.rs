//! What an order may lead to, told exactly before it is given: the odds add up to one, and the dice agree with them.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;

use elephant::play::{Allotment, Battle, Command, Phase};
use elephant::unit::Formation;
use engine::official::Policy;
use engine::stage::{Intent, PieceId, Spot};
use engine::{Decimal, Fast, GivenAnswers, Official, Play, Question, Silent};
use field::ground::YARD;

use crate::field_day::{Day, Table, cavalry, infantry};

/// How a battle came out, as far as these tests compare it.
fn gist(table: &Table, battle: &Battle) -> String {
    let unit = |name: &str| {
        let unit = battle.unit(table.id(name));
        let condition = unit.condition;
        format!(
            "{name} {:?} {:?} {} {} {}",
            unit.place, unit.withdrew, condition.stands, condition.hits, condition.panic
        )
    };
    format!("{}; {}; {}", unit("a"), unit("x"), battle.contacts.len())
}

/// Previews an order and holds it against rollouts with the same answers.
#[track_caller]
fn agrees(table: &Table, command: &Command, answers: &GivenAnswers, columns_wanted: usize) {
    let begun = std::time::Instant::now();
    let columns = table.theatre.preview(&table.battle, command, answers).expect("the preview comes to an end");
    println!("{} columns in {:?}", columns.len(), begun.elapsed());
    assert_eq!(columns.len(), columns_wanted);
    for column in columns {
        let total = column.odds.total.to_f64();
        println!("{} outcomes, {} states, {} runs", column.odds.outcomes.len(), column.odds.states, column.odds.runs);
        let mut exact: BTreeMap<String, f64> = BTreeMap::new();
        for (battle, ways) in &column.odds.outcomes {
            *exact.entry(gist(table, battle)).or_default() += ways.to_f64() / total;
        }
        // That the whole ways add up to exactly one is asserted in every calculation; this is what is left to check.
        assert!(column.odds.unresolved.is_zero(), "something was not followed to its end");
        assert!((exact.values().sum::<f64>() - 1.0).abs() < 1e-9);
        let tries = 4_000;
        let mut seen: BTreeMap<String, f64> = BTreeMap::new();
        for seed in 0..tries {
            let orders = column.answers.clone();
            let policy = Policy(move |question: &Question| orders.find(question).ok().flatten().unwrap_or(0));
            let mut umpire = Official { dice: Fast::seeded(seed), answers: policy, record: Silent::new() };
            let mut copy = table.battle.clone();
            table.theatre.obey(&mut copy, command, &mut umpire).expect("it is obeyed");
            *seen.entry(gist(table, &copy)).or_default() += 1.0 / tries as f64;
        }
        for (what, share) in &seen {
            let chance = exact.get(what).copied().unwrap_or(0.0);
            let spread = 5.0 * (chance.max(1e-4) / tries as f64).sqrt();
            assert!((share - chance).abs() < spread, "{what}: {share} of the rollouts, and the odds say {chance}");
        }
    }
}

/// Two regiments at 240 yards, with friends near enough to be frightened.
fn charge(day: &Day) -> Table {
    let mut table = day.begin().card(0).on_to(Phase::AnnounceCharges);
    let (unit, target) = (table.id("a"), table.id("x"));
    table.obey(&Command::AnnounceCharge { unit, target, column_die: false, behind: None }, &[], &[]);
    table.obey(&Command::EndAnnouncement, &[], &[]);
    table
}

fn lines() -> Day {
    Day::new()
        .union(infantry("a", 10, [800, 800], 0, r#"quality = "veteran""#))
        .union(infantry("b", 8, [800, 640], 0, ""))
        .confederate(infantry("x", 9, [800, 1040], 180, ""))
        .confederate(infantry("y", 8, [800, 1200], 180, r#"quality = "poor""#))
}

#[test]
fn a_whole_charge_is_previewed() {
    let table = charge(&lines());
    let command = Command::Charge { target: table.id("x") };
    // First and second fire or not: four columns.
    agrees(&table, &command, &GivenAnswers::new(), 4);
    let held = GivenAnswers::new().with("first-fire", "yes").with("second-fire", "yes");
    agrees(&table, &command, &held, 1);
}

#[test]
fn so_are_skirmishers_and_cavalry() {
    let day = Day::new().union(cavalry("a", 8, "shotgun", [800, 800], 0)).confederate(infantry(
        "x",
        6,
        [800, 1000],
        180,
        r#"quality = "green""#,
    ));
    let table = charge(&day);
    let command = Command::Charge { target: table.id("x") };
    let orders = GivenAnswers::new().with("first-fire", "yes").with("charge-pistols", "yes");
    agrees(&table, &command, &orders, 2);
}

#[test]
fn fire_morale_and_combat_are_previewed() {
    let mut table = lines().begin().card(0);
    let (unit, target) = (table.id("a"), table.id("x"));
    let at = vec![Allotment { target, stands: 10, guns: 0 }];
    table.obey(&Command::DeclareFire { unit, stance: elephant::fire::Stance::Move, at, officer: None }, &[], &[]);
    table.obey(&Command::EndDeclaration, &[], &[]);
    agrees(&table, &Command::ResolveFire { target }, &GivenAnswers::new(), 1);

    let mut table = lines().begin();
    table.battle.unit_mut(unit).condition.panic = 2;
    table.battle.unit_mut(unit).flank_fire_turn = 1;
    let table = table.card(0);
    agrees(&table, &Command::Test { unit }, &GivenAnswers::new(), 1);

    let mut table = charge(&lines());
    table.obey(&Command::Charge { target }, &[4, 4, 4, 7], &[1, 1]);
    let table = table.on_to(Phase::Combat);
    agrees(&table, &Command::Fight { unit }, &GivenAnswers::new(), 1);
}

#[test]
fn so_is_a_march_past_enemies_who_fire_or_charge() {
    let past = |day: Day| {
        let column = infantry("a", 6, [800, 850], 90, "").replace(r#"posture = "line""#, r#"posture = "march""#);
        let mut table = day.union(column).begin().card(0).on_to(Phase::Movement);
        let unit = table.id("a");
        table.obey(&Command::Move { unit, column_die: true, road_die: false }, &[5, 5, 5, 5], &[]);
        table
    };
    let step = Command::Advance { inches: Decimal::from_int(20), oblique_degrees: Decimal::ZERO };
    // The one fires at one place of its path, and the other at another if it comes so far.
    let lines = Day::new().confederate(infantry("x", 4, [1100, 985], 180, "")).confederate(infantry(
        "y",
        4,
        [1400, 985],
        180,
        "",
    ));
    agrees(&past(lines), &step, &GivenAnswers::new().with("pass-through", "yes"), 1);
    let riders = Day::new().ground("stream", "LineString", "[[900, 940], [1500, 940]]").confederate(cavalry(
        "x",
        6,
        "horse-pistol",
        [1200, 985],
        180,
    ));
    let orders = ["opportunity-charge", "pass-through", "face-charge", "first-fire", "second-fire", "charge-pistols"];
    let orders = orders.into_iter().fold(GivenAnswers::new(), |orders, name| orders.with(name, "yes"));
    agrees(&past(riders), &step, &orders, 1);
}

#[test]
fn a_charge_that_may_fall_short_says_so() {
    // Sixteen inches and a half: three average dice carry no farther than fifteen.
    let day = Day::new().union(infantry("a", 4, [800, 400], 0, "")).confederate(infantry("x", 4, [800, 1080], 180, ""));
    let table = day.begin().card(0).on_to(Phase::AnnounceCharges);
    let command =
        Command::AnnounceCharge { unit: table.id("a"), target: table.id("x"), column_die: false, behind: None };
    let columns = table.theatre.preview(&table.battle, &command, &GivenAnswers::new()).expect("it is foreseen");
    for (after, _) in columns.iter().flat_map(|column| &column.odds.outcomes) {
        let told = table.theatre.gist(&table.battle, after, None);
        assert!(!told.contains("the next phase"), "{told}");
    }
}

#[test]
fn a_column_among_friends_faces_where_it_cannot_wheel() {
    let day = Day::new()
        .union(infantry("a", 6, [800, 600], 0, ""))
        .union(infantry("b", 6, [1200, 600], 0, ""))
        .union(infantry("c", 6, [400, 600], 0, ""))
        .confederate(infantry("x", 4, [800, 1500], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::Movement);
    for (unit, east) in [("a", 800), ("b", 890), ("c", 710)] {
        let id = table.id(unit);
        let unit = table.battle.unit_mut(id);
        (unit.formation, unit.files, unit.centre.x) = (Formation::Column, 2, east * YARD);
    }
    let place = |x: i64, y: i64| Spot { x: x * i64::from(YARD), y: y * i64::from(YARD) };
    let thought_out = |to: Spot| {
        let intent = Intent::March { to, heading: None };
        table.theatre.propose(&table.battle, PieceId(table.id("a").0), &intent).expect("it is thought out")
    };
    assert!(thought_out(place(800, 1_100)).cost.starts_with("1"), "straight on there is room");
    let aside = thought_out(place(1_200, 900));
    assert!(aside.way.len() > 1 && !aside.orders.is_empty(), "{aside:?}");
}
