//! What a general is told: the choices of the piece that is next to decide, each legal, each with what it promises.
//!
//! In the Orders step everything that can be written, accepted or begun is told together, because nobody can pass a leader
//! over without ending the step. In the Activity Phase it is one stack at a time: guns first, then lines, then whoever is on
//! the march, then arrivals, then leaders and HQs. Everything a stack is offered ends its activity, so a phase has an end
//! whoever chooses.

use engine::Side as Army;
use engine::stage::{Act, PieceId, Prospect};
use field::hex::{Hex, Side};

use super::look::Look;
use super::pieces;
use super::stacks::{self, Listener};
use super::{combat, commanding};
use crate::charts::LeaderFate;
use crate::play::command::{Command, Step, Steps, Way};
use crate::play::position::Terse;
use crate::play::state::{Done, FormationId, LeaderId, Moment, UnitId, UnitNow, WagonId};
use crate::play::theatre::{Theatre, index};
use crate::play::walks::turn_towards;
use crate::turn::TurnStep;
use crate::unit::Formation;

/// Hexes from the middle of his men at which a leader is where he ought to be.
const WITH_HIS_MEN: u16 = 2;
/// Hexes from the middle of its batteries within which a wagon stays where it is.
const KEEPS_UP: u16 = 5;
/// Hexes a leader rides at a time.
const RIDE: usize = 12;
/// Hexes that a leader of several formations stays from the leader of the foremost.
const BEHIND_THE_FOREMOST: u16 = 3;

/// Tells the choices of whoever is next.
pub(super) fn tell(theatre: &Theatre, battle: &Terse<'_>, listener: Listener<'_>) {
    match battle.step {
        TurnStep::Orders => commanding::tell(theatre, battle, listener),
        TurnStep::Activity => activity(theatre, battle, listener),
        _ => {}
    }
}

fn activity(theatre: &Theatre, battle: &Terse<'_>, listener: Listener<'_>) {
    let look = Look::new(theatre, battle);
    if battle.advance.is_some() {
        return goes_on(&look, listener);
    }
    if next_stack(&look, listener) || arrivals(&look, listener) || leaders(&look, listener) {
        return;
    }
    listener(Command::EndPhase, Prospect::of(Act::Pass));
}

/// The unit that is next: of the brigade that a Zero has set in motion, then guns, then lines, then the rest.
fn next_unit(look: &Look<'_>) -> Option<(UnitId, Hex)> {
    let (theatre, battle) = (look.theatre, look.battle);
    let roll = &theatre.almanac.rolls[index(look.side)];
    // COST: most have acted already, and that is asked first.
    let is_ready = |now: &UnitNow| (now.done == Done::Nothing) & now.at.is_some();
    let ready = |id: UnitId| {
        let now = battle.unit(id);
        if is_ready(now) { now.at.map(|at| (id, at)) } else { None }
    };
    let of_zero = |brigade: FormationId| {
        let own = roll.units.iter().filter(|id| theatre.unit(**id).formation == brigade);
        own.copied().find_map(ready)
    };
    let unlimbered = |(id, _): &(UnitId, Hex)| battle.unit(*id).formation == Formation::Unlimbered;
    let gun = || roll.batteries.iter().copied().filter_map(ready).find(unlimbered);
    if let Some(next) = battle.zero_brigade.and_then(of_zero).or_else(gun) {
        return Some(next);
    }
    let mut other = None;
    // COST: the units of a side stand together, nearly all of them; so they are gone through as they stand.
    let (Some(first), Some(last)) = (roll.units.first(), roll.units.last()) else { return None };
    for (now, number) in battle.units[first.index()..=last.index()].iter().zip(first.0..) {
        if !is_ready(now) {
            continue;
        }
        let id = UnitId(number);
        let Some(at) = now.at.filter(|_| theatre.unit(id).side == look.side) else { continue };
        if matches!(now.formation, Formation::Line | Formation::OpenOrder) {
            return Some((id, at));
        }
        other = other.or(Some((id, at)));
    }
    other
}

/// The stack of the unit that is next.
fn next_stack(look: &Look<'_>, listener: Listener<'_>) -> bool {
    let (theatre, battle) = (look.theatre, look.battle);
    let Some((first, at)) = next_unit(look) else { return false };
    let brigade = theatre.unit(first).formation;
    if theatre.check_zero(battle, brigade).is_ok() {
        let prospect = Prospect { piece: Some(PieceId(first.0)), ..Prospect::of(Act::Duty) };
        listener(Command::ZeroRoll { brigade }, prospect);
        return true;
    }
    let group = look.group(first, at);
    stacks::options(look, &group, listener)
}

