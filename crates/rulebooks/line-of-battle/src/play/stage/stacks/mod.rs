//! What one stack may do in the Activity Phase, the likely things only.
//!
//! COST: a walk keeps the rules it can keep cheaply; whether an order is legal in everything is seen when it is given. Nearly all of
//! them are, and a general who hears no takes the next best: to ask beforehand about every one cost a sixth of a battle.

use arrayvec::ArrayVec;
use engine::stage::{Act, PieceId, Prospect};
use field::hex::{Corner, Hex, Side};

use super::almanac::Pace;
use super::combat::{self, Target, Volley};
use super::look::{Goal, Group, Look};
use super::propose::entry_price;
use super::walk::{Aim, Walk};
use crate::charts::{Activity, Limit, MoraleState};
use crate::command::Order;
use crate::play::command::{Command, Shot, SomeLeaders, SomeUnits, Step, Steps};
use crate::play::marching::is_march_formation;
use crate::play::stack::in_front;
use crate::play::state::UnitId;
use crate::play::theatre::index;
use crate::play::walks::corner_towards;
use crate::sight::{Purpose, Sight};
use crate::unit::{Arm, Formation, has_formation};

/// Whoever hears the choices; he may have had enough.
pub(super) type Listener<'a> = &'a mut dyn FnMut(Command, Prospect) -> bool;

/// Targets that are offered for fire, and for a Charge.
const TARGETS: usize = 3;
/// Targets that are looked at before the rest is left.
const TRIES: usize = 6;
/// Hexes to the enemy within which a stack fights in line.
const CONTACT: u16 = 6;
/// Hexes to the enemy from which guns are worth unlimbering.
const GUN_RANGE: u16 = 12;
/// Hexes to the enemy at which an advance to musket range ends.
const MUSKET: u16 = 2;
/// What it is worth to stand in line and not in column when the enemy is near, in men.
const READY: i32 = 12;
/// Hexes of a retreat by choice.
const RETREAT: u8 = 4;
/// The hexes around another within two, the nearest first and then by their places: columns east and steps south.
pub(super) const AROUND: [(i16, i16); 18] = [
    (-1, 0),
    (-1, 1),
    (0, -1),
    (0, 1),
    (1, -1),
    (1, 0),
    (-2, 0),
    (-2, 1),
    (-2, 2),
    (-1, -1),
    (-1, 2),
    (0, -2),
    (0, 2),
    (1, -2),
    (1, 1),
    (2, -2),
    (2, -1),
    (2, 0),
];
/// LIMIT: places that are offered.
const PLACES_MAX: usize = 12;

/// The choices of one stack.
pub(super) struct Stack<'a, 'l> {
    look: &'a Look<'a>,
    group: &'a Group,
    listener: Listener<'l>,
    /// What it promises to stay as it is, once that is worked out.
    here: Option<Prospect>,
    /// Where it has been offered to go already.
    places: ArrayVec<(Hex, Corner, Formation), PLACES_MAX>,
    /// Whether the listener has had enough.
    enough: bool,
    /// Whether anything was offered.
    offered: bool,
}

/// Offers everything a stack might do; false if there was nothing.
pub(super) fn options(look: &Look<'_>, group: &Group, listener: Listener<'_>) -> bool {
    let mut stack = Stack { look, group, listener, here: None, places: ArrayVec::new(), enough: false, offered: false };
    if group.arrived {
        stack.fires();
        stack.charges();
        stack.retreats();
    }
    if group.state != MoraleState::Routed {
        stack.marches();
        stack.mends();
    }
    if group.arrived {
        stack.stands();
    }
    stack.offered
}

impl Stack<'_, '_> {
    fn tell(&mut self, command: Command, prospect: Prospect) {
        self.offered = true;
        self.enough = self.enough || !(self.listener)(command, prospect);
    }

    fn units(&self) -> SomeUnits {
        self.group.units.as_slice().into()
    }

    fn leaders(&self) -> SomeLeaders {
        self.group.leader.into_iter().collect()
    }

    /// What it promises to stay where it is and as it stands.
    fn as_it_stands(&mut self) -> Prospect {
        let (look, group) = (self.look, self.group);
        *self.here.get_or_insert_with(|| look.place(group, group.at, group.facing, group.formation))
    }

