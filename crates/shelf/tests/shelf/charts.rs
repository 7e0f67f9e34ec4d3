//! What holds for the charts of every rulebook.

use std::collections::BTreeSet;

use engine::chart::Chart;
use trial::Files;

/// The folder of a rulebook's crate.
fn crate_of(slug: &str) -> String {
    format!("{}/../rulebooks/{slug}", env!("CARGO_MANIFEST_DIR"))
}

#[test]
fn every_chart_is_its_file_cell_by_cell() {
    let mut all = 0;
    for book in shelf::all().expect("the printed charts open") {
        let files = Files::of(&crate_of(book.about().slug));
        let index = files.read("index");
        let charts = book.charts().charts();
        assert_eq!(charts.len(), index.len() - 1);
        for (chart, entry) in charts.iter().zip(&index[1..]) {
            assert_eq!([chart.id(), chart.chapter(), chart.title(), chart.note()].as_slice(), &entry[..4]);
            let rows = files.read(chart.id());
            assert_eq!((chart.columns(), chart.rows()), (rows[0].as_slice(), rows.len() - 1), "{}", chart.id());
            for (row, cells) in rows[1..].iter().enumerate() {
                for (column, text) in cells.iter().enumerate() {
                    assert_eq!(chart.cell(row, column), Some(text.as_str()), "{} row {row}", chart.id());
                }
            }
        }
        all += charts.len();
    }
    assert!(all >= 188, "there are {all} charts, and the five sheets print 188");
}

#[test]
fn chapters_are_not_torn_apart() {
    for book in shelf::all().expect("the printed charts open") {
        let mut chapters: Vec<&str> = book.charts().charts().iter().map(Chart::chapter).collect();
        chapters.dedup();
        let once: BTreeSet<&str> = chapters.iter().copied().collect();
        assert_eq!(once.len(), chapters.len(), "a chapter stands in two places of the index: {chapters:?}");
    }
}

#[test]
fn every_switch_has_its_default() {
    for book in shelf::all().expect("the printed charts open") {
        for row in &Files::of(&crate_of(book.about().slug)).read("switches")[1..] {
            let switch = book.charts().switches().iter().find(|switch| switch.id == row[0]);
            assert_eq!(switch.map(|switch| &switch.value), Some(&row[1]), "{}", row[0]);
        }
    }
}
