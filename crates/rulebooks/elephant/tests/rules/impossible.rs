//! Situations that cannot be: each is refused, with the rule that forbids it; and those that only look impossible are
//! resolved as the rulebook says.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

use engine::book::AnyRulebook;
use serde_json::{Value, json};
use trial::{Nonsense, changed, procedure, refusing_rules};

fn shelved() -> Box<dyn AnyRulebook> {
    elephant::shelve(None).expect("the printed charts open")
}

fn all_refused(table: Vec<Nonsense<'_>>) {
    trial::all_refused_by_rules(&*shelved(), table);
}

#[test]
fn units_that_cannot_be() {
    all_refused(vec![
        ("morale", 0, vec![("/condition/stands", json!(0))], "SE-HOUSE-STANDS"),
        ("morale", 0, vec![("/condition/stands", json!(60_000))], "SE-HOUSE-STANDS"),
        ("morale", 0, vec![("/condition/panic", json!(9))], "SE-PANIC-MAX"),
        ("morale", 0, vec![("/condition/hits", json!(3))], "SE-HIT-INF"),
        ("morale", 3, vec![("/condition/hits", json!(2))], "SE-HIT-CAVART"),
        ("morale", 0, vec![("/mounted", json!(true))], "SE-MOVE-CAV"),
        ("morale", 0, vec![("/formation", json!("limbered"))], "SE-MOVE-LINE"),
        ("morale", 3, vec![("/formation", json!("line"))], "SE-MOVE-DISMTD"),
        ("morale", 0, vec![("/arm", json!("wagon"))], "SE-MOVE-WAGON"),
        ("morale", 1, vec![("/commander/rating", json!(5))], "SE-CMDR-EXCEPTIONAL"),
        ("morale", 0, vec![("/defensive_fire", json!(true)), ("/charging", json!(true))], "SE-MORALE-MOD-DEFFIRE"),
        (
            "ripple",
            0,
            vec![("/bystander/arm", json!("wagon")), ("/bystander/formation", json!("limbered"))],
            "SE-RIPPLE-GENERAL",
        ),
        ("ripple", 0, vec![("/bystander/charging", json!(true))], "SE-MORALE-PHASE-FRIENDS"),
        ("umpire-panic", 0, vec![("/markers", json!(3))], "SE-PANIC-MAX"),
        ("umpire-panic", 0, vec![("/markers", json!(0))], "SE-PANIC-MAX"),
        ("stands", 0, vec![("/count", json!(0))], "SE-STAND-INF"),
        ("stands", 3, vec![("/count", json!(65_535))], "SE-STAND-GUN"),
        ("draw-card", 0, vec![("/union_cards", json!(0)), ("/confederate_cards", json!(0))], "SE-ORDER-DRAW"),
        ("draw-card", 0, vec![("/union_cards", json!(255))], "SE-ORDER-DRAW"),
        ("succession", 0, vec![("/candidates", json!(0))], "SE-SUCC-BRIGADE"),
        ("victory", 0, vec![("/union/stands_lost", json!(91))], "SE-HIT-PERMANENT"),
        ("victory", 0, vec![("/union/guns_lost", json!(21))], "SE-HIT-PERMANENT"),
    ]);
}

