//! Reading a file of fields kept apart by tabs.

use std::fs;
use std::path::Path;

use crate::Mistake;

/// One line of a file, with its number counted from one.
pub(crate) struct Row<'a, const FIELDS: usize> {
    pub(crate) line: usize,
    pub(crate) fields: [&'a str; FIELDS],
}

/// The text of a file of the rulebook, or a mistake.
pub(crate) fn read(folder: &Path, file: &str, mistakes: &mut Vec<Mistake>) -> Option<String> {
    match fs::read_to_string(folder.join(file)) {
        Ok(text) => Some(text),
        Err(error) => {
            mistakes.push(Mistake::of_file(file, format!("cannot be read: {error}")));
            None
        }
    }
}

/// The rows below the heading, or none at all where that is not as given. Rows of another length are mistakes and are left
/// out.
pub(crate) fn rows<'a, const FIELDS: usize>(
    file: &str,
    text: &'a str,
    heading: [&str; FIELDS],
    mistakes: &mut Vec<Mistake>,
) -> Option<Vec<Row<'a, FIELDS>>> {
    let mut rows = Vec::new();
    let mut lines = lines(text);
    if lines.next().is_none_or(|(_, first)| !first.split('\t').eq(heading)) {
        mistakes.push(Mistake::at(file, 1, format!("the heading is not {}", heading.join(", "))));
        return None;
    }
    for (line, text) in lines {
        let fields: Vec<&str> = text.split('\t').collect();
        match <[&str; FIELDS]>::try_from(fields) {
            Ok(fields) => rows.push(Row { line, fields }),
            Err(fields) => mistakes.push(wrong_length(file, line, fields.len(), FIELDS)),
        }
    }
    Some(rows)
}

/// Checks that all lines of a chart have as many fields as its heading.
pub(crate) fn check_shape(file: &str, text: &str, mistakes: &mut Vec<Mistake>) {
    let width = |text: &str| text.split('\t').count();
    let mut lines = lines(text);
    let Some((_, heading)) = lines.next().filter(|(_, heading)| !heading.is_empty()) else {
        mistakes.push(Mistake::at(file, 1, "no heading"));
        return;
    };
    for (line, text) in lines {
        if text.is_empty() {
            mistakes.push(Mistake::at(file, line, "a blank line"));
        } else if width(text) != width(heading) {
            mistakes.push(wrong_length(file, line, width(text), width(heading)));
        }
    }
}

fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(index, line)| (index + 1, line))
}

fn wrong_length(file: &str, line: usize, found: usize, wanted: usize) -> Mistake {
    Mistake::at(file, line, format!("{found} fields where the heading has {wanted}"))
}
