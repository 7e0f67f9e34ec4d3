//! The worked examples of the dossier, part two: melee, movement, works, ships, random forces, a charge. All of them need no
//! map once distances, terrain and directions are given, so none is left out.
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::needless_pass_by_value,
    reason = "a test fails by panicking"
)]

use crate::support::{Run, Working, YES, book, book_with, run};
use billy_yank::Book;
use billy_yank::battering::{BatterWall, FireAtShip, Gunners, ShipStatus, ShipTargetSituation, WallSituation};
use billy_yank::charge::{Charge, ChargeEnd, ChargeSituation, Order, Place};
use billy_yank::charts::{Armour, Fort, Grade, Month, ShipClass, Terrain, Via, Weapon};
use billy_yank::clock::{Clock, ClockSituation};
use billy_yank::cover::Shelter;
use billy_yank::engineering::{Charged, Column, Demolition, DemolitionSituation, StrategicMove, StrategicSituation};
use billy_yank::melee::{Ending, Fighter, Melee, MeleeOutcome, MeleeSituation};
use billy_yank::movement::{Act, Crossing, Fired, Leg, March, MoveOutcome, MoveSituation, Passed, Speed, Verdict};
use billy_yank::muster::{MusterArm, random_unit};
use billy_yank::sight::{Between, LineOfSight, Sight, SightSituation, Visibility, VisibilitySituation};
use billy_yank::unit::{Arm, CavalryClass, Direction, Formation, Unit, Withdrawal};
use engine::book::MusterRequest;
use engine::{Decimal, Kept, Official, Scripted, ScriptedAnswers, Side};

fn regiment(figures: u16, grade: Grade) -> Fighter {
    Fighter::new(Unit { grade, ..Unit::infantry(figures) })
}

fn fought(book: &Book, attacker: Fighter, defender: Fighter, first_round: bool, die: u8) -> Run<MeleeOutcome> {
    let situation =
        MeleeSituation { side: Side::Union, attackers: vec![attacker], defenders: vec![defender], first_round };
    run::<Melee>(book, &situation, &[die], &[])
}

/// How both sides came out, with figures lost and markers.
fn sides(run: &Run<MeleeOutcome>) -> [(Ending, u16, u8); 2] {
    [&run.outcome.attackers[0], &run.outcome.defenders[0]]
        .map(|unit| (unit.ending, unit.condition.figures_lost, unit.condition.disorder))
}

// Columns of the melee chart by their number.
const O1_3: u16 = 0;
const O1_2: u16 = 1;
const O2_3: u16 = 2;
const O1_1: u16 = 3;
const O3_2: u16 = 4;
const O2_1: u16 = 5;
const O3_1: u16 = 6;
const O4_1: u16 = 7;

#[test]
fn by_ex_16_melee_shifts_that_cancel() {
    let uphill = Fighter { uphill: true, ..regiment(24, Grade::Regular) };
    let fence = Fighter::new(Unit { shelters: vec![Shelter::Fence], ..Unit::infantry(16) });
    let run = fought(&book(), uphill, fence, true, 5);
    assert_eq!(run.melee_columns(), [(O3_2, 0, O3_2)]);
    assert_eq!(run.modifiers(), [("BY-MEL-MOD-UPHILL", 1), ("BY-MEL-MOD-FENCE-WALL", -1)]);
    assert_eq!(sides(&run), [(Ending::Engaged, 0, 0), (Ending::Engaged, 0, 0)]);
    assert!(run.cites("BY-MEL-RES-EN"));
}

#[test]
fn by_ex_17_melee_rt_outranks_a_lost_figure() {
    let run = fought(&book(), regiment(20, Grade::Veteran), regiment(20, Grade::Regular), true, 8);
    assert_eq!(run.melee_columns(), [(O1_1, 1, O3_2)]);
    assert_eq!(run.modifiers(), [("BY-MEL-MOD-ELAN", 1)]);
    assert_eq!(sides(&run), [(Ending::Retreats, 0, 1), (Ending::Stands, 1, 0)]);
}

