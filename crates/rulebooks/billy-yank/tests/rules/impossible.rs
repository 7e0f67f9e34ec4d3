//! A table of nasty situations: an example with something made impossible, and the rules that forbid it.
//!
//! Every reason cites a rule: where a number is only too large or too small, the one that tells what is counted there.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use engine::book::Stopped;
use serde_json::{Value, json};
use trial::{Nasty, all_refused, nasty};

fn units() -> Vec<Nasty> {
    let leader = |level: &str| json!({ "level": level });
    vec![
        nasty("fire", 0, [("/firer/weapon", json!("revolver")), ("/range_m", json!(900))], &["BY-FP-REVOLVER"]),
        nasty("fire", 0, [("/target/disorder", json!(9))], &["BY-MOR-MOD-DISORDER"]),
        nasty("fire", 0, [("/target/figures", json!(0))], &["BY-STR-TABLE"]),
        nasty("fire", 0, [("/firer/figures", json!(0))], &["BY-STR-TABLE", "BY-FP-TABLE", "BY-FP-TABLE"]),
        nasty("fire", 0, [("/firer/figures", json!(-4))], &["BY-STR-TABLE", "BY-FP-TABLE", "BY-FP-TABLE"]),
        nasty("fire", 0, [("/target/figures", json!(201))], &["BY-STR-TABLE"]),
        nasty("fire", 0, [("/range_m", json!(0))], &["BY-FP-RIFLED-MUSKET"]),
        nasty("fire", 0, [("/firer/weapon", Value::Null)], &["BY-FP-TABLE"]),
        nasty("fire", 0, [("/firer/weapon", json!("12lb-napoleon"))], &["BY-FP-TABLE"]),
        nasty("fire", 0, [("/firer/mounted", json!(true))], &["BY-MOVE-WALK"]),
        nasty("fire", 0, [("/firer/guns", json!(2))], &["BY-FP-TABLE"]),
        nasty("fire", 0, [("/target/formation", json!("limbered"))], &["BY-MOVE-INF-LINE"]),
        nasty("fire", 0, [("/target/arm", json!("cavalry"))], &["BY-MOVE-DISM"]),
        nasty(
            "fire",
            0,
            [("/target/formation", json!("square")), ("/target/figures", json!(12))],
            &["BY-HOUSE-SQUARE"],
        ),
        nasty("fire", 0, [("/target/melee_weapon", json!("lance"))], &["BY-MEL-MOD-LANCERS-V-INF"]),
        nasty("fire", 5, [("/firer/melee_weapon", json!("pike"))], &["BY-MEL-MOD-PIKE-V-CAV"]),
        nasty("fire", 0, [("/target/on_road", json!(true))], &["BY-FIRE-MOD-EXPOSED"]),
        nasty("fire", 5, [("/firer/shelters", json!(["building"]))], &["BY-TER-BUILDING"]),
        nasty(
            "fire",
            0,
            [("/target/shelters", json!(["building"])), ("/target/figures", json!(21))],
            &["BY-TER-BUILDING"],
        ),
        nasty("fire", 6, [("/target/shelters", json!(["forest"]))], &["BY-TER-FOREST"]),
        nasty("fire", 0, [("/firer/chain", json!([leader("army"), leader("brigade")]))], &["BY-CMD-LVL-TABLE"]),
        nasty("fire", 0, [("/engaged", json!(true))], &["BY-MEL-RES-EN"]),
        nasty("fire", 0, [("/withdrawn", json!(true))], &["BY-MOR-RES-RETREAT"]),
        nasty("fire", 0, [("/firer/overenthusiastic", json!(true))], &["BY-MOR-RES-OVER-ATTACK"]),
        nasty("fire", 2, [("/range_m", json!(201))], &["BY-FIRE-MOD-GRAPESHOT"]),
        nasty("fire", 2, [("/firer/weapon", json!("whitworth"))], &["BY-FIRE-MOD-GRAPESHOT"]),
        nasty("fire", 5, [("/from", json!("rear"))], &["BY-FIRE-MOD-EXPOSED"]),
    ]
}

