//! The steps of a charge, each of which happens on the map before the next is taken.

use arrayvec::ArrayVec;
use engine::{Ruling, Step};
use field::ground::Length;

use super::Theatre;
use super::course::{Course, Task};
use super::morale::Cause;
use super::state::{UNITS_MAX, UnitId};
use crate::Referee;
use crate::charge::{ChargeFacts, Going, Progress, Stepper};
use crate::charts::{Casualty, CasualtyCheck, Limit, Withdrawn};
use crate::combat::{Ending, FIGHTERS_MAX, Standing};
use crate::command::Command;
use crate::unit::{Condition, Withdrawal, stand_kind};

/// Who charges whom.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub attackers: ArrayVec<UnitId, FIGHTERS_MAX>,
    pub target: UnitId,
}

/// Units that have been asked something, a bit for each.
pub(super) type Asked = [u64; UNITS_MAX / 64];
/// None of them.
pub(super) const NOBODY: Asked = [0; UNITS_MAX / 64];

/// How far a charge has come on the map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Sent {
    /// Who has already been sent off: the attackers, and last the target.
    off: [bool; FIGHTERS_MAX + 1],
    /// What of its dice each attacker has left at the 100 yard mark, where skirmishers are charged.
    pub left: [Length; FIGHTERS_MAX],
    /// Who has been asked whether he fires at each attacker in passing.
    pub asked: [Asked; FIGHTERS_MAX],
    /// How many steps have been taken, so that two charges are never taken for each other in different steps.
    steps: u8,
    /// Who attacks.
    who: [Option<UnitId>; FIGHTERS_MAX],
    /// Who is charged.
    target: Option<UnitId>,
}

impl Sent {
    /// Nobody has been sent off yet.
    pub(super) fn by(group: &Group, asked: impl Iterator<Item = Asked>) -> Sent {
        let mut sent = Sent { target: Some(group.target), ..Sent::default() };
        for (place, asked) in sent.asked.iter_mut().zip(asked) {
            *place = asked;
        }
        for (place, id) in sent.who.iter_mut().zip(&group.attackers) {
            *place = Some(*id);
        }
        sent
    }
}

/// P1 step 4: a unit that is shaken while it charges comes no farther.
pub(super) fn halt_charger(battle: &mut Course, id: UnitId) {
    let Some((mut charge, sent)) = battle.charge().cloned() else { return };
    for (attacking, who) in charge.attackers.iter_mut().zip(sent.who) {
        if who == Some(id) && attacking.is_charging() {
            attacking.going = Going::Halted;
        }
    }
    battle.set_charge(Some((charge, sent)));
}

/// A target that runs for another reason than a step of the charge, with friends who run or for the loss of its commander, has
/// left the charge all the same.
pub(super) fn leave_charge(battle: &mut Course, id: UnitId, how: Withdrawn) {
    let Some((mut charge, mut sent)) = battle.charge().cloned() else { return };
    if sent.target != Some(id) || charge.target.ending != Ending::Stands {
        return;
    }
    charge.target.ending = match how {
        Withdrawn::Retreat => Ending::Retreats,
        Withdrawn::Rout => Ending::Routs,
    };
    sent.off[FIGHTERS_MAX] = true;
    battle.set_charge(Some((charge, sent)));
}

/// The steps of a charge on the map: after each of them the units are as the step left them, and whoever runs, runs.
pub(super) struct OnTheMap<'t, 'b> {
    pub theatre: &'t Theatre,
    pub battle: &'b mut Course,
    pub group: &'t Group,
}

/// What a step on the map needs to know.
struct StepFacts<'f, 'a, U: Referee> {
    theatre: &'f Theatre,
    group: &'f Group,
    charge: &'f ChargeFacts<'a>,
    step: Step<ChargeFacts<'a>, Progress, U>,
}

impl<U: Referee> Stepper<U> for OnTheMap<'_, '_> {
    #[track_caller]
    fn step<'a>(
        &mut self,
        facts: &ChargeFacts<'a>,
        charge: Progress,
        step: Step<ChargeFacts<'a>, Progress, U>,
        umpire: &mut U,
    ) -> Ruling<Progress, U> {
        let mut sent = self.battle.charge().map(|(_, sent)| *sent).unwrap_or_default();
        sent.steps += 1;
        self.battle.set_charge(Some((charge.clone(), sent)));
        let on_map = StepFacts { theatre: self.theatre, group: self.group, charge: facts, step };
        *self.battle = umpire.step(&on_map, self.battle.take(), run_step)?;
        self.theatre.settle_all(self.battle, umpire)?;
        self.theatre.look_again(self.battle, self.group);
        Ok(self.battle.charge().map_or(charge, |(progress, _)| progress.clone()))
    }
}