#[test]
fn by_ex_18_melee_off_the_left_edge() {
    let redoubt = Fighter::new(Unit { shelters: vec![Shelter::Redoubt], ..Unit::infantry(20) });
    let run = fought(&book(), regiment(12, Grade::Poor), redoubt, true, 4);
    assert_eq!(run.melee_columns(), [(O1_2, -3, O1_3)]);
    assert_eq!(run.modifiers(), [("BY-MEL-MOD-ELAN", -1), ("BY-MEL-MOD-FIELDWORKS", -2)]);
    assert_eq!(sides(&run), [(Ending::Retreats, 1, 0), (Ending::Stands, 0, 0)]);
}

#[test]
fn by_ex_19_melee_flank_attack_against_odds() {
    let flank = Fighter { strikes: Direction::Flank, ..regiment(10, Grade::Regular) };
    let run = fought(&book(), flank, regiment(24, Grade::Regular), true, 2);
    assert_eq!(run.melee_columns(), [(O1_1, 2, O2_1)]);
    assert_eq!(run.modifiers(), [("BY-MEL-MOD-FLANK", 2)]);
    assert_eq!(sides(&run), [(Ending::Stands, 0, 0), (Ending::Retreats, 1, 0)]);
}

#[test]
fn by_ex_20_melee_heavy_cavalry() {
    let heavy =
        || Fighter { charged: true, ..Fighter::new(Unit { cavalry_class: CavalryClass::Heavy, ..Unit::cavalry(18) }) };
    let foot = || Fighter::new(Unit { formation: Formation::DoubleLine, ..Unit::infantry(12) });
    let printed = fought(&book(), heavy(), foot(), true, 7);
    assert_eq!(printed.melee_columns(), [(O3_2, -2, O2_3)]);
    assert_eq!(printed.modifiers(), [("BY-MEL-MOD-HEAVY-CAV", -1), ("BY-MEL-MOD-TWO-RANKS", -1)]);
    assert_eq!(sides(&printed), [(Ending::Retreats, 1, 0), (Ending::Stands, 0, 0)]);
    let swapped = fought(&book_with(&[("heavy-cavalry", "swapped")]), heavy(), foot(), true, 7);
    assert_eq!(swapped.melee_columns(), [(O3_2, 1, O2_1)]);
    assert_eq!(sides(&swapped), [(Ending::Retreats, 0, 1), (Ending::Stands, 0, 0)]);
    assert!(swapped.cites("BY-MEL-RES-RP") && swapped.cites("BY-MEL-RES-RP-MARK"));
}

#[test]
fn by_ex_21_melee_equal_losses() {
    let run = fought(&book(), regiment(32, Grade::Regular), regiment(10, Grade::Regular), true, 1);
    assert_eq!(run.melee_columns(), [(O3_1, 0, O3_1)]);
    assert_eq!(sides(&run), [(Ending::Engaged, 1, 0), (Ending::Engaged, 1, 0)]);
    assert!(run.cites("BY-MEL-RES-K-CONTINUE"));
}

#[test]
fn by_ex_22_melee_gunners_count_half() {
    let battery = Fighter::new(Unit::battery(3, Weapon::TwelvePounderNapoleon));
    let run = fought(&book(), Fighter::new(Unit::cavalry(12)), battery, false, 9);
    assert_eq!(run.melee_columns(), [(O4_1, 0, O4_1)]);
    assert_eq!(sides(&run), [(Ending::Stands, 1, 0), (Ending::Retreats, 0, 1)]);
    assert!(run.outcome.defenders[0].guns_left);
}

fn march(unit: Unit, legs: &[Leg], crossings: &[Crossing]) -> MoveSituation {
    MoveSituation {
        side: Side::Union,
        unit,
        speed: Speed::Walk,
        double_time: false,
        double_time_turns: 0,
        follows_charge: false,
        fired: Fired::No,
        acts: vec![],
        turn_degrees: 0,
        legs: legs.to_vec(),
        crossings: crossings.to_vec(),
        passes: vec![],
    }
}

