//! How large the type of a card may be: every chart is measured as a browser would set it, and laid into columns.
//!
//! The measure errs on the safe side: letters are taken as wide as those of the widest type in the style sheet.

use engine::chart::Chart;
use telling::Shown;

use super::card::Paper;
use crate::report::chart::note_of;
use crate::text::{widest_piece, width, wrap};

/// Sizes of type to try, in tenths of a point, the most readable first.
const TYPES: [usize; 15] = [90, 88, 86, 84, 82, 80, 78, 76, 74, 72, 70, 68, 66, 63, 60];
/// The margins of a page at both sides, and above and below, in micrometres.
const MARGINS: (usize, usize) = (16_000, 14_000);
/// What lies between two columns.
const GAP: usize = 4_000;
/// What lies around the text of a cell, between charts beside each other, and below a chart.
const PADDING: usize = 1_200;
const BESIDE: usize = 2_500;
const BELOW: usize = 1_200;
/// A line below each row.
const RULE: usize = 80;
/// A chart of more rows may break.
const ROWS_WHOLE: usize = 40;

/// How a chart is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Set {
    /// Beside others, where there is room.
    Small,
    /// By itself, but no wider than it wants to be.
    Narrow,
    /// As wide as its column, and never broken.
    Whole,
    /// As wide as its column, and broken where it must be.
    Long,
}

/// A chart as it will be set, in micrometres.
#[derive(Clone, Copy, Debug)]
pub struct Measured {
    /// How it is set.
    pub set: Set,
    /// Whether its longest words have no room beside each other in the usual type.
    pub tight: bool,
    high: usize,
    wide: usize,
}

/// A type on a paper, in micrometres.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Tenths of a point.
    pub type_size: usize,
    /// The columns of a side.
    pub columns: usize,
    column: usize,
    high: usize,
}

impl Setting {
    fn of(type_size: usize, paper: Paper) -> Self {
        let (wide, high, columns) = paper.measures();
        let column = (wide - MARGINS.0 - GAP * (columns - 1)) / columns;
        Setting { type_size, columns, column, high: high - MARGINS.1 }
    }

    /// The largest type in which the charts take no more sheets than in the smallest.
    pub fn largest(charts: &[&Chart], paper: Paper) -> Self {
        let sheets = |setting: &Setting| setting.sides(charts).div_ceil(2);
        let smallest = Setting::of(TYPES[TYPES.len() - 1], paper);
        let fewest = sheets(&smallest);
        let fitting = TYPES.iter().map(|size| Setting::of(*size, paper)).find(|setting| sheets(setting) <= fewest);
        fitting.unwrap_or(smallest)
    }

    /// The height of the type.
    fn em(&self) -> usize {
        self.type_size * 3528 / 100
    }

    /// The width of so many letters of the widest type in the style sheet.
    fn letters(&self, count: usize) -> usize {
        count * self.em() * 52 / 100
    }

    fn lines(&self, count: usize) -> usize {
        count * self.em() * 113 / 100
    }

    /// The lines of a text in this much room.
    fn wrapped(&self, text: &str, room: usize) -> usize {
        wrap(text, (room / self.letters(1).max(1)).max(1)).len()
    }

    /// How a chart is set, and the room it takes with its title and note.
    pub fn measure(&self, chart: &Chart) -> Measured {
        let shown = Shown::of(chart);
        let widths = self.widths(chart, &shown);
        let title = self.letters(width(chart.title())) * 11 / 10;
        let taken: usize = widths.iter().sum();
        // A little is left for letters that are wider than others.
        let tight = taken * 100 > self.column * 97 && self.least(chart, &shown) * 100 > self.column * 97;
        let wide = taken.max(title).min(self.column);
        let (is_small, is_narrow) = (wide * 100 < self.column * 62, taken * 100 < self.column * 62);
        let set = if chart.rows() > ROWS_WHOLE {
            Set::Long
        } else if is_small {
            Set::Small
        } else if is_narrow {
            Set::Narrow
        } else {
            Set::Whole
        };
        let mut high = self.lines(title.div_ceil(self.column).max(1)) + 700;
        let tallest = |row: &dyn Fn(usize) -> String| {
            let cells = widths.iter().enumerate().filter(|(column, _)| !shown.columns[*column].below);
            let lines = cells.map(|(column, wide)| self.wrapped(&row(column), wide.saturating_sub(PADDING)));
            lines.max().unwrap_or(1)
        };
        high += self.lines(tallest(&|column| shown.columns[column].heading.clone())) + RULE;
        for row in 0..chart.rows() {
            high += self.lines(tallest(&|column| shown.text(row, column))) + RULE;
            for column in (0..widths.len()).filter(|column| shown.columns[*column].below) {
                let remark = shown.text(row, column);
                if !matches!(remark.as_str(), "" | "-") {
                    high += self.lines(self.wrapped(&remark, self.column * 85 / 100)) + RULE;
                }
            }
        }
        let note = note_of(chart).unwrap_or_default();
        if !note.is_empty() {
            high += self.lines(self.wrapped(&note, if set == Set::Small { wide } else { self.column }));
        }
        Measured { set, tight, high: high + BELOW, wide }
    }

