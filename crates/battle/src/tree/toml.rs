//! Reading TOML: every mistake of its grammar, and what could be read besides.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

use super::{Entry, Node, Slip, Value, slips};

/// What the reader of TOML says of a key that is there already.
const DUPLICATE: &str = "duplicate key";

pub(crate) fn read(text: &str) -> (Node, Vec<Slip>) {
    let (table, errors) = DeTable::parse_recoverable(text);
    let is_grammar = |error: &Error| error.message().trim() != DUPLICATE;
    let Some(first) = errors.iter().find(|error| is_grammar(error)) else {
        let span = table.span();
        return (Node::new(span.start..span.end, table_of(table.get_ref())), twice(text, &errors));
    };
    let mut rest = text.as_bytes().to_vec();
    let mut found: Vec<Slip> = Vec::new();
    let mut broken: Option<Range<usize>> = None;
    for stretch in slips::stretches(text) {
        let (_, errors) = DeTable::parse_recoverable(&text[stretch.clone()]);
        let wrong = errors.iter().find(|error| is_grammar(error));
        if let Some(error) = wrong {
            let at = stretch.start + error.span().map_or(0, |span| span.start);
            found.push(slips::slip(text, &stretch, at, error.message()));
            broken = Some(stretch.clone());
        }
        // Without its head, a table below another would belong to the one before.
        let follows = broken.as_ref().is_some_and(|broken| slips::is_below(text, broken, &stretch));
        if wrong.is_some() || follows {
            rest[stretch].iter_mut().filter(|byte| **byte != b'\n').for_each(|byte| *byte = b' ');
        } else {
            broken = None;
        }
    }
    if found.is_empty() {
        let at = first.span().map_or(0, |span| span.start);
        found.push(slips::slip(text, &(0..text.len()), at, first.message()));
    }
    let rest = String::from_utf8(rest).unwrap_or_default();
    let (table, errors) = DeTable::parse_recoverable(&rest);
    found.extend(twice(&rest, &errors));
    (Node::new(0..text.len(), table_of(table.get_ref())), found)
}

/// What stands twice.
fn twice(text: &str, errors: &[Error]) -> Vec<Slip> {
    let mut slips: Vec<Slip> = Vec::new();
    // A table that stands twice is one mistake, whatever of it then stands twice as well.
    let mut repeated: Option<usize> = None;
    for error in errors.iter().filter(|error| error.message().trim() == DUPLICATE) {
        let span = error.span().unwrap_or(0..0);
        if repeated.is_some_and(|head| head < span.start && !text[head..span.start].contains("\n[")) {
            continue;
        }
        let line = text[..span.start].rfind('\n').map_or(0, |end| end + 1);
        repeated = text[line..].starts_with('[').then_some(span.start);
        let key = text.get(span.clone()).unwrap_or_default().trim();
        slips.push(Slip { at: span.start, reason: format!("{key} stands twice"), hint: "take one of them away" });
    }
    slips
}

fn table_of(table: &DeTable<'_>) -> Value {
    let mut entries: Vec<Entry> = table
        .iter()
        .map(|(key, value)| Entry { key: key.get_ref().to_string(), key_span: key.span(), node: node_of(value) })
        .collect();
    entries.sort_by_key(|entry| entry.key_span.start);
    Value::Table(entries)
}

fn node_of(value: &Spanned<DeValue<'_>>) -> Node {
    let content = match value.get_ref() {
        DeValue::String(text) => Value::Text(text.to_string()),
        DeValue::Integer(integer) => match i64::from_str_radix(integer.as_str(), integer.radix()) {
            Ok(number) => Value::Number(number.to_string()),
            Err(_) => Value::Number(integer.as_str().to_owned()),
        },
        DeValue::Float(float) => Value::Number(float.as_str().to_owned()),
        DeValue::Boolean(value) => Value::Bool(*value),
        DeValue::Datetime(moment) => Value::Text(moment.to_string()),
        DeValue::Array(items) => Value::List(items.iter().map(node_of).collect()),
        DeValue::Table(table) => table_of(table),
    };
    Node::new(value.span(), content)
}
