//! Changing a situation into another that its schema allows.

use serde_json::{Map, Value};

use crate::Fast;
use crate::book::shape::{Choice, Shape};
use crate::chart::ChartSet;

/// LIMIT: members of a list; the longest that a rule asks about is shorter.
const LIST_MAX: usize = 6;
/// LIMIT: how deep records that are made up lie in each other.
const DEPTH_MAX: usize = 8;

/// Makes up values: at random, but rather such as the charts speak of.
pub(super) struct Variation {
    lot: Fast,
    /// Every number that stands in a chart: what lies at the edge of a band is worth trying.
    numbers: Vec<i64>,
    /// The first word of every row: some texts name a row.
    words: Vec<String>,
}

impl Variation {
    pub(super) fn new(seed: u64, charts: &ChartSet) -> Self {
        let (mut numbers, mut words) = (vec![0, 1, 2], Vec::new());
        for chart in charts.charts() {
            for row in 0..chart.rows() {
                words.extend(chart.cell(row, 0).map(str::to_owned));
                for column in 0..chart.columns().len() {
                    numbers_of(chart.cell(row, column).unwrap_or_default(), &mut numbers);
                }
            }
            chart.columns().iter().for_each(|heading| numbers_of(heading, &mut numbers));
        }
        numbers.sort_unstable();
        numbers.dedup();
        words.sort_unstable();
        words.dedup();
        Variation { lot: Fast::seeded(seed), numbers, words }
    }

    pub(super) fn below(&mut self, count: usize) -> usize {
        self.lot.below(u32::try_from(count).unwrap_or(u32::MAX).max(1)) as usize
    }

    /// A seed for dice.
    pub(super) fn seed(&mut self) -> u64 {
        self.below(u32::MAX as usize) as u64
    }

    fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let at = self.below(items.len());
        items.get(at)
    }

    /// Changes one to three fields, each to something else that the schema allows.
    pub(super) fn vary(&mut self, shape: &Shape, situation: &mut Value, examples: &[Value]) {
        for _ in 0..1 + self.below(3) {
            let mut places = Vec::new();
            gather(shape, situation, String::new(), &mut places);
            let Some((path, shape)) = self.pick(&places).cloned() else {
                return;
            };
            // What another situation has at the same place is often what belongs there.
            let other = self.pick(examples).and_then(|example| example.pointer(&path)).cloned();
            if let Some(spot) = situation.pointer_mut(&path) {
                *spot = match other {
                    Some(other) if matches!(shape, Shape::Json) || self.one_in(5) => other,
                    _ => self.other(shape, spot.take()),
                };
            }
        }
    }

    /// Another value of the same shape.
    fn other(&mut self, shape: &Shape, now: Value) -> Value {
        match (shape, now) {
            (Shape::YesNo, Value::Bool(truth)) => Value::Bool(!truth),
            (Shape::Whole { least, most }, now) if self.one_in(3) => {
                let by = [-3, -2, -1, 1, 2, 3][self.below(6)];
                Value::from(now.as_i64().unwrap_or(0).saturating_add(by).clamp(*least, *most))
            }
            (Shape::Optional(inner), Value::Null) => self.made(inner, 0),
            (Shape::Optional(inner), now) => {
                if self.one_in(2) {
                    Value::Null
                } else {
                    self.other(inner, now)
                }
            }
            (Shape::List(inner), Value::Array(items)) => Value::Array(self.other_list(inner, items)),
            (Shape::Json | Shape::Number | Shape::Record(_), now) => now,
            (shape, _) => self.made(shape, 0),
        }
    }

    fn other_list(&mut self, inner: &Shape, mut items: Vec<Value>) -> Vec<Value> {
        match self.below(4) {
            0 => {
                let at = self.below(items.len());
                if at < items.len() {
                    items.remove(at);
                }
            }
            1 if items.len() < LIST_MAX => items.extend(self.pick(&items.clone()).cloned()),
            2 => items = vec![self.made(inner, 0)],
            _ if items.len() < LIST_MAX => items.push(self.made(inner, 0)),
            _ => {}
        }
        items
    }

    /// A value of this shape, made up.
    fn made(&mut self, shape: &Shape, depth: usize) -> Value {
        match shape {
            Shape::YesNo => Value::Bool(self.one_in(2)),
            Shape::Whole { least, most } => self.number(*least, *most),
            Shape::Text => {
                let at = self.below(self.words.len());
                self.words.get(at).map_or(Value::Null, |word| Value::from(word.as_str()))
            }
            Shape::Choice(choices) => {
                self.pick(choices).map_or(Value::Null, |choice| Value::from(choice.name.as_str()))
            }
            Shape::Optional(_) | Shape::List(_) if depth > DEPTH_MAX => Value::Null,
            Shape::Optional(inner) => {
                if self.one_in(2) {
                    self.made(inner, depth + 1)
                } else {
                    Value::Null
                }
            }
            Shape::List(inner) => (0..self.below(3)).map(|_| self.made(inner, depth + 1)).collect(),
            Shape::OneOf(kinds) => match self.pick(kinds).cloned() {
                Some((_, shape)) => self.made(&shape, depth + 1),
                None => Value::Null,
            },
            Shape::Record(fields) => {
                let mut record = Map::new();
                for field in fields {
                    let value = match &field.default {
                        Some(default) if !self.one_in(4) => default.clone(),
                        _ => self.made(&field.shape, depth + 1),
                    };
                    record.insert(field.name.clone(), value);
                }
                Value::Object(record)
            }
            Shape::Constant(value) => value.clone(),
            Shape::Number | Shape::Json => Value::Null,
        }
    }

    /// A number: small, or one that a chart speaks of, or just beside it.
    fn number(&mut self, least: i64, most: i64) -> Value {
        let at = self.below(self.numbers.len());
        let printed = self.numbers.get(at).copied().unwrap_or(0);
        let number = match self.below(3) {
            0 => self.below(13) as i64,
            1 => printed,
            _ => printed + [-1, 1][self.below(2)],
        };
        Value::from(number.clamp(least, most))
    }
}

