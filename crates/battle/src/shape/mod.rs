//! Whether a tree has the shape that the published schema says.
//!
//! The schema is made from the types, so it is the only description of the format, and every mistake of shape is found by
//! walking it. What is wrong is reported, and something harmless stands in for it, so that all around it can still be read
//! and checked; the tree knows which values are stand-ins, and nothing is reported that follows from one.

mod leaf;
mod stand_in;

use schemars::JsonSchema;
use serde_json::{Map, Value as Json};

pub(crate) use self::stand_in::is_nameless;
use crate::nearest::{advice, nearest};
use crate::sheet::Sheet;
use crate::tree::{Entry, Node, Trust, Value};

/// A schema and what it refers to.
pub(crate) struct Shape {
    root: Json,
}

/// A mistake of shape.
struct Finding {
    /// The byte where it is.
    at: usize,
    reason: String,
    hint: String,
    /// Whether a value is wrong; otherwise a field is missing, or there is one too many.
    of_value: bool,
}

/// What a walk found.
#[derive(Default)]
struct Findings(Vec<Finding>);

impl Findings {
    fn value(&mut self, at: usize, reason: String, hint: impl Into<String>) {
        self.0.push(Finding { at, reason, hint: hint.into(), of_value: true });
    }

    fn field(&mut self, at: usize, reason: String, hint: impl Into<String>) {
        self.0.push(Finding { at, reason, hint: hint.into(), of_value: false });
    }
}

impl Shape {
    pub(crate) fn of<T: JsonSchema>() -> Shape {
        Shape { root: schemars::schema_for!(T).to_value() }
    }

    /// Reports all that is wrong with the sheet's tree and mends it.
    pub(crate) fn mend(&self, sheet: &mut Sheet<'_>) {
        for Finding { at, reason, hint, .. } in self.walked(sheet).0 {
            sheet.wrong_at(at, reason, hint);
        }
    }

    /// Reports the values that are wrong in what could be read of a text with mistakes of grammar: what is not there may be
    /// there, and a line that has been reported is not trusted.
    pub(crate) fn mend_values(&self, sheet: &mut Sheet<'_>) {
        let reported: Vec<Option<usize>> = sheet.faults.iter().map(|fault| fault.line).collect();
        for Finding { at, reason, hint, .. } in self.walked(sheet).0.into_iter().filter(|one| one.of_value) {
            if !reported.contains(&Some(sheet.line_at(at))) {
                sheet.wrong_at(at, reason, hint);
            }
        }
    }

    fn walked(&self, sheet: &mut Sheet<'_>) -> Findings {
        let mut findings = Findings::default();
        self.fit(&self.root, &mut sheet.tree, "the file", &mut findings);
        findings
    }

    fn resolved<'a>(&'a self, schema: &'a Json) -> &'a Json {
        let target = schema.get("$ref").and_then(Json::as_str).and_then(|path| path.strip_prefix('#'));
        target.and_then(|path| self.root.pointer(path)).unwrap_or(schema)
    }

    /// Makes a node fit a schema.
    fn fit(&self, schema: &Json, node: &mut Node, what: &str, found: &mut Findings) {
        let schema = self.resolved(schema);
        let fits = node.trust != Trust::StandIn && self.fits(schema, node, what, found);
        if !fits {
            let value = self.stand_in(schema, Some(&node.value), "this one", node.span.start);
            *node = Node::stand_in(node.span.clone(), value);
        }
    }

    /// Whether a node fits a schema, once what is in it has been mended. If not, that has been reported.
    fn fits(&self, schema: &Json, node: &mut Node, what: &str, found: &mut Findings) -> bool {
        if let Some(names) = names(schema) {
            return leaf::is_named(&names, node, what, found);
        }
        if let Some(several) = several(schema) {
            return self.fits_one(several, node, what, found);
        }
        match type_of(schema) {
            Some("object") => self.fits_table(schema, node, what, found),
            Some("array") => self.fits_list(schema, node, what, found),
            Some("string") => leaf::fits_text(schema, node, what, found),
            Some("integer") => leaf::fits_whole(schema, node, what, found),
            Some("number") => leaf::fits_number(schema, node, what, found),
            Some("boolean") => {
                matches!(node.value, Value::Bool(_)) || leaf::expected("true or false", node, what, found)
            }
            _ => true,
        }
    }

