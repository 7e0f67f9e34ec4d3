//! Orders on their way down: to whom they are passed on, which of several is accepted, who holds whom in Reserve; and how far
//! those go who are Stopped, on the march, in Reserve or without orders.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use engine::book::Procedure;
use field::hex::{Corner, Hex, Side};
use line_of_battle::charts::MoraleState;
use line_of_battle::command::{Order, Permission, PermissionSituation, Verdict, Wish};
use line_of_battle::play::*;
use line_of_battle::unit::Formation;

use crate::beaten::away;
use crate::orders::{north, without_orders};
use crate::support::{Table, book, obey, offered, run};

const NORTH: u8 = 0;
const SOUTH: u8 = 3;

/// The Orders step of a later turn, and where an order may send somebody.
fn later() -> (Table, Hex) {
    let mut table = Table::in_orders("nightfall");
    table.battle.turn = 4;
    let goal = table.theatre.objectives[0].at;
    (table, goal)
}

impl Table {
    /// An order that has come to a division by way of its corps.
    fn relayed(&mut self, to: &str, says: Instruction, sent: u16) {
        let (to, relay, due) = (self.formation(to), Some(self.formation("U corps")), self.battle.turn);
        self.battle.dispatches.push(Dispatch { to, says, sent, due, delivered: true, relay });
    }

    fn accepts(&mut self, name: &str) {
        self.willing(name);
        let formation = self.formation(name);
        self.does(&Command::AcceptOrder { formation });
    }

    /// What is on its way to a formation.
    fn on_its_way(&self, name: &str) -> Vec<Instruction> {
        let to = self.formation(name);
        self.battle.dispatches.iter().filter(|sent| sent.to == to).map(|sent| sent.says).collect()
    }
}

#[test]
fn an_artillery_battalion_is_not_ordered_to_attack_at_the_start() {
    let table = Table::in_orders("nightfall");
    assert_eq!(table.order_of("U first division"), Order::Attack);
    assert_eq!(table.order_of("U artillery battalion"), Order::None);
}

#[test]
fn a_corps_passes_on_to_its_guns_that_they_march_and_nothing_else() {
    let table = Table::in_orders("nightfall");
    let goal = table.theatre.objectives[0].at;
    let comes = |says: Instruction| {
        let mut table = Table::in_orders("nightfall");
        table.sent("U corps", says, 1, 2);
        for end in [Command::EndStep, Command::EndPhase, Command::EndStep, Command::EndPhase] {
            table.does(&end);
        }
        assert_eq!(table.on_its_way("U first division"), [says]);
        table.on_its_way("U artillery battalion")
    };
    assert_eq!(comes(Instruction::Attack(goal)), []);
    assert_eq!(comes(Instruction::Reserve), []);
    assert_eq!(comes(Instruction::Move(goal)), [Instruction::Move(goal)]);
}

#[test]
fn a_division_accepts_nothing_that_its_command_has_passed_over() {
    let (mut table, goal) = later();
    table.sent("U corps", Instruction::Attack(goal), 1, 3);
    table.relayed("U first division", Instruction::Attack(goal), 1);
    table.sent("U corps", Instruction::Move(goal), 2, 4);
    table.accepts("U corps");
    assert_eq!(table.on_its_way("U corps"), []);
    let formation = table.formation("U first division");
    table.says(&Command::AcceptOrder { formation }, &["no order is on its way"]);
}

#[test]
fn an_attack_that_is_given_up_is_accepted_by_nobody_any_more() {
    let (mut table, goal) = later();
    table.orders("U second division", Order::None, None);
    table.relayed("U second division", Instruction::Attack(goal), 1);
    let newer = table
        .theatre
        .objectives
        .iter()
        .map(|objective| objective.at)
        .find(|at| *at != goal)
        .unwrap_or(away(goal, NORTH, 1));
    table.sent("U corps", Instruction::Attack(newer), 3, 4);
    table.relayed("U second division", Instruction::Attack(newer), 3);
    let formation = table.formation("U corps");
    table.does(&Command::DeclareFutile { formation });
    for name in ["U first division", "U second division"] {
        let now = table.battle.formation(table.formation(name));
        assert_eq!((now.order.order, now.recovering), (Order::None, true), "{name}");
    }
    assert_eq!(table.on_its_way("U second division"), [Instruction::Attack(newer)], "another attack is another order");
}

