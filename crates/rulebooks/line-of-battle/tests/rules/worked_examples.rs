//! The worked examples of command, movement, sight and rally, each named by its number in the dossier. Those of fire, morale and
//! Charges are in `worked_combat.rs`. None needs a map: routes, facings and lines are given as the situations ask for them.
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "a test fails by panicking"
)]

use crate::support::{Run, book, book_with, run};
use engine::Decimal;
use engine::book::Procedure;
use line_of_battle::charts::{
    Activity, Awareness, Facing, HexTerrain, HexsideTerrain, MoraleState, MoveColumn, RoadType, ZeroMa,
};
use line_of_battle::command::{
    AttackRecovery, CommandOutcome, CommandRoll, CommandSituation, Delivery, DeliverySituation, DivisionUnit,
    FlukeOutcome, FlukeSituation, FlukeStoppage, Headquarters, Hour, OrderDelivery, RecoveryOutcome, RecoverySituation,
    Reserve, ReserveRegiment, Sender, ZeroRule, ZeroSituation,
};
use line_of_battle::movement::{Hex, Manoeuvre, Movement, MovementOutcome, MovementSituation, Stop};
use line_of_battle::rally::{self, LossRecovery};
use line_of_battle::sight::{
    Aspect, Between, EndPoint, FacingSituation, FrontOrRear, LineOfSight, Purpose, Sight, SightSituation,
};
use line_of_battle::unit::{Arm, Formation, Light};

fn points(text: &str) -> Decimal {
    text.parse().expect("a number")
}

fn order(awareness: Awareness, distance: u16) -> DeliverySituation {
    DeliverySituation {
        sender: Sender::Army(awareness),
        distance,
        to_reserve: false,
        hour: Hour::Day,
        night_orders_prohibited: false,
        turn: 10,
    }
}

#[test]
fn lb_e01_order_delivery_plain() {
    let run = run::<OrderDelivery>(&book(), &order(Awareness::Normal, 14), &[], &[]);
    assert_eq!((run.outcome.turns, run.outcome.delivery), (3, Delivery::Turn(13)));
    assert!(run.cites("LB-DELIV-AWARE-NORMAL") && run.cites("LB-DELIV-DIST-WITHIN") && run.cites("LB-RADIUS-ARMY"));
}

#[test]
fn lb_e02_order_delivery_far_and_to_a_reserve() {
    let far = DeliverySituation { to_reserve: true, ..order(Awareness::NotSoSure, 57) };
    let run = run::<OrderDelivery>(&book(), &far, &[], &[]);
    assert_eq!(run.outcome.turns, 3);
    assert!(run.cites("LB-DELIV-DIST-FAR") && !run.cites("LB-DELIV-DIST-BEYOND") && run.cites("LB-DELIV-RESERVE"));
}

fn roll(command_value: u8, deployment: bool, reserve: bool, dice: &[u8]) -> Run<CommandOutcome> {
    let situation = CommandSituation { command_value, headquarters: Headquarters::With, deployment, reserve };
    run::<CommandRoll>(&book(), &situation, dice, &[])
}

#[test]
fn lb_e03_command_roll_and_its_single_plus_two() {
    assert_eq!(roll(2, false, false, &[3, 4]).outcome, CommandOutcome::No);
    let reserve = roll(2, false, true, &[3, 4]);
    assert_eq!(reserve.outcome, CommandOutcome::Yes);
    assert_eq!(reserve.modifiers(), [("LB-CMDROLL-MOD-LEADER", 2), ("LB-CMDROLL-MOD-RESERVE", 2)]);
    let both = roll(1, true, true, &[3, 3]);
    assert_eq!(both.modifiers().iter().map(|(_, amount)| amount).sum::<i16>(), 3);
    assert_eq!(both.outcome, CommandOutcome::No);
}

#[test]
fn lb_e04_zero_rule_and_a_fire_activity() {
    let zero = |activity, die| {
        let situation = ZeroSituation { column: MoveColumn::Line, activity, state: MoraleState::Normal };
        run::<ZeroRule>(&book(), &situation, &[die], &[]).outcome
    };
    assert_eq!((zero(Activity::Move, 3).brigade, zero(Activity::Move, 3).allowance), (ZeroMa::Half, points("3")));
    assert_eq!(zero(Activity::Fire, 3).allowance, points("1"));
    assert_eq!((zero(Activity::Move, 1).brigade, zero(Activity::Move, 1).allowance), (ZeroMa::None, points("0")));
    assert_eq!(zero(Activity::Move, 4).allowance, points("6"));
}

