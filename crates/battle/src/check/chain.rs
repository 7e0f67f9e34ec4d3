//! Sides, formations and leaders: who belongs to whom.

use super::formation;
use super::roll::Rolls;
use crate::plan::{Formation, Id, Leader, Plan};
use crate::sheet::Sheet;
use crate::tree::way;

pub(super) fn check(plan: &Plan, rolls: &Rolls<'_>, sheet: &mut Sheet<'_>) {
    let before = sheet.faults.len();
    for number in 0..plan.formations.len() {
        belonging(plan, number, rolls, sheet);
    }
    // Where somebody's place in the chain is wrong, others seem to have nobody.
    let orderly = sheet.faults.len() == before && rolls.formations.complete && is_orderly(plan, sheet);
    sides(plan, rolls, sheet);
    if orderly {
        empty(plan, sheet);
    }
    for number in 0..plan.leaders.len() {
        leader(plan, number, rolls, orderly, sheet);
    }
    for (number, order) in plan.orders.iter().enumerate() {
        if let Some(hint) = rolls.formations.stranger(order.to.as_str()) {
            sheet.wrong(way!["order", number, "to"], format!("there is no formation {}", order.to), hint);
        }
        let Some(objective) = &order.objective else { continue };
        if let Some(hint) = rolls.objectives.stranger(objective.as_str()) {
            sheet.wrong(way!["order", number, "objective"], format!("there is no objective {objective}"), hint);
        }
    }
}

/// Whether it is sure what every formation stands under and which units it has.
fn is_orderly(plan: &Plan, sheet: &Sheet<'_>) -> bool {
    let is_sure = |number: usize| {
        let field = |name: &'static str| way!["formation", number, name].to_vec();
        ["id", "side", "under"].into_iter().all(|name| sheet.sure(&field(name))) && sheet.there(&field("units"))
    };
    (0..plan.formations.len()).all(is_sure)
}

fn sides(plan: &Plan, rolls: &Rolls<'_>, sheet: &mut Sheet<'_>) {
    if plan.sides.len() < 2 && sheet.there(way!["side"]) {
        sheet.wrong(way!["side"], "a battle has two sides at least", "add a [[side]]");
    }
    if let Some(hint) = rolls.sides.stranger(plan.first.as_str()) {
        sheet.wrong(way!["first"], format!("there is no side {}", plan.first), hint);
    }
    for (number, side) in plan.sides.iter().enumerate() {
        if let Some(lost) = side.lost.filter(|lost| lost.least > lost.most) {
            let reason = format!("at least {} men cannot be more than at most {}", lost.least, lost.most);
            sheet.wrong(way!["side", number, "lost"], reason, "turn them round");
        }
    }
}

/// Sides and formations without units.
fn empty(plan: &Plan, sheet: &mut Sheet<'_>) {
    for (number, side) in plan.sides.iter().enumerate() {
        let fights = |formation: &&Formation| side_of(plan, formation).is_some_and(|id| *id == side.id);
        if !plan.formations.iter().filter(fights).any(|formation| !formation.units.is_empty()) {
            let reason = format!("side {} has no units", side.id);
            sheet.wrong(
                way!["side", number, "id"],
                reason,
                format!("add a [[formation]] with side = \"{}\" and units", side.id),
            );
        }
    }
    for (number, of) in plan.formations.iter().enumerate() {
        let has_parts = plan.formations.iter().any(|part| part.under.as_ref() == Some(&of.id));
        if of.units.is_empty() && !has_parts {
            let hint = "give it units, let another stand under it, or take it away";
            sheet.wrong(way!["formation", number, "id"], format!("formation {} is empty", of.id), hint);
        }
    }
}

/// The formations above one, nearest first; it stops where it would come round in a circle.
fn above<'a>(plan: &'a Plan, start: &'a Formation) -> Vec<&'a Formation> {
    let mut chain: Vec<&Formation> = Vec::new();
    let mut next = start.under.as_ref();
    while let Some(parent) = next.and_then(|id| formation(plan, id)) {
        if parent.id == start.id || chain.iter().any(|known| known.id == parent.id) {
            chain.push(parent);
            break;
        }
        chain.push(parent);
        next = parent.under.as_ref();
    }
    chain
}

/// The side a formation fights for.
pub(super) fn side_of<'a>(plan: &'a Plan, of: &'a Formation) -> Option<&'a Id> {
    above(plan, of).last().copied().unwrap_or(of).side.as_ref().or(of.side.as_ref())
}

