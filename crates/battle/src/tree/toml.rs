//! Reading TOML: every mistake of its grammar, and what could be read besides.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Entry, Node, Slip, Value};

/// What the reader of TOML says of a key that is there already.
const DUPLICATE: &str = "duplicate key";
const GUIDE: &str = "look at the line in a TOML guide: toml.io";

pub(crate) fn read(text: &str) -> (Node, Vec<Slip>) {
    let (table, errors) = DeTable::parse_recoverable(text);
    let mut slips: Vec<Slip> = Vec::new();
    // A table that stands twice is one mistake, whatever of it then stands twice as well.
    let mut repeated: Option<usize> = None;
    for error in &errors {
        let span = error.span().unwrap_or(0..0);
        if error.message().trim() != DUPLICATE {
            slips.push(Slip { at: span.start, reason: error.message().trim().replace('\n', ", "), hint: GUIDE });
            continue;
        }
        if repeated.is_some_and(|head| head < span.start && !text[head..span.start].contains("\n[")) {
            continue;
        }
        let line = text[..span.start].rfind('\n').map_or(0, |end| end + 1);
        repeated = text[line..].starts_with('[').then_some(span.start);
        let key = text.get(span.clone()).unwrap_or_default().trim();
        slips.push(Slip { at: span.start, reason: format!("{key} stands twice"), hint: "take one of them away" });
    }
    let span = table.span();
    (Node::new(span.start..span.end, table_of(table.get_ref())), slips)
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
