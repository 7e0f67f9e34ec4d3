//! What one stack may do to the enemy: fire and Charges, at the likeliest targets only.

use arrayvec::ArrayVec;
use field::hex::{Hex, Side};

use super::super::combat::{self, Target, Volley};
use super::super::look::Look;
use super::super::walk::{Aim, Walk};
use super::{CONTACT, MUSKET, Stack};
use crate::charts::{Activity, Limit, MoraleState};
use crate::command::Order;
use crate::play::command::{Command, Shot, SomeLeaders, Step, Steps};
use crate::play::stack::{in_front, lies_before};
use crate::play::state::UnitId;
use crate::play::theatre::index;
use crate::play::walks::corner_towards;
use crate::sight::Sight;
use crate::unit::Arm;

/// Targets that are offered for fire, and for a Charge.
const TARGETS: usize = 3;
/// Targets that are looked at before the rest is left.
const TRIES: usize = 6;

/// Enemy hexes that were weighed, best first.
struct Targets<T> {
    best: ArrayVec<(i32, T, Target), TRIES>,
    /// Whether all of them are known to be open to whoever weighed them.
    open: bool,
}

impl<T> Targets<T> {
    /// Weighs one more, and puts it in its place.
    fn weigh(&mut self, look: &Look<'_>, at: Hex, worth: impl Fn(&Target) -> Option<(i32, T)>) {
        let Some(target) = Target::at(look, at) else { return };
        let Some((value, why)) = worth(&target).filter(|(value, _)| *value > 0) else { return };
        if self.best.is_full() {
            if self.best.last().is_some_and(|(least, ..)| *least >= value) {
                return;
            }
            self.best.pop();
        }
        let place = self.best.iter().position(|(known, ..)| *known < value).unwrap_or(self.best.len());
        self.best.insert(place, (value, why, target));
    }
}

impl Stack<'_, '_> {
    /// The enemy hexes worth a look, best first by `worth`, each with what else it says; where they are few, only those that are
    /// `open` to it.
    ///
    /// COST: where there are more than are tried, all of them are weighed before anybody asks; the worst fall out, open or not.
    fn targets<T>(
        &self,
        reach: u16,
        open: impl Fn(Hex) -> bool,
        worth: impl Fn(&Target) -> Option<(i32, T)>,
    ) -> Targets<T> {
        let mut found = Targets { best: ArrayVec::new(), open: true };
        if self.distance() > reach {
            return found;
        }
        let enemies = &self.look.table.stations[index(self.look.side.enemy())];
        let mut few: ArrayVec<Hex, TRIES> = ArrayVec::new();
        enemies.within(self.group.at, reach, |at| found.open &= few.try_push(at).is_ok());
        if found.open {
            few.into_iter().filter(|at| open(*at)).for_each(|at| found.weigh(self.look, at, &worth));
        } else {
            enemies.within(self.group.at, reach, |at| found.weigh(self.look, at, &worth));
        }
        found
    }

    /// Fire from where it stands, after a turn, or after a short advance.
    pub(super) fn fires(&mut self) {
        let (look, group) = (self.look, self.group);
        let row = Look::row(group, group.formation);
        let able = look.theatre.book.tables.formations.at(row).combat.value && group.state != MoraleState::Routed;
        let reach = group.units.iter().map(|id| look.theatre.reach(*id)).max().unwrap_or(0);
        if self.enough || !able || self.distance() > reach.saturating_add(3) {
            return;
        }
        // Who cannot fire from here can from nowhere else.
        let silent = |id: &UnitId| !look.theatre.can_fire(look.battle, *id);
        if group.units.iter().any(silent) || !self.may_stay() {
            return;
        }
        let mut told = 0;
        if let Some(fire) = combat::Fire::of(look, group, group.at) {
            let worth = |target: &Target| {
                let shot = fire.at(look, target)?;
                Some((shot.harm.max(1), shot))
            };
            let targets = self.targets(reach, |at| self.sees(group.at, at), worth);
            for (_, shot, target) in &targets.best {
                if told == TARGETS || self.enough {
                    break;
                }
                told += usize::from(self.fire_at(target, *shot, targets.open));
            }
        }
        if told == 0 && group.arm != Arm::Artillery {
            self.closes_up();
        }
    }

    /// Offers a shot from where it stands, at a target that may be known to be in sight.
    fn fire_at(&mut self, target: &Target, shot: Volley, seen: bool) -> bool {
        let (look, group) = (self.look, self.group);
        if !seen && !self.sees(group.at, target.at) {
            return false;
        }
        let now = look.battle.unit(group.units[0]);
        let turns = group.is_fronted(group.formation) && !in_front(now, group.at, target.at);
        if !self.could_fire(group.at, target.at) || !turns && !self.has_in_front(target.at) {
            return false;
        }
        let mut steps = Steps::new();
        let mut prospect = if turns {
            let corner = corner_towards(group.at, target.at);
            steps.push(Step::Turn(corner));
            look.place(group, group.at, corner, group.formation)
        } else {
            self.as_it_stands()
        };
        let shots = vec![Shot { units: self.units.clone(), at: target.at }];
        shot.enter(&mut prospect);
        self.tell(Command::Fire { units: self.units.clone(), leaders: SomeLeaders::new(), steps, shots }, prospect);
        true
    }