#[test]
fn fire_that_cannot_be() {
    all_refused(vec![
        (
            "fire",
            0,
            vec![("/firers/0/volleys/0/weapon", json!("pistol")), ("/firers/0/volleys/0/range_yards", json!(900))],
            "SE-FF-PISTOL",
        ),
        ("fire", 0, vec![("/firers/0/volleys/0/range_yards", json!(601))], "SE-FF-RIFLEMUSKET"),
        ("fire", 0, vec![("/firers/0/volleys/0/weapon", json!("gunboat"))], "SE-FIRE-FACTOR-TABLE"),
        ("fire", 0, vec![("/firers/0/volleys/0/stands", json!(0))], "SE-FIRE-STANDS"),
        ("fire", 0, vec![("/firers/0/volleys", json!([]))], "SE-FIRE-STANDS"),
        ("fire", 0, vec![("/firers", json!([]))], "SE-FIRE-COMBINE"),
        ("fire", 0, vec![("/firers/0/panic", json!(3))], "SE-PANIC-MAX"),
        ("fire", 0, vec![("/firers/0/stance", json!("prolong"))], "SE-PROLONG-FIRE"),
        ("fire", 2, vec![("/firers/0/stance", json!("move"))], "SE-FIRE-OPT-ART"),
        ("fire", 2, vec![("/firers/0/formation", json!("limbered"))], "SE-FIRE-OPT-ART"),
        ("fire", 2, vec![("/firers/0/prone", json!(true))], "SE-PEN-GOPRONE"),
        ("fire", 0, vec![("/firers/0/ranks", json!(0))], "SE-FIRE-SHIFT-TWORANKS"),
        ("fire", 0, vec![("/target/ranks", json!(0))], "SE-FIRE-SHIFT-TWORANKS"),
        ("fire", 0, vec![("/target/road_column", json!(true))], "SE-FIRE-SHIFT-EXPOSED"),
        ("fire", 3, vec![("/target/prone", json!(true))], "SE-PEN-GOPRONE"),
        (
            "fire",
            0,
            vec![("/target/formation", json!("square")), ("/firers/0/volleys/0/from_flank_or_rear", json!(true))],
            "SE-HOUSE-SQUARE",
        ),
        ("fire", 0, vec![("/target/flanks_exposed", json!(true))], "SE-SKIRM-6"),
        ("pass-through-fire", 0, vec![("/fire/firers/0/stance", json!("hold"))], "SE-MOVE-PASSTHROUGH"),
        ("pass-through-fire", 0, vec![("/fire/firers/0/volleys/0/range_yards", json!(201))], "SE-MOVE-PASSTHROUGH"),
        ("pass-through-fire", 0, vec![("/fire/firers/0/panic", json!(1))], "SE-PANIC-REMOVE"),
        ("pass-through-fire", 0, vec![("/firing_unit/defensive_fire", json!(false))], "SE-MORALE-MOD-DEFFIRE"),
        ("fire-at-officer", 0, vec![("/firer/marksmen", json!(false))], "SE-OPT-OFFICERS"),
        ("fire-at-officer", 0, vec![("/attached", json!(true))], "SE-OPT-OFFICERS"),
        ("fire-at-officer", 0, vec![("/already_tried", json!(true))], "SE-OPT-OFFICERS-ONE"),
        ("fire-at-officer", 0, vec![("/firer/volleys/0/stands", json!(2))], "SE-OPT-OFFICERS-ONE"),
        ("fire-at-officer", 0, vec![("/firer/volleys/0/range_yards", json!(700))], "SE-FF-RIFLEMUSKET"),
        ("fire", 0, vec![("/firers/0/hindrance", json!("engaged"))], "SE-COMBAT-RES-ENGD"),
        ("fire", 0, vec![("/firers/0/hindrance", json!("withdrawn"))], "SE-MORALE-PHASE-MOVED"),
        ("fire", 0, vec![("/firers/0/hindrance", json!("fired-in-place"))], "SE-FIRE-DECLARE"),
        ("fire", 0, vec![("/firers/0/hindrance", json!("overenthusiastic"))], "SE-MORALE-RES-OVER"),
        ("resupply", 0, vec![("/out_of_ammo", json!(false))], "SE-OPT-AMMO-RESUPPLY"),
    ]);
}

