//! The command line of Long Roll.
//!
//! In reading order: [`cli`] says what can be typed, [`commands`] has one file a command, [`subject`] finds the situation
//! a command is about, [`settle`] brings a procedure to its end, [`report`] draws what came of it, [`guide`] asks for a
//! situation field by field, [`theatre`] plays battles on a map, [`html`] prints pages. [`terminal`] is the only door to the outside, so that tests can stand in for it.
//!
//! Nothing here knows a rulebook: everything comes through the façade.

pub mod cli;
pub mod clipboard;
pub mod commands;
pub mod desk;
pub mod dice;
pub mod evening;
pub mod failure;
pub mod guide;
pub mod house;
pub mod html;
pub mod ink;
pub mod report;
pub mod session;
pub mod settle;
pub mod subject;
pub mod suggest;
pub mod table;
pub mod terminal;
pub mod text;
pub mod theatre;

use std::ffi::OsString;

use clap::Parser;
use terminal::Terminal;

/// Obeys one command line, and gives the exit code: 0 success, 1 the rules say no, 2 bad input.
pub fn run(arguments: impl IntoIterator<Item = impl Into<OsString> + Clone>, terminal: &mut Terminal) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    let cli = match cli::Cli::try_parse_from(&arguments) {
        Ok(cli) => cli,
        Err(error) => {
            terminal.heed(cli::wanted_colour(&arguments), false);
            return cli::show_usage(&error, cli::wants_json(&arguments), terminal);
        }
    };
    terminal.heed(cli.global.color, cli.global.json);
    let done = commands::run(&cli, terminal).and_then(|()| Ok(terminal.flush()?));
    match done {
        Ok(()) => 0,
        Err(failure) => failure.show(terminal, cli.global.json),
    }
}