    /// One of several schemas: the one that is not null, or the table whose `type` is named.
    fn fits_one(&self, several: &[Json], node: &mut Node, what: &str, found: &mut Findings) -> bool {
        let real: Vec<&Json> = several.iter().filter(|schema| type_of(schema) != Some("null")).collect();
        if let [only] = real[..] {
            self.fit(only, node, what, found);
            return true;
        }
        if !matches!(node.value, Value::Table(_)) {
            return leaf::expected("a table", node, what, found);
        }
        rename_type(node, what, found);
        let typed = match node.get("type").map(|kind| &kind.value) {
            Some(Value::Text(text)) => Some(text.clone()),
            _ => None,
        };
        let named = real.iter().find(|schema| typed.is_some() && self.type_name(schema) == typed.as_deref());
        let named = named.map(|schema| (*schema, self.mistakes(schema, node)));
        // Where the name is wrong, or the rest is that of another, the one with the fewest mistakes is meant.
        let best = real.iter().map(|schema| (*schema, self.mistakes(schema, node))).min_by_key(|(_, count)| *count);
        let Some((best, fewest)) = best else { return true };
        match named {
            // What is as deep as it should be has bad values in it, however few another would have.
            Some((schema, count)) if count <= fewest || self.nests_like(schema, node) => {
                self.fit(schema, node, what, found);
            }
            None if typed.is_some() && !real.iter().any(|schema| self.nests_like(schema, node)) => {
                self.misnamed(&real, best, node, what, found);
                return false;
            }
            _ => {
                self.misnamed(&real, best, node, what, found);
                self.fit(best, node, what, found);
            }
        }
        true
    }

    /// The name by which one of several tables is told.
    fn type_name<'a>(&'a self, schema: &'a Json) -> Option<&'a str> {
        self.resolved(schema).pointer("/properties/type/const").and_then(Json::as_str)
    }

    /// How much is wrong with a table, whatever its `type` says.
    fn mistakes(&self, schema: &Json, node: &Node) -> usize {
        let (mut trial, mut found) = (node.clone(), Findings::default());
        set_type(&mut trial, self.type_name(schema).unwrap_or_default());
        self.fit(schema, &mut trial, "", &mut found);
        found.0.len()
    }

    /// Whether the lists in a table are as many deep as a schema wants them.
    fn nests_like(&self, schema: &Json, node: &Node) -> bool {
        let properties = self.resolved(schema).get("properties").and_then(Json::as_object);
        properties
            .into_iter()
            .flatten()
            .all(|(name, schema)| node.get(name).is_none_or(|value| list_depth(value) == self.schema_depth(schema)))
    }

    /// How many lists inside each other a schema wants.
    fn schema_depth(&self, schema: &Json) -> usize {
        let schema = self.resolved(schema);
        match (type_of(schema), schema.get("items")) {
            (Some("array"), Some(items)) => 1 + self.schema_depth(items),
            (Some("array"), None) => 1,
            _ => 0,
        }
    }

    /// Reports the `type` of a table and puts another in its place.
    fn misnamed(&self, real: &[&Json], best: &Json, node: &mut Node, what: &str, found: &mut Findings) {
        let names: Vec<&str> = real.iter().filter_map(|schema| self.type_name(schema)).collect();
        let meant = self.type_name(best).unwrap_or_default();
        match node.get("type") {
            None => found.field(node.span.start, format!("{} type", lacks(what)), advice("", names)),
            Some(Node { trust: Trust::StandIn, .. }) => {}
            Some(Node { value: Value::Text(text), span, .. }) if names.contains(&text.as_str()) => {
                let reason = format!("{} is called a {text}, and what it holds is that of a {meant}", this(what));
                found.value(span.start, reason, format!("write type \"{meant}\", or draw a {text}"));
            }
            Some(Node { value: Value::Text(text), span, .. }) => {
                found.value(span.start, format!("type cannot be \"{text}\""), advice(text, names));
            }
            Some(other) => {
                leaf::expected("a text", other, "type", found);
            }
        }
        set_type(node, meant);
    }

    fn fits_table(&self, schema: &Json, node: &mut Node, what: &str, found: &mut Findings) -> bool {
        let span = node.span.clone();
        let Value::Table(entries) = &mut node.value else { return leaf::expected("a table", node, what, found) };
        let none = Map::new();
        let properties = schema.get("properties").and_then(Json::as_object).unwrap_or(&none);
        let others = schema.get("additionalProperties");
        if others == Some(&Json::Bool(false)) && strangers(entries, properties, what, found) {
            node.trust = Trust::Cut;
        }
        entries.retain_mut(|entry| {
            let known = properties.get(&entry.key);
            let is_nothing = matches!(entry.node.value, Value::Null) && known.is_some_and(allows_null);
            if is_nothing && entry.node.trust != Trust::StandIn {
                return false;
            }
            if let Some(schema) = known.or(others.filter(|schema| schema.is_object())) {
                self.fit(schema, &mut entry.node, &entry.key, found);
            }
            true
        });
        let required = schema.get("required").and_then(Json::as_array).into_iter().flatten();
        for name in required.filter_map(Json::as_str) {
            if entries.iter().any(|entry| entry.key == name) {
                continue;
            }
            let Some(schema) = properties.get(name) else { continue };
            let about = self.about(schema).unwrap_or_default();
            found.field(span.start, format!("{} {name}", lacks(what)), format!("add {name}: {about}"));
            let value = self.stand_in(self.resolved(schema), None, &this(what), span.start);
            let node = Node::stand_in(span.start..span.start, value);
            entries.push(Entry { key: name.to_owned(), key_span: span.start..span.start, node });
        }
        true
    }

