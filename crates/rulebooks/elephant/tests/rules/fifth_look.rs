//! Houses, rivers and walls in the way, the friends of a long line that runs, and flanks in a fight of several.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use elephant::Event;
use elephant::charts::Grade;
use elephant::fire::Stance;
use elephant::play::{Command, Contact, Health, Phase, Place, UnitId};
use elephant::unit::Formation;
use engine::{Decimal, GivenAnswers, Kept, Play};
use field::ground::{Point, YARD};

use crate::field_day::{Day, Table, battery, cites, infantry};

fn ahead(inches: i32) -> Command {
    Command::Advance { inches: Decimal::from_int(inches), oblique_degrees: Decimal::ZERO }
}

fn charges(table: &Table, unit: &str, target: &str) -> Command {
    Command::AnnounceCharge { unit: table.id(unit), target: table.id(target), column_die: false, behind: None }
}

fn contact(charger: UnitId, target: UnitId) -> Contact {
    Contact { charger, target, flank_or_rear: false, due: true, engaged: false, melee: None }
}

/// A unit fails its test by so much that it runs; these dice, and the first answer to every question.
fn routs(table: &mut Table, unit: &str, dice: &[u8]) -> Kept<Event> {
    let unit = table.id(unit);
    table.obey_as(&Command::Test { unit }, dice, |_| 0)
}

/// A unit that is about to test at the worst.
fn shake(table: &mut Table, unit: &str) {
    let unit = table.id(unit);
    let unit = table.battle.unit_mut(unit);
    (unit.condition.panic, unit.flank_fire_turn) = (2, 1);
}

/// A unit skirmishes as a whole.
fn skirmish(table: &mut Table, unit: UnitId) {
    let unit = table.battle.unit_mut(unit);
    (unit.formation, unit.files) = (Formation::Skirmish, unit.condition.stands as u8);
}

#[test]
fn the_neighbour_of_a_long_line_sees_it_run() {
    for stands in [10_u32, 6, 2] {
        // Elbow to elbow: five yards lie between them.
        let beside = 1000 + stands as i32 * 40 + 5;
        let day = Day::new()
            .union(infantry("a", stands, [1000, 900], 0, ""))
            .union(infantry("b", stands, [beside, 900], 0, ""))
            .confederate(infantry("x", 4, [1000, 1400], 180, ""))
            .confederate(infantry("y", 20, [1600, 2200], 180, ""));
        let mut table = day.begin();
        shake(&mut table, "a");
        let mut table = table.card(0);
        let record = routs(&mut table, "a", &[9, 0]);
        assert!(cites(&record, "SE-RIPPLE-TABLE"), "{stands} stands");
    }
}

#[test]
fn whoever_stands_where_a_unit_came_to_stand_sees_it_run() {
    // The way of 400 yards ends on d, and a goes on beyond it, towards b, who is too far from the end of the way itself.
    let day = Day::new()
        .union(infantry("a", 2, [1000, 1300], 0, ""))
        .union(infantry("d", 2, [1000, 900], 0, ""))
        .union(infantry("b", 2, [1000, 745], 0, ""))
        .confederate(infantry("x", 4, [1000, 1700], 180, ""))
        .confederate(infantry("y", 20, [1600, 2200], 180, ""));
    let mut table = day.begin();
    shake(&mut table, "a");
    let (a, b, d) = (table.id("a"), table.id("b"), table.id("d"));
    table.battle.unit_mut(d).withdrew_turn = 1;
    table.battle.unit_mut(d).withdrew = elephant::unit::Withdrawal::Retreat;
    let mut table = table.card(0);
    let record = routs(&mut table, "a", &[9, 0]);
    assert!(table.battle.unit(a).centre.y < table.battle.unit(d).centre.y);
    assert!(cites(&record, "SE-RIPPLE-TABLE"), "{:?} {:?}", table.battle.unit(a).centre, table.battle.unit(b).centre);
}

