//! The page's half of the server's messages, made from the OpenAPI document: `web/src/net/wire.ts`.
//!
//! The test fails when that file is stale. `LONGROLL_WRITE=1 cargo test -p server --test typescript` writes it anew.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use serde_json::{Map, Value};

const HEAD: &str = "// Made from what the server reads and writes. Do not edit it: `make web-types` writes it anew.\n";

/// The schemas of a document as TypeScript, in the order of their names.
fn typescript(document: &Value) -> String {
    let mut text = HEAD.to_owned();
    let schemas = document["components"]["schemas"].as_object().expect("there are schemas");
    for (name, schema) in schemas {
        let _ = write!(text, "\n{}export type {name} = {};\n", said(schema, ""), type_of(schema, 0));
    }
    text
}

/// The description of a schema as a comment.
fn said(schema: &Value, indent: &str) -> String {
    let about = schema["description"].as_str().unwrap_or_default().replace('\n', " ").replace("*/", "* /");
    if about.is_empty() { String::new() } else { format!("{indent}/** {about} */\n") }
}

fn joined(kinds: impl IntoIterator<Item = String>, by: &str) -> String {
    let mut kinds: Vec<String> = kinds.into_iter().collect();
    kinds.dedup();
    kinds.join(by)
}

fn list<'a>(schema: &'a Value, name: &str) -> &'a [Value] {
    schema[name].as_array().map_or(&[], Vec::as_slice)
}

/// What a schema allows.
fn type_of(schema: &Value, depth: usize) -> String {
    let Some(fields) = schema.as_object() else { return "unknown".to_owned() };
    let mut parts = Vec::new();
    if let Some(name) = schema["$ref"].as_str() {
        parts.push(name.rsplit('/').next().unwrap_or("unknown").to_owned());
    }
    for (name, by) in [("oneOf", " | "), ("anyOf", " | "), ("allOf", " & ")] {
        let kinds = list(schema, name);
        if !kinds.is_empty() {
            let text = joined(kinds.iter().map(|kind| type_of(kind, depth)), by);
            parts.push(if kinds.len() > 1 { format!("({text})") } else { text });
        }
    }
    if let Some(value) = fields.get("const") {
        parts.push(value.to_string());
    } else if let Some(values) = schema["enum"].as_array() {
        parts.push(joined(values.iter().map(Value::to_string), " | "));
    } else {
        parts.extend(plain_type(schema, fields, depth));
    }
    match parts.as_slice() {
        [] => "unknown".to_owned(),
        [only] => only.clone(),
        _ => parts.join(" & "),
    }
}

/// What a schema says by naming types.
fn plain_type(schema: &Value, fields: &Map<String, Value>, depth: usize) -> Option<String> {
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ if fields.contains_key("properties") => vec!["object"],
        _ => return None,
    };
    let text = kinds.iter().map(|kind| match *kind {
        "string" => "string".to_owned(),
        "integer" | "number" => "number".to_owned(),
        "boolean" => "boolean".to_owned(),
        "null" => "null".to_owned(),
        "array" => array(schema, depth),
        "object" => object(schema, depth),
        other => panic!("no such type: {other}"),
    });
    Some(joined(text, " | "))
}

fn array(schema: &Value, depth: usize) -> String {
    let places = list(schema, "prefixItems");
    if !places.is_empty() {
        return format!("[{}]", joined_all(places.iter().map(|place| type_of(place, depth)), ", "));
    }
    let item = schema.get("items").map_or_else(|| "unknown".to_owned(), |item| type_of(item, depth));
    match (schema["minItems"].as_u64(), schema["maxItems"].as_u64()) {
        (Some(least), Some(most)) if least == most && most <= 4 => {
            format!("[{}]", vec![item; usize::try_from(most).unwrap_or(0)].join(", "))
        }
        _ => format!("Array<{item}>"),
    }
}

fn joined_all(kinds: impl Iterator<Item = String>, by: &str) -> String {
    kinds.collect::<Vec<_>>().join(by)
}

fn object(schema: &Value, depth: usize) -> String {
    let Some(fields) = schema["properties"].as_object() else {
        let value = schema.get("additionalProperties").filter(|value| value.is_object());
        return format!(
            "Record<string, {}>",
            value.map_or_else(|| "unknown".to_owned(), |value| type_of(value, depth))
        );
    };
    let indent = "  ".repeat(depth + 1);
    let required: Vec<&str> = list(schema, "required").iter().filter_map(Value::as_str).collect();
    let mut text = "{\n".to_owned();
    for (name, field) in fields {
        let mark = if required.contains(&name.as_str()) { "" } else { "?" };
        let quoted = if name.contains('-') { format!("\"{name}\"") } else { name.clone() };
        let _ = writeln!(text, "{}{indent}{quoted}{mark}: {};", said(field, &indent), type_of(field, depth + 1));
    }
    let _ = write!(text, "{}}}", "  ".repeat(depth));
    text
}

#[test]
fn typescript_is_fresh() {
    let text = typescript(&server::openapi());
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/net/wire.ts");
    if std::env::var_os("LONGROLL_WRITE").is_some() {
        fs::create_dir_all(file.parent().expect("it lies in a folder")).expect("the folder can be made");
        fs::write(&file, &text).expect("the file can be written");
    }
    let written = fs::read_to_string(&file).unwrap_or_default();
    assert!(written == text, "web/src/net/wire.ts is stale: write it anew with make web-types");
}