fn moved(book: &Book, situation: &MoveSituation) -> Run<MoveOutcome> {
    run::<March>(book, situation, &[], &[])
}

/// The verdict, with cost and allowance in thousandths.
fn bill(run: &Run<MoveOutcome>) -> (Verdict, Option<i32>, i32) {
    (run.outcome.verdict, run.outcome.cost.map(Decimal::thousandths), run.outcome.allowance.thousandths())
}

fn open(metres: u16) -> Leg {
    Leg::over(Terrain::Open, metres)
}

#[test]
fn by_ex_26_movement_woods_and_a_wall() {
    let first = march(Unit::infantry(20), &[open(50), Leg::over(Terrain::Forest, 20)], &[]);
    assert_eq!(bill(&moved(&book(), &first)), (Verdict::Allowed, Some(90_000), 125_000));
    let second = march(Unit::infantry(20), &[open(50), Leg::over(Terrain::Forest, 10)], &[Crossing::Wall]);
    assert_eq!(bill(&moved(&book(), &second)), (Verdict::TooFar, Some(132_500), 125_000));
    let edge = march(Unit::infantry(20), &[open(50)], &[Crossing::Wall]);
    assert_eq!(bill(&moved(&book(), &edge)), (Verdict::Allowed, Some(112_500), 125_000));
}

#[test]
fn by_ex_27_movement_roads() {
    let column = |unit| Unit { formation: Formation::Column, ..unit };
    let rebels = MoveSituation { side: Side::Confederate, ..march(column(Unit::cavalry(16)), &[Leg::road(375)], &[]) };
    let run = moved(&book(), &rebels);
    assert_eq!(bill(&run), (Verdict::Allowed, Some(187_500), 187_500));
    assert!(run.cites("BY-MOVE-ROAD-CSACAV"));
    let quick = MoveSituation { double_time: true, ..march(column(Unit::infantry(20)), &[Leg::road(375)], &[]) };
    assert_eq!(bill(&moved(&book(), &quick)), (Verdict::Allowed, Some(187_500), 187_500));
}

#[test]
fn by_ex_28_movement_guns_at_a_ford() {
    let guns = || Unit { formation: Formation::Limbered, ..Unit::battery(3, Weapon::TwelvePounderNapoleon) };
    let bank = Crossing::ShallowBank;
    let water = |metres| Leg::over(Terrain::ShallowWater, metres);
    let into = moved(&book(), &march(guns(), &[open(62)], &[bank]));
    assert_eq!(bill(&into), (Verdict::Allowed, Some(124_500), 125_000));
    let out = moved(&book(), &march(guns(), &[water(20)], &[bank]));
    assert_eq!(bill(&out), (Verdict::Allowed, Some(102_500), 125_000));
    let both = moved(&book(), &march(guns(), &[water(10)], &[bank, bank]));
    assert_eq!(bill(&both), (Verdict::TooFar, Some(145_000), 125_000));
    assert!(both.cites("BY-TER-NOTE1"));
}

#[test]
fn by_ex_29_movement_mud() {
    let mud = book_with(&[("weather", "mud")]);
    let forest = moved(&mud, &march(Unit::infantry(20), &[Leg::over(Terrain::Forest, 10)], &[]));
    assert_eq!(bill(&forest), (Verdict::Crawl, None, 125_000));
    assert!(forest.cites("BY-TER-SNOW-DOUBLE") && forest.cites("BY-TER-SNOW-MIN"));
    let fields = moved(&mud, &march(Unit::infantry(20), &[Leg::over(Terrain::Fields, 50)], &[]));
    assert_eq!(bill(&fields), (Verdict::Allowed, Some(100_000), 125_000));
}

