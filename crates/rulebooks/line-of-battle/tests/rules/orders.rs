//! What orders bind a formation to, and how they come to their end.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use field::hex::{Corner, Hex, Side};
use line_of_battle::command::Order;
use line_of_battle::play::*;
use line_of_battle::unit::Formation;

use crate::support::{Table, obey};

pub fn north(hex: Hex, hexes: u16) -> Hex {
    (0..hexes).fold(hex, |hex, _| hex.neighbour(Side::new(0)))
}

impl Table {
    /// An order in force for a formation.
    pub fn orders(&mut self, name: &str, order: Order, goal: Option<Hex>) {
        let formation = self.formation(name);
        self.battle.formations[formation.index()].order = InForce { order, goal };
    }

    pub fn order_of(&self, name: &str) -> Order {
        self.battle.formation(self.formation(name)).order.order
    }

    pub fn in_reserve(&self, name: &str) -> bool {
        self.battle.formation(self.formation(name)).reserve
    }

    /// The leader of a formation says yes to everything, and has not been asked this turn.
    pub fn willing(&mut self, name: &str) {
        let leader = self.battle.formation(self.formation(name)).leader.expect("it is led");
        let now = &mut self.battle.leaders[leader.index()];
        (now.command, now.rolled) = (10, false);
    }

    pub fn sent(&mut self, to: &str, says: Instruction, sent: u16, due: u16) {
        let (to, delivered) = (self.formation(to), due <= self.battle.turn);
        self.battle.dispatches.push(Dispatch { to, says, sent, due, delivered, relay: None });
    }

    pub fn does(&mut self, command: &Command) {
        obey(&self.theatre, &mut self.battle, command).unwrap_or_else(|refusal| panic!("{command:?}: {refusal}"));
    }
}

/// Where the first regiment of the first brigade stands, with the brigade and its leader; its division has no orders.
pub fn without_orders() -> (Table, Hex, FormationId, LeaderId) {
    let mut table = Table::in_activity("nightfall");
    table.orders("U first division", Order::None, None);
    table.willing("U first division, brigade a");
    let brigade = table.formation("U first division, brigade a");
    let leader = table.battle.formation(brigade).leader.expect("it is led");
    let at = table.at("U first a 1");
    (table, at, brigade, leader)
}

#[test]
fn a_wing_of_corps_is_no_command() {
    let mut table = Table::in_orders("mcphersons-ridge");
    table.battle.active = engine::Side::Union;
    let (wing, corps) = (table.formation("Left Wing, Army of the Potomac"), table.formation("I Corps"));
    assert!(!table.theatre.is_command(wing) && table.theatre.is_command(corps));
    let says = Instruction::Attack(table.theatre.objectives[0].at);
    table.says(&Command::IssueOrder { to: wing, says }, &["writes to Commands", "I Corps"]);
}

#[test]
fn a_stopped_division_does_not_charge() {
    let mut table = Table::in_activity("nightfall");
    table.orders("U first division", Order::Attack, None);
    table.willing("U first division, brigade a");
    table.beside("U first a 1", "C first a 1", Side::new(3));
    let charge = table.go("U first a 1", &[Step::Charge(Side::new(0))]);
    obey(&table.theatre, &mut table.battle.clone(), &charge).expect("under orders to attack it charges");
    let division = table.formation("U first division");
    table.battle.formations[division.index()].stopped = true;
    table.says(&charge, &["LB-FLUKE-RESULT", "Stopped"]);
}

#[test]
fn a_march_goes_to_its_destination_as_marches_go() {
    let mut table = Table::in_activity("nightfall");
    let goal = north(table.at("U first a 1"), 6);
    table.orders("U first division", Order::Move, Some(goal));
    let ahead = Step::Enter(Side::new(0));
    table.now("U first a 1").facing = Corner::new(0);
    table.says(&table.go("U first a 1", &[ahead]), &["LB-CMDROLL-MOD-DEPLOY", "Column", "not away from"]);
    table.now("U first a 1").formation = Formation::Column;
    table
        .says(&table.go("U first a 1", &[Step::Enter(Side::new(3))]), &["LB-CMDROLL-MOD-DEPLOY", "destination in hex"]);
    table.does(&table.go("U first a 1", &[ahead]));
}

