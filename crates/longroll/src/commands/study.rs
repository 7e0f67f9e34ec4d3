//! `longroll study`: many battles at once, and what they say about a battle.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use engine::Side;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use study::{Balance, Bouts, Certificate, Findings, Lost, Study as Fought, Subject, certificate, csv, page};

use crate::desk::Desk;
use crate::failure::{Failure, Problem};
use crate::house::parse_switch;
use crate::report::study::show;
use crate::suggest;
use crate::theatre::{Theatre, find};

const EXAMPLES: &str = "\
Examples:
  longroll study brawners-farm --rulebook elephant --battles 1000
  longroll study training-toll-gate --rulebook elephant --battles 200 --confederate recruit
  longroll study brawners-farm --rulebook elephant --battles 1000 --format html -o brawner.html
  longroll study battles/my-battle --rulebook elephant --battles 2000 --certify
  longroll study brawners-farm --rulebook elephant --battles 100 --format csv

Exit codes: 0 fought, 1 a battle could not be fought to its end, 2 bad input.";

/// Fight many battles between generals, and count who wins, how, and at what cost
///
/// The generals change sides halfway and fight the same seeds again. The same seed gives the same figures, on any number of
/// threads. Shares come with their 95% intervals; losses stand beside those of that day where the battle gives them.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Study {
    /// A shipped battle by its name, or a folder
    #[arg(value_name = "BATTLE")]
    battle: String,

    /// The rulebook, as `longroll rulebooks` names it
    #[arg(short, long, value_name = "RULEBOOK")]
    rulebook: String,

    /// How many battles
    #[arg(short = 'n', long, value_name = "N", default_value = "100", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    battles: u64,

    /// Who leads the union in the first half
    #[arg(long, value_name = "GENERAL", default_value = "sergeant")]
    union: String,

    /// Who leads the confederates in the first half
    #[arg(long, value_name = "GENERAL", default_value = "sergeant")]
    confederate: String,

    /// The seed of the first battle
    #[arg(long, value_name = "N", default_value = "1862")]
    seed: u64,

    /// How many threads; one a core if you leave it out
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// Set a switch of the rulebook; give it as often as you like
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_switch)]
    switch: Vec<(String, String)>,

    /// As what: table, json, csv or html
    #[arg(long, value_name = "FORMAT", default_value = "table", hide_possible_values = true)]
    format: Format,

    /// The same as --format csv
    #[arg(long, conflicts_with = "format", hide = true)]
    csv: bool,

    /// The file to write; without it everything is printed
    #[arg(short, long, value_name = "FILE", alias = "output")]
    out: Option<PathBuf>,

    /// Write the balance certificate into the battle folder, as balance.json
    #[arg(long)]
    certify: bool,
}

/// As what a study is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// For people.
    Table,
    /// For programs.
    Json,
    /// A line a battle.
    Csv,
    /// A page with plots.
    Html,
}

pub(super) fn run(command: &Study, desk: &mut Desk<'_>) -> Result<(), Failure> {
    for (flag, name) in [("--union", &command.union), ("--confederate", &command.confederate)] {
        known_general(flag, name)?;
    }
    let into = if command.certify { Some(own_folder(&command.battle)?) } else { None };
    let book = desk.book_with(&command.rulebook, &command.switch)?;
    // A certificate holds for what lies in the folder it goes into.
    let battle = into.as_ref().map_or_else(|| command.battle.clone(), |folder| folder.display().to_string());
    let theatre = Theatre::take(&*book, find(&battle)?)?;
    let bouts = Bouts {
        generals: [command.union.clone(), command.confederate.clone()],
        battles: command.battles,
        seed: command.seed,
        threads: command.threads.map(usize::from),
        keeps_laws: false,
    };
    let bar = progress(desk, &command.battle, command.battles);
    let subject = subject(Subject::of(&*book, &*theatre.field), &theatre);
    let study = study::study(&*theatre.field, subject, &bouts, &|| bar.inc(1));
    bar.finish_and_clear();
    let study =
        study.map_err(|fault| Failure::Problems { code: crate::failure::NO, problems: vec![Problem::from(fault)] })?;
    let findings = Findings::of(&study);
    if let Some(folder) = into {
        certify(&folder, &study, &findings)?;
    }
    deliver(command, desk, &study, &findings)
}

fn known_general(flag: &str, name: &str) -> Result<(), Failure> {
    if generals::rank(name).is_some() {
        return Ok(());
    }
    let hint = suggest::advice(name, generals::RANKS.iter().map(|rank| rank.name).collect::<Vec<_>>());
    Err(Failure::bad(flag, format!("there is no general {name:?}"), hint))
}

/// A bar where somebody watches.
pub(super) fn progress(desk: &mut Desk<'_>, what: &str, of: u64) -> ProgressBar {
    let watched = desk.terminal.aside().look.boxes;
    let bar = if watched { ProgressBar::new(of) } else { ProgressBar::hidden() };
    if let Ok(style) = ProgressStyle::with_template("{prefix} {wide_bar} {pos}/{len} battles, {eta} to go") {
        bar.set_style(style);
    }
    bar.set_prefix(what.to_owned());
    bar
}

/// Names and history from the battle folder.
pub(super) fn subject(subject: Subject, theatre: &Theatre) -> Subject {
    let history = Side::ALL.map(|side| theatre.lost(side).map(|lost| Lost { least: lost.least, most: lost.most }));
    let title = theatre.battle.plan.name.clone();
    Subject { title, sides: Side::ALL.map(|side| theatre.side_name(side)), history, ..subject }
}

fn deliver(command: &Study, desk: &mut Desk<'_>, study: &Fought, findings: &Findings) -> Result<(), Failure> {
    let format = match command.format {
        _ if desk.json && command.out.is_none() => Format::Json,
        _ if command.csv => Format::Csv,
        format => format,
    };
    let text = match format {
        Format::Table => desk.drawn(command.out.is_some(), |page| show(study, findings, page))?,
        Format::Json => format!("{:#}\n", to_json(study, findings)),
        Format::Csv => csv::write(study),
        Format::Html => page::html(study, findings),
    };
    desk.deliver(&text, command.out.as_deref())
}

fn to_json(study: &Fought, findings: &Findings) -> Value {
    let mut value = json!(study);
    value["findings"] = json!(findings);
    value
}

/// The folder a certificate goes into: one on disk, for the battles in the program cannot be written to.
fn own_folder(battle: &str) -> Result<PathBuf, Failure> {
    let shipped = Path::new("battles").join(battle);
    for path in [Path::new(battle), &shipped] {
        if path.join("battle.toml").is_file() {
            return Ok(path.to_owned());
        }
    }
    let why = "there is no such folder here to write a certificate into";
    Err(Failure::bad(battle, why, "name the folder of the battle, such as battles/brawners-farm"))
}

fn certify(folder: &Path, study: &Fought, findings: &Findings) -> Result<(), Failure> {
    let path = folder.join(certificate::FILE);
    let mut balance = match fs::read(&path) {
        Ok(bytes) => Balance::read(&bytes).map_err(Problem::from)?,
        Err(_) => Balance::empty(),
    };
    balance.put(Certificate::of(study, findings));
    fs::write(&path, balance.write()).map_err(|error| {
        let hint = "check that you may write into the folder of the battle";
        Failure::bad(path.display().to_string(), format!("cannot be written: {error}"), hint)
    })
}
