//! The bounds: which numbers house rules may put into a chart, where the rulebook knows better than the general rule.

use std::fmt::Write;
use std::path::Path;

use crate::Mistake;
use crate::rows::{Row, read, rows};

/// Which numbers make sense where. A rulebook need not have it.
pub(crate) const FILE: &str = "bounds.tsv";

/// A bound on every row or column.
const EVERY: &str = "*";

/// One line of the file.
struct Bound {
    chart: String,
    row: String,
    column: String,
    least: i32,
    most: i32,
    why: String,
}

/// All bounds of a rulebook.
pub(crate) struct Bounds(Vec<Bound>);

impl Bounds {
    /// The bounds of one chart as Rust, one after the other.
    pub(crate) fn print(&self, chart: &str) -> String {
        let mut text = String::new();
        for Bound { row, column, least, most, why, .. } in self.0.iter().filter(|bound| bound.chart == chart) {
            // Writing into a text cannot fail.
            let _ = write!(
                text,
                "::engine::chart::Bound {{ row: {row:?}, column: {column:?}, least: {least}, most: {most}, why: {why:?} }}, "
            );
        }
        text
    }
}

/// Reads the bounds and holds the printed charts against them.
pub(crate) fn read_for(folder: &Path, charts: &[&str], mistakes: &mut Vec<Mistake>) -> Bounds {
    if !folder.join(FILE).exists() {
        return Bounds(Vec::new());
    }
    let text = read(folder, FILE, mistakes).unwrap_or_default();
    let heading = ["chart", "row", "column", "least", "most", "why"];
    let mut bounds = Vec::new();
    for row in rows(FILE, &text, heading, mistakes).unwrap_or_default() {
        match bound(folder, charts, &row) {
            Ok(bound) => bounds.push(bound),
            Err(reason) => mistakes.push(Mistake::at(FILE, row.line, reason)),
        }
    }
    Bounds(bounds)
}

/// One bound, if the printed chart has such a cell and keeps within it.
fn bound(folder: &Path, charts: &[&str], row: &Row<'_, 6>) -> Result<Bound, String> {
    let [chart, key, column, least, most, why] = row.fields;
    if !charts.contains(&chart) {
        return Err(format!("there is no chart `{chart}`"));
    }
    let number = |text: &str| text.parse::<i32>().map_err(|error| format!("`{text}` is no whole number: {error}"));
    let (least, most) = (number(least)?, number(most)?);
    if why.is_empty() {
        return Err("no reason is given".to_owned());
    }
    let text =
        std::fs::read_to_string(folder.join(format!("charts/{chart}.tsv"))).map_err(|error| error.to_string())?;
    let printed = cells(&text, key, column);
    if printed.is_empty() {
        return Err(format!("chart `{chart}` has no number in row `{key}` and column `{column}`"));
    }
    if let Some(beyond) = printed.iter().find(|number| !(f64::from(least)..=f64::from(most)).contains(number)) {
        return Err(format!("chart `{chart}` prints {beyond}, which is not from {least} to {most}"));
    }
    let owned = str::to_owned;
    Ok(Bound { chart: owned(chart), row: owned(key), column: owned(column), least, most, why: owned(why) })
}

/// The numbers printed in a row and column, or in all of them.
fn cells(text: &str, key: &str, column: &str) -> Vec<f64> {
    let mut lines = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let heading = lines.next().unwrap_or_default();
    let wanted = |wanted: &str, found: &str| wanted == EVERY || wanted == found;
    let mut numbers = Vec::new();
    for fields in lines.filter(|fields| wanted(key, fields.first().unwrap_or(&""))) {
        let cells = heading.iter().zip(&fields).skip(1).filter(|(heading, _)| wanted(column, heading));
        numbers.extend(cells.filter_map(|(_, text)| text.parse::<f64>().ok()));
    }
    numbers
}
