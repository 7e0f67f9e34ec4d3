//! The working of a settled procedure, as somebody with a pencil would note it: totals, odds, columns and shifts, and what a
//! cell that was looked up says on the card.

use engine::book::Line;
use engine::chart::{Chart, ChartSet};
use engine::{Cell, Decimal};
use serde_json::{Map, Value};

use super::columns::Shown;
use crate::guide::shape::plain;

/// The fields of an event that belong to the working; an event without any only tells what became of it.
const WORKING: [&str; 15] = [
    "odds",
    "factor_thousandths",
    "points",
    "sps",
    "column",
    "dice",
    "total",
    "difference",
    "modified",
    "lead",
    "needed",
    "needed_thousandths",
    "allowance_thousandths",
    "defender",
    "turns",
];
/// What an event counts before its column is found, and how that is said.
const STRENGTHS: [(&str, &str); 3] = [("factor_thousandths", "factor"), ("points", "points"), ("sps", "SPs")];

/// An event that holds working, as its name and its working in words; nothing for other events.
pub fn noted(event: &Value, lines: &[Line], charts: &ChartSet) -> Option<(String, String)> {
    let (name, fields) = event.as_object()?.iter().next()?;
    let fields = fields.as_object()?;
    // An event of losses may count strength points too, but nothing else.
    let is_working = fields.keys().any(|field| WORKING.contains(&field.as_str()));
    if !is_working || (fields.len() == 1 && fields.contains_key("sps")) {
        return None;
    }
    let told = Told { fields, headings: headings(fields, lines, charts) };
    let phrases = [told.who(lines), told.strength(), told.columns(), told.totals(), told.both_sides()];
    let mut text = phrases.into_iter().flatten().collect::<Vec<_>>().join(", ");
    if let Some(came) = told.came_of_it() {
        text = if text.is_empty() { came } else { format!("{text}: {came}") };
    }
    (!text.is_empty()).then(|| (name.replace(['_', '-'], " "), text))
}

/// The fields of one event.
struct Told<'a> {
    fields: &'a Map<String, Value>,
    headings: Option<&'a [String]>,
}

impl Told<'_> {
    /// A number as it is said; what is counted in thousandths as the number it means.
    fn number(&self, field: &str) -> Option<String> {
        let value = self.fields.get(field).filter(|value| value.is_number())?;
        if field.ends_with("_thousandths") {
            return Some(Decimal::from_thousandths(i32::try_from(value.as_i64()?).ok()?).to_string());
        }
        Some(plain(value))
    }

    /// Which piece it is about; nothing where there is only one.
    fn who(&self, lines: &[Line]) -> Option<String> {
        let is_total = |field: &str| field == "attacker" && self.fields.contains_key("defender");
        let field = ["unit", "stand", "attacker"].into_iter().find(|field| self.fields.contains_key(*field))?;
        let number = self.fields.get(field).and_then(Value::as_u64).filter(|_| !is_total(field))?;
        let is_another = |line: &Line| match line {
            Line::Told { event, .. } => {
                let fields = event.as_object().and_then(|event| event.values().next());
                fields.and_then(|fields| fields.get(field)).and_then(Value::as_u64).is_some_and(|other| other != number)
            }
            _ => false,
        };
        lines.iter().any(is_another).then(|| format!("{field} {number}"))
    }

    fn strength(&self) -> Option<String> {
        if let Some([attacker, defender]) = self.fields.get("odds").and_then(Value::as_array).map(Vec::as_slice) {
            return Some(format!("odds {}:{}", plain(attacker), plain(defender)));
        }
        let (field, name) = STRENGTHS.into_iter().find(|(field, _)| self.fields.contains_key(*field))?;
        let number = self.number(field)?;
        Some(if field == "sps" { format!("{number} {name}") } else { format!("{name} {number}") })
    }

    /// The column and where it is shifted to, by their headings.
    fn columns(&self) -> Option<String> {
        let column = self.heading("column")?;
        let shift = self.fields.get("shift").and_then(Value::as_i64).unwrap_or(0);
        Some(match self.heading("shifted") {
            Some(shifted) if shift != 0 && shifted == column => {
                format!("column {column}, shifted {shift:+} but already at the end")
            }
            Some(shifted) if shift != 0 => format!("column {column}, shifted {shift:+} to {shifted}"),
            None if shift != 0 => format!("column {column}, shifted {shift:+} off the table"),
            _ => format!("column {column}"),
        })
    }

    /// A column by its heading: its place in the file says nothing to people.
    fn heading(&self, field: &str) -> Option<String> {
        match self.fields.get(field)? {
            Value::String(name) => {
                // A sign in front belongs to the name: a column left of the first is not the one right of the last.
                let sign = if name.starts_with('-') { "-" } else { "" };
                let joint = if name.contains(char::is_alphabetic) { " " } else { "-" };
                Some(format!("{sign}{}", name.trim_start_matches('-').replace(['_', '-'], joint)))
            }
            place => self.headings?.get(place_of(place)?).cloned(),
        }
    }

    fn totals(&self) -> Option<String> {
        let number = |field| self.number(field);
        let with = |text: String, other: Option<String>, word: &str| match other {
            Some(other) => format!("{text}, {word} {other}"),
            None => text,
        };
        if let Some(hits) = number("hits") {
            let thrown = format!("{} dice on {}+", number("dice")?, number("needed")?);
            return Some(format!("{thrown}, {hits} hit"));
        }
        if let Some(difference) = number("difference") {
            return Some(with(format!("dice {difference}"), number("result"), "total"));
        }
        if let Some(modified) = number("modified") {
            let total = format!("total {modified}");
            return Some(number("value").map_or(total.clone(), |value| format!("{total} against {value}")));
        }
        if let Some(total) = number("total") {
            let total = number("dice").map_or(format!("total {total}"), |dice| format!("dice {dice}, total {total}"));
            return Some(with(total, number("needed"), "needed"));
        }
        if let Some(allowance) = number("allowance_thousandths") {
            return Some(with(format!("can move {allowance}"), number("needed_thousandths"), "needs"));
        }
        number("lead")
            .map(|lead| format!("attacker leads by {lead}"))
            .or(number("turns").map(|turns| format!("turns {turns}")))
    }

    /// The totals of both sides and the difference.
    fn both_sides(&self) -> Option<String> {
        let total = |field: &str| self.fields.get(field).and_then(Value::as_i64);
        let (attacker, defender) = (total("attacker")?, total("defender")?);
        Some(format!("attacker {attacker}, defender {defender}, difference {:+}", attacker - defender))
    }

    /// What came of it, where the event says so.
    fn came_of_it(&self) -> Option<String> {
        let said = |field: &str| self.fields.get(field).and_then(Value::as_str).map(|text| text.replace('_', " "));
        let verdict = |field: &str, yes: &str, no: &str| {
            self.fields.get(field).and_then(Value::as_bool).map(|is_so| if is_so { yes } else { no }.to_owned())
        };
        let words = said("result").or(said("effect")).or(said("marsh"));
        words.or(verdict("passed", "passed", "failed")).or(verdict("yes", "yes", "no"))
    }
}

