//! Whether a tree has the shape that the published schema says.
//!
//! The schema is made from the types, so it is the only description of the format, and every mistake of shape is found by
//! walking it. What is wrong is reported and cut out of the tree; the rest can still be read and checked further.

use schemars::JsonSchema;
use serde_json::{Map, Value as Json};

use crate::nearest::advice;
use crate::number::is_length;
use crate::plan::{Date, Id, Time};
use crate::sheet::Sheet;
use crate::tree::{Entry, Node, Value};

/// A schema and what it refers to.
pub(crate) struct Shape {
    root: Json,
}

/// What a walk found.
#[derive(Default)]
struct Findings {
    /// Byte, reason and hint of each mistake.
    wrong: Vec<(usize, String, String)>,
    /// Where tables begin that something was cut out of.
    cut: Vec<usize>,
}

impl Findings {
    fn push(&mut self, (offset, reason, hint): (usize, String, String)) {
        self.wrong.push((offset, reason, hint));
    }
}

impl Shape {
    pub(crate) fn of<T: JsonSchema>() -> Shape {
        Shape { root: schemars::schema_for!(T).to_value() }
    }

    /// Reports all that is wrong with the sheet's tree and cuts it out. False if what remains is not enough.
    pub(crate) fn prune(&self, sheet: &mut Sheet<'_>) -> bool {
        let mut findings = Findings::default();
        let holds = self.fits(&self.root, &mut sheet.tree, "the file", &mut findings);
        for (offset, reason, hint) in findings.wrong {
            sheet.wrong_at(offset, reason, hint);
        }
        sheet.cut = findings.cut;
        holds
    }

    fn resolved<'a>(&'a self, schema: &'a Json) -> &'a Json {
        let target = schema.get("$ref").and_then(Json::as_str).and_then(|path| path.strip_prefix('#'));
        target.and_then(|path| self.root.pointer(path)).unwrap_or(schema)
    }

