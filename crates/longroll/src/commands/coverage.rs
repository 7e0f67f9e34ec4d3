//! `longroll coverage`: which rules ever fire in the procedures.

use clap::Args;
use engine::book::AnyRulebook;
use engine::book::sweep::{Advance, Effort, Swept, sweep, sweep_books};
use engine::{Beyond, Ledger, Rule, RuleSet};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use study::{Bouts, settings};

use crate::desk::Desk;
use crate::failure::Failure;
use crate::ink;
use crate::report::coverage::{show_all, show_headings, show_missing};
use crate::text::clean;
use crate::theatre::{Theatre, find};

const EXAMPLES: &str = "\
Examples:
  longroll coverage
  longroll coverage elephant
  longroll coverage elephant --missing
  longroll coverage elephant --tries 100000 --json
  longroll coverage elephant --battles 10000 --missing";

/// Count which rules of the ledgers fire in the procedures
///
/// Every example is played, then situations made out of it by changing a few fields, with fast dice and random decisions, as
/// printed and with the switches turned; with --house only as the house plays. What fires is counted against the ledger.
/// Rules that need a map, a turn, a campaign or figures, and titles of the card, cannot fire in a procedure; they are
/// counted apart. With --battles, whole battles are fought as well, by recruits and sergeants, on the shipped battles and with
/// switches by lot; rules that need a map or a turn are then expected to fire.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Coverage {
    /// The rulebook; all of them without it
    #[arg(value_name = "RULEBOOK")]
    slug: Option<String>,

    /// List the rules that did not fire, with the reason and their wording
    #[arg(short, long)]
    missing: bool,

    /// How many changed situations to try for each procedure
    #[arg(long, value_name = "N", default_value = "20000")]
    tries: u32,

    /// How often the dice of each are thrown
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u32).range(1..))]
    times: u32,

    /// How many whole battles to fight besides, where the rulebook plays them
    #[arg(long, value_name = "N", default_value = "0")]
    battles: u64,

    /// The seed of situations, dice and decisions
    #[arg(long, value_name = "N", default_value = "1862")]
    seed: u64,
}

/// What is known about a rulebook.
pub struct Report {
    /// The rulebook.
    pub book: Box<dyn AnyRulebook>,
    /// What fired.
    pub fired: RuleSet,
    /// Situations that the rules could not settle.
    pub broken: Vec<String>,
    /// How many whole battles were fought.
    pub battles: u64,
}

/// Whether a rule fires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Firing {
    /// It does.
    Fires,
    /// It cannot, because it needs this.
    Cannot(Beyond),
    /// It could, and has not.
    NotYet,
}

impl Report {
    /// Its ledger.
    pub fn ledger(&self) -> Ledger {
        self.book.ledger()
    }

    /// Whether a rule fires.
    pub fn firing(&self, rule: Rule) -> Firing {
        match self.ledger().beyond(rule) {
            _ if self.fired.contains(rule) => Firing::Fires,
            // A battle has a map and turns.
            Some(Beyond::Map | Beyond::Turn) if self.battles > 0 => Firing::NotYet,
            Some(beyond) => Firing::Cannot(beyond),
            None => Firing::NotYet,
        }
    }

    /// How many rules of a list fire, cannot, and have not yet.
    pub fn counts(&self, rules: impl IntoIterator<Item = Rule>) -> Counts {
        let mut counts = Counts::default();
        for rule in rules {
            match self.firing(rule) {
                Firing::Fires => counts.fires += 1,
                Firing::Cannot(_) => counts.cannot += 1,
                Firing::NotYet => counts.not_yet += 1,
            }
        }
        counts
    }

    /// The headings of the ledger in its order, each with its rules.
    pub fn headings(&self) -> Vec<(&'static str, Vec<Rule>)> {
        let mut headings: Vec<(&'static str, Vec<Rule>)> = Vec::new();
        for rule in self.ledger().rules() {
            match headings.iter_mut().find(|(heading, _)| *heading == rule.heading()) {
                Some((_, rules)) => rules.push(rule),
                None => headings.push((rule.heading(), vec![rule])),
            }
        }
        headings
    }
}

/// How many rules fire, cannot, and have not yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// They fire.
    pub fires: usize,
    /// They cannot fire in a procedure.
    pub cannot: usize,
    /// They could, and have not.
    pub not_yet: usize,
}

impl Counts {
    /// All of them.
    pub fn rules(&self) -> usize {
        self.fires + self.cannot + self.not_yet
    }

    /// What share of those that can fire does, between nothing and one.
    pub fn share(&self) -> f64 {
        self.fires as f64 / (self.fires + self.not_yet).max(1) as f64
    }

    /// The same in percent, rounded down: a hundred means all.
    pub fn percent(&self) -> String {
        match (self.fires + self.not_yet, self.fires) {
            (0, _) => "-".to_owned(),
            (of, fires) => format!("{}%", fires * 100 / of),
        }
    }

    /// These and others together.
    pub fn and(self, other: Counts) -> Counts {
        Counts {
            fires: self.fires + other.fires,
            cannot: self.cannot + other.cannot,
            not_yet: self.not_yet + other.not_yet,
        }
    }
}

