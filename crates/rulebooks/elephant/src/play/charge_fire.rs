//! Fire at a charge by units that are not its target (P12).

use engine::{Asks, Ruling};
use field::ground::Length;
use field::plane::Manoeuvre;

use super::Theatre;
use super::charge::Charging;
use super::charge_steps::Group;
use super::course::Course;
use super::geometry::SLACK;
use super::passing::{Passing, put};
use super::state::UnitId;
use crate::Referee;
use crate::charge::Going;
use crate::charts::{Distance, MoraleResult};
use crate::combat::Ending;
use crate::questions::PASS_THROUGH;

impl Theatre {
    /// P12: a charge may be fired on by units that are not its target while it comes up to the 100 yard mark, by each at the
    /// point of its path nearest to him at which he can. Whoever is shaken by it halts there.
    ///
    /// RULING: nobody fires at a charge while it wheels.
    pub(super) fn fire_at_charge<U: Referee>(
        &self,
        battle: &mut Course,
        (group, charging): (&Group, &[Charging]),
        umpire: &mut U,
    ) -> Ruling<(), U> {
        for (index, one) in charging.iter().enumerate().take(group.attackers.len()) {
            let path = self.way_come(battle, one);
            let mut here = 0;
            while let Some((at, enemy)) = self.next_shot(battle, (group, index), &path, here) {
                here = at;
                if let Some((charge, mut sent)) = battle.charge().cloned() {
                    sent.asked[index][enemy.index() / 64] |= 1 << (enemy.index() % 64);
                    battle.set_charge(Some((charge, sent)));
                }
                if !self.fire_on_the_way(battle, (group, index, one), (&path, at), enemy, umpire)? {
                    break;
                }
            }
        }
        Ok(())
    }

    /// The straight way on which an attacker has come to where it is; none where it began near enough.
    fn way_come(&self, battle: &Course, one: &Charging) -> Passing {
        let block = self.footprint(battle, one.unit);
        let (mark, route) = (self.distance(Distance::FirstFire), &one.route);
        if route.length <= mark {
            return Passing::none(self, block);
        }
        let start = block.at(route.before_contact(route.straight), route.contact.heading);
        Passing::new(self, start, Manoeuvre::Advance(start.centre.distance(block.centre)))
    }

    /// The next enemy, other than the target, who may fire at an attacker on its way, and where.
    fn next_shot(
        &self,
        battle: &mut Course,
        (group, index): (&Group, usize),
        path: &Passing,
        here: Length,
    ) -> Option<(Length, UnitId)> {
        let (charge, sent) = battle.charge()?;
        let attacking = &charge.attackers[index];
        if attacking.standing.ending != Ending::Stands || attacking.going == Going::Halted {
            return None;
        }
        let (id, asked) = (group.attackers[index], sent.asked[index]);
        let size = i64::from(path.start.half_front) + i64::from(path.start.half_depth);
        let reach = i64::from(self.distance(Distance::PassThrough)) + i64::from(path.length) + size;
        let waits = |enemy: &UnitId| {
            *enemy != group.target
                && asked[enemy.index() / 64] & (1 << (enemy.index() % 64)) == 0
                && !self.is_beyond(battle.unit(*enemy), path.start.centre, reach)
                && self.is_on_the_watch(battle, *enemy)
        };
        let enemies: Vec<UnitId> = self.of_side(battle, self.side(battle, id).enemy()).filter(waits).collect();
        let stood = self.footprint(battle, id);
        let mut next: Option<(Length, UnitId)> = None;
        for enemy in enemies {
            let own = self.footprint(battle, enemy);
            if let Some(at) = self.nearest_shot(battle, (enemy, &own), id, path, (here, path.length)) {
                next = Some(next.map_or((at, enemy), |best| best.min((at, enemy))));
            }
            put(battle, id, &stood);
        }
        next
    }

    /// One enemy fires at an attacker on its way, if he likes; whoever stands it goes on to where it had come. Whether it did.
    fn fire_on_the_way<U: Referee>(
        &self,
        battle: &mut Course,
        (group, index, one): (&Group, usize, &Charging),
        (path, at): (&Passing, Length),
        enemy: UnitId,
        umpire: &mut U,
    ) -> Ruling<bool, U> {
        let (id, came_to) = (one.unit, self.footprint(battle, one.unit));
        let comes = at + SLACK < path.length;
        if comes {
            put(battle, id, &path.after(at));
        }
        if !umpire.yes(self.side(battle, enemy), &PASS_THROUGH, Some(enemy.0))? {
            put(battle, id, &came_to);
            return Ok(true);
        }
        if comes {
            self.stands_at(battle, id, &path.after(at), umpire);
        }
        let result = self.pass_through_fire(battle, enemy, id, umpire)?;
        let unit = battle.unit(id);
        let stands = unit.is_on_field() && !unit.has_withdrawn(battle.turn);
        let shaken = result == MoraleResult::Shaken;
        if stands && comes && shaken {
            // A way begins with the turn towards its end, for which friends may leave no room: then it stays where it stood. Those who
            // charge with it may have come there since: then it stays where it had come, where there is room for it.
            let stood = self.footprint_of(self.arm(battle, id), &one.stood);
            let places = [self.last_room(battle, id, path, at), stood];
            let room = places.into_iter().find(|place| self.lies_over(battle, id, place).is_none());
            self.stands_at(battle, id, &room.unwrap_or(came_to), umpire);
        } else if stands && comes {
            self.stands_at(battle, id, &came_to, umpire);
        }
        if let Some((mut charge, sent)) = battle.charge().cloned() {
            let going = &mut charge.attackers[index].going;
            match *going {
                // At whoever halts short of the mark its target does not fire.
                _ if shaken && comes => *going = Going::Short,
                Going::Home if shaken => *going = Going::Halted,
                _ => {}
            }
            battle.set_charge(Some((charge, sent)));
        }
        if stands {
            self.close_up(battle, one);
        }
        self.look_again(battle, group);
        Ok(stands && !shaken)
    }
}
