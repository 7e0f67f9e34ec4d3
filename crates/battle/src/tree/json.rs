//! Reading JSON with the place of every value.

use std::ops::Range;

use super::{Entry, Node, Slip, Value};

/// LIMIT: values inside values. Deeper files are no battles.
const DEPTH_MAX: usize = 40;

/// Reads a whole text; at the first mistake of grammar it stops.
pub(crate) fn read(text: &str) -> Result<Node, Slip> {
    let mut reader = Reader { text, at: 0 };
    let node = reader.value(0)?;
    reader.skip_blanks();
    if reader.at < text.len() {
        return Err(reader.slip("the text goes on after its end"));
    }
    Ok(node)
}

struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Reader<'_> {
    fn slip(&self, reason: impl Into<String>) -> Slip {
        Slip { at: self.at, reason: reason.into() }
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
            Some(b'-' | b'0'..=b'9') => self.number()?,
            Some(b't') => self.word("true", Value::Bool(true))?,
            Some(b'f') => self.word("false", Value::Bool(false))?,
            Some(b'n') => self.word("null", Value::Null)?,
            Some(_) => return Err(self.slip("a value is expected here")),
            None => return Err(self.slip("the text ends in the middle")),
        };
        Ok(Node { span: start..self.at, value })
    }

    fn word(&mut self, word: &str, value: Value) -> Result<Value, Slip> {
        if !self.text[self.at..].starts_with(word) {
            return Err(self.slip("a value is expected here"));
        }
        self.at += word.len();
        Ok(value)
    }

    fn number(&mut self) -> Result<Value, Slip> {
        let start = self.at;
        while matches!(self.peek(), Some(b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9')) {
            self.at += 1;
        }
        let digits = &self.text[start..self.at];
        if crate::number::Decimal::read(digits).is_none() {
            return Err(Slip { at: start, reason: format!("{digits} is not a number") });
        }
        Ok(Value::Number(digits.to_owned()))
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
            if self.goes_on(b']', "a comma or a closing bracket is expected here")? {
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
            if entries.iter().any(|entry| entry.key == key) {
                return Err(Slip { at: key_span.start, reason: format!("{key} stands twice in one table") });
            }
            self.skip_blanks();
            if self.peek() != Some(b':') {
                return Err(self.slip("a colon is expected here"));
            }
            self.at += 1;
            let node = self.value(depth + 1)?;
            entries.push(Entry { key, key_span, node });
            if self.goes_on(b'}', "a comma or a closing brace is expected here")? {
                return Ok(Value::Table(entries));
            }
        }
    }

    /// Takes the comma, or the end: then it is true.
    fn goes_on(&mut self, end: u8, expected: &str) -> Result<bool, Slip> {
        self.skip_blanks();
        match self.peek() {
            Some(b',') => {
                self.at += 1;
                Ok(false)
            }
            Some(byte) if byte == end => {
                self.at += 1;
                Ok(true)
            }
            Some(_) => Err(self.slip(expected)),
            None => Err(self.slip("the text ends in the middle")),
        }
    }

    fn string(&mut self) -> Result<(String, Range<usize>), Slip> {
        let start = self.at;
        if self.peek() != Some(b'"') {
            return Err(self.slip("a name in quotes is expected here"));
        }
        self.at += 1;
        loop {
            match self.peek() {
                None | Some(b'\n') => return Err(Slip { at: start, reason: "these quotes are not closed".to_owned() }),
                Some(b'"') => break,
                Some(b'\\') => self.at += 2,
                Some(_) => self.at += 1,
            }
        }
        self.at += 1;
        let quoted = self.text.get(start..self.at).unwrap_or_default();
        match serde_json::from_str(quoted) {
            Ok(text) => Ok((text, start..self.at)),
            Err(_) => Err(Slip { at: start, reason: "these quotes hold something that JSON does not know".to_owned() }),
        }
    }
}
