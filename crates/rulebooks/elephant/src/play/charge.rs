//! Charges on the map (P5): who may charge whom, and where everybody stands while the steps are taken.

use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Ruling};
use field::ground::Point;
use field::plane::{Heading, Turn, moved};

use super::charge_steps::OnTheMap;
use super::charge_way::Route;
use super::condition::tell;
use super::geometry::whole_yards;
use super::state::{Announced, Battle, Contact, Phase, UnitId};
use super::{Deed, Theatre};
use crate::Referee;
use crate::charge::{
    Charge, ChargeEnd, ChargeFacts, ChargeSituation, ChargeTarget, Charger, Going, Progress, approach, carried, going,
};
use crate::charts::Distance;
use crate::combat::{FIGHTERS_MAX, Fighter};
use crate::fire::Stance;
use crate::movement::{FallBack, FallBackSituation, Must, Storm, StormSituation};
use crate::questions::OCCUPY;
use crate::rules::*;
use crate::unit::Formation;

/// Whether the attackers still have to roll for their distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// They do.
    Rolls,
    /// An opportunity charge has rolled, and reaches.
    Rolled,
}

impl Theatre {
    /// The command `announce-charge`.
    pub(super) fn announce<U: Referee>(
        &self,
        battle: &mut Battle,
        id: UnitId,
        target: UnitId,
        column_die: bool,
    ) -> Ruling<(), U> {
        self.check_charge(battle, id, target, column_die)?;
        let flank_or_rear = self.is_on_flank(battle, id, target);
        battle.announced.push(Announced { unit: id, target, column_die, flank_or_rear });
        Ok(())
    }

