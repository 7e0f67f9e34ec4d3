//! What may be ordered now: every kind of legal command, those that hurt the enemy first.
//!
//! Moves are offered a few hexes at a time and never all of them: whoever wants a certain way orders it.

use field::hex::{Corner, Hex, Side};

use super::command::{Command, Initiative, Shot, Step};
use super::movement::{front_sides, is_march_formation};
use super::quiet::silent;
use super::stack::has_front;
use super::state::{Battle, Done, FormationId, Instruction, LeaderId, UnitId};
use super::theatre::Theatre;
use crate::charts::{Activity, MoraleState};
use crate::turn::TurnStep;
use crate::unit::{Arm, Formation, has_formation};

/// Whoever hears the commands; he may have had enough.
type Listener<'a> = &'a mut dyn FnMut(Command) -> bool;

/// Lists commands until the listener has had enough.
pub(super) fn list(theatre: &Theatre, battle: &Battle, listener: Listener<'_>) {
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

fn orders(theatre: &Theatre, battle: &Battle, listener: Listener<'_>) -> bool {
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
    posts(theatre, battle, listener) && futile(theatre, battle, listener) && listener(Command::EndStep)
}

fn issues(theatre: &Theatre, battle: &Battle, to: FormationId, listener: Listener<'_>) -> bool {
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

fn initiatives(theatre: &Theatre, battle: &Battle, formation: FormationId, listener: Listener<'_>) -> bool {
    let below = theatre.formation_ids().filter(|id| theatre.is_under(*id, formation));
    let formations = below.flat_map(|id| [Initiative::ReleaseFormation(id), Initiative::ReserveFormation(id)]);
    let units = theatre.units_of(formation).flat_map(|id| [Initiative::ReleaseUnit(id), Initiative::ReserveUnit(id)]);
    for what in [Initiative::Deploy].into_iter().chain(formations).chain(units) {
        let legal = theatre.check_initiative(battle, formation, what).is_ok();
        if !offer(legal, || Command::Initiative { formation, what }, listener) {
            return false;
        }
    }
    true
}

fn posts(theatre: &Theatre, battle: &Battle, listener: Listener<'_>) -> bool {
    for unit in theatre.unit_ids().filter(|id| theatre.unit(*id).arm == Arm::Artillery) {
        let Some(to) = battle.unit(unit).at.filter(|_| battle.unit(unit).posted.is_none()) else { continue };
        let legal = theatre.post_battery(&mut battle.clone(), unit, to, &mut silent()).is_ok();
        if !offer(legal, || Command::PostBattery { unit, to }, listener) {
            return false;
        }
    }
    true
}

fn futile(theatre: &Theatre, battle: &Battle, listener: Listener<'_>) -> bool {
    for formation in theatre.formation_ids() {
        let legal = theatre.futile(battle, formation).is_ok();
        if !offer(legal, || Command::DeclareFutile { formation }, listener) {
            return false;
        }
    }
    true
}

fn activities(theatre: &Theatre, battle: &Battle, listener: Listener<'_>) -> bool {
    if battle.advance.is_some() {
        return goings_on(theatre, battle, listener) && listener(Command::Halt);
    }
    for brigade in theatre.formation_ids() {
        let legal = theatre.check_zero(battle, brigade).is_ok();
        if !offer(legal, || Command::ZeroRoll { brigade }, listener) {
            return false;
        }
    }
    for hex in theatre.hexes_of(battle, battle.active) {
        if !stack_at(theatre, battle, hex, listener) {
            return false;
        }
    }
    arrivals(theatre, battle, listener)
        && rides(theatre, battle, listener)
        && futile(theatre, battle, listener)
        && (theatre.must_withdraw(battle).is_some() || listener(Command::EndPhase))
}

/// Everything the units of a hex may do, together and one by one.
fn stack_at(theatre: &Theatre, battle: &Battle, hex: Hex, listener: Listener<'_>) -> bool {
    let all = theatre.units_at(battle, hex, battle.active);
    let ready: Vec<UnitId> = all.iter().copied().filter(|id| battle.unit(*id).done == Done::Nothing).collect();
    let leaders: Vec<LeaderId> = theatre
        .leaders_at(battle, hex, battle.active)
        .into_iter()
        .filter(|id| !battle.leaders[id.index()].moved)
        .collect();
    let mut groups: Vec<Vec<UnitId>> = Vec::new();
    if !ready.is_empty() {
        groups.push(ready.clone());
    }
    if ready.len() > 1 {
        groups.extend(ready.iter().map(|id| vec![*id]));
    }
    for group in &groups {
        let mut offers = Offers { theatre, battle, group, leaders: &leaders, hex };
        if !offers.fires(listener) || !offers.moves(listener) || !offers.retreats(listener) {
            return false;
        }
    }
    if all.len() > 1 {
        return all.iter().skip(1).all(|unit| listener(Command::SetTop { unit: *unit }));
    }
    true
}

/// What a group of units may do.
struct Offers<'a> {
    theatre: &'a Theatre,
    battle: &'a Battle,
    group: &'a [UnitId],
    leaders: &'a [LeaderId],
    hex: Hex,
}

impl Offers<'_> {
    /// Fire from where it stands, and after a turn.
    fn fires(&mut self, listener: Listener<'_>) -> bool {
        let (theatre, battle) = (self.theatre, self.battle);
        let reach = self.group.iter().map(|id| theatre.reach(*id)).max().unwrap_or(0);
        for target in theatre.hexes_of(battle, battle.active.enemy()) {
            if target.distance(self.hex) > reach {
                continue;
            }
            for guns in [false, true] {
                let of_kind = |id: &&UnitId| (theatre.unit(**id).arm == Arm::Artillery) == guns;
                let units: Vec<UnitId> = self.group.iter().filter(of_kind).copied().collect();
                if units.is_empty() || !units.iter().any(|id| theatre.could_fire_at(battle, *id, target)) {
                    continue;
                }
                let turn = corner_towards(self.hex, target);
                let faces = units.first().map(|id| battle.unit(*id).facing);
                for steps in [Vec::new(), vec![Step::Turn(turn)]] {
                    if steps.is_empty() || Some(turn) != faces {
                        let shots = vec![Shot { units: units.clone(), at: target }];
                        let legal = theatre.check_fire(battle, &units, &[], &steps, &shots).is_ok();
                        let fire = || Command::Fire { units: units.clone(), leaders: Vec::new(), steps, shots };
                        if !offer(legal, fire, listener) {
                            return false;
                        }
                    }
                }
            }
        }
        true
    }

    fn tries(&self, steps: Vec<Step>, listener: Listener<'_>) -> bool {
        let legal = self.theatre.check_move(self.battle, self.group, self.leaders, Activity::Move, &steps).is_ok();
        let command = || Command::Move { units: self.group.to_vec(), leaders: self.leaders.to_vec(), steps };
        offer(legal, command, listener)
    }

    /// Charges, a hex or a few in every direction, other fronts and formations.
    fn moves(&mut self, listener: Listener<'_>) -> bool {
        let Some(first) = self.group.first() else { return true };
        let now = *self.battle.unit(*first);
        for side in Side::ALL {
            let way = towards(now.formation, now.facing, side);
            let enemy = self.theatre.holder(self.battle, self.hex.neighbour(side)) == Some(self.battle.active.enemy());
            if enemy {
                let steps = way.iter().copied().chain([Step::Charge(side)]).collect();
                if !self.tries(steps, listener) {
                    return false;
                }
                continue;
            }
            for hexes in [1, 2, 4] {
                let steps = way.iter().copied().chain((0..hexes).map(|_| Step::Enter(side))).collect();
                if !self.tries(steps, listener) {
                    return false;
                }
            }
        }
        self.joins(now.formation, now.facing, listener) && self.stands(now.formation, now.facing, listener)
    }

    /// A unit taken along from the next hex, and one left there.
    fn joins(&self, formation: Formation, facing: Corner, listener: Listener<'_>) -> bool {
        for side in Side::ALL {
            let way = towards(formation, facing, side);
            let next = self.hex.neighbour(side);
            let friends = self.theatre.units_at(self.battle, next, self.battle.active);
            for friend in friends.iter().filter(|id| self.battle.unit(**id).done == Done::Nothing) {
                let steps = [Step::Enter(side), Step::PickUp(*friend), Step::Enter(side)];
                if !self.tries(way.iter().copied().chain(steps).collect(), listener) {
                    return false;
                }
            }
            if let [_, .., last] = self.group {
                let steps = [Step::Enter(side), Step::Drop(*last), Step::Enter(side)];
                if !self.tries(way.iter().copied().chain(steps).collect(), listener) {
                    return false;
                }
            }
        }
        true
    }

    /// Other fronts and formations on the spot.
    fn stands(&self, formation: Formation, facing: Corner, listener: Listener<'_>) -> bool {
        if has_front(formation) {
            for corner in Corner::ALL.into_iter().filter(|corner| *corner != facing) {
                if !self.tries(vec![Step::Turn(corner)], listener) {
                    return false;
                }
            }
        }
        let arm = self.group.first().map_or(Arm::Infantry, |id| self.theatre.unit(*id).arm);
        let formations = [
            Formation::Line,
            Formation::Column,
            Formation::OpenOrder,
            Formation::Mounted,
            Formation::Limbered,
            Formation::Unlimbered,
        ];
        for to in formations.into_iter().filter(|to| *to != formation && has_formation(arm, *to)) {
            let enemy = self.theatre.nearest(self.battle, self.hex, self.battle.active.enemy());
            let corner = enemy.map_or(facing, |(_, at)| corner_towards(self.hex, at));
            if !self.tries(vec![Step::Form(to, corner)], listener) {
                return false;
            }
            // Ready to march, it marches.
            if is_march_formation(to) {
                for side in Side::ALL {
                    if !self.tries(vec![Step::Form(to, corner), Step::Enter(side)], listener) {
                        return false;
                    }
                }
            }
        }
        true
    }

    fn retreats(&self, listener: Listener<'_>) -> bool {
        for hexes in [1, 4, 10] {
            let legal = self.theatre.check_retreat_ten(self.battle, self.group, hexes).is_ok()
                && self.theatre.nearest(self.battle, self.hex, self.battle.active.enemy()).is_some();
            if !offer(legal, || Command::RetreatTen { units: self.group.to_vec(), hexes }, listener) {
                return false;
            }
        }
        true
    }
}

