//! Orders on their way down: to whom they are passed on, which of several is accepted, who holds whom in Reserve.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use field::hex::Hex;
use line_of_battle::command::Order;
use line_of_battle::play::*;

use crate::support::{Table, offered};

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
