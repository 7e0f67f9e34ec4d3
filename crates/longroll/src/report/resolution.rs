//! A settled procedure: the result first, then how it came about, then the rules.

use std::io;

use engine::book::{AnyRulebook, Line};
use engine::chart::{Change, ChartSet};
use engine::{Cell as Place, Decimal, Rule};
use serde_json::{Value, json};
use telling::working;

use super::chart::Drawing;
use super::entry;
use crate::guide::shape::plain;
use crate::ink;
use crate::settle::{Matter, Settled};
use crate::table::{Cell, Frame, NO_HEADINGS, Table};
use crate::terminal::Page;

/// How much is shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct ResolutionView {
    /// The wording of every rule that played a part.
    pub cite: bool,
    /// The charts that were looked up, with their cells lit.
    pub lit: bool,
    /// Events, and also the charts of the modifiers.
    pub verbose: bool,
}

/// Shows a settled procedure.
pub fn show(matter: &Matter<'_>, settled: &Settled, view: ResolutionView, page: &mut Page<'_>) -> io::Result<()> {
    let resolution = &settled.resolution;
    let look = page.look;
    page.wrapped(ink::TITLE, 0, &sentence(&resolution.summary))?;
    page.gap()?;
    page.write(steps(&resolution.lines, matter.book.charts(), view).draw(&look))?;
    if view.lit || view.verbose {
        show_charts(matter.book, &resolution.lines, view, page)?;
    }
    page.gap()?;
    show_rules(&resolution.rules, view, page)?;
    house_rules(matter.book, page)?;
    if let Some(seed) = settled.seed.filter(|_| view.verbose) {
        page.gap()?;
        page.wrapped(
            ink::FAINT,
            0,
            &format!("Dice of seed {}, whose commitment is {}", seed.digits(), seed.commitment()),
        )?;
    }
    Ok(())
}

/// The summary as a sentence of its own.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|first| first.to_uppercase().collect::<String>()).unwrap_or_default();
    first + letters.as_str()
}

/// What happened, a line each: dice, modifiers with their total, cells, decisions.
fn steps(lines: &[Line], charts: &ChartSet, view: ResolutionView) -> Table {
    let mut table = Table::new(Frame::Open, NO_HEADINGS).indented(2);
    let rule_cell = |rule: &Rule| Cell::new(rule.id(), ink::RULE);
    let mut looks = working::LookUps::default();
    for (index, line) in lines.iter().enumerate() {
        match line {
            Line::Rolled { throw, faces, reading, typed, rule } => {
                let faces_text = faces.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
                let reads = if faces.len() > 1 && throw != "2d6" { format!(" = {reading}") } else { String::new() };
                let typed = who_threw(typed);
                table.row([
                    Cell::from(working::dice_name(throw)),
                    Cell::new(format!("{faces_text}{reads}{typed}"), ink::TITLE),
                    rule_cell(rule),
                ]);
            }
            Line::Awaited { throw, rule, column } => {
                let read = column.as_ref().map(|column| format!(", read in column {}", column.heading));
                let about = format!("to be thrown{}", read.unwrap_or_default());
                table.row([Cell::from(working::dice_name(throw)), Cell::from(about), rule_cell(rule)]);
            }
            Line::Supposed { side, prompt, answer, rule } => {
                let supposed = format!("{answer}, it is supposed ({})", side.name());
                table.row([Cell::new(*prompt, ink::TYPE), Cell::from(supposed), rule_cell(rule)]);
            }
            Line::Modified { rule, amount, cell } => {
                // As the card says it; a row without a name there is known by the wording of its rule.
                let name = working::row_name(cell.at, charts).filter(|_| !view.verbose);
                let spelt = if cell.row == rule.id() { rule.statement() } else { cell.row.as_str() };
                let name = name.unwrap_or_else(|| spelt.to_owned());
                table.row([Cell::from(format!("{amount:+}")), Cell::from(name), rule_cell(rule)]);
                if let Some(total) = working::total_after(lines, index) {
                    table.row([
                        Cell::new(format!("{total:+}"), ink::TITLE),
                        Cell::new("in all", ink::TITLE),
                        Cell::from(""),
                    ]);
                }
            }
            Line::Looked { cell } => {
                let text = if view.verbose {
                    Some(format!("{}, {}: {}", cell.row, cell.column, cell.text))
                } else {
                    looks.tell(cell.at, charts)
                };
                if let Some(text) = text {
                    table.row([Cell::new(cell.chart.as_str(), ink::TYPE), Cell::from(text), Cell::from("")]);
                }
            }
            Line::Asked { question, side, answer, rule, .. } => {
                table.row([
                    Cell::new(*question, ink::TYPE),
                    Cell::from(format!("{answer} ({})", side.name())),
                    rule_cell(rule),
                ]);
            }
            Line::Told { event, .. } if view.verbose => {
                let (name, about) = tell(event);
                table.row([Cell::new(name, ink::FAINT), Cell::new(about, ink::FAINT), Cell::from("")]);
            }
            Line::Told { event, .. } => {
                if let Some((name, numbers)) = working::noted(event, lines, charts) {
                    table.row([Cell::new(name, ink::FAINT), Cell::from(numbers), Cell::from("")]);
                }
            }
            Line::Cited { .. } => {}
        }
    }
    table
}

