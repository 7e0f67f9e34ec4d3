//! Sides, formations and leaders: who belongs to whom.

use super::roll::Rolls;
use super::{Listed, formation, units};
use crate::nearest::advice;
use crate::plan::{Formation, Id, Leader, Level, Order, Plan};
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
        losses(plan, sheet);
    }
    for number in 0..plan.leaders.len() {
        leader(plan, number, rolls, orderly, sheet);
    }
    for (number, order) in plan.orders.iter().enumerate() {
        if let Some(hint) = rolls.formations.stranger(order.to.as_str()) {
            sheet.wrong(way!["order", number, "to"], format!("there is no formation {}", order.to), hint);
        }
        let is_same =
            |(which, other): &(usize, &Order)| other.to == order.to && sheet.sure(way!["order", *which, "to"]);
        if let Some((first, _)) = plan.orders[..number].iter().enumerate().find(is_same) {
            let line = sheet.line_of(way!["order", first, "to"]);
            let reason = format!("formation {} has two orders", order.to);
            sheet.wrong(way!["order", number, "to"], reason, format!("the first one stands in line {line}"));
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
        alike(plan, number, sheet);
    }
}

/// Two sides are told apart by their names and by their colours.
fn alike(plan: &Plan, number: usize, sheet: &mut Sheet<'_>) {
    let side = &plan.sides[number];
    for (which, other) in plan.sides[..number].iter().enumerate() {
        // Two of one id are one mistake, which has been reported.
        if other.id == side.id {
            continue;
        }
        let fields = [("name", side.name == other.name), ("colour", side.colour == other.colour)];
        for (field, is_same) in fields {
            if is_same && sheet.sure(way!["side", which, field]) {
                let reason = format!("sides {} and {} have one {field}", other.id, side.id);
                sheet.wrong(way!["side", number, field], reason, "give each its own");
            }
        }
    }
}

/// A side cannot have lost more men than it has.
fn losses(plan: &Plan, sheet: &mut Sheet<'_>) {
    let sure = units(plan).all(|listed| listed.sure(&["men"], sheet));
    for (number, side) in plan.sides.iter().enumerate() {
        let fights = |listed: &Listed<'_>| side_of(plan, &plan.formations[listed.formation]) == Some(&side.id);
        let men: u32 = units(plan).filter(fights).map(|listed| listed.unit.men).sum();
        let Some(lost) = side.lost.filter(|lost| sure && lost.most > men && lost.least <= lost.most) else { continue };
        let reason = format!("side {} has {men} men and cannot have lost {}", side.id, lost.most);
        sheet.wrong(way!["side", number, "lost", "most"], reason, "count the losses of those who are listed");
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
        let reason = format!("{} cannot stand under {}", a(of.level), a(parent.level));
        sheet.wrong(path, reason, "army, wing, corps, division, brigade, battalion: each stands under an earlier one");
    }
}

/// A level with its article.
fn a(level: Level) -> String {
    format!("{} {}", if level == Level::Army { "an" } else { "a" }, level.name())
}

fn leader(plan: &Plan, number: usize, rolls: &Rolls<'_>, orderly: bool, sheet: &mut Sheet<'_>) {
    let leader = &plan.leaders[number];
    let path = way!["leader", number, "commands"];
    if let Some(with) = &leader.with
        && rolls.units.stranger(with.as_str()).is_some()
    {
        let hint = own_units(plan, leader, with.as_str(), sheet);
        sheet.wrong(way!["leader", number, "with"], format!("there is no unit {with}"), hint);
    }
    whereabouts(plan, number, rolls, sheet);
    if let Some(hint) = rolls.formations.stranger(leader.commands.as_str()) {
        let reason = format!("there is no formation {} for {} to command", leader.commands, leader.name);
        sheet.wrong(path, reason, hint);
    }
    let Some(commanded) = formation(plan, &leader.commands) else { return };
    let below = |one: &&Formation| one.id == commanded.id || above(plan, one).iter().any(|up| up.id == commanded.id);
    if orderly {
        if plan.formations.iter().filter(below).any(|one| !one.units.is_empty()) {
            goes_along(leader, number, commanded, sheet);
        } else {
            let reason = format!("{} commands nobody: {} has no units", leader.name, commanded.id);
            sheet.wrong(path, reason, "name the formation whose units follow him");
        }
    }
    let is_earlier = |(which, other): &(usize, &Leader)| {
        other.commands == leader.commands && sheet.sure(way!["leader", *which, "commands"])
    };
    if let Some((_, other)) = plan.leaders[..number].iter().enumerate().find(is_earlier) {
        let reason = format!("{} and {} both command {}", other.name, leader.name, leader.commands);
        sheet.wrong(path, reason, "one of them commands; make the other a formation of his own");
    }
}

