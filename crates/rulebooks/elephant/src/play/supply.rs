//! Supply wagons on the map (optional rule).

use engine::Ruling;
use engine::book::Procedure;

use super::Theatre;
use super::course::Course;
use super::geometry::whole_yards;
use super::state::UnitId;
use crate::Referee;
use crate::supply::{Resupply, ResupplySituation};
use crate::unit::Arm;

impl Theatre {
    /// Activation start: active units near the wagon of their brigade get their ammunition back.
    pub(super) fn resupply<U: Referee>(&self, battle: &mut Course, umpire: &mut U) -> Ruling<(), U> {
        if !self.book.switches.ammunition {
            return Ok(());
        }
        let empty = |id: &UnitId| battle.unit(*id).out_of_ammo && self.is_active(battle, *id);
        for id in battle.on_field().filter(empty).collect::<Vec<_>>() {
            let hq = self.regiment(battle, id).hq;
            let wagons = battle.on_field().filter(|other| {
                let regiment = self.regiment(battle, *other);
                regiment.arm == Arm::Wagon && regiment.hq == hq
            });
            let wagon_yards = wagons.map(|wagon| whole_yards(self.apart(battle, id, wagon))).min();
            let situation = ResupplySituation { out_of_ammo: true, wagon_yards };
            let outcome = Resupply::run(&self.book, &situation, umpire)?;
            battle.unit_mut(id).out_of_ammo = outcome.out_of_ammo;
        }
        Ok(())
    }
}
