//! The Morale Phase, and every test that comes at another time (P1).

use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling};

use super::charge_steps::halt_charger;
use super::condition::tell;
use super::course::{Course, Task};
use super::state::{Battle, Health, OfficerId, Phase, UnitId};
use super::{Deed, Theatre};
use crate::Referee;
use crate::charts::{Casualty, CasualtyCheck, Grade, MoraleResult, Withdrawn};
use crate::command::{CasualtySituation, OfficerCasualty};
use crate::morale::{MoraleOutcome, MoraleSituation, MoraleTest};
use crate::questions::RIPPLE_ORDER;
use crate::rules::*;
use crate::unit::{Commander, Withdrawal};

/// Why a unit tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Occasion {
    /// Anything but what follows.
    Plain,
    /// To earn defensive or pass-through fire.
    DefensiveFire,
}

/// What has made a unit test or run, as far as it decides where it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Cause {
    /// The enemy unit that did it.
    pub by: Option<UnitId>,
    /// Whether it was Combat.
    pub in_combat: bool,
}

impl Cause {
    pub const NOBODY: Cause = Cause { by: None, in_combat: false };

    pub fn of(enemy: UnitId) -> Cause {
        Cause { by: Some(enemy), in_combat: false }
    }

    pub fn combat(enemy: UnitId) -> Cause {
        Cause { by: Some(enemy), in_combat: true }
    }
}

impl Theatre {
    /// The command `test`: a unit with Panic Markers tests in its Morale Phase.
    pub(super) fn test_in_phase<U: Referee>(&self, battle: &mut Course, id: UnitId, umpire: &mut U) -> Ruling<(), U> {
        let mut refusal = Refusal::new();
        self.is_phase(battle, &mut refusal, Phase::Morale);
        self.check_active(battle, &mut refusal, "unit", id);
        refusal.verdict()?;
        let unit = battle.unit(id);
        let mut refusal = Refusal::new();
        refusal.unless(unit.condition.panic > 0, "unit", SE_MORALE_PHASE_TEST, || {
            format!("{} has no Panic Marker: only units that have some test", self.name(battle, id))
        });
        refusal.unless(!unit.done.tested, "unit", SE_MORALE_PHASE_TEST, || {
            let left = battle.on_field().find(|other| self.must_test(battle, *other));
            let next = left.map_or("nobody", |other| self.name(battle, other));
            format!(
                "{} has tested for what it had when this phase began; {next} is left to test",
                self.name(battle, id)
            )
        });
        refusal.verdict()?;
        battle.unit_mut(id).done.tested = true;
        self.test(battle, id, Occasion::Plain, Cause::NOBODY, umpire)?;
        self.skip_idle_phases(battle);
        Ok(())
    }

    /// Units that must still test in this Morale Phase.
    pub(super) fn must_test(&self, battle: &Battle, id: UnitId) -> bool {
        let unit = battle.unit(id);
        unit.is_on_field() && unit.condition.panic > 0 && !unit.done.tested && self.is_active(battle, id)
    }

    /// P1 for a unit where it stands, with all that follows from it.
    #[track_caller]
    pub(super) fn test<U: Referee>(
        &self,
        battle: &mut Course,
        unit: UnitId,
        occasion: Occasion,
        cause: Cause,
        umpire: &mut U,
    ) -> Ruling<MoraleResult, U> {
        battle.next(Task::Test { unit, occasion, cause });
        self.settle_all(battle, umpire)?;
        Ok(battle.result())
    }