#[test]
fn one_sees_into_houses_as_into_woods_and_not_through_them() {
    let day = |kind: &str, depth: i32, at: i32| {
        let (south, north) = (1000, 1000 + depth);
        let area = format!("[[[600, {south}], [1000, {south}], [1000, {north}], [600, {north}], [600, {south}]]]");
        let day = Day::new().ground(kind, "Polygon", &area).union(infantry("a", 6, [800, 930], 0, ""));
        day.confederate(infantry("x", 6, [800, at], 180, "")).begin()
    };
    let fires = |table: &Table, unit: &str, target: &str| Command::FireAll {
        unit: table.id(unit),
        stance: Stance::Hold,
        target: table.id(target),
    };
    for kind in ["village", "building", "open-wood"] {
        let near = day(kind, 400, 1040);
        near.clone().card(0).obey(&fires(&near, "a", "x"), &[], &[]);
        near.clone().card(0).on_to(Phase::AnnounceCharges).announce("a", "x", None);
        near.clone().card(1).obey(&fires(&near, "x", "a"), &[], &[]);
        // Deeper than the edge nobody is seen.
        let deep = day(kind, 400, 1100).card(0);
        assert!(deep.refused(&fires(&deep, "a", "x")).to_string().contains("sight"), "{kind}");
    }
    for kind in ["village", "building"] {
        let behind = day(kind, 10, 1040).card(0);
        assert!(behind.refused(&fires(&behind, "a", "x")).to_string().contains("sight"), "{kind}");
    }
}

/// A regiment with a river behind it runs; whether it surrenders.
fn runs_over(crossing: &str, shape: (&str, &str), files: u8) -> bool {
    let mut day = Day::new()
        .ground("river", shape.0, shape.1)
        .union(infantry("a", 4, [800, 900], 0, ""))
        .confederate(infantry("x", 8, [800, 1000], 180, ""));
    if !crossing.is_empty() {
        day = day.ground(crossing, "Point", "[800, 800]");
    }
    let mut table = day.begin();
    shake(&mut table, "a");
    let unit = table.id("a");
    if files == 2 {
        let unit = table.battle.unit_mut(unit);
        (unit.formation, unit.files) = (Formation::Column, files);
    }
    let mut table = table.card(0);
    cites(&routs(&mut table, "a", &[9]), "SE-SURRENDER")
}

#[test]
fn a_line_runs_over_a_bridge_and_through_a_ford() {
    let line = ("LineString", "[[0, 800], [2400, 800]]");
    let area = ("Polygon", "[[[0, 780], [2400, 780], [2400, 820], [0, 820], [0, 780]]]");
    for shape in [line, area] {
        for files in [4, 2] {
            for crossing in ["bridge", "ford"] {
                assert!(!runs_over(crossing, shape, files), "{crossing} {shape:?} {files}");
            }
            assert!(runs_over("", shape, files));
        }
    }
}

#[test]
fn a_line_wades_a_ford_and_does_not_cross_a_bridge() {
    let day = |crossing: &str, enemy: [i32; 2]| {
        Day::new()
            .ground("river", "LineString", "[[0, 1000], [2400, 1000]]")
            .ground(crossing, "Point", "[800, 1000]")
            .union(infantry("a", 4, [800, 940], 0, ""))
            .confederate(infantry("x", 4, enemy, 180, ""))
            .begin()
            .card(0)
    };
    let moving = |crossing: &str| {
        let mut table = day(crossing, [1600, 2200]).on_to(Phase::Movement);
        let unit = table.id("a");
        table.obey(&Command::Move { unit, column_die: false, road_die: false }, &[5, 5, 5], &[]);
        table
    };
    assert!(cites(&moving("ford").obey(&ahead(4), &[], &[]), "SE-PEN-STREAM"));
    assert!(moving("bridge").refused(&ahead(4)).to_string().contains("columns only"));
    let charging = |crossing: &str| day(crossing, [800, 1060]).on_to(Phase::AnnounceCharges);
    charging("ford").announce("a", "x", None);
    let table = charging("bridge");
    assert!(table.refused(&charges(&table, "a", "x")).to_string().contains("columns only"));
}

