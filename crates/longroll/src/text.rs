//! Texts in a terminal: how wide they are, and where they break.

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// How many columns a text takes.
pub fn width(text: &str) -> usize {
    text.width()
}

/// The text with everything taken out that a terminal would obey instead of show.
pub fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c }).collect()
}

/// The text in lines of at most `room` columns: broken between words, inside a long word after a hyphen or the like, and
/// anywhere if that is not enough. Never empty.
pub fn wrap(text: &str, room: usize) -> Vec<String> {
    let room = room.max(1);
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        for word in paragraph.split(' ').filter(|word| !word.is_empty()) {
            let gap = usize::from(!line.is_empty());
            if width(&line) + gap + width(word) <= room {
                if gap == 1 {
                    line.push(' ');
                }
                line.push_str(word);
                continue;
            }
            if gap == 1 {
                lines.push(std::mem::take(&mut line));
            }
            for piece in pieces(word) {
                push_piece(&mut line, piece, room, &mut lines);
            }
        }
        lines.push(line);
    }
    lines
}

/// Adds a piece of a word to the line, on a new line if there is no room, cut if it is wider than a line.
fn push_piece(line: &mut String, piece: &str, room: usize, lines: &mut Vec<String>) {
    if width(line) + width(piece) > room && !line.is_empty() {
        lines.push(std::mem::take(line));
    }
    for c in piece.chars() {
        if width(line) + c.width().unwrap_or(0) > room && !line.is_empty() {
            lines.push(std::mem::take(line));
        }
        line.push(c);
    }
}

/// A word cut after each character at which a long one may break.
fn pieces(word: &str) -> impl Iterator<Item = &str> {
    word.split_inclusive(['-', '_', '/', ',', ':', '='])
}

/// The widest part of a text that a line break cannot make narrower without cutting a word.
pub fn widest_piece(text: &str) -> usize {
    text.split([' ', '\n']).flat_map(pieces).map(width).max().unwrap_or(0)
}

/// The text, and spaces up to `room` columns.
pub fn pad(text: &str, room: usize) -> String {
    let gap = room.saturating_sub(width(text));
    format!("{text}{:gap$}", "")
}

/// Spaces up to `room` columns, and the text.
pub fn pad_left(text: &str, room: usize) -> String {
    let gap = room.saturating_sub(width(text));
    format!("{:gap$}{text}", "")
}

/// A word for a count: `1 way`, `3 ways`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_break_at_spaces_then_hyphens_then_anywhere() {
        assert_eq!(wrap("one two three", 7), ["one two", "three"]);
        assert_eq!(wrap("siege-howitzer", 8), ["siege-", "howitzer"]);
        assert_eq!(wrap("howitzer", 5), ["howit", "zer"]);
        assert_eq!(wrap("a siege-howitzer", 9), ["a", "siege-", "howitzer"]);
        assert_eq!(wrap("", 5), [""]);
        assert_eq!(wrap("a\n\nb", 5), ["a", "", "b"]);
    }

    #[test]
    fn no_line_is_wider_than_its_room() {
        let text = "formed infantry that does not move-during/the turn, 12lb-napoleon ½ ″";
        for room in 1..40 {
            assert!(wrap(text, room).iter().all(|line| width(line) <= room), "{room}");
        }
    }

    #[test]
    fn escapes_are_shown_not_obeyed() {
        assert_eq!(clean("a\u{1b}[31mb\tc"), "a\u{fffd}[31mb\u{fffd}c");
    }
}
