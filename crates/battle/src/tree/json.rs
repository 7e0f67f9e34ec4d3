//! Reading JSON with the place of every value.

use std::ops::Range;

use super::{Entry, Node, Slip, Value};

/// LIMIT: values inside values. Deeper files are no battles.
const DEPTH_MAX: usize = 40;
/// What to do where the place of a slip is where it was noticed.
const BEFORE: &str = "look at what stands just before, too";

/// Reads a whole text, with all mistakes of its grammar. Nothing if one of them leaves open how it goes on.
pub(crate) fn read(text: &str) -> (Option<Node>, Vec<Slip>) {
    if text.trim().is_empty() {
        let (reason, hint) = ("the file is empty".to_owned(), "write a FeatureCollection with bbox and features");
        return (None, vec![Slip { at: 0, reason, hint }]);
    }
    let mut reader = Reader { text, at: 0, slips: Vec::new() };
    let node = match reader.value(0) {
        Ok(node) => Some(node),
        Err(slip) => {
            reader.slips.push(slip);
            None
        }
    };
    reader.skip_blanks();
    if node.is_some() && reader.at < text.len() {
        reader.slips.push(reader.slip("the text goes on after its end"));
    }
    (node, reader.slips)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Mistakes that leave no doubt about the rest.
    slips: Vec<Slip>,
}

impl Reader<'_> {
    fn slip(&self, reason: impl Into<String>) -> Slip {
        Slip { at: self.at, reason: reason.into(), hint: BEFORE }
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        while matches!(self.peek(), Some(b' ' | b'\t' | b'\n' | b'\r')) {
            self.at += 1;
        }
    }

    fn value(&mut self, depth: usize) -> Result<Node, Slip> {
        self.skip_blanks();
        if depth > DEPTH_MAX {
            return Err(self.slip(format!("more than {DEPTH_MAX} values inside each other")));
        }
        let start = self.at;
        let value = match self.peek() {
            Some(b'{') => self.table(depth)?,
            Some(b'[') => self.list(depth)?,
            Some(b'"') => Value::Text(self.string()?.0),
            Some(b'-' | b'+' | b'.' | b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z') => return Ok(self.word()),
            Some(_) => return Err(self.slip("a value is expected here")),
            None => return Err(self.slip("the text ends in the middle")),
        };
        Ok(Node::new(start..self.at, value))
    }

    /// A number, or one of the words that JSON knows. Whatever else stands there ends where they would.
    fn word(&mut self) -> Node {
        let start = self.at;
        while self.peek().is_some_and(|byte| byte.is_ascii_alphanumeric() || b"-+._".contains(&byte)) {
            self.at += 1;
        }
        let span = start..self.at;
        let word = &self.text[span.clone()];
        match word {
            "true" => Node::new(span, Value::Bool(true)),
            "false" => Node::new(span, Value::Bool(false)),
            "null" => Node::new(span, Value::Null),
            _ if is_number(word) => Node::new(span, Value::Number(word.to_owned())),
            _ => {
                let noun =
                    if word.starts_with(|letter: char| letter.is_ascii_alphabetic()) { "value" } else { "number" };
                let hint = "write a number, a text in quotes, true, false or null";
                self.slips.push(Slip { at: start, reason: format!("{word} is not a {noun}"), hint });
                Node::stand_in(span, Value::Null)
            }
        }
    }

    fn list(&mut self, depth: usize) -> Result<Value, Slip> {
        let mut items = Vec::new();
        self.at += 1;
        self.skip_blanks();
        if self.peek() == Some(b']') {
            self.at += 1;
            return Ok(Value::List(items));
        }
        loop {
            items.push(self.value(depth + 1)?);
            if self.ends(b']', "a comma or a closing bracket is expected here")? {
                return Ok(Value::List(items));
            }
        }
    }

    fn table(&mut self, depth: usize) -> Result<Value, Slip> {
        let mut entries: Vec<Entry> = Vec::new();
        self.at += 1;
        self.skip_blanks();
        if self.peek() == Some(b'}') {
            self.at += 1;
            return Ok(Value::Table(entries));
        }
        loop {
            self.skip_blanks();
            let (key, key_span) = self.string()?;
            let is_second = entries.iter().any(|entry| entry.key == key);
            if is_second {
                let reason = format!("{key} stands twice in one table");
                self.slips.push(Slip { at: key_span.start, reason, hint: "take one of them away" });
            }
            self.skip_blanks();
            if self.peek() != Some(b':') {
                return Err(self.slip("a colon is expected here"));
            }
            self.at += 1;
            let node = self.value(depth + 1)?;
            if !is_second {
                entries.push(Entry { key, key_span, node });
            }
            if self.ends(b'}', "a comma or a closing brace is expected here")? {
                return Ok(Value::Table(entries));
            }
        }
    }

    /// Takes the comma, or the end: then it is true. A comma too few or too many does not matter for the rest.
    fn ends(&mut self, end: u8, expected: &str) -> Result<bool, Slip> {
        self.skip_blanks();
        let at = self.at;
        match self.peek() {
            Some(b',') => self.at += 1,
            Some(byte) if byte == end => {}
            Some(b'"' | b'[' | b'{' | b'-' | b'0'..=b'9') => {
                let (reason, hint) = ("a comma is missing here".to_owned(), "put it behind what stands before");
                self.slips.push(Slip { at, reason, hint });
            }
            Some(_) => return Err(self.slip(expected)),
            None => return Err(self.slip("the text ends in the middle")),
        }
        self.skip_blanks();
        let ends = self.peek() == Some(end);
        if ends {
            if self.text.as_bytes().get(at) == Some(&b',') {
                let reason = "nothing follows this comma".to_owned();
                self.slips.push(Slip { at, reason, hint: "take it away" });
            }
            self.at += 1;
        }
        Ok(ends)
    }

    fn string(&mut self) -> Result<(String, Range<usize>), Slip> {
        let start = self.at;
        if self.peek() != Some(b'"') {
            return Err(self.slip("a name in quotes is expected here"));
        }
        self.at += 1;
        loop {
            match self.peek() {
                None | Some(b'\n') => {
                    let (reason, hint) = ("these quotes are not closed".to_owned(), "close them on the same line");
                    return Err(Slip { at: start, reason, hint });
                }
                Some(b'"') => break,
                Some(b'\\') => self.at += 2,
                Some(_) => self.at += 1,
            }
        }
        self.at += 1;
        let quoted = self.text.get(start..self.at).unwrap_or_default();
        match serde_json::from_str(quoted) {
            Ok(text) => Ok((text, start..self.at)),
            Err(_) => {
                let reason = "these quotes hold something that JSON does not know".to_owned();
                self.slips.push(Slip { at: start, reason, hint: "write \\\\ for a backslash" });
                Ok((quoted.trim_matches('"').to_owned(), start..self.at))
            }
        }
    }
}

/// Whether this is a number as JSON writes one, however large.
fn is_number(word: &str) -> bool {
    serde_json::from_str::<serde_json::Number>(word).is_ok() || {
        // A number beyond the largest that a machine holds is still one; that it is too large is said elsewhere.
        let (mantissa, exponent) = word.split_once(['e', 'E']).unwrap_or((word, "0"));
        let digits = exponent.trim_start_matches(['+', '-']);
        let whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        whole && serde_json::from_str::<serde_json::Number>(mantissa).is_ok()
    }
}
