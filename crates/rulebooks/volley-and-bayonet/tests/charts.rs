//! The charts: every cell is what its file says, and the typed tables read every cell of theirs.
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

mod support;

use std::fs;
use std::path::Path;

use engine::Looked;
use engine::book::Rulebook;
use engine::chart::{CellValue, Key, Lines, Table};
use volley_and_bayonet::Book;
use volley_and_bayonet::charts::*;

fn file(name: &str) -> Vec<Vec<String>> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("charts").join(format!("{name}.tsv"));
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

/// The cell of a file by the name in its key column and its heading.
fn cell(rows: &[Vec<String>], key: &str, name: &str, heading: &str) -> String {
    let place = |heading: &str| rows[0].iter().position(|column| column == heading).unwrap();
    let row = rows.iter().find(|row| row[place(key)] == name).unwrap_or_else(|| panic!("no row {name}"));
    row[place(heading)].clone()
}

#[test]
fn every_chart_is_its_file() {
    let book = support::book();
    let index = file("index");
    assert_eq!(book.charts().charts().len(), index.len() - 1);
    for (chart, entry) in book.charts().charts().iter().zip(&index[1..]) {
        assert_eq!(vec![chart.id(), chart.chapter(), chart.title(), chart.note()], *entry);
        let rows = file(chart.id());
        assert_eq!(chart.columns(), rows[0], "{}", chart.id());
        assert_eq!(chart.rows(), rows.len() - 1, "{}", chart.id());
        for (row, cells) in rows[1..].iter().enumerate() {
            for (column, text) in cells.iter().enumerate() {
                assert_eq!(chart.cell(row, column), Some(text.as_str()), "{} row {row}", chart.id());
            }
        }
    }
}

#[test]
fn chapters_are_not_torn_apart() {
    let mut chapters: Vec<&str> = Book::sources().iter().map(|source| source.chapter).collect();
    chapters.dedup();
    let mut once = chapters.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), chapters.len(), "a chapter stands in two places of the index: {chapters:?}");
}

/// The text of a looked-up cell.
fn text<T>(book: &Book, looked: &Looked<T>) -> String {
    let cell = looked.cell;
    book.charts().get(cell.chart).unwrap().cell(cell.row.into(), cell.column.into()).unwrap().to_owned()
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
    let book = support::book();
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
    let book = support::book();
    compare(&book, "V", &book.tables.sight);
    compare(&book, "M", &book.tables.going);
    compare(&book, "C", &book.tables.shelter);
}
