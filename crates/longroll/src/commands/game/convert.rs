//! `longroll game convert` and `longroll game salvage`: the same game in the other form, and what is left of a damaged one.

use std::path::{Path, PathBuf};

use clap::Args;
use engine::game::Save;
use serde_json::json;

use crate::desk::Desk;
use crate::evening::{chain_of, file, is_binary, key, problem, read_save};
use crate::failure::{Failure, Problem};
use crate::ink;
use crate::text::{clean, counted};

const EXAMPLES_CONVERT: &str = "\
Examples:
  longroll game convert ford.longroll ford.bin        compact
  longroll game convert ford.bin ford-again.longroll  text again, byte for byte

Exit codes: 0 written, 2 the file is no game, or a damaged one.";

const EXAMPLES_SALVAGE: &str = "\
Examples:
  longroll game salvage damaged.longroll saved.longroll

Exit codes: 0 written, 2 not even the beginning is whole.";

/// Turn the text of a game into its compact form, or back
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES_CONVERT)]
pub struct Convert {
    /// The game
    #[arg(value_name = "FILE")]
    path: PathBuf,

    /// The file to write; it must not exist yet
    #[arg(value_name = "OUT")]
    out: PathBuf,
}

/// Keep the longest part of a damaged game whose chain holds
///
/// Says how many lines were dropped, and why. Only the text form can be salvaged. Show the others what you dropped: a game
/// that was cut short on purpose looks the same.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES_SALVAGE)]
pub struct Salvage {
    /// The damaged game
    #[arg(value_name = "FILE")]
    path: PathBuf,

    /// The file to write; it must not exist yet
    #[arg(value_name = "OUT")]
    out: PathBuf,
}

pub(super) fn convert(command: &Convert, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let bytes = file::read(&command.path)?;
    let save = read_save(&command.path, &bytes)?;
    let (form, turned) = if is_binary(&bytes) {
        ("text", save.to_text().into_bytes())
    } else {
        ("compact", save.to_binary().map_err(|fault| problem(&command.path, fault))?)
    };
    file::create(&command.out, &turned, false)?;
    if desk.json {
        return desk.print_json(&json!({
            "file": command.out.display().to_string(),
            "form": form,
            "bytes": turned.len(),
            "chain": chain_of(&save),
        }));
    }
    let mut page = desk.terminal.page();
    let line = format!("{}: {form}, {} bytes", command.out.display(), turned.len());
    page.wrapped(ink::TITLE, 0, &clean(&line))?;
    page.wrapped(ink::FAINT, 0, &format!("Chain {}", chain_of(&save)))?;
    mind_key(desk, &save, &command.path, &command.out)
}

pub(super) fn salvage(command: &Salvage, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let path = &command.path;
    let bytes = file::read(path)?;
    if is_binary(&bytes) {
        return Err(Failure::bad(
            path.display().to_string(),
            "the compact form has one checksum for everything, so no part of it can be told apart",
            "ask for another copy",
        ));
    }
    let salvaged = Save::salvage(&bytes).map_err(|fault| problem(path, fault))?;
    file::create(&command.out, salvaged.save.to_text().as_bytes(), false)?;
    let turns = salvaged.save.lineage().turns();
    let why = salvaged.fault.map(|fault| {
        let Problem { place, why, .. } = problem(path, fault);
        format!("{place}: {why}")
    });
    if desk.json {
        return desk.print_json(&json!({
            "file": command.out.display().to_string(),
            "turns": turns,
            "kept-lines": salvaged.kept_lines,
            "dropped-lines": salvaged.dropped_lines,
            "why": why,
            "chain": chain_of(&salvaged.save),
        }));
    }
    let mut page = desk.terminal.page();
    let kept = counted(salvaged.kept_lines, "line", "lines");
    let turns = counted(turns as usize, "turn", "turns");
    let line = match why {
        None => format!("{} is whole: nothing was dropped, {turns} kept", path.display()),
        Some(_) => {
            let dropped = counted(salvaged.dropped_lines, "line", "lines");
            format!("{dropped} dropped; {kept} with {turns} kept in {}", command.out.display())
        }
    };
    page.wrapped(ink::TITLE, 0, &clean(&line))?;
    if let Some(why) = why {
        page.wrapped(ink::PLAIN, 0, &clean(&format!("Because {why}")))?;
    }
    mind_key(desk, &salvaged.save, path, &command.out)
}

/// Says where the key of a copy has to stand.
fn mind_key(desk: &mut Desk<'_>, save: &Save, from: &Path, to: &Path) -> Result<(), Failure> {
    let (has, wants) = (key::path_of(from), key::path_of(to));
    if save.is_finished() || has == wants || !has.is_file() {
        return Ok(());
    }
    let line = format!("The key stays in {}; to roll in the copy, put it into {}", has.display(), wants.display());
    Ok(desk.terminal.page().wrapped(ink::FAINT, 0, &clean(&line))?)
}
