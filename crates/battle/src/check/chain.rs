//! Sides, formations and leaders: who belongs to whom.

use super::{formation, known, units};
use crate::plan::{Formation, Id, Plan};
use crate::sheet::Sheet;
use crate::tree::way;

pub(super) fn check(plan: &Plan, sheet: &mut Sheet<'_>) {
    let before = sheet.faults.len();
    for number in 0..plan.formations.len() {
        belonging(plan, number, sheet);
    }
    sides(plan, sheet);
    // Where somebody's place in the chain is wrong, others seem to have nobody.
    if sheet.faults.len() == before {
        empty(plan, sheet);
    }
    for number in 0..plan.leaders.len() {
        leader(plan, number, sheet);
    }
    for (number, order) in plan.orders.iter().enumerate() {
        if formation(plan, &order.to).is_none() {
            let hint = known(&order.to, plan.formations.iter().map(|formation| &formation.id));
            sheet.wrong(way!["order", number, "to"], format!("there is no formation {}", order.to), hint);
        }
        if let Some(objective) = order.objective.as_ref().filter(|id| !plan.objectives.iter().any(|one| one.id == **id))
        {
            let hint = known(objective, plan.objectives.iter().map(|objective| &objective.id));
            sheet.wrong(way!["order", number, "objective"], format!("there is no objective {objective}"), hint);
        }
    }
}

fn sides(plan: &Plan, sheet: &mut Sheet<'_>) {
    let ids = || plan.sides.iter().map(|side| &side.id);
    if plan.sides.len() < 2 {
        sheet.wrong(way!["side"], "a battle has two sides at least", "add a [[side]]");
    }
    if !ids().any(|id| *id == plan.first) {
        sheet.wrong(way!["first"], format!("there is no side {}", plan.first), known(&plan.first, ids()));
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

fn belonging(plan: &Plan, number: usize, sheet: &mut Sheet<'_>) {
    let of = &plan.formations[number];
    match (&of.side, &of.under) {
        (None, None) => {
            let hint = "say which side it fights for, or which formation it stands under";
            sheet.wrong(way!["formation", number, "id"], format!("formation {} belongs to nobody", of.id), hint);
        }
        (Some(_), Some(_)) => {
            let reason = format!("formation {} names a side and a formation above it", of.id);
            sheet.wrong(
                way!["formation", number, "side"],
                reason,
                "take side away: it fights for the side of the one above",
            );
        }
        (Some(side), None) if !plan.sides.iter().any(|one| one.id == *side) => {
            let hint = known(side, plan.sides.iter().map(|side| &side.id));
            sheet.wrong(way!["formation", number, "side"], format!("there is no side {side}"), hint);
        }
        (Some(_), None) => {}
        (None, Some(under)) => standing(plan, number, under, sheet),
    }
}

fn standing(plan: &Plan, number: usize, under: &Id, sheet: &mut Sheet<'_>) {
    let of = &plan.formations[number];
    let path = way!["formation", number, "under"];
    let Some(parent) = formation(plan, under) else {
        let hint = known(under, plan.formations.iter().map(|formation| &formation.id));
        sheet.wrong(path, format!("there is no formation {under}"), hint);
        return;
    };
    if above(plan, of).iter().any(|one| one.id == of.id) {
        sheet.wrong(path, format!("formation {} stands under itself", of.id), "name the formation above it");
    } else if parent.level >= of.level {
        let reason = format!("a {} cannot stand under a {}", of.level.name(), parent.level.name());
        sheet.wrong(path, reason, "army, wing, corps, division, brigade, battalion: each stands under an earlier one");
    }
}

fn leader(plan: &Plan, number: usize, sheet: &mut Sheet<'_>) {
    let leader = &plan.leaders[number];
    let Some(commanded) = formation(plan, &leader.commands) else {
        let hint = known(&leader.commands, plan.formations.iter().map(|formation| &formation.id));
        let reason = format!("there is no formation {} for {} to command", leader.commands, leader.name);
        sheet.wrong(way!["leader", number, "commands"], reason, hint);
        return;
    };
    let below = |one: &&Formation| one.id == commanded.id || above(plan, one).iter().any(|up| up.id == commanded.id);
    if !plan.formations.iter().filter(below).any(|one| !one.units.is_empty()) {
        let reason = format!("{} commands nobody: {} has no units", leader.name, commanded.id);
        sheet.wrong(way!["leader", number, "commands"], reason, "name the formation whose units follow him");
    }
    let earlier = plan.leaders[..number].iter().find(|other| other.commands == leader.commands);
    if let Some(other) = earlier {
        let reason = format!("{} and {} both command {}", other.name, leader.name, leader.commands);
        sheet.wrong(
            way!["leader", number, "commands"],
            reason,
            "one of them commands; make the other a formation of his own",
        );
    }
    if let Some(with) = leader.with.as_ref().filter(|id| !units(plan).any(|unit| unit.unit.id == **id)) {
        let ids: Vec<&Id> = units(plan).map(|unit| &unit.unit.id).collect();
        sheet.wrong(way!["leader", number, "with"], format!("there is no unit {with}"), known(with, ids));
    }
}
