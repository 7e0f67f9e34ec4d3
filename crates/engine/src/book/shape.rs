//! What a schema asks for, in a form that people can be asked for.

use serde_json::{Map, Value};

/// LIMIT: how deep shapes may lie in each other, every name and every list counted. Ours lie fourteen deep; a schema that names
/// itself would never end.
const DEPTH_MAX: usize = 24;

/// What a value may be.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Yes or no.
    YesNo,
    /// A whole number in this span.
    Whole {
        /// The lowest.
        least: i64,
        /// The highest.
        most: i64,
    },
    /// Any number.
    Number,
    /// Any text.
    Text,
    /// One of these names.
    Choice(Vec<Choice>),
    /// Nothing, or this.
    Optional(Box<Shape>),
    /// Any number of these.
    List(Box<Shape>),
    /// Named fields.
    Record(Vec<Field>),
    /// One of several shapes, by name.
    OneOf(Vec<(Choice, Shape)>),
    /// Always this.
    Constant(Value),
    /// Something that has to be typed as JSON.
    Json,
}

/// One name to choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The name.
    pub name: String,
    /// What it means.
    pub about: String,
}

/// One field of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// What it is.
    pub about: String,
    /// What it is if nobody says; nothing if somebody has to.
    pub default: Option<Value>,
    /// What it may be.
    pub shape: Shape,
}

impl Shape {
    /// Reads a JSON Schema, as our own types write them.
    pub fn of(schema: &Value) -> Shape {
        Reader { root: schema }.shape(schema, 0)
    }

    /// What may be typed, in a few words.
    pub fn legal(&self) -> String {
        match self {
            Shape::YesNo => "yes or no".to_owned(),
            Shape::Whole { least, most } => match (*least, *most) {
                (0, 255 | 65_535 | 4_294_967_295 | i64::MAX) => "whole number, 0 or more".to_owned(),
                (i64::MIN, i64::MAX) | (-128, 127) | (-32_768, 32_767) => "whole number".to_owned(),
                (least, i64::MAX) => format!("whole number, {least} or more"),
                (least, most) => format!("whole number, {least} to {most}"),
            },
            Shape::Number => "number".to_owned(),
            Shape::Text => "text".to_owned(),
            Shape::Choice(choices) => choices.iter().map(|choice| choice.name.as_str()).collect::<Vec<_>>().join(", "),
            Shape::Optional(inner) => match &**inner {
                Shape::Record(_) => "nothing, or these fields".to_owned(),
                inner => format!("{}, or nothing", inner.legal()),
            },
            Shape::List(inner) => match &**inner {
                Shape::Record(_) | Shape::OneOf(_) => "list".to_owned(),
                inner => format!("list of: {}", inner.legal()),
            },
            Shape::Record(_) => "these fields".to_owned(),
            Shape::OneOf(kinds) => kinds.iter().map(|(choice, _)| choice.name.as_str()).collect::<Vec<_>>().join(", "),
            Shape::Constant(value) => plain(value),
            Shape::Json => "JSON".to_owned(),
        }
    }
}

/// A value as a person would type it.
pub fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::Null => "nothing".to_owned(),
        other => other.to_string(),
    }
}

struct Reader<'a> {
    root: &'a Value,
}

