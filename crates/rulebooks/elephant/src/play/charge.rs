//! Charges on the map (P5): who may charge whom and along which way, and where everybody stands while the steps are taken.

use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Ruling, Step};
use field::ground::{Length, Point, YARD};
use field::plane::{Flank, Footprint, Heading, Manoeuvre, Obstacles, Troops, Turn, arc_length, carry_out, moved, passed};

use super::condition::tell;
use super::geometry::{SLACK, nearest_point, whole_yards};
use super::morale::Cause;
use super::state::{Announced, Battle, Contact, Phase, UnitId};
use super::terrain::crossing_at;
use super::{Deed, Theatre};
use crate::charge::{
    Charge, ChargeEnd, ChargeFacts, ChargeSituation, ChargeTarget, Charger, Going, Progress, Stepper, approach, carried,
    going,
};
use crate::charts::{Casualty, Distance, Limit, Penalty, Withdrawn};
use crate::combat::{Ending, FIGHTERS_MAX, Fighter, Standing};
use crate::fire::Stance;
use crate::movement::{FallBack, FallBackSituation, Must, Storm, StormSituation};
use crate::questions::OCCUPY;
use crate::rules::*;
use crate::unit::{Formation, Withdrawal};
use crate::Referee;

/// LIMIT: how far a charge is looked for.
const FAR: Length = 4_000 * YARD;

/// The way of a charge: a wheel, and then straight ahead.
#[derive(Clone, Debug)]
pub(super) struct Route {
    /// How far the command stand goes in all.
    pub length: Length,
    /// How far of that is straight ahead, after the wheel.
    straight: Length,
    /// The block in contact.
    contact: Footprint,
    path: Vec<Penalty>,
    defile: bool,
}

impl Route {
    /// Where the middle of the block is, so far before contact; at most where the straight way begins.
    fn before_contact(&self, length: Length) -> Point {
        moved(self.contact.centre, self.contact.ahead().back(), length.min(self.straight))
    }
}

impl Theatre {
    /// S 5: the way of a charge: at most one wheel, then straight, past nobody else.
    pub(super) fn charge_route(&self, battle: &Battle, id: UnitId, target: UnitId) -> Result<Route, Refusal> {
        let (start, theirs) = (self.footprint(battle, id), self.footprint(battle, target));
        let front = start.front_centre();
        let most = Turn::degrees(i32::from(self.book.limit(Limit::ChargeTurn)));
        let towards = |to: Point| Heading::towards(front, to).map(|heading| start.heading.turn_to(heading));
        let turns = [Some(Turn(0)), towards(nearest_point(&theirs, front)), towards(theirs.centre)];
        let mut refusal = Refusal::new();
        for turn in turns.into_iter().flatten().filter(|turn| turn.abs() <= most) {
            match self.straight_at(battle, id, target, &start, turn) {
                Ok(route) => return Ok(route),
                Err(reason) => refusal = refusal.because("target", reason, SE_CHARGE_1),
            }
        }
        if refusal.reasons.is_empty() {
            let (name, degrees) = (self.name(battle, target), self.book.limit(Limit::ChargeTurn));
            let why = format!("a charge wheels {degrees} degrees at most, and {name} lies farther round: turn first");
            refusal = refusal.because("target", why, SE_CHARGE_1);
        }
        Err(refusal)
    }

