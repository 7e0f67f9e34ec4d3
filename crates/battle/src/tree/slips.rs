//! What is probably meant where TOML cannot be read.
//!
//! A reader of TOML stumbles on from one slip and reports dozens. So a file is taken apart at its headings: a table with a slip
//! gives its first one and is left out, the others are read as if nothing had happened.

use std::ops::Range;

use super::Slip;

const REST: &str = "put it there; the rest of this table is checked when this is mended";
const GUIDE: &str = "look at the line in a TOML guide: toml.io; the rest of this table is checked when this is mended";
const QUOTES: &str = "put quotes before and behind the text; the rest of this table is checked when this is mended";

/// The tables of a file, each from its heading to the next.
pub(super) fn stretches(text: &str) -> Vec<Range<usize>> {
    let headings = text.match_indices("\n[").map(|(at, _)| at + 1);
    let starts: Vec<usize> = std::iter::once(0).chain(headings).collect();
    let ends = starts.iter().skip(1).copied().chain([text.len()]);
    starts.iter().copied().zip(ends).map(|(start, end)| start..end).collect()
}

/// Whether a table stands below another, as `[formation.for.elephant]` does below `[[formation]]`.
pub(super) fn is_below(text: &str, upper: &Range<usize>, lower: &Range<usize>) -> bool {
    let heading = |range: &Range<usize>| {
        let line = text.get(range.clone()).unwrap_or_default().lines().next().unwrap_or_default();
        line.trim_start_matches('[').split(']').next().unwrap_or_default().trim()
    };
    let upper = heading(upper);
    !upper.is_empty() && heading(lower).strip_prefix(upper).is_some_and(|rest| rest.starts_with('.'))
}

/// The slip in a table that cannot be read: what one can see oneself, or what the reader says.
pub(super) fn slip(text: &str, table: &Range<usize>, at: usize, message: &str) -> Slip {
    let body = text.get(table.clone()).unwrap_or_default();
    let long = body.contains("\"\"\"") || body.contains("'''");
    let seen = if long { None } else { unclosed(body).map(|(place, sign)| (table.start + place, sign)) };
    match seen {
        Some((at, '"')) => Slip { at, reason: "a quote is missing in this line".to_owned(), hint: QUOTES },
        Some((at, sign)) => Slip { at, reason: format!("a {sign} is missing here, or before it"), hint: REST },
        None if lacks_comma(text, at) || message.contains("expected `,`") => {
            let at = beginning(text, at);
            Slip { at, reason: "a comma is missing before this".to_owned(), hint: REST }
        }
        None => Slip { at, reason: message.trim().replace('\n', ", "), hint: GUIDE },
    }
}

/// Where the word at a place begins, or the key before an equals sign.
fn beginning(text: &str, at: usize) -> usize {
    let (Some(before), Some(rest)) = (text.get(..at), text.get(at..)) else { return at };
    let ahead = rest.len() - rest.trim_start().len();
    if !rest.trim_start().starts_with('=') {
        return at + ahead;
    }
    let is_key = |sign: char| sign.is_alphanumeric() || "-_.".contains(sign);
    before.trim_end().trim_end_matches(is_key).len()
}

/// The first quote or bracket that is missing, and where.
fn unclosed(body: &str) -> Option<(usize, char)> {
    let mut open: Vec<(char, usize)> = Vec::new();
    let mut start = 0;
    for (number, line) in body.split_inclusive('\n').enumerate() {
        let bare = line.trim_end();
        let Some(signs) = signs(bare) else { return Some((start + line.len() - line.trim_start().len(), '"')) };
        for (at, sign) in signs {
            match (sign, open.last().copied()) {
                ('[' | '{', _) => open.push((sign, number)),
                (']', Some(('[', _))) | ('}', Some(('{', _))) => {
                    open.pop();
                }
                (']', Some(_)) => return Some((start + at, '}')),
                ('}', Some(_)) => return Some((start + at, ']')),
                (']', None) => return Some((start + at, '[')),
                _ => return Some((start + at, '{')),
            }
        }
        // A table in braces ends in the line it begins in.
        if open.last().is_some_and(|(sign, line)| *sign == '{' && *line == number) {
            return Some((start + bare.trim_end_matches(',').len(), '}'));
        }
        start += line.len();
    }
    open.last().map(|(sign, _)| (body.trim_end().len(), if *sign == '[' { ']' } else { '}' }))
}

/// The brackets of a line outside texts and remarks; nothing if a text in it does not end.
fn signs(line: &str) -> Option<Vec<(usize, char)>> {
    let mut signs = Vec::new();
    let mut quote: Option<char> = None;
    let mut escaped = false;
    for (at, sign) in line.char_indices() {
        match quote {
            Some('"') if escaped => escaped = false,
            Some('"') if sign == '\\' => escaped = true,
            Some(open) if sign == open => quote = None,
            Some(_) => {}
            None if sign == '#' => break,
            None if sign == '"' || sign == '\'' => quote = Some(sign),
            None if "[]{}".contains(sign) => signs.push((at, sign)),
            None => {}
        }
    }
    quote.is_none().then_some(signs)
}

/// Whether one value ends before a place and something else begins there, in a list or in a row of one.
fn lacks_comma(text: &str, at: usize) -> bool {
    let (Some(before), Some(rest)) = (text.get(..at), text.get(at..)) else { return false };
    let line = before.rsplit('\n').next().unwrap_or_default();
    let in_row = line.contains(['{', '[']) || line.trim().is_empty();
    let ends = before.trim_end().ends_with(|sign: char| sign.is_alphanumeric() || "\"'}]".contains(sign));
    let begins = rest.trim_start().starts_with(|sign: char| sign.is_alphanumeric() || "\"'{[".contains(sign));
    in_row && ends && begins
}
