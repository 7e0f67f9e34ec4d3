//! Where things are: on the map, on its edge, in the water, on each other.

use field::ground::{AreaKind, Extent, Ground, Point, YARD};

use super::{Listed, Site, units};
use crate::footprint::{footprint, overlap};
use crate::nearest::advice;
use crate::number::Yards;
use crate::plan::{Arm, Arrival, Id, Plan, Posture, Unit, point};
use crate::sheet::Sheet;
use crate::tree::{Step, way};

pub(super) fn check(plan: &Plan, site: Option<&Site<'_>>, sheet: &mut Sheet<'_>) {
    objectives(plan, site, sheet);
    variants(plan, site.map(|site| site.ground), sheet);
    stood_on(plan, sheet);
    let Some(site) = site else { return };
    let ground = site.ground;
    for listed in units(plan) {
        let (unit, path) = (listed.unit, listed.field("at"));
        if let Some(at) = unit.at.filter(|at| on_map(&unit.name, *at, &path, ground.extent(), sheet)) {
            afloat(unit, at, &path, ground, sheet);
            wholly_on_map(unit, at, &path, ground.extent(), sheet);
        }
        if let Some(arrival) = &unit.arrives {
            comes_on(&unit.name, arrival, &listed.field("arrives"), site, sheet);
        }
    }
    for (number, formation) in plan.formations.iter().enumerate() {
        if let Some(at) = formation.at {
            on_map(&formation.name, at, way!["formation", number, "at"], ground.extent(), sheet);
        }
        if let Some(arrival) = &formation.arrives {
            comes_on(&formation.name, arrival, way!["formation", number, "arrives"], site, sheet);
        }
    }
    for (number, leader) in plan.leaders.iter().enumerate() {
        if let Some(at) = leader.at {
            on_map(&leader.name, at, way!["leader", number, "at"], ground.extent(), sheet);
        }
        if let Some(arrival) = &leader.arrives {
            comes_on(&leader.name, arrival, way!["leader", number, "arrives"], site, sheet);
        }
    }
}

