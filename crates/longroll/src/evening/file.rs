//! The file of a game: read whole, replaced whole, and never over what somebody else wrote meanwhile.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use engine::game::SAVE_BYTES_MAX;

use crate::failure::Failure;

/// The path as it can be typed again: in quotes where a space or a sign would break it up.
pub fn typed(path: &Path) -> String {
    let shown = path.display().to_string();
    let plain = |c: char| c.is_alphanumeric() || "/\\._-+:@%,~".contains(c);
    if !shown.is_empty() && shown.chars().all(plain) { shown } else { format!("'{}'", shown.replace('\'', r"'\''")) }
}

/// Reads a whole file, if it can be a game.
pub fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let shown = path.display().to_string();
    if path.is_dir() {
        return Err(Failure::bad(shown, "this is a folder", "name the file of a game in it"));
    }
    let bytes = read_at_most(path, SAVE_BYTES_MAX as u64 + 1).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => {
            Failure::bad(&shown, "there is no such file", "check the path; longroll game new RULEBOOK FILE begins one")
        }
        _ => Failure::bad(&shown, format!("cannot be read: {error}"), "check the path and who may read it"),
    })?;
    if bytes.len() > SAVE_BYTES_MAX {
        let most = SAVE_BYTES_MAX >> 20;
        return Err(Failure::bad(shown, format!("a game has at most {most} mebibytes"), "name the file of a game"));
    }
    Ok(bytes)
}

/// Up to so many bytes of a file.
pub(super) fn read_at_most(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Fine if nothing stands at this path yet.
pub fn check_free(path: &Path) -> Result<(), Failure> {
    // A link that leads nowhere is in the way as well.
    if fs::symlink_metadata(path).is_err() { Ok(()) } else { Err(taken(path)) }
}

fn taken(path: &Path) -> Failure {
    Failure::bad(
        path.display().to_string(),
        "this file exists already, and nothing is written over it",
        "choose another name, or move the old file away first",
    )
}

/// Writes a new file; `private` ones can be read by their owner only.
pub fn create(path: &Path, bytes: &[u8], private: bool) -> Result<(), Failure> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    restrict(&mut options, private);
    let mut file = options.open(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => taken(path),
        _ => unwritable(path, &error),
    })?;
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    written.map_err(|error| {
        // Half a file is worse than none; it is ours, for it did not exist before.
        let _ = fs::remove_file(path);
        unwritable(path, &error)
    })?;
    sync_folder(path);
    Ok(())
}

/// Puts `after` in the place of `before`, in one step: whoever reads the file meanwhile, or after a crash, finds one or the
/// other whole. Refused if the file no longer holds `before`.
pub fn replace(path: &Path, before: &[u8], after: &[u8]) -> Result<(), Failure> {
    let failed = |error: io::Error| unwritable(path, &error);
    // The file itself is replaced, not a link to it.
    let target = &fs::canonicalize(path).map_err(failed)?;
    let _turn = wait_for_others(target);
    if fs::read(target).map_err(failed)? != before {
        return Err(Failure::bad(
            path.display().to_string(),
            "somebody else has changed this file since it was read: nothing was written",
            "longroll game show tells how it stands now; then give the command again",
        ));
    }
    let aside = beside(target);
    // A process of the same number may have crashed here.
    let _ = fs::remove_file(&aside);
    let write = || -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).create_new(true).open(&aside)?;
        file.set_permissions(fs::metadata(target)?.permissions())?;
        file.write_all(after)?;
        file.sync_all()?;
        fs::rename(&aside, target)
    };
    write().map_err(|error| {
        let _ = fs::remove_file(&aside);
        failed(error)
    })?;
    sync_folder(target);
    Ok(())
}

/// A name beside the file that no other process uses.
fn beside(path: &Path) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{}.new", std::process::id()))
}

/// Holds other processes of this program back until it is dropped, where the system can: of two that have read the same
/// game, the second then finds it changed. A file that was replaced while we waited holds nobody back, and is noticed.
#[cfg(unix)]
fn wait_for_others(path: &Path) -> Option<File> {
    let file = File::open(path).ok()?;
    file.lock().ok()?;
    Some(file)
}

/// Elsewhere a lock would keep ourselves from reading the file.
#[cfg(not(unix))]
fn wait_for_others(_: &Path) -> Option<File> {
    None
}

/// A new name in a folder is safe only once the folder is. Not every system can be asked to.
fn sync_folder(path: &Path) {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
}

#[cfg(unix)]
fn restrict(options: &mut OpenOptions, private: bool) {
    use std::os::unix::fs::OpenOptionsExt;
    if private {
        options.mode(0o600);
    }
}

#[cfg(not(unix))]
fn restrict(_: &mut OpenOptions, _: bool) {}

fn unwritable(path: &Path, error: &io::Error) -> Failure {
    let hint = "check that the folder exists, that you may write there, and that the disk has room";
    Failure::bad(path.display().to_string(), format!("cannot be written: {error}"), hint)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_can_be_typed_again() {
        assert_eq!(typed(Path::new("games/ford.longroll")), "games/ford.longroll");
        assert_eq!(typed(Path::new("The Ford")), "'The Ford'");
        assert_eq!(typed(Path::new("Ben's")), r"'Ben'\''s'");
    }
    /// Of two who have read the same game, the second to write is told.
    #[test]
    fn nobody_writes_over_what_somebody_else_wrote() {
        let folder = std::env::temp_dir().join(format!("longroll-file-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("game");
        create(&path, b"before", false).unwrap();
        assert!(create(&path, b"again", false).is_err());
        replace(&path, b"before", b"after").unwrap();
        let refused = format!("{:?}", replace(&path, b"before", b"mine").unwrap_err());
        assert!(refused.contains("somebody else has changed this file"), "{refused}");
        assert_eq!(fs::read(&path).unwrap(), b"after");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left beside it");
        fs::remove_dir_all(&folder).unwrap();
    }
}
