//! Rules at their seams: who is still there, what has already been used up, and for whom a result counts.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use elephant::Event;
use elephant::charts::Grade;
use elephant::combat::{Combat, CombatSituation, Ending, Fighter};
use elephant::fire::Stance;
use elephant::play::{Command, Contact, Health, Phase, UnitId};
use elephant::unit::Formation;
use engine::{Decimal, Fast, Kept, Official, Play, Policy, Question, Scripted, Side};
use field::ground::{Point, YARD};
use field::plane::Turn;

use crate::field_day::{Day, Table, battery, cavalry, infantry};
use crate::support::{book, run};

/// A breastwork, and that it faces both ways.
const BREASTWORK: &str = r#"breastwork", "faces": "both"#;

fn questions(record: &Kept<Event>) -> Vec<&'static str> {
    record.questions.iter().map(|(question, _)| question.kind.name).collect()
}

/// How often a modifier counted.
fn count(record: &Kept<Event>, id: &str) -> usize {
    record.modifiers.iter().filter(|modifier| modifier.rule.id() == id).count()
}

/// Carries out an order with these dice; every question is answered by this rule.
fn obey(table: &mut Table, command: &Command, dice: &[u8], answer: fn(&Question) -> u32) -> Kept<Event> {
    let mut umpire = Official { dice: Scripted::new(dice), answers: Policy(answer), record: Kept::new() };
    let ruled = table.theatre.obey(&mut table.battle, command, &mut umpire);
    assert!(ruled.is_ok(), "{ruled:?}\nasked: {:?}", umpire.record.questions);
    umpire.dice.finish().expect("every die is thrown");
    umpire.record
}

/// The same with any dice.
fn obey_anyhow(table: &mut Table, command: &Command, answer: fn(&Question) -> u32) -> Kept<Event> {
    let mut umpire = Official { dice: Fast::seeded(3), answers: Policy(answer), record: Kept::new() };
    table.theatre.obey(&mut table.battle, command, &mut umpire).expect("it is carried out");
    umpire.record
}

/// A unit has announced its charge on an enemy, and it is about to go in.
fn charging(day: &Day, unit: &str, target: &str) -> Table {
    announced(day.begin(), &[unit], target)
}

fn announced(table: Table, units: &[&str], target: &str) -> Table {
    let mut table = table.card(0).on_to(Phase::AnnounceCharges);
    for unit in units {
        table.announce(unit, target, None);
    }
    table.obey(&Command::EndAnnouncement, &[], &[]);
    table
}

/// These units of the Union have come in on an enemy, and their fight is about to be fought.
fn fighting(mut table: Table, attackers: &[&str], target: &str) -> Table {
    let target = table.id(target);
    let contact = |charger| Contact { charger, target, flank_or_rear: false, due: true, engaged: false, melee: None };
    table.battle.contacts = attackers.iter().map(|unit| contact(table.id(unit))).collect();
    let mut table = table.card(0).on_to(Phase::Movement);
    obey(&mut table, &Command::EndMovement, &[], |_| 0);
    assert_eq!(table.battle.phase, Phase::Combat);
    table
}

