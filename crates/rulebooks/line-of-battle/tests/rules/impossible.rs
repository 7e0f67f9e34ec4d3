//! Situations that cannot be: each is refused, with the rule that forbids it; and those that only look impossible are
//! resolved as the rulebook says.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

use engine::book::AnyRulebook;
use serde_json::{Value, json};
use trial::{Nonsense, changed, procedure, refusing_rules};

fn shelved() -> Box<dyn AnyRulebook> {
    line_of_battle::shelve(None).expect("the printed charts open")
}

fn all_refused(table: Vec<Nonsense<'_>>) {
    trial::all_refused_by_rules(&*shelved(), table);
}

#[test]
fn stacks_that_cannot_be() {
    all_refused(vec![
        ("closing-roll", 0, vec![("/stack/units", json!([]))], "LB-FORM-TABLE"),
        ("closing-roll", 0, vec![("/stack/units/0/sp", json!(0))], "LB-HOUSE-STRENGTH"),
        ("closing-roll", 0, vec![("/stack/units/0/sp", json!(9))], "LB-HOUSE-STRENGTH"),
        (
            "closing-roll",
            0,
            vec![("/stack/units/0/printed", json!(200)), ("/stack/units/0/sp", json!(200))],
            "LB-HOUSE-STRENGTH",
        ),
        ("closing-roll", 0, vec![("/stack/units/0/formation", json!("limbered"))], "LB-FORM-TABLE"),
        ("closing-roll", 0, vec![("/stack/units/0/shell_depleted", json!(true))], "LB-DEPL-ONE"),
        ("closing-roll", 0, vec![("/stack/units/0/ammunition", json!("canister"))], "LB-DEPL-ONE"),
        ("closing-roll", 5, vec![("/stack/units/0/state", json!("BL"))], "LB-OO-NOBL"),
        ("closing-roll", 1, vec![("/stack/leaders/0/morale", json!(9))], "LB-MOR-MOD-LEADER"),
        ("morale-check", 0, vec![("/stack/units", json!([]))], "LB-FORM-TABLE"),
    ]);
}

#[test]
fn closing_and_charging_that_cannot_be() {
    all_refused(vec![
        ("closing-roll", 0, vec![("/stack/units/0/state", json!("DG"))], "LB-STATE-DG"),
        ("closing-roll", 0, vec![("/stack/units/0/state", json!("R"))], "LB-STATE-R"),
        ("closing-roll", 0, vec![("/stack/units/0/formation", json!("column"))], "LB-FORM-INF-COLUMN"),
        ("charge", 0, vec![("/attacker/units/0/formation", json!("open-order"))], "LB-OO-NOCHARGE"),
        ("charge", 0, vec![("/attacker/units/0/state", json!("R"))], "LB-STATE-R"),
        ("charge", 0, vec![("/attacker/units", json!([]))], "LB-FORM-TABLE"),
        ("charge", 0, vec![("/defender/units", json!([]))], "LB-FORM-TABLE"),
        ("charge", 5, vec![("/volleys/0/range", json!(4))], "LB-OV-TABLE"),
        ("charge", 5, vec![("/volleys/0/charged", json!(true))], "LB-OV-CHARGE"),
        ("opening-volley", 0, vec![("/volleys", json!([]))], "LB-OV-TABLE"),
        ("opening-volley", 0, vec![("/volleys/0/range", json!(9))], "LB-OV-TABLE"),
    ]);
}

#[test]
fn horsemen_do_not_ride_into_the_front_of_a_steady_line() {
    let book = shelved();
    let charge = procedure(book.as_ref(), "charge");
    let riders = charge.examples()[2].1["attacker"].clone();
    let situation = changed(charge, 0, &[("/attacker", riders)]);
    assert_eq!(refusing_rules(charge, &situation), ["LB-FORM-CAV-MOUNTED"]);
}

#[test]
fn guns_and_muskets_do_not_share_a_shot() {
    let book = shelved();
    let charge = procedure(book.as_ref(), "charge");
    let guns = charge.examples()[2].1["defender"]["units"][0].clone();
    let mut mixed = changed(charge, 0, &[]);
    mixed["defender"]["units"].as_array_mut().expect("a stack has units").push(guns);
    assert_eq!(refusing_rules(charge, &mixed), ["LB-FORM-ART-STACK"]);
}

