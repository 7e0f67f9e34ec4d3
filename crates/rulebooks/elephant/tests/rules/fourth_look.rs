//! What is easily lost on the way: guns of a battalion, volleys of a deep column, markers of a part that comes back.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use elephant::Event;
use elephant::charts::Weapon;
use elephant::fire::Stance;
use elephant::play::{Command, Phase, UnitId, muster};
use engine::{Decimal, Kept};
use field::plane::Flank;

use crate::field_day::{Day, Table, battery, cavalry, infantry};
use crate::support::{book_with, plan};

const NAPOLEONS: &str = r#"{ count = 8, weapon = "12-pdr-napoleon" }"#;

/// A wheel of whole degrees.
fn wheel(on: Flank, degrees: i32) -> Command {
    Command::Wheel { on, degrees: Decimal::from_int(degrees) }
}

/// A unit begins its move, with threes on its dice.
fn moves(table: &mut Table, unit: UnitId, dice: usize) {
    table.obey(&Command::Move { unit, column_die: false, road_die: false }, &vec![3; dice], &[]);
}

/// All of one unit fires at the other.
fn fires(day: &Day) -> Kept<Event> {
    let mut table = day.begin().card(0);
    let (unit, target) = (table.id("a"), table.id("x"));
    table.obey(&Command::FireAll { unit, stance: Stance::Hold, target }, &[], &[]);
    table.obey(&Command::EndDeclaration, &[], &[]);
    table.obey(&Command::ResolveFire { target }, &[0], &[])
}

/// A battery of the south, and the section that it has just sent apart.
fn split() -> (Table, UnitId, UnitId) {
    let day =
        Day::new().union(battery("a", NAPOLEONS, [800, 900], 0)).confederate(infantry("x", 4, [1600, 2200], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::Movement);
    let (unit, part) = (table.id("a"), UnitId::at(table.battle.units.len()));
    table.obey(&Command::SplitBattery { unit, guns: vec![2] }, &[], &[]);
    (table, unit, part)
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

#[test]
fn nobody_wheels_backwards() {
    let day = Day::new()
        .union(infantry("a", 4, [800, 900], 0, ""))
        .union(cavalry("b", 4, "horse-pistol", [1400, 900], 0))
        .confederate(infantry("x", 4, [1600, 2200], 180, ""));
    let table = day.begin().card(0).on_to(Phase::Movement);
    for (name, dice, other) in [("a", 3, "step back"), ("b", 2, "face about")] {
        let mut table = table.clone();
        let unit = table.id(name);
        moves(&mut table, unit, dice);
        for (on, degrees, corner) in [(Flank::Left, 20, "right"), (Flank::Right, -20, "left")] {
            let why = table.refused(&wheel(on, degrees)).to_string();
            assert!(why.contains("SE-PEN-BACKSTEP") && why.contains(corner) && why.contains(other), "{why}");
        }
        table.clone().obey(&wheel(Flank::Left, -20), &[], &[]);
        table.obey(&wheel(Flank::Right, 20), &[], &[]);
    }
}

#[test]
fn guns_that_fired_are_not_fresh_among_others_of_their_battery() {
    let (mut table, unit, part) = split();
    let fired = table.battle.unit_mut(part);
    (fired.done.fired, fired.done.reacted, fired.out_of_ammo) = (Some(Stance::Prolong), true, true);
    table.obey(&Command::JoinBattery { unit, part }, &[], &[]);
    let joined = table.battle.unit(unit);
    assert_eq!((joined.done.fired, joined.done.reacted, joined.out_of_ammo), (Some(Stance::Prolong), true, true));
    table.refused(&Command::Move { unit, column_die: false, road_die: false });
}

#[test]
fn skirmishers_bring_their_markers_home() {
    let day =
        Day::new().union(infantry("a", 6, [800, 900], 0, "")).confederate(infantry("x", 4, [1600, 2200], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::Movement);
    let (unit, part) = (table.id("a"), UnitId::at(table.battle.units.len()));
    let at = Some(field::ground::Point::new(800 * field::ground::YARD, 960 * field::ground::YARD));
    table.obey(&Command::DeploySkirmishers { unit, stands: 2, at }, &[], &[]);
    let out = table.battle.unit_mut(part);
    (out.done.moved, out.done.marched) = (false, false);
    (out.done.fired, out.out_of_ammo) = (Some(Stance::Move), true);
    moves(&mut table, part, 4);
    table.obey(&Command::RecallSkirmishers, &[], &[]);
    let whole = table.battle.unit(unit);
    assert_eq!((whole.condition.stands, whole.done.fired, whole.out_of_ammo), (6, Some(Stance::Move), true));
}