/// The whole numbers in a text.
fn numbers_of(text: &str, numbers: &mut Vec<i64>) {
    let runs = text.split(|letter: char| !letter.is_ascii_digit()).filter(|run| !run.is_empty() && run.len() < 6);
    numbers.extend(runs.filter_map(|run| run.parse::<i64>().ok()));
}

/// Every place of a situation that can be changed, with its shape.
fn gather<'s>(shape: &'s Shape, now: &Value, path: String, places: &mut Vec<(String, &'s Shape)>) {
    match shape {
        Shape::Constant(_) => {}
        Shape::Record(fields) => {
            for field in fields {
                if let Some(now) = now.get(&field.name) {
                    gather(&field.shape, now, format!("{path}/{}", field.name), places);
                }
            }
        }
        Shape::Optional(inner) => {
            places.push((path.clone(), shape));
            if !now.is_null() && matches!(**inner, Shape::Record(_) | Shape::List(_) | Shape::OneOf(_)) {
                gather(inner, now, path, places);
            }
        }
        Shape::List(inner) => {
            places.push((path.clone(), shape));
            for (index, item) in now.as_array().into_iter().flatten().enumerate() {
                gather(inner, item, format!("{path}/{index}"), places);
            }
        }
        Shape::OneOf(kinds) => {
            places.push((path.clone(), shape));
            if let Some((_, kind)) = kinds.iter().find(|(choice, kind)| is_of_kind(now, choice, kind)) {
                gather(kind, now, path, places);
            }
        }
        _ => places.push((path, shape)),
    }
}

/// Whether a value is of one of several kinds: by its name, or by a field that is always the same.
fn is_of_kind(value: &Value, choice: &Choice, shape: &Shape) -> bool {
    match shape {
        Shape::Constant(constant) => value == constant,
        Shape::Record(fields) => match fields.iter().find(|field| matches!(field.shape, Shape::Constant(_))) {
            Some(tag) => value.get(&tag.name).and_then(Value::as_str) == Some(&choice.name),
            None => value.get(&choice.name).is_some(),
        },
        _ => false,
    }
}
