//! Finding a field of a situation by its path, or by the end of it, and putting a value there.

use serde_json::{Map, Value};

use super::fields::unwrapped;
use super::shape::{Choice, Shape};
use super::{is_of_kind, typed};
use crate::suggest;

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Field(String),
    Member(usize),
    /// The kind that is written as its name around its fields.
    Kind(String),
    /// The kind that is written as a field among its fields.
    Tag(String, Value),
}

/// Puts what `text` says into the field at `path`, or says why not. The end of a path is enough where only one field
/// ends so: `range_yards` for `firers[0].volleys[0].range_yards`.
pub fn set(schema: &Value, situation: &mut Value, path: &str, text: &str) -> Result<(), String> {
    let shape = Shape::of(schema);
    let mut places = Vec::new();
    gather(&shape, situation, &Here::default(), &mut places);
    let ends = |place: &&Place<'_>| place.0.strip_suffix(path).is_some_and(|before| before.ends_with('.'));
    // What stands in the situation is meant before what could stand there.
    let mut matching: Vec<_> = places.iter().filter(|(known, ..)| known == path).collect();
    if matching.is_empty() {
        matching = places.iter().filter(|(.., present)| *present).filter(ends).collect();
    }
    if matching.is_empty() {
        matching = places.iter().filter(ends).collect();
    }
    match matching.as_slice() {
        [(_, steps, shape, _)] => {
            let value = typed::value(shape, text)?;
            put(situation, steps, value);
            Ok(())
        }
        [] => {
            let last = path.rsplit('.').next().unwrap_or(path);
            let near = suggest::nearest(path, places.iter().map(|(known, ..)| known.as_str())).or_else(|| {
                let tail = |known: &str| known.rsplit('.').next().map(str::to_owned).unwrap_or_default();
                let tails: Vec<String> = places.iter().map(|(known, ..)| tail(known)).collect();
                let near = suggest::nearest(last, tails.iter().map(String::as_str))?;
                places.iter().map(|(known, ..)| known.as_str()).find(|known| tail(known) == near)
            });
            Err(match near {
                Some(near) => format!("there is no field {path:?}; did you mean {near}?"),
                None => format!("there is no field {path:?}"),
            })
        }
        several => {
            let names: Vec<&str> = several.iter().take(6).map(|(known, ..)| known.as_str()).collect();
            Err(format!("{path:?} may be {}", names.join(" or ")))
        }
    }
}

/// The path of a field, the way there, what it may be, and whether the situation has it, or could without becoming
/// another kind.
type Place<'s> = (String, Vec<Step>, &'s Shape, bool);

/// Where the gathering stands.
#[derive(Clone)]
struct Here {
    path: String,
    steps: Vec<Step>,
    present: bool,
}

impl Default for Here {
    fn default() -> Self {
        Here { path: String::new(), steps: Vec::new(), present: true }
    }
}

impl Here {
    /// One step on, under a name.
    fn on(&self, name: &str, step: Step) -> Self {
        let path = if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) };
        Here { path, ..self.clone() }.by(step)
    }

    fn by(mut self, step: Step) -> Self {
        self.steps.push(step);
        self
    }
}

/// All fields of a situation that exist or could: members of lists only as far as there are any.
fn gather<'s>(shape: &'s Shape, now: &Value, here: &Here, places: &mut Vec<Place<'s>>) {
    if !here.path.is_empty() {
        places.push((here.path.clone(), here.steps.clone(), shape, here.present));
    }
    gather_inside(shape, now, here, places);
}

fn gather_inside<'s>(shape: &'s Shape, now: &Value, here: &Here, places: &mut Vec<Place<'s>>) {
    match shape {
        Shape::Record(fields) => {
            for field in fields.iter().filter(|field| !matches!(field.shape, Shape::Constant(_))) {
                let now = now.get(&field.name).unwrap_or(&Value::Null);
                gather(&field.shape, now, &here.on(&field.name, Step::Field(field.name.clone())), places);
            }
        }
        Shape::Optional(inner) => gather_inside(inner, now, here, places),
        Shape::List(inner) => {
            for (index, member) in now.as_array().into_iter().flatten().enumerate() {
                let path = format!("{}[{index}]", here.path);
                gather(inner, member, &Here { path, ..here.clone() }.by(Step::Member(index)), places);
            }
        }
        Shape::OneOf(kinds) => {
            for (kind, shape) in kinds {
                gather_kind(kind, shape, now, here, places);
            }
        }
        _ => {}
    }
}

