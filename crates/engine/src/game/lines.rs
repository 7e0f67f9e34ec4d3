//! The lines of a save, one after another, with the hash of everything before them.

use super::save::{Chain, FILE, LINE_BYTES_MAX};
use super::write::chain_of;
use crate::Fault;

/// What to do about a save that was cut off or changed.
pub(super) const SALVAGE: &str = "ask for another copy, or salvage the part before this line";

/// The rest of a line after its keyword.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field<'a> {
    pub line: usize,
    pub column: usize,
    pub text: &'a str,
}

impl Field<'_> {
    /// A fault of this field.
    pub fn fault(&self, reason: impl Into<String>) -> Fault {
        Fault::at(FILE, self.line, self.column, reason)
    }
}

/// Reads lines and hashes what it has read.
pub(super) struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
    hasher: blake3::Hasher,
    /// What is being read, for people: `the header`, `turn 3`.
    pub part: String,
}

impl<'a> Lines<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Lines { bytes, at: 0, line: 0, hasher: blake3::Hasher::new(), part: "the header".to_owned() }
    }

    /// How many bytes have been read.
    pub fn at(&self) -> usize {
        self.at
    }

    /// How many lines have been read.
    pub fn line(&self) -> usize {
        self.line
    }

    pub fn is_at_end(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// The keyword of the next line; empty at the end.
    pub fn keyword(&self) -> Result<&'a str, Fault> {
        if self.is_at_end() {
            return Ok("");
        }
        let line = self.peek()?;
        Ok(line.split_once(' ').map_or(line, |(keyword, _)| keyword))
    }

    /// Reads a line that has to begin with this keyword and a space.
    pub fn field(&mut self, keyword: &str) -> Result<Field<'a>, Fault> {
        let line = self.peek()?;
        let Some(text) = line.strip_prefix(keyword).and_then(|rest| rest.strip_prefix(' ')) else {
            return Err(self.unexpected(&format!("`{keyword}` and something after it")));
        };
        self.skip(line);
        Ok(Field { line: self.line, column: keyword.len() + 2, text })
    }

    /// Reads a line that has to be exactly this.
    pub fn exactly(&mut self, text: &str) -> Result<(), Fault> {
        let line = self.peek()?;
        if line != text {
            return Err(self.unexpected(&format!("`{text}`")));
        }
        self.skip(line);
        Ok(())
    }

    /// Reads the chain that closes a block, and checks it.
    pub fn chain(&mut self) -> Result<Chain, Fault> {
        let expected = chain_of(&self.hasher);
        let field = self.field("chain")?;
        if super::hex::from_hex(field.text) != Some(expected) {
            let reason = format!("the chain does not hold: {} or something before it was changed", self.part);
            return Err(field.fault(reason).hint(SALVAGE));
        }
        Ok(expected)
    }

    /// A fault of the next line, which should have been something else.
    pub fn unexpected(&self, wanted: &str) -> Fault {
        let found = self.peek().unwrap_or_default();
        let shown: String = found.chars().take(40).collect();
        Fault::at(FILE, self.line + 1, 1, format!("{} needs {wanted} here, and not {shown:?}", self.part)).hint(SALVAGE)
    }

    fn peek(&self) -> Result<&'a str, Fault> {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let number = self.line + 1;
        if rest.is_empty() {
            return Err(Fault::at(FILE, number, 0, format!("the file ends in the middle of {}", self.part))
                .hint("it was cut off: ask for another copy, or salvage the part before this line"));
        }
        let Some(length) = rest.iter().take(LINE_BYTES_MAX).position(|byte| *byte == b'\n') else {
            return Err(if rest.len() >= LINE_BYTES_MAX {
                Fault::at(FILE, number, LINE_BYTES_MAX, format!("the line is longer than {LINE_BYTES_MAX} bytes"))
            } else {
                Fault::at(FILE, number, rest.len() + 1, format!("the line is cut off in the middle of {}", self.part))
                    .hint("every line ends with a newline; ask for another copy, or salvage the part before this line")
            });
        };
        std::str::from_utf8(rest.get(..length).unwrap_or_default()).map_err(|error| {
            Fault::at(FILE, number, error.valid_up_to() + 1, "these bytes are not UTF-8 text").hint(SALVAGE)
        })
    }

    fn skip(&mut self, line: &str) {
        let end = self.at + line.len() + 1;
        self.hasher.update(self.bytes.get(self.at..end).unwrap_or_default());
        self.at = end;
        self.line += 1;
    }
}
