//! House rules from a folder: `FOLDER/<rulebook>/*.tsv` and `FOLDER/<rulebook>/switches.toml`.

use std::fs;
use std::path::{Path, PathBuf};

use engine::Fault;
use engine::chart::{Overlay, OverlayFile};

use crate::failure::{Excerpt, Failure, Problem};
use crate::suggest;
use crate::text::clean;

const SWITCHES: &str = "switches.toml";
/// LIMIT: a file of house rules. The largest chart has a few thousand bytes.
const BYTES_MAX: u64 = 1 << 20;

/// Reads a folder of house rules. Every mistake is reported at once.
pub fn read(folder: &Path) -> Result<Overlay, Failure> {
    let mut overlay = Overlay::default();
    let mut problems = Vec::new();
    let slugs: Vec<&str> = shelf::titles().iter().map(|about| about.slug).collect();
    let shown = folder.display().to_string();
    let layout = format!("house rules stand in {}/<rulebook>/, as *.tsv and {SWITCHES}", shown.trim_end_matches('/'));
    for path in entries(folder, &layout)? {
        let name = file_name(&path);
        if path.is_dir() && slugs.contains(&name.as_str()) {
            for path in entries(&path, &layout)? {
                read_file(&path, &name, &mut overlay, &mut problems);
            }
        } else if path.is_dir() {
            let hint = suggest::advice(&name, slugs.iter().copied());
            problems.push(Problem::at(path.display().to_string(), format!("there is no rulebook {name:?}")).hint(hint));
        } else if is_rules(&name) {
            let why = "this file is in no rulebook's folder";
            problems.push(Problem::at(path.display().to_string(), why).hint(&layout));
        }
    }
    if !problems.is_empty() {
        return Err(Failure::of_problems(problems));
    }
    if overlay.files.is_empty() {
        return Err(Failure::bad(shown, "there are no house rules in this folder", layout));
    }
    Ok(overlay)
}

/// House rules with some switches of a rulebook set: a line about one of them gives way.
pub fn switched(overlay: Option<&Overlay>, slug: &str, switches: &[(String, String)]) -> Option<Overlay> {
    if switches.is_empty() {
        return overlay.cloned();
    }
    let mut overlay = overlay.cloned().unwrap_or_default();
    let is_ours = |file: &OverlayFile| file.slug == slug && file.name == SWITCHES;
    let before = overlay.files.iter().find(|file| is_ours(file)).map(|file| file.text.clone()).unwrap_or_default();
    overlay.files.retain(|file| !is_ours(file));
    let sets = |line: &str| line.split_once('=').map(|(name, _)| name.trim().to_owned());
    let stays = |line: &&str| !sets(line).is_some_and(|name| switches.iter().any(|(other, _)| *other == name));
    let mut text: String = before.lines().filter(stays).map(|line| format!("{line}\n")).collect();
    switches.iter().for_each(|(name, value)| text += &format!("{name} = {value:?}\n"));
    overlay.files.push(OverlayFile {
        path: "--switch".to_owned(),
        slug: slug.to_owned(),
        name: SWITCHES.to_owned(),
        text,
    });
    Some(overlay)
}

/// Reads `NAME=VALUE` of a switch.
pub fn parse_switch(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.trim().to_owned())),
        _ => Err("a switch is set as NAME=VALUE; longroll charts RULEBOOK switches lists them".to_owned()),
    }
}

fn read_file(path: &Path, slug: &str, overlay: &mut Overlay, problems: &mut Vec<Problem>) {
    let name = file_name(path);
    if is_aside(&name) {
        return;
    }
    let shown = path.display().to_string();
    // A pipe or a device would be read for ever.
    let about = fs::metadata(path).ok().filter(fs::Metadata::is_file);
    let Some(size) = about.map(|about| about.len()) else {
        problems.push(Problem::at(shown, "this is no file").hint("take it out: charts and switches are files"));
        return;
    };
    if size > BYTES_MAX {
        problems.push(Problem::at(shown, "this file is larger than a mebibyte").hint("a chart is a few lines of text"));
        return;
    }
    match fs::read(path) {
        Ok(bytes) => match OverlayFile::from_bytes(shown, slug, name, bytes) {
            Ok(file) => overlay.files.push(file),
            Err(fault) => problems.push(fault.into()),
        },
        Err(error) => {
            problems.push(Problem::at(shown, format!("cannot be read: {error}")).hint("take it out, or mend it"))
        }
    }
}

