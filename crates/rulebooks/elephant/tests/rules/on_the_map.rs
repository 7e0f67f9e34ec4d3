//! Rules that need a map, one by one, with scripted dice.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use elephant::charts::{Grade, Weapon};
use elephant::fire::Stance;
use elephant::play::{Allotment, Command, Health, Phase, Place, muster, muster_variant};
use elephant::unit::{Formation, Withdrawal};
use engine::Decimal;
use engine::chart::Key;

use crate::field_day::{Day, Table, battery, cavalry, cites, infantry};

fn questions(record: &engine::Kept<elephant::Event>) -> Vec<&'static str> {
    record.questions.iter().map(|(question, _)| question.kind.name).collect()
}

/// `b` stands close behind `a`, 100 yards from `x`.
fn assault() -> Table {
    let day = Day::new()
        .union(infantry("a", 6, [800, 900], 0, ""))
        .union(infantry("b", 6, [800, 868], 0, ""))
        .confederate(infantry("x", 6, [800, 1000], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::AnnounceCharges);
    table.announce("a", "x", None);
    table.announce("b", "x", Some("a"));
    table.obey(&Command::EndAnnouncement, &[], &[]);
    table
}

#[test]
fn follow_up_units_add_ranks_and_share_the_retreat() {
    let mut table = assault();
    let (a, b, x) = (table.id("a"), table.id("b"), table.id("x"));
    // Distance, no second fire, the target receives the charge.
    table.obey(&Command::Charge { target: x }, &[4, 4, 4, 2], &[1]);
    let mut table = table.on_to(Phase::Combat);
    // Six to six, two ranks against one: 3:2; repulsed. Both choose the straightest way back, and the
    // defender stays where he is.
    let record = table.obey(&Command::Fight { unit: a }, &[7], &[0, 0, 1]);
    assert!(cites(&record, "SE-COMBAT-RANKS") && cites(&record, "SE-COMBAT-FOLLOWUP"), "{:?}", record.events);
    let (front, behind) = (table.battle.unit(a), table.battle.unit(b));
    assert!(front.has_withdrawn(1) && behind.has_withdrawn(1), "both retreat");
    assert_eq!(behind.condition.stands, 6, "the one behind loses no stands");
    assert_eq!(front.condition.panic, behind.condition.panic, "they share their markers");
}

#[test]
fn a_charge_carries_on_to_the_parent() {
    let day = Day::new().union(infantry("a", 8, [800, 800], 0, "")).confederate(infantry("x", 8, [800, 1100], 180, ""));
    let mut table = day.begin().card(1).on_to(Phase::Movement);
    let x = table.id("x");
    let at = Some(field::ground::Point::new(800 * field::ground::YARD, 1_000 * field::ground::YARD));
    table.obey(&Command::DeploySkirmishers { unit: x, stands: 2, at }, &[], &[]);
    let mut table = table.on_to(Phase::Draw).card(0).on_to(Phase::AnnounceCharges);
    let out = elephant::play::UnitId::at(2);
    let a = table.id("a");
    table.obey(&Command::AnnounceCharge { unit: a, target: out, column_die: false, behind: None }, &[], &[]);
    table.obey(&Command::EndAnnouncement, &[], &[]);
    // Fifteen inches; no fire by the skirmishers; on to the parent, no fire by it either; it receives the charge.
    let record = table.obey(&Command::Charge { target: out }, &[5, 5, 5, 0], &[1, 2, 1, 1]);
    assert!(questions(&record).contains(&"carry-on"), "{:?}", record.questions);
    assert!(cites(&record, "SE-SKIRM-10-ATTACKED"));
    assert_eq!(table.battle.unit(out).place, Place::Gone);
    assert!(table.battle.is_in_contact(a) && table.battle.is_in_contact(x));
}

#[test]
fn a_passed_test_in_a_charge_clears_an_old_withdrawal() {
    let day = Day::new().union(infantry("a", 8, [800, 900], 0, "")).confederate(infantry("x", 8, [800, 990], 180, ""));
    let mut table = day.begin();
    let x = table.id("x");
    table.battle.turn = 2;
    let unit = table.battle.unit_mut(x);
    (unit.withdrew, unit.withdrew_turn) = (Withdrawal::Rout, 1);
    let mut table = table.card(0).on_to(Phase::AnnounceCharges);
    table.announce("a", "x", None);
    table.obey(&Command::EndAnnouncement, &[], &[]);
    let record = table.obey(&Command::Charge { target: x }, &[4, 4, 4, 1], &[1]);
    assert!(cites(&record, "SE-CHARGE-8"));
    assert_eq!(table.battle.unit(x).withdrew, Withdrawal::None);
}

#[test]
fn marksmen_fire_at_an_officer_alone() {
    let day = Day::new()
        .switch("fire-at-officers", "on")
        .union(infantry("a", 4, [800, 900], 0, r#"traits = ["marksmen"]"#))
        .confederate(infantry("x", 8, [1600, 1900], 180, ""))
        .leader("Moss", "north", "at = [800, 980]");
    let mut table = day.begin().card(0);
    let (unit, officer) = (table.id("a"), table.officer("Moss"));
    let command = Command::DeclareFire { unit, stance: Stance::Hold, at: Vec::new(), officer: Some(officer) };
    table.obey(&command, &[], &[]);
    table.obey(&Command::EndDeclaration, &[], &[]);
    assert_eq!(table.battle.phase, Phase::ResolveFire);
    // Two hits, a one among their dice, and another one: killed; the unit he commands tests.
    let record = table.obey(&Command::ResolveFireAtOfficer { officer }, &[9, 1, 3, 1, 5], &[]);
    assert!(cites(&record, "SE-OPT-OFFICERS") && cites(&record, "SE-CAS-KILLED"));
    assert_eq!(table.battle.officers[officer.index()].health, Health::Vacant);
    assert_eq!(table.battle.phase, Phase::AnnounceCharges);
}

#[test]
fn several_officers_each_roll() {
    let day = Day::new()
        .union(infantry("a", 10, [800, 900], 0, ""))
        .confederate(infantry("x", 8, [800, 1000], 180, ""))
        .leader("Moss", "north", r#"with = "x""#);
    let mut table = day.begin();
    let (second, officer) = (table.theatre.posts[0].clone(), table.battle.officers[0]);
    table.theatre.posts.push(second);
    table.battle.officers.push(officer);
    let mut table = table.card(0);
    let (unit, target) = (table.id("a"), table.id("x"));
    let at = vec![Allotment { target, stands: 10, guns: 0 }];
    table.obey(&Command::DeclareFire { unit, stance: Stance::Hold, at, officer: None }, &[], &[]);
    table.obey(&Command::EndDeclaration, &[], &[]);
    // Three hits: the first officer's dice show a one and a light wound; so do those of the second.
    let record = table.obey(&Command::ResolveFire { target }, &[9, 1, 4, 4, 4, 1, 2, 3, 4], &[]);
    assert!(cites(&record, "SE-CAS-LIGHT"));
    assert!(
        table.battle.officers.iter().all(|officer| officer.health == Health::LightWound),
        "{:?}",
        table.battle.officers
    );
}

#[test]
fn mixed_guns_are_lost_as_their_owner_says() {
    let guns = r#"{ count = 4, weapon = "12-pdr-napoleon" }, { count = 4, weapon = "3-inch-rifle" }"#;
    let day = Day::new().union(infantry("a", 16, [800, 920], 0, "")).confederate(battery("x", guns, [800, 1000], 180));
    let mut table = day.begin().card(0);
    let (unit, target) = (table.id("a"), table.id("x"));
    let before = table.battle.unit(target).guns;
    let at = vec![Allotment { target, stands: 8, guns: 0 }];
    table.obey(&Command::DeclareFire { unit, stance: Stance::Hold, at, officer: None }, &[], &[]);
    table.obey(&Command::EndDeclaration, &[], &[]);
    let record = table.obey(&Command::ResolveFire { target }, &[9], &[1]);
    assert!(questions(&record).contains(&"lose-stand"), "{:?} {before:?}", record.events);
    let after = table.battle.unit(target).guns;
    assert_eq!((after[0], after[1]), (before[0], before[1] - 1));
}

#[test]
fn wagons_march_resupply_and_are_taken() {
    let day = Day::new().switch("ammunition", "on").union(infantry("a", 8, [800, 900], 0, "")).confederate(infantry(
        "x",
        8,
        [800, 1400],
        180,
        "",
    ));
    let mut table = day.begin();
    let (a, wagon, other) = (table.id("a"), table.id("wagon-0"), table.id("wagon-1"));
    assert!(table.battle.unit(wagon).is_on_field());
    table.battle.unit_mut(a).out_of_ammo = true;
    let at = table.battle.unit(a).centre;
    table.battle.unit_mut(wagon).centre = field::ground::Point::new(at.x, at.y - 80 * field::ground::YARD);
    let mut table = table.card(0);
    assert!(!table.battle.unit(a).out_of_ammo, "its wagon stands close behind it");
    table = table.on_to(Phase::Movement);
    table.obey(&Command::Move { unit: wagon, column_die: false, road_die: false }, &[3, 3, 3, 3], &[]);
    let back = Command::Face { degrees: Decimal::from_int(180) };
    table.obey(&back, &[], &[]);
    table.obey(&Command::Advance { inches: Decimal::from_int(4), oblique_degrees: Decimal::ZERO }, &[], &[]);
    let mut table = table.on_to(Phase::Draw);
    // The enemy's wagon stands before the regiment, and is charged.
    let here = table.battle.unit(a).centre;
    table.battle.unit_mut(other).centre = field::ground::Point::new(here.x, here.y + 150 * field::ground::YARD);
    table.battle.deck = 1;
    for unit in &mut table.battle.units {
        unit.done = Default::default();
    }
    let mut table = table.card(0).on_to(Phase::AnnounceCharges);
    table.obey(&Command::AnnounceCharge { unit: a, target: other, column_die: false, behind: None }, &[], &[]);
    table.obey(&Command::EndAnnouncement, &[], &[]);
    let record = table.obey(&Command::Charge { target: other }, &[4, 4, 4], &[0]);
    assert!(cites(&record, "SE-HOUSE-WAGONS") && cites(&record, "SE-MOVE-WAGON"));
    assert_eq!(table.battle.unit(other).place, Place::Gone);
    assert_eq!(table.battle.unit(other).captured, 1);
}

#[test]
fn the_folder_speaks_to_this_rulebook() {
    let day = Day::new()
        .switch("umpire-panic", "on")
        .union(infantry(
            "a",
            8,
            [800, 900],
            0,
            "for.elephant = { pieces = 5, grade = \"Elite\", weapon = \"repeaters\", ranks = 2 }",
        ))
        .confederate(infantry("x", 8, [800, 1400], 180, ""))
        .leader("Hale", "south", "at = [800, 700]\nfor.elephant = { morale = 3, combat = 0 }")
        .more("[for.elephant]\nturns = 5\nvisibility-yards = 300\npanic = [{ turn = 1, unit = \"x\", markers = 2 }]\n");
    let table = day.begin();
    let a = table.battle.unit(table.id("a"));
    assert_eq!((a.condition.stands, a.grade, a.files), (5, Grade::Elite, 3));
    assert_eq!(table.theatre.weapon_names(&table.battle, table.id("a")), ["repeaters"]);
    assert_eq!((table.theatre.posts[0].morale, table.theatre.posts[0].combat), (3, 0));
    assert_eq!(table.theatre.turns, 5);
    let mut table = table;
    let record = table.obey(&Command::DrawCard, &[1], &[]);
    assert!(cites(&record, "SE-PANIC-CAUSE-UMPIRE"));
    assert_eq!(table.battle.unit(table.id("x")).condition.panic, 2);

    let wrong = Day::new()
        .union(infantry("a", 8, [800, 900], 0, "for.elephant = { stand = 5 }"))
        .confederate(infantry("x", 8, [800, 1400], 180, ""));
    let fault = muster(trial::printed(), &wrong.plan()).expect_err("there is no such value");
    assert!(fault.to_string().contains("unknown field `stand`"), "{fault}");
}

#[test]
fn a_variant_begins_otherwise() {
    let day = Day::new()
        .union(infantry("a", 8, [800, 900], 0, ""))
        .union(infantry("b", 8, [1300, 900], 0, ""))
        .confederate(infantry("x", 8, [800, 1400], 180, ""))
        .more(
            "[[variant]]\nid = \"late\"\nname = \"Later\"\nstart = \"10:00\"\nabsent = [\"b\"]\n\
             placed = [{ unit = \"a\", at = [500, 500], facing = 90, posture = \"march\" }]\n",
        );
    let plan = day.plan();
    let (theatre, battle) = muster_variant(trial::printed(), &plan, "late").expect("there is such a variant");
    assert_eq!(theatre.regiments.len(), 2);
    assert_eq!(battle.units[0].formation, Formation::Column);
    assert!(theatre.turns < muster(trial::printed(), &plan).expect("it can be mustered").0.turns);
    let fault = muster_variant(trial::printed(), &plan, "early").expect_err("there is none");
    assert!(fault.to_string().contains("late"), "{fault}");
}

#[test]
fn horse_holders_stay_behind() {
    let day = Day::new()
        .switch("horse-holders", "on")
        .union(cavalry("a", 9, "breech-loading-carbine", [800, 900], 0))
        .confederate(infantry("x", 8, [800, 1900], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::Movement);
    let unit = table.id("a");
    table.obey(&Command::Move { unit, column_die: false, road_die: false }, &[4, 4], &[]);
    table.obey(&Command::Dismount, &[], &[]);
    assert_eq!(table.battle.unit(unit).condition.stands, 6);
    table.obey(&Command::MountUp, &[], &[]);
    assert_eq!(table.battle.unit(unit).condition.stands, 9);
}

#[test]
fn a_surrounded_unit_winds_its_way_out_or_surrenders() {
    // Enemies on three sides, and perhaps a river behind with no bridge.
    let day = Day::new()
        .union(infantry("a", 4, [800, 900], 0, ""))
        .confederate(infantry("x", 8, [800, 920], 180, ""))
        .confederate(infantry("w", 8, [690, 740], 90, ""))
        .confederate(infantry("e", 8, [910, 740], 270, ""));
    let closed = day.clone().ground("river", "LineString", "[[0, 760], [2400, 760]]");
    let run = |day: &Day, answers: &[u32]| {
        let mut table = day.begin();
        let a = table.id("a");
        table.battle.unit_mut(a).condition.panic = 2;
        table.battle.unit_mut(a).flank_fire_turn = 1;
        let mut table = table.card(0);
        // Nine and four: five over, a rout.
        let record = table.obey(&Command::Test { unit: a }, &[9], answers);
        (table.battle.unit(a).place, record)
    };
    let (place, record) = run(&closed, &[]);
    assert_eq!(place, Place::Gone);
    assert!(cites(&record, "SE-SURRENDER"));
    let (place, _) = run(&day, &[0]);
    assert_eq!(place, Place::Field, "between its enemies there is a way");
}

#[test]
fn a_charge_passes_through_friends() {
    let day = Day::new()
        .union(infantry("a", 6, [800, 800], 0, ""))
        .union(infantry("b", 6, [800, 860], 0, ""))
        .confederate(infantry("x", 6, [800, 1040], 180, ""));
    let mut table = day.begin();
    let b = table.id("b");
    // One sees and charges over men who lie down.
    table.battle.unit_mut(b).prone = true;
    let mut table = table.card(0).on_to(Phase::AnnounceCharges);
    table.announce("a", "x", None);
    table.obey(&Command::EndAnnouncement, &[], &[]);
    let x = table.id("x");
    let record = table.obey(&Command::Charge { target: x }, &[5, 5, 5, 0], &[1, 1]);
    assert!(cites(&record, "SE-INTERPEN-FORMED") && cites(&record, "SE-PEN-INTERPEN"));
    assert!(table.battle.unit(b).done.stands_still, "it stays free of harm because it does not move");
}

#[test]
fn an_officer_with_cavalry_goes_at_its_rate() {
    let day = Day::new()
        .union(cavalry("a", 6, "horse-pistol", [800, 900], 0))
        .confederate(infantry("x", 8, [800, 1900], 180, ""))
        .leader("Hale", "south", r#"with = "a""#);
    let mut table = day.begin().card(0).on_to(Phase::Movement);
    let unit = table.id("a");
    let record = table.obey(&Command::Move { unit, column_die: false, road_die: false }, &[4, 4], &[]);
    assert!(cites(&record, "SE-CMDR-MOVE-CAV"));
}

#[test]
fn a_card_whose_officer_alone_is_left_activates_him() {
    let day = Day::new()
        .union(infantry("a", 6, [800, 900], 0, ""))
        .confederate(infantry("x", 8, [800, 1900], 180, ""))
        .leader("Hale", "south", "at = [800, 700]");
    let mut table = day.begin();
    let (unit, hale) = (table.id("a"), table.officer("Hale"));
    table.battle.unit_mut(unit).done.activated = true;
    let mut table = table.card(0);
    // He alone only rides.
    assert_eq!(table.battle.phase, Phase::Movement);
    let to = field::ground::Point::new(800 * field::ground::YARD, 800 * field::ground::YARD);
    table.obey(&Command::MoveOfficer { officer: hale, to, join: None }, &[], &[]);
    assert!(table.battle.officers[hale.index()].moved);
}

#[test]
fn a_wounded_officer_stays_wounded_when_he_takes_over() {
    let east = infantry("b", 6, [1400, 900], 0, "");
    let day = Day::new()
        .union(infantry("a", 6, [800, 900], 0, ""))
        .confederate(infantry("x", 8, [800, 1900], 180, ""))
        .leader("Kent", "kent", "at = [1000, 600]")
        .leader("Reno", "east", "at = [1400, 700]")
        .more(&format!(
            "[[formation]]\nid = \"kent\"\nname = \"Kent\"\nlevel = \"division\"\nside = \"union\"\n\
             [[formation]]\nid = \"east\"\nname = \"East\"\nlevel = \"brigade\"\nunder = \"kent\"\nunits = [{east}]\n"
        ));
    let mut table = day.begin();
    let (kent, reno) = (table.officer("Kent").index(), table.officer("Reno").index());
    (table.battle.officers[kent].health, table.battle.officers[reno].health) = (Health::Vacant, Health::LightWound);
    let hq = table.theatre.posts[kent].hq;
    // The only card that is left is that of the division.
    table.battle.deck = 1 << hq.index();
    let table = table.card(0);
    assert!(table.battle.officers[kent].successor);
    assert_eq!(table.battle.officers[kent].health, Health::LightWound);
}

#[test]
fn whoever_a_ripple_shakes_charges_no_farther() {
    let day = Day::new()
        .union(infantry("a", 4, [715, 880], 0, ""))
        .union(infantry("b", 4, [885, 880], 0, ""))
        .confederate(infantry("x", 9, [800, 1060], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::AnnounceCharges);
    table.announce("a", "x", None);
    table.announce("b", "x", None);
    table.obey(&Command::EndAnnouncement, &[], &[]);
    let (a, b, x) = (table.id("a"), table.id("b"), table.id("x"));
    // Both come up; all stands fire at the first, who runs straight back; the second sees it and is shaken. Nobody is left to
    // be fired at or received.
    let record = table.obey(&Command::Charge { target: x }, &[5, 5, 5, 5, 5, 5, 9, 9, 9], &[0, 9, 0]);
    assert!(cites(&record, "SE-CHARGE-4-TEST"));
    assert!(table.battle.unit(a).has_withdrawn(1) && !table.battle.unit(b).has_withdrawn(1));
    assert!(!table.battle.is_in_contact(b) && !table.battle.is_in_contact(x));
}

#[test]
fn a_friend_who_withdrew_has_moved_and_is_run_into() {
    let pass = |withdrew: Withdrawal| {
        let day = Day::new()
            .union(infantry("a", 6, [800, 700], 0, ""))
            .union(infantry("b", 6, [800, 760], 0, ""))
            .confederate(infantry("x", 6, [800, 2200], 180, ""));
        let mut table = day.begin();
        let (unit, friend) = (table.id("a"), table.id("b"));
        let state = table.battle.unit_mut(friend);
        (state.withdrew, state.withdrew_turn) = (withdrew, 1);
        let mut table = table.card(0).on_to(Phase::Movement);
        table.obey(&Command::Move { unit, column_die: false, road_die: false }, &[5, 5, 5], &[]);
        table.obey(&Command::Advance { inches: Decimal::from_int(4), oblique_degrees: Decimal::ZERO }, &[], &[]);
        (table.battle.unit(unit).condition.hits, table.battle.unit(friend).condition.hits)
    };
    assert_eq!(pass(Withdrawal::None), (0, 0));
    assert_eq!(pass(Withdrawal::Retreat), (1, 1));
}

#[test]
fn the_front_rank_is_counted_once() {
    let day = Day::new()
        .switch("front-rank-fire", "on")
        .union(infantry("a", 6, [800, 920], 0, "for.elephant = { ranks = 2 }"))
        .confederate(infantry("x", 8, [800, 1000], 180, ""));
    let mut table = day.begin().card(0);
    let (unit, target) = (table.id("a"), table.id("x"));
    table.obey(&Command::FireAll { unit, stance: Stance::Hold, target }, &[], &[]);
    table.obey(&Command::EndDeclaration, &[], &[]);
    let record = table.obey(&Command::ResolveFire { target }, &[0], &[]);
    // Three of the six, at three each.
    let factor = record.events.iter().find_map(|event| match event {
        elephant::Event::Fired { factor_thousandths, .. } => Some(*factor_thousandths),
        _ => None,
    });
    assert_eq!(factor, Some(9_000));
}

#[test]
fn mounted_skirmishers_that_fired_move_as_the_table_wants() {
    let go = |choice: &'static str, inches: i32| {
        let day = Day::new()
            .switch("skirmisher-full-move", choice)
            .union(cavalry("a", 4, "breech-loading-carbine", [800, 700], 0))
            .confederate(infantry("x", 6, [800, 2200], 180, ""));
        let mut table = day.begin();
        let unit = table.id("a");
        let state = table.battle.unit_mut(unit);
        (state.formation, state.files) = (Formation::Skirmish, 4);
        let mut table = table.card(0).on_to(Phase::Movement);
        table.battle.unit_mut(unit).done.fired = Some(Stance::Move);
        table.obey(&Command::Move { unit, column_die: false, road_die: false }, &[4, 4], &[]);
        let ahead = Command::Advance { inches: Decimal::from_int(inches), oblique_degrees: Decimal::ZERO };
        table.theatre.is_legal(&table.battle, &ahead)
    };
    assert!(go("on", 8) && go("off", 4) && !go("off", 5));
}

/// What a battle may say of a unit is checked before this rulebook reads it, by the same names.
#[test]
fn battles_choose_among_the_grades_and_weapons_of_the_charts() {
    fn names<K: Key>() -> Vec<&'static str> {
        K::ALL.iter().map(|key| key.name()).collect()
    }
    assert_eq!(battle::names_for("elephant", "grade"), Some(&names::<Grade>()[..]));
    assert_eq!(battle::names_for("elephant", "weapon"), Some(&names::<Weapon>()[..]));
}
