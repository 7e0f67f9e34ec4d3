//! Refusals teach: each names the rule, the figure, and what would be legal instead.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use field::hex::{Corner, Side};
use line_of_battle::charts::MoraleState;
use line_of_battle::play::*;
use line_of_battle::unit::Formation;

use crate::support::{Table, obey, theatre_with};

#[test]
fn who_may_act_at_all() {
    let mut table = Table::in_activity("training-toll-gate");
    let ohio = table.unit("1st Ohio");
    table.says(&Command::EndStep, &["LB-SEQ-COMMAND", "orders"]);
    table.says(&table.go("10th Georgia", &[]), &["other side", "turn of the union"]);
    let unknown = Command::Move { units: [UnitId(99)].into(), leaders: [].into(), steps: [].into() };
    table.says(&unknown, &["there is no unit 99", "0 to 7"]);
    let twice = Command::Move { units: [ohio, ohio].into(), leaders: [].into(), steps: [].into() };
    table.says(&twice, &["named twice", "name it once"]);
    let apart = Command::Move { units: [ohio, table.unit("2nd Ohio")].into(), leaders: [].into(), steps: [].into() };
    table.says(&apart, &["LB-SEQ-ACTIVITY", "another hex", "order it apart"]);
    table.says(&table.go("3rd Ohio", &[]), &["LB-HOUSE-ENTRY", "turn 2", "turn 1"]);
    table.now("1st Ohio").done = Done::Fire;
    table.says(&table.go("1st Ohio", &[]), &["LB-SEQ-ACTIVITY", "acts again in the next"]);
    table.now("1st Ohio").sp = 0;
    table.says(&table.go("1st Ohio", &[]), &["destroyed", "leave it out"]);
}

#[test]
fn where_a_stack_may_go() {
    let mut table = Table::in_activity("training-toll-gate");
    let front = table.battle.unit(table.unit("1st Ohio")).facing.sides();
    let beside = front[0].turned(-1);
    table.says(
        &table.go("1st Ohio", &[Step::Enter(beside)]),
        &["LB-ACT-FACING", front[0].name(), front[1].name(), "1 MP"],
    );
    table.says(&table.go("1st Ohio", &[Step::Enter(front[0]); 7]), &["LB-TEM-MA", "MPs left", "stop here"]);
    table.says(&table.go("Battery A, section", &[Step::Enter(front[0])]), &["LB-TEM-KEY", "change it, or go round"]);
    table.forward("1st Ohio");
    table.says(&table.go("1st Ohio", &[Step::Enter(Side::new(3)); 3]), &["front hexes only"]);
    table.now("2nd Ohio").formation = Formation::Column;
    table.says(&table.go("2nd Ohio", &[Step::Turn(Corner::new(2))]), &["LB-FORM-TABLE", "no front to turn"]);
    let open = Step::Form(Formation::OpenOrder, Corner::new(0));
    table.says(&table.go("1st Ohio", &[open]), &["LB-OO-REQ", "not trained", "Line or Column"]);
    let mounted = Step::Form(Formation::Mounted, Corner::new(0));
    table.says(&table.go("1st Ohio", &[mounted]), &["LB-FORM-TABLE", "no such formation"]);
    let early = [Step::Charge(front[0]), Step::Enter(front[0])];
    table.says(&table.go("1st Ohio", &early), &["steps[0]", "last step"]);
    table.says(&table.go("1st Ohio", &[Step::Charge(front[0])]), &["LB-ACT-CHARGE", "the nearest stands in hex"]);
    let stranger = table.unit("2nd Ohio");
    table.says(&table.go("1st Ohio", &[Step::PickUp(stranger)]), &["not there", "go to its hex first"]);
    let own = table.unit("1st Ohio");
    table.says(&table.go("1st Ohio", &[Step::Drop(own)]), &["not the last", "let it stop instead"]);
}

