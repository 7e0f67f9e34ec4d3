//! A random force, in the terminal.

use std::collections::BTreeMap;
use std::io;

use engine::book::{Roster, RosterCommand};

use crate::ink;
use crate::table::{Cell, Frame, Table};
use crate::terminal::Page;
use crate::text::counted;

/// Boxes stand in fives, so that they are counted at a glance.
const TOGETHER: usize = 5;

/// Shows a force: its commands from the top down, a line a unit with its boxes, and the totals.
pub fn show(roster: &Roster, page: &mut Page<'_>) -> io::Result<()> {
    let look = page.look;
    let mut table = Table::new(Frame::Open, ["unit", "arm", "size", "weapon", "grade", "boxes"]).indented(2);
    add(&roster.command, look.boxes, &mut table);
    page.write(table.draw(&look))?;
    page.gap()?;
    page.wrapped(ink::TITLE, 0, &format!("In all: {}", totals(roster).join("; ")))
}

fn add(command: &RosterCommand, blocks: bool, table: &mut Table) {
    let leader = command.leader.as_ref();
    let led = leader.map(|leader| format!(": {}, {}", leader.name, leader.rating)).unwrap_or_default();
    table.span(Cell::new(format!("{}{led}", command.name), ink::HEADING));
    for unit in &command.units {
        table.row([
            Cell::new(&unit.name, ink::TITLE),
            Cell::from(&unit.arm),
            Cell::from(sized(unit.size.into(), &unit.measure)),
            Cell::from(&unit.weapon),
            Cell::from(&unit.quality),
            Cell::from(boxes(unit.boxes.into(), if blocks { "□" } else { "o" })),
        ]);
    }
    command.commands.iter().for_each(|below| add(below, blocks, table));
}

/// A size in its measure: `10 stands`, `1 stand`.
pub fn sized(size: u32, measure: &str) -> String {
    let one = measure.strip_suffix('s').filter(|_| size == 1);
    format!("{size} {}", one.unwrap_or(measure))
}

/// So many boxes, in fives.
fn boxes(count: usize, sign: &str) -> String {
    let fives = (0..count).step_by(TOGETHER).map(|first| sign.repeat(TOGETHER.min(count - first)));
    fives.collect::<Vec<_>>().join(" ")
}

/// How much of each arm there is.
fn totals(roster: &Roster) -> Vec<String> {
    let mut arms: Vec<&str> = Vec::new();
    let mut sums: BTreeMap<(&str, &str), u32> = BTreeMap::new();
    let units = roster.units();
    for unit in &units {
        if !arms.contains(&unit.arm.as_str()) {
            arms.push(&unit.arm);
        }
        *sums.entry((&unit.arm, &unit.measure)).or_default() += u32::from(unit.size);
    }
    let of_arm = |arm: &&str| {
        let sizes = sums.iter().filter(|((of, _), _)| of == arm);
        let sizes: Vec<String> = sizes.map(|((_, measure), size)| sized(*size, measure)).collect();
        let count = units.iter().filter(|unit| unit.arm == *arm).count();
        format!("{} of {arm} with {}", counted(count, "unit", "units"), sizes.join(" and "))
    };
    arms.iter().map(of_arm).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_stand_in_fives() {
        assert_eq!(boxes(12, "o"), "ooooo ooooo oo");
        assert_eq!(boxes(5, "o"), "ooooo");
        assert_eq!(boxes(0, "o"), "");
    }
}
