//! The charts: every cell is what its file says, and the typed tables read every cell of theirs.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use billy_yank::Book;
use billy_yank::charts::*;
use engine::Decimal;
use engine::chart::{CellValue, Key, Lines, Table};
use trial::{Files, text};

fn file(name: &str) -> Vec<Vec<String>> {
    Files::of(env!("CARGO_MANIFEST_DIR")).read(name)
}

/// The cell of a file by the name in its key column and its heading.
fn cell(rows: &[Vec<String>], key: &str, name: &str, heading: &str) -> String {
    let place = |heading: &str| rows[0].iter().position(|column| column == heading).unwrap();
    let row = rows.iter().find(|row| row[place(key)] == name).unwrap_or_else(|| panic!("no row {name}"));
    row[place(heading)].clone()
}

/// Every line of a column of numbers is read from its own row.
fn numbers<K: Key, T: CellValue + Copy + ToString>(
    book: &Book,
    name: &str,
    key: &str,
    heading: &str,
    lines: &Lines<K, T>,
) {
    let rows = file(name);
    for line in K::ALL {
        let printed = cell(&rows, key, line.name(), heading);
        let looked = lines.at(*line);
        assert_eq!(looked.value.to_string(), printed.trim_start_matches('+'), "{name} {}", line.name());
        assert_eq!(text(book, &looked), printed, "{name} {}", line.name());
    }
}

/// Every cell of a table is read from its own row and column.
fn cells<K: Key, T: CellValue + Copy>(book: &Book, name: &str, key: &str, headings: &[&str], table: &Table<K, T>) {
    let rows = file(name);
    for line in K::ALL {
        for (column, heading) in headings.iter().enumerate() {
            let looked = table.at(*line, column).unwrap();
            assert_eq!(text(book, &looked), cell(&rows, key, line.name(), heading), "{name} {}", line.name());
        }
    }
}

#[test]
fn numbers_are_read_from_their_own_rows() {
    let book = crate::support::book();
    let tables = &book.tables;
    numbers::<Limit, _>(&book, "limits", "id", "value", &tables.limits);
    numbers::<Scale, _>(&book, "time-ground-scale", "scale", "metres_per_cm", &tables.turn.metres_per_cm);
    numbers::<Scale, _>(&book, "time-ground-scale", "scale", "minutes_per_turn", &tables.turn.minutes_per_turn);
    numbers::<Month, _>(&book, "starting-time", "month", "sunrise_h", &tables.turn.sunrise);
    numbers::<Month, _>(&book, "starting-time", "month", "sunset_h", &tables.turn.sunset);
    numbers::<StandKind, _>(&book, "house-stands", "arm", "figures_per_stand", &tables.turn.figures_per_stand);
    numbers::<StandKind, _>(&book, "house-stands", "arm", "melee_value_per_figure", &tables.turn.worth);
    numbers::<MoraleModifier, _>(&book, "morale-modifiers", "id", "value", &tables.morale.modifiers);
    numbers::<Level, _>(&book, "commander-leadership", "id", "morale_bonus", &tables.morale.morale_bonus);
    numbers::<Level, _>(&book, "commander-leadership", "id", "combat_bonus", &tables.morale.combat_bonus);
    numbers::<LeaderType, _>(&book, "leadership-types", "id", "rating", &tables.morale.rating);
    numbers::<Level, _>(&book, "house-command-distance", "level", "metres", &tables.morale.reach);
    numbers::<Weapon, _>(&book, "firepower", "id", "max_range", &tables.fire.max_range);
    numbers::<FireShift, _>(&book, "fire-modifiers", "id", "shift", &tables.fire.shifts);
    numbers::<Spot, _>(&book, "roundshot-bounce", "landing_spot", "metres_from_0", &tables.fire.bounce_metres);
    numbers::<Spot, _>(&book, "roundshot-bounce", "landing_spot", "firepower_percent", &tables.fire.bounce_percent);
    numbers::<Pace, _>(&book, "movement", "id", "metres", &tables.ground.paces);
    numbers::<Maneuver, _>(&book, "maneuver", "id", "metres", &tables.ground.metres);
    numbers::<Work, _>(&book, "house-engineering", "work", "turns_per_section", &tables.ground.work_turns);
    numbers::<MeleeShift, _>(&book, "melee-modifiers", "id", "attacker_shift", &tables.melee.attacker);
    numbers::<MeleeShift, _>(&book, "melee-modifiers", "id", "defender_shift", &tables.melee.defender);
    numbers::<ShipClass, _>(&book, "house-ships", "ship", "metres_per_turn", &tables.wide.speed);
    numbers::<ShipClass, _>(&book, "house-ships", "ship", "gun_figures", &tables.wide.guns);
    numbers::<VictoryItem, _>(&book, "house-victory", "id", "value", &tables.wide.victory);
}

#[test]
fn tables_are_read_cell_by_cell() {
    let book = crate::support::book();
    let tables = &book.tables;
    let classes = ["skirmishers", "foot", "horse", "wheeled"];
    cells::<Terrain, _>(&book, "terrain", "id", &classes, &tables.ground.going);
    cells::<Flight, _>(&book, "retreat-effects", "event", &["poorer", "same", "better"], &tables.morale.friends);
    cells::<Phase, _>(&book, "turn-sequence", "phase", &["first_player", "second_player"], &tables.turn.phases);
    let armours = ["unarmoured", "wooden", "cottonclad", "ironclad"];
    cells::<ShipClass, _>(&book, "ship-defense", "ship", &armours, &tables.wide.hulls);
    let forces = ["union_infantry", "rebel_infantry", "union_cavalry", "rebel_cavalry"];
    cells::<Via, _>(&book, "strategic-movement", "via", &forces, &tables.wide.links);
    let sizes = ["infantry_figures", "cavalry_figures"];
    cells::<Period, _>(&book, "regimental-strength", "printed_period", &sizes, &tables.turn.figures);
}

#[test]
fn fire_and_melee_are_read_by_every_die_and_column() {
    let book = crate::support::book();
    let fire = file("fire-results");
    let melee = file("melee");
    for die in 0..10_i16 {
        for column in 0..10_usize {
            let row = usize::try_from(die).unwrap() + 1;
            let fired = book.tables.fire.results.at(die, column).unwrap();
            assert_eq!(text(&book, &fired), fire[row][column + 1], "fire {die} {column}");
            assert_eq!(fire[row][0], die.to_string());
            let fought = book.tables.melee.results.at(die, column).unwrap();
            assert_eq!(text(&book, &fought), melee[row][column + 1], "melee {die} {column}");
        }
    }
}

#[test]
fn firepower_is_read_at_both_ends_of_every_band() {
    let book = crate::support::book();
    let rows = file("firepower");
    let bands = &rows[0][5..14];
    let ends: Vec<i32> = bands.iter().map(|heading| heading[1..].parse().unwrap_or(i32::from(i16::MAX))).collect();
    for weapon in Weapon::ALL {
        let mut before = 0;
        for (place, end) in ends.iter().enumerate() {
            for metres in [before + 1, *end] {
                let band = book.tables.fire.bands.band(Decimal::from_int(metres)).unwrap();
                let looked = book.tables.fire.points.at(*weapon, band).unwrap();
                let printed = cell(&rows, "id", weapon.name(), &bands[place]);
                assert_eq!(looked.value.to_string(), printed, "{} at {metres}", weapon.name());
            }
            before = *end;
        }
    }
}
