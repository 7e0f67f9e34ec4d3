//! `longroll completions`: what the Tab key knows.

use clap::{Args, CommandFactory};
use clap_complete::Shell;
use serde_json::json;

use crate::cli::Cli;
use crate::desk::Desk;
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  longroll completions bash > ~/.local/share/bash-completion/completions/longroll
  longroll completions zsh > ~/.zfunc/_longroll
  longroll completions fish > ~/.config/fish/completions/longroll.fish";

/// Print completions for a shell
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

pub(super) fn run(command: &Completions, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(command.shell, &mut Cli::command(), "longroll", &mut script);
    if desk.json {
        let shell = command.shell.to_string();
        return desk.print_json(&json!({ "shell": shell, "script": String::from_utf8_lossy(&script) }));
    }
    Ok(desk.terminal.page().write(String::from_utf8_lossy(&script))?)
}