impl Reader<'_> {
    fn shape(&self, schema: &Value, depth: usize) -> Shape {
        let Value::Object(object) = schema else {
            return Shape::Json;
        };
        if depth > DEPTH_MAX {
            return Shape::Json;
        }
        if let Some(target) = object.get("$ref").and_then(Value::as_str) {
            let target = target.strip_prefix('#').and_then(|pointer| self.root.pointer(pointer));
            return target.map_or(Shape::Json, |target| self.shape(target, depth + 1));
        }
        if let Some(value) = object.get("const") {
            return Shape::Constant(value.clone());
        }
        if let Some(names) = object.get("enum").and_then(Value::as_array) {
            return choices_of_names(names);
        }
        for key in ["oneOf", "anyOf"] {
            if let Some(list) = object.get(key).and_then(Value::as_array) {
                return self.alternatives(list, depth);
            }
        }
        self.by_type(object, depth)
    }

    fn by_type(&self, object: &Map<String, Value>, depth: usize) -> Shape {
        let (name, nullable) = match object.get("type") {
            Some(Value::String(name)) => (name.as_str(), false),
            Some(Value::Array(names)) => {
                let others: Vec<&str> = names.iter().filter_map(Value::as_str).filter(|name| *name != "null").collect();
                match others.as_slice() {
                    [name] => (*name, others.len() < names.len()),
                    _ => return Shape::Json,
                }
            }
            _ => return Shape::Json,
        };
        let bound = |key: &str, otherwise: i64| object.get(key).and_then(Value::as_i64).unwrap_or(otherwise);
        let shape = match name {
            "boolean" => Shape::YesNo,
            "integer" => Shape::Whole { least: bound("minimum", i64::MIN), most: bound("maximum", i64::MAX) },
            "number" => Shape::Number,
            "string" => Shape::Text,
            "array" => match object.get("items") {
                Some(items @ Value::Object(_)) => Shape::List(Box::new(self.shape(items, depth + 1))),
                _ => Shape::Json,
            },
            "object" => match object.get("properties").and_then(Value::as_object) {
                Some(fields) => Shape::Record(self.fields(object, fields, depth)),
                None if object.get("additionalProperties") == Some(&Value::Bool(false)) => Shape::Record(Vec::new()),
                None => Shape::Json,
            },
            _ => Shape::Json,
        };
        if nullable { Shape::Optional(Box::new(shape)) } else { shape }
    }

    fn fields(&self, object: &Map<String, Value>, fields: &Map<String, Value>, depth: usize) -> Vec<Field> {
        let required = object.get("required").and_then(Value::as_array);
        let is_required = |name: &str| required.is_some_and(|list| list.iter().any(|known| known == name));
        let read = |(name, schema): (&String, &Value)| {
            let shape = self.shape(schema, depth + 1);
            let default = match schema.get("default") {
                Some(default) => Some(default.clone()),
                None if is_required(name) => None,
                None => Some(Value::Null),
            };
            Field { name: name.clone(), about: self.about(schema), default, shape }
        };
        fields.iter().map(read).collect()
    }

    fn alternatives(&self, list: &[Value], depth: usize) -> Shape {
        let is_null = |schema: &Value| schema.get("type").and_then(Value::as_str) == Some("null");
        let others: Vec<&Value> = list.iter().filter(|schema| !is_null(schema)).collect();
        if others.len() < list.len() {
            let inner = match others.as_slice() {
                [one] => self.shape(one, depth + 1),
                _ => self.kinds(&others, depth),
            };
            return Shape::Optional(Box::new(inner));
        }
        self.kinds(&others, depth)
    }

    /// Names only, or shapes that have names.
    fn kinds(&self, list: &[&Value], depth: usize) -> Shape {
        let mut kinds: Vec<(Choice, Shape)> = Vec::new();
        for schema in list {
            let about = self.about(schema);
            match self.shape(schema, depth + 1) {
                // Variants without descriptions of their own are written as one list.
                Shape::Choice(choices) => kinds.extend(choices.into_iter().map(|choice| {
                    let value = Value::from(choice.name.as_str());
                    (choice, Shape::Constant(value))
                })),
                shape => match name_of(&shape) {
                    Some(name) => kinds.push((Choice { name, about }, shape)),
                    None => return Shape::Json,
                },
            }
        }
        let plain = |(choice, shape): &(Choice, Shape)| matches!(shape, Shape::Constant(Value::String(name)) if *name == choice.name);
        if kinds.iter().all(plain) {
            return Shape::Choice(kinds.into_iter().map(|(choice, _)| choice).collect());
        }
        Shape::OneOf(kinds)
    }

    /// The description of a schema, or of the type it points at.
    fn about(&self, schema: &Value) -> String {
        if let Some(text) = schema.get("description").and_then(Value::as_str) {
            return text.replace('\n', " ");
        }
        let target = schema.get("$ref").and_then(Value::as_str).and_then(|target| target.strip_prefix('#'));
        let target = target.and_then(|pointer| self.root.pointer(pointer));
        let text = target.and_then(|target| target.get("description")).and_then(Value::as_str);
        text.unwrap_or_default().replace('\n', " ")
    }
}

fn choices_of_names(names: &[Value]) -> Shape {
    let choices: Option<Vec<Choice>> = names
        .iter()
        .map(|name| name.as_str().map(|name| Choice { name: name.to_owned(), about: String::new() }))
        .collect();
    choices.map_or(Shape::Json, Shape::Choice)
}

/// What a variant is called: itself, its constant tag, or its only field.
fn name_of(shape: &Shape) -> Option<String> {
    match shape {
        Shape::Constant(Value::String(name)) => Some(name.clone()),
        Shape::Record(fields) => {
            let tag = fields.iter().find_map(|field| match &field.shape {
                Shape::Constant(Value::String(name)) => Some(name.clone()),
                _ => None,
            });
            match fields.as_slice() {
                [only] if tag.is_none() => Some(only.name.clone()),
                _ => tag,
            }
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn our_kinds_of_schema_are_understood() {
        let schema = json!({
            "$defs": {
                "Arm": { "description": "Its arm.", "oneOf": [
                    { "const": "infantry", "type": "string", "description": "Foot." },
                    { "const": "cavalry", "type": "string" },
                ]},
                "Loop": { "type": "object", "properties": { "again": { "$ref": "#/$defs/Loop" } } },
            },
            "type": "object",
            "properties": {
                "arm": { "$ref": "#/$defs/Arm", "default": "infantry" },
                "cover": { "anyOf": [{ "$ref": "#/$defs/Arm" }, { "type": "null" }] },
                "stands": { "type": "integer", "minimum": 0, "maximum": 65535 },
                "odd": { "type": ["integer", "null"] },
                "fate": { "oneOf": [
                    { "type": "object", "properties": { "routs": { "type": "integer" } }, "required": ["routs"] },
                    { "const": "stays", "type": "string" },
                ]},
                "loop": { "$ref": "#/$defs/Loop" },
                "strange": true,
                "nothing": { "type": "object", "additionalProperties": false },
            },
            "required": ["stands"],
        });
        let Shape::Record(fields) = Shape::of(&schema) else { panic!("not a record") };
        let legal: Vec<String> = fields.iter().map(|field| field.shape.legal()).collect();
        assert_eq!(
            legal[..5],
            [
                "infantry, cavalry",
                "infantry, cavalry, or nothing",
                "whole number, 0 or more",
                "whole number, or nothing",
                "routs, stays"
            ]
        );
        assert_eq!(fields[0].about, "Its arm.");
        assert_eq!(fields[0].default, Some(json!("infantry")));
        assert_eq!(fields[2].default, None);
        assert_eq!(fields[6].shape, Shape::Json);
        assert_eq!(fields[7].shape, Shape::Record(Vec::new()));
    }
}