/// Units that may come on, one at a time.
fn arrivals(look: &Look<'_>, listener: Listener<'_>) -> bool {
    let (theatre, battle) = (look.theatre, look.battle);
    for first in theatre.almanac.rolls[index(look.side)].comers.iter().copied() {
        let (card, now) = (theatre.unit(first), battle.unit(first));
        if now.at.is_some() || now.sp == 0 || now.done != Done::Nothing {
            continue;
        }
        let Some(entry) = card.entry.filter(|entry| entry.turn <= battle.turn) else { continue };
        let Some(at) = theatre.entry_hex(battle, entry, look.side) else { continue };
        if theatre.check_zero(battle, card.formation).is_ok() {
            listener(Command::ZeroRoll { brigade: card.formation }, Prospect::of(Act::Duty));
            return true;
        }
        let mut group = look.group(first, at);
        let comes = |(id, _): &(LeaderId, _)| {
            theatre.leader_entry(battle, *id) == Some(entry) && !battle.leaders[id.index()].moved
        };
        group.leader = battle.leader_of(card.formation).filter(comes).map(|(id, _)| id);
        look.weigh(&mut group);
        if stacks::options(look, &group, listener) {
            return true;
        }
    }
    false
}

/// A stack that has won a Charge goes on, or stays.
fn goes_on(look: &Look<'_>, listener: Listener<'_>) {
    let battle = look.battle;
    let first = battle.advance.as_ref().and_then(|advance| advance.units.first()).map(|going| going.unit);
    let Some((first, at)) = first.and_then(|unit| battle.unit(unit).at.map(|at| (unit, at))) else {
        listener(Command::Halt, Prospect::of(Act::Pass));
        return;
    };
    let mut group = look.group(first, at);
    if group.units.is_empty() {
        group.units.push(first);
    }
    let now = battle.unit(first);
    group.sp = now.sp.max(1);
    look.weigh(&mut group);
    for side in Side::ALL {
        let next = at.neighbour(side);
        let target = combat::Target::at(look, next);
        let ahead = group.goal.is_some_and(|goal| goal.at.distance(next) < goal.at.distance(at));
        if target.is_none() && !ahead {
            continue;
        }
        let last = if target.is_some() { Step::Charge(side) } else { Step::Enter(side) };
        let turn = turn_towards(now.formation, now.facing, side).map(Step::Turn);
        let steps: Steps = turn.into_iter().chain([last]).collect();
        let mut prospect = look.place(&group, next, now.facing, now.formation);
        prospect.act = Act::Advance;
        if let Some(target) = target {
            combat::charge(look, &group, at, &target, &mut prospect);
        }
        if !listener(Command::GoOn { steps }, prospect) {
            return;
        }
    }
    let mut prospect = look.place(&group, at, now.facing, now.formation);
    prospect.act = Act::Pass;
    listener(Command::Halt, prospect);
}

/// Leaders who are away from their men ride to them; HQs follow.
fn leaders(look: &Look<'_>, listener: Listener<'_>) -> bool {
    let (theatre, battle) = (look.theatre, look.battle);
    for (number, now) in battle.leaders.iter().enumerate() {
        let unfit = now.moved || now.fate != LeaderFate::Unhurt || theatre.formation(now.post).side != look.side;
        let leader = LeaderId(number as u16);
        if unfit {
            continue;
        }
        let Ok(from) = theatre.rider(battle, leader) else { continue };
        let Some((to, near)) = place_of(look, now.post, from) else { continue };
        let rides = |path: &[Side]| theatre.check_ride(battle, from, path).is_ok();
        let Some(path) = ride(look, from, (to, near), now.at.is_none(), &rides) else { continue };
        let nearer = i32::from(path.len() as u16) * theatre.almanac.yards;
        let piece = Some(pieces::leader(leader));
        let rides = Prospect { nearer, piece, ..Prospect::of(Act::Command) };
        if listener(Command::MoveLeader { leader, path }, rides) {
            let stays = Prospect { piece, ..Prospect::of(Act::Pass) };
            listener(Command::MoveLeader { leader, path: Way::new() }, stays);
        }
        return true;
    }
    headquarters(look, listener)
}

fn headquarters(look: &Look<'_>, listener: Listener<'_>) -> bool {
    let (theatre, battle) = (look.theatre, look.battle);
    for formation in theatre.formation_ids() {
        if battle.formation(formation).hq.is_none() || theatre.formation(formation).side != look.side {
            continue;
        }
        let Ok(from) = theatre.movable_hq(battle, formation) else { continue };
        let leader = battle.leader_of(formation).and_then(|(_, leader)| leader.at);
        let Some(to) = leader.or_else(|| men_of(theatre, battle, formation, from)) else { continue };
        let rides = |path: &[Side]| theatre.check_ride(battle, from, path).is_ok();
        let Some(path) = ride(look, from, (to, 0), false, &rides) else { continue };
        let nearer = i32::from(path.len() as u16) * theatre.almanac.yards;
        let piece = Some(pieces::headquarters(formation));
        if listener(Command::MoveHq { formation, path }, Prospect { nearer, piece, ..Prospect::of(Act::Command) }) {
            let stays = Prospect { piece, ..Prospect::of(Act::Pass) };
            listener(Command::MoveHq { formation, path: Way::new() }, stays);
        }
        return true;
    }
    wagons(look, listener)
}

