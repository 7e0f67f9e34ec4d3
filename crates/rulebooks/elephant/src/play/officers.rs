//! Officers on the map: how they ride, and whom they join.

use engine::book::Procedure;
use engine::{Refusal, Ruling};
use field::ground::Point;
use field::plane::{Footprint, Heading, Manoeuvre, Troops, Turn, passed};

use super::command::of_command;
use super::condition::tell;
use super::course::Course;
use super::state::{Battle, Health, OfficerId, Phase, UnitId};
use super::{Deed, Theatre};
use crate::Referee;
use crate::command::{MoveOfficer, OfficerEscape, OfficerEscapeSituation, OfficerMoveSituation, OfficerWay};
use crate::rules::*;

impl Theatre {
    /// Whether an officer may move now: in the activation of his command, an army commander in any of his side's.
    pub(super) fn officer_is_active(&self, battle: &Battle, id: OfficerId) -> bool {
        let Some(post) = self.posts.get(id.index()) else { return false };
        let officer = &battle.officers[id.index()];
        let under = battle.card.is_some_and(|hq| self.is_under(post.hq, hq));
        // S 47: no card leads an army commander.
        let leads_all = self.headquarters[post.hq.index()].rank == crate::charts::Rank::Army
            && self.side_of_officer(id) == battle.side;
        officer.is_present() && !officer.activated && (under || leads_all)
    }

    /// The command `move-officer`.
    pub(super) fn move_officer<U: Referee>(
        &self,
        battle: &mut Course,
        id: OfficerId,
        to: Point,
        join: Option<UnitId>,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let mut refusal = Refusal::new();
        self.is_phase(battle, &mut refusal, Phase::Movement);
        refusal.unless(self.officer_is_active(battle, id), "officer", SE_CMDR_MOVE, || {
            let name = self.posts.get(id.index()).map_or("nobody", |post| post.name.as_str());
            format!("officer {} ({name}) is not active now: he moves in the activation of his command", id.0)
        });
        refusal.verdict()?;
        let officer = battle.officers[id.index()];
        let mut refusal = Refusal::new();
        refusal.unless(!officer.moved, "officer", SE_CMDR_MOVE, || {
            "he has moved this turn: he moves again next turn".to_owned()
        });
        refusal.unless_senseless(self.ground.extent().contains(to), "to", || "that is beyond the map".to_owned());
        self.check_join(battle, &mut refusal, id, to, join);
        refusal.verdict()?;
        let situation = OfficerMoveSituation {
            way: OfficerWay::Alone,
            wounded: officer.health == Health::LightWound,
            cavalry_moved_last_turn: false,
            in_contact: officer.with.is_some_and(|unit| battle.is_in_contact(unit)),
            carried: officer.with.is_some() && officer.locked_through >= battle.turn && officer.locked_through > 0,
        };
        MoveOfficer::check(&self.book, &situation).map_err(|refusal| of_command(refusal, "officer", &[]))?;
        let outcome = MoveOfficer::run(&self.book, &situation, umpire)?;
        let reach = outcome.inches.map_or(0, |inches| self.on_ground(inches));
        let way = officer.at.distance(to);
        let mut refusal = Refusal::new();
        refusal.unless(way <= reach, "to", SE_CMDR_MOVE, || {
            let (needs, may) = (self.in_inches(way), self.in_inches(reach));
            format!("that is {needs} inches away, and he rides {may}: stop {may} inches on")
        });
        refusal.verdict()?;
        let officer = &mut battle.officers[id.index()];
        (officer.at, officer.with, officer.moved) = (to, join, true);
        tell(umpire, || Deed::OfficerMoved { officer: id, at: to, with: join });
        Ok(())
    }

    /// S 29: an officer alone whom a formed enemy unit reaches, where it stands or on its way there, goes to a friend in reach of
    /// his horse, else he is captured.
    pub(super) fn flush_officers<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        (from, way): (&Footprint, Manoeuvre),
        umpire: &mut U,
    ) -> Ruling<(), U> {
        if !battle.unit(id).is_on_field() || !battle.unit(id).is_formed() {
            return Ok(());
        }
        let (block, enemy) = (self.footprint(battle, id), self.side(battle, id).enemy());
        for place in 0..battle.officers.len() {
            let (officer, state) = (OfficerId::at(place), battle.officers[place]);
            let alone = state.is_present() && state.with.is_none() && self.side_of_officer(officer) == enemy;
            if !alone || block.distance_to(state.at) > 0 && !leads_over(from, way, state.at) {
                continue;
            }
            let friends = self.of_side(battle, enemy);
            let nearest = friends.map(|unit| (self.footprint(battle, unit).distance_to(state.at), unit)).min();
            let friend_inches = nearest.map(|(apart, _)| self.in_inches(apart));
            let outcome = OfficerEscape::run(&self.book, &OfficerEscapeSituation { friend_inches }, umpire)?;
            match nearest.filter(|_| !outcome.captured) {
                Some((_, friend)) => {
                    let at = battle.unit(friend).centre;
                    let state = &mut battle.officers[place];
                    (state.at, state.with) = (at, Some(friend));
                    tell(umpire, || Deed::OfficerMoved { officer, at, with: Some(friend) });
                }
                None => self.lose_officer(battle, officer, umpire),
            }
        }
        Ok(())
    }

    fn check_join(&self, battle: &Battle, refusal: &mut Refusal, id: OfficerId, to: Point, join: Option<UnitId>) {
        let Some(unit) = join else {
            let taken = battle.on_field().find(|unit| {
                self.side(battle, *unit) != self.side_of_officer(id) && self.footprint(battle, *unit).contains(to)
            });
            refusal.unless(taken.is_none(), "to", SE_CMDR_MOVE, || "an enemy unit stands there".to_owned());
            return;
        };
        let is_there = unit.index() < battle.units.len() && battle.unit(unit).is_on_field();
        refusal.unless_senseless(is_there, "join", || format!("no unit {} is on the map", unit.0));
        if !is_there {
            return;
        }
        let touches = self.footprint(battle, unit).distance_to(to) == 0;
        refusal.unless(touches, "join", SE_CMDR_MOVE, || {
            format!("he joins {} where he touches it: ride to its place", self.name(battle, unit))
        });
        // S 41: he helps units of his own command only, and joins no other.
        let own = self.belongs_to(battle, unit, self.posts[id.index()].hq);
        refusal.unless(own, "join", SE_CMDR_SUBORDINATE, || {
            let hq = &self.headquarters[self.posts[id.index()].hq.index()].name;
            format!("{} is not under his command: he joins units of {hq} only", self.name(battle, unit))
        });
    }
}

/// Whether the way of a block leads over a place.
fn leads_over(from: &Footprint, way: Manoeuvre, place: Point) -> bool {
    let there = Footprint { centre: place, heading: from.heading, half_front: 1, half_depth: 1 };
    let size = i64::from(from.half_front) + i64::from(from.half_depth);
    let reach = 3 * size + i64::from(way.length(from));
    // COST: most officers are far away.
    from.centre.distance_squared(place) <= reach * reach
        && !passed(from, way, &Troops::new(vec![there]), |_| true).is_empty()
}

/// The straight way of a block to where it now stands.
pub(super) fn straight_on(from: &Footprint, to: &Footprint) -> (Footprint, Manoeuvre) {
    let start = to.at(from.centre, to.heading);
    let length = from.centre.distance(to.centre);
    let turn = Heading::towards(from.centre, to.centre).map_or(Turn(0), |towards| to.heading.turn_to(towards));
    (start, Manoeuvre::Oblique { turn, length })
}
