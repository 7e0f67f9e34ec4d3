//! `longroll replay`: a saved game, forwards and back, and on from any moment.

use std::path::{Path, PathBuf};

use clap::Args;
use engine::Side;
use engine::game::Story;
use serde_json::json;

use super::game::show;
use super::play::{Thrower, finish, greet, players};
use crate::desk::Desk;
use crate::dice;
use crate::evening::{Key, OpenGame, key, problem};
use crate::failure::Failure;
use crate::ink;
use crate::text::clean;
use crate::theatre::sitting::Sitting;
use crate::theatre::{Theatre, forces, map, words};

const EXAMPLES: &str = "\
Examples:
  longroll replay evening.longroll          step by step, with the map
  longroll replay evening.longroll --all    every turn in words, at once
  longroll replay evening.longroll --to 40 --all --json

Keys: n or Enter on, p back, a number goes to that turn, end, map, oob,
play on (or play on FILE) plays on from this moment, q leaves.

Exit codes: 0 all came out as recorded, 2 it did not, or the file is no game.";

/// Step through a saved game, forwards and back, and play on from any moment
///
/// Playing on begins a new game from that moment, with dice of its own; the old one is not changed.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Replay {
    /// The game
    #[arg(value_name = "FILE")]
    path: PathBuf,

    /// The turn to begin at, or with --all to end with; also one that was undone
    #[arg(long, value_name = "N")]
    to: Option<u32>,

    /// Show everything in words, without waiting
    #[arg(short, long)]
    all: bool,

    /// Who leads the union once it is played on
    #[arg(long, value_name = "WHO", default_value = "you")]
    union: String,

    /// Who leads the confederates once it is played on
    #[arg(long, value_name = "WHO", default_value = "sergeant")]
    confederate: String,
}

/// What somebody does at a moment of a replay.
enum Wish {
    To(usize),
    Map,
    Forces,
    PlayOn(Option<PathBuf>),
    Leave,
    Unknown,
}

pub(super) fn run(command: &Replay, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let mut open = OpenGame::open(desk, &command.path, Key::LeftAlone)?;
    let Some(theatre) = open.theatre.take() else {
        return show::replay(&show::Replay::of(&command.path, command.to, command.all), desk);
    };
    let lineage = open.game.save().lineage();
    let last = if command.all { command.to } else { None }.unwrap_or_else(|| lineage.last());
    let stories = open.game.stories(last, None).map_err(|fault| problem(&command.path, fault))?;
    if desk.json {
        let chain = open.chain();
        return desk
            .print_json(&json!({ "file": command.path.display().to_string(), "chain": chain, "turns": stories }));
    }
    desk.terminal.page().wrapped(ink::TITLE, 0, &clean(&open.game.header().title))?;
    if command.all {
        let mut page = desk.terminal.page();
        stories.iter().try_for_each(|story| words::show_story(&theatre, story, &mut page))?;
        return over(desk, &open, &theatre);
    }
    let first = command.to.and_then(|turn| stories.iter().position(|story| story.turn == turn)).map_or(0, |at| at + 1);
    step_through(command, desk, &open, theatre, &stories, first)
}

/// Says how it stands at the end.
fn over(desk: &mut Desk<'_>, open: &OpenGame, theatre: &Theatre) -> Result<(), Failure> {
    let mut page = desk.terminal.page();
    if open.game.side_to_act().is_none() {
        page.wrapped(ink::TITLE, 0, &clean(&words::ending(theatre, &*open.game)))?;
    }
    Ok(page.wrapped(ink::PLAIN, 0, &clean(&words::score(theatre, &*open.game)))?)
}