/// Whether it is sure which side a formation fights for.
pub(super) fn is_side_sure(plan: &Plan, of: &Formation, sheet: &Sheet<'_>) -> bool {
    let sure = |one: &Formation| {
        let number = plan.formations.iter().position(|other| std::ptr::eq(other, one));
        let known =
            |number| sheet.sure(way!["formation", number, "side"]) && sheet.sure(way!["formation", number, "under"]);
        number.is_some_and(known)
    };
    sure(of) && above(plan, of).into_iter().all(sure)
}

fn belonging(plan: &Plan, number: usize, rolls: &Rolls<'_>, sheet: &mut Sheet<'_>) {
    let of = &plan.formations[number];
    let sure = sheet.sure(way!["formation", number, "side"]) && sheet.sure(way!["formation", number, "under"]);
    match (&of.side, &of.under) {
        (None, None) if sure => {
            let hint = "say which side it fights for, or which formation it stands under";
            sheet.wrong(way!["formation", number, "id"], format!("formation {} belongs to nobody", of.id), hint);
        }
        (Some(_), Some(_)) if sure => {
            let reason = format!("formation {} names a side and a formation above it", of.id);
            let hint = "take side away: it fights for the side of the one above";
            sheet.wrong(way!["formation", number, "side"], reason, hint);
        }
        _ => {}
    }
    if let Some(side) = &of.side
        && let Some(hint) = rolls.sides.stranger(side.as_str())
    {
        sheet.wrong(way!["formation", number, "side"], format!("there is no side {side}"), hint);
    }
    if let Some(under) = &of.under {
        standing(plan, number, under, rolls, sheet);
    }
}

fn standing(plan: &Plan, number: usize, under: &Id, rolls: &Rolls<'_>, sheet: &mut Sheet<'_>) {
    let of = &plan.formations[number];
    let path = way!["formation", number, "under"];
    if let Some(hint) = rolls.formations.stranger(under.as_str()) {
        sheet.wrong(path, format!("there is no formation {under}"), hint);
    }
    let place = |id: &Id| plan.formations.iter().position(|formation| formation.id == *id);
    let Some(parent) = place(under) else { return };
    let chain = above(plan, of);
    if chain.iter().any(|one| one.id == of.id) {
        // A circle is one mistake: the first of those in it is named.
        let is_first = chain.iter().filter_map(|one| place(&one.id)).all(|other| number <= other);
        if is_first && is_side_sure(plan, of, sheet) {
            sheet.wrong(path, format!("formation {} stands under itself", of.id), "name the formation above it");
        }
        return;
    }
    let levels_sure = [number, parent].iter().all(|which| sheet.sure(way!["formation", *which, "level"]));
    let parent = &plan.formations[parent];
    if parent.level >= of.level && levels_sure {
        let reason = format!("a {} cannot stand under a {}", of.level.name(), parent.level.name());
        sheet.wrong(path, reason, "army, wing, corps, division, brigade, battalion: each stands under an earlier one");
    }
}

fn leader(plan: &Plan, number: usize, rolls: &Rolls<'_>, orderly: bool, sheet: &mut Sheet<'_>) {
    let leader = &plan.leaders[number];
    let path = way!["leader", number, "commands"];
    if let Some(with) = &leader.with
        && let Some(hint) = rolls.units.stranger(with.as_str())
    {
        sheet.wrong(way!["leader", number, "with"], format!("there is no unit {with}"), hint);
    }
    if let Some(hint) = rolls.formations.stranger(leader.commands.as_str()) {
        let reason = format!("there is no formation {} for {} to command", leader.commands, leader.name);
        sheet.wrong(path, reason, hint);
    }
    let Some(commanded) = formation(plan, &leader.commands) else { return };
    let below = |one: &&Formation| one.id == commanded.id || above(plan, one).iter().any(|up| up.id == commanded.id);
    if orderly && !plan.formations.iter().filter(below).any(|one| !one.units.is_empty()) {
        let reason = format!("{} commands nobody: {} has no units", leader.name, commanded.id);
        sheet.wrong(path, reason, "name the formation whose units follow him");
    }
    let is_earlier = |(which, other): &(usize, &Leader)| {
        other.commands == leader.commands && sheet.sure(way!["leader", *which, "commands"])
    };
    if let Some((_, other)) = plan.leaders[..number].iter().enumerate().find(is_earlier) {
        let reason = format!("{} and {} both command {}", other.name, leader.name, leader.commands);
        sheet.wrong(path, reason, "one of them commands; make the other a formation of his own");
    }
}
