//! Asking for a situation field by field, from its schema: what each field is, what it may be, and what it was.
//!
//! [`shape`] reads a schema, [`typed`] reads what people type, [`places`] finds a field by its path, [`memory`] keeps the
//! answers until next time. Lines only, no screen: it works the same over a pipe.

pub mod fields;
pub mod memory;
pub mod places;
pub mod typed;

use std::io;

pub use engine::book::shape;
use serde_json::{Map, Value};
use shape::{Choice, Field, Shape, plain};
use typed::{Typed, read};

use crate::ink;
use crate::terminal::Terminal;

/// LIMIT: members of a list that somebody is asked for.
const LIST_MAX: i64 = 100;

/// Asks for a situation. `start` fills in what is known; `only` names the fields to ask for, all if it is empty.
/// Nothing if the user leaves or the input ends.
pub fn situation(
    terminal: &mut Terminal,
    schema: &Value,
    start: Option<&Value>,
    only: &[String],
) -> io::Result<Option<Value>> {
    let mut page = terminal.talk();
    let look = page.look;
    let key = |key: &str, does: &str| format!("{} {does}", look.paint(ink::TYPE, key));
    let keys = [
        key("Enter", "keeps what stands in brackets"),
        key("=", "keeps all the rest"),
        key("?", "explains"),
        key("q", "leaves"),
    ];
    page.line(keys.join(", "))?;
    let mut guide = Guide { terminal, only, keep: false };
    guide.value("", "", &Shape::of(schema), start, None)
}

struct Guide<'a> {
    terminal: &'a mut Terminal,
    only: &'a [String],
    /// Whether everything that has a value keeps it.
    keep: bool,
}

/// Nothing means that the user left.
type Asked<T> = io::Result<Option<T>>;

