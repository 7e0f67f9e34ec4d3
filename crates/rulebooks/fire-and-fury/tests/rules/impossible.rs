//! What cannot be is refused, with the rule that forbids it.

#![expect(clippy::unwrap_used, clippy::needless_pass_by_value, reason = "these are helpers of tests")]

use engine::Refusal;
use engine::book::Procedure;
use fire_and_fury::Book;
use fire_and_fury::charge::Charge;
use fire_and_fury::fire::Fire;
use fire_and_fury::maneuver::Maneuver;
use serde_json::{Value, json};

fn refused_by<P: Procedure<Book = Book>>(book: &Book, situation: Value) -> Vec<(String, Option<&'static str>)> {
    let situation: P::Situation = serde_json::from_value(situation).unwrap();
    let reasons = |refusal: Refusal| {
        refusal.reasons.into_iter().map(|reason| (reason.field, reason.rule.map(engine::Rule::id))).collect()
    };
    P::check(book, &situation).map_or_else(reasons, |()| Vec::new())
}

fn refused<P: Procedure<Book = Book>>(situation: Value, field: &str, rule: &'static str) {
    let reasons = refused_by::<P>(&crate::common::book(), situation.clone());
    assert!(reasons.contains(&(field.to_owned(), Some(rule))), "{situation}: {reasons:?}, not {field} {rule}");
    assert!(reasons.iter().all(|(_, cited)| cited.is_some()), "every reason cites a rule: {situation}: {reasons:?}");
}

fn maneuver(unit: Value) -> Value {
    json!({ "units": [unit] })
}

#[test]
fn maneuver_checks() {
    refused::<Maneuver>(json!({ "units": [] }), "units", "FF-TURN-MNV-2A");
    let riddled = json!({ "leader": { "wounds": 200 }, "units": [{ "troops": {} }] });
    refused::<Maneuver>(riddled, "leader.wounds", "FF-FALL-9");
    refused::<Maneuver>(json!({ "units": [{ "troops": {} }, { "troops": {} }] }), "leader", "FF-TURN-MNV-2A");
    refused::<Maneuver>(
        json!({ "leader": {}, "units": [{ "troops": {} }, { "troops": { "command": "out" } }] }),
        "units[1].troops.command",
        "FF-LDR-SCOPE-RADIUS",
    );
    for (unit, field, rule) in [
        (json!({ "stands": 0 }), "units[0].troops.stands", "FF-SCALE-STAND"),
        (json!({ "formation": "mass" }), "units[0].troops.formation", "FF-SPEC-REGULAR-NO-MASS"),
        (json!({ "class": "guerrilla" }), "units[0].troops.formation", "FF-SPEC-GUERRILLA-FORMATIONS"),
        (
            json!({ "class": "guerrilla", "formation": "garrison" }),
            "units[0].troops.formation",
            "FF-SPEC-GUERRILLA-FORMATIONS",
        ),
        (json!({ "class": "cavalry", "formation": "square" }), "units[0].troops.formation", "FF-SPEC-REGULAR-SQUARE"),
        (
            json!({ "class": "lancer", "formation": "dismounted_extended" }),
            "units[0].troops.formation",
            "FF-SPEC-CAV-DISMOUNT",
        ),
        (json!({ "detachment": true }), "units[0].troops.stands", "FF-SPEC-DET-ONE-STAND"),
        (
            json!({ "detachment": true, "stands": 1, "charge_intent": true }),
            "units[0].troops.charge_intent",
            "FF-SPEC-DET-NO-CHARGE",
        ),
        (json!({ "formation": "square", "outflanked": true }), "units[0].troops.outflanked", "FF-HOUSE-FLANKS"),
        (json!({ "brave_colonel": true, "colonel_wounds": 13 }), "units[0].troops.colonel_wounds", "FF-FALL-9"),
        (json!({ "colonel_wounds": 1 }), "units[0].troops.colonel_wounds", "FF-MNV-MOD-ATTACHED"),
    ] {
        refused::<Maneuver>(maneuver(json!({ "troops": unit })), field, rule);
    }
    refused::<Maneuver>(
        maneuver(json!({ "guns": { "fixed": true, "limbered": true } })),
        "units[0].guns.fixed",
        "FF-HOUSE-FIXED",
    );
}

