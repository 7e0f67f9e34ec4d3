//! Charts for the tests of this module.

use super::{Chart, Source};
use crate::{Cell, Fault};

/// A chart as the house file `test/chart.tsv`, number 7 of its set.
pub(super) fn chart(text: &str) -> Chart {
    read(text).expect("a chart that can be read")
}

/// A chart, or what is wrong with it.
pub(super) fn read(text: &str) -> Result<Chart, Vec<Fault>> {
    let source =
        Source { id: "chart", chapter: "", title: "", note: "", card: &[], bounds: &[], text: text.to_owned().leak() };
    Chart::read("test", 7, Box::leak(Box::new(source)))
}

/// A cell of that chart.
pub(super) fn cell(row: u16, column: u16) -> Cell {
    Cell { chart: 7, row, column }
}

/// The place and the reason of what has to be a fault.
pub(super) fn fault_of<T>(result: Result<T, Fault>) -> (usize, usize, String) {
    let fault = result.err().expect("a fault");
    assert_eq!(fault.file, "test/chart.tsv");
    (fault.line, fault.column, fault.reason)
}
