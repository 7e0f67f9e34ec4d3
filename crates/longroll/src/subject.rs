//! What `resolve` and `odds` are about: a procedure, a situation and standing answers, as the command line gives them.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use clap::Args;
use engine::GivenAnswers;
use engine::book::{AnyProcedure, AnyRulebook};
use serde_json::Value;

use crate::desk::Desk;
use crate::failure::{Excerpt, Failure, Problem};
use crate::guide::places;
use crate::{house, suggest};

/// LIMIT: a situation. Ours have a few hundred bytes.
const BYTES_MAX: u64 = 4 << 20;

/// What a command is about.
#[derive(Args, Debug)]
pub struct Subject {
    /// The rulebook, as `longroll rulebooks` names it
    #[arg(value_name = "RULEBOOK")]
    pub slug: String,

    /// The procedure, as `longroll procedures` names it
    #[arg(value_name = "PROCEDURE")]
    pub procedure: String,

    #[command(flatten)]
    circumstances: Circumstances,
}

/// The situation of a procedure, and answers to its questions.
#[derive(Args, Debug)]
pub struct Circumstances {
    /// Read the situation from a JSON file; - reads what is piped in
    #[arg(short, long, value_name = "FILE", conflicts_with = "example")]
    input: Option<PathBuf>,

    /// Take the rulebook's example number N
    #[arg(short, long, value_name = "N")]
    example: Option<usize>,

    /// Change one field of the situation; the end of its path is enough
    #[arg(short, long, value_name = "FIELD=VALUE", value_parser = pair)]
    set: Vec<(String, String)>,

    /// Answer a question beforehand, each time it comes up; NAME@N=VALUE where it is about piece N
    #[arg(short, long, value_name = "NAME=VALUE", value_parser = pair)]
    answer: Vec<(String, String)>,
}

fn pair(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.trim().to_owned())),
        _ => Err("write it as name=value".to_owned()),
    }
}

impl Subject {
    /// The situation, if the command line gives one.
    pub fn situation(&self, desk: &mut Desk<'_>, procedure: &dyn AnyProcedure) -> Result<Option<Value>, Failure> {
        self.circumstances.situation(desk, &self.slug, procedure)
    }

    /// The answers given beforehand, all to questions that the rulebook has.
    pub fn orders(&self, book: &dyn AnyRulebook) -> Result<GivenAnswers, Failure> {
        self.circumstances.orders(book)
    }

    /// What to say when there is no situation and nobody to ask.
    pub fn missing(&self) -> Failure {
        missing(&self.slug, &self.procedure)
    }
}

impl Circumstances {
    /// The situation, if the command line gives one.
    pub fn situation(
        &self,
        desk: &mut Desk<'_>,
        slug: &str,
        procedure: &dyn AnyProcedure,
    ) -> Result<Option<Value>, Failure> {
        let found = match (&self.input, self.example) {
            (Some(path), _) => {
                let start =
                    format!("longroll schema {slug} {} --example 1 prints a situation to start from", procedure.name());
                Some(read(path, desk, &start)?)
            }
            (None, Some(number)) => Some(example(procedure, number)?),
            (None, None) => None,
        };
        let Some(mut situation) = found else {
            return match self.set.first() {
                Some(_) => {
                    Err(Failure::bad("--set", "there is no situation to change yet", "add --example 1 or --input FILE"))
                }
                None => Ok(None),
            };
        };
        let schema = procedure.situation_schema();
        for (path, text) in &self.set {
            places::set(&schema, &mut situation, path, text).map_err(|why| {
                let hint = format!("longroll schema {slug} {} --fields lists them", procedure.name());
                Failure::bad(format!("--set {path}"), why, hint)
            })?;
        }
        Ok(Some(situation))
    }

    /// The answers given beforehand, all to questions that the rulebook has.
    pub fn orders(&self, book: &dyn AnyRulebook) -> Result<GivenAnswers, Failure> {
        let slug = book.about().slug;
        let known = || book.questions().iter().map(|question| question.name);
        let mut orders = GivenAnswers::new();
        for (name, value) in &self.answer {
            let kind = name.split_once('@').map_or(name.as_str(), |(kind, _)| kind);
            if !known().any(|known| known == kind) {
                let look = format!("longroll procedures {slug} lists them");
                let hint = suggest::or_look(kind, known(), &look);
                return Err(Failure::bad("--answer", format!("{slug} asks no question {kind:?}"), hint));
            }
            if self.answer.iter().filter(|(other, _)| other == name).count() > 1 {
                let hint = format!("one answer for each time it comes up, or {kind}@1=…, {kind}@2=… for each piece");
                return Err(Failure::bad("--answer", format!("{name} is answered twice"), hint));
            }
            orders = orders.with(name, value);
        }
        Ok(orders)
    }
}

