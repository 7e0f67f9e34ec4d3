//! Where things are: on the map, on its edge, in the water, on each other.

use field::ground::{Extent, Point, YARD};

use super::roll::Rolls;
use super::site::{Site, Vague, is_water};
use super::{Listed, units};
use crate::footprint::{footprint, overlap};
use crate::nearest::advice;
use crate::number::Yards;
use crate::plan::{Arm, Arrival, Plan, Unit, point};
use crate::sheet::Sheet;
use crate::tree::{Step, way};

pub(super) fn check(plan: &Plan, rolls: &Rolls<'_>, site: Option<&Site>, sheet: &mut Sheet<'_>) {
    objectives(plan, rolls, site, sheet);
    stood_on(plan, sheet);
    let Some(site) = site else { return };
    for listed in units(plan) {
        let (unit, path) = (listed.unit, listed.field("at"));
        if let Some(at) = unit.at.filter(|at| on_map(&unit.name, *at, &path, site.map, sheet)) {
            afloat(&listed, at, &path, site, sheet);
            wholly_on_map(&listed, at, &path, site.map, sheet);
        }
        if let Some(arrival) = &unit.arrives {
            comes_on(&unit.name, arrival, &listed.field("arrives"), site, sheet);
        }
    }
    for (number, formation) in plan.formations.iter().enumerate() {
        if let Some(at) = formation.at {
            on_map(&formation.name, at, way!["formation", number, "at"], site.map, sheet);
        }
        if let Some(arrival) = &formation.arrives {
            comes_on(&formation.name, arrival, way!["formation", number, "arrives"], site, sheet);
        }
    }
    for (number, leader) in plan.leaders.iter().enumerate() {
        if let Some(at) = leader.at {
            on_map(&leader.name, at, way!["leader", number, "at"], site.map, sheet);
        }
        if let Some(arrival) = &leader.arrives {
            comes_on(&leader.name, arrival, way!["leader", number, "arrives"], site, sheet);
        }
    }
}

/// Whether a point is on the map for all one knows.
pub(super) fn on_map(
    name: &str,
    at: [Yards; 2],
    path: &[Step<'_>],
    map: Option<Extent>,
    sheet: &mut Sheet<'_>,
) -> bool {
    if !sheet.sure(path) {
        return false;
    }
    let off = map.filter(|extent| !extent.contains(point(at)));
    if let Some(extent) = off {
        sheet.wrong(path, format!("{name} is off the map"), size(extent));
    }
    off.is_none()
}

/// The corners of the ground that a unit takes up where it is listed, if all that they come from is sure.
fn corners(listed: &Listed<'_>, sheet: &Sheet<'_>) -> Option<[Point; 4]> {
    let unit = listed.unit;
    let stands = listed.sure(&["at", "facing", "posture"], sheet) && is_size_sure(listed, sheet);
    footprint(unit, unit.at?, unit.facing?, unit.posture?).filter(|_| stands)
}

/// Whether it is sure how many a unit is.
pub(super) fn is_size_sure(listed: &Listed<'_>, sheet: &Sheet<'_>) -> bool {
    let counted = |which: usize| sheet.sure(&listed.within("guns", way![which, "count"]));
    listed.sure(&["men", "ship"], sheet)
        && sheet.there(&listed.field("guns"))
        && (0..listed.unit.guns.len()).all(counted)
}

/// A unit whose middle is on the map may still stand over its edge.
fn wholly_on_map(listed: &Listed<'_>, at: [Yards; 2], path: &[Step<'_>], map: Option<Extent>, sheet: &mut Sheet<'_>) {
    let (Some(corners), Some(extent)) = (corners(listed, sheet), map) else { return };
    if extent.contains(point(at)) && corners.iter().any(|corner| !extent.contains(*corner)) {
        let hint = format!("move it in, turn it, or let it arrive: {}", size(extent));
        sheet.wrong(path, format!("{} stands over the edge of the map", listed.unit.name), hint);
    }
}

fn size(extent: Extent) -> String {
    let north_east = extent.north_east;
    format!("the map goes from 0, 0 to {}, {}", north_east.x / YARD, north_east.y / YARD)
}

