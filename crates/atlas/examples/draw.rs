//! Draws battle folders in every style, for whoever works on the look of maps: it compiles in seconds, without the rulebooks.
//!
//!     cargo run -p atlas --example draw -- maps battles/brawners-farm battles/puebla
//!
//! Each battle gets a picture a style in the folder `maps`, and one with hexes a hundred yards across; so does `all-kinds`,
//! which has one of everything.

#[path = "../tests/fixture/mod.rs"]
mod fixture;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

use atlas::{Options, Style, draw};
use battle::muster::{Grain, GunScale, Scale};
use battle::{Files, folder, open};

/// A point of strength for a hundred men, and for each gun.
const HUNDREDS: Scale = Scale { foot: 100, horse: 100, guns: GunScale::About(1), grain: Grain::Regiment };

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args_os().skip(1).map(PathBuf::from);
    let out = arguments.next().ok_or("say where the pictures go, then which battles are drawn")?;
    fs::create_dir_all(&out)?;
    pictures("all-kinds", &fixture::files(), &out)?;
    for path in arguments {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        pictures(&name, &folder::read(&path)?, &out)?;
    }
    Ok(())
}

fn pictures(name: &str, files: &Files, out: &Path) -> Result<(), Box<dyn Error>> {
    let faults = |faults: Vec<battle::Fault>| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    let battle = open(files).map_err(faults)?;
    for style in Style::ALL {
        let options = Options { style, ..Options::default() };
        fs::write(out.join(format!("{name}-{}.svg", style.name())), draw(&battle, &options))?;
    }
    let options = Options { hex_yards: Some(100), scale: Some(HUNDREDS), ..Options::default() };
    fs::write(out.join(format!("{name}-hexes.svg")), draw(&battle, &options))?;
    Ok(())
}
