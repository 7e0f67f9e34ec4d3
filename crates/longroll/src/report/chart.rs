//! A chart, drawn.

use std::io;

use engine::chart::{Change, Chart, ChartSet};
use telling::Shown;

use super::titled;
use crate::ink;
use crate::table::{Cell, Frame, Table};
use crate::terminal::{Look, Page};

/// Charts with more rows than this show only what is near the lit cells.
const ROWS_WHOLE: usize = 12;

/// What the house rules changed in a chart.
pub fn changes_of<'a>(charts: &'a ChartSet, chart: &Chart) -> Vec<&'a Change> {
    charts.changes().iter().filter(|change| change.chart == chart.id()).collect()
}

/// The note of a chart as a sentence; nothing where there is none.
pub fn note_of(chart: &Chart) -> Option<String> {
    let note = chart.note();
    let end = if note.ends_with(['.', '!', '?']) { "" } else { "." };
    (!note.is_empty()).then(|| format!("{note}{end}"))
}

/// A chart to be drawn.
pub struct Drawing<'a> {
    chart: &'a Chart,
    changes: Vec<&'a Change>,
    lit: Vec<(usize, usize)>,
}

impl<'a> Drawing<'a> {
    /// The whole chart.
    pub fn of(charts: &'a ChartSet, chart: &'a Chart) -> Self {
        Drawing { chart, changes: changes_of(charts, chart), lit: Vec::new() }
    }

    /// The chart with these cells lit, as rows and columns; a long one only as far as it is near them.
    pub fn lighting(charts: &'a ChartSet, chart: &'a Chart, lit: Vec<(usize, usize)>) -> Self {
        Drawing { lit, ..Drawing::of(charts, chart) }
    }

    /// Draws title, cells, note and what the house rules changed.
    pub fn show(&self, page: &mut Page<'_>) -> io::Result<()> {
        let look = page.look;
        titled(page, self.chart.title(), self.chart.id())?;
        page.write(self.table(&look).draw(&look))?;
        if let Some(note) = note_of(self.chart) {
            page.wrapped(ink::FAINT, 0, &note)?;
        }
        for change in &self.changes {
            let text =
                format!("* house rule: {}, {}: {} (printed {})", change.row, change.column, change.now, change.printed);
            page.wrapped(ink::HOUSE, 0, &text)?;
        }
        Ok(())
    }

    fn table(&self, look: &Look) -> Table {
        let shown = Shown::of(self.chart);
        // A cell that only programs read is seen in the name of its row.
        let lit: Vec<(usize, usize)> =
            self.lit.iter().map(|(row, place)| (*row, shown.place(*place).unwrap_or(0))).collect();
        let headings = shown.headings().enumerate().map(|(column, heading)| {
            let is_lit = lit.iter().any(|(_, lit)| *lit == column);
            Cell::new(heading, if is_lit { ink::RULE } else { ink::HEADING })
        });
        let mut table = Table::new(Frame::Boxed, headings);
        let mut left_out = false;
        for row in 0..self.chart.rows() {
            if !self.is_near(row) {
                left_out = true;
                continue;
            }
            if std::mem::take(&mut left_out) {
                table.row(["..."]);
            }
            table.row((0..shown.columns.len()).map(|column| self.cell(&shown, (row, column), &lit, look)));
        }
        if left_out {
            table.row(["..."]);
        }
        table
    }

    fn is_near(&self, row: usize) -> bool {
        self.lit.is_empty() || self.chart.rows() <= ROWS_WHOLE || self.lit.iter().any(|(lit, _)| lit.abs_diff(row) <= 1)
    }

    fn cell(&self, shown: &Shown<'_>, at: (usize, usize), lit: &[(usize, usize)], look: &Look) -> Cell {
        let (row, column) = at;
        let text = shown.text(row, column);
        if lit.contains(&at) {
            // Without colours the cell must still be found.
            return if look.colour { Cell::new(text, ink::LIT) } else { Cell::from(format!("[{text}]")) };
        }
        if self.changes.iter().any(|change| is_at(change, shown, at)) {
            return Cell::new(format!("{text}*"), ink::HOUSE);
        }
        let row_is_lit = lit.iter().any(|(lit, _)| *lit == row);
        Cell::new(text, if row_is_lit && column == 0 { ink::RULE } else { ink::PLAIN })
    }
}

/// Whether a change of the house rules is seen in this row and column of the card.
pub fn is_at(change: &Change, shown: &Shown<'_>, (row, column): (usize, usize)) -> bool {
    usize::from(change.cell.row) == row && shown.place(usize::from(change.cell.column)) == Some(column)
}