fn musket(more: Value) -> Value {
    let mut firer = json!({ "weapon": "RM", "stands": 8, "range": 5 });
    firer.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    json!({ "firers": [{ "troops": firer }], "target": { "troops": { "stands": 7 } } })
}

fn at(target: Value) -> Value {
    let mut fire = musket(json!({}));
    fire["target"] = target;
    fire
}

#[test]
fn firers() {
    for (more, field, rule) in [
        (json!({ "range": 16 }), "firers[0].troops.range", "FF-MUSK-RM"),
        (json!({ "range": -1 }), "firers[0].troops.range", "FF-MUSK-RM"),
        (json!({ "stands": 0 }), "firers[0].troops.stands", "FF-SCALE-STAND"),
        (json!({ "order": "broken" }), "firers[0].troops.order", "FF-HOUSE-FIRERS"),
        (json!({ "formation": "march_column" }), "firers[0].troops.formation", "FF-HOUSE-FIRERS"),
        (json!({ "class": "cavalry", "range": 7 }), "firers[0].troops.range", "FF-BAND-M-CLOSE"),
        (json!({ "class": "cavalry", "formation": "field_column" }), "firers[0].troops.formation", "FF-HOUSE-FIRERS"),
        (json!({ "cold_steel": true }), "firers[0].troops.cold_steel", "FF-HOUSE-FIRERS"),
        (json!({ "retreated": true }), "firers[0].troops.retreated", "FF-HOUSE-FIRERS"),
        (json!({ "countercharging": true }), "firers[0].troops.countercharging", "FF-TMNV-H-COUNTER"),
        (json!({ "in_charge": true }), "firers[0].troops.in_charge", "FF-FIRE-MOD-IN-CHARGE"),
        (json!({ "weapon": "BLR", "range": 30 }), "firers[0].troops.range", "FF-MUSK-FRENCH"),
    ] {
        refused::<Fire>(musket(more), field, rule);
    }
    let guns = |stands: Value, limbered: bool| {
        let guns = json!({ "weapon": "LS", "stands": stands, "range": 20, "limbered": limbered });
        json!({ "firers": [{ "guns": guns }], "target": { "troops": { "stands": 7 } } })
    };
    refused::<Fire>(guns(json!([{ "silenced": true }]), false), "firers[0].guns.stands", "FF-GMNV-WH-RALLY");
    refused::<Fire>(guns(json!([]), false), "firers[0].guns.stands", "FF-SCALE-GUN");
    refused::<Fire>(guns(json!([{}, {}, {}, {}, {}, {}]), false), "firers[0].guns.stands", "FF-SCALE-GUN");
    refused::<Fire>(guns(json!([{}]), true), "firers[0].guns.limbered", "FF-GMNV-WH-UNLIMBER-FIRE");
}

#[test]
fn targets() {
    refused::<Fire>(at(json!({ "guns": { "stands": [] } })), "target.guns.stands", "FF-SCALE-GUN");
    refused::<Fire>(
        at(json!({ "guns": { "stands": [{}], "limbered": true, "enfiladed": true } })),
        "target.guns.enfiladed",
        "FF-HOUSE-FLANKS",
    );
    for (more, field, rule) in [
        (
            json!({ "stands": 7, "formation": "extended", "enfiladed": true }),
            "target.troops.enfiladed",
            "FF-HOUSE-FLANKS",
        ),
        (
            json!({ "stands": 7, "formation": "square", "charging": "yes" }),
            "target.troops.charging",
            "FF-HOUSE-CHARGERS",
        ),
        (
            json!({ "stands": 1, "detachment": true, "charging": "yes" }),
            "target.troops.charging",
            "FF-SPEC-DET-NO-CHARGE",
        ),
    ] {
        refused::<Fire>(at(json!({ "troops": more })), field, rule);
    }
    let mut offensive = at(json!({ "troops": { "stands": 7, "charging": "yes" } }));
    offensive["step"] = json!("offensive");
    refused::<Fire>(offensive, "target.troops.charging", "FF-TURN-FIRE-1");
}

