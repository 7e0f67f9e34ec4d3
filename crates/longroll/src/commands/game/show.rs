//! `longroll game show` and `longroll game replay`: what was played.

use std::path::{Path, PathBuf};

use clap::Args;
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::evening::{Key, OpenGame, file, order, problem, read_save, words};
use crate::failure::{Failure, Problem};
use crate::ink;
use crate::report::game::GameView;
use crate::report::resolution::{self, ResolutionView};
use crate::text::clean;
use crate::theatre;

const EXAMPLES_SHOW: &str = "\
Examples:
  longroll game show ford.longroll
  longroll game show ford.longroll --turn 2   one turn with its rules
  longroll game show ford.longroll --events   what happened in each turn
  longroll game show ford.longroll --json

Exit codes: 0 shown, 2 the file is no game, or a damaged one.";

const EXAMPLES_REPLAY: &str = "\
Examples:
  longroll game replay ford.longroll          step by step, forward and back
  longroll game replay ford.longroll --to 3   the turns that led to turn 3
  longroll game replay ford.longroll --all    everything at once

Exit codes: 0 all came out as recorded, 2 it did not, or the file is no game.";

/// Show a game: who plays, every turn with its dice, and what it waits for
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES_SHOW)]
pub struct Show {
    /// The game
    #[arg(value_name = "FILE")]
    path: PathBuf,

    /// Show one turn in full, also one that was undone
    #[arg(short, long, value_name = "N")]
    turn: Option<u32>,

    /// Show what happened in every turn
    #[arg(short, long, conflicts_with = "turn")]
    events: bool,
}

/// Play a game again, turn by turn
///
/// In a terminal it waits after each turn: Enter goes on, b goes back, a number goes to that turn.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES_REPLAY)]
pub struct Replay {
    /// The game
    #[arg(value_name = "FILE")]
    path: PathBuf,

    /// The last turn to show, also one that was undone; the present if you leave it out
    #[arg(long, value_name = "N")]
    to: Option<u32>,

    /// Show everything without waiting
    #[arg(short, long)]
    all: bool,
}

impl Replay {
    /// What `longroll replay` asks for where there is no map.
    pub(in crate::commands) fn of(path: &Path, to: Option<u32>, all: bool) -> Self {
        Replay { path: path.to_owned(), to, all }
    }
}

pub(super) fn show(command: &Show, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let path = &command.path;
    if let Some(turn) = command.turn {
        let open = OpenGame::open(desk, path, Key::LeftAlone)?;
        if let Some(theatre) = &open.theatre {
            let story = open.game.story(turn, None).map_err(|fault| problem(path, fault))?;
            return match desk.json {
                true => desk.print_json(&story),
                false => Ok(theatre::words::show_story(theatre, &story, &mut desk.terminal.page())?),
            };
        }
        if desk.json {
            let value = turn_json(&open, turn)?;
            return desk.print_json(&value);
        }
        return show_turn(desk, &open, turn, true);
    }
    // A game whose rulebook is not at hand can still be read.
    let bytes = file::read(path)?;
    let save = read_save(path, &bytes)?;
    let open = OpenGame::open(desk, path, Key::LeftAlone);
    let view = GameView { path, save: &save, open: open.as_ref().ok(), events: command.events };
    if desk.json {
        let value = view.to_json();
        desk.print_json(&value)?;
    } else {
        view.show(&mut desk.terminal.page())?;
    }
    match &open {
        Err(Failure::Problems { problems, .. } | Failure::Unproved(problems)) => {
            words::mention(desk, "outcomes cannot be shown, because the game cannot be played again")?;
            for problem in problems {
                words::mention(desk, &text_of(problem))?;
            }
        }
        Err(Failure::Told | Failure::Gone) => return Err(Failure::Gone),
        Ok(open) if !desk.json => {
            if let Some(waiting) = open.waiting()? {
                let Problem { why, hint, .. } = order::wanted(open, &waiting);
                let mut page = desk.terminal.page();
                page.wrapped(ink::PLAIN, 2, &clean(&why))?;
                page.wrapped(ink::TYPE, 2, &clean(&hint))?;
            }
        }
        Ok(_) => {}
    }
    Ok(())
}

