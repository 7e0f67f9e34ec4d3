//! What people see of a chart: its columns and words on a card, as the rulebook declares them.

use engine::chart::{CardColumn, Chart};

/// A chart as a card shows it.
pub struct Shown<'c> {
    chart: &'c Chart,
    /// Its columns, in the order of the card.
    pub columns: Vec<CardColumn>,
}

impl<'c> Shown<'c> {
    /// The chart with all columns that people see.
    pub fn of(chart: &'c Chart) -> Self {
        Shown { chart, columns: chart.card_columns() }
    }

    /// The headings.
    pub fn headings(&self) -> impl Iterator<Item = &str> {
        self.columns.iter().map(|column| column.heading.as_str())
    }

    /// What stands in a row of a column of the card.
    pub fn text(&self, row: usize, column: usize) -> String {
        self.columns.get(column).map(|column| self.chart.card_text(row, column)).unwrap_or_default()
    }

    /// The column of the card that shows this column of the chart; nothing where only programs read it.
    pub fn place(&self, place: usize) -> Option<usize> {
        self.columns.iter().position(|column| column.place == place || column.until == Some(place))
    }
}