fn regiment(printed: u8, sp: u8) -> DivisionUnit {
    DivisionUnit { arm: Arm::Infantry, printed, sp, open_order: false }
}

fn recovery(units: Vec<DivisionUnit>, dice: &[u8]) -> Run<RecoveryOutcome> {
    let situation = RecoverySituation { command_value: 3, units, first_twilight: false };
    run::<AttackRecovery>(&book(), &situation, dice, &[])
}

#[test]
fn lb_e05_attack_recovery() {
    let wrecked = recovery(vec![regiment(6, 6), regiment(6, 2)], &[4, 5, 3, 4]);
    assert_eq!(wrecked.outcome, RecoveryOutcome::NotRecovered);
    assert!(wrecked.cites("LB-RECOV-BASE-WRECKED") && wrecked.cites("LB-RECOV-LEADER-3"));
    let dead = recovery(vec![regiment(6, 6), regiment(6, 0)], &[4, 5]);
    assert_eq!(dead.outcome, RecoveryOutcome::NotRecovered);
    assert!(dead.cites("LB-RECOV-BASE-DEAD") && dead.cites("LB-RECOV-FAIL"));
}

fn fluke(command_value: u8, original_leader_lost: bool, night: bool) -> FlukeSituation {
    let regiment = ReserveRegiment { cavalry: false, printed: 5, sp: 5, state: MoraleState::Normal };
    let reserve = Reserve {
        established: true,
        cavalry_division: false,
        brigades: 3,
        complete_brigade: true,
        regiments: vec![regiment.clone(), regiment],
    };
    FlukeSituation {
        command_value,
        turn: 20,
        turns_since_arrival: None,
        original_leader_lost,
        reserve: Some(reserve),
        night,
    }
}

#[test]
fn lb_e06_fluke_stoppage_day() {
    let run = run::<FlukeStoppage>(&book(), &fluke(3, true, false), &[2, 2, 3, 4], &[]);
    assert_eq!(run.modifiers(), [("LB-FLUKE-MOD-LEADER", -1), ("LB-FLUKE-MOD-RESERVE", 2)]);
    assert_eq!(run.outcome, FlukeOutcome::GoesOn);
}

#[test]
fn lb_e07_fluke_stoppage_night() {
    let run = run::<FlukeStoppage>(&book(), &fluke(2, false, true), &[3, 4, 4, 4], &[]);
    assert_eq!(run.modifiers(), [("LB-FLUKE-MOD-NIGHT", -2), ("LB-FLUKE-SECOND", -1)]);
    assert!(run.cites("LB-FLUKE-MOD-RESERVE-NIGHT"));
    assert_eq!(run.outcome, FlukeOutcome::Stoppage);
}

#[test]
fn the_grace_of_a_reinforcement_is_a_switch() {
    let late = FlukeSituation { turns_since_arrival: Some(3), ..fluke(2, false, false) };
    let with = book_with(&[("reinforcement-grace", "on")]);
    assert_eq!(run::<FlukeStoppage>(&with, &late, &[], &[]).outcome, FlukeOutcome::NoRoll);
    assert_eq!(run::<FlukeStoppage>(&book(), &late, &[3, 3], &[]).outcome, FlukeOutcome::GoesOn);
}

fn sight(from: i16, to: i16, woods_ground: i16, woods_at: usize, range: usize) -> SightSituation {
    let level = |ground| EndPoint { ground, ..EndPoint::default() };
    let mut between = vec![Between { ground: from.min(to), ..Between::default() }; range - 1];
    between[woods_at - 1] = Between { ground: woods_ground, woods: true, ..Between::default() };
    SightSituation {
        purpose: Purpose::Artillery,
        light: Light::Day,
        visibility: None,
        from: level(from),
        to: level(to),
        between,
    }
}

