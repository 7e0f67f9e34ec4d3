//! `longroll man`: manual pages from the same source as the help.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, CommandFactory};
use clap_mangen::Man as Page;
use serde_json::json;

use crate::cli::Cli;
use crate::desk::Desk;
use crate::failure::Failure;
use crate::suggest;

const EXAMPLES: &str = "\
Examples:
  longroll man | man -l -
  longroll man odds | man -l -
  longroll man --out ~/.local/share/man/man1";

/// Print a manual page, or write all pages into a folder
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Man {
    /// The command whose page to print, such as `odds` or `game undo`
    #[arg(value_name = "COMMAND")]
    command: Vec<String>,

    /// Write longroll.1 and a page for every command, also those inside others, into this folder
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    out: Option<PathBuf>,
}

pub(super) fn run(command: &Man, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let mut pages = Vec::new();
    gather(&Cli::command().disable_help_subcommand(true), "longroll".to_owned(), &mut pages);
    let Some(folder) = &command.out else {
        let wanted = ["longroll"].into_iter().chain(command.command.iter().map(String::as_str));
        let wanted = wanted.collect::<Vec<_>>().join("-");
        let Some((_, page)) = pages.iter().find(|(name, _)| *name == wanted) else {
            let known = pages.iter().filter_map(|(name, _)| name.strip_prefix("longroll-"));
            let hint = suggest::or_look(&command.command.join("-"), known, "longroll --help lists the commands");
            return Err(Failure::bad("", format!("there is no command {:?}", command.command.join(" ")), hint));
        };
        let page = rendered(page.clone())?;
        if desk.json {
            return desk.print_json(&json!({ "name": wanted, "page": String::from_utf8_lossy(&page) }));
        }
        return Ok(desk.terminal.page().write(String::from_utf8_lossy(&page))?);
    };
    let broken = |path: &Path, error: std::io::Error| {
        Failure::bad(
            path.display().to_string(),
            format!("cannot write here: {error}"),
            "name another folder with --out",
        )
    };
    fs::create_dir_all(folder).map_err(|error| broken(folder, error))?;
    let mut files = Vec::new();
    for (name, page) in pages {
        let path = folder.join(format!("{name}.1"));
        fs::write(&path, rendered(page)?).map_err(|error| broken(&path, error))?;
        files.push(path.display().to_string());
    }
    if desk.json {
        return desk.print_json(&json!({ "files": files }));
    }
    for file in files {
        desk.terminal.page().line(file)?;
    }
    Ok(())
}

/// The pages of a command and of all commands inside it, each under its whole name.
fn gather(command: &clap::Command, name: String, pages: &mut Vec<(String, clap::Command)>) {
    for inner in command.get_subcommands().filter(|inner| inner.get_name() != "help") {
        gather(inner, format!("{name}-{}", inner.get_name()), pages);
    }
    let page = command.clone().disable_help_subcommand(true).display_name(&name).bin_name(name.replace('-', " "));
    pages.push((name, page));
}

fn rendered(command: clap::Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    Page::new(command).render(&mut page)?;
    Ok(page)
}