fn goings_on(theatre: &Theatre, battle: &Battle, listener: Listener<'_>) -> bool {
    let Some(first) = battle.advance.as_ref().and_then(|advance| advance.units.first()) else { return true };
    let now = battle.unit(first.unit);
    for side in Side::ALL {
        for last in [Step::Charge(side), Step::Enter(side)] {
            let steps: Vec<Step> = towards(now.formation, now.facing, side).into_iter().chain([last]).collect();
            let legal = theatre.check_go_on(battle, &steps).is_ok();
            if !offer(legal, || Command::GoOn { steps }, listener) {
                return false;
            }
        }
    }
    true
}

/// Units that may come on.
fn arrivals(theatre: &Theatre, battle: &Battle, listener: Listener<'_>) -> bool {
    for unit in theatre.unit_ids() {
        let (card, now) = (theatre.unit(unit), battle.unit(unit));
        let due = card.side == battle.active && now.at.is_none() && now.sp > 0 && now.done == Done::Nothing;
        let Some(entry) = card.entry.filter(|entry| due && entry.turn <= battle.turn) else { continue };
        let came = |number: usize| {
            let id = LeaderId(number as u16);
            theatre.leader_entry(battle, id) == Some(entry)
                && !battle.leaders[number].moved
                && theatre.is_under(card.formation, battle.leaders[number].post)
        };
        let leaders: Vec<LeaderId> =
            (0..battle.leaders.len()).filter(|number| came(*number)).map(|number| LeaderId(number as u16)).collect();
        let offers = Offers { theatre, battle, group: &[unit], leaders: &leaders, hex: entry.at };
        for side in Side::ALL {
            for hexes in [3, 1] {
                if !offers.tries((0..hexes).map(|_| Step::Enter(side)).collect(), listener) {
                    return false;
                }
            }
        }
        if !offers.tries(Vec::new(), listener) {
            return false;
        }
    }
    true
}