    fn fits_list(&self, schema: &Json, node: &mut Node, what: &str, found: &mut Findings) -> bool {
        let start = node.span.start;
        let Value::List(items) = &mut node.value else { return leaf::expected("a list", node, what, found) };
        let limit = |name: &str| schema.get(name).and_then(Json::as_u64);
        let (least, most, count) = (limit("minItems"), limit("maxItems"), items.len() as u64);
        if least.is_some_and(|least| count < least) || most.is_some_and(|most| count > most) {
            let wanted = least.or(most).unwrap_or_default();
            found.value(start, format!("{what} has {count} values"), format!("it takes {wanted}"));
            return false;
        }
        let Some(schema) = schema.get("items") else { return true };
        let one = if least.is_some() { what } else { what.strip_suffix('s').unwrap_or(what) };
        for item in items {
            self.fit(schema, item, one, found);
        }
        true
    }

    /// What a field is for, from its description.
    fn about(&self, schema: &Json) -> Option<String> {
        let text = schema.get("description").or_else(|| self.resolved(schema).get("description"))?.as_str()?;
        let first = text.split(". ").next().unwrap_or(text).trim_end_matches('.');
        let mut letters = first.chars();
        letters.next().map(|letter| letter.to_lowercase().chain(letters).collect())
    }
}

/// Reports fields that a table does not have. One that is nearly the name of a missing field is taken for it; others are
/// taken out, and then it is true.
fn strangers(entries: &mut Vec<Entry>, properties: &Map<String, Json>, what: &str, found: &mut Findings) -> bool {
    let all: Vec<&str> = properties.keys().map(String::as_str).collect();
    let mut present: Vec<String> = entries.iter().map(|entry| entry.key.clone()).collect();
    let (mut is_cut, mut astray) = (false, Vec::new());
    entries.retain_mut(|entry| {
        if properties.contains_key(&entry.key) {
            return true;
        }
        let reason = format!("{} field {}", lacks(what), entry.key);
        found.field(entry.key_span.start, reason, advice(&entry.key, all.iter().copied()));
        let meant = nearest(&entry.key, &all);
        match (meant, &mut entry.node.value) {
            (Some(name), _) if !present.iter().any(|other| other == name) => {
                name.clone_into(&mut entry.key);
                present.push(name.to_owned());
                return true;
            }
            // Somebody wrote some of a list under another name: they belong to it.
            (Some(name), Value::List(items)) => astray.push((name, std::mem::take(items))),
            _ => is_cut = true,
        }
        false
    });
    for (name, more) in astray {
        match entries.iter_mut().find(|entry| entry.key == name).map(|entry| &mut entry.node.value) {
            Some(Value::List(items)) => items.extend(more),
            _ => is_cut = true,
        }
    }
    is_cut
}

/// A field that is nearly called `type` is taken for it.
fn rename_type(node: &mut Node, what: &str, found: &mut Findings) {
    let Value::Table(entries) = &mut node.value else { return };
    let is_near = |entry: &&mut Entry| nearest(&entry.key, &["type", "coordinates"]) == Some("type");
    if entries.iter().any(|entry| entry.key == "type") {
        return;
    }
    if let Some(entry) = entries.iter_mut().find(is_near) {
        let reason = format!("{} field {}", lacks(what), entry.key);
        found.field(entry.key_span.start, reason, "did you mean type?");
        "type".clone_into(&mut entry.key);
    }
}

fn set_type(node: &mut Node, name: &str) {
    let start = node.span.start;
    let Value::Table(entries) = &mut node.value else { return };
    match entries.iter_mut().find(|entry| entry.key == "type") {
        Some(entry) => entry.node = Node::stand_in(entry.node.span.clone(), Value::Text(name.to_owned())),
        None => {
            let node = Node::stand_in(start..start, Value::Text(name.to_owned()));
            entries.push(Entry { key: "type".to_owned(), key_span: start..start, node });
        }
    }
}

/// How many lists lie inside each other at most.
fn list_depth(node: &Node) -> usize {
    match &node.value {
        Value::List(items) => 1 + items.iter().map(list_depth).max().unwrap_or(0),
        _ => 0,
    }
}

/// What a table is called in a message.
fn this(what: &str) -> String {
    if what.starts_with("the ") { what.to_owned() } else { format!("this {what}") }
}

/// How it is said that a table lacks something.
fn lacks(what: &str) -> String {
    if what == "properties" { "these properties have no".to_owned() } else { format!("{} has no", this(what)) }
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

/// The schemas that a value may choose from.
fn several(schema: &Json) -> Option<&[Json]> {
    schema.get("anyOf").or_else(|| schema.get("oneOf")).and_then(Json::as_array).map(Vec::as_slice)
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
