//! Who comes when and with whom, who fires with what, and who tests, rides and gets out of the way.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use elephant::Event;
use elephant::charts::Grade;
use elephant::fire::Stance;
use elephant::play::{Allotment, Command, Health, Phase, Place, UnitId};
use elephant::unit::Formation;
use engine::{Decimal, Kept};
use field::ground::{Point, YARD};

use crate::field_day::{Day, Table, battery, infantry};
use crate::support::plan;

const fn place(x: i32, y: i32) -> Point {
    Point::new(x * YARD, y * YARD)
}

/// The total factors of every fire, in order.
fn factors(record: &Kept<Event>) -> Vec<i32> {
    let factor = |event: &Event| match event {
        Event::Fired { factor_thousandths, .. } => Some(factor_thousandths / 1_000),
        _ => None,
    };
    record.events.iter().filter_map(factor).collect()
}

/// A regiment that comes on in the second turn.
fn late(id: &str) -> String {
    format!(
        r#"{{ id = "{id}", name = "{id}", arm = "infantry", men = 360, weapon = "rifle-musket", quality = "regular",
           arrives = {{ time = "09:15", at = [800, 2400], posture = "line" }} }}"#
    )
    .replace('\n', " ")
}

/// On to the next turn, with nothing done in this one.
fn next_turn(table: Table) -> Table {
    let mut table = table.card(0).on_to(Phase::Draw).card(0).on_to(Phase::Draw);
    table.obey(&Command::DrawCard, &[], &[]);
    assert_eq!(table.battle.turn, 2);
    table
}

