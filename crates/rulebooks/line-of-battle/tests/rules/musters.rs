//! What a battle is mustered to: divisions of horse, and who commands an army.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use battle::plan::Character;
use line_of_battle::charts::Awareness;

use crate::support::{Table, theatre_planned};

#[test]
fn a_cavalry_division_with_a_horse_battery_is_one_of_cavalry() {
    let table = Table::in_orders("mcphersons-ridge");
    let buford = table.theatre.formation(table.formation("First Division, Cavalry Corps"));
    assert!(buford.cavalry && !buford.artillery);
    let table = Table::in_orders("nightfall");
    let kinds = ["U cavalry brigade", "U first division", "U artillery battalion", "U corps"].map(|name| {
        let card = table.theatre.formation(table.formation(name));
        (card.cavalry, card.artillery)
    });
    assert_eq!(kinds, [(true, false), (false, false), (false, true), (false, false)]);
}

#[test]
fn the_awareness_of_an_army_is_that_of_its_commander() {
    let (theatre, _) = theatre_planned("lane", &[], |plan| {
        let side = plan.sides.first().map(|side| side.id.clone());
        for formation in plan.formations.iter_mut().filter(|formation| formation.id.as_str() == "u-guns") {
            (formation.under, formation.side) = (None, side.clone());
        }
        for leader in &mut plan.leaders {
            match leader.name.as_str() {
                "Udiv" => leader.character = Character::Gifted,
                "Uguns" => leader.character = Character::Dullard,
                _ => {}
            }
        }
    });
    assert_eq!(theatre.formation(theatre.armies[0]).name, "U division");
    assert_eq!(theatre.awareness, [Awareness::OnFire, Awareness::Normal]);
}
