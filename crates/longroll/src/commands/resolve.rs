//! `longroll resolve`: settles a procedure, with its citations.

use clap::Args;

use crate::clipboard;
use crate::desk::{Desk, procedure};
use crate::dice::{Seed, face};
use crate::failure::Failure;
use crate::report::resolution::{self, ResolutionView};
use crate::session::Session;
use crate::settle::{Matter, Settled, Source, settle};
use crate::subject::Subject;

const EXAMPLES: &str = "\
Examples:
  longroll resolve elephant fire                       asks for everything
  longroll resolve elephant fire --example 1           rolls fair dice
  longroll resolve elephant fire --example 1 --dice 7  your own die
  longroll resolve elephant fire --example 1 --typed   says which dice to throw
  longroll resolve elephant fire --example 1 --set range_yards=90 --cite
  longroll resolve elephant fire --example 2 --answer combine-fire=separate
  longroll resolve elephant fire --input volley.json --json

Exit codes: 0 settled, 1 the rules say no, 2 bad input.";

/// Settle a procedure: the result, its dice and modifiers, and the rules
///
/// Without a situation (--input or --example) it asks for one in a terminal, field by field, shows the odds, and takes
/// your dice or rolls.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Resolve {
    #[command(flatten)]
    subject: Subject,

    /// The dice as they fell, all of them and no more: 7,3,5
    #[arg(short, long, value_name = "FACES", value_delimiter = ',', value_parser = face, allow_negative_numbers = true, conflicts_with_all = ["typed", "seed"])]
    dice: Option<Vec<u8>>,

    /// Say which dice to throw, and take them one throw at a time
    #[arg(short, long)]
    typed: bool,

    /// Roll the dice of this seed (up to 64 hexadecimal digits) instead of fresh ones
    #[arg(long, value_name = "HEX", value_parser = Seed::parse, conflicts_with = "typed")]
    seed: Option<Seed>,

    /// Show the wording of every rule that played a part
    #[arg(short, long)]
    cite: bool,
}

pub(super) fn run(command: &Resolve, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let subject = &command.subject;
    let book = desk.book(&subject.slug)?;
    let procedure = procedure(&*book, &subject.procedure)?;
    let orders = subject.orders(&*book)?;
    let session = Session { book: &*book, procedure, orders };
    let Some(situation) = subject.situation(desk, procedure)? else {
        // Somebody who says that he types is asked over a pipe as well; a script that forgot its situation is not.
        if !desk.terminal.interactive && !command.typed {
            return Err(subject.missing());
        }
        let Some(situation) = session.ask_situation(desk, None)? else {
            return if desk.terminal.interactive { Ok(()) } else { Err(ended()) };
        };
        return match session.play(desk, situation, true)? {
            Some((situation, settled)) => {
                let matter = Matter { book: &*book, procedure, situation: &situation, orders: &session.orders };
                desk.terminal.talk().gap()?;
                show(command, desk, &matter, &settled, true)?;
                offer_copy(desk, &matter, &settled)
            }
            None if desk.terminal.interactive => Ok(()),
            None => Err(ended()),
        };
    };
    let matter = Matter { book: &*book, procedure, situation: &situation, orders: &session.orders };
    let source = match (&command.dice, command.seed) {
        (Some(faces), _) => Source::Given(faces.clone()),
        (None, _) if command.typed => Source::Typed,
        (None, Some(seed)) => Source::Rolled(seed),
        (None, None) => Source::Rolled(Seed::fresh()?),
    };
    // Dice come over a pipe as well; a question does not, so that a script never answers one by accident.
    match settle(desk, &matter, &source, desk.terminal.interactive)? {
        Some(settled) => show(command, desk, &matter, &settled, false),
        None if desk.terminal.interactive => Ok(()),
        None => Err(ended()),
    }
}

/// What to say when a pipe has run dry.
fn ended() -> Failure {
    Failure::bad("--typed", "the input ended before everything was typed", "give all dice with --dice")
}

/// One key copies the result line; any other leaves.
fn offer_copy(desk: &mut Desk<'_>, matter: &Matter<'_>, settled: &Settled) -> Result<(), Failure> {
    desk.terminal.talk().gap()?;
    let line = desk.terminal.ask("y copies the result line, Enter leaves: ")?;
    if matches!(line.as_deref(), Some("y" | "copy")) {
        clipboard::copy(desk.terminal, &resolution::line(matter, settled))?;
    }
    Ok(())
}

fn show(
    command: &Resolve,
    desk: &mut Desk<'_>,
    matter: &Matter<'_>,
    settled: &Settled,
    lit: bool,
) -> Result<(), Failure> {
    if desk.json {
        return desk.print_json(&resolution::to_json(matter, settled));
    }
    let view = ResolutionView { cite: command.cite, lit, verbose: desk.verbose };
    Ok(resolution::show(matter, settled, view, &mut desk.terminal.page())?)
}
