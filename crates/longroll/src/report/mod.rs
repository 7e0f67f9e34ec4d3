//! How things are shown to people: charts, odds, resolutions, rosters, studies.

pub mod chart;
pub mod coverage;
pub mod game;
pub mod odds;
pub mod resolution;
pub mod roster;
pub mod study;

use std::io;

use anstyle::Style;

use crate::ink;
use crate::terminal::Page;
use crate::text::{width, wrap};

/// A term and what is said about it: the term at the left, the text beside it, wrapped in a column of its own.
pub fn entry(
    page: &mut Page<'_>,
    indent: usize,
    column: usize,
    term: (&str, Style),
    text: (&str, Style),
) -> io::Result<()> {
    let look = page.look;
    let ((term, term_style), (text, text_style)) = (term, text);
    // On a narrow page the text keeps at least half of it.
    let (indent, column) = (indent.min(look.width / 2), column.min(look.width / 2));
    // A term too long for its column has the line to itself.
    let fits = term.is_empty() || indent + width(term) + 2 <= column;
    let gap = if fits { column.saturating_sub(indent + width(term)) } else { 0 };
    let room = look.width.saturating_sub(column);
    let painted = look.paint(term_style, term);
    if !fits {
        page.line(format!("{:indent$}{painted}", ""))?;
    }
    for (index, line) in wrap(text, room).into_iter().enumerate() {
        let line = look.paint(text_style, line);
        if index == 0 && fits {
            page.line(format!("{:indent$}{painted}{:gap$}{line}", "", ""))?;
        } else {
            page.line(format!("{:column$}{line}", ""))?;
        }
    }
    Ok(())
}

/// A title with the name that commands know it by, on one line if there is room.
pub fn titled(page: &mut Page<'_>, title: &str, name: &str) -> io::Result<()> {
    let look = page.look;
    if width(title) + 2 + width(name) <= look.width {
        return page.line(format!("{}  {}", look.paint(ink::TITLE, title), look.paint(ink::TYPE, name)));
    }
    page.wrapped(ink::TITLE, 0, title)?;
    page.wrapped(ink::TYPE, 0, name)
}

/// A bar of a share between nothing and one, in eighths of a block in a terminal and whole signs elsewhere.
pub fn bar(share: f64, room: usize, blocks: bool) -> String {
    let share = share.clamp(0.0, 1.0);
    // What is possible can be seen, however small.
    let least = usize::from(share > 0.0);
    if !blocks {
        return "#".repeat(((share * room as f64).round() as usize).max(least));
    }
    const EIGHTHS: [&str; 8] = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    let eighths = ((share * room as f64 * 8.0).round() as usize).max(least);
    "█".repeat(eighths / 8) + EIGHTHS[eighths % 8]
}