/// Wagons keep up with the batteries they serve.
fn wagons(look: &Look<'_>, listener: Listener<'_>) -> bool {
    let (theatre, battle) = (look.theatre, look.battle);
    for (number, card) in theatre.wagons.iter().enumerate() {
        let wagon = WagonId(number as u16);
        if card.side != look.side || battle.wagons[number].moved {
            continue;
        }
        let Ok(from) = theatre.movable_wagon(battle, wagon) else { continue };
        let men = men_of(theatre, battle, card.formation, from);
        let comes_on = battle.wagons[number].at.is_none();
        let Some(to) = men.filter(|to| comes_on || to.distance(from) > KEEPS_UP) else { continue };
        let drives = |path: &[Side]| theatre.check_wagon(battle, from, path).is_ok();
        let Some(path) = ride(look, from, (to, 0), comes_on, &drives) else { continue };
        let nearer = i32::from(path.len() as u16) * theatre.almanac.yards;
        let piece = Some(pieces::wagon(wagon));
        if listener(Command::MoveWagon { wagon, path }, Prospect { nearer, piece, ..Prospect::of(Act::Shift) }) {
            let stays = Prospect { piece, ..Prospect::of(Act::Pass) };
            listener(Command::MoveWagon { wagon, path: Way::new() }, stays);
        }
        return true;
    }
    false
}

/// Where a leader ought to be, and how near to it: by the foremost of the formations he leads, so that those who fight are
/// in his radius and the others march up to him; with one formation, by the middle of his men.
fn place_of(look: &Look<'_>, post: FormationId, from: Hex) -> Option<(Hex, u16)> {
    let (theatre, battle) = (look.theatre, look.battle);
    let below = theatre.formation_ids().filter(|id| theatre.formation(*id).above == Some(post));
    let led = |id: FormationId| theatre.centre(battle, id).filter(|_| !theatre.formation(id).artillery);
    let mut led = below.filter_map(led);
    let Some((first, second)) = led.next().zip(led.next()) else {
        return men_of(theatre, battle, post, from).map(|at| (at, 0));
    };
    let near = |at: &Hex| (look.nearest(*at).map_or(u16::MAX, |(hexes, _)| hexes), *at);
    [first, second].into_iter().chain(led).min_by_key(near).map(|at| (at, BEHIND_THE_FOREMOST))
}

/// The stack of his men that stands nearest to the middle of them all.
fn men_of(theatre: &Theatre, battle: &Terse<'_>, post: FormationId, from: Hex) -> Option<Hex> {
    let stands = || theatre.units_of(post).filter_map(|id| battle.unit(id).at);
    let (mut q, mut r, mut count) = (0_i32, 0_i32, 0_i32);
    for at in stands() {
        (q, r, count) = (q + i32::from(at.q), r + i32::from(at.r), count + 1);
    }
    if count == 0 {
        return None;
    }
    let middle = Hex::at((q / count) as i16, (r / count) as i16);
    stands().min_by_key(|at| (at.distance(middle), at.distance(from), *at))
}

/// A ride towards a hex, as far as it goes; nothing if he is there already.
fn ride(
    look: &Look<'_>,
    from: Hex,
    (to, near): (Hex, u16),
    comes_on: bool,
    may: &dyn Fn(&[Side]) -> bool,
) -> Option<Way> {
    if from.distance(to) <= near.max(WITH_HIS_MEN) && !comes_on {
        return None;
    }
    let (mut at, mut path): (Hex, Vec<Side>) = (from, Vec::new());
    while at.distance(to) > near && path.len() < RIDE {
        let open = |next: Hex| look.theatre.field.has(next) && !look.is_held(next) && !look.is_touched(next);
        let mut best: Option<(u16, Side)> = None;
        for side in Side::ALL {
            let next = at.neighbour(side);
            let far = next.distance(to);
            // COST: who is there is asked only where it leads nearer than another way.
            if best.is_none_or(|(least, _)| far < least) && open(next) {
                best = Some((far, side));
            }
        }
        let (_, side) = best?;
        if at.neighbour(side).distance(to) >= at.distance(to) {
            break;
        }
        at = at.neighbour(side);
        path.push(side);
    }
    while !may(&path) {
        path.pop()?;
    }
    (!path.is_empty() || comes_on).then(|| Way::from(path))
}

/// Whether a side decides now.
pub(super) fn decides(battle: &Moment, side: Army) -> bool {
    !battle.over && battle.active == side
}
