//! `longroll game undo` and `longroll game close`: going back, and ending.

use std::path::PathBuf;

use clap::Args;
use engine::book::Stopped;
use serde_json::json;

use crate::desk::Desk;
use crate::evening::{Key, OpenGame, file, key, order, problem, refused};
use crate::failure::{Failure, Problem};
use crate::ink;
use crate::text::{clean, counted};

const EXAMPLES_UNDO: &str = "\
Examples:
  longroll game undo ford.longroll 2         turn 2 is the last that counts
  longroll game undo ford.longroll 2 --consent Anna --consent Ben
  longroll game undo ford.longroll 0 -c Anna -c Ben      back to the beginning

Exit codes: 0 undone, 1 somebody has to agree first, 2 bad input.";

const EXAMPLES_CLOSE: &str = "\
Examples:
  longroll game close ford.longroll
  longroll verify ford.longroll

Exit codes: 0 closed, 1 an order waits or it is closed already, 2 bad input.";

/// Go back to a turn; where dice fell, every seat has to agree
///
/// The undone turns stay in the file and can be read. The dice go on from where they are: an undo never brings the same
/// die again.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES_UNDO)]
pub struct Undo {
    /// The game
    #[arg(value_name = "FILE")]
    path: PathBuf,

    /// The last turn that shall still count; 0 is the beginning
    #[arg(value_name = "N")]
    to: u32,

    /// A seat that agrees, once for each
    #[arg(short, long, value_name = "NAME")]
    consent: Vec<String>,
}

/// End a game and show the secret of its dice, so that anybody can prove them
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES_CLOSE)]
pub struct Close {
    /// The game
    #[arg(value_name = "FILE")]
    path: PathBuf,
}

pub(super) fn undo(command: &Undo, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let mut open = OpenGame::open(desk, &command.path, Key::LeftAlone)?;
    let consent: Vec<&str> = command.consent.iter().map(String::as_str).collect();
    let undone = open.game.undo(command.to, &consent).map_err(|refusal| {
        let lacks = refusal.reasons.iter().any(|reason| reason.field == "consent");
        let look = || format!("longroll game show {} says how it stands", file::typed(&open.path));
        refused(refusal, &if lacks { consent_hint(&open, &consent) } else { look() })
    })?;
    open.write()?;
    if desk.json {
        let mut value = order::place_json(&open);
        value["undone"] = json!(undone);
        return desk.print_json(&value);
    }
    let list = undone.iter().map(u32::to_string).collect::<Vec<_>>().join(", ");
    let to = if command.to == 0 { "the beginning".to_owned() } else { format!("turn {}", command.to) };
    let turns = if undone.len() == 1 { "turn" } else { "turns" };
    let counts = if undone.len() == 1 { "counts" } else { "count" };
    let mut page = desk.terminal.page();
    page.wrapped(ink::TITLE, 0, &format!("Back to {to}: {turns} {list} no longer {counts}"))?;
    let next = open.game.dice_thrown() + 1;
    let line = format!("They stay in the file; the program's next die is number {next}. Chain {}", open.chain());
    Ok(page.wrapped(ink::FAINT, 0, &line)?)
}

fn consent_hint(open: &OpenGame, given: &[&str]) -> String {
    let seats = open.game.header().seats.iter().map(|seat| seat.name.as_str());
    let missing: Vec<String> =
        seats.filter(|name| !given.contains(name)).map(|name| format!("--consent {}", quoted(name))).collect();
    if missing.is_empty() {
        return "leave out the names that have no seat".to_owned();
    }
    format!("once they agree, add {}", missing.join(" "))
}

fn quoted(name: &str) -> String {
    file::typed(std::path::Path::new(name))
}

pub(super) fn close(command: &Close, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let mut open = OpenGame::open(desk, &command.path, Key::Wanted)?;
    if open.game.secret().is_none() {
        let key = key::path_of(&open.path);
        let why = "the key of this game is not there, and without it the secret cannot be shown";
        return Err(Failure::bad(key.display().to_string(), why, "have the one who holds the key close the game"));
    }
    open.game.close().map_err(|halt| match Stopped::from(halt) {
        Stopped::Refused(refusal) => refused(refusal, "longroll game show says how it stands"),
        Stopped::Fault(fault) => problem(&open.path, fault).into(),
        Stopped::Open(question) => Problem::unanswered(&question).into(),
    })?;
    open.write()?;
    if desk.json {
        let mut value = order::place_json(&open);
        value["closed"] = json!(true);
        return desk.print_json(&value);
    }
    let path = file::typed(&open.path);
    let mut page = desk.terminal.page();
    page.wrapped(
        ink::TITLE,
        0,
        &clean(&format!("{} is closed, and its secret stands in the file", open.path.display())),
    )?;
    let dice = counted(open.game.dice_thrown() as usize, "die", "dice");
    page.wrapped(ink::PLAIN, 0, &format!("Anybody can now prove its {dice}: longroll verify {path}"))?;
    Ok(page.wrapped(ink::FAINT, 0, &format!("Chain {}; the key is no longer needed", open.chain()))?)
}
