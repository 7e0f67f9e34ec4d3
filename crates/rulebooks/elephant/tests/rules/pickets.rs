//! The ways of skirmishers: out of their regiment and into it, and back before an enemy.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use elephant::Event;
use elephant::play::{Board, Command, Phase, Place, UnitId};
use elephant::unit::Formation;
use engine::{Decimal, Kept, Play, Side};
use field::ground::{Point, YARD};

use crate::field_day::{Day, Table, cavalry, cites, infantry};

/// Across the whole field.
const RIVER: &str = "[[0, 850], [2400, 850]]";

const fn place(x: i32, y: i32) -> Point {
    Point::new(x * YARD, y * YARD)
}

fn questions(record: &Kept<Event>) -> Vec<&'static str> {
    record.questions.iter().map(|(question, _)| question.kind.name).collect()
}

/// A regiment with two of its stands out, which now stand at this place and have not moved yet.
fn sent_out(day: Day, at: Point) -> (Table, UnitId, UnitId) {
    let mut table = day.union(infantry("a", 8, [800, 700], 0, "")).begin().card(0).on_to(Phase::Movement);
    let (parent, out) = (table.id("a"), UnitId::at(table.battle.units.len()));
    table.obey(&Command::DeploySkirmishers { unit: parent, stands: 2, at: Some(place(800, 640)) }, &[], &[]);
    let skirmishers = table.battle.unit_mut(out);
    (skirmishers.centre, skirmishers.done) = (at, Default::default());
    (table, parent, out)
}

/// The same, and they have twenty inches for their move, ten at half speed.
fn recalled(day: Day, at: Point) -> (Table, UnitId, UnitId) {
    let (mut table, parent, out) = sent_out(day, at);
    table.obey(&Command::Move { unit: out, column_die: false, road_die: false }, &[5, 5, 5, 5], &[]);
    (table, parent, out)
}

/// An enemy far away, so that there are two sides.
fn far_away() -> Day {
    Day::new().confederate(infantry("x", 4, [2000, 2200], 180, ""))
}

#[test]
fn nobody_is_recalled_over_a_river() {
    let (table, ..) = recalled(far_away().ground("river", "LineString", RIVER), place(800, 900));
    let why = table.refused(&Command::RecallSkirmishers).to_string();
    assert!(why.contains("river"), "{why}");
    let (mut table, parent, out) = recalled(far_away(), place(800, 900));
    table.obey(&Command::RecallSkirmishers, &[], &[]);
    assert_eq!(table.battle.unit(out).place, Place::Gone);
    assert_eq!(table.battle.unit(parent).condition.stands, 8);
}

#[test]
fn a_recall_pays_for_the_ground_on_its_way() {
    // Nine inches between the two.
    let at = place(800, 1_090);
    recalled(far_away(), at).0.obey(&Command::RecallSkirmishers, &[], &[]);
    let (table, ..) = recalled(far_away().ground("stream", "LineString", RIVER), at);
    let why = table.refused(&Command::RecallSkirmishers).to_string();
    assert!(why.contains("8 are left"), "{why}");
}

#[test]
fn a_recall_keeps_its_distance_from_enemies() {
    // Right beside the way, and near neither of its ends.
    let day = Day::new().confederate(infantry("x", 1, [910, 900], 0, ""));
    let (table, ..) = recalled(day, place(800, 1_060));
    let why = table.refused(&Command::RecallSkirmishers).to_string();
    assert!(why.contains("SE-SKIRM-3-STANDOFF"), "{why}");
    // Right on it.
    let day = Day::new().confederate(infantry("x", 1, [800, 900], 0, ""));
    let (table, ..) = recalled(day, place(800, 1_060));
    let why = table.refused(&Command::RecallSkirmishers).to_string();
    assert!(why.contains("x bars the way"), "{why}");
}

#[test]
fn whoever_is_recalled_may_be_fired_at_on_the_way() {
    let day = || Day::new().confederate(infantry("x", 4, [1000, 900], 270, ""));
    let (mut table, _, out) = recalled(day(), place(800, 1_090));
    let mut declined = table.clone();
    let record = declined.obey(&Command::RecallSkirmishers, &[], &[1]);
    assert_eq!(questions(&record), ["pass-through"]);
    assert_eq!(declined.battle.unit(out).place, Place::Gone);
    // The enemy passes and hits; they are shaken, and halt where they are.
    table.obey(&Command::RecallSkirmishers, &[2, 9, 8], &[0]);
    let skirmishers = table.battle.unit(out);
    assert!(skirmishers.is_on_field() && skirmishers.centre.y < 1_090 * YARD, "{skirmishers:?}");
    assert!(table.battle.moving.is_none());
}

