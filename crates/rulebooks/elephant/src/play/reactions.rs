//! What the side that does not move may do: charge with cavalry (P11) or fire at units that move past (P12). Its skirmishers
//! keep their distance by themselves.

use arrayvec::ArrayVec;
use engine::book::Procedure;
use engine::{Decimal, Ruling, Side};
use field::ground::{Length, YARD};
use field::plane::{Footprint, Heading, Turn};

use super::aim::{Aim, Sought};
use super::charge::{Charging, Pace};
use super::charge_steps::NOBODY;
use super::condition::tell;
use super::course::Course;
use super::geometry::{SLACK, is_far, nearest_points};
use super::morale::{Cause, Occasion};
use super::movement::{bit, nobody};
use super::officers::straight_on;
use super::passage::size_of;
use super::passing::{Passing, put};
use super::state::{Battle, UnitId};
use super::{Deed, Theatre};
use crate::Referee;
use crate::charts::{Distance, Limit, MoraleResult, Penalty};
use crate::combat::Position;
use crate::fire::{FireSituation, Firer, Stance, VOLLEYS_MAX, Volley};
use crate::morale::MoraleOutcome;
use crate::movement::{
    KeepDistance, KeepDistanceSituation, OpportunityCharge, OpportunityOutcome, OpportunitySituation,
};
use crate::rules::*;
use crate::unit::{Arm, Formation, settle_grade};

impl Theatre {
    /// P11: formed mounted cavalry that has not moved and has not been asked about this mover: whether it charges depends on where
    /// the mover comes.
    pub(super) fn is_tempted(&self, battle: &Battle, id: UnitId, mover: UnitId) -> bool {
        let unit = battle.unit(id);
        let asked = battle.moving.is_some_and(|moving| moving.tempted[id.index() / 64] & (1 << (id.index() % 64)) != 0);
        !asked
            && unit.is_on_field()
            && self.arm(battle, id) == Arm::Cavalry
            && unit.mounted
            && unit.is_formed()
            && !unit.done.moved
            && unit.done.fired != Some(Stance::Hold)
            && !unit.done.stands_still
            && !self.holds(battle, id)
            && !unit.has_withdrawn(battle.turn)
            && !battle.is_in_contact(id)
            && !battle.is_in_contact(mover)
    }

    /// Whether cavalry that is tempted can charge a mover where that is now: its way is open, and a column charges only works, or
    /// over a bridge or through a defile.
    pub(super) fn can_ride_at(&self, battle: &Battle, id: UnitId, mover: UnitId) -> bool {
        let Ok(route) = self.charge_route(battle, id, mover) else { return false };
        let unit = battle.unit(id);
        let works = || self.position_against(battle, mover, unit.centre) == Position::Fieldworks;
        unit.formation != Formation::Column || route.defile || works()
    }

