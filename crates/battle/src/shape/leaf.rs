//! Single values: names, texts and numbers. What does not fit is reported.

use serde_json::Value as Json;

use super::Findings;
use crate::nearest::advice;
use crate::number::is_length;
use crate::plan::{Date, Id, Time};
use crate::tree::{Node, Value};

/// The fields that hold the name of something.
const NAMES: [&str; 3] = ["name", "place", "commander"];

pub(super) fn is_named(names: &[&str], node: &Node, what: &str, found: &mut Findings) -> bool {
    let Value::Text(text) = &node.value else { return expected("a text", node, what, found) };
    if names.contains(&text.as_str()) {
        return true;
    }
    let reason = format!("{what} cannot be \"{}\"", clipped(text));
    found.value(node.span.start, reason, advice(text, names.iter().copied()));
    false
}

pub(super) fn fits_text(schema: &Json, node: &Node, what: &str, found: &mut Findings) -> bool {
    let Value::Text(text) = &node.value else { return expected("a text", node, what, found) };
    let (fits, hint) = match schema.get("format").and_then(Json::as_str) {
        Some("time-of-day") => (Time::read(text).is_some(), "write an hour of the day as 18:45"),
        Some("date") => (Date::read(text).is_some(), "write a day as 1862-08-28"),
        Some("id") => (Id::read(text).is_some(), "use small letters, digits and hyphens"),
        _ if text.trim().is_empty() => (false, "write something, or leave the field out"),
        _ => (true, ""),
    };
    // Names stand in one line of a table, on a map and in messages; remarks may have several.
    let is_line = NAMES.contains(&what);
    let breaks = |letter: char| letter.is_control() && (is_line || !matches!(letter, '\n' | '\r' | '\t'));
    if fits && text.contains(breaks) {
        let reason = format!("{what} holds a character that cannot be printed");
        let hint = if is_line { "write it in one line, without tabs" } else { "take it out" };
        found.value(node.span.start, reason, hint);
        return false;
    }
    if !fits {
        found.value(node.span.start, format!("{what} cannot be \"{}\"", clipped(text)), hint);
        return false;
    }
    is_short(text, schema, what).unwrap_or_else(|most| {
        let count = text.chars().count();
        let reason = format!("{what} has {count} characters: \"{}\"", clipped(text));
        found.value(node.span.start, reason, format!("{most} at most have room on a map and in a list"));
        false
    })
}

/// LIMIT: characters of an id and of a name; the longest of the shipped battles have two thirds of them.
const ID_MAX: usize = 40;
const NAME_MAX: usize = 80;

/// Whether a name can be written beside a unit; otherwise how long it may be.
fn is_short(text: &str, schema: &Json, what: &str) -> Result<bool, usize> {
    let most = match schema.get("format").and_then(Json::as_str) {
        Some("id") => ID_MAX,
        None if NAMES.contains(&what) => NAME_MAX,
        _ => return Ok(true),
    };
    if text.chars().count() <= most { Ok(true) } else { Err(most) }
}

/// As much of a text as a message has room for.
fn clipped(text: &str) -> String {
    if text.chars().count() <= NAME_MAX / 2 {
        return text.to_owned();
    }
    text.chars().take(NAME_MAX / 2).chain(['…']).collect()
}

pub(super) fn fits_whole(schema: &Json, node: &Node, what: &str, found: &mut Findings) -> bool {
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
        // What only the width of a number limits has no limit that anybody would want to know.
        let hint = match limit("maximum") {
            None if most == i64::from(u32::MAX) => format!("write a whole number, {least} or more"),
            _ => format!("write a whole number from {least} to {most}"),
        };
        found.value(node.span.start, format!("{what} cannot be {digits}"), hint);
    }
    fits
}

pub(super) fn fits_number(schema: &Json, node: &Node, what: &str, found: &mut Findings) -> bool {
    let Value::Number(digits) = &node.value else { return expected("a number", node, what, found) };
    let is_yards = schema.get("format").and_then(Json::as_str) == Some("yards");
    let fits = !is_yards || is_length(digits);
    if !fits {
        found.value(node.span.start, format!("{what} cannot be {digits}"), "write yards, 40000 at most");
    }
    fits
}

pub(super) fn expected(noun: &str, node: &Node, what: &str, found: &mut Findings) -> bool {
    let hint = format!("write {noun} here");
    found.value(node.span.start, format!("{what} is {}, not {noun}", node.noun()), hint);
    false
}
