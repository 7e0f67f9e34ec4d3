//! Houses, rivers and walls in the way, the friends of a long line that runs, and flanks in a fight of several.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use elephant::Event;
use elephant::charts::Grade;
use elephant::play::{Command, Contact, Phase, UnitId};
use engine::Kept;

use crate::field_day::{Day, Table, cites, infantry};

fn contact(charger: UnitId, target: UnitId) -> Contact {
    Contact { charger, target, flank_or_rear: false, due: true, engaged: false, melee: None }
}

/// A unit fails its test by so much that it runs; these dice, and the first answer to every question.
fn routs(table: &mut Table, unit: &str, dice: &[u8]) -> Kept<Event> {
    let unit = table.id(unit);
    table.obey_as(&Command::Test { unit }, dice, |_| 0)
}

/// A unit that is about to test at the worst.
fn shake(table: &mut Table, unit: &str) {
    let unit = table.id(unit);
    let unit = table.battle.unit_mut(unit);
    (unit.condition.panic, unit.flank_fire_turn) = (2, 1);
}

#[test]
fn the_neighbour_of_a_long_line_sees_it_run() {
    for stands in [10_u32, 6, 2] {
        // Elbow to elbow: five yards lie between them.
        let beside = 1000 + stands as i32 * 40 + 5;
        let day = Day::new()
            .union(infantry("a", stands, [1000, 900], 0, ""))
            .union(infantry("b", stands, [beside, 900], 0, ""))
            .confederate(infantry("x", 4, [1000, 1400], 180, ""))
            .confederate(infantry("y", 20, [1600, 2200], 180, ""));
        let mut table = day.begin();
        shake(&mut table, "a");
        let mut table = table.card(0);
        let record = routs(&mut table, "a", &[9, 0]);
        assert!(cites(&record, "SE-RIPPLE-TABLE"), "{stands} stands");
    }
}

#[test]
fn whoever_stands_where_a_unit_came_to_stand_sees_it_run() {
    // The way of 400 yards ends on d, and a goes on beyond it, towards b, who is too far from the end of the way itself.
    let day = Day::new()
        .union(infantry("a", 2, [1000, 1300], 0, ""))
        .union(infantry("d", 2, [1000, 900], 0, ""))
        .union(infantry("b", 2, [1000, 745], 0, ""))
        .confederate(infantry("x", 4, [1000, 1700], 180, ""))
        .confederate(infantry("y", 20, [1600, 2200], 180, ""));
    let mut table = day.begin();
    shake(&mut table, "a");
    let (a, b, d) = (table.id("a"), table.id("b"), table.id("d"));
    table.battle.unit_mut(d).withdrew_turn = 1;
    table.battle.unit_mut(d).withdrew = elephant::unit::Withdrawal::Retreat;
    let mut table = table.card(0);
    let record = routs(&mut table, "a", &[9, 0]);
    assert!(table.battle.unit(a).centre.y < table.battle.unit(d).centre.y);
    assert!(cites(&record, "SE-RIPPLE-TABLE"), "{:?} {:?}", table.battle.unit(a).centre, table.battle.unit(b).centre);
}

#[test]
fn whoever_is_in_contact_minds_nobody_who_runs() {
    // y runs before the charge of b; x beside it has been charged in this phase and has not fought yet.
    for engaged in [false, true] {
        let day = Day::new()
            .union(infantry("a", 6, [800, 969], 0, ""))
            .union(infantry("b", 6, [1200, 800], 0, ""))
            .confederate(infantry("x", 6, [800, 1000], 180, ""))
            .confederate(infantry("y", 6, [1100, 1000], 180, ""));
        let mut table = day.begin();
        let (a, x, y) = (table.id("a"), table.id("x"), table.id("y"));
        table.battle.unit_mut(y).condition.panic = 2;
        table.battle.unit_mut(y).grade = Grade::Militia;
        let mut table = table.card(0).on_to(Phase::AnnounceCharges);
        table.announce("b", "y", None);
        table.obey(&Command::EndAnnouncement, &[], &[]);
        table.battle.contacts = [Contact { engaged, ..contact(a, x) }].into_iter().collect();
        let record = table.obey_as(&Command::Charge { target: y }, &[5, 5, 5, 9], |_| 1);
        assert!(table.battle.unit(y).has_withdrawn(1) && !cites(&record, "SE-RIPPLE-TABLE"));
    }
}
