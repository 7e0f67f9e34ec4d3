//! The working of a settled procedure, as somebody with a pencil would note it: totals, odds, columns and shifts, and what a
//! cell that was looked up says on the card.

use engine::book::Line;
use engine::book::shape::plain;
use engine::chart::{Chart, ChartSet};
use engine::{Cell, Decimal};
use serde_json::{Map, Value};

use crate::Shown;

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
    let told = Told { fields, headings: headings(event, fields, lines, charts) };
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
        let number = self.fields.get(field).and_then(Value::as_u64).filter(|number| *number > 0 && !is_total(field))?;
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
            .or(number("turns").map(|turns| format!("{turns} turns")))
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

/// The headings that the columns of an event stand under: those of the chart that was looked up in just that column, nearest to
/// the event. A whole charge looks up one chart for its fire and another for its Combat, and both have columns of that number.
fn headings<'c>(
    event: &Value,
    fields: &Map<String, Value>,
    lines: &[Line],
    charts: &'c ChartSet,
) -> Option<&'c [String]> {
    let last = place_of(fields.get("shifted").or_else(|| fields.get("column"))?)?;
    let here =
        lines.iter().position(|line| matches!(line, Line::Told { event: told, .. } if std::ptr::eq(told, event)));
    let looked = lines.iter().enumerate().filter_map(|(index, line)| match line {
        Line::Looked { cell } if usize::from(cell.at.column) == last => {
            let columns = charts.get(cell.at.chart)?.columns();
            let far = here.map_or(index, |here| index.abs_diff(here));
            (columns.first().map(String::as_str) == Some("die")).then_some((far, columns))
        }
        _ => None,
    });
    looked.min_by_key(|(far, _)| *far).map(|(_, columns)| columns)
}

/// A row of a card, as it is talked about.
struct Row<'c> {
    chart: &'c Chart,
    shown: Shown<'c>,
    row: usize,
}

impl<'c> Row<'c> {
    fn of(at: Cell, charts: &'c ChartSet) -> Option<Self> {
        let chart = charts.get(at.chart)?;
        Some(Row { chart, shown: Shown::of(chart), row: usize::from(at.row) })
    }

    fn text(&self, column: usize) -> String {
        self.shown.text(self.row, column)
    }

    /// How many columns it takes to name the row: a code, and a name that stands for several rows, take one more.
    fn named_by(&self) -> usize {
        let name = self.text(0);
        let is_code = name.chars().count() < 3 && has_letters(&name);
        let others = (0..self.chart.rows()).filter(|row| *row != self.row);
        let is_shared = others.into_iter().any(|row| self.shown.text(row, 0) == name);
        let more = is_shared || (is_code && has_letters(&self.text(1)) && self.text(1).chars().count() > 2);
        if more && self.shown.columns.len() > 2 { 2 } else { 1 }
    }

    /// The name of the row.
    fn name(&self, columns: usize) -> String {
        let parts = (0..columns).filter(|column| !is_nothing(&self.text(*column))).map(|column| self.told(column, 1));
        parts.collect::<Vec<_>>().join(", ")
    }

    /// A cell as it is talked about: a number, a span and what is shorter than so many letters by their heading.
    fn told(&self, column: usize, letters: usize) -> String {
        let text = self.text(column);
        let says_it = has_letters(&text) && text.chars().count() >= letters;
        let is_span = self.shown.columns[column].until.is_some();
        if says_it && !is_span { text } else { format!("{} {text}", self.heading(column)) }
    }

    fn heading(&self, column: usize) -> &str {
        &self.shown.columns[column].heading
    }

    /// Everything the row says besides its name; a yes says nothing without its heading.
    fn rest(&self, from: usize) -> Option<String> {
        let said = (from..self.shown.columns.len()).filter(|column| !is_nothing(&self.text(*column)));
        let said: Vec<String> = said.map(|column| self.told(column, 4)).collect();
        (!said.is_empty()).then(|| format!("{}: {}", self.name(from), said.join(", ")))
    }
}

fn has_letters(text: &str) -> bool {
    text.contains(char::is_alphabetic)
}

