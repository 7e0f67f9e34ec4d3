//! Where things are: on the map, on its edge, in the water, on each other.

use field::ground::{Extent, Point, YARD};

use super::site::{Site, Vague, is_water};
use super::units::can_stand;
use super::{Listed, units};
use crate::footprint::{footprint, overlap};
use crate::nearest::advice;
use crate::number::Yards;
use crate::place;
use crate::plan::{Arm, Arrival, Plan, Unit, point};
use crate::sheet::Sheet;
use crate::tree::{Step, way};

pub(super) fn check(plan: &Plan, site: Option<&Site>, sheet: &mut Sheet<'_>) {
    stood_on(plan, sheet);
    let Some(site) = site else { return };
    for listed in units(plan) {
        let (unit, path) = (listed.unit, listed.field("at"));
        if let Some(at) = unit.at.filter(|at| on_map(&unit.name, *at, &path, site.map, sheet)) {
            afloat(&listed, at, &path, site, sheet);
            wholly_on_map(&unit.name, corners(&listed, sheet), &path, site.map, sheet);
        }
        if let Some(arrival) = &unit.arrives {
            let path = listed.field("arrives");
            comes_on(&unit.name, arrival, &path, site, sheet);
            comes_afloat(&listed, arrival, &path, site, sheet);
        }
    }
    for (number, formation) in plan.formations.iter().enumerate() {
        let path = way!["formation", number, "arrives"];
        if let Some(at) = formation.at {
            on_map(&formation.name, at, way!["formation", number, "at"], site.map, sheet);
        }
        let Some(arrival) = &formation.arrives else { continue };
        comes_on(&formation.name, arrival, path, site, sheet);
        let comes = |listed: &Listed<'_>| {
            listed.formation == number && listed.unit.at.is_none() && listed.unit.arrives.is_none()
        };
        if let Some(listed) = units(plan).find(comes) {
            comes_afloat(&listed, arrival, path, site, sheet);
        }
    }
    for (number, leader) in plan.leaders.iter().enumerate() {
        let path = way!["leader", number, "at"];
        if let Some(at) = leader.at.filter(|at| on_map(&leader.name, *at, path, site.map, sheet))
            && site.ground.kinds_at(point(at)).any(is_water)
        {
            let hint = "put him on a bank, or with a unit";
            sheet.wrong(path, format!("{} stands in the water", leader.name), hint);
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
pub(super) fn corners(listed: &Listed<'_>, sheet: &Sheet<'_>) -> Option<[Point; 4]> {
    let unit = listed.unit;
    let stands = listed.sure(&["at", "facing", "posture"], sheet) && is_size_sure(listed, sheet);
    let posture = unit.posture.filter(|posture| can_stand(unit.arm, *posture))?;
    footprint(unit, unit.at?, unit.facing?, posture).filter(|_| stands)
}

/// Whether it is sure how many a unit is.
pub(super) fn is_size_sure(listed: &Listed<'_>, sheet: &Sheet<'_>) -> bool {
    let counted = |which: usize| sheet.sure(&listed.within("guns", way![which, "count"]));
    listed.sure(&["men", "ship"], sheet)
        && sheet.there(&listed.field("guns"))
        && (0..listed.unit.guns.len()).all(counted)
}

/// A unit whose middle is on the map may still stand over its edge.
pub(super) fn wholly_on_map(
    name: &str,
    corners: Option<[Point; 4]>,
    path: &[Step<'_>],
    map: Option<Extent>,
    sheet: &mut Sheet<'_>,
) {
    let (Some(corners), Some(extent)) = (corners, map) else { return };
    if corners.iter().any(|corner| !extent.contains(*corner)) {
        let hint = format!("move it in, turn it, or let it arrive: {}", size(extent));
        sheet.wrong(path, format!("{name} stands over the edge of the map"), hint);
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
        (Some(_), Some(_)) => {
            let reason = format!("{name} arrives at a point and at a place");
            sheet.wrong(&field("place"), reason, "keep one of the two");
        }
        (Some(at), None) => {
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
            // What could not be read is not in the ground, and may well reach the edge.
            let is_inside =
                place::middle(&site.ground, place).is_some() && place::on_edge(&site.ground, place).is_none();
            if is_inside && site.map.is_some() {
                let reason = format!("{name} arrives in the middle of the map: {place} does not reach its edge");
                sheet.wrong(&field("place"), reason, "name a road that leaves the map, or add at, a point on its edge");
            }
        }
    }
}

/// Ships come on by water, and nobody else does.
fn comes_afloat(listed: &Listed<'_>, arrival: &Arrival, path: &[Step<'_>], site: &Site, sheet: &mut Sheet<'_>) {
    let path = [path, &[Step::Key("at")]].concat();
    let (Some(at), None) = (arrival.at, &arrival.place) else { return };
    let is_on = site.map.is_none_or(|extent| extent.contains(point(at)));
    if !is_on || !listed.sure(&["arm"], sheet) || !sheet.sure(&path) {
        return;
    }
    let (unit, at) = (listed.unit, point(at));
    let wet = site.ground.kinds_at(at).any(is_water);
    if unit.arm == Arm::Ship && !wet && !site.vague.iter().any(|vague| vague.may_be_water(at)) {
        let hint = "let it come on where a river or lake meets the edge";
        sheet.wrong(&path, format!("{} is a ship and arrives on land", unit.name), hint);
    }
    if unit.arm != Arm::Ship && wet {
        sheet.wrong(&path, format!("{} arrives in the water", unit.name), "let it come on beside it");
    }
}

pub(super) fn named(place: &str, path: &[Step<'_>], site: &Site, sheet: &mut Sheet<'_>) {
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

/// Units that stand on each other at the start.
fn stood_on(plan: &Plan, sheet: &mut Sheet<'_>) {
    let standing = units(plan).filter_map(|listed| {
        let corners = corners(&listed, sheet)?;
        Some((Some(listed.field("at").to_vec()), listed.unit, corners))
    });
    overlaps(&standing.collect::<Vec<_>>(), sheet);
}

/// A unit on its ground, with the path to its place; none if that has been looked at elsewhere.
pub(super) type Standing<'a> = (Option<Vec<Step<'a>>>, &'a Unit, [Point; 4]);

pub(super) fn overlaps(standing: &[Standing<'_>], sheet: &mut Sheet<'_>) {
    for (number, (path, unit, corners)) in standing.iter().enumerate() {
        let Some(path) = path else { continue };
        for (_, other, other_corners) in &standing[..number] {
            if overlap(corners, other_corners) {
                let reason = format!("{} and {} stand on the same ground", other.name, unit.name);
                sheet.wrong(path, reason, "move one of them, or turn it");
            }
        }
    }
}
