//! What may be ordered now: every kind of legal command, those that hurt the enemy first.
//!
//! Moves are offered a few hexes at a time and never all of them: whoever wants a certain way orders it.

use std::{iter, slice};

use engine::Umpire;
use field::hex::{Hex, Side};

use super::choices::{Choices, Made};
use super::command::{Command, Initiative, Shot, SomeLeaders, SomeUnits, Step, Steps, Way};
use super::marching::guide;
use super::position::{Position, Terse};
use super::quiet::silent;
use super::state::{Done, FormationId, Instruction, LeaderId, UnitId, UnitNow, WagonId};
use super::theatre::{Theatre, index};
use super::walks::{Listener, Trials, Walker, corner_towards, turn_towards};
use crate::Event;
use crate::charts::{Activity, MoraleState};
use crate::turn::TurnStep;
use crate::unit::{Arm, Formation};

/// Lists commands until the listener has had enough.
pub(super) fn list(theatre: &Theatre, battle: &Terse<'_>, listener: Listener<'_>) {
    match battle.step {
        TurnStep::Orders => orders(theatre, battle, listener),
        TurnStep::Activity => activities(theatre, battle, listener),
        _ => false,
    };
}

/// Offers a command if it is legal; false if the listener has had enough.
fn offer(legal: bool, command: impl FnOnce() -> Command, listener: Listener<'_>) -> bool {
    !legal || listener(command())
}

fn orders(theatre: &Theatre, battle: &Terse<'_>, listener: Listener<'_>) -> bool {
    let own: Vec<FormationId> =
        theatre.formation_ids().filter(|id| theatre.formation(*id).side == battle.active).collect();
    for formation in &own {
        let formation = *formation;
        let may_roll = theatre.check_roll(battle, formation).is_ok();
        let accepts = may_roll && theatre.acceptable(battle, formation).is_ok();
        if !offer(accepts, || Command::AcceptOrder { formation }, listener)
            || !issues(theatre, battle, formation, listener)
            || may_roll && !initiatives(theatre, battle, formation, listener)
        {
            return false;
        }
    }
    posts(theatre, battle, listener)
        && futile(theatre, battle, listener)
        && runs(theatre, battle, listener)
        && listener(Command::EndStep)
}

fn issues(theatre: &Theatre, battle: &Terse<'_>, to: FormationId, listener: Listener<'_>) -> bool {
    if !theatre.is_command(to) || theatre.check_roll(battle, theatre.armies[index(battle.active)]).is_err() {
        return true;
    }
    let goals = theatre.objectives.iter().map(|objective| objective.at);
    let says = goals
        .flat_map(|at| [Instruction::Attack(at), Instruction::Move(at)])
        .chain([Instruction::Reserve, Instruction::Release]);
    for says in says {
        let legal = theatre.check_issue(battle, to, says, &mut silent()).is_ok();
        if !offer(legal, || Command::IssueOrder { to, says }, listener) {
            return false;
        }
    }
    true
}

fn initiatives(theatre: &Theatre, battle: &Terse<'_>, formation: FormationId, listener: Listener<'_>) -> bool {
    let below = theatre.formation_ids().filter(|id| theatre.is_under(*id, formation));
    let formations = below.map(|id| match battle.formation(id).reserve {
        true => Initiative::ReleaseFormation(id),
        false => Initiative::ReserveFormation(id),
    });
    let units = theatre.units_of(formation).map(|id| match battle.reserves.contains(&id) {
        true => Initiative::ReleaseUnit(id),
        false => Initiative::ReserveUnit(id),
    });
    for what in [Initiative::Deploy, Initiative::Stand].into_iter().chain(formations).chain(units) {
        let legal = theatre.check_initiative(battle, formation, what).is_ok();
        if !offer(legal, || Command::Initiative { formation, what }, listener) {
            return false;
        }
    }
    true
}