/// A place among the columns of results, which follow the column of dice.
fn place_of(value: &Value) -> Option<usize> {
    usize::try_from(value.as_u64()?).ok()?.checked_add(1)
}

/// The headings that the columns of an event stand under: those of the chart that was looked up in just that column.
fn headings<'c>(fields: &Map<String, Value>, lines: &[Line], charts: &'c ChartSet) -> Option<&'c [String]> {
    let last = place_of(fields.get("shifted").or_else(|| fields.get("column"))?)?;
    lines.iter().find_map(|line| match line {
        Line::Looked { cell } if usize::from(cell.at.column) == last => {
            let columns = charts.get(cell.at.chart)?.columns();
            (columns.first().map(String::as_str) == Some("die")).then_some(columns)
        }
        _ => None,
    })
}

/// The name of a row as the card has it.
pub fn row_name(at: Cell, charts: &ChartSet) -> Option<String> {
    let shown = Shown::of(charts.get(at.chart)?);
    let name = shown.text(usize::from(at.row), 0);
    // A bare number says nothing without its heading.
    if !name.contains(char::is_alphabetic) {
        let heading = shown.headings().next().unwrap_or_default();
        return (!name.is_empty()).then(|| format!("{heading} {name}"));
    }
    Some(name)
}

/// What a cell that was looked up says on the card; nothing where it says nothing to people. Where the cell itself is only
/// for programs, the rest of its row is the answer.
pub fn looked(at: Cell, charts: &ChartSet) -> Option<String> {
    let chart = charts.get(at.chart).filter(|chart| chart.is_on_card() && !holds_constants(chart))?;
    let shown = Shown::of(chart);
    let row = usize::from(at.row);
    let name = shown.text(row, 0);
    let heading = |column: usize| shown.columns[column].heading.as_str();
    let Some(column) = shown.place(usize::from(at.column)).filter(|column| *column > 0) else {
        let rest = (1..shown.columns.len()).map(|column| (heading(column), shown.text(row, column)));
        let rest: Vec<String> = rest
            .filter(|(_, text)| !matches!(text.as_str(), "" | "-"))
            .map(|(heading, text)| if text.contains(' ') { text } else { format!("{heading} {text}") })
            .collect();
        return (!rest.is_empty()).then(|| format!("{name}: {}", rest.join(", ")));
    };
    let text = shown.text(row, column);
    // An empty cell is no result.
    (!text.is_empty()).then(|| format!("{name}, {}: {text}", heading(column)))
}

/// Whether a chart holds numbers of the text, which no player looks up.
fn holds_constants(chart: &Chart) -> bool {
    let has = |wanted: &str| chart.columns().iter().any(|name| name == wanted);
    has("value") && (has("meaning") || has("what"))
}
