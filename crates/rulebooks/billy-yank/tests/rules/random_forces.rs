//! Random forces with scripted dice (section 13): the order of the dice, the shape of a force, and what switches do.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use crate::support::{book, book_with};
use billy_yank::Book;
use engine::book::{MusterRequest, Roster, RosterUnit, Rulebook, Stopped};
use engine::{Kept, Official, Scripted, ScriptedAnswers, Side};

fn muster(book: &Book, side: Side, year: u16, dice: &[u8]) -> Roster {
    let mut umpire = Official { dice: Scripted::new(dice), answers: ScriptedAnswers::new(&[]), record: Kept::new() };
    let request = MusterRequest { side, year, month: 7 };
    let roster = book.muster(&request, &mut umpire).expect("there are tables").expect("the force is made");
    umpire.dice.finish().expect("every die is thrown");
    roster
}

fn line(unit: &RosterUnit) -> (&str, u16, &str, &str, u16) {
    (unit.arm.as_str(), unit.size, unit.weapon.as_str(), unit.quality.as_str(), unit.boxes)
}

#[test]
fn a_force_takes_its_dice_in_order() {
    // Two brigades. The first: one regiment, leader 9, regiment 3, battery 5. The second: one regiment, cavalry, leader 0,
    // regiment 8, battery 0. One division: leader 4, battery 9.
    let dice = [2, 1, 9, 3, 5, 1, 6, 0, 8, 0, 4, 9];
    let roster = muster(&book(), Side::Confederate, 1863, &dice);
    let division = &roster.command;
    assert_eq!((division.level.as_str(), division.commands.len()), ("division", 2));
    assert_eq!(line(&division.units[0]), ("artillery", 2, "3in-or-10lb-rifle", "elite", 4));
    let [first, second] = division.commands.as_slice() else { panic!("two brigades") };
    assert_eq!(first.leader.as_ref().map(|leader| leader.rating.as_str()), Some("gifted +4"));
    assert_eq!(line(&first.units[0]), ("infantry", 20, "rifled-musket", "poor", 20));
    assert_eq!(line(&first.units[1]), ("artillery", 2, "12lb-howitzer", "regular", 4));
    assert_eq!((second.name.as_str(), second.units.len()), ("2nd Cavalry Brigade", 2));
    assert_eq!(second.leader.as_ref().map(|leader| leader.rating.as_str()), Some("dullard -3"));
    assert_eq!(line(&second.units[0]), ("cavalry", 16, "breech-loading-carbine", "veteran", 16));
    assert_eq!(second.units[1].arm, "horse-artillery");
}

#[test]
fn four_brigades_are_two_divisions_under_a_corps_commander() {
    // Four brigades of one regiment: regiments, arm (not for the first), leader, regiment, battery.
    let brigade = [1, 1, 5, 5, 5];
    let mut dice = vec![4, 1, 5, 5, 5];
    (0..3).for_each(|_| dice.extend(brigade));
    // Leader and battery of each division, then the leader of the corps.
    dice.extend([5, 5, 5, 5, 9]);
    let roster = muster(&book(), Side::Union, 1864, &dice);
    assert_eq!((roster.command.level.as_str(), roster.command.commands.len()), ("corps", 2));
    let brigades: Vec<usize> = roster.command.commands.iter().map(|division| division.commands.len()).collect();
    assert_eq!(brigades, [3, 1]);
    assert_eq!(roster.command.leader.map(|leader| leader.rating).as_deref(), Some("gifted +4"));
}

#[test]
fn regiments_can_be_rolled_for_size() {
    let rolled = book_with(&[("regiment-size", "rolled")]);
    // One brigade, one regiment, leader, 3 + 4 stands, weapon, battery; then the division's leader and battery.
    let roster = muster(&rolled, Side::Union, 1863, &[1, 1, 5, 3, 4, 5, 5, 5, 5]);
    assert_eq!(roster.command.commands[0].units[0].size, 28);
}

#[test]
fn a_battle_outside_the_war_is_refused() {
    let shelved = billy_yank::shelve(None).expect("the charts open");
    for (year, month) in [(1860, 6), (1866, 6), (1863, 0), (1863, 13)] {
        let request = MusterRequest { side: Side::Union, year, month };
        let outcome = shelved.muster(&request, 1).expect("there are tables");
        let Err(Stopped::Refused(refusal)) = outcome else { panic!("{year}-{month} is refused") };
        assert_eq!(crate::support::reasons(&refusal), ["BY-STR-TABLE"]);
    }
}