/// One step of the procedure, and what it does to its units where they stand.
fn run_step<U: Referee>(facts: &StepFacts<'_, '_, U>, mut battle: Course, umpire: &mut U) -> Ruling<Course, U> {
    let Some((before, mut sent)) = battle.charge().cloned() else { return Ok(battle) };
    let mut after = (facts.step)(facts.charge, before.clone(), umpire)?;
    let (theatre, group, turn) = (facts.theatre, facts.group, battle.turn);
    let unit = battle.unit_mut(group.target);
    if after.target_flank_fire && !before.target_flank_fire {
        unit.flank_fire_turn = turn;
    }
    unit.out_of_ammo = after.target_out_of_ammo;
    unit.prone &= after.target_still_prone;
    if unit.is_on_field() {
        unit.overenthusiastic = after.target_overenthusiastic;
    }
    if after.target_passed && !before.target_passed {
        theatre.rally(&mut battle, group.target);
    }
    // A commander is spent by the tests he helps, and by nothing else.
    let runs = |ending: Ending| matches!(ending, Ending::Retreats | Ending::Routs);
    let target_tested = after.target_passed && !before.target_passed
        || after.target_shaken > before.target_shaken
        || runs(after.target.ending) && !runs(before.target.ending);
    if target_tested {
        theatre.spend_commander(&mut battle, group.target);
    }
    let foe = (0..group.attackers.len()).find(|index| after.attackers[*index].is_charging()).unwrap_or(0);
    let foe = group.attackers.get(foe).copied().unwrap_or(group.target);
    if after.target_shaken > before.target_shaken {
        theatre.share_fright(&mut battle, group.target, umpire);
    }
    // P10: several officers with one unit each roll.
    let rolled_for = theatre.endangered(&battle, group.target).map(|(officer, _)| officer);
    let hits = after.target_hits - before.target_hits;
    theatre.endanger_others(&mut battle, group.target, rolled_for, (CasualtyCheck::Fire, hits));
    if after.target != before.target {
        let (off, standing) = (&mut sent.off[FIGHTERS_MAX], &mut after.target);
        theatre.happen(&mut battle, group.target, foe, (&before.target, standing), off, umpire);
    }
    for (index, id) in group.attackers.iter().enumerate().rev() {
        let (was, now) = (&before.attackers[index], &mut after.attackers[index]);
        let unit = battle.unit_mut(*id);
        (unit.overenthusiastic, unit.out_of_ammo) = (now.overenthusiastic, now.out_of_ammo);
        if was.struck && !now.struck && was.standing.ending == Ending::Stands {
            theatre.spend_commander(&mut battle, *id);
        }
        let hit = now.struck && !was.struck;
        if was.standing.condition.panic > 0 && now.standing.condition.panic == 0 && now.is_charging() {
            theatre.rally(&mut battle, *id);
        }
        if now.going == Going::Halted && was.going != Going::Halted {
            theatre.share_fright(&mut battle, *id, umpire);
        }
        // What this step did not touch may meanwhile have been touched on the map.
        if now.standing != was.standing {
            if hit {
                let count = theatre.hits_between(&battle, *id, was.standing.condition, now.standing.condition);
                let rolled_for = theatre.endangered(&battle, *id).map(|(officer, _)| officer);
                theatre.endanger_others(&mut battle, *id, rolled_for, (CasualtyCheck::Fire, count));
            }
            let pair = (&was.standing, &mut now.standing);
            theatre.happen(&mut battle, *id, group.target, pair, &mut sent.off[index], umpire);
        }
    }
    battle.set_charge(Some((after, sent)));
    Ok(battle)
}

