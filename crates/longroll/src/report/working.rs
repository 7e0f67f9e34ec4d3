//! The working of a settled procedure: totals before the dice, and what a cell that was looked up means to people.

use engine::Cell;
use engine::book::Line;
use engine::chart::ChartSet;
use serde_json::Value;

use super::columns::{shown_columns, shown_text};
use super::resolution::tell_field;

/// The fields of an event that somebody with a pencil would have written down.
const NOTED: [&str; 11] = [
    "factor",
    "factor_thousandths",
    "points",
    "points_thousandths",
    "total",
    "result",
    "difference",
    "attacker",
    "defender",
    "column",
    "shifted",
];
/// The ends of a span, as columns and as the last words of columns.
const ENDS: [(&str, &str); 2] = [("low", "high"), ("min", "max")];

/// An event that holds working, as its name and its numbers; nothing for events that only tell what became of it.
pub fn noted(event: &Value, lines: &[Line], charts: &ChartSet) -> Option<(String, String)> {
    let (name, fields) = event.as_object()?.iter().next()?;
    let fields = fields.as_object()?;
    if !fields.iter().any(|(name, value)| NOTED.contains(&name.as_str()) && value.is_number()) {
        return None;
    }
    let headings = headings(fields, lines, charts);
    let shown: Vec<String> = fields
        .iter()
        .filter(|(_, value)| !value.is_null() && !value.is_object() && !value.is_array())
        .filter_map(|(name, value)| match name.as_str() {
            // A column is known by its heading; its place in the file says nothing to people.
            "column" | "shifted" => Some(format!("{name} {}", headings?.get(place(value)?)?)),
            _ => Some(tell_field((name, value))),
        })
        .collect();
    (!shown.is_empty()).then(|| (name.replace('_', " "), shown.join(", ")))
}

/// A place among the columns of results, which follow the column of dice.
fn place(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()?.checked_add(1)
}

/// The headings that the columns of an event stand under: those of the chart that was looked up in just that column.
fn headings<'c>(fields: &serde_json::Map<String, Value>, lines: &[Line], charts: &'c ChartSet) -> Option<&'c [String]> {
    let last = place(fields.get("shifted").or_else(|| fields.get("column"))?)?;
    lines.iter().find_map(|line| match line {
        Line::Looked { cell } if usize::from(cell.at.column) == last => {
            let columns = charts.get(cell.at.chart)?.columns();
            (columns.first().map(String::as_str) == Some("die")).then_some(columns)
        }
        _ => None,
    })
}

/// What a cell that was looked up says, by the names of its row and column and its text; nothing where it says nothing to people.
pub fn looked(at: Cell, names: [&str; 3], charts: &ChartSet, verbose: bool) -> Option<String> {
    let [row_name, column_name, text] = names;
    let plain = || format!("{row_name}, {column_name}: {text}");
    let Some(chart) = charts.get(at.chart).filter(|_| !verbose) else {
        return Some(plain());
    };
    let columns = chart.columns();
    let has = |wanted: &str| columns.iter().any(|name| name == wanted);
    // Constants of the program are no chart that a player looks at, and an empty cell is no result.
    let is_constant = has("value") && (has("meaning") || has("what"));
    if is_constant || matches!(text, "" | "-") {
        return None;
    }
    let row = usize::from(at.row);
    let column = |wanted: &str| columns.iter().position(|name| name == wanted);
    for (low, high) in ENDS {
        if column_name == low || column_name == high {
            let is_end = |name: &str| name == low || name == high || name == "id";
            let others = shown_columns(chart).into_iter().filter(|column| *column > 0 && !is_end(&columns[*column]));
            let said: Vec<String> = others
                .map(|column| (columns[column].replace('_', " "), shown_text(chart, row, column)))
                .filter(|(_, text)| !text.is_empty())
                .map(|(heading, text)| format!("{heading} {text}"))
                .collect();
            return Some(if said.is_empty() { plain() } else { format!("{row_name}: {}", said.join(", ")) });
        }
        let stem = column_name.strip_suffix(low).or_else(|| column_name.strip_suffix(high));
        let Some(stem) = stem.filter(|stem| stem.ends_with('_')) else { continue };
        if let (Some(from), Some(to)) = (column(&format!("{stem}{low}")), column(&format!("{stem}{high}"))) {
            let (from, to) = (shown_text(chart, row, from), shown_text(chart, row, to));
            return Some(format!("{row_name}, {}: {from} to {to}", stem.trim_end_matches('_')));
        }
    }
    Some(plain())
}
