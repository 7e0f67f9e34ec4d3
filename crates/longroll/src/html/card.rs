//! Charts to print: a card filled with the chapters in the rulebook's order, the front first, then the back, then more sheets.
//!
//! How large the type may be is found from a rough measure of every chart, so that a card takes as few sheets as the smallest
//! type allows, and fills them; the browser does the rest. A chart that is not long never breaks.

use std::fmt::Write;

use clap::ValueEnum;
use engine::book::AnyRulebook;
use engine::chart::Chart;

use super::{document, escape};
use crate::report::chart::{changes_of, note_of};
use crate::report::columns::{shown_columns, shown_text};
use crate::text::{widest_piece, width};

const STYLE: &str = include_str!("card.css");

/// What a card is printed on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Paper {
    /// 210 by 297 millimetres
    A4,
    /// 8.5 by 11 inches
    Letter,
    /// 297 by 420 millimetres: a whole rulebook on one sheet, or nearly
    A3,
}

impl Paper {
    /// Its name in a style sheet.
    fn name(self) -> &'static str {
        match self {
            Paper::A4 => "A4",
            Paper::Letter => "letter",
            Paper::A3 => "A3",
        }
    }

    /// What is left inside the margins, in tenths of a millimetre (wide, high), and its columns.
    fn room(self) -> (usize, usize, usize) {
        match self {
            Paper::A4 => (1940, 2770, 2),
            Paper::Letter => (1999, 2594, 2),
            Paper::A3 => (2810, 4000, 3),
        }
    }
}

/// Sizes of type to try, in tenths of a point, the most readable first.
const TYPES: [usize; 6] = [85, 80, 75, 70, 65, 60];

/// A column wider than this many letters holds text, and breaks its lines.
const BROAD: usize = 16;

/// A cell of at most this many letters stands in the middle, if its whole column is like that.
const SHORT: usize = 7;

/// How a chart is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Set {
    /// Beside others, where there is room.
    Small,
    /// As wide as its column, and never broken.
    Whole,
    /// As wide as its column, and broken where it must be.
    Long,
    /// Across all columns, and never broken.
    AcrossShort,
    /// Across all columns, and broken where it must be.
    Across,
}

impl Set {
    fn class(self) -> &'static str {
        match self {
            Set::Small => "small",
            Set::Whole => "whole",
            Set::Long => "long",
            Set::AcrossShort => "across short",
            Set::Across => "across",
        }
    }
}

/// A type on a paper: how many letters fit a line of a column, how many lines a column, how many columns a side.
#[derive(Clone, Copy)]
struct Setting {
    type_size: usize,
    letters: usize,
    lines: usize,
    columns: usize,
}

impl Setting {
    fn of(type_size: usize, paper: Paper) -> Self {
        let (wide, high, columns) = paper.room();
        let column = (wide - 40 * (columns - 1)) / columns;
        // A point is 0.353 mm; a letter is a little more than half as wide as the type is high, a line of a table a third
        // higher.
        let (letter, line) = (type_size * 353 * 58, type_size * 353 * 132);
        Setting { type_size, letters: column * 100_000 / letter, lines: high * 100_000 / line, columns }
    }

    /// The largest type in which the charts take no more sheets than in the smallest.
    fn largest(chapters: &[(&str, Vec<&Chart>)], paper: Paper) -> Self {
        let sheets = |setting: &Setting| {
            let lines: usize = chapters.iter().map(|(_, charts)| setting.chapter(charts)).sum();
            lines.div_ceil(2 * setting.lines * setting.columns)
        };
        let smallest = Setting::of(TYPES[TYPES.len() - 1], paper);
        let fewest = sheets(&smallest);
        let fitting = TYPES.iter().map(|size| Setting::of(*size, paper)).find(|setting| sheets(setting) <= fewest);
        fitting.unwrap_or(smallest)
    }