pub(super) fn run(command: &Coverage, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let slugs: Vec<String> = match &command.slug {
        Some(slug) => vec![slug.clone()],
        None => shelf::titles().iter().map(|about| about.slug.to_owned()).collect(),
    };
    let mut reports = Vec::new();
    for slug in &slugs {
        let book = desk.book(slug)?;
        let Swept { mut fired, mut broken, .. } = swept(command, desk, &*book)?;
        let battles = if book.is_wargame() { command.battles } else { 0 };
        if battles > 0 {
            fought(command, desk, &*book, &mut fired, &mut broken)?;
        }
        reports.push(Report { book, fired, broken, battles });
    }
    if desk.json {
        let value: Value = reports.iter().map(to_json).collect();
        return desk.print_json(&value);
    }
    let mut page = desk.terminal.page();
    match reports.as_slice() {
        [only] if command.slug.is_some() => show_headings(only, &mut page)?,
        all => show_all(all, &mut page)?,
    }
    for broken in reports.iter().flat_map(|report| &report.broken) {
        page.wrapped(ink::ERROR, 0, &format!("Not settled: {}", clean(broken)))?;
    }
    if command.missing {
        for report in &reports {
            show_missing(report, reports.len() > 1, &mut page)?;
        }
    }
    Ok(())
}

/// Sweeps a rulebook, with a bar where somebody watches.
fn swept(command: &Coverage, desk: &mut Desk<'_>, book: &dyn AnyRulebook) -> Result<Swept, Failure> {
    let slug = book.about().slug;
    let effort = Effort { seed: command.seed, tries: command.tries, times: command.times.into(), to_the_end: false };
    let watched = desk.terminal.aside().look.boxes;
    let bar = if watched { ProgressBar::new(0) } else { ProgressBar::hidden() };
    if let Ok(style) = ProgressStyle::with_template("{prefix} {wide_bar} {percent}%  {msg}") {
        bar.set_style(style);
    }
    bar.set_prefix(slug);
    let mut progress = |advance: Advance| {
        bar.set_length(advance.of);
        bar.set_position(advance.tried);
        bar.set_message(format!("{} of {} rules", advance.fired, book.ledger().len()));
    };
    let swept = if desk.has_house_rules() {
        sweep_books(&[book], effort, &mut progress)
    } else {
        sweep(&|overlay| shelf::take(slug, overlay), effort, &mut progress)
            .map_err(|faults| Failure::of_problems(faults.into_iter().map(Into::into).collect()))?
    };
    bar.finish_and_clear();
    Ok(swept)
}

/// Battles fought in a row with one setting of the switches.
const PER_SETTING: u64 = 10;
/// Who fights whom, in turn: recruits find the odd corners, sergeants what people would do.
const PAIRS: [[&str; 2]; 3] = [["recruit", "recruit"], ["sergeant", "recruit"], ["sergeant", "sergeant"]];

/// Fights whole battles, and adds the rules that fire in them.
fn fought(
    command: &Coverage,
    desk: &mut Desk<'_>,
    book: &dyn AnyRulebook,
    fired: &mut RuleSet,
    broken: &mut Vec<String>,
) -> Result<(), Failure> {
    let slug = book.about().slug;
    let battles: Vec<&str> = shelf::BATTLES.iter().copied().filter(|name| suits(name, slug)).collect();
    let bar = super::study::progress(desk, slug, command.battles);
    for lot in 0..command.battles.div_ceil(PER_SETTING) {
        // Switches that exclude each other are no setting.
        let Ok(book) = desk.book_with(slug, &settings::by_lot(book.charts(), lot)) else { continue };
        let Some(name) = battles.get(lot as usize % battles.len().max(1)) else { break };
        let theatre = Theatre::take(&*book, find(name)?)?;
        let bouts = Bouts {
            generals: PAIRS[(lot as usize / battles.len()) % PAIRS.len()].map(str::to_owned),
            battles: PER_SETTING.min(command.battles - lot * PER_SETTING),
            seed: command.seed.wrapping_add(lot * PER_SETTING),
            threads: None,
            keeps_laws: false,
        };
        match study::bouts::coverage(&*theatre.field, &bouts, &|| bar.inc(1)) {
            Ok(more) => fired.merge(&more),
            Err(fault) => broken.push(format!("{name}, switches by lot {lot}: {fault}")),
        }
    }
    bar.finish_and_clear();
    Ok(())
}

/// Whether a shipped battle suits a rulebook.
fn suits(name: &str, slug: &str) -> bool {
    let plan = shelf::battle(name).and_then(|folder| battle::open(&folder.files).ok()).map(|battle| battle.plan);
    plan.is_some_and(|plan| plan.suits.is_empty() || plan.suits.iter().any(|suited| suited.as_str() == slug))
}

fn to_json(report: &Report) -> Value {
    let counts = |counts: Counts| {
        json!({
            "rules": counts.rules(),
            "fired": counts.fires,
            "cannot-fire": counts.cannot,
            "not-fired": counts.not_yet,
        })
    };
    let headings = report.headings().into_iter().map(|(heading, rules)| {
        let mut value = counts(report.counts(rules.iter().copied()));
        let (mut fired, mut missing) = (Vec::new(), Vec::new());
        for rule in rules {
            match report.firing(rule) {
                Firing::Fires => fired.push(json!(rule)),
                Firing::Cannot(beyond) => {
                    missing.push(json!({ "id": rule, "needs": beyond, "statement": rule.statement() }))
                }
                Firing::NotYet => missing.push(json!({ "id": rule, "needs": null, "statement": rule.statement() })),
            }
        }
        value["heading"] = json!(heading);
        value["fired-rules"] = Value::Array(fired);
        value["missing-rules"] = Value::Array(missing);
        value
    });
    let mut value = counts(report.counts(report.ledger().rules()));
    value["rulebook"] = json!(report.book.about().slug);
    value["battles"] = json!(report.battles);
    value["headings"] = headings.collect();
    value["not-settled"] = json!(report.broken);
    value
}