fn posts(theatre: &Theatre, battle: &Terse<'_>, listener: Listener<'_>) -> bool {
    for unit in theatre.unit_ids().filter(|id| theatre.unit(*id).arm == Arm::Artillery) {
        let Some(at) = battle.unit(unit).at else { continue };
        // Where it stands, or to what is worth holding; and another time somewhere else.
        let goals = theatre.objectives.iter().map(|objective| objective.at).filter(|goal| *goal != at);
        for to in iter::once(at).chain(goals).filter(|to| battle.unit(unit).posted != Some(*to)) {
            let legal = theatre.check_post(battle, unit, to, &mut silent()).is_ok();
            if !offer(legal, || Command::PostBattery { unit, to }, listener) {
                return false;
            }
        }
    }
    true
}

/// Commands that may run, their HQs staying where they are or going away from the enemy.
fn runs(theatre: &Theatre, battle: &Terse<'_>, listener: Listener<'_>) -> bool {
    if !theatre.book.switches.skedaddle {
        return true;
    }
    for formation in theatre.formation_ids() {
        let legal = theatre.check_skedaddle(battle, formation).is_ok();
        if !offer(legal, || Command::Skedaddle { formation, path: Way::new() }, listener) {
            return false;
        }
    }
    true
}

fn futile(theatre: &Theatre, battle: &Terse<'_>, listener: Listener<'_>) -> bool {
    for formation in theatre.formation_ids() {
        let legal = theatre.futile(battle, formation).is_ok();
        if !offer(legal, || Command::DeclareFutile { formation }, listener) {
            return false;
        }
    }
    true
}

fn activities(theatre: &Theatre, battle: &Terse<'_>, listener: Listener<'_>) -> bool {
    if battle.advance.is_some() {
        return goings_on(theatre, battle, listener) && listener(Command::Halt);
    }
    for brigade in theatre.formation_ids() {
        let legal = theatre.check_zero(battle, brigade).is_ok();
        if !offer(legal, || Command::ZeroRoll { brigade }, listener) {
            return false;
        }
    }
    let mut choices = battle.table(theatre).take_choices();
    let mut walker = Walker::new(theatre, battle, silent(), std::mem::take(&mut choices.rooms));
    let goes_on = stacks(theatre, battle, &mut choices, &mut walker, listener)
        && arrivals(theatre, battle, &mut walker, listener);
    choices.rooms = walker.rooms;
    battle.table(theatre).keep_choices(choices);
    goes_on
        && rides(theatre, battle, listener)
        && wagons(theatre, battle, listener)
        && futile(theatre, battle, listener)
        && match theatre.must_withdraw(battle) {
            None => listener(Command::EndPhase),
            Some(unit) => theatre.withdrawal_of(battle, unit).filter(bends).is_none_or(listener),
        }
}

/// What every stack may do: as it was listed before, where nothing has touched it.
fn stacks<U: Umpire<Event = Event>>(
    theatre: &Theatre,
    battle: &Terse<'_>,
    choices: &mut Choices,
    walker: &mut Walker<'_, U>,
    listener: Listener<'_>,
) -> bool {
    choices.forget_touched(theatre, battle);
    let hexes = theatre.hexes_of(battle, battle.active);
    for (place, hex) in hexes.iter().enumerate() {
        if !choices.seek(place, *hex) {
            choices.make(place, (theatre, battle), |made| stack_at(theatre, battle, *hex, walker, made));
        } else {
            choices.mend(place, |side, made| ways_across(theatre, battle, (*hex, side), walker, made));
        }
        if !choices.tell(place, listener) {
            return false;
        }
    }
    choices.end(hexes.len());
    true
}

/// Those of a hex who may act, and the leaders who may go along.
fn ready_at(theatre: &Theatre, battle: &Terse<'_>, hex: Hex, all: &[UnitId]) -> (SomeUnits, SomeLeaders) {
    let ready: SomeUnits = all.iter().copied().filter(|id| battle.unit(*id).done == Done::Nothing).collect();
    if ready.is_empty() {
        return (ready, SomeLeaders::new());
    }
    let here = theatre.leaders_at(battle, hex, battle.active);
    let leaders = here.iter().copied().filter(|id| !battle.leaders[id.index()].moved).collect();
    (ready, leaders)
}

