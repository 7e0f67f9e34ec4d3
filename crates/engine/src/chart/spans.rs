//! Rows that stand for a span of whole numbers: `13+`, `11-12`, `<=6`, `7`.

use std::ops::RangeInclusive;

use super::Chart;
use super::cell::is_nothing;
use crate::{Cell, Fault, Looked};

/// Rows with a span of whole numbers each. Checked when opened: no gap and no overlap.
#[derive(Clone, Debug)]
pub struct Spans {
    file: Box<str>,
    index: SpanIndex,
    rows: Vec<Looked<usize>>,
}

impl Spans {
    /// Reads the spans from one column: `13+`, `11-12`, `<=6`, `7`, and `-` where there is no such row. They must hold
    /// all whole numbers.
    pub fn from_cells(chart: &Chart, column: &str) -> Result<Self, Fault> {
        Self::new(chart, &cells(chart, column)?, None)
    }

    /// Reads the spans from one column as [`Spans::from_cells`] does; they must hold all of `needed` (the faces of a
    /// die), and other numbers may be missed.
    pub fn from_cells_within(chart: &Chart, column: &str, needed: RangeInclusive<i16>) -> Result<Self, Fault> {
        Self::new(chart, &cells(chart, column)?, Some(needed))
    }

    /// Reads the spans from a column of lowest and a column of highest numbers (an empty cell is an open end), of the
    /// rows that `keep` wants. They must hold all whole numbers.
    pub fn from_min_max(chart: &Chart, min: &str, max: &str, keep: impl Fn(usize) -> bool) -> Result<Self, Fault> {
        Self::new(chart, &min_max(chart, min, max, keep)?, None)
    }

    /// Reads the spans from two columns as [`Spans::from_min_max`] does; they must hold all of `needed`, and other
    /// numbers may be missed.
    pub fn from_min_max_within(
        chart: &Chart,
        min: &str,
        max: &str,
        keep: impl Fn(usize) -> bool,
        needed: RangeInclusive<i16>,
    ) -> Result<Self, Fault> {
        Self::new(chart, &min_max(chart, min, max, keep)?, Some(needed))
    }

    fn new(chart: &Chart, spans: &[Placed], needed: Option<RangeInclusive<i16>>) -> Result<Self, Fault> {
        let index = SpanIndex::new(chart, spans)?;
        index.check_ends(chart, spans, needed)?;
        let rows =
            spans.iter().map(|placed| Looked { value: usize::from(placed.cell.row), cell: placed.cell }).collect();
        Ok(Spans { file: chart.file().into(), index, rows })
    }

    /// The row of the chart, counted from zero, whose span holds this number.
    #[inline]
    pub fn row(&self, value: i16) -> Result<Looked<usize>, Fault> {
        match self.index.find(value) {
            Some(place) => Ok(self.rows[place]),
            None => Err(self.miss(value)),
        }
    }

    #[cold]
    fn miss(&self, value: i16) -> Fault {
        Fault::of_file(&*self.file, format!("no row for {value}: there are rows for {}", self.index))
    }
}

fn cells(chart: &Chart, column: &str) -> Result<Vec<Placed>, Fault> {
    let column = chart.column(column)?;
    let mut spans = Vec::new();
    for row in 0..chart.rows() {
        let text = chart.text(row, column);
        if !is_nothing(text) {
            let span = Span::parse(text).map_err(|reason| chart.fault(row, column, reason))?;
            spans.push(Placed { span, cell: chart.cite(row, column) });
        }
    }
    Ok(spans)
}

fn min_max(chart: &Chart, min: &str, max: &str, keep: impl Fn(usize) -> bool) -> Result<Vec<Placed>, Fault> {
    let (min, max) = (chart.column(min)?, chart.column(max)?);
    let end = |row, column| match chart.text(row, column) {
        "" => Ok(None),
        _ => chart.value::<i16>(row, column).map(Some),
    };
    let mut spans = Vec::new();
    for row in (0..chart.rows()).filter(|row| keep(*row)) {
        let (low, high) = (end(row, min)?, end(row, max)?);
        let span = Span::new(low, high).map_err(|reason| chart.fault(row, max, reason))?;
        let column = if low.is_some() { min } else { max };
        spans.push(Placed { span, cell: chart.cite(row, column) });
    }
    Ok(spans)
}

/// A span of whole numbers; a missing end is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    low: Option<i16>,
    high: Option<i16>,
}

impl Span {
    fn new(low: Option<i16>, high: Option<i16>) -> Result<Span, String> {
        match (low, high) {
            (Some(low), Some(high)) if low > high => Err(format!("the span ends at {high} before it starts at {low}")),
            _ => Ok(Span { low, high }),
        }
    }

    /// Reads `7`, `-3`, `11-12`, `-5--1`, `-5..-1`, `13+` and `<=6`.
    pub(super) fn parse(text: &str) -> Result<Span, String> {
        let number =
            |part: &str| part.parse::<i16>().map_err(|_| format!("`{text}` is not a span like 7, 11-12, 13+ or <=6"));
        if let Some(high) = text.strip_prefix("<=") {
            return Span::new(None, Some(number(high)?));
        }
        if let Some(low) = text.strip_suffix('+') {
            return Span::new(Some(number(low)?), None);
        }
        if let Some((low, high)) = text.split_once("..") {
            return Span::new(Some(number(low)?), Some(number(high)?));
        }
        // A dash in front is a sign; the next one stands between the ends.
        let between = text.char_indices().skip(1).find(|(_, letter)| *letter == '-');
        match between {
            Some((at, _)) => Span::new(Some(number(&text[..at])?), Some(number(&text[at + 1..])?)),
            None => number(text).and_then(|only| Span::new(Some(only), Some(only))),
        }
    }

