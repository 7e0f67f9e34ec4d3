//! Why a command gave no answer, said so that the reader knows what to do next.
//!
//! Exit codes: 1 the rules say no, 2 the input does not do. Whoever stops reading our output is no failure at all.

use std::io;

use engine::book::{AnyProcedure, Stopped};
use engine::{Choices, Fault, Question, Reason, Rule};
use serde_json::{Value, json};

use crate::guide::fields;
use crate::ink;
use crate::terminal::{Page, Terminal};
use crate::text::{clean, wrap};

/// The rules say no.
pub const NO: u8 = 1;
/// The input does not do.
pub const BAD: u8 = 2;

/// Why a command gave no answer.
#[derive(Debug)]
pub enum Failure {
    /// Something is wrong; every problem at once.
    Problems {
        /// The exit code.
        code: u8,
        /// What is wrong.
        problems: Vec<Problem>,
    },
    /// A game is not what it should be, or not proved yet.
    Unproved(Vec<Problem>),
    /// The answer itself says what is wrong, and has been given.
    Told,
    /// Nobody reads on.
    Gone,
}

/// One thing that is wrong.
#[derive(Clone, Debug, Default)]
pub struct Problem {
    /// Where: a field, a file with line and column, a flag; may be empty.
    pub place: String,
    /// What is wrong: lower case, no full stop.
    pub why: String,
    /// The rule that says so, where one does.
    pub rule: Option<Rule>,
    /// What to do next; may be empty.
    pub hint: String,
    /// The text at fault.
    pub excerpt: Option<Excerpt>,
}

/// A line of a file with the part at fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Excerpt {
    /// Its number, counted from one.
    pub line: usize,
    /// The line up to the fault, the fault, and the rest.
    pub parts: [String; 3],
}

impl Problem {
    /// Something is wrong at a place.
    pub fn at(place: impl Into<String>, why: impl Into<String>) -> Self {
        Problem { place: place.into(), why: why.into(), ..Problem::default() }
    }

    /// The same with advice.
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }

    fn of_reason(reason: Reason) -> Self {
        Problem { place: reason.field, why: reason.why, rule: reason.rule, ..Problem::default() }
    }

    /// A question that nobody has answered, with the flag that answers it.
    pub fn unanswered(question: &Question) -> Self {
        let name = match question.about {
            Some(piece) => format!("{}@{piece}", question.kind.name),
            None => question.kind.name.to_owned(),
        };
        let first = question.choices.text(0);
        let others = match question.choices {
            Choices::Number { most, .. } => format!("any number up to {most}"),
            _ => (1..question.choices.count().min(20))
                .map(|index| question.choices.text(index))
                .collect::<Vec<_>>()
                .join(", "),
        };
        Problem {
            place: name.clone(),
            why: format!("the {} player decides: {}", question.side.name(), question.kind.prompt),
            rule: Some(question.kind.rule),
            hint: format!("add --answer {name}={first} (or {others})"),
            excerpt: None,
        }
    }

    fn show(&self, page: &mut Page<'_>, with_rule: bool) -> io::Result<()> {
        let look = page.look;
        let mut message = String::new();
        if !self.place.is_empty() {
            message += &format!("{}: ", self.place);
        }
        message += &self.why;
        if let Some(rule) = self.rule {
            message += &format!(" ({rule})");
        }
        show_labelled(page, "error", ink::ERROR, &message)?;
        if let Some(Excerpt { line, parts: [before, fault, after] }) = &self.excerpt {
            let gutter = line.to_string();
            let blank = " ".repeat(gutter.len());
            let caret = "^".repeat(crate::text::width(fault).max(1));
            let bar = look.paint(ink::FAINT, "|");
            page.line(format!(" {} {bar} {before}{fault}{after}", look.paint(ink::FAINT, &gutter)))?;
            let offset = " ".repeat(crate::text::width(before));
            page.line(format!(" {blank} {bar} {offset}{}", look.paint(ink::ERROR, caret)))?;
        }
        if let Some(rule) = self.rule.filter(|_| with_rule) {
            show_labelled(page, "rule", ink::RULE, rule.statement())?;
        }
        if !self.hint.is_empty() {
            show_labelled(page, "hint", ink::HINT, &self.hint)?;
        }
        Ok(())
    }

    fn to_json(&self) -> Value {
        json!({
            "place": self.place,
            "why": self.why,
            "rule": self.rule.map(Rule::id),
            "statement": self.rule.map(Rule::statement),
            "hint": self.hint,
        })
    }
}