/// Cavalry rides into the flank of a line with a general, and fires its pistols as it closes in.
fn pistols_at_a_general() -> Day {
    Day::new()
        .union(cavalry("a", 3, "horse-pistol", [800, 940], 0))
        .confederate(infantry("x", 6, [800, 1150], 90, ""))
        .leader("Moss", "north", r#"with = "x""#)
}

/// A unit with another close behind it and this many Panic Markers loses a stand, and wins. Gives the markers of the other.
fn wins_with(panic: u8) -> u8 {
    let day = Day::new()
        .union(infantry("a", 6, [800, 970], 0, ""))
        .union(infantry("b", 6, [800, 939], 0, ""))
        .confederate(infantry("x", 6, [800, 1000], 180, ""));
    let mut table = fighting(day.begin(), &["a"], "x");
    let (unit, behind) = (table.id("a"), table.id("b"));
    table.battle.unit_mut(unit).condition.panic = panic;
    let record = obey(&mut table, &Command::Fight { unit }, &[4], |_| 0);
    assert_eq!(table.battle.unit(unit).condition.lost, 1, "{:?}", record.events);
    table.battle.unit(behind).condition.panic
}

#[test]
fn a_target_that_runs_with_its_friends_is_not_fought() {
    let day = Day::new()
        .union(infantry("a", 6, [800, 800], 0, ""))
        .confederate(infantry("x", 6, [800, 1060], 180, ""))
        .confederate(infantry("y", 2, [970, 1060], 180, ""));
    let mut table = charging(&day, "a", "x");
    let (unit, target, friend) = (table.id("a"), table.id("x"), table.id("y"));
    for id in [target, friend] {
        table.battle.unit_mut(id).grade = Grade::Militia;
    }
    table.battle.unit_mut(friend).condition.panic = 2;
    // It comes up; the friend tests to fire at it and routs, and the target sees that and retreats.
    let record = obey(&mut table, &Command::Charge { target }, &[5, 5, 5, 9, 9], |_| 0);
    assert!(table.battle.unit(target).has_withdrawn(1));
    assert!(!table.battle.is_in_contact(unit) && !table.battle.is_in_contact(target));
    let asked = questions(&record);
    assert!(asked.contains(&"occupy") && !asked.contains(&"first-fire"), "{asked:?}");
}

#[test]
fn a_target_that_runs_for_the_loss_of_its_general_is_not_fought() {
    let mut table = charging(&pistols_at_a_general(), "a", "x");
    let (unit, target) = (table.id("a"), table.id("x"));
    // It receives the charge; pistols; one hit; a serious wound, and the test for it.
    let record = obey(&mut table, &Command::Charge { target }, &[5, 5, 3, 9, 1, 2, 9], |_| 0);
    assert!(table.battle.unit(target).has_withdrawn(1), "{:?}", record.events);
    assert!(!table.battle.is_in_contact(unit) && !table.battle.is_in_contact(target));
    assert_eq!(questions(&record).last(), Some(&"occupy"), "{:?}", record.questions);
}

/// The same with a second general beside the first, and the charge announced.
fn pistols_at_two_generals() -> Table {
    let mut table = pistols_at_a_general().begin();
    let (second, officer) = (table.theatre.posts[0].clone(), table.battle.officers[0]);
    table.theatre.posts.push(second);
    table.battle.officers.push(officer);
    announced(table, &["a"], "x")
}

#[test]
fn every_officer_with_the_target_is_in_danger_from_pistols() {
    let mut table = pistols_at_two_generals();
    let target = table.id("x");
    // One hit: a light wound for either of them.
    obey(&mut table, &Command::Charge { target }, &[5, 5, 3, 9, 1, 4, 1, 4], |_| 0);
    let wounded = table.battle.officers.iter().all(|officer| officer.health == Health::LightWound);
    assert!(wounded, "{:?}", table.battle.officers);
}

#[test]
fn a_wound_is_that_of_the_officer_in_danger() {
    let mut table = pistols_at_two_generals();
    let target = table.id("x");
    // The first one helped somebody else this turn; the second, who helps here, was hit before.
    table.battle.officers[0].steadies = Some(table.id("a"));
    table.battle.officers[1].health = Health::LightWound;
    // A light wound for the first; nothing happens to the second.
    obey(&mut table, &Command::Charge { target }, &[5, 5, 3, 9, 1, 4, 4], |_| 0);
    let health: Vec<Health> = table.battle.officers.iter().map(|officer| officer.health).collect();
    assert_eq!(health, [Health::LightWound, Health::LightWound]);
}

#[test]
fn a_charge_that_stops_far_off_drives_no_skirmishers_back() {
    let day = Day::new().union(infantry("a", 6, [800, 100], 0, "")).confederate(infantry("x", 4, [800, 1000], 180, ""));
    let mut table = day.begin();
    let target = table.id("x");
    let skirmishers = table.battle.unit_mut(target);
    (skirmishers.formation, skirmishers.files) = (Formation::Skirmish, 4);
    let before = skirmishers.centre;
    let mut table = announced(table, &["a"], "x");
    table.obey(&Command::Charge { target }, &[2, 2, 2], &[]);
    assert_eq!(table.battle.unit(target).centre, before);
    assert!(!table.battle.unit(target).done.moved);
}

#[test]
fn each_gun_of_a_battery_fires_once_at_a_charge() {
    let guns = r#"{ count = 4, weapon = "12-pdr-napoleon" }, { count = 4, weapon = "3-inch-rifle" }"#;
    let day = Day::new()
        .union(infantry("a", 4, [700, 860], 0, ""))
        .union(infantry("b", 4, [900, 860], 0, ""))
        .confederate(battery("x", guns, [800, 1060], 180));
    let mut table = announced(day.begin(), &["a", "b"], "x");
    let target = table.id("x");
    // A pair for the first, and all others for the second.
    let one_pair = |question: &Question| u32::from(question.kind.name == "first-fire-stands");
    let record = obey_anyhow(&mut table, &Command::Charge { target }, one_pair);
    let factors: Vec<i32> = record
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Fired { factor_thousandths, .. } => Some(factor_thousandths / 1_000),
            _ => None,
        })
        .take(2)
        .collect();
    assert_eq!(factors, [2 * 12, 2 * 7], "{:?}", record.events);
}

