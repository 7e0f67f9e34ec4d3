//! What happens around the fighting: phases, resupply, fatigue, rides, detachments, arcs, victory.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use crate::support::{book, book_with, run};
use billy_yank::arc::{Arc, ArcSituation};
use billy_yank::battering::{FireAtShip, Gunners, ShipStatus, ShipTargetSituation};
use billy_yank::charts::{Armour, Part, Phase, ShipClass, Terrain, Weapon};
use billy_yank::movement::Leg;
use billy_yank::riding::{Ride, RideSituation, Rider};
use billy_yank::sight::{Between, LineOfSight, Sight, SightSituation};
use billy_yank::skirmishers::{Detachment, DetachmentSituation, SkirmishAct};
use billy_yank::turn::{Fatigue, FatigueSituation, PhaseSituation, Resupply, ResupplySituation, WhoActs};
use billy_yank::unit::{Condition, Direction, Unit};
use billy_yank::victory::{CommandersOut, SunkShip, Tally, Verdict, Victory, VictorySituation};
use engine::{Decimal, Side};

#[test]
fn the_second_player_answers_the_first_and_the_other_way_round() {
    let of = |phase| run::<WhoActs>(&book(), &PhaseSituation { phase }, &[], &[]).outcome;
    let first = of(Phase::FirstMovement);
    assert_eq!((first.first, first.second), (Part::Moves, Part::DefensiveFire));
    let second = of(Phase::SecondMovement);
    assert_eq!((second.first, second.second), (Part::DefensiveFire, Part::Moves));
    assert_eq!(of(Phase::SecondFire).first, Part::Watches);
}

#[test]
fn a_wagon_refills_cartridge_boxes_where_the_rule_is_played() {
    let played = book_with(&[("out-of-ammunition", "on")]);
    let at = |book, wagon_m| {
        run::<Resupply>(book, &ResupplySituation { out_of_ammo: true, wagon_m }, &[], &[]).outcome.out_of_ammo
    };
    assert!(!at(&played, Some(50)) && at(&played, Some(51)) && at(&played, None));
    assert!(!at(&book(), None), "nobody runs out where the rule is not played");
}

#[test]
fn four_hard_turns_fatigue_a_unit_and_rest_refreshes_it() {
    let played = book_with(&[("fatigue", "on")]);
    let plain = FatigueSituation {
        points: 3,
        double_time: false,
        charged: true,
        fought: true,
        moved: true,
        fired: false,
        enemy_m: Some(50),
    };
    let tired = run::<Fatigue>(&played, &plain, &[], &[]).outcome;
    assert_eq!((tired.points, tired.fatigued), (4, true), "a charge and a melee in one turn are one point");
    let idle = FatigueSituation { points: 4, charged: false, fought: false, moved: false, ..plain.clone() };
    assert_eq!(run::<Fatigue>(&played, &idle, &[], &[]).outcome.points, 4, "no rest with the enemy near");
    let rests = FatigueSituation { enemy_m: Some(501), ..idle };
    let rested = run::<Fatigue>(&played, &rests, &[], &[]).outcome;
    assert_eq!((rested.points, rested.fatigued), (3, false));
    assert_eq!(run::<Fatigue>(&book(), &plain, &[], &[]).outcome.points, 0);
}

#[test]
fn riders_pay_for_the_ground_and_the_wounded_ride_half_as_far() {
    let way = |wounded| RideSituation {
        rider: Rider::Commander,
        wounded,
        unit_busy: false,
        legs: vec![Leg::over(Terrain::Open, 100), Leg::over(Terrain::Forest, 100)],
        crossings: vec![],
        attaches_m: Some(25),
    };
    let well = run::<Ride>(&book(), &way(false), &[], &[]).outcome;
    assert_eq!((well.arrives, well.attached, well.cost), (true, true, Some(Decimal::from_int(300))));
    let wounded = run::<Ride>(&book(), &way(true), &[], &[]);
    assert_eq!((wounded.outcome.arrives, wounded.outcome.allowance), (false, Decimal::from_int(250)));
    assert!(wounded.cites("BY-CAS-LIGHT"));
}

