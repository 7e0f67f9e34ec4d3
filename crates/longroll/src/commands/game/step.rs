//! `longroll game answer`, `dice`, `roll` and `withdraw`: what an order that waits is given.

use std::path::{Path, PathBuf};

use clap::Args;
use engine::Waiting;
use engine::game::AnyProgress;

use crate::desk::Desk;
use crate::dice::face;
use crate::evening::order::{self, Hand, Step, go_on};
use crate::evening::{Key, OpenGame, refused};
use crate::failure::Failure;
use crate::ink;
use crate::report::resolution::ResolutionView;
use crate::settle::parse_answer;
use crate::text::clean;

const EXAMPLES_ANSWER: &str = "\
Examples:
  longroll game answer ford.longroll combined
  longroll game answer ford.longroll yes

longroll game show FILE says what is asked.

Exit codes: 0 settled, 1 the rules say no, 2 bad input, or it waits again.";

const EXAMPLES_DICE: &str = "\
Examples:
  longroll game dice ford.longroll 7
  longroll game dice ford.longroll 4,4,2

Exit codes: 0 settled, 1 the rules say no, 2 bad input, or it waits again.";

const EXAMPLES_ROLL: &str = "\
Examples:
  longroll game roll ford.longroll

Exit codes: 0 settled, 1 the rules say no, 2 bad input, or it waits again.";

const EXAMPLES_WITHDRAW: &str = "\
Examples:
  longroll game withdraw ford.longroll

Exit codes: 0 taken back, 1 a die has fallen for it, 2 bad input.";

/// Answer the question that an order waits for
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES_ANSWER)]
pub struct Answer {
    /// The game
    #[arg(value_name = "FILE")]
    path: PathBuf,

    /// The answer, or the beginning of just one
    #[arg(value_name = "TEXT")]
    text: String,
}

/// Type the dice that an order waits for
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES_DICE)]
pub struct Dice {
    /// The game
    #[arg(value_name = "FILE")]
    path: PathBuf,

    /// The dice as they fell: 7,3,5
    #[arg(value_name = "FACES", value_delimiter = ',', value_parser = face, required = true)]
    faces: Vec<u8>,
}

/// Have the program throw the dice that an order waits for
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES_ROLL)]
pub struct Roll {
    /// The game
    #[arg(value_name = "FILE")]
    path: PathBuf,
}

/// Take back the order that waits, as long as no die has fallen for it
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES_WITHDRAW)]
pub struct Withdraw {
    /// The game
    #[arg(value_name = "FILE")]
    path: PathBuf,
}

pub(super) fn answer(command: &Answer, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let mut open = waiting_game(desk, &command.path)?;
    let text = match open.waiting()? {
        Some(Waiting::Answer(question)) => {
            let known = parse_answer(&question, &command.text.trim().to_lowercase());
            known.map_or_else(|| command.text.clone(), |choice| question.choices.text(choice))
        }
        // The engine says what it waits for instead.
        _ => command.text.clone(),
    };
    if order::needs_key(&open) && open.game.secret().is_none() {
        return Err(open.no_key());
    }
    let step = open.game.answer(&text);
    finish(desk, &mut open, step)
}

pub(super) fn dice(command: &Dice, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let mut open = waiting_game(desk, &command.path)?;
    let Some(Waiting::Dice { throw, .. }) = open.waiting()? else {
        let step = open.game.throw_typed(&command.faces);
        return finish(desk, &mut open, step);
    };
    let first = usize::from(throw.count()).min(command.faces.len());
    let (now, later) = command.faces.split_at(first);
    let step = open.game.throw_typed(now).map_err(|halt| order::failure(&open, halt))?;
    let hand = Hand::new(desk, later, false);
    settle(desk, &mut open, step, hand)
}

pub(super) fn roll(command: &Roll, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let mut open = waiting_game(desk, &command.path)?;
    if open.game.secret().is_none() {
        return Err(open.no_key());
    }
    let step = open.game.roll_it();
    finish(desk, &mut open, step)
}

pub(super) fn withdraw(command: &Withdraw, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let mut open = waiting_game(desk, &command.path)?;
    open.game.withdraw().map_err(|refusal| refused(refusal, "longroll game show says what it waits for"))?;
    open.write()?;
    if desk.json {
        return desk.print_json(&order::place_json(&open));
    }
    let line = format!("The order is taken back; {} stands as before it.", open.path.display());
    Ok(desk.terminal.page().wrapped(ink::TITLE, 0, &clean(&line))?)
}

/// Opens a game in which an order waits.
fn waiting_game(desk: &Desk<'_>, path: &Path) -> Result<OpenGame, Failure> {
    let open = OpenGame::open(desk, path, Key::Wanted)?.at_a_table()?;
    if open.game.save().pending.is_none() {
        let hint = "longroll game order FILE PROCEDURE gives one";
        return Err(Failure::bad(path.display().to_string(), "no order waits in this game", hint));
    }
    Ok(open)
}

fn finish(desk: &mut Desk<'_>, open: &mut OpenGame, step: Step) -> Result<(), Failure> {
    let step = step.map_err(|halt| order::failure(open, halt))?;
    let hand = Hand::new(desk, &[], false);
    settle(desk, open, step, hand)
}

fn settle(desk: &mut Desk<'_>, open: &mut OpenGame, step: AnyProgress, hand: Hand) -> Result<(), Failure> {
    let left = go_on(desk, open, step, hand)?;
    let view = ResolutionView { cite: false, lit: false, verbose: desk.verbose };
    order::report(desk, open, left, view)
}