    fn distance(&self) -> u16 {
        self.group.nearest.map_or(u16::MAX, |(hexes, _)| hexes)
    }

    /// The enemy hexes worth a look, best first by `worth`, each with what else it says.
    fn targets<T>(&self, reach: u16, worth: impl Fn(&Target) -> Option<(i32, T)>) -> ArrayVec<(i32, T, Target), TRIES> {
        let mut found: ArrayVec<(i32, T, Target), TRIES> = ArrayVec::new();
        if self.distance() > reach {
            return found;
        }
        let enemies = &self.look.table.stations[index(self.look.side.enemy())];
        enemies.within(self.group.at, reach, |at| {
            let Some(target) = Target::at(self.look, at) else { return };
            let Some((value, why)) = worth(&target).filter(|(value, _)| *value > 0) else { return };
            if found.is_full() {
                if found.last().is_some_and(|(least, ..)| *least >= value) {
                    return;
                }
                found.pop();
            }
            let place = found.iter().position(|(known, ..)| *known < value).unwrap_or(found.len());
            found.insert(place, (value, why, target));
        });
        found
    }

    /// Fire from where it stands, after a turn, or after a short advance.
    fn fires(&mut self) {
        let (look, group) = (self.look, self.group);
        let row = Look::row(group, group.formation);
        let able = look.theatre.book.tables.formations.at(row).combat.value && group.state != MoraleState::Routed;
        let reach = group.units.iter().map(|id| look.theatre.reach(*id)).max().unwrap_or(0);
        if self.enough || !able || self.distance() > reach.saturating_add(3) {
            return;
        }
        let base = self.as_it_stands();
        let worth = |target: &Target| combat::shot(look, group, group.at, target).map(|shot| (shot.harm.max(1), shot));
        let mut told = 0;
        for (_, shot, target) in &self.targets(reach, worth) {
            if told == TARGETS || self.enough {
                break;
            }
            told += usize::from(self.fire_at(target, *shot, base));
        }
        if told == 0 && self.distance() <= reach.saturating_add(3) && group.arm != Arm::Artillery {
            self.closes_up();
        }
    }

    fn fire_at(&mut self, target: &Target, shot: Volley, base: Prospect) -> bool {
        let (look, group) = (self.look, self.group);
        let now = look.battle.unit(group.units[0]);
        let turns = group.is_fronted(group.formation) && !in_front(now, group.at, target.at);
        let mut steps = Steps::new();
        let mut prospect = base;
        if turns {
            let corner = corner_towards(group.at, target.at);
            steps.push(Step::Turn(corner));
            prospect = look.place(group, group.at, corner, group.formation);
        }
        if !self.could_fire(group.at, target.at) || !self.may_step(&steps, target.at) {
            return false;
        }
        let shots = vec![Shot { units: self.units(), at: target.at }];
        shot.enter(&mut prospect);
        prospect.mass = look.mass(target.at);
        self.tell(Command::Fire { units: self.units(), leaders: SomeLeaders::new(), steps, shots }, prospect);
        true
    }

    /// A short advance, and fire at whoever comes into reach.
    fn closes_up(&mut self) {
        let (look, group) = (self.look, self.group);
        let Some((_, enemy)) = group.nearest else { return };
        let reach = group.units.iter().map(|id| look.theatre.reach(*id)).min().unwrap_or(0).min(MUSKET + 1);
        let mut walk = Walk::begin(look, group, Activity::Fire, group.formation);
        walk.keep_off();
        walk.towards(look, group, Aim::To(enemy), &|hex| hex.distance(enemy) <= reach);
        walk.stop_alone(look, group);
        if !walk.has_moved() || walk.minimum || walk.at.distance(enemy) > reach || !look.may_end(group, walk.at) {
            return;
        }
        let stands = crate::play::UnitNow { facing: walk.facing, ..*look.battle.unit(group.units[0]) };
        if group.is_fronted(walk.formation) && !in_front(&stands, walk.at, enemy) && !walk.face(look, group, enemy) {
            return;
        }
        let Some(target) = Target::at(look, enemy) else { return };
        let mut prospect = look.place(group, walk.at, walk.facing, walk.formation);
        let Some(shot) = combat::shot(look, group, walk.at, &target) else { return };
        shot.enter(&mut prospect);
        let steps = Steps::from(walk.steps.as_slice());
        if !self.could_fire(walk.at, enemy) || !self.may_step(&steps, enemy) {
            return;
        }
        prospect.mass = look.mass(enemy);
        let (leaders, shots) = (self.leaders(), vec![Shot { units: self.units(), at: enemy }]);
        self.tell(Command::Fire { units: self.units(), leaders, steps, shots }, prospect);
    }

