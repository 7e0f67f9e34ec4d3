//! House rules: what a table changes in the printed charts.
//!
//! A file of house rules has the shape of the chart it replaces: the same heading row, the same rows in the same order,
//! known by their first column. Every other cell may change, within its [bounds](super::bounds). What else a cell may hold
//! is checked when the rulebook reads its charts into typed tables.

use serde::Serialize;

use super::bounds::Printed;
use super::settings::settings;
use super::sheet::{fields, lines};
use super::switches::{CHART as SWITCHES, DEFAULT};
use super::{Chart, Switches};
use crate::{Cell, Fault};

/// The file that sets switches.
const SETTINGS: &str = "switches.toml";

/// House rules read from a folder, as text. Whoever has files reads `<folder>/<rulebook>/*.tsv` and
/// `<folder>/<rulebook>/switches.toml` into it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Overlay {
    /// The files, for any number of rulebooks.
    pub files: Vec<OverlayFile>,
}

/// One file of house rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OverlayFile {
    /// Its path as the user knows it.
    pub path: String,
    /// The rulebook it is for.
    pub slug: String,
    /// Its file name.
    pub name: String,
    /// What stands in it.
    pub text: String,
}

impl OverlayFile {
    /// A file as it was read, refused at the first byte that is not UTF-8.
    pub fn from_bytes(
        path: impl Into<String>,
        slug: impl Into<String>,
        name: impl Into<String>,
        bytes: Vec<u8>,
    ) -> Result<Self, Fault> {
        let (path, slug, name) = (path.into(), slug.into(), name.into());
        match String::from_utf8(bytes) {
            Ok(text) => Ok(OverlayFile { path, slug, name, text }),
            Err(error) => {
                let (valid, _) = error.as_bytes().split_at(error.utf8_error().valid_up_to());
                let before = String::from_utf8_lossy(valid);
                let line_before = before.rsplit('\n').next().unwrap_or_default();
                let column = if name.ends_with(".tsv") {
                    line_before.matches('\t').count()
                } else {
                    line_before.chars().count()
                };
                Err(Fault::at(path, before.matches('\n').count() + 1, column + 1, "not UTF-8 text")
                    .hint("save the file as UTF-8"))
            }
        }
    }
}

/// One cell or switch that the house rules changed, for display.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Change {
    /// The chart's id; `switches` for a switch.
    pub chart: &'static str,
    /// The row's heading; the name of a switch.
    pub row: String,
    /// The column's heading.
    pub column: String,
    /// What is printed.
    pub printed: String,
    /// What counts now.
    pub now: String,
    /// The place of the cell.
    pub cell: Cell,
}

impl Change {
    fn new(chart: &Chart, row: usize, column: usize, now: &str) -> Self {
        Change {
            chart: chart.id(),
            row: chart.text(row, 0).to_owned(),
            column: chart.columns().get(column).cloned().unwrap_or_default(),
            printed: chart.text(row, column).to_owned(),
            now: now.to_owned(),
            cell: chart.cite(row, column),
        }
    }
}

/// Lays the house rules over printed charts and switches; says what they changed, or every mistake in them.
pub(super) fn lay(
    overlay: &Overlay,
    slug: &str,
    charts: &mut [Chart],
    switches: &mut Switches,
) -> Result<Vec<Change>, Vec<Fault>> {
    let mut cells = Vec::new();
    let mut settings = Vec::new();
    let mut faults = Vec::new();
    let files: Vec<&OverlayFile> = overlay.files.iter().filter(|file| file.slug == slug).collect();
    for (index, file) in files.iter().enumerate() {
        let laid = if files[..index].iter().any(|known| known.name == file.name) {
            Err(vec![Fault::of_file(&file.path, format!("a second file `{}` for {slug}", file.name))])
        } else if file.name == SETTINGS {
            set_switches(file, charts, switches).map(|changes| settings.extend(changes))
        } else {
            find(file, slug, charts).and_then(|chart| lay_chart(file, chart)).map(|changes| cells.extend(changes))
        };
        if let Err(mut more) = laid {
            more.sort_by_key(|fault| (fault.line, fault.column));
            faults.append(&mut more);
        }
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    cells.sort_by_key(|change: &Change| (change.cell.chart, change.cell.row, change.cell.column));
    settings.sort_by_key(|change: &Change| change.cell.row);
    cells.append(&mut settings);
    Ok(cells)
}

/// The chart that a file replaces.
fn find<'a>(file: &OverlayFile, slug: &str, charts: &'a mut [Chart]) -> Result<&'a mut Chart, Vec<Fault>> {
    let refuse = |reason: String, hint: String| vec![Fault::of_file(&file.path, reason).hint(hint)];
    let Some(id) = file.name.strip_suffix(".tsv") else {
        return Err(refuse(
            format!("`{}` is neither a chart nor {SETTINGS}", file.name),
            "a chart is replaced by <its id>.tsv".to_owned(),
        ));
    };
    if id == SWITCHES {
        return Err(refuse("switches are not changed here".to_owned(), format!("set them in {SETTINGS}")));
    }
    charts
        .iter_mut()
        .find(|chart| chart.id() == id)
        .ok_or_else(|| refuse(format!("no chart `{id}`"), format!("longroll charts {slug} --list lists them")))
}

