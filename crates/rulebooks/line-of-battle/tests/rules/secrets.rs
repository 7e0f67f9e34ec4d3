//! What a side may not know stands in no odds, in no working, and in no order that is told to it.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::sync::Arc;

use engine::book::Rulebook;
use engine::game::{AnyGame, DiceMode, Game, Rules, Setup, Story};
use engine::{GivenAnswers, Play, Seat, Secret, Side as Army};
use field::hex::{Corner, Side};
use line_of_battle::Book;
use line_of_battle::command::Order;
use line_of_battle::play::*;

use crate::support::Table;

/// An order waits to be delivered to the corps of the Confederates when their turn begins.
fn order_on_its_way() -> Table {
    let mut table = Table::in_activity("nightfall");
    let (to, goal) = (table.formation("C corps"), table.theatre.objectives[0].at);
    let says = Instruction::Attack(goal);
    table.battle.dispatches.push(Dispatch { to, says, sent: 1, due: 1, delivered: false, relay: None });
    table
}

/// A command carried out, as the Union and as the Confederates read of it.
fn read(Table { theatre, battle }: Table, command: &Command) -> [Story; 2] {
    let rulebook = Book::ABOUT.slug.to_owned();
    let rules = Rules { rulebook, charts: [0; 32], switches: Vec::new(), folder: None };
    let seats = vec![Seat::new("blue", "one"), Seat::new("grey", "two")];
    let setup = Setup { rules, title: "Secrets".to_owned(), seats };
    let mut game = Game::new(Arc::new(theatre), setup, battle, Secret::new([7; 32])).expect("the game begins");
    game.order(command.clone(), DiceMode::Live).expect("it is legal");
    let game: Box<dyn AnyGame> = Box::new(game);
    Army::ALL.map(|side| game.story(1, Some(side)).expect("it is played again"))
}

fn working(story: &Story) -> String {
    serde_json::to_string(&story.lines).expect("plain data")
}

#[test]
fn odds_tell_nobody_the_orders_of_his_enemy() {
    let table = order_on_its_way();
    let columns = table.theatre.preview(&table.battle, &Command::EndPhase, &GivenAnswers::new()).expect("odds");
    let told = |reader| {
        let after = columns.iter().flat_map(|column| &column.odds.outcomes);
        after.map(|(after, _)| table.theatre.gist(&table.battle, after, Some(reader))).collect::<Vec<_>>().join("\n")
    };
    assert!(told(Army::Confederate).contains("the order to C first division"), "{}", told(Army::Confederate));
    assert!(!told(Army::Union).contains("the order"), "{}", told(Army::Union));
}

#[test]
fn odds_tell_nobody_what_holds_his_enemy_back() {
    let table = order_on_its_way();
    let (division, held) = (table.formation("C first division"), table.unit("C second a 1"));
    let mut after = table.battle.clone();
    after.reserves.push(held);
    let now = &mut after.formations[division.index()];
    (now.stopped, now.recovering, now.reserve) = (true, true, true);
    let told = |reader| table.theatre.gist(&table.battle, &after, Some(reader));
    for word in ["stopped", "recover", "goes into Reserve", "held in Reserve"] {
        assert!(told(Army::Confederate).contains(word), "{}", told(Army::Confederate));
    }
    assert_eq!(told(Army::Union), "nothing changes");
}

#[test]
fn the_end_of_a_phase_shows_the_enemy_no_delivery() {
    let [union, confederate] = read(order_on_its_way(), &Command::EndPhase);
    for mark in ["LB-DELIV", "LB-HOUSE-ARTYBN", "order-delivered", "order-sent"] {
        assert!(working(&confederate).contains(mark), "{mark}: {}", working(&confederate));
        assert!(!working(&union).contains(mark), "{mark}: {}", working(&union));
    }
    assert!(union.order.is_some() && working(&union).contains("step-began"), "the rest of it is everybody's");
}

#[test]
fn an_objective_that_is_taken_ends_an_order_in_silence() {
    let mut table = Table::in_activity("nightfall");
    let goal = table.theatre.objectives[0].at;
    table.orders("U first division", Order::Attack, Some(goal));
    table.now("U first a 1").at = Some(goal);
    let [union, confederate] = read(table, &Command::EndPhase);
    for mark in ["order-ended", "LB-RECOV"] {
        assert!(working(&union).contains(mark), "{mark}: {}", working(&union));
        assert!(!working(&confederate).contains(mark), "{mark}: {}", working(&confederate));
    }
}