#[test]
fn stacks_have_limits_and_one_front() {
    let mut table = Table::in_activity("training-toll-gate");
    table.beside("2nd Ohio", "1st Ohio", Side::new(0));
    table.now("2nd Ohio").facing = Corner::new(3);
    table.now("1st Ohio").facing = Corner::new(0);
    let ahead = [Step::Enter(Side::new(0))];
    table.says(&table.go("1st Ohio", &ahead), &["LB-ACT-FACING", "corner 3", "turn as they do"]);
    table.now("2nd Ohio").facing = Corner::new(0);
    table.now("2nd Ohio").sp = 14;
    table.says(&table.go("1st Ohio", &ahead), &["LB-HOUSE-STACK", "at most 16 SPs", "leave a unit behind"]);
}

#[test]
fn the_enemy_holds_who_is_close() {
    let mut table = Table::in_activity("training-toll-gate");
    table.forward("1st Ohio");
    table.beside("10th Georgia", "1st Ohio", Side::new(0));
    table.now("1st Ohio").facing = Corner::new(2);
    let away = [Step::Enter(Side::new(3))];
    table.says(&table.go("1st Ohio", &away), &["zone of control", "turn, Charge or stay"]);
    let column = Step::Form(Formation::Column, Corner::new(0));
    table.says(&table.go("1st Ohio", &[column]), &["LB-ACT-FORMATION", "except to limber"]);
    let into = [Step::Turn(Corner::new(0)), Step::Enter(Side::new(0))];
    table.says(&table.go("1st Ohio", &into), &["LB-ACT-CHARGE", "Charge, or go another way"]);
    table.says(&table.go("1st Ohio", &[Step::Charge(Side::new(0))]), &["LB-ACT-FACING", "turn first"]);
    table.now("Battery A, section").formation = Formation::Limbered;
    let gun = table.at("Battery A, section");
    table.now("11th Georgia").at = Some(gun.neighbour(Side::new(0)).neighbour(Side::new(0)));
    table.now("11th Georgia").facing = Corner::new(3);
    let unlimber = Step::Form(Formation::Unlimbered, Corner::new(0));
    table.says(&table.go("Battery A, section", &[unlimber]), &["LB-ARTFORM-UNLIMBER", "5 hexes or more", "4 with"]);
    table.now("Battery A, section").retreated = true;
    table.says(&table.go("Battery A, section", &[unlimber]), &["LB-ARTFORM-LIMBER", "in the next at the earliest"]);
}

#[test]
fn fire_needs_range_front_and_a_target() {
    let mut table = Table::in_activity("training-toll-gate");
    let georgia = table.at("10th Georgia");
    table.says(&table.fire("1st Ohio", georgia), &["LB-ARMS-TABLE", "reaches 4 hexes", "close up"]);
    let empty = table.at("1st Ohio").neighbour(Side::new(0));
    table.says(&table.fire("1st Ohio", empty), &["LB-COMBAT-TABLE", "the nearest stands in hex"]);
    table.forward("1st Ohio");
    table.beside("10th Georgia", "1st Ohio", Side::new(3));
    table.now("1st Ohio").facing = Corner::new(0);
    let behind = table.at("10th Georgia");
    table.says(&table.fire("1st Ohio", behind), &["LB-ACT-FACING", "turn to corner"]);
    table.now("1st Ohio").formation = Formation::Column;
    table.says(&table.fire("1st Ohio", behind), &["LB-FORM-TABLE", "form Line or unlimber first"]);
    table.now("1st Ohio").formation = Formation::Line;
    table.now("1st Ohio").state = MoraleState::Routed;
    table.says(&table.fire("1st Ohio", behind), &["LB-STATE-R", "let it rally"]);
    let none =
        Command::Fire { units: [table.unit("2nd Ohio")].into(), leaders: [].into(), steps: [].into(), shots: vec![] };
    table.says(&none, &["name a hex to fire at"]);
}

