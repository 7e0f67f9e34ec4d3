//! The worked examples of the dossier, part one: morale, fire, roundshot, friends, commanders, messengers.
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "a test fails by panicking"
)]

use crate::support::{NO, Run, Working, YES, book, reasons, refused, run};
use billy_yank::charge::Order;
use billy_yank::charts::{FireCell, Flight, Grade, LeaderType, Level, MoraleResult, Weapon};
use billy_yank::command::{Fate, Superior};
use billy_yank::cover::Shelter;
use billy_yank::fire::{
    Ammunition, Bounce, BounceGround, BounceSituation, BounceTarget, Fire, FireOutcome, FireSituation, Landing, Stance,
};
use billy_yank::friends::{Friends, FriendsSituation};
use billy_yank::loss::{CommanderLoss, Danger, LossSituation};
use billy_yank::messenger::{Ambush, Delivery, Messenger, MessengerSituation};
use billy_yank::morale::{Cause, MoraleOutcome, MoraleSituation, MoraleTest};
use billy_yank::unit::{Condition, Direction, FlankFire, Formation, Unit, Withdrawal};
use engine::Side;

fn tested(unit: Unit, dice: &[u8], answers: &[u32]) -> Run<MoraleOutcome> {
    let situation =
        MoraleSituation { side: Side::Union, unit, cause: Cause::MoralePhase, withdrawing: Withdrawal::None };
    run::<MoraleTest>(&book(), &situation, dice, answers)
}

fn marked(grade: Grade, disorder: u8, figures_lost: u16) -> Unit {
    Unit { grade, disorder, figures_lost, ..Unit::infantry(20) }
}

fn result(run: &Run<MoraleOutcome>) -> (MoraleResult, u8) {
    (run.outcome.result, run.outcome.condition.disorder)
}

#[test]
fn by_ex_01_morale_a_plain_pass() {
    let run = tested(Unit { shelters: vec![Shelter::Fence], ..marked(Grade::Regular, 1, 1) }, &[6], &[]);
    assert_eq!(run.modifiers(), [("BY-MOR-MOD-DISORDER", 1), ("BY-MOR-MOD-LOSSES", 1), ("BY-MOR-MOD-COVER", -1)]);
    assert_eq!(run.tests(), [7]);
    assert_eq!(result(&run), (MoraleResult::Pass, 0));
    assert!(run.cites("BY-MOR-RES-PASS") && run.cites("BY-ELAN-REGULAR"));
}

#[test]
fn by_ex_02_morale_over_by_two() {
    let run = tested(marked(Grade::Poor, 1, 1), &[7], &[]);
    assert_eq!(run.tests(), [9]);
    assert_eq!(result(&run), (MoraleResult::Disorder, 2));
}

#[test]
fn by_ex_03_morale_over_by_four() {
    let unit =
        Unit { withdrew_last_turn: Withdrawal::Retreat, shelters: vec![Shelter::Wall], ..marked(Grade::Veteran, 2, 3) };
    let run = tested(unit, &[8], &[]);
    assert_eq!(
        run.modifiers(),
        [("BY-MOR-MOD-DISORDER", 2), ("BY-MOR-MOD-LOSSES", 3), ("BY-MOR-MOD-RETREATED", 1), ("BY-MOR-MOD-COVER", -1)]
    );
    assert_eq!(result(&run), (MoraleResult::Retreat, 2));
    assert!(run.outcome.moves_now);
}

#[test]
fn by_ex_04_morale_rout() {
    let run = tested(Unit { flank_fire: FlankFire::LastTurn, ..marked(Grade::Militia, 2, 1) }, &[9], &[]);
    assert_eq!(run.modifiers(), [("BY-MOR-MOD-DISORDER", 2), ("BY-MOR-MOD-LOSSES", 1), ("BY-MOR-MOD-FLANK", 2)]);
    assert_eq!((run.tests()[0], result(&run)), (14, (MoraleResult::Rout, 2)));
}