#[test]
fn by_ex_30_movement_maneuver_penalties_together() {
    let passed = Passed { arm: Arm::Infantry, formation: Formation::Line, mounted: false, moves: true };
    let situation =
        MoveSituation { turn_degrees: 90, passes: vec![passed], ..march(Unit::infantry(20), &[open(37)], &[]) };
    let run = moved(&book(), &situation);
    assert_eq!(bill(&run), (Verdict::Allowed, Some(37_000), 37_500));
    assert_eq!((run.outcome.markers, run.outcome.passed_markers.as_slice()), (1, [1].as_slice()));
    assert!(run.cites("BY-MAN-INTER") && run.cites("BY-MAN-INTER-DISORDER") && run.cites("BY-MAN-HALF-TURN"));
}

#[test]
fn rd_30_a_change_of_formation_has_its_face() {
    let book = book();
    let change = |turn_degrees| MoveSituation {
        acts: vec![Act::ChangeFormation],
        turn_degrees,
        ..march(Unit::infantry(20), &[], &[])
    };
    assert_eq!(moved(&book, &change(90)).outcome, moved(&book, &change(0)).outcome);
    assert!(moved(&book, &change(90)).cites("BY-MAN-FULL-FACE"));
    assert!(!moved(&book, &change(90)).cites("BY-MAN-HALF-TURN"));
    assert_eq!(trial::reasons(&trial::refused::<March>(&book, &change(91))), ["BY-MAN-FULL-LINECOL"]);
}

#[test]
fn horse_among_trees_counts_less_and_says_so() {
    let troopers = |shelters| Fighter::new(Unit { shelters, ..Unit::cavalry(20) });
    let in_forest = fought(&book(), troopers(vec![Shelter::Forest]), regiment(20, Grade::Regular), true, 5);
    assert_eq!(in_forest.melee_columns()[0].0, O1_2);
    assert!(in_forest.cites("BY-TER-FOREST"));
    let in_the_open = fought(&book(), troopers(vec![]), regiment(20, Grade::Regular), true, 5);
    assert_eq!(in_the_open.melee_columns()[0].0, O1_1);
    assert!(!in_the_open.cites("BY-TER-FOREST"));
}

#[test]
fn by_ex_31_visibility_and_the_clock() {
    let sight = run::<Visibility>(&book(), &VisibilitySituation { night: false }, &[5, 3], &[]);
    assert_eq!((sight.outcome.unaided_m, sight.outcome.aided_m), (2_000, 4_250));
    assert!(sight.cites("BY-VIS-8TO11"));
    let day = run::<Clock>(&book(), &ClockSituation { month: Month::July, scale: None }, &[], &[]);
    assert_eq!((day.outcome.sunrise, day.outcome.sunset, day.outcome.turns), (5, 20, 60));
}

#[test]
fn by_ex_32_battering_a_wall() {
    let rifles = Gunners { weapon: Weapon::ThirtyPounderRifle, figures: 3, range_m: 800 };
    let mut damage = Decimal::ZERO;
    let mut turn = 0;
    loop {
        turn += 1;
        let situation = WallSituation { wall: Fort::PalisadeWall, damage, gunners: vec![rifles] };
        let run = run::<BatterWall>(&book(), &situation, &[], &[]);
        assert_eq!(run.outcome.points, Decimal::from_int(9));
        damage = run.outcome.damage;
        if run.outcome.breached {
            break;
        }
    }
    assert_eq!((turn, damage), (23, Decimal::from_int(207)));
}

#[test]
fn by_ex_33_ships() {
    let gunners = vec![
        Gunners { weapon: Weapon::Gunboat, figures: 3, range_m: 1_000 },
        Gunners { weapon: Weapon::TwelvePounderNapoleon, figures: 4, range_m: 850 },
    ];
    let mut statuses = Vec::new();
    let mut damage = Decimal::ZERO;
    for _ in 0..10 {
        let situation = ShipTargetSituation {
            class: ShipClass::Gunboat,
            armour: Armour::Wooden,
            damage,
            load: 0,
            gunners: gunners.clone(),
        };
        let run = run::<FireAtShip>(&book(), &situation, &[], &[]);
        assert_eq!(run.outcome.points, Decimal::from_int(10));
        damage = run.outcome.damage;
        statuses.push(run.outcome.status);
    }
    use ShipStatus::{Crippled, Damaged, Fit, Sunk};
    assert_eq!(statuses, [Fit, Fit, Fit, Fit, Damaged, Damaged, Damaged, Crippled, Crippled, Sunk]);
}

