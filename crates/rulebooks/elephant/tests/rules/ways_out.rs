//! Ways out of a fight, what is foreseen of orders that are carried out later, and what a brigade is when its regiments differ.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use elephant::play::{Allotment, Command, Contact, Deed, OfficerId, Phase};
use elephant::{Event, fire::Stance};
use engine::official::Policy;
use engine::{Fast, GivenAnswers, Kept, Official, Play, Question};

use crate::field_day::{Day, Table, infantry};

/// How many outcomes an order may have, as its preview tells them.
fn outcomes(table: &Table, command: &Command) -> usize {
    let columns = table.theatre.preview(&table.battle, command, &GivenAnswers::new()).expect("it is foreseen");
    columns.iter().map(|column| column.odds.outcomes.len()).max().unwrap_or(0)
}

/// Two regiments in a fight whose middles lie so far apart along their front; whether anybody ran and whether anybody surrendered
/// in fifty fights.
fn fifty_fights(scale: &'static str, aside: i32, apart: i32) -> (bool, bool) {
    let day = Day::new()
        .union(infantry("a", 6, [800, 1000 - apart], 0, ""))
        .confederate(infantry("x", 6, [800 + aside, 1000], 180, ""))
        .switch("scale", scale);
    let mut table = day.begin();
    let (charger, target) = (table.id("a"), table.id("x"));
    table.battle.contacts =
        vec![Contact { charger, target, flank_or_rear: false, due: true, engaged: false, melee: None }]
            .into_iter()
            .collect();
    let mut table = table.card(0).on_to(Phase::Movement);
    table.obey(&Command::EndMovement, &[], &[]);
    let (mut ran, mut surrendered) = (false, false);
    for seed in 0..50 {
        let mut battle = table.battle.clone();
        let answers = Policy(|_: &Question| 0);
        let mut umpire = Official { dice: Fast::seeded(seed), answers, record: Kept::new() };
        let fought = table.theatre.obey(&mut battle, &Command::Fight { unit: charger }, &mut umpire);
        assert!(fought.is_ok(), "{fought:?}");
        for event in &umpire.record.events {
            ran |= matches!(event, Event::OnTheMap(Deed::Withdrew { .. }));
            surrendered |= matches!(event, Event::OnTheMap(Deed::Surrendered { .. }));
        }
    }
    (ran, surrendered)
}

#[test]
fn nobody_surrenders_whose_rear_is_open() {
    // Front to front, and half of a front to the side, at the depth of a stand of each scale.
    for (scale, aside, apart) in [("regimental-1", 0, 15), ("regimental-1", 80, 15), ("regimental-2", 80, 30)] {
        assert_eq!(fifty_fights(scale, aside, apart), (true, false), "{scale}, {aside} yards aside");
    }
}

/// A regiment with two enemies before it, about to declare its fire.
fn two_targets() -> Table {
    let day = Day::new()
        .union(infantry("a", 9, [800, 800], 0, ""))
        .confederate(infantry("x", 4, [700, 950], 180, ""))
        .confederate(infantry("y", 4, [900, 950], 180, ""));
    day.begin().card(0)
}

#[test]
fn a_target_named_twice_is_fired_at_once_in_the_odds() {
    let table = two_targets();
    let at = |name: &str, stands: u16| Allotment { target: table.id(name), stands, guns: 0 };
    let declare =
        |at: Vec<Allotment>| Command::DeclareFire { unit: table.id("a"), stance: Stance::Hold, at, officer: None };
    let twice = outcomes(&table, &declare(vec![at("x", 3), at("y", 3), at("x", 3)]));
    assert_eq!(twice, outcomes(&table, &declare(vec![at("x", 6), at("y", 3)])));
    assert!(twice > 1);
}

#[test]
fn what_a_marksman_does_is_carried_out_with_the_other_fire() {
    let table = two_targets();
    let (target, officer) = (table.id("x"), OfficerId::at(0));
    let at = vec![Allotment { target, stands: 3, guns: 0 }];
    let command = Command::DeclareFire { unit: table.id("a"), stance: Stance::Hold, at, officer: Some(officer) };
    let resolved =
        [Command::EndDeclaration, Command::ResolveFire { target }, Command::ResolveFireAtOfficer { officer }];
    assert_eq!(table.theatre.carried_out_by(&command), resolved);
}

#[test]
fn a_charge_that_follows_another_is_foreseen() {
    let day = Day::new()
        .union(infantry("a", 6, [800, 800], 0, ""))
        .union(infantry("b", 6, [800, 765], 0, ""))
        .confederate(infantry("x", 6, [800, 960], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::AnnounceCharges);
    table.announce("a", "x", None);
    let (unit, target, behind) = (table.id("b"), table.id("x"), Some(table.id("a")));
    assert!(outcomes(&table, &Command::AnnounceCharge { unit, target, column_die: false, behind }) > 1);
}

#[test]
fn a_brigade_shoots_as_most_of_its_men_do() {
    let marksmen = r#"traits = ["marksmen"]"#;
    let brigade = |few: u32| {
        let day = Day::new()
            .union(infantry("a", few, [800, 800], 0, marksmen))
            .union(infantry("b", 10, [1600, 800], 0, ""))
            .confederate(infantry("x", 6, [800, 1600], 180, ""))
            .switch("scale", "brigade");
        day.begin().theatre.regiments[0].marksmen
    };
    assert!(!brigade(4));
    assert!(brigade(10));
}

#[test]
fn a_refusal_names_the_field_of_the_order() {
    let table = two_targets().on_to(Phase::Movement);
    let unit = table.id("a");
    let refusal =
        table.refused(&Command::DeploySkirmishers { unit, stands: 200, at: Some(table.battle.unit(unit).centre) });
    assert!(refusal.reasons.iter().all(|reason| ["unit", "stands"].contains(&reason.field.as_str())), "{refusal}");
}
