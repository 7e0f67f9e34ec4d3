//! A check on schemas: every field says what it is.

use serde_json::Value;

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
                // The tag of an enum variant; the variant around it carries the description.
                let is_variant = fields.len() == 1 && object.contains_key("description");
                if field.get("description").is_none() && field.get("const").is_none() && !is_variant {
                    missing.push(place.clone());
                }
                walk(field, &place, missing);
            }
        } else if key != "examples" && key != "default" {
            walk(value, &format!("{path}/{key}"), missing);
        }
    }
}
