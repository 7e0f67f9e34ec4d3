//! What a battle says to a rulebook, word by word.

use field::hex::drawn;

use super::rulebooks::{Wrong, items, sections};
use crate::nearest::advice;
use crate::plan::Time;
use crate::sheet::Sheet;
use crate::tree::{Entry, Node, Value, line_and_column};
use crate::words_for::{Holds, Part, Word, words_for};

/// Everything wrong in the sections of one rulebook, wherever they stand.
pub(crate) fn check(slug: &str, scales: Option<&[&str]>, sheet: &Sheet<'_>) -> Vec<Wrong> {
    let Some(known) = words_for(slug) else { return Vec::new() };
    let mut reader = Reader { slug, scales, sheet, found: Vec::new() };
    let formations = || items(sheet.tree.get("formation"));
    let units = formations().flat_map(|formation| items(formation.get("units")));
    let parts = std::iter::once((Part::Battle, &sheet.tree))
        .chain(formations().map(|node| (Part::Formation, node)))
        .chain(units.map(|node| (Part::Unit, node)))
        .chain(items(sheet.tree.get("leader")).map(|node| (Part::Leader, node)));
    for (part, node) in parts {
        for section in sections(node).filter(|entry| entry.key == slug) {
            reader.table(&section.node, known.of(part), part.words());
        }
    }
    reader.found
}

struct Reader<'a> {
    slug: &'a str,
    scales: Option<&'a [&'a str]>,
    sheet: &'a Sheet<'a>,
    found: Vec<Wrong>,
}

impl Reader<'_> {
    fn table(&mut self, node: &Node, known: &[Word], of: &str) {
        let Value::Table(entries) = &node.value else { return };
        for entry in entries.iter().filter(|entry| !entry.node.is_stand_in(&[])) {
            match known.iter().find(|(name, _)| *name == entry.key) {
                Some((_, holds)) => self.value(entry, *holds),
                None => {
                    let reason = format!("{} knows no {} of {of}", self.slug, entry.key);
                    let hint = match known {
                        [] => "take it away".to_owned(),
                        _ => advice(&entry.key, known.iter().map(|(name, _)| *name)),
                    };
                    self.found.push((entry.key_span.start, reason, hint));
                }
            }
        }
    }

    fn value(&mut self, entry: &Entry, holds: Holds) {
        let node = &entry.node;
        let fits = match (holds, &node.value) {
            (Holds::Whole(least, most), _) => is_whole(node, least, most),
            (Holds::Truth, Value::Bool(_)) => true,
            (Holds::Scale, _) => return self.scale(node),
            (Holds::OneOf(names), Value::Text(text)) => names.contains(&text.as_str()),
            (Holds::Hour, Value::Text(text)) => Time::read(text).is_some(),
            (Holds::Point, Value::List(items)) => {
                items.len() == 2 && items.iter().all(|yards| is_whole(yards, 0, 1_000_000))
            }
            (Holds::Wholes(count, least, most), Value::List(items)) => {
                items.len() == count && items.iter().all(|item| is_whole(item, least, most))
            }
            (Holds::BySide(least, most), Value::Table(sides)) => return self.sides(sides, least, most),
            (Holds::Drawn, Value::Text(text)) => return self.drawn(node, text),
            (Holds::Unit, Value::Text(id)) => return self.unit(node, id),
            (Holds::Rows(words, needed), Value::List(rows)) => return self.rows(entry, rows, words, needed),
            _ => false,
        };
        if !fits {
            self.refuse(entry, holds);
        }
    }

    fn refuse(&mut self, entry: &Entry, holds: Holds) {
        let reason = format!("{} cannot be {}", entry.key, written(&entry.node));
        let hint = match (&entry.node.value, holds) {
            (Value::Text(text), Holds::OneOf(names)) => advice(text, names.iter().copied()),
            _ => hint_for(holds),
        };
        self.found.push((entry.node.span.start, reason, hint));
    }

    fn scale(&mut self, node: &Node) {
        let Some(scales) = self.scales else { return };
        match &node.value {
            Value::Text(name) if scales.contains(&name.as_str()) => {}
            Value::Text(name) => {
                let hint = advice(name, scales.iter().copied());
                self.found.push((node.span.start, format!("{} has no scale {name}", self.slug), hint));
            }
            _ => {
                let hint = format!("choose one of {}", scales.join(", "));
                self.found.push((node.span.start, format!("scale is {}, not a text", node.noun()), hint));
            }
        }
    }

    fn sides(&mut self, entries: &[Entry], least: i64, most: i64) {
        let sides: Vec<&str> = items(self.sheet.tree.get("side")).filter_map(|side| text(side.get("id")?)).collect();
        for entry in entries {
            if !sides.contains(&entry.key.as_str()) {
                let hint = advice(&entry.key, sides.iter().copied());
                self.found.push((entry.key_span.start, format!("there is no side {}", entry.key), hint));
            } else if !is_whole(&entry.node, least, most) {
                self.refuse(entry, Holds::Whole(least, most));
            }
        }
    }

    fn unit(&mut self, node: &Node, id: &str) {
        let formations = items(self.sheet.tree.get("formation"));
        let units = formations.flat_map(|formation| items(formation.get("units")));
        let ids: Vec<&str> = units.filter_map(|unit| text(unit.get("id")?)).collect();
        if !ids.contains(&id) {
            self.found.push((node.span.start, format!("there is no unit {id}"), advice(id, ids)));
        }
    }

    fn rows(&mut self, entry: &Entry, rows: &[Node], words: &[Word], needed: usize) {
        for row in rows {
            if !matches!(row.value, Value::Table(_)) {
                let names: Vec<&str> = words.iter().map(|(name, _)| *name).collect();
                let reason = format!("{} cannot be {}", entry.key, written(row));
                self.found.push((row.span.start, reason, format!("write tables of {}", names.join(", "))));
                continue;
            }
            for (name, holds) in words.iter().take(needed).filter(|(name, _)| row.get(name).is_none()) {
                let reason = format!("this entry of {} has no {name}", entry.key);
                self.found.push((row.span.start, reason, format!("add {name}: {}", hint_for(*holds))));
            }
            self.table(row, words, &entry.key);
        }
    }

    /// A map drawn by hand: each mistake in its own line of the file.
    fn drawn(&mut self, node: &Node, text: &str) {
        let Err(mistakes) = drawn::read(text) else { return };
        let source = self.sheet.text;
        let quoted = source.get(node.span.clone()).unwrap_or_default();
        let is_long = quoted.starts_with("\"\"\"") || quoted.starts_with("'''");
        // A new line right behind the quotes is not part of the text.
        let opening = if !is_long { 1 } else { 3 + newline(quoted.get(3..).unwrap_or_default()) };
        let body = node.span.start + opening;
        let (first, _) = line_and_column(source, body);
        for mistake in mistakes {
            let line = first + mistake.line.saturating_sub(1);
            let is_first = line == first;
            let start = if is_first { body } else { start_of(source, line) };
            let column = mistake.column.saturating_sub(1);
            let rest = source.get(start..).unwrap_or_default().lines().next().unwrap_or_default();
            let within: usize = rest.chars().take(column).map(char::len_utf8).sum();
            let at = if is_long { (start + within).min(node.span.end) } else { node.span.start };
            self.found.push((at, format!("the drawn map: {}", mistake.message), mistake.hint));
        }
    }
}

