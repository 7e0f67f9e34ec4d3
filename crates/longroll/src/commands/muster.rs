//! `longroll muster`: a random force, where a rulebook has tables for it.

use std::path::PathBuf;

use battle::plan::month_name;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use engine::Side;
use engine::book::{AnyRulebook, MusterRequest, Roster, Stopped};
use serde_json::json;

use crate::desk::Desk;
use crate::failure::{Failure, NO, Problem};
use crate::report::roster;
use crate::{dice, html, ink};

const EXAMPLES: &str = "\
Examples:
  longroll muster elephant
  longroll muster elephant --side confederate --year 1862 --seed 1862
  longroll muster elephant --seed 1862 --format html --out army.html
  longroll muster elephant --seed 1862 --json";

/// Make up a random force: regiments, sizes, weapons, grades, guns, leaders
///
/// The rulebook's tables say what comes to the field, with what the date and the side change. The same seed, side and date
/// under the same charts give the same army again. The HTML page has boxes to tick and labels for the bases to cut out.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Muster {
    /// The rulebook, as `longroll rulebooks` names it
    #[arg(value_name = "RULEBOOK")]
    slug: String,

    /// Whose force it is: union or confederate
    #[arg(long, value_name = "SIDE", default_value = "union", value_parser = sides(), hide_possible_values = true)]
    side: String,

    /// The year of the battle, 1861 to 1865
    #[arg(long, value_name = "YEAR", default_value = "1863", value_parser = year)]
    year: u16,

    /// The month of the battle, 1 to 12
    #[arg(long, value_name = "MONTH", default_value = "6", value_parser = month)]
    month: u8,

    /// A whole number: the same one gives the same army; a fresh one without it
    #[arg(long, value_name = "N")]
    seed: Option<u64>,

    /// How to print the force
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,

    /// Write it into this file
    #[arg(short, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// How to print a force.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A roster for the terminal
    Text,
    /// A page to print: boxes to tick, labels for the bases
    Html,
    /// For programs
    Json,
}

/// Reads a year of the war; no rulebook has tables for another.
fn year(text: &str) -> Result<u16, String> {
    let year = text.parse().ok().filter(|year| (1861..=1865).contains(year));
    year.ok_or_else(|| "the war lasted from 1861 to 1865; give one of its years".to_owned())
}

/// Reads a month.
fn month(text: &str) -> Result<u8, String> {
    let month = text.parse().ok().filter(|month| (1..=12).contains(month));
    month.ok_or_else(|| "give a month as its number, 1 to 12".to_owned())
}

fn sides() -> PossibleValuesParser {
    PossibleValuesParser::new(Side::ALL.map(Side::name))
}

pub(super) fn run(command: &Muster, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let book = desk.book(&command.slug)?;
    let side = if command.side == Side::Confederate.name() { Side::Confederate } else { Side::Union };
    let request = MusterRequest { side, year: command.year, month: command.month };
    let seed = command.seed.map_or_else(dice::fresh_number, Ok)?;
    let roster = match book.muster(&request, seed) {
        Some(roster) => roster.map_err(refused)?,
        None => return Err(no_tables(&*book, &request)),
    };
    match if desk.json { Format::Json } else { command.format } {
        Format::Text => {
            let text = desk.drawn(command.out.is_some(), |page| {
                page.wrapped(ink::TITLE, 0, &heading(&roster, command.month))?;
                page.wrapped(ink::FAINT, 0, &format!("{}; --seed {seed} has it again", book.about().title))?;
                page.gap()?;
                roster::show(&roster, page)
            })?;
            desk.deliver(&text, command.out.as_deref())
        }
        Format::Html => {
            let again = format!(
                "longroll muster {} --side {} --year {} --month {} --seed {seed}",
                command.slug, command.side, command.year, command.month
            );
            let page = html::roster::page(book.about().title, &heading(&roster, command.month), &again, &roster);
            desk.deliver(&page, command.out.as_deref())
        }
        Format::Json => {
            let value = json!({ "rulebook": command.slug, "seed": seed, "request": request, "roster": roster });
            desk.deliver(&format!("{value:#}\n"), command.out.as_deref())
        }
    }
}

fn heading(roster: &Roster, month: u8) -> String {
    let side = match roster.side {
        Side::Union => "Union",
        Side::Confederate => "Confederate",
    };
    format!("{side} force, {} {}", month_name(month), roster.year)
}

/// What the rulebook says against the request.
fn refused(stopped: Stopped) -> Failure {
    match stopped {
        Stopped::Fault(fault) => Problem::from(fault).into(),
        Stopped::Open(question) => Problem::unanswered(&question).into(),
        Stopped::Refused(refusal) => {
            let problem = |reason: engine::Reason| Problem {
                rule: reason.rule,
                ..Problem::at(format!("--{}", reason.field), reason.why)
            };
            Failure::Problems { code: NO, problems: refusal.reasons.into_iter().map(problem).collect() }
        }
    }
}

fn no_tables(book: &dyn AnyRulebook, request: &MusterRequest) -> Failure {
    let others = shelf::all().unwrap_or_default();
    let with_tables = others.iter().filter(|other| other.muster(request, 0).is_some());
    let names: Vec<&str> = with_tables.map(|other| other.about().slug).collect();
    let hint = match names.split_last() {
        None => "no rulebook on the shelf has them".to_owned(),
        Some((only, [])) => format!("{only} has them"),
        Some((last, rest)) => format!("{} and {last} have them", rest.join(", ")),
    };
    Failure::bad("", format!("{} has no tables for random forces", book.about().title), hint)
}
