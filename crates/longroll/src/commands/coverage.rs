//! `longroll coverage`: which rules ever fire.

use clap::Args;
use engine::book::AnyRulebook;
use engine::{Rule, RuleSet};
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::failure::Failure;
use crate::ink;
use crate::report::{bar, entry};
use crate::table::{Cell, Frame, Table};

const EXAMPLES: &str = "\
Examples:
  longroll coverage
  longroll coverage elephant
  longroll coverage elephant --missing
  longroll coverage elephant --times 100 --json";

/// Count which rules fire in the examples of all procedures
///
/// Every example is played many times with fast dice and random decisions; what fires is counted against the ledger of
/// the rulebook, heading by heading.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Coverage {
    /// The rulebook; all of them without it
    #[arg(value_name = "RULEBOOK")]
    slug: Option<String>,

    /// List the rules that never fired, with their wording
    #[arg(short, long)]
    missing: bool,

    /// How often each example is played
    #[arg(long, value_name = "N", default_value = "2000")]
    times: u32,

    /// The seed of the dice and decisions
    #[arg(long, value_name = "N", default_value = "1862")]
    seed: u64,
}

pub(super) fn run(command: &Coverage, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let slugs: Vec<String> = match &command.slug {
        Some(slug) => vec![slug.clone()],
        None => shelf::titles().iter().map(|about| about.slug.to_owned()).collect(),
    };
    let mut reports = Vec::new();
    for (index, slug) in slugs.iter().enumerate() {
        let book = desk.book(slug)?;
        let fired = fired(&*book, command)?;
        if desk.json {
            reports.push(to_json(&*book, &fired));
            continue;
        }
        if index > 0 {
            desk.terminal.page().gap()?;
        }
        show(&*book, &fired, command, desk)?;
    }
    if desk.json { desk.print_json(&reports) } else { Ok(()) }
}

/// Everything that fires in any example of any procedure.
fn fired(book: &dyn AnyRulebook, command: &Coverage) -> Result<RuleSet, Failure> {
    let mut fired = RuleSet::with_room(book.ledger().len());
    for procedure in book.procedures() {
        for (number, (_, situation)) in (0..).zip(procedure.examples()) {
            let seed = command.seed.wrapping_add(number);
            let rules = procedure
                .coverage(&situation, seed, command.times.into())
                .map_err(|stopped| Failure::of_stopped(stopped, book.about().slug, procedure.as_ref()))?;
            fired.merge(&rules);
        }
    }
    Ok(fired)
}

/// The headings of the ledger in its order, each with its rules.
fn headings(book: &dyn AnyRulebook) -> Vec<(&'static str, Vec<Rule>)> {
    let mut headings: Vec<(&'static str, Vec<Rule>)> = Vec::new();
    for rule in book.ledger().rules() {
        match headings.iter_mut().find(|(heading, _)| *heading == rule.heading()) {
            Some((_, rules)) => rules.push(rule),
            None => headings.push((rule.heading(), vec![rule])),
        }
    }
    headings
}

fn show(book: &dyn AnyRulebook, fired: &RuleSet, command: &Coverage, desk: &mut Desk<'_>) -> Result<(), Failure> {
    const BAR: usize = 20;
    let mut page = desk.terminal.page();
    let look = page.look;
    page.wrapped(ink::TITLE, 0, book.about().title)?;
    page.gap()?;
    let mut table = Table::new(Frame::Open, ["heading", "fired", "of", "", ""]);
    let share = |fired: usize, of: usize| fired as f64 / of.max(1) as f64;
    for (heading, rules) in headings(book) {
        let count = rules.iter().filter(|rule| fired.contains(**rule)).count();
        table.row([
            Cell::from(heading),
            Cell::from(count.to_string()),
            Cell::from(rules.len().to_string()),
            Cell::from(format!("{:.0}%", 100.0 * share(count, rules.len()))),
            Cell::new(bar(share(count, rules.len()), BAR, look.boxes), ink::BAR),
        ]);
    }
    table.rule();
    let (count, of) = (fired.len(), book.ledger().len());
    table.row([
        Cell::new("in all", ink::TITLE),
        Cell::new(count.to_string(), ink::TITLE),
        Cell::from(of.to_string()),
        Cell::new(format!("{:.0}%", 100.0 * share(count, of)), ink::TITLE),
        Cell::new(bar(share(count, of), BAR, look.boxes), ink::BAR),
    ]);
    page.write(table.draw(&look))?;
    if !command.missing {
        return Ok(());
    }
    for (heading, rules) in headings(book) {
        let missing: Vec<Rule> = rules.into_iter().filter(|rule| !fired.contains(*rule)).collect();
        if missing.is_empty() {
            continue;
        }
        page.gap()?;
        page.heading(&format!("{heading}: never fired"))?;
        for rule in missing {
            entry(&mut page, 2, 30, (rule.id(), ink::RULE), (rule.statement(), ink::PLAIN))?;
        }
    }
    Ok(())
}

fn to_json(book: &dyn AnyRulebook, fired: &RuleSet) -> Value {
    let list = headings(book).into_iter().map(|(heading, rules)| {
        let (yes, no): (Vec<Rule>, Vec<Rule>) = rules.into_iter().partition(|rule| fired.contains(*rule));
        json!({ "heading": heading, "fired": yes, "missing": no })
    });
    json!({
        "rulebook": book.about().slug,
        "fired": fired.len(),
        "rules": book.ledger().len(),
        "headings": list.collect::<Vec<_>>(),
    })
}