/// How long the end of a line is that a text begins with.
fn newline(text: &str) -> usize {
    if text.starts_with("\r\n") { 2 } else { usize::from(text.starts_with('\n')) }
}

/// The byte at which a line begins, counted from one.
fn start_of(text: &str, line: usize) -> usize {
    text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum()
}

fn text(node: &Node) -> Option<&str> {
    match &node.value {
        Value::Text(text) => Some(text),
        _ => None,
    }
}

fn is_whole(node: &Node, least: i64, most: i64) -> bool {
    match &node.value {
        Value::Number(digits) => digits.parse::<i64>().is_ok_and(|number| (least..=most).contains(&number)),
        _ => false,
    }
}

/// A value as a reader knows it again.
fn written(node: &Node) -> String {
    match &node.value {
        Value::Bool(value) => value.to_string(),
        Value::Number(digits) => digits.clone(),
        Value::Text(text) if text.chars().count() <= 40 => format!("{text:?}"),
        Value::List(items) if items.iter().all(|item| matches!(item.value, Value::Number(_))) => {
            format!("[{}]", items.iter().map(written).collect::<Vec<_>>().join(", "))
        }
        _ => node.noun().to_owned(),
    }
}

fn hint_for(holds: Holds) -> String {
    match holds {
        Holds::Whole(least, most) => format!("write a whole number from {least} to {most}"),
        Holds::Truth => "write true or false".to_owned(),
        Holds::Scale => "write the name of a scale".to_owned(),
        Holds::OneOf(names) => format!("choose one of {}", names.join(", ")),
        Holds::Hour => "write an hour like \"15:40\"".to_owned(),
        Holds::Point => "write yards east and north, like [800, 300]".to_owned(),
        Holds::Wholes(count, least, most) => format!("write {count} whole numbers from {least} to {most}"),
        Holds::BySide(least, most) => {
            format!("write a number for each side, from {least} to {most}, like {{ union = {least} }}")
        }
        Holds::Drawn => "write a map as a text between \"\"\" and \"\"\"".to_owned(),
        Holds::Unit => "write the id of a unit".to_owned(),
        Holds::Rows(words, _) => {
            let names: Vec<&str> = words.iter().map(|(name, _)| *name).collect();
            format!("write tables of {}", names.join(", "))
        }
    }
}