#[test]
fn guns_have_no_troop_formation() {
    let guns = json!({ "weapon": "LS", "stands": [{}], "range": 20, "formation": "line" });
    let fire = json!({ "firers": [{ "guns": guns }], "target": { "troops": { "stands": 7 } } });
    let error = serde_json::from_value::<<Fire as Procedure>::Situation>(fire).unwrap_err();
    assert!(error.to_string().contains("formation"), "{error}");
}

#[test]
fn double_quick_and_fire_is_a_switch() {
    let mut fire = musket(json!({ "double_quick": true }));
    fire["step"] = json!("offensive");
    assert_eq!(refused_by::<Fire>(&crate::common::book(), fire.clone()), []);
    let strict = crate::common::book_with(&[("dq_no_fire", "on")]);
    let reason = ("firers[0].troops.double_quick".to_owned(), Some("FF-MNV-GO-DOUBLE-QUICK"));
    assert_eq!(refused_by::<Fire>(&strict, fire), [reason]);
}

#[test]
fn french_only_is_a_switch() {
    let fire = musket(json!({ "weapon": "BLR", "range": 30 }));
    assert_eq!(refused_by::<Fire>(&crate::common::book_with(&[("french_only", "off")]), fire), []);
}

fn charge(attacker: Value, defender: Value) -> Value {
    json!({ "attackers": [attacker], "defenders": [{ "troops": defender }] })
}

#[test]
fn charges() {
    let plain = || json!({ "stands": 6 });
    for (attacker, defender, field, rule) in [
        (json!({ "stands": 0 }), plain(), "attackers[0].stands", "FF-SCALE-STAND"),
        (json!({ "stands": 6, "order": "broken" }), plain(), "attackers[0].order", "FF-HOUSE-CHARGERS"),
        (json!({ "stands": 6, "formation": "march_column" }), plain(), "attackers[0].formation", "FF-HOUSE-CHARGERS"),
        (json!({ "stands": 6, "position": "strong" }), plain(), "attackers[0].position", "FF-CHG-MOD-FAVORABLE"),
        (json!({ "stands": 1, "detachment": true }), plain(), "attackers[0].detachment", "FF-SPEC-DET-NO-CHARGE"),
        (
            json!({ "stands": 6, "countercharging": true }),
            plain(),
            "attackers[0].countercharging",
            "FF-TMNV-H-CONDITION",
        ),
        (
            plain(),
            json!({ "stands": 6, "class": "cavalry", "countercharging": true }),
            "defenders[0].troops.countercharging",
            "FF-TMNV-H-CONDITION",
        ),
        (
            json!({ "stands": 6, "class": "cavalry" }),
            json!({ "stands": 6, "countercharging": true }),
            "defenders[0].troops.countercharging",
            "FF-TMNV-H-COUNTER",
        ),
        (plain(), json!({ "stands": 6, "cold_steel": true }), "defenders[0].troops.cold_steel", "FF-HOUSE-COLD-STEEL"),
        (plain(), json!({ "stands": 6, "start_stands": 5 }), "defenders[0].troops.start_stands", "FF-CHG-MOD-FRESH"),
        (
            plain(),
            json!({ "stands": 6, "worn_at": 2, "spent_at": 4 }),
            "defenders[0].troops.spent_at",
            "FF-CHG-MOD-SPENT",
        ),
    ] {
        refused::<Charge>(charge(attacker, defender), field, rule);
    }
    let mut mixed = charge(plain(), json!({ "stands": 1, "detachment": true }));
    mixed["defenders"].as_array_mut().unwrap().push(json!({ "guns": { "stands": [{}] } }));
    refused::<Charge>(mixed, "defenders", "FF-SPEC-DET-BROKEN");
    let mut second = charge(json!({ "stands": 6, "cold_steel": true }), plain());
    second["second_combat"] = json!(true);
    refused::<Charge>(second, "attackers[0].cold_steel", "FF-HOUSE-COLD-STEEL");
    refused::<Charge>(json!({ "attackers": [], "defenders": [] }), "attackers", "FF-TURN-CHG-1");
}