/// Leaders ride to their men, or a hex in any direction.
fn rides(theatre: &Theatre, battle: &Battle, listener: Listener<'_>) -> bool {
    for number in 0..battle.leaders.len() {
        let leader = LeaderId(number as u16);
        let Ok(from) = theatre.rider(battle, leader) else { continue };
        let post = battle.leaders[number].post;
        let men = theatre.units_of(post).filter_map(|id| battle.unit(id).at).min_by_key(|at| (from.distance(*at), *at));
        let ways = men.map(|to| straight(from, to)).into_iter().chain(Side::ALL.map(|side| vec![side]));
        for path in ways.filter(|path| !path.is_empty()) {
            let legal = theatre.check_ride(battle, from, &path).is_ok();
            if !offer(legal, || Command::MoveLeader { leader, path }, listener) {
                return false;
            }
        }
    }
    for formation in theatre.formation_ids() {
        let Ok(from) = theatre.movable_hq(battle, formation) else { continue };
        for side in Side::ALL {
            let legal = theatre.check_ride(battle, from, &[side]).is_ok();
            if !offer(legal, || Command::MoveHq { formation, path: vec![side] }, listener) {
                return false;
            }
        }
    }
    true
}

/// The sides of a straight way, as far as a few hexes.
fn straight(from: Hex, to: Hex) -> Vec<Side> {
    let (mut at, mut path) = (from, Vec::new());
    while at != to && path.len() < 8 {
        let Some(side) = Side::ALL.into_iter().min_by_key(|side| at.neighbour(*side).distance(to)) else { break };
        at = at.neighbour(side);
        path.push(side);
    }
    path
}