    /// Whether a unit may announce a charge on a target, and by which rule not.
    pub(super) fn check_charge(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
        column_die: bool,
    ) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        self.is_phase(battle, &mut refusal, Phase::AnnounceCharges, "announcement of charges");
        self.check_active(battle, &mut refusal, "unit", id);
        let is_there = target.index() < battle.units.len() && battle.unit(target).is_on_field();
        refusal.unless_senseless(is_there, "target", || format!("no unit {} is on the map", target.0));
        refusal.verdict()?;
        let mut refusal = Refusal::new();
        let enemy = self.side(battle, target) != self.side(battle, id);
        refusal.unless_senseless(enemy, "target", || format!("{} is no enemy", self.name(battle, target)));
        let unit = battle.unit(id);
        let idle = !unit.done.moved && !unit.done.stands_still;
        refusal.unless(idle, "unit", SE_CHARGE_1, || format!("{} has had its move", self.name(battle, id)));
        let again = battle.announced.iter().any(|announced| announced.unit == id);
        refusal.unless(!again, "unit", SE_CHARGE_1, || format!("{} charges already", self.name(battle, id)));
        let with = battle.announced.iter().filter(|announced| announced.target == target).count();
        refusal.unless_senseless(with < FIGHTERS_MAX, "target", || format!("{FIGHTERS_MAX} units charge it already"));
        refusal.unless(self.is_ahead_of(battle, target, id), "target", SE_CHARGE_1, || {
            format!("no part of {} lies ahead of the front", self.name(battle, target))
        });
        refusal.unless(self.sees(battle, id, target), "target", SE_CHARGE_1, || {
            format!("{} is out of sight", self.name(battle, target))
        });
        refusal.verdict()?;
        let route = self.charge_route(battle, id, target)?;
        let announced = Announced { unit: id, target, column_die, flank_or_rear: false };
        let charger = self.charger(battle, &announced, &route);
        let situation = ChargeSituation {
            side: self.side(battle, id),
            attackers: vec![charger],
            target: self.charge_target(battle, target, id),
        };
        Charge::check(&self.book, &situation)
    }

    /// The command `end-announcement`. Overenthusiastic units that can reach an enemy must be among those that charge.
    pub(super) fn end_announcement<U: Referee>(&self, battle: &mut Battle) -> Ruling<(), U> {
        let mut refusal = Refusal::new();
        self.is_phase(battle, &mut refusal, Phase::AnnounceCharges, "announcement of charges");
        refusal.verdict()?;
        let mut refusal = Refusal::new();
        for id in battle.on_field().filter(|id| self.is_active(battle, *id)) {
            if let Some(target) = self.must_charge(battle, id) {
                refusal.unless(false, "do", SE_MORALE_RES_OVER, || {
                    let (name, enemy) = (self.name(battle, id), self.name(battle, target));
                    format!("{name} is Overenthusiastic and can reach {enemy}: it must charge")
                });
            }
        }
        refusal.verdict()?;
        battle.phase = Phase::Charges;
        self.skip_idle_phases(battle);
        Ok(())
    }

    /// The enemy an Overenthusiastic unit still has to charge.
    pub(super) fn must_charge(&self, battle: &Battle, id: UnitId) -> Option<UnitId> {
        let unit = battle.unit(id);
        let charges = battle.announced.iter().any(|announced| announced.unit == id);
        if !unit.overenthusiastic || charges {
            return None;
        }
        let target = self.nearest_in_sight(battle, id)?;
        self.check_charge(battle, id, target, false).ok()?;
        let route = self.charge_route(battle, id, target).ok()?;
        let situation = StormSituation {
            mover: self.mover(battle, id),
            moved_last_turn: unit.moved_last_turn,
            enemy_yards: Some(whole_yards(route.length).max(1)),
            path: route.path,
        };
        let outcome = Storm::run(&self.book, &situation, &mut super::movement::nobody()).ok()?;
        (outcome.must == Must::Charge).then_some(target)
    }

    /// A unit as Combat and charges see it, without what depends on its enemy.
    pub(super) fn fighter(&self, battle: &Battle, id: UnitId) -> Fighter {
        let (unit, regiment) = (battle.unit(id), self.regiment(battle, id));
        Fighter {
            arm: regiment.arm,
            formation: unit.formation,
            mounted: unit.mounted,
            grade: unit.grade,
            condition: unit.condition,
            weapon: regiment.weapons.first().copied(),
            lance: regiment.lance && unit.mounted,
            commander: None,
            ranks: self.ranks(battle, id),
            followed_up: false,
            uphill: false,
            position: crate::combat::Position::Open,
            crossing_stream: self.is_at_stream(battle, id),
            in_woods: self.is_in_woods(battle, id),
            flank_or_rear: false,
            flanks_exposed: unit.flanks_exposed && unit.formation == Formation::Skirmish,
            overenthusiastic: unit.overenthusiastic,
            out_of_ammo: unit.out_of_ammo,
        }
    }

    fn charger(&self, battle: &Battle, announced: &Announced, route: &Route) -> Charger {
        let id = announced.unit;
        let unit = battle.unit(id);
        // While it tests a commander with it helps by his morale rating, if he may still help a unit; he is in danger anyway.
        let steady = self.steadying(battle, id).map(|(_, commander)| commander);
        let present =
            self.endangered(battle, id).map(|(_, commander)| crate::unit::Commander { rating: 0, ..commander });
        Charger {
            unit: Fighter {
                commander: steady.or(present),
                flank_or_rear: announced.flank_or_rear,
                ..self.fighter(battle, id)
            },
            distance_yards: whole_yards(route.length).max(1),
            hindrance: self.hindrance(battle, id),
            path: route.path.clone(),
            moved_last_turn: unit.moved_last_turn,
            column_die: announced.column_die,
            fired: unit.done.fired == Some(Stance::Move),
            defile: route.defile,
            road_column: self.is_road_column(battle, id),
            cover: self.cover_from(battle, id, self.footprint(battle, announced.target).centre),
            withdrew_last_turn: unit.withdrew_last_turn(battle.turn),
            flank_fire: unit.flank_fire_turn == battle.turn,
        }
    }

    fn charge_target(&self, battle: &Battle, id: UnitId, attacker: UnitId) -> ChargeTarget {
        let unit = battle.unit(id);
        let from = self.footprint(battle, attacker).centre;
        let steady = self.steadying(battle, id).map(|(_, commander)| commander);
        let present =
            self.endangered(battle, id).map(|(_, commander)| crate::unit::Commander { rating: 0, ..commander });
        ChargeTarget {
            unit: Fighter {
                commander: steady.or(present),
                position: self.position_against(battle, id, from),
                ..self.fighter(battle, id)
            },
            marksmen: self.regiment(battle, id).marksmen,
            prone: unit.prone,
            cover: self.cover_from(battle, id, from),
            withdrawn: unit.has_withdrawn(battle.turn),
            engaged: battle.is_in_contact(id),
            fired: unit.done.fired.is_some() || unit.done.reacted,
            withdrew_last_turn: unit.withdrew_last_turn(battle.turn),
            flank_fire: unit.flank_fire_turn == battle.turn,
            caught_moving: false,
        }
    }

    /// The command `charge`: the charges on one target, through their steps.
    pub(super) fn charge<U: Referee>(&self, battle: &mut Battle, target: UnitId, umpire: &mut U) -> Ruling<(), U> {
        let mut refusal = Refusal::new();
        self.is_phase(battle, &mut refusal, Phase::Charges, "charge subphase");
        let group: Vec<Announced> = battle.announced.iter().copied().filter(|one| one.target == target).collect();
        refusal.unless(!group.is_empty(), "target", SE_CHARGE_1, || "nobody announced a charge on it".to_owned());
        refusal.verdict()?;
        battle.announced.retain(|one| one.target != target);
        let mut charging = Vec::new();
        for one in group {
            // S 58: whoever has left its place, or whose way is now barred, charges nobody else.
            if battle.unit(target).is_on_field()
                && !battle.unit(one.unit).has_withdrawn(battle.turn)
                && let Ok(route) = self.charge_route(battle, one.unit, target)
            {
                charging.push((one, route));
            }
        }
        if !charging.is_empty() {
            self.charge_home(battle, target, &charging, Pace::Rolls, umpire)?;
        }
        self.skip_idle_phases(battle);
        Ok(())
    }

    /// P5 from step 2 on, for a group of attackers with their ways.
    pub(super) fn charge_home<U: Referee>(
        &self,
        battle: &mut Battle,
        target: UnitId,
        charging: &[(Announced, Route)],
        pace: Pace,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let attackers: Vec<UnitId> = charging.iter().map(|(one, _)| one.unit).collect();
        tell(umpire, || Deed::Charged { target, attackers: attackers.clone() });
        let Some(first) = attackers.first().copied() else { return Ok(()) };
        let situation = ChargeSituation {
            side: self.side(battle, first),
            attackers: charging.iter().map(|(one, route)| self.charger(battle, one, route)).collect(),
            target: ChargeTarget { caught_moving: pace == Pace::Rolled, ..self.charge_target(battle, target, first) },
        };
        umpire.cite_all([SE_CHARGE_TABLE, SE_CHARGE_1]);
        let facts = ChargeFacts { book: &self.book, situation: &situation };
        let mut charge = Progress::new(&situation);
        for (index, (one, route)) in charging.iter().enumerate() {
            self.spend_commander(battle, one.unit);
            let (gone, allowance) = match pace {
                Pace::Rolled => (Going::Home, Decimal::ZERO),
                Pace::Rolls => {
                    let allowance = carried(&self.book, &situation.attackers[index], index, umpire)?;
                    (going(&self.book, &situation.attackers[index], allowance)?, allowance)
                }
            };
            charge.attackers[index].going = gone;
            self.come_up(battle, one.unit, route, gone, allowance, umpire);
        }
        self.spend_commander(battle, target);
        let mut on_map = OnTheMap::new(self, battle, attackers.clone(), target);
        let (charge, end) = approach(&facts, charge, &mut on_map, umpire)?;
        let old = on_map.battle.unit(target).centre;
        match end {
            Some(ChargeEnd::Captured) => self.lose_all(battle, target, true, umpire),
            Some(ChargeEnd::FellBack) => self.fall_back(battle, target, first, umpire)?,
            Some(ChargeEnd::TargetLeft | ChargeEnd::Failed | ChargeEnd::Combat) | None => {}
        }
        let at = situation_place(charging, old);
        let home = (0..attackers.len()).filter(|index| charge.attackers[*index].is_charging());
        for index in home.collect::<Vec<_>>() {
            let (one, route) = &charging[index];
            if !battle.unit(one.unit).is_on_field() || battle.unit(one.unit).has_withdrawn(battle.turn) {
                continue;
            }
            match end {
                None => {
                    let flank_or_rear = one.flank_or_rear || charge.target_still_prone;
                    self.close_with(battle, one.unit, target, route, flank_or_rear, umpire)?;
                }
                Some(ChargeEnd::TargetLeft | ChargeEnd::FellBack | ChargeEnd::Captured) => {
                    self.offer_ground(battle, one.unit, at, route.contact.heading, umpire)?;
                }
                Some(ChargeEnd::Failed | ChargeEnd::Combat) => {}
            }
        }
        Ok(())
    }

    /// Step 2: an attacker goes to the 100 yard mark, or stays where it is if it began nearer, or as far as its dice carry it.
    fn come_up<U: Referee>(
        &self,
        battle: &mut Battle,
        id: UnitId,
        route: &Route,
        gone: Going,
        allowance: Decimal,
        umpire: &mut U,
    ) {
        let unit = battle.unit_mut(id);
        (unit.done.moved, unit.done.marched) = (true, true);
        let mark = self.distance(Distance::FirstFire);
        if route.length <= mark {
            return;
        }
        let short = match gone {
            Going::Short => (route.length - self.on_ground(allowance)).max(mark),
            Going::Home | Going::Halted | Going::ShortAtMark => mark,
        };
        let heading = route.contact.heading;
        self.put_near(battle, id, route.before_contact(short), heading, back(heading));
        let unit = *battle.unit(id);
        tell(umpire, || Deed::Stands { unit: id, centre: unit.centre, heading: unit.heading });
    }

    /// Step 9: an attacker closes with its target; they fight in the Combat Phase.
    fn close_with<U: Referee>(
        &self,
        battle: &mut Battle,
        id: UnitId,
        target: UnitId,
        route: &Route,
        flank_or_rear: bool,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let heading = route.contact.heading;
        // RULING: an attacker for whom there is no room beside the others stands behind them, and fights.
        self.put_near(battle, id, route.contact.centre, heading, back(heading));
        let unit = *battle.unit(id);
        tell(umpire, || Deed::Stands { unit: id, centre: unit.centre, heading: unit.heading });
        battle.contacts.push(Contact { charger: id, target, flank_or_rear, due: true, engaged: false });
        self.flush_officers(battle, id, umpire)
    }

    /// The enemy has left: his ground may be taken.
    pub(super) fn offer_ground<U: Referee>(
        &self,
        battle: &mut Battle,
        id: UnitId,
        at: Point,
        heading: Heading,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let mut there = *battle.unit(id);
        (there.centre, there.heading) = (at, heading);
        let block = self.footprint_of(self.arm(battle, id), &there);
        let room = self.is_on_map(&block) && self.lies_over(battle, id, &block).is_none();
        let near = self.nearest_enemy(battle, id, &block).is_some_and(|(apart, _)| apart < self.standoff());
        if !room || near || !umpire.yes(self.side(battle, id), &OCCUPY, Some(id.0))? {
            return Ok(());
        }
        *battle.unit_mut(id) = there;
        self.carry_officers(battle, id);
        tell(umpire, || Deed::Stands { unit: id, centre: at, heading });
        self.flush_officers(battle, id, umpire)
    }

    /// P8: skirmishers who are charged fall back: into their parent, or as fast as they can.
    fn fall_back<U: Referee>(
        &self,
        battle: &mut Battle,
        id: UnitId,
        attacker: UnitId,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        if !battle.unit(id).is_on_field() || battle.unit(id).has_withdrawn(battle.turn) {
            return Ok(());
        }
        let unit = *battle.unit(id);
        let parent = unit.parent.filter(|parent| battle.unit(*parent).is_on_field());
        let situation = FallBackSituation {
            arm: self.arm(battle, id),
            mounted: unit.mounted,
            moved_last_turn: unit.moved_last_turn,
            skirmishers: unit.condition,
            parent: parent.map(|parent| battle.unit(parent).condition),
        };
        let outcome = FallBack::run(&self.book, &situation, umpire)?;
        if let (Some(parent), Some(rejoined)) = (parent, outcome.rejoined) {
            self.rejoin(battle, id, parent, rejoined, umpire);
            return Ok(());
        }
        let from = battle.unit(attacker).centre;
        let away = Heading::towards(from, unit.centre).unwrap_or(self.home[self.side(battle, id) as usize]);
        let end = moved(unit.centre, away.direction(), self.on_ground(outcome.inches));
        battle.unit_mut(id).done.moved = true;
        if !self.ground.extent().contains(end) {
            tell(umpire, || Deed::LeftTheMap { unit: id });
            self.lose_all(battle, id, false, umpire);
        } else if self.put_near(battle, id, end, unit.heading, away) {
            let unit = *battle.unit(id);
            tell(umpire, || Deed::Stands { unit: id, centre: unit.centre, heading: unit.heading });
        }
        Ok(())
    }
}

/// The ground that may be taken: where the first attacker would have met the enemy, one block farther on.
fn situation_place(charging: &[(Announced, Route)], old: Point) -> Point {
    charging
        .first()
        .map_or(old, |(_, route)| moved(route.contact.centre, route.contact.ahead(), 2 * route.contact.half_depth))
}

/// The other way.
fn back(heading: Heading) -> Heading {
    heading.turned(Turn::HALF)
}
