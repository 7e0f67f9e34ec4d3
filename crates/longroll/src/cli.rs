//! What can be typed. Each command keeps its own flags, help and examples in its own file.

use std::ffi::OsString;
use std::path::PathBuf;

use anstyle::{AnsiColor, Color, Effects, Style};
use clap::builder::Styles;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::commands::{
    battle, charts, completions, coverage, game, man, muster, odds, play, procedures, replay, resolve, rulebooks,
    schema, serve, study, tour, verify,
};
use crate::failure::{Failure, Problem};
use crate::terminal::{Colour, Terminal};

const EXAMPLES: &str = "\
Examples:
  longroll tour                                  look around
  longroll charts elephant fire-results          one chart
  longroll odds elephant fire --example 1        exact odds of a volley
  longroll resolve elephant fire --example 1 --dice 7
                                                 the same volley, your die
  longroll resolve elephant fire                 asks for everything
  longroll game new elephant ford.longroll --seat Anna --seat Ben
                                                 an evening with dice to prove
  longroll play training-toll-gate --rulebook elephant
                                                 a battle on a map

Exit codes: 0 success, 1 the rules say no, 2 bad input.";

/// The umpire for American Civil War wargames.
///
/// Long Roll knows rulebooks by heart: it shows their charts, tells exact odds before the dice fall, takes the dice you
/// roll at your own table or rolls fair ones, and names the rule for everything it says.
#[derive(Debug, Parser)]
#[command(name = "longroll", version, after_help = EXAMPLES, styles = STYLES, max_term_width = 80, next_line_help = false)]
#[command(subcommand_required = true, arg_required_else_help = true)]
pub struct Cli {
    /// What every command understands.
    #[command(flatten)]
    pub global: Global,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What every command understands.
#[derive(Args, Debug)]
#[command(next_help_heading = "Everywhere")]
pub struct Global {
    /// Print JSON for programs; errors too, on the error stream
    #[arg(long, global = true)]
    pub json: bool,

    /// Play by the house rules in FOLDER/RULEBOOK/*.tsv and switches.toml
    #[arg(long, global = true, value_name = "FOLDER")]
    pub house: Option<PathBuf>,

    /// Use colour: auto, always or never; NO_COLOR and CLICOLOR are honoured
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", hide_possible_values = true)]
    pub color: Colour,

    /// Show more: events, the charts with their cells lit, how odds were counted
    #[arg(short, long, global = true)]
    pub verbose: bool,
}

/// What to do.
#[derive(Debug, Subcommand)]
#[expect(missing_docs, reason = "each command says what it does in its own file, where the help is read from")]
pub enum Command {
    Rulebooks(rulebooks::Rulebooks),
    Charts(charts::Charts),
    Procedures(procedures::Procedures),
    Schema(schema::Schema),
    Resolve(resolve::Resolve),
    Odds(odds::Odds),
    Muster(muster::Muster),
    Battle(battle::BattleCommand),
    Play(play::Play),
    Replay(replay::Replay),
    Study(study::Study),
    Game(game::GameCommand),
    Serve(serve::Serve),
    Verify(verify::Verify),
    Coverage(coverage::Coverage),
    Tour(tour::Tour),
    Completions(completions::Completions),
    Man(man::Man),
}

const STYLES: Styles = Styles::styled()
    .header(Style::new().effects(Effects::BOLD))
    .usage(Style::new().effects(Effects::BOLD))
    .literal(Style::new().fg_color(Some(Color::Ansi(AnsiColor::Cyan))))
    .placeholder(Style::new().fg_color(Some(Color::Ansi(AnsiColor::Yellow))));

/// Which colours an unreadable command line still asks for.
pub fn wanted_colour(arguments: &[OsString]) -> Colour {
    let text = |argument: &OsString| argument.to_string_lossy().into_owned();
    let after = |place: usize| arguments.get(place + 1).map(text).unwrap_or_default();
    let named = arguments.iter().enumerate().find_map(|(place, argument)| match text(argument).as_str() {
        "--color" => Some(after(place)),
        joined => joined.strip_prefix("--color=").map(str::to_owned),
    });
    named.and_then(|name| Colour::from_str(&name, true).ok()).unwrap_or(Colour::Auto)
}

/// Whether a command line asks for JSON, however little of the rest can be read.
pub fn wants_json(arguments: &[OsString]) -> bool {
    arguments.iter().take_while(|argument| *argument != "--").any(|argument| argument == "--json")
}

/// What is wrong with a command line, for a program.
fn problem(error: &clap::Error) -> Problem {
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        return Problem::at("", "something is missing behind this command").hint("--help says what may follow");
    }
    let place = match error.get(ContextKind::InvalidArg) {
        Some(ContextValue::String(argument)) => argument.split([' ', '=']).next().unwrap_or_default().to_owned(),
        _ => String::new(),
    };
    let text = error.render().to_string();
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut paragraphs = text.split("\n\n").map(one_line).filter(|paragraph| !paragraph.is_empty());
    let first = paragraphs.next().unwrap_or_default();
    let why = first.strip_prefix("error: ").unwrap_or(&first).to_owned();
    Problem::at(place, why).hint(paragraphs.collect::<Vec<_>>().join("; "))
}

/// Shows help, the version or what is wrong with the command line, and gives the exit code.
pub fn show_usage(error: &clap::Error, json: bool, terminal: &mut Terminal) -> u8 {
    let asked = matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion);
    if json && !asked {
        return Failure::from(problem(error)).show(terminal, json);
    }
    let mut page = if asked { terminal.page() } else { terminal.aside() };
    let rendered = error.render();
    let text = if page.look.colour { rendered.ansi().to_string() } else { rendered.to_string() };
    let text = format!("{}\n", text.trim_end());
    // Whoever stops reading has read enough.
    let _ = page.write(text);
    let _ = terminal.flush();
    if asked { 0 } else { crate::failure::BAD }
}
