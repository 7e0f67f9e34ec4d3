//! The ledger: one constant a statement.

use std::collections::HashMap;
use std::fmt::Write;
use std::path::Path;

use crate::Mistake;
use crate::rows::{Row, read, rows};

const FILE: &str = "ledger.tsv";

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
    print(&rows)
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

fn print(rows: &[Row<'_, 4>]) -> String {
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
    text.push_str("pub const LEDGER: ::engine::Ledger = ::engine::Ledger::new(&ENTRIES);\n");
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
