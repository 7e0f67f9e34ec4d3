//! The announcement of charges (P5 step 1): who may charge whom, and who must.

use engine::book::Procedure;
use engine::{Refusal, Ruling};
use field::plane::{Footprint, Heading};

use super::charge_way::Route;
use super::command::of_command;
use super::geometry::whole_yards;
use super::movement::nobody;
use super::state::{Announced, Battle, Phase, UnitId};
use super::{Command, Theatre};
use crate::Referee;
use crate::charge::{Charge, ChargeSituation};
use crate::charts::Limit;
use crate::combat::FIGHTERS_MAX;
use crate::movement::{Must, Storm, StormSituation};
use crate::rules::*;

impl Theatre {
    /// The command `announce-charge`.
    pub(super) fn announce<U: Referee>(
        &self,
        battle: &mut Battle,
        (id, target): (UnitId, UnitId),
        column_die: bool,
        behind: Option<UnitId>,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let contact = match behind {
            Some(front) => self.check_follow_up(battle, id, target, front)?,
            None => self.check_charge(battle, id, target, column_die)?.contact,
        };
        if behind.is_some() {
            umpire.cite(SE_COMBAT_RANKS);
        }
        let flank_or_rear = self.is_on_flank(battle, id, target);
        let target_at = self.footprint(battle, target).front_centre();
        let (contact_at, contact_heading) = (contact.centre, contact.heading);
        battle.announced.push(Announced {
            unit: id,
            target,
            column_die,
            flank_or_rear,
            behind,
            target_at,
            contact_at,
            contact_heading,
        });
        Ok(())
    }

    /// Whether a unit may follow up behind another that charges.
    fn check_follow_up(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
        front: UnitId,
    ) -> Result<Footprint, Refusal> {
        self.check_announcer(battle, id, target)?;
        let mut refusal = Refusal::new();
        let charges =
            battle.announced.iter().any(|one| one.unit == front && one.target == target && one.behind.is_none());
        refusal.unless(charges, "behind", SE_COMBAT_RANKS, || {
            format!("unit {} has announced no charge on {}: let it charge first", front.0, self.name(battle, target))
        });
        refusal.verdict()?;
        let mut refusal = Refusal::new();
        let near = self.touches_rear(battle, id, front) || self.follow_ups(battle, front).contains(&id);
        refusal.unless(near, "behind", SE_COMBAT_RANKS, || {
            let (name, front) = (self.name(battle, id), self.name(battle, front));
            format!("{name} must stand formed close behind {front} and face its way: move it up first")
        });
        let unit = battle.unit(id);
        refusal.unless(unit.condition.panic == 0, "unit", SE_CHARGE_1, || {
            format!("{} has Panic Markers: only a unit without any charges", self.name(battle, id))
        });
        if let Some((rule, why)) = self.hindrance(battle, id).bars_movement() {
            refusal.unless(false, "unit", rule, || format!("{}: {why}", self.name(battle, id)));
        }
        refusal.verdict()?;
        Ok(self.footprint(battle, id))
    }

