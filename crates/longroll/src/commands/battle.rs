//! `longroll battle`: battle folders.

use std::path::Path;

use battle::{Battle, Fault, Files, open};
use clap::{Args, Subcommand};
use engine::game::to_hex;
use serde_json::{Value, json};
use study::{Balance, certificate};

use crate::desk::Desk;
use crate::failure::{BAD, Excerpt, Failure, Problem};
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
    let folder = find(&command.folder)?;
    let battle = opened_folder(&command.folder, &folder.files, desk)?;
    let balance = match folder.files.get(certificate::FILE) {
        Some(bytes) => Some(Balance::read(bytes).map_err(|fault| {
            problem(
                Path::new(&command.folder),
                &folder.files,
                Fault {
                    file: fault.file,
                    line: fault.line,
                    column: fault.column,
                    reason: fault.reason,
                    hint: fault.hint,
                },
            )
        })?),
        None => None,
    };
    show(&command.folder, &battle, balance.as_ref(), &to_hex(&folder.mark().digest), desk)
}

/// The battle of a name or in a folder, or all that is wrong with it.
pub(super) fn opened(name: &str, desk: &mut Desk<'_>) -> Result<Battle, Failure> {
    opened_folder(name, &find(name)?.files, desk)
}

fn opened_folder(name: &str, files: &Files, desk: &mut Desk<'_>) -> Result<Battle, Failure> {
    let path = Path::new(name);
    match open(files) {
        Ok(battle) => Ok(battle),
        Err(faults) => {
            if desk.json {
                desk.print_json(&json!({ "folder": path.display().to_string(), "good": false, "faults": faults }))?;
            }
            let problems = faults.into_iter().map(|fault| problem(path, files, fault)).collect();
            Err(Failure::Problems { code: BAD, problems })
        }
    }
}

/// What is in a battle that is in order.
fn show(
    name: &str,
    battle: &Battle,
    balance: Option<&Balance>,
    digest: &str,
    desk: &mut Desk<'_>,
) -> Result<(), Failure> {
    let plan = &battle.plan;
    let units = || plan.formations.iter().flat_map(|formation| &formation.units);
    let count = units().count();
    let men: u32 = units().map(|unit| unit.men).sum();
    let guns: u32 = units().flat_map(|unit| &unit.guns).map(|guns| guns.count).sum();
    let ground = &battle.ground;
    let features = ground.contours().len() + ground.areas().len() + ground.lines().len() + ground.spots().len();
    if desk.json {
        let mut summary: Value = json!({
            "folder": name, "good": true, "faults": [], "name": plan.name, "date": plan.date.to_string(),
            "units": count, "men": men, "guns": guns, "leaders": plan.leaders.len(), "features": features,
        });
        if let Some(balance) = balance {
            summary["balance"] = json!(balance);
        }
        return desk.print_json(&summary);
    }
    let mut page = desk.terminal.page();
    page.wrapped(ink::TITLE, 0, &clean(&format!("{}, {}", plan.name, plan.date)))?;
    let forces = format!(
        "{}, {men} men, {}, {}",
        counted(count, "unit", "units"),
        counted(guns as usize, "gun", "guns"),
        counted(plan.leaders.len(), "leader", "leaders"),
    );
    page.wrapped(ink::PLAIN, 0, &forces)?;
    let clock = &plan.clock;
    let rest = format!("{} on the ground; {} to {}", counted(features, "thing", "things"), clock.start, clock.end);
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
    if fault.line > 0 {
        place += &format!(":{}:{}", fault.line, fault.column);
    }
    Problem { place, why: fault.reason, hint: fault.hint, excerpt, ..Problem::default() }
}

/// The line at fault, or as much of it as can be seen at once.
fn excerpt(files: &Files, fault: &Fault) -> Option<Excerpt> {
    let text = std::str::from_utf8(files.get(&fault.file)?).ok()?;
    let line: Vec<char> = text.lines().nth(fault.line.checked_sub(1)?)?.chars().collect();
    let at = fault.column.saturating_sub(1).min(line.len());
    let is_part = |letter: &char| letter.is_alphanumeric() || "-_.:".contains(*letter);
    let rest = &line[at..];
    let quoted = rest.first() == Some(&'"');
    let end = if quoted {
        rest.iter().skip(1).position(|letter| *letter == '"').map_or(rest.len(), |end| end + 2)
    } else {
        rest.iter().take_while(|letter| is_part(letter)).count().max(1)
    };
    let end = (at + end).min(line.len());
    let (from, to) = (at.saturating_sub(AROUND), (end + AROUND).min(line.len()));
    let part = |from: usize, to: usize| clean(&line[from..to].iter().collect::<String>());
    let before = format!("{}{}", if from > 0 { "…" } else { "" }, part(from, at));
    let after = format!("{}{}", part(end, to), if to < line.len() { "…" } else { "" });
    Some(Excerpt { line: fault.line, parts: [before, part(at, end), after] })
}
