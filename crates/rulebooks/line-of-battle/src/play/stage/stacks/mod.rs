//! What one stack may do in the Activity Phase, the likely things only.
//!
//! COST: a walk keeps the rules it can keep cheaply; whether an order is legal in everything is seen when it is given. Nearly all of
//! them are, and a general who hears no takes the next best: to ask beforehand about every one cost a sixth of a battle.

mod strikes;

use arrayvec::ArrayVec;
use engine::stage::{Act, PieceId, Prospect};
use field::hex::{Corner, Hex};

use super::almanac::Pace;
use super::combat::{self, Target};
use super::look::{Goal, Group, Look};
use super::propose::entry_price;
use super::walk::{Aim, Purse, Walk};
use crate::charts::{Activity, MoraleState};
use crate::command::Order;
use crate::play::command::{Command, SomeLeaders, SomeUnits, Steps};
use crate::play::marching::is_march_formation;
use crate::play::stack::{in_front, lies_before};
use crate::play::state::UnitId;
use crate::play::walks::corner_towards;
use crate::sight::Purpose;
use crate::unit::{Arm, Formation, has_formation};

/// Whoever hears the choices; he may have had enough.
pub(super) type Listener<'a> = &'a mut dyn FnMut(Command, Prospect) -> bool;

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
    /// Its units and its leader, as orders name them.
    units: SomeUnits,
    leaders: SomeLeaders,
    /// What it promises to stay as it is, once that is worked out.
    here: Option<Prospect>,
    /// What it has to spend as it stands, once that is worked out.
    purse: Option<Purse>,
    /// Whether a Stopped division lets every unit stay where it is, once that is worked out.
    may_stay: Option<bool>,
    /// Where it has been offered to go already.
    places: ArrayVec<(Hex, Corner, Formation), PLACES_MAX>,
    /// Whether the listener has had enough.
    enough: bool,
    /// Whether anything was offered.
    offered: bool,
}