pub(in crate::commands) fn replay(command: &Replay, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let open = OpenGame::open(desk, &command.path, Key::LeftAlone)?;
    if open.theatre.is_some() {
        let hint = format!("longroll replay {} steps through it", file::typed(&command.path));
        return Err(Failure::bad(command.path.display().to_string(), "this is a battle on a map", hint));
    }
    let lineage = open.game.save().lineage();
    let to = command.to.unwrap_or_else(|| lineage.last());
    let line = lineage.line_to(to).ok_or_else(|| open.no_turn(to))?;
    if desk.json {
        let turns = line.iter().map(|turn| turn_json(&open, *turn)).collect::<Result<Vec<Value>, Failure>>()?;
        let mut value = order::place_json(&open);
        value["turns"] = json!(turns);
        return desk.print_json(&value);
    }
    desk.terminal.page().wrapped(ink::TITLE, 0, &clean(&open.game.header().title))?;
    if desk.terminal.interactive && !command.all {
        return step_through(desk, &open, &line);
    }
    for turn in &line {
        desk.terminal.page().gap()?;
        show_turn(desk, &open, *turn, false)?;
    }
    Ok(())
}

/// Shows a turn at a time, forward and back, as long as the user likes.
fn step_through(desk: &mut Desk<'_>, open: &OpenGame, line: &[u32]) -> Result<(), Failure> {
    let mut at = 0;
    while let Some(turn) = line.get(at) {
        desk.terminal.talk().gap()?;
        show_turn(desk, open, *turn, false)?;
        let look = desk.terminal.talk().look;
        let prompt = format!(
            "{} on, {} back, a number, {} leave: ",
            look.paint(ink::TYPE, "Enter"),
            look.paint(ink::TYPE, "b"),
            look.paint(ink::TYPE, "q")
        );
        match desk.terminal.ask(&prompt)?.as_deref() {
            None | Some("q" | "quit") => return Ok(()),
            Some("") => at += 1,
            Some("b" | "back") => at = at.saturating_sub(1),
            Some(text) => match text.parse().ok().and_then(|number: u32| line.binary_search(&number).ok()) {
                Some(place) => at = place,
                None => desk.terminal.talk().wrapped(ink::ERROR, 0, &format!("No: there is no turn {text:?} here"))?,
            },
        }
    }
    Ok(desk.terminal.talk().line("The game has come no further.")?)
}

fn show_turn(desk: &mut Desk<'_>, open: &OpenGame, turn: u32, cite: bool) -> Result<(), Failure> {
    let played = open.played(turn)?;
    let view = ResolutionView { cite, lit: false, verbose: desk.verbose };
    let undone = if open.game.save().lineage().counts(turn) { "" } else { ", undone" };
    let mut page = desk.terminal.page();
    page.heading(&clean(&format!("Turn {turn}{undone}: {}", played.command.procedure)))?;
    Ok(played.with(&*open.book, |matter| resolution::show(matter, &played.settled, view, &mut page))??)
}

fn turn_json(open: &OpenGame, turn: u32) -> Result<Value, Failure> {
    let played = open.played(turn)?;
    let told = played.with(&*open.book, |matter| resolution::to_json(matter, &played.settled))?;
    let mut value = json!({ "number": turn, "counts": open.game.save().lineage().counts(turn) });
    if let (Value::Object(value), Value::Object(told)) = (&mut value, told) {
        value.extend(told.into_iter().filter(|(name, _)| name != "seed"));
    }
    Ok(value)
}

fn text_of(problem: &Problem) -> String {
    let hint = if problem.hint.is_empty() { String::new() } else { format!(" ({})", problem.hint) };
    format!("{}: {}{hint}", problem.place, problem.why)
}
