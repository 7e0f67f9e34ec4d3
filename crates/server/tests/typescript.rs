//! The page's half of the messages, made from the schemas of the Rust types: `web/src/net/wire.ts`.
//!
//! The test fails when that file is stale. `LONGROLL_WRITE=1 cargo test -p server --test typescript` writes it anew.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::fmt::Write;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value};

const HEAD: &str = "// Made from the Rust types that the server reads and writes. Do not edit it: `make web-types` writes it anew.\n\n\
    export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };\n";

/// A name as TypeScript takes it.
fn name_of(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).collect()
}

fn quoted(property: &str) -> String {
    let is_plain = property.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
    if is_plain { property.to_owned() } else { format!("'{property}'") }
}

/// What a schema describes, as a comment.
fn comment(schema: &Value, indent: &str) -> String {
    let Some(text) = schema.get("description").and_then(Value::as_str) else { return String::new() };
    let lines: String = text.lines().fold(String::new(), |mut lines, line| {
        let _ = writeln!(lines, "{}", format!("{indent} * {line}").trim_end());
        lines
    });
    format!("{indent}/**\n{lines}{indent} */\n")
}

fn union(schemas: &[Value], indent: &str) -> String {
    let mut types: Vec<String> = Vec::new();
    for one in schemas.iter().map(|schema| type_of(schema, indent)) {
        if !types.contains(&one) {
            types.push(one);
        }
    }
    types.join(" | ")
}

/// The type of a schema.
fn type_of(schema: &Value, indent: &str) -> String {
    let Some(fields) = schema.as_object() else { return "Json".to_owned() };
    if let Some(value) = fields.get("const") {
        return literal(value);
    }
    if let Some(values) = fields.get("enum").and_then(Value::as_array) {
        return values.iter().map(literal).collect::<Vec<_>>().join(" | ");
    }
    let mut parts = Vec::new();
    // A variant that holds a record is that record, and its tag beside it.
    if let Some(reference) = fields.get("$ref").and_then(Value::as_str) {
        parts.push(name_of(reference.rsplit('/').next().unwrap_or_default()));
    }
    for key in ["oneOf", "anyOf"] {
        if let Some(choices) = fields.get(key).and_then(Value::as_array) {
            parts.push(union(choices, indent));
        }
    }
    if let Some(all) = fields.get("allOf").and_then(Value::as_array) {
        parts.extend(all.iter().map(|schema| type_of(schema, indent)));
    }
    match fields.get("type") {
        Some(Value::String(kind)) => parts.insert(0, kind_of(kind, fields, indent)),
        Some(Value::Array(kinds)) => {
            let kinds = kinds.iter().filter_map(Value::as_str).map(|kind| kind_of(kind, fields, indent));
            parts.insert(0, kinds.collect::<Vec<_>>().join(" | "));
        }
        _ => {}
    }
    match parts.as_slice() {
        [] => "Json".to_owned(),
        [one] => one.clone(),
        several => several.iter().map(|part| format!("({part})")).collect::<Vec<_>>().join(" & "),
    }
}

fn literal(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), |text| format!("'{text}'"))
}

fn kind_of(kind: &str, fields: &Map<String, Value>, indent: &str) -> String {
    match kind {
        "integer" | "number" => "number".to_owned(),
        "array" => list(fields, indent),
        "object" => record(fields, indent),
        other => other.to_owned(),
    }
}

fn list(fields: &Map<String, Value>, indent: &str) -> String {
    if let Some(items) = fields.get("prefixItems").and_then(Value::as_array) {
        let items: Vec<String> = items.iter().map(|item| type_of(item, indent)).collect();
        return format!("[{}]", items.join(", "));
    }
    let item = fields.get("items").map_or_else(|| "Json".to_owned(), |item| type_of(item, indent));
    let bound = |key: &str| fields.get(key).and_then(Value::as_u64);
    match (bound("minItems"), bound("maxItems")) {
        (Some(least), Some(most)) if least == most => format!("[{}]", vec![item; least as usize].join(", ")),
        _ => format!("Array<{item}>"),
    }
}

fn record(fields: &Map<String, Value>, indent: &str) -> String {
    let inner = format!("{indent}  ");
    let mut text = String::from("{\n");
    let required: Vec<&str> =
        fields.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).collect();
    let empty = Map::new();
    let properties = fields.get("properties").and_then(Value::as_object).unwrap_or(&empty);
    for (name, schema) in properties {
        let mark = if required.contains(&name.as_str()) { "" } else { "?" };
        text += &comment(schema, &inner);
        let _ = writeln!(text, "{inner}{}{mark}: {};", quoted(name), type_of(schema, &inner));
    }
    if let Some(rest) = fields.get("additionalProperties").filter(|rest| rest.is_object()) {
        let _ = writeln!(text, "{inner}[name: string]: {};", type_of(rest, &inner));
    }
    if text == "{\n" { "Record<string, never>".to_owned() } else { format!("{text}{indent}}}") }
}

#[test]
fn typescript_is_fresh() {
    let [asked, mut told] = server::messages();
    // What goes both ways may be left out when it comes in, so it may be left out.
    told.extend(asked);
    let mut types: Vec<(String, String)> = Vec::new();
    for (name, schema) in &told {
        let text = format!("\n{}export type {} = {};\n", comment(schema, ""), name_of(name), type_of(schema, ""));
        types.push((name_of(name), text));
    }
    types.sort();
    let text = format!("{HEAD}{}", types.into_iter().map(|(_, text)| text).collect::<String>());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/net/wire.ts");
    if std::env::var_os("LONGROLL_WRITE").is_some() {
        fs::create_dir_all(file.parent().expect("it lies in a folder")).expect("the folder can be made");
        fs::write(&file, &text).expect("the file can be written");
    }
    let written = fs::read_to_string(&file).unwrap_or_default();
    assert!(written == text, "web/src/net/wire.ts is stale: write it anew with make web-types");
}
