//! The file that sets switches: TOML, of which only flat settings are needed.
//!
//! ```toml
//! # How we play it at the club.
//! front-rank-fire = true
//! war = "early"
//! panic-limit = 2
//! ```
//!
//! A switch is a name with one value, so tables, lists and escapes are refused rather than read and ignored.

use crate::Fault;

/// One switch set to a value, and where that stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Setting<'a> {
    pub(super) id: &'a str,
    pub(super) value: &'a str,
    /// Whether the value stands in quotes: `"true"` is a word, `true` also means on.
    quoted: bool,
    line: usize,
    id_column: usize,
    value_column: usize,
}

impl<'a> Setting<'a> {
    /// The names this value may go by among the choices of a switch.
    pub(super) fn values(&self) -> impl Iterator<Item = &'a str> {
        let spoken = match self.value {
            "true" if !self.quoted => Some("on"),
            "false" if !self.quoted => Some("off"),
            _ => None,
        };
        [Some(self.value), spoken].into_iter().flatten()
    }

    pub(super) fn fault_at_id(&self, file: &str, reason: String) -> Fault {
        Fault::at(file, self.line, self.id_column, reason)
    }

    pub(super) fn fault_at_value(&self, file: &str, reason: String) -> Fault {
        Fault::at(file, self.line, self.value_column, reason)
    }
}

/// All settings of a file, and a fault for each line that is none.
pub(super) fn settings<'a>(file: &str, text: &'a str) -> (Vec<Setting<'a>>, Vec<Fault>) {
    let (mut settings, mut faults) = (Vec::new(), Vec::new());
    for (text, line) in text.trim_start_matches('\u{feff}').lines().zip(1..) {
        match setting(text, line) {
            Ok(setting) => settings.extend(setting),
            Err(wrong) => {
                // The column is counted in characters, as an editor does.
                let column = text.chars().count() - wrong.rest.chars().count() + 1;
                faults.push(Fault::at(file, line, column, wrong.reason).hint("a setting reads: name = \"choice\""));
            }
        }
    }
    (settings, faults)
}

/// Why a line is no setting, and the rest of the line from there on.
struct Wrong<'a> {
    rest: &'a str,
    reason: &'static str,
}

/// The setting in a line; nothing where it is empty or a remark.
fn setting(text: &str, line: usize) -> Result<Option<Setting<'_>>, Wrong<'_>> {
    let column = |rest: &str| text.chars().count() - rest.chars().count() + 1;
    let start = text.trim_start();
    if is_end(start) {
        return Ok(None);
    }
    let (id, after) = word(start).ok_or(Wrong { rest: start, reason: "not the name of a switch" })?;
    let after = after.trim_start();
    let value_start =
        after.strip_prefix('=').ok_or(Wrong { rest: after, reason: "no `=` after the name" })?.trim_start();
    let (value, after) = word(value_start).ok_or(Wrong { rest: value_start, reason: "not a value" })?;
    let quoted = value_start.starts_with(['"', '\'']);
    if !quoted && !matches!(value, "true" | "false") && value.parse::<i32>().is_err() {
        return Err(Wrong { rest: value_start, reason: "a word stands in quotes" });
    }
    let end = after.trim_start();
    if !is_end(end) {
        return Err(Wrong { rest: end, reason: "something follows the value" });
    }
    let (id_column, value_column) = (column(start), column(value_start));
    Ok(Some(Setting { id, value, quoted, line, id_column, value_column }))
}

fn is_end(text: &str) -> bool {
    text.is_empty() || text.starts_with('#')
}

/// A word at the start of a text, bare or in quotes without escapes, and what follows it.
fn word(text: &str) -> Option<(&str, &str)> {
    if let Some(quote) = text.chars().next().filter(|letter| matches!(letter, '"' | '\'')) {
        let (word, after) = text[1..].split_once(quote)?;
        return (!word.contains('\\')).then_some((word, after));
    }
    let is_bare = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_' | '+');
    let end = text.find(|letter| !is_bare(letter)).unwrap_or(text.len());
    (end > 0).then(|| text.split_at(end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_words_numbers_and_truths_are_read() {
        let text = "\u{feff}# the club\n\nfront-rank-fire = true\r\n  war='early' # hard\n\"panic\" = 2\nodd = \"a#b\"";
        let (settings, faults) = settings("f", text);
        assert_eq!(faults, []);
        let read: Vec<_> = settings.iter().map(|setting| (setting.id, setting.value, setting.line)).collect();
        assert_eq!(read, [("front-rank-fire", "true", 3), ("war", "early", 4), ("panic", "2", 5), ("odd", "a#b", 6)]);
        assert_eq!(settings[0].values().collect::<Vec<_>>(), ["true", "on"]);
        assert_eq!(settings[1].values().collect::<Vec<_>>(), ["early"]);
        assert_eq!((settings[1].id_column, settings[1].value_column), (3, 7));
    }

    #[test]
    fn every_line_that_is_no_setting_is_named() {
        let text = "[elephant]\nwar early\nwar = early\nwar = \"early\nwar =\nwar = 'a' 'b'\nü = 1\na = \"b\\n\"\nc = [1]\nd = 1.5";
        let (settings, faults) = settings("f", text);
        assert_eq!(settings, []);
        let places: Vec<_> = faults.iter().map(|fault| (fault.line, fault.column, fault.reason.as_str())).collect();
        assert_eq!(
            places,
            [
                (1, 1, "not the name of a switch"),
                (2, 5, "no `=` after the name"),
                (3, 7, "a word stands in quotes"),
                (4, 7, "not a value"),
                (5, 6, "not a value"),
                (6, 11, "something follows the value"),
                (7, 1, "not the name of a switch"),
                (8, 5, "not a value"),
                (9, 5, "not a value"),
                (10, 6, "something follows the value"),
            ]
        );
    }
}
