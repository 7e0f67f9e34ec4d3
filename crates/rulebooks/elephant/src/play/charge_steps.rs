//! The steps of a charge, each of which happens on the map before the next is taken.

use engine::{Ruling, Step};

use super::Theatre;
use super::morale::Cause;
use super::state::{Battle, UnitId};
use crate::Referee;
use crate::charge::{ChargeFacts, Progress, Stepper};
use crate::charts::{Casualty, Withdrawn};
use crate::combat::{Ending, FIGHTERS_MAX, Standing};
use crate::unit::Withdrawal;

/// The steps of a charge on the map: after each of them the units are as the step left them, and whoever runs, runs.
pub(super) struct OnTheMap<'t, 'b> {
    theatre: &'t Theatre,
    pub battle: &'b mut Battle,
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

impl<'t, 'b> OnTheMap<'t, 'b> {
    /// These attackers on this target.
    pub fn new(theatre: &'t Theatre, battle: &'b mut Battle, attackers: Vec<UnitId>, target: UnitId) -> Self {
        OnTheMap { theatre, battle, attackers, target, left: [false; FIGHTERS_MAX + 1] }
    }

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
