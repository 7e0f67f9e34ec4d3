//! Closing Rolls on the map (P6): who makes a stack roll, and from where.

use engine::Ruling;
use engine::book::Procedure;
use field::hex::Hex;

use super::deed::Deed;
use super::movement::{Chance, Marching};
use super::state::{Battle, UnitId};
use super::theatre::Theatre;
use crate::charts::{Firepower, MoraleState};
use crate::closing::{ClosingOutcome, ClosingRoll, ClosingSituation};
use crate::command::Wish;
use crate::unit::{Formation, has_canister};
use crate::{Event, Referee};

impl Theatre {
    /// The battle without a stack that is on its way: it blocks no sight where it was.
    pub(crate) fn lifted(&self, battle: &Battle, units: &[UnitId]) -> Battle {
        let mut lifted = battle.clone();
        for id in units {
            lifted.units[id.index()].at = None;
        }
        lifted
    }

    /// The enemies next to a hex that can fire at the hex a stack comes from.
    fn watchers(&self, battle: &Battle, marching: &Marching, from: Hex, to: Hex) -> Vec<UnitId> {
        let enemy = marching.side(self).enemy();
        let near =
            |id: &UnitId| self.unit(*id).side == enemy && battle.unit(*id).at.is_some_and(|at| at.distance(to) == 1);
        let near: Vec<UnitId> = self.unit_ids().filter(near).collect();
        if near.is_empty() {
            return near;
        }
        let lifted = self.lifted(battle, &marching.units);
        near.into_iter().filter(|id| self.is_able_to_fire_at(&lifted, *id, from)).collect()
    }

    /// P6: unlimbered guns with canister next to a hex, or in it, that have the stack in their front and in reach.
    pub(crate) fn faces_canister(
        &self,
        battle: &Battle,
        marching: &Marching,
        from: Hex,
        near: Hex,
        also_in: bool,
    ) -> bool {
        let reach = self.book.tables.firepower_range.at(Firepower::CanisterNormal).value;
        let enemy = marching.side(self).enemy();
        let threatens = |id: UnitId| {
            let now = battle.unit(id);
            let Some(at) = now.at else { return false };
            let placed = at.distance(near) == 1 || also_in && at == near;
            placed
                && self.unit(id).side == enemy
                && now.formation == Formation::Unlimbered
                && now.state != MoraleState::Routed
                && at.distance(from) <= reach
                && has_canister(&self.book, &self.derived_unit(battle, id))
                && self.has_in_front(battle, id, from)
                && self.could_fire_at(&self.lifted(battle, &marching.units), id, from)
        };
        self.unit_ids().any(threatens)
    }

    /// Whether a stack enters a hex next to enemies who can fire at it; true where nobody can.
    pub(crate) fn closes<U: Referee>(
        &self,
        battle: &Battle,
        marching: &Marching,
        from: Hex,
        to: Hex,
        chance: Chance,
        umpire: &mut U,
    ) -> Ruling<bool, U> {
        let watchers = self.watchers(battle, marching, from, to);
        if watchers.is_empty() {
            return Ok(true);
        }
        marching.check_close(self)?;
        self.check_permission(battle, marching, Wish::Close, to, umpire)?;
        if chance == Chance::Supposed {
            return Ok(true);
        }
        let situation = ClosingSituation {
            stack: self.marching_stack(battle, marching).stack,
            rear: watchers.iter().all(|id| self.is_rear(battle, *id, to)),
            canister: self.faces_canister(battle, marching, from, to, false),
            began_adjacent: false,
            began_in_works: false,
            charged_before: true,
        };
        let dared = ClosingRoll::run(&self.book, &situation, umpire)? == ClosingOutcome::Closes;
        umpire.tell(|| Event::Deed(Deed::Closed { units: marching.units.clone(), into: to, dared }));
        Ok(dared)
    }

    /// A stack on its way in the terms of the procedures: as it is formed now.
    pub(crate) fn marching_stack(&self, battle: &Battle, marching: &Marching) -> super::stack::Derived {
        let mut derived = self.derived(battle, &marching.units, &marching.leaders);
        for (unit, march) in derived.stack.units.iter_mut().zip(&marching.marches) {
            (unit.formation, unit.state) = (march.formation, march.state);
        }
        derived
    }
}