/// All of them together, and one by one.
fn groups(ready: &[UnitId]) -> impl Iterator<Item = &[UnitId]> {
    let parts = if ready.len() > 1 { ready } else { &[] };
    iter::once(ready).filter(|all| !all.is_empty()).chain(parts.iter().map(slice::from_ref))
}

/// Everything the units of a hex may do, together and one by one.
fn stack_at<U: Umpire<Event = Event>>(
    theatre: &Theatre,
    battle: &Terse<'_>,
    hex: Hex,
    walker: &mut Walker<'_, U>,
    made: &mut Made,
) {
    let all = theatre.units_at(battle, hex, battle.active);
    let (ready, leaders) = ready_at(theatre, battle, hex, &all);
    let list = &mut made.commands;
    for group in groups(&ready) {
        walker.take(group, &leaders);
        fires(theatre, battle, group, hex, &mut walker.rooms.trials, list);
        made.ways.push(walker.moves(hex, list));
        retreats(theatre, battle, group, list);
    }
    if theatre.book.switches.breastworks_building {
        let legal = |unit: &UnitId| theatre.check_works(battle, *unit).is_ok();
        list.extend(all.iter().copied().filter(legal).map(|unit| Command::TakeDownWorks { unit }));
    }
    list.extend(all.iter().skip(1).map(|unit| Command::SetTop { unit: *unit }));
}

/// The ways of the same units across one side, tried again; everything else they may do stays as it was listed.
fn ways_across<U: Umpire<Event = Event>>(
    theatre: &Theatre,
    battle: &Terse<'_>,
    (hex, side): (Hex, Side),
    walker: &mut Walker<'_, U>,
    made: &mut Made,
) {
    let (ready, leaders) = ready_at(theatre, battle, hex, &theatre.units_at(battle, hex, battle.active));
    let mut again = Vec::new();
    for (number, group) in groups(&ready).enumerate() {
        walker.take(group, &leaders);
        walker.way(hex, side, &mut again);
        made.put(number, side, &mut again);
    }
}

/// Fire from where it stands, and after a turn.
fn fires(
    theatre: &Theatre,
    battle: &Terse<'_>,
    group: &[UnitId],
    hex: Hex,
    trials: &mut Trials,
    list: &mut Vec<Command>,
) {
    for guns in [false, true] {
        let of_kind = |id: &UnitId| (theatre.unit(*id).arm == Arm::Artillery) == guns;
        let units: SomeUnits = group.iter().copied().filter(of_kind).collect();
        let able = |id: &UnitId| theatre.can_fire(battle, *id);
        let Some(facing) = guide(battle, &units).map(|id| battle.unit(id).facing).filter(|_| units.iter().all(able))
        else {
            continue;
        };
        if theatre.check_zeros(battle, &units).is_err() {
            continue;
        }
        trials.begin();
        let reach = units.iter().map(|id| theatre.reach(*id)).min().unwrap_or(0);
        for target in theatre.hexes_of(battle, battle.active.enemy()).iter().copied() {
            if target.distance(hex) > reach || !theatre.could_shoot(battle, &units, hex, target) {
                continue;
            }
            let turn = corner_towards(hex, target);
            let turned: Steps = Steps::new().with(Step::Turn(turn));
            let as_it_stands = units.iter().all(|id| theatre.has_in_front(battle, *id, target));
            let who = (&units[..], &[][..]);
            let by_turning = turn != facing && trials.is_legal(theatre, battle, who, Activity::Fire, &turned);
            for (legal, steps) in [(as_it_stands, Steps::new()), (by_turning, turned)] {
                let shots = || vec![Shot { units: units.clone(), at: target }];
                let fire =
                    || Command::Fire { units: units.clone(), leaders: SomeLeaders::new(), steps, shots: shots() };
                list.extend(legal.then(fire));
            }
        }
    }
}