    /// What holds for everybody who announces a charge.
    fn check_announcer(&self, battle: &Battle, id: UnitId, target: UnitId) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        self.is_phase(battle, &mut refusal, Phase::AnnounceCharges);
        self.check_active(battle, &mut refusal, "unit", id);
        let is_there = target.index() < battle.units.len() && battle.unit(target).is_on_field();
        refusal.unless_senseless(is_there, "target", || format!("no unit {} is on the map", target.0));
        refusal.verdict()?;
        let mut refusal = Refusal::new();
        let enemy = self.side(battle, target) != self.side(battle, id);
        refusal.unless_senseless(enemy, "target", || format!("{} is no enemy", self.name(battle, target)));
        let unit = battle.unit(id);
        refusal.unless(!unit.done.moved, "unit", SE_CHARGE_1, || format!("{} has had its move", self.name(battle, id)));
        self.check_not_passed(battle, &mut refusal, id);
        self.check_hold(battle, &mut refusal, id);
        let again = battle.announced.iter().any(|announced| announced.unit == id);
        refusal.unless(!again, "unit", SE_CHARGE_1, || format!("{} charges already", self.name(battle, id)));
        let nearest = if unit.overenthusiastic { self.nearest_in_sight(battle, id) } else { None };
        if let Some(nearest) = nearest.filter(|nearest| *nearest != target) {
            let as_near = self.apart(battle, id, target) <= self.apart(battle, id, nearest);
            refusal.unless(as_near, "target", SE_MORALE_RES_OVER, || {
                let (name, enemy) = (self.name(battle, id), self.name(battle, nearest));
                format!("{name} is Overenthusiastic: it goes for {enemy}, the nearest enemy in sight, and nobody else")
            });
        }
        refusal.verdict()
    }

    /// Whether a unit may announce a charge on a target, and by which rule not.
    pub(super) fn check_charge(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
        column_die: bool,
    ) -> Result<Route, Refusal> {
        self.check_announcer(battle, id, target)?;
        let mut refusal = Refusal::new();
        let with = battle.announced.iter().filter(|one| one.target == target && one.behind.is_none()).count();
        refusal.unless_senseless(with < FIGHTERS_MAX, "target", || format!("{FIGHTERS_MAX} units charge it already"));
        refusal.unless(self.is_ahead_of(battle, target, id), "target", SE_CHARGE_1, || {
            let (name, degrees) = (self.name(battle, target), self.book.limit(Limit::ChargeTurn));
            let off = Heading::towards(battle.unit(id).centre, battle.unit(target).centre)
                .map_or(0, |to| i64::from(battle.unit(id).heading.turn_to(to).0.abs()) * 360 / 65_536);
            format!("no part of {name} lies within {degrees} degrees ahead of the front, it lies {off} round: wheel in the Movement Phase and charge next turn")
        });
        refusal.unless(self.sees(battle, id, target), "target", SE_CHARGE_1, || {
            format!("{} is out of sight: only an enemy in sight is charged", self.name(battle, target))
        });
        refusal.verdict()?;
        let route = self.charge_route(battle, id, target)?;
        let charger = self.charger(battle, (id, column_die, false), &route, 0);
        let situation = ChargeSituation {
            side: self.side(battle, id),
            attackers: vec![charger],
            target: self.charge_target(battle, target, id),
        };
        Charge::check(&self.book, &situation)
            .map_err(|refusal| of_command(refusal, "unit", &["target", "column_die"]))?;
        Ok(route)
    }

    /// The command `end-announcement`. Overenthusiastic units that can reach an enemy must be among those that charge.
    pub(super) fn end_announcement<U: Referee>(&self, battle: &mut Battle) -> Ruling<(), U> {
        let mut refusal = Refusal::new();
        self.is_phase(battle, &mut refusal, Phase::AnnounceCharges);
        refusal.verdict()?;
        let mut refusal = Refusal::new();
        // COST: whoever is not Overenthusiastic must do nothing, which is seen before whether he might.
        for id in self.active(battle).filter(|id| battle.unit(*id).overenthusiastic) {
            if let Some(target) = self.must_charge(battle, id) {
                refusal.unless(false, "do", SE_MORALE_RES_OVER, || {
                    let (name, enemy) = (self.name(battle, id), self.name(battle, target));
                    format!("{name} is Overenthusiastic and can reach {enemy}: announce its charge first")
                });
            }
        }
        refusal.verdict()?;
        battle.phase = Phase::Charges;
        self.skip_idle_phases(battle);
        Ok(())
    }

    /// The next charge that an Overenthusiastic unit still has to announce.
    pub(super) fn owed_announcement(&self, battle: &Battle) -> Option<Command> {
        let owed = |unit: UnitId| {
            let target = self.must_charge(battle, unit)?;
            Some(Command::AnnounceCharge { unit, target, column_die: false, behind: None })
        };
        self.active(battle).find_map(owed)
    }

    /// The enemy an Overenthusiastic unit still has to charge.
    pub(super) fn must_charge(&self, battle: &Battle, id: UnitId) -> Option<UnitId> {
        let unit = battle.unit(id);
        let charges = battle.announced.iter().any(|announced| announced.unit == id);
        // COST: what no target can mend is looked at before anybody looks for one.
        let done = unit.done.moved || unit.done.stands_still || unit.prone || unit.condition.panic > 0;
        if !unit.overenthusiastic || charges || done {
            return None;
        }
        let target = self.nearest_in_sight(battle, id)?;
        let route = self.check_charge(battle, id, target, false).ok()?;
        let situation = StormSituation {
            mover: self.mover(battle, id),
            moved_last_turn: unit.moved_last_turn,
            enemy_yards: Some(whole_yards(route.length).max(1)),
            path: route.path,
        };
        let outcome = Storm::run(&self.book, &situation, &mut nobody()).ok()?;
        (outcome.must == Must::Charge).then_some(target)
    }
}