    fn first(self) -> i32 {
        i32::from(self.low.unwrap_or(i16::MIN))
    }

    fn last(self) -> i32 {
        i32::from(self.high.unwrap_or(i16::MAX))
    }
}

/// A span and the cell it stands in.
#[derive(Clone, Copy, Debug)]
pub(super) struct Placed {
    pub(super) span: Span,
    pub(super) cell: Cell,
}

impl Placed {
    fn fault(&self, chart: &Chart, reason: String) -> Fault {
        chart.fault(self.cell.row.into(), self.cell.column.into(), reason)
    }
}

/// Which of several spans holds a number, by one step into a flat array.
#[derive(Clone, Debug)]
pub(super) struct SpanIndex {
    lowest: i16,
    /// The number of the span for `lowest` and each number after it.
    slots: Vec<u16>,
    open_below: bool,
    open_above: bool,
}

impl SpanIndex {
    /// Refuses gaps between the spans and overlaps.
    pub(super) fn new(chart: &Chart, spans: &[Placed]) -> Result<SpanIndex, Fault> {
        let mut order: Vec<u16> = (0..spans.len() as u16).collect();
        order.sort_by_key(|place| spans[usize::from(*place)].span.first());
        for pair in order.windows(2) {
            let (before, after) = (&spans[usize::from(pair[0])], &spans[usize::from(pair[1])]);
            let (end, start) = (before.span.last(), after.span.first());
            if start <= end {
                let line = before.cell.row + 2;
                return Err(after.fault(chart, format!("{start} stands here and in line {line}")));
            }
            if start > end + 1 {
                return Err(after.fault(chart, format!("nothing stands for {}", between(end + 1, start - 1))));
            }
        }
        let (Some(lowest), Some(highest)) = (order.first(), order.last()) else {
            return Err(Fault::of_file(chart.file(), "no span of numbers in any row"));
        };
        let (lowest, highest) = (spans[usize::from(*lowest)].span, spans[usize::from(*highest)].span);
        let start = lowest.low.or(lowest.high).unwrap_or(0);
        let end = highest.high.or(highest.low).unwrap_or(0);
        let mut slots = Vec::new();
        for place in &order {
            let span = spans[usize::from(*place)].span;
            let numbers = span.low.unwrap_or(start)..=span.high.unwrap_or(end);
            slots.extend(numbers.map(|_| *place));
        }
        Ok(SpanIndex { lowest: start, slots, open_below: lowest.low.is_none(), open_above: highest.high.is_none() })
    }

    /// Refuses spans that do not hold all of `needed`; without it, all whole numbers.
    fn check_ends(&self, chart: &Chart, spans: &[Placed], needed: Option<RangeInclusive<i16>>) -> Result<(), Fault> {
        let (first, last) = (self.slots[0], self.slots[self.slots.len() - 1]);
        let (start, end) = needed.map_or((None, None), |needed| (Some(*needed.start()), Some(*needed.end())));
        if !self.open_below && start.is_none_or(|start| start < self.lowest) {
            return Err(spans[usize::from(first)]
                .fault(chart, format!("nothing stands for less than {}", self.lowest))
                .hint(format!("the lowest row reads <={}, or has no lowest number", self.lowest)));
        }
        let highest = self.highest();
        if !self.open_above && end.is_none_or(|end| end > highest) {
            return Err(spans[usize::from(last)]
                .fault(chart, format!("nothing stands for more than {highest}"))
                .hint(format!("the highest row reads {highest}+, or has no highest number")));
        }
        Ok(())
    }

    fn highest(&self) -> i16 {
        (i32::from(self.lowest) + self.slots.len() as i32 - 1) as i16
    }

    /// Whether the spans stand in ascending order.
    pub(super) fn is_ascending(&self) -> bool {
        self.slots.is_sorted()
    }

    /// The number of the span that holds this value.
    #[inline]
    pub(super) fn find(&self, value: i16) -> Option<usize> {
        let offset = i32::from(value) - i32::from(self.lowest);
        let last = self.slots.len() as i32 - 1;
        let slot = if offset < 0 && self.open_below {
            0
        } else if offset > last && self.open_above {
            last
        } else {
            offset
        };
        usize::try_from(slot).ok().and_then(|slot| self.slots.get(slot)).map(|place| usize::from(*place))
    }
}

impl std::fmt::Display for SpanIndex {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match (self.open_below, self.open_above) {
            (false, false) => f.write_str(&between(self.lowest.into(), self.highest().into())),
            (true, false) => write!(f, "{} or less", self.highest()),
            (false, true) => write!(f, "{} or more", self.lowest),
            (true, true) => f.write_str("all numbers"),
        }
    }
}

fn between(low: i32, high: i32) -> String {
    if low == high { low.to_string() } else { format!("{low} to {high}") }
}
