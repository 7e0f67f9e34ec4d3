//! A table of nasty situations: an example with something made impossible, and the rules that forbid it.
//!
//! Every reason cites a rule: where a number is only too large or too small, the one that tells what is counted there.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use engine::book::Stopped;
use serde_json::{Value, json};
use trial::{Nasty, all_refused, nasty};

fn stands() -> Vec<Nasty> {
    vec![
        nasty("fire", 0, [("/distance", json!(4.1))], &["VB-RNG-RIFLED-MUSKET"]),
        nasty("fire", 0, [("/distance", json!(900))], &["VB-RNG-RIFLED-MUSKET"]),
        nasty("fire", 0, [("/distance", json!(0))], &["VB-COM-CHOOSE"]),
        nasty("fire", 0, [("/distance", json!(-1))], &["VB-COM-CHOOSE"]),
        nasty("fire", 0, [("/firer/sp", json!(0))], &["VB-SCALE-SP-MEN"]),
        nasty("fire", 0, [("/firer/sp", json!(13))], &["VB-SCALE-SP-MEN"]),
        nasty("fire", 0, [("/firer/morale", json!(9))], &["VB-MOR-FAIL"]),
        nasty("fire", 0, [("/firer/morale", json!(1))], &["VB-MOR-FAIL"]),
        nasty("fire", 0, [("/firer/weapon", Value::Null)], &["VB-RNG-TABLE-SMALL", "VB-DICE-CAV-BRIGADE"]),
        nasty("fire", 0, [("/firer/gun", json!("sb_field"))], &["VB-RNG-TABLE-ART"]),
        nasty("fire", 1, [("/firer/gun", Value::Null)], &["VB-RNG-TABLE-ART", "VB-DICE-CAV-BRIGADE"]),
        nasty("fire", 1, [("/firer/weapon", json!("cart_rifle"))], &["VB-RNG-TABLE-SMALL"]),
        nasty("fire", 0, [("/firer/repeater", json!(true))], &["VB-MSC-REPEATERS"]),
        nasty("fire", 0, [("/firer/sharpshooter", json!(true))], &["VB-DICE-NOTE-SHARPSHOOTER"]),
        nasty("fire", 0, [("/firer/reinforcing", json!(3))], &["VB-DICE-NOTE-REINFORCE"]),
        nasty("fire", 1, [("/firer/dedicated_gun", json!(true))], &["VB-DICE-NOTE-GUN"]),
        nasty("fire", 0, [("/target/stand/gone_to_ground", json!(true))], &["VB-MSC-GTG"]),
        nasty("fire", 2, [("/target/stand/stationary", json!(true))], &["VB-MSC-GTG-STATIONARY"]),
        nasty("fire", 5, [("/target/stand/stationary", json!(true))], &["VB-DICE-CAV-BRIGADE"]),
        nasty("fire", 0, [("/target/stand/rallied", json!(true))], &["VB-MOR-LEVEL-PERM-TURN"]),
        nasty("fire", 0, [("/target/terrain", json!("village"))], &["VB-TER-VILLAGE-C-HOLDS"]),
        nasty("fire", 0, [("/target/terrain", json!("swamp"))], &["VB-TER-SWAMP-M"]),
        nasty("fire", 0, [("/target/terrain", json!("river"))], &["VB-TER-RIVER-M"]),
        nasty(
            "fire",
            0,
            [("/target/stand/level", json!("rout")), ("/target/stand/dedicated_gun", json!(true))],
            &["VB-ROUT-GUN"],
        ),
        nasty(
            "fire",
            0,
            [("/target/stand/level", json!("rout")), ("/target/stand/march_column", json!(true))],
            &["VB-ROUT-HELPLESS"],
        ),
        nasty("fire", 0, [("/target/stand/limbered", json!(true))], &["VB-MOV-ART-LIMBER-FREE"]),
        nasty(
            "fire",
            0,
            [("/firer/stationary", json!(false)), ("/firer/march_column", json!(true))],
            &["VB-MARCH-NO-FIRE"],
        ),
        nasty("fire", 0, [("/firer/stationary", json!(false)), ("/firer/level", json!("rout"))], &["VB-ROUT-HELPLESS"]),
        nasty(
            "fire",
            1,
            [("/firer/stationary", json!(false)), ("/firer/limbered", json!(true))],
            &["VB-HOUSE-LIMBERED"],
        ),
        nasty("fire", 1, [("/firer_terrain", json!("forest"))], &["VB-TER-FOREST-C-NOFIRE"]),
        nasty("fire", 1, [("/firer_terrain", json!("town"))], &["VB-TER-TOWN-C-NODICE"]),
        nasty("fire", 0, [("/town_dice_used", json!(2))], &["VB-TER-TOWN-C-QUARTER"]),
        nasty(
            "fire",
            0,
            [("/firer_terrain", json!("town")), ("/town_dice_used", json!(5))],
            &["VB-TER-TOWN-C-QUARTER"],
        ),
        nasty("engagement", 1, [("/attackers/1/stand/march_column", json!(true))], &["VB-MARCH-NO-FIRE"]),
    ]
}

