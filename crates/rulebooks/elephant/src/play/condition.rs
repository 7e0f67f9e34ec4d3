//! Losses and removals: the one place where a unit's condition is changed, so that stands are never lost or made by accident.

use engine::{Asks, Ruling};
use field::plane::moved;

use super::course::{Course, Task};
use super::state::{Battle, Health, OfficerId, Place, UnitId};
use super::{Deed, Theatre};
use crate::questions::LOSE_STAND;
use crate::unit::Condition;
use crate::{Event, Referee};

/// Tells what happened on the map.
pub(super) fn tell<U: Referee>(umpire: &mut U, deed: impl FnOnce() -> Deed) {
    umpire.tell(|| Event::OnTheMap(deed()));
}

impl Theatre {
    /// A unit is now in this condition. Detachments and their parent share what is lost; the front stays where it was; a unit
    /// without stands is removed.
    pub(super) fn settle<U: Referee>(&self, battle: &mut Course, id: UnitId, condition: Condition, umpire: &mut U) {
        let before = *battle.unit(id);
        let lost = condition.lost.saturating_sub(before.condition.lost);
        let front = self.footprint(battle, id).front_centre();
        battle.unit_mut(id).condition = condition;
        if lost > 0 {
            let kin = battle.ids().filter(|other| *other != id);
            for other in kin.filter(|other| battle.unit(*other).muster == before.muster).collect::<Vec<_>>() {
                battle.unit_mut(other).condition.lost += lost;
            }
            self.strike_guns(battle, id, lost);
        }
        if condition.is_gone() {
            self.remove(battle, id);
            tell(umpire, || Deed::Destroyed { unit: id });
        } else if condition.stands != before.condition.stands {
            let half = self.footprint(battle, id).half_depth;
            let unit = battle.unit_mut(id);
            unit.centre = moved(front, unit.heading.direction().back(), half);
        }
    }

    /// A unit that was in one condition when something befell it, and came out of it in another. What its detachments lost in
    /// between is lost to it too.
    pub(super) fn settle_since<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        (before, mut after): (Condition, Condition),
        umpire: &mut U,
    ) {
        after.lost += battle.unit(id).condition.lost.saturating_sub(before.lost);
        self.settle(battle, id, after, umpire);
    }

    /// P3: guns go with their stands; of mixed guns the owner says which.
    fn strike_guns(&self, battle: &mut Course, id: UnitId, lost: u16) {
        let unit = battle.unit_mut(id);
        if unit.condition.is_gone() {
            unit.guns = Default::default();
            return;
        }
        let kinds = unit.guns.iter().filter(|guns| **guns > 0).count();
        match unit.guns.iter_mut().find(|guns| **guns > 0) {
            Some(guns) if kinds == 1 => *guns = guns.saturating_sub(lost.min(u16::from(u8::MAX)) as u8),
            Some(_) => battle.next(Task::LoseGuns { unit: id, guns: lost }),
            None => {}
        }
    }

    /// The owner of a mixed battery says which guns are lost, one after another.
    pub(super) fn lose_guns<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        lost: u16,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        for _ in 0..lost {
            let guns = battle.unit(id).guns;
            let kinds: Vec<usize> = (0..guns.len()).filter(|kind| guns[*kind] > 0).collect();
            let Some(last) = kinds.len().checked_sub(1) else { break };
            let chosen = umpire.number(self.side(battle, id), &LOSE_STAND, Some(id.0), 0, last as u16)?;
            battle.unit_mut(id).guns[kinds[usize::from(chosen).min(last)]] -= 1;
        }
        Ok(())
    }

    /// So many of the stands a unit lost were captured.
    pub(super) fn count_captured(&self, battle: &mut Battle, id: UnitId, captured: u16) {
        let muster = usize::from(battle.unit(id).muster);
        battle.units[muster].captured += captured;
    }

    /// Every stand of a unit is lost, by capture or off the map, and its officers with it.
    pub(super) fn lose_all<U: Referee>(&self, battle: &mut Course, id: UnitId, captured: bool, umpire: &mut U) {
        let mut condition = battle.unit(id).condition;
        let stands = condition.lose_stands(condition.stands);
        if captured {
            self.count_captured(battle, id, stands);
        }
        for officer in battle.officers_with(id).collect::<Vec<_>>() {
            self.lose_officer(battle, officer, umpire);
        }
        self.settle(battle, id, condition, umpire);
    }

    /// A unit is no longer on the map.
    pub(super) fn remove(&self, battle: &mut Battle, id: UnitId) {
        battle.unit_mut(id).place = Place::Gone;
        self.leave_everything(battle, id);
        for officer in &mut battle.officers {
            if officer.with == Some(id) {
                // S 40: what held him was the unit, and it is no more.
                (officer.with, officer.locked_through) = (None, 0);
            }
        }
    }

    /// A part of a unit becomes one with another part: the officers with it are with the whole.
    pub(super) fn hand_over_officers(&self, battle: &mut Battle, part: UnitId, whole: UnitId) {
        for officer in battle.officers.iter_mut().filter(|officer| officer.with == Some(part)) {
            officer.with = Some(whole);
        }
    }

    /// A unit takes no further part in what was declared, announced, begun or fought.
    pub(super) fn leave_everything(&self, battle: &mut Battle, id: UnitId) {
        battle.announced.retain(|announced| announced.unit != id);
        battle.declared.retain(|declared| declared.firer != id);
        battle.picked.retain(|picked| picked.firer != id);
        battle.announced.retain(|announced| announced.behind != Some(id));
        if !battle.unit(id).is_on_field() {
            battle.announced.retain(|announced| announced.target != id);
            battle.declared.retain(|declared| declared.target != id);
        }
        battle.contacts.retain(|contact| contact.other(id).is_none());
        if battle.moving.is_some_and(|moving| moving.unit == id) {
            battle.moving = None;
        }
    }

    /// An officer is lost to his side.
    pub(super) fn lose_officer<U: Referee>(&self, battle: &mut Battle, id: OfficerId, umpire: &mut U) {
        let officer = &mut battle.officers[id.index()];
        officer.health = Health::Vacant;
        officer.with = None;
        officer.lost += 1;
        battle.picked.retain(|picked| picked.officer != id);
        tell(umpire, || Deed::OfficerLost { officer: id });
    }
}