fn fire_and_nerve() -> Vec<Nasty> {
    vec![
        nasty("bounce", 0, [("/shot/firer/weapon", json!("20lb-rifle"))], &["BY-BOUNCE-TABLE"]),
        nasty("bounce", 0, [("/shot/ammunition", json!("grape")), ("/shot/range_m", json!(150))], &["BY-BOUNCE-TABLE"]),
        nasty("bounce", 0, [("/landings", json!([{}, {}, {}, {}]))], &["BY-BOUNCE-3"]),
        nasty("morale", 0, [("/unit/disorder", json!(0))], &["BY-TURN-MORALE"]),
        nasty("morale", 0, [("/withdrawing", json!("rout"))], &["BY-MOR-RES-RETREAT"]),
        nasty("morale", 2, [("/unit/weapon", Value::Null)], &["BY-MOR-MOD-DEFFIRE"]),
        nasty("friends", 0, [("/onlooker/disorder", json!(3))], &["BY-MOR-MOD-DISORDER"]),
        nasty("withdrawal", 0, [("/in_the_way/0/disorder", json!(9))], &["BY-MOR-MOD-DISORDER"]),
        nasty("commander-casualty", 0, [("/unit/chain/0/attached", json!(false))], &["BY-CAS-TABLE"]),
        nasty("commander-casualty", 0, [("/danger", json!({ "figures-lost": { "figures": 0 } }))], &["BY-CAS-TABLE"]),
        nasty("visibility", 0, [("/night", json!(true))], &["BY-VIS-TABLE"]),
        nasty("strength", 0, [("/year", json!(1866))], &["BY-STR-TABLE"]),
        nasty("strength", 0, [("/year", json!(-1))], &["BY-STR-TABLE"]),
        nasty("arc", 0, [("/off_firer", json!(181))], &["BY-MOR-MOD-FLANK"]),
        nasty("cover", 23, [("/from", json!("rear"))], &["BY-FORT-RIFLE-PIT"]),
        nasty("fatigue", 0, [("/double_time", json!(true))], &["BY-MOVE-DOUBLE-COLUMN"]),
        nasty("fatigue", 0, [("/moved", json!(false))], &["BY-TURN-TABLE"]),
        nasty("ride", 0, [("/unit_busy", json!(true))], &["BY-CMD-LVL-TABLE"]),
        nasty("ride", 0, [("/attaches_m", json!(26))], &["BY-CMD-LVL-TABLE"]),
        nasty("ride", 2, [("/wounded", json!(true))], &["BY-CAS-LIGHT"]),
        nasty("ride", 2, [("/attaches_m", json!(5))], &["BY-CMD-LVL-TABLE"]),
        nasty("ride", 0, [("/legs/1/terrain/0", json!("extra-deep-water"))], &["BY-TER-EXTRA-DEEP-WATER"]),
        nasty("messenger", 0, [("/enemy/after_m", json!(501))], &["BY-MSG-TABLE"]),
        nasty("messenger", 0, [("/sender", json!("brigade"))], &["BY-HOUSE-ORDERS"]),
        nasty("sight", 0, [("/distance_m", json!(10))], &["BY-TER-FOREST"]),
        nasty("sight", 0, [("/between/0/metres", json!(700))], &["BY-TER-FOREST"]),
    ]
}

