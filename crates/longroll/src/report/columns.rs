//! What people see of a chart: not the columns that only programs read, nor the spelling of files.
//!
//! The convention: a column `id` is for programs where another column tells all rows apart in words; the ends of a span
//! are, where a column shows the span as the book prints it; so is a column `x_h`, where a column `x` says the same.

use engine::chart::Chart;

/// Columns that show a span as the book prints it, by the beginning of their names.
const SPANS_PRINTED: [&str; 3] = ["printed", "range", "roll"];
/// Columns that say the same to a program.
const SPAN_PARTS: [&str; 8] = ["test", "low", "high", "min", "max", "from", "to", "min_points"];

/// The columns that people see.
pub fn shown_columns(chart: &Chart) -> Vec<usize> {
    let columns = 0..chart.columns().len();
    let shown: Vec<usize> = columns.clone().filter(|column| !is_for_programs(chart, *column)).collect();
    // A table of one column is no table.
    if shown.len() < 2 { columns.collect() } else { shown }
}

/// What people see of a cell.
pub fn shown_text(chart: &Chart, row: usize, column: usize) -> String {
    chart.cell(row, column).unwrap_or_default().replace('_', " ")
}

fn is_for_programs(chart: &Chart, column: usize) -> bool {
    let columns = chart.columns();
    let name = |column: usize| columns.get(column).map(|name| &**name).unwrap_or_default();
    let is_there = |wanted: &str| (0..columns.len()).any(|column| name(column) == wanted);
    let heading = name(column);
    if heading == "id" {
        return columns.len() > 2 && (0..columns.len()).any(|other| other != column && says_it_all(chart, other));
    }
    if SPAN_PARTS.contains(&heading) {
        return (0..columns.len()).any(|column| SPANS_PRINTED.iter().any(|span| name(column).starts_with(span)));
    }
    heading.strip_suffix("_h").is_some_and(is_there)
}

/// Whether a column tells all rows apart in words.
fn says_it_all(chart: &Chart, column: usize) -> bool {
    let mut texts: Vec<&str> = (0..chart.rows()).filter_map(|row| chart.cell(row, column)).collect();
    let words = texts.iter().all(|text| text.chars().filter(|c| c.is_alphabetic()).count() > 2);
    texts.sort_unstable();
    words && texts.windows(2).all(|pair| pair[0] != pair[1])
}