fn moves_and_charges() -> Vec<Nasty> {
    let skirmisher = json!({ "kind": "inf_skirmisher", "sp": 1, "morale": 4, "weapon": "rifled_musket" });
    vec![
        nasty("movement", 0, [("/stand/level", json!("rout"))], &["VB-MOV-UNROUTED"]),
        nasty(
            "movement",
            0,
            [("/stand/level", json!("perm_disorder")), ("/stand/rallied", json!(true))],
            &["VB-MOR-LEVEL-PERM-TURN"],
        ),
        nasty("movement", 0, [("/acts", json!(["mount"]))], &["VB-MSC-MOUNT"]),
        nasty("movement", 0, [("/acts", json!(["limber"]))], &["VB-MOV-ART-LIMBER-FREE"]),
        nasty("movement", 0, [("/acts", json!([{ "move": { "inches": -3 } }]))], &["VB-MOV-TABLE"]),
        nasty("movement", 0, [("/acts", json!([{ "move": { "inches": 201 } }]))], &["VB-MOV-TABLE"]),
        nasty("movement", 17, [("/acts", json!(["go_stationary"]))], &["VB-MOV-TABLE"]),
        nasty("movement", 0, [("/terrain", json!("river"))], &["VB-TER-RIVER-M"]),
        nasty("reinforce", 0, [("/brigade/reinforcing", json!(2))], &["VB-DICE-NOTE-REINFORCE"]),
        nasty("reinforce", 0, [("/touches", json!("front"))], &["VB-DICE-NOTE-REINFORCE"]),
        nasty("reinforce", 0, [("/same_division", json!(false))], &["VB-DICE-NOTE-REINFORCE"]),
        nasty("reinforce", 0, [("/brigade", skirmisher.clone())], &["VB-DICE-NOTE-REINFORCE"]),
        nasty("reinforce", 0, [("/skirmisher/level", json!("rout"))], &["VB-ROUT-HELPLESS"]),
        nasty("charge", 0, [("/path", json!([{ "move": { "inches": 4 } }, "face"]))], &["VB-CHG-REFACE"]),
        nasty("charge", 0, [("/path", json!([{ "form_column": {} }]))], &["VB-CHG-START-CONTACT", "VB-CHG-REFACE"]),
        nasty("charge", 0, [("/path", json!([]))], &["VB-CHG-START-CONTACT"]),
        nasty("charge", 0, [("/path", json!(["face"]))], &["VB-CHG-START-CONTACT"]),
        nasty("charge", 0, [("/target/holds_far_bank", json!(true))], &["VB-TER-BRIDGE-C"]),
        nasty("charge", 0, [("/charger/level", json!("rout"))], &["VB-MOV-UNROUTED"]),
        nasty("charge", 0, [("/target/terrain", json!("village"))], &["VB-TER-VILLAGE-C-HOLDS"]),
        nasty("skirmishers-ridden", 0, [("/skirmisher/kind", json!("inf_brigade"))], &["VB-CHG-CAV-THROUGH"]),
        nasty("skirmishers-ridden", 0, [("/to_cover", json!(-1))], &["VB-CHG-INFSK-EVADE"]),
        nasty("rally", 0, [("/stand/level", json!("good"))], &["VB-RAL-WHO"]),
    ]
}