#[test]
fn skirmishers_and_prolonging_guns_have_a_front_too() {
    for kind in ["bridge", "defile"] {
        let day = |unit: String| {
            let mut day = Day::new().ground(kind, "Point", "[800, 1000]").union(unit);
            if kind == "bridge" {
                day = day.ground("river", "LineString", "[[0, 1000], [2400, 1000]]");
            }
            day.confederate(infantry("x", 4, [1600, 2200], 180, "")).begin()
        };
        for (stands, may) in [(6, false), (2, true)] {
            let mut table = day(infantry("a", stands, [800, 850], 0, ""));
            let unit = table.id("a");
            skirmish(&mut table, unit);
            let mut table = table.card(0).on_to(Phase::Movement);
            table.obey(&Command::Move { unit, column_die: false, road_die: false }, &[5, 5, 5, 5], &[]);
            if may {
                table.obey(&ahead(8), &[], &[]);
            } else {
                let why = table.refused(&ahead(8)).to_string();
                assert!(why.contains("columns only"), "{kind}: {why}");
            }
        }
        let guns = r#"{ count = 8, weapon = "12-pdr-napoleon" }"#;
        let mut table = day(battery("a", guns, [800, 930], 0)).card(0).on_to(Phase::Movement);
        let unit = table.id("a");
        table.obey(&Command::Prolong { unit }, &[5], &[]);
        let why = table.refused(&ahead(2)).to_string();
        assert!(why.contains("columns only"), "{kind}: {why}");
    }
}

#[test]
fn a_flank_counts_against_whoever_is_struck_in_it() {
    // x came in on the flank of a in an earlier round; b has charged it now.
    let day = Day::new()
        .union(infantry("a", 6, [800, 970], 0, ""))
        .union(infantry("b", 6, [921, 1015], 270, ""))
        .confederate(infantry("x", 6, [800, 1000], 180, ""));
    let mut table = day.begin();
    let (a, b, x) = (table.id("a"), table.id("b"), table.id("x"));
    let old = Contact { flank_or_rear: true, due: false, engaged: true, ..contact(x, a) };
    table.battle.contacts = [old, contact(b, x)].into_iter().collect();
    let mut table = table.card(0).on_to(Phase::Movement);
    table.obey_as(&Command::EndMovement, &[], |_| 0);
    let record = table.obey_as(&Command::Fight { unit: x }, &[3, 3], |_| 0);
    let flanks = record.modifiers.iter().filter(|one| one.rule.id() == "SE-COMBAT-SHIFT-FLANK").count();
    assert_eq!(flanks, 1, "{:?}", record.events);
}

#[test]
fn whose_flank_is_struck_beside_the_target_is_judged_where_the_charge_began() {
    for start in [745, 895] {
        let day = Day::new().union(infantry("a", 10, [920, start + 15], 0, "")).confederate(infantry(
            "y",
            6,
            [975, 1120],
            90,
            "",
        ));
        // A charge on y itself says whether it comes on his flank.
        let mut table = day.begin().card(0).on_to(Phase::AnnounceCharges);
        table.announce("a", "y", None);
        let on_flank = table.battle.announced[0].flank_or_rear;
        let mut table = day.confederate(infantry("x", 3, [860, 1000], 180, "")).begin().card(0);
        table = table.on_to(Phase::AnnounceCharges);
        table.announce("a", "x", None);
        table.obey(&Command::EndAnnouncement, &[], &[]);
        let (x, y) = (table.id("x"), table.id("y"));
        table.obey_as(&Command::Charge { target: x }, &[5, 5, 5, 2], |_| 1);
        let beside = table.battle.contacts.iter().find(|one| one.target == y).expect("it is touched");
        assert_eq!(beside.flank_or_rear, on_flank, "from {start}");
    }
}