#[test]
fn a_recall_through_a_friend_costs_what_any_passage_does() {
    let day = far_away().union(cavalry("c", 4, "horse-pistol", [800, 850], 0));
    let (mut table, parent, _) = recalled(day, place(800, 1_000));
    let friend = table.id("c");
    let record = table.obey(&Command::RecallSkirmishers, &[], &[]);
    assert!(cites(&record, "SE-INTERPEN-OTHER"));
    for id in [parent, friend] {
        let condition = table.battle.unit(id).condition;
        assert_eq!((condition.hits, condition.panic), (1, 1), "{}", id.0);
    }
}

#[test]
fn nobody_is_sent_out_over_a_river() {
    let day = far_away().ground("river", "LineString", "[[0, 740], [2400, 740]]");
    let table = day.union(infantry("a", 8, [800, 700], 0, "")).begin().card(0).on_to(Phase::Movement);
    let out = |y: i32| Command::DeploySkirmishers { unit: table.id("a"), stands: 2, at: Some(place(800, y)) };
    let why = table.refused(&out(760)).to_string();
    assert!(why.contains("river"), "{why}");
    table.clone().obey(&out(640), &[], &[]);
}

#[test]
fn whoever_is_sent_out_through_a_friend_meets_him() {
    let day =
        far_away().union(infantry("a", 8, [800, 700], 0, "")).union(cavalry("c", 4, "horse-pistol", [800, 740], 0));
    let mut table = day.begin().card(0).on_to(Phase::Movement);
    let (parent, friend, out) = (table.id("a"), table.id("c"), UnitId::at(table.battle.units.len()));
    let record =
        table.obey(&Command::DeploySkirmishers { unit: parent, stands: 2, at: Some(place(800, 780)) }, &[], &[]);
    assert!(cites(&record, "SE-INTERPEN-OTHER"));
    assert_eq!(table.battle.unit(out).condition.panic, 1);
    assert_eq!(table.battle.unit(friend).condition.panic, 1);
}

/// A regiment in open order is charged, with all of this behind it. Gives the table after the charge, in which it rolled this
/// much for each of its four dice.
fn charged(day: Day, die: u8) -> (Table, UnitId, Kept<Event>) {
    let day = day.union(infantry("a", 8, [800, 800], 0, "")).confederate(infantry("x", 4, [800, 1030], 180, ""));
    let mut table = day.begin();
    let (unit, target) = (table.id("a"), table.id("x"));
    let skirmishers = table.battle.unit_mut(target);
    (skirmishers.formation, skirmishers.files) = (Formation::Skirmish, 4);
    let mut table = table.card(0).on_to(Phase::AnnounceCharges);
    table.obey(&Command::AnnounceCharge { unit, target, column_die: false, behind: None }, &[], &[]);
    table.obey(&Command::EndAnnouncement, &[], &[]);
    // It does not fire; the charge stops there.
    let record = table.obey(&Command::Charge { target }, &[5, 5, 5, die, die, die, die], &[1, 0]);
    (table, target, record)
}

#[test]
fn skirmishers_fall_back_as_far_as_a_river() {
    let (table, target, _) = charged(Day::new(), 2);
    assert_eq!(table.battle.unit(target).centre.y / YARD, 1_365);
    let (table, target, _) = charged(Day::new().ground("river", "LineString", "[[0, 1200], [2400, 1200]]"), 2);
    let at = table.battle.unit(target).centre.y / YARD;
    assert!((1_180..1_220).contains(&at), "{at}");
}

#[test]
fn skirmishers_fall_back_through_friends_as_anybody_passes_them() {
    // Infantry lets them through, and is as free as before.
    let (table, target, record) = charged(Day::new().confederate(infantry("y", 4, [800, 1150], 180, "")), 2);
    assert!(cites(&record, "SE-INTERPEN-SKIRM"));
    assert_eq!(table.battle.unit(target).condition.panic, 0);
    assert!(!table.battle.unit(table.id("y")).done.stands_still);
    // Cavalry does not.
    let riders = cavalry("y", 4, "horse-pistol", [800, 1150], 180);
    let (table, target, record) = charged(Day::new().confederate(riders), 2);
    assert!(cites(&record, "SE-INTERPEN-OTHER"));
    assert_eq!(table.battle.unit(target).condition.panic, 1);
    assert_eq!(table.battle.unit(table.id("y")).condition.panic, 1);
}