#[test]
fn without_orders_a_unit_stays_in_the_radius_of_its_leader() {
    let (mut table, at, _, leader) = without_orders();
    table.battle.leaders[leader.index()].at = Some((0..6).fold(at, |hex, _| hex.neighbour(Side::new(3))));
    table.now("U first a 1").formation = Formation::Column;
    let leaves = table.go("U first a 1", &[Step::Enter(Side::new(0))]);
    table.says(&leaves, &["LB-RADIUS-TABLE", "within 6 hexes", "move him first"]);
    table.orders("U first division", Order::Attack, None);
    obey(&table.theatre, &mut table.battle.clone(), &leaves).expect("under orders it goes where it has to");
    // A leader who goes along is no farther away than before.
    table.orders("U first division", Order::None, None);
    table.battle.leaders[leader.index()].at = Some(at);
    let along = Command::Move {
        units: [table.unit("U first a 1")].into(),
        leaders: [leader].into(),
        steps: [Step::Enter(Side::new(0)); 7].as_slice().into(),
    };
    let refused = obey(&table.theatre, &mut table.battle.clone(), &along).err().map(|refusal| refusal.to_string());
    assert!(refused.is_none_or(|why| !why.contains("LB-RADIUS-TABLE")));
}

#[test]
fn an_order_that_has_come_waits_for_no_later_one() {
    let mut table = Table::in_orders("nightfall");
    let goal = table.theatre.objectives[0].at;
    table.battle.turn = 4;
    table.sent("U corps", Instruction::Attack(goal), 1, 3);
    table.sent("U corps", Instruction::Reserve, 3, 6);
    table.willing("U corps");
    let formation = table.formation("U corps");
    table.does(&Command::AcceptOrder { formation });
    let left: Vec<Instruction> = table.battle.dispatches.iter().map(|sent| sent.says).collect();
    assert_eq!(left, [Instruction::Reserve], "what is still on its way arrives in its time");
}

#[test]
fn a_command_that_goes_into_reserve_is_in_reserve() {
    let mut table = Table::in_orders("nightfall");
    table.battle.turn = 4;
    table.sent("U corps", Instruction::Reserve, 1, 3);
    table.willing("U corps");
    let formation = table.formation("U corps");
    table.does(&Command::AcceptOrder { formation });
    assert!(
        table.in_reserve("U corps") && !table.in_reserve("U first division"),
        "its divisions accept for themselves"
    );
    table.willing("U army");
    table.does(&Command::IssueOrder { to: formation, says: Instruction::Release });
}

#[test]
fn brigades_are_held_by_their_division() {
    let mut table = Table::in_orders("nightfall");
    let (corps, division) = (table.formation("U corps"), table.formation("U first division"));
    let brigade = table.formation("U first division, brigade a");
    let what = Initiative::ReserveFormation(brigade);
    table.says(&Command::Initiative { formation: corps, what }, &["LB-RES-ESTABLISHED", "leader of a division"]);
    let whole = Initiative::ReserveFormation(division);
    table.says(&Command::Initiative { formation: division, what: whole }, &["LB-RES-ESTABLISHED", "by order"]);
    table.willing("U first division");
    table.does(&Command::Initiative { formation: division, what });
    assert!(table.in_reserve("U first division, brigade a"));
}

#[test]
fn a_reserve_far_from_its_leader_may_come_nearer_and_fire() {
    let (mut table, at, brigade, leader) = without_orders();
    table.battle.formations[brigade.index()].reserve = true;
    table.battle.leaders[leader.index()].at = Some(north(at, 6));
    table.now("U first a 1").formation = Formation::Column;
    table.says(&table.go("U first a 1", &[Step::Enter(Side::new(3))]), &["LB-CMDROLL-MOD-RESERVE", "4 hexes"]);
    let mut nearer = table.battle.clone();
    obey(&table.theatre, &mut nearer, &table.go("U first a 1", &[Step::Enter(Side::new(0))])).expect("that is nearer");
    table.now("U first a 1").formation = Formation::Line;
    table.now("U first a 1").facing = Corner::new(0);
    table.now("C first a 1").at = Some(north(at, 2));
    table.does(&table.fire("U first a 1", north(at, 2)));
}

#[test]
fn a_new_order_of_the_division_ends_that_of_its_brigade() {
    let mut table = Table::in_orders("nightfall");
    let goal = table.theatre.objectives[0].at;
    table.battle.turn = 4;
    table.orders("U first division", Order::Attack, Some(goal));
    table.orders("U first division, brigade a", Order::Attack, Some(goal));
    table.sent("U first division", Instruction::Reserve, 1, 3);
    table.willing("U first division");
    let formation = table.formation("U first division");
    table.does(&Command::AcceptOrder { formation });
    assert_eq!(table.order_of("U first division, brigade a"), Order::None);
    assert!(table.in_reserve("U first division"));
}

