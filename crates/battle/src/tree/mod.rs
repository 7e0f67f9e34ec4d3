//! A file as a tree in which everything knows its place.
//!
//! TOML and JSON become the same tree, so whatever checks a battle does not know which of the two it was. Numbers keep their
//! digits: nothing is rounded until someone says to what.

mod json;
mod slips;
mod toml;

use std::ops::Range;

pub(crate) use self::json::read as read_json;
pub(crate) use self::toml::read as read_toml;

/// A value and where it stands, in bytes of the text.
#[derive(Clone, Debug)]
pub(crate) struct Node {
    pub(crate) span: Range<usize>,
    pub(crate) value: Value,
    pub(crate) trust: Trust,
}

/// How far a value can be relied on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Trust {
    /// It is as somebody wrote it.
    Written,
    /// A table that something was taken out of, which may have been meant for any field that it lacks.
    Cut,
    /// Something harmless in the place of what was wrong or missing, and has been reported.
    StandIn,
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

/// A mistake of grammar: where, what, and what to do.
pub(crate) struct Slip {
    pub(crate) at: usize,
    pub(crate) reason: String,
    pub(crate) hint: &'static str,
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
    /// A value as somebody wrote it.
    pub(crate) fn new(span: Range<usize>, value: Value) -> Node {
        Node { span, value, trust: Trust::Written }
    }

    /// A value in the place of one that was wrong.
    pub(crate) fn stand_in(span: Range<usize>, value: Value) -> Node {
        Node { span, value, trust: Trust::StandIn }
    }

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
        self.below(*step).map_or(self.span.start, |node| node.offset(rest))
    }

    /// Where the key at the end of a path begins; what has none begins with its value.
    pub(crate) fn key_offset(&self, path: &[Step<'_>]) -> usize {
        match (path, &self.value) {
            ([Step::Key(key)], Value::Table(entries)) => {
                let entry = entries.iter().find(|entry| entry.key == *key);
                entry.map_or(self.span.start, |entry| entry.key_span.start)
            }
            ([step, rest @ ..], _) => self.below(*step).map_or(self.span.start, |node| node.key_offset(rest)),
            ([], _) => self.span.start,
        }
    }

    fn below(&self, step: Step<'_>) -> Option<&Node> {
        match (step, &self.value) {
            (Step::Key(key), _) => self.get(key),
            (Step::Index(index), Value::List(items)) => items.get(index),
            (Step::Index(_), _) => None,
        }
    }

    /// Whether the value at the end of a path, and all that is in it, stands as somebody wrote it, or is really not there.
    pub(crate) fn is_sure(&self, path: &[Step<'_>]) -> bool {
        match (self.trust, path.split_first()) {
            (Trust::StandIn, _) => false,
            (_, None) => self.is_whole(),
            (trust, Some((step, rest))) => self.below(*step).map_or(trust == Trust::Written, |node| node.is_sure(rest)),
        }
    }

    /// Whether the value at the end of a path is there, or really not there; something in it may be wrong.
    pub(crate) fn is_there(&self, path: &[Step<'_>]) -> bool {
        match (self.trust, path.split_first()) {
            (Trust::StandIn, _) => false,
            (_, None) => true,
            (trust, Some((step, rest))) => {
                self.below(*step).map_or(trust == Trust::Written, |node| node.is_there(rest))
            }
        }
    }

    /// Whether a path leads through a stand-in, or to one.
    pub(crate) fn is_stand_in(&self, path: &[Step<'_>]) -> bool {
        let below = || path.split_first().and_then(|(step, rest)| Some(self.below(*step)?.is_stand_in(rest)));
        self.trust == Trust::StandIn || below().unwrap_or(false)
    }

    fn is_whole(&self) -> bool {
        let parts = match &self.value {
            Value::List(items) => items.iter().all(Node::is_whole),
            Value::Table(entries) => entries.iter().all(|entry| entry.node.is_whole()),
            _ => true,
        };
        self.trust != Trust::StandIn && parts
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
