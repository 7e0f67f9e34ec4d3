//! Charges on the map (P5): who may charge whom, and where everybody stands while the steps are taken.

use arrayvec::ArrayVec;
use engine::{Asks, Decimal, Refusal, Ruling};
use field::ground::Length;
use field::plane::{Heading, Turn, moved};

use super::charge_steps::{Asked, Group, NOBODY, OnTheMap, Sent};
use super::charge_way::{FOLLOW_UPS_MAX, Route};
use super::condition::tell;
use super::course::Course;
use super::geometry::{SLACK, is_far, nearest_point, touch, whole_yards};
use super::officers::straight_on;
use super::skirmish::{Falls, fall_back};
use super::state::{Announced, Battle, Contact, Phase, Unit, UnitId};
use super::{Deed, Theatre};
use crate::Referee;
use crate::charge::{
    Attacking, ChargeEnd, ChargeFacts, ChargeSituation, ChargeTarget, Charger, Going, Guns, Progress, approach,
    carried, going,
};
use crate::charts::Distance;
use crate::combat::{FIGHTERS_MAX, Fighter};
use crate::fire::Stance;
use crate::questions::CARRY_ON;
use crate::rules::*;
use crate::unit::{Arm, Formation};

/// Whether the attackers still have to roll for their distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pace {
    /// They do.
    Rolls,
    /// They have rolled, and what is left carries them.
    Rolled,
    /// An opportunity charge has rolled, and catches its target on the move.
    Caught,
}

impl Theatre {
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
            own_ranks: Some(self.ranks(battle, id)),
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

    pub(super) fn charger(
        &self,
        battle: &Battle,
        (id, column_die, flank_or_rear): (UnitId, bool, bool),
        route: &Route,
        ranks_behind: u8,
    ) -> Charger {
        let unit = battle.unit(id);
        // While it tests a commander with it helps by his morale rating, if he may still help a unit; he is in danger anyway.
        let steady = self.steadying(battle, id).map(|(_, commander)| commander);
        Charger {
            unit: Fighter {
                commander: self.helped_by(battle, id, steady),
                flank_or_rear,
                ranks: self.ranks(battle, id).saturating_add(ranks_behind),
                followed_up: ranks_behind > 0,
                ..self.fighter(battle, id)
            },
            distance_yards: whole_yards(route.length).max(1),
            began_yards: None,
            marksmen: self.regiment(battle, id).marksmen,
            front_rank: Some(unit.files.into()),
            hindrance: self.hindrance(battle, id),
            path: route.path.clone(),
            moved_last_turn: unit.moved_last_turn,
            column_die,
            fired: unit.done.fired == Some(Stance::Move),
            defile: route.defile,
            road_column: self.is_road_column(battle, id),
            cover: self.cover_from(battle, id, nearest_point(&route.contact, unit.centre)),
            withdrew_last_turn: unit.withdrew_last_turn(battle.turn),
            flank_fire: unit.flank_fire_turn == battle.turn,
            piece: Some(id.0),
            target_cover: None,
        }
    }

    pub(super) fn charge_target(&self, battle: &Battle, id: UnitId, attacker: UnitId) -> ChargeTarget {
        let unit = battle.unit(id);
        let from = self.footprint(battle, attacker).centre;
        let steady = self.steadying(battle, id).map(|(_, commander)| commander);
        let ranks_behind = self.ranks_behind(battle, id);
        ChargeTarget {
            unit: Fighter {
                commander: self.helped_by(battle, id, steady),
                position: self.position_against(battle, id, from),
                ranks: self.ranks(battle, id).saturating_add(ranks_behind),
                followed_up: ranks_behind > 0,
                ..self.fighter(battle, id)
            },
            marksmen: self.regiment(battle, id).marksmen,
            front_rank: Some(unit.files.into()),
            prone: unit.prone,
            cover: self.cover_from(battle, id, from),
            withdrawn: unit.has_withdrawn(battle.turn),
            engaged: self.is_fighting(battle, id),
            fired: unit.done.fired.is_some(),
            withdrew_last_turn: unit.withdrew_last_turn(battle.turn),
            flank_fire: unit.flank_fire_turn == battle.turn,
            caught_moving: false,
            road_column: self.is_road_column(battle, id),
            guns: self.kinds_of_guns(battle, id),
            piece: Some(id.0),
        }
    }

