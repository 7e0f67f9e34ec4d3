//! Closing Rolls on the map (P6): who makes a stack roll, and from where.

use engine::Ruling;
use engine::book::Procedure;
use field::hex::{Hex, Side};

use super::deed::Deed;
use super::marching::{Chance, Marching};
use super::position::Position;
use super::state::UnitId;
use super::theatre::Theatre;
use crate::charts::{Firepower, MoraleState};
use crate::closing::{ClosingOutcome, ClosingRoll, ClosingSituation};
use crate::command::Wish;
use crate::formations::StackingOutcome;
use crate::unit::{Formation, has_canister};
use crate::{Event, Referee};

impl Theatre {
    /// The enemies next to a hex that can fire at the hex a stack comes from.
    fn watchers<'a>(
        &'a self,
        battle: &'a impl Position,
        marching: &'a Marching,
        from: Hex,
        to: Hex,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let enemy = marching.side(self).enemy();
        let beside = if self.is_next_to(battle, to, enemy) { &Side::ALL[..] } else { &[] };
        let cells = beside.iter().filter_map(move |side| self.field.cell(to.neighbour(*side)));
        // The stack is on its way: it blocks no sight where it was.
        cells.flat_map(move |cell| battle.table(self).stack(cell)).filter(move |id| {
            self.unit(*id).side == enemy
                && self.has_in_front(battle, *id, from)
                && self.could_fire_at(battle, *id, from, &marching.units)
        })
    }

    /// S 27: hexes from where a stack began to the farthest of those who make it roll before it enters a hex.
    pub(crate) fn farthest_watcher(
        &self,
        battle: &impl Position,
        marching: &Marching,
        (from, to): (Hex, Hex),
        began: Hex,
    ) -> u16 {
        let watchers = self.watchers(battle, marching, from, to);
        watchers.filter_map(|id| battle.unit(id).at).map(|at| began.distance(at)).max().unwrap_or(0)
    }

    /// P6: unlimbered guns with canister next to a hex that have the stack in their front and in reach.
    pub(crate) fn faces_canister(&self, battle: &impl Position, marching: &Marching, from: Hex, near: Hex) -> bool {
        let reach = self.book.tables.firepower_range.at(Firepower::CanisterNormal).value;
        let enemy = marching.side(self).enemy();
        let threatens = |id: UnitId| {
            let now = battle.unit(id);
            let Some(at) = now.at else { return false };
            self.unit(id).side == enemy
                && now.formation == Formation::Unlimbered
                && now.state != MoraleState::Routed
                && at.distance(from) <= reach
                && has_canister(&self.book, &self.derived_unit(battle, id))
                && self.has_in_front(battle, id, from)
                && self.could_fire_at(battle, id, from, &marching.units)
        };
        let beside = Side::ALL.into_iter().filter_map(|side| self.field.cell(near.neighbour(side)));
        beside.flat_map(|cell| battle.table(self).stack(cell)).any(threatens)
    }

    /// Whether a stack enters a hex next to enemies who can fire at it; true where nobody can.
    pub(crate) fn closes<U: Referee>(
        &self,
        battle: &impl Position,
        marching: &Marching,
        from: Hex,
        to: Hex,
        chance: Chance,
        umpire: &mut U,
    ) -> Ruling<bool, U> {
        if self.watchers(battle, marching, from, to).next().is_none() {
            return Ok(true);
        }
        marching.check_close(self, battle)?;
        self.check_permission(battle, marching, Wish::Close, to, umpire)?;
        if chance == Chance::Supposed {
            return Ok(true);
        }
        let situation = ClosingSituation {
            stack: self.marching_stack(battle, marching).stack,
            rear: self.watchers(battle, marching, from, to).all(|id| self.is_rear(battle, id, to)),
            canister: self.faces_canister(battle, marching, from, to),
            began_adjacent: false,
            began_in_works: false,
            charged_before: true,
        };
        let dared = ClosingRoll::run(&self.book, &situation, umpire)? == ClosingOutcome::Closes;
        umpire.tell(|| Event::Deed(Deed::Closed { units: marching.units.clone(), into: to, dared }));
        Ok(dared)
    }

    /// P6: a stack that may not stay where it balked goes back along its path.
    ///
    /// RULING: whoever was taken along goes back no farther than where he was: the rest of the stack goes on without him, in
    /// the end to where it began, where it had room.
    pub(super) fn fall_back(&self, battle: &impl Position, marching: &mut Marching) {
        while marching.path.len() > 1 && !self.may_stay(battle, marching) {
            // Whoever is left of it may all have begun here.
            let place = marching.path.len() - 1;
            if marching.units.iter().all(|id| marching.joined.contains(&(*id, place))) {
                return;
            }
            let (Some(here), Some(last)) = (marching.path.pop(), marching.path.last()) else { return };
            marching.at = Some(*last);
            let facing = self.facing_there(battle, here, marching.side(self), &marching.units);
            let facing = facing.or(marching.left_facing(here)).unwrap_or(marching.facing);
            let came = |(_, joined): &&(UnitId, usize)| *joined == place;
            let joined: Vec<UnitId> = marching.joined.iter().filter(came).map(|(unit, _)| *unit).collect();
            for unit in joined {
                let place = marching.units.iter().position(|id| *id == unit);
                place.into_iter().for_each(|place| marching.drop_out(place, here, facing));
            }
        }
    }

    fn may_stay(&self, battle: &impl Position, marching: &Marching) -> bool {
        let Some(at) = marching.at else { return true };
        let facing = self.facing_there(battle, at, marching.side(self), &marching.units);
        let turned = facing.or(marching.left_facing(at)).is_some_and(|facing| facing != marching.facing);
        !turned && self.stacking(battle, at, marching.formed_at(at)) == StackingOutcome::Allowed
    }

    /// A stack on its way in the terms of the procedures: as it is formed now.
    pub(crate) fn marching_stack(&self, battle: &impl Position, marching: &Marching) -> super::stack::Derived {
        let mut derived = self.derived(battle, &marching.units, &marching.leaders);
        for (unit, march) in derived.stack.units.iter_mut().zip(&marching.marches) {
            (unit.formation, unit.state) = (march.formation, march.state);
        }
        derived.stack.in_company = marching.at.is_some_and(|at| self.is_crowded(battle, at, &marching.units));
        derived
    }
}
