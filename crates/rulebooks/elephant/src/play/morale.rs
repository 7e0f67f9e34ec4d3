//! The Morale Phase, and every test that comes at another time (P1).

use engine::book::Procedure;
use engine::{Refusal, Ruling};

use super::condition::tell;
use super::state::{Battle, OfficerId, Phase, UnitId};
use super::{Deed, Theatre};
use crate::Referee;
use crate::charts::{Casualty, Grade, MoraleResult, Withdrawn};
use crate::morale::{MoraleOutcome, MoraleSituation, MoraleTest};
use crate::rules::*;
use crate::unit::{Commander, Withdrawal};

/// Why a unit tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Occasion {
    /// Anything but what follows.
    Plain,
    /// To earn defensive or pass-through fire.
    DefensiveFire,
}

/// What has made a unit test or run, as far as it decides where it runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
    pub(super) fn test_in_phase<U: Referee>(&self, battle: &mut Battle, id: UnitId, umpire: &mut U) -> Ruling<(), U> {
        let mut refusal = Refusal::new();
        refusal.unless(battle.phase == Phase::Morale, "do", SE_ORDER_STEPS, || {
            format!("units test in the Morale Phase, and this is another: {:?}", battle.phase)
        });
        self.check_active(battle, &mut refusal, "unit", id);
        let unit = battle.unit(id);
        refusal.unless(unit.condition.panic > 0, "unit", SE_MORALE_PHASE_TEST, || {
            format!("{} has no Panic Marker: only units that have some test", self.name(battle, id))
        });
        refusal.unless(!unit.done.tested, "unit", SE_MORALE_PHASE_TEST, || {
            format!("{} has tested in this phase", self.name(battle, id))
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
    pub(super) fn test<U: Referee>(
        &self,
        battle: &mut Battle,
        id: UnitId,
        occasion: Occasion,
        cause: Cause,
        umpire: &mut U,
    ) -> Ruling<MoraleResult, U> {
        tell(umpire, || Deed::Acts { unit: id });
        let situation = self.morale_situation(battle, id, occasion, cause.by);
        self.spend_commander(battle, id);
        let outcome = MoraleTest::run(&self.book, &situation, umpire)?;
        self.take_test(battle, id, &outcome, cause, umpire)?;
        Ok(outcome.result)
    }

    /// What a test asks about a unit where it stands.
    pub(super) fn morale_situation(
        &self,
        battle: &Battle,
        id: UnitId,
        occasion: Occasion,
        against: Option<UnitId>,
    ) -> MoraleSituation {
        let unit = battle.unit(id);
        let against = against.filter(|enemy| battle.unit(*enemy).is_on_field());
        MoraleSituation {
            arm: self.arm(battle, id),
            formation: unit.formation,
            mounted: unit.mounted,
            grade: unit.grade,
            condition: unit.condition,
            withdrew_last_turn: unit.withdrew_last_turn(battle.turn),
            flank_fire: unit.flank_fire_turn == battle.turn,
            in_cover: self.is_covered(battle, id, against),
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
        battle: &mut Battle,
        id: UnitId,
        outcome: &MoraleOutcome,
        cause: Cause,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        self.learn_grade(battle, id, outcome.grade);
        let turn = battle.turn;
        let unit = battle.unit_mut(id);
        unit.overenthusiastic = outcome.result == MoraleResult::Overenthusiastic;
        if outcome.result <= MoraleResult::Pass {
            unit.flanks_exposed = false;
            // S 43: passing clears a withdrawal of an earlier turn, never one of this turn.
            if !unit.has_withdrawn(turn) {
                unit.withdrew = Withdrawal::None;
            }
        }
        self.settle(battle, id, outcome.condition, umpire);
        if battle.unit(id).is_on_field() {
            match outcome.result {
                MoraleResult::Retreat => self.withdraw(battle, id, Withdrawn::Retreat, cause, umpire)?,
                MoraleResult::Rout => self.withdraw(battle, id, Withdrawn::Rout, cause, umpire)?,
                MoraleResult::Overenthusiastic | MoraleResult::Pass | MoraleResult::Shaken => {}
            }
        }
        Ok(())
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
        battle: &mut Battle,
        id: UnitId,
        officer: Option<OfficerId>,
        casualty: Casualty,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let Some(officer) = officer else { return Ok(()) };
        match casualty {
            Casualty::None => {}
            Casualty::Light => battle.officers[officer.index()].health = super::state::Health::LightWound,
            Casualty::Serious => {
                self.lose_officer(battle, officer, umpire);
                if battle.unit(id).is_on_field() {
                    self.test(battle, id, Occasion::Plain, Cause::NOBODY, umpire)?;
                }
            }
            Casualty::Killed => {
                self.lose_officer(battle, officer, umpire);
                let hq = self.posts[officer.index()].hq;
                let led: Vec<UnitId> = battle.on_field().filter(|unit| self.belongs_to(battle, *unit, hq)).collect();
                for unit in led {
                    if battle.unit(unit).is_on_field() {
                        self.test(battle, unit, Occasion::Plain, Cause::NOBODY, umpire)?;
                    }
                }
            }
        }
        Ok(())
    }
}
