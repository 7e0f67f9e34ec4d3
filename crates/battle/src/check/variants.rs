//! Other ways to begin the same battle.

use super::places::{afloat, is_size_sure, on_map, overlaps};
use super::roll::Rolls;
use super::site::Site;
use super::units::stance;
use super::{Listed, units};
use crate::footprint::footprint;
use crate::plan::{Arm, Id, Plan, Posture};
use crate::sheet::Sheet;
use crate::tree::way;

pub(super) fn check(plan: &Plan, rolls: &Rolls<'_>, site: Option<&Site>, sheet: &mut Sheet<'_>) {
    for (number, variant) in plan.variants.iter().enumerate() {
        placed(plan, number, rolls, site, sheet);
        for (which, absent) in variant.absent.iter().enumerate() {
            if let Some(hint) = rolls.units.stranger(absent.as_str()) {
                let path = way!["variant", number, "absent", which];
                sheet.wrong(path, format!("there is no unit {absent}"), hint);
            }
        }
    }
}

/// Where units stand instead.
fn placed(plan: &Plan, number: usize, rolls: &Rolls<'_>, site: Option<&Site>, sheet: &mut Sheet<'_>) {
    let mut standing = Vec::new();
    let find = |id: &Id| units(plan).find(|listed: &Listed<'_>| listed.unit.id == *id);
    for (which, placed) in plan.variants[number].placed.iter().enumerate() {
        let field = |name: &'static str| way!["variant", number, "placed", which, name].to_vec();
        if let Some(hint) = rolls.units.stranger(placed.unit.as_str()) {
            sheet.wrong(&field("unit"), format!("there is no unit {}", placed.unit), hint);
        }
        let Some(listed) = find(&placed.unit) else {
            if let Some(site) = site {
                on_map("this unit", placed.at, &field("at"), site.map, sheet);
            }
            continue;
        };
        stance(&listed, placed.posture, &field("posture"), sheet);
        let on = site.is_none_or(|site| on_map(&listed.unit.name, placed.at, &field("at"), site.map, sheet));
        if let Some(site) = site.filter(|_| on) {
            afloat(&listed, placed.at, &field("at"), site, sheet);
        }
        let posture = if listed.unit.arm == Arm::Ship { Posture::Afloat } else { placed.posture };
        let sure = ["at", "facing", "posture"].into_iter().all(|name| sheet.sure(&field(name)))
            && is_size_sure(&listed, sheet);
        let corners = footprint(listed.unit, placed.at, placed.facing, posture);
        if let Some(corners) = corners.filter(|_| on && sure) {
            standing.push((field("at"), listed.unit, corners));
        }
    }
    overlaps(&standing, sheet);
}