/// The entries of a folder by name, so that mistakes come in the same order on every machine.
fn entries(folder: &Path, layout: &str) -> Result<Vec<PathBuf>, Failure> {
    let read = || -> std::io::Result<Vec<PathBuf>> { fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect() };
    let mut paths = read().map_err(|error| {
        Failure::bad(folder.display().to_string(), format!("cannot open this folder: {error}"), layout)
    })?;
    paths.sort();
    Ok(paths)
}

fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Whether a file in a rulebook's folder is the house's own business: a note, a hidden file, an editor's copy. Anything else is
/// meant to count, and is refused where it cannot.
fn is_aside(name: &str) -> bool {
    name.starts_with('.') || name.ends_with('~') || name.ends_with(".md")
}

fn is_rules(name: &str) -> bool {
    name.ends_with(".tsv") || name == SWITCHES
}

/// A fault of opening a rulebook as a problem, with the line of the file it is about.
pub fn problem(fault: Fault, overlay: Option<&Overlay>) -> Problem {
    let file = overlay.and_then(|overlay| overlay.files.iter().find(|file| file.path == fault.file));
    let excerpt = file.and_then(|file| {
        let line = file.text.lines().nth(fault.line.checked_sub(1)?)?;
        let parts = if file.name.ends_with(".tsv") { field(line, fault.column) } else { character(line, fault.column) };
        Some(Excerpt { line: fault.line, parts })
    });
    let mut problem = Problem { excerpt, ..Problem::from(fault) };
    if let Some((file, id)) = file.and_then(|file| Some((file, file.name.strip_suffix(".tsv")?)))
        && problem.hint.is_empty()
    {
        problem.hint = format!("longroll charts {} {id} --format tsv prints the chart unchanged", file.slug);
    }
    problem
}

/// A line of a chart with its tabs opened, cut around field number `column`; around nothing if that is zero.
fn field(line: &str, column: usize) -> [String; 3] {
    const GAP: &str = "  ";
    let fields: Vec<String> = line.split('\t').map(clean).collect();
    let Some(fault) = column.checked_sub(1).and_then(|at| fields.get(at)) else {
        return [String::new(), fields.join(GAP), String::new()];
    };
    let before: String = fields[..column - 1].iter().map(|field| format!("{field}{GAP}")).collect();
    let after: String = fields[column..].iter().map(|field| format!("{GAP}{field}")).collect();
    shortened(before, fault.clone(), after)
}

/// A line of text cut at character number `column`.
pub fn character(line: &str, column: usize) -> [String; 3] {
    let line = clean(line);
    let at = line.char_indices().nth(column.saturating_sub(1)).map_or(line.len(), |(at, _)| at);
    let (before, rest) = line.split_at(at);
    let (fault, after) = rest.split_at(token(rest));
    shortened(before.to_owned(), fault.to_owned(), after.to_owned())
}

/// How long the word, the quoted text or the sign is that a text begins with.
fn token(text: &str) -> usize {
    let Some(first) = text.chars().next() else {
        return 0;
    };
    let word = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    match text[first.len_utf8()..].find('"') {
        Some(close) if first == '"' => close + 2,
        _ if word(first) => text.find(|c| !word(c)).unwrap_or(text.len()),
        _ => first.len_utf8(),
    }
}

/// Only what stands near the fault, so that the caret stays in sight.
fn shortened(before: String, fault: String, after: String) -> [String; 3] {
    const NEAR: usize = 30;
    let count = before.chars().count();
    let before =
        if count > NEAR { format!("...{}", before.chars().skip(count - NEAR + 3).collect::<String>()) } else { before };
    let cut = |text: String| {
        if text.chars().count() > NEAR {
            format!("{}...", text.chars().take(NEAR - 3).collect::<String>())
        } else {
            text
        }
    };
    [before, cut(fault), cut(after)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_caret_finds_its_field() {
        assert_eq!(field("a\tbb\tc", 2), ["a  ", "bb", "  c"]);
        assert_eq!(field("a\tbb\tc", 0), ["", "a  bb  c", ""]);
        assert_eq!(field("a", 9), ["", "a", ""]);
        assert_eq!(character("x = 1", 3), ["x ", "=", " 1"]);
        assert_eq!(character("x = \"on\" ", 5), ["x = ", "\"on\"", " "]);
        assert_eq!(character("amunition = 1", 1), ["", "amunition", " = 1"]);
        assert_eq!(character("", 3), ["", "", ""]);
    }
}