    /// The guns of a battery of several kinds; nothing of anybody else.
    fn kinds_of_guns(&self, battle: &Battle, id: UnitId) -> Vec<Guns> {
        let regiment = self.regiment(battle, id);
        if !regiment.arm.is_artillery() || regiment.weapons.len() < 2 {
            return Vec::new();
        }
        let kinds = regiment.weapons.iter().zip(battle.unit(id).guns).filter(|(_, stands)| *stands > 0);
        kinds.map(|(weapon, stands)| Guns { weapon: *weapon, stands: stands.into() }).collect()
    }

    /// How many ranks follow up behind a unit.
    pub(super) fn ranks_behind(&self, battle: &Battle, id: UnitId) -> u8 {
        self.follow_ups(battle, id).into_iter().map(|unit| self.ranks(battle, unit)).fold(0, u8::saturating_add)
    }

    /// The command `charge`: the charges on one target, through their steps.
    pub(super) fn charge<U: Referee>(&self, battle: &mut Course, target: UnitId, umpire: &mut U) -> Ruling<(), U> {
        let mut refusal = Refusal::new();
        self.is_phase(battle, &mut refusal, Phase::Charges);
        let group: Vec<Announced> = battle.announced.iter().copied().filter(|one| one.target == target).collect();
        refusal.unless(!group.is_empty(), "target", SE_CHARGE_1, || {
            let named = battle.announced.first().map_or("nobody", |one| self.name(battle, one.target));
            format!("nobody announced a charge on it; {named} is charged")
        });
        refusal.verdict()?;
        // Infantry that friends ran through has let them pass, and stands still for it.
        let passed = |id: UnitId| battle.unit(id).done.stands_still;
        if group.iter().any(|one| passed(one.unit)) {
            umpire.cite(SE_INTERPEN_FORMED);
        }
        let able = |one: &&Announced| {
            !battle.unit(one.unit).has_withdrawn(battle.turn) && !passed(one.unit) && one.behind.is_none()
        };
        let front = self.footprint(battle, target).front_centre();
        let mut charging = Vec::new();
        for one in group.iter().filter(able) {
            let stands = battle.unit(target).is_on_field() && front.distance(one.target_at) <= SLACK;
            if let (true, Ok(route)) = (stands, self.charge_route(battle, one.unit, target)) {
                let follows = |other: &&Announced| other.behind == Some(one.unit) && !passed(other.unit);
                let behind = group.iter().filter(follows).map(|other| other.unit);
                let Announced { unit, column_die, flank_or_rear, .. } = *one;
                let (behind, on_parents_flank) = (behind.collect(), self.is_on_parents_flank(battle, unit, target));
                let (began, asked) = (self.apart(battle, unit, target), NOBODY);
                let stood = *battle.unit(unit);
                charging.push(Charging {
                    unit,
                    column_die,
                    flank_or_rear,
                    on_parents_flank,
                    behind,
                    route,
                    stood,
                    began,
                    asked,
                });
            }
        }
        let late: Vec<Announced> = group
            .iter()
            .filter(able)
            .filter(|one| !charging.iter().any(|other| other.unit == one.unit))
            .copied()
            .collect();
        battle.announced.retain(|one| one.target != target);
        for one in late {
            self.charge_nobody(battle, &one, umpire)?;
        }
        if !charging.is_empty() {
            self.charge_home(battle, target, &charging, Pace::Rolls, umpire)?;
        }
        self.skip_idle_phases(battle);
        Ok(())
    }