    /// Whether a node fits a schema, once what can be spared has been cut out of it.
    fn fits(&self, schema: &Json, node: &mut Node, what: &str, found: &mut Findings) -> bool {
        let schema = self.resolved(schema);
        if let Some(names) = names(schema) {
            return is_named(&names, node, what, found);
        }
        let several = schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Json::as_array);
        if let Some(several) = several {
            return self.fits_one(several, node, what, found);
        }
        match type_of(schema) {
            Some("object") => self.fits_table(schema, node, what, found),
            Some("array") => self.fits_list(schema, node, what, found),
            Some("string") => fits_text(schema, node, what, found),
            Some("integer") => fits_whole(schema, node, what, found),
            Some("number") => fits_number(schema, node, what, found),
            Some("boolean") => matches!(node.value, Value::Bool(_)) || expected("true or false", node, what, found),
            _ => true,
        }
    }

    /// One of several schemas: the one that is not null, or the table whose `type` is named.
    fn fits_one(&self, several: &[Json], node: &mut Node, what: &str, found: &mut Findings) -> bool {
        let real: Vec<&Json> = several.iter().filter(|schema| type_of(schema) != Some("null")).collect();
        if let [only] = real[..] {
            return self.fits(only, node, what, found);
        }
        let name_of = |schema: &Json| {
            let name = self.resolved(schema).pointer("/properties/type/const").and_then(Json::as_str);
            name.map(str::to_owned)
        };
        let names: Vec<String> = real.iter().filter_map(|schema| name_of(schema)).collect();
        let Value::Table(_) = &node.value else { return expected("a table", node, what, found) };
        let Some(chosen) = node.get("type") else {
            found.push((
                node.span.start,
                format!("{} has no type", this(what)),
                advice("", names.iter().map(String::as_str)),
            ));
            return false;
        };
        let Value::Text(text) = &chosen.value else { return expected("a text", chosen, "type", found) };
        match real.iter().find(|schema| name_of(schema).as_ref() == Some(text)) {
            Some(schema) => self.fits(schema, node, what, found),
            None => {
                let reason = format!("type cannot be \"{text}\"");
                found.push((chosen.span.start, reason, advice(text, names.iter().map(String::as_str))));
                false
            }
        }
    }

    fn fits_table(&self, schema: &Json, node: &mut Node, what: &str, found: &mut Findings) -> bool {
        let start = node.span.start;
        let Value::Table(entries) = &mut node.value else { return expected("a table", node, what, found) };
        let none = Map::new();
        let properties = schema.get("properties").and_then(Json::as_object).unwrap_or(&none);
        let others = schema.get("additionalProperties");
        let mut dropped: Vec<String> = Vec::new();
        entries.retain_mut(|entry| {
            let keeps = self.keeps(entry, properties, others, what, found);
            if !keeps {
                dropped.push(entry.key.clone());
            }
            keeps
        });
        if !dropped.is_empty() {
            found.cut.push(start);
        }
        let required = schema.get("required").and_then(Json::as_array).into_iter().flatten();
        let missing = required.filter_map(Json::as_str).filter(|name| !entries.iter().any(|entry| entry.key == **name));
        let missing: Vec<&str> = missing.collect();
        for name in missing.iter().filter(|name| !dropped.iter().any(|key| key == **name)) {
            let about = properties.get(*name).and_then(|schema| self.about(schema)).unwrap_or_default();
            found.push((start, format!("{} has no {name}", this(what)), format!("add {name}: {about}")));
        }
        missing.is_empty()
    }

    /// Whether an entry of a table may stay.
    fn keeps(
        &self,
        entry: &mut Entry,
        properties: &Map<String, Json>,
        others: Option<&Json>,
        what: &str,
        found: &mut Findings,
    ) -> bool {
        if let Some(schema) = properties.get(&entry.key) {
            let may_be_null = !matches!(entry.node.value, Value::Null) || !allows_null(schema);
            return may_be_null && self.fits(schema, &mut entry.node, &entry.key, found);
        }
        match others {
            Some(Json::Bool(false)) => {
                let hint = advice(&entry.key, properties.keys().map(String::as_str));
                found.push((entry.key_span.start, format!("{} has no field {}", this(what), entry.key), hint));
                false
            }
            Some(schema) if schema.is_object() => self.fits(schema, &mut entry.node, &entry.key, found),
            _ => true,
        }
    }

    fn fits_list(&self, schema: &Json, node: &mut Node, what: &str, found: &mut Findings) -> bool {
        let start = node.span.start;
        let Value::List(items) = &mut node.value else { return expected("a list", node, what, found) };
        let limit = |name: &str| schema.get(name).and_then(Json::as_u64);
        let (least, most, count) = (limit("minItems"), limit("maxItems"), items.len() as u64);
        if least.is_some_and(|least| count < least) || most.is_some_and(|most| count > most) {
            let wanted = least.or(most).unwrap_or_default();
            found.push((start, format!("{what} has {count} values"), format!("it takes {wanted}")));
            return false;
        }
        let Some(schema) = schema.get("items") else { return true };
        let fixed = least.is_some();
        let before = items.len();
        let one = if fixed { what } else { what.strip_suffix('s').unwrap_or(what) };
        items.retain_mut(|item| self.fits(schema, item, one, found));
        !fixed || items.len() == before
    }

    /// What a field is for, from its description.
    fn about(&self, schema: &Json) -> Option<String> {
        let text = schema.get("description").or_else(|| self.resolved(schema).get("description"))?.as_str()?;
        let first = text.split(". ").next().unwrap_or(text).trim_end_matches('.');
        let mut letters = first.chars();
        letters.next().map(|letter| letter.to_lowercase().chain(letters).collect())
    }
}

/// What a table is called in a message.
fn this(what: &str) -> String {
    if what.starts_with("the ") { what.to_owned() } else { format!("this {what}") }
}