    /// Whether every unit could fire from one hex at another, whatever its facing: weapons, ammunition, range and sight.
    fn could_fire(&self, from: Hex, at: Hex) -> bool {
        let (theatre, battle, units) = (self.look.theatre, self.look.battle, &self.group.units);
        let range = from.distance(at);
        units.iter().all(|id| theatre.can_fire(battle, *id) && theatre.reach(*id) >= range)
            && units.iter().any(|id| theatre.has_load(battle, *id, range))
            && theatre.has_room_to_fire(battle, units, from, range)
            && (self.group.arm != Arm::Artillery || theatre.may_shoot_again(battle, units, from, at))
            && (!self.group.stopped || units.iter().all(|id| theatre.check_withdraws(battle, *id).is_ok()))
            && units.first().is_some_and(|top| {
                let purpose = theatre.purpose(*top);
                theatre.sight(battle, from, at, purpose, self.look.side, &[]) == Sight::Clear
            })
    }

    /// Without steps before it fires, whether it has the target before it.
    fn may_step(&self, steps: &Steps, at: Hex) -> bool {
        let (theatre, battle, units) = (self.look.theatre, self.look.battle, &self.group.units);
        !steps.is_empty() || units.iter().all(|id| theatre.has_in_front(battle, *id, at))
    }

    /// Charges at whoever can be reached.
    fn charges(&mut self) {
        let (look, group) = (self.look, self.group);
        let row = Look::row(group, group.formation);
        let may = look.theatre.book.tables.formations.at(row).charge.value;
        let ordered = matches!(group.order.order, Order::Attack | Order::None);
        // Open Order units, Capable or not, do not charge.
        let open = group.units.iter().any(|id| look.theatre.unit(*id).open_order);
        if self.enough || !may || open || group.is_broken() || !ordered || group.stopped || self.distance() > CONTACT {
            return;
        }
        let reach = match group.order.order {
            Order::Attack => CONTACT,
            _ => look.theatre.book.limit(Limit::NoOrdersReach),
        };
        let worth = |target: &Target| 100 - i32::from(target.at.distance(group.at)) * 10 - i32::from(target.sp);
        let targets = self.targets(reach, |target| Some((worth(target), ())));
        for (.., target) in targets.iter().take(TARGETS) {
            self.charge_at(target);
        }
    }

    fn charge_at(&mut self, target: &Target) {
        let (look, group) = (self.look, self.group);
        let mut walk = Walk::begin(look, group, Activity::Move, group.formation);
        let to = target.at;
        walk.towards(look, group, Aim::To(to), &|hex| hex.distance(to) <= 1);
        let side = Side::ALL.into_iter().find(|side| walk.at.neighbour(*side) == to);
        let Some(side) = side.filter(|side| !walk.minimum && walk.front(look, group, *side)) else { return };
        if self.enough || !walk.can_pay(look, side) || !look.may_end(group, walk.at) && walk.at != group.at {
            return;
        }
        let mut steps = Steps::from(walk.steps.as_slice());
        steps.push(Step::Charge(side));
        let leaders = self.leaders();
        let mut prospect = look.place(group, to, walk.facing, walk.formation);
        combat::charge(look, group, walk.at, target, &mut prospect);
        self.tell(Command::Move { units: self.units(), leaders, steps }, prospect);
    }

    /// A broken stack may go back by choice.
    fn retreats(&mut self) {
        let (look, group) = (self.look, self.group);
        let Some((near, _)) = group.nearest.filter(|_| group.is_broken() && !self.enough) else { return };
        if look.theatre.check_retreat_ten(look.battle, &group.units, RETREAT).is_err() {
            return;
        }
        let mut prospect = self.as_it_stands();
        let back = i32::from(RETREAT) * look.theatre.almanac.yards;
        prospect.act = Act::Withdraw;
        prospect.enemy = (i32::from(near) * look.theatre.almanac.yards + back).min(Prospect::FAR);
        prospect.nearer = -back;
        (prospect.risk, prospect.flanked, prospect.cover) = (0, 0, 0);
        self.tell(Command::RetreatTen { units: self.units(), hexes: RETREAT }, prospect);
    }