/// What has to be done before a side can be crossed: turn, where the formation has a front.
pub(super) fn towards(formation: Formation, facing: Corner, side: Side) -> Vec<Step> {
    if !has_front(formation) || front_sides(facing).contains(&side) {
        return Vec::new();
    }
    let corner = Corner::ALL.into_iter().find(|corner| corner.sides().contains(&side));
    corner.map(Step::Turn).into_iter().collect()
}

/// The corner that looks most nearly at a hex.
pub(super) fn corner_towards(from: Hex, to: Hex) -> Corner {
    use field::hex::Bearing;
    match from.bearing(to) {
        Some(Bearing::Corner(corner)) => corner,
        Some(Bearing::Side(side)) => {
            // Of the two corners of the side, the one whose other front hex lies nearer.
            let (right, left) = (Corner::new(side.index() as u8), Corner::new(side.index() as u8 + 5));
            let beside =
                |corner: Corner| corner.sides().iter().map(|side| from.neighbour(*side).distance(to)).sum::<u16>();
            if beside(right) <= beside(left) { right } else { left }
        }
        None => Corner::new(0),
    }
}

impl Theatre {
    /// A legal way for a unit to get farther from the enemy, if there is one.
    pub(crate) fn withdrawal_of(&self, battle: &Battle, id: UnitId) -> Option<Command> {
        let now = battle.unit(id);
        let at = now.at?;
        let units = vec![id];
        if matches!(now.state, MoraleState::Disorganized | MoraleState::Routed) {
            let legal = self.check_retreat_ten(battle, &units, 1).is_ok();
            return legal.then_some(Command::RetreatTen { units, hexes: 1 });
        }
        let near = |hex: Hex| self.nearest(battle, hex, self.unit(id).side.enemy()).map_or(0, |(distance, _)| distance);
        Side::ALL.into_iter().filter(|side| near(at.neighbour(*side)) > near(at)).find_map(|side| {
            let mut steps = towards(now.formation, now.facing, side);
            steps.push(Step::Enter(side));
            self.check_move(battle, &[id], &[], Activity::Move, &steps).ok()?;
            Some(Command::Move { units: vec![id], leaders: Vec::new(), steps })
        })
    }
}
