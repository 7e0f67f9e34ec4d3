//! The depth of a unit follows from its formation where the situation does not speak of ranks.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use crate::support::{book, book_with, run};
use elephant::combat::{Combat, Fighter};
use elephant::fire::{Fire, FireSituation};
use elephant::unit::{Condition, Formation};
use engine::book::Procedure;

fn example(number: usize) -> FireSituation {
    Fire::examples().remove(number).1
}

/// The shift for depth when ten rifle-muskets fire at nine stands in this formation.
fn depth_shift(formation: Formation, stands: u16) -> Option<(&'static str, i16)> {
    let mut situation = example(0);
    situation.target.formation = formation;
    situation.target.condition = Condition::fresh(stands);
    let shifts = ["SE-FIRE-SHIFT-TWORANKS", "SE-FIRE-SHIFT-THREERANKS"];
    let run = run::<Fire>(&book(), &situation, &[4], &[]);
    run.modifiers().into_iter().find(|(rule, _)| shifts.contains(rule))
}

#[test]
fn a_column_is_as_deep_as_its_stands() {
    assert_eq!(depth_shift(Formation::Column, 9), Some(("SE-FIRE-SHIFT-THREERANKS", 2)));
    assert_eq!(depth_shift(Formation::Column, 4), Some(("SE-FIRE-SHIFT-TWORANKS", 1)));
    assert_eq!(depth_shift(Formation::Column, 2), None);
    assert_eq!(depth_shift(Formation::Square, 9), Some(("SE-FIRE-SHIFT-THREERANKS", 2)));
    assert_eq!(depth_shift(Formation::Skirmish, 9), None);
    assert_eq!(depth_shift(Formation::Line, 9), None);
}

#[test]
fn only_the_head_of_a_column_fires_where_front_ranks_do() {
    let book = book_with(&[("front-rank-fire", "on")]);
    let mut situation = example(0);
    situation.firers[0].formation = Formation::Column;
    let column = run::<Fire>(&book, &situation, &[4], &[]);
    situation.firers[0].formation = Formation::Line;
    situation.firers[0].volleys[0].stands = 2;
    let two_in_line = run::<Fire>(&book, &situation, &[4], &[]);
    assert_eq!(column.outcome, two_in_line.outcome);
    assert_eq!(format!("{:?}", column.record.events), format!("{:?}", two_in_line.record.events));
}

#[test]
fn a_column_in_combat_has_its_ranks() {
    let mut situation = Combat::examples().remove(0).1;
    situation.attackers = vec![Fighter { formation: Formation::Column, ..Fighter::infantry(10) }];
    let run = run::<Combat>(&book(), &situation, &[4], &[]);
    assert!(run.modifiers().contains(&("SE-COMBAT-SHIFT-THREERANKS", 2)), "{:?}", run.modifiers());
}