#[test]
fn an_officer_comes_on_with_his_unit() {
    let day = Day::new()
        .union(infantry("a", 6, [800, 400], 0, ""))
        .confederate(infantry("y", 6, [1500, 2000], 180, ""))
        .confederate(late("x"))
        .leader("Moss", "north", r#"with = "x""#);
    let table = day.begin();
    let (unit, moss) = (table.id("x"), table.officer("Moss").index());
    assert_eq!(table.battle.unit(unit).place, Place::Coming(2));
    assert_eq!(table.battle.officers[moss].health, Health::Coming(2));
    assert!(elephant::play::broken_laws(&table.theatre, &table.battle).is_empty());
    let table = next_turn(table);
    let officer = table.battle.officers[moss];
    assert_eq!((officer.health, officer.with), (Health::Fit, Some(unit)));
    assert_eq!(officer.at, table.battle.unit(unit).centre);
}

#[test]
fn no_officer_of_a_shipped_battle_rides_ahead_of_his_unit() {
    for name in ["brawners-farm", "first-bull-run"] {
        let (_, battle) = elephant::play::muster(crate::support::book(), &plan(name)).expect("it can be mustered");
        for officer in battle.officers.iter().filter(|officer| officer.is_present()) {
            assert!(officer.with.is_none_or(|unit| battle.unit(unit).is_on_field()), "{name}: {officer:?}");
        }
        assert!(battle.officers.iter().any(|officer| matches!(officer.health, Health::Coming(_))), "{name}");
    }
}

/// What fire declared like this at one target comes to.
fn fired(firer: String, markers: u8, shares: &[(u16, u8)]) -> Vec<i32> {
    let day = Day::new().union(firer).confederate(infantry("x", 6, [800, 1090], 180, ""));
    let mut table = day.begin().card(0);
    let (unit, target) = (table.id("a"), table.id("x"));
    table.battle.unit_mut(unit).condition.panic = markers;
    let at = shares.iter().map(|(stands, guns)| Allotment { target, stands: *stands, guns: *guns }).collect();
    table.obey(&Command::DeclareFire { unit, stance: Stance::Hold, at, officer: None }, &[], &[]);
    table.obey(&Command::EndDeclaration, &[], &[]);
    factors(&table.obey(&Command::ResolveFire { target }, &[0], &[]))
}

#[test]
fn panic_markers_silence_stands_once_for_each_target() {
    let guns = r#"{ count = 4, weapon = "12-pdr-napoleon" }, { count = 4, weapon = "3-inch-rifle" }"#;
    // Two hundred and ninety yards: the rifles do less, and fall silent.
    assert_eq!(fired(battery("a", guns, [800, 800], 0), 2, &[(2, 0), (2, 1)]), [2 * 6]);
    assert_eq!(fired(infantry("a", 6, [800, 920], 0, ""), 1, &[(3, 0), (3, 0)]), [5 * 2]);
}

#[test]
fn skirmishers_before_a_wing_go_straight_back_to_their_distance() {
    let day = Day::new().union(infantry("a", 10, [800, 700], 0, "")).confederate(infantry("x", 3, [980, 900], 180, ""));
    let mut table = day.begin();
    let (unit, target) = (table.id("a"), table.id("x"));
    let skirmishers = table.battle.unit_mut(target);
    (skirmishers.formation, skirmishers.files, skirmishers.prone) = (Formation::Skirmish, 3, true);
    let mut table = table.card(0).on_to(Phase::Movement);
    table.obey(&Command::Move { unit, column_die: false, road_die: false }, &[5, 5, 5], &[]);
    // Up to sixty yards.
    let advance = Command::Advance { inches: Decimal::from_thousandths(3_500), oblique_degrees: Decimal::ZERO };
    table.obey_as(&advance, &[], |_| 1);
    table.obey_as(&Command::EndMove, &[], |_| 1);
    let skirmishers = table.battle.unit(target);
    assert_eq!((skirmishers.centre.x / YARD, skirmishers.centre.y / YARD), (980, 955));
    assert!(!skirmishers.prone, "whoever goes has got up");
}

#[test]
fn prone_skirmishers_get_up_to_fall_back() {
    let day = Day::new().union(infantry("a", 8, [800, 800], 0, "")).confederate(infantry("x", 4, [800, 1030], 180, ""));
    let mut table = day.begin();
    let (unit, target) = (table.id("a"), table.id("x"));
    let skirmishers = table.battle.unit_mut(target);
    (skirmishers.formation, skirmishers.files, skirmishers.prone) = (Formation::Skirmish, 4, true);
    let mut table = table.card(0).on_to(Phase::AnnounceCharges);
    table.obey(&Command::AnnounceCharge { unit, target, column_die: false, behind: None }, &[], &[]);
    table.obey(&Command::EndAnnouncement, &[], &[]);
    table.obey(&Command::Charge { target }, &[5, 5, 5, 2, 2, 2, 2], &[1, 0]);
    assert!(!table.battle.unit(target).prone);
}

/// A brigade whose commander is with whatever a test says.
fn with_hale(units: &[String]) -> Table {
    let mut day = Day::new().confederate(infantry("x", 4, [2000, 2200], 180, ""));
    for unit in units {
        day = day.union(unit.clone());
    }
    day.leader("Hale", "south", "at = [400, 400]").begin().card(0).on_to(Phase::Movement)
}

#[test]
fn an_officer_stays_with_the_unit_that_his_detachment_rejoins() {
    let mut table = with_hale(&[infantry("a", 8, [800, 700], 0, "")]);
    let (parent, out) = (table.id("a"), UnitId::at(table.battle.units.len()));
    table.obey(&Command::DeploySkirmishers { unit: parent, stands: 2, at: Some(place(800, 640)) }, &[], &[]);
    table.battle.unit_mut(out).done = Default::default();
    table.battle.officers[0].with = Some(out);
    table.obey(&Command::Move { unit: out, column_die: false, road_die: false }, &[5, 5, 5, 5], &[]);
    table.obey(&Command::RecallSkirmishers, &[], &[]);
    let officer = table.battle.officers[0];
    assert_eq!((officer.with, officer.at), (Some(parent), table.battle.unit(parent).centre));
}

#[test]
fn an_officer_stays_with_the_battery_that_his_part_joins() {
    let guns = r#"{ count = 8, weapon = "12-pdr-napoleon" }"#;
    let mut table = with_hale(&[battery("a", guns, [800, 700], 0)]);
    let (whole, part) = (table.id("a"), UnitId::at(table.battle.units.len()));
    table.obey(&Command::SplitBattery { unit: whole, guns: vec![2] }, &[], &[]);
    table.battle.officers[0].with = Some(part);
    table.obey(&Command::JoinBattery { unit: whole, part }, &[], &[]);
    let officer = table.battle.officers[0];
    assert_eq!((officer.with, officer.at), (Some(whole), table.battle.unit(whole).centre));
}

#[test]
fn whoever_takes_over_has_ridden_as_far_as_he_has() {
    let east = infantry("b", 6, [1400, 900], 0, "");
    let day = Day::new()
        .union(infantry("a", 6, [800, 900], 0, ""))
        .confederate(infantry("x", 8, [800, 1900], 180, ""))
        .leader("Kent", "kent", "at = [1000, 600]")
        .leader("Reno", "east", "at = [1400, 700]")
        .more(&format!(
            "[[formation]]\nid = \"kent\"\nname = \"Kent\"\nlevel = \"division\"\nside = \"union\"\n\
             [[formation]]\nid = \"east\"\nname = \"East\"\nlevel = \"brigade\"\nunder = \"kent\"\nunits = [{east}]\n"
        ));
    let mut table = day.begin();
    let (kent, reno) = (table.officer("Kent").index(), table.officer("Reno").index());
    (table.battle.officers[kent].health, table.battle.officers[reno].moved) = (Health::Vacant, true);
    table.battle.deck = 1 << table.theatre.posts[kent].hq.index();
    let table = table.card(0);
    assert!(table.battle.officers[kent].successor && table.battle.officers[kent].moved);
}

#[test]
fn a_colonel_takes_over_before_any_captain_of_guns() {
    let guns = || battery("g", r#"{ count = 4, weapon = "12-pdr-napoleon" }"#, [400, 900], 0);
    let successor = |units: &[String]| {
        let mut day = Day::new().confederate(infantry("x", 8, [800, 1900], 180, ""));
        for unit in units {
            day = day.union(unit.clone());
        }
        let mut table = day.leader("Hale", "south", "at = [400, 400]").begin();
        table.battle.officers[0].health = Health::Vacant;
        let table = table.card(0);
        let unit = table.battle.officers[0].with.expect("he is with his unit");
        table.theatre.regiments[unit.index()].id.clone()
    };
    assert_eq!(successor(&[guns(), infantry("a", 6, [800, 900], 0, "")]), "a");
    assert_eq!(successor(&[guns()]), "g");
}

#[test]
fn markers_of_the_morale_phase_itself_are_not_tested_twice() {
    let day = Day::new()
        .union(infantry("a", 4, [800, 900], 0, ""))
        .union(infantry("b", 4, [970, 900], 0, ""))
        .confederate(infantry("x", 8, [900, 1900], 180, ""));
    let mut table = day.begin();
    let (unit, friend) = (table.id("a"), table.id("b"));
    for id in [unit, friend] {
        table.battle.unit_mut(id).grade = Grade::Militia;
    }
    table.battle.unit_mut(unit).condition.panic = 2;
    let mut table = table.card(0);
    assert_eq!(table.battle.phase, Phase::Morale);
    // It routs; its friend takes a marker for that, tests, and is shaken.
    table.obey_as(&Command::Test { unit }, &[9, 6], |_| 0);
    assert_eq!(table.battle.unit(friend).condition.panic, 2);
    assert_eq!(table.battle.phase, Phase::DeclareFire);
}

#[test]
fn whoever_is_in_woods_is_in_cover_though_nobody_sees_him() {
    let tested = |day: Day| {
        let day = day.union(infantry("a", 4, [800, 400], 0, "")).confederate(infantry("x", 4, [800, 2200], 180, ""));
        let mut table = day.begin();
        let unit = table.id("a");
        table.battle.unit_mut(unit).condition.panic = 1;
        let mut table = table.card(0);
        let record = table.obey(&Command::Test { unit }, &[3], &[]);
        record.modifiers.iter().filter(|modifier| modifier.rule.id() == "SE-MORALE-MOD-COVER").count()
    };
    let woods = "[[[500, 200], [1100, 200], [1100, 900], [500, 900], [500, 200]]]";
    assert_eq!(tested(Day::new().ground("dense-wood", "Polygon", woods)), 1);
    assert_eq!(tested(Day::new()), 0);
}

#[test]
fn whoever_was_passed_through_is_told_so() {
    let day = Day::new().union(infantry("a", 6, [800, 800], 0, "")).confederate(infantry("x", 6, [800, 1060], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::AnnounceCharges);
    let (unit, target) = (table.id("a"), table.id("x"));
    table.battle.unit_mut(unit).done.stands_still = true;
    let why = |table: &Table, command: &Command| table.refused(command).to_string();
    let said = why(&table, &Command::AnnounceCharge { unit, target, column_die: false, behind: None });
    assert!(said.contains("a friend passed through a") && !said.contains("has had its move"), "{said}");
    let mut table = table.on_to(Phase::Movement);
    table.battle.unit_mut(unit).prone = true;
    let said = why(&table, &Command::StandUp { unit, column_die: false, road_die: false });
    assert!(said.contains("a friend passed through a") && !said.contains("start of its move"), "{said}");
}
