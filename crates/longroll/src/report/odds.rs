//! Exact odds as a table: chance, bar, ways, outcome; decisions side by side.

use std::io;

use engine::book::OddsColumn;
use num_bigint::BigUint;

use super::bar;
use crate::ink;
use crate::table::{Cell, Frame, Table};
use crate::terminal::Page;
use crate::text::{counted, width};

/// Ways with more digits than this are left to `--json`.
const DIGITS_MAX: usize = 11;
/// An outcome is read in at least this many columns.
const OUTCOME_MIN: usize = 32;

/// How odds are shown.
#[derive(Clone, Copy, Debug, Default)]
pub struct OddsView {
    /// Only the likeliest so many outcomes; the rest in one line.
    pub top: Option<usize>,
    /// Whether to say how they were counted.
    pub verbose: bool,
}

/// Shows odds: outcomes by their gist, or whole lines if more is wanted.
pub fn show(columns: &[OddsColumn], view: OddsView, page: &mut Page<'_>) -> io::Result<()> {
    let mut columns = columns.to_vec();
    if !view.verbose {
        for row in columns.iter_mut().flat_map(|column| &mut column.outcomes) {
            row.summary.clone_from(&row.gist);
        }
    }
    show_columns(&columns, view, page)
}

/// Several columns side by side if there is room, else one below the other.
fn show_columns(columns: &[OddsColumn], view: OddsView, page: &mut Page<'_>) -> io::Result<()> {
    let shown = Shown::of(columns, view.top);
    let room = page.look.width.saturating_sub(OUTCOME_MIN);
    let fitting = Detail::ALL.iter().find(|detail| shown.width(**detail) <= room);
    match fitting {
        Some(detail) => {
            if let [_, _, ..] = columns {
                for (index, column) in columns.iter().enumerate() {
                    page.line(format!("{}  {}", page.look.paint(ink::TITLE, letter(index)), heading(column)))?;
                }
                page.gap()?;
            }
            page.write(shown.table(*detail, page.look.boxes).draw(&page.look))?;
            shown.show_sums(columns, view, page)
        }
        None => {
            for (index, column) in columns.iter().enumerate() {
                if index > 0 {
                    page.gap()?;
                }
                page.heading(&heading(column))?;
                show_columns(std::slice::from_ref(column), view, page)?;
            }
            Ok(())
        }
    }
}

/// What stands in a column of its own.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    BarAndWays,
    Ways,
    Chance,
}

impl Detail {
    const ALL: [Detail; 3] = [Detail::BarAndWays, Detail::Ways, Detail::Chance];
}

const CHANCE: usize = 6;
const GAP: usize = 2;

/// Odds made ready to be drawn: outcomes that read alike are one line.
struct Shown {
    columns: Vec<ShownColumn>,
    outcomes: Vec<String>,
    /// How many outcomes the last line stands for, if it stands for several.
    rest: usize,
}

struct ShownColumn {
    ways: Vec<BigUint>,
    /// Of a thousand, so that they add up to a thousand.
    thousandths: Vec<u64>,
    total: BigUint,
    unresolved: BigUint,
}

impl Shown {
    fn of(columns: &[OddsColumn], top: Option<usize>) -> Self {
        let mut outcomes: Vec<String> = Vec::new();
        for row in columns.iter().flat_map(|column| &column.outcomes) {
            if !outcomes.contains(&row.summary) {
                outcomes.push(row.summary.clone());
            }
        }
        let mut shown: Vec<ShownColumn> = columns.iter().map(|column| ShownColumn::of(column, &outcomes)).collect();
        // The likeliest over all decisions first.
        let chance = |index: usize| -> f64 { shown.iter().map(|column| column.chance(index)).sum() };
        let mut order: Vec<usize> = (0..outcomes.len()).collect();
        order.sort_by(|a, b| chance(*b).total_cmp(&chance(*a)));
        for column in &mut shown {
            column.ways = order.iter().map(|index| column.ways[*index].clone()).collect();
        }
        let mut outcomes: Vec<String> = order.iter().map(|index| outcomes[*index].clone()).collect();
        let mut rest = 0;
        if let Some(top) = top.filter(|top| top + 1 < outcomes.len()) {
            rest = outcomes.len() - top;
            outcomes.truncate(top);
            outcomes.push(format!("{rest} more"));
            for column in &mut shown {
                let others: BigUint = column.ways.drain(top..).sum();
                column.ways.push(others);
            }
        }
        for column in &mut shown {
            column.thousandths = thousandths(&column.ways, &column.unresolved, &column.total);
        }
        Shown { columns: shown, outcomes, rest }
    }

