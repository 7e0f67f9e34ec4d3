//! `longroll procedures`: what a rulebook can settle, what it may ask, and what a table may switch.

use clap::Args;
use engine::book::AnyRulebook;
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::failure::Failure;
use crate::ink;
use crate::report::entry;
use crate::terminal::Page;

const EXAMPLES: &str = "\
Examples:
  longroll procedures elephant
  longroll procedures elephant --house house
  longroll procedures elephant --json";

/// List the procedures, questions and switches of a rulebook
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Procedures {
    /// The rulebook, as `longroll rulebooks` names it
    #[arg(value_name = "RULEBOOK")]
    slug: String,
}

/// Where the text of a list begins.
const COLUMN: usize = 24;

pub(super) fn run(command: &Procedures, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let book = desk.book(&command.slug)?;
    if desk.json {
        let value = to_json(&*book);
        return desk.print_json(&value);
    }
    let mut page = desk.terminal.page();
    page.wrapped(ink::TITLE, 0, book.about().title)?;
    page.wrapped(ink::PLAIN, 0, book.about().summary)?;
    show_procedures(&*book, &mut page)?;
    show_questions(&*book, &mut page)?;
    show_switches(&*book, &mut page)?;
    Ok(())
}

fn show_procedures(book: &dyn AnyRulebook, page: &mut Page<'_>) -> std::io::Result<()> {
    let mut chapter = "";
    for procedure in book.procedures() {
        if procedure.chapter() != chapter {
            chapter = procedure.chapter();
            page.gap()?;
            page.heading(chapter)?;
        }
        entry(page, 2, COLUMN, (procedure.name(), ink::TYPE), (procedure.summary(), ink::PLAIN))?;
        let digits = procedure.examples().len().to_string().len();
        for (index, (name, _)) in procedure.examples().iter().enumerate() {
            entry(page, COLUMN, COLUMN + 2 + digits, (&(index + 1).to_string(), ink::FAINT), (name, ink::FAINT))?;
        }
    }
    page.gap()?;
    let slug = book.about().slug;
    page.wrapped(ink::FAINT, 0, &format!("longroll odds {slug} <procedure> --example 1 shows the first example's odds"))
}

fn show_questions(book: &dyn AnyRulebook, page: &mut Page<'_>) -> std::io::Result<()> {
    if book.questions().is_empty() {
        return Ok(());
    }
    page.gap()?;
    page.heading("Questions, answered by --answer name=value")?;
    for question in book.questions() {
        entry(page, 2, COLUMN, (question.name, ink::TYPE), (question.prompt, ink::PLAIN))?;
        entry(page, COLUMN, COLUMN, ("", ink::PLAIN), (question.about, ink::FAINT))?;
        entry(page, COLUMN, COLUMN, ("", ink::PLAIN), (question.rule.id(), ink::RULE))?;
    }
    Ok(())
}

fn show_switches(book: &dyn AnyRulebook, page: &mut Page<'_>) -> std::io::Result<()> {
    if book.charts().switches().iter().len() == 0 {
        return Ok(());
    }
    page.gap()?;
    page.heading(&format!("Switches, set in FOLDER/{}/switches.toml and --house FOLDER", book.about().slug))?;
    for switch in book.charts().switches().iter() {
        let changed = switch.value != switch.default;
        let setting = if changed {
            format!("{} * house rule (printed {}; {})", switch.value, switch.default, switch.choices.join(", "))
        } else {
            format!("{} ({})", switch.value, switch.choices.join(", "))
        };
        let style = if changed { ink::HOUSE } else { ink::PLAIN };
        entry(page, 2, COLUMN, (&switch.id, ink::TYPE), (&setting, style))?;
        entry(page, COLUMN, COLUMN, ("", ink::PLAIN), (&switch.effect, ink::FAINT))?;
    }
    Ok(())
}

fn to_json(book: &dyn AnyRulebook) -> Value {
    let procedures = book.procedures().iter().map(|procedure| {
        json!({
            "name": procedure.name(),
            "chapter": procedure.chapter(),
            "summary": procedure.summary(),
            "examples": procedure.examples().into_iter()
                .map(|(name, situation)| json!({ "name": name, "situation": situation })).collect::<Vec<_>>(),
        })
    });
    let questions = book.questions().iter().map(|question| {
        json!({
            "name": question.name,
            "prompt": question.prompt,
            "about": question.about,
            "rule": question.rule,
        })
    });
    let switches = book.charts().switches().iter().map(|switch| {
        json!({
            "id": switch.id,
            "value": switch.value,
            "default": switch.default,
            "choices": switch.choices,
            "effect": switch.effect,
        })
    });
    json!({
        "rulebook": book.about(),
        "procedures": procedures.collect::<Vec<_>>(),
        "questions": questions.collect::<Vec<_>>(),
        "switches": switches.collect::<Vec<_>>(),
    })
}