#[test]
fn moves_that_cannot_be() {
    all_refused(vec![
        ("move", 0, vec![("/mover", json!("cavalry")), ("/column_die", json!(true))], "SE-MOVE-INF-COLUMN"),
        ("move", 0, vec![("/mover", json!("infantry-skirmish")), ("/road_die", json!(true))], "SE-MOVE-ROAD"),
        ("move", 0, vec![("/penalties", json!(["mount"]))], "SE-PEN-MOUNT"),
        ("move", 0, vec![("/penalties", json!(["limber"]))], "SE-PEN-LIMBER"),
        ("move", 0, vec![("/penalties", json!(["prolong"]))], "SE-PROLONG-RATE"),
        ("move", 3, vec![("/penalties", json!(["prolong", "uphill"]))], "SE-PROLONG-HILL"),
        ("move", 3, vec![("/penalties", json!(["fired"]))], "SE-FIRE-OPT-ART"),
        ("move", 3, vec![("/penalties", json!(["fired", "limber"]))], "SE-FIRE-OPT-ART"),
        ("move", 3, vec![("/mover", json!("supply-wagon")), ("/penalties", json!(["fired"]))], "SE-HOUSE-WAGONS"),
        ("move", 3, vec![("/penalties", json!(["go-prone"]))], "SE-PEN-GOPRONE"),
        ("move", 3, vec![("/penalties", json!(["obstacle"]))], "SE-OBST-WHO"),
        ("move", 4, vec![("/obstacle_yards", json!(51))], "SE-OBST-START"),
        ("move", 4, vec![("/penalties", json!(["obstacle", "wall"]))], "SE-OBST-MOVE"),
        ("move", 0, vec![("/mover", json!("infantry-skirmish")), ("/penalties", json!(["face"]))], "SE-SKIRM-7"),
        ("move", 0, vec![("/hindrance", json!("engaged"))], "SE-COMBAT-RES-ENGD"),
        ("move", 0, vec![("/hindrance", json!("withdrawn"))], "SE-MORALE-PHASE-MOVED"),
        ("move", 0, vec![("/hindrance", json!("prone"))], "SE-PRONE-STAND-TEST"),
        ("move", 0, vec![("/hindrance", json!("fired-in-place"))], "SE-FIRE-OPT-FULL"),
        ("deploy-skirmishers", 0, vec![("/stands_out", json!(11))], "SE-SKIRM-1"),
        ("deploy-skirmishers", 0, vec![("/spacing", json!(3))], "SE-SKIRM-3-SPACING"),
        ("deploy-skirmishers", 0, vec![("/enemy_yards", json!(99))], "SE-SKIRM-3-STANDOFF"),
        ("deploy-skirmishers", 0, vec![("/arm", json!("wagon")), ("/formation", json!("limbered"))], "SE-SKIRM-WHO"),
        ("mount", 0, vec![("/stands", json!(0))], "SE-STAND-CAV"),
        ("mount", 0, vec![("/horses", json!(4))], "SE-PEN-MOUNT"),
        ("fall-back", 0, vec![("/arm", json!("field-artillery"))], "SE-SKIRM-WHO"),
        ("stand-up", 0, vec![("/unit/arm", json!("cavalry")), ("/unit/mounted", json!(true))], "SE-PEN-GOPRONE"),
        ("withdrawal", 0, vec![("/panic", json!(3))], "SE-PANIC-MAX"),
        ("break-off", 0, vec![("/newly_engaged", json!(true))], "SE-COMBAT-RES-ENGD"),
        ("break-off", 1, vec![("/gap_yards", json!(49))], "SE-SURRENDER"),
        ("opportunity-charge", 0, vec![("/gap_inches", json!(4))], "SE-OPP-TRIGGER"),
        (
            "opportunity-charge",
            0,
            vec![("/cavalry/mounted", json!(false)), ("/cavalry/formation", json!("skirmish"))],
            "SE-OPP-WHO",
        ),
        ("move-officer", 0, vec![("/in_contact", json!(true))], "SE-CMDR-FATE"),
        ("move-officer", 0, vec![("/carried", json!(true))], "SE-CMDR-CARRIED"),
        ("officer-escape", 0, vec![("/friend_inches", json!(-1))], "SE-CMDR-MOVE"),
        ("overenthusiastic", 0, vec![("/mover", json!("supply-wagon"))], "SE-MORALE-RES-OVER"),
        ("overenthusiastic", 0, vec![("/path", json!(["limber"]))], "SE-CHARGE-2"),
    ]);
}

