//! A chart, drawn.

use std::io;

use engine::chart::{Change, Chart, ChartSet};

use super::columns::{shown_columns, shown_text};
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
        let names = self.chart.columns();
        let lit_column = |column: usize| self.lit.iter().any(|(_, lit)| *lit == column);
        // What is lit is shown, whoever else it is for.
        let shown = shown_columns(self.chart);
        let columns: Vec<usize> =
            (0..names.len()).filter(|column| shown.contains(column) || lit_column(*column)).collect();
        let headings = columns.iter().map(|column| {
            let style = if lit_column(*column) { ink::RULE } else { ink::HEADING };
            Cell::new(names[*column].replace('_', " "), style)
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
            table.row(columns.iter().map(|column| self.cell(row, *column, look)));
        }
        if left_out {
            table.row(["..."]);
        }
        table
    }

    fn is_near(&self, row: usize) -> bool {
        self.lit.is_empty() || self.chart.rows() <= ROWS_WHOLE || self.lit.iter().any(|(lit, _)| lit.abs_diff(row) <= 1)
    }

    fn cell(&self, row: usize, column: usize, look: &Look) -> Cell {
        let text = shown_text(self.chart, row, column);
        if self.lit.contains(&(row, column)) {
            // Without colours the cell must still be found.
            return if look.colour { Cell::new(text, ink::LIT) } else { Cell::from(format!("[{text}]")) };
        }
        let changed =
            |change: &&&Change| (usize::from(change.cell.row), usize::from(change.cell.column)) == (row, column);
        if self.changes.iter().any(|change| changed(&change)) {
            return Cell::new(format!("{text}*"), ink::HOUSE);
        }
        let row_is_lit = self.lit.iter().any(|(lit, _)| *lit == row);
        Cell::new(text, if row_is_lit && column == 0 { ink::RULE } else { ink::PLAIN })
    }
}