/// P3: only who becomes a Zero in this very Activity Phase is spared.
#[test]
fn a_replacement_of_the_enemys_phase_is_a_zero_in_his_own() {
    let mut table = Table::in_activity("nightfall");
    table.battle.turn = 3;
    let brigade = table.formation("U first division, brigade a");
    let leader = table.battle.formation(brigade).leader.expect("it is led");
    table.orders("U first division", Order::Attack, None);
    let first = table.theatre.first == table.battle.active;
    let now = 2 * table.battle.turn + u16::from(!first);
    let roll = Command::ZeroRoll { brigade };
    (table.battle.leaders[leader.index()].command, table.battle.leaders[leader.index()].since) = (0, now);
    table.says(&roll, &["LB-ZERO-ROLL"]);
    table.battle.leaders[leader.index()].since = now - 1;
    table.does(&roll);
}

#[test]
fn a_battery_needs_its_battalion_and_nobody_above_it() {
    let mut table = Table::in_activity("nightfall");
    let (guns, corps) = (table.formation("U artillery battalion"), table.formation("U corps"));
    let at = table.at("U Battery Two");
    let leader = table.battle.formation(guns).leader.expect("it is led");
    table.battle.leaders[leader.index()].at = Some(at);
    table.battle.formations[guns.index()].hq = None;
    let far = (0..20).fold(at, |hex, _| hex.neighbour(Side::new(4)));
    table.battle.formations[corps.index()].hq = Some(far);
    table.does(&table.go("U Battery Two", &[Step::Enter(Side::new(0))]));
}

#[test]
fn who_is_not_on_the_map_is_no_reserve() {
    let mut table = Table::in_orders("nightfall");
    let (division, brigade) = (table.formation("U first division"), table.formation("U first division, brigade a"));
    let regiment = table.unit("U first a 1");
    table.now("U first a 1").at = None;
    let held = |what: Initiative| Command::Initiative { formation: division, what };
    table.says(&held(Initiative::ReserveUnit(regiment)), &["LB-RES-ESTABLISHED", "not on the map"]);
    let members: Vec<UnitId> =
        table.theatre.unit_ids().filter(|id| table.theatre.unit(*id).formation == brigade).collect();
    members.iter().for_each(|id| table.battle.units[id.index()].at = None);
    table.says(&held(Initiative::ReserveFormation(brigade)), &["LB-RES-ESTABLISHED", "nobody of it"]);
}

#[test]
fn a_reserve_is_released_by_its_own_leader_or_the_one_directly_above() {
    let mut table = Table::in_orders("nightfall");
    let [army, corps, division, brigade] =
        ["U army", "U corps", "U first division", "U first division, brigade a"].map(|name| table.formation(name));
    for id in [corps, division, brigade] {
        table.battle.formations[id.index()].reserve = true;
    }
    let release = |formation, of| Command::Initiative { formation, what: Initiative::ReleaseFormation(of) };
    for (who, of) in [(army, corps), (army, division), (army, brigade), (corps, brigade)] {
        table.says(&release(who, of), &["LB-RES-ESTABLISHED", "its own leader"]);
    }
    for (who, name, of) in [(corps, "U corps", division), (division, "U first division", brigade)] {
        table.willing(name);
        table.does(&release(who, of));
        assert!(!table.battle.formation(of).reserve);
    }
    table.willing("U corps");
    table.does(&release(corps, corps));
}

#[test]
fn a_release_leaves_a_march_deployed() {
    let mut table = Table::in_orders("nightfall");
    let goal = table.theatre.objectives[0].at;
    table.battle.turn = 4;
    table.orders("U first division", Order::Move, Some(goal));
    let formation = table.formation("U first division");
    (table.battle.formations[formation.index()].deployed, table.battle.formations[formation.index()].reserve) =
        (true, true);
    table.sent("U first division", Instruction::Release, 1, 3);
    table.willing("U first division");
    table.does(&Command::AcceptOrder { formation });
    assert!(table.battle.formation(formation).deployed && !table.in_reserve("U first division"));
}

#[test]
fn another_zero_takes_nothing_from_those_who_are_still_to_come() {
    let mut table = Table::in_activity("nightfall");
    table.battle.turn = 3;
    table.orders("U first division", Order::Attack, None);
    let brigades = ["a", "b"].map(|which| table.formation(&format!("U first division, brigade {which}")));
    for brigade in brigades {
        let leader = table.battle.formation(brigade).leader.expect("it is led");
        table.battle.leaders[leader.index()].command = 0;
    }
    table.now("U first a 1").at = None;
    brigades.into_iter().for_each(|brigade| table.does(&Command::ZeroRoll { brigade }));
    let done = |name: &str| table.battle.unit(table.unit(name)).done;
    assert_eq!((done("U first a 1"), done("U first a 2")), (Done::Nothing, Done::Move));
}
