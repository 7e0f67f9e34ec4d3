//! Copying a line to the clipboard of whoever sits at the terminal.
//!
//! The terminal does it, by the escape sequence OSC 52; so it works over a remote line as well, and needs no library.
//! Terminals that do not know it ignore it.

use std::io;

use crate::ink;
use crate::terminal::Terminal;
use crate::text::clean;

/// Copies a line, and shows it: where the terminal does not copy, it can be marked by hand.
pub fn copy(terminal: &mut Terminal, line: &str) -> io::Result<()> {
    let line = clean(line);
    let mut page = terminal.talk();
    if page.look.boxes {
        page.write(format!("\u{1b}]52;c;{}\u{7}", base64(line.as_bytes())))?;
    }
    page.wrapped(ink::FAINT, 0, &format!("Copied: {line}"))
}

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Bytes as letters, three in four.
fn base64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |at: usize| u32::from(chunk.get(at).copied().unwrap_or(0));
        let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
        for letter in 0..4 {
            let index = (bits >> (18 - 6 * letter)) & 63;
            text.push(if letter <= chunk.len() { char::from(LETTERS[index as usize]) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_become_letters_as_everywhere() {
        for (bytes, text) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")] {
            assert_eq!(base64(bytes.as_bytes()), text);
        }
        assert_eq!(base64(&[0xff, 0xfe]), "//4=");
    }
}
