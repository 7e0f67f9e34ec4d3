//! The charts: every cell is what its file says, and the typed tables read every cell of theirs.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use engine::chart::{CellValue, Key, Lines, Table};
use trial::{Files, text};
use volley_and_bayonet::Book;
use volley_and_bayonet::charts::*;

fn file(name: &str) -> Vec<Vec<String>> {
    Files::of(env!("CARGO_MANIFEST_DIR")).read(name)
}

/// The cell of a file by the name in its key column and its heading.
fn cell(rows: &[Vec<String>], key: &str, name: &str, heading: &str) -> String {
    let place = |heading: &str| rows[0].iter().position(|column| column == heading).unwrap();
    let row = rows.iter().find(|row| row[place(key)] == name).unwrap_or_else(|| panic!("no row {name}"));
    row[place(heading)].clone()
}

/// Every line of a column is read from its own row; numbers are the numbers printed there.
fn numbers<K: Key, T: CellValue + Copy + ToString>(
    book: &Book,
    name: &str,
    (key, heading): (&str, &str),
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

/// Every line of a column is read from its own row.
fn lines<K: Key, T: CellValue + Copy>(book: &Book, name: &str, (key, heading): (&str, &str), lines: &Lines<K, T>) {
    let rows = file(name);
    for line in K::ALL {
        assert_eq!(text(book, &lines.at(*line)), cell(&rows, key, line.name(), heading), "{name} {}", line.name());
    }
}

/// Every cell of a table is read from its own row and column.
fn cells<K: Key, T: CellValue + Copy>(book: &Book, name: &str, headings: &[&str], table: &Table<K, T>) {
    let rows = file(name);
    for line in K::ALL {
        for (column, heading) in headings.iter().enumerate() {
            let looked = table.at(*line, column).unwrap();
            assert_eq!(text(book, &looked), cell(&rows, "id", line.name(), heading), "{name} {}", line.name());
        }
    }
}

#[test]
fn numbers_and_tables_are_read_from_their_own_rows() {
    let book = crate::support::book();
    let tables = &book.tables;
    let value = ("id", "value");
    numbers::<Limit, _>(&book, "limits", value, &tables.limits);
    numbers::<ScaleItem, _>(&book, "scale", value, &tables.scale);
    numbers::<MoraleMod, _>(&book, "morale-modifiers", value, &tables.morale_modifiers);
    numbers::<TieMod, _>(&book, "melee-tie-modifiers", value, &tables.tie_modifiers);
    numbers::<MarshMod, _>(&book, "marsh-modifiers", value, &tables.marsh_modifiers);
    numbers::<Weapon, _>(&book, "range-small-arms", ("id", "long_in"), &tables.long_small);
    numbers::<GunRange, _>(&book, "range-artillery", ("id", "long_in"), &tables.long_guns);
    numbers::<Mover, _>(&book, "movement", ("id", "move_in"), &tables.move_in);
    lines::<Weapon, _>(&book, "range-small-arms", ("id", "close_in"), &tables.close_small);
    lines::<GunRange, _>(&book, "range-artillery", ("id", "close_in"), &tables.close_guns);
    lines::<DiceRow, _>(&book, "combat-dice", ("id", "to_hit"), &tables.to_hit);
    lines::<SaveReason, _>(&book, "saving-throws", ("id", "saves_on"), &tables.saves_on);
    lines::<Level, _>(&book, "morale-levels", ("id", "fails_to"), &tables.fails_to);
    lines::<Level, _>(&book, "morale-levels", ("id", "rallies_to"), &tables.rallies_to);
    lines::<Level, _>(&book, "collapse-levels", ("from", "to"), &tables.collapses_to);
    lines::<Phase, _>(&book, "sequence-of-play", ("name", "acts"), &tables.acts);
    lines::<Marsh, _>(&book, "marsh-roll", ("id", "effect"), &tables.marsh_going);
    let dice = ["normal_fire", "normal_melee", "stationary_fire", "stationary_melee"];
    cells::<DiceRow, _>(&book, "combat-dice", &dice, &tables.dice);
    let targets = [
        "vs_inf_brigade",
        "vs_cav_brigade",
        "vs_inf_skirmisher",
        "vs_cav_skirmisher",
        "vs_artillery",
        "vs_routed_or_march_column_brigade",
    ];
    cells::<ChargerRow, _>(&book, "charge-eligibility", &targets, &tables.may_charge);
}

#[test]
fn every_cell_of_the_terrain_chart_is_read() {
    fn compare<T: CellValue + Copy>(book: &Book, affects: &str, table: &TerrainRows<T>) {
        let rows = file("terrain");
        let mut read = 0;
        for terrain in Terrain::ALL {
            let printed = rows.iter().find(|row| row[0] == terrain.name() && row[2] == affects);
            for column in Column::ALL {
                let looked = table.at(*terrain, *column);
                let heading = rows[0].iter().position(|heading| heading == column.name()).unwrap();
                let place = format!("{terrain} {affects} {}", column.name());
                assert_eq!(
                    looked.map(|looked| text(book, &looked)),
                    printed.map(|row| row[heading].clone()),
                    "{place}"
                );
            }
            read += usize::from(printed.is_some());
        }
        assert_eq!(read, rows.iter().filter(|row| row[2] == affects).count(), "every row of {affects} has a reader");
    }
    let book = crate::support::book();
    compare(&book, "V", &book.tables.sight);
    compare(&book, "M", &book.tables.going);
    compare(&book, "C", &book.tables.shelter);
}
