//! What cannot be is refused between the dice too: moves, maneuvers, charges, retreats, command, sight.

#![expect(clippy::unwrap_used, reason = "these are helpers of tests")]

mod common;

use engine::Refusal;
use engine::book::Procedure;
use fire_and_fury::Book;
use fire_and_fury::charge_move::ChargeMove;
use fire_and_fury::command::CommandState;
use fire_and_fury::effectiveness::FreshWornSpent;
use fire_and_fury::gun_maneuver::GunManeuver;
use fire_and_fury::movement::{Breakthrough, Move, Rates, Retreat};
use fire_and_fury::reaction::HastyReaction;
use fire_and_fury::scale::GameScale;
use fire_and_fury::sight::Sight;
use fire_and_fury::special::Formations;
use fire_and_fury::succession::{ChangeLeader, LeaderEscape};
use fire_and_fury::terrain::TerrainEffects;
use fire_and_fury::troop_maneuver::TroopManeuver;
use fire_and_fury::victory::VictoryPoints;
use serde_json::{Value, json};

fn reasons<P: Procedure<Book = Book>>(book: &Book, situation: &Value) -> Vec<(String, Option<&'static str>)> {
    let situation: P::Situation = serde_json::from_value(situation.clone()).unwrap();
    let all = |refusal: Refusal| {
        refusal.reasons.into_iter().map(|reason| (reason.field, reason.rule.map(engine::Rule::id))).collect()
    };
    P::check(book, &situation).map_or_else(all, |()| Vec::new())
}

