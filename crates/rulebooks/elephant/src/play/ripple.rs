//! What a unit that runs does to friends who see it (P7).

use engine::Ruling;
use engine::book::Procedure;
use field::ground::Length;
use field::plane::{Footprint, Heading, Manoeuvre};

use super::condition::tell;
use super::course::{Course, Task};
use super::geometry::is_far;
use super::morale::{Cause, Occasion};
use super::passing::Passing;
use super::state::{Battle, Contact, UnitId};
use super::withdrawal::Way;
use super::{Deed, Theatre};
use crate::Referee;
use crate::charts::{Distance, Grade, MoraleResult, Withdrawn};
use crate::morale::MoraleOutcome;
use crate::morale::ripple::{Ripple, RippleSituation};
use crate::unit::Arm;

impl Theatre {
    /// P7: one of the friends near the way reacts, the one his owner names; each does so once.
    pub(super) fn ripple_next<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        (how, grade): (Withdrawn, Grade),
        mut friends: Vec<UnitId>,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        friends.retain(|friend| self.reacts(battle, *friend));
        let Some(friend) = self.next_of(battle, &mut friends, Some(id), umpire)? else { return Ok(()) };
        if !friends.is_empty() {
            battle.next(Task::Ripple { unit: id, how, grade, friends });
        }
        tell(umpire, || Deed::Acts { unit: friend });
        let bystander = self.morale_situation(battle, friend, Occasion::Plain);
        let situation = RippleSituation { withdrawal: how, withdrawing_grade: grade, bystander };
        let outcome = Ripple::run(&self.book, &situation, umpire)?;
        let Some(result) = outcome.result else {
            self.learn_grade(battle, friend, outcome.grade);
            self.settle(battle, friend, outcome.condition, umpire);
            return Ok(());
        };
        self.spend_commander(battle, friend);
        let test = MoraleOutcome { result, grade: outcome.grade, condition: outcome.condition };
        self.take_test(battle, friend, &test, Cause::NOBODY, umpire);
        if result == MoraleResult::Shaken && battle.moving.is_some_and(|moving| moving.unit == friend) {
            self.halt(battle);
        }
        Ok(())
    }

    /// The block of a unit at its places on a way: where it stood, where it passes, and where it has come to stand.
    pub(super) fn places_on(&self, battle: &Battle, id: UnitId, start: Footprint, way: &Way) -> Vec<Footprint> {
        let (mut places, mut at) = (vec![start], start);
        let mut go = |heading: Heading, length: Length| {
            let path = Passing::new(self, at, Manoeuvre::Oblique { turn: at.heading.turn_to(heading), length });
            places.extend(path.places(0, length).map(|length| path.after(length)));
            at = path.after(length);
            at.centre
        };
        let mut end = start.centre;
        for (heading, length) in &way.legs {
            end = go(*heading, *length);
        }
        let unit = battle.unit(id);
        if unit.is_on_field() {
            // Where the end of its way was taken it has gone on.
            if let Some(heading) = Heading::towards(end, unit.centre) {
                go(heading, end.distance(unit.centre));
            }
            places.push(self.footprint(battle, id));
        }
        places
    }

    /// P7: the friends who have a stand near enough to some place of a way, the nearest first.
    pub(super) fn bystanders(&self, battle: &Battle, id: UnitId, places: &[Footprint]) -> Vec<UnitId> {
        let reach = self.distance(Distance::WithdrawalRipple);
        let near = |friend: UnitId| {
            let at = self.footprint(battle, friend);
            let seen = places.iter().filter(|place| !is_far(place, &at, reach));
            seen.map(|place| place.distance(&at)).min().filter(|apart| *apart <= reach)
        };
        let friends = self.of_side(battle, self.side(battle, id)).filter(|friend| *friend != id);
        let mut found: Vec<(Length, UnitId)> = friends
            .filter(|friend| self.reacts(battle, *friend))
            .filter_map(|friend| Some((near(friend)?, friend)))
            .collect();
        found.sort_unstable();
        found.into_iter().map(|(_, friend)| friend).collect()
    }

    /// S 26, S 66: whoever withdrew this turn, is engaged or about to fight whom it touches, or drives a wagon does not mind.
    fn reacts(&self, battle: &Battle, id: UnitId) -> bool {
        let unit = battle.unit(id);
        let fights = |one: &Contact| (one.engaged || one.due) && one.other(id).is_some();
        unit.is_on_field()
            && !unit.has_withdrawn(battle.turn)
            && !battle.contacts.iter().any(fights)
            && self.arm(battle, id) != Arm::Wagon
    }
}