#[test]
fn attack_recovery_and_fluke_stoppage_are_worked_out_in_secret() {
    let mut table = Table::in_orders("nightfall");
    let goal = table.theatre.objectives[0].at;
    table.battle.turn = 12;
    table.orders("U first division", Order::Attack, Some(goal));
    let second = table.formation("U second division");
    table.battle.formations[second.index()].recovering = true;
    let [union, confederate] = read(table, &Command::EndStep);
    assert!(working(&union).contains("rolled") && union.order.is_some(), "{}", working(&union));
    assert!(confederate.lines.is_empty() && confederate.order.is_none(), "{}", working(&confederate));
    assert!(!confederate.words.is_empty(), "he reads that the other side moves and fights");
}

#[test]
fn under_fog_of_war_an_order_names_the_top_unit_of_a_stack() {
    for (fog, veiled) in [("on", true), ("off", false)] {
        let mut table = Table::in_activity_with("lane", &[("fog-of-war", fog)]);
        let units: SomeUnits = ["U2", "U3"].map(|name| table.unit(name)).into();
        let three = table.unit("U3");
        let steps = |steps: &[Step]| -> Steps { steps.into() };
        let north = Step::Enter(Side::new(0));
        let along = |way: &[Step]| Command::Move { units: units.clone(), leaders: [].into(), steps: steps(way) };
        let at = table.at("U2").neighbour(Side::new(0));
        let march = |name: &str| {
            let id = table.unit(name);
            GoingOn { unit: id, march: march_of(&table, id) }
        };
        let advance = Advance { units: vec![march("U2"), march("U3")], began: at, heading: Side::new(0) };
        table.battle.advance = Some(advance);
        let works = Works { at: table.at("U2"), facing: Corner::new(0) };
        table.battle.works.push(works);
        let hidden = [
            along(&[north]),
            along(&[]),
            along(&[north, Step::Drop(three), north]),
            Command::RetreatTen { units: units.clone(), hexes: 2 },
            Command::GoOn { steps: steps(&[north]) },
            Command::Halt,
            Command::TakeDownWorks { unit: three },
        ];
        let said = |command: &Command, reader| table.theatre.say_to(&table.battle, command, reader);
        for command in &hidden {
            assert!(said(command, None).contains("U3") && said(command, Some(Army::Union)).contains("U3"));
            let told = said(command, Some(Army::Confederate));
            assert_eq!(!told.contains("U3"), veiled, "{told}");
            assert!(told.contains("U2") || told.contains("Breastworks"), "{told}");
        }
        let target = table.at("C1");
        let shots = vec![Shot { units: units.clone(), at: target }];
        let open = [
            along(&[Step::Charge(Side::new(0))]),
            Command::Fire { units: units.clone(), leaders: [].into(), steps: steps(&[]), shots },
        ];
        for command in &open {
            assert!(said(command, Some(Army::Confederate)).contains("U3"), "whoever fires or Charges shows himself");
        }
        assert_eq!(table.theatre.is_secret(&table.battle, &Command::SetTop { unit: three }), veiled);
    }
}

/// What is left to a unit that has just set out.
fn march_of(table: &Table, id: UnitId) -> line_of_battle::movement::March {
    use line_of_battle::movement::March;
    let now = table.battle.unit(id);
    let six = engine::Decimal::from_int(6);
    March {
        formation: now.formation,
        allowance: six,
        left: six,
        spent: engine::Decimal::ZERO,
        state: now.state,
        in_ezoc: false,
        in_town: false,
        moved: true,
        left_ezoc: false,
        minimum_move: false,
        sps_lost: 0,
    }
}

#[test]
fn each_side_reads_of_a_stack_what_it_sees() {
    let table = Table::in_activity("lane");
    let units: SomeUnits = ["U2", "U3"].map(|name| table.unit(name)).into();
    let [union, confederate] = read(table, &Command::Move { units, leaders: [].into(), steps: [].into() });
    let (own, told) = (union.order.expect("it is his own"), confederate.order.expect("everybody sees it"));
    assert!(own.contains("U2 and U3") && told.contains("U2") && !told.contains("U3"), "{own} / {told}");
}