fn morale_and_combat() -> Vec<Nasty> {
    let brigade = json!({ "kind": "inf_brigade", "sp": 4, "morale": 4, "weapon": "rifled_musket" });
    let skirmisher = json!({ "kind": "inf_skirmisher", "sp": 1, "morale": 4, "weapon": "rifled_musket" });
    let guns = json!({ "kind": "art_battalion", "sp": 2, "morale": 4, "gun": "sb_field" });
    let horse = json!({ "kind": "cav_brigade", "sp": 4, "morale": 4 });
    vec![
        nasty("morale", 5, [("/contacts", json!([]))], &["VB-CHG-REFACE"]),
        nasty("morale", 1, [("/stand/level", json!("temp_disorder"))], &["VB-CHG-DIS-ASA"]),
        nasty("morale", 0, [("/supported", json!(true))], &["VB-MEL-SUPPORTED"]),
        nasty("morale", 5, [("/stand", skirmisher.clone())], &["VB-CHG-NONE"]),
        nasty("morale", 5, [("/contacts/0/enemy", json!({ "kind": "cav_brigade" }))], &["VB-CHG-INF-BDE"]),
        nasty("morale", 2, [("/close_fire/0/distance", json!(-1))], &["VB-MOR-TRIG-CLOSE"]),
        nasty("morale", 0, [("/terrain", json!("village"))], &["VB-TER-VILLAGE-C-HOLDS"]),
        nasty("rout", 0, [("/stand/level", json!("good"))], &["VB-MOR-LEVEL-ROUT"]),
        nasty("rout", 0, [("/cause", json!("contacted"))], &["VB-CHG-ROUTED"]),
        nasty("rout", 1, [("/friends/0/stand", skirmisher.clone())], &["VB-ROUT-PASS"]),
        nasty("rout", 1, [("/crosses", json!([7]))], &["VB-ROUT-PASS"]),
        nasty("breakthrough", 0, [("/cavalry", brigade.clone())], &["VB-ROUT-BREAKTHROUGH"]),
        nasty("breakthrough", 0, [("/charged", json!(false))], &["VB-ROUT-BREAKTHROUGH"]),
        nasty("breakthrough", 0, [("/cavalry/level", json!("temp_disorder"))], &["VB-ROUT-BREAKTHROUGH"]),
        nasty("go-to-ground", 0, [("/in_contact", json!(true))], &["VB-MSC-GTG"]),
        nasty("go-to-ground", 0, [("/stand", brigade.clone())], &["VB-MSC-GTG"]),
        nasty("engagement", 0, [("/attackers", json!([]))], &["VB-COM-CHOOSE"]),
        nasty("engagement", 0, [("/attackers/0/stand", guns.clone())], &["VB-CHG-NONE"]),
        nasty("engagement", 0, [("/attackers/0/stand", skirmisher)], &["VB-CHG-NONE"]),
        nasty("engagement", 0, [("/defender/stand", horse)], &["VB-CHG-INF-BDE"]),
        nasty("engagement", 0, [("/attackers/0/stand/level", json!("rout"))], &["VB-ROUT-HELPLESS"]),
        nasty("engagement", 0, [("/attackers/0/stand/march_column", json!(true))], &["VB-HOUSE-COLUMN"]),
        nasty("engagement", 1, [("/attackers/1/manner/fire/distance", json!(5))], &["VB-RNG-RIFLED-MUSKET"]),
        nasty("engagement", 0, [("/defender/supported", json!(true))], &["VB-MEL-SUPPORTED"]),
        nasty("retreat", 3, [("/stand", brigade.clone())], &["VB-SAVE-CAVALRY"]),
        nasty("retreat", 0, [("/throws", json!(1))], &["VB-SAVE-CAVALRY"]),
        nasty("retreat", 0, [("/into", json!("swamp"))], &["VB-TER-SWAMP-M"]),
        nasty("advance", 0, [("/into", json!("forest"))], &["VB-COM-ADVANCE"]),
        nasty("advance", 0, [("/burning", json!(true))], &["VB-TER-WOOD-IGNITE"]),
        nasty("advance", 0, [("/stands", json!([]))], &["VB-COM-ADVANCE"]),
    ]
}

