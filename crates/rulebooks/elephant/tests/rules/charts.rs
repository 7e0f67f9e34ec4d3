//! The charts: every cell of every file is in the book, and the typed tables read every cell they should from its own place.
#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a test fails by panicking")]

use crate::support::book;
use elephant::charts::{
    CombatCell, CombatShift, Distance, FireShift, Grade, Limit, MoraleModifier, Mover, Penalty, Rank, StandKind,
    StandValue, Weapon, Withdrawn,
};
use elephant::{Book, Switches};
use engine::book::Rulebook;
use engine::chart::Key;
use engine::{Decimal, Looked};
use trial::{Files, text};

fn file(name: &str) -> Vec<Vec<String>> {
    Files::of(env!("CARGO_MANIFEST_DIR")).read(name)
}

/// The cell of a file by the name in its first column and its heading.
fn cell(rows: &[Vec<String>], id: &str, heading: &str) -> String {
    let column = rows[0].iter().position(|name| name == heading).unwrap_or_else(|| panic!("no column {heading}"));
    let row = rows.iter().find(|row| row[0] == id).unwrap_or_else(|| panic!("no row {id}"));
    row[column].clone()
}

/// Every key of a table is read from the cell of its own row, under the given heading.
fn lines<K: Key, T>(book: &Book, name: &str, heading: &str, at: impl Fn(K) -> Looked<T>) {
    let rows = file(name);
    for key in K::ALL {
        assert_eq!(text(book, &at(*key)), cell(&rows, key.name(), heading), "{name} {}", key.name());
    }
}

#[test]
fn lines_are_read_from_their_own_rows() {
    let book = book();
    let tables = &book.tables;
    lines(&book, "morale-grades", "value", |grade: Grade| tables.morale_value.at(grade));
    lines(&book, "morale-grades", "rank", |grade: Grade| tables.grade_rank.at(grade));
    lines(&book, "morale-modifiers", "value", |line: MoraleModifier| tables.morale_modifiers.at(line));
    lines(&book, "hits-per-stand", "hits", |stand: StandKind| tables.hits_per_stand.at(stand));
    lines(&book, "fire-factors", "max_range", |weapon: Weapon| tables.max_range.at(weapon));
    lines(&book, "fire-factors", "class", |weapon: Weapon| tables.weapon_class.at(weapon));
    lines(&book, "fire-shifts", "value", |line: FireShift| tables.fire_shifts.at(line));
    lines(&book, "movement-rates", "dice", |mover: Mover| tables.movement_dice.at(mover));
    lines(&book, "movement-penalties", "value", |penalty: Penalty| tables.penalties.at(penalty));
    lines(&book, "distances", "yards", |distance: Distance| tables.distances.at(distance));
    lines(&book, "combat-stand-values", "value", |value: StandValue| tables.stand_values.at(value));
    lines(&book, "combat-shifts", "attacker", |line: CombatShift| tables.combat_shifts_attacker.at(line));
    lines(&book, "combat-shifts", "defender", |line: CombatShift| tables.combat_shifts_defender.at(line));
    lines(&book, "commander-effects", "morale", |rank: Rank| tables.rank_morale.at(rank));
    lines(&book, "commander-effects", "combat", |rank: Rank| tables.rank_combat.at(rank));
    lines(&book, "limits", "value", |limit: Limit| tables.limits.at(limit));
    for (side, name) in [(&tables.combat_attacker, "attacker"), (&tables.combat_defender, "defender")] {
        lines(&book, "combat-outcomes", &format!("{name}_lost"), |cell: CombatCell| side.lost.at(cell));
        lines(&book, "combat-outcomes", &format!("{name}_captured"), |cell: CombatCell| side.captured.at(cell));
        lines(&book, "combat-outcomes", &format!("{name}_markers"), |cell: CombatCell| side.markers.at(cell));
        lines(&book, "combat-outcomes", &format!("{name}_retreats"), |cell: CombatCell| side.retreats.at(cell));
    }
}

