//! What is wrong with a battle folder, and where.

use std::fmt;

use serde::Serialize;

/// One mistake in a battle folder.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Fault {
    /// The file in the folder.
    pub file: String,
    /// Its line, counted from one; nothing where the whole file is meant.
    pub line: Option<usize>,
    /// The character of the line, counted from one; nothing where the whole file is meant.
    pub column: Option<usize>,
    /// What is wrong: lower case, no full stop.
    pub reason: String,
    /// What to do about it.
    pub hint: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        for number in [self.line, self.column].into_iter().flatten() {
            write!(f, ":{number}")?;
        }
        write!(f, ": {} ({})", self.reason, self.hint)
    }
}

impl std::error::Error for Fault {}
