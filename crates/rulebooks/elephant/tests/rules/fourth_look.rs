//! What is easily lost on the way: guns of a battalion, volleys of a deep column, markers of a part that comes back.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use elephant::Event;
use elephant::charts::Weapon;
use elephant::fire::Stance;
use elephant::play::{Command, Contact, Health, Phase, UnitId, muster};
use elephant::unit::Formation;
use engine::{Decimal, Kept, Play, Side};
use field::ground::{Point, YARD};
use field::plane::Flank;

use crate::field_day::{Day, Table, battery, cavalry, cites, infantry};
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
    let at = Some(Point::new(800 * YARD, 960 * YARD));
    table.obey(&Command::DeploySkirmishers { unit, stands: 2, at }, &[], &[]);
    let out = table.battle.unit_mut(part);
    (out.done.moved, out.done.marched) = (false, false);
    (out.done.fired, out.out_of_ammo) = (Some(Stance::Move), true);
    moves(&mut table, part, 4);
    table.obey(&Command::RecallSkirmishers, &[], &[]);
    let whole = table.battle.unit(unit);
    assert_eq!((whole.condition.stands, whole.done.fired, whole.out_of_ammo), (6, Some(Stance::Move), true));
}

#[test]
fn horses_of_a_detachment_carry_nobody_else() {
    let day = Day::new()
        .switch("horse-holders", "on")
        .union(cavalry("a", 10, "horse-pistol", [800, 900], 0))
        .confederate(infantry("x", 4, [1600, 2200], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::Movement);
    let unit = table.id("a");
    let at = Some(Point::new(800 * YARD, 960 * YARD));
    table.obey(&Command::DeploySkirmishers { unit, stands: 2, at }, &[], &[]);
    for (command, stands) in [(Command::Dismount, 6), (Command::MountUp, 8)] {
        table.battle.unit_mut(unit).done.moved = false;
        let dice = if command == Command::Dismount { 2 } else { 4 };
        moves(&mut table, unit, dice);
        table.obey(&command, &[], &[]);
        table.obey(&Command::EndMove, &[], &[]);
        assert_eq!(table.battle.unit(unit).condition.stands, stands, "{command:?}");
    }
}

fn ahead(thousandths: i32) -> Command {
    Command::Advance { inches: Decimal::from_thousandths(thousandths), oblique_degrees: Decimal::ZERO }
}

/// A few stands in column.
fn column(id: &str, at: [i32; 2]) -> String {
    infantry(id, 4, at, 0, "").replace(r#"posture = "line""#, r#"posture = "march""#)
}

#[test]
fn a_ford_in_a_broad_river_is_waded_too() {
    let day = Day::new()
        .ground("river", "Polygon", "[[[0, 980], [2400, 980], [2400, 1020], [0, 1020], [0, 980]]]")
        .ground("ford", "Point", "[800, 1000]")
        .union(column("a", [800, 900]))
        .confederate(infantry("x", 4, [1600, 2200], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::Movement);
    let unit = table.id("a");
    table.obey(&Command::Move { unit, column_die: false, road_die: false }, &[5, 5, 5], &[]);
    let record = table.obey(&ahead(5_000), &[], &[]);
    assert!(cites(&record, "SE-PEN-STREAM"), "{:?}", record.entries);
}

#[test]
fn a_line_does_not_enter_a_defile() {
    let day = Day::new()
        .ground("defile", "Point", "[800, 1000]")
        .union(infantry("a", 6, [800, 900], 0, ""))
        .union(column("b", [800, 700]))
        .confederate(infantry("x", 4, [1600, 2200], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::Movement);
    let (line, column) = (table.id("a"), table.id("b"));
    moves(&mut table, line, 3);
    let why = table.refused(&ahead(4_000)).to_string();
    assert!(why.contains("a defile, for columns only") && why.contains("go 1.4"), "{why}");
    table.obey(&ahead(1_400), &[], &[]);
    table.obey(&Command::EndMove, &[], &[]);
    table.battle.unit_mut(line).centre = Point::new(1_800 * YARD, 900 * YARD);
    moves(&mut table, column, 3);
    table.obey(&ahead(9_000), &[], &[]);
}

#[test]
fn who_comes_too_near_hears_how_far_he_may_go() {
    let day = Day::new().union(infantry("a", 6, [800, 900], 0, "")).confederate(infantry("x", 6, [800, 1100], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::Movement);
    let (unit, enemy) = (table.id("a"), table.id("x"));
    table.battle.unit_mut(enemy).done.reacted = true;
    moves(&mut table, unit, 3);
    let why = table.refused(&ahead(4_500)).to_string();
    assert!(why.contains("go 3.75 at most") && why.contains("SE-MOVE-SEQ") && !why.contains("charge"), "{why}");
    table.obey(&ahead(3_750), &[], &[]);
}

#[test]
fn nobody_joins_a_fight_by_coming_home() {
    let day = Day::new().union(infantry("a", 6, [800, 900], 0, "")).confederate(infantry("x", 6, [800, 960], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::Movement);
    let (unit, target, part) = (table.id("a"), table.id("x"), UnitId::at(table.battle.units.len()));
    let out = table.battle.unit_mut(unit);
    out.condition.stands = 4;
    let mut skirmishers = *out;
    (skirmishers.parent, skirmishers.formation, skirmishers.files) = (Some(unit), Formation::Skirmish, 2);
    (skirmishers.condition.stands, skirmishers.centre) = (2, Point::new(800 * YARD, 790 * YARD));
    table.battle.units.push(skirmishers);
    let engaged = Contact { charger: unit, target, flank_or_rear: false, due: false, engaged: true, melee: None };
    table.battle.contacts = [engaged].into_iter().collect();
    moves(&mut table, part, 4);
    let why = table.refused(&Command::RecallSkirmishers).to_string();
    assert!(why.contains("SE-COMBAT-RES-ENGD") && why.contains("fight"), "{why}");
}

#[test]
fn somebody_takes_over_an_army_though_it_has_no_card() {
    let east = infantry("b", 6, [1400, 900], 0, "");
    let day = Day::new()
        .union(infantry("a", 6, [800, 900], 0, ""))
        .confederate(infantry("x", 8, [800, 1900], 180, ""))
        .leader("Hook", "army", "at = [1000, 400]")
        .leader("Kent", "kent", "at = [1000, 600]")
        .more(&format!(
            "[[formation]]\nid = \"army\"\nname = \"Army\"\nlevel = \"army\"\nside = \"union\"\n\
             [[formation]]\nid = \"kent\"\nname = \"Kent\"\nlevel = \"corps\"\nunder = \"army\"\nunits = [{east}]\n"
        ));
    let mut table = day.begin();
    let (hook, kent) = (table.officer("Hook").index(), table.officer("Kent").index());
    table.battle.officers[hook].health = Health::Vacant;
    table.battle.deck = 1 << table.theatre.posts[kent].hq.index();
    let table = table.card(0);
    assert!(table.battle.officers[hook].successor && table.battle.officers[hook].health == Health::Fit);
}

#[test]
fn cavalry_in_column_is_offered_each_move_once() {
    let riders =
        cavalry("a", 4, "horse-pistol", [800, 900], 0).replace(r#"posture = "mounted-line""#, r#"posture = "march""#);
    let day = Day::new().union(riders).confederate(infantry("x", 4, [1600, 2200], 180, ""));
    let table = day.begin().card(0).on_to(Phase::Movement);
    let mut moves = 0;
    table.theatre.candidates(&table.battle, Side::Union, &mut |command: Command| {
        moves += u8::from(matches!(command, Command::Move { .. }));
        true
    });
    assert_eq!(moves, 1);
}
