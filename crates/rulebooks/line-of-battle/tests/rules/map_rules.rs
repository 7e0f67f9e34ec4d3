//! Single commands on the map: what is refused and why, what a side sees, and what a command may lead to.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use engine::{Fast, GivenAnswers, Halt, Official, Play, Policy, Side, Silent};
use field::hex::{Corner, Hex};
use line_of_battle::Event;
use line_of_battle::play::*;
use line_of_battle::turn::TurnStep;
use line_of_battle::unit::Formation;

use crate::support::{obey, refused, theatre, unit};

fn toll_gate() -> (Theatre, Battle) {
    theatre("training-toll-gate")
}

/// The battle in the Activity Phase of the Union.
fn in_activity() -> (Theatre, Battle) {
    let (theatre, mut battle) = toll_gate();
    obey(&theatre, &mut battle, &Command::EndStep).expect("the Orders step ends");
    assert_eq!(battle.step, TurnStep::Activity);
    (theatre, battle)
}

fn go(unit: UnitId, steps: Vec<Step>) -> Command {
    Command::Move { units: [unit].into(), leaders: [].into(), steps: steps.into() }
}

#[test]
fn units_stand_where_they_were_deployed() {
    let (theatre, battle) = toll_gate();
    let ohio = unit(&theatre, "1st Ohio");
    assert_eq!((theatre.unit(ohio).printed, battle.unit(ohio).formation), (4, Formation::Line));
    let late = unit(&theatre, "3rd Ohio");
    assert_eq!(battle.unit(late).at, None);
    assert_eq!(theatre.unit(late).entry.map(|entry| entry.turn), Some(2));
    assert_eq!(battle.unit(unit(&theatre, "Battery A, section")).formation, Formation::Unlimbered);
    assert_eq!(theatre.turns.len(), 6);
}

#[test]
fn a_command_of_another_step_is_refused_with_the_sequence_of_play() {
    let (theatre, battle) = toll_gate();
    let why = refused(&theatre, &battle, &go(unit(&theatre, "1st Ohio"), vec![]));
    assert!(why.contains("LB-SEQ-ACTIVITY") && why.contains("movement-and-combat"), "{why}");
}

#[test]
fn a_line_enters_its_front_hexes_only_and_hears_which() {
    let (theatre, battle) = in_activity();
    let ohio = unit(&theatre, "1st Ohio");
    let front = battle.unit(ohio).facing.sides();
    let beside = front[0].turned(-1);
    let why = refused(&theatre, &battle, &go(ohio, vec![Step::Enter(beside)]));
    assert!(why.contains("front hexes only") && why.contains(front[0].name()) && why.contains("1 MP"), "{why}");
    let mut moved = battle.clone();
    obey(&theatre, &mut moved, &go(ohio, vec![Step::Enter(front[0])])).expect("straight ahead is fine");
    assert_eq!(moved.unit(ohio).at, battle.unit(ohio).at.map(|at| at.neighbour(front[0])));
    let why = refused(&theatre, &moved, &go(ohio, vec![Step::Turn(Corner::new(3))]));
    assert!(why.contains("has done its activity"), "{why}");
}

#[test]
fn movement_runs_out_and_says_how_much_is_left() {
    let (theatre, battle) = in_activity();
    let ohio = unit(&theatre, "1st Ohio");
    let ahead = battle.unit(ohio).facing.sides()[0];
    let why = refused(&theatre, &battle, &go(ohio, vec![Step::Enter(ahead); 7]));
    assert!(why.contains("MPs left"), "{why}");
    let why = refused(&theatre, &battle, &go(unit(&theatre, "Battery A, section"), vec![Step::Enter(ahead)]));
    assert!(why.contains("change it"), "{why}");
}