/// Puts the changed cells of a file into its chart.
fn lay_chart(file: &OverlayFile, chart: &mut Chart) -> Result<Vec<Change>, Vec<Fault>> {
    let changes = compare(file, chart)?;
    chart.file.clone_from(&file.path);
    for change in &changes {
        chart.replace(change.cell.row.into(), change.cell.column.into(), &change.now);
    }
    Ok(changes)
}

/// What a file changes in a printed chart.
fn compare(file: &OverlayFile, printed: &Chart) -> Result<Vec<Change>, Vec<Fault>> {
    let path = &file.path;
    // Spreadsheets like to put a byte order mark in front.
    let mut lines = lines(file.text.trim_start_matches('\u{feff}')).zip(1..);
    let mut faults = compare_heading(path, lines.next().map_or("", |(heading, _)| heading), printed);
    if !faults.is_empty() {
        return Err(faults);
    }
    let mut rows = Vec::new();
    for (text, line) in lines {
        match fields(path, line, text, printed.columns().len()) {
            Ok(fields) => rows.push((line, Some(fields))),
            Err(fault) => {
                faults.push(fault);
                // A blank line is no row; a line with fields too many or too few is one.
                if !text.is_empty() {
                    rows.push((line, None));
                }
            }
        }
    }
    let same_length = rows.len() == printed.rows();
    if !same_length {
        let reason = format!("{} rows where the printed chart has {}", rows.len(), printed.rows());
        let line = rows.get(printed.rows()).or(rows.last()).map_or(1, |(line, _)| *line);
        faults.push(Fault::at(path, line, 1, reason).hint("cells may change, rows may not"));
    }
    let columns: Vec<Printed<'_>> = (0..printed.columns().len()).map(|column| Printed::of(printed, column)).collect();
    let mut changes = Vec::new();
    for (row, (line, fields)) in rows.iter().enumerate().take(printed.rows()) {
        let Some(fields) = fields else { continue };
        let key = printed.text(row, 0);
        if fields[0] != key {
            let reason = format!("row `{}` where the printed chart has `{key}`", fields[0]);
            faults.push(Fault::at(path, *line, 1, reason).hint("rows keep their first column and their order"));
            // One row too many displaces all that follow, and one fault is enough to say so.
            if same_length { continue } else { break }
        }
        for (column, now) in fields.iter().enumerate().filter(|(column, now)| printed.text(row, *column) != **now) {
            match columns[column].check(key, now) {
                Ok(()) => changes.push(Change::new(printed, row, column, now)),
                Err((reason, hint)) => faults.push(Fault::at(path, *line, column + 1, reason).hint(hint)),
            }
        }
    }
    if faults.is_empty() { Ok(changes) } else { Err(faults) }
}

fn compare_heading(path: &str, heading: &str, printed: &Chart) -> Vec<Fault> {
    let (found, wanted): (Vec<&str>, &[String]) = (heading.split('\t').collect(), printed.columns());
    if found.len() != wanted.len() {
        let reason = format!("{} columns where the printed chart has {}", found.len(), wanted.len());
        return vec![
            Fault::at(path, 1, found.len().min(wanted.len()), reason).hint(format!("there are {}", wanted.join(", "))),
        ];
    }
    let differing = found.iter().zip(wanted).zip(1..).filter(|((found, wanted), _)| *found != wanted);
    let fault = |((found, wanted), column): ((&&str, &String), usize)| {
        Fault::at(path, 1, column, format!("column `{found}` where the printed chart has `{wanted}`"))
    };
    differing.map(fault).collect()
}

/// Sets switches as the file says.
fn set_switches(file: &OverlayFile, charts: &[Chart], switches: &mut Switches) -> Result<Vec<Change>, Vec<Fault>> {
    let (settings, mut faults) = settings(&file.path, &file.text);
    let mut changes = Vec::new();
    for (index, setting) in settings.iter().enumerate() {
        if settings[..index].iter().any(|known| known.id == setting.id) {
            faults.push(setting.fault_at_id(&file.path, format!("switch `{}` is set a second time", setting.id)));
            continue;
        }
        let Some(row) = switches.list.iter().position(|switch| switch.id == setting.id) else {
            let known: Vec<&str> = switches.list.iter().map(|switch| switch.id.as_str()).collect();
            let fault = setting.fault_at_id(&file.path, format!("no switch `{}`", setting.id));
            faults.push(fault.hint(format!("there are {}", known.join(", "))));
            continue;
        };
        let switch = &mut switches.list[row];
        let Some(value) = setting.values().find(|value| switch.choices.iter().any(|choice| choice == value)) else {
            faults.push(setting.fault_at_value(&file.path, switch.no_choice(setting.value)));
            continue;
        };
        value.clone_into(&mut switch.value);
        let chart = charts.iter().find(|chart| chart.id() == SWITCHES);
        if let (Some(chart), true) = (chart, switch.value != switch.default) {
            let column = chart.column(DEFAULT).map_err(|fault| vec![fault])?;
            changes.push(Change::new(chart, row, column, value));
        }
    }
    if faults.is_empty() { Ok(changes) } else { Err(faults) }
}

#[cfg(test)]
#[path = "overlay_tests.rs"]
mod tests;
