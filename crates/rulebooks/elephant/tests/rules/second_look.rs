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
fn charging(day: Day, unit: &str, target: &str) -> Table {
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
    table.obey(&about, &[], &[]);
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
