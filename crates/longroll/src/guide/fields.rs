//! A schema as a flat list of fields, for tables.

use serde_json::Value;

use super::shape::{Shape, plain};
use crate::suggest;

/// One field, wherever it lies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FlatField {
    /// Where it lies: `firers[].volleys[].range_yards`.
    pub path: String,
    /// What it may be.
    pub legal: String,
    /// What it is if nobody says; `required` if somebody has to.
    pub default: String,
    /// What it means.
    pub about: String,
}

/// All fields of a schema, each record's own before those inside it.
pub fn flat(schema: &Value) -> Vec<FlatField> {
    let mut list = Vec::new();
    walk(&Shape::of(schema), "", &mut list);
    list
}

/// What to say about the field at a path that does not read, or about a name that is not a field.
pub fn advice(schema: &Value, path: &str) -> Option<String> {
    let fields = flat(schema);
    let shown = without_numbers(path);
    if let Some(field) = fields.iter().find(|field| field.path == shown) {
        return Some(if field.legal.is_empty() {
            field.about.clone()
        } else {
            format!("this is {}", with_article(&field.legal))
        });
    }
    let (inside, name) = shown.rsplit_once('.').map_or(("", shown.as_str()), |(inside, name)| (inside, name));
    let siblings = fields.iter().filter_map(|field| match field.path.rsplit_once('.') {
        Some((outer, name)) => (outer == inside).then_some(name),
        None => inside.is_empty().then_some(field.path.as_str()),
    });
    suggest::nearest(name, siblings).map(|near| format!("did you mean {near}?"))
}

fn with_article(legal: &str) -> String {
    match legal {
        "list" | "number" | "text" => format!("a {legal}"),
        _ if legal.starts_with("whole") || legal.starts_with("list") => format!("a {legal}"),
        _ => legal.to_owned(),
    }
}

/// `firers[0].volleys[1]` as `firers[].volleys[]`.
fn without_numbers(path: &str) -> String {
    let mut shown = String::new();
    let mut inside = false;
    for c in path.chars() {
        inside = (inside || c == '[') && c != ']';
        if !inside || c == '[' {
            shown.push(c);
        }
    }
    shown
}

fn walk(shape: &Shape, path: &str, list: &mut Vec<FlatField>) {
    match shape {
        Shape::Record(fields) => {
            for field in fields {
                let path = if path.is_empty() { field.name.clone() } else { format!("{path}.{}", field.name) };
                let default = match &field.default {
                    None => "required".to_owned(),
                    Some(value) => plain(value),
                };
                let legal = match &field.shape {
                    Shape::Record(_) => String::new(),
                    shape => shape.legal(),
                };
                list.push(FlatField { path: path.clone(), legal, default, about: field.about.clone() });
                walk(&field.shape, &path, list);
            }
        }
        Shape::Optional(inner) => walk(inner, path, list),
        Shape::List(inner) => walk(inner, &format!("{path}[]"), list),
        Shape::OneOf(kinds) => {
            for (choice, shape) in kinds {
                if matches!(shape, Shape::Constant(_)) {
                    continue;
                }
                let path = if path.is_empty() { choice.name.clone() } else { format!("{path}.{}", choice.name) };
                let (legal, default, about) = (String::new(), String::new(), choice.about.clone());
                list.push(FlatField { path: path.clone(), legal, default, about });
                walk(unwrapped(shape, &choice.name), &path, list);
            }
        }
        _ => {}
    }
}

/// What lies inside a variant that is written as its name around its fields.
pub(super) fn unwrapped<'a>(shape: &'a Shape, name: &str) -> &'a Shape {
    match shape {
        Shape::Record(fields) => match fields.as_slice() {
            [only] if only.name == name => &only.shape,
            _ => shape,
        },
        _ => shape,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_field_that_does_not_read_is_explained() {
        let schema = json!({ "type": "object", "properties": {
            "firers": { "type": "array", "items": { "type": "object", "properties": {
                "stands": { "type": "integer", "minimum": 0, "maximum": 255 },
            }}},
            "mounted": { "type": "boolean" },
        }});
        let advice = |path: &str| advice(&schema, path);
        assert_eq!(advice("firers[12].stands").as_deref(), Some("this is a whole number, 0 or more"));
        assert_eq!(advice("mounted").as_deref(), Some("this is yes or no"));
        assert_eq!(advice("firers[0].stand").as_deref(), Some("did you mean stands?"));
        assert_eq!(advice("firrs").as_deref(), Some("did you mean firers?"));
        assert_eq!(advice("dice"), None);
    }
}
