//! Schemas in which every field says what it is, and the check that it does.

use serde_json::Value;

/// Gives the key of every variant the description of its variant: readers ask for a key by its own place.
pub(super) fn describe_variants(schema: &mut Value) {
    match schema {
        Value::Array(items) => items.iter_mut().for_each(describe_variants),
        Value::Object(object) => {
            let about = object.get("description").cloned();
            if let (Some(about), Some(Value::Object(fields))) = (about, object.get_mut("properties"))
                && fields.len() == 1
            {
                let undescribed = fields.values_mut().filter_map(Value::as_object_mut);
                undescribed.for_each(|field| {
                    field.entry("description").or_insert(about.clone());
                });
            }
            let parts = object.iter_mut().filter(|(key, _)| *key != "examples" && *key != "default");
            parts.for_each(|(_, part)| describe_variants(part));
        }
        _ => {}
    }
}

/// The paths of all fields in a JSON Schema that have no description of their own or of their type.
pub fn undescribed_fields(schema: &Value) -> Vec<String> {
    let mut missing = Vec::new();
    walk(schema, "", &mut missing);
    missing
}

fn walk(schema: &Value, path: &str, missing: &mut Vec<String>) {
    let Value::Object(object) = schema else {
        if let Value::Array(items) = schema {
            for item in items {
                walk(item, path, missing);
            }
        }
        return;
    };
    for (key, value) in object {
        if let ("properties", Value::Object(fields)) = (key.as_str(), value) {
            for (name, field) in fields {
                let place = format!("{path}/{name}");
                if field.get("description").is_none() && field.get("const").is_none() {
                    missing.push(place.clone());
                }
                walk(field, &place, missing);
            }
        } else if key != "examples" && key != "default" {
            walk(value, &format!("{path}/{key}"), missing);
        }
    }
}
