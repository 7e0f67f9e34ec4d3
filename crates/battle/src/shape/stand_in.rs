//! Something harmless in the place of what is wrong or missing: the least that fits the schema.

use serde_json::{Map, Value as Json};

use super::{Shape, names, several, type_of};
use crate::plan::Id;
use crate::tree::{Entry, Node, Value};

/// How the id of something begins that has none.
const NAMELESS: &str = "nameless-";

/// Whether this id only stands in for one that nobody knows.
pub(crate) fn is_nameless(id: &str) -> bool {
    id.starts_with(NAMELESS)
}

impl Shape {
    /// A value that fits a schema, as near to what was given as can be. `owner` is what it belongs to, for a name.
    pub(super) fn stand_in(&self, schema: &Json, given: Option<&Value>, owner: &str, at: usize) -> Value {
        let schema = self.resolved(schema);
        if let Some(first) = names(schema).and_then(|names| names.first().copied()) {
            return Value::Text(first.to_owned());
        }
        if let Some(several) = several(schema) {
            let real = several.iter().find(|schema| type_of(schema) != Some("null"));
            return real.map_or(Value::Null, |schema| self.stand_in(schema, given, owner, at));
        }
        match type_of(schema) {
            Some("object") => Value::Table(self.required(schema, at)),
            Some("array") => {
                let count = schema.get("minItems").and_then(Json::as_u64).unwrap_or(0);
                let item = || schema.get("items").map_or(Value::Null, |items| self.stand_in(items, None, owner, at));
                Value::List((0..count).map(|_| Node::stand_in(at..at, item())).collect())
            }
            Some("string") => Value::Text(text(schema, given, owner, at)),
            Some("integer") => Value::Number(schema.get("minimum").and_then(Json::as_i64).unwrap_or(0).to_string()),
            Some("number") => Value::Number("0".to_owned()),
            Some("boolean") => Value::Bool(false),
            _ => Value::Null,
        }
    }

    fn required(&self, schema: &Json, at: usize) -> Vec<Entry> {
        let none = Map::new();
        let properties = schema.get("properties").and_then(Json::as_object).unwrap_or(&none);
        let required = schema.get("required").and_then(Json::as_array).into_iter().flatten();
        let entry = |name: &str| {
            let value = self.stand_in(properties.get(name)?, None, "this", at);
            Some(Entry { key: name.to_owned(), key_span: at..at, node: Node::stand_in(at..at, value) })
        };
        required.filter_map(Json::as_str).filter_map(entry).collect()
    }
}

fn text(schema: &Json, given: Option<&Value>, owner: &str, at: usize) -> String {
    let given = match given {
        Some(Value::Text(text) | Value::Number(text)) => text.trim(),
        _ => "",
    };
    match schema.get("format").and_then(Json::as_str) {
        Some("time-of-day") => "00:00".to_owned(),
        Some("date") => "1861-04-12".to_owned(),
        // An id keeps what can be kept, so that those who refer to it as it was meant still find it.
        Some("id") => Id::read(&tidied(given)).map_or_else(|| format!("{NAMELESS}{at}"), |id| id.0),
        _ if given.is_empty() => owner.to_owned(),
        _ => given.chars().map(|letter| if letter.is_control() { ' ' } else { letter }).collect(),
    }
}

fn tidied(id: &str) -> String {
    let letter = |letter: char| if letter.is_ascii_alphanumeric() { letter.to_ascii_lowercase() } else { '-' };
    id.chars().map(letter).collect()
}
