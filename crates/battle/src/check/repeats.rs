//! Lists in which nothing stands twice.

use super::rulebooks::items;
use crate::sheet::Sheet;
use crate::tree::{Node, Value};

pub(super) fn check(sheet: &mut Sheet<'_>) {
    let listed = |list: &str| items(sheet.tree.get(list));
    let units = || listed("formation").flat_map(|formation| items(formation.get("units")));
    let mut lists: Vec<(&str, Vec<&Node>)> = vec![("rulebook", items(sheet.tree.get("suits")).collect())];
    lists.extend(listed("side").map(|side| ("edge", items(side.get("edges")).collect())));
    lists.extend(units().map(|unit| ("trait", items(unit.get("traits")).collect())));
    // What men carry, and what others of them carry.
    lists.extend(
        units().map(|unit| ("weapon", unit.get("weapon").into_iter().chain(items(unit.get("also"))).collect())),
    );
    lists.extend(listed("leader").map(|leader| ("manner", items(leader.get("manner")).collect())));
    let found: Vec<(usize, String)> = lists.iter().flat_map(|(what, list)| twice(what, list)).collect();
    for (at, reason) in found {
        sheet.wrong_at(at, reason, "take one of them away");
    }
}

/// Where a text stands for the second time, and which.
fn twice(what: &str, list: &[&Node]) -> Vec<(usize, String)> {
    let mut seen: Vec<&str> = Vec::new();
    let mut found = Vec::new();
    for node in list {
        let Value::Text(text) = &node.value else { continue };
        if node.is_stand_in(&[]) {
            continue;
        }
        if seen.contains(&text.as_str()) {
            found.push((node.span.start, format!("{what} {text} is listed twice")));
        }
        seen.push(text);
    }
    found
}
