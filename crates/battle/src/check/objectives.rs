//! What is fought for: where it is, and what it is worth.

use super::places::{named, on_map};
use super::roll::Rolls;
use super::site::Site;
use crate::plan::{Objective, Plan};
use crate::sheet::Sheet;
use crate::tree::{Step, way};

/// LIMIT: what an objective can be worth. Anything more drowns all that a battle counts besides.
const WORTH_MAX: u32 = 10_000;

pub(super) fn check(plan: &Plan, rolls: &Rolls<'_>, site: Option<&Site>, sheet: &mut Sheet<'_>) {
    for (number, objective) in plan.objectives.iter().enumerate() {
        place(objective, number, site, sheet);
        worth(objective, number, rolls, sheet);
        let is_same = |(which, other): &(usize, &Objective)| {
            other.name == objective.name && sheet.sure(way!["objective", *which, "name"])
        };
        if let Some((first, _)) = plan.objectives[..number].iter().enumerate().find(is_same) {
            let line = sheet.line_of(way!["objective", first, "name"]);
            let reason = format!("two objectives are called {}", objective.name);
            sheet.wrong(way!["objective", number, "name"], reason, format!("the first one stands in line {line}"));
        }
    }
}

fn place(objective: &Objective, number: usize, site: Option<&Site>, sheet: &mut Sheet<'_>) {
    let field = |name| [Step::Key("objective"), Step::Index(number), Step::Key(name)];
    match (objective.at, &objective.place) {
        (None, None) if sheet.sure(&field("at")) && sheet.sure(&field("place")) => {
            let reason = format!("objective {} is nowhere", objective.id);
            sheet.wrong(&field("id"), reason, "add at, or place with a name of the ground");
        }
        (Some(_), Some(_)) => {
            let reason = format!("objective {} is at a point and at a place", objective.id);
            sheet.wrong(&field("place"), reason, "keep one of the two");
        }
        _ => {}
    }
    let Some(site) = site else { return };
    if let Some(at) = objective.at {
        on_map(&objective.name, at, &field("at"), site.map, sheet);
    }
    if let Some(place) = &objective.place {
        named(place, &field("place"), site, sheet);
    }
}

fn worth(objective: &Objective, number: usize, rolls: &Rolls<'_>, sheet: &mut Sheet<'_>) {
    let path = way!["objective", number, "worth"];
    for (side, worth) in &objective.worth {
        let path = way!["objective", number, "worth", side.as_str()];
        if let Some(hint) = rolls.sides.stranger(side) {
            sheet.wrong_key(path, format!("there is no side {side}"), hint);
        }
        if *worth > WORTH_MAX {
            let reason = format!("objective {} cannot be worth {worth}", objective.id);
            sheet.wrong(path, reason, format!("write a whole number from 0 to {WORTH_MAX}"));
        }
    }
    if objective.worth.values().all(|worth| *worth == 0) && sheet.sure(path) {
        let reason = format!("objective {} is worth nothing to anybody", objective.id);
        sheet.wrong(path, reason, "say what it is worth, by side");
    }
}
