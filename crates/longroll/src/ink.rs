//! Colours by what they mean. The sixteen colours of the terminal only, so that they follow its light or dark theme;
//! no meaning rests on colour alone.

use anstyle::{AnsiColor, Color, Effects, Style};

/// Names of rulebooks, charts and procedures; results.
pub const TITLE: Style = Style::new().effects(Effects::BOLD);
/// Headings of tables and sections.
pub const HEADING: Style = Style::new().effects(Effects::BOLD);
/// Rule ids: the brass of the printed page.
pub const RULE: Style = colour(AnsiColor::Yellow);
/// Second text: notes, descriptions, frames.
pub const FAINT: Style = Style::new().effects(Effects::DIMMED);
/// A cell that was looked up; anything to find at a glance.
pub const LIT: Style = colour(AnsiColor::Black).bg_color(Some(Color::Ansi(AnsiColor::Yellow))).effects(Effects::BOLD);
/// What the house rules changed.
pub const HOUSE: Style = colour(AnsiColor::Magenta).effects(Effects::BOLD);
/// Bars of odds and coverage.
pub const BAR: Style = colour(AnsiColor::Cyan);
/// Something that can be typed: commands, flags, legal values.
pub const TYPE: Style = colour(AnsiColor::Cyan);
/// The word that opens an error.
pub const ERROR: Style = colour(AnsiColor::Red).effects(Effects::BOLD);
/// The word that opens advice.
pub const HINT: Style = colour(AnsiColor::Green).effects(Effects::BOLD);
/// Plain ink.
pub const PLAIN: Style = Style::new();

const fn colour(colour: AnsiColor) -> Style {
    Style::new().fg_color(Some(Color::Ansi(colour)))
}