    /// Offers a walk if it is legal and leads somewhere new.
    fn walks(&mut self, walk: &Walk, act: Act) {
        self.walks_for(walk, act, 0);
    }

    /// The same for something besides the place it leads to, in men.
    fn walks_for(&mut self, walk: &Walk, act: Act, merit: i32) {
        let (look, group) = (self.look, self.group);
        let end = (walk.at, walk.facing, walk.formation);
        let stays = group.arrived && end == (group.at, group.facing, group.formation);
        let strays = group.marches() && walk.at != group.at && !is_march_formation(walk.formation);
        let known = stays || strays || self.places.contains(&end) || self.places.is_full();
        if self.enough || known || !look.may_end(group, walk.at) {
            return;
        }
        let (steps, leaders) = (Steps::from(walk.steps.as_slice()), self.leaders());
        // Whoever is still to come has nothing else to do if he may not.
        let comes = || look.theatre.check_move(look.battle, &group.units, &leaders, Activity::Move, &steps);
        if !group.arrived && comes().is_err() {
            return;
        }
        self.places.push(end);
        let mut prospect = look.place(group, walk.at, walk.facing, walk.formation);
        (prospect.act, prospect.merit) = (act, merit);
        self.tell(Command::Move { units: self.units(), leaders, steps }, prospect);
    }

    /// What it is worth to be formed for a fight in a hex, in men: nothing where nobody is near; for guns the shots they
    /// will have from there.
    fn readiness(&self, at: Hex) -> i32 {
        let (look, group) = (self.look, self.group);
        if group.arm != Arm::Artillery {
            return if look.nearest(at).is_some_and(|(hexes, _)| hexes <= CONTACT + 2) { READY } else { 0 };
        }
        let reach = group.units.iter().map(|id| look.theatre.reach(*id)).min().unwrap_or(0);
        let seen =
            |hex: &&Hex| hex.distance(at) <= reach && look.theatre.sees_past_units(at, **hex, Purpose::Artillery);
        let harm = |hex: &Hex| {
            let target = Target::at(look, *hex)?;
            combat::shot(look, group, at, &target).map(|shot| shot.harm)
        };
        let enemies = look.theatre.hexes_of(look.battle, look.side.enemy());
        enemies.iter().filter(seen).filter_map(harm).max().unwrap_or(0)
    }

    /// Towards its goal, and towards the enemy.
    fn marches(&mut self) {
        let (look, group) = (self.look, self.group);
        if group.formation == Formation::Unlimbered && self.distance() <= GUN_RANGE {
            return;
        }
        let goal = group.goal.or(group.middle.map(|at| Goal { at, objective: None }));
        if let Some(goal) = goal {
            for ends_in in self.marching_orders(goal) {
                self.march_to(goal, ends_in);
            }
        }
        let fights = group.arrived && group.arm != Arm::Artillery && group.order.order != Order::Reserve;
        if let Some((_, enemy)) = group.nearest.filter(|(hexes, _)| fights && *hexes > MUSKET && *hexes <= 2 * CONTACT)
        {
            let mut walk = Walk::begin(look, group, Activity::Move, group.formation);
            walk.keep_off();
            walk.towards(look, group, Aim::To(enemy), &|hex| hex.distance(enemy) <= MUSKET);
            self.ends(&mut walk, Act::Advance);
        }
    }

    /// The formations in which it might march: as it stands, or as the distance asks.
    fn marching_orders(&self, goal: Goal) -> ArrayVec<Formation, 2> {
        let group = self.group;
        let far = self.distance() > CONTACT + 2 && goal.at.distance(group.at) > CONTACT;
        let other = match (group.arm, group.formation) {
            (Arm::Infantry, Formation::Line | Formation::OpenOrder) if far || group.marches() => {
                Some(Formation::Column)
            }
            (Arm::Cavalry, Formation::Line | Formation::OpenOrder) if far || group.marches() => {
                Some(Formation::Mounted)
            }
            (Arm::Artillery, Formation::Unlimbered) => Some(Formation::Limbered),
            _ => None,
        };
        let as_it_stands = Some(group.formation).filter(|formation| *formation != Formation::Unlimbered);
        as_it_stands.into_iter().chain(other).collect()
    }

