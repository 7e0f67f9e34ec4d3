//! A file as a tree in which everything knows its place.
//!
//! TOML and JSON become the same tree, so whatever checks a battle does not know which of the two it was. Numbers keep their
//! digits: nothing is rounded until someone says to what.

mod json;
mod toml;

use std::ops::Range;

pub(crate) use self::json::read as read_json;
pub(crate) use self::toml::read as read_toml;

/// A value and where it stands, in bytes of the text.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) span: Range<usize>,
    pub(crate) value: Value,
}

/// What a value can be.
#[derive(Clone, Debug)]
pub(crate) enum Value {
    Null,
    Bool(bool),
    /// The digits as written, without underscores and in tens.
    Number(String),
    Text(String),
    List(Vec<Node>),
    /// In the order they were written.
    Table(Vec<Entry>),
}

/// A named value of a table.
#[derive(Clone, Debug)]
pub(crate) struct Entry {
    pub(crate) key: String,
    pub(crate) key_span: Range<usize>,
    pub(crate) node: Node,
}

/// A mistake of grammar: where, and what.
pub(crate) struct Slip {
    pub(crate) at: usize,
    pub(crate) reason: String,
}

/// One step down a tree.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step<'a> {
    Key(&'a str),
    Index(usize),
}

impl<'a> From<&'a str> for Step<'a> {
    fn from(key: &'a str) -> Step<'a> {
        Step::Key(key)
    }
}

impl From<usize> for Step<'_> {
    fn from(index: usize) -> Self {
        Step::Index(index)
    }
}

/// A path down a tree, of keys and numbers.
macro_rules! way {
    ($($step:expr),* $(,)?) => { &[$($crate::tree::Step::from($step)),*] };
}
pub(crate) use way;

impl Node {
    /// The value under a key.
    pub(crate) fn get(&self, key: &str) -> Option<&Node> {
        match &self.value {
            Value::Table(entries) => entries.iter().find(|entry| entry.key == key).map(|entry| &entry.node),
            _ => None,
        }
    }

    /// Where the value at the end of a path begins, or as far down as the path goes.
    pub(crate) fn offset(&self, path: &[Step<'_>]) -> usize {
        let Some((step, rest)) = path.split_first() else { return self.span.start };
        let next = match (step, &self.value) {
            (Step::Key(key), _) => self.get(key),
            (Step::Index(index), Value::List(items)) => items.get(*index),
            (Step::Index(_), _) => None,
        };
        next.map_or(self.span.start, |node| node.offset(rest))
    }

    /// What kind of value it is, with its article.
    pub(crate) fn noun(&self) -> &'static str {
        match &self.value {
            Value::Null => "nothing",
            Value::Bool(_) => "true or false",
            Value::Number(_) => "a number",
            Value::Text(_) => "a text",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
        }
    }

    /// The same as a value of serde. A number that is not whole, or too long, becomes the text of its digits.
    pub(crate) fn to_json(&self) -> serde_json::Value {
        match &self.value {
            Value::Null => serde_json::Value::Null,
            Value::Bool(value) => (*value).into(),
            Value::Number(digits) => digits.parse::<i64>().map_or_else(|_| digits.clone().into(), Into::into),
            Value::Text(text) => text.clone().into(),
            Value::List(items) => items.iter().map(Node::to_json).collect(),
            Value::Table(entries) => entries
                .iter()
                .map(|entry| (entry.key.clone(), entry.node.to_json()))
                .collect::<serde_json::Map<_, _>>()
                .into(),
        }
    }
}

/// Line and column of a place in a text, both counted from one, the column in characters.
pub(crate) fn line_and_column(text: &str, offset: usize) -> (usize, usize) {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
}
