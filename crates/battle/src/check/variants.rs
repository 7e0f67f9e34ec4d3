//! Other ways to begin the same battle.

use std::collections::BTreeSet;

use super::chain::{is_side_sure, side_of};
use super::places::{Standing, afloat, corners, is_size_sure, on_map, overlaps, wholly_on_map};
use super::roll::Rolls;
use super::site::Site;
use super::units::{can_stand, stance};
use super::{Listed, units};
use crate::footprint::footprint;
use crate::plan::{Arm, Id, Plan, Posture};
use crate::sheet::Sheet;
use crate::tree::way;

pub(super) fn check(plan: &Plan, rolls: &Rolls<'_>, site: Option<&Site>, sheet: &mut Sheet<'_>) {
    for number in 0..plan.variants.len() {
        placed(plan, number, rolls, site, sheet);
        absent(plan, number, rolls, sheet);
        if is_known(plan, number, rolls, sheet) {
            too_late(plan, number, sheet);
            one_side(plan, number, sheet);
        }
    }
}

/// Whether it is sure who is placed and who is absent, so that one knows of the others that they are neither.
fn is_known(plan: &Plan, number: usize, rolls: &Rolls<'_>, sheet: &Sheet<'_>) -> bool {
    let variant = &plan.variants[number];
    let sure = |which: usize| sheet.sure(way!["variant", number, "placed", which, "unit"]);
    let ids = || variant.placed.iter().map(|placed| &placed.unit).chain(&variant.absent);
    sheet.there(way!["variant", number, "placed"])
        && sheet.sure(way!["variant", number, "absent"])
        && (0..variant.placed.len()).all(sure)
        && rolls.units.complete
        && ids().all(|id| units(plan).any(|listed| listed.unit.id == *id))
}

/// Where units stand instead, among those who stay where they are.
fn placed(plan: &Plan, number: usize, rolls: &Rolls<'_>, site: Option<&Site>, sheet: &mut Sheet<'_>) {
    let variant = &plan.variants[number];
    let is_other = |id: &Id| variant.absent.contains(id) || variant.placed.iter().any(|placed| placed.unit == *id);
    let stays = |listed: &Listed<'_>| !is_other(&listed.unit.id);
    let mut standing: Vec<Standing<'_>> = Vec::new();
    if is_known(plan, number, rolls, sheet) {
        let stayers = units(plan).filter(stays).filter_map(|listed| Some((listed.unit, corners(&listed, sheet)?)));
        standing.extend(stayers.map(|(unit, corners)| (None, unit, corners)));
    }
    let mut seen: BTreeSet<&Id> = BTreeSet::new();
    for (which, placed) in variant.placed.iter().enumerate() {
        let field = |name: &'static str| way!["variant", number, "placed", which, name].to_vec();
        if let Some(hint) = rolls.units.stranger(placed.unit.as_str()) {
            sheet.wrong(&field("unit"), format!("there is no unit {}", placed.unit), hint);
        }
        let Some(listed) = units(plan).find(|listed| listed.unit.id == placed.unit) else {
            if let Some(site) = site {
                on_map("this unit", placed.at, &field("at"), site.map, sheet);
            }
            continue;
        };
        let name = &listed.unit.name;
        if !seen.insert(&placed.unit) {
            sheet.wrong(&field("unit"), format!("{name} is placed twice"), "keep one of the two");
            continue;
        }
        stance(&listed, placed.posture, &field("posture"), sheet);
        let on = site.is_none_or(|site| on_map(name, placed.at, &field("at"), site.map, sheet));
        let posture = if listed.unit.arm == Arm::Ship { Posture::Afloat } else { placed.posture };
        let sure = ["at", "facing", "posture"].into_iter().all(|name| sheet.sure(&field(name)))
            && is_size_sure(&listed, sheet)
            && can_stand(listed.unit.arm, posture);
        let corners = footprint(listed.unit, placed.at, placed.facing, posture).filter(|_| on && sure);
        if let Some(site) = site.filter(|_| on) {
            afloat(&listed, placed.at, &field("at"), site, sheet);
            wholly_on_map(name, corners, &field("at"), site.map, sheet);
        }
        standing.extend(corners.map(|corners| (Some(field("at")), listed.unit, corners)));
    }
    overlaps(&standing, sheet);
}

/// Units that take no part.
fn absent(plan: &Plan, number: usize, rolls: &Rolls<'_>, sheet: &mut Sheet<'_>) {
    let variant = &plan.variants[number];
    for (which, absent) in variant.absent.iter().enumerate() {
        let path = way!["variant", number, "absent", which];
        if let Some(hint) = rolls.units.stranger(absent.as_str()) {
            sheet.wrong(path, format!("there is no unit {absent}"), hint);
        }
        if variant.absent[..which].contains(absent) {
            sheet.wrong(path, format!("unit {absent} is absent twice"), "take one of them away");
        } else if variant.placed.iter().any(|placed| placed.unit == *absent) {
            sheet.wrong(path, format!("unit {absent} is placed and absent"), "keep one of the two");
        }
    }
}

/// Units that would have come on before a variant begins have to be said something of.
fn too_late(plan: &Plan, number: usize, sheet: &mut Sheet<'_>) {
    let variant = &plan.variants[number];
    let path = way!["variant", number, "start"];
    let Some(start) = variant.start.filter(|_| sheet.sure(path)) else { return };
    if start < plan.clock.start || !sheet.sure(way!["clock", "start"]) {
        return;
    }
    for listed in units(plan) {
        let (unit, formation) = (listed.unit, &plan.formations[listed.formation]);
        let is_other = variant.absent.contains(&unit.id) || variant.placed.iter().any(|placed| placed.unit == unit.id);
        let arrival = unit.arrives.as_ref().or(formation.arrives.as_ref());
        let arrival = arrival.filter(|_| unit.at.is_none() && !is_other);
        let sure =
            listed.sure(&["arrives", "at", "id"], sheet) && sheet.sure(way!["formation", listed.formation, "arrives"]);
        let missed = |time| plan.clock.start <= time && time < start;
        if let Some(arrival) = arrival.filter(|arrival| sure && missed(arrival.time)) {
            let reason = format!(
                "variant {} begins at {start}, after {} has come on at {}",
                variant.id, unit.name, arrival.time
            );
            sheet.wrong(path, reason, "place it, or list it among the absent");
        }
    }
}

/// A variant in which a whole side is absent is no battle.
fn one_side(plan: &Plan, number: usize, sheet: &mut Sheet<'_>) {
    let variant = &plan.variants[number];
    for side in &plan.sides {
        let of_side = |listed: &Listed<'_>| side_of(plan, &plan.formations[listed.formation]) == Some(&side.id);
        let mut ours = units(plan).filter(of_side).peekable();
        let sure = plan.formations.iter().all(|formation| is_side_sure(plan, formation, sheet));
        if sure && ours.peek().is_some() && ours.all(|listed| variant.absent.contains(&listed.unit.id)) {
            let reason = format!("in variant {} all of side {} is absent", variant.id, side.id);
            sheet.wrong(way!["variant", number, "absent"], reason, "leave somebody to fight");
        }
    }
}