    fn shows_ways(&self) -> bool {
        self.columns.iter().all(|column| column.total.to_string().len() <= DIGITS_MAX)
    }

    /// What all columns but the outcome take.
    fn width(&self, detail: Detail) -> usize {
        let column = |column: &ShownColumn| -> usize {
            let ways = if self.shows_ways() { 2 * width(&column.total.to_string()) + 1 + GAP } else { 0 };
            let chance = CHANCE + GAP;
            match detail {
                Detail::BarAndWays => chance + self.bar_room() + GAP + ways,
                Detail::Ways => chance + ways,
                Detail::Chance => chance,
            }
        };
        self.columns.iter().map(column).sum()
    }

    fn bar_room(&self) -> usize {
        if self.columns.len() == 1 { 16 } else { 8 }
    }

    fn table(&self, detail: Detail, blocks: bool) -> Table {
        let bars = detail == Detail::BarAndWays;
        let ways = detail != Detail::Chance && self.shows_ways();
        let mut headings: Vec<Cell> = Vec::new();
        for index in 0..self.columns.len() {
            headings.push(Cell::from(if self.columns.len() == 1 { "chance".to_owned() } else { letter(index) }));
            headings.extend(bars.then(|| Cell::from("")));
            headings.extend(ways.then(|| Cell::from("ways")));
        }
        headings.push(Cell::from("outcome"));
        let mut table = Table::new(Frame::Open, headings)
            .aligned_right(self.columns.len() * (1 + usize::from(bars) + usize::from(ways)));
        for (index, outcome) in self.outcomes.iter().enumerate() {
            let mut row = Vec::new();
            for column in &self.columns {
                row.push(Cell::from(column.percent(index)));
                row.extend(
                    bars.then(|| Cell::new(bar(column.chance(index), self.bar_room(), blocks), ink::BAR).left()),
                );
                row.extend(ways.then(|| Cell::new(column.fraction(&column.ways[index]), ink::FAINT)));
            }
            let is_rest = self.rest > 0 && index + 1 == self.outcomes.len();
            row.push(Cell::new(outcome.as_str(), if is_rest { ink::FAINT } else { ink::PLAIN }));
            table.row(row);
        }
        table.rule();
        let mut row = Vec::new();
        for column in &self.columns {
            let settled = &column.total - &column.unresolved;
            let settled_thousandths: u64 = column.thousandths.iter().take(self.outcomes.len()).sum();
            row.push(Cell::from(percent(settled_thousandths, false)));
            row.extend(bars.then(|| Cell::from("")));
            row.extend(ways.then(|| Cell::new(column.fraction(&settled), ink::FAINT)));
        }
        row.push(Cell::new(self.verdict(), ink::FAINT));
        table.row(row);
        table
    }

    /// What the total says: exactly one, or how much was not followed.
    fn verdict(&self) -> &'static str {
        let whole = |column: &ShownColumn| {
            column.unresolved == BigUint::ZERO && column.ways.iter().sum::<BigUint>() == column.total
        };
        if self.columns.iter().all(whole) { "in all, exact" } else { "followed to the end; the rest hit the limit" }
    }

    fn show_sums(&self, columns: &[OddsColumn], view: OddsView, page: &mut Page<'_>) -> io::Result<()> {
        if !self.shows_ways() {
            page.wrapped(ink::FAINT, 0, "Counted in more ways than fit here; --json has every digit.")?;
        }
        if view.verbose {
            for (index, column) in columns.iter().enumerate() {
                let name = if columns.len() > 1 { format!("{}: ", letter(index)) } else { String::new() };
                let text = format!(
                    "{name}{} in {} ways, {} of the rules, {} between steps",
                    counted(column.outcomes.len(), "outcome", "outcomes"),
                    column.total,
                    counted(column.runs as usize, "run", "runs"),
                    counted(column.states as usize, "state", "states"),
                );
                page.wrapped(ink::FAINT, 0, &text)?;
            }
        }
        Ok(())
    }
}

