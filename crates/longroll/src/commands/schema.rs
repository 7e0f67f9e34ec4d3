//! `longroll schema`: what a procedure asks for and what it gives, for programs and for people.

use clap::Args;
use serde_json::Value;

use crate::desk::{Desk, procedure};
use crate::failure::Failure;
use crate::guide::fields::flat;
use crate::ink;
use crate::subject::example;
use crate::table::{Cell, Frame, Table};

const EXAMPLES: &str = "\
Examples:
  longroll schema elephant fire                what goes in, as JSON Schema
  longroll schema elephant fire --fields       the same as a table
  longroll schema elephant fire --outcome      what comes out
  longroll schema elephant fire --example 1 > volley.json
                                               a situation to start from
  longroll schema elephant --events            what can happen on the way
  longroll schema elephant --questions         what may be asked";

/// Show the JSON Schema of a procedure, or its fields as a table
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Schema {
    /// The rulebook, as `longroll rulebooks` names it
    #[arg(value_name = "RULEBOOK")]
    slug: String,

    /// The procedure; the situations of all procedures without it
    #[arg(value_name = "PROCEDURE")]
    procedure: Option<String>,

    /// The outcome instead of the situation
    #[arg(long, conflicts_with_all = ["events", "questions"])]
    outcome: bool,

    /// The events of the rulebook
    #[arg(long, conflicts_with = "questions")]
    events: bool,

    /// What a game may wait for: dice, and the questions of the rulebook
    #[arg(long)]
    questions: bool,

    /// The commands of an evening at a real table
    #[arg(long, conflicts_with_all = ["outcome", "events", "questions"])]
    commands: bool,

    /// Example number N of the situation itself, ready for --input
    #[arg(long, value_name = "N", conflicts_with_all = ["outcome", "events", "questions", "commands", "fields"])]
    example: Option<usize>,

    /// A table of fields for people: name, what it may be, default, meaning
    #[arg(long, conflicts_with_all = ["questions", "commands"])]
    fields: bool,
}

pub(super) fn run(command: &Schema, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let book = desk.book(&command.slug)?;
    let schema = match &command.procedure {
        _ if command.questions => book.question_schema(),
        _ if command.commands => book.command_schema(),
        _ if command.events => book.event_schema(),
        Some(name) => {
            let procedure = procedure(&*book, name)?;
            match command.example {
                Some(number) => example(procedure, number)?,
                None if command.outcome => procedure.outcome_schema(),
                None => procedure.situation_schema(),
            }
        }
        None if command.fields || command.example.is_some() => {
            let hint = format!("name it; longroll procedures {} lists them", book.about().slug);
            return Err(Failure::bad("", "this shows one procedure", hint));
        }
        None => {
            let schemas = book.procedures().iter().map(|procedure| {
                let schema = if command.outcome { procedure.outcome_schema() } else { procedure.situation_schema() };
                (procedure.name().to_owned(), schema)
            });
            Value::Object(schemas.collect())
        }
    };
    if command.fields && !desk.json {
        return show_fields(&schema, desk);
    }
    desk.print_json(&schema)
}

fn show_fields(schema: &Value, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let mut page = desk.terminal.page();
    let look = page.look;
    let mut table = Table::new(Frame::Open, ["field", "may be", "default", "meaning"]);
    for row in flat(schema) {
        table.row([
            Cell::new(row.path, ink::TYPE),
            Cell::from(row.legal),
            Cell::new(row.default, ink::FAINT),
            Cell::from(row.about),
        ]);
    }
    if let Some(about) = schema.get("description").and_then(Value::as_str) {
        page.wrapped(ink::TITLE, 0, about)?;
        page.gap()?;
    }
    page.write(table.draw(&look))?;
    Ok(())
}
