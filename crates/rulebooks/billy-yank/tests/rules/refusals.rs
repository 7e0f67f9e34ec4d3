//! Situations that cannot be are refused with the rule that forbids them.
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "a test fails by panicking"
)]

use crate::support::{book, book_with, reasons, refused, run};
use billy_yank::battering::{BatterWall, FireAtShip, Gunners, ShipTargetSituation, WallSituation};
use billy_yank::charge::{Charge, ChargeSituation, Order};
use billy_yank::charts::{Armour, Fort, LeaderType, Level, ShipClass, Terrain, Weapon};
use billy_yank::command::Superior;
use billy_yank::cover::Shelter;
use billy_yank::fire::{Ammunition, Fire, FireSituation};
use billy_yank::loss::{CommanderLoss, Danger, LossSituation};
use billy_yank::movement::{Act, Crossing, Fired, Leg, March, MoveSituation, Obstacles, Speed};
use billy_yank::ships::{Sail, SailSituation, Water};
use billy_yank::sight::{Visibility, VisibilitySituation};
use billy_yank::unit::{Direction, Formation, Unit};
use engine::Decimal;
use engine::book::Procedure;

fn example<P: Procedure<Book = billy_yank::Book>>(index: usize) -> P::Situation {
    P::examples().swap_remove(index).1
}

#[test]
fn fire_that_cannot_be() {
    let book = book();
    let volley = example::<Fire>(0);
    let why = |situation: FireSituation| reasons(&refused::<Fire>(&book, &situation));
    let pistols = Unit { weapon: Some(Weapon::Revolver), ..Unit::infantry(20) };
    assert_eq!(why(FireSituation { firer: pistols, range_m: 900, ..volley.clone() }), ["BY-FP-REVOLVER"]);
    assert_eq!(why(FireSituation { range_m: 0, ..volley.clone() }), ["BY-FP-RIFLED-MUSKET"]);
    let markers = Unit { disorder: 9, ..Unit::infantry(20) };
    assert!(why(FireSituation { firer: markers, ..volley.clone() }).contains(&"BY-MOR-MOD-DISORDER"));
    let nobody = FireSituation { firer: Unit::infantry(0), ..volley.clone() };
    assert!(refused::<Fire>(&book, &nobody).to_string().contains("firer.figures"));
    let muskets = FireSituation { ammunition: Ammunition::Grape, range_m: 90, ..volley.clone() };
    assert_eq!(why(muskets), ["BY-FIRE-MOD-GRAPESHOT"]);
    let limbered = Unit { formation: Formation::Limbered, ..Unit::battery(2, Weapon::ThirtyPounderRifle) };
    assert!(why(FireSituation { firer: limbered, ..volley.clone() }).contains(&"BY-MAN-FULL-LIMBER"));
    let trench = Unit { shelters: vec![Shelter::Trench], ..Unit::infantry(20) };
    assert_eq!(why(FireSituation { target: trench, target_fired: false, ..volley.clone() }), ["BY-FORT-TRENCH"]);
    let skirmishers = Unit { formation: Formation::Skirmish, ..Unit::infantry(8) };
    assert_eq!(
        why(FireSituation { target: skirmishers, from: Direction::Flank, ..volley.clone() }),
        ["BY-FIRE-MOD-EXPOSED"]
    );
    assert_eq!(why(FireSituation { figures: Some(24), ..volley.clone() }), ["BY-FP-TABLE"]);
    // A small smoothbore has nothing to give beyond 900 metres, although its range is 1500.
    let old = Unit::battery(3, Weapon::SixPounderSmoothBore);
    assert_eq!(why(FireSituation { firer: old, range_m: 1_200, ..volley }), ["BY-FP-6LB-SMOOTH-BORE"]);
}

#[test]
fn moves_that_cannot_be() {
    let book = book();
    let line = example::<March>(0);
    let why = |situation: MoveSituation| reasons(&refused::<March>(&book, &situation));
    let guns = Unit { formation: Formation::Limbered, ..Unit::battery(3, Weapon::TwelvePounderNapoleon) };
    assert_eq!(why(MoveSituation { unit: guns.clone(), ..line.clone() }), ["BY-TER-FOREST"]);
    assert_eq!(
        why(MoveSituation { unit: guns, legs: vec![], crossings: vec![Crossing::Wall], ..line.clone() }),
        ["BY-TER-WALL"]
    );
    let sea = vec![Leg::over(Terrain::ExtraDeepWater, 10)];
    assert_eq!(why(MoveSituation { legs: sea, ..line.clone() }), ["BY-TER-EXTRA-DEEP-WATER"]);
    assert_eq!(why(MoveSituation { fired: Fired::Held, ..line.clone() }), ["BY-FIRE-MOD-STATIONARY"]);
    assert_eq!(why(MoveSituation { double_time: true, ..line.clone() }), ["BY-MOVE-DOUBLE-COLUMN"]);
    let column = Unit { formation: Formation::Column, ..Unit::infantry(20) };
    let tired = MoveSituation { unit: column, double_time: true, double_time_turns: 2, ..line.clone() };
    assert_eq!(why(tired), ["BY-MOVE-DOUBLE-LIMIT"]);
    assert_eq!(why(MoveSituation { acts: vec![Act::StepBack], ..line.clone() }), ["BY-MAN-FULL-STEPBACK"]);
    assert_eq!(why(MoveSituation { speed: Speed::Trot, ..line }), ["BY-MOVE-TROT"]);
    let mut riders = example::<Obstacles>(0);
    riders.unit = Unit::cavalry(16);
    riders.start_m = 60;
    assert_eq!(reasons(&refused::<Obstacles>(&book, &riders)), ["BY-MAN-OBST-WHO", "BY-MAN-OBST-START"]);
}

