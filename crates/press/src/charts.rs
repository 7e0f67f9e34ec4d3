//! The charts: one embedded file each, in the order of their index.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;
use std::fs;
use std::path::Path;

use crate::Mistake;
use crate::bounds::{self, Bounds};
use crate::card::{self, CARD, Sheet};
use crate::rows::{Row, check_shape, read, rows};

const FOLDER: &str = "charts";
const INDEX: &str = "charts/index.tsv";

/// LIMIT: charts of a rulebook, since a citation keeps a chart's number in sixteen bits.
const CHARTS_MAX: usize = u16::MAX as usize;

pub(crate) fn compose(folder: &Path, mistakes: &mut Vec<Mistake>) -> String {
    let Some(text) = read(folder, INDEX, mistakes) else {
        return String::new();
    };
    let Some(rows) = rows(INDEX, &text, ["id", "chapter", "title", "note"], mistakes) else {
        return String::new();
    };
    let sheets = check(folder, &rows, mistakes);
    let cards = card::compose(folder, &sheets, mistakes);
    let charts: Vec<&str> = rows.iter().map(|row| row.fields[0]).collect();
    print(&rows, &sheets, &cards, &bounds::read_for(folder, &charts, mistakes))
}

/// Checks the index against the charts, and reads those that are there.
fn check(folder: &Path, rows: &[Row<'_, 4>], mistakes: &mut Vec<Mistake>) -> Vec<Sheet> {
    let mut sheets = Vec::with_capacity(rows.len());
    let mut files = chart_files(folder, mistakes);
    let mut lines = HashMap::new();
    for Row { line, fields: [id, chapter, title, _] } in rows {
        let mut wrong = |reason: String| mistakes.push(Mistake::at(INDEX, *line, reason));
        if !is_id(id) {
            wrong(format!("`{id}` is not an id like fire-results"));
            continue;
        }
        if let Some(first) = lines.insert(*id, *line) {
            wrong(format!("a second `{id}`; the first stands in line {first}"));
            continue;
        }
        if chapter.is_empty() || title.is_empty() {
            wrong(format!("`{id}` has no chapter or no title"));
        }
        let name = format!("{id}.tsv");
        if !files.remove(&name) {
            wrong(format!("there is no {FOLDER}/{name}"));
            continue;
        }
        let file = format!("{FOLDER}/{name}");
        if let Some(text) = read(folder, &file, mistakes) {
            check_shape(&file, &text, mistakes);
            sheets.push(Sheet::new(id, &text));
        }
    }
    for name in files {
        mistakes.push(Mistake::of_file(&format!("{FOLDER}/{name}"), format!("does not stand in {INDEX}")));
    }
    if rows.len() > CHARTS_MAX {
        mistakes.push(Mistake::of_file(INDEX, format!("more than {CHARTS_MAX} charts")));
    }
    sheets
}

/// The names of all chart files, in order.
fn chart_files(folder: &Path, mistakes: &mut Vec<Mistake>) -> BTreeSet<String> {
    let names = fs::read_dir(folder.join(FOLDER)).and_then(|entries| {
        entries.map(|entry| entry.map(|entry| entry.file_name().to_string_lossy().into_owned())).collect()
    });
    let mut names: BTreeSet<String> = names.unwrap_or_else(|error| {
        mistakes.push(Mistake::of_file(FOLDER, format!("cannot be read: {error}")));
        BTreeSet::new()
    });
    // A hidden file is an editor's, not a chart.
    names.retain(|name| {
        format!("{FOLDER}/{name}") != INDEX && format!("{FOLDER}/{name}") != CARD && !name.starts_with('.')
    });
    names
}

/// Whether an id is words of small letters and digits, with dashes between.
fn is_id(id: &str) -> bool {
    let is_letter = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    id.split('-').all(|word| !word.is_empty() && word.bytes().all(is_letter))
}

fn print(rows: &[Row<'_, 4>], sheets: &[Sheet], cards: &[String], bounds: &Bounds) -> String {
    let mut text = String::from("// Printed from charts/index.tsv: change that file, not this one.\n\n");
    text.push_str("/// The charts as printed, in the order of their index.\n");
    text.push_str("pub static SOURCES: &[::engine::chart::Source] = &[\n");
    for Row { fields: [id, chapter, title, note], .. } in rows {
        let card = sheets.iter().zip(cards).find(|(sheet, _)| sheet.id == *id).map_or("", |(_, card)| card.trim_end());
        // Writing into a text cannot fail.
        let _ = writeln!(
            text,
            "    ::engine::chart::Source {{ id: {id:?}, chapter: {chapter:?}, title: {title:?}, note: {note:?}, \
             card: &[{card}], bounds: &[{}], text: include_str!(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/{FOLDER}/{id}.tsv\")) }},",
            bounds.print(id)
        );
    }
    text.push_str("];\n");
    text
}
