//! `longroll odds`: the exact distribution of a procedure.

use clap::Args;
use engine::OddsOptions;
use serde_json::json;

use crate::desk::{Desk, procedure};
use crate::failure::Failure;
use crate::report::odds::{self, OddsView};
use crate::report::{resolution, titled};
use crate::session::Session;
use crate::subject::Subject;

const EXAMPLES: &str = "\
Examples:
  longroll odds elephant fire --example 1
  longroll odds elephant fire --example 2              every decision side by side
  longroll odds elephant fire --example 2 --answer combine-fire=combined
  longroll odds elephant fire --example 1 --set target.cover=hard --top 5
  longroll odds elephant fire --input volley.json --json";

/// Tell the exact odds of a procedure
///
/// Every way the dice can fall is counted; nothing is sampled. Questions without an --answer are shown side by side.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Odds {
    #[command(flatten)]
    subject: Subject,

    /// Show only the N likeliest outcomes, and the rest in one line
    #[arg(short = 'n', long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    top: Option<u32>,
}

pub(super) fn run(command: &Odds, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let subject = &command.subject;
    let book = desk.book(&subject.slug)?;
    let procedure = procedure(&*book, &subject.procedure)?;
    let orders = subject.orders(&*book)?;
    let situation = match subject.situation(desk, procedure)? {
        Some(situation) => situation,
        None if desk.terminal.interactive => {
            let session = Session { book: &*book, procedure, orders: orders.clone() };
            match session.ask_situation(desk, None)? {
                Some(situation) => situation,
                None => return Ok(()),
            }
        }
        None => return Err(subject.missing()),
    };
    let options = OddsOptions { answers: orders, ..OddsOptions::default() };
    let columns = procedure
        .odds(&situation, &options)
        .map_err(|stopped| Failure::of_stopped(stopped, book.about().slug, procedure))?;
    if desk.json {
        return desk.print_json(&json!({
            "rulebook": book.about().slug,
            "procedure": procedure.name(),
            "situation": situation,
            "columns": columns,
            "house": book.charts().changes(),
        }));
    }
    let view = OddsView { top: command.top.map(|top| top as usize), verbose: desk.verbose };
    let mut page = desk.terminal.page();
    titled(&mut page, book.about().title, procedure.name())?;
    page.gap()?;
    odds::show(&columns, view, &mut page)?;
    Ok(resolution::house_rules(book.as_ref(), &mut page)?)
}