    /// How a chart is set, the lines it takes with its title and note, and the letters it is wide.
    fn measure(&self, chart: &Chart) -> (Set, usize, usize) {
        if least_wide(chart) > self.letters {
            let lines = lines_of(chart, (self.letters + 4) * self.columns);
            let set = if lines > self.lines / 2 { Set::Across } else { Set::AcrossShort };
            return (set, lines * self.columns, self.letters);
        }
        let lines = lines_of(chart, self.letters);
        let wide = widths(chart, width).iter().sum::<usize>().max(width(chart.title())).min(self.letters);
        // What takes more than half a column may break.
        let set = if lines > self.lines / 2 {
            Set::Long
        } else if wide * 3 < self.letters * 2 {
            Set::Small
        } else {
            Set::Whole
        };
        (set, lines, wide)
    }

    /// The lines of a chapter: narrow charts stand beside each other.
    fn chapter(&self, charts: &[&Chart]) -> usize {
        let (mut lines, mut taken, mut tallest) = (2, 0, 0);
        for (_, high, wide) in charts.iter().map(|chart| self.measure(chart)) {
            if taken + wide > self.letters {
                lines += std::mem::take(&mut tallest);
                taken = 0;
            }
            taken += wide + 3;
            tallest = tallest.max(high + 1);
        }
        lines + tallest
    }
}

/// The lines of type that a chart takes in so many letters.
fn lines_of(chart: &Chart, letters: usize) -> usize {
    let wrapped = |length: usize, room: usize| length.div_ceil(room.max(1));
    let widths = widths(chart, width);
    let wraps = widths.iter().sum::<usize>() > letters;
    // What is wider than there is room goes into the broad columns.
    let narrow: usize = widths.iter().filter(|width| **width <= BROAD).sum();
    let broad = widths.iter().filter(|width| **width > BROAD).count().max(1);
    let share = letters.saturating_sub(narrow).max(12) / broad;
    let columns = shown_columns(chart);
    let row = |row: usize| {
        let longest = columns.iter().map(|column| width(&shown_text(chart, row, *column))).max();
        if wraps { wrapped(longest.unwrap_or(0), share).max(1) } else { 1 }
    };
    let around = 3 + wrapped(width(chart.title()), letters) + wrapped(width(chart.note()), letters);
    around + (0..chart.rows()).map(row).sum::<usize>()
}

/// How wide each column of a chart wants to be, by a measure of its cells; headings break.
fn widths(chart: &Chart, measure: fn(&str) -> usize) -> Vec<usize> {
    let of_column = |column: usize| {
        let cells = (0..chart.rows()).map(|row| measure(&shown_text(chart, row, column)));
        cells.chain([widest_piece(&heading(chart, column))]).max().unwrap_or(0) + 2
    };
    shown_columns(chart).into_iter().map(of_column).collect()
}

/// How wide a chart is where every line breaks that can.
fn least_wide(chart: &Chart) -> usize {
    widths(chart, widest_piece).iter().sum()
}

fn heading(chart: &Chart, column: usize) -> String {
    chart.columns().get(column).map(|heading| heading.replace('_', " ")).unwrap_or_default()
}

/// The card of a rulebook: all its charts, or only one.
pub fn page(book: &dyn AnyRulebook, only: Option<&Chart>, paper: Paper) -> String {
    let charts: Vec<&Chart> = match only {
        Some(chart) => vec![chart],
        None => book.charts().charts().iter().collect(),
    };
    let chapters = by_chapter(&charts);
    let setting = Setting::largest(&chapters, paper);
    let title = book.about().title;
    // Writing into a text cannot fail.
    let mut body = format!("<main>\n<h1>{}</h1>\n<div class=\"charts\">\n", escape(title));
    chapters.iter().for_each(|(chapter, charts)| add_chapter(book, chapter, charts, &setting, &mut body));
    body.push_str("</div>\n</main>\n");
    let style = format!("{}{STYLE}", sheet(title, &setting, paper));
    let name = only.map_or_else(|| title.to_owned(), |chart| format!("{}, {title}", chart.title()));
    document(&name, &style, &body)
}

