//! A refusal in play teaches: it names the rule, the figure, and the nearest thing that would be allowed.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use elephant::fire::Stance;
use elephant::play::{Allotment, Command, Phase};
use elephant::unit::Formation;
use engine::Decimal;
use field::ground::{Point, YARD};
use field::plane::Flank;

use crate::field_day::{Day, Table, battery, cavalry, infantry};

/// Two regiments face each other at 300 yards, with friends, guns and horse about them.
fn day() -> Day {
    Day::new()
        .union(infantry("a", 8, [600, 800], 0, ""))
        .union(infantry("b", 8, [1100, 800], 0, ""))
        .union(infantry("prone", 6, [1600, 400], 0, ""))
        .union(battery("guns", r#"{ count = 4, weapon = "12-pdr-napoleon" }"#, [1600, 800], 0))
        .union(cavalry("horse", 6, "horse-pistol", [2000, 300], 0))
        .confederate(infantry("x", 8, [600, 1100], 180, ""))
        .confederate(infantry("y", 8, [1100, 1300], 180, ""))
        .leader("Hale", "south", "at = [800, 500]")
        .leader("Moss", "north", "at = [800, 2000]")
}

fn inches(inches: i32) -> Decimal {
    Decimal::from_int(inches)
}

/// The refusal of an order must cite this rule and say all of this.
#[track_caller]
fn teaches(table: &Table, command: &Command, rule: &str, says: &[&str]) {
    let refusal = table.refused(command);
    let all: Vec<String> = refusal
        .reasons
        .iter()
        .map(|reason| format!("{}: {} ({:?})", reason.field, reason.why, reason.rule.map(engine::Rule::id)))
        .collect();
    let found = refusal.reasons.iter().any(|reason| {
        let cited = reason.rule.map_or("", engine::Rule::id);
        cited == rule && says.iter().all(|part| reason.why.contains(part))
    });
    assert!(found, "{command:?} is refused otherwise than by {rule} saying {says:?}:\n{}", all.join("\n"));
}

fn advance(length: i32) -> Command {
    Command::Advance { inches: inches(length), oblique_degrees: Decimal::ZERO }
}

#[test]
fn orders_of_another_phase() {
    let table = day().begin();
    teaches(&table, &Command::EndMovement, "SE-MOVE-SEQ", &["the Movement Phase", "draw a card"]);
    let table = table.card(0);
    teaches(&table, &Command::DrawCard, "SE-ORDER-DRAW", &["the declaration of fire", "end the declaration first"]);
    let test = Command::Test { unit: table.id("a") };
    teaches(&table, &test, "SE-ORDER-STEPS", &["the Morale Phase", "the declaration of fire"]);
}

#[test]
fn units_of_another_command() {
    let table = day().begin().card(0).on_to(Phase::Movement);
    let (x, a) = (table.id("x"), table.id("a"));
    let go = |unit| Command::Move { unit, column_die: false, road_die: false };
    teaches(&table, &go(x), "SE-ORDER-ACTIVATE", &["North brigade", "South brigade", "wait for its own card"]);
    let mut table = table;
    table.obey(&go(a), &[3, 3, 3], &[]);
    table.obey(&Command::EndMove, &[], &[]);
    teaches(&table, &go(a), "SE-MOVE-SEQ", &["a has had its move this turn"]);
}

#[test]
fn fire_that_cannot_be() {
    let table = day().begin().card(0);
    let fire = |unit: &str, target: &str, stands, stance| {
        let at = vec![Allotment { target: table.id(target), stands, guns: 0 }];
        Command::DeclareFire { unit: table.id(unit), stance, at, officer: None }
    };
    teaches(&table, &fire("a", "x", 9, Stance::Hold), "SE-FIRE-STANDS", &["8 free stands of a", "give 1 to 8"]);
    teaches(&table, &fire("prone", "x", 1, Stance::Hold), "SE-FIRE-STANDS", &["yards away", "beyond the 600 yards"]);
    teaches(&table, &fire("guns", "y", 1, Stance::Hold), "SE-FIRE-ART-PAIRS", &["fire in twos", "of kind 0"]);
    teaches(&table, &fire("a", "x", 4, Stance::Prolong), "SE-FIRE-OPT-FULL", &["a may hold or move"]);
    teaches(&table, &fire("guns", "y", 2, Stance::Move), "SE-FIRE-OPT-ART", &["guns may hold or prolong"]);
    let all =
        |unit: &str, target: &str, stance| Command::FireAll { unit: table.id(unit), stance, target: table.id(target) };
    teaches(&table, &all("prone", "x", Stance::Hold), "SE-FIRE-STANDS", &["yards away", "beyond the 600 yards"]);
    teaches(&table, &all("a", "x", Stance::Prolong), "SE-FIRE-OPT-FULL", &["a may hold or move"]);
    let (mut counted, mut whole) = (table.clone(), table.clone());
    counted.obey(&fire("a", "x", 8, Stance::Hold), &[], &[]);
    whole.obey(&all("a", "x", Stance::Hold), &[], &[]);
    assert_eq!(whole.battle, counted.battle, "all that bear are the eight that can");
    let mut after = table.clone();
    after.obey(&fire("a", "x", 4, Stance::Hold), &[], &[]);
    teaches(&after, &fire("a", "x", 4, Stance::Hold), "SE-FIRE-DECLARE", &["already fired"]);
    let officer = Some(table.officer("Moss"));
    let aimed = Command::DeclareFire { unit: table.id("a"), stance: Stance::Hold, at: Vec::new(), officer };
    teaches(&table, &aimed, "SE-OPT-OFFICERS", &["switch fire-at-officers on"]);
    let after = table.on_to(Phase::AnnounceCharges);
    teaches(&after, &Command::ResolveFire { target: after.id("x") }, "SE-FIRE-DECLARE", &["the resolution of fire"]);
}

#[test]
fn charges_that_cannot_be() {
    let table = day().begin().card(0).on_to(Phase::AnnounceCharges);
    let charge = |unit: &str, target: &str| Command::AnnounceCharge {
        unit: table.id(unit),
        target: table.id(target),
        column_die: false,
        behind: None,
    };
    teaches(&table, &charge("guns", "y"), "SE-MOVE-FIELDART", &["only formed infantry and mounted cavalry charge"]);
    let behind = Command::AnnounceCharge {
        unit: table.id("b"),
        target: table.id("x"),
        column_die: false,
        behind: Some(table.id("a")),
    };
    teaches(&table, &behind, "SE-COMBAT-RANKS", &["has announced no charge on x", "let it charge first"]);
    let mut after = table.clone();
    after.obey(&charge("a", "x"), &[], &[]);
    teaches(&after, &charge("a", "x"), "SE-CHARGE-1", &["a charges already"]);
    teaches(&after, &behind, "SE-COMBAT-RANKS", &["close behind a", "move it up first"]);
    let day = day().confederate(infantry("z", 4, [300, 500], 0, ""));
    let table = day.begin().card(0).on_to(Phase::AnnounceCharges);
    let round = Command::AnnounceCharge { unit: table.id("a"), target: table.id("z"), column_die: false, behind: None };
    teaches(&table, &round, "SE-CHARGE-1", &["within 45 degrees ahead", "wheel in the Movement Phase"]);
}

#[test]
fn moves_that_are_too_long() {
    let mut table = day().begin().card(0).on_to(Phase::Movement);
    let a = table.id("a");
    teaches(&table, &advance(3), "SE-MOVE-SEQ", &["begin a move first"]);
    table.obey(&Command::Move { unit: a, column_die: false, road_die: false }, &[3, 3, 3], &[]);
    teaches(&table, &advance(12), "SE-MOVE-TABLE", &["9 inches are left", "needs 12", "go 9 at most"]);
    let wheel = Command::Wheel { on: Flank::Left, degrees: inches(-90) };
    teaches(
        &table,
        &wheel,
        "SE-MOVE-TABLE",
        &["9 inches are left", "this wheel needs 12.5", "wheel 64 degrees", "advance first"],
    );
    teaches(&table, &advance(8), "SE-MOVE-SEQ", &["keep 50 yards from an enemy, go ", " at most"]);
    let face = Command::Face { degrees: inches(30) };
    teaches(&table, &face, "SE-PEN-FACE", &["90 or 180 degrees", "wheel for anything else"]);
    let oblique = Command::Advance { inches: inches(1), oblique_degrees: inches(60) };
    teaches(&table, &oblique, "SE-MOVE-LINE", &["up to 45 degrees", "wheel or face for more"]);
    let other = Command::Move { unit: table.id("b"), column_die: false, road_die: false };
    let refusal = table.refused(&other);
    assert!(refusal.reasons.iter().any(|reason| reason.why.contains("a is still moving: end its move first")));
}

#[test]
fn moves_in_the_wrong_shape() {
    let mut table = day().begin().card(0).on_to(Phase::Movement);
    let (a, horse, guns) = (table.id("a"), table.id("horse"), table.id("guns"));
    let column = Command::Move { unit: a, column_die: true, road_die: false };
    teaches(&table, &column, "SE-MOVE-INF-COLUMN", &["only infantry in column", "it is in line", "leave it out"]);
    let road = Command::Move { unit: a, column_die: false, road_die: true };
    teaches(&table, &road, "SE-MOVE-ROAD", &["begins and stays on a road"]);
    teaches(&table, &Command::Prolong { unit: a }, "SE-PROLONG-RATE", &["only unlimbered guns prolong", "line"]);
    let up = Command::StandUp { unit: a, column_die: false, road_die: false };
    teaches(&table, &up, "SE-PRONE-STAND-TEST", &["a does not lie down: move it"]);
    teaches(&table, &Command::BreakOff { unit: a }, "SE-COMBAT-RES-ENGD", &["a is not engaged: move it instead"]);
    teaches(&table, &Command::CrossObstacle { unit: a }, "SE-OBST-START", &["within 50 yards straight ahead"]);
    table.obey(&Command::Move { unit: horse, column_die: false, road_die: false }, &[3, 3], &[]);
    teaches(&table, &Command::StepBack { inches: inches(1) }, "SE-PEN-BACKSTEP", &["only formed infantry", "wheel"]);
    teaches(&table, &Command::GoProne, "SE-PEN-GOPRONE", &["only infantry and dismounted cavalry lie down"]);
    teaches(&table, &Command::Limber, "SE-PEN-LIMBER", &["only unlimbered guns", "line"]);
    teaches(&table, &Command::RecallSkirmishers, "SE-SKIRM-8-REJOIN", &["only a detachment"]);
    table.obey(&Command::EndMove, &[], &[]);
    table.obey(&Command::Move { unit: guns, column_die: false, road_die: false }, &[3, 3, 3, 3], &[]);
    teaches(&table, &advance(1), "SE-MOVE-LINE", &["unlimbered stays where it is", "change its formation first"]);
    table.obey(&Command::EndMove, &[], &[]);
    table.obey(&Command::Move { unit: a, column_die: false, road_die: false }, &[3, 3, 3], &[]);
    let files = Command::ChangeFormation { formation: Formation::Line, files: 2 };
    teaches(&table, &files, "SE-MOVE-LINE", &["1 to 3 ranks", "give 3 to 8"]);
    let skirmish = Command::ChangeFormation { formation: Formation::Skirmish, files: 8 };
    teaches(&table, &skirmish, "SE-SKIRM-1", &["deploy them"]);
    table.obey(&advance(2), &[], &[]);
    // The enemy does not fire at it.
    table.obey(&advance(2), &[], &[1]);
    table.obey(&advance(1), &[], &[]);
    let change = Command::ChangeFormation { formation: Formation::Column, files: 2 };
    teaches(&table, &change, "SE-PEN-LINE-COLUMN", &["gone 5 inches", "it may go 4.5 in all", "do it earlier"]);
}

#[test]
fn officers_who_cannot() {
    let mut table = day().begin().card(0).on_to(Phase::Movement);
    let (hale, moss) = (table.officer("Hale"), table.officer("Moss"));
    let to = |x: i32, y: i32| Point::new(x * YARD, y * YARD);
    let ride = |officer, to, join| Command::MoveOfficer { officer, to, join };
    teaches(&table, &ride(moss, to(800, 1900), None), "SE-CMDR-MOVE", &["Moss", "in the activation of his command"]);
    let far = ride(hale, to(2300, 500), None);
    teaches(&table, &far, "SE-CMDR-MOVE", &["37.5 inches away", "he rides 20"]);
    let join = ride(hale, to(600, 1080), Some(table.id("x")));
    teaches(&table, &join, "SE-CMDR-SUBORDINATE", &["x is not under his command", "units of South brigade only"]);
    let apart = ride(hale, to(800, 600), Some(table.id("a")));
    teaches(&table, &apart, "SE-CMDR-MOVE", &["where he touches it", "ride to its place"]);
    table.obey(&ride(hale, to(800, 600), None), &[], &[]);
    teaches(&table, &ride(hale, to(800, 600), None), "SE-CMDR-MOVE", &["he has moved this turn"]);
}

#[test]
fn units_that_hold() {
    let day = Day::new().union(infantry("a", 8, [600, 800], 0, r#"holds-until = "10:00""#)).confederate(infantry(
        "x",
        8,
        [600, 1100],
        180,
        "",
    ));
    let table = day.begin().card(0).on_to(Phase::AnnounceCharges);
    let (a, x) = (table.id("a"), table.id("x"));
    let charge = Command::AnnounceCharge { unit: a, target: x, column_die: false, behind: None };
    teaches(&table, &charge, "SE-ORDER-ACTIVATE", &["a holds its place until turn", "this is turn 1"]);
    let table = table.on_to(Phase::Movement);
    let go = Command::Move { unit: a, column_die: false, road_die: false };
    teaches(&table, &go, "SE-ORDER-ACTIVATE", &["a holds its place", "it may fire"]);
}