#[test]
fn lb_e26_slope_table() {
    let look = |situation: &SightSituation| run::<LineOfSight>(&book(), situation, &[], &[]);
    let near = look(&sight(1, 5, 1, 3, 8));
    assert_eq!((near.outcome.sight, near.outcome.blocked_at), (Sight::Terrain, Some(3)));
    assert!(near.cites("LB-LOS-COMPARE") && near.cites("LB-LOS-OBS-WOODS"));
    assert_eq!(look(&sight(1, 5, 1, 7, 8)).outcome.sight, Sight::Clear);
    // The same from the other end: hex 5 from the high ground is 3 from the low.
    assert_eq!(look(&sight(5, 1, 1, 5, 8)).outcome.blocked_at, Some(5));
    let level = look(&sight(2, 2, 2, 4, 8));
    assert_eq!(level.outcome.sight, Sight::Terrain);
    assert!(level.cites("LB-LOS-HIGHER") && !level.cites("LB-LOS-COMPARE"));
}

fn march(arm: Arm, formation: Formation, activity: Activity, manoeuvres: Vec<Manoeuvre>) -> MovementSituation {
    let text = serde_json::json!({
        "arm": arm, "formation": formation, "activity": activity, "manoeuvres": manoeuvres,
    });
    serde_json::from_value(text).expect("a situation")
}

fn go(situation: &MovementSituation) -> MovementOutcome {
    run::<Movement>(&book(), situation, &[], &[]).outcome
}

fn clear() -> Manoeuvre {
    Manoeuvre::Enter(Hex::default())
}

fn hex(terrain: HexTerrain) -> Manoeuvre {
    Manoeuvre::Enter(Hex { terrain: vec![terrain], ..Hex::default() })
}

fn change(to: Formation) -> Manoeuvre {
    Manoeuvre::ChangeFormation { to, enemy_distance: None }
}

#[test]
fn lb_e27_line_movement() {
    let woods = Manoeuvre::Enter(Hex { hexsides: vec![HexsideTerrain::Woods], ..Hex::default() });
    let way = |last| {
        let manoeuvres = vec![clear(), woods.clone(), hex(HexTerrain::Inclined), last];
        go(&march(Arm::Infantry, Formation::Line, Activity::Move, manoeuvres))
    };
    let turned = way(Manoeuvre::Turn);
    assert_eq!((turned.made, turned.spent, turned.left), (4, points("6"), points("0")));
    assert_eq!(way(clear()).made, 4);
    let thicket = way(hex(HexTerrain::Thicket));
    assert_eq!((thicket.made, thicket.stopped, thicket.left), (3, Some(Stop::NoPoints), points("1")));
}

#[test]
fn lb_e28_column_on_a_road() {
    let road = Manoeuvre::Enter(Hex { road: Some(RoadType::Road), ..Hex::default() });
    let mut manoeuvres = vec![road; 9];
    manoeuvres.push(hex(HexTerrain::Thicket));
    let column = go(&march(Arm::Infantry, Formation::Column, Activity::Move, manoeuvres.clone()));
    assert_eq!((column.made, column.stopped, column.spent), (10, None, points("7.5")));
    manoeuvres.push(change(Formation::Line));
    let line = go(&march(Arm::Infantry, Formation::Column, Activity::Move, manoeuvres));
    assert_eq!((line.made, line.stopped), (9, Some(Stop::NoPoints)));
}

#[test]
fn lb_e29_dismounting_in_mid_move() {
    let mut manoeuvres = vec![clear(); 5];
    manoeuvres.push(change(Formation::Line));
    let moved = go(&march(Arm::Cavalry, Formation::Mounted, Activity::Move, manoeuvres));
    assert_eq!((moved.spent, moved.left, moved.formation), (points("8"), points("2"), Some(Formation::Line)));
    let fires = go(&march(Arm::Cavalry, Formation::Mounted, Activity::Fire, vec![change(Formation::Line)]));
    assert_eq!((fires.spent, fires.left), (points("3"), points("1")));
}

#[test]
fn lb_e30_wrecked_and_loss_recovery() {
    let recover = |printed, sp| {
        let situation = rally::RecoverySituation { printed, sp, sharpshooter: false, under_orders: false };
        run::<LossRecovery>(&book(), &situation, &[], &[]).outcome
    };
    let eight = recover(8, 3);
    assert_eq!((eight.recovered, eight.sp, eight.wrecked), (1, 4, false));
    assert_eq!(recover(10, 1).recovered, 2);
    assert_eq!(recover(8, 5).recovered, 1);
    assert_eq!(recover(8, 0).recovered, 0);
}