/// The rules of the style sheet that depend on the paper: its size, its foot, its type.
fn sheet(title: &str, setting: &Setting, paper: Paper) -> String {
    let foot = title.replace(['"', '\\', '<'], "");
    format!(
        "@page {{ size: {}; margin: 8mm; @bottom-center {{ content: \"{foot}, \" counter(page) \" of \" counter(pages); \
         font: 6pt sans-serif; }} }}\n:root {{ --type: {}.{}pt; --columns: {}; }}\n",
        paper.name(),
        setting.type_size / 10,
        setting.type_size % 10,
        setting.columns
    )
}

/// The charts under their chapters, in order.
fn by_chapter<'a>(charts: &[&'a Chart]) -> Vec<(&'a str, Vec<&'a Chart>)> {
    let mut chapters: Vec<(&str, Vec<&Chart>)> = Vec::new();
    for chart in charts {
        match chapters.last_mut() {
            Some((chapter, charts)) if *chapter == chart.chapter() => charts.push(chart),
            _ => chapters.push((chart.chapter(), vec![chart])),
        }
    }
    chapters
}

fn add_chapter(book: &dyn AnyRulebook, name: &str, charts: &[&Chart], setting: &Setting, body: &mut String) {
    // A heading goes across the page where what follows does, or it would be left behind.
    let across = charts.first().is_some_and(|chart| matches!(setting.measure(chart).0, Set::Across | Set::AcrossShort));
    let class = if across { " class=\"across\"" } else { "" };
    let _ = writeln!(body, "<section class=\"chapter\">\n<h2{class}>{}</h2>", escape(name));
    for chart in charts {
        let (set, ..) = setting.measure(chart);
        let _ = writeln!(body, "<div class=\"chart {}\" id=\"{}\">", set.class(), escape(chart.id()));
        add_table(book, chart, body);
        if let Some(note) = note_of(chart) {
            let _ = writeln!(body, "<p class=\"note\">{}</p>", escape(&note));
        }
        for change in changes_of(book.charts(), chart) {
            let text =
                format!("* house rule: {}, {}: {} (printed {})", change.row, change.column, change.now, change.printed);
            let _ = writeln!(body, "<p class=\"house\">{}</p>", escape(&text));
        }
        body.push_str("</div>\n");
    }
    body.push_str("</section>\n");
}

fn add_table(book: &dyn AnyRulebook, chart: &Chart, body: &mut String) {
    let columns = shown_columns(chart);
    let is_short = |column: usize| (0..chart.rows()).all(|row| width(&shown_text(chart, row, column)) <= SHORT);
    let class = |column: usize| if is_short(column) { " class=\"short\"" } else { "" };
    let _ = writeln!(body, "<table>\n<caption>{}</caption>\n<thead><tr>", escape(chart.title()));
    for (place, column) in columns.iter().enumerate() {
        let class = if place == 0 { "" } else { class(*column) };
        let _ = write!(body, "<th scope=\"col\"{class}>{}</th>", escape(&heading(chart, *column)));
    }
    body.push_str("</tr></thead>\n<tbody>\n");
    let changes = changes_of(book.charts(), chart);
    for row in 0..chart.rows() {
        body.push_str("<tr>");
        for (place, column) in columns.iter().enumerate() {
            let text = breaking(&shown_text(chart, row, *column));
            let is_here = |cell: engine::Cell| (usize::from(cell.row), usize::from(cell.column)) == (row, *column);
            let _ = if place == 0 {
                write!(body, "<th scope=\"row\">{text}</th>")
            } else if changes.iter().any(|change| is_here(change.cell)) {
                write!(body, "<td class=\"house\">{text}*</td>")
            } else {
                write!(body, "<td{}>{text}</td>", class(*column))
            };
        }
        body.push_str("</tr>\n");
    }
    body.push_str("</tbody>\n</table>\n");
}

/// A text of a cell that a browser may break where our own measure does; by itself it breaks only at spaces and hyphens.
fn breaking(text: &str) -> String {
    let pieces: Vec<String> = text.split_inclusive(['/', ',', ':', '=']).map(escape).collect();
    pieces.join("<wbr>")
}
