//! A frame of text as it goes over a WebSocket: its head, and JSON behind it.

use serde::Serialize;

/// Bytes of the longest head: what it is, a mark for a long length, and the length.
const HEAD_MAX: usize = 10;
/// The whole of a text.
const TEXT: u8 = 0x81;
/// What stands in place of a length that takes two bytes, or eight.
const TWO_BYTES: u8 = 126;
const EIGHT_BYTES: u8 = 127;

/// A frame that is written once, and sent to as many as are to read it.
pub(crate) struct TextFrame {
    /// Room for the head, and the text.
    bytes: Vec<u8>,
    /// Where the head begins.
    from: usize,
}

impl TextFrame {
    /// A frame of what is written into a buffer that has so many bytes set aside. Only text is written.
    pub(crate) fn write(bytes: usize, write: impl FnOnce(&mut Vec<u8>)) -> Self {
        let mut frame = TextFrame { bytes: Vec::with_capacity(HEAD_MAX + bytes), from: 0 };
        frame.bytes.extend_from_slice(&[0; HEAD_MAX]);
        write(&mut frame.bytes);
        frame.put_head();
        frame
    }

    /// A value as JSON. Our own types always turn into it.
    pub(crate) fn of(bytes: usize, value: &impl Serialize) -> Self {
        TextFrame::write(bytes, |text| drop(serde_json::to_writer(text, value)))
    }

    /// Servers mask nothing.
    fn put_head(&mut self) {
        let length = self.bytes.len() - HEAD_MAX;
        let mut head = [TEXT, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        let used = match (u8::try_from(length), u16::try_from(length)) {
            (Ok(length), _) if length < TWO_BYTES => {
                head[1] = length;
                2
            }
            (_, Ok(length)) => {
                head[1] = TWO_BYTES;
                head[2..4].copy_from_slice(&length.to_be_bytes());
                4
            }
            _ => {
                head[1] = EIGHT_BYTES;
                head[2..].copy_from_slice(&(length as u64).to_be_bytes());
                HEAD_MAX
            }
        };
        self.from = HEAD_MAX - used;
        if let (Some(place), Some(head)) = (self.bytes.get_mut(self.from..HEAD_MAX), head.get(..used)) {
            place.copy_from_slice(head);
        }
    }

    /// The whole frame.
    pub(crate) fn bytes(&self) -> &[u8] {
        self.bytes.get(self.from..).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use tokio_tungstenite::tungstenite::protocol::{Message, Role, WebSocket};

    use super::*;

    #[test]
    fn frames_of_every_length_read() {
        for length in [0, 1, 123, 124, 125, 126, 1_000, 65_533, 65_534, 65_535, 70_000] {
            let text = "x".repeat(length);
            let frame = TextFrame::of(16, &text);
            let stream = std::io::Cursor::new(frame.bytes().to_vec());
            let mut socket = WebSocket::from_raw_socket(stream, Role::Client, None);
            assert_eq!(socket.read().expect("a frame"), Message::text(format!("\"{text}\"")), "{length}");
        }
    }
}