fn step_through(
    command: &Replay,
    desk: &mut Desk<'_>,
    open: &OpenGame,
    theatre: Theatre,
    stories: &[Story],
    first: usize,
) -> Result<(), Failure> {
    let mut at = first;
    show_moment(desk, open, &theatre, stories, at)?;
    loop {
        let prompt = format!("{at} of {} (n, p, number, end, map, oob, play on, q): ", stories.len());
        let Some(line) = desk.terminal.ask(&prompt)? else { return over(desk, open, &theatre) };
        match wish(&line, at, stories) {
            Wish::To(to) if to == at => {
                desk.terminal.talk().line("The game goes no further that way.")?;
            }
            Wish::To(to) => {
                at = to;
                show_moment(desk, open, &theatre, stories, at)?;
            }
            Wish::Map => show_map(desk, open, &theatre, turn_at(stories, at))?,
            Wish::Forces => {
                let scene =
                    open.game.scene_at(turn_at(stories, at), None).map_err(|fault| problem(&open.path, fault))?;
                forces::show(&theatre, &scene, &mut desk.terminal.page())?;
            }
            Wish::PlayOn(file) => return play_on(command, desk, open, theatre, turn_at(stories, at), file.as_deref()),
            Wish::Leave => return over(desk, open, &theatre),
            Wish::Unknown => {
                let why = "No: n, p, the number of an order, end, map, oob, play on, or q";
                desk.terminal.talk().wrapped(ink::ERROR, 0, why)?;
            }
        }
    }
}

/// The turn after which a moment lies; the beginning is moment nought.
fn turn_at(stories: &[Story], at: usize) -> u32 {
    at.checked_sub(1).and_then(|place| stories.get(place)).map_or(0, |story| story.turn)
}

fn wish(line: &str, at: usize, stories: &[Story]) -> Wish {
    match line {
        "" | "n" | "next" => Wish::To((at + 1).min(stories.len())),
        "p" | "b" | "previous" | "back" => Wish::To(at.saturating_sub(1)),
        "start" | "0" => Wish::To(0),
        "end" | "e" => Wish::To(stories.len()),
        "map" | "m" => Wish::Map,
        "oob" => Wish::Forces,
        "play on" => Wish::PlayOn(None),
        "q" | "quit" => Wish::Leave,
        text => match (text.parse::<u32>(), text.strip_prefix("play on ")) {
            (Ok(turn), _) => {
                let place = stories.iter().position(|story| story.turn == turn);
                place.map_or(Wish::Unknown, |place| Wish::To(place + 1))
            }
            (_, Some(file)) => Wish::PlayOn(Some(PathBuf::from(file.trim()))),
            _ => Wish::Unknown,
        },
    }
}

/// The map after a turn, how it stands, and what led there.
fn show_moment(
    desk: &mut Desk<'_>,
    open: &OpenGame,
    theatre: &Theatre,
    stories: &[Story],
    at: usize,
) -> Result<(), Failure> {
    let turn = turn_at(stories, at);
    show_map(desk, open, theatre, turn)?;
    match at.checked_sub(1).and_then(|place| stories.get(place)) {
        Some(story) => Ok(words::show_story(theatre, story, &mut desk.terminal.page())?),
        None => Ok(desk.terminal.page().line("Before the first order.")?),
    }
}

fn show_map(desk: &mut Desk<'_>, open: &OpenGame, theatre: &Theatre, turn: u32) -> Result<(), Failure> {
    let scene = open.game.scene_at(turn, None).map_err(|fault| problem(&open.path, fault))?;
    let mut page = desk.terminal.page();
    page.gap()?;
    page.wrapped(ink::HEADING, 0, &clean(&words::standing(theatre, &scene, scene.standing.side)))?;
    let lines = map::draw(&theatre.battle.ground, &scene, page.look);
    Ok(lines.iter().try_for_each(|line| page.line(line))?)
}

/// Begins a new game from a turn, and plays it.
fn play_on(
    command: &Replay,
    desk: &mut Desk<'_>,
    open: &OpenGame,
    theatre: Theatre,
    turn: u32,
    file: Option<&Path>,
) -> Result<(), Failure> {
    let names = [command.union.as_str(), command.confederate.as_str()];
    let players = players(names, dice::fresh_number()?)?;
    let seats = Side::ALL.map(|side| engine::Seat::new(side.name(), names[side as usize])).to_vec();
    let branch = open.game.branch(turn, seats, key::fresh()?).map_err(|fault| problem(&open.path, fault))?;
    let book = crate::theatre::book_of(desk, branch.header())?;
    let mut new = OpenGame::in_memory(book, branch);
    if let Some(path) = file {
        new.keep(path)?;
    }
    let mut sitting = Sitting::new(desk, new, theatre, players, Thrower::Program.mode())?;
    greet(&mut sitting, names)?;
    let over = sitting.play()?;
    finish(sitting, over)
}
