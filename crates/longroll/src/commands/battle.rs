//! `longroll battle`: battle folders.

use std::path::Path;

use battle::{Battle, Fault, Files, Known, check_with, open, open_for, place_of};
use clap::{Args, Subcommand};
use engine::book::{About, AnyRulebook, Folder};
use engine::game::to_hex;
use serde::Serialize;
use serde_json::{Value, json};
use study::{Balance, certificate};

use super::muster_roll::suits;
use crate::desk::Desk;
use crate::failure::{Excerpt, Failure, Problem};
use crate::ink;
use crate::text::{clean, counted};
use crate::theatre::find;

const EXAMPLES: &str = "\
Examples:
  longroll battle check brawners-farm
  longroll battle check battles/my-battle
  longroll battle check battles/brawners-farm --json
  longroll battle map battles/brawners-farm -o map.svg
  longroll battle muster battles/brawners-farm --rulebook elephant
  longroll battle schema ground

Exit codes: 0 the battle is in order, 2 something is wrong with its files.";

/// LIMIT: characters of a line shown on each side of a fault.
const AROUND: usize = 30;
/// LIMIT: characters of a fault that are shown and marked.
const MARKED: usize = 60;

/// Look after battles: files that say who fought, where and for what
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES, subcommand_required = true, arg_required_else_help = true)]
pub struct BattleCommand {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    Check(Check),
    Map(super::map::Map),
    Muster(super::muster_roll::MusterRoll),
    Schema(Schema),
}

/// Report every mistake in a battle folder, with its place and a hint
///
/// The rulebooks it suits, and those it has a section for, are asked too: whether they are on the shelf, and, where they play
/// whole battles, whether they can muster it.
///
/// With --json the answer is one object, whatever is found: folder, good, battle (a summary, or null), balance (the
/// certificates kept with it, or null), and faults, each with file, line, column, reason and hint. What has no place has null
/// there.
#[derive(Args, Debug)]
struct Check {
    /// A folder with battle.toml and ground.geojson, or a shipped battle by its name
    #[arg(value_name = "BATTLE")]
    folder: String,
}

/// Print the JSON Schema of a file of a battle folder, for editors
#[derive(Args, Debug)]
struct Schema {
    /// Which file: battle or ground
    #[arg(value_name = "FILE", value_parser = ["battle", "ground"])]
    file: String,
}

pub(super) fn run(command: &BattleCommand, desk: &mut Desk<'_>) -> Result<(), Failure> {
    match &command.action {
        Action::Check(command) => check(command, desk),
        Action::Map(command) => super::map::run(command, desk),
        Action::Muster(command) => super::muster_roll::run(command, desk),
        Action::Schema(command) if command.file == "battle" => desk.print_json(&battle::plan_schema()),
        Action::Schema(_) => desk.print_json(&battle::terrain_schema()),
    }
}

fn check(command: &Check, desk: &mut Desk<'_>) -> Result<(), Failure> {
    if desk.json {
        let report = report(&command.folder, desk);
        desk.print_json(&report)?;
        return if report["good"] == true { Ok(()) } else { Err(Failure::Told) };
    }
    let folder = find(&command.folder)?;
    let (battle, balance) = checked(&folder, desk).map_err(|faults| told(&command.folder, &folder.files, faults))?;
    show(&battle, balance.as_ref(), &to_hex(&folder.mark().digest), desk)
}

/// The answer of a check for programs: the same fields whatever is found.
fn report(name: &str, desk: &Desk<'_>) -> Value {
    let found = find(name).map_err(|failure| {
        let problem = failure.first();
        let (reason, hint) = (problem.map_or("", |problem| &problem.why), problem.map_or("", |problem| &problem.hint));
        json!([{ "file": null, "line": null, "column": null, "reason": reason, "hint": hint }])
    });
    match found.and_then(|folder| checked(&folder, desk).map_err(|faults| json!(faults))) {
        Err(faults) => json!({ "folder": name, "good": false, "battle": null, "balance": null, "faults": faults }),
        Ok((battle, balance)) => {
            json!({ "folder": name, "good": true, "battle": Summary::of(&battle), "balance": balance, "faults": [] })
        }
    }
}