    fn march_to(&mut self, goal: Goal, ends_in: Formation) {
        let (look, group) = (self.look, self.group);
        let mut walk = Walk::begin(look, group, Activity::Move, ends_in);
        if !group.arrived && !walk.pay(entry_price(look, group)) {
            return;
        }
        if ends_in != group.formation && !walk.form(look, group, ends_in, group.facing) {
            return;
        }
        let pace = Pace::of(ends_in, group.in_company);
        let ways = goal.objective.and_then(|objective| look.theatre.almanac.ways(objective, pace));
        let aim = ways.map_or(Aim::To(goal.at), |ways| Aim::By(ways, goal.at));
        walk.keep_off();
        // A column does not run into muskets.
        let wary = is_march_formation(ends_in);
        let enemy = self.distance();
        let near = |hex: Hex| {
            wary && hex.distance(group.at) + CONTACT > enemy
                && look.nearest(hex).is_some_and(|(hexes, _)| hexes < CONTACT)
                && look.foes.all().iter().any(|foe| !foe.guns && foe.at.distance(hex) < CONTACT)
        };
        walk.towards(look, group, aim, &near);
        let deploys = group.arrived && wary && self.distance() <= CONTACT + 4 && group.order.order != Order::Move;
        if deploys {
            self.deploys(&walk);
        }
        self.ends(&mut walk, Act::Advance);
    }

    /// The same way, and into fighting formation at its end.
    fn deploys(&mut self, way: &Walk) {
        let (look, group) = (self.look, self.group);
        let Some((_, enemy)) = look.nearest(way.at) else { return };
        let to = match group.arm {
            Arm::Infantry | Arm::Cavalry => Formation::Line,
            Arm::Artillery => Formation::Unlimbered,
        };
        let mut walk = way.clone();
        if group.arm == Arm::Infantry {
            // In line at its end it has the allowance of a line all the way.
            walk.become_line(look, group);
        }
        walk.stop_alone(look, group);
        while !walk.form(look, group, to, corner_towards(walk.at, enemy)) && walk.has_moved() {
            walk.step_back();
            walk.stop_alone(look, group);
        }
        // Ground that is won on the way counts as in any other advance.
        let act = if walk.has_moved() { Act::Advance } else { Act::Form };
        let merit = self.readiness(walk.at);
        self.walks_for(&walk, act, merit);
    }

    /// Ends a march: alone in a hex, looking at the enemy.
    fn ends(&mut self, walk: &mut Walk, act: Act) {
        let (look, group) = (self.look, self.group);
        walk.stop_alone(look, group);
        if !walk.has_moved() && group.arrived {
            return;
        }
        if let Some((hexes, enemy)) = look.nearest(walk.at).filter(|(hexes, _)| *hexes <= CONTACT) {
            let stands = crate::play::UnitNow { facing: walk.facing, ..*look.battle.unit(group.units[0]) };
            if hexes > 0 && !in_front(&stands, walk.at, enemy) {
                walk.face(look, group, enemy);
            }
        }
        self.walks(walk, act);
    }

    /// Cover, the brigade, another front or formation, a step back.
    fn mends(&mut self) {
        let (look, group) = (self.look, self.group);
        let Some((near, enemy)) = group.nearest.filter(|_| group.arrived && !self.enough) else { return };
        if near <= CONTACT && group.formation != Formation::Unlimbered {
            self.takes_cover(enemy);
        }
        let strays = |middle: &Hex| middle.distance(group.at) > 3 && group.formation != Formation::Unlimbered;
        if let Some(middle) = group.middle.filter(strays) {
            let mut walk = Walk::begin(look, group, Activity::Move, group.formation);
            walk.keep_off();
            walk.towards(look, group, Aim::To(middle), &|hex| hex.distance(middle) <= 1);
            self.ends(&mut walk, Act::Shift);
        }
        if near <= CONTACT + 2 && !in_front(look.battle.unit(group.units[0]), group.at, enemy) {
            let mut turned = Walk::begin(look, group, Activity::Move, group.formation);
            if turned.face(look, group, enemy) {
                self.walks(&turned, Act::Form);
            }
        }
        self.reforms(near, enemy);
        let stopped = look.battle.formation(look.theatre.formation(group.brigade).division).stopped;
        if near <= 4
            && (stopped
                || group.is_broken()
                || group.state == MoraleState::Shaken
                || group.arm == Arm::Artillery
                || group.sp * 2 <= group.printed)
        {
            self.falls_back(enemy);
        }
    }