    /// P11 up to the charge, and then the charge from its third step on.
    ///
    /// RULING: what is left of the mover's path is what is left of its step.
    pub(super) fn opportunity_charge<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        mover: UnitId,
        (path, at): (&Passing, Length),
        umpire: &mut U,
    ) -> Ruling<(), U> {
        tell(umpire, || Deed::Acts { unit: id });
        let began = self.apart(battle, id, mover);
        let facts = Tempted { theatre: self, id, mover, path, at };
        let (after, outcome) = umpire.step(&facts, (battle.take(), None), ride_out)?;
        *battle = after;
        self.settle_all(battle, umpire)?;
        let Some(outcome) = outcome.filter(|_| battle.unit(id).is_on_field()) else { return Ok(()) };
        if !outcome.reaches {
            return self.fall_short(battle, id, mover, outcome.short_inches, umpire);
        }
        if !battle.unit(mover).is_on_field() || battle.unit(id).has_withdrawn(battle.turn) {
            return Ok(());
        }
        if self.goes_on(battle, mover) {
            self.meet_on_the_way(battle, id, mover, (path, at, self.on_ground(outcome.mover_went_inches)), umpire);
        }
        self.halt(battle);
        if outcome.faced {
            self.face_towards(battle, mover, id);
        }
        match self.charge_route(battle, id, mover) {
            Ok(route) => {
                let flank_or_rear = outcome.flank_or_rear;
                let (behind, on_parents_flank) = (ArrayVec::new(), self.is_on_parents_flank(battle, id, mover));
                let (unit, column_die, asked, stood) = (id, false, NOBODY, *battle.unit(id));
                let one =
                    Charging { unit, column_die, flank_or_rear, on_parents_flank, behind, route, stood, began, asked };
                self.charge_home(battle, mover, &[one], Pace::Caught, umpire)
            }
            Err(_) => Ok(()),
        }
    }

    /// P11 step 3: the mover goes on while the cavalry comes.
    ///
    /// RULING: where cavalry cannot come at it there, or friends stand there, it is met at the last place before.
    fn meet_on_the_way<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        mover: UnitId,
        (path, at, went): (&Passing, Length, Length),
        umpire: &mut U,
    ) {
        let there = self.meeting_place(battle, (id, mover), (path, at, went));
        self.stands_at(battle, mover, &there, umpire);
    }

    /// Where they meet; the mover is put where it is already.
    fn meeting_place(
        &self,
        battle: &mut Battle,
        (id, mover): (UnitId, UnitId),
        (path, at, went): (&Passing, Length, Length),
    ) -> Footprint {
        let farthest = (at + went).min(self.may_go_on_to(battle, mover, path, at));
        let here = self.footprint(battle, mover);
        let meets = |battle: &mut Battle, length: Length| {
            let there = path.after(length);
            put(battle, mover, &there);
            self.lies_over(battle, mover, &there).is_none() && self.charge_route(battle, id, mover).is_ok()
        };
        let place = path.places(0, farthest).rev().find(|length| meets(battle, *length));
        put(battle, mover, &here);
        place.map_or_else(|| self.last_room(battle, mover, path, at), |length| path.after(length))
    }

    /// P11 step 3: cavalry whose dice do not carry it to the mover stops after them. Skirmishers and lone officers give way to it as to
    /// anybody; a mover that does so has ended its move.
    fn fall_short<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        mover: UnitId,
        inches: Decimal,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let Ok(route) = self.charge_route(battle, id, mover) else { return Ok(()) };
        let (before, heading) = (self.footprint(battle, id), route.contact.heading);
        let at = route.before_contact(route.length - self.on_ground(inches));
        if inches <= Decimal::ZERO || !self.put_near(battle, id, at, heading, heading.turned(Turn::HALF)) {
            return Ok(());
        }
        let unit = *battle.unit(id);
        tell(umpire, || Deed::Stands { unit: id, centre: unit.centre, heading: unit.heading });
        let (start, way) = straight_on(&before, &self.footprint(battle, id));
        self.flush_officers(battle, id, (&start, way), umpire)?;
        let met_at = battle.unit(mover).centre;
        self.keep_distance(battle, id, umpire)?;
        if battle.unit(mover).centre != met_at {
            self.halt(battle);
        }
        Ok(())
    }

    /// What the procedure asks about cavalry that sees an enemy pass.
    fn opportunity(&self, battle: &mut Battle, facts: &Tempted<'_>) -> Option<OpportunitySituation> {
        let &Tempted { id, mover, path, at, .. } = facts;
        let (moving, route) = (battle.moving?, self.charge_route(battle, id, mover).ok()?);
        // Whoever crosses a major obstacle rolls no dice and does nothing else: nothing is left to face with.
        let crosses = moving.penalties & bit(Penalty::Obstacle) != 0;
        let allowed = if crosses { 0 } else { self.allowed(battle, &moving, moving.penalties, &mut nobody()) };
        let mut situation = OpportunitySituation {
            side: self.side(battle, id),
            cavalry: self.morale_situation(battle, id, Occasion::Plain),
            moved_last_turn: battle.unit(id).moved_last_turn,
            fired: battle.unit(id).done.fired == Some(Stance::Move),
            path: route.path,
            gap_inches: self.in_inches(self.apart(battle, id, mover)),
            meeting_inches: None,
            path_left_inches: self.in_inches(path.length - at),
            allowance_left_inches: self.in_inches((allowed - moving.gone).max(0)),
            mover_dice: moving.dice,
            // S 9: dismounted cavalry is skirmish infantry, and as slow.
            mover_is_cavalry: self.arm(battle, mover) == Arm::Cavalry && battle.unit(mover).mounted,
            outside_arcs: self.is_on_flank(battle, id, mover),
        };
        let went = self.on_ground(situation.goes_on_inches(&self.book));
        let there = self.meeting_place(battle, (id, mover), (path, at, went));
        situation.meeting_inches = Some(self.in_inches(self.footprint(battle, id).distance(&there)));
        Some(situation)
    }

    /// A unit faces by quarters of a turn to have an enemy before it, if there is room.
    fn face_towards(&self, battle: &mut Battle, id: UnitId, enemy: UnitId) {
        let mut unit = *battle.unit(id);
        let Some(towards) = Heading::towards(unit.centre, battle.unit(enemy).centre) else { return };
        let off = unit.heading.turn_to(towards);
        let quarters = (off.0 + off.0.signum() * Turn::EIGHTH.0) / Turn::QUARTER.0;
        unit.heading = unit.heading.turned(Turn(quarters * Turn::QUARTER.0));
        if self.lies_over(battle, id, &self.footprint_of(self.arm(battle, id), &unit)).is_none() {
            *battle.unit_mut(id) = unit;
        }
    }

    /// P12: whoever may still fire at somebody who moves past, if he sees him within his reach and arc.
    pub(super) fn is_on_the_watch(&self, battle: &Battle, id: UnitId) -> bool {
        let unit = battle.unit(id);
        let asked = battle.moving.is_some_and(|moving| moving.asked[id.index() / 64] & (1 << (id.index() % 64)) != 0);
        unit.is_on_field()
            && !asked
            && !unit.done.reacted
            && unit.done.fired.is_none()
            && !unit.has_withdrawn(battle.turn)
            && !battle.is_in_contact(id)
            && unit.formation != Formation::Limbered
            && self.arm(battle, id) != Arm::Wagon
    }

    /// Whether anything of a unit can fire at a mover where that is now. COST: only guns need a look at all of them.
    pub(super) fn bears_in_passing(&self, battle: &Battle, id: UnitId, mover: UnitId) -> bool {
        let most = self.book.tables.distances.at(Distance::PassThrough).value;
        let in_pairs = self.arm(battle, id).is_artillery();
        self.has_aim_within(battle, id, mover, most) && (!in_pairs || self.passing_stands(battle, id, mover) != 0)
    }

    /// The stands that can fire at a mover within the reach of pass-through fire, a bit for each.
    fn passing_stands(&self, battle: &Battle, id: UnitId, mover: UnitId) -> u64 {
        self.in_pairs(battle, id, &self.passing_aims(battle, id, mover))
    }

    fn passing_aims(&self, battle: &Battle, id: UnitId, mover: UnitId) -> Vec<Aim> {
        let reach = self.book.tables.distances.at(Distance::PassThrough).value;
        self.aims_of(battle, id, mover, Sought::within(reach))
    }

    fn passing_volleys(&self, battle: &Battle, id: UnitId, mover: UnitId) -> ArrayVec<Volley, VOLLEYS_MAX> {
        let mut aims = self.passing_aims(battle, id, mover);
        let stands = self.in_pairs(battle, id, &aims);
        aims.retain(|aim| stands & (1 << aim.stand) != 0);
        self.volleys_of(battle, (id, mover), &aims)
    }

    /// P12: the firing unit tests, fires, and the mover tests if it is struck. Gives what the mover's test came to, a pass
    /// where it had none.
    ///
    /// The steps are those of the procedure, one by one, because either test may send its unit off before the next.
    pub(super) fn pass_through_fire<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        mover: UnitId,
        umpire: &mut U,
    ) -> Ruling<MoraleResult, U> {
        umpire.cite(SE_MOVE_PASSTHROUGH);
        battle.unit_mut(id).done.reacted = true;
        let test = self.test(battle, id, Occasion::DefensiveFire, Cause::of(mover), umpire)?;
        if test > MoraleResult::Pass || !battle.unit(mover).is_on_field() {
            return Ok(MoraleResult::Pass);
        }
        let volleys = self.passing_volleys(battle, id, mover);
        if volleys.is_empty() {
            return Ok(MoraleResult::Pass);
        }
        tell(umpire, || Deed::FiredAt { target: mover, firers: vec![id] });
        let firer = Firer { panic: 0, ..self.firer(battle, id, Stance::Defensive, volleys) };
        let side = self.side(battle, id);
        let situation = FireSituation { side, firers: vec![firer], target: self.fire_target(battle, mover) };
        let markers = self.fire_and_suffer(battle, mover, &[id], &situation, umpire)?;
        // The state must say whether it was struck: what follows hangs on it.
        battle.report(if markers > 0 { MoraleResult::Shaken } else { MoraleResult::Pass });
        let crosses = battle.moving.is_some_and(|moving| moving.penalties & bit(Penalty::Obstacle) != 0);
        if crosses && battle.unit(mover).is_on_field() {
            umpire.cite(SE_OBST_PANIC);
            let mut condition = battle.unit(mover).condition;
            condition.take_markers(&self.book, self.book.limit(Limit::ObstacleMarkers) as u8, umpire);
            self.settle(battle, mover, condition, umpire);
        }
        self.settle_all(battle, umpire)?;
        let there = battle.unit(mover).is_on_field() && !battle.unit(mover).has_withdrawn(battle.turn);
        if (markers > 0 || crosses) && there {
            umpire.cite(SE_MORALE_PHASE_OTHER);
            return self.test(battle, mover, Occasion::Plain, Cause::of(id), umpire);
        }
        Ok(MoraleResult::Pass)
    }

    /// Skirmishers of a side. COST: few are, which is sooner seen than whose they are.
    fn skirmishers<'a>(&'a self, battle: &'a Battle, side: Side) -> impl Iterator<Item = UnitId> + 'a {
        let units = battle.units.iter().enumerate();
        let skirmishers = units.filter(|(_, unit)| unit.formation == Formation::Skirmish && unit.is_on_field());
        skirmishers.map(|(place, _)| UnitId::at(place)).filter(move |id| self.side(battle, *id) == side)
    }

    /// Skirmishers near whom a unit has ended its move go back to their distance by themselves.
    pub(super) fn keep_distance<U: Referee>(&self, battle: &mut Course, id: UnitId, umpire: &mut U) -> Ruling<(), U> {
        if !battle.unit(id).is_on_field() {
            return Ok(());
        }
        let (near, own) = (self.distance(Distance::SkirmishStandoff), self.footprint(battle, id));
        let reach = size_of(&own) + i64::from(near);
        let skirmishers: Vec<UnitId> = self
            .skirmishers(battle, self.side(battle, id).enemy())
            .filter(|enemy| !self.is_beyond(battle.unit(*enemy), own.centre, reach) && !battle.is_in_contact(*enemy))
            .filter(|enemy| {
                let theirs = self.footprint(battle, *enemy);
                !is_far(&own, &theirs, near) && own.distance(&theirs) < near
            })
            .collect();
        for enemy in skirmishers {
            let theirs = self.footprint(battle, enemy);
            // What is less than a yard does not bring them any farther away.
            let yards = u16::try_from(own.distance(&theirs) / YARD).unwrap_or(u16::MAX);
            let situation = KeepDistanceSituation { enemy_yards: yards, moved: battle.unit(enemy).done.moved };
            let outcome = KeepDistance::run(&self.book, &situation, umpire)?;
            if outcome.yards == 0 {
                continue;
            }
            // Away from the nearest of it: so every yard they go takes them a yard away from it.
            let (from, at) = nearest_points(&own, &theirs);
            let away = Heading::towards(from, at).or_else(|| Heading::towards(own.centre, theirs.centre));
            let away = away.unwrap_or(self.home[self.side(battle, enemy) as usize]);
            let unit = battle.unit_mut(enemy);
            (unit.done.moved, unit.prone) = (outcome.moved, false);
            self.go_back(battle, enemy, (away, self.yards(outcome.yards) + SLACK), umpire)?;
        }
        Ok(())
    }
}

