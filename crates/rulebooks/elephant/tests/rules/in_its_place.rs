//! Rules that are easily applied at the wrong place, at the wrong time or to the wrong unit.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use elephant::Event;
use elephant::fire::Stance;
use elephant::play::{Board, Command, Contact, Phase, Place};
use elephant::unit::{Formation, Withdrawal};
use engine::{Decimal, Halt, Kept, Official, Play, Scripted, ScriptedAnswers, Side};
use field::ground::{Point, YARD};

use crate::field_day::{Day, Table, battery, cavalry, cites, infantry};

/// Whether a modifier counted.
fn counts(record: &Kept<Event>, id: &str) -> bool {
    record.modifiers.iter().any(|modifier| modifier.rule.id() == id)
}

#[test]
fn a_ford_is_waded_like_a_stream() {
    let column = infantry("a", 2, [800, 900], 0, "").replace(r#"posture = "line""#, r#"posture = "march""#);
    let day = Day::new()
        .ground("river", "LineString", "[[0, 1000], [2400, 1000]]")
        .ground("ford", "Point", "[800, 1000]")
        .union(column)
        .confederate(infantry("x", 4, [1600, 2200], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::Movement);
    let unit = table.id("a");
    table.obey(&Command::Move { unit, column_die: false, road_die: false }, &[5, 5, 5], &[]);
    let ahead = Command::Advance { inches: Decimal::from_int(5), oblique_degrees: Decimal::ZERO };
    let record = table.obey(&ahead, &[], &[]);
    assert!(cites(&record, "SE-PEN-STREAM"), "{:?}", record.entries);
}

#[test]
fn a_small_square_is_as_deep_as_any() {
    let day = Day::new().union(infantry("a", 6, [800, 900], 0, "")).confederate(infantry("x", 4, [800, 1000], 180, ""));
    let mut table = day.begin();
    let (unit, target) = (table.id("a"), table.id("x"));
    let square = table.battle.unit_mut(target);
    (square.formation, square.files) = (Formation::Square, 2);
    let mut table = table.card(0);
    table.obey(&Command::FireAll { unit, stance: Stance::Hold, target }, &[], &[]);
    table.obey(&Command::EndDeclaration, &[], &[]);
    let record = table.obey(&Command::ResolveFire { target }, &[0], &[]);
    assert!(counts(&record, "SE-FIRE-SHIFT-THREERANKS"), "{:?}", record.modifiers);
}

#[test]
fn a_charge_out_of_a_wood_is_fired_at_in_the_open() {
    let day = Day::new()
        .ground("open-wood", "Polygon", "[[[600, 600], [1000, 600], [1000, 850], [600, 850], [600, 600]]]")
        .union(infantry("a", 6, [800, 800], 0, ""))
        .confederate(infantry("x", 6, [800, 1060], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::AnnounceCharges);
    table.announce("a", "x", None);
    table.obey(&Command::EndAnnouncement, &[], &[]);
    let target = table.id("x");
    // It comes up, is fired at once and tests for it; no second fire, and the target stands.
    let record = table.obey(&Command::Charge { target }, &[5, 5, 5, 0, 2, 2], &[0, 1]);
    assert!(cites(&record, "SE-CHARGE-3"));
    assert!(
        !counts(&record, "SE-FIRE-SHIFT-SOFT") && !counts(&record, "SE-MORALE-MOD-COVER"),
        "{:?}",
        record.modifiers
    );
}

#[test]
fn fire_at_a_charge_is_shared_out_among_units_that_are_named() {
    let day = Day::new()
        .union(infantry("other", 4, [1800, 900], 0, ""))
        .union(infantry("a", 4, [700, 880], 0, ""))
        .union(infantry("b", 4, [900, 880], 0, ""))
        .confederate(infantry("x", 9, [800, 1060], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::AnnounceCharges);
    table.announce("a", "x", None);
    table.announce("b", "x", None);
    table.obey(&Command::EndAnnouncement, &[], &[]);
    let first = table.id("a");
    let record = table.charge_anyhow("x");
    let shared = record.questions.iter().find(|(question, _)| question.kind.name == "first-fire-stands");
    assert_eq!(shared.expect("somebody is asked").0.about, Some(first.0));
}

#[test]
fn whoever_lies_in_a_fight_does_not_get_up_and_go() {
    let day = Day::new().union(infantry("a", 6, [800, 900], 0, "")).confederate(infantry("x", 6, [800, 1000], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::AnnounceCharges);
    table.announce("a", "x", None);
    table.obey(&Command::EndAnnouncement, &[], &[]);
    let (unit, target) = (table.id("a"), table.id("x"));
    table.obey(&Command::Charge { target }, &[4, 4, 4, 2], &[1]);
    assert!(table.battle.is_in_contact(unit));
    table.battle.unit_mut(unit).prone = true;
    let why = table.refused(&Command::StandUp { unit, column_die: false, road_die: false }).to_string();
    assert!(why.contains("SE-COMBAT-RES-ENGD"), "{why}");
}

#[test]
fn each_kind_of_gun_in_a_battery_fires_at_a_charge_as_what_it_is() {
    let guns = r#"{ count = 2, weapon = "12-pdr-napoleon" }, { count = 4, weapon = "3-inch-rifle" }"#;
    let day = Day::new().union(infantry("a", 6, [800, 860], 0, "")).confederate(battery("x", guns, [800, 1060], 180));
    let mut table = day.begin().card(0).on_to(Phase::AnnounceCharges);
    table.announce("a", "x", None);
    table.obey(&Command::EndAnnouncement, &[], &[]);
    let record = table.charge_anyhow("x");
    assert!(cites(&record, "SE-FF-12NAP") && cites(&record, "SE-FF-3IN"), "{:?}", record.entries);
}

fn questions(record: &Kept<Event>) -> Vec<&'static str> {
    record.questions.iter().map(|(question, _)| question.kind.name).collect()
}

/// Cavalry with pistols rides into the flank of a line, and fires as it closes in.
fn pistols(die: u8) -> (Table, Kept<Event>) {
    let day = Day::new()
        .switch("ammunition", "on")
        .union(cavalry("a", 3, "horse-pistol", [800, 940], 0))
        .confederate(infantry("x", 6, [800, 1150], 90, ""));
    let mut table = day.begin().card(0).on_to(Phase::AnnounceCharges);
    table.announce("a", "x", None);
    table.obey(&Command::EndAnnouncement, &[], &[]);
    let target = table.id("x");
    let record = table.obey(&Command::Charge { target }, &[5, 5, 2, die], &[0]);
    assert_eq!(questions(&record), ["charge-pistols"]);
    (table, record)
}

#[test]
fn pistols_run_out_of_ammunition_like_any_fire() {
    let (table, record) = pistols(0);
    assert!(cites(&record, "SE-OPT-AMMO"));
    assert!(table.battle.unit(table.id("a")).out_of_ammo);
    let (table, _) = pistols(5);
    assert!(!table.battle.unit(table.id("a")).out_of_ammo);
}

#[test]
fn pistols_that_strike_a_flank_are_flank_fire() {
    let (table, record) = pistols(9);
    assert!(cites(&record, "SE-FLANK-FIRE"));
    assert_eq!(table.battle.unit(table.id("x")).flank_fire_turn, 1);
}

/// A regiment has announced a charge, and its target leaves before its turn comes.
fn charge_at_nobody(day: Day) -> Table {
    let day = day.union(infantry("a", 6, [800, 800], 0, "")).confederate(infantry("x", 6, [800, 1000], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::AnnounceCharges);
    table.announce("a", "x", None);
    table.obey(&Command::EndAnnouncement, &[], &[]);
    let target = table.id("x");
    table.battle.unit_mut(target).centre = Point::new(1_600 * YARD, 2_000 * YARD);
    table
}

#[test]
fn a_charge_at_nobody_goes_over_the_ground_on_its_way() {
    let mut open = charge_at_nobody(Day::new());
    let (unit, target) = (open.id("a"), open.id("x"));
    // Six inches carry it in the open.
    let record = open.obey(&Command::Charge { target }, &[2, 2, 2], &[0]);
    assert_eq!(questions(&record), ["occupy"]);
    assert!(open.battle.unit(unit).centre.y > 900 * YARD);
    let wood = "[[[600, 850], [1000, 850], [1000, 930], [600, 930], [600, 850]]]";
    let mut woods = charge_at_nobody(Day::new().ground("open-wood", "Polygon", wood));
    let before = woods.battle.unit(unit).centre;
    let record = woods.obey(&Command::Charge { target }, &[2, 2, 2], &[]);
    assert!(cites(&record, "SE-PEN-WOODS"));
    assert_eq!(woods.battle.unit(unit).centre, before, "three do not");
}

#[test]
fn a_way_back_is_as_wide_between_rivers_as_between_enemies() {
    // A neck of land between two rivers is the only way to the south.
    let run = |west: i32, east: i32, answers: &[u32]| {
        let day = Day::new()
            .ground("river", "LineString", &format!("[[0, 860], [{west}, 860], [{west}, 0]]"))
            .ground("river", "LineString", &format!("[[2400, 860], [{east}, 860], [{east}, 0]]"))
            .union(infantry("a", 4, [800, 900], 0, ""))
            .confederate(infantry("x", 8, [800, 1000], 180, ""));
        let mut table = day.begin();
        let unit = table.id("a");
        table.battle.unit_mut(unit).condition.panic = 2;
        table.battle.unit_mut(unit).flank_fire_turn = 1;
        let mut table = table.card(0);
        // Nine and four: five over, a rout.
        let record = table.obey(&Command::Test { unit }, &[9], answers);
        (table.battle.unit(unit).place, cites(&record, "SE-SURRENDER"))
    };
    assert_eq!(run(770, 830, &[]), (Place::Field, false), "sixty yards are enough");
    assert_eq!(run(780, 820, &[]), (Place::Gone, true), "forty are not");
}

#[test]
fn a_column_that_stands_up_has_its_dice() {
    let column = infantry("a", 6, [800, 900], 0, "").replace(r#"posture = "line""#, r#"posture = "march""#);
    let day = Day::new()
        .ground("road", "LineString", "[[800, 0], [800, 2400]]")
        .union(column)
        .union(infantry("b", 6, [1600, 900], 0, ""))
        .confederate(infantry("x", 6, [1600, 2200], 180, ""));
    let mut table = day.begin();
    let (unit, line) = (table.id("a"), table.id("b"));
    for id in [unit, line] {
        table.battle.unit_mut(id).prone = true;
    }
    let mut table = table.card(0).on_to(Phase::Movement);
    let why = table.refused(&Command::StandUp { unit: line, column_die: true, road_die: false }).to_string();
    assert!(why.contains("SE-MOVE-INF-COLUMN"), "{why}");
    // It passes, and rolls three dice and two more.
    let up = Command::StandUp { unit, column_die: true, road_die: true };
    let record = table.obey(&up, &[2, 3, 3, 3, 3, 3], &[]);
    assert!(cites(&record, "SE-MOVE-INF-COLUMN") && cites(&record, "SE-MOVE-ROAD"), "{:?}", record.entries);
    assert!(table.battle.moving.is_some_and(|moving| moving.dice == 5 && moving.by_road));
}

#[test]
fn overenthusiastic_cavalry_stays_in_the_saddle() {
    let wood = "[[[200, 1000], [1400, 1000], [1400, 1300], [200, 1300], [200, 1000]]]";
    let run = |day: Day| {
        let day = day.union(cavalry("a", 6, "breech-loading-carbine", [800, 900], 0)).confederate(infantry(
            "x",
            6,
            [800, 1500],
            180,
            "",
        ));
        let mut table = day.begin().card(0).on_to(Phase::Movement);
        let unit = table.id("a");
        table.battle.unit_mut(unit).overenthusiastic = true;
        table.obey(&Command::Move { unit, column_die: false, road_die: false }, &[4, 4], &[]);
        table
    };
    let why = run(Day::new()).refused(&Command::Dismount).to_string();
    assert!(why.contains("SE-MORALE-RES-OVER"), "{why}");
    // Where it sees no enemy it acts freely.
    let mut hidden = run(Day::new().ground("dense-wood", "Polygon", wood));
    hidden.obey(&Command::Dismount, &[], &[]);
}

#[test]
fn a_column_of_riders_that_has_to_charge_is_offered_a_charge_it_may_make() {
    // A column attacks only fieldworks.
    let day = Day::new()
        .ground(r#"breastwork", "faces": "both"#, "LineString", "[[600, 1002], [1000, 1002]]")
        .union(cavalry("a", 6, "horse-pistol", [800, 860], 0))
        .confederate(infantry("x", 4, [800, 1000], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::AnnounceCharges);
    let (unit, target) = (table.id("a"), table.id("x"));
    let state = table.battle.unit_mut(unit);
    (state.overenthusiastic, state.formation, state.files) = (true, Formation::Column, 2);
    let charge = Command::AnnounceCharge { unit, target, column_die: false, behind: None };
    let mut offered = Vec::new();
    table.theatre.candidates(&table.battle, Side::Union, &mut |command| {
        offered.push(command);
        true
    });
    assert_eq!(offered, std::slice::from_ref(&charge), "and nothing else: it may not stay");
    table.obey(&charge, &[], &[]);
}

#[test]
fn whoever_fires_at_a_mover_is_covered_against_any_enemy_in_sight() {
    // A bit of wall before the left of the line: nothing against the mover, and cover against the other.
    let day = Day::new()
        .ground("stone-wall", "LineString", "[[1203, 1001], [1320, 1001]]")
        .union(infantry("a", 4, [1100, 740], 0, ""))
        .union(infantry("b", 4, [1500, 500], 0, ""))
        .confederate(infantry("x", 6, [1200, 1000], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::Movement);
    let unit = table.id("a");
    table.obey(&Command::Move { unit, column_die: false, road_die: false }, &[3, 3, 3], &[]);
    let ahead = Command::Advance { inches: Decimal::from_int(2), oblique_degrees: Decimal::ZERO };
    let record = table.obey(&ahead, &[9], &[0]);
    assert_eq!(questions(&record), ["pass-through"]);
    assert!(counts(&record, "SE-MORALE-MOD-COVER"), "{:?}", record.modifiers);
}

#[test]
fn a_friend_who_is_not_active_fights_in_a_melee_that_goes_on() {
    let other = infantry("b", 3, [860, 970], 0, "");
    let day = Day::new()
        .union(infantry("a", 3, [740, 970], 0, ""))
        .confederate(infantry("x", 6, [800, 1000], 180, ""))
        .more(&format!(
            "[[formation]]\nid = \"third\"\nname = \"Third brigade\"\nlevel = \"brigade\"\nside = \"union\"\nunits = [{other}]\n"
        ));
    let mut table = day.begin();
    let (a, b, x) = (table.id("a"), table.id("b"), table.id("x"));
    let engaged =
        |charger| Contact { charger, target: x, flank_or_rear: false, due: false, engaged: true, melee: None };
    table.battle.contacts = vec![engaged(a), engaged(b)];
    let mut table = table.card(0).on_to(Phase::Movement);
    assert!(!table.theatre.is_active(&table.battle, b));
    // Nobody is asked: two on one is one fight, in whatever order they are named.
    table.obey(&Command::EndMovement, &[], &[]);
    assert_eq!(table.battle.phase, Phase::Combat);
    let melees: Vec<Option<u8>> = table.battle.contacts.iter().map(|contact| contact.melee).collect();
    assert_eq!(melees, [Some(0), Some(0)], "one fight, and both are in it");
    assert!(table.battle.contacts.iter().all(|contact| contact.due));
}

#[test]
fn whoever_follows_up_makes_nobody_deeper_under_fire() {
    let day = Day::new()
        .union(infantry("a", 6, [800, 860], 0, ""))
        .union(infantry("b", 6, [800, 828], 0, ""))
        .confederate(infantry("x", 6, [800, 1060], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::AnnounceCharges);
    table.announce("a", "x", None);
    table.announce("b", "x", Some("a"));
    table.obey(&Command::EndAnnouncement, &[], &[]);
    let target = table.id("x");
    // It comes up, is fired at once and tests for it; no second fire, and the target stands.
    let record = table.obey(&Command::Charge { target }, &[5, 5, 5, 0, 2, 2], &[0, 1]);
    assert!(cites(&record, "SE-CHARGE-3"));
    assert!(!counts(&record, "SE-FIRE-SHIFT-TWORANKS"), "{:?}", record.modifiers);
}

#[test]
fn a_battery_without_room_is_refused_before_it_is_joined() {
    let guns = r#"{ count = 8, weapon = "12-pdr-napoleon" }"#;
    let mut day =
        Day::new().union(battery("a", guns, [800, 900], 0)).confederate(infantry("x", 6, [800, 2200], 180, ""));
    // Regiments to both sides, and the edge of the map behind.
    for (number, x) in [500, 620, 740, 860, 980, 1_100].into_iter().enumerate() {
        day = day.union(infantry(&format!("n{number}"), 6, [x, 121], 90, ""));
    }
    let mut table = day.begin().card(0).on_to(Phase::Movement);
    let unit = table.id("a");
    table.obey(&Command::SplitBattery { unit, guns: vec![2] }, &[], &[]);
    let part = elephant::play::UnitId::at(table.battle.units.len() - 1);
    for (id, y) in [(unit, 200), (part, 120)] {
        table.battle.unit_mut(id).centre = Point::new(800 * YARD, y * YARD);
    }
    let before = table.battle.clone();
    let mut umpire = Official { dice: Scripted::new(&[]), answers: ScriptedAnswers::new(&[]), record: Kept::new() };
    let ruled = table.theatre.obey(&mut table.battle, &Command::JoinBattery { unit, part }, &mut umpire);
    let Err(Halt::Refused(refusal)) = ruled else { panic!("{ruled:?}: {:?}", table.battle.unit(unit)) };
    assert!(refusal.to_string().contains("no room"), "{refusal}");
    assert_eq!(table.battle, before, "whoever is refused finds the battle as it was");
}

#[test]
fn no_general_is_sent_through_friends_who_have_withdrawn() {
    let through = |withdrew: Withdrawal| {
        let day = Day::new()
            .union(infantry("a", 6, [800, 700], 0, ""))
            .union(infantry("b", 6, [800, 760], 0, ""))
            .confederate(infantry("x", 6, [800, 2200], 180, ""));
        let mut table = day.begin().card(0).on_to(Phase::Movement);
        let (unit, friend) = (table.id("a"), table.id("b"));
        let state = table.battle.unit_mut(friend);
        state.done.passed = Some(Phase::Movement);
        (state.withdrew, state.withdrew_turn) = (withdrew, 1);
        table.obey(&Command::Move { unit, column_die: false, road_die: false }, &[5, 5, 5], &[]);
        let mut told = Vec::new();
        table.theatre.brief(&table.battle, Side::Union, &mut Board::default(), &mut |command, _| {
            told.push(command);
            true
        });
        let ahead = |command: &&Command| matches!(command, Command::Advance { oblique_degrees, .. } if oblique_degrees.is_zero());
        told.iter().filter(ahead).any(|command| {
            let mut copy = table.clone();
            let record = copy.obey(command, &[], &[]);
            cites(&record, "SE-INTERPEN-FORMED") || cites(&record, "SE-INTERPEN-OTHER")
        })
    };
    assert!(through(Withdrawal::None), "whoever stays where it is lets others through");
    assert!(!through(Withdrawal::Retreat), "whoever ran has moved");
}

#[test]
fn a_wound_is_told_once() {
    let day = Day::new()
        .union(infantry("a", 6, [800, 700], 0, ""))
        .confederate(infantry("x", 6, [800, 2200], 180, ""))
        .leader("Hale", "south", r#"with = "a""#);
    let mut table = day.begin();
    let hale = table.officer("Hale");
    table.battle.officers[hale.index()].health = elephant::play::Health::LightWound;
    let scene = table.theatre.scene(&table.battle, None);
    let piece = scene.pieces.iter().find(|piece| piece.name.contains("Hale")).expect("he is there");
    assert_eq!(piece.morale.to_string(), "lightly wounded");
    assert!(piece.badges.iter().all(|badge| badge.long != piece.morale), "{:?}", piece.badges);
}
