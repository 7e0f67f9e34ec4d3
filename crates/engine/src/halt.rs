//! Why a rule stopped before its end: it waits, it says no, or its data are broken.

use std::fmt;

use schemars::JsonSchema;
use serde::Serialize;

use crate::Rule;

/// What unwinds through a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Halt<P> {
    /// A die or an answer is not there yet.
    Pause(P),
    /// The rules say no.
    Refused(Box<Refusal>),
    /// A chart or a log does not hold what the rule needs.
    Fault(Box<Fault>),
}

impl<P> Halt<P> {
    /// The same halt where pauses mean something else.
    pub fn map_pause<Q>(self, pause: impl FnOnce(P) -> Q) -> Halt<Q> {
        match self {
            Halt::Pause(waiting) => Halt::Pause(pause(waiting)),
            Halt::Refused(refusal) => Halt::Refused(refusal),
            Halt::Fault(fault) => Halt::Fault(fault),
        }
    }
}

impl<P> From<Refusal> for Halt<P> {
    fn from(refusal: Refusal) -> Self {
        Halt::Refused(Box::new(refusal))
    }
}

impl<P> From<Fault> for Halt<P> {
    fn from(fault: Fault) -> Self {
        Halt::Fault(Box::new(fault))
    }
}

/// One reason why the rules say no.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Reason {
    /// The field of the situation or command that is wrong, as a dotted path (`target.stands`).
    pub field: String,
    /// What is wrong with it, and what would be right: lower case, no full stop.
    pub why: String,
    /// The rule that forbids it, where one does.
    pub rule: Option<Rule>,
}

/// The rules say no, with every reason at once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Refusal {
    /// All reasons, in the order of the fields.
    pub reasons: Vec<Reason>,
}

impl Refusal {
    /// A refusal that has no reason yet: add some with [`Refusal::unless`], then ask [`Refusal::verdict`].
    pub fn new() -> Self {
        Refusal::default()
    }

    /// Refuses because of `field`, and cites the rule that forbids it.
    pub fn because(mut self, field: impl Into<String>, why: impl Into<String>, rule: Rule) -> Self {
        self.reasons.push(Reason { field: field.into(), why: why.into(), rule: Some(rule) });
        self
    }

    /// Adds a reason that cites a rule, unless `fine`.
    pub fn unless(&mut self, fine: bool, field: &str, rule: Rule, why: impl FnOnce() -> String) {
        if !fine {
            self.reasons.push(Reason { field: field.to_owned(), why: why(), rule: Some(rule) });
        }
    }

    /// Adds a reason of plain sense (a negative count, an empty list) for which no rule need be cited, unless `fine`.
    pub fn unless_senseless(&mut self, fine: bool, field: &str, why: impl FnOnce() -> String) {
        if !fine {
            self.reasons.push(Reason { field: field.to_owned(), why: why(), rule: None });
        }
    }

    /// The same reasons where the refused thing stands at `place` of a larger one.
    #[must_use]
    pub fn within(mut self, place: &str) -> Self {
        self.reasons.iter_mut().for_each(|reason| reason.field = format!("{place}.{}", reason.field));
        self
    }

    /// Fine if there is no reason, else the refusal.
    pub fn verdict(self) -> Result<(), Refusal> {
        if self.reasons.is_empty() { Ok(()) } else { Err(self) }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, reason) in self.reasons.iter().enumerate() {
            if index > 0 {
                f.write_str("; ")?;
            }
            write!(f, "{}: {}", reason.field, reason.why)?;
            if let Some(rule) = reason.rule {
                write!(f, " ({rule})")?;
            }
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}

/// Data that do not hold: a chart file, a switch, a save. Names the place and says what to do next.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Fault {
    /// The file or chart, as the user knows it.
    pub file: String,
    /// Its line, counted from one; zero where a line has no meaning.
    pub line: usize,
    /// The column, counted from one: a field of a chart, a character of a text; zero where it has no meaning.
    pub column: usize,
    /// What is wrong: lower case, no full stop.
    pub reason: String,
    /// What to do next; may be empty.
    pub hint: String,
}

impl Fault {
    /// A fault of a whole file.
    pub fn of_file(file: impl Into<String>, reason: impl Into<String>) -> Self {
        Fault { file: file.into(), reason: reason.into(), ..Fault::default() }
    }

    /// A fault at a line and column of a file.
    pub fn at(file: impl Into<String>, line: usize, column: usize, reason: impl Into<String>) -> Self {
        Fault { file: file.into(), line, column, reason: reason.into(), hint: String::new() }
    }

    /// The same fault, with where in a longer work it came up.
    pub fn during(mut self, work: &str) -> Self {
        self.reason = format!("{work}: {}", self.reason);
        self
    }

    /// The same fault with advice.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        if self.column > 0 {
            write!(f, ":{}", self.column)?;
        }
        write!(f, ": {}", self.reason)?;
        if !self.hint.is_empty() {
            write!(f, " ({})", self.hint)?;
        }
        Ok(())
    }
}

impl std::error::Error for Fault {}
