//! What a battle says to rulebooks: to which, and in which words.

use super::sections as words;
use crate::nearest::advice;
use crate::sheet::Sheet;
use crate::tree::{Entry, Node, Value};

/// A rulebook that a battle may speak of.
#[derive(Clone, Debug)]
pub struct Known<'a> {
    /// Its name.
    pub slug: &'a str,
    /// The names of its scales.
    pub scales: Vec<&'a str>,
}

/// A mistake: at which byte, what, and what to do.
pub(super) type Wrong = (usize, String, String);

/// Reports rulebooks that there are not, and what the others cannot read.
pub(crate) fn check(known: &[Known<'_>], sheet: &mut Sheet<'_>) {
    let mut found: Vec<Wrong> = Vec::new();
    for one in items(sheet.tree.get("suits")) {
        if let Value::Text(slug) = &one.value
            && !one.is_stand_in(&[])
        {
            found.extend(stranger(slug, one.span.start, known));
        }
    }
    for entry in sections(&sheet.tree) {
        found.extend(stranger(&entry.key, entry.key_span.start, known));
    }
    let listed = |list: &str| items(sheet.tree.get(list));
    let units = listed("formation").flat_map(|formation| items(formation.get("units")));
    for part in listed("formation").chain(units).chain(listed("leader")) {
        found.extend(sections(part).filter_map(|entry| stranger(&entry.key, entry.key_span.start, known)));
    }
    for book in known {
        found.extend(words::check(book.slug, Some(&book.scales), sheet));
    }
    tell(found, sheet);
}

/// Reports what one rulebook cannot read.
pub(crate) fn check_one(slug: &str, sheet: &mut Sheet<'_>) {
    let found = words::check(slug, None, sheet);
    tell(found, sheet);
}

fn tell(found: Vec<Wrong>, sheet: &mut Sheet<'_>) {
    for (at, reason, hint) in found {
        sheet.wrong_at(at, reason, hint);
    }
}

/// The line and column of what a rulebook finds fault with.
pub(crate) fn place_of(reason: &str, sheet: &Sheet<'_>) -> Option<(usize, usize)> {
    let (subject, _) = reason.split_once(": ")?;
    let units = || items(sheet.tree.get("formation")).flat_map(|formation| items(formation.get("units")));
    let names = || units().filter_map(|unit| unit.get("name"));
    let is_named = |node: &&Node| matches!(&node.value, Value::Text(name) if name == subject);
    let at = match subject.strip_prefix("for.") {
        // Whose section it is follows where it is not that of the battle.
        Some(path) => place_in(sheet, path.split(' ').next()?)?,
        None => names().find(is_named)?.span.start,
    };
    Some(crate::tree::line_and_column(sheet.text, at))
}

/// Where a path of a section leads, or as far as it goes: to the key of a section, and to what stands under a word of it.
fn place_in(sheet: &Sheet<'_>, path: &str) -> Option<usize> {
    let mut steps = path.split('.');
    let slug = steps.next()?;
    let section = sections(&sheet.tree).find(|entry| entry.key == slug)?;
    let (mut at, mut node) = (section.key_span.start, &section.node);
    for step in steps {
        let below = step.parse::<usize>().map_or_else(|_| node.get(step), |index| items(Some(node)).nth(index));
        let Some(below) = below else { break };
        (at, node) = (below.span.start, below);
    }
    // Of a drawn map it is the line of its size: whatever stands in the others has been looked at.
    let size = sheet.text.get(node.span.clone()).and_then(|drawn| drawn.find("\nmap "));
    Some(size.filter(|_| matches!(node.value, Value::Text(_))).map_or(at, |line| at + line + 1))
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
pub(super) fn sections(part: &Node) -> impl Iterator<Item = &Entry> {
    let entries = match part.get("for").map(|node| &node.value) {
        Some(Value::Table(entries)) => entries.as_slice(),
        _ => &[],
    };
    entries.iter()
}

fn stranger(slug: &str, at: usize, known: &[Known<'_>]) -> Option<Wrong> {
    let is_known = known.iter().any(|book| book.slug == slug);
    let hint = || advice(slug, known.iter().map(|book| book.slug));
    (!is_known).then(|| (at, format!("there is no rulebook {slug}"), hint()))
}
