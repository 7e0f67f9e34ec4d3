//! What the side that does not move may do: fire at units that move past (P12). Its skirmishers keep their distance by
//! themselves.

use arrayvec::ArrayVec;
use engine::book::Procedure;
use engine::{Asks, Ruling};
use field::plane::{Footprint, Heading, moved};

use super::condition::tell;
use super::geometry::whole_yards;
use super::morale::{Cause, Occasion};
use super::state::{Battle, UnitId};
use super::{Deed, Theatre};
use crate::Referee;
use crate::charts::{Distance, MoraleResult};
use crate::fire::{Fire, FireSituation, Firer, Stance, VOLLEYS_MAX, Volley};
use crate::movement::{KeepDistance, KeepDistanceSituation};
use crate::questions::PASS_THROUGH;
use crate::rules::*;
use crate::unit::{Arm, Formation};

impl Theatre {
    /// After each step of a move: enemies who can fire at the mover where it now is are asked, once for each mover.
    ///
    /// RULING: the point of the path at which a unit fires is the end of one of its steps.
    pub(super) fn react<U: Referee>(
        &self,
        battle: &mut Battle,
        id: UnitId,
        _from: &Footprint,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let enemies: Vec<UnitId> = self.of_side(battle, self.side(battle, id).enemy()).collect();
        for enemy in enemies {
            let still = battle.moving.is_some_and(|moving| moving.unit == id) && battle.unit(id).is_on_field();
            if !still || !self.may_pass_through_fire(battle, enemy, id) {
                continue;
            }
            if let Some(moving) = &mut battle.moving {
                moving.asked[enemy.index() / 64] |= 1 << (enemy.index() % 64);
            }
            if umpire.yes(self.side(battle, enemy), &PASS_THROUGH, Some(enemy.0))? {
                self.pass_through_fire(battle, enemy, id, umpire)?;
            }
        }
        Ok(())
    }

    fn may_pass_through_fire(&self, battle: &Battle, id: UnitId, mover: UnitId) -> bool {
        let unit = battle.unit(id);
        let asked = battle.moving.is_some_and(|moving| moving.asked[id.index() / 64] & (1 << (id.index() % 64)) != 0);
        let able = unit.is_on_field()
            && !asked
            && !unit.done.reacted
            && unit.done.fired.is_none()
            && !unit.has_withdrawn(battle.turn)
            && !battle.is_in_contact(id)
            && unit.formation != Formation::Limbered
            && self.arm(battle, id) != Arm::Wagon;
        let reach = self.distance(Distance::PassThrough);
        able && self.apart(battle, id, mover) <= reach && !self.passing_volleys(battle, id, mover).is_empty()
    }

    /// The stands that can fire at a mover within the reach of pass-through fire.
    fn passing_volleys(&self, battle: &Battle, id: UnitId, mover: UnitId) -> ArrayVec<Volley, VOLLEYS_MAX> {
        let reach = self.book.tables.distances.at(Distance::PassThrough).value;
        let near = self.aims(battle, id, mover).into_iter().filter(|aim| aim.range_yards <= reach);
        let stands = near.fold(0, |bits, aim| bits | 1 << aim.stand);
        if stands == 0 {
            return ArrayVec::new();
        }
        self.volleys(battle, id, mover, stands)
    }

    /// P12: the firing unit tests, fires, and the mover tests if it is struck.
    ///
    /// The steps are those of the procedure, one by one, because either test may send its unit off before the next.
    fn pass_through_fire<U: Referee>(
        &self,
        battle: &mut Battle,
        id: UnitId,
        mover: UnitId,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        umpire.cite(SE_MOVE_PASSTHROUGH);
        battle.unit_mut(id).done.reacted = true;
        if self.test(battle, id, Occasion::DefensiveFire, Cause::of(mover), umpire)? > MoraleResult::Pass {
            return Ok(());
        }
        let volleys = self.passing_volleys(battle, id, mover);
        if volleys.is_empty() {
            return Ok(());
        }
        tell(umpire, || Deed::FiredAt { target: mover, firers: vec![id] });
        let firer = Firer { panic: 0, ..self.firer(battle, id, Stance::Defensive, volleys) };
        let side = self.side(battle, id);
        let situation = FireSituation { side, firers: vec![firer], target: self.fire_target(battle, mover) };
        let outcome = Fire::run(&self.book, &situation, umpire)?;
        self.take_fire(battle, mover, &[id], &outcome, umpire)?;
        let there = battle.unit(mover).is_on_field() && battle.moving.is_some_and(|moving| moving.unit == mover);
        if outcome.markers > 0 && there {
            umpire.cite(SE_MORALE_PHASE_OTHER);
            let result = self.test(battle, mover, Occasion::Plain, Cause::of(id), umpire)?;
            if result > MoraleResult::Pass && battle.moving.is_some() {
                self.halt(battle);
            }
        }
        Ok(())
    }

    /// Skirmishers near whom a unit has ended its move go back to their distance by themselves.
    pub(super) fn keep_distance<U: Referee>(&self, battle: &mut Battle, id: UnitId, umpire: &mut U) -> Ruling<(), U> {
        if !battle.unit(id).is_on_field() {
            return Ok(());
        }
        let near = self.distance(Distance::SkirmishStandoff);
        let skirmishers: Vec<UnitId> = self
            .of_side(battle, self.side(battle, id).enemy())
            .filter(|enemy| battle.unit(*enemy).formation == Formation::Skirmish && !battle.is_in_contact(*enemy))
            .filter(|enemy| self.apart(battle, id, *enemy) < near)
            .collect();
        for enemy in skirmishers {
            let yards = whole_yards(self.apart(battle, id, enemy));
            let situation = KeepDistanceSituation { enemy_yards: yards, moved: battle.unit(enemy).done.moved };
            let outcome = KeepDistance::run(&self.book, &situation, umpire)?;
            if outcome.yards == 0 {
                continue;
            }
            let (from, at) = (battle.unit(id).centre, battle.unit(enemy).centre);
            let away = Heading::towards(from, at).unwrap_or(self.home[self.side(battle, enemy) as usize]);
            let end = moved(at, away.direction(), self.yards(outcome.yards));
            let heading = battle.unit(enemy).heading;
            battle.unit_mut(enemy).done.moved = outcome.moved;
            // RULING: skirmishers with the edge of the map or friends behind them stay where they are.
            if self.put_near(battle, enemy, end, heading, away) {
                let unit = *battle.unit(enemy);
                tell(umpire, || Deed::Stands { unit: enemy, centre: unit.centre, heading: unit.heading });
            }
        }
        Ok(())
    }
}
