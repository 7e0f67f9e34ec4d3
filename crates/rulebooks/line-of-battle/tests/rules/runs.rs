//! Men who run: whose Cowardly Legs they are, towns on their way, and leaders who go with them.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use engine::{Choices, Fast, GivenAnswers, Official, Play, Policy, Question, Side as Army, Silent};
use field::hex::{Corner, Hex, Side};
use line_of_battle::Event;
use line_of_battle::charts::MoraleState;
use line_of_battle::command::Order;
use line_of_battle::play::*;
use line_of_battle::unit::Formation;

use crate::beaten::away;
use crate::support::{Table, obey};

const NORTH: u8 = 0;
const SOUTH: u8 = 3;

/// How likely C1 is shaken worse by a shot, with these markers behind it.
fn shaken(table: &Table, fire: &Command, at: Hex, markers: &[(UnitId, u16)]) -> f64 {
    let mut battle = table.battle.clone();
    let legs = markers.iter().map(|(maker, mark)| Legs { side: Army::Confederate, at, maker: *maker, mark: *mark });
    battle.legs.extend(legs);
    let columns = table.theatre.preview(&battle, fire, &GivenAnswers::new()).expect("it can be previewed");
    let odds = &columns.first().expect("a column").odds;
    let target = table.unit("C1");
    let ran = |after: &Battle| matches!(after.unit(target).state, MoraleState::Disorganized | MoraleState::Routed);
    let ways = odds.outcomes.iter().filter(|(after, _)| ran(after)).map(|(_, ways)| ways.to_f64());
    ways.sum::<f64>() / odds.total.to_f64()
}

#[test]
fn cowardly_legs_are_those_of_a_stack_and_not_of_a_hex() {
    let mut table = Table::lane_of(&["C1", "C2", "U1"]);
    let target = table.at("C1");
    table.now("C1").facing = Corner::new(SOUTH);
    (table.now("U1").at, table.now("U1").facing) = (Some(away(target, SOUTH, 2)), Corner::new(NORTH));
    table.leads_from("Ubrig", Hex::at(2, 12));
    table.leads_from("Cbrig", Hex::at(2, 2));
    let goal = table.theatre.objectives[0].at;
    table.orders("U division", Order::Attack, Some(goal));
    let fire = table.fire("U1", target);
    let (one, two) = (table.unit("C1"), table.unit("C2"));
    let chance = |markers: &[(UnitId, u16)]| shaken(&table, &fire, away(target, SOUTH, 1), markers);
    assert!(chance(&[(two, 0)]) > chance(&[]), "others have run");
    assert!(chance(&[(one, 0)]) <= chance(&[]), "its own are nothing to it");
    assert!(chance(&[(one, 0), (two, 0)]) <= chance(&[]), "nor those of a stack that it was part of");
    assert!(chance(&[(one, 0), (two, 1)]) > chance(&[]), "two stacks have left theirs in one hex");
}

#[test]
fn a_line_that_runs_through_a_town_is_disorganized() {
    let town = Table::in_activity("lane").at("U4");
    for (side, name) in [(1_u8, "ne"), (2, "se")] {
        let mut table = Table::lane_of(&["U1", "C1", "C2"]);
        table.now("C2").at = Some(Hex::at(2, 2));
        let back = (side + 3) % 6;
        let at = away(town, back, 1);
        (table.now("C1").at, table.now("C1").facing) = (Some(at), Corner::new(back));
        let from = away(town, back, 2);
        (table.now("U1").at, table.now("U1").facing) = (Some(from), Corner::new(side));
        table.leads_from("Ubrig", from);
        table.leads_from("Cbrig", Hex::at(2, 2));
        let way = |question: &Question| match question.choices {
            Choices::Named(names) => names.iter().position(|way| *way == name).unwrap_or(0) as u32,
            _ => 0,
        };
        let (after, _) = table.thrown(&table.fire("U1", at), &[2, 3, 3, 6], way);
        let now = after.unit(table.unit("C1"));
        let end = now.at.expect("it lives");
        assert!(end != town && end.distance(town) == 1 && end.distance(at) == 2, "it has run through the town");
        assert_eq!(now.state, MoraleState::Disorganized);
    }
}

/// S 53: out of a town as into it.
#[test]
fn a_column_leaves_a_town_by_road_when_it_runs_too() {
    let town = Table::in_activity("lane").at("U4");
    let mut table = Table::lane_of(&["U1", "C1"]);
    (table.now("C1").at, table.now("C1").facing) = (Some(town), Corner::new(NORTH));
    table.now("C1").formation = Formation::Column;
    // Fired at from the side, it would go on across the lane, which goes from south to north.
    let from = away(town, 4, 2);
    (table.now("U1").at, table.now("U1").facing) = (Some(from), Corner::new(1));
    table.leads_from("Ubrig", from);
    let fire = table.fire("U1", town);
    let mut fled = 0;
    for seed in 0..40 {
        let mut after = table.battle.clone();
        // Its owner takes now one way, now another.
        let answers =
            Policy(
                |question: &Question| {
                    if question.kind.name == "retreat-route" { seed as u32 % question.choices.count() } else { 0 }
                },
            );
        let mut umpire = Official { dice: Fast::seeded(seed), answers, record: Silent::<Event>::new() };
        table.theatre.obey(&mut after, &fire, &mut umpire).expect("they fire");
        if let Some(at) = after.unit(table.unit("C1")).at.filter(|at| *at != town) {
            fled += 1;
            assert!(
                away(town, NORTH, 1).distance(at) < town.distance(at),
                "seed {seed}: to {at:?}, and not by the lane"
            );
        }
    }
    assert!(fled > 0, "nobody ran");
}

#[test]
fn a_leader_who_went_back_with_his_men_has_moved() {
    let mut table = Table::lane_of(&["U1", "C1"]);
    let leader = table.leads_from("Ubrig", table.at("U1"));
    table.now("U1").state = MoraleState::Disorganized;
    let back = Command::RetreatTen { units: [table.unit("U1")].into(), hexes: 3 };
    obey(&table.theatre, &mut table.battle, &back).expect("they go back");
    assert_eq!(table.battle.leaders[leader.index()].at, Some(table.at("U1")));
    let ride = Command::MoveLeader { leader, path: [Side::new(NORTH); 2][..].into() };
    table.says(&ride, &["moved"]);
}
