//! The charts: every cell is what its file says, and the typed tables read every cell.

#![allow(clippy::unwrap_used, clippy::panic, reason = "these are helpers of tests")]

use engine::chart::Key;
use engine::{Decimal, Looked};
use fire_and_fury::Book;
use fire_and_fury::lines::{
    CannonadeLine, ChargeLine, FireLine, FireRow, ManeuverLine, ManeuverRow, MoveLine, MusketryLine,
};
use fire_and_fury::movement::Going;
use fire_and_fury::pieces::Rating;
use trial::{Files, text};

fn file(name: &str) -> Vec<Vec<String>> {
    Files::of(env!("CARGO_MANIFEST_DIR")).read(name)
}

/// The cell of a file by the id in its first column and its heading.
fn cell(rows: &[Vec<String>], id: &str, heading: &str) -> String {
    let column = rows[0].iter().position(|name| name == heading).unwrap();
    let row = rows.iter().find(|row| row[0] == id).unwrap_or_else(|| panic!("no row {id}"));
    row[column].clone()
}

#[test]
fn modifiers_are_read_from_their_own_rows() {
    let book = crate::common::book();
    fn compare<K: Key>(book: &Book, name: &str, at: impl Fn(K) -> Looked<i16>) {
        let rows = file(name);
        for key in K::ALL {
            let printed = cell(&rows, key.name(), "value");
            let looked = at(*key);
            assert_eq!(looked.value, printed.parse::<i16>().unwrap(), "{name} {}", key.name());
            assert_eq!(text(book, &looked), printed);
        }
    }
    compare::<ManeuverLine>(&book, "maneuver-modifiers", |line| book.tables.maneuver.at(line));
    compare::<FireLine>(&book, "fire-modifiers", |line| book.tables.fire.at(line));
    compare::<ChargeLine>(&book, "charge-modifiers", |line| book.tables.charge.at(line));
}

#[test]
fn lines_stand_in_the_order_of_their_chart() {
    fn compare<K: Key>(name: &str, skipped: usize) {
        let rows = file(name);
        let printed: Vec<&str> = rows[1 + skipped..].iter().map(|row| row[0].as_str()).collect();
        let ours: Vec<&str> = K::ALL.iter().map(|key| key.name()).collect();
        assert_eq!(ours, printed, "{name}");
    }
    // The first maneuver line points to the leader personalities.
    compare::<ManeuverLine>("maneuver-modifiers", 1);
    compare::<ManeuverRow>("maneuver-effects", 0);
    compare::<FireLine>("fire-modifiers", 0);
    compare::<FireRow>("fire-effects-by-rating", 0);
    compare::<ChargeLine>("charge-modifiers", 0);
}

#[test]
fn fire_points_are_read_from_every_column() {
    let book = crate::common::book();
    fn compare<K: Key>(name: &str, at: impl Fn(K, Decimal) -> Option<Looked<Decimal>>) {
        let rows = file(name);
        let ranges: Vec<&String> = rows[0].iter().filter(|heading| heading[1..].parse::<i32>().is_ok()).collect();
        let mut before = 0;
        for heading in ranges {
            let limit: i32 = heading[1..].parse().unwrap();
            for key in K::ALL {
                let printed = cell(&rows, key.name(), heading);
                // Just past the column before, and on the figure itself.
                let past = Decimal::from_thousandths(before * 1000 + 1);
                for range in [past, Decimal::from_int(limit)] {
                    let looked = at(*key, range).map(|looked| looked.value.to_string());
                    assert_eq!(looked.as_deref().unwrap_or("-"), printed, "{name} {} at {range}", key.name());
                }
            }
            before = limit;
        }
        assert!(K::ALL.iter().all(|key| at(*key, Decimal::from_int(61)).is_none()), "nothing reaches past 60 inches");
    }
    compare::<MusketryLine>("musketry-fire-points", |line, range| book.tables.musketry.at(line, range));
    compare::<CannonadeLine>("cannonade-fire-points", |line, range| book.tables.cannonade.at(line, range));
}

/// Whether a printed span holds a result: `13+`, `11-12`, `<=6`, `7`, `-`.
fn holds(span: &str, result: i16) -> bool {
    if let Some(least) = span.strip_suffix('+') {
        result >= least.parse().unwrap()
    } else if let Some(most) = span.strip_prefix("<=") {
        result <= most.parse().unwrap()
    } else if let Ok(only) = span.parse::<i16>() {
        result == only
    } else if let Some((least, most)) = span.split_once('-').filter(|(least, _)| !least.is_empty()) {
        (least.parse().unwrap()..=most.parse().unwrap()).contains(&result)
    } else {
        false
    }
}