    /// A short advance, and fire at whoever comes into reach.
    fn closes_up(&mut self) {
        let (look, group) = (self.look, self.group);
        let Some((_, enemy)) = group.nearest else { return };
        let reach = group.units.iter().map(|id| look.theatre.reach(*id)).min().unwrap_or(0).min(MUSKET + 1);
        let most = self.distance().saturating_sub(reach);
        // Whoever is as near as that has found nobody to fire at.
        if most == 0 {
            return;
        }
        let mut walk = Walk::begin(look, group, Activity::Fire, group.formation);
        if !walk.could_go(look, most) {
            return;
        }
        walk.keep_off();
        walk.towards(look, group, Aim::To(enemy), most);
        walk.stop_alone(look, group);
        if !walk.has_moved() || walk.minimum || walk.at.distance(enemy) > reach || !look.may_end(group, walk.at) {
            return;
        }
        // COST: most of those who come up see nobody from there, and that is asked first.
        if !self.sees(walk.at, enemy) || !self.could_fire(walk.at, enemy) {
            return;
        }
        let before = || lies_before(walk.facing, walk.at, enemy);
        if group.is_fronted(walk.formation) && !before() && !walk.face(look, group, enemy) {
            return;
        }
        let Some(target) = Target::at(look, enemy) else { return };
        let fire = combat::Fire::of(look, group, walk.at);
        let Some(shot) = fire.and_then(|fire| fire.at(look, &target)) else { return };
        let mut prospect = look.place(group, walk.at, walk.facing, walk.formation);
        shot.enter(&mut prospect);
        let steps = Steps::from(walk.steps.as_slice());
        let (leaders, shots) = (self.leaders.clone(), vec![Shot { units: self.units.clone(), at: enemy }]);
        self.tell(Command::Fire { units: self.units.clone(), leaders, steps, shots }, prospect);
    }

    /// Whether every unit could fire from one hex at another that is in sight, whatever its facing: ammunition, range, and what the
    /// hex may still fire. That its weapons are ready is known.
    fn could_fire(&self, from: Hex, at: Hex) -> bool {
        let (theatre, battle, units) = (self.look.theatre, self.look.battle, &self.group.units);
        let range = from.distance(at);
        units.iter().all(|id| theatre.reach(*id) >= range)
            && units.iter().any(|id| theatre.has_load(battle, *id, range))
            && theatre.has_room_to_fire(battle, units, from, range)
            && (self.group.arm != Arm::Artillery || theatre.may_shoot_again(battle, units, from, at))
    }

    /// Whether its top unit sees one hex from another, well enough to fire.
    fn sees(&self, from: Hex, at: Hex) -> bool {
        let (theatre, battle) = (self.look.theatre, self.look.battle);
        self.group.units.first().is_some_and(|top| {
            theatre.sight(battle, from, at, theatre.purpose(*top), self.look.side, &[]) == Sight::Clear
        })
    }

    /// Whether it has a hex before it as it stands.
    fn has_in_front(&self, at: Hex) -> bool {
        let (theatre, battle, units) = (self.look.theatre, self.look.battle, &self.group.units);
        units.iter().all(|id| theatre.has_in_front(battle, *id, at))
    }

    /// Charges at whoever can be reached.
    pub(super) fn charges(&mut self) {
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
        let targets = self.targets(reach, |_| true, |target| Some((worth(target), ())));
        for (.., target) in targets.best.iter().take(TARGETS) {
            self.charge_at(target);
        }
    }

    fn charge_at(&mut self, target: &Target) {
        let (look, group) = (self.look, self.group);
        let mut walk = self.sets_out();
        let to = target.at;
        let most = group.at.distance(to).saturating_sub(1);
        if !walk.could_go(look, most) {
            return;
        }
        walk.towards(look, group, Aim::To(to), most);
        let side = Side::ALL.into_iter().find(|side| walk.at.neighbour(*side) == to);
        let Some(side) = side.filter(|side| !walk.minimum && walk.front(look, group, *side)) else { return };
        if self.enough || !walk.can_pay(look, side) || !look.may_end(group, walk.at) && walk.at != group.at {
            return;
        }
        let mut steps = Steps::from(walk.steps.as_slice());
        steps.push(Step::Charge(side));
        let leaders = self.leaders.clone();
        let mut prospect = look.place(group, to, walk.facing, walk.formation);
        combat::charge(look, group, walk.at, target, &mut prospect);
        self.tell(Command::Move { units: self.units.clone(), leaders, steps }, prospect);
    }
}
