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

    /// The lowest number it holds.
    pub(super) fn first(self) -> i32 {
        i32::from(self.low.unwrap_or(i16::MIN))
    }

    /// The highest number it holds.
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
                return Err(after.fault(chart, format!("this span overlaps the one in line {line}")));
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

#[cfg(test)]
mod tests {
    use super::super::testing::{cell, chart, fault_of};
    use super::*;

    const FIRE: &str = "id\teffect\tcrack\tveteran\nWITHERING\twithering\t13+\t13+\nTELLING-A\ttelling\t-\t12\n\
                        TELLING-B\ttelling\t11-12\t10-11\nTELLING-C\ttelling\t8-10\t8-9\nGALLING\tgalling\t7\t7\n\
                        LIVELY\tlively\t-\t6\nDESULTORY\tdesultory\t<=6\t<=5\n";

    const MANEUVER: &str = "id\tcolumn\tmin\tmax\tdoubles\nQUICK\tgood\t6\t\tany\nWELL\tgood\t0\t5\tany\n\
                            TARDY\tgood\t-5\t-1\tno\nBACK\tgood\t-5\t-1\tyes\nPANIC\tgood\t\t-6\tany\n";

    const OFFICER: &str = "id\tdie\nkilled\t1\nserious\t2\nlight\t3-5\nnone\t6\n";

    #[test]
    fn a_result_falls_into_one_row_of_its_column() {
        let chart = chart(FIRE);
        let crack = Spans::from_cells(&chart, "crack").unwrap();
        let veteran = Spans::from_cells(&chart, "veteran").unwrap();
        let row = |spans: &Spans, value| spans.row(value).unwrap().value;
        assert_eq!(veteran.row(12).unwrap(), Looked { value: 1, cell: cell(1, 3) });
        assert_eq!([6, 7, 8, 10, 11, 12, 13, 99].map(|value| row(&crack, value)), [6, 4, 3, 3, 2, 2, 0, 0]);
        assert_eq!([i16::MIN, -3, 5, 6, i16::MAX].map(|value| row(&veteran, value)), [6, 6, 6, 5, 0]);
    }

    #[test]
    fn lowest_and_highest_numbers_may_stand_in_two_columns() {
        let chart = chart(MANEUVER);
        let doubles = |wanted: &'static str| {
            let chart = &chart;
            move |row| chart.cell(row, 4).is_some_and(|text| text == "any" || text == wanted)
        };
        let plain = Spans::from_min_max(&chart, "min", "max", doubles("no")).unwrap();
        let double = Spans::from_min_max(&chart, "min", "max", doubles("yes")).unwrap();
        assert_eq!(plain.row(-5).unwrap(), Looked { value: 2, cell: cell(2, 2) });
        assert_eq!(double.row(-1).unwrap(), Looked { value: 3, cell: cell(3, 2) });
        assert_eq!(double.row(-6).unwrap(), Looked { value: 4, cell: cell(4, 3) });
        assert_eq!(plain.row(60).unwrap().value, 0);
        let both = fault_of(Spans::from_min_max(&chart, "min", "max", |_| true));
        assert_eq!(both, (5, 3, "this span overlaps the one in line 4".to_owned()));
    }

    #[test]
    fn the_faces_of_a_die_are_enough_where_that_is_said() {
        let chart = chart(OFFICER);
        let spans = Spans::from_cells_within(&chart, "die", 1..=6).unwrap();
        assert_eq!(spans.row(4).unwrap().value, 2);
        assert_eq!(fault_of(spans.row(7)), (0, 0, "no row for 7: there are rows for 1 to 6".to_owned()));
        assert_eq!(fault_of(spans.row(0)).0, 0);
        assert_eq!(fault_of(Spans::from_cells_within(&chart, "die", 0..=6)).0, 2);
        assert_eq!(fault_of(Spans::from_cells_within(&chart, "die", 1..=7)).0, 5);
        let fault = Spans::from_cells(&chart, "die").unwrap_err();
        assert_eq!((fault.line, fault.reason.as_str()), (2, "nothing stands for less than 1"));
        assert_eq!(fault.hint, "the lowest row reads <=1, or has no lowest number");
    }

    #[test]
    fn two_columns_can_hold_the_faces_of_a_die_too() {
        let chart = chart("min\tmax\tresult\n2\t9\tno\n10\t\tyes\n");
        let spans = Spans::from_min_max_within(&chart, "min", "max", |_| true, 2..=12).unwrap();
        assert_eq!((spans.row(9).unwrap().value, spans.row(30).unwrap().value), (0, 1));
        assert_eq!(fault_of(spans.row(1)).2, "no row for 1: there are rows for 2 or more");
    }

    #[test]
    fn gaps_overlaps_and_bad_cells_are_named() {
        let wrong = |cells: &[&str]| fault_of(Spans::from_cells(&chart(&format!("a\n{}\n", cells.join("\n"))), "a"));
        assert_eq!(wrong(&["<=2", "6+"]), (3, 1, "nothing stands for 3 to 5".to_owned()));
        assert_eq!(wrong(&["6+", "<=4"]), (2, 1, "nothing stands for 5".to_owned()));
        assert_eq!(wrong(&["<=2", "<=3"]), (3, 1, "this span overlaps the one in line 2".to_owned()));
        assert_eq!(wrong(&["<=2", "3-5"]).2, "nothing stands for more than 5");
        assert_eq!(wrong(&["5-3"]), (2, 1, "the span ends at 3 before it starts at 5".to_owned()));
        assert_eq!(wrong(&["-"]).2, "no span of numbers in any row");
        for cell in ["five", "1-", "+", "<=", "1-2-3", "99999", "1.5", "é-3"] {
            assert_eq!(wrong(&[cell]), (2, 1, format!("`{cell}` is not a span like 7, 11-12, 13+ or <=6")));
        }
        let chart = chart(&MANEUVER.replace("QUICK\tgood\t6", "QUICK\tgood\tsix"));
        let (line, column, _) = fault_of(Spans::from_min_max(&chart, "min", "max", |_| true));
        assert_eq!((line, column), (2, 3));
    }

    #[test]
    fn spans_of_negative_numbers_can_be_written() {
        let spans = Spans::from_cells(&chart("a\n<=-6\n-5--3\n-2..-1\n+0\n1+\n"), "a").unwrap();
        assert_eq!([-6, -5, -3, -2, -1, 0, 1].map(|value| spans.row(value).unwrap().value), [0, 1, 1, 2, 2, 3, 4]);
    }

    #[test]
    fn the_widest_spans_still_index() {
        let spans = Spans::from_cells(&chart("a\n-32768--1\n0..32767\n"), "a");
        assert_eq!(fault_of(spans).2, "nothing stands for less than -32768");
        let spans = Spans::from_cells_within(&chart("a\n-32768--1\n0..32767\n"), "a", i16::MIN..=i16::MAX).unwrap();
        assert_eq!([i16::MIN, -1, 0, i16::MAX].map(|value| spans.row(value).unwrap().value), [0, 0, 1, 1]);
        let open = Spans::from_min_max(&chart("min\tmax\n\t\n"), "min", "max", |_| true).unwrap();
        assert_eq!(open.row(-9).unwrap().value, 0);
    }
}