#[test]
fn an_obstacle_is_crossed_only_where_there_is_ground_behind_it() {
    for (second, what) in [("river", "a river"), ("fort-wall", "a major obstacle"), ("cliff", "a cliff")] {
        let day = Day::new()
            .ground("abatis", "LineString", "[[0, 1000], [2400, 1000]]")
            .ground(second, "LineString", "[[0, 1015], [2400, 1015]]")
            .union(infantry("a", 3, [800, 980], 0, ""))
            .confederate(infantry("x", 4, [1600, 2200], 180, ""));
        let table = day.begin().card(0).on_to(Phase::Movement);
        let why = table.refused(&Command::CrossObstacle { unit: table.id("a") }).to_string();
        assert!(why.contains(what) && why.contains("15 yards") && why.contains("31"), "{why}");
    }
}

#[test]
fn skirmishers_cross_the_nearest_obstacle_wherever_they_look() {
    let day = |heading: u16| {
        Day::new()
            .ground("abatis", "LineString", "[[0, 1000], [2400, 1000]]")
            .union(infantry("a", 3, [800, 980], heading, ""))
            .confederate(infantry("x", 4, [1600, 2200], 180, ""))
            .begin()
    };
    for heading in [0, 90, 180, 270] {
        let mut table = day(heading);
        let unit = table.id("a");
        skirmish(&mut table, unit);
        if heading % 180 == 90 {
            // They stand along the obstacle whichever way the block of the folder looked.
            table.battle.unit_mut(unit).centre = Point::new(800 * YARD, 880 * YARD);
        }
        let mut table = table.card(0).on_to(Phase::Movement);
        table.obey(&Command::CrossObstacle { unit }, &[], &[]);
        let centre = table.battle.unit(unit).centre;
        assert!((1_015 * YARD..1_020 * YARD).contains(&centre.y), "{heading}: {}", centre.y / YARD);
        assert!((centre.x - 800 * YARD).abs() < 20 * YARD, "{heading}: {}", centre.x / YARD);
    }
    let table = day(90).card(0).on_to(Phase::Movement);
    let why = table.refused(&Command::CrossObstacle { unit: table.id("a") }).to_string();
    assert!(why.contains("straight ahead"), "{why}");
}

#[test]
fn a_charge_is_foreseen_with_the_charges_that_must_be_announced_too() {
    let day = Day::new()
        .union(infantry("a", 6, [800, 900], 0, ""))
        .union(infantry("b", 6, [1400, 900], 0, ""))
        .confederate(infantry("x", 6, [800, 1060], 180, ""))
        .confederate(infantry("y", 6, [1400, 1060], 180, ""));
    let outcomes = |over: bool| {
        let mut table = day.begin();
        let unit = table.id("b");
        table.battle.unit_mut(unit).overenthusiastic = over;
        let table = table.card(0).on_to(Phase::AnnounceCharges);
        let columns = table.theatre.preview(&table.battle, &charges(&table, "a", "x"), &GivenAnswers::new());
        columns.expect("it is foreseen").iter().map(|column| column.odds.outcomes.len()).max().unwrap_or(0)
    };
    assert!(outcomes(false) > 1);
    assert_eq!(outcomes(true), outcomes(false));
}

#[test]
fn a_detachment_whose_regiment_is_gone_forms_by_itself() {
    let day = Day::new()
        .union(infantry("a", 8, [800, 900], 0, ""))
        .union(infantry("b", 20, [1600, 300], 0, ""))
        .confederate(infantry("x", 6, [1600, 2200], 180, ""));
    let mut table = day.begin().card(0).on_to(Phase::Movement);
    let (unit, part) = (table.id("a"), UnitId::at(table.battle.units.len()));
    let at = Some(Point::new(800 * YARD, 960 * YARD));
    table.obey(&Command::DeploySkirmishers { unit, stands: 3, at }, &[], &[]);
    table.battle.unit_mut(part).done = Default::default();
    table.obey(&Command::Move { unit: part, column_die: false, road_die: false }, &[5, 5, 5, 5], &[]);
    let forms = Command::ChangeFormation { formation: Formation::Line, files: 3 };
    let why = table.refused(&forms).to_string();
    assert!(why.contains("recall it to its parent"), "{why}");
    let lost = table.battle.unit(unit).condition.stands;
    for id in [unit, part] {
        table.battle.unit_mut(id).condition.lost += lost;
    }
    let gone = table.battle.unit_mut(unit);
    (gone.condition.stands, gone.place) = (0, Place::Gone);
    table.obey(&forms, &[], &[]);
    assert_eq!(table.battle.unit(part).formation, Formation::Line);
}

