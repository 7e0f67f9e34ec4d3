//! What is said of an order: the rule that stands in its way, and what it spends.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use engine::Play;
use field::hex::{Corner, Side};
use line_of_battle::charts::{MoraleState, ZeroMa};
use line_of_battle::command::Order;
use line_of_battle::play::*;
use line_of_battle::unit::Formation;

use crate::support::Table;

#[test]
fn who_does_not_move_at_all_is_told_why() {
    let mut table = Table::lane_of(&["U1", "C1"]);
    let goal = table.theatre.objectives[0].at;
    table.orders("U division", Order::Attack, Some(goal));
    table.leads_from("Ubrig", table.at("U1"));
    let ways = [Step::Enter(Side::new(0)), Step::Turn(Corner::new(2)), Step::Form(Formation::Column, Corner::new(2))];
    let ways = ways.map(|step| table.go("U1", &[step]));
    table.now("U1").state = MoraleState::Routed;
    for way in &ways {
        table.says(way, &["(LB-STATE-R)", "U1 is Routed", "up to 10 hexes"]);
    }
    table.now("U1").state = MoraleState::Normal;
    let brigade = table.formation("U brigade");
    table.battle.formations[brigade.index()].zero = Some(ZeroMa::None);
    for way in &ways {
        table.says(way, &["(LB-ZERO-1)", "may fire as it stands"]);
    }
    table.beside("C1", "U1", Side::new(0));
    table.says(&table.go("U1", &[Step::Charge(Side::new(0))]), &["(LB-ZERO-1)"]);
}

#[test]
fn who_has_dismounted_has_left_what_a_line_leaves_him() {
    let mut table = Table::in_activity("nightfall");
    table.now("U Cavalry").formation = Formation::Mounted;
    table.battle.leaders.iter_mut().for_each(|leader| leader.at = None);
    table.battle.formations.iter_mut().for_each(|formation| formation.hq = None);
    let cost = |steps: &[Step]| table.theatre.cost(&table.battle, &table.go("U Cavalry", steps));
    let two = |side: u8| [Step::Enter(Side::new(side)); 2];
    let side = (0..6).find(|side| cost(&two(*side)).as_deref() == Some("2 of 12 MPs")).expect("open ground");
    // Five of twelve are spent: of six a line has three and a half, and fractions are dropped.
    let dismounts = [&two(side)[..], &[Step::Form(Formation::Line, Corner::new(0))]].concat();
    assert_eq!(cost(&dismounts).as_deref(), Some("5 MPs, and 3 of 6 are left"));
}
