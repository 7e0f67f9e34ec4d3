//! The ledger: one constant a statement, and which of them no procedure can apply.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;

use crate::Mistake;
use crate::rows::{Row, read, rows};

const FILE: &str = "ledger.tsv";
/// What no procedure can apply, each with what it needs. A rulebook need not have it.
pub(crate) const UNCOVERED: &str = "uncovered.tsv";

/// LIMIT: statements of a rulebook, since a rule's place is kept in sixteen bits. The longest ledger has 346.
const STATEMENTS_MAX: usize = u16::MAX as usize;

pub(crate) fn compose(folder: &Path, prefix: &str, mistakes: &mut Vec<Mistake>) -> String {
    let Some(text) = read(folder, FILE, mistakes) else {
        return String::new();
    };
    let Some(rows) = rows(FILE, &text, ["id", "kind", "chart", "statement"], mistakes) else {
        return String::new();
    };
    check(&rows, prefix, mistakes);
    let uncovered = uncovered(folder, &rows, mistakes);
    print(&rows, &uncovered)
}

/// The places of the rules that no procedure can apply, each with the variant of what it needs.
fn uncovered(folder: &Path, ledger: &[Row<'_, 4>], mistakes: &mut Vec<Mistake>) -> Vec<(usize, &'static str)> {
    if !folder.join(UNCOVERED).exists() {
        return Vec::new();
    }
    let text = read(folder, UNCOVERED, mistakes).unwrap_or_default();
    let mut list: Vec<(usize, &'static str)> = Vec::new();
    for Row { line, fields: [id, reason] } in rows(UNCOVERED, &text, ["id", "reason"], mistakes).unwrap_or_default() {
        let mut wrong = |reason: String| mistakes.push(Mistake::at(UNCOVERED, line, reason));
        let Some(index) = ledger.iter().position(|row| row.fields[0] == id) else {
            wrong(format!("`{id}` does not stand in {FILE}"));
            continue;
        };
        let Some(beyond) = beyond(reason) else {
            wrong(format!("`{reason}` is not a reason: there are map, turn, campaign, figure and layout"));
            continue;
        };
        if list.iter().any(|(known, _)| *known == index) {
            wrong(format!("a second `{id}`"));
        }
        list.push((index, beyond));
    }
    list
}

fn check(rows: &[Row<'_, 4>], prefix: &str, mistakes: &mut Vec<Mistake>) {
    let mut lines = HashMap::new();
    for Row { line, fields: [id, kind, chart, statement] } in rows {
        let mut wrong = |reason: String| mistakes.push(Mistake::at(FILE, *line, reason));
        if !is_id(id, prefix) {
            wrong(format!("`{id}` is not an id like {prefix}-CHARGE-4-TEST"));
        }
        if let Some(first) = lines.insert(*id, *line) {
            wrong(format!("a second `{id}`; the first stands in line {first}"));
        }
        if variant(kind).is_none() {
            wrong(format!("`{kind}` is not a kind: there are rule, modifier, result, table, optional, scale and note"));
        }
        if chart.is_empty() || statement.is_empty() {
            wrong(format!("`{id}` has no chart or no statement"));
        }
    }
    if rows.is_empty() {
        mistakes.push(Mistake::of_file(FILE, "no statements"));
    }
    if rows.len() > STATEMENTS_MAX {
        mistakes.push(Mistake::of_file(FILE, format!("more than {STATEMENTS_MAX} statements")));
    }
}

/// Whether an id is the prefix and words of capitals and digits, with dashes between.
fn is_id(id: &str, prefix: &str) -> bool {
    let is_word =
        |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit());
    id.strip_prefix(prefix).and_then(|rest| rest.strip_prefix('-')).is_some_and(|rest| rest.split('-').all(is_word))
}

/// The variant of `engine::RuleKind` for a kind as the ledger writes it. Moves together with that enum.
fn variant(kind: &str) -> Option<&'static str> {
    match kind {
        "rule" => Some("Rule"),
        "modifier" => Some("Modifier"),
        "result" => Some("Result"),
        "table" => Some("Table"),
        "optional" => Some("Optional"),
        "scale" => Some("Scale"),
        "note" => Some("Note"),
        _ => None,
    }
}

/// The variant of `engine::Beyond` for a reason as the list writes it. Moves together with that enum.
fn beyond(reason: &str) -> Option<&'static str> {
    match reason {
        "map" => Some("Map"),
        "turn" => Some("Turn"),
        "campaign" => Some("Campaign"),
        "figure" => Some("Figure"),
        "layout" => Some("Layout"),
        _ => None,
    }
}

fn print(rows: &[Row<'_, 4>], uncovered: &[(usize, &str)]) -> String {
    let mut text = String::from("// Printed from ledger.tsv: change that file, not this one.\n\n");
    // Writing into a text cannot fail.
    let _ = writeln!(text, "static ENTRIES: [::engine::LedgerEntry; {}] = [", rows.len());
    for (index, Row { fields: [id, kind, chart, statement], .. }) in rows.iter().enumerate() {
        let kind = variant(kind).unwrap_or_default();
        let _ = writeln!(
            text,
            "    ::engine::LedgerEntry {{ id: {id:?}, kind: ::engine::RuleKind::{kind}, chart: {chart:?}, \
             statement: {statement:?}, index: {index} }},"
        );
    }
    text.push_str("];\n\n/// Every statement of the rulebook, in its order.\n");
    text.push_str("pub const LEDGER: ::engine::Ledger = ::engine::Ledger::new(&ENTRIES).except(&[\n");
    for (index, beyond) in uncovered {
        let _ = writeln!(text, "    ({index}, ::engine::Beyond::{beyond}),");
    }
    text.push_str("]);\n");
    for (index, Row { fields: [id, _, _, statement], .. }) in rows.iter().enumerate() {
        let _ = write!(
            text,
            "\n#[doc = {:?}]\npub const {}: ::engine::Rule = ::engine::Rule::from_ledger(&ENTRIES[{index}]);\n",
            plain(statement),
            id.replace('-', "_"),
        );
    }
    text
}

/// The statement as a doc comment that shows it letter by letter.
fn plain(statement: &str) -> String {
    let mut text = String::with_capacity(statement.len());
    for letter in statement.chars() {
        if matches!(letter, '[' | ']' | '<' | '>' | '*' | '_' | '`' | '\\' | '#') {
            text.push('\\');
        }
        text.push(letter);
    }
    text
}
