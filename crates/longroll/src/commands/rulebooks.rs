//! `longroll rulebooks`: what stands on the shelf.

use clap::Args;
use serde_json::json;

use crate::desk::Desk;
use crate::failure::Failure;
use crate::ink;
use crate::report::titled;
use crate::text::counted;

const EXAMPLES: &str = "\
Examples:
  longroll rulebooks
  longroll rulebooks --json";

/// List the rulebooks
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Rulebooks {}

pub(super) fn run(_: &Rulebooks, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let books = shelf::titles().iter().map(|about| desk.book(about.slug)).collect::<Result<Vec<_>, Failure>>()?;
    if desk.json {
        let list: Vec<_> = books
            .iter()
            .map(|book| {
                json!({
                    "about": book.about(),
                    "charts": book.charts().charts().len(),
                    "procedures": book.procedures().len(),
                    "rules": book.ledger().len(),
                })
            })
            .collect();
        return desk.print_json(&list);
    }
    let mut page = desk.terminal.page();
    for (index, book) in books.iter().enumerate() {
        if index > 0 {
            page.gap()?;
        }
        let about = book.about();
        titled(&mut page, about.title, about.slug)?;
        page.wrapped(ink::PLAIN, 2, about.summary)?;
        let contents = format!(
            "{}, {}, {}; {}",
            counted(book.charts().charts().len(), "chart", "charts"),
            counted(book.procedures().len(), "procedure", "procedures"),
            counted(book.ledger().len(), "rule", "rules"),
            about.dice
        );
        page.wrapped(ink::FAINT, 2, &contents)?;
    }
    Ok(())
}