fn retreats(theatre: &Theatre, battle: &Terse<'_>, group: &[UnitId], list: &mut Vec<Command>) {
    for hexes in [1, 4, 10] {
        let legal = theatre.check_retreat_ten(battle, group, hexes).is_ok()
            && !theatre.hexes_of(battle, battle.active.enemy()).is_empty();
        list.extend(legal.then(|| Command::RetreatTen { units: group.into(), hexes }));
    }
}

fn goings_on(theatre: &Theatre, battle: &Terse<'_>, listener: Listener<'_>) -> bool {
    let Some(first) = battle.advance.as_ref().and_then(|advance| advance.units.first()) else { return true };
    let now = battle.unit(first.unit);
    for side in Side::ALL {
        for last in [Step::Charge(side), Step::Enter(side)] {
            let turn = turn_towards(now.formation, now.facing, side).map(Step::Turn);
            let steps: Steps = turn.into_iter().chain([last]).collect();
            let legal = theatre.check_go_on(battle, &steps).is_ok();
            if !offer(legal, || Command::GoOn { steps }, listener) {
                return false;
            }
        }
    }
    true
}

/// Units that may come on.
fn arrivals<U: Umpire<Event = Event>>(
    theatre: &Theatre,
    battle: &Terse<'_>,
    walker: &mut Walker<'_, U>,
    listener: Listener<'_>,
) -> bool {
    for unit in theatre.almanac.rolls[index(battle.active)].units.iter().copied() {
        let (card, now) = (theatre.unit(unit), battle.unit(unit));
        let due = now.at.is_none() && now.sp > 0 && now.done == Done::Nothing;
        let Some(entry) = card.entry.filter(|entry| due && entry.turn <= battle.turn) else { continue };
        let came = |number: usize| {
            let id = LeaderId(number as u16);
            theatre.leader_entry(battle, id) == Some(entry)
                && !battle.leaders[number].moved
                && theatre.is_under(card.formation, battle.leaders[number].post)
        };
        let leaders: SomeLeaders =
            (0..battle.leaders.len()).filter(|number| came(*number)).map(|number| LeaderId(number as u16)).collect();
        walker.take(&[unit], &leaders);
        let (on, mut list) = (theatre.entry_hex(battle, entry, card.side), Vec::new());
        Side::ALL.into_iter().for_each(|side| walker.straight(on, side, None, &[1, 3], &mut list));
        walker.arrival(on, &mut list);
        if !list.into_iter().all(&mut *listener) {
            return false;
        }
    }
    true
}

/// Leaders ride to their men, or a hex in any direction.
fn rides(theatre: &Theatre, battle: &Terse<'_>, listener: Listener<'_>) -> bool {
    for number in 0..battle.leaders.len() {
        let leader = LeaderId(number as u16);
        let Ok(from) = theatre.rider(battle, leader) else { continue };
        let post = battle.leaders[number].post;
        let men = theatre.units_of(post).filter_map(|id| battle.unit(id).at).min_by_key(|at| (from.distance(*at), *at));
        if let Some(path) = men.map(|to| straight(from, to)).filter(|path| path.len() > 1) {
            let legal = theatre.check_leader(battle, leader, &path).is_ok();
            if !offer(legal, || Command::MoveLeader { leader, path }, listener) {
                return false;
            }
        }
        for side in Side::ALL {
            let arrives = battle.leaders[number].at.is_none();
            let legal = theatre.can_ride(battle, from, side)
                && (!arrives || theatre.check_leader(battle, leader, &[side]).is_ok());
            if !offer(legal, || Command::MoveLeader { leader, path: Way::from([side]) }, listener) {
                return false;
            }
        }
    }
    for formation in theatre.formation_ids() {
        let Ok(from) = theatre.movable_hq(battle, formation) else { continue };
        for side in Side::ALL {
            let legal = theatre.can_ride(battle, from, side);
            if !offer(legal, || Command::MoveHq { formation, path: Way::from([side]) }, listener) {
                return false;
            }
        }
    }
    true
}