/// The type a schema asks for, apart from null.
fn type_of(schema: &Json) -> Option<&str> {
    match schema.get("type")? {
        Json::String(name) => Some(name),
        Json::Array(names) => names.iter().filter_map(Json::as_str).find(|name| *name != "null"),
        _ => None,
    }
}

fn allows_null(schema: &Json) -> bool {
    let by_type =
        schema.get("type").and_then(Json::as_array).is_some_and(|names| names.iter().any(|name| name == "null"));
    let by_choice = schema.get("anyOf").and_then(Json::as_array).is_some_and(|several| {
        several.iter().any(|one| type_of(one) == Some("null") || one.get("type") == Some(&Json::from("null")))
    });
    by_type || by_choice
}

/// The names a text may be, if the schema is a closed list of names.
fn names(schema: &Json) -> Option<Vec<&str>> {
    if let Some(name) = schema.get("const") {
        return Some(vec![name.as_str()?]);
    }
    if let Some(names) = schema.get("enum").and_then(Json::as_array) {
        return Some(names.iter().filter_map(Json::as_str).collect());
    }
    let several = schema.get("oneOf").and_then(Json::as_array)?;
    let mut all = Vec::new();
    for one in several {
        all.extend(names(one)?);
    }
    Some(all)
}

fn is_named(names: &[&str], node: &Node, what: &str, found: &mut Findings) -> bool {
    let Value::Text(text) = &node.value else { return expected("a text", node, what, found) };
    if names.contains(&text.as_str()) {
        return true;
    }
    found.push((node.span.start, format!("{what} cannot be \"{text}\""), advice(text, names.iter().copied())));
    false
}

fn fits_text(schema: &Json, node: &Node, what: &str, found: &mut Findings) -> bool {
    let Value::Text(text) = &node.value else { return expected("a text", node, what, found) };
    let (fits, hint) = match schema.get("format").and_then(Json::as_str) {
        Some("time-of-day") => (Time::read(text).is_some(), "write an hour of the day as 18:45"),
        Some("date") => (Date::read(text).is_some(), "write a day as 1862-08-28"),
        Some("id") => (Id::read(text).is_some(), "use small letters, digits and hyphens"),
        _ => (!text.trim().is_empty(), "write something, or leave the field out"),
    };
    if !fits {
        found.push((node.span.start, format!("{what} cannot be \"{text}\""), hint.to_owned()));
    }
    fits
}

fn fits_whole(schema: &Json, node: &Node, what: &str, found: &mut Findings) -> bool {
    let Value::Number(digits) = &node.value else { return expected("a whole number", node, what, found) };
    let limit = |name: &str| schema.get(name).and_then(Json::as_i64);
    let most = match schema.get("format").and_then(Json::as_str) {
        Some("uint8") => i64::from(u8::MAX),
        Some("uint16") => i64::from(u16::MAX),
        _ => i64::from(u32::MAX),
    };
    let (least, most) = (limit("minimum").unwrap_or(0), limit("maximum").unwrap_or(most));
    let fits = digits.parse::<i64>().is_ok_and(|number| (least..=most).contains(&number));
    if !fits {
        let hint = format!("write a whole number from {least} to {most}");
        found.push((node.span.start, format!("{what} cannot be {digits}"), hint));
    }
    fits
}

fn fits_number(schema: &Json, node: &Node, what: &str, found: &mut Findings) -> bool {
    let Value::Number(digits) = &node.value else { return expected("a number", node, what, found) };
    let is_yards = schema.get("format").and_then(Json::as_str) == Some("yards");
    let fits = !is_yards || is_length(digits);
    if !fits {
        found.push((node.span.start, format!("{what} cannot be {digits}"), "write yards, 40000 at most".to_owned()));
    }
    fits
}

fn expected(noun: &str, node: &Node, what: &str, found: &mut Findings) -> bool {
    let hint = format!("write {noun} here");
    found.push((node.span.start, format!("{what} is {}, not {noun}", node.noun()), hint));
    false
}