#[test]
fn a_wall_counts_only_against_those_who_come_over_it() {
    let day = Day::new()
        .ground("stone-wall", "LineString", "[[600, 1002], [1000, 1002]]")
        .union(infantry("a", 6, [800, 999], 0, ""))
        .union(infantry("b", 6, [921, 1015], 270, ""))
        .confederate(infantry("x", 6, [800, 1000], 180, ""));
    let mut table = fighting(day.begin(), &["a", "b"], "x");
    let unit = table.id("a");
    let record = obey_anyhow(&mut table, &Command::Fight { unit }, |_| 0);
    let dice = record.events.iter().filter(|event| matches!(event, Event::Fought { .. })).count();
    assert_eq!((dice, count(&record, "SE-COMBAT-SHIFT-FENCE")), (2, 1), "{:?}", record.modifiers);
}

#[test]
fn a_charger_shaken_by_the_loss_of_its_general_halts() {
    let day = Day::new()
        .union(infantry("a", 6, [800, 800], 0, ""))
        .confederate(infantry("x", 6, [800, 1060], 180, ""))
        .leader("Hale", "south", r#"with = "a""#);
    let mut table = charging(&day, "a", "x");
    let (unit, target) = (table.id("a"), table.id("x"));
    // One hit, and a serious wound; shaken by that, but not by the fire.
    let dice = [5, 5, 5, 5, 1, 2, 7, 2];
    let record = obey(&mut table, &Command::Charge { target }, &dice, |_| 0);
    assert!(!table.battle.is_in_contact(unit));
    assert_eq!(questions(&record), ["first-fire"]);
}

#[test]
fn an_overenthusiastic_unit_charges_the_nearest_enemy_and_no_other() {
    let day = Day::new()
        .union(infantry("a", 6, [800, 800], 0, ""))
        .confederate(infantry("x", 4, [560, 960], 180, ""))
        .confederate(infantry("y", 4, [900, 1060], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::AnnounceCharges);
    let (unit, nearest, other) = (table.id("a"), table.id("x"), table.id("y"));
    let charge = |target: UnitId| Command::AnnounceCharge { unit, target, column_die: false, behind: None };
    let mut calm = table.clone();
    calm.obey(&charge(other), &[], &[]);
    table.battle.unit_mut(unit).overenthusiastic = true;
    let why = table.refused(&charge(other)).to_string();
    assert!(why.contains("SE-MORALE-RES-OVER"), "{why}");
    let refused = table.theatre.obey(
        &mut table.battle,
        &charge(nearest),
        &mut Official { dice: Scripted::new(&[]), answers: Policy(|_: &Question| 0), record: Kept::<Event>::new() },
    );
    assert!(!format!("{refused:?}").contains("SE-MORALE-RES-OVER"), "{refused:?}");
}

#[test]
fn an_overenthusiastic_unit_does_not_turn_its_back_on_the_enemy() {
    let day = Day::new().union(infantry("a", 6, [800, 400], 0, "")).confederate(infantry("x", 6, [800, 1900], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::Movement);
    let unit = table.id("a");
    table.battle.unit_mut(unit).overenthusiastic = true;
    table.obey(&Command::Move { unit, column_die: false, road_die: false }, &[5, 5, 5], &[]);
    let about = Command::Face { degrees: Decimal::from_int(180) };
    let why = table.refused(&about).to_string();
    assert!(why.contains("SE-MORALE-RES-OVER"), "{why}");
    // Whoever looks the other way turns round.
    let state = table.battle.unit_mut(unit);
    state.heading = state.heading.turned(Turn::HALF);
    let why = table.refused(&Command::EndMove).to_string();
    assert!(why.contains("SE-MORALE-RES-OVER") && why.contains("face 180"), "{why}");
    table.obey(&about, &[], &[]);
    // And then it goes.
    let why = table.refused(&Command::EndMove).to_string();
    assert!(why.contains("12 inches left: advance"), "{why}");
}

#[test]
fn an_overenthusiastic_unit_that_crosses_an_obstacle_has_made_its_whole_move() {
    let day = Day::new()
        .ground("abatis", "LineString", "[[0, 440], [2400, 440]]")
        .union(infantry("a", 6, [800, 400], 0, ""))
        .confederate(infantry("x", 6, [800, 1900], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::Movement);
    let unit = table.id("a");
    table.battle.unit_mut(unit).overenthusiastic = true;
    // But it crosses none that lies the other way.
    let mut away = table.clone();
    let state = away.battle.unit_mut(unit);
    (state.centre.y, state.heading) = (480 * YARD, state.heading.turned(Turn::HALF));
    let why = away.refused(&Command::CrossObstacle { unit }).to_string();
    assert!(why.contains("goes for x and nothing else"), "{why}");
    table.obey(&Command::CrossObstacle { unit }, &[], &[]);
    assert!(table.battle.moving.is_none() && table.battle.unit(unit).done.moved);
    table.obey(&Command::EndMovement, &[], &[]);
}

#[test]
fn whoever_follows_up_takes_the_markers_of_the_result() {
    assert_eq!([0, 1, 2].map(wins_with), [1, 1, 1], "also where the unit in front can take no more");
}

#[test]
fn whoever_follows_up_behind_a_shaken_target_takes_its_marker() {
    let day = Day::new()
        .union(infantry("a", 6, [800, 930], 0, ""))
        .confederate(infantry("x", 6, [800, 1030], 180, ""))
        .confederate(infantry("y", 6, [800, 1061], 180, ""));
    let mut table = charging(&day, "a", "x");
    let (target, behind) = (table.id("x"), table.id("y"));
    // No second fire; it is shaken, but receives the charge.
    table.obey(&Command::Charge { target }, &[5, 5, 5, 9], &[1]);
    assert!(table.battle.is_in_contact(target));
    assert_eq!(table.battle.unit(behind).condition.panic, 1);
}

#[test]
fn nobody_stays_engaged_with_an_enemy_beaten_before() {
    let regiment = |stands| Fighter { grade: Grade::Regular, ..Fighter::infantry(stands) };
    let (attackers, defenders) = (vec![regiment(8), regiment(6)], vec![regiment(7)]);
    let situation = CombatSituation { side: Side::Union, attackers, defenders };
    let run = run::<Combat>(&book(), &situation, &[3, 6], &[]);
    assert_eq!(run.outcome.defenders[0].ending, Ending::Retreats);
    assert_eq!(run.outcome.attackers[1].ending, Ending::Stands);
}

#[test]
fn whoever_breaks_off_has_moved_of_his_own_will() {
    let day = Day::new().union(infantry("a", 6, [800, 970], 0, "")).confederate(infantry("x", 6, [800, 1000], 180, ""));
    let mut table = day.begin();
    let (unit, target) = (table.id("a"), table.id("x"));
    let engaged = Contact { charger: unit, target, flank_or_rear: false, due: false, engaged: true, melee: None };
    table.battle.contacts = vec![engaged];
    let mut table = table.card(0).on_to(Phase::Movement);
    obey(&mut table, &Command::BreakOff { unit }, &[], |_| 0);
    let done = table.battle.unit(unit).done;
    assert!(done.moved && done.marched);
}

#[test]
fn cavalry_that_does_not_ride_out_has_not_moved_of_its_own_will() {
    let column = infantry("a", 6, [800, 850], 90, "").replace(r#"posture = "line""#, r#"posture = "march""#);
    let riders = cavalry("x", 6, "horse-pistol", [1200, 985], 180);
    let mut table = Day::new().union(column).confederate(riders).begin().card(0).on_to(Phase::Movement);
    let (unit, riders) = (table.id("a"), table.id("x"));
    table.obey(&Command::Move { unit, column_die: true, road_die: false }, &[5, 5, 5, 5], &[]);
    let ahead = Command::Advance { inches: Decimal::from_int(20), oblique_degrees: Decimal::ZERO };
    // It wants to, and is shaken.
    obey(&mut table, &ahead, &[9], |_| 0);
    let done = table.battle.unit(riders).done;
    assert!(done.moved && !done.marched);
}

#[test]
fn the_wall_of_a_fort_is_no_fieldwork_in_combat() {
    for (kind, counts) in [(BREASTWORK, 1), ("fort-wall", 0)] {
        let day = Day::new()
            .ground(kind, "LineString", "[[600, 1002], [1000, 1002]]")
            .union(infantry("a", 6, [800, 999], 0, ""))
            .confederate(infantry("x", 6, [800, 1000], 180, ""));
        let mut table = fighting(day.begin(), &["a"], "x");
        let unit = table.id("a");
        let record = obey_anyhow(&mut table, &Command::Fight { unit }, |_| 0);
        assert_eq!(count(&record, "SE-COMBAT-SHIFT-WORKS"), counts, "{kind}: {:?}", record.modifiers);
    }
}

#[test]
fn works_and_hedges_cover_mounted_men_and_walls_do_not() {
    for (kind, hard, soft) in [(BREASTWORK, 1, 0), ("hedge", 0, 1), ("stone-wall", 0, 0), ("rail-fence", 0, 0)] {
        let day = Day::new()
            .ground(kind, "LineString", "[[600, 1002], [1000, 1002]]")
            .union(infantry("a", 6, [800, 850], 0, ""))
            .confederate(cavalry("x", 6, "horse-pistol", [800, 1000], 180));
        let mut table = day.begin().card(0);
        let (unit, target) = (table.id("a"), table.id("x"));
        table.obey(&Command::FireAll { unit, stance: Stance::Hold, target }, &[], &[]);
        table.obey(&Command::EndDeclaration, &[], &[]);
        let record = table.obey(&Command::ResolveFire { target }, &[0], &[]);
        let found = (count(&record, "SE-FIRE-SHIFT-HARD"), count(&record, "SE-FIRE-SHIFT-SOFT"));
        assert_eq!(found, (hard, soft), "{kind}: {:?}", record.modifiers);
    }
}

#[test]
fn pistols_find_a_column_on_a_road_exposed() {
    let column = infantry("x", 6, [800, 1150], 180, "").replace(r#"posture = "line""#, r#"posture = "march""#);
    let day = Day::new()
        .ground("road", "LineString", "[[800, 0], [800, 2400]]")
        .union(cavalry("a", 3, "horse-pistol", [800, 900], 0))
        .confederate(column);
    let mut table = charging(&day, "a", "x");
    let target = table.id("x");
    // No fire at it, and it receives the charge.
    let only_pistols = |question: &Question| u32::from(question.kind.name != "charge-pistols");
    let record = obey(&mut table, &Command::Charge { target }, &[5, 5, 3, 0], only_pistols);
    assert!(questions(&record).contains(&"charge-pistols"), "{:?}", record.questions);
    assert_eq!(count(&record, "SE-FIRE-SHIFT-EXPOSED"), 1, "{:?}", record.modifiers);
}

#[test]
fn a_successor_has_his_own_help_to_give() {
    let day = Day::new()
        .union(infantry("a", 6, [800, 900], 0, ""))
        .confederate(infantry("x", 8, [800, 1900], 180, ""))
        .leader("Hale", "south", r#"with = "a""#);
    let mut table = day.begin();
    let (hale, unit) = (table.officer("Hale").index(), table.id("x"));
    let fallen = &mut table.battle.officers[hale];
    (fallen.health, fallen.steadies, fallen.leads) = (Health::Vacant, Some(unit), Some(unit));
    let table = table.card(0);
    let successor = table.battle.officers[hale];
    assert!(successor.successor);
    assert_eq!((successor.steadies, successor.leads), (None, None));
}

#[test]
fn guns_fire_in_pairs_at_whoever_passes() {
    let guns = r#"{ count = 8, weapon = "12-pdr-napoleon" }"#;
    let column = infantry("a", 6, [700, 850], 90, "").replace(r#"posture = "line""#, r#"posture = "march""#);
    let day = Day::new().union(column).confederate(battery("x", guns, [1200, 985], 180));
    let mut table = day.begin().card(0).on_to(Phase::Movement);
    let unit = table.id("a");
    table.obey(&Command::Move { unit, column_die: true, road_die: false }, &[5, 5, 5, 5], &[]);
    let mut fired = 0;
    for inches in 1..=20 {
        let mut table = table.clone();
        let ahead = Command::Advance { inches: Decimal::from_int(inches), oblique_degrees: Decimal::ZERO };
        let record = obey_anyhow(&mut table, &ahead, |_| 0);
        for event in &record.events {
            if let Event::Fired { factor_thousandths, .. } = event {
                fired += 1;
                // A gun counts nine or twelve, by its range: two or four of them.
                let factor = factor_thousandths / 1_000;
                assert!([18, 21, 24, 36, 39, 42, 45, 48].contains(&factor), "{factor}");
            }
        }
    }
    assert!(fired > 0);
}

#[test]
fn where_a_charge_began_says_whether_it_strikes_the_flank_of_a_parent() {
    let day =
        Day::new().union(infantry("a", 8, [1500, 960], 270, "")).confederate(infantry("x", 8, [800, 1100], 180, ""));
    let mut table = day.begin().card(1).on_to(Phase::Movement);
    let (unit, parent, out) = (table.id("a"), table.id("x"), UnitId::at(2));
    let at = Some(Point::new(800 * YARD, 1_000 * YARD));
    table.obey(&Command::DeploySkirmishers { unit: parent, stands: 2, at }, &[], &[]);
    table.battle.unit_mut(out).centre = Point::new(1_060 * YARD, 960 * YARD);
    let mut table = table.on_to(Phase::Draw).card(0).on_to(Phase::AnnounceCharges);
    table.obey(&Command::AnnounceCharge { unit, target: out, column_die: false, behind: None }, &[], &[]);
    table.obey(&Command::EndAnnouncement, &[], &[]);
    // Nobody fires; it goes on at the parent, which it comes before only on its way.
    let go_on = |question: &Question| if question.kind.name == "carry-on" { 2 } else { 1 };
    obey(&mut table, &Command::Charge { target: out }, &[5, 5, 5, 3], go_on);
    let contacts = &table.battle.contacts;
    assert!(contacts.iter().any(|contact| contact.target == parent && contact.flank_or_rear), "{contacts:?}");
}

#[test]
fn nobody_comes_to_skirmish_close_to_an_enemy() {
    let riders = |y: i32| {
        let day = Day::new().union(cavalry("a", 4, "breech-loading-carbine", [800, y], 0)).confederate(infantry(
            "x",
            6,
            [800, 1000],
            180,
            "",
        ));
        let mut table = day.begin().card(0).on_to(Phase::Movement);
        let unit = table.id("a");
        table.obey(&Command::Move { unit, column_die: false, road_die: false }, &[5, 5], &[]);
        table
    };
    let why = riders(930).refused(&Command::Dismount).to_string();
    assert!(why.contains("SE-SKIRM-3-STANDOFF"), "{why}");
    obey(&mut riders(880), &Command::Dismount, &[], |_| 1);
    // Eighty yards beyond an abatis stands an enemy: near enough for a line only.
    let day = Day::new()
        .ground("abatis", "LineString", "[[600, 820], [1000, 820]]")
        .union(infantry("a", 4, [800, 800], 0, ""))
        .confederate(infantry("x", 6, [800, 931], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::Movement);
    let unit = table.id("a");
    obey(&mut table.clone(), &Command::CrossObstacle { unit }, &[], |_| 1);
    let skirmishers = table.battle.unit_mut(unit);
    (skirmishers.formation, skirmishers.files) = (Formation::Skirmish, 4);
    let why = table.refused(&Command::CrossObstacle { unit }).to_string();
    assert!(why.contains("SE-SKIRM-3-STANDOFF"), "{why}");
}
