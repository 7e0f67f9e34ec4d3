//! What no file may hold.
//!
//! Each test lists every breach at once, with file and line, and says what to do instead.

#![expect(clippy::panic, reason = "these are helpers of tests")]

use std::fs;
use std::path::{Path, PathBuf};

/// LIMIT: lines of a source file. A module is one chapter; split a longer one by its sections.
const LINES_MAX: usize = 600;
/// LIMIT: lines of a file of tests.
const TEST_LINES_MAX: usize = 900;

/// Folders that hold nothing of ours.
const FOREIGN: &[&str] = &[".git", ".venv", ".cache", "artifacts", "corpus", "dist", "node_modules", "target"];

/// The crates whose results must be the same on every machine.
const PURE: &[&str] = &["crates/engine/src/", "crates/field/src/", "crates/rulebooks/"];

/// What may not reach a ruling, and why.
const IMPURE: &[(&str, &str)] = &[
    ("std::time", "a clock"),
    ("SystemTime", "a clock"),
    ("std::thread", "a thread"),
    ("std::fs", "a file"),
    ("std::net", "the network"),
    ("std::process", "another process"),
    ("HashMap", "an order that differs from run to run; take IndexMap or BTreeMap"),
    ("HashSet", "an order that differs from run to run; take IndexSet or BTreeSet"),
    ("f32", "rounding; take integers or Decimal"),
    ("f64", "rounding; take integers or Decimal"),
];

/// Where floating-point numbers are allowed, because nothing is ruled by them.
const MAY_ROUND: &[(&str, &str)] = &[
    ("crates/engine/src/exact/distribution.rs", "chances for display"),
    ("crates/engine/src/book/", "chances for display"),
    ("crates/engine/src/game/council.rs", "chances for display"),
    ("crates/engine/src/decimal.rs", "JSON numbers, read exactly or refused"),
];

struct File {
    /// Relative to the workspace, with forward slashes.
    path: String,
    text: String,
}

impl File {
    fn ends_with(&self, extensions: &[&str]) -> bool {
        Path::new(&self.path).extension().is_some_and(|own| extensions.iter().any(|known| own == *known))
    }

    fn is_test(&self) -> bool {
        self.path.contains("/tests/") || self.path.contains(".test.") || self.path.contains(".spec.")
    }

    fn lines(&self) -> impl Iterator<Item = (usize, &str)> {
        self.text.lines().enumerate().map(|(index, line)| (index + 1, line))
    }
}

#[test]
fn no_source_file_is_longer_than_a_chapter() {
    let mut long = Vec::new();
    for file in files().iter().filter(|file| file.ends_with(&["rs", "ts", "svelte", "py", "js", "mjs"])) {
        // Nobody reads what is made from other sources.
        if file.text.starts_with("// Made from ") {
            continue;
        }
        let (lines, most) = (file.text.lines().count(), if file.is_test() { TEST_LINES_MAX } else { LINES_MAX });
        if lines > most {
            long.push(format!("{}: {lines} lines, and {most} are the most: split it by sections", file.path));
        }
    }
    none(&long);
}

#[test]
fn nothing_is_left_for_later() {
    // Put together here, so that this file does not hold them itself.
    let later = [["to", "do!("], ["unimple", "mented!("], ["#[ig", "nore"], ["FIX", "ME"]].map(|word| word.concat());
    let mut found = Vec::new();
    for file in files().iter().filter(|file| file.ends_with(&["rs", "ts", "svelte", "py", "js", "mjs", "toml"])) {
        for (number, line) in file.lines() {
            for word in later.iter().filter(|word| line.contains(word.as_str())) {
                found.push(format!("{}:{number}: {word} is not allowed: finish it, or leave it out", file.path));
            }
        }
    }
    none(&found);
}

#[test]
fn no_file_knows_the_machine_it_was_written_on() {
    let homes = [["/ho", "me/"], ["/ro", "ot/"], ["/Us", "ers/"], ["/t", "mp/"], ["/wo", "rk/"], [":\\Us", "ers\\"]]
        .map(|path| path.concat());
    let mut found = Vec::new();
    for file in &files() {
        for (number, line) in file.lines() {
            for home in homes.iter().filter(|home| names_absolutely(line, home)) {
                found.push(format!("{}:{number}: {home} exists on one machine only", file.path));
            }
        }
    }
    none(&found);
}