#[test]
fn by_ex_34_random_regiment_and_battery() {
    let book = book();
    let roll = |side, year, arm, die| {
        let dice = [die];
        let mut umpire =
            Official { dice: Scripted::new(&dice), answers: ScriptedAnswers::new(&[]), record: Kept::new() };
        let unit = random_unit(&book, &MusterRequest { side, year, month: 6 }, arm, &mut umpire).expect("it is rolled");
        umpire.dice.finish().expect("every die is thrown");
        let modifiers: Vec<_> =
            umpire.record.modifiers.iter().map(|modifier| (modifier.rule.id(), modifier.amount)).collect();
        (unit, modifiers)
    };
    let (regiment, modifiers) = roll(Side::Union, 1864, MusterArm::Infantry, 8);
    assert_eq!(regiment, (Weapon::BreechLoadingRifle, Grade::Veteran));
    assert_eq!(modifiers, [("BY-WPN-MOD-UNION", 1)]);
    let (battery, modifiers) = roll(Side::Confederate, 1862, MusterArm::Artillery, 1);
    assert_eq!(battery, (Weapon::SixPounderSmoothBore, Grade::Poor));
    assert_eq!(modifiers, [("BY-WPN-MOD-PRE1863", -1), ("BY-WPN-MOD-CSAART", -1)]);
}

#[test]
fn by_ex_35_charge_from_start_to_contact() {
    let situation = ChargeSituation {
        side: Side::Union,
        charger: Unit { grade: Grade::Veteran, ..Unit::infantry(24) },
        target: Unit { shelters: vec![Shelter::Wall], ..Unit::infantry(20) },
        second_player: false,
        distance_m: 120,
        legs: vec![],
        crossings: vec![],
        fired: Fired::No,
        from: Direction::Front,
        order: Order::Attack,
        target_engaged: false,
        target_withdrawing: Withdrawal::None,
        target_fired: false,
    };
    let run = run::<Charge>(&book(), &situation, &[0, 3, 7, 2, 4, 9], &[YES, YES]);
    assert_eq!(run.fire_columns(), [(60_000, 9, 1, 9), (60_000, 9, 1, 9)]);
    assert_eq!(run.tests(), [5, 7, 9, 8]);
    assert_eq!((run.outcome.end, run.outcome.place), (ChargeEnd::Contact, Place::Forward));
    assert_eq!((run.outcome.charger.condition.figures, run.outcome.charger.condition.disorder), (21, 0));
    assert_eq!((run.outcome.target.condition.figures, run.outcome.target.condition.disorder), (20, 0));
}

#[test]
fn by_ex_36_demolition_strategy_and_sight() {
    let bridge = DemolitionSituation { what: Charged::Bridge, prepared: true };
    assert!(!run::<Demolition>(&book(), &bridge, &[3], &[]).outcome.success);
    assert!(run::<Demolition>(&book(), &bridge, &[4], &[]).outcome.success);
    let links = |side, force| {
        run::<StrategicMove>(&book(), &StrategicSituation { side, force, via: Via::Railroad }, &[], &[]).outcome.links
    };
    assert_eq!((links(Side::Union, Column::Infantry), links(Side::Confederate, Column::Cavalry)), (4, 2));
    let seen = |(observer_level, target_level), level, metres| {
        let between = vec![Between { terrain: Terrain::Forest, level, metres, at_an_end: false }];
        let situation = SightSituation {
            observer_level,
            target_level,
            distance_m: 500,
            visibility_m: None,
            between,
            units: vec![],
            mortar: false,
        };
        run::<LineOfSight>(&book(), &situation, &[], &[]).outcome.sight
    };
    assert_eq!(seen((0, 1), 0, 300), Sight::Open);
    assert_eq!((seen((1, 0), 1, 50), seen((1, 0), 1, 51)), (Sight::Open, Sight::Ground));
}
