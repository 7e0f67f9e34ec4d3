//! Batteries that are split into sections and joined again (S 35).

use engine::{Refusal, Ruling};
use field::plane::{Turn, moved};

use super::condition::tell;
use super::course::Course;
use super::movement::nobody;
use super::state::{Battle, Place, UNITS_MAX, Unit, UnitId};
use super::{Deed, Theatre};
use crate::Referee;
use crate::rules::*;
use crate::unit::{Condition, Formation, Withdrawal, stand_kind};

impl Theatre {
    /// The command `split-battery`: so many guns of each kind become a unit of their own, beside or behind the others.
    pub(super) fn split_battery<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        guns: &[u8],
        umpire: &mut U,
    ) -> Ruling<(), U> {
        self.check_mover(battle, id)?;
        let unit = *battle.unit(id);
        let arm = self.arm(battle, id);
        let mut refusal = Refusal::new();
        refusal.unless(arm.is_artillery(), "unit", SE_FIRE_ART_PAIRS, || {
            "only a battery has sections: regiments send out skirmishers".to_owned()
        });
        let fits = guns.len() <= unit.guns.len() && guns.iter().zip(unit.guns).all(|(part, all)| *part <= all);
        let part: u16 = guns.iter().map(|guns| u16::from(*guns)).sum();
        let some = fits && (1..unit.condition.stands).contains(&part);
        refusal.unless_senseless(some, "guns", || format!("give some of its guns, not all: it has {:?}", unit.guns));
        refusal.unless_senseless(battle.units.len() < UNITS_MAX, "unit", || "there are too many units".to_owned());
        refusal.verdict()?;
        let (mut first, mut second) = (unit, unit);
        for (kind, guns) in guns.iter().enumerate() {
            (first.guns[kind], second.guns[kind]) = (unit.guns[kind] - guns, *guns);
        }
        for kind in guns.len()..unit.guns.len() {
            second.guns[kind] = 0;
        }
        // Both keep the markers; hits stay with the first.
        let Condition { stands, lost, panic, .. } = unit.condition;
        first.condition.stands = stands - part;
        second.condition = Condition { stands: part, hits: 0, panic, lost };
        (second.parent, second.captured) = (Some(id), 0);
        self.set_apart(battle, id, &unit, &mut first, &mut second);
        let mut refusal = Refusal::new();
        let inside = [&first, &second].iter().all(|part| self.ground.extent().contains(part.centre));
        refusal.unless_senseless(inside, "unit", || {
            "a part of it would stand beyond the edge of the map: move the battery inwards first".to_owned()
        });
        refusal.verdict()?;
        let section = UnitId::at(battle.units.len());
        *battle.unit_mut(id) = first;
        battle.units.push(second);
        tell(umpire, || Deed::Deployed { parent: id, detachment: section });
        Ok(())
    }

    /// The parts of a battery share the ground it stood on: beside each other in battery, behind each other on the march.
    fn set_apart(&self, battle: &Battle, id: UnitId, whole: &Unit, first: &mut Unit, second: &mut Unit) {
        let arm = self.arm(battle, id);
        for part in [&mut *first, &mut *second] {
            part.files = self.most_files(arm, part, whole.files);
        }
        let (all, one, other) =
            (self.footprint_of(arm, whole), self.footprint_of(arm, first), self.footprint_of(arm, second));
        let ahead = whole.heading.direction();
        if whole.formation == Formation::Unlimbered {
            first.centre = moved(whole.centre, ahead.right().back(), all.half_front - one.half_front);
            second.centre = moved(whole.centre, ahead.right(), all.half_front - other.half_front);
        } else {
            first.centre = moved(whole.centre, ahead, all.half_depth - one.half_depth);
            second.centre = moved(whole.centre, ahead.back(), all.half_depth - other.half_depth);
        }
    }

    /// The command `join-battery`: two parts at one place become one again.
    pub(super) fn join_battery<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        part: UnitId,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        self.check_mover(battle, id)?;
        self.check_mover(battle, part)?;
        let (unit, other) = (*battle.unit(id), *battle.unit(part));
        let arm = self.arm(battle, id);
        let mut refusal = Refusal::new();
        let alike =
            id != part && unit.muster == other.muster && arm.is_artillery() && unit.formation == other.formation;
        refusal.unless(alike, "part", SE_FIRE_ART_PAIRS, || {
            "only parts of one battery in the same formation join".to_owned()
        });
        let near = self.apart(battle, id, part) <= self.sizes.gun.front;
        refusal
            .unless(near, "part", SE_FIRE_ART_PAIRS, || "the parts must stand at one place: bring them up".to_owned());
        refusal.verdict()?;
        // Walked through once before anything is changed.
        let mut refusal = Refusal::new();
        let room = self.join(&mut battle.clone(), id, part, &mut nobody());
        refusal.unless(room, "unit", SE_FIRE_ART_PAIRS, || {
            "there is no room for the whole battery: make room, or join it elsewhere".to_owned()
        });
        refusal.verdict()?;
        self.join(battle, id, part, umpire);
        tell(umpire, || Deed::Rejoined { detachment: part, parent: id });
        Ok(())
    }

    /// Two parts of a battery become one; whether there was room for it.
    fn join<U: Referee>(&self, battle: &mut Course, id: UnitId, part: UnitId, umpire: &mut U) -> bool {
        let (unit, other, arm) = (*battle.unit(id), *battle.unit(part), self.arm(battle, id));
        let mut joined = unit;
        share_the_past(&mut joined, &other);
        joined.condition.stands += other.condition.stands;
        for (guns, more) in joined.guns.iter_mut().zip(other.guns) {
            *guns += more;
        }
        joined.files = self.most_files(arm, &joined, u8::MAX);
        *battle.unit_mut(id) = joined;
        self.hand_over_officers(battle, part, id);
        let gone = battle.unit_mut(part);
        gone.guns = Default::default();
        (gone.condition.stands, gone.condition.hits, gone.condition.panic) = (0, 0, 0);
        self.remove(battle, part);
        battle.unit_mut(part).place = Place::Gone;
        let markers = unit.condition.panic.max(other.condition.panic);
        let mut condition = battle.unit(id).condition;
        condition.take_hits(&self.book, stand_kind(arm, false), other.condition.hits, umpire);
        condition.panic = if condition.is_gone() { 0 } else { markers };
        self.settle(battle, id, condition, umpire);
        let place = *battle.unit(id);
        let crowded = self.lies_over(battle, id, &self.footprint(battle, id)).is_some();
        let back = place.heading.turned(Turn::HALF);
        let room = !crowded || self.put_near(battle, id, place.centre, place.heading, back);
        self.carry_officers(battle, id);
        room
    }
}

/// Two parts of a unit are one: what either has done this turn, or suffers from, the whole has done and suffers from.
///
/// RULING: guns that fired only prolong, and a marker for ammunition stays until there is some, also among others of their battery.
fn share_the_past(whole: &mut Unit, other: &Unit) {
    whole.out_of_ammo |= other.out_of_ammo;
    whole.flank_fire_turn = whole.flank_fire_turn.max(other.flank_fire_turn);
    whole.done.fired = whole.done.fired.or(other.done.fired);
    whole.done.reacted |= other.done.reacted;
    whole.done.stands_still |= other.done.stands_still;
    let ran = |unit: &Unit| (unit.withdrew != Withdrawal::None).then_some((unit.withdrew_turn, unit.withdrew));
    if ran(other) > ran(whole) {
        (whole.withdrew, whole.withdrew_turn) = (other.withdrew, other.withdrew_turn);
    }
}
