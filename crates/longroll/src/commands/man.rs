//! `longroll man`: manual pages from the same source as the help.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, CommandFactory};
use clap_mangen::Man as Page;

use crate::cli::Cli;
use crate::desk::Desk;
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  longroll man | man -l -
  longroll man --out ~/.local/share/man/man1";

/// Print the manual page, or write all pages into a folder
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Man {
    /// Write longroll.1 and one page a command into this folder
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

pub(super) fn run(command: &Man, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let cli = Cli::command().disable_help_subcommand(true);
    let Some(folder) = &command.out else {
        let page = rendered(cli)?;
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
    let mut pages: Vec<(String, clap::Command)> = vec![("longroll".to_owned(), cli.clone())];
    for sub in cli.get_subcommands() {
        let name = format!("longroll-{}", sub.get_name());
        pages.push((name.clone(), sub.clone().display_name(&name).bin_name(&name)));
    }
    for (name, page) in pages {
        let path = folder.join(format!("{name}.1"));
        fs::write(&path, rendered(page)?).map_err(|error| broken(&path, error))?;
        desk.terminal.page().line(path.display())?;
    }
    Ok(())
}

fn rendered(command: clap::Command) -> Result<Vec<u8>, Failure> {
    let mut page = Vec::new();
    Page::new(command).render(&mut page)?;
    Ok(page)
}