#[test]
fn charges_and_fights_that_cannot_be() {
    all_refused(vec![
        ("charge", 0, vec![("/attackers/0/distance_yards", json!(0))], "SE-CHARGE-2"),
        ("charge", 0, vec![("/attackers/0/unit/condition/panic", json!(1))], "SE-MORALE-RES-SHAKEN-HALT"),
        ("charge", 0, vec![("/attackers/0/unit/formation", json!("skirmish"))], "SE-SKIRM-3-STANDOFF"),
        ("charge", 0, vec![("/attackers/0/unit/formation", json!("column"))], "SE-MOVE-COLUMN-USE"),
        ("charge", 0, vec![("/attackers/0/hindrance", json!("prone"))], "SE-PRONE-STAND-TEST"),
        ("charge", 0, vec![("/attackers/0/hindrance", json!("fired-in-place"))], "SE-FIRE-OPT-FULL"),
        ("charge", 0, vec![("/attackers/0/column_die", json!(true))], "SE-MOVE-INF-COLUMN"),
        ("charge", 0, vec![("/attackers/0/path", json!(["go-prone"]))], "SE-CHARGE-2"),
        (
            "charge",
            0,
            vec![
                ("/attackers/0/unit/arm", json!("field-artillery")),
                ("/attackers/0/unit/formation", json!("unlimbered")),
            ],
            "SE-MOVE-FIELDART",
        ),
        (
            "charge",
            0,
            vec![("/attackers/0/unit/arm", json!("wagon")), ("/attackers/0/unit/formation", json!("limbered"))],
            "SE-MOVE-WAGON",
        ),
        ("charge", 0, vec![("/target/unit/weapon", json!("whitworth"))], "SE-FIRE-FACTOR-TABLE"),
        ("charge", 1, vec![("/target/prone", json!(true))], "SE-PEN-GOPRONE"),
        ("charge", 4, vec![("/attackers/0/unit/flank_or_rear", json!(true))], "SE-SKIRM-4"),
        ("charge", 0, vec![("/attackers", json!([]))], "SE-CHARGE-1"),
        ("combat", 0, vec![("/defenders", json!([]))], "SE-COMBAT-PAIRS"),
        ("combat", 0, vec![("/attackers/0/lance", json!(true))], "SE-COMBAT-SHIFT-SHOTGUN"),
        ("combat", 0, vec![("/attackers/0/followed_up", json!(true))], "SE-COMBAT-RANKS"),
        (
            "combat",
            0,
            vec![("/defenders/0/arm", json!("wagon")), ("/defenders/0/formation", json!("limbered"))],
            "SE-HOUSE-WAGONS",
        ),
        ("officer-casualty", 0, vec![("/count", json!(0))], "SE-CAS-TABLE"),
        ("officer-casualty", 0, vec![("/count", json!(25))], "SE-CAS-TABLE"),
    ]);
}

#[test]
fn ranks_that_the_formation_does_not_have() {
    all_refused(vec![
        ("fire", 0, vec![("/target/formation", json!("skirmish")), ("/target/ranks", json!(3))], "SE-HOUSE-RANKS"),
        ("fire", 3, vec![("/target/ranks", json!(3))], "SE-HOUSE-RANKS"),
        ("fire", 0, vec![("/target/formation", json!("square")), ("/target/ranks", json!(2))], "SE-HOUSE-RANKS"),
        ("fire", 0, vec![("/target/ranks", json!(40))], "SE-HOUSE-RANKS"),
        ("fire", 0, vec![("/firers/0/ranks", json!(40))], "SE-HOUSE-RANKS"),
        ("fire", 2, vec![("/target/ranks", json!(3))], "SE-MOVE-COLUMN-DEF"),
        ("fire", 2, vec![("/target/ranks", json!(9))], "SE-MOVE-COLUMN-DEF"),
        (
            "combat",
            0,
            vec![("/attackers/0/condition/stands", json!(2)), ("/attackers/0/ranks", json!(9))],
            "SE-HOUSE-RANKS",
        ),
        ("charge", 0, vec![("/target/unit/ranks", json!(10))], "SE-HOUSE-RANKS"),
    ]);
}