    fn takes_cover(&mut self, enemy: Hex) {
        let (look, group) = (self.look, self.group);
        let around = || AROUND.iter().map(|(q, r)| Hex::at(group.at.q + q, group.at.r + r));
        // COST: on open ground nobody looks around.
        let open = look.theatre.field.cell(group.at).is_some_and(|cell| !look.theatre.almanac.has_cover_about(cell));
        let nowhere = || !look.is_covered(group.at, enemy) && !around().any(|hex| look.is_covered(hex, enemy));
        debug_assert!(!open || !look.battle.works.is_empty() || nowhere());
        if open && look.battle.works.is_empty() || look.is_covered(group.at, enemy) {
            return;
        }
        let good = |hex: &Hex| {
            (2..=4).contains(&hex.distance(enemy))
                && look.is_covered(*hex, enemy)
                && !look.has_friends(*hex, group)
                && !look.is_held(*hex)
        };
        let Some(cover) = around().find(good) else { return };
        let mut walk = Walk::begin(look, group, Activity::Move, group.formation);
        walk.keep_off();
        walk.towards(look, group, Aim::To(cover), &|hex| hex == cover);
        if walk.at == cover {
            self.ends(&mut walk, Act::Shift);
        }
    }

    fn reforms(&mut self, near: u16, enemy: Hex) {
        let (look, group) = (self.look, self.group);
        let to = match (group.arm, group.formation) {
            (Arm::Infantry, Formation::Column) if near <= CONTACT + 2 => Formation::Line,
            (Arm::Cavalry, Formation::Mounted) if near <= CONTACT => Formation::Line,
            (Arm::Artillery, Formation::Limbered) if near <= GUN_RANGE => Formation::Unlimbered,
            (Arm::Artillery, Formation::Unlimbered) if near > GUN_RANGE => Formation::Limbered,
            _ => return,
        };
        if !has_formation(group.arm, to) {
            return;
        }
        let mut walk = Walk::begin(look, group, Activity::Move, to);
        if walk.form(look, group, to, corner_towards(group.at, enemy)) {
            let merit = if is_march_formation(to) { 0 } else { self.readiness(group.at) };
            self.walks_for(&walk, Act::Form, merit);
        }
    }

    fn falls_back(&mut self, enemy: Hex) {
        let (look, group) = (self.look, self.group);
        let goes_as = if group.formation == Formation::Unlimbered { Formation::Limbered } else { group.formation };
        let mut walk = Walk::begin(look, group, Activity::Move, goes_as);
        if goes_as != group.formation && !walk.form(look, group, goes_as, group.facing) {
            return;
        }
        walk.keep_off();
        walk.towards(look, group, Aim::From(enemy), &|hex| hex.distance(enemy) > CONTACT);
        self.ends(&mut walk, Act::Withdraw);
    }

    /// It stays as it is, unless it is Stopped under fire: then there is a way out.
    fn stands(&mut self) {
        let (look, group) = (self.look, self.group);
        if self.enough {
            return;
        }
        let mut prospect = self.as_it_stands();
        let must = |id: &UnitId| group.stopped && look.theatre.check_withdraws(look.battle, *id).is_err();
        if let Some(unit) = group.units.iter().copied().find(must) {
            prospect.act = Act::Withdraw;
            prospect.enemy = prospect.enemy.saturating_add(look.theatre.almanac.yards).min(Prospect::FAR);
            if let Some(command) = look.theatre.withdrawal_of(look.battle, unit) {
                self.tell(command, prospect);
            }
            return;
        }
        prospect.act = Act::Pass;
        prospect.piece = Some(PieceId(group.units[0].0));
        self.tell(Command::Move { units: self.units(), leaders: SomeLeaders::new(), steps: Steps::new() }, prospect);
    }
}