    /// S 58: a charge whose target has left charges nobody else; if its dice carry it over the ground on its way, it may take the
    /// place. Whoever finds the way barred stays where it is.
    fn charge_nobody<U: Referee>(&self, battle: &mut Course, one: &Announced, umpire: &mut U) -> Ruling<(), U> {
        let (id, at, heading) = (one.unit, one.contact_at, one.contact_heading);
        battle.unit_mut(id).done.moved = true;
        let contact = self.footprint(battle, id).at(at, heading);
        let Ok(route) = self.way_to_nobody(battle, id, &contact) else { return Ok(()) };
        tell(umpire, || Deed::Acts { unit: id });
        let charger = self.charger(battle, (id, one.column_die, false), &route, 0);
        let allowance = carried(&self.book, &charger, 0, umpire)?;
        battle.unit_mut(id).done.marched = true;
        if going(&self.book, &charger, allowance)? != Going::Home
            || !self.wants_ground(battle, id, at, heading, umpire)?
        {
            return Ok(());
        }
        for friend in &route.friends {
            if battle.unit(id).is_on_field() {
                self.pass_through_friend(battle, id, *friend, umpire)?;
            }
        }
        if battle.unit(id).is_on_field() { self.occupy(battle, id, at, heading, umpire) } else { Ok(()) }
    }

    /// P5 from step 2 on, for a group of attackers with their ways.
    pub(super) fn charge_home<U: Referee>(
        &self,
        battle: &mut Course,
        target: UnitId,
        charging: &[Charging],
        pace: Pace,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let group = Group { attackers: charging.iter().map(|one| one.unit).take(FIGHTERS_MAX).collect(), target };
        tell(umpire, || Deed::Charged { target, attackers: group.attackers.to_vec() });
        let Some(first) = group.attackers.first().copied() else { return Ok(()) };
        let charger = |one: &Charging| {
            let ranks = one.behind.iter().map(|unit| self.ranks(battle, *unit)).fold(0, u8::saturating_add);
            let charger = self.charger(battle, (one.unit, one.column_die, one.flank_or_rear), &one.route, ranks);
            Charger { began_yards: Some(whole_yards(one.began).max(1)), ..charger }
        };
        let mut situation = ChargeSituation {
            side: self.side(battle, first),
            attackers: charging.iter().map(charger).collect(),
            target: ChargeTarget { caught_moving: pace == Pace::Caught, ..self.charge_target(battle, target, first) },
        };
        umpire.cite_all([SE_CHARGE_TABLE, SE_CHARGE_1]);
        battle.set_charge(Some((Progress::new(&situation), Sent::by(&group, charging.iter().map(|one| one.asked)))));
        for index in 0..charging.len() {
            let rolls = Rolls { theatre: self, situation: &situation, charging, index, pace };
            *battle = umpire.step(&rolls, battle.take(), roll_one)?;
        }
        self.look_again(battle, &group);
        // P12: fire in passing is for whoever waits while his enemy moves. A charge out of turn is not fired at like that.
        if pace != Pace::Caught {
            self.fire_at_charge(battle, (&group, charging), umpire)?;
        }
        // Whoever has come up is fired at where he is now, and tests there.
        for (charger, one) in situation.attackers.iter_mut().zip(charging) {
            let unit = battle.unit(one.unit);
            charger.cover = self.cover_from(battle, one.unit, nearest_point(&one.route.contact, unit.centre));
            charger.target_cover = Some(self.cover_from(battle, target, unit.centre));
            charger.road_column = self.is_road_column(battle, one.unit);
            charger.flank_fire = unit.flank_fire_turn == battle.turn;
            charger.withdrew_last_turn = unit.withdrew_last_turn(battle.turn);
        }
        let facts = ChargeFacts { book: &self.book, situation: &situation };
        let charge = battle.charge().map_or_else(|| Progress::new(&situation), |(charge, _)| charge.clone());
        let (charge, end) = approach(&facts, charge, &mut OnTheMap { theatre: self, battle, group: &group }, umpire)?;
        let sent = battle.charge().map(|(_, sent)| *sent).unwrap_or_default();
        self.end_charge(battle, (&group, charging), (&charge, end, sent), umpire)
    }

