//! Writing SVG: numbers, text and paths, always the same bytes for the same picture.

use std::fmt::Write as _;

use crate::paper::{Place, Tenths};

/// A number of tenths as SVG writes it: no more digits than it needs.
pub(crate) fn number(tenths: Tenths) -> String {
    let mut text = String::new();
    push_number(&mut text, tenths);
    text
}

fn push_number(text: &mut String, tenths: Tenths) {
    let (whole, part) = (tenths / 10, (tenths % 10).abs());
    if tenths < 0 && whole == 0 {
        text.push('-');
    }
    // Writing to a string does not fail.
    if whole != 0 || part == 0 {
        let _ = write!(text, "{whole}");
    }
    if part != 0 {
        let _ = write!(text, ".{part}");
    }
}

/// Text with what XML keeps for itself written so that it comes out as it is. The straight apostrophe is set as type.
pub(crate) fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push('’'),
            control if control.is_control() => escaped.push(' '),
            other => escaped.push(other),
        }
    }
    escaped
}

/// A path, written with distances from the last place.
#[derive(Debug, Default)]
pub(crate) struct Path {
    text: String,
    at: Place,
    start: Place,
}

impl Path {
    pub(crate) fn new() -> Path {
        Path::default()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    pub(crate) fn text(self) -> String {
        self.text
    }

    fn pair(&mut self, to: Place) {
        let (x, y) = (to.x - self.at.x, to.y - self.at.y);
        push_number(&mut self.text, x);
        if y >= 0 {
            self.text.push(' ');
        }
        push_number(&mut self.text, y);
    }

    pub(crate) fn move_to(&mut self, to: Place) -> &mut Path {
        self.text.push(if self.text.is_empty() { 'M' } else { 'm' });
        if self.text.len() == 1 {
            self.at = Place::default();
        }
        self.pair(to);
        (self.at, self.start) = (to, to);
        self
    }

    pub(crate) fn line_to(&mut self, to: Place) -> &mut Path {
        if to == self.at {
            return self;
        }
        if to.y == self.at.y {
            self.text.push('h');
            push_number(&mut self.text, to.x - self.at.x);
        } else if to.x == self.at.x {
            self.text.push('v');
            push_number(&mut self.text, to.y - self.at.y);
        } else {
            self.text.push('l');
            self.pair(to);
        }
        self.at = to;
        self
    }

    pub(crate) fn curve_to(&mut self, first: Place, second: Place, to: Place) -> &mut Path {
        self.text.push('c');
        self.pair(first);
        self.spaced(second);
        self.spaced(to);
        self.at = to;
        self
    }

    fn spaced(&mut self, to: Place) {
        if to.x >= self.at.x {
            self.text.push(' ');
        }
        self.pair(to);
    }

    /// A round dot, which the stroke makes as large as it likes.
    pub(crate) fn dot(&mut self, at: Place) -> &mut Path {
        self.move_to(at);
        self.text.push_str("h0");
        self
    }

    pub(crate) fn close(&mut self) -> &mut Path {
        self.text.push('z');
        self.at = self.start;
        self
    }

    pub(crate) fn polygon(&mut self, corners: &[Place]) -> &mut Path {
        self.polyline(corners);
        if !corners.is_empty() {
            self.close();
        }
        self
    }

    pub(crate) fn polyline(&mut self, places: &[Place]) -> &mut Path {
        if let Some((first, rest)) = places.split_first() {
            self.move_to(*first);
            for place in rest {
                self.line_to(*place);
            }
        }
        self
    }

    pub(crate) fn segment(&mut self, from: Place, to: Place) -> &mut Path {
        self.move_to(from);
        self.line_to(to)
    }
}

/// The picture as it is written.
#[derive(Debug, Default)]
pub(crate) struct Sheet {
    pub(crate) text: String,
}

impl Sheet {
    pub(crate) fn raw(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// Opens a group with these attributes.
    pub(crate) fn open(&mut self, attributes: &str) {
        let _ = write!(self.text, "<g {attributes}>");
    }

    pub(crate) fn close(&mut self) {
        self.text.push_str("</g>\n");
    }

    /// A path of a class, unless there is nothing in it.
    pub(crate) fn path(&mut self, class: &str, path: Path) {
        if !path.is_empty() {
            let _ = write!(self.text, "<path class=\"{class}\" d=\"{}\"/>", path.text());
        }
    }

    /// A path with its attributes written out.
    pub(crate) fn path_with(&mut self, attributes: &str, path: Path) {
        if !path.is_empty() {
            let _ = write!(self.text, "<path {attributes} d=\"{}\"/>", path.text());
        }
    }

    pub(crate) fn title(&mut self, title: &str) {
        let _ = write!(self.text, "<title>{}</title>", escaped(title));
    }

    pub(crate) fn words(&mut self, class: &str, at: Place, words: &str) {
        let (x, y) = (number(at.x), number(at.y));
        let _ = write!(self.text, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{}</text>", escaped(words));
    }

    /// The same, drawn together to this width.
    pub(crate) fn words_within(&mut self, class: &str, at: Place, words: &str, width: Tenths) {
        let (x, y, width) = (number(at.x), number(at.y), number(width));
        let fit = format!("textLength=\"{width}\" lengthAdjust=\"spacingAndGlyphs\"");
        let _ = write!(self.text, "<text class=\"{class}\" x=\"{x}\" y=\"{y}\" {fit}>{}</text>", escaped(words));
    }
}

/// `translate(x y)`, and `rotate(…)` behind it where something is turned by tenths of a degree.
pub(crate) fn placed(at: Place, turn: i32) -> String {
    let moved = format!("translate({} {})", number(at.x), number(at.y));
    if turn == 0 { moved } else { format!("{moved} rotate({})", number(turn)) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short_and_paths_are_relative() {
        assert_eq!([-5, 5, -15, 100, 0, 103].map(number), ["-.5", ".5", "-1.5", "10", "0", "10.3"]);
        let mut path = Path::new();
        path.move_to(Place::new(100, 100)).line_to(Place::new(105, 90)).line_to(Place::new(105, 120)).close();
        path.dot(Place::new(0, 0));
        assert_eq!(path.text(), "M10 10l.5-1v3zm-10-10h0");
        assert_eq!(escaped("Brawner's <Farm> & \"wood\""), "Brawner’s &lt;Farm&gt; &amp; &quot;wood&quot;");
    }
}
