//! Ground that the enemy has left.

use engine::{Asks, Ruling};
use field::ground::Point;
use field::plane::Heading;

use super::condition::tell;
use super::course::Course;
use super::officers::straight_on;
use super::state::{Battle, UnitId};
use super::{Deed, Theatre};
use crate::Referee;
use crate::questions::OCCUPY;

impl Theatre {
    /// The enemy has left: his ground may be taken.
    pub(super) fn offer_ground<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        at: Point,
        heading: Heading,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        if self.wants_ground(battle, id, at, heading, umpire)? {
            self.occupy(battle, id, at, heading, umpire)?;
        }
        Ok(())
    }

    /// Whether a unit has room on the ground that the enemy has left, and takes it.
    pub(super) fn wants_ground<U: Referee>(
        &self,
        battle: &Battle,
        id: UnitId,
        at: Point,
        heading: Heading,
        umpire: &mut U,
    ) -> Ruling<bool, U> {
        Ok(self.has_room(battle, id, at, heading) && umpire.yes(self.side(battle, id), &OCCUPY, Some(id.0))?)
    }

    /// Whether a unit could stand somewhere: on the map, on nobody, and not too near an enemy.
    fn has_room(&self, battle: &Battle, id: UnitId, at: Point, heading: Heading) -> bool {
        let mut there = *battle.unit(id);
        (there.centre, there.heading) = (at, heading);
        let block = self.footprint_of(self.arm(battle, id), &there);
        let (keep, _) = self.keeps_from_enemies(there.formation);
        self.is_on_map(&block)
            && self.lies_over(battle, id, &block).is_none()
            && self.nearest_enemy(battle, id, &block).is_none_or(|(apart, _)| apart >= keep)
    }

    /// A unit takes the ground that the enemy has left, if there is room.
    pub(super) fn occupy<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        at: Point,
        heading: Heading,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        if !self.has_room(battle, id, at, heading) {
            return Ok(());
        }
        let before = self.footprint(battle, id);
        let unit = battle.unit_mut(id);
        (unit.centre, unit.heading) = (at, heading);
        self.carry_officers(battle, id);
        tell(umpire, || Deed::Stands { unit: id, centre: at, heading });
        let (start, way) = straight_on(&before, &self.footprint(battle, id));
        self.flush_officers(battle, id, (&start, way), umpire)?;
        self.keep_distance(battle, id, umpire)
    }
}