/// A battle with its balance certificates, or all that is wrong with them: its own files first, then what rulebooks make of it.
fn checked(folder: &Folder, desk: &Desk<'_>) -> Result<(Battle, Option<Balance>), Vec<Fault>> {
    let books = books(desk);
    let known: Vec<Known<'_>> = books.iter().map(|(known, _)| known.clone()).collect();
    let mut faults = check_with(&folder.files, &known);
    let balance = balance(&folder.files);
    faults.extend(balance.as_ref().err().cloned());
    if !faults.is_empty() {
        return Err(faults);
    }
    let battle = open(&folder.files)?;
    for (_, book) in &books {
        faults.extend(unmustered(&**book, &battle, folder));
    }
    faults.sort();
    if faults.is_empty() { Ok((battle, balance.ok().flatten())) } else { Err(faults) }
}

/// The rulebooks on the shelf, as this table plays them, with what a battle may say to them.
fn books(desk: &Desk<'_>) -> Vec<(Known<'static>, Box<dyn AnyRulebook>)> {
    let known = |about: &About| {
        let book = desk.book(about.slug).ok()?;
        let scales = book.scales().unwrap_or_default().iter().map(|scale| scale.name).collect();
        Some((Known { slug: about.slug, scales }, book))
    };
    shelf::titles().iter().filter_map(known).collect()
}

/// Why a rulebook that the battle suits, or speaks to, cannot muster it.
fn unmustered(book: &dyn AnyRulebook, battle: &Battle, folder: &Folder) -> Vec<Fault> {
    let slug = book.about().slug;
    if !suits(&battle.plan, slug) && !battle.plan.rulebooks.contains_key(slug) {
        return Vec::new();
    }
    let Some(Err(faults)) = book.take_field(folder) else { return Vec::new() };
    let way_out = match (battle.plan.suits.is_empty(), suits(&battle.plan, slug)) {
        (true, _) => "mend it, or name with suits the rulebooks that it is for".to_owned(),
        (_, true) => format!("mend it, or take {slug} out of suits"),
        (_, false) => format!("mend it, or take [for.{slug}] away"),
    };
    let told = |fault: engine::Fault| {
        let (line, column) =
            (Some(fault.line).filter(|line| *line > 0), Some(fault.column).filter(|column| *column > 0));
        // A rulebook does not know where its section stands, or a unit.
        let place = place_of(&folder.files, &fault.reason).filter(|_| line.is_none());
        let (line, column) = place.map_or((line, column), |(line, column)| (Some(line), Some(column)));
        let hint = if fault.hint.is_empty() { way_out.clone() } else { fault.hint };
        Fault { file: fault.file, line, column, reason: format!("{slug} cannot muster it: {}", fault.reason), hint }
    };
    faults.into_iter().map(told).collect()
}

/// The balance certificates of a folder, where it has any.
fn balance(files: &Files) -> Result<Option<Balance>, Fault> {
    let read = files.get(certificate::FILE).map(|bytes| Balance::read(bytes)).transpose();
    read.map_err(|fault| Fault {
        file: fault.file,
        line: Some(fault.line).filter(|line| *line > 0),
        column: Some(fault.column).filter(|column| *column > 0),
        reason: fault.reason,
        hint: fault.hint,
    })
}

/// The battle of a name or in a folder, or all that is wrong with it.
pub(super) fn opened(name: &str) -> Result<Battle, Failure> {
    let files = find(name)?.files;
    open(&files).map_err(|faults| told(name, &files, faults))
}

/// The same for one rulebook, which must be able to read what the battle says to it.
pub(super) fn opened_for(name: &str, slug: &str) -> Result<Battle, Failure> {
    let files = find(name)?.files;
    open_for(&files, slug).map_err(|faults| told(name, &files, faults))
}

fn told(name: &str, files: &Files, faults: Vec<Fault>) -> Failure {
    let path = Path::new(name);
    Failure::of_problems(faults.into_iter().map(|fault| problem(path, files, fault)).collect())
}

