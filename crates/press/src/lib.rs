//! The printing press: turns the ledger and the charts of a rulebook into Rust.
//!
//! A rulebook's `build.rs` is one line, `fn main() { press::print("SE"); }`. Beside it stand `ledger.tsv` (every
//! statement of the rulebook: `id`, `kind`, `chart`, `statement`), perhaps `uncovered.tsv` (which of them no procedure can
//! apply, and what they need: `id`, `reason`), perhaps `bounds.tsv` (which numbers house rules may put where: `chart`,
//! `row`, `column`, `least`, `most`, `why`), and the folder `charts` with `index.tsv` (`id`, `chapter`, `title`, `note`),
//! one file a chart, and perhaps `card.tsv` (what of them people see on a card, and in which words: `chart`, `column`,
//! `cell`, `shown`). The press writes two files for the rulebook to include:
//! - `ledger.rs`: `LEDGER`, and one constant a statement, so that code can only cite rules that exist;
//! - `charts.rs`: `SOURCES`, the charts in the order of the index.
//!
//! A mistake in these files is a build error that names the file and the line.

mod bounds;
mod card;
mod charts;
mod ledger;
mod rows;

use std::path::{Path, PathBuf};
use std::{env, fmt, fs, process};

/// One mistake in the files of a rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mistake {
    /// The file, as seen from the rulebook's folder.
    pub file: String,
    /// Its line, counted from one; zero for the whole file.
    pub line: usize,
    /// What is wrong: lower case, no full stop.
    pub reason: String,
}

impl Mistake {
    fn of_file(file: &str, reason: impl Into<String>) -> Self {
        Mistake::at(file, 0, reason)
    }

    fn at(file: &str, line: usize, reason: impl Into<String>) -> Self {
        Mistake { file: file.to_owned(), line, reason: reason.into() }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.line > 0 {
            write!(f, "{}:{}: {}", self.file, self.line, self.reason)
        } else {
            write!(f, "{}: {}", self.file, self.reason)
        }
    }
}

/// What is printed from the files of one rulebook.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Printed {
    /// The text of `ledger.rs`.
    pub ledger: String,
    /// The text of `charts.rs`.
    pub charts: String,
}

/// Prints `ledger.rs` and `charts.rs` of the rulebook whose build script calls this. Rule ids begin with `prefix`. On a
/// mistake the build fails and lists every one.
pub fn print(prefix: &str) {
    println!("cargo::rerun-if-changed=ledger.tsv");
    println!("cargo::rerun-if-changed=charts");
    // Naming a file that is not there would print the rulebook anew every time; adding it means touching the ledger once.
    for file in [ledger::UNCOVERED, bounds::FILE].into_iter().filter(|file| Path::new(file).exists()) {
        println!("cargo::rerun-if-changed={file}");
    }
    let outcome = folder("CARGO_MANIFEST_DIR")
        .and_then(|from| compose(&from, prefix))
        .and_then(|printed| folder("OUT_DIR").and_then(|to| write(&to, &printed)));
    if let Err(mistakes) = outcome {
        for mistake in &mistakes {
            println!("cargo::error={mistake}");
        }
        process::exit(1);
    }
}

/// Reads the files of the rulebook in `folder` and composes what is to be printed, or lists every mistake.
pub fn compose(folder: &Path, prefix: &str) -> Result<Printed, Vec<Mistake>> {
    let mut mistakes = Vec::new();
    let ledger = ledger::compose(folder, prefix, &mut mistakes);
    let charts = charts::compose(folder, &mut mistakes);
    mistakes.sort_by(|a, b| (&a.file, a.line).cmp(&(&b.file, b.line)));
    if mistakes.is_empty() { Ok(Printed { ledger, charts }) } else { Err(mistakes) }
}

fn folder(variable: &str) -> Result<PathBuf, Vec<Mistake>> {
    match env::var_os(variable) {
        Some(path) => Ok(PathBuf::from(path)),
        None => Err(vec![Mistake::of_file(variable, "not set: the press runs only from a build script")]),
    }
}

fn write(folder: &Path, printed: &Printed) -> Result<(), Vec<Mistake>> {
    for (name, text) in [("ledger.rs", &printed.ledger), ("charts.rs", &printed.charts)] {
        fs::write(folder.join(name), text).map_err(|error| vec![Mistake::of_file(name, error.to_string())])?;
    }
    Ok(())
}
