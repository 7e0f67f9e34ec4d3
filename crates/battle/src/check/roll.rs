//! Who can be referred to: the ids of each list, and whether all of them are known.

use super::units;
use crate::nearest::{advice, nearest};
use crate::plan::{Id, Plan};
use crate::shape::is_nameless;
use crate::sheet::Sheet;
use crate::tree::{Step, way};

/// The ids of one list.
pub(super) struct Roll<'a> {
    sure: Vec<&'a str>,
    /// Ids that are not written as they should be, tidied.
    doubtful: Vec<&'a str>,
    /// Whether everybody on the list has an id, and the list is there.
    pub(super) complete: bool,
}

impl<'a> Roll<'a> {
    fn of(ids: impl IntoIterator<Item = (&'a Id, Vec<Step<'a>>)>, complete: bool, sheet: &Sheet<'_>) -> Roll<'a> {
        let mut roll = Roll { sure: Vec::new(), doubtful: Vec::new(), complete };
        for (id, path) in ids {
            if sheet.sure(&path) {
                // Of two with one id, one is meant to have another, which nobody knows.
                roll.complete &= !roll.sure.contains(&id.as_str());
                roll.sure.push(id.as_str());
            } else if is_nameless(id.as_str()) {
                roll.complete = false;
            } else {
                roll.doubtful.push(id.as_str());
            }
        }
        roll
    }

    /// Advice for an id that nobody has; nothing if somebody has it, or may well have it once his own is mended.
    pub(super) fn stranger(&self, typed: &str) -> Option<String> {
        let known = self.sure.contains(&typed) || self.doubtful.contains(&typed);
        if known || !self.complete || nearest(typed, &self.doubtful).is_some() {
            return None;
        }
        Some(advice(typed, self.sure.iter().copied()))
    }
}

/// All that can be referred to.
pub(super) struct Rolls<'a> {
    pub(super) sides: Roll<'a>,
    pub(super) formations: Roll<'a>,
    pub(super) units: Roll<'a>,
    pub(super) objectives: Roll<'a>,
}

impl<'a> Rolls<'a> {
    pub(super) fn of(plan: &'a Plan, sheet: &Sheet<'_>) -> Rolls<'a> {
        let listed = |list: &'static str, number: usize| way![list, number, "id"].to_vec();
        let sides = plan.sides.iter().enumerate().map(|(n, side)| (&side.id, listed("side", n)));
        let formations = plan.formations.iter().enumerate().map(|(n, of)| (&of.id, listed("formation", n)));
        let objectives = plan.objectives.iter().enumerate().map(|(n, of)| (&of.id, listed("objective", n)));
        let members = units(plan).map(|unit| (&unit.unit.id, unit.field("id").to_vec()));
        let all_units = (0..plan.formations.len()).all(|number| sheet.there(way!["formation", number, "units"]));
        let there = |list: &str| sheet.there(way![list]);
        Rolls {
            // Where a side is missing, it is no wonder that nobody knows it.
            sides: Roll::of(sides, there("side") && plan.sides.len() > 1, sheet),
            formations: Roll::of(formations, there("formation"), sheet),
            units: Roll::of(members, there("formation") && all_units, sheet),
            objectives: Roll::of(objectives, there("objective"), sheet),
        }
    }
}
