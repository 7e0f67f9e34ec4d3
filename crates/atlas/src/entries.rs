//! Where troops come on: an arrow on the edge for each place, with hours and names.

use battle::Battle;
use battle::plan::Side;

use crate::ink::{Path, Sheet, placed};
use crate::paper::{Bearing, Chart, Frame, Place};
use crate::troops::{Troops, colour};
use crate::words;

/// A place on the edge where one side comes on.
pub(crate) struct Entry<'a> {
    pub(crate) at: Place,
    pub(crate) side: &'a Side,
    /// What is written beside it.
    pub(crate) lines: Vec<String>,
    pub(crate) frame: Frame,
    inward: Bearing,
}

/// LIMIT: lines beside an arrow; what is more stands in the list below the map.
const LINES_MAX: usize = 5;

/// All places where troops come on.
pub(crate) fn all<'a>(battle: &Battle, troops: &Troops<'a>, chart: &Chart) -> Vec<Entry<'a>> {
    let mut entries: Vec<Entry<'a>> = Vec::new();
    for coming in &troops.coming {
        let (Some(at), Some(time)) = (coming.at, coming.time) else { continue };
        let line = format!("{} {}", words::hour(time), words::formation(battle, coming.formation));
        match entries.iter_mut().find(|entry| entry.at == at && entry.side.id == coming.side.id) {
            Some(entry) if entry.lines.len() == LINES_MAX => {
                if let Some(last) = entry.lines.last_mut() {
                    "and others".clone_into(last);
                }
            }
            Some(entry) => {
                if !entry.lines.contains(&line) {
                    entry.lines.push(line);
                }
            }
            None => entries.push(entry(at, coming.side, line, chart)),
        }
    }
    entries
}

fn entry<'a>(at: Place, side: &'a Side, line: String, chart: &Chart) -> Entry<'a> {
    Entry { at, side, lines: vec![line], frame: frame(at, chart), inward: inward(at, chart) }
}

/// From the nearest edge into the map.
fn inward(at: Place, chart: &Chart) -> Bearing {
    let edge = chart.frame();
    let distances = [
        (at.x - edge.left, Bearing { east: 1 << 15, south: 0 }),
        (edge.right - at.x, Bearing { east: -(1 << 15), south: 0 }),
        (at.y - edge.top, Bearing { east: 0, south: 1 << 15 }),
        (edge.bottom - at.y, Bearing { east: 0, south: -(1 << 15) }),
    ];
    distances.into_iter().min_by_key(|(away, _)| *away).map_or(Bearing::EAST, |(_, inward)| inward)
}

/// What the arrow of an entry takes up.
pub(crate) fn frame(at: Place, chart: &Chart) -> Frame {
    let middle = at.moved(inward(at, chart), chart.scale.units(22), 0);
    Frame::around(middle, chart.scale.units(36), chart.scale.units(36))
}

/// Draws the arrows.
pub(crate) fn draw(sheet: &mut Sheet, entries: &[Entry<'_>], chart: &Chart) {
    let units = |units: i32| chart.scale.units(units);
    for entry in entries {
        let class = format!("entry-arrow {} {}", colour(entry.side), entry.side.id);
        sheet.open(&format!("class=\"{class}\" transform=\"{}\"", placed(entry.at, entry.inward.turn())));
        sheet.title(&entry.lines.join("; "));
        let mut arrow = Path::new();
        arrow.polygon(&[
            Place::new(units(2), -units(6)),
            Place::new(units(20), -units(6)),
            Place::new(units(20), -units(15)),
            Place::new(units(40), 0),
            Place::new(units(20), units(15)),
            Place::new(units(20), units(6)),
            Place::new(units(2), units(6)),
        ]);
        sheet.path("body", arrow);
        sheet.close();
    }
}