#[test]
fn what_its_command_has_accepted_stays_with_a_division() {
    let (mut table, goal) = later();
    table.relayed("U first division", Instruction::Move(goal), 1);
    table.sent("U corps", Instruction::Reserve, 2, 4);
    table.accepts("U corps");
    table.accepts("U first division");
    assert_eq!(table.order_of("U first division"), Order::Move);
}

#[test]
fn an_order_that_has_to_wait_keeps_no_older_one_from_being_accepted() {
    let (mut table, goal) = later();
    table.relayed("U first division", Instruction::Move(goal), 1);
    table.sent("U corps", Instruction::Attack(goal), 3, 4);
    table.relayed("U first division", Instruction::Attack(goal), 3);
    table.accepts("U first division");
    assert_eq!(table.order_of("U first division"), Order::Move);
    assert_eq!(table.on_its_way("U first division"), [Instruction::Attack(goal)], "the later one still waits");
    let formation = table.formation("U first division");
    table.willing("U first division");
    table.says(&Command::AcceptOrder { formation }, &["LB-CMDROLL-YES", "U corps has to accept"]);
}

#[test]
fn a_division_that_recovers_may_still_march() {
    let (mut table, goal) = later();
    let division = table.formation("U first division");
    table.battle.formations[division.index()].order = InForce::NONE;
    table.battle.formations[division.index()].recovering = true;
    table.relayed("U first division", Instruction::Attack(goal), 3);
    table.says(&Command::AcceptOrder { formation: division }, &["LB-RECOV-WHEN"]);
    table.relayed("U first division", Instruction::Move(goal), 1);
    table.accepts("U first division");
    assert_eq!(table.order_of("U first division"), Order::Move);
}

#[test]
fn nobody_holds_a_whole_army_in_reserve() {
    let table = Table::in_orders("nightfall");
    let army = table.formation("U army");
    let what = Initiative::ReserveFormation(army);
    let holds = Command::Initiative { formation: army, what };
    table.says(&holds, &["LB-RES-ESTABLISHED", "U army itself by order"]);
    assert!(!offered(&table.theatre, &table.battle).contains(&holds));
}

/// P5: a Stopped division is in No Orders only when it is out of reach.
#[test]
fn no_radius_keeps_a_stopped_division_from_getting_away() {
    let (mut table, at, _, leader) = without_orders();
    let division = table.formation("U first division");
    let general = table.battle.formation(division).leader.expect("it is led");
    table.battle.leaders[leader.index()].at = Some(north(at, 6));
    table.battle.leaders[general.index()].at = Some(north(at, 3));
    table.now("U first a 1").formation = Formation::Column;
    let back = table.go("U first a 1", &[Step::Enter(Side::new(SOUTH))]);
    table.says(&back, &["LB-RADIUS-TABLE", "without orders"]);
    table.battle.formations[division.index()].stopped = true;
    table.does(&back);
}

#[test]
fn a_march_is_over_when_its_leader_has_arrived() {
    let mut table = Table::in_activity("nightfall");
    let division = table.formation("U first division");
    let leader = table.battle.formation(division).leader.expect("it is led");
    let goal = table.battle.leaders[leader.index()].at.expect("he is there");
    table.now("U first a 1").formation = Formation::Column;
    let deploys = table.go("U first a 1", &[Step::Form(Formation::Line, Corner::new(0))]);
    table.orders("U first division", Order::Move, Some(north(goal, 1)));
    table.says(&deploys, &["LB-CMDROLL-MOD-DEPLOY"]);
    table.orders("U first division", Order::Move, Some(goal));
    table.does(&deploys);
}