/// Cavalry that sees an enemy pass.
struct Tempted<'f> {
    theatre: &'f Theatre,
    id: UnitId,
    mover: UnitId,
    /// The mover's step, and how far it has come.
    path: &'f Passing,
    at: Length,
}

/// The test and the dice of an opportunity charge.
fn ride_out<U: Referee>(
    facts: &Tempted<'_>,
    (mut battle, _): (Course, Option<OpportunityOutcome>),
    umpire: &mut U,
) -> Ruling<(Course, Option<OpportunityOutcome>), U> {
    let (theatre, id) = (facts.theatre, facts.id);
    let grade = settle_grade(&theatre.book, battle.unit(id).grade, umpire)?;
    theatre.learn_grade(&mut battle, id, grade);
    let Some(situation) = theatre.opportunity(&mut battle, facts) else { return Ok((battle, None)) };
    theatre.spend_commander(&mut battle, id);
    let outcome = OpportunityCharge::run(&theatre.book, &situation, umpire)?;
    // P11 step 6: it counts as moved whatever happened, but only who rode out has moved of his own will.
    let unit = battle.unit_mut(id);
    (unit.done.moved, unit.done.marched) = (true, outcome.test <= MoraleResult::Pass);
    let test = MoraleOutcome { result: outcome.test, grade, condition: outcome.cavalry };
    theatre.take_test(&mut battle, id, &test, Cause::of(facts.mover), umpire);
    Ok((battle, Some(outcome)))
}
