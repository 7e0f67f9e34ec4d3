//! `longroll game order`: settles a procedure inside a game.

use std::path::PathBuf;

use clap::Args;
use engine::Side;
use engine::game::DiceMode;
use serde_json::json;

use crate::desk::{Desk, procedure};
use crate::dice::face;
use crate::evening::order::{self, Hand, go_on};
use crate::evening::{Key, OpenGame, file};
use crate::failure::{Failure, NO, Problem};
use crate::report::resolution::ResolutionView;
use crate::session::Session;
use crate::subject::{Circumstances, missing};

const EXAMPLES: &str = "\
Examples:
  longroll game order ford.longroll fire                       asks for it all
  longroll game order ford.longroll fire --example 1           rolls fair dice
  longroll game order ford.longroll fire --example 1 --dice 7  your own die
  longroll game order ford.longroll fire --input volley.json --typed
  longroll game order ford.longroll fire -e 2 --answer combine-fire=separate

An order that nobody can answer for is kept in the file and goes on with
longroll game answer, dice or roll, or is taken back with withdraw.

Exit codes: 0 settled, 1 the rules say no, 2 bad input, or the order waits.";

/// Settle a procedure in a game, as its next turn
///
/// The program throws its own dice, which the closed game proves. With --typed or --dice you throw; typed dice are marked
/// as such, and prove nothing. The file is written before anybody is asked and before anything is shown.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Order {
    /// The game
    #[arg(value_name = "FILE")]
    path: PathBuf,

    /// The procedure, as `longroll procedures` names it
    #[arg(value_name = "PROCEDURE")]
    procedure: String,

    #[command(flatten)]
    circumstances: Circumstances,

    /// The dice as they fell: 7,3,5
    #[arg(short, long, value_name = "FACES", value_delimiter = ',', value_parser = face, conflicts_with = "typed")]
    dice: Option<Vec<u8>>,

    /// Say which dice to throw, and take them one throw at a time
    #[arg(short, long)]
    typed: bool,

    /// Show the wording of every rule that played a part
    #[arg(short, long)]
    cite: bool,
}

pub(super) fn run(command: &Order, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let mut open = OpenGame::open(desk, &command.path, Key::Wanted)?.at_a_table()?;
    let slug = open.book.about().slug;
    let procedure = procedure(&*open.book, &command.procedure)?;
    let name = procedure.name();
    // Nothing is asked for that could not be settled.
    if let Some(waiting) = open.waiting()? {
        return Err(order::still_waiting(&open, &waiting));
    }
    if open.game.is_closed() {
        let why = "the game is closed, and its secret shown: everybody could know its next dice";
        let hint = format!("longroll game branch {} {} NEWFILE plays on", file::typed(&open.path), open.game.turn());
        let problem = Problem::at(open.path.display().to_string(), why).hint(hint);
        return Err(Failure::Problems { code: NO, problems: vec![problem] });
    }
    let mode = if command.typed || command.dice.is_some() { DiceMode::Typed } else { DiceMode::Live };
    if mode == DiceMode::Live && open.game.secret().is_none() {
        return Err(open.no_key());
    }
    let orders = command.circumstances.orders(&*open.book)?;
    let situation = match command.circumstances.situation(desk, slug, procedure)? {
        Some(situation) => situation,
        None if !desk.terminal.interactive => return Err(missing(slug, name)),
        None => {
            let session = Session { book: &*open.book, procedure, orders: orders.clone() };
            match session.ask_situation(desk, None)? {
                Some(situation) => situation,
                None => return Ok(()),
            }
        }
    };
    for side in Side::ALL {
        open.game.set_standing_orders(side, orders.clone());
    }
    let given = json!({ "procedure": name, "situation": situation });
    let first = open.game.order(&given, mode).map_err(|halt| Failure::of_stopped(halt.into(), slug, procedure))?;
    let hand = Hand::new(desk, command.dice.as_deref().unwrap_or_default(), command.typed);
    let left = go_on(desk, &mut open, first, hand)?;
    let view = ResolutionView { cite: command.cite, lit: false, verbose: desk.verbose };
    order::report(desk, &open, left, view)
}
