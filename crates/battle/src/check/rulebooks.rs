//! What a battle says to rulebooks, as far as one can tell from their names and scales. The rest they read themselves.

use crate::nearest::advice;
use crate::sheet::Sheet;
use crate::tree::{Entry, Node, Value, way};

/// A rulebook that a battle may speak of.
#[derive(Clone, Debug)]
pub struct Known<'a> {
    /// Its name.
    pub slug: &'a str,
    /// The names of its scales.
    pub scales: Vec<&'a str>,
}

/// Reports rulebooks that there are not, and scales that they do not have.
pub(crate) fn check(known: &[Known<'_>], sheet: &mut Sheet<'_>) {
    let mut found: Vec<(usize, String, String)> = Vec::new();
    for one in items(sheet.tree.get("suits")) {
        if let Value::Text(slug) = &one.value
            && !one.is_stand_in(&[])
        {
            found.extend(stranger(slug, one.span.start, known));
        }
    }
    for entry in sections(&sheet.tree) {
        found.extend(stranger(&entry.key, entry.key_span.start, known));
        let book = known.iter().find(|book| book.slug == entry.key);
        found.extend(book.and_then(|book| scale(book, entry.node.get("scale")?)));
    }
    let listed = |list: &str| items(sheet.tree.get(list));
    let units = listed("formation").flat_map(|formation| items(formation.get("units")));
    for part in listed("formation").chain(units).chain(listed("leader")) {
        found.extend(sections(part).filter_map(|entry| stranger(&entry.key, entry.key_span.start, known)));
    }
    for (at, reason, hint) in found {
        sheet.wrong_at(at, reason, hint);
    }
}

/// The line and column of what a battle says to one rulebook.
pub(crate) fn section(slug: &str, sheet: &Sheet<'_>) -> Option<(usize, usize)> {
    let entry = sections(&sheet.tree).find(|entry| entry.key == slug)?;
    Some(crate::tree::line_and_column(sheet.text, entry.key_span.start))
}

/// The values of a list, or none.
pub(super) fn items(node: Option<&Node>) -> impl Iterator<Item = &Node> {
    let items = match node.map(|node| &node.value) {
        Some(Value::List(items)) => items.as_slice(),
        _ => &[],
    };
    items.iter()
}

/// What a part of the battle says to rulebooks, by name.
fn sections(part: &Node) -> impl Iterator<Item = &Entry> {
    let entries = match part.get("for").map(|node| &node.value) {
        Some(Value::Table(entries)) => entries.as_slice(),
        _ => &[],
    };
    entries.iter()
}

fn stranger(slug: &str, at: usize, known: &[Known<'_>]) -> Option<(usize, String, String)> {
    let is_known = known.iter().any(|book| book.slug == slug);
    let hint = || advice(slug, known.iter().map(|book| book.slug));
    (!is_known).then(|| (at, format!("there is no rulebook {slug}"), hint()))
}

fn scale(book: &Known<'_>, given: &Node) -> Option<(usize, String, String)> {
    let at = given.offset(way![]);
    match &given.value {
        Value::Text(name) if book.scales.contains(&name.as_str()) => None,
        Value::Text(name) => {
            let hint = advice(name, book.scales.iter().copied());
            Some((at, format!("{} has no scale {name}", book.slug), hint))
        }
        _ => {
            let hint = format!("choose one of {}", book.scales.join(", "));
            Some((at, format!("scale is {}, not a text", given.noun()), hint))
        }
    }
}
