//! The OpenAPI document, from the list of doors and the schemas of the very types that are read and written.

use schemars::generate::SchemaSettings;
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use super::{Answers, Door, doors};
use crate::problem::Problem;
use crate::session::{PLAIN_COOKIE, SECURE_COOKIE};

/// The OpenAPI document of the server.
pub fn openapi() -> Value {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.definitions_path = "/components/schemas".into();
        settings.meta_schema = None;
    });
    let mut generator = settings.into_generator();
    let problem = generator.subschema_for::<Problem>();
    let mut paths = Map::new();
    for door in doors() {
        let operation = operation(&door, &mut generator, &problem);
        let path = paths.entry(door.path).or_insert_with(|| json!({}));
        path[door.method] = operation;
    }
    json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Long Roll",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Tables over HTTP and WebSocket. Whoever has the token of a seat sends it as `Authorization: \
                Bearer …`, or sits down with it once and lets the cookie speak for him.",
        },
        // What is nobody's own is open to all; the rest is for whoever sits there.
        "security": [{}, { "seat": [] }, { "session": [] }, { "session-by-tls": [] }],
        "paths": paths,
        "components": {
            "schemas": generator.take_definitions(true),
            "securitySchemes": {
                "seat": { "type": "http", "scheme": "bearer" },
                "session": { "type": "apiKey", "in": "cookie", "name": PLAIN_COOKIE },
                "session-by-tls": { "type": "apiKey", "in": "cookie", "name": SECURE_COOKIE },
            },
        },
    })
}

/// The schemas of everything that comes in, by name, and of everything that goes out: what may be left out when one asks is
/// there all the same when one is told. For whoever makes types of them.
pub fn messages() -> [Map<String, Value>; 2] {
    let mut asked = SchemaSettings::draft2020_12().for_deserialize().into_generator();
    let mut told = SchemaSettings::draft2020_12().for_serialize().into_generator();
    told.subschema_for::<Problem>();
    for door in doors() {
        door.asks.map(|asks| asks(&mut asked));
        match door.answers {
            Answers::Json(tells) => drop(tells(&mut told)),
            Answers::Other(_) => {}
            Answers::Socket(comes, goes) => {
                comes(&mut asked);
                goes(&mut told);
            }
        }
    }
    [asked.take_definitions(true), told.take_definitions(true)]
}

fn operation(door: &Door, generator: &mut SchemaGenerator, problem: &Schema) -> Value {
    let mut parameters = in_path(door.path);
    if let Some(looks) = door.looks {
        let schema = resolved(generator, looks);
        let properties = schema.get("properties").and_then(Value::as_object).cloned().unwrap_or_default();
        for (name, schema) in properties {
            parameters.push(json!({ "name": name, "in": "query", "required": false, "schema": schema }));
        }
    }
    let refused =
        json!({ "description": "Why not, and what to do", "content": { "application/json": { "schema": problem } } });
    let mut operation =
        json!({ "summary": door.summary, "parameters": parameters, "responses": { "default": refused } });
    if let Some(asks) = door.asks {
        let schema = asks(generator);
        operation["requestBody"] = json!({ "required": true, "content": { "application/json": { "schema": schema } } });
    }
    let (status, answer) = match door.answers {
        Answers::Json(tells) => {
            let schema = tells(generator);
            ("200", json!({ "description": "The answer", "content": { "application/json": { "schema": schema } } }))
        }
        Answers::Other(kind) => ("200", json!({ "description": "The answer", "content": { kind: {} } })),
        Answers::Socket(comes, goes) => {
            operation["x-websocket"] = json!({ "receives": comes(generator), "sends": goes(generator) });
            ("101", json!({ "description": "The socket is open" }))
        }
    };
    operation["responses"][status] = answer;
    operation
}

fn in_path(path: &str) -> Vec<Value> {
    let named = path.split('/').filter_map(|part| part.strip_prefix('{')?.strip_suffix('}'));
    let parameter = |name| json!({ "name": name, "in": "path", "required": true, "schema": { "type": "string" } });
    named.map(parameter).collect()
}

/// A schema itself, and not the reference to it.
fn resolved(generator: &mut SchemaGenerator, describe: super::Describe) -> Value {
    let schema = describe(generator).to_value();
    let name = schema.get("$ref").and_then(Value::as_str).and_then(|reference| reference.rsplit('/').next());
    name.and_then(|name| generator.definitions().get(name).cloned()).unwrap_or(schema)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used, reason = "a test fails by panicking")]

    use super::*;

    #[test]
    fn every_door_is_in_the_document_and_every_reference_leads_somewhere() {
        let document = openapi();
        for door in doors() {
            let operation = &document["paths"][door.path][door.method];
            assert!(operation.is_object() && !door.summary.is_empty(), "{} {}", door.method, door.path);
        }
        let text = document.to_string();
        let schemas = document["components"]["schemas"].as_object().expect("there are schemas");
        for reference in text.split("\"$ref\":\"").skip(1).filter_map(|rest| rest.split('"').next()) {
            let name = reference.strip_prefix("#/components/schemas/").expect("a reference inside the document");
            assert!(schemas.contains_key(name), "{reference}");
        }
        assert!(["Ask", "Tell", "News", "Frame", "Request", "Problem"].iter().all(|name| schemas.contains_key(*name)));
    }
}