/// Which dice of a throw were typed, where any were.
fn who_threw(typed: &[bool]) -> String {
    let count = typed.iter().filter(|typed| **typed).count();
    match count {
        0 => String::new(),
        all if all == typed.len() => ", typed".to_owned(),
        some => format!(", {some} of them typed"),
    }
}

/// An event as its name and what is said about it.
pub fn tell(event: &Value) -> (String, String) {
    let Value::Object(object) = event else {
        return (event.as_str().unwrap_or_default().to_owned(), String::new());
    };
    let fields = |value: &Value| match value {
        Value::Object(fields) => fields.iter().map(tell_field).collect::<Vec<_>>().join(", "),
        other => plain(other),
    };
    match object.iter().next() {
        Some((name, value)) if object.len() == 1 => (name.clone(), fields(value)),
        _ => (String::new(), fields(event)),
    }
}

/// One field of an event; what is counted in thousandths is shown as the number it means.
fn tell_field((name, value): (&String, &Value)) -> String {
    let thousandths = name.strip_suffix("_thousandths").zip(value.as_i64().and_then(|count| i32::try_from(count).ok()));
    match thousandths {
        Some((name, count)) => format!("{} {}", name.replace('_', " "), Decimal::from_thousandths(count)),
        None => format!("{} {}", name.replace('_', " "), plain(value)),
    }
}

/// The result in one line that says by itself what it is about.
pub fn line(matter: &Matter<'_>, settled: &Settled) -> String {
    let Settled { resolution, .. } = settled;
    let dice = resolution.dice.iter().map(u8::to_string).collect::<Vec<_>>().join(" ");
    let dice = if dice.is_empty() { dice } else { format!(" (dice {dice})") };
    format!("{} {}: {}{dice}", matter.book.about().slug, matter.procedure.name(), resolution.summary)
}

/// Every chart that was looked at, with its cells lit.
fn show_charts(book: &dyn AnyRulebook, lines: &[Line], view: ResolutionView, page: &mut Page<'_>) -> io::Result<()> {
    let mut charts: Vec<(u16, Vec<(usize, usize)>)> = Vec::new();
    let places = lines.iter().filter_map(|line| match line {
        Line::Looked { cell } => Some(cell.at),
        Line::Modified { cell, .. } if view.verbose => Some(cell.at),
        _ => None,
    });
    for Place { chart, row, column } in places {
        let lit = (usize::from(row), usize::from(column));
        match charts.iter_mut().find(|(known, _)| *known == chart) {
            Some((_, cells)) if cells.contains(&lit) => {}
            Some((_, cells)) => cells.push(lit),
            None => charts.push((chart, vec![lit])),
        }
    }
    for (number, lit) in charts {
        if let Some(chart) = book.charts().get(number) {
            page.gap()?;
            Drawing::lighting(book.charts(), chart, lit).show(page)?;
        }
    }
    Ok(())
}

fn show_rules(rules: &[Rule], view: ResolutionView, page: &mut Page<'_>) -> io::Result<()> {
    if view.cite || view.verbose {
        page.heading("Rules")?;
        let column = 4 + rules.iter().map(|rule| rule.id().len()).max().unwrap_or(0);
        for rule in rules {
            entry(page, 2, column.min(34), (rule.id(), ink::RULE), (rule.statement(), ink::PLAIN))?;
        }
        return Ok(());
    }
    let ids: Vec<&str> = rules.iter().map(|rule| rule.id()).collect();
    page.wrapped(ink::FAINT, 0, &format!("Rules: {}", ids.join(", ")))
}

/// What the house rules changed, wherever a result is shown; nothing where the table plays as printed.
pub fn house_rules(book: &dyn AnyRulebook, page: &mut Page<'_>) -> io::Result<()> {
    let changes = book.charts().changes();
    if changes.is_empty() {
        return Ok(());
    }
    let told = changes.iter().map(|change| {
        let Change { chart, row, column, printed, now, .. } = change;
        format!("{chart}, {row}, {column}: {now} (printed {printed})")
    });
    page.gap()?;
    page.wrapped(ink::HOUSE, 0, &format!("House rules: {}", told.collect::<Vec<_>>().join("; ")))
}

/// A settled procedure for programs.
pub fn to_json(matter: &Matter<'_>, settled: &Settled) -> Value {
    let resolution = &settled.resolution;
    let citation = |rule: &Rule| json!({ "id": rule.id(), "heading": rule.heading(), "statement": rule.statement() });
    json!({
        "rulebook": matter.book.about().slug,
        "procedure": matter.procedure.name(),
        "situation": matter.situation,
        "summary": resolution.summary,
        "outcome": resolution.outcome,
        "lines": resolution.lines,
        "rules": resolution.rules.iter().map(citation).collect::<Vec<_>>(),
        "dice": resolution.dice,
        "answers": resolution.answers,
        "seed": settled.seed.map(|seed| seed.digits()),
        "house": matter.book.charts().changes(),
    })
}