#[test]
fn neither_squares_nor_skirmishers_have_a_flank() {
    let flank = ("/attackers/0/flank_or_rear", json!(true));
    all_refused(vec![
        ("combat", 0, vec![("/defenders/0/formation", json!("square")), flank.clone()], "SE-HOUSE-SQUARE"),
        ("combat", 0, vec![("/defenders/0/formation", json!("skirmish")), flank], "SE-SKIRM-4"),
        (
            "combat",
            0,
            vec![("/attackers/0/formation", json!("skirmish")), ("/defenders/0/flank_or_rear", json!(true))],
            "SE-SKIRM-4",
        ),
        ("combat", 0, vec![("/defenders/0/flanks_exposed", json!(true))], "SE-SKIRM-6"),
        (
            "charge",
            0,
            vec![("/target/unit/formation", json!("square")), ("/attackers/0/unit/flank_or_rear", json!(true))],
            "SE-HOUSE-SQUARE",
        ),
        ("charge", 0, vec![("/attackers/0/unit/formation", json!("square"))], "SE-HOUSE-SQUARE"),
    ]);
    // Unless a Combat drove the skirmishers off.
    let book = shelved();
    let combat = procedure(book.as_ref(), "combat");
    let driven_off = [
        ("/attackers/0/flank_or_rear", json!(true)),
        ("/defenders/0/formation", json!("skirmish")),
        ("/defenders/0/flanks_exposed", json!(true)),
    ];
    assert!(combat.check(&changed(combat, 0, &driven_off)).is_ok());
}

#[test]
fn only_one_side_is_uphill() {
    let both = |attacker, defender| vec![(attacker, json!(true)), (defender, json!(true))];
    all_refused(vec![
        ("combat", 0, both("/attackers/0/uphill", "/defenders/0/uphill"), "SE-COMBAT-SHIFT-UPHILL"),
        ("charge", 0, both("/attackers/0/unit/uphill", "/target/unit/uphill"), "SE-COMBAT-SHIFT-UPHILL"),
    ]);
}

#[test]
fn two_against_two_are_fought_as_pairs() {
    let book = shelved();
    let combat = procedure(book.as_ref(), "combat");
    let mut situation = changed(combat, 0, &[]);
    for side in ["/attackers", "/defenders"] {
        let units = situation.pointer_mut(side).and_then(Value::as_array_mut).expect("both sides have units");
        units.push(units[0].clone());
    }
    assert_eq!(refusing_rules(combat, &situation), ["SE-COMBAT-PAIRS"]);
}

#[test]
fn a_rating_of_no_rank_is_refused_where_only_ranks_count() {
    let book = crate::support::book_with(&[("exceptional-officers", "off")]);
    let mut situation = <elephant::morale::MoraleTest as engine::book::Procedure>::examples().remove(1).1;
    situation.commander = Some(elephant::unit::Commander { rating: 0, wounded: false });
    let refusal = <elephant::morale::MoraleTest as engine::book::Procedure>::check(&book, &situation).unwrap_err();
    assert_eq!(refusal.reasons[0].rule.map(engine::Rule::id), Some("SE-CMDR-EXCEPTIONAL"));
}

#[test]
fn what_only_looks_impossible_is_resolved() {
    let book = shelved();
    let odds = |name: &str, example, changes: &[(&str, Value)]| {
        let procedure = procedure(book.as_ref(), name);
        let situation = changed(procedure, example, changes);
        let columns = procedure.odds(&situation, &engine::OddsOptions::default()).expect("the odds can be told");
        columns[0].outcomes.iter().map(|row| row.summary.clone()).collect::<Vec<_>>()
    };
    // One stand with two markers has nobody left to fire: no die, no effect.
    let silenced = odds("fire", 0, &[("/firers/0/volleys/0/stands", json!(1)), ("/firers/0/panic", json!(2))]);
    assert_eq!(silenced, ["no effect (target: 9 stands, 0 hits, 0 markers)"]);
    // A single stand is destroyed and carries neither hits nor markers.
    let alone = [("/target/condition", json!({ "stands": 1, "hits": 2 })), ("/target/ranks", json!(1))];
    let last = odds("fire", 2, &alone);
    assert!(last.iter().any(|line| line.ends_with("(target: 0 stands, 0 hits, 0 markers)")), "{last:?}");
    assert!(last.iter().all(|line| !line.contains("0 stands, 0 hits, 2")), "{last:?}");
    // The rules that this table does not play say so.
    assert_eq!(odds("fire-at-officer", 0, &[]), ["this table does not fire at officers"]);
    assert_eq!(odds("resupply", 0, &[]), ["this table does not count ammunition"]);
}
