//! Random forces with scripted dice: E29, the shape of a force, and what switches do.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use crate::support::{book, book_with};
use elephant::Book;
use engine::book::{MusterRequest, Roster, Rulebook};
use engine::{Kept, Official, Scripted, ScriptedAnswers, Side};

fn muster(book: &Book, side: Side, year: u16, dice: &[u8]) -> Roster {
    let mut umpire = Official { dice: Scripted::new(dice), answers: ScriptedAnswers::new(&[]), record: Kept::new() };
    let request = MusterRequest { side, year, month: 6 };
    let roster = book.muster(&request, &mut umpire).expect("there are tables").expect("the force is made");
    umpire.dice.finish().expect("every die is thrown");
    roster
}

/// Two brigades of two regiments, a pair of guns each, three gun stands (a pair and an odd one) for the division.
fn two_brigades(regiment_dice: [u8; 4]) -> Vec<u8> {
    let [a, b, c, d] = regiment_dice;
    vec![2, 2, a, b, 1, 2, c, d, 1, 2, 5, 9]
}

#[test]
fn e29_weapons_before_1863_and_after() {
    let roster = muster(&book(), Side::Union, 1862, &two_brigades([4, 3, 0, 8]));
    let weapons: Vec<&str> =
        roster.units().iter().filter(|unit| unit.arm == "infantry").map(|unit| unit.weapon.as_str()).collect();
    // The units of the division come before those of its brigades.
    assert_eq!(weapons, ["rifle-musket", "musket", "musket", "rifle-musket"]);
    let later = muster(&book(), Side::Union, 1864, &two_brigades([4, 3, 0, 8]));
    let grades: Vec<&str> =
        later.units().iter().filter(|unit| unit.arm == "infantry").map(|unit| unit.quality.as_str()).collect();
    assert_eq!(grades, ["Regular", "Poor", "Militia", "Veteran"]);
}

#[test]
fn e29_optional_morale_and_cavalry() {
    let early = book_with(&[("optional-morale", "early")]);
    let roster = muster(&early, Side::Confederate, 1864, &two_brigades([8, 3, 0, 9]));
    let first = roster.units().into_iter().find(|unit| unit.arm == "infantry").map(|unit| unit.quality.clone());
    assert_eq!(first.as_deref(), Some("Regular"));
    // Four brigades: two divisions, and the last brigade is cavalry.
    let dice = [
        4, /* first division */ 2, 5, 5, 5, 2, 5, 5, 5, /* its guns */ 2, 5, 5, /* second division */ 2,
        5, 5, 5, 2, 8, 8, 5, /* its guns */ 2, 5, 5,
    ];
    let corps = muster(&book(), Side::Union, 1864, &dice);
    assert_eq!((corps.command.level.as_str(), corps.command.commands.len()), ("corps", 2));
    let cavalry: Vec<_> = corps.units().into_iter().filter(|unit| unit.arm == "cavalry").collect();
    assert_eq!(cavalry.len(), 2);
    assert_eq!((cavalry[0].weapon.as_str(), cavalry[0].size), ("ml-carbine", 12));
}

#[test]
fn guns_stand_in_twos_and_an_odd_one_alone() {
    let roster = muster(&book(), Side::Union, 1864, &two_brigades([5, 5, 5, 5]));
    let guns: Vec<u16> = roster.command.units.iter().map(|unit| unit.size).collect();
    assert_eq!(guns, [2, 1]);
}

#[test]
fn the_same_seed_gives_the_same_army() {
    let book = shelf_book();
    let request = MusterRequest { side: Side::Confederate, year: 1862, month: 9 };
    let army = |seed| book.muster(&request, seed).expect("there are tables").expect("the force is made");
    assert_eq!(army(1862), army(1862));
    assert_ne!(army(1862), army(1863));
}

#[test]
fn a_year_outside_the_war_is_refused() {
    let request = MusterRequest { side: Side::Union, year: 1913, month: 6 };
    assert!(shelf_book().muster(&request, 1).is_some_and(|roster| roster.is_err()));
}

fn shelf_book() -> Box<dyn engine::book::AnyRulebook> {
    elephant::shelve(None).expect("the printed charts open")
}
