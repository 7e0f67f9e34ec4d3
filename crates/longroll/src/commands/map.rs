//! `longroll battle map`: a battle as a picture.

use std::fs;
use std::path::PathBuf;

use atlas::{Options, Style};
use clap::Args;
use engine::book::Ground;
use serde_json::json;

use super::battle::opened;
use crate::desk::Desk;
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  longroll battle map battles/brawners-farm -o brawner.svg
  longroll battle map battles/brawners-farm --style nato -o brawner.svg
  longroll battle map battles/brawners-farm --rulebook line-of-battle --hex-yards 100 -o hexes.svg";

/// Draw the map of a battle as SVG: ground, troops and names
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Map {
    /// The folder with battle.toml and ground.geojson
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// The rulebook the map is for; one that counts hexes gets a grid
    #[arg(long, value_name = "RULEBOOK")]
    rulebook: Option<String>,

    /// How many yards a hex is across
    #[arg(long, value_name = "YARDS", value_parser = clap::value_parser!(u32).range(20..=5_000))]
    hex_yards: Option<u32>,

    /// How troops are drawn: bars, stands or nato
    #[arg(long, value_name = "STYLE", default_value = "bars", value_parser = ["bars", "stands", "nato"])]
    style: String,

    /// The file to write; without it the picture is printed
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

pub(super) fn run(command: &Map, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let battle = opened(&command.folder, desk)?;
    let note = rulebook(command, desk)?;
    let style = Style::ALL.into_iter().find(|style| style.name() == command.style).unwrap_or_default();
    let picture = atlas::draw(&battle, &Options { style, hex_yards: command.hex_yards, note });
    let Some(file) = &command.output else {
        return Ok(desk.terminal.page().write(picture)?);
    };
    fs::write(file, &picture).map_err(|error| {
        let hint = "name a file in a folder that exists and may be written to";
        Failure::bad(file.display().to_string(), format!("cannot be written: {error}"), hint)
    })?;
    if desk.json {
        return desk.print_json(&json!({ "file": file.display().to_string(), "bytes": picture.len() }));
    }
    Ok(desk.terminal.page().line(format!("{} is drawn in {}", battle.plan.name, file.display()))?)
}

/// What the map says of its rulebook. One that counts hexes wants to know how wide they are.
fn rulebook(command: &Map, desk: &Desk<'_>) -> Result<Option<String>, Failure> {
    let Some(slug) = &command.rulebook else { return Ok(None) };
    let about = desk.book(slug)?.about();
    if about.ground == Ground::Hexes && command.hex_yards.is_none() {
        let why = format!("{} counts hexes, and a map has to know how wide they are", about.title);
        return Err(Failure::bad("--rulebook", why, "add --hex-yards with the yards a hex is across"));
    }
    Ok(Some(about.title.to_owned()))
}