#[test]
fn a_reserve_goes_where_its_leader_goes() {
    let mut table = Table::lane_of(&["U1", "C1"]);
    let brigade = table.formation("U brigade");
    table.battle.formations[brigade.index()].reserve = true;
    let here = table.at("U1");
    let leader = table.leads_from("Ubrig", here);
    table.now("U1").formation = Formation::Column;
    let steps = [Step::Enter(Side::new(SOUTH)); 5];
    table.says(&table.go("U1", &steps), &["LB-CMDROLL-MOD-RESERVE", "4 hexes"]);
    let units = [table.unit("U1")].into();
    table.does(&Command::Move { units, leaders: [leader].into(), steps: steps.as_slice().into() });
    assert_eq!(table.at("U1"), away(here, SOUTH, 5));
}

/// S 27: those who make a stack roll are near where it began, whoever else is beside them.
#[test]
fn without_orders_a_stack_closes_only_with_enemies_near_where_it_began() {
    for (fires, routed) in [("C1", "C2"), ("C2", "C1")] {
        let mut table = Table::lane_of(&["U1", "C1", "C2"]);
        let here = table.at("U1");
        table.leads_from("Ubrig", here);
        (table.now(fires).at, table.now(fires).facing) = (Some(away(here, NORTH, 4)), Corner::new(SOUTH));
        let beside = away(here, NORTH, 3).neighbour(Side::new(4));
        (table.now(routed).at, table.now(routed).state) = (Some(beside), MoraleState::Routed);
        let closes = table.go("U1", &[Step::Enter(Side::new(NORTH)); 3]);
        table.says(&closes, &["closes only with enemies within 3 hexes"]);
        // One hex nearer from the start he may be closed with.
        table.now("U1").at = Some(away(here, NORTH, 1));
        let closer = table.go("U1", &[Step::Enter(Side::new(NORTH)); 2]);
        obey(&table.theatre, &mut table.battle.clone(), &closer).expect("he is three hexes away");
    }
}

#[test]
fn a_reserve_holds_its_fire_out_of_radius_too() {
    let (_, plain) = Permission::examples().into_iter().next().expect("an example");
    let of = |in_radius, enemy_hexes| {
        let order = Order::Reserve;
        let fire = PermissionSituation { order, wish: Wish::Fire, in_radius, enemy_hexes, ..plain.clone() };
        run::<Permission>(&book(), &fire, &[], &[]).outcome.verdict
    };
    for in_radius in [true, false] {
        assert_eq!(of(in_radius, 4), Verdict::Permitted);
        assert_eq!(of(in_radius, 5), Verdict::ReserveHolds);
    }
}

/// P1 step 5: a division that is still to come finds its order where it comes on, and the time runs from then.
#[test]
fn an_order_is_relayed_to_a_division_that_is_still_to_come() {
    let mut table = Table::in_orders("nightfall");
    let (division, goal) = (table.formation("U first division"), table.theatre.objectives[0].at);
    let leader = table.battle.formation(division).leader.expect("it is led");
    let at = table.battle.leaders[leader.index()].at.expect("he is there");
    table.battle.leaders[leader.index()].at = None;
    table.battle.formations[division.index()].hq = None;
    table.theatre.leaders[leader.index()].entry = Some(Entry { turn: 5, at });
    table.sent("U corps", Instruction::Move(goal), 1, 2);
    for end in [Command::EndStep, Command::EndPhase, Command::EndStep, Command::EndPhase] {
        table.does(&end);
    }
    assert_eq!(table.on_its_way("U first division"), [Instruction::Move(goal)]);
    let due = table.battle.dispatches.iter().find(|sent| sent.to == division).map(|sent| sent.due);
    assert!(due.is_some_and(|due| due > 5), "{due:?}");
}
