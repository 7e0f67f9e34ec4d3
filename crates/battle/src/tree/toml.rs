//! Reading TOML: every mistake of its grammar, and what could be read besides.

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{Entry, Node, Slip, Value};

pub(crate) fn read(text: &str) -> (Node, Vec<Slip>) {
    let (table, errors) = DeTable::parse_recoverable(text);
    let slip = |error: &toml::de::Error| Slip {
        at: error.span().map_or(0, |span| span.start),
        reason: error.message().trim().replace('\n', ", "),
        hint: "look at the line in a TOML guide: toml.io",
    };
    let slips = errors.iter().map(slip).collect();
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