#[test]
fn by_ex_05_morale_overenthusiastic() {
    let gifted = Superior::new(Level::Brigade, LeaderType::Gifted, 250);
    let run = tested(Unit { chain: vec![gifted], ..marked(Grade::Elite, 1, 0) }, &[1], &[NO]);
    assert_eq!(run.modifiers(), [("BY-MOR-MOD-DISORDER", 1), ("BY-MOR-MOD-COMMANDER", -4)]);
    assert_eq!((run.tests()[0], result(&run)), (-2, (MoraleResult::Overenthusiastic, 0)));
    assert!(run.cites("BY-MOR-RES-OVER-ATTACK") && run.cites("BY-CMD-TYPE-GIFTED"));
}

#[test]
fn by_ex_06_morale_a_bad_brigadier_and_a_level_bonus() {
    let chain = vec![
        Superior { morale_bonus_spent: true, ..Superior::new(Level::Brigade, LeaderType::Dullard, 200) },
        Superior::new(Level::Division, LeaderType::Able, 450),
    ];
    let run = tested(Unit { chain, ..marked(Grade::Regular, 2, 2) }, &[5], &[YES]);
    assert_eq!(
        run.modifiers(),
        [
            ("BY-MOR-MOD-DISORDER", 2),
            ("BY-MOR-MOD-LOSSES", 2),
            ("BY-MOR-MOD-COMMANDER", 3),
            ("BY-CMD-LVL-DIVISION-MORALE", -2)
        ]
    );
    assert_eq!((run.tests()[0], result(&run)), (10, (MoraleResult::Disorder, 2)));
}

#[test]
fn by_ex_07_morale_a_green_unit() {
    let run = tested(marked(Grade::Green, 1, 0), &[5, 7], &[]);
    assert_eq!(run.outcome.grade, Grade::Regular);
    assert_eq!((run.tests()[0], result(&run)), (8, (MoraleResult::Pass, 0)));
    assert!(run.cites("BY-GREEN-4TO7"));
}

fn shot(firer: Unit, target: Unit, range_m: u16) -> FireSituation {
    FireSituation {
        side: Side::Union,
        firer,
        target,
        range_m,
        stance: Stance::Hold,
        ammunition: Ammunition::Shot,
        figures: None,
        from: Direction::Front,
        target_fired: true,
        engaged: false,
        withdrawn: false,
    }
}

fn fire(situation: &FireSituation, dice: &[u8], answers: &[u32]) -> Run<FireOutcome> {
    run::<Fire>(&book(), situation, dice, answers)
}

// Columns of the fire chart by their number.
const C0: u16 = 0;
const C3: u16 = 1;
const C6: u16 = 2;
const C10: u16 = 3;
const C15: u16 = 4;
const C36: u16 = 7;
const C45: u16 = 8;
const C55: u16 = 9;

#[test]
fn by_ex_08_fire_a_regiment_holding() {
    let run = fire(&shot(Unit::infantry(20), Unit::infantry(20), 180), &[4], &[]);
    assert_eq!(run.fire_columns(), [(40_000, C36, 1, C45)]);
    assert_eq!(run.modifiers(), [("BY-FIRE-MOD-STATIONARY", 1)]);
    assert_eq!(run.outcome.result, FireCell::Two);
    assert_eq!(run.outcome.condition, Condition { figures: 18, figures_lost: 2, disorder: 2 });
    assert!(run.cites("BY-FP-RIFLED-MUSKET") && run.cites("BY-FIRE-RES-4"));
}

#[test]
fn by_ex_09_fire_half_points_and_a_left_shift() {
    let skirmishers = Unit { formation: Formation::Skirmish, ..Unit::infantry(8) };
    let target = Unit { shelters: vec![Shelter::Fields], ..Unit::infantry(20) };
    let run = fire(&shot(skirmishers, target, 450), &[8], &[]);
    assert_eq!(run.fire_columns(), [(4_000, C3, -1, C0)]);
    assert_eq!(
        run.modifiers(),
        [("BY-FIRE-MOD-STATIONARY", 1), ("BY-FIRE-MOD-SKIRMISHERS", -1), ("BY-FIRE-MOD-SOFT-COVER", -1)]
    );
    assert_eq!((run.outcome.result, run.outcome.condition.disorder), (FireCell::Marker, 1));
}