#[test]
fn lb_e31_front_and_rear() {
    let aspect = |left, right| {
        let situation = FacingSituation { facing: Facing::Normal, left, right };
        run::<FrontOrRear>(&book(), &situation, &[], &[]).outcome
    };
    assert_eq!(aspect(2, -1), Aspect::Front);
    assert_eq!(aspect(1, -1), Aspect::Rear);
    assert_eq!(aspect(-1, 1), Aspect::Rear);
}

#[test]
fn a_road_in_line_is_no_road_and_its_bridge_no_bridge() {
    let over = |water| {
        let bridge = Hex { hexsides: vec![water], road: Some(RoadType::Road), ..Hex::default() };
        march(Arm::Infantry, Formation::Line, Activity::Move, vec![Manoeuvre::Enter(bridge)])
    };
    let creek = run::<Movement>(&book(), &over(HexsideTerrain::Creek), &[], &[]);
    assert_eq!(creek.outcome.spent, points("4"));
    assert!(creek.cites("LB-TEM-NOTE-D-LINE"));
    assert_eq!(go(&over(HexsideTerrain::River)).stopped, Some(Stop::Prohibited));
}

#[test]
fn the_minimum_move_is_one_hex_and_nothing_more() {
    let slow = MovementSituation {
        state: MoraleState::Disorganized,
        ..march(Arm::Artillery, Formation::Limbered, Activity::Move, vec![hex(HexTerrain::Steep), clear()])
    };
    let outcome = go(&slow);
    assert_eq!((outcome.made, outcome.stopped), (1, Some(Stop::MinimumMove)));
    assert!(outcome.minimum_move);
}

#[test]
fn whoever_has_only_turned_may_still_make_the_minimum_move() {
    let shaky = |manoeuvres| MovementSituation {
        state: MoraleState::Disorganized,
        ..march(Arm::Infantry, Formation::Line, Activity::Move, manoeuvres)
    };
    // Three MPs: one to turn, and a Thicket costs three.
    let outcome = go(&shaky(vec![Manoeuvre::Turn, hex(HexTerrain::Thicket), clear()]));
    assert_eq!((outcome.made, outcome.stopped), (2, Some(Stop::MinimumMove)));
    assert!(outcome.minimum_move && outcome.spent == Decimal::from_int(3));
    // Whoever has entered a hex may not.
    let outcome = go(&shaky(vec![clear(), hex(HexTerrain::Thicket)]));
    assert_eq!((outcome.made, outcome.stopped), (1, Some(Stop::NoPoints)));
}

#[test]
fn a_town_disorganizes_a_line_and_stops_a_column_at_its_corner() {
    let town = Hex { terrain: vec![HexTerrain::Town], road: Some(RoadType::Road), ..Hex::default() };
    let corner = Hex { road: Some(RoadType::Road), town_corner: true, ..Hex::default() };
    let way = vec![Manoeuvre::Enter(town), Manoeuvre::Enter(corner)];
    let line = run::<Movement>(&book(), &march(Arm::Infantry, Formation::Line, Activity::Move, way.clone()), &[], &[]);
    assert_eq!(line.outcome.state, MoraleState::Disorganized);
    assert!(line.cites("LB-TEM-NOTE-C-DG") && line.cites("LB-TEM-NOTE-C-EXEMPT"));
    let column = march(Arm::Infantry, Formation::Column, Activity::Move, way);
    assert_eq!(run::<Movement>(&book(), &column, &[3], &[]).outcome.stopped, Some(Stop::Intersection));
    assert_eq!(run::<Movement>(&book(), &column, &[4], &[]).outcome.stopped, None);
}

#[test]
fn every_procedure_names_a_chapter_of_the_charts() {
    let book = book();
    let charts = engine::book::Rulebook::charts(&book).charts();
    for chapter in [Movement::CHAPTER, OrderDelivery::CHAPTER, LineOfSight::CHAPTER, LossRecovery::CHAPTER] {
        assert!(charts.iter().any(|chart| chart.chapter() == chapter), "{chapter}");
    }
}