/// Refused at each field, by the rule given; without one, by whichever rule tells what is counted or measured there.
fn refused<P: Procedure<Book = Book>>(cases: &[(Value, &str, Option<&'static str>)]) {
    let book = common::book();
    for (situation, field, rule) in cases {
        let found = reasons::<P>(&book, situation);
        let fits = |(place, cited): &(String, Option<&str>)| {
            place == field && cited.is_some() && (rule.is_none() || cited == rule)
        };
        assert!(found.iter().any(fits), "{situation}: {found:?}");
        assert!(found.iter().all(|(_, cited)| cited.is_some()), "every reason cites a rule: {situation}: {found:?}");
    }
}

#[test]
fn moves() {
    let way = |mover: Value, stretch: Value| json!({ "mover": mover, "stretches": [stretch] });
    let line = json!({ "troops": {} });
    refused::<Move>(&[
        (way(line.clone(), json!({ "inches": -1 })), "stretches[0].inches", None),
        (way(line.clone(), json!({ "inches": 9000 })), "stretches[0].inches", None),
        (json!({ "mover": line, "stretches": [] }), "stretches", None),
        (way(line.clone(), json!({ "inches": 1, "ground": "road" })), "stretches[0].ground", Some("FF-MOVE-ROAD-ONLY")),
        (
            way(json!({ "guns": { "carriage": "wagon" } }), json!({ "inches": 1, "ground": "broken" })),
            "stretches[0].ground",
            Some("FF-MOVE-HEAVY-NO-ROUGH"),
        ),
        (way(json!({ "guns": {} }), json!({ "inches": 1, "ground": "marsh" })), "stretches[0].ground", None),
        (
            way(line.clone(), json!({ "inches": 1, "heading": "flank" })),
            "stretches[0].heading",
            Some("FF-TMNV-WH-FLANK"),
        ),
        (way(json!({ "troops": { "formation": "square" } }), json!({ "inches": 1 })), "mover", Some("FF-TMNV-WH-FORM")),
        (
            way(json!({ "guns": { "carriage": "fixed" } }), json!({ "inches": 1 })),
            "mover",
            Some("FF-MNV-GO-PANIC-FIXED"),
        ),
    ]);
    refused::<Rates>(&[
        (
            json!({ "mover": { "troops": { "order": "broken" } }, "double_quick": true }),
            "double_quick",
            Some("FF-MOVE-SINGLE-RATE"),
        ),
        (
            json!({ "mover": { "guns": { "weapon": "HH" } }, "double_quick": true }),
            "double_quick",
            Some("FF-GMNV-HH-HR"),
        ),
        (
            json!({ "mover": { "guns": { "carriage": "wagon", "weapon": "LS" } } }),
            "mover.guns.weapon",
            Some("FF-SPEC-WAGONS"),
        ),
        (
            json!({ "mover": { "troops": { "class": "cavalry", "faction": "french", "formation": "dismounted_extended" } } }),
            "mover.troops.formation",
            Some("FF-SPEC-CAV-DISMOUNT"),
        ),
    ]);
}

#[test]
fn troop_maneuvers() {
    let tardy = |more: Value| {
        let mut wanted = json!({ "effect": "tardy" });
        wanted.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        wanted
    };
    let well = |more: Value| {
        let mut wanted = tardy(more);
        wanted["effect"] = json!("well_handled");
        wanted
    };
    refused::<TroopManeuver>(&[
        (json!({ "effect": "fall_back", "moves": "half" }), "effect", Some("FF-MNV-GO-FALL-BACK")),
        (well(json!({})), "moves", None),
        (well(json!({ "moves": "full", "option": "change_front" })), "moves", Some("FF-TMNV-WH-HALF")),
        (well(json!({ "option": "march_by_flank" })), "moves", Some("FF-TMNV-WH-FLANK")),
        (well(json!({ "option": "passage_of_lines", "moves": "half" })), "friend", Some("FF-TMNV-WH-PASSAGE")),
        (well(json!({ "option": "change_front", "degrees": 91 })), "degrees", Some("FF-TMNV-WH-FRONT")),
        (well(json!({ "option": "replenish_ammo", "close_range": true })), "close_range", Some("FF-TMNV-WH-AMMO")),
        (well(json!({ "option": "form_square", "class": "cavalry" })), "option", Some("FF-SPEC-REGULAR-SQUARE")),
        (well(json!({ "option": "change_formation", "into": "square" })), "into", Some("FF-TMNV-WH-FORM")),
        (well(json!({ "option": "change_formation" })), "into", None),
        (well(json!({ "formation": "square", "moves": "half" })), "formation", Some("FF-TMNV-WH-FORM")),
        (well(json!({ "moves": "full", "starts_in": "mass" })), "starts_in", Some("FF-SPEC-REGULAR-NO-MASS")),
        (well(json!({ "moves": "full", "starts_in": "line" })), "starts_in", Some("FF-TMNV-WH-FORM")),
        (
            well(json!({ "class": "lancer", "option": "change_formation", "into": "dismounted_extended" })),
            "into",
            Some("FF-SPEC-CAV-DISMOUNT"),
        ),
        (tardy(json!({ "option": "change_front" })), "option", Some("FF-TMNV-WH-FRONT")),
        (tardy(json!({ "option": "face_rear", "moves": "half" })), "moves", Some("FF-TMNV-T-HALF")),
    ]);
    let replenish = well(json!({ "option": "replenish_ammo", "moves": "half" }));
    let wagons = common::book_with("ammo_wagons = \"on\"");
    assert_eq!(reasons::<TroopManeuver>(&common::book(), &replenish), []);
    let reason = ("wagon".to_owned(), Some("FF-TMNV-WH-AMMO"));
    assert_eq!(reasons::<TroopManeuver>(&wagons, &replenish), [reason]);
    let near = well(json!({ "option": "replenish_ammo", "moves": "half", "wagon": 8 }));
    assert_eq!(reasons::<TroopManeuver>(&wagons, &near), []);
}

#[test]
fn gun_maneuvers() {
    let guns = |effect: &str, option: &str, more: Value| {
        let mut wanted = json!({ "effect": effect, "option": option, "weapon": "LS" });
        wanted.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        wanted
    };
    refused::<GunManeuver>(&[
        (guns("panic", "fire", json!({})), "effect", Some("FF-MNV-GO-FALL-BACK-GUNS")),
        (guns("rally", "fire", json!({})), "effect", Some("FF-MNV-TABLE")),
        (guns("tardy", "rally", json!({})), "option", Some("FF-GMNV-WH-RALLY")),
        (guns("well_handled", "limber_retreat", json!({})), "option", Some("FF-GMNV-T-RETREAT")),
        (guns("well_handled", "hand_haul", json!({ "weapon": "HR" })), "option", Some("FF-GMNV-HH-HR")),
        (guns("well_handled", "prolong", json!({ "weapon": "HH" })), "option", Some("FF-GMNV-HH-HR")),
        (guns("well_handled", "unlimber_fire", json!({})), "limbered", Some("FF-GMNV-WH-UNLIMBER-FIRE")),
        (guns("tardy", "fire", json!({ "stands": [{ "silenced": true }] })), "stands", Some("FF-GMNV-WH-RALLY")),
        (guns("well_handled", "limber_move", json!({ "carriage": "fixed" })), "option", Some("FF-MNV-GO-PANIC-FIXED")),
        (
            json!({ "effect": "well_handled", "option": "unlimber", "carriage": "wagon" }),
            "option",
            Some("FF-SPEC-WAGONS"),
        ),
        (
            guns("well_handled", "replenish_ammo", json!({ "close_range": true })),
            "close_range",
            Some("FF-GMNV-WH-AMMO"),
        ),
        (guns("tardy", "fire", json!({ "stands": [] })), "stands", None),
    ]);
}

#[test]
fn charges_and_reactions() {
    let charge = |more: Value| {
        let mut wanted = json!({ "effect": "well_handled", "stretches": [{ "inches": 5 }] });
        wanted.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        wanted
    };
    refused::<ChargeMove>(&[
        (charge(json!({ "effect": "rally" })), "effect", Some("FF-MNV-DB-RALLY")),
        (charge(json!({ "detachment": true })), "detachment", Some("FF-SPEC-DET-NO-CHARGE")),
        (charge(json!({ "charger": { "formation": "march_column" } })), "charger.formation", None),
        (charge(json!({ "charger": { "order": "broken" } })), "charger.order", None),
        (charge(json!({ "target": "lone_leader" })), "target", None),
        (charge(json!({ "seen": false })), "seen", Some("FF-TURN-MNV-2B")),
        (charge(json!({ "contact": "flank_or_rear" })), "contact", None),
        (charge(json!({ "wheel_degrees": 46 })), "wheel_degrees", None),
        (charge(json!({ "stretches": [{ "inches": 5, "heading": "back" }] })), "stretches", None),
    ]);
    refused::<HastyReaction>(&[
        (json!({ "gap": -1 }), "gap", None),
        (json!({ "class": "guerrilla" }), "formation", Some("FF-SPEC-GUERRILLA-FORMATIONS")),
    ]);
    refused::<Breakthrough>(&[
        (json!({ "troops": { "order": "broken" } }), "troops.order", None),
        (json!({ "closest_enemy": -1 }), "closest_enemy", None),
    ]);
}

#[test]
fn retreats() {
    let line = json!({ "troops": {} });
    refused::<Retreat>(&[
        (json!({ "mover": line, "kind": "recall" }), "kind", Some("FF-FIRE-ADD-CHECKED")),
        (json!({ "mover": { "guns": {} }, "kind": "two_inches" }), "kind", Some("FF-MNV-GO-FALL-BACK-GUNS")),
        (
            json!({ "mover": { "guns": { "carriage": "fixed" } }, "kind": "full" }),
            "mover",
            Some("FF-MNV-GO-PANIC-FIXED"),
        ),
        (json!({ "mover": { "leader": {} }, "kind": "full" }), "mover", None),
        (json!({ "mover": line, "kind": "full", "enemy": -1 }), "enemy", None),
        (json!({ "mover": line, "kind": "full", "enemy_at_stop": 1 }), "enemy_at_stop", None),
    ]);
}

#[test]
fn leaders_and_sight() {
    let leader = |more: Value| json!({ "leaders": [more] });
    refused::<CommandState>(&[
        (leader(json!({ "distance": -1 })), "leaders[0].distance", None),
        (leader(json!({ "distance": 2, "attached": "this_unit" })), "leaders[0].distance", None),
    ]);
    refused::<ChangeLeader>(&[
        (json!({ "action": "attach", "distance": 4.5 }), "distance", Some("FF-TURN-MNV-1")),
        (json!({ "action": "replace", "fate": "wounded" }), "fate", Some("FF-TURN-MNV-1")),
        (
            json!({ "action": "replace", "fate": "dead", "lost_this_turn": true }),
            "lost_this_turn",
            Some("FF-TURN-MNV-1"),
        ),
        (json!({ "action": "return", "fate": "knocked_down" }), "fate", Some("FF-FALL-8")),
    ]);
    refused::<LeaderEscape>(&[(json!({ "swept_or_repulsed": true }), "swept_or_repulsed", None)]);
    refused::<Sight>(&[
        (json!({ "distance": 2, "woods": 3 }), "distance", None),
        (json!({ "distance": -2 }), "distance", None),
    ]);
}

#[test]
fn setting_up() {
    refused::<Formations>(&[
        (json!({ "stands": 0 }), "stands", None),
        (json!({ "detachment": true }), "stands", Some("FF-SPEC-DET-ONE-STAND")),
    ]);
    refused::<FreshWornSpent>(&[
        (json!({ "start_stands": 0 }), "start_stands", None),
        (json!({ "start_stands": 4, "lost": 5 }), "lost", None),
        (json!({ "start_stands": 8, "worn_at": 2, "spent_at": 4 }), "spent_at", None),
    ]);
    refused::<GameScale>(&[(json!({ "men": 60000 }), "men", Some("FF-SCALE-STAND"))]);
    refused::<VictoryPoints>(&[(json!({ "union": { "worn": 501 } }), "union.worn", None)]);
}

#[test]
fn terrain() {
    refused::<TerrainEffects>(&[
        (json!({ "terrain": "woods", "far_bank": true }), "far_bank", Some("FF-CHG-MOD-FAVORABLE")),
        (json!({ "terrain": "river", "defender_higher": true }), "defender_higher", Some("FF-CHG-MOD-FAVORABLE")),
    ]);
    let unknown = serde_json::from_value::<<TerrainEffects as Procedure>::Situation>(json!({ "terrain": "sea" }));
    assert!(unknown.unwrap_err().to_string().contains("sea"));
}