fn moves_and_charges() -> Vec<Nasty> {
    vec![
        nasty("move", 4, [("/legs/0/terrain", json!(["forest"]))], &["BY-TER-FOREST"]),
        nasty("move", 0, [("/legs/0/terrain", json!(["extra-deep-water"]))], &["BY-TER-EXTRA-DEEP-WATER"]),
        nasty("move", 0, [("/legs/0/terrain", json!(["building"]))], &["BY-TER-BUILDING"]),
        nasty("move", 0, [("/legs/0/terrain", json!(["wall"]))], &["BY-TER-WALL"]),
        nasty("move", 0, [("/legs/0/metres", json!(0))], &["BY-MOVE-TABLE"]),
        nasty("move", 0, [("/legs/0/on_road", json!(true))], &["BY-MOVE-INF-ROAD"]),
        nasty("move", 4, [("/crossings", json!(["hedge"]))], &["BY-TER-HEDGE"]),
        nasty("move", 0, [("/turn_degrees", json!(270))], &["BY-MAN-HALF-TURN"]),
        nasty("move", 0, [("/fired", json!("held"))], &["BY-FIRE-MOD-STATIONARY"]),
        nasty("move", 0, [("/unit/formation", json!("square"))], &["BY-HOUSE-SQUARE"]),
        nasty("move", 4, [("/unit/formation", json!("unlimbered"))], &["BY-MAN-FULL-LIMBER"]),
        nasty("move", 0, [("/follows_charge", json!(true))], &["BY-MOVE-HART-ACCOMPANY"]),
        nasty("move", 0, [("/acts", json!(["limber"])), ("/legs", json!([]))], &["BY-MAN-FULL-LIMBER"]),
        nasty("move", 6, [("/fired", json!("yes"))], &["BY-MAN-FULL-COLLINE"]),
        nasty("move", 6, [("/acts", json!(["mount"]))], &["BY-MAN-HALF-MOUNT"]),
        nasty("obstacle", 0, [("/act", json!("handle"))], &["BY-OBS-ABATIS"]),
        nasty("obstacle", 0, [("/start_m", json!(26))], &["BY-MAN-OBST-START"]),
        nasty("obstacle", 5, [("/unit/figures", json!(4))], &["BY-OBS-CHEVAL-DE-FRISE"]),
        nasty("detachment", 0, [("/act/deploy/stands", json!(5))], &["BY-MOVE-SKIRM-SEE"]),
        nasty("detachment", 0, [("/act/deploy/stands", json!(0))], &["BY-MOVE-SKIRM-SEE"]),
        nasty("detachment", 0, [("/act/deploy/distance_m", json!(101))], &["BY-MOVE-SKIRM-SEE"]),
        nasty("detachment", 1, [("/act/recall/moved", json!(true))], &["BY-MAN-FULL-REJOIN"]),
        nasty("detachment", 1, [("/act/recall/disorder", json!(3))], &["BY-MOR-MOD-DISORDER"]),
        nasty("charge", 0, [("/distance_m", json!(0))], &["BY-MOVE-TABLE"]),
        nasty("charge", 0, [("/distance_m", json!(126))], &["BY-MOVE-INF"]),
        nasty("charge", 1, [("/distance_m", json!(301))], &["BY-MOVE-TROT"]),
        nasty("charge", 0, [("/fired", json!("held"))], &["BY-FIRE-MOD-STATIONARY"]),
        nasty("charge", 0, [("/charger/formation", json!("skirmish"))], &["BY-MOVE-SKIRM-SEE"]),
        nasty("charge", 0, [("/charger/formation", json!("square"))], &["BY-HOUSE-SQUARE"]),
        nasty("charge", 0, [("/order", json!("hold"))], &["BY-HOUSE-CHARGERS"]),
        nasty("pass-through-fire", 0, [("/range_m", json!(201))], &["BY-TURN-MOVE1"]),
        nasty(
            "pass-through-fire",
            0,
            [("/firer/formation", json!("skirmish")), ("/fired", json!(true))],
            &["BY-MOVE-SKIRM-SEE"],
        ),
        nasty("melee", 0, [("/attackers/0/unit/figures", json!(0))], &["BY-STR-TABLE"]),
        nasty(
            "melee",
            0,
            [("/attackers/0/uphill", json!(true)), ("/defenders/0/uphill", json!(true))],
            &["BY-MEL-MOD-UPHILL"],
        ),
        nasty("melee", 0, [("/attackers", json!([]))], &["BY-MEL-ODDS"]),
        nasty("melee", 3, [("/defenders/0/unit/formation", json!("square"))], &["BY-MEL-MOD-FLANK"]),
    ]
}