#[test]
fn every_fire_total_falls_into_the_printed_row() {
    let book = crate::common::book();
    let rows = file("fire-effects-by-rating");
    for rating in Rating::ALL {
        for total in -10..=25 {
            let row = book.tables.fire_effects.row(*rating, total).unwrap();
            let printed: Vec<&str> = FireRow::ALL
                .iter()
                .map(|row| row.name())
                .filter(|id| holds(&cell(&rows, id, rating.name()), total))
                .collect();
            assert_eq!(printed, [row.value.name()], "{rating} {total}");
        }
    }
}

/// Whether a row with lowest and highest numbers holds a result; an empty cell is an open end.
fn spans(rows: &[Vec<String>], id: &str, result: i16) -> bool {
    let end = |heading| cell(rows, id, heading).parse::<i16>().ok();
    end("min").is_none_or(|min| min <= result) && end("max").is_none_or(|max| result <= max)
}

#[test]
fn every_maneuver_result_falls_into_the_printed_row() {
    let book = crate::common::book();
    let rows = file("maneuver-effects");
    for (good_order, column) in [(true, "good_order_or_guns"), (false, "disordered_or_broken")] {
        for doubles in [true, false] {
            for result in -20..=20 {
                let row = book.tables.maneuver_effects.row(good_order, doubles, result).unwrap();
                let unfit = if doubles { "no" } else { "yes" };
                let printed: Vec<&str> = ManeuverRow::ALL
                    .iter()
                    .map(|row| row.name())
                    .filter(|id| cell(&rows, id, "column") == column && cell(&rows, id, "doubles") != unfit)
                    .filter(|id| spans(&rows, id, result))
                    .collect();
                assert_eq!(printed, [row.value.name()], "{column} {result} doubles {doubles}");
            }
        }
    }
}

#[test]
fn every_charge_difference_falls_into_the_printed_row() {
    let book = crate::common::book();
    let rows = file("charge-effects");
    for difference in -20..=20 {
        let row = book.tables.charge_effects.row(difference).unwrap().value.name();
        assert!(spans(&rows, row, difference), "{difference} is not {row}");
    }
}

#[test]
fn figures_of_the_effects_stand_in_their_sentences() {
    let (sentences, figures) = (file("fire-effects"), file("fire-effect-values"));
    let sentence = |effect: &str| {
        let row = sentences.iter().find(|row| row[1] == effect).unwrap();
        (row[2].clone(), row[3].clone())
    };
    let (troops, guns) = sentence("withering");
    let figure = |effect, heading| cell(&figures, effect, heading);
    assert!(troops.contains(&format!("lose {} stands", figure("withering", "stands"))));
    assert!(troops.contains(&format!("die result is {} or more", figure("withering", "extra_from"))));
    assert!(guns.contains(&format!("{} gun stand wrecked", figure("withering", "guns_wrecked"))));
    let (troops, guns) = sentence("telling");
    assert!(troops.contains(&format!("lose {} stand", figure("telling", "stands"))));
    assert!(guns.contains(&format!("{} gun stand damaged", figure("telling", "guns_damaged"))));
    let (troops, _) = sentence("galling");
    assert!(troops.contains(&format!("lose {} stand if already", figure("galling", "stands_if_disordered"))));
    for (lower, higher) in [("telling", "withering"), ("galling", "telling"), ("lively", "galling")] {
        assert_eq!(figure(higher, "next_lower"), lower);
    }
    let (sentences, figures) = (file("charge-effects"), file("charge-effect-values"));
    for (id, who) in [("FF-CHG-SWEPT", "defender"), ("FF-CHG-REPULSED", "attacker")] {
        let (stands, above) = (cell(&figures, id, "stands"), cell(&figures, id, "one_more_above"));
        let sentence = cell(&sentences, id, who);
        assert!(
            sentence.contains(&format!("lose {stands} stands")) && sentence.contains(&format!("difference - {above}"))
        );
    }
}

#[test]
fn movement_rates_are_read_from_every_column() {
    let book = crate::common::book();
    let rows = file("movement-rates");
    for line in MoveLine::ALL {
        for going in [Going::Open, Going::Broken, Going::Rough, Going::Road] {
            for (double_quick, pace) in [(false, "full"), (true, "dq")] {
                let looked = book.tables.field.rates.at(*line, going, double_quick).unwrap();
                let printed = cell(&rows, line.name(), &format!("{going}_{pace}"));
                assert_eq!(looked.value.map_or("-".to_owned(), |rate| rate.to_string()), printed, "{}", line.name());
                assert_eq!(text(&book, &looked), printed);
            }
        }
    }
}