#[test]
fn a_detachment_cut_off_from_its_parent_falls_back_by_itself() {
    let day = |ground: Day| {
        ground.confederate(infantry("x", 4, [800, 1030], 180, "")).union(infantry("a", 8, [800, 700], 0, ""))
    };
    let charged = |day: Day, dice: &[u8]| {
        let mut table = day.begin().card(1).on_to(Phase::Movement);
        let (parent, unit, out) = (table.id("x"), table.id("a"), UnitId::at(2));
        let at = Some(place(800, 980));
        table.obey(&Command::DeploySkirmishers { unit: parent, stands: 2, at }, &[], &[]);
        table.battle.unit_mut(out).centre = place(800, 910);
        let mut table = table.on_to(Phase::Draw).card(0).on_to(Phase::AnnounceCharges);
        table.obey(&Command::AnnounceCharge { unit, target: out, column_die: false, behind: None }, &[], &[]);
        table.obey(&Command::EndAnnouncement, &[], &[]);
        // Nobody fires; the charge stops there.
        table.obey(&Command::Charge { target: out }, dice, &[1, 0]);
        table.battle.unit(out).place
    };
    assert_eq!(charged(day(Day::new()), &[5, 5, 5]), Place::Gone);
    let river = Day::new().ground("river", "LineString", "[[0, 960], [2400, 960]]");
    assert_eq!(charged(day(river), &[5, 5, 5, 3, 3, 3, 3]), Place::Field);
}

#[test]
fn skirmishers_keep_their_distance_on_their_side_of_a_river() {
    let approached = |day: Day| {
        let day = day.union(infantry("a", 8, [800, 700], 0, "")).confederate(infantry("x", 4, [800, 900], 180, ""));
        let mut table = day.begin();
        let (unit, target) = (table.id("a"), table.id("x"));
        let skirmishers = table.battle.unit_mut(target);
        (skirmishers.formation, skirmishers.files) = (Formation::Skirmish, 4);
        let mut table = table.card(0).on_to(Phase::Movement);
        table.obey(&Command::Move { unit, column_die: false, road_die: false }, &[5, 5, 5], &[]);
        table.obey(&Command::Advance { inches: Decimal::from_int(3), oblique_degrees: Decimal::ZERO }, &[], &[1]);
        table.obey(&Command::EndMove, &[], &[]);
        table.battle.unit(target).centre.y / YARD
    };
    assert_eq!(approached(Day::new()), 935);
    let at = approached(Day::new().ground("river", "LineString", "[[0, 910], [2400, 910]]"));
    assert!((915..926).contains(&at), "{at}");
}

#[test]
fn a_line_that_skirmishers_pass_is_free_to_move() {
    let day = far_away().union(infantry("b", 6, [800, 850], 0, ""));
    let (mut table, _, out) = recalled(day, place(800, 960));
    let friend = table.id("b");
    let step = Command::Advance { inches: Decimal::from_int(5), oblique_degrees: Decimal::from_int(180) };
    let record = table.obey(&step, &[], &[]);
    assert!(cites(&record, "SE-INTERPEN-SKIRM"));
    assert!(table.battle.unit(out).centre.y < 850 * YARD);
    table.obey(&Command::EndMove, &[], &[]);
    table.obey(&Command::Move { unit: friend, column_die: false, road_die: false }, &[3, 3, 3], &[]);
}

#[test]
fn skirmishers_pass_no_enemy_nearer_than_they_may_stand() {
    let day = Day::new().confederate(infantry("x", 1, [910, 900], 0, ""));
    let (table, ..) = recalled(day, place(800, 1_100));
    let down =
        |inches: i32| Command::Advance { inches: Decimal::from_int(inches), oblique_degrees: Decimal::from_int(180) };
    let why = table.refused(&down(9)).to_string();
    assert!(why.contains("SE-SKIRM-3-STANDOFF"), "{why}");
}