/// Wagons go a hex or two in any direction.
fn wagons(theatre: &Theatre, battle: &Terse<'_>, listener: Listener<'_>) -> bool {
    for number in 0..battle.wagons.len() {
        let wagon = WagonId(number as u16);
        if theatre.movable_wagon(battle, wagon).is_err() {
            continue;
        }
        for side in Side::ALL {
            for path in [Way::from([side]), Way::from([side; 2])] {
                let legal = theatre.check_drive(battle, wagon, &path).is_ok();
                if !offer(legal, || Command::MoveWagon { wagon, path }, listener) {
                    return false;
                }
            }
        }
    }
    true
}

/// The sides of a straight way, as far as a few hexes.
fn straight(from: Hex, to: Hex) -> Way {
    let (mut at, mut path) = (from, Way::new());
    while at != to && path.len() < 8 {
        let Some(side) = Side::ALL.into_iter().min_by_key(|side| at.neighbour(*side).distance(to)) else { break };
        at = at.neighbour(side);
        path.push(side);
    }
    path
}

/// The steps of a unit that goes out by these sides: guns limber first, and who has a front turns.
fn way_out(now: &UnitNow, sides: &[Side]) -> Steps {
    let (mut steps, mut formation, mut facing) = (Steps::new(), now.formation, now.facing);
    if formation == Formation::Unlimbered {
        formation = Formation::Limbered;
        steps.push(Step::Form(formation, facing));
    }
    for side in sides {
        if let Some(corner) = turn_towards(formation, facing, *side) {
            steps.push(Step::Turn(corner));
            facing = corner;
        }
        steps.push(Step::Enter(*side));
    }
    steps
}

/// The way out of a unit that has to withdraw, where it is none of those that every stack is offered: it bends, or guns limber
/// for two hexes.
fn bends(command: &Command) -> bool {
    let Command::Move { steps, .. } = command else { return false };
    let sides = || steps.iter().filter_map(|step| if let Step::Enter(side) = step { Some(*side) } else { None });
    let limbers = steps.iter().any(|step| matches!(step, Step::Form(..)));
    sides().count() > 1 && (limbers || sides().any(|side| Some(side) != sides().next()))
}

impl Theatre {
    /// A legal way for a unit to get farther from the enemy, if there is one. RULING: of one hex or two, as a retreat by choice
    /// too.
    pub(crate) fn withdrawal_of(&self, battle: &impl Position, id: UnitId) -> Option<Command> {
        let now = battle.unit(id);
        let at = now.at?;
        let units = SomeUnits::from([id]);
        if matches!(now.state, MoraleState::Disorganized | MoraleState::Routed) {
            let goes = |hexes| {
                self.check_retreat_ten(battle, &units, hexes).is_ok() && self.gets_away(battle, &units, at, hexes)
            };
            return [1, 2].into_iter().find(|hexes| goes(*hexes)).map(|hexes| Command::RetreatTen { units, hexes });
        }
        let near = |hex: Hex| self.nearest(battle, hex, self.unit(id).side.enemy()).map_or(0, |(distance, _)| distance);
        let here = near(at);
        let goes = |steps: Steps| {
            self.check_move(battle, &units, &[], Activity::Move, &steps).ok()?;
            Some(Command::Move { units: units.clone(), leaders: SomeLeaders::new(), steps })
        };
        // COST: one hex is enough for nearly everybody; who has none that is farther off may get there by a second.
        let one = |side: Side| (near(at.neighbour(side)) > here).then(|| goes(way_out(now, &[side])))?;
        let two = |first: Side| {
            let second = |side: Side| {
                let end = at.neighbour(first).neighbour(side);
                (near(end) > here).then(|| goes(way_out(now, &[first, side])))?
            };
            Side::ALL.into_iter().find_map(second)
        };
        Side::ALL.into_iter().find_map(one).or_else(|| Side::ALL.into_iter().find_map(two))
    }
}