/// A labelled message, wrapped with its label hanging.
fn show_labelled(page: &mut Page<'_>, label: &str, style: anstyle::Style, message: &str) -> io::Result<()> {
    let look = page.look;
    let indent = label.len() + 2;
    let message = clean(message);
    for (index, line) in wrap(&message, look.width.saturating_sub(indent).max(20)).into_iter().enumerate() {
        if index == 0 {
            page.line(format!("{}: {line}", look.paint(style, label)))?;
        } else {
            page.line(format!("{:indent$}{line}", ""))?;
        }
    }
    Ok(())
}

impl Failure {
    /// Bad input, with one problem.
    pub fn bad(place: impl Into<String>, why: impl Into<String>, hint: impl Into<String>) -> Self {
        Problem::at(place, why).hint(hint).into()
    }

    /// What is wrong first of all, where that has still to be said.
    pub fn first(&self) -> Option<&Problem> {
        match self {
            Failure::Problems { problems, .. } | Failure::Unproved(problems) => problems.first(),
            Failure::Told | Failure::Gone => None,
        }
    }

    /// Bad input, with several problems.
    pub fn of_problems(problems: Vec<Problem>) -> Self {
        Failure::Problems { code: BAD, problems }
    }

    /// What an erased call of the engine says, for a procedure of a rulebook.
    pub fn of_stopped(stopped: Stopped, slug: &str, procedure: &dyn AnyProcedure) -> Self {
        match stopped {
            Stopped::Fault(fault) => {
                let advice = fields::advice(&procedure.situation_schema(), &fault.file);
                let mut problem = Problem::from(fault);
                if let Some(advice) = advice {
                    let joint = if advice.ends_with(['?', '.']) { " " } else { "; " };
                    problem.hint = format!("{advice}{joint}{}", problem.hint);
                }
                problem.into()
            }
            Stopped::Open(question) => Problem::unanswered(&question).into(),
            Stopped::Refused(refusal) => {
                let mut problems: Vec<Problem> = refusal.reasons.into_iter().map(Problem::of_reason).collect();
                if let Some(last) = problems.last_mut() {
                    last.hint =
                        format!("longroll schema {slug} {} --fields shows what each field may be", procedure.name());
                }
                Failure::Problems { code: NO, problems }
            }
        }
    }

    /// Says what is wrong in the middle of a conversation that goes on.
    pub fn mention(&self, page: &mut Page<'_>) -> io::Result<()> {
        match self {
            Failure::Problems { problems, .. } | Failure::Unproved(problems) => show_all(problems, page),
            Failure::Told | Failure::Gone => Ok(()),
        }
    }

    /// Shows what is wrong, as text or as JSON, and gives the exit code.
    pub fn show(&self, terminal: &mut Terminal, json: bool) -> u8 {
        let (code, error, problems) = match self {
            Failure::Problems { code: NO, problems } => (NO, "the rules say no", problems),
            Failure::Problems { code, problems } => (*code, "bad input", problems),
            Failure::Unproved(problems) => (NO, "not proved", problems),
            Failure::Told => return BAD,
            Failure::Gone => return 0,
        };
        // Nothing can be said about an error stream that does not take errors.
        let _ = terminal.flush();
        let mut page = terminal.aside();
        if json {
            let problems: Vec<Value> = problems.iter().map(Problem::to_json).collect();
            let _ = page.line(json!({ "error": error, "code": code, "problems": problems }));
        } else {
            let _ = show_all(problems, &mut page);
        }
        code
    }
}

/// Shows all problems; the wording of a rule that several cite stands once.
fn show_all(problems: &[Problem], page: &mut Page<'_>) -> io::Result<()> {
    for (index, problem) in problems.iter().enumerate() {
        let is_first = problems[..index].iter().all(|earlier| earlier.rule != problem.rule);
        problem.show(page, is_first)?;
    }
    Ok(())
}

impl From<Problem> for Failure {
    fn from(problem: Problem) -> Self {
        Failure::of_problems(vec![problem])
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        // What the engine calls answers, the user typed as a flag.
        let mut place = if fault.file == "answers" { "--answer".to_owned() } else { fault.file };
        for number in [fault.line, fault.column] {
            if number > 0 {
                place += &format!(":{number}");
            }
        }
        Problem { place, why: fault.reason, hint: fault.hint, ..Problem::default() }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure::Gone;
        }
        Failure::bad("", format!("cannot read or write: {error}"), "look at where input and output are sent")
    }
}