/// Offers everything a stack might do; false if there was nothing.
pub(super) fn options(look: &Look<'_>, group: &Group, listener: Listener<'_>) -> bool {
    let mut stack = Stack {
        look,
        group,
        listener,
        units: group.units.as_slice().into(),
        leaders: group.leader.into_iter().collect(),
        here: None,
        purse: None,
        may_stay: None,
        places: ArrayVec::new(),
        enough: false,
        offered: false,
    };
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

    /// What it promises to stay where it is and as it stands.
    fn as_it_stands(&mut self) -> Prospect {
        let (look, group) = (self.look, self.group);
        *self.here.get_or_insert_with(|| look.place(group, group.at, group.facing, group.formation))
    }

    /// A move that ends in the formation it stands in.
    ///
    /// COST: nearly all are such, and all of them have the same to spend.
    fn sets_out(&mut self) -> Walk {
        let (look, group) = (self.look, self.group);
        let of = || Purse::of(look, group, Activity::Move, group.formation);
        Walk::with(group, *self.purse.get_or_insert_with(of))
    }

    /// Whether it may stay where it is although its division is Stopped.
    fn may_stay(&mut self) -> bool {
        let (look, group) = (self.look, self.group);
        let stays = |id: &UnitId| look.theatre.check_withdraws(look.battle, *id).is_ok();
        *self.may_stay.get_or_insert_with(|| !group.stopped || group.units.iter().all(stays))
    }

    fn distance(&self) -> u16 {
        self.group.nearest.map_or(u16::MAX, |(hexes, _)| hexes)
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
        self.tell(Command::RetreatTen { units: self.units.clone(), hexes: RETREAT }, prospect);
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
        let (steps, leaders) = (Steps::from(walk.steps.as_slice()), self.leaders.clone());
        // Whoever is still to come has nothing else to do if he may not.
        let comes = || look.theatre.check_move(look.battle, &group.units, &leaders, Activity::Move, &steps);
        if !group.arrived && comes().is_err() {
            return;
        }
        self.places.push(end);
        let mut prospect = look.place(group, walk.at, walk.facing, walk.formation);
        (prospect.act, prospect.merit) = (act, merit);
        self.tell(Command::Move { units: self.units.clone(), leaders, steps }, prospect);
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
        let Some(fire) = combat::Fire::of(look, group, at) else { return 0 };
        let harm = |hex: &Hex| {
            let target = Target::at(look, *hex)?;
            fire.at(look, &target).map(|shot| shot.harm)
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
        let near = group.nearest.filter(|(hexes, _)| fights && *hexes > MUSKET && *hexes <= 2 * CONTACT);
        if let Some((hexes, enemy)) = near {
            let mut walk = self.sets_out();
            walk.keep_off();
            walk.towards(look, group, Aim::To(enemy), hexes - MUSKET);
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
        let as_it_stands = ends_in == group.formation;
        let mut walk = if as_it_stands { self.sets_out() } else { Walk::begin(look, group, Activity::Move, ends_in) };
        if !group.arrived && !walk.pay(entry_price(look, group)) {
            return;
        }
        if !as_it_stands && !walk.form(look, group, ends_in, group.facing) {
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
            hex.distance(group.at) + CONTACT > enemy
                && look.nearest(hex).is_some_and(|(hexes, _)| hexes < CONTACT)
                && look.foes.all().iter().any(|foe| !foe.guns && foe.at.distance(hex) < CONTACT)
        };
        if wary {
            walk.towards_until(look, group, aim, near);
        } else {
            walk.towards(look, group, aim, u16::MAX);
        }
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
        if let Some((hexes, enemy)) = look.nearest(walk.at).filter(|(hexes, _)| *hexes <= CONTACT)
            && hexes > 0
            && !lies_before(walk.facing, walk.at, enemy)
        {
            walk.face(look, group, enemy);
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
            let mut walk = self.sets_out();
            walk.keep_off();
            walk.towards(look, group, Aim::To(middle), middle.distance(group.at) - 1);
            self.ends(&mut walk, Act::Shift);
        }
        if near <= CONTACT + 2 && !in_front(look.battle.unit(group.units[0]), group.at, enemy) {
            let mut turned = self.sets_out();
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
        // COST: on open ground nobody looks around, and elsewhere only at hexes that protect somebody.
        let ground = look.theatre.field.cell(group.at).map(|cell| look.theatre.almanac.covered_about(cell));
        let about = ground.filter(|_| look.battle.works.is_empty()).unwrap_or(u32::MAX);
        let around = AROUND.iter().enumerate().map(|(place, (q, r))| (place, Hex::at(group.at.q + q, group.at.r + r)));
        let may_protect = |place: usize| about >> place & 1 == 1;
        debug_assert!(around.clone().all(|(place, hex)| may_protect(place) || !look.is_covered(hex, enemy)));
        if about == 0 || look.is_covered(group.at, enemy) {
            return;
        }
        let good = |hex: &Hex| {
            (2..=4).contains(&hex.distance(enemy))
                && look.is_covered(*hex, enemy)
                && !look.has_friends(*hex, group)
                && !look.is_held(*hex)
        };
        let mut near = around.filter(|(place, _)| may_protect(*place)).map(|(_, hex)| hex);
        let Some(cover) = near.find(good) else { return };
        let mut walk = self.sets_out();
        walk.keep_off();
        walk.towards(look, group, Aim::To(cover), cover.distance(group.at));
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
        let as_it_stands = goes_as == group.formation;
        let mut walk = if as_it_stands { self.sets_out() } else { Walk::begin(look, group, Activity::Move, goes_as) };
        if !as_it_stands && !walk.form(look, group, goes_as, group.facing) {
            return;
        }
        walk.keep_off();
        walk.towards(look, group, Aim::From(enemy), (CONTACT + 1).saturating_sub(self.distance()));
        self.ends(&mut walk, Act::Withdraw);
    }

    /// It stays as it is, unless it is Stopped under fire: then there is a way out.
    fn stands(&mut self) {
        let (look, group) = (self.look, self.group);
        if self.enough {
            return;
        }
        // COST: who has nothing else to do need not know what it promises.
        let only = !self.offered && self.may_stay();
        let mut prospect = if only { Prospect::of(Act::Pass) } else { self.as_it_stands() };
        let must = |id: &UnitId| look.theatre.check_withdraws(look.battle, *id).is_err();
        if !self.may_stay()
            && let Some(unit) = group.units.iter().copied().find(must)
        {
            prospect.act = Act::Withdraw;
            prospect.enemy = prospect.enemy.saturating_add(look.theatre.almanac.yards).min(Prospect::FAR);
            if let Some(command) = look.theatre.withdrawal_of(look.battle, unit) {
                self.tell(command, prospect);
            }
            return;
        }
        prospect.act = Act::Pass;
        prospect.piece = Some(PieceId(group.units[0].0));
        self.tell(
            Command::Move { units: self.units.clone(), leaders: SomeLeaders::new(), steps: Steps::new() },
            prospect,
        );
    }
}