/// A battle in a few figures.
#[derive(Serialize)]
struct Summary {
    name: String,
    date: String,
    start: String,
    end: String,
    units: usize,
    men: u32,
    guns: u32,
    leaders: usize,
    features: usize,
}

impl Summary {
    fn of(battle: &Battle) -> Summary {
        let (plan, ground) = (&battle.plan, &battle.ground);
        let units = || plan.formations.iter().flat_map(|formation| &formation.units);
        Summary {
            name: plan.name.clone(),
            date: plan.date.to_string(),
            start: plan.clock.start.to_string(),
            end: plan.clock.end.to_string(),
            units: units().count(),
            men: units().map(|unit| unit.men).sum(),
            guns: units().flat_map(|unit| &unit.guns).map(|guns| guns.count).sum(),
            leaders: plan.leaders.len(),
            features: ground.contours().len() + ground.areas().len() + ground.lines().len() + ground.spots().len(),
        }
    }
}

/// What is in a battle that is in order.
fn show(battle: &Battle, balance: Option<&Balance>, digest: &str, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let Summary { name, date, start, end, units, men, guns, leaders, features } = Summary::of(battle);
    let mut page = desk.terminal.page();
    page.wrapped(ink::TITLE, 0, &clean(&format!("{name}, {date}")))?;
    let forces = format!(
        "{}, {men} men, {}, {}",
        counted(units, "unit", "units"),
        counted(guns as usize, "gun", "guns"),
        counted(leaders, "leader", "leaders"),
    );
    page.wrapped(ink::PLAIN, 0, &forces)?;
    let rest = format!("{} on the ground; {start} to {end}", counted(features, "thing", "things"));
    page.wrapped(ink::PLAIN, 0, &rest)?;
    for certificate in balance.iter().flat_map(|balance| &balance.certificates) {
        let stale = if certificate.folder == digest { "" } else { " (out of date: the battle has changed since)" };
        page.wrapped(ink::PLAIN, 0, &clean(&format!("balance, {}{stale}", certificate.line())))?;
    }
    page.wrapped(ink::FAINT, 0, "nothing is wrong with it")?;
    Ok(())
}

fn problem(path: &Path, files: &Files, fault: Fault) -> Problem {
    let excerpt = excerpt(files, &fault);
    let mut place = path.join(&fault.file).display().to_string();
    for number in [fault.line, fault.column].into_iter().flatten() {
        place += &format!(":{number}");
    }
    Problem { place, why: fault.reason, hint: fault.hint, excerpt, ..Problem::default() }
}

/// The line at fault, or as much of it as can be seen at once.
fn excerpt(files: &Files, fault: &Fault) -> Option<Excerpt> {
    let text = std::str::from_utf8(files.get(&fault.file)?).ok()?;
    let (number, column) = fault.line.zip(fault.column)?;
    let line: Vec<char> = text.trim_start_matches('\u{feff}').lines().nth(number.checked_sub(1)?)?.chars().collect();
    let at = column.saturating_sub(1).min(line.len());
    let is_part = |letter: &char| letter.is_alphanumeric() || "-_.:".contains(*letter);
    let rest = &line[at..];
    let quoted = rest.first() == Some(&'"');
    let end = if quoted {
        rest.iter().skip(1).position(|letter| *letter == '"').map_or(rest.len(), |end| end + 2)
    } else {
        rest.iter().take_while(|letter| is_part(letter)).count().max(1)
    };
    let end = (at + end.min(MARKED)).min(line.len());
    let (from, to) = (at.saturating_sub(AROUND), (end + AROUND).min(line.len()));
    let part = |from: usize, to: usize| clean(&line[from..to].iter().collect::<String>());
    let before = format!("{}{}", if from > 0 { "…" } else { "" }, part(from, at));
    let after = format!("{}{}", part(end, to), if to < line.len() { "…" } else { "" });
    Some(Excerpt { line: number, parts: [before, part(at, end), after] })
}
