//! The working of a procedure in words.
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use engine::Cell;
use engine::book::{CellLine, Line};
use engine::chart::{ChartSet, Source};
use serde_json::{Value, json};
use telling::working::noted;

static SOURCES: &[Source] = &[
    source("fire-results", "die\t0+\t3+\t6+\t10+\n0\t0\t0\t0\tP\n1\t0\t0\tP\t1\n"),
    source("combat-results", "die\t1:2+\t1:1+\t3:2+\t2:1+\n0\tK1/-\t-/K1\t-/C1\t-/C1\n1\tRPLS\tENGD\t-/K1\t-/K1\n"),
    source("switches", "id\tdefault\tchoices\teffect\nwar\tmid\tearly mid late\ty\n"),
];

const fn source(id: &'static str, text: &'static str) -> Source {
    Source { id, chapter: "fire", title: id, note: "", card: &[], bounds: &[], text }
}

fn told(event: Value) -> Line {
    Line::Told { event, rules: Vec::new() }
}

fn looked(chart: u16, column: u16) -> Line {
    let text = String::new();
    let cell = CellLine {
        chart: text.clone(),
        row: text.clone(),
        column: text.clone(),
        text,
        at: Cell { chart, row: 1, column },
    };
    Line::Looked { cell }
}

/// A charge is fired at, and then comes to Combat in a column of the same number.
#[test]
fn each_column_has_the_heading_of_its_own_chart() {
    let charts = ChartSet::open("test", SOURCES, None).expect("the charts are in order");
    let number = |id: &str| charts.charts().iter().position(|chart| chart.id() == id).expect("it is there") as u16;
    let lines = [
        told(json!({ "fired": { "factor_thousandths": 8_000, "column": 2, "shift": 0, "shifted": 2 } })),
        looked(number("fire-results"), 3),
        looked(number("combat-results"), 3),
        told(json!({ "fought": { "odds": [9, 6], "column": 2, "shift": 0, "shifted": 2 } })),
    ];
    let words = |line: &Line| match line {
        Line::Told { event, .. } => noted(event, &lines, &charts).map(|(_, text)| text).unwrap_or_default(),
        _ => String::new(),
    };
    assert_eq!(words(&lines[0]), "factor 8, column 6+");
    assert_eq!(words(&lines[3]), "odds 9:6, column 3:2+");
}