#[test]
fn the_other_sides_orders_stay_hidden() {
    let (theatre, mut battle) = toll_gate();
    battle.dispatches.push(Dispatch {
        to: theatre.armies[0],
        says: Instruction::Move(Hex::at(1, 1)),
        sent: 1,
        due: 3,
        delivered: false,
        relay: None,
    });
    let ohio = unit(&theatre, "1st Ohio");
    battle.reserves.push(ohio);
    let (own, other) = (theatre.view(&battle, Side::Union), theatre.view(&battle, Side::Confederate));
    assert_eq!((own.dispatches.len(), other.dispatches.len()), (1, 0));
    assert_eq!((own.reserves.as_slice(), other.reserves.as_slice()), (&[ohio][..], &[][..]));
    assert!(other.formations.iter().all(|(id, _)| theatre.formation(*id).side == Side::Confederate));
    assert!(other.units.iter().all(|seen| seen.sp.is_some() == (seen.side == Side::Confederate)));
}

#[test]
fn a_preview_tells_what_an_order_may_come_to() {
    let (theatre, battle) = toll_gate();
    let to = theatre.armies[0];
    let says = Instruction::Attack(theatre.objectives[0].at);
    let columns =
        theatre.preview(&battle, &Command::IssueOrder { to, says }, &GivenAnswers::new()).expect("it can be ordered");
    assert_eq!(columns.len(), 1, "nothing is asked");
}

#[test]
fn nonsense_is_refused_and_never_a_fault() {
    let (theatre, start) = toll_gate();
    let (_, activity) = in_activity();
    let mut draw = Fast::seeded(3);
    for round in 0..2_000 {
        let battle = if round % 2 == 0 { &start } else { &activity };
        let command = nonsense(&mut draw);
        let mut copy = battle.clone();
        let mut umpire = Official {
            dice: Fast::seeded(round),
            answers: Policy(|_: &engine::Question| 0),
            record: Silent::<Event>::new(),
        };
        match theatre.obey(&mut copy, &command, &mut umpire) {
            Ok(()) => assert_eq!(broken_laws(&theatre, &copy), Vec::<String>::new(), "{command:?}"),
            Err(Halt::Refused(refusal)) => assert!(!refusal.reasons.is_empty()),
            Err(halt) => panic!("{command:?}: {halt:?}"),
        }
    }
}

/// Numbers, hexes and steps that mostly make no sense.
fn nonsense(draw: &mut Fast) -> Command {
    let mut below = |bound: u32| draw.below(bound);
    let unit = UnitId(below(10) as u16);
    let leader = LeaderId(below(4) as u16);
    let formation = FormationId(below(4) as u16);
    let hex = match below(4) {
        0 => Hex::at(i16::MAX, i16::MIN),
        _ => Hex::at(below(18) as i16, below(14) as i16 - 4),
    };
    let steps: Steps = (0..below(4))
        .map(|_| {
            let side = field::hex::Side::new(below(6) as u8);
            match below(4) {
                0 => Step::Turn(Corner::new(below(6) as u8)),
                1 => Step::Charge(side),
                2 => Step::Form(Formation::Column, Corner::new(0)),
                _ => Step::Enter(side),
            }
        })
        .collect();
    let path: Way = vec![field::hex::Side::new(below(6) as u8); below(5) as usize].into();
    match below(17) {
        0 => Command::IssueOrder { to: formation, says: Instruction::Attack(hex) },
        1 => Command::AcceptOrder { formation },
        2 => Command::Initiative { formation, what: Initiative::ReserveFormation(formation) },
        3 => Command::Initiative { formation, what: Initiative::ReserveUnit(unit) },
        4 => Command::DeclareFutile { formation },
        5 => Command::PostBattery { unit, to: hex },
        6 => Command::ZeroRoll { brigade: formation },
        7 => Command::Fire {
            units: [unit].into(),
            leaders: [].into(),
            steps,
            shots: vec![Shot { units: [unit].into(), at: hex }],
        },
        8 => Command::GoOn { steps },
        9 => Command::RetreatTen { units: [unit].into(), hexes: below(12) as u8 },
        10 => Command::MoveLeader { leader, path },
        11 => Command::MoveHq { formation, path },
        12 => Command::SetTop { unit },
        13 => Command::MoveWagon { wagon: WagonId(below(2) as u16), path },
        14 => Command::TakeDownWorks { unit },
        15 => Command::Skedaddle { formation, path },
        _ => Command::Move { units: [unit].into(), leaders: [leader].into(), steps },
    }
}