    /// The test itself; what it sets off comes next.
    pub(super) fn run_test<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        occasion: Occasion,
        cause: Cause,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        if !battle.unit(id).is_on_field() {
            return Ok(());
        }
        tell(umpire, || Deed::Acts { unit: id });
        let situation = self.morale_situation(battle, id, occasion);
        self.spend_commander(battle, id);
        let outcome = MoraleTest::run(&self.book, &situation, umpire)?;
        battle.report(outcome.result);
        self.take_test(battle, id, &outcome, cause, umpire);
        Ok(())
    }

    /// One of several units that have to test, the one its owner names.
    pub(super) fn test_next<U: Referee>(
        &self,
        battle: &mut Course,
        mut units: Vec<UnitId>,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        units.retain(|unit| battle.unit(*unit).is_on_field());
        let Some(unit) = self.next_of(battle, &mut units, None, umpire)? else { return Ok(()) };
        if !units.is_empty() {
            battle.next(Task::TestAll { units });
        }
        battle.next(Task::Test { unit, occasion: Occasion::Plain, cause: Cause::NOBODY });
        Ok(())
    }

    /// The unit whose owner wants it to be next; the first of them unless he says otherwise.
    pub(super) fn next_of<U: Referee>(
        &self,
        battle: &Battle,
        units: &mut Vec<UnitId>,
        about: Option<UnitId>,
        umpire: &mut U,
    ) -> Ruling<Option<UnitId>, U> {
        let Some(first) = units.first().copied() else { return Ok(None) };
        let (side, last) = (self.side(battle, first), units.len() as u16 - 1);
        umpire.name_choices(&RIPPLE_ORDER, || units.iter().map(|unit| self.name(battle, *unit).to_owned()).collect());
        let chosen = umpire.number(side, &RIPPLE_ORDER, about.map(|unit| unit.0), 0, last)?;
        Ok(Some(units.remove(usize::from(chosen.min(last)))))
    }

    /// What a test asks about a unit where it stands.
    pub(super) fn morale_situation(&self, battle: &Battle, id: UnitId, occasion: Occasion) -> MoraleSituation {
        let unit = battle.unit(id);
        MoraleSituation {
            arm: self.arm(battle, id),
            formation: unit.formation,
            mounted: unit.mounted,
            grade: unit.grade,
            condition: unit.condition,
            withdrew_last_turn: unit.withdrew_last_turn(battle.turn),
            flank_fire: unit.flank_fire_turn == battle.turn,
            in_cover: self.is_covered(battle, id),
            commander: self.steadying(battle, id).map(|(_, commander)| commander),
            defensive_fire: occasion == Occasion::DefensiveFire,
            charging: false,
            overenthusiastic: unit.overenthusiastic,
        }
    }

    /// The commander who steadies a unit: the best one with it who may still help a unit this turn (S 38, S 41).
    pub(super) fn steadying(&self, battle: &Battle, id: UnitId) -> Option<(OfficerId, Commander)> {
        let helps = |officer: &OfficerId| {
            let spent_on = battle.officers[officer.index()].steadies;
            spent_on.is_none_or(|unit| unit == id) && self.belongs_to(battle, id, self.posts[officer.index()].hq)
        };
        let rated = battle.officers_with(id).filter(helps).map(|officer| (officer, self.commander(battle, officer).0));
        rated.max_by_key(|(officer, commander)| (commander.rating, std::cmp::Reverse(*officer)))
    }

    /// A commander who helped a unit's test helps no other this turn.
    pub(super) fn spend_commander(&self, battle: &mut Battle, id: UnitId) {
        if let Some((officer, _)) = self.steadying(battle, id) {
            battle.officers[officer.index()].steadies = Some(id);
        }
    }

    /// P1 step 4: what a test does to a unit on the map.
    pub(super) fn take_test<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        outcome: &MoraleOutcome,
        cause: Cause,
        umpire: &mut U,
    ) {
        self.learn_grade(battle, id, outcome.grade);
        battle.unit_mut(id).overenthusiastic = outcome.result == MoraleResult::Overenthusiastic;
        if outcome.result <= MoraleResult::Pass {
            self.rally(battle, id);
        }
        self.settle(battle, id, outcome.condition, umpire);
        if outcome.result == MoraleResult::Shaken {
            halt_charger(battle, id);
        }
        if battle.unit(id).is_on_field() {
            let how = match outcome.result {
                MoraleResult::Retreat => Withdrawn::Retreat,
                MoraleResult::Rout => Withdrawn::Rout,
                MoraleResult::Overenthusiastic | MoraleResult::Pass | MoraleResult::Shaken => return,
            };
            battle.next(Task::Withdraw { unit: id, how, cause });
        }
    }

    /// A unit that passed a test has rallied. S 43: that clears a withdrawal of an earlier turn, never one of this turn.
    pub(super) fn rally(&self, battle: &mut Battle, id: UnitId) {
        let turn = battle.turn;
        let unit = battle.unit_mut(id);
        unit.flanks_exposed = false;
        if !unit.has_withdrawn(turn) {
            unit.withdrew = Withdrawal::None;
        }
    }

    /// A Green unit has shown its worth; its detachments are of the same stuff.
    pub(super) fn learn_grade(&self, battle: &mut Battle, id: UnitId, grade: Grade) {
        let muster = battle.unit(id).muster;
        for unit in battle.units.iter_mut().filter(|unit| unit.muster == muster) {
            unit.grade = grade;
        }
    }

    /// P10: what becomes of the commander with a unit, and of those who see it. His unit has its markers already.
    pub(super) fn take_casualty<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        officer: Option<OfficerId>,
        casualty: Casualty,
        umpire: &mut U,
    ) {
        let Some(officer) = officer else { return };
        match casualty {
            Casualty::None => {}
            Casualty::Light => battle.officers[officer.index()].health = Health::LightWound,
            Casualty::Serious => {
                self.lose_officer(battle, officer, umpire);
                battle.next(Task::Test { unit: id, occasion: Occasion::Plain, cause: Cause::NOBODY });
            }
            Casualty::Killed => {
                self.lose_officer(battle, officer, umpire);
                self.mourn(battle, officer);
            }
        }
    }

    /// Every unit under a killed commander tests at once, activated or not.
    pub(super) fn mourn(&self, battle: &mut Course, officer: OfficerId) {
        let hq = self.posts[officer.index()].hq;
        let led: Vec<UnitId> = battle.on_field().filter(|unit| self.belongs_to(battle, *unit, hq)).collect();
        battle.next(Task::TestAll { units: led });
    }

    /// P10: several officers with one unit each roll; the procedure has rolled for one of them.
    pub(super) fn endanger_others(
        &self,
        battle: &mut Course,
        unit: UnitId,
        rolled_for: Option<OfficerId>,
        (check, count): (CasualtyCheck, u16),
    ) {
        if count == 0 {
            return;
        }
        let others: Vec<OfficerId> =
            battle.officers_with(unit).filter(|officer| Some(*officer) != rolled_for).collect();
        for officer in others {
            battle.next(Task::Danger { unit, officer, check, count });
        }
    }

    /// One of them rolls.
    pub(super) fn endanger<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        officer: OfficerId,
        (occasion, count): (CasualtyCheck, u16),
        umpire: &mut U,
    ) -> Ruling<(), U> {
        if !battle.officers[officer.index()].is_present() {
            return Ok(());
        }
        let (commander, condition) = (self.commander(battle, officer).0, battle.unit(id).condition);
        let situation = CasualtySituation { occasion, count, commander, condition };
        let outcome = OfficerCasualty::run(&self.book, &situation, umpire)?;
        if battle.unit(id).is_on_field() {
            self.settle(battle, id, outcome.condition, umpire);
        }
        self.take_casualty(battle, id, Some(officer), outcome.casualty, umpire);
        Ok(())
    }
}