fn works_ships_and_victory() -> Vec<Nasty> {
    vec![
        nasty("sail", 0, [("/water", json!("land"))], &["BY-TER-EXTRA-DEEP-WATER"]),
        nasty("sail", 0, [("/water", json!("shallow"))], &["BY-TER-SHALLOW-WATER"]),
        nasty("sail", 0, [("/load", json!(1))], &["BY-SHIP-GUNBOAT"]),
        nasty("sail", 3, [("/load", json!(41))], &["BY-SHIP-BARGE"]),
        nasty("sail", 3, [("/metres", json!(1))], &["BY-SHIP-BARGE"]),
        nasty("sail", 3, [("/damage", json!(10))], &["BY-SHIP-BARGE"]),
        nasty("ship-fire", 0, [("/range_m", json!(2701))], &["BY-FP-GUNBOAT"]),
        nasty("ship-fire", 0, [("/class", json!("boat")), ("/armour", json!("unarmoured"))], &["BY-SHIP-BOAT"]),
        nasty("fire-at-ship", 1, [("/gunners/0/range_m", json!(601))], &["BY-FP-RIFLED-MUSKET"]),
        nasty("fire-at-ship", 0, [("/damage", json!(500))], &["BY-SHIP-GUNBOAT"]),
        nasty("ship-fire", 0, [("/damage", json!(500))], &["BY-SHIP-GUNBOAT"]),
        nasty("batter-wall", 0, [("/damage", json!(500))], &["BY-FORT-PALISADE-WALL"]),
        nasty("batter-wall", 0, [("/damage", json!(-1))], &["BY-FORT-TABLE"]),
        nasty("fire-at-ship", 1, [("/load", json!(11))], &["BY-SHIP-BOAT"]),
        nasty("fire-at-ship", 1, [("/armour", json!("ironclad"))], &["BY-SHIP-BOAT"]),
        nasty("batter-wall", 0, [("/wall", json!("trench"))], &["BY-FORT-TRENCH"]),
        nasty("batter-wall", 0, [("/gunners", json!([]))], &["BY-FP-TABLE"]),
        nasty("dig", 0, [("/unit/figures", json!(9))], &["BY-FORT-TABLE"]),
        nasty("dig", 0, [("/busy", json!(true))], &["BY-FORT-TABLE"]),
        nasty("dig", 0, [("/metres", json!(0))], &["BY-FORT-TABLE"]),
        nasty("demolition", 0, [("/prepared", json!(false))], &["BY-DEMO-TABLE"]),
        nasty("victory", 0, [("/union/commanders_out/army", json!(2))], &["BY-CMD-LVL-TABLE"]),
        nasty("victory", 0, [("/union/figures_out", json!(201))], &["BY-STR-TABLE"]),
        nasty("victory", 0, [("/confederate/ships_sunk/0/class", json!("boat"))], &["BY-SHIP-BOAT"]),
    ]
}

#[test]
fn what_cannot_be_is_refused_with_the_rule_that_forbids_it() {
    let book = billy_yank::shelve(None).expect("the charts open");
    for table in [units(), fire_and_nerve(), moves_and_charges(), works_ships_and_victory()] {
        all_refused(book.as_ref(), &table);
    }
}

#[test]
fn what_no_chart_names_is_a_fault_that_says_so() {
    let book = billy_yank::shelve(None).expect("the charts open");
    for (procedure, place, value) in [
        ("fire", "/firer/weapon", json!("ray-gun")),
        ("fire", "/range_m", json!(1.5)),
        ("move", "/acts", json!(["fly"])),
        ("sail", "/water", json!("forest")),
        ("clock", "/month", json!("brumaire")),
    ] {
        let found = book.procedure(procedure).unwrap_or_else(|| panic!("there is {procedure}"));
        let (_, mut situation) = found.examples().swap_remove(0);
        *situation.pointer_mut(place).unwrap_or_else(|| panic!("{procedure} has {place}")) = value;
        assert!(matches!(found.check(&situation), Err(Stopped::Fault(_))), "{procedure} {place}");
    }
}