    fn straight_at(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
        start: &Footprint,
        turn: Turn,
    ) -> Result<Route, String> {
        let on = if turn.0 > 0 { Flank::Right } else { Flank::Left };
        let wheeled = if turn.0 == 0 { *start } else { Manoeuvre::Wheel { on, turn }.end(start) };
        let troops = Troops::new(vec![self.footprint(battle, target)]);
        let obstacles = Obstacles { troops: Some((&troops, &|_| true)), ground: None, edge: None };
        let advance = carry_out(&wheeled, Manoeuvre::Advance(FAR), &obstacles);
        if advance.stopped.is_none() {
            return Err(format!("{} does not lie straight ahead", self.name(battle, target)));
        }
        let others: Vec<UnitId> = battle.on_field().filter(|other| *other != id && *other != target).collect();
        let bodies = Troops::new(others.iter().map(|other| self.footprint(battle, *other).shrunk(SLACK)).collect());
        let met = passed(&wheeled.shrunk(SLACK), Manoeuvre::Advance(advance.length), &bodies, |_| true);
        let side = self.side(battle, id);
        let mut path: Vec<Penalty> = Vec::new();
        for other in met.into_iter().map(|number| others[number]) {
            let charges_too = battle.announced.iter().any(|announced| announced.unit == other);
            if self.side(battle, other) != side {
                return Err(format!("{} bars the way: charge it instead", self.name(battle, other)));
            }
            if !charges_too {
                return Err(format!("{} of your own bars the way", self.name(battle, other)));
            }
        }
        let (from, to) = (wheeled.front_centre(), advance.end.front_centre());
        if let Some((_, why)) = self.first_bar(battle, id, from, to) {
            return Err(format!("{why} bars the way"));
        }
        for (_, penalty) in self.penalties_on(battle, id, from, to) {
            if penalty.is_on_the_way() && !path.contains(&penalty) {
                path.push(penalty);
            }
        }
        let crossings = self.ground.crossings(from, to);
        let defile = crossings.iter().any(|crossing| crossing_at(&self.ground, crossing.at.between(from, to)).is_some());
        // RULING: the command stand is in the middle of the front; a wheel takes it half as far as the outer corner.
        let length = arc_length(start.half_front, turn) + advance.length;
        Ok(Route { length, straight: advance.length, contact: advance.end, path, defile })
    }

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
            overenthusiastic: unit.overenthusiastic,
            out_of_ammo: unit.out_of_ammo,
        }
    }

    fn charger(&self, battle: &Battle, announced: &Announced, route: &Route) -> Charger {
        let id = announced.unit;
        let unit = battle.unit(id);
        // While it tests a commander with it helps by his morale rating, if he may still help a unit; he is in danger anyway.
        let steady = self.steadying(battle, id).map(|(_, commander)| commander);
        let present = self.endangered(battle, id).map(|(_, commander)| crate::unit::Commander { rating: 0, ..commander });
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
        let present = self.endangered(battle, id).map(|(_, commander)| crate::unit::Commander { rating: 0, ..commander });
        ChargeTarget {
            unit: Fighter {
                commander: steady.or(present),
                position: self.position_against(battle, id, from),
                ..self.fighter(battle, id)
            },
            marksmen: self.regiment(battle, id).marksmen,
            prone: unit.prone,
            cover: self.cover_from(battle, id, from),
            flanks_exposed: unit.flanks_exposed && unit.formation == Formation::Skirmish,
            withdrawn: unit.has_withdrawn(battle.turn),
            engaged: battle.is_in_contact(id),
            fired: unit.done.fired.is_some() || unit.done.reacted,
            withdrew_last_turn: unit.withdrew_last_turn(battle.turn),
            flank_fire: unit.flank_fire_turn == battle.turn,
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
            if battle.unit(target).is_on_field() && !battle.unit(one.unit).has_withdrawn(battle.turn) {
                if let Ok(route) = self.charge_route(battle, one.unit, target) {
                    charging.push((one, route));
                }
            }
        }
        if !charging.is_empty() {
            self.charge_home(battle, target, charging, umpire)?;
        }
        self.skip_idle_phases(battle);
        Ok(())
    }

    /// P5 from step 2 on, for a group of attackers with their ways.
    pub(super) fn charge_home<U: Referee>(
        &self,
        battle: &mut Battle,
        target: UnitId,
        charging: Vec<(Announced, Route)>,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let attackers: Vec<UnitId> = charging.iter().map(|(one, _)| one.unit).collect();
        tell(umpire, || Deed::Charged { target, attackers: attackers.clone() });
        let Some(first) = attackers.first().copied() else { return Ok(()) };
        let situation = ChargeSituation {
            side: self.side(battle, first),
            attackers: charging.iter().map(|(one, route)| self.charger(battle, one, route)).collect(),
            target: self.charge_target(battle, target, first),
        };
        umpire.cite_all([SE_CHARGE_TABLE, SE_CHARGE_1]);
        let facts = ChargeFacts { book: &self.book, situation: &situation };
        let mut charge = Progress::new(&situation);
        for (index, (one, route)) in charging.iter().enumerate() {
            self.spend_commander(battle, one.unit);
            let allowance = carried(&self.book, &situation.attackers[index], index, umpire)?;
            let gone = going(&self.book, &situation.attackers[index], allowance)?;
            charge.attackers[index].going = gone;
            self.come_up(battle, one.unit, route, gone, allowance, umpire);
        }
        self.spend_commander(battle, target);
        let mut on_map = OnTheMap { theatre: self, battle, attackers: attackers.clone(), target, left: [false; FIGHTERS_MAX + 1] };
        let (charge, end) = approach(&facts, charge, &mut on_map, umpire)?;
        let old = on_map.battle.unit(target).centre;
        match end {
            Some(ChargeEnd::Captured) => self.lose_all(battle, target, true, umpire),
            Some(ChargeEnd::FellBack) => self.fall_back(battle, target, first, umpire)?,
            Some(ChargeEnd::TargetLeft | ChargeEnd::Failed | ChargeEnd::Combat) | None => {}
        }
        let at = situation_place(&charging, old);
        let home = (0..attackers.len()).filter(|index| charge.attackers[*index].is_charging());
        for index in home.collect::<Vec<_>>() {
            let (one, route) = &charging[index];
            if !battle.unit(one.unit).is_on_field() || battle.unit(one.unit).has_withdrawn(battle.turn) {
                continue;
            }
            match end {
                None => {
                    let flank_or_rear = one.flank_or_rear || charge.target_still_prone;
                    self.close_with(battle, one.unit, target, route, flank_or_rear, umpire);
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
        self.put_near(battle, id, route.before_contact(short), heading, heading);
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
    ) {
        let heading = route.contact.heading;
        // RULING: an attacker for whom there is no room beside the others stands behind them, and fights.
        self.put_near(battle, id, route.contact.centre, heading, Heading(heading.0 ^ 0x8000));
        let unit = *battle.unit(id);
        tell(umpire, || Deed::Stands { unit: id, centre: unit.centre, heading: unit.heading });
        battle.contacts.push(Contact { charger: id, target, flank_or_rear, due: true, engaged: false });
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
        Ok(())
    }

    /// P8: skirmishers who are charged fall back: into their parent, or as fast as they can.
    fn fall_back<U: Referee>(&self, battle: &mut Battle, id: UnitId, attacker: UnitId, umpire: &mut U) -> Ruling<(), U> {
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
    charging.first().map_or(old, |(_, route)| {
        moved(route.contact.centre, route.contact.ahead(), 2 * route.contact.half_depth)
    })
}

/// The steps of a charge on the map: after each of them the units are as the step left them, and whoever runs, runs.
struct OnTheMap<'t, 'b> {
    theatre: &'t Theatre,
    battle: &'b mut Battle,
    attackers: Vec<UnitId>,
    target: UnitId,
    /// Who has already been sent off: the attackers, and last the target.
    left: [bool; FIGHTERS_MAX + 1],
}

impl<U: Referee> Stepper<U> for OnTheMap<'_, '_> {
    fn step<'a>(
        &mut self,
        facts: &ChargeFacts<'a>,
        charge: Progress,
        step: Step<ChargeFacts<'a>, Progress, U>,
        umpire: &mut U,
    ) -> Ruling<Progress, U> {
        let before = charge.clone();
        let mut charge = step(facts, charge, umpire)?;
        let target = self.battle.unit_mut(self.target);
        target.out_of_ammo = charge.target_out_of_ammo;
        target.prone &= charge.target_still_prone;
        if target.is_on_field() {
            target.overenthusiastic = charge.target_overenthusiastic;
        }
        for index in 0..self.attackers.len() {
            let id = self.attackers[index];
            self.battle.unit_mut(id).overenthusiastic = charge.attackers[index].overenthusiastic;
            // What this step did not touch may meanwhile have been touched on the map.
            if charge.attackers[index].standing != before.attackers[index].standing {
                self.settle(index, id, self.target, &mut charge.attackers[index].standing, umpire)?;
            }
        }
        let foe = (0..self.attackers.len()).find(|index| charge.attackers[*index].is_charging()).unwrap_or(0);
        let foe = self.attackers[foe];
        if charge.target != before.target {
            self.settle(FIGHTERS_MAX, self.target, foe, &mut charge.target, umpire)?;
        }
        self.look_again(&mut charge);
        Ok(charge)
    }
}

impl OnTheMap<'_, '_> {
    /// What a step did to one unit happens on the map.
    fn settle<U: Referee>(
        &mut self,
        place: usize,
        id: UnitId,
        foe: UnitId,
        standing: &mut Standing,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        if self.left[place] || !self.battle.unit(id).is_on_field() {
            return Ok(());
        }
        let (theatre, battle) = (self.theatre, &mut *self.battle);
        theatre.learn_grade(battle, id, standing.grade);
        let officer = theatre.endangered(battle, id).map(|(officer, _)| officer);
        if battle.unit(id).condition != standing.condition {
            theatre.settle(battle, id, standing.condition, umpire);
        }
        let casualty = std::mem::replace(&mut standing.casualty, Casualty::None);
        theatre.take_casualty(battle, id, officer, casualty, umpire)?;
        let how = match standing.ending {
            Ending::Retreats => Withdrawn::Retreat,
            Ending::Routs => Withdrawn::Rout,
            Ending::Stands | Ending::Engaged | Ending::Gone => return Ok(()),
        };
        self.left[place] = true;
        if battle.unit(id).is_on_field() {
            theatre.withdraw(battle, id, how, Cause::of(foe), umpire)?;
        }
        Ok(())
    }

    /// Ripples and casualties may have changed units of the charge: they go on as they are now.
    fn look_again(&mut self, charge: &mut Progress) {
        let turn = self.battle.turn;
        let battle = &*self.battle;
        let refresh = |id: UnitId, left: &mut bool, standing: &mut Standing| {
            let unit = battle.unit(id);
            standing.condition = unit.condition;
            standing.grade = unit.grade;
            if !unit.is_on_field() {
                standing.ending = if standing.ending == Ending::Stands { Ending::Gone } else { standing.ending };
                *left = true;
            } else if unit.has_withdrawn(turn) && !*left && unit.done.moved && standing.ending == Ending::Stands {
                let kind = if unit.withdrew == Withdrawal::Rout { Ending::Routs } else { Ending::Retreats };
                standing.ending = kind;
                *left = true;
            }
        };
        for (index, id) in self.attackers.iter().enumerate() {
            refresh(*id, &mut self.left[index], &mut charge.attackers[index].standing);
        }
        // A target that had withdrawn before it was charged stands where it ran to.
        if !battle.unit(self.target).is_on_field() {
            refresh(self.target, &mut self.left[FIGHTERS_MAX], &mut charge.target);
        } else {
            charge.target.condition = battle.unit(self.target).condition;
            charge.target.grade = battle.unit(self.target).grade;
        }
    }
}