/// Reinforcements come over the edge of the map, at a point or at a named thing.
fn comes_on(name: &str, arrival: &Arrival, path: &[Step<'_>], site: &Site, sheet: &mut Sheet<'_>) {
    let field = |name| [path, &[Step::Key(name)]].concat();
    match (&arrival.at, &arrival.place) {
        (None, None) if sheet.sure(&field("at")) && sheet.sure(&field("place")) => {
            sheet.wrong(path, format!("{name} arrives nowhere"), "add at, a point on the edge of the map, or place");
        }
        (None, None) => {}
        (Some(at), _) => {
            let on_edge = |extent: &Extent| {
                let (Point { x, y }, Point { x: east, y: north }) = (point(*at), extent.north_east);
                x == 0 || y == 0 || x == east || y == north
            };
            let is_on = on_map(name, *at, &field("at"), site.map, sheet);
            if let Some(extent) = site.map.filter(|extent| is_on && !on_edge(extent)) {
                let hint = format!("let it come on at the edge: {}", size(extent));
                sheet.wrong(&field("at"), format!("{name} arrives in the middle of the map"), hint);
            }
        }
        (None, Some(place)) => {
            named(place, &field("place"), site, sheet);
        }
    }
}

fn named(place: &str, path: &[Step<'_>], site: &Site, sheet: &mut Sheet<'_>) {
    if site.all_names && !site.names.iter().any(|name| name == place) {
        let hint = advice(place, site.names.iter().map(String::as_str));
        sheet.wrong(path, format!("the ground has no place called {place}"), hint);
    }
}

/// Ships stand in water, and nobody else in a river.
pub(super) fn afloat(listed: &Listed<'_>, at: [Yards; 2], path: &[Step<'_>], site: &Site, sheet: &mut Sheet<'_>) {
    let (unit, at) = (listed.unit, point(at));
    if !listed.sure(&["arm"], sheet) {
        return;
    }
    let wet = site.ground.kinds_at(at).any(is_water);
    let may_be_wet = |vague: &Vague| vague.may_be_water(at);
    if unit.arm == Arm::Ship && !wet && !site.vague.iter().any(may_be_wet) {
        let hint = "put it in a river or lake of the ground";
        sheet.wrong(path, format!("{} is a ship and stands on land", unit.name), hint);
    }
    if unit.arm != Arm::Ship && wet {
        sheet.wrong(path, format!("{} stands in the water", unit.name), "put it on a bank");
    }
}

fn objectives(plan: &Plan, rolls: &Rolls<'_>, site: Option<&Site>, sheet: &mut Sheet<'_>) {
    for (number, objective) in plan.objectives.iter().enumerate() {
        let field = |name| [Step::Key("objective"), Step::Index(number), Step::Key(name)];
        match (objective.at, &objective.place, site) {
            (None, None, _) if sheet.sure(&field("at")) && sheet.sure(&field("place")) => {
                let reason = format!("objective {} is nowhere", objective.id);
                sheet.wrong(&field("id"), reason, "add at, or place with a name of the ground");
            }
            (Some(at), _, Some(site)) => {
                on_map(&objective.name, at, &field("at"), site.map, sheet);
            }
            (None, Some(place), Some(site)) => named(place, &field("place"), site, sheet),
            _ => {}
        }
        for side in objective.worth.keys() {
            if let Some(hint) = rolls.sides.stranger(side) {
                let path = way!["objective", number, "worth", side.as_str()];
                sheet.wrong(path, format!("there is no side {side}"), hint);
            }
        }
        if objective.worth.values().all(|worth| *worth == 0) && sheet.sure(&field("worth")) {
            let reason = format!("objective {} is worth nothing to anybody", objective.id);
            sheet.wrong(&field("worth"), reason, "say what it is worth, by side");
        }
    }
}

/// Units that stand on each other at the start.
fn stood_on(plan: &Plan, sheet: &mut Sheet<'_>) {
    let standing = units(plan).filter_map(|listed| {
        let corners = corners(&listed, sheet)?;
        Some((listed.field("at").to_vec(), listed.unit, corners))
    });
    overlaps(&standing.collect::<Vec<_>>(), sheet);
}

pub(super) fn overlaps(standing: &[(Vec<Step<'_>>, &Unit, [Point; 4])], sheet: &mut Sheet<'_>) {
    for (number, (path, unit, corners)) in standing.iter().enumerate() {
        for (_, other, other_corners) in &standing[..number] {
            if overlap(corners, other_corners) {
                let reason = format!("{} and {} stand on the same ground", other.name, unit.name);
                sheet.wrong(path, reason, "move one of them, or turn it");
            }
        }
    }
}