#[test]
fn by_ex_10_fire_off_the_left_edge() {
    let troopers = Unit { weapon: Some(Weapon::Revolver), first_volley: true, ..Unit::cavalry(10) };
    let target = Unit { shelters: vec![Shelter::Wall], ..Unit::infantry(20) };
    let run = fire(&FireSituation { stance: Stance::Move, ..shot(troopers, target, 40) }, &[9], &[]);
    assert_eq!(run.fire_columns(), [(20_000, C15, -5, C0)]);
    assert_eq!(
        run.modifiers(),
        [("BY-FIRE-MOD-FIRST-VOLLEY", -1), ("BY-FIRE-MOD-MOUNTED-FIRE", -2), ("BY-FIRE-MOD-HARD-COVER", -2)]
    );
    assert_eq!((run.outcome.result, run.outcome.condition.disorder), (FireCell::Marker, 1));
}

#[test]
fn by_ex_11_fire_off_the_right_edge() {
    let column = Unit { formation: Formation::Column, on_road: true, ..Unit::infantry(20) };
    let battery = Unit::battery(3, Weapon::TwelvePounderNapoleon);
    let run = fire(&FireSituation { ammunition: Ammunition::Grape, ..shot(battery, column, 80) }, &[9], &[]);
    assert_eq!(run.fire_columns(), [(36_000, C36, 5, C55)]);
    assert_eq!(
        run.modifiers(),
        [("BY-FIRE-MOD-GRAPESHOT", 2), ("BY-FIRE-MOD-THREE-RANKS-SQUARE", 2), ("BY-FIRE-MOD-EXPOSED", 1)]
    );
    assert_eq!(run.outcome.condition, Condition { figures: 16, figures_lost: 4, disorder: 2 });
}

#[test]
fn by_ex_12_fire_disorder_cuts_the_figures() {
    let muskets = Unit { weapon: Some(Weapon::SmoothBoreMusket), disorder: 1, ..Unit::infantry(16) };
    let run = fire(&shot(muskets, Unit::infantry(20), 90), &[5], &[]);
    assert_eq!(run.fire_columns(), [(36_000, C36, 1, C45)]);
    assert_eq!(run.outcome.figures_lost, 2);
}

#[test]
fn by_ex_13_fire_maximum_range_beats_the_cell() {
    let dismounted = Unit { mounted: false, formation: Formation::Skirmish, ..Unit::cavalry(10) };
    let refusal = refused::<Fire>(&book(), &shot(dismounted, Unit::infantry(20), 350));
    assert_eq!(reasons(&refusal), ["BY-FP-MUZZLE-LOADING-CARBINE"]);
}

#[test]
fn by_ex_14_fire_a_division_commander_leads() {
    let general = Superior::new(Level::Division, LeaderType::Steady, 0).attached();
    let firer = Unit { chain: vec![general], ..Unit::infantry(12) };
    let target = Unit { shelters: vec![Shelter::Forest], ..Unit::infantry(20) };
    let run = fire(&shot(firer, target, 250), &[3], &[YES]);
    assert_eq!(run.fire_columns(), [(12_000, C10, 1, C15)]);
    assert_eq!(
        run.modifiers(),
        [("BY-FIRE-MOD-STATIONARY", 1), ("BY-CMD-LVL-DIVISION-COMBAT", 2), ("BY-FIRE-MOD-HARD-COVER", -2)]
    );
    assert_eq!(run.outcome.condition.disorder, 1);
}