fn divisions_and_towns() -> Vec<Nasty> {
    let brigade = json!({ "kind": "inf_brigade", "sp": 4, "morale": 4, "weapon": "rifled_musket" });
    vec![
        nasty("exhaustion", 0, [("/casualties_this_turn", json!(11))], &["VB-EXH-TRIGGER"]),
        nasty("exhaustion", 0, [("/exhaustion_level", json!(0))], &["VB-EXH-TRIGGER"]),
        nasty("exhaustion", 0, [("/strength_at_start", json!(0))], &["VB-SCALE-SP-MEN", "VB-EXH-TRIGGER"]),
        nasty("commander-follows", 2, [("/distance", json!(3))], &["VB-MSC-CMDR-FOLLOW"]),
        nasty("commander-follows", 0, [("/distance", json!(-2))], &["VB-MSC-CMDR-FOLLOW"]),
        nasty("town-dice", 0, [("/sides", json!(5))], &["VB-TER-TOWN-C-QUARTER"]),
        nasty("town-dice", 0, [("/occupants", json!([brigade, brigade]))], &["VB-TER-TOWN-C-HOLDS"]),
        nasty("town-dice", 0, [("/building", json!("village"))], &["VB-TER-VILLAGE-C-HOLDS"]),
        nasty("command", 0, [("/to_commander", json!(-1))], &["VB-CMD-TABLE-SOURCES"]),
        nasty("sight", 0, [("/distance", json!(-1))], &["VB-SCALE-GROUND"]),
        nasty("raise", 0, [("/number", json!(0))], &["VB-SCALE-SP-MEN", "VB-SCALE-SP-MEN"]),
        nasty("raise", 0, [("/broken_up", json!(1))], &["VB-MSC-DG-TWO"]),
        nasty("raise", 1, [("/broken_up", json!(4))], &["VB-MSC-DG-TWO"]),
        nasty("victory", 0, [("/first/collapsed", json!(5))], &["VB-EXH-TRIGGER"]),
        nasty("victory", 0, [("/first/divisions", json!(0))], &["VB-EXH-TRIGGER"]),
    ]
}

#[test]
fn what_cannot_be_is_refused_with_the_rule_that_forbids_it() {
    let book = volley_and_bayonet::shelve(None).expect("the charts open");
    for table in [stands(), moves_and_charges(), morale_and_combat(), divisions_and_towns()] {
        all_refused(book.as_ref(), &table);
    }
}

#[test]
fn what_no_chart_names_is_a_fault_that_says_so() {
    let book = volley_and_bayonet::shelve(None).expect("the charts open");
    for (procedure, place, value) in [
        ("fire", "/firer/weapon", json!("longbow")),
        ("fire", "/distance", json!("near")),
        ("fire", "/target/terrain", json!("moon")),
        ("movement", "/acts", json!(["fly"])),
    ] {
        let found = book.procedure(procedure).unwrap_or_else(|| panic!("there is {procedure}"));
        let (_, mut situation) = found.examples().swap_remove(0);
        *situation.pointer_mut(place).unwrap_or_else(|| panic!("{procedure} has {place}")) = value;
        assert!(matches!(found.check(&situation), Err(Stopped::Fault(_))), "{procedure} {place}");
    }
}