    /// What follows when the steps are through: contact, or ground that the enemy has left.
    fn end_charge<U: Referee>(
        &self,
        battle: &mut Course,
        (group, charging): (&Group, &[Charging]),
        (charge, end, sent): (&Progress, Option<ChargeEnd>, Sent),
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let target = group.target;
        let parent = battle.unit(target).parent.filter(|parent| battle.unit(*parent).is_on_field());
        match end {
            Some(ChargeEnd::Captured) => {
                umpire.cite(SE_HOUSE_WAGONS);
                self.lose_all(battle, target, true, umpire);
            }
            Some(ChargeEnd::FellBack) => {
                let at_mark = charge.attackers.iter().position(Attacking::is_at_the_mark).unwrap_or(0);
                let facts = Falls { theatre: self, id: target, attacker: group.attackers[at_mark] };
                *battle = umpire.step(&facts, battle.take(), fall_back)?;
            }
            Some(ChargeEnd::TargetLeft | ChargeEnd::Failed | ChargeEnd::Combat) | None => {}
        }
        // Up to here the charge lives on from step to step.
        battle.set_charge(None);
        let mut carry_on = Vec::new();
        for (index, one) in charging.iter().enumerate() {
            let unit = battle.unit(one.unit);
            if !charge.attackers[index].is_charging() || !unit.is_on_field() || unit.has_withdrawn(battle.turn) {
                continue;
            }
            let contact = &one.route.contact;
            match end {
                None => {
                    let flank_or_rear = one.flank_or_rear || charge.target_still_prone;
                    self.close_with(battle, one, target, flank_or_rear, umpire)?;
                }
                Some(ChargeEnd::TargetLeft | ChargeEnd::Captured) => {
                    let at = moved(contact.centre, contact.ahead(), 2 * contact.half_depth);
                    self.offer_ground(battle, one.unit, at, contact.heading, umpire)?;
                }
                Some(ChargeEnd::FellBack) => {
                    let one = Charging { asked: sent.asked[index], ..one.clone() };
                    carry_on.extend(self.carry_on(battle, &one, parent, sent.left[index], umpire)?);
                }
                Some(ChargeEnd::Failed | ChargeEnd::Combat) => {}
            }
        }
        if let Some(parent) = parent.filter(|_| !carry_on.is_empty()) {
            self.charge_home(battle, parent, &carry_on, Pace::Rolled, umpire)?;
        }
        for id in charging.iter().flat_map(|one| one.behind.iter().chain([&one.unit])) {
            self.keep_distance(battle, *id, umpire)?;
        }
        Ok(())
    }

