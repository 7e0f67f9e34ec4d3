//! Finding a field of a situation by its path, or by the end of it, and putting a value there.

use serde_json::{Map, Value};

use super::shape::Shape;
use super::typed;
use crate::suggest;

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Field(String),
    Member(usize),
}

/// Puts what `text` says into the field at `path`, or says why not. The end of a path is enough where only one field
/// ends so: `range_yards` for `firers[0].volleys[0].range_yards`.
pub fn set(schema: &Value, situation: &mut Value, path: &str, text: &str) -> Result<(), String> {
    let shape = Shape::of(schema);
    let mut places = Vec::new();
    gather(&shape, situation, "", &mut Vec::new(), &mut places);
    let whole: Vec<_> = places.iter().filter(|(known, ..)| known == path).collect();
    let ends = |known: &str| known.strip_suffix(path).is_some_and(|before| before.ends_with('.'));
    let matching: Vec<_> =
        if whole.is_empty() { places.iter().filter(|(known, ..)| ends(known)).collect() } else { whole };
    match matching.as_slice() {
        [(_, steps, shape)] => {
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

type Place<'s> = (String, Vec<Step>, &'s Shape);

/// All fields of a situation that exist or could: members of lists only as far as there are any.
fn gather<'s>(shape: &'s Shape, now: &Value, path: &str, steps: &mut Vec<Step>, places: &mut Vec<Place<'s>>) {
    if !path.is_empty() {
        places.push((path.to_owned(), steps.clone(), shape));
    }
    gather_inside(shape, now, path, steps, places);
}

fn gather_inside<'s>(shape: &'s Shape, now: &Value, path: &str, steps: &mut Vec<Step>, places: &mut Vec<Place<'s>>) {
    match shape {
        Shape::Record(fields) => {
            for field in fields {
                let inner = if path.is_empty() { field.name.clone() } else { format!("{path}.{}", field.name) };
                steps.push(Step::Field(field.name.clone()));
                gather(&field.shape, now.get(&field.name).unwrap_or(&Value::Null), &inner, steps, places);
                steps.pop();
            }
        }
        Shape::Optional(inner) => gather_inside(inner, now, path, steps, places),
        Shape::List(inner) => {
            for (index, member) in now.as_array().into_iter().flatten().enumerate() {
                steps.push(Step::Member(index));
                gather(inner, member, &format!("{path}[{index}]"), steps, places);
                steps.pop();
            }
        }
        _ => {}
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
    fn a_field_that_is_not_there_is_named() {
        let mut situation = json!({ "firers": [{}], "target": {} });
        let why = |path: &str, situation: &mut Value| set(&schema(), situation, path, "1").unwrap_err();
        assert!(why("stands", &mut situation).contains("firers[0].stands or target.stands"));
        assert!(why("range_yrds", &mut situation).contains("firers[0].range_yards"));
        assert!(why("zeppelins", &mut situation).ends_with("\"zeppelins\""));
        assert!(why("firers[3].stands", &mut situation).contains("there is no field"));
    }
}