/// Advice for a unit that nobody knows: whom of his own side a leader may be with.
fn own_units(plan: &Plan, leader: &Leader, typed: &str, sheet: &Sheet<'_>) -> String {
    let own = formation(plan, &leader.commands).and_then(|commanded| known_side(plan, commanded, sheet));
    let fights = |listed: &Listed<'_>| {
        let side = known_side(plan, &plan.formations[listed.formation], sheet);
        listed.sure(&["id"], sheet) && (own.is_none() || side.is_none() || side == own)
    };
    advice(typed, units(plan).filter(fights).map(|listed| listed.unit.id.as_str()))
}

/// A leader is in one place, and not among the enemy.
fn whereabouts(plan: &Plan, number: usize, rolls: &Rolls<'_>, sheet: &mut Sheet<'_>) {
    let leader = &plan.leaders[number];
    let path = way!["leader", number, "with"];
    let with = leader.with.as_ref().and_then(|id| units(plan).find(|listed| listed.unit.id == *id));
    let with = with.filter(|listed| rolls.units.complete && listed.sure(&["id"], sheet));
    if leader.at.is_some() && with.is_some() {
        let reason = format!("{} is at a point and with a unit", leader.name);
        sheet.wrong(path, reason, "keep one of the two");
    }
    if leader.arrives.is_some() && (leader.at.is_some() || with.is_some()) {
        let reason = format!("{} is on the map and arrives", leader.name);
        sheet.wrong(way!["leader", number, "arrives"], reason, "keep one of the two");
    }
    let Some(commanded) = formation(plan, &leader.commands) else { return };
    // Where two have one command, one of them is meant to have another.
    let is_other = |(which, other): (usize, &Leader)| which != number && other.commands == leader.commands;
    if plan.leaders.iter().enumerate().any(is_other) || !sheet.sure(way!["leader", number, "commands"]) {
        return;
    }
    if let Some(listed) = with
        && let Some(own) = known_side(plan, commanded, sheet)
        && let Some(other) = known_side(plan, &plan.formations[listed.formation], sheet)
        && own != other
    {
        let reason = format!("{} fights for {own}, and {} for {other}", leader.name, listed.unit.name);
        sheet.wrong(path, reason, "let him be with a unit of his own side");
    }
}

/// The side a formation fights for, if that is sure.
fn known_side<'a>(plan: &'a Plan, of: &'a Formation, sheet: &Sheet<'_>) -> Option<&'a Id> {
    side_of(plan, of).filter(|_| is_side_sure(plan, of, sheet))
}

/// A leader who does not say where he is goes with the units of his formation, so it has to have some.
fn goes_along(leader: &Leader, number: usize, commanded: &Formation, sheet: &mut Sheet<'_>) {
    let says = leader.at.is_some() || leader.with.is_some() || leader.arrives.is_some();
    let led = commanded.at.is_some() || commanded.arrives.is_some() || !commanded.units.is_empty();
    let sure = ["at", "with", "arrives"].into_iter().all(|name| sheet.sure(way!["leader", number, name]));
    if !says && !led && sure {
        let reason = format!("{} is nowhere: {} has no units of its own to be with", leader.name, commanded.id);
        sheet.wrong(way!["leader", number, "id"], reason, "add at, with or arrives");
    }
}
