//! What is easily lost on the way: guns of a battalion, volleys of a deep column, markers of a part that comes back.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use elephant::Event;
use elephant::charts::Weapon;
use elephant::fire::Stance;
use elephant::play::{Command, muster};
use engine::Kept;

use crate::field_day::{Day, battery, infantry};
use crate::support::{book_with, plan};

/// All of one unit fires at the other.
fn fires(day: &Day) -> Kept<Event> {
    let mut table = day.begin().card(0);
    let (unit, target) = (table.id("a"), table.id("x"));
    table.obey(&Command::FireAll { unit, stance: Stance::Hold, target }, &[], &[]);
    table.obey(&Command::EndDeclaration, &[], &[]);
    table.obey(&Command::ResolveFire { target }, &[0], &[])
}

#[test]
fn a_battalion_has_the_guns_of_all_its_batteries() {
    let (theatre, battle) =
        muster(book_with(&[("scale", "brigade")]), &plan("mcphersons-ridge")).expect("it can be mustered");
    let of = |id: &str| theatre.regiments.iter().position(|regiment| regiment.id == id).expect("it is there");
    let pegram = of("pegram");
    assert_eq!(theatre.regiments[pegram].stands, 5);
    assert_eq!(theatre.regiments[pegram].weapons[..], [Weapon::TwelvePounderNapoleon, Weapon::ThreeInchRifle]);
    assert_eq!(battle.units[pegram].guns, [3, 2, 0, 0]);
}

#[test]
fn a_battery_has_no_more_models_than_its_guns_are_worth() {
    let mixed = r#"{ count = 1, weapon = "12-pdr-napoleon" }, { count = 3, weapon = "3-inch-rifle" }"#;
    let day = Day::new().switch("scale", "brigade").union(battery("a", mixed, [800, 900], 0)).confederate(infantry(
        "x",
        4,
        [1600, 2200],
        180,
        "",
    ));
    let table = day.begin();
    let unit = table.id("a");
    assert_eq!(table.theatre.regiments[unit.index()].weapons[..], [Weapon::ThreeInchRifle]);
    assert_eq!(table.battle.unit(unit).guns, [1, 0, 0, 0]);
}

#[test]
fn every_rank_of_a_deep_column_fires_at_its_own_range() {
    let column = infantry("a", 24, [800, 900], 0, "")
        .replace(r#"posture = "line""#, r#"posture = "march""#)
        .replace("rifle-musket", "repeating-rifle");
    let record = fires(&Day::new().union(column).confederate(infantry("x", 6, [800, 999], 180, "")));
    let factor = record.events.iter().find_map(|event| match event {
        Event::Fired { factor_thousandths, .. } => Some(*factor_thousandths),
        _ => None,
    });
    assert_eq!(factor, Some(70_000), "{:?}", record.events);
}

#[test]
fn the_front_rank_at_fifty_yards_is_not_lost_in_the_others() {
    let column = infantry("a", 3, [800, 900], 0, "").replace(r#"posture = "line""#, r#"posture = "march""#);
    let day = Day::new().union(column).confederate(infantry("x", 6, [800, 945], 180, ""));
    let close = |record: &Kept<Event>| record.modifiers.iter().any(|one| one.rule.id() == "SE-FIRE-SHIFT-50YD");
    assert!(close(&fires(&day.clone().switch("fifty-yards", "on"))));
    assert!(!close(&fires(&day)));
}