#[test]
fn fire_that_cannot_be() {
    all_refused(vec![
        ("fire", 0, vec![("/range", json!(0))], "LB-SHIFT-SA-TABLE"),
        ("fire", 0, vec![("/range", json!(99))], "LB-ARMS-R"),
        ("fire", 0, vec![("/cbf", json!(3))], "LB-COMBAT-CBF"),
        ("fire", 0, vec![("/firer/units/0/state", json!("R"))], "LB-STATE-R"),
        ("fire", 0, vec![("/firer/units/0/formation", json!("column"))], "LB-FORM-INF-COLUMN"),
        ("fire", 0, vec![("/firer/units/0/weapon", Value::Null)], "LB-ARMS-TABLE"),
        ("fire", 0, vec![("/sps_fired", json!(8))], "LB-COMBAT-SP"),
        ("fire", 0, vec![("/target/units", json!([]))], "LB-FORM-TABLE"),
        ("fire", 0, vec![("/light", json!("night")), ("/range", json!(3))], "LB-HOUSE-DARK"),
    ]);
}

#[test]
fn orders_and_turns_that_cannot_be() {
    all_refused(vec![
        ("command-radius", 0, vec![("/posting", json!(true))], "LB-ARTLDR-POST"),
        ("orders-permit", 0, vec![("/artillery", json!(true))], "LB-HOUSE-ARTYBN"),
        ("order-ends", 3, vec![("/cause", json!("stopped"))], "LB-FLUKE-RESULT"),
        ("order-ends", 3, vec![("/cause", json!("futile"))], "LB-RECOV-WHEN"),
        ("order-ends", 0, vec![("/order", json!("none"))], "LB-CMDROLL-YES"),
        ("command-roll", 0, vec![("/command_value", json!(9))], "LB-CMDROLL-MOD-LEADER"),
        ("order-delivery", 0, vec![("/distance", json!(65_535))], "LB-DELIV-DIST-BASIS"),
        ("movement", 0, vec![("/sp", json!(0))], "LB-HOUSE-STRENGTH"),
        ("rally-phase", 0, vec![("/sp", json!(0))], "LB-HOUSE-STRENGTH"),
        ("retreat", 0, vec![("/hexes", json!(0))], "LB-MOR-KEY"),
        ("retreat", 0, vec![("/hexes", json!(200))], "LB-MOR-KEY"),
        ("movement", 0, vec![("/manoeuvres", json!([]))], "LB-TEM-MA"),
        ("movement", 0, vec![("/formation", json!("limbered"))], "LB-FORM-TABLE"),
        ("stacking", 0, vec![("/units", json!([]))], "LB-FORM-TABLE"),
        ("line-of-sight", 0, vec![("/from/ground", json!(30_000))], "LB-SLOPE-TABLE"),
        ("front-or-rear", 0, vec![("/left", json!(0)), ("/right", json!(0))], "LB-FORM-TABLE"),
        ("replacement", 0, vec![("/candidates", json!([200]))], "LB-CMDROLL-MOD-LEADER"),
    ]);
}

#[test]
fn what_only_looks_impossible_is_resolved() {
    let book = shelved();
    let skedaddle = procedure(book.as_ref(), "skedaddle");
    let odds = skedaddle.odds(&skedaddle.examples()[0].1, &engine::OddsOptions::default());
    assert_eq!(odds.expect("the odds can be told")[0].outcomes[0].summary, "this table does not play it");
    // A Routed unit has no movement at all: its march stops before it begins.
    let movement = procedure(book.as_ref(), "movement");
    let routed = changed(movement, 0, &[("/state", json!("R"))]);
    let odds = movement.odds(&routed, &engine::OddsOptions::default()).expect("the odds can be told");
    assert!(odds[0].outcomes[0].summary.contains("stopped after 0"), "{}", odds[0].outcomes[0].summary);
}