#[test]
fn whoever_is_in_contact_minds_nobody_who_runs() {
    // y runs before the charge of b; x beside it has been charged in this phase and has not fought yet.
    for engaged in [false, true] {
        let day = Day::new()
            .union(infantry("a", 6, [800, 969], 0, ""))
            .union(infantry("b", 6, [1200, 800], 0, ""))
            .confederate(infantry("x", 6, [800, 1000], 180, ""))
            .confederate(infantry("y", 6, [1100, 1000], 180, ""));
        let mut table = day.begin();
        let (a, x, y) = (table.id("a"), table.id("x"), table.id("y"));
        table.battle.unit_mut(y).condition.panic = 2;
        table.battle.unit_mut(y).grade = Grade::Militia;
        let mut table = table.card(0).on_to(Phase::AnnounceCharges);
        table.announce("b", "y", None);
        table.obey(&Command::EndAnnouncement, &[], &[]);
        table.battle.contacts = [Contact { engaged, ..contact(a, x) }].into_iter().collect();
        let record = table.obey_as(&Command::Charge { target: y }, &[5, 5, 5, 9], |_| 1);
        assert!(table.battle.unit(y).has_withdrawn(1) && !cites(&record, "SE-RIPPLE-TABLE"));
    }
}

#[test]
fn an_officer_is_captured_with_the_last_stands_only() {
    // Two regiments against the last stands of x: the first die captures one and the second kills the other, or both capture.
    let fight = |dice: &[u8]| {
        let day = Day::new()
            .union(infantry("a", 6, [700, 970], 0, ""))
            .union(infantry("b", 6, [940, 970], 0, ""))
            .confederate(infantry("x", 2, [820, 1000], 180, ""))
            .confederate(infantry("y", 20, [1600, 2200], 180, ""))
            .leader("Moss", "north", r#"with = "x""#);
        let mut table = day.begin();
        let (a, b, x) = (table.id("a"), table.id("b"), table.id("x"));
        table.battle.contacts = [contact(a, x), contact(b, x)].into_iter().collect();
        let mut table = table.card(0).on_to(Phase::Movement);
        table.obey_as(&Command::EndMovement, &[], |_| 0);
        table.obey_as(&Command::Fight { unit: x }, dice, |_| 0);
        assert_eq!(table.battle.unit(x).place, Place::Gone);
        table.battle.officers[table.officer("Moss").index()].health
    };
    assert_eq!(fight(&[1, 3, 3, 3, 3, 3, 3, 3]), Health::Fit);
    assert_eq!(fight(&[1, 3, 3, 3, 1, 3, 3, 3]), Health::Vacant);
}

#[test]
fn who_cannot_fire_hears_why() {
    let refused = |at: [i32; 2], hill: bool| {
        let mut day = Day::new().union(infantry("a", 6, [800, 930], 0, "")).confederate(infantry("x", 6, at, 180, ""));
        if hill {
            let wood = "[[[600, 960], [1000, 960], [1000, 1080], [600, 1080], [600, 960]]]";
            day = day.ground("dense-wood", "Polygon", wood);
        }
        let table = day.begin().card(0);
        let (unit, target) = (table.id("a"), table.id("x"));
        table.refused(&Command::FireAll { unit, stance: Stance::Hold, target }).to_string()
    };
    let (arc, sight, range) = (refused([800, 700], false), refused([800, 1110], true), refused([800, 1700], false));
    assert!(arc.contains("arc") && !arc.contains("sight") && !arc.contains("reach"), "{arc}");
    assert!(sight.contains("sight") && !sight.contains("arc") && !sight.contains("reach"), "{sight}");
    assert!(range.contains("600 yards") && !range.contains("sight") && !range.contains("arc"), "{range}");
}