    /// How wide a column is by a measure of its cells; one whose cells stand below takes nothing.
    fn of_column(&self, chart: &Chart, shown: &Shown<'_>, column: usize, measure: fn(&str) -> usize) -> usize {
        if shown.columns[column].below {
            return 0;
        }
        let cells = (0..chart.rows()).map(|row| measure(&shown.text(row, column)));
        self.letters(cells.chain([measure(&shown.columns[column].heading)]).max().unwrap_or(0)) + PADDING
    }

    /// How wide a chart is where every line breaks that can.
    fn least(&self, chart: &Chart, shown: &Shown<'_>) -> usize {
        (0..shown.columns.len()).map(|column| self.of_column(chart, shown, column, widest_piece)).sum()
    }

    /// How wide a browser makes each column: as wide as it wants to be, or between that and its longest word.
    fn widths(&self, chart: &Chart, shown: &Shown<'_>) -> Vec<usize> {
        let columns = 0..shown.columns.len();
        let wanted: Vec<usize> = columns.clone().map(|column| self.of_column(chart, shown, column, width)).collect();
        let least: Vec<usize> = columns.map(|column| self.of_column(chart, shown, column, widest_piece)).collect();
        let (all_wanted, all_least) = (wanted.iter().sum::<usize>(), least.iter().sum::<usize>());
        if all_wanted <= self.column || all_wanted == all_least {
            return wanted;
        }
        let spare = self.column.saturating_sub(all_least);
        let between = |(least, wanted): (&usize, &usize)| least + (wanted - least) * spare / (all_wanted - all_least);
        least.iter().zip(&wanted).map(between).collect()
    }

    /// How many sides the charts take.
    fn sides(&self, charts: &[&Chart]) -> usize {
        // The title of the card stands above all columns of the first side.
        let title = self.em() * 19 / 10 + 1_800;
        let above = |column: usize| if column < self.columns { title } else { 0 };
        let (mut column, mut used) = (0, title);
        for (high, breaks) in self.blocks(charts) {
            if used + high <= self.high {
                used += high;
                continue;
            }
            let mut rest = if breaks { used + high - self.high } else { high };
            column += 1;
            used = above(column);
            while used + rest > self.high {
                rest -= (self.high - used).min(rest);
                column += 1;
                used = above(column);
            }
            used += rest;
        }
        column / self.columns + 1
    }

    /// What follows each other in a column: the height of each chart, or of several beside each other, and whether it breaks.
    fn blocks(&self, charts: &[&Chart]) -> Vec<(usize, bool)> {
        let mut blocks: Vec<(usize, bool)> = Vec::new();
        let (mut chapter, mut taken) = ("", self.column);
        for chart in charts {
            let measured = self.measure(chart);
            let is_new = chart.chapter() != chapter;
            chapter = chart.chapter();
            let fits = measured.set == Set::Small && !is_new && taken + BESIDE + measured.wide <= self.column;
            match blocks.last_mut().filter(|_| fits) {
                Some((high, _)) => {
                    *high = measured.high.max(*high);
                    taken += BESIDE + measured.wide;
                }
                None => {
                    let heading = if is_new { self.lines(1) * 12 / 10 + 500 } else { 0 };
                    blocks.push((heading + measured.high, measured.set == Set::Long));
                    taken = if measured.set == Set::Small { measured.wide } else { self.column };
                }
            }
        }
        blocks
    }
}
