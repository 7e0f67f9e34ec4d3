//! What cannot be is refused between the dice too: moves, maneuvers, charges, retreats, command, sight.

#![expect(clippy::unwrap_used, reason = "these are helpers of tests")]

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

fn refused<P: Procedure<Book = Book>>(cases: &[(Value, &str, &'static str)]) {
    let book = crate::common::book();
    for (situation, field, rule) in cases {
        let found = reasons::<P>(&book, situation);
        let wanted = ((*field).to_owned(), Some(*rule));
        assert!(found.contains(&wanted), "{situation}: {found:?}, not {wanted:?}");
        assert!(found.iter().all(|(_, cited)| cited.is_some()), "every reason cites a rule: {situation}: {found:?}");
    }
}

#[test]
fn moves() {
    let way = |mover: Value, stretch: Value| json!({ "mover": mover, "stretches": [stretch] });
    let line = json!({ "troops": {} });
    refused::<Move>(&[
        (way(line.clone(), json!({ "inches": -1 })), "stretches[0].inches", "FF-MOVE"),
        (way(line.clone(), json!({ "inches": 9000 })), "stretches[0].inches", "FF-MOVE"),
        (json!({ "mover": line, "stretches": [] }), "stretches", "FF-MOVE"),
        (way(line.clone(), json!({ "inches": 1, "ground": "road" })), "stretches[0].ground", "FF-MOVE-ROAD-ONLY"),
        (
            way(json!({ "guns": { "carriage": "wagon" } }), json!({ "inches": 1, "ground": "broken" })),
            "stretches[0].ground",
            "FF-MOVE-HEAVY-NO-ROUGH",
        ),
        (
            way(json!({ "guns": {} }), json!({ "inches": 1, "ground": "marsh" })),
            "stretches[0].ground",
            "FF-HOUSE-MARSH",
        ),
        (way(line.clone(), json!({ "inches": 1, "heading": "flank" })), "stretches[0].heading", "FF-TMNV-WH-FLANK"),
        (way(json!({ "troops": { "formation": "square" } }), json!({ "inches": 1 })), "mover", "FF-TMNV-WH-FORM"),
        (way(json!({ "guns": { "carriage": "fixed" } }), json!({ "inches": 1 })), "mover", "FF-HOUSE-FIXED"),
    ]);
    refused::<Rates>(&[
        (
            json!({ "mover": { "troops": { "order": "broken" } }, "double_quick": true }),
            "double_quick",
            "FF-MOVE-SINGLE-RATE",
        ),
        (json!({ "mover": { "guns": { "weapon": "HH" } }, "double_quick": true }), "double_quick", "FF-GMNV-HH-HR"),
        (
            json!({ "mover": { "guns": { "carriage": "wagon", "weapon": "LS" } } }),
            "mover.guns.weapon",
            "FF-SPEC-WAGONS",
        ),
        (
            json!({ "mover": { "troops": { "class": "cavalry", "faction": "french", "formation": "dismounted_extended" } } }),
            "mover.troops.formation",
            "FF-SPEC-CAV-DISMOUNT",
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
        (json!({ "effect": "fall_back", "moves": "half" }), "effect", "FF-MNV-GO-FALL-BACK"),
        (well(json!({})), "moves", "FF-TMNV"),
        (well(json!({ "moves": "full", "option": "change_front" })), "moves", "FF-TMNV-WH-HALF"),
        (well(json!({ "option": "march_by_flank" })), "moves", "FF-TMNV-WH-FLANK"),
        (well(json!({ "option": "passage_of_lines", "moves": "half" })), "friend", "FF-TMNV-WH-PASSAGE"),
        (well(json!({ "option": "change_front", "degrees": 91 })), "degrees", "FF-TMNV-WH-FRONT"),
        (well(json!({ "option": "replenish_ammo", "close_range": true })), "close_range", "FF-TMNV-WH-AMMO"),
        (well(json!({ "option": "form_square", "class": "cavalry" })), "option", "FF-SPEC-REGULAR-SQUARE"),
        (well(json!({ "option": "change_formation", "into": "square" })), "into", "FF-TMNV-WH-FORM"),
        (well(json!({ "option": "change_formation" })), "into", "FF-TMNV-WH-FORM"),
        (well(json!({ "formation": "square", "moves": "half" })), "formation", "FF-TMNV-WH-FORM"),
        (well(json!({ "moves": "full", "starts_in": "mass" })), "starts_in", "FF-SPEC-REGULAR-NO-MASS"),
        (well(json!({ "moves": "full", "starts_in": "line" })), "starts_in", "FF-TMNV-WH-FORM"),
        (
            well(json!({ "class": "lancer", "option": "change_formation", "into": "dismounted_extended" })),
            "into",
            "FF-SPEC-CAV-DISMOUNT",
        ),
        (tardy(json!({ "option": "change_front" })), "option", "FF-TMNV-WH-FRONT"),
        (tardy(json!({ "option": "face_rear", "moves": "half" })), "moves", "FF-TMNV-T-HALF"),
    ]);
    let replenish = well(json!({ "option": "replenish_ammo", "moves": "half" }));
    let wagons = crate::common::book_with(&[("ammo_wagons", "on")]);
    assert_eq!(reasons::<TroopManeuver>(&crate::common::book(), &replenish), []);
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
        (guns("panic", "fire", json!({})), "effect", "FF-MNV-GO-FALL-BACK-GUNS"),
        (guns("rally", "fire", json!({})), "effect", "FF-MNV-TABLE"),
        (guns("tardy", "rally", json!({})), "option", "FF-GMNV-WH-RALLY"),
        (guns("well_handled", "limber_retreat", json!({})), "option", "FF-GMNV-T-RETREAT"),
        (guns("well_handled", "hand_haul", json!({ "weapon": "HR" })), "option", "FF-GMNV-HH-HR"),
        (guns("well_handled", "prolong", json!({ "weapon": "HH" })), "option", "FF-GMNV-HH-HR"),
        (guns("well_handled", "unlimber_fire", json!({})), "limbered", "FF-GMNV-WH-UNLIMBER-FIRE"),
        (guns("tardy", "fire", json!({ "stands": [{ "silenced": true }] })), "stands", "FF-GMNV-WH-RALLY"),
        (guns("well_handled", "limber_move", json!({ "carriage": "fixed" })), "option", "FF-HOUSE-FIXED"),
        (json!({ "effect": "well_handled", "option": "unlimber", "carriage": "wagon" }), "option", "FF-SPEC-WAGONS"),
        (guns("well_handled", "replenish_ammo", json!({ "close_range": true })), "close_range", "FF-GMNV-WH-AMMO"),
        (guns("tardy", "fire", json!({ "stands": [] })), "stands", "FF-SCALE-GUN"),
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
        (charge(json!({ "effect": "rally" })), "effect", "FF-MNV-DB-RALLY"),
        (charge(json!({ "detachment": true })), "detachment", "FF-SPEC-DET-NO-CHARGE"),
        (charge(json!({ "charger": { "formation": "march_column" } })), "charger.formation", "FF-HOUSE-CHARGERS"),
        (charge(json!({ "charger": { "order": "broken" } })), "charger.order", "FF-HOUSE-CHARGERS"),
        (charge(json!({ "target": "lone_leader" })), "target", "FF-HOUSE-CHARGERS"),
        (charge(json!({ "seen": false })), "seen", "FF-HOUSE-CHARGERS"),
        (charge(json!({ "contact": "flank_or_rear" })), "contact", "FF-HOUSE-CHARGE-PATH"),
        (charge(json!({ "wheel_degrees": 46 })), "wheel_degrees", "FF-HOUSE-CHARGE-PATH"),
        (charge(json!({ "stretches": [{ "inches": 5, "heading": "back" }] })), "stretches", "FF-HOUSE-CHARGE-PATH"),
    ]);
    refused::<HastyReaction>(&[
        (json!({ "gap": -1 }), "gap", "FF-TMNV-H-CONDITION"),
        (json!({ "gap": 19 }), "gap", "FF-MOVE-CAV-LINE"),
        (json!({ "gap": 900, "class": "cavalry" }), "gap", "FF-MOVE-CAV-LINE"),
        (json!({ "gap": 13, "charger_mounted": false }), "gap", "FF-MOVE-INF-LINE"),
        (json!({ "class": "guerrilla" }), "formation", "FF-SPEC-GUERRILLA-FORMATIONS"),
    ]);
    refused::<Breakthrough>(&[
        (json!({ "troops": { "order": "broken" } }), "troops.order", "FF-CHG-SWEPT-ATT-BREAK"),
        (json!({ "closest_enemy": -1 }), "closest_enemy", "FF-CHG-SWEPT-ATT-BREAK"),
    ]);
}

#[test]
fn retreats() {
    let line = json!({ "troops": {} });
    refused::<Retreat>(&[
        (json!({ "mover": line, "kind": "recall" }), "kind", "FF-HOUSE-RECALL"),
        (json!({ "mover": { "guns": {} }, "kind": "two_inches" }), "kind", "FF-MNV-GO-FALL-BACK-GUNS"),
        (json!({ "mover": { "guns": { "carriage": "fixed" } }, "kind": "full" }), "mover", "FF-HOUSE-FIXED"),
        (json!({ "mover": { "leader": {} }, "kind": "full" }), "mover", "FF-TURN-MNV-2D"),
        (json!({ "mover": line, "kind": "full", "enemy": -1 }), "enemy", "FF-HOUSE-RETREAT"),
        (json!({ "mover": line, "kind": "full", "enemy_at_stop": 1 }), "enemy_at_stop", "FF-HOUSE-RETREAT"),
    ]);
}

#[test]
fn leaders_and_sight() {
    let leader = |more: Value| json!({ "leaders": [more] });
    refused::<CommandState>(&[
        (leader(json!({ "distance": -1 })), "leaders[0].distance", "FF-CMD-RADIUS"),
        (leader(json!({ "distance": 2, "attached": "this_unit" })), "leaders[0].distance", "FF-CMD-RADIUS-ATTACHED"),
    ]);
    refused::<ChangeLeader>(&[
        (json!({ "action": "attach", "distance": 4.5 }), "distance", "FF-TURN-MNV-1"),
        (json!({ "action": "replace", "fate": "wounded" }), "fate", "FF-TURN-MNV-1"),
        (json!({ "action": "replace", "fate": "dead", "lost_this_turn": true }), "lost_this_turn", "FF-TURN-MNV-1"),
        (json!({ "action": "return", "fate": "knocked_down" }), "fate", "FF-FALL-8"),
    ]);
    refused::<LeaderEscape>(&[(json!({ "swept_or_repulsed": true }), "swept_or_repulsed", "FF-FALL-CAPTURE")]);
    refused::<Sight>(&[
        (json!({ "distance": 2, "woods": 3 }), "distance", "FF-SPEC-WOODS"),
        (json!({ "distance": -2 }), "distance", "FF-SCALE-INCH"),
    ]);
}

#[test]
fn setting_up() {
    refused::<Formations>(&[
        (json!({ "stands": 0 }), "stands", "FF-SCALE-STAND"),
        (json!({ "detachment": true }), "stands", "FF-SPEC-DET-ONE-STAND"),
    ]);
    refused::<FreshWornSpent>(&[
        (json!({ "start_stands": 0 }), "start_stands", "FF-SCALE-STAND"),
        (json!({ "start_stands": 4, "lost": 5 }), "lost", "FF-SCALE-STAND"),
        (json!({ "start_stands": 8, "worn_at": 2, "spent_at": 4 }), "spent_at", "FF-MNV-MOD-SPENT"),
    ]);
    refused::<GameScale>(&[(json!({ "men": 60000 }), "men", "FF-SCALE-STAND")]);
    refused::<VictoryPoints>(&[(json!({ "union": { "worn": 501 } }), "union.worn", "FF-HOUSE-VICTORY")]);
}

#[test]
fn terrain() {
    refused::<TerrainEffects>(&[
        (json!({ "terrain": "woods", "far_bank": true }), "far_bank", "FF-CHG-MOD-FAVORABLE"),
        (json!({ "terrain": "river", "defender_higher": true }), "defender_higher", "FF-CHG-MOD-FAVORABLE"),
    ]);
    let unknown = serde_json::from_value::<<TerrainEffects as Procedure>::Situation>(json!({ "terrain": "sea" }));
    assert!(unknown.unwrap_err().to_string().contains("sea"));
}