#[test]
fn every_crate_obeys_the_lints_of_the_workspace() {
    let mut free = Vec::new();
    for file in files().iter().filter(|file| file.path.ends_with("Cargo.toml")) {
        // A manifest with a workspace of its own (the fuzz targets) cannot share ours.
        let is_member = file.text.contains("[package]") && !file.text.contains("[workspace]");
        if is_member && !file.text.contains("[lints]\nworkspace = true") {
            free.push(format!("{}: add `[lints]` with `workspace = true`", file.path));
        }
    }
    none(&free);
}

#[test]
fn the_front_page_names_both_commands() {
    let files = files();
    let Some(readme) = files.iter().find(|file| file.path == "README.md") else {
        panic!("there is no README.md");
    };
    for command in ["make play", "make test"] {
        assert!(readme.text.contains(command), "README.md does not say `{command}`");
    }
}

#[test]
fn nothing_but_inputs_reaches_a_ruling() {
    let mut found = Vec::new();
    for file in files().iter().filter(|file| file.ends_with(&["rs"]) && !file.is_test() && is_pure(&file.path)) {
        let may_round = MAY_ROUND.iter().any(|(path, _)| file.path.starts_with(path));
        // Tests at the end of a file may do statistics.
        for (number, line) in file.lines().take_while(|(_, line)| *line != "#[cfg(test)]") {
            let code = line.split("//").next().unwrap_or_default();
            for (word, why) in IMPURE {
                let rounds = matches!(*word, "f32" | "f64");
                if holds_word(code, word) && !(rounds && may_round) {
                    found.push(format!("{}:{number}: {word} brings {why}", file.path));
                }
            }
        }
    }
    none(&found);
}

/// A build script of a rulebook runs before any game and may read files.
fn is_pure(path: &str) -> bool {
    PURE.iter().any(|folder| path.starts_with(folder)) && !path.ends_with("/build.rs")
}

/// Whether `line` holds `word` and not just a longer word.
fn holds_word(line: &str, word: &str) -> bool {
    let is_part = |character: char| character.is_alphanumeric() || character == '_';
    line.match_indices(word)
        .any(|(at, _)| !line[..at].ends_with(is_part) && !line[at + word.len()..].starts_with(is_part))
}

/// Whether `line` holds this path from the root, and not as the end of a longer one.
fn names_absolutely(line: &str, path: &str) -> bool {
    let continues = |character: char| character.is_alphanumeric() || "._-~*}])".contains(character);
    line.match_indices(path).any(|(at, _)| !line[..at].ends_with(continues))
}

#[test]
fn words_and_paths_are_told_apart() {
    assert!(holds_word("let x: f64 = 0.0;", "f64"));
    assert!(!holds_word("ways.to_f64()", "f64"));
    assert!(holds_word("use std::collections::HashMap;", "HashMap"));
    let root = ["/ro", "ot/"].concat();
    assert!(names_absolutely(&format!("\"{root}x\""), &root));
    assert!(!names_absolutely(&format!("tree{root}x"), &root));
}

fn none(breaches: &[String]) {
    assert!(breaches.is_empty(), "\n{}\n", breaches.join("\n"));
}

/// Every text file of the workspace.
fn files() -> Vec<File> {
    let Some(root) = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2) else {
        panic!("the workspace lies two folders above this crate");
    };
    let mut files = Vec::new();
    collect(root, root, &mut files);
    assert!(files.iter().any(|file| file.path == "Cargo.toml"), "{} is no workspace", root.display());
    files
}

fn collect(root: &Path, folder: &Path, files: &mut Vec<File>) {
    let listing = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> = listing.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let is_link = path.symlink_metadata().is_ok_and(|metadata| metadata.is_symlink());
        let is_foreign = path.file_name().is_some_and(|name| FOREIGN.iter().any(|foreign| name == *foreign));
        if is_link || is_foreign {
            continue;
        }
        if path.is_dir() {
            collect(root, &path, files);
        } else if let (Ok(text), Ok(inside)) = (fs::read_to_string(&path), path.strip_prefix(root)) {
            files.push(File { path: inside.to_string_lossy().replace('\\', "/"), text });
        }
    }
}