    /// P5 step 3s: after skirmishers fell back an attacker stops, takes their place, or goes on at their parent.
    fn carry_on<U: Referee>(
        &self,
        battle: &mut Course,
        one: &Charging,
        parent: Option<UnitId>,
        left: Length,
        umpire: &mut U,
    ) -> Ruling<Option<Charging>, U> {
        let (id, side) = (one.unit, self.side(battle, one.unit));
        let start = self.footprint(battle, id);
        let route = parent.and_then(|parent| self.straight_at(battle, id, parent, &start, Turn(0)).ok());
        let route = route.filter(|route| route.length <= left);
        let names: &'static [&'static str] =
            if route.is_some() { &["stop", "place", "parent"] } else { &["stop", "place"] };
        match (umpire.choose(side, &CARRY_ON, Some(id.0), names)?, route, parent) {
            (2, Some(route), Some(parent)) => {
                let began = self.apart(battle, id, parent);
                Ok(Some(Charging { flank_or_rear: one.on_parents_flank, route, began, ..one.clone() }))
            }
            (1, ..) => {
                let contact = &one.route.contact;
                self.occupy(battle, id, contact.centre, contact.heading, umpire)?;
                Ok(None)
            }
            _ => Ok(None),
        }
    }

    /// Whether a unit stands on the flank or rear of the one that sent out these skirmishers.
    pub(super) fn is_on_parents_flank(&self, battle: &Battle, id: UnitId, skirmishers: UnitId) -> bool {
        let parent = battle.unit(skirmishers).parent.filter(|parent| battle.unit(*parent).is_on_field());
        parent.is_some_and(|parent| self.is_on_flank(battle, id, parent))
    }

    /// Step 2: an attacker goes to the 100 yard mark, or stays where it is if it began nearer, or as far as its dice carry it.
    fn come_up<U: Referee>(
        &self,
        battle: &mut Course,
        one: &Charging,
        gone: Going,
        allowance: Decimal,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let (id, route) = (one.unit, &one.route);
        for id in one.behind.iter().chain([&id]) {
            let unit = battle.unit_mut(*id);
            (unit.done.moved, unit.done.marched) = (true, true);
        }
        let home = matches!(gone, Going::Home | Going::Halted);
        if home {
            for friend in &route.friends {
                if battle.unit(id).is_on_field() {
                    self.pass_through_friend(battle, id, *friend, umpire)?;
                }
            }
        }
        let mark = self.distance(Distance::FirstFire);
        if route.length <= mark || !battle.unit(id).is_on_field() {
            return Ok(());
        }
        let short = match gone {
            Going::Short => (route.length - self.on_ground(allowance)).max(mark),
            Going::Home | Going::Halted | Going::ShortAtMark => mark,
        };
        let heading = route.contact.heading;
        let wheeled = self.footprint(battle, id).at(route.before_contact(route.straight), heading);
        self.put_near(battle, id, route.before_contact(short), heading, back(heading));
        self.close_up(battle, one);
        let unit = *battle.unit(id);
        tell(umpire, || Deed::Stands { unit: id, centre: unit.centre, heading: unit.heading });
        let (start, way) = straight_on(&wheeled, &self.footprint(battle, id));
        if !home {
            // Whoever falls short has passed through those friends whom he has behind him now.
            for friend in self.friends_met(battle, &route.friends, (&start, way)) {
                if battle.unit(id).is_on_field() {
                    self.pass_through_friend(battle, id, friend, umpire)?;
                }
            }
        }
        self.flush_officers(battle, id, (&start, way), umpire)
    }

    /// Whoever follows up closes up behind its front unit.
    pub(super) fn close_up(&self, battle: &mut Battle, one: &Charging) {
        let mut before = one.unit;
        for id in one.behind.iter().copied().filter(|id| battle.unit(*id).is_on_field()).collect::<Vec<_>>() {
            let (block, mut unit) = (self.footprint(battle, before), *battle.unit(id));
            unit.heading = block.heading;
            let half = self.footprint_of(self.arm(battle, id), &unit).half_depth;
            let at = moved(block.centre, block.ahead().back(), block.half_depth + half);
            self.put_near(battle, id, at, block.heading, back(block.heading));
            before = id;
        }
    }

    /// The enemies beside his target whom an attacker may touch as he closes in, and whether he comes on their flank or rear: what
    /// counts is where he stood before he came up. Whoever lies down has had no test to get up.
    fn beside(&self, battle: &Battle, one: &Charging, target: UnitId) -> Vec<(UnitId, bool)> {
        let (id, contact, near) = (one.unit, &one.route.contact, self.distance(Distance::FirstFire));
        let stands = |enemy: &UnitId| {
            let unit = battle.unit(*enemy);
            *enemy != target
                && unit.formation != Formation::Skirmish
                && self.arm(battle, *enemy) != Arm::Wagon
                && !unit.has_withdrawn(battle.turn)
                && !is_far(contact, &self.footprint(battle, *enemy), near)
        };
        let enemies = self.of_side(battle, self.side(battle, id).enemy()).filter(stands);
        let on_flank = |enemy: UnitId| self.would_be_on_flank(battle, (id, &one.stood), enemy);
        enemies.map(|enemy| (enemy, on_flank(enemy) || battle.unit(enemy).prone)).collect()
    }

    /// Whether a unit is in a fight.
    ///
    /// RULING: not while it has only been touched by a charge on another: whoever charges it itself is fired at and received.
    fn is_fighting(&self, battle: &Battle, id: UnitId) -> bool {
        let named = |contact: &Contact| {
            let first = battle.contacts.iter().find(|one| one.charger == contact.charger);
            first.is_some_and(|first| first.target == contact.target)
        };
        let fights = |contact: &&Contact| contact.engaged || named(contact);
        battle.contacts.iter().filter(fights).any(|contact| contact.other(id).is_some())
    }

    /// Step 9: an attacker closes with its target; they fight in the Combat Phase.
    fn close_with<U: Referee>(
        &self,
        battle: &mut Course,
        one: &Charging,
        target: UnitId,
        flank_or_rear: bool,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let (id, heading) = (one.unit, one.route.contact.heading);
        let before = self.footprint(battle, id);
        let beside = self.beside(battle, one, target);
        // RULING: an attacker for whom there is no room beside the others stands behind them, and fights.
        self.put_near(battle, id, one.route.contact.centre, heading, back(heading));
        self.close_up(battle, one);
        let unit = *battle.unit(id);
        tell(umpire, || Deed::Stands { unit: id, centre: unit.centre, heading: unit.heading });
        let contact = Contact { charger: id, target, flank_or_rear, due: true, engaged: false, melee: None };
        battle.contacts.push(contact);
        // P9 step 1: whoever else he touches is in the fight too.
        let block = self.footprint(battle, id);
        for (target, flank_or_rear) in beside {
            if touch(&block, &self.footprint(battle, target)) {
                umpire.cite(SE_COMBAT_PAIRS);
                battle.contacts.push(Contact { target, flank_or_rear, ..contact });
            }
        }
        let (start, way) = straight_on(&before, &self.footprint(battle, id));
        self.flush_officers(battle, id, (&start, way), umpire)
    }
}