impl ShownColumn {
    fn of(column: &OddsColumn, outcomes: &[String]) -> Self {
        let number = |text: &str| text.parse::<BigUint>().unwrap_or_default();
        let ways = |outcome: &String| {
            column.outcomes.iter().filter(|row| row.summary == *outcome).map(|row| number(&row.ways)).sum()
        };
        ShownColumn {
            ways: outcomes.iter().map(ways).collect(),
            thousandths: Vec::new(),
            total: number(&column.total),
            unresolved: number(&column.unresolved),
        }
    }

    fn chance(&self, index: usize) -> f64 {
        share(&self.ways[index], &self.total)
    }

    fn percent(&self, index: usize) -> String {
        percent(self.thousandths[index], self.ways[index] != BigUint::ZERO)
    }

    fn fraction(&self, ways: &BigUint) -> String {
        if *ways == BigUint::ZERO { String::new() } else { format!("{ways}/{}", self.total) }
    }
}

/// The decisions of a column.
fn heading(column: &OddsColumn) -> String {
    column.answers.iter().map(|(name, answer)| format!("{name}={answer}")).collect::<Vec<_>>().join(", ")
}

/// What a column is called where there are several: A, B, … and numbers once there are no letters left.
fn letter(index: usize) -> String {
    u8::try_from(index)
        .ok()
        .filter(|index| *index < 26)
        .map_or_else(|| (index + 1).to_string(), |index| char::from(b'A' + index).to_string())
}

/// A share for bars and for sorting: a thousandth of a percent is more than enough.
fn share(ways: &BigUint, total: &BigUint) -> f64 {
    const FINE: u32 = 1_000_000_000;
    if *total == BigUint::ZERO {
        return 0.0;
    }
    let fine = ways * FINE / total;
    u32::try_from(fine).unwrap_or(FINE) as f64 / f64::from(FINE)
}

/// The ways, and last what is unresolved, in tenths of a percent that add up to a hundred: what is lost by rounding down
/// goes to the largest remainders.
fn thousandths(ways: &[BigUint], unresolved: &BigUint, total: &BigUint) -> Vec<u64> {
    if *total == BigUint::ZERO {
        return vec![0; ways.len() + 1];
    }
    let parts: Vec<(u64, BigUint)> = ways
        .iter()
        .chain([unresolved])
        .map(|ways| {
            let scaled = ways * 1000_u32;
            (u64::try_from(&scaled / total).unwrap_or(0), scaled % total)
        })
        .collect();
    let mut rounded: Vec<u64> = parts.iter().map(|(whole, _)| *whole).collect();
    let missing = 1000_u64.saturating_sub(rounded.iter().sum());
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by(|a, b| parts[*b].1.cmp(&parts[*a].1).then(a.cmp(b)));
    for index in order.into_iter().take(missing as usize) {
        rounded[index] += 1;
    }
    rounded
}

fn percent(thousandths: u64, possible: bool) -> String {
    match thousandths {
        0 if possible => "<0.1%".to_owned(),
        0 => "-".to_owned(),
        _ => format!("{}.{}%", thousandths / 10, thousandths % 10),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_percents_add_up_to_a_hundred() {
        let ways: Vec<BigUint> = [1_u32, 1, 1].map(BigUint::from).to_vec();
        assert_eq!(thousandths(&ways, &BigUint::ZERO, &BigUint::from(3_u32)), [334, 333, 333, 0]);
        let ways: Vec<BigUint> = [1_u32, 9999].map(BigUint::from).to_vec();
        let rounded = thousandths(&ways, &BigUint::ZERO, &BigUint::from(10_000_u32));
        assert_eq!(rounded.iter().sum::<u64>(), 1000);
        assert_eq!(percent(rounded[0], true), "<0.1%");
        assert_eq!(percent(rounded[1], true), "100.0%");
    }
}
