//! Who stands near a step, so that one look over all units serves every question that is asked about it.

use field::ground::Length;
use field::plane::{Footprint, Manoeuvre};

use super::Theatre;
use super::geometry::{SLACK, is_far};
use super::passage::reach_of;
use super::state::{Battle, UnitId};

/// Somebody who may be met.
#[derive(Clone, Copy, Debug)]
pub(super) struct Neighbour {
    pub id: UnitId,
    pub is_enemy: bool,
    pub block: Footprint,
}

/// All who may be met, in the order of their numbers. COST: they are few, and a list with room for everybody is dear to hand on.
pub(super) type Neighbours = Vec<Neighbour>;

impl Theatre {
    /// Everybody whom a step leads over or ends on, and every enemy to whom it comes nearer than so much; and perhaps a few more.
    pub(super) fn neighbours(
        &self,
        battle: &Battle,
        id: UnitId,
        (start, manoeuvre): (&Footprint, Manoeuvre),
        keep: Length,
    ) -> Neighbours {
        let touches = reach_of(start, manoeuvre) + i64::from(SLACK);
        let reach = touches + i64::from(keep);
        let side = self.side(battle, id);
        let mut found = Neighbours::new();
        for (place, unit) in battle.units.iter().enumerate() {
            if !unit.is_on_field() || place == id.index() || self.is_beyond(unit, start.centre, reach) {
                continue;
            }
            let regiment = &self.regiments[usize::from(unit.muster)];
            let is_enemy = regiment.side != side;
            // COST: nobody keeps away from friends, and most who are near are friends.
            if is_enemy || !self.is_beyond(unit, start.centre, touches) {
                let block = self.footprint_of(regiment.arm, unit);
                found.push(Neighbour { id: UnitId::at(place), is_enemy, block });
            }
        }
        found
    }
}

/// The first of those near a step whom its end lies over.
pub(super) fn first_under(neighbours: &[Neighbour], end: &Footprint) -> Option<UnitId> {
    let own = end.shrunk(SLACK);
    let over = |other: &&Neighbour| !is_far(&own, &other.block, 0) && own.overlaps(&other.block.shrunk(SLACK));
    neighbours.iter().find(over).map(|other| other.id)
}
