//! What people type for a field.

use serde_json::Value;

use super::shape::{Choice, Shape};
use crate::suggest;

/// What a typed line means.
#[derive(Clone, Debug, PartialEq)]
pub enum Typed {
    /// A value.
    Value(Value),
    /// Keep what there is.
    Keep,
    /// Keep what there is, here and in all fields that follow.
    KeepRest,
    /// Say more about the field.
    Explain,
    /// Leave.
    Leave,
    /// Nothing that fits; why, and what would.
    Wrong(String),
}

/// Reads a typed line.
pub fn read(shape: &Shape, line: &str) -> Typed {
    match line {
        "" => Typed::Keep,
        "=" => Typed::KeepRest,
        "?" => Typed::Explain,
        "q" | "quit" => Typed::Leave,
        _ => value(shape, line).map_or_else(Typed::Wrong, Typed::Value),
    }
}

/// Reads a value, or says what would do.
pub fn value(shape: &Shape, text: &str) -> Result<Value, String> {
    let wanted = || format!("{text:?} does not do; this is a {}", shape.legal());
    match shape {
        Shape::YesNo => match text.to_lowercase().as_str() {
            "y" | "yes" | "true" => Ok(Value::from(true)),
            "n" | "no" | "false" => Ok(Value::from(false)),
            _ => Err(format!("{text:?} is neither yes nor no")),
        },
        Shape::Whole { least, most } => match text.parse::<i64>() {
            Ok(number) if (*least..=*most).contains(&number) => Ok(Value::from(number)),
            Ok(number) => Err(format!("{number} does not do; {least} to {most}")),
            Err(_) => Err(wanted()),
        },
        Shape::Number => match serde_json::from_str(text) {
            Ok(Value::Number(number)) => Ok(Value::Number(number)),
            _ => Err(wanted()),
        },
        Shape::Text => Ok(Value::from(text)),
        Shape::Choice(choices) => choice(choices, text),
        Shape::Optional(inner) => match (value(inner, text), text) {
            (Ok(value), _) => Ok(value),
            (Err(_), "nothing" | "none" | "null" | "-") => Ok(Value::Null),
            (Err(why), _) => Err(format!("{why}, or nothing")),
        },
        Shape::List(inner) if !text.starts_with('[') => {
            text.split([',', ' ']).filter(|part| !part.is_empty()).map(|part| value(inner, part)).collect()
        }
        Shape::Constant(constant) => Ok(constant.clone()),
        // A kind without fields of its own is only a name.
        Shape::OneOf(kinds) if kinds.iter().any(|(kind, shape)| kind.name == text && is_name(shape)) => {
            Ok(Value::from(text))
        }
        Shape::List(_) | Shape::Record(_) | Shape::OneOf(_) | Shape::Json => {
            serde_json::from_str(text).map_err(|error| format!("{text:?} is not JSON: {error}"))
        }
    }
}

fn is_name(shape: &Shape) -> bool {
    matches!(shape, Shape::Constant(Value::String(_)))
}

/// A name, in whatever case, its beginning, or its number in the list.
fn choice(choices: &[Choice], text: &str) -> Result<Value, String> {
    let names = || choices.iter().map(|choice| choice.name.as_str());
    let lower = text.to_lowercase();
    if let Some(name) = names().find(|name| name.to_lowercase() == lower) {
        return Ok(Value::from(name));
    }
    let begun: Vec<&str> = names().filter(|name| name.to_lowercase().starts_with(&lower)).collect();
    match begun.as_slice() {
        [one] => return Ok(Value::from(*one)),
        [] => {}
        several => return Err(format!("{text:?} may be {}", several.join(" or "))),
    }
    let numbered = text.parse::<usize>().ok().and_then(|number| names().nth(number.checked_sub(1)?));
    match numbered {
        Some(name) => Ok(Value::from(name)),
        None => Err(format!("there is no {text:?}; {}", suggest::advice(text, names()))),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_may_be_short() {
        let name = |name: &str| Choice { name: name.to_owned(), about: String::new() };
        let shape = Shape::Choice(vec![name("rifle-musket"), name("repeaters"), name("12lb-howitzer")]);
        assert_eq!(value(&shape, "ri"), Ok(json!("rifle-musket")));
        assert_eq!(value(&shape, "2"), Ok(json!("repeaters")));
        assert_eq!(value(&shape, "1"), Ok(json!("12lb-howitzer")));
        assert!(value(&shape, "r").unwrap_err().contains("rifle-musket or repeaters"));
        assert!(value(&shape, "rifle-muskte").unwrap_err().contains("did you mean rifle-musket"));
    }

    #[test]
    fn nothing_is_nothing_unless_it_is_a_name() {
        let number = Shape::Optional(Box::new(Shape::Whole { least: 0, most: 9 }));
        assert_eq!(value(&number, "none"), Ok(Value::Null));
        assert_eq!(value(&number, "3"), Ok(json!(3)));
        assert!(value(&number, "10").is_err());
    }
}