/// One attacker with its way and whoever follows up behind it.
#[derive(Clone, Debug)]
pub(super) struct Charging {
    pub unit: UnitId,
    pub column_die: bool,
    pub flank_or_rear: bool,
    /// Whether it also comes from the flank or rear of the unit whose skirmishers it charges: what counts is where it began.
    pub on_parents_flank: bool,
    pub behind: ArrayVec<UnitId, FOLLOW_UPS_MAX>,
    pub route: Route,
    /// The unit as it stood where it began.
    pub stood: Unit,
    /// How far from its target it was where it began, which says whether it is fired at from 100 yards.
    pub began: Length,
    /// Who has already been asked whether he fires at it in passing, a bit for each unit.
    pub asked: Asked,
}

/// Step 2 for one attacker.
struct Rolls<'f> {
    theatre: &'f Theatre,
    situation: &'f ChargeSituation,
    charging: &'f [Charging],
    index: usize,
    pace: Pace,
}

fn roll_one<U: Referee>(facts: &Rolls<'_>, mut battle: Course, umpire: &mut U) -> Ruling<Course, U> {
    let Some((mut charge, mut sent)) = battle.charge().cloned() else { return Ok(battle) };
    let (theatre, book, index) = (facts.theatre, &facts.theatre.book, facts.index);
    let (one, charger) = (&facts.charging[index], &facts.situation.attackers[index]);
    let (gone, allowance) = match facts.pace {
        Pace::Rolled | Pace::Caught => (Going::Home, Decimal::ZERO),
        Pace::Rolls => {
            let allowance = carried(book, charger, index, umpire)?;
            (going(book, charger, allowance)?, allowance)
        }
    };
    charge.attackers[index].going = gone;
    if facts.situation.target.unit.formation == Formation::Skirmish {
        // Only skirmishers leave an attacker something to go on with.
        let to_mark = (one.route.length - theatre.distance(Distance::FirstFire)).max(0);
        sent.left[index] = (theatre.on_ground(allowance) - to_mark).max(0);
    }
    theatre.come_up(&mut battle, one, gone, allowance, umpire)?;
    battle.set_charge(Some((charge, sent)));
    Ok(battle)
}

/// The other way.
fn back(heading: Heading) -> Heading {
    heading.turned(Turn::HALF)
}
