//! The key of a game: the secret of its dice, in a file of its own beside the game, for whoever throws them.

use std::io;
use std::path::{Path, PathBuf};

use engine::game::{from_hex, to_hex};
use engine::{Commitment, Secret};

use super::file;
use crate::failure::Failure;

const FIRST: &str = "longroll key 1";
const NOTE: &str = "Whoever reads this knows every die of the game before it falls. Keep it to the one who rolls.";
/// LIMIT: a key has four lines.
const BYTES_MAX: u64 = 4 << 10;

/// Where the key of a game is kept: beside it, as `<stem>.longroll-key`.
pub fn path_of(game: &Path) -> PathBuf {
    game.with_extension("longroll-key")
}

/// A secret that nobody could know before.
pub fn fresh() -> Result<Secret, Failure> {
    let mut bytes = [0; 32];
    match getrandom::fill(&mut bytes) {
        Ok(()) => Ok(Secret::new(bytes)),
        Err(error) => Err(Failure::bad(
            "dice",
            format!("the system gives no random numbers: {error}"),
            "without them no game can be begun; try again later, or on another machine",
        )),
    }
}

/// Writes the key of a new game, for its owner's eyes only.
pub fn write(path: &Path, secret: &Secret) -> Result<(), Failure> {
    if path.exists() {
        let hint =
            "it opens the dice of that game alone: choose another name for the new one, or move the old key away first";
        return Err(Failure::bad(path.display().to_string(), "here is the key of an older game", hint));
    }
    let text = format!("{FIRST}\n{NOTE}\ncommitment {}\nsecret {}\n", secret.commitment(), to_hex(&secret.reveal()));
    file::create(path, text.as_bytes(), true)
}

/// The secret of a game, if its key is there. Refused if the key is damaged or another game's.
pub fn read(game: &Path, commitment: &Commitment) -> Result<Option<Secret>, Failure> {
    let path = path_of(game);
    let shown = path.display().to_string();
    let bytes = match file::read_at_most(&path, BYTES_MAX) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => {
            let hint = "check who may read it; without a key beside the game dice can only be typed";
            return Err(Failure::bad(shown, format!("cannot be read: {error}"), hint));
        }
    };
    let Some(secret) = parse(&bytes) else {
        let hint = format!("put the right one there, or take it away: without a key dice can only be typed ({FIRST})");
        return Err(Failure::bad(shown, "this is no key, or a damaged one", hint));
    };
    if secret.commitment() != *commitment {
        return Err(Failure::bad(
            shown,
            format!("this is the key of another game: it belongs to the commitment {}", secret.commitment()),
            format!("{} has the commitment {commitment}: put its own key there", game.display()),
        ));
    }
    Ok(Some(secret))
}

/// The secret in a key; nothing if it is not one, or does not belong to its own commitment.
fn parse(bytes: &[u8]) -> Option<Secret> {
    let mut lines = std::str::from_utf8(bytes).ok()?.lines();
    if lines.next()? != FIRST {
        return None;
    }
    lines.next()?;
    let commitment = Commitment(from_hex(lines.next()?.strip_prefix("commitment ")?)?);
    let secret = Secret::new(from_hex(lines.next()?.strip_prefix("secret ")?)?);
    (secret.commitment() == commitment && lines.next().is_none()).then_some(secret)
}