#[test]
fn only_the_shaken_run_by_choice() {
    let mut table = Table::in_activity("training-toll-gate");
    let units: SomeUnits = [table.unit("1st Ohio")].into();
    table.says(&Command::RetreatTen { units: units.clone(), hexes: 2 }, &["LB-STATE-RETREAT10", "move it instead"]);
    table.now("1st Ohio").state = MoraleState::Disorganized;
    table.says(&Command::RetreatTen { units, hexes: 11 }, &["LB-STATE-RETREAT10", "1 to 10 hexes", "11"]);
    table.says(&Command::GoOn { steps: [].into() }, &["LB-CHG-SEQ", "won a Charge"]);
    table.says(&Command::Halt, &["LB-CHG-SEQ", "may go on"]);
}

#[test]
fn leaders_headquarters_and_wagons() {
    let mut table = Table::in_activity("nightfall");
    let first = table.theatre.formation_ids().find(|id| table.theatre.formation(*id).name == "U army");
    let army = first.expect("there is an army");
    let leader = table.battle.formation(army).leader.expect("it is led");
    let far: Way = vec![Side::new(3); 30].into();
    table.says(&Command::MoveLeader { leader, path: far.clone() }, &["path["]);
    table.battle.leaders[leader.index()].moved = true;
    let ride = Command::MoveLeader { leader, path: [Side::new(0)].into() };
    table.says(&ride, &["LB-SEQ-ACTIVITY", "rides again in the next"]);
    let away = table.battle.leaders[leader.index()].at.map(|at| at.neighbour(Side::new(0)));
    table.battle.leaders[leader.index()].at = away;
    let hq = Command::MoveHq { formation: army, path: [Side::new(0)].into() };
    table.says(&hq, &["LB-CMDROLL-STACKED", "move him there first"]);
    let wagon = WagonId(0);
    table.says(&Command::MoveWagon { wagon: WagonId(9), path: far.clone() }, &["there are 2 wagons"]);
    table.says(&Command::MoveWagon { wagon, path: vec![Side::new(0); 12].into() }, &["MPs are left", "stop before it"]);
    table.says(&Command::MoveWagon { wagon: WagonId(1), path: far }, &["of the other side"]);
    table
        .says(&Command::TakeDownWorks { unit: table.unit("U first a 1") }, &["LB-HOUSE-WORKS", "breastworks-building"]);
    table.says(&Command::ZeroRoll { brigade: table.formation("U first division, brigade b") }, &["LB-ZERO-ROLL"]);
    let zero = table.go("U first a 1", &[Step::Enter(Side::new(0))]);
    table.says(&zero, &["LB-ZERO-ROLL", "roll for U first division, brigade a first"]);
}

#[test]
fn orders_are_written_to_commands_and_arrive_in_time() {
    let mut table = Table::in_orders("nightfall");
    let (army, corps) = (table.formation("U army"), table.formation("U corps"));
    let goal = table.theatre.objectives[0].at;
    let attack = Instruction::Attack(goal);
    let division = table.formation("U first division");
    table.says(&Command::IssueOrder { to: division, says: attack }, &["writes to Commands", "U corps"]);
    let guns = table.formation("U artillery battalion");
    table.says(&Command::IssueOrder { to: guns, says: attack }, &["LB-HOUSE-ARTYBN", "Move orders only"]);
    table.says(&Command::IssueOrder { to: corps, says: Instruction::Release }, &["LB-CMDROLL-MOD-RESERVE"]);
    table.says(&Command::AcceptOrder { formation: corps }, &["no order is on its way"]);
    let sent = Dispatch { to: corps, says: attack, sent: 1, due: 4, delivered: false, relay: None };
    table.battle.dispatches.push(sent);
    table.says(&Command::AcceptOrder { formation: corps }, &["LB-DELIV-RESULT", "turn 4", "turn 1"]);
    let brigade = table.formation("U first division, brigade a");
    let own = Command::Initiative { formation: brigade, what: Initiative::Deploy };
    table.says(&own, &["LB-CMDROLL-TABLE", "division or higher"]);
    table.says(&Command::Initiative { formation: corps, what: Initiative::Stand }, &["LB-HOUSE-RUN"]);
    table.says(&Command::Skedaddle { formation: corps, path: [].into() }, &["LB-HOUSE-RUN", "skedaddle"]);
    let leader = table.battle.formation(army).leader.expect("it is led");
    let issue = Command::IssueOrder { to: corps, says: attack };
    table.battle.leaders[leader.index()].rolled = true;
    table.says(&issue, &["LB-CMDROLL-TABLE", "one Command Roll", "in the next"]);
    table.battle.leaders[leader.index()].rolled = false;
    table.battle.turn = 12;
    table.says(&issue, &["LB-NIGHT-ORDERS-WINDOW", "12 midnight"]);
    table.battle.leaders[leader.index()].at = Some(goal);
    table.says(&issue, &["LB-CMDROLL-STACKED", "move him there"]);
}

