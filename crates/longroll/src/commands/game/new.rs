//! `longroll game new`: begins a game.

use std::path::{Path, PathBuf};

use clap::Args;
use engine::game::to_hex;
use serde_json::json;

use crate::desk::Desk;
use crate::evening::words::{self, SeatWanted};
use crate::evening::{OpenGame, check_free, file, key};
use crate::failure::Failure;
use crate::ink;
use crate::text::clean;

const EXAMPLES: &str = "\
Examples:
  longroll game new elephant ford.longroll -t 'The Ford' --seat Anna --seat Ben
  longroll game new elephant ford.longroll --seat Anna=magnolia --seat Ben=43
  printf 'one\\ntwo\\n' | longroll game new elephant ford.longroll -s Anna -s Ben
  longroll game new elephant ford.longroll --seat Anna --house our-rules

Exit codes: 0 begun, 2 bad input.";

/// Begin a game: shows the commitment of its dice, then asks each seat for a word
///
/// The program draws a secret, shows its fingerprint (the commitment), and only then takes a word from each seat. Secret
/// and words together make the dice, so that nobody could choose them. The secret goes into a key beside the file
/// (STEM.longroll-key): keep it to the one who rolls; without it dice can only be typed.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct New {
    /// The rulebook, as `longroll rulebooks` names it
    #[arg(value_name = "RULEBOOK")]
    slug: String,

    /// The file to write; it must not exist yet
    #[arg(value_name = "FILE")]
    path: PathBuf,

    /// What you call the game; the name of the file if you leave it out
    #[arg(short, long, value_name = "TEXT")]
    title: Option<String>,

    /// Who plays, once for each; the word is asked for if you leave it out
    #[arg(short, long, value_name = "NAME[=WORD]", value_parser = SeatWanted::parse)]
    seat: Vec<SeatWanted>,
}

pub(super) fn run(command: &New, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let path = &command.path;
    let book = desk.book(&command.slug)?;
    check_free(path)?;
    words::check(&command.seat)?;
    let stem = || path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let title = command.title.clone().unwrap_or_else(stem);
    let secret = key::fresh()?;
    let seats = words::take(desk, &secret.commitment(), &command.seat)?;
    let game = book
        .begin_evening(&title, seats, secret.clone())
        .map_err(|fault| Failure::bad("", fault.reason, fault.hint))?;
    let open = OpenGame::create(path, book, game, &secret)?;
    begun(desk, &open)
}

/// Says that a game has begun, and how to go on.
pub(super) fn begun(desk: &mut Desk<'_>, open: &OpenGame) -> Result<(), Failure> {
    let key = key::path_of(&open.path);
    let header = open.game.header();
    if desk.json {
        return desk.print_json(&json!({
            "file": open.path.display().to_string(),
            "key": key.display().to_string(),
            "title": header.title,
            "rulebook": header.rulebook,
            "charts": to_hex(&header.charts),
            "changes": open.book.charts().changes().len(),
            "seats": header.seats,
            "commitment": header.commitment.to_string(),
            "parent": header.parent.map(|parent| json!({ "chain": to_hex(&parent.chain), "turn": parent.turn })),
            "chain": open.chain(),
        }));
    }
    let mut page = desk.terminal.page();
    let path = file::typed(&open.path);
    page.wrapped(ink::TITLE, 0, &clean(&format!("{} begins in {}", header.title, open.path.display())))?;
    let changes = open.book.charts().changes().len();
    if changes > 0 {
        let rules = "Played by house rules: every later command on this game needs the same --house.";
        page.wrapped(ink::HOUSE, 0, rules)?;
    }
    page.wrapped(ink::PLAIN, 0, &clean(&key_line(&key)))?;
    page.gap()?;
    page.line(format!("longroll game order {path} <procedure> settles something in it"))?;
    Ok(page.line(format!("longroll procedures {} lists what", header.rulebook))?)
}

fn key_line(key: &Path) -> String {
    format!("Its key is {}: keep it to the one who rolls; without it dice can only be typed.", key.display())
}
