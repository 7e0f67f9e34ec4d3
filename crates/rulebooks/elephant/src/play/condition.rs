//! Losses and removals: the one place where a unit's condition is changed, so that stands are never lost or made by accident.

use field::plane::moved;

use super::state::{Battle, Health, OfficerId, Place, UnitId};
use super::{Deed, Theatre};
use crate::unit::Condition;
use crate::{Event, Referee};

/// Tells what happened on the map.
pub(super) fn tell<U: Referee>(umpire: &mut U, deed: impl FnOnce() -> Deed) {
    umpire.tell(|| Event::OnTheMap(deed()));
}

impl Theatre {
    /// A unit is now in this condition. Detachments and their parent share what is lost; the front stays where it was; a unit
    /// without stands is removed.
    pub(super) fn settle<U: Referee>(&self, battle: &mut Battle, id: UnitId, condition: Condition, umpire: &mut U) {
        let before = *battle.unit(id);
        let lost = condition.lost.saturating_sub(before.condition.lost);
        let front = self.footprint(battle, id).front_centre();
        battle.unit_mut(id).condition = condition;
        if lost > 0 {
            let kin = battle.ids().filter(|other| *other != id);
            for other in kin.filter(|other| battle.unit(*other).muster == before.muster).collect::<Vec<_>>() {
                battle.unit_mut(other).condition.lost += lost;
            }
            self.lose_guns(battle, id, lost);
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
        battle: &mut Battle,
        id: UnitId,
        (before, mut after): (Condition, Condition),
        umpire: &mut U,
    ) {
        after.lost += battle.unit(id).condition.lost.saturating_sub(before.lost);
        self.settle(battle, id, after, umpire);
    }

    /// RULING: of mixed guns the last kind listed goes first.
    fn lose_guns(&self, battle: &mut Battle, id: UnitId, lost: u16) {
        let unit = battle.unit_mut(id);
        for _ in 0..lost {
            if let Some(guns) = unit.guns.iter_mut().rev().find(|guns| **guns > 0) {
                *guns -= 1;
            }
        }
    }

    /// So many of the stands a unit lost were captured.
    pub(super) fn count_captured(&self, battle: &mut Battle, id: UnitId, captured: u16) {
        let muster = usize::from(battle.unit(id).muster);
        battle.units[muster].captured += captured;
    }

    /// Every stand of a unit is lost, by capture or off the map, and its officers with it.
    pub(super) fn lose_all<U: Referee>(&self, battle: &mut Battle, id: UnitId, captured: bool, umpire: &mut U) {
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
                officer.with = None;
            }
        }
    }

    /// A unit takes no further part in what was declared, announced, begun or fought.
    pub(super) fn leave_everything(&self, battle: &mut Battle, id: UnitId) {
        battle.announced.retain(|announced| announced.unit != id);
        battle.declared.retain(|declared| declared.firer != id);
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
        tell(umpire, || Deed::OfficerLost { officer: id });
    }
}