#[test]
fn every_row_of_a_chart_of_lines_has_a_name_in_the_code() {
    fn complete<K: Key>(name: &str) {
        let rows = file(name);
        let printed: Vec<&str> = rows[1..].iter().map(|row| row[0].as_str()).collect();
        for row in &printed {
            assert!(K::ALL.iter().any(|key| key.name() == *row), "{name}: nothing reads {row}");
        }
    }
    complete::<Grade>("morale-grades");
    complete::<Weapon>("fire-factors");
    complete::<FireShift>("fire-shifts");
    complete::<CombatShift>("combat-shifts");
    complete::<CombatCell>("combat-outcomes");
    complete::<Penalty>("movement-penalties");
    complete::<Distance>("distances");
    complete::<Limit>("limits");
    complete::<StandKind>("hits-per-stand");
    complete::<StandValue>("combat-stand-values");
    complete::<Rank>("commander-effects");
}

#[test]
fn fire_factors_are_read_from_every_band() {
    let book = book();
    let rows = file("fire-factors");
    let bands = &rows[0][4..];
    for weapon in Weapon::ALL {
        for (band, heading) in bands.iter().enumerate() {
            let looked = book.tables.fire_factors.at(*weapon, band).unwrap();
            assert_eq!(text(&book, &looked), cell(&rows, weapon.name(), heading), "{} {heading}", weapon.name());
        }
    }
    let mut before = 0;
    for (band, heading) in bands.iter().enumerate().take(bands.len() - 1) {
        let limit: i32 = heading.trim_start_matches('r').parse().unwrap_or_else(|_| panic!("{heading}"));
        for range in [before + 1, limit] {
            assert_eq!(book.tables.fire_bands.band(Decimal::from_int(range)), Some(band), "{range} yards");
        }
        before = limit;
    }
}

#[test]
fn both_result_charts_are_read_from_every_cell() {
    let book = book();
    let (fire, combat) = (file("fire-results"), file("combat-results"));
    for die in 0..10 {
        for (column, printed) in fire[1 + die as usize][1..].iter().enumerate() {
            let looked = book.tables.fire_results.at(die, column).unwrap();
            assert_eq!(text(&book, &looked), *printed, "fire {die} {column}");
        }
        for (column, printed) in combat[1 + die as usize][1..].iter().enumerate() {
            let looked = book.tables.combat_results.at(die, column).unwrap();
            assert_eq!(text(&book, &looked), *printed, "combat {die} {column}");
        }
        let green = book.tables.green_roll.at(die, 0).unwrap();
        assert_eq!(text(&book, &green), file("green-roll")[1 + die as usize][1]);
    }
}

#[test]
fn withdrawals_are_read_from_every_column() {
    let book = book();
    let rows = file("withdrawal-effects");
    for withdrawn in Withdrawn::ALL {
        for (column, heading) in ["poorer", "same", "better"].into_iter().enumerate() {
            let looked = book.tables.ripples.at(*withdrawn, column).unwrap();
            assert_eq!(text(&book, &looked), cell(&rows, withdrawn.name(), heading));
        }
    }
}

#[test]
fn distances_in_inches_follow_from_the_scales() {
    let (distances, scales) = (file("distances"), file("scales"));
    for row in &distances[1..] {
        for scale in ["regimental-1", "regimental-2", "brigade"] {
            let yards = Decimal::from_int(row[2].parse().unwrap());
            let per_inch = cell(&scales, "yards-per-inch", scale).parse().unwrap();
            let printed = cell(&distances, &row[0], &format!("{scale}_in"));
            assert_eq!(yards.divided_by(per_inch).to_string(), printed, "{} {scale}", row[0]);
        }
    }
}

#[test]
fn every_switch_has_its_default() {
    let book = book();
    for row in &file("switches")[1..] {
        let switch = book.charts().switches().iter().find(|switch| switch.id == row[0]).unwrap();
        assert_eq!(switch.value, row[1], "{}", row[0]);
    }
    let Switches { overenthusiastic, ammunition, fire_at_officers, front_rank_fire, .. } = book.switches;
    assert_eq!((overenthusiastic, ammunition, fire_at_officers, front_rank_fire), (true, false, false, false));
}
