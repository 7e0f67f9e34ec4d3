//! `longroll battle map`: a battle as a picture.

use std::fs;
use std::path::PathBuf;

use atlas::{Options, Style};
use battle::Battle;
use clap::Args;
use engine::book::{Measure, Scale};
use field::ground::YARD;
use serde_json::json;

use super::battle::opened;
use super::muster_roll::{chosen, counted_by};
use crate::desk::Desk;
use crate::failure::Failure;

const EXAMPLES: &str = "\
Examples:
  longroll battle map battles/brawners-farm -o brawner.svg
  longroll battle map battles/brawners-farm --style nato -o brawner.svg
  longroll battle map battles/brawners-farm --rulebook line-of-battle -o hexes.svg";

/// Draw the map of a battle as SVG: ground, troops and names
///
/// With --json the answer is one object: battle, style, file, bytes and svg. The picture stands in svg unless it went into
/// a file; then svg is null, and otherwise file is.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Map {
    /// A folder with battle.toml and ground.geojson, or a shipped battle by its name
    #[arg(value_name = "BATTLE")]
    folder: String,

    /// The rulebook the map is for; one that counts hexes gets a grid, and its troops as counters
    #[arg(long, value_name = "RULEBOOK")]
    rulebook: Option<String>,

    /// How many yards a hex is across, if not what the rulebook says
    #[arg(long, value_name = "YARDS", value_parser = clap::value_parser!(u32).range(20..=5_000))]
    hex_yards: Option<u32>,

    /// How troops are drawn: bars, stands or nato
    #[arg(long, value_name = "STYLE", default_value = "bars", value_parser = ["bars", "stands", "nato"])]
    style: String,

    /// The file to write; without it the picture is printed
    #[arg(short, long, value_name = "FILE", alias = "output")]
    out: Option<PathBuf>,
}

pub(super) fn run(command: &Map, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let battle = opened(&command.folder)?;
    let (note, scale) = rulebook(command, &battle, desk)?;
    let of_rulebook = match scale.map(|scale| scale.ground) {
        Some(Measure::Hex { yards }) => Some(u32::from(yards)),
        _ => None,
    };
    let hex_yards = command.hex_yards.or(of_rulebook);
    if let Some(yards) = command.hex_yards {
        fits_on(&battle, yards)?;
    }
    let style = Style::ALL.into_iter().find(|style| style.name() == command.style).unwrap_or_default();
    let picture = atlas::draw(&battle, &Options { style, hex_yards, scale: scale.as_ref().map(counted_by), note });
    if let Some(file) = &command.out {
        fs::write(file, &picture).map_err(|error| {
            let hint = "name a file in a folder that exists and may be written to";
            Failure::bad(file.display().to_string(), format!("cannot be written: {error}"), hint)
        })?;
    }
    let file = command.out.as_ref().map(|file| file.display().to_string());
    if desk.json {
        let (name, bytes) = (&battle.plan.name, picture.len());
        let svg = Some(&picture).filter(|_| file.is_none());
        let answer = json!({ "battle": name, "style": style.name(), "file": file, "bytes": bytes, "svg": svg });
        return desk.print_json(&answer);
    }
    match file {
        Some(file) => Ok(desk.terminal.page().line(format!("{} is drawn in {file}", battle.plan.name))?),
        None => Ok(desk.terminal.page().write(picture)?),
    }
}

/// A hex that is wider than the map would be all there is to see.
fn fits_on(battle: &Battle, hex_yards: u32) -> Result<(), Failure> {
    let edge = battle.ground.extent().north_east;
    let (east, north) = (edge.x / YARD, edge.y / YARD);
    if i64::from(hex_yards) <= i64::from(east.min(north)) {
        return Ok(());
    }
    let reason = format!("a hex of {hex_yards} yards is wider than the map");
    Err(Failure::bad("--hex-yards", reason, format!("the map is {east} by {north} yards: choose narrower hexes")))
}

/// What the map says of its rulebook, and the scale of that.
fn rulebook(command: &Map, battle: &Battle, desk: &Desk<'_>) -> Result<(Option<String>, Option<Scale>), Failure> {
    let Some(slug) = &command.rulebook else { return Ok((None, None)) };
    let book = desk.book(slug)?;
    let title = book.about().title;
    let scale = chosen(&*book, &battle.plan, None)?;
    // The map says the width of its hexes by itself.
    let note = match scale.ground {
        Measure::Hex { .. } => title.to_owned(),
        measure => format!("{title} · {}", measure.words()),
    };
    Ok((Some(note), Some(scale)))
}