#[test]
fn in_the_dark_and_out_of_radius_little_is_allowed() {
    let mut table = Table::in_activity("nightfall");
    table.battle.turn = 12;
    let target = table.at("U second a 2").neighbour(Side::new(0)).neighbour(Side::new(0)).neighbour(Side::new(0));
    table.now("C second a 1").at = Some(target);
    table.now("U second a 2").facing = Corner::new(0);
    table.says(&table.fire("U second a 2", target), &["LB-HOUSE-DARK", "3 hexes", "but 2"]);
    table.battle.turn = 1;
    let far = table.at("U second a 2");
    let far = (0..7).fold(far, |hex, _| hex.neighbour(Side::new(3)));
    table.now("U second b 2").at = Some(far);
    table.now("U second b 2").facing = Corner::new(2);
    let away = table.go("U second b 2", &[Step::Enter(Side::new(3))]);
    table.says(&away, &["LB-RADIUS-TABLE", "nearer to him in hex"]);
    table.battle.advance = Some(Advance { units: vec![], began: far, heading: Side::new(0) });
    table.says(&table.go("U first a 1", &[]), &["LB-CHG-SEQ", "goes on or halts first"]);
}

#[test]
fn optional_rules_refuse_with_their_own_reasons() {
    let (theatre, battle) = theatre_with("nightfall", &[("skedaddle", "on"), ("breastworks-building", "on")]);
    let mut table = Table { theatre, battle };
    let corps = table.formation("U corps");
    let long: Way = vec![Side::new(3); 13].into();
    table.says(&Command::Skedaddle { formation: corps, path: long }, &["LB-HOUSE-RUN", "at most 12 hexes", "13"]);
    obey(&table.theatre, &mut table.battle, &Command::Skedaddle { formation: corps, path: [].into() })
        .expect("it runs");
    assert!(table.theatre.unit_ids().all(|id| {
        let own = table.theatre.unit(id).side == table.battle.active;
        !own || !matches!(
            table.battle.unit(id).formation,
            Formation::Line | Formation::Unlimbered | Formation::OpenOrder
        )
    }));
    table.says(&Command::Skedaddle { formation: corps, path: [].into() }, &["LB-HOUSE-RUN", "initiative to stand"]);
    obey(&table.theatre, &mut table.battle, &Command::EndStep).expect("the Orders step ends");
    let line = table.go("U first a 1", &[Step::Form(Formation::Line, Corner::new(0))]);
    table.says(&line, &["LB-HOUSE-RUN", "stand first"]);
    let works = Command::TakeDownWorks { unit: table.unit("U first a 1") };
    table.says(&works, &["LB-HOUSE-WORKS", "not in Line"]);
    table.now("U first a 1").formation = Formation::Line;
    let (at, facing) = (table.at("U first a 1"), Corner::new(0));
    table.battle.works.push(Works { at, facing });
    obey(&table.theatre, &mut table.battle, &works).expect("it takes them down");
    assert!(table.battle.works.is_empty());
}