/// What to say when there is no situation and nobody to ask.
pub fn missing(slug: &str, procedure: &str) -> Failure {
    Failure::bad(
        "",
        "there is no situation, and no terminal to ask in",
        format!(
            "give one with --input FILE (or - for a pipe), or take --example 1, or have --typed ask over the pipe; \
             longroll schema {slug} {procedure} shows what goes in"
        ),
    )
}

/// Example number `number` of a procedure, counted from one.
pub fn example(procedure: &dyn AnyProcedure, number: usize) -> Result<Value, Failure> {
    let examples = procedure.examples();
    let found = number.checked_sub(1).and_then(|index| examples.get(index));
    found.map(|(_, situation)| situation.clone()).ok_or_else(|| {
        let list: Vec<String> =
            examples.iter().enumerate().map(|(index, (name, _))| format!("{} {name}", index + 1)).collect();
        Failure::bad("--example", format!("there is no example {number}"), format!("there are: {}", list.join("; ")))
    })
}

/// Reads a situation from a file, or from what is piped in. `start` says where to get one to start from.
fn read(path: &Path, desk: &mut Desk<'_>, start: &str) -> Result<Value, Failure> {
    let piped = path == Path::new("-");
    let name = if piped { "--input -".to_owned() } else { path.display().to_string() };
    let bytes = if piped {
        desk.terminal.read_all(BYTES_MAX + 1)
    } else if path.is_dir() {
        return Err(Failure::bad(name, "this is a folder", "name a JSON file in it"));
    } else {
        File::open(path).and_then(|file| {
            let mut bytes = Vec::new();
            file.take(BYTES_MAX + 1).read_to_end(&mut bytes)?;
            Ok(bytes)
        })
    };
    let bytes = bytes.map_err(|error| {
        let hint = "check the path; - reads what is piped in, --example 1 takes an example";
        Failure::bad(&name, format!("cannot be read: {error}"), hint)
    })?;
    if bytes.len() as u64 > BYTES_MAX {
        return Err(Failure::bad(name, "a situation has at most four mebibytes", "give a smaller file"));
    }
    parse(&name, &bytes, start)
}

/// Reads JSON, or says where it stops being JSON.
fn parse(name: &str, bytes: &[u8], start: &str) -> Result<Value, Failure> {
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.strip_prefix('\u{feff}').unwrap_or(text),
        Err(error) => {
            let place = format!("{name}: byte {}", error.valid_up_to() + 1);
            return Err(Failure::bad(place, "this is not UTF-8 text", "save the file as UTF-8"));
        }
    };
    if text.trim().is_empty() {
        return Err(Failure::bad(name, "this is empty", start));
    }
    let value: Value = serde_json::from_str(text).map_err(|error| not_json(name, text, &error).hint(start))?;
    let kind = match &value {
        Value::Object(_) => return Ok(value),
        Value::Array(_) => "a list",
        Value::String(_) => "a text",
        Value::Number(_) => "a number",
        Value::Bool(_) | Value::Null => "a single word",
    };
    Err(Failure::bad(name, format!("a situation is a JSON object, and this is {kind}"), start))
}

/// Where a text stops being JSON.
fn not_json(name: &str, text: &str, error: &serde_json::Error) -> Problem {
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    // The place is given in front; the parser repeats it at the end.
    let why = message.split(" at line ").next().unwrap_or(&message);
    let shown = line.checked_sub(1).and_then(|at| text.lines().nth(at));
    // The parser counts bytes; people count characters.
    let characters = |shown: &str| shown.char_indices().filter(|(at, _)| *at < column).count();
    let excerpt = shown.map(|shown| Excerpt { line, parts: house::character(shown, characters(shown).max(1)) });
    let column = shown.map_or(column, characters);
    Problem { excerpt, ..Problem::at(format!("{name}:{line}:{column}"), format!("not JSON: {why}")) }
}