impl Guide<'_> {
    fn value(
        &mut self,
        path: &str,
        about: &str,
        shape: &Shape,
        now: Option<&Value>,
        default: Option<&Value>,
    ) -> Asked<Value> {
        match shape {
            Shape::Constant(value) => Ok(Some(value.clone())),
            Shape::Record(fields) => self.record(path, about, fields, now),
            Shape::List(inner) if is_large(inner) => self.list(path, about, inner, now),
            Shape::Optional(inner) if is_large(inner) => self.optional(path, about, inner, now),
            Shape::OneOf(kinds) => self.kind(path, about, kinds, now),
            leaf => self.leaf(path, about, leaf, now.or(default)),
        }
    }

    fn record(&mut self, path: &str, about: &str, fields: &[Field], now: Option<&Value>) -> Asked<Value> {
        if !path.is_empty() && self.is_wanted(path) {
            self.heading(path, about)?;
        }
        let mut record = Map::new();
        for field in fields {
            let path = if path.is_empty() { field.name.clone() } else { format!("{path}.{}", field.name) };
            let now = now.and_then(|now| now.get(&field.name));
            match self.value(&path, &field.about, &field.shape, now, field.default.as_ref())? {
                Some(value) => record.insert(field.name.clone(), value),
                None => return Ok(None),
            };
        }
        Ok(Some(Value::Object(record)))
    }

    fn list(&mut self, path: &str, about: &str, inner: &Shape, now: Option<&Value>) -> Asked<Value> {
        let members = now.and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let count = Value::from(members.len().max(1));
        let many = Shape::Whole { least: 0, most: LIST_MAX };
        let about = format!("{about} How many?");
        let Some(count) = self.leaf(path, &about, &many, Some(&count))? else {
            return Ok(None);
        };
        let count = count.as_u64().unwrap_or(0) as usize;
        let mut list = Vec::new();
        for index in 0..count {
            // One more starts out as a copy of the last.
            let now = members.get(index).or(list.last()).cloned();
            match self.value(&format!("{path}[{index}]"), "", inner, now.as_ref(), None)? {
                Some(value) => list.push(value),
                None => return Ok(None),
            }
        }
        Ok(Some(Value::Array(list)))
    }

    fn optional(&mut self, path: &str, about: &str, inner: &Shape, now: Option<&Value>) -> Asked<Value> {
        let is_there = Value::from(now.is_some_and(|now| !now.is_null()));
        let about = format!("{about} Is there one?");
        match self.leaf(path, &about, &Shape::YesNo, Some(&is_there))? {
            Some(Value::Bool(true)) => self.value(path, "", inner, now.filter(|now| !now.is_null()), None),
            Some(_) => Ok(Some(Value::Null)),
            None => Ok(None),
        }
    }

    fn kind(&mut self, path: &str, about: &str, kinds: &[(Choice, Shape)], now: Option<&Value>) -> Asked<Value> {
        let known = now.and_then(|now| kinds.iter().find(|(choice, shape)| is_of_kind(now, choice, shape)));
        let known = known.map(|(choice, _)| Value::from(choice.name.as_str()));
        let choices = Shape::Choice(kinds.iter().map(|(choice, _)| choice.clone()).collect());
        let Some(name) = self.leaf(path, about, &choices, known.as_ref())? else {
            return Ok(None);
        };
        match kinds.iter().find(|(choice, _)| name == choice.name.as_str()) {
            Some((choice, shape)) => self.value(path, &choice.about, shape, now, None),
            None => Ok(Some(name)),
        }
    }

    fn leaf(&mut self, path: &str, about: &str, shape: &Shape, now: Option<&Value>) -> Asked<Value> {
        if let Some(now) = now
            && (self.keep || !self.is_asked(path))
        {
            return Ok(Some(now.clone()));
        }
        let mut page = self.terminal.talk();
        let look = page.look;
        page.wrapped(ink::FAINT, 2, &format!("{} ({})", about.trim(), shape.legal()))?;
        let now_shown = now.map(|now| format!(" [{}]", plain(now))).unwrap_or_default();
        let prompt = format!("  {}{now_shown}: ", look.paint(ink::TITLE, path));
        loop {
            let Some(line) = self.terminal.ask(&prompt)? else {
                return Ok(None);
            };
            match (read(shape, &line), now) {
                (Typed::Leave, _) => return Ok(None),
                (Typed::Keep, Some(now)) => return Ok(Some(now.clone())),
                (Typed::KeepRest, Some(now)) => {
                    self.keep = true;
                    return Ok(Some(now.clone()));
                }
                (Typed::Keep | Typed::KeepRest, None) => self.say("this has no value yet")?,
                (Typed::Explain, _) => self.explain(about, shape)?,
                (Typed::Value(value), _) => return Ok(Some(value)),
                (Typed::Wrong(why), _) => self.say(&why)?,
            }
        }
    }

    fn say(&mut self, why: &str) -> io::Result<()> {
        self.terminal.talk().wrapped(ink::ERROR, 2, &format!("No: {why}"))
    }

    fn explain(&mut self, about: &str, shape: &Shape) -> io::Result<()> {
        let mut page = self.terminal.talk();
        page.wrapped(ink::PLAIN, 4, about.trim())?;
        let choices = match shape {
            Shape::Choice(choices) => choices,
            Shape::Optional(inner) => match &**inner {
                Shape::Choice(choices) => choices,
                inner => {
                    return page.wrapped(ink::PLAIN, 4, &format!("{}, or type nothing for none", what_to_type(inner)));
                }
            },
            shape => return page.wrapped(ink::PLAIN, 4, &what_to_type(shape)),
        };
        for choice in choices {
            crate::report::entry(&mut page, 4, 24, (&choice.name, ink::TYPE), (&choice.about, ink::PLAIN))?;
        }
        Ok(())
    }

    fn heading(&mut self, path: &str, about: &str) -> io::Result<()> {
        if self.keep {
            return Ok(());
        }
        let mut page = self.terminal.talk();
        let look = page.look;
        let about = if about.is_empty() { String::new() } else { format!("  {}", look.paint(ink::FAINT, about)) };
        page.line(format!("{}{about}", look.paint(ink::TITLE, path)))
    }

    /// Whether a field is to be asked for.
    fn is_asked(&self, path: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|wanted| is_inside(path, wanted))
    }

    /// Whether a field, or something inside it, is to be asked for.
    fn is_wanted(&self, path: &str) -> bool {
        self.is_asked(path) || self.only.iter().any(|wanted| is_inside(wanted, path))
    }
}

/// What may be typed for a field without names to choose from, as an instruction.
fn what_to_type(shape: &Shape) -> String {
    match shape {
        Shape::Number => "Type a number, with a point if it is not whole: 4 or 2.5".to_owned(),
        Shape::YesNo => "Type y or n".to_owned(),
        Shape::Text => "Type any text".to_owned(),
        other => format!("Type a {}", other.legal()),
    }
}

/// Whether a path is another one or leads on from it.
fn is_inside(inner: &str, outer: &str) -> bool {
    inner.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
}

/// Whether a shape has parts that are asked for one by one.
fn is_large(shape: &Shape) -> bool {
    match shape {
        Shape::Record(_) | Shape::OneOf(_) => true,
        Shape::List(inner) | Shape::Optional(inner) => is_large(inner),
        _ => false,
    }
}

/// Whether a value is of this kind, going by its name.
pub(crate) fn is_of_kind(value: &Value, choice: &Choice, shape: &Shape) -> bool {
    match shape {
        Shape::Constant(constant) => value == constant,
        Shape::Record(fields) => {
            let tag = fields.iter().find(|field| matches!(field.shape, Shape::Constant(_)));
            match tag {
                Some(tag) => value.get(&tag.name).is_some_and(|name| *name == choice.name.as_str()),
                None => value.get(&choice.name).is_some(),
            }
        }
        _ => false,
    }
}