fn is_nothing(text: &str) -> bool {
    matches!(text, "" | "-")
}

/// The name of a row as the card has it.
pub fn row_name(at: Cell, charts: &ChartSet) -> Option<String> {
    let row = Row::of(at, charts)?;
    let columns = row.named_by().min(row.shown.place(usize::from(at.column)).unwrap_or(usize::MAX)).max(1);
    Some(row.name(columns)).filter(|name| !name.is_empty())
}

/// What a cell that was looked up says.
pub struct Looked {
    /// In words.
    pub text: String,
    /// Whether that is the whole row, not only the cell.
    pub whole: bool,
}

/// What a cell that was looked up says on the card; nothing where it says nothing to people. Where the cell is only for
/// programs, or one end of the span by which the row was found, the rest of its row is the answer.
pub fn looked(at: Cell, charts: &ChartSet) -> Option<Looked> {
    let row = Row::of(at, charts).filter(|row| row.chart.is_on_card() && !holds_constants(row.chart))?;
    let columns = row.named_by();
    let is_key = |column: usize| {
        row.shown.columns[column].until.is_some()
            && row.shown.columns.iter().filter(|column| column.until.is_some()).count() == 1
    };
    let place = row.shown.place(usize::from(at.column)).filter(|column| *column > 0 && !is_key(*column));
    let Some(column) = place else {
        return row.rest(columns).map(|text| Looked { text, whole: true });
    };
    let text = row.text(column);
    // A dash is a result in a table of dice, and elsewhere no entry.
    let is_empty = text.is_empty() || (text == "-" && has_letters(&row.text(0)));
    let name = row.name(columns.min(column));
    let heading = row.heading(column);
    let text = if heading == "value" { format!("{name}: {text}") } else { format!("{name}, {heading}: {text}") };
    (!is_empty).then_some(Looked { text, whole: false })
}

/// Whether a chart holds numbers of the text, which no player looks up.
fn holds_constants(chart: &Chart) -> bool {
    let has = |wanted: &str| chart.columns().iter().any(|name| name == wanted);
    has("value") && (has("meaning") || has("what"))
}

/// Look-ups told one after another: a row that is read for several of its cells is told once.
#[derive(Default)]
pub struct LookUps {
    last: Option<(u16, u16, Looked)>,
}

impl LookUps {
    /// What a look-up says; nothing where it says nothing to people, or nothing new.
    pub fn tell(&mut self, at: Cell, charts: &ChartSet) -> Option<String> {
        let found = looked(at, charts)?;
        let (text, whole) = (found.text.clone(), found.whole);
        let before = self.last.replace((at.chart, at.row, found));
        let is_told = before.is_some_and(|(chart, row, before)| {
            (chart, row) == (at.chart, at.row) && (before.whole || whole || before.text == text)
        });
        (!is_told).then_some(text)
    }
}

/// A throw as the engine writes it, a little easier to read: `5d6>=4` as `5d6 on 4+`, `2d6=1..1` as `2d6 on 1`.
pub fn dice_name(throw: &str) -> String {
    if let Some((dice, low)) = throw.split_once(">=") {
        return format!("{dice} on {low}+");
    }
    match throw.split_once('=').and_then(|(dice, span)| Some((dice, span.split_once("..")?))) {
        Some((dice, (low, high))) if low == high => format!("{dice} on {low}"),
        Some((dice, (low, high))) => format!("{dice} on {low}-{high}"),
        None => throw.to_owned(),
    }
}

/// The sum of the run of modifiers that ends here; nothing if it goes on, or is only one.
pub fn total_after(lines: &[Line], index: usize) -> Option<i32> {
    if matches!(lines.get(index + 1), Some(Line::Modified { .. })) {
        return None;
    }
    let amount = |line: &Line| match line {
        Line::Modified { amount, .. } => Some(i32::from(*amount)),
        _ => None,
    };
    let run: Vec<i32> = lines[..=index].iter().rev().map_while(amount).collect();
    (run.len() > 1).then(|| run.iter().sum())
}