fn on_map(name: &str, at: [Yards; 2], path: &[Step<'_>], extent: Extent, sheet: &mut Sheet<'_>) -> bool {
    let on = extent.contains(point(at));
    if !on {
        sheet.wrong(path, format!("{name} is off the map"), size(extent));
    }
    on
}

/// A unit whose middle is on the map may still stand over its edge.
fn wholly_on_map(unit: &Unit, at: [Yards; 2], path: &[Step<'_>], extent: Extent, sheet: &mut Sheet<'_>) {
    let corners = unit.facing.zip(unit.posture).and_then(|(facing, posture)| footprint(unit, at, facing, posture));
    if corners.is_some_and(|corners| corners.iter().any(|corner| !extent.contains(*corner))) {
        let hint = format!("move it in, turn it, or let it arrive: {}", size(extent));
        sheet.wrong(path, format!("{} stands over the edge of the map", unit.name), hint);
    }
}

fn size(extent: Extent) -> String {
    let north_east = extent.north_east;
    format!("the map goes from 0, 0 to {}, {}", north_east.x / YARD, north_east.y / YARD)
}

/// Reinforcements come over the edge of the map, at a point or at a named thing.
fn comes_on(name: &str, arrival: &Arrival, path: &[Step<'_>], site: &Site<'_>, sheet: &mut Sheet<'_>) {
    let extent = site.ground.extent();
    let field = |name| [path, &[Step::Key(name)]].concat();
    match (&arrival.at, &arrival.place) {
        (None, None) => {
            sheet.wrong(path, format!("{name} arrives nowhere"), "add at, a point on the edge of the map, or place");
        }
        (Some(at), _) => {
            let Point { x, y } = point(*at);
            let Point { x: east, y: north } = extent.north_east;
            let on_edge = x == 0 || y == 0 || x == east || y == north;
            if on_map(name, *at, &field("at"), extent, sheet) && !on_edge {
                let hint = format!("let it come on at the edge: {}", size(extent));
                sheet.wrong(&field("at"), format!("{name} arrives in the middle of the map"), hint);
            }
        }
        (None, Some(place)) => {
            named(place, &field("place"), site, sheet);
        }
    }
}

fn named(place: &str, path: &[Step<'_>], site: &Site<'_>, sheet: &mut Sheet<'_>) {
    if !site.names.iter().any(|name| name == place) {
        let hint = advice(place, site.names.iter().map(String::as_str));
        sheet.wrong(path, format!("the ground has no place called {place}"), hint);
    }
}

/// Ships stand in water, and nobody else in a river.
fn afloat(unit: &Unit, at: [Yards; 2], path: &[Step<'_>], ground: &Ground, sheet: &mut Sheet<'_>) {
    let water = |kind: AreaKind| matches!(kind, AreaKind::River | AreaKind::Lake);
    let wet = ground.kinds_at(point(at)).any(water);
    if unit.arm == Arm::Ship && !wet {
        sheet.wrong(
            path,
            format!("{} is a ship and stands on land", unit.name),
            "put it in a river or lake of the ground",
        );
    }
    if unit.arm != Arm::Ship && wet {
        sheet.wrong(path, format!("{} stands in the water", unit.name), "put it on a bank");
    }
}

fn objectives(plan: &Plan, site: Option<&Site<'_>>, sheet: &mut Sheet<'_>) {
    for (number, objective) in plan.objectives.iter().enumerate() {
        let field = |name| [Step::Key("objective"), Step::Index(number), Step::Key(name)];
        match (objective.at, &objective.place, site) {
            (None, None, _) => {
                let reason = format!("objective {} is nowhere", objective.id);
                sheet.wrong(&field("id"), reason, "add at, or place with a name of the ground");
            }
            (Some(at), _, Some(site)) => {
                on_map(&objective.name, at, &field("at"), site.ground.extent(), sheet);
            }
            (None, Some(place), Some(site)) => named(place, &field("place"), site, sheet),
            _ => {}
        }
        for side in objective.worth.keys().filter(|id| !plan.sides.iter().any(|side| side.id.as_str() == id.as_str())) {
            let hint = advice(side, plan.sides.iter().map(|side| side.id.as_str()));
            let path = way!["objective", number, "worth", side.as_str()];
            sheet.wrong(path, format!("there is no side {side}"), hint);
        }
        if objective.worth.values().all(|worth| *worth == 0) {
            let reason = format!("objective {} is worth nothing to anybody", objective.id);
            sheet.wrong(&field("worth"), reason, "say what it is worth, by side");
        }
    }
}

/// Units that stand on each other at the start.
fn stood_on(plan: &Plan, sheet: &mut Sheet<'_>) {
    let standing = units(plan).filter_map(|listed| {
        let unit = listed.unit;
        let corners = footprint(unit, unit.at?, unit.facing?, unit.posture?)?;
        Some((listed.field("at").to_vec(), unit, corners))
    });
    overlaps(&standing.collect::<Vec<_>>(), sheet);
}

fn overlaps(standing: &[(Vec<Step<'_>>, &Unit, [Point; 4])], sheet: &mut Sheet<'_>) {
    for (number, (path, unit, corners)) in standing.iter().enumerate() {
        for (_, other, other_corners) in &standing[..number] {
            if overlap(corners, other_corners) {
                let reason = format!("{} and {} stand on the same ground", other.name, unit.name);
                sheet.wrong(path, reason, "move one of them, or turn it");
            }
        }
    }
}

fn variants(plan: &Plan, ground: Option<&Ground>, sheet: &mut Sheet<'_>) {
    for (number, variant) in plan.variants.iter().enumerate() {
        let mut standing = Vec::new();
        let find = |id: &Id| units(plan).find(|listed: &Listed<'_>| listed.unit.id == *id).map(|listed| listed.unit);
        let ids: Vec<&Id> = units(plan).map(|listed| &listed.unit.id).collect();
        for (which, placed) in variant.placed.iter().enumerate() {
            let field = |name| way!["variant", number, "placed", which, name].to_vec();
            let Some(unit) = find(&placed.unit) else {
                let hint = super::known(&placed.unit, ids.iter().copied());
                sheet.wrong(&field("unit"), format!("there is no unit {}", placed.unit), hint);
                continue;
            };
            let on = ground.is_none_or(|ground| on_map(&unit.name, placed.at, &field("at"), ground.extent(), sheet));
            let posture = if unit.arm == Arm::Ship { Posture::Afloat } else { placed.posture };
            if let Some(corners) = footprint(unit, placed.at, placed.facing, posture).filter(|_| on) {
                standing.push((field("at"), unit, corners));
            }
        }
        overlaps(&standing, sheet);
        for (which, absent) in variant.absent.iter().enumerate().filter(|(_, id)| find(id).is_none()) {
            let hint = super::known(absent, ids.iter().copied());
            sheet.wrong(way!["variant", number, "absent", which], format!("there is no unit {absent}"), hint);
        }
    }
}
