//! A schema as a flat list of fields, for tables.

use serde_json::Value;

use super::shape::{Shape, plain};

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
                if !matches!(shape, Shape::Constant(_)) {
                    let inner = if path.is_empty() { choice.name.clone() } else { format!("{path}.{}", choice.name) };
                    list.push(FlatField {
                        path: inner,
                        legal: String::new(),
                        default: String::new(),
                        about: choice.about.clone(),
                    });
                    walk(
                        unwrapped(shape, &choice.name),
                        &format!("{path}.{}", choice.name).trim_start_matches('.').to_owned(),
                        list,
                    );
                }
            }
        }
        _ => {}
    }
}

/// What lies inside a variant that is written as its name around its fields.
fn unwrapped<'a>(shape: &'a Shape, name: &str) -> &'a Shape {
    match shape {
        Shape::Record(fields) => match fields.as_slice() {
            [only] if only.name == name => &only.shape,
            _ => shape,
        },
        _ => shape,
    }
}
