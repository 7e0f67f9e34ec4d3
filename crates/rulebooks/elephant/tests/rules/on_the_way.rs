//! Enemies meet a mover wherever its path comes near them, and not only where its steps end (P11, P12).
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use elephant::Event;
use elephant::play::{Command, Deed, Phase};
use engine::{Decimal, Fast, Kept, Official, Play, Policy};
use field::ground::{Length, YARD};

use crate::field_day::{Day, Table, cavalry, cites, infantry};

/// Twenty inches straight ahead.
const LONG_STEP: Command = ahead(20);
/// Where the middle of a column ends that makes it.
const EAST: Length = 1_555 * YARD;

const fn ahead(inches: i32) -> Command {
    Command::Advance { inches: Decimal::from_int(inches), oblique_degrees: Decimal::ZERO }
}

fn questions(record: &Kept<Event>) -> Vec<&'static str> {
    record.questions.iter().map(|(question, _)| question.kind.name).collect()
}

/// A column of the Union marches east past an enemy who faces south: it begins and ends far from him.
fn march_past(day: Day, enemy: String) -> Table {
    let column = infantry("a", 6, [800, 850], 90, "").replace(r#"posture = "line""#, r#"posture = "march""#);
    let mut table = day.union(column).confederate(enemy).begin().card(0).on_to(Phase::Movement);
    let unit = table.id("a");
    table.obey(&Command::Move { unit, column_die: true, road_die: false }, &[5, 5, 5, 5], &[]);
    table
}

/// Cavalry at rest beside the road of the column.
fn riders() -> String {
    cavalry("x", 6, "horse-pistol", [1200, 985], 180)
}

#[test]
fn a_long_step_is_fired_at_where_it_comes_nearest() {
    let mut table = march_past(Day::new(), infantry("x", 6, [1200, 985], 180, ""));
    let unit = table.id("a");
    let mut declined = table.clone();
    let record = declined.obey(&LONG_STEP, &[], &[1]);
    assert_eq!(questions(&record), ["pass-through"]);
    assert_eq!(declined.battle.unit(unit).centre.x, EAST, "nobody fires, and it goes on");
    // The enemy passes and fires; the column tests and goes on.
    let record = table.obey(&LONG_STEP, &[2, 0, 0], &[0]);
    assert!(cites(&record, "SE-MOVE-PASSTHROUGH"));
    assert_eq!(table.battle.unit(unit).centre.x, EAST);
    // Right before it: all but the outermost stands have it within 100 yards.
    let fired = Event::Fired { factor_thousandths: 16_000, column: 4, shift: 3, shifted: 7 };
    assert!(record.events.contains(&fired), "{:?}", record.events);
}

#[test]
fn whoever_is_shaken_on_the_way_halts_there() {
    let mut table = march_past(Day::new(), infantry("x", 6, [1200, 985], 180, ""));
    let unit = table.id("a");
    // The enemy passes and fires, and the column is shaken.
    table.obey(&LONG_STEP, &[2, 0, 8], &[0]);
    let column = table.battle.unit(unit);
    assert!(!column.has_withdrawn(1) && column.condition.panic == 2, "{:?}", column.condition);
    assert!(table.battle.moving.is_none());
    assert!((1_000 * YARD..1_400 * YARD).contains(&column.centre.x), "{}", column.centre.x / YARD);
}

#[test]
fn whoever_halts_among_friends_halts_before_them() {
    let day = Day::new().union(infantry("b", 6, [1200, 850], 0, ""));
    let mut table = march_past(day, infantry("x", 6, [1200, 985], 180, ""));
    let (unit, friend) = (table.id("a"), table.id("b"));
    // Whoever lies down hides nobody.
    table.battle.unit_mut(friend).prone = true;
    // Sixteen inches are left for the friend on its way.
    let record = table.obey(&ahead(16), &[2, 0, 8], &[0]);
    assert_eq!(questions(&record), ["pass-through"]);
    assert!(table.battle.moving.is_none());
    // The laws of the table have looked whether it stands on anybody.
    let column = table.battle.unit(unit);
    assert!(column.centre.x <= 1_035 * YARD, "{}", column.centre.x / YARD);
}

#[test]
fn cavalry_charges_whoever_passes_in_one_long_step() {
    let mut table = march_past(Day::new(), riders());
    let (unit, rider) = (table.id("a"), table.id("x"));
    let mut declined = table.clone();
    let record = declined.obey(&LONG_STEP, &[], &[1]);
    assert_eq!(questions(&record), ["opportunity-charge"]);
    assert_eq!(declined.battle.unit(unit).centre.x, EAST);
    let mut umpire = Official { dice: Fast::seeded(2), answers: Policy(|_: &engine::Question| 0), record: Kept::new() };
    table.theatre.obey(&mut table.battle, &LONG_STEP, &mut umpire).expect("it marches");
    assert!(cites(&umpire.record, "SE-OPP-TRIGGER"));
    assert!(table.battle.unit(rider).done.moved, "it has moved, whatever happened");
    assert!(table.battle.unit(unit).centre.x < EAST, "it was caught on its way");
    let broken = elephant::play::broken_laws(&table.theatre, &table.battle);
    assert!(broken.is_empty(), "{broken:?}");
}

#[test]
fn whoever_is_caught_ends_its_move_and_whoever_is_not_goes_on() {
    let mut table = march_past(Day::new(), riders());
    let (unit, rider) = (table.id("a"), table.id("x"));
    // It passes its test, and two average dice from rest carry it. The column fires at nobody, receives the charge, and is not
    // fired at.
    let record = table.obey(&LONG_STEP, &[2, 2, 2, 2], &[0, 1, 1]);
    assert_eq!(questions(&record), ["opportunity-charge", "second-fire", "charge-pistols"]);
    assert!(table.battle.is_in_contact(unit) && table.battle.is_in_contact(rider));
    let caught = table.battle.unit(unit).centre.x;
    assert!(caught < EAST);
    // Over a stream they do not: the column finishes its step, and is not fired at from where the cavalry stands now.
    let mut table = march_past(Day::new().ground("stream", "LineString", "[[900, 940], [1500, 940]]"), riders());
    let record = table.obey(&LONG_STEP, &[2, 2, 2], &[0, 1]);
    assert_eq!(questions(&record), ["opportunity-charge", "pass-through"]);
    assert!(cites(&record, "SE-PEN-STREAM"));
    assert_eq!(table.battle.unit(unit).centre.x, EAST, "nobody stopped it");
}

#[test]
fn a_mover_goes_on_a_third_of_the_gap_while_cavalry_comes() {
    let mut table = march_past(Day::new(), riders());
    let unit = table.id("a");
    let record = table.obey(&LONG_STEP, &[2, 2, 2, 2], &[0, 1, 1]);
    let places: Vec<Length> = record
        .events
        .iter()
        .filter_map(|event| match event {
            Event::OnTheMap(Deed::Stands { unit: who, centre, .. }) if *who == unit => Some(centre.x),
            _ => None,
        })
        .collect();
    // From 150 yards at most; a third of that, and as far as cavalry can come at it.
    let [first, then] = places[..] else { panic!("{places:?}") };
    assert!(then > first && then - first <= 50 * YARD, "{places:?}");
}

#[test]
fn whoever_a_line_walks_up_to_need_not_ride_the_whole_gap() {
    let day = Day::new()
        .ground("stream", "LineString", "[[900, 940], [1500, 940]]")
        .union(infantry("a", 4, [1200, 700], 0, ""))
        .confederate(riders());
    let mut table = day.begin().card(0).on_to(Phase::Movement);
    let unit = table.id("a");
    table.obey(&Command::Move { unit, column_die: false, road_die: false }, &[5, 5, 5], &[]);
    // It passes its test; three inches over the stream are too few for 150 yards, but the line comes on for a third of them.
    // It began far enough away to be fired at twice.
    let record = table.obey(&ahead(5), &[2, 2, 3, 2], &[0, 1, 1, 1]);
    assert_eq!(questions(&record), ["opportunity-charge", "first-fire", "second-fire", "charge-pistols"]);
    assert!(table.battle.is_in_contact(unit));
}

#[test]
fn nobody_fires_in_passing_in_his_own_movement() {
    let day = Day::new().union(infantry("b", 4, [1400, 970], 270, ""));
    let mut table = march_past(day, riders());
    let record = table.obey(&LONG_STEP, &[2, 2, 2, 2], &[0, 1, 1]);
    assert_eq!(questions(&record), ["opportunity-charge", "second-fire", "charge-pistols"]);
}

/// A line charges past the front of an enemy who cannot reach it any more where it comes to the 100 yard mark.
fn charge_past() -> Table {
    let day = Day::new()
        .union(infantry("a", 4, [800, 400], 0, ""))
        .confederate(infantry("x", 6, [800, 900], 180, ""))
        .confederate(infantry("y", 4, [1000, 480], 270, ""));
    let mut table = day.begin().card(0).on_to(Phase::AnnounceCharges);
    table.announce("a", "x", None);
    table.obey(&Command::EndAnnouncement, &[], &[]);
    table
}

#[test]
fn a_charge_is_fired_at_where_it_comes_nearest() {
    let mut table = charge_past();
    let (unit, target) = (table.id("a"), table.id("x"));
    let mut declined = table.clone();
    // Nobody fires, and the target receives it.
    let record = declined.obey(&Command::Charge { target }, &[5, 5, 5, 2], &[1, 1, 1]);
    assert_eq!(questions(&record), ["pass-through", "first-fire", "second-fire"]);
    assert!(declined.battle.is_in_contact(unit));
    // It is fired at, passes its test and goes on.
    let mut goes_on = table.clone();
    let record = goes_on.obey(&Command::Charge { target }, &[5, 5, 5, 2, 0, 0, 2], &[0, 1, 1]);
    assert_eq!(questions(&record), ["pass-through", "first-fire", "second-fire"]);
    assert!(goes_on.battle.is_in_contact(unit));
    // It is shaken and halts there, far from its target.
    let record = table.obey(&Command::Charge { target }, &[5, 5, 5, 2, 0, 6], &[0]);
    assert_eq!(questions(&record), ["pass-through"]);
    let charger = table.battle.unit(unit);
    assert!(!charger.has_withdrawn(1) && !table.battle.is_in_contact(unit));
    assert!((400 * YARD..560 * YARD).contains(&charger.centre.y), "{}", charger.centre.y / YARD);
}

#[test]
fn an_officer_alone_flees_from_whoever_passes_over_him() {
    let day = Day::new().leader("Moss", "north", "at = [1200, 850]");
    let mut table = march_past(day, infantry("x", 4, [1200, 1400], 180, ""));
    let (officer, friend) = (table.officer("Moss"), table.id("x"));
    table.battle.officers[officer.index()].with = None;
    table.obey(&LONG_STEP, &[], &[]);
    assert_eq!(table.battle.officers[officer.index()].with, Some(friend));
}
