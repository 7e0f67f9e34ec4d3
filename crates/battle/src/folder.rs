//! Reading a folder from disk, for native programs.

use std::path::Path;
use std::{fs, io};

use crate::open::{Files, GROUND, PLAN};

/// LIMIT: bytes of a file. The largest battles have a hundredth of it.
const BYTES_MAX: u64 = 16 << 20;

/// The files of a folder that belong to a battle: TOML, GeoJSON, JSON and Markdown.
///
/// # Errors
///
/// The folder or a file in it cannot be read, or a file is too large.
pub fn read(folder: &Path) -> io::Result<Files> {
    let mut files = Files::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let known =
            path.extension().is_some_and(|kind| kind == "toml" || kind == "geojson" || kind == "json" || kind == "md");
        // A folder of that name would be told as a file that is missing.
        if [PLAN, GROUND].iter().any(|file| path.ends_with(file)) && path.is_dir() {
            let name = path.file_name().unwrap_or_default().display();
            return Err(io::Error::new(
                io::ErrorKind::IsADirectory,
                format!("{name} is a folder, and should be a file"),
            ));
        }
        let Some(name) = path.file_name().and_then(|name| name.to_str()).filter(|_| known && path.is_file()) else {
            continue;
        };
        if fs::metadata(&path)?.len() > BYTES_MAX {
            return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("{name} is too large for a battle")));
        }
        files.insert(name.to_owned(), fs::read(&path)?);
    }
    Ok(files)
}