impl Theatre {
    /// Ripples, casualties and tests for other reasons may have changed units of the charge: they go on as they are now.
    pub(super) fn look_again(&self, battle: &mut Course, group: &Group) {
        let Some((mut charge, mut sent)) = battle.charge().cloned() else { return };
        let turn = battle.turn;
        let refresh = |id: UnitId, standing: &mut Standing| {
            let unit = battle.unit(id);
            (standing.condition, standing.grade) = (unit.condition, unit.grade);
            // Somebody else may lead it now, or nobody, and a wound stays with whoever has it. COST: few units have an officer.
            let led = battle.officers_with(id).next().is_some();
            let steady = if led { self.steadying(battle, id).map(|(_, commander)| commander) } else { None };
            let command = if led { self.helped_by(battle, id, steady) } else { None };
            standing.command = Command::of(command.as_ref());
        };
        let ends = |id: UnitId, off: &mut bool, standing: &mut Standing| {
            let unit = battle.unit(id);
            if !unit.is_on_field() {
                standing.ending = if standing.ending == Ending::Stands { Ending::Gone } else { standing.ending };
                *off = true;
            } else if unit.has_withdrawn(turn) && !*off && unit.done.moved && standing.ending == Ending::Stands {
                let kind = if unit.withdrew == Withdrawal::Rout { Ending::Routs } else { Ending::Retreats };
                standing.ending = kind;
                *off = true;
            }
        };
        for (index, id) in group.attackers.iter().enumerate() {
            let attacking = &mut charge.attackers[index];
            refresh(*id, &mut attacking.standing);
            ends(*id, &mut sent.off[index], &mut attacking.standing);
            attacking.overenthusiastic = battle.unit(*id).overenthusiastic;
        }
        refresh(group.target, &mut charge.target);
        charge.target_overenthusiastic = battle.unit(group.target).overenthusiastic;
        // A target that had withdrawn before it was charged stands where it ran to.
        if !battle.unit(group.target).is_on_field() {
            ends(group.target, &mut sent.off[FIGHTERS_MAX], &mut charge.target);
        }
        battle.set_charge(Some((charge, sent)));
    }

    /// What a step did to one unit happens on the map.
    fn happen<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        foe: UnitId,
        (before, standing): (&Standing, &mut Standing),
        off: &mut bool,
        umpire: &mut U,
    ) {
        if *off || !battle.unit(id).is_on_field() {
            return;
        }
        self.learn_grade(battle, id, standing.grade);
        let officer = self.endangered(battle, id).map(|(officer, _)| officer);
        let how = match standing.ending {
            Ending::Retreats => Some(Withdrawn::Retreat),
            Ending::Routs => Some(Withdrawn::Rout),
            Ending::Stands | Ending::Engaged | Ending::Gone => None,
        };
        if let Some(how) = how.filter(|_| before.ending == Ending::Stands) {
            *off = true;
            self.send_off(battle, id, how, Cause::of(foe));
        }
        if battle.unit(id).condition != standing.condition {
            self.settle(battle, id, standing.condition, umpire);
        }
        let casualty = std::mem::replace(&mut standing.casualty, Casualty::None);
        self.take_casualty(battle, id, officer, casualty, umpire);
    }

    /// A unit withdraws next, and whoever follows up behind it after it (S 11).
    pub(super) fn send_off(&self, battle: &mut Course, id: UnitId, how: Withdrawn, cause: Cause) {
        for unit in self.follow_ups(battle, id).into_iter().rev() {
            battle.next(Task::Follow { unit, how, cause });
        }
        battle.next(Task::Withdraw { unit: id, how, cause });
    }

    /// Units that follow up behind one that is shaken take its Panic Marker too, but not its hit.
    fn share_fright<U: Referee>(&self, battle: &mut Course, id: UnitId, umpire: &mut U) {
        let markers = self.book.limit(Limit::ShakenHits) as u8;
        for unit in self.follow_ups(battle, id) {
            umpire.cite(crate::rules::SE_COMBAT_FOLLOWUP);
            let mut condition = battle.unit(unit).condition;
            condition.take_markers(&self.book, markers, umpire);
            self.settle(battle, unit, condition, umpire);
        }
    }

    /// How many hits lie between two conditions of a unit.
    fn hits_between(&self, battle: &Course, id: UnitId, before: Condition, after: Condition) -> u16 {
        let kind = stand_kind(self.arm(battle, id), battle.unit(id).mounted);
        let per_stand = self.book.tables.hits_per_stand.at(kind).value;
        let lost = after.lost.saturating_sub(before.lost) * per_stand;
        (lost + u16::from(after.hits)).saturating_sub(before.hits.into())
    }
}