#[test]
fn by_ex_15_roundshot_bounce() {
    let line = |shelters: &[Shelter]| Unit { shelters: shelters.to_vec(), ..Unit::infantry(20) };
    let landing = |units: Vec<Unit>| Landing {
        ground: BounceGround::Open,
        units: units.into_iter().map(|unit| BounceTarget { unit, from: Direction::Front }).collect(),
    };
    let situation = BounceSituation {
        shot: shot(Unit::battery(3, Weapon::TwelvePounderNapoleon), line(&[]), 300),
        landings: vec![landing(vec![line(&[Shelter::Scrub])]), landing(vec![line(&[])]), landing(vec![])],
    };
    let run = run::<Bounce>(&book(), &situation, &[5, 5, 9], &[]);
    assert_eq!(run.fire_columns(), [(18_000, C15, 0, C15), (13_500, C10, -1, C6), (9_000, C6, 0, C6)]);
    let strikes: Vec<_> =
        run.outcome.strikes.iter().map(|strike| (strike.spot, strike.result, strike.condition.disorder)).collect();
    assert_eq!(strikes, [(0, FireCell::One, 1), (1, FireCell::Marker, 1), (2, FireCell::One, 1)]);
    assert!(run.cites("BY-BOUNCE-1") && run.cites("BY-BOUNCE-2") && !run.cites("BY-BOUNCE-3"));
}

#[test]
fn by_ex_23_friends_a_rout_and_a_retreat() {
    let seen = |flight, friend, distance_m| FriendsSituation {
        side: Side::Union,
        flight,
        friend,
        distance_m,
        onlooker: Unit::infantry(20),
    };
    let rout = run::<Friends>(&book(), &seen(Flight::Rout, Grade::Veteran, 80), &[4], &[]);
    assert_eq!(rout.modifiers(), [("BY-MOR-MOD-DISORDER", 2)]);
    assert_eq!((rout.outcome.result, rout.outcome.condition.disorder), (Some(MoraleResult::Pass), 0));
    assert!(rout.cites("BY-FRIEND-ROUT-BETTER"));
    let retreat = run::<Friends>(&book(), &seen(Flight::Retreat, Grade::Poor, 60), &[], &[]);
    assert_eq!((retreat.outcome.result, retreat.outcome.condition.disorder), (None, 0));
    assert!(retreat.cites("BY-FRIEND-RETREAT-POORER"));
}

#[test]
fn by_ex_24_commander_hit() {
    let brigadier = Superior::new(Level::Brigade, LeaderType::Gifted, 0).attached();
    let situation = LossSituation {
        side: Side::Union,
        danger: Danger::FiguresLost { figures: 2 },
        unit: Unit { chain: vec![brigadier], ..marked(Grade::Regular, 2, 2) },
        withdrawing: Withdrawal::None,
    };
    let run = run::<CommanderLoss>(&book(), &situation, &[5, 1, 2, 7], &[]);
    assert_eq!(run.outcome.fate, Fate::SeriousWound);
    assert_eq!(run.modifiers(), [("BY-MOR-MOD-DISORDER", 2), ("BY-MOR-MOD-LOSSES", 2)], "he no longer helps");
    assert_eq!((run.outcome.test, run.outcome.condition.disorder), (Some(MoraleResult::Retreat), 2));
    assert!(run.cites("BY-CAS-SERIOUS-UNIT") && !run.outcome.all_test);
}

#[test]
fn by_ex_25_messenger() {
    let ride = |enemy| MessengerSituation {
        side: Side::Union,
        sender: Level::Division,
        sender_distance_m: 1_200,
        order: Order::Attack,
        to_ride_m: 1_200,
        enemy,
    };
    let enemy = Some(Ambush { after_m: 300, distance_m: 100, sees: true });
    let turned = run::<Messenger>(&book(), &ride(enemy), &[4], &[]);
    assert_eq!(turned.outcome.delivery, Delivery::TurnedBack);
    let free = run::<Messenger>(&book(), &ride(None), &[], &[]);
    assert_eq!((free.outcome.delivery, free.outcome.to_ride_m), (Delivery::Riding, 700));
    let captured = run::<Messenger>(&book(), &ride(enemy), &[6], &[]);
    assert_eq!(captured.outcome.delivery, Delivery::Captured);
    assert!(captured.cites("BY-MSG-CAPTURED"));
}
