//! `longroll tour`: a walk through rulebooks, procedures, odds and dice.

use clap::Args;
use engine::GivenAnswers;
use engine::book::{AnyProcedure, AnyRulebook};

use crate::desk::Desk;
use crate::failure::Failure;
use crate::ink;
use crate::report::entry;
use crate::session::Session;

const EXAMPLES: &str = "\
Examples:
  longroll tour
  printf '1\\n1\\n1\\nr\\n' | longroll tour     the same without hands";

/// Take a guided tour: rulebook, procedure, example, odds, dice, result
///
/// Lines in, lines out: type a number or a key and Enter; q goes back. It works over a pipe as well, and ends where the
/// input ends.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Tour {}

/// What was picked from a list.
enum Picked {
    Number(usize),
    Back,
    /// The input has ended, and so does the tour.
    Ended,
}

/// Whether the tour goes on.
type GoesOn = bool;

pub(super) fn run(_: &Tour, desk: &mut Desk<'_>) -> Result<(), Failure> {
    if desk.json {
        let hint = "leave it out; longroll resolve and longroll odds answer programs";
        return Err(Failure::bad("--json", "a tour is a conversation, and has nothing for programs", hint));
    }
    let mut page = desk.terminal.talk();
    page.wrapped(ink::TITLE, 0, "Long Roll, a tour")?;
    page.wrapped(ink::FAINT, 0, "Type a number and Enter; Enter alone takes the first; q goes back.")?;
    let slugs: Vec<&str> = shelf::titles().iter().map(|about| about.slug).collect();
    let entries: Vec<(String, String)> =
        shelf::titles().iter().map(|about| (about.title.to_owned(), about.summary.to_owned())).collect();
    while let Picked::Number(index) = pick(desk, "Rulebooks", &entries)? {
        let book = desk.book(slugs[index])?;
        if !tour_book(desk, &*book)? {
            break;
        }
    }
    desk.terminal.talk().line("The tour ends here. longroll --help has the rest.")?;
    Ok(())
}

fn tour_book(desk: &mut Desk<'_>, book: &dyn AnyRulebook) -> Result<GoesOn, Failure> {
    let procedures = book.procedures();
    let entries: Vec<(String, String)> =
        procedures.iter().map(|procedure| (procedure.name().to_owned(), procedure.summary().to_owned())).collect();
    loop {
        match pick(desk, book.about().title, &entries)? {
            Picked::Number(index) => {
                if !tour_procedure(desk, book, procedures[index].as_ref())? {
                    return Ok(false);
                }
            }
            Picked::Back => return Ok(true),
            Picked::Ended => return Ok(false),
        }
    }
}

fn tour_procedure(
    desk: &mut Desk<'_>,
    book: &dyn AnyRulebook,
    procedure: &dyn AnyProcedure,
) -> Result<GoesOn, Failure> {
    let examples = procedure.examples();
    let mut entries: Vec<(String, String)> =
        examples.iter().map(|(name, _)| ((*name).to_owned(), String::new())).collect();
    entries.push(("a situation of your own, field by field".to_owned(), String::new()));
    let session = Session { book, procedure, orders: GivenAnswers::new() };
    loop {
        let situation = match pick(desk, procedure.summary(), &entries)? {
            Picked::Number(index) => match examples.get(index) {
                Some((_, situation)) => Some(situation.clone()),
                None => session.ask_situation(desk, None)?,
            },
            Picked::Back => return Ok(true),
            Picked::Ended => return Ok(false),
        };
        if let Some(situation) = situation {
            session.play(desk, situation, false)?;
        }
        if desk.terminal.ended {
            return Ok(false);
        }
    }
}

/// Shows a numbered list and takes a number.
fn pick(desk: &mut Desk<'_>, title: &str, entries: &[(String, String)]) -> Result<Picked, Failure> {
    let mut page = desk.terminal.talk();
    page.gap()?;
    page.heading(title)?;
    for (index, (name, about)) in entries.iter().enumerate() {
        let number = (index + 1).to_string();
        entry(&mut page, 2, 6, (&number, ink::TYPE), (name, ink::PLAIN))?;
        if !about.is_empty() {
            page.wrapped(ink::FAINT, 6, about)?;
        }
    }
    loop {
        let Some(line) = desk.terminal.ask("[1]: ")? else {
            return Ok(Picked::Ended);
        };
        let chosen = match line.as_str() {
            "q" | "quit" => return Ok(Picked::Back),
            "" => Some(1),
            number => number.parse::<usize>().ok(),
        };
        match chosen {
            Some(number) if (1..=entries.len()).contains(&number) => return Ok(Picked::Number(number - 1)),
            _ => {
                let why = format!("No: type a number from 1 to {}, or q", entries.len());
                desk.terminal.talk().wrapped(ink::ERROR, 0, &why)?;
            }
        }
    }
}
