//! What procedures leave behind, put back on the map: losses, states, markers.

use engine::Ruling;
use field::hex::Hex;

use super::deed::Deed;
use super::position::{Battle, Position};
use super::stack::Derived;
use super::state::{Legs, UnitId};
use super::theatre::Theatre;
use crate::charts::MoraleState;
use crate::morale::add_state;
use crate::unit::StackAfter;
use crate::{Event, Referee};
use engine::chart::Key;

impl Theatre {
    /// S 31: losses off the top unit first. Destroyed units leave the map.
    pub(crate) fn take_losses<U: Referee>(&self, battle: &mut Battle, units: &[UnitId], losses: u8, umpire: &mut U) {
        // COST: a battle that nobody touches need not be looked at again.
        if losses == 0 {
            return;
        }
        let mut left = losses;
        for id in units {
            let now = battle.unit_mut(*id);
            let gone = left.min(now.sp);
            now.sp -= gone;
            left -= gone;
            if now.sp == 0 {
                (now.at, now.posted) = (None, None);
                battle.aside().reserves.retain(|other| other != id);
            }
            if gone > 0 {
                let (unit, sp, state) = (*id, battle.unit(*id).sp, battle.unit(*id).state);
                umpire.tell(|| Event::Deed(Deed::Left { unit, sp, state }));
            }
        }
    }

    /// Puts a stack after a procedure back on the map, except for losses that come after its retreat; and its leaders.
    pub(crate) fn apply<U: Referee>(
        &self,
        battle: &mut Battle,
        derived: &Derived,
        after: &StackAfter,
        later: u8,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        for (id, after) in derived.ids.iter().zip(&after.units) {
            if battle.unit(*id).state != after.state && after.sp > 0 {
                battle.unit_mut(*id).state = after.state;
                let (unit, sp, state) = (*id, battle.unit(*id).sp, after.state);
                umpire.tell(|| Event::Deed(Deed::Left { unit, sp, state }));
            }
        }
        let before: u8 = derived.ids.iter().map(|id| battle.unit(*id).sp).sum();
        let losses = before.saturating_sub(after.sp()).saturating_sub(later);
        self.take_losses(battle, &derived.ids, losses, umpire);
        self.leaders_after(battle, &derived.leaders, &after.leaders, umpire)
    }

    /// Units that friends run through, or whose rest they disturb, take a Shaken result.
    pub(crate) fn shake<U: Referee>(&self, battle: &mut Battle, units: &[UnitId], umpire: &mut U) -> Ruling<(), U> {
        for id in units {
            let state = battle.unit(*id).state;
            let added = add_state(&self.book, state, MoraleState::Shaken.index(), umpire)?;
            if added.state != state {
                battle.unit_mut(*id).state = added.state;
                let (unit, sp, state) = (*id, battle.unit(*id).sp, added.state);
                umpire.tell(|| Event::Deed(Deed::Left { unit, sp, state }));
            }
        }
        Ok(())
    }

    /// P12 step 7: Cowardly Legs in a hex, unless friends remain there.
    pub(crate) fn leave_legs(&self, battle: &mut Battle, at: Hex, makers: &[UnitId]) {
        let Some(side) = makers.first().map(|id| self.unit(*id).side) else { return };
        if self.holder(battle, at) == Some(side) {
            return;
        }
        let mark = battle.legs.iter().map(|legs| legs.mark + 1).max().unwrap_or(0);
        battle.aside().legs.extend(makers.iter().map(|maker| Legs { side, at, maker: *maker, mark }));
    }

    /// S 21: whether a stack is in or next to Cowardly Legs of its side that it did not make.
    ///
    /// RULING: every marker counts by itself: what others have left in a hex is not its own because it has left some there, too.
    pub(crate) fn among_legs(&self, battle: &impl Position, units: &[UnitId], at: Hex) -> bool {
        let Some(side) = units.first().map(|id| self.unit(*id).side) else { return false };
        let near = |legs: &&Legs| legs.side == side && legs.at.distance(at) <= 1;
        let own = |mark: u16| battle.legs.iter().any(|legs| legs.mark == mark && units.contains(&legs.maker));
        battle.legs.iter().filter(near).any(|legs| !own(legs.mark))
    }
}
