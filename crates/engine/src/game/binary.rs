//! The compact form of a save, for bulk work: postcard between a mark and a checksum.

use serde::{Deserialize, Serialize};

use super::save::{ENGINE, FILE, FORMAT, SAVE_BYTES_MAX, Save};
use crate::Fault;

/// How a binary save begins.
const MARK: &[u8; 8] = b"LRSAVE\r\n";
/// How many bytes of BLAKE3 stand at its end.
const CHECKSUM: usize = 16;

/// What every format, also a later one, begins with, so that it can be named when it cannot be read.
#[derive(Serialize, Deserialize)]
struct Version<'a> {
    format: u32,
    engine: &'a str,
}

impl Save {
    /// The save as bytes: the mark, the format and engine, the save itself, and a checksum of all that.
    pub fn to_binary(&self) -> Result<Vec<u8>, Fault> {
        let unwritable = |error: postcard::Error| Fault::of_file(FILE, format!("cannot be written: {error}"));
        let version = Version { format: FORMAT, engine: ENGINE };
        let bytes = postcard::to_extend(&version, MARK.to_vec()).map_err(unwritable)?;
        let mut bytes = postcard::to_extend(self, bytes).map_err(unwritable)?;
        let checksum = blake3::hash(&bytes);
        bytes.extend(checksum.as_bytes().iter().take(CHECKSUM));
        Ok(bytes)
    }

    /// Reads what [`Save::to_binary`] wrote. The checksum finds damage; only the chain of the text form, compared with a
    /// copy in other hands, finds forgery.
    pub fn from_binary(bytes: &[u8]) -> Result<Save, Fault> {
        if bytes.len() > SAVE_BYTES_MAX {
            return Err(Fault::of_file(FILE, format!("the file is longer than {SAVE_BYTES_MAX} bytes")));
        }
        let inner = bytes.strip_prefix(MARK).ok_or_else(|| {
            Fault::of_file(FILE, "this is not a binary save").hint("open it as text if it begins with `longroll save`")
        })?;
        let (rest, checksum) = bytes.split_last_chunk::<CHECKSUM>().ok_or_else(damaged)?;
        let inner = inner.get(..inner.len().saturating_sub(CHECKSUM)).unwrap_or_default();
        let (version, inner) = postcard::take_from_bytes::<Version<'_>>(inner).map_err(|_| damaged())?;
        if version.format != FORMAT {
            let Version { format, engine } = version;
            let engine: String = engine.chars().take(40).collect();
            return Err(Fault::of_file(FILE, format!("this save has format {format}, and {FORMAT} is read here"))
                .hint(format!("open it with Long Roll {engine}")));
        }
        if blake3::hash(rest).as_bytes().get(..CHECKSUM) != Some(checksum.as_slice()) {
            return Err(damaged());
        }
        let (save, left) = postcard::take_from_bytes::<Save>(inner).map_err(|_| damaged())?;
        if !left.is_empty() {
            return Err(damaged());
        }
        save.check()?;
        Ok(save)
    }
}

fn damaged() -> Fault {
    Fault::of_file(FILE, "the file is damaged: its checksum does not hold").hint("ask for another copy")
}