#[test]
fn charges_that_cannot_be() {
    let book = book();
    let charge = example::<Charge>(0);
    let why = |situation: ChargeSituation| reasons(&refused::<Charge>(&book, &situation));
    let guns = Unit::battery(3, Weapon::TwelvePounderNapoleon);
    assert_eq!(why(ChargeSituation { charger: guns, ..charge.clone() }), ["BY-MOVE-ART-NOCHARGE"]);
    assert_eq!(why(ChargeSituation { distance_m: 126, ..charge.clone() }), ["BY-MOVE-INF"]);
    assert_eq!(why(ChargeSituation { fired: Fired::Yes, ..charge.clone() }), ["BY-MOVE-INF"]);
    let lost = Unit { chain: vec![Superior::new(Level::Brigade, LeaderType::Able, 251)], ..charge.charger.clone() };
    assert_eq!(why(ChargeSituation { charger: lost, ..charge.clone() }), ["BY-HOUSE-CHARGERS"]);
    let held = ChargeSituation { order: Order::Hold, ..charge.clone() };
    assert!(refused::<Charge>(&book, &held).to_string().contains("order"));
    let eager = Unit { overenthusiastic: true, ..charge.charger.clone() };
    assert!(Charge::check(&book, &ChargeSituation { order: Order::Hold, charger: eager, ..charge }).is_ok());
}

#[test]
fn ships_and_walls_that_cannot_be() {
    let book = book();
    let sail = example::<Sail>(0);
    let why = |situation: SailSituation| reasons(&refused::<Sail>(&book, &situation));
    assert_eq!(why(SailSituation { water: Water::Land, ..sail.clone() }), ["BY-TER-EXTRA-DEEP-WATER"]);
    assert_eq!(why(SailSituation { damage: Decimal::from_int(160), ..sail.clone() }), ["BY-SHIP-GUNBOAT"]);
    assert_eq!(why(SailSituation { load: 1, ..sail }), ["BY-SHIP-GUNBOAT"]);
    let rifles = vec![Gunners { weapon: Weapon::ThirtyPounderRifle, figures: 3, range_m: 800 }];
    let monitor = ShipTargetSituation {
        class: ShipClass::Monitor,
        armour: Armour::Wooden,
        damage: Decimal::ZERO,
        load: 0,
        gunners: rifles.clone(),
    };
    assert_eq!(reasons(&refused::<FireAtShip>(&book, &monitor)), ["BY-SHIP-MONITOR"]);
    let trench = WallSituation { wall: Fort::Trench, damage: Decimal::ZERO, gunners: rifles };
    assert_eq!(reasons(&refused::<BatterWall>(&book, &trench)), ["BY-FORT-TRENCH"]);
}

#[test]
fn optional_rules_are_refused_until_they_are_switched_on() {
    assert_eq!(reasons(&refused::<Visibility>(&book(), &VisibilitySituation { night: true })), ["BY-VIS-TABLE"]);
    let night = book_with(&[("night-fighting", "on")]);
    assert_eq!(run::<Visibility>(&night, &VisibilitySituation { night: true }, &[], &[]).outcome.unaided_m, 200);
    let plain = example::<CommanderLoss>(0);
    let alone = LossSituation {
        danger: Danger::Marksmen { weapon: Weapon::RifledMusket, figures: 4, range_m: 200 },
        unit: Unit { chain: vec![Superior::new(Level::Brigade, LeaderType::Able, 90)], ..Unit::infantry(20) },
        ..plain
    };
    assert_eq!(reasons(&refused::<CommanderLoss>(&book(), &alone)), ["BY-CAS-TABLE"]);
    // Eight points, two columns to the right: column 15+. Die 9 is two figures, and his own die 1 kills him.
    let run = run::<CommanderLoss>(&book_with(&[("shoot-officers", "on")]), &alone, &[9, 1], &[]);
    assert!(run.outcome.all_test && run.outcome.test.is_none());
}