/// The fields of one kind, whether the value is of this kind or would have to become it.
fn gather_kind<'s>(kind: &Choice, shape: &'s Shape, now: &Value, here: &Here, places: &mut Vec<Place<'s>>) {
    let Shape::Record(fields) = shape else { return };
    let present = here.present && is_of_kind(now, kind, shape);
    let here = Here { present, ..here.clone() };
    let tag = fields.iter().find_map(|field| match &field.shape {
        Shape::Constant(value) => Some((field.name.clone(), value.clone())),
        _ => None,
    });
    match tag {
        Some((name, value)) => {
            let inner = here.on(&kind.name, Step::Tag(name, value));
            gather_inside(shape, if present { now } else { &Value::Null }, &inner, places);
        }
        None => {
            let inner = here.on(&kind.name, Step::Kind(kind.name.clone()));
            gather(unwrapped(shape, &kind.name), now.get(&kind.name).unwrap_or(&Value::Null), &inner, places);
        }
    }
}

/// Puts a value at a place; records on the way are made where there are none.
fn put(situation: &mut Value, steps: &[Step], value: Value) {
    let mut here = situation;
    for step in steps {
        here = match step {
            Step::Field(name) => {
                if !here.is_object() {
                    *here = Value::Object(Map::new());
                }
                match here {
                    Value::Object(fields) => fields.entry(name.as_str()).or_insert(Value::Null),
                    _ => return,
                }
            }
            Step::Kind(name) => {
                if here.get(name).is_none() {
                    *here = Value::Object(Map::from_iter([(name.clone(), Value::Null)]));
                }
                match here.get_mut(name) {
                    Some(inside) => inside,
                    None => return,
                }
            }
            Step::Tag(name, kind) => {
                if here.get(name) != Some(kind) {
                    *here = Value::Object(Map::from_iter([(name.clone(), kind.clone())]));
                }
                here
            }
            Step::Member(index) => match here.get_mut(*index) {
                Some(member) => member,
                None => return,
            },
        };
    }
    *here = value;
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn schema() -> Value {
        json!({
            "type": "object",
            "properties": {
                "firers": { "type": "array", "items": { "type": "object", "properties": {
                    "stands": { "type": "integer" }, "range_yards": { "type": "integer" },
                }}},
                "target": { "type": "object", "properties": {
                    "stands": { "type": "integer" },
                    "commander": { "anyOf": [
                        { "type": "object", "properties": { "rating": { "type": "integer" } } }, { "type": "null" },
                    ]},
                }},
            },
        })
    }

    #[test]
    fn a_field_is_found_by_its_path_or_its_end() {
        let mut situation = json!({ "firers": [{ "stands": 1, "range_yards": 100 }], "target": { "stands": 3 } });
        set(&schema(), &mut situation, "range_yards", "80").unwrap();
        set(&schema(), &mut situation, "target.stands", "9").unwrap();
        set(&schema(), &mut situation, "commander.rating", "2").unwrap();
        assert_eq!(
            situation,
            json!({
                "firers": [{ "stands": 1, "range_yards": 80 }],
                "target": { "stands": 9, "commander": { "rating": 2 } },
            })
        );
    }

    #[test]
    fn a_field_inside_a_kind_is_found() {
        let number = |name: &str| json!({ "type": "object", "properties": { name: { "type": "integer" } } });
        let tagged = |name: &str, field: &str| json!({ "type": "object", "properties": { "kind": { "const": name }, field: { "type": "integer" } } });
        let schema = json!({ "type": "object", "properties": {
            "firer": { "oneOf": [
                { "type": "object", "properties": { "troops": number("range") } },
                { "type": "object", "properties": { "guns": number("range") } },
                { "const": "nobody" },
            ]},
            "act": { "oneOf": [tagged("move", "paces"), tagged("turn", "points")] },
        }});
        let mut situation = json!({ "firer": { "troops": { "range": 3 } }, "act": { "kind": "move", "paces": 1 } });
        for (path, text) in [("range", "4"), ("act.move.paces", "2")] {
            set(&schema, &mut situation, path, text).unwrap();
        }
        assert_eq!(situation, json!({ "firer": { "troops": { "range": 4 } }, "act": { "kind": "move", "paces": 2 } }));
        for (path, text) in [("firer.guns.range", "5"), ("points", "6")] {
            set(&schema, &mut situation, path, text).unwrap();
        }
        assert_eq!(situation, json!({ "firer": { "guns": { "range": 5 } }, "act": { "kind": "turn", "points": 6 } }));
        set(&schema, &mut situation, "firer", "nobody").unwrap();
        assert_eq!(situation["firer"], "nobody");
    }

    #[test]
    fn a_field_that_is_not_there_is_named() {
        let mut situation = json!({ "firers": [{}], "target": {} });
        let why = |path: &str, situation: &mut Value| set(&schema(), situation, path, "1").unwrap_err();
        assert!(why("stands", &mut situation).contains("firers[0].stands or target.stands"));
        assert!(why("range_yrds", &mut situation).contains("firers[0].range_yards"));
        assert!(why("zeppelins", &mut situation).ends_with("\"zeppelins\""));
        assert!(why("firers[3].stands", &mut situation).contains("there is no field"));
    }
}