#[test]
fn skirmishers_bring_their_losses_and_markers_home() {
    let parent = Unit { disorder: 1, figures_lost: 1, ..Unit::infantry(18) };
    let act = SkirmishAct::Deploy { stands: 4, distance_m: 100 };
    let out = run::<Detachment>(&book(), &DetachmentSituation { parent, act }, &[], &[]).outcome;
    assert_eq!(out.detachment, Some(Condition { figures: 16, figures_lost: 0, disorder: 0 }));
    assert_eq!(out.parent.figures, 2);
    let parent = Unit { disorder: 1, figures_lost: 1, ..Unit::infantry(2) };
    let act = SkirmishAct::Recall { figures: 13, figures_lost: 3, disorder: 2, moved: false };
    let home = run::<Detachment>(&book(), &DetachmentSituation { parent, act }, &[], &[]).outcome;
    assert_eq!(home.parent, Condition { figures: 15, figures_lost: 4, disorder: 2 });
}

#[test]
fn arcs_are_cut_at_45_and_135_degrees() {
    let at = |off_firer, off_target| {
        let (firer, target) = (Unit::infantry(20), Unit::infantry(20));
        run::<Arc>(&book(), &ArcSituation { firer, target, off_firer, off_target }, &[], &[]).outcome
    };
    assert!(at(45, 0).in_arc && !at(46, 0).in_arc);
    let from: Vec<Direction> = [45, 46, 135, 136].into_iter().map(|degrees| at(0, degrees).from).collect();
    assert_eq!(from, [Direction::Front, Direction::Flank, Direction::Flank, Direction::Rear]);
}

#[test]
fn a_garrison_sees_out_of_its_house() {
    let house = |at_an_end| SightSituation {
        observer_level: 0,
        target_level: 0,
        distance_m: 200,
        visibility_m: None,
        between: vec![Between { terrain: Terrain::Building, level: 0, metres: 10, at_an_end }],
        units: vec![],
        mortar: false,
    };
    assert_eq!(run::<LineOfSight>(&book(), &house(true), &[], &[]).outcome.sight, Sight::Open);
    assert_eq!(run::<LineOfSight>(&book(), &house(false), &[], &[]).outcome.sight, Sight::Ground);
}

#[test]
fn whoever_is_on_board_goes_down_with_the_ship() {
    let barge = ShipTargetSituation {
        class: ShipClass::Barge,
        armour: Armour::Unarmoured,
        damage: Decimal::ZERO,
        load: 32,
        gunners: vec![Gunners { weapon: Weapon::RifledMusket, figures: 5, range_m: 200 }],
    };
    let sunk = run::<FireAtShip>(&book(), &barge, &[], &[]).outcome;
    assert_eq!((sunk.status, sunk.drowned), (ShipStatus::Sunk, 32));
}

#[test]
fn victory_points_are_counted_for_both_sides() {
    let side = |figures_out| Tally { figures_at_start: 100, figures_out, ..Tally::default() };
    let judge = |union, confederate, last_turn| {
        let situation = VictorySituation { union, confederate, last_turn, concedes: None };
        run::<Victory>(&book(), &situation, &[], &[]).outcome
    };
    let union = Tally { objectives: 1, objective_points: 5, ..side(20) };
    let confederate = Tally {
        guns_out: 2,
        commanders_out: CommandersOut { brigade: 1, division: 1, corps: 0, army: 0 },
        ships_sunk: vec![SunkShip { class: ShipClass::Gunboat, armour: Armour::Cottonclad }],
        ..side(10)
    };
    // 10 + 5 for objectives, 10 figures, 2 guns at 3, 5 + 10 for commanders, a tenth of 130 for the ship; against 20 figures.
    let day = judge(union.clone(), confederate.clone(), true);
    assert_eq!((day.union_points, day.confederate_points), (59, 20));
    assert_eq!((day.verdict, day.winner), (Verdict::Major, Some(Side::Union)));
    assert_eq!(judge(union, confederate, false).verdict, Verdict::Undecided);
    assert_eq!(judge(side(0), side(9), true).verdict, Verdict::Draw);
    let minor = judge(side(29), side(0), true);
    assert_eq!((minor.verdict, minor.winner), (Verdict::Minor, Some(Side::Confederate)));
    assert_eq!(judge(side(0), side(51), false).verdict, Verdict::Major, "more than half is too much");
    assert_eq!(judge(side(50), side(50), false).verdict, Verdict::Undecided);
    assert_eq!(judge(side(51), side(51), false).verdict, Verdict::Draw);
}