/// The questions when skirmishers this far away are charged, who have done so much before.
fn asked_when_charged(yards: i32, fired: bool, reacted: bool) -> Vec<&'static str> {
    let day = Day::new().union(infantry("a", 8, [800, 800], 0, "")).confederate(infantry(
        "x",
        4,
        [800, 800 + yards],
        180,
        "",
    ));
    let mut table = day.begin();
    let (unit, target) = (table.id("a"), table.id("x"));
    let skirmishers = table.battle.unit_mut(target);
    (skirmishers.formation, skirmishers.files) = (Formation::Skirmish, 4);
    skirmishers.done.reacted = reacted;
    skirmishers.done.fired = fired.then_some(elephant::fire::Stance::Hold);
    let mut table = table.card(0).on_to(Phase::AnnounceCharges);
    table.obey(&Command::AnnounceCharge { unit, target, column_die: false, behind: None }, &[], &[]);
    table.obey(&Command::EndAnnouncement, &[], &[]);
    questions(&table.charge_anyhow("x"))
}

#[test]
fn charged_skirmishers_may_fire_unless_they_did_in_the_fire_phase() {
    for yards in [90, 230] {
        assert!(asked_when_charged(yards, false, false).contains(&"skirmish-fire"), "{yards}");
        assert!(asked_when_charged(yards, false, true).contains(&"skirmish-fire"), "{yards}");
        assert!(!asked_when_charged(yards, true, false).contains(&"skirmish-fire"), "{yards}");
    }
}

/// An Overenthusiastic regiment in open order, which looks north and has this many of its twenty inches left.
fn storming_in_open_order(day: Day, inches_left: i32) -> (Table, UnitId) {
    let mut table = day.union(infantry("a", 6, [1200, 1200], 0, "")).begin().card(0).on_to(Phase::Movement);
    let unit = table.id("a");
    let skirmishers = table.battle.unit_mut(unit);
    (skirmishers.formation, skirmishers.files, skirmishers.overenthusiastic) = (Formation::Skirmish, 6, true);
    table.obey(&Command::Move { unit, column_die: false, road_die: false }, &[5, 5, 5, 5], &[]);
    table.battle.moving.as_mut().expect("it moves").gone = (20 - inches_left) * 40 * YARD;
    (table, unit)
}

/// What a program may order the Union: all there is, and what it is briefed about.
fn offered(table: &Table) -> [Vec<Command>; 2] {
    let (mut all, mut told) = (Vec::new(), Vec::new());
    table.theatre.candidates(&table.battle, Side::Union, &mut |command| {
        all.push(command);
        true
    });
    table.theatre.brief(&table.battle, Side::Union, &mut Board::default(), &mut |command, _| {
        told.push(command);
        true
    });
    [all, told]
}

#[test]
fn overenthusiastic_skirmishers_need_not_face_anybody() {
    // Whichever of the two it faces, its flank is nearer to the other.
    let day = Day::new().confederate(infantry("x", 4, [1200, 1800], 180, "")).confederate(infantry(
        "y",
        4,
        [1800, 1200],
        270,
        "",
    ));
    let (mut table, unit) = storming_in_open_order(day, 0);
    for orders in offered(&table) {
        assert!(orders.contains(&Command::EndMove), "{orders:?}");
    }
    table.obey(&Command::EndMove, &[], &[]);
    assert!(table.battle.moving.is_none() && table.battle.unit(unit).done.moved);
}

#[test]
fn overenthusiastic_skirmishers_go_for_the_enemy_whichever_way_they_look() {
    let day = || Day::new().confederate(infantry("x", 4, [1700, 700], 315, ""));
    for who in 0..2 {
        let (mut table, unit) = storming_in_open_order(day(), 2);
        for left in [2, 1] {
            let why = table.refused(&Command::EndMove).to_string();
            assert!(why.contains(&format!("{left} inches left: advance")), "{why}");
            let inch = |command: &Command| matches!(command, Command::Advance { inches, .. } if *inches == Decimal::from_int(1));
            let orders = offered(&table).into_iter().nth(who).expect("it is one of two");
            let order = orders.into_iter().find(inch).expect("somebody is to be gone for");
            let before = table.battle.unit(unit).centre;
            table.obey(&order, &[], &[]);
            let after = table.battle.unit(unit).centre;
            assert!(after.x > before.x && after.y < before.y, "{order:?}");
            assert_eq!(table.battle.unit(unit).heading.0, 0, "nobody has turned");
        }
        table.obey(&Command::EndMove, &[], &[]);
    }
}
