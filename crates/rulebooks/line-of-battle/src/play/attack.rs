//! Attacks that end: Attack Recovery (P4), Fluke Stoppage (P5), the Zero Rule (P3), and what an ended order leaves behind.

use engine::Ruling;
use engine::book::Procedure;

use super::deed::Deed;
use super::position::{Battle, Position};
use super::quiet::silent;
use super::state::{Dispatch, Done, FormationId, InForce, Instruction, UnitId};
use super::theatre::Theatre;
use crate::charts::{Activity, Level, MoraleState, MoveColumn};
use crate::command::{
    AttackRecovery, Cause, DivisionUnit, FlukeOutcome, FlukeSituation, FlukeStoppage, Order, OrderEnd,
    OrderEndSituation, RecoveryOutcome, RecoverySituation, Reserve, ReserveRegiment, ZeroRule, ZeroSituation,
    is_reserve,
};
use crate::rules::*;
use crate::unit::{Arm, Light};
use crate::{Event, Referee};

impl Theatre {
    /// The units of a formation and of all below it.
    pub(crate) fn units_of(&self, formation: FormationId) -> impl Iterator<Item = UnitId> {
        self.members[formation.index()].iter().copied()
    }

    /// The divisions of the active side that execute an Attack order.
    fn attacking_divisions(&self, battle: &impl Position) -> Vec<FormationId> {
        let attacks = |id: &FormationId| {
            self.is_division(*id)
                && self.formation(*id).side == battle.active
                && self.order_in_force(battle, *id).order == Order::Attack
        };
        self.formation_ids().filter(attacks).collect()
    }

    /// The order of a formation ends.
    pub(crate) fn end_order<U: Referee>(
        &self,
        battle: &mut Battle,
        formation: FormationId,
        cause: Cause,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let order = battle.formation(formation).order.order;
        if order == Order::None {
            return Ok(());
        }
        let outcome = OrderEnd::run(&self.book, &OrderEndSituation { order, cause }, umpire)?;
        let command = self.formation(formation).command;
        // Divisions that have not accepted it yet never will; who gives it up stops them with the others.
        let late = if outcome.whole_command { self.forget_attack(battle, command) } else { Vec::new() };
        let concerned: Vec<FormationId> = self
            .formation_ids()
            .filter(|id| {
                let mate = outcome.whole_command
                    && self.formation(*id).command == command
                    && battle.formation(*id).order.order == Order::Attack;
                *id == formation || mate || outcome.stopped && late.contains(id)
            })
            .collect();
        for id in concerned {
            let division = self.formation(id).division;
            battle.aside().formations[id.index()].order = InForce::NONE;
            self.end_orders_below(battle, id);
            let now = &mut battle.aside().formations[division.index()];
            now.recovering |= outcome.recovering;
            now.stopped |= outcome.stopped;
            if outcome.stopped {
                self.end_reserves(battle, division);
                umpire.tell(|| Event::Deed(Deed::Stopped { formation: division }));
            }
            umpire.tell(|| Event::Deed(Deed::OrderEnded { formation: id }));
        }
        Ok(())
    }

    /// An attack that has ended for a whole Command waits for none of its divisions any more: those for which it did.
    fn forget_attack(&self, battle: &mut Battle, command: FormationId) -> Vec<FormationId> {
        let attacks = |sent: &Dispatch| matches!(sent.says, Instruction::Attack(_));
        // A newer attack that the Command itself has not accepted is another one.
        let still_waits = |copy: &Dispatch| {
            let same = |other: &Dispatch| (other.sent, other.says) == (copy.sent, copy.says);
            copy.relay.is_some_and(|relay| battle.dispatches.iter().any(|other| other.to == relay && same(other)))
        };
        let ends = |sent: &Dispatch| {
            let copy = sent.relay.is_some() && self.formation(sent.to).command == command;
            copy && attacks(sent) && !still_waits(sent)
        };
        let ended: Vec<Dispatch> = battle.dispatches.iter().filter(|sent| ends(sent)).copied().collect();
        if !ended.is_empty() {
            battle.aside().dispatches.retain(|sent| !ended.contains(sent));
        }
        ended.into_iter().map(|sent| sent.to).collect()
    }

    /// What a battle has ordered to parts of a formation does not outlive the orders of the whole.
    pub(crate) fn end_orders_below(&self, battle: &mut Battle, formation: FormationId) {
        let ordered = |id: &FormationId| *id != formation && battle.formation(*id).order != InForce::NONE;
        let below: Vec<FormationId> =
            self.formation_ids().filter(ordered).filter(|id| self.is_under(*id, formation)).collect();
        for id in below {
            battle.aside().formations[id.index()].order = InForce::NONE;
        }
    }

    /// S 14: a stopped division loses its Reserve.
    fn end_reserves(&self, battle: &mut Battle, division: FormationId) {
        for id in self.formation_ids().filter(|id| self.is_under(*id, division)) {
            battle.aside().formations[id.index()].reserve = false;
        }
        battle.aside().reserves.retain(|unit| !self.is_under(self.unit(*unit).formation, division));
    }

    /// The owner gives up the attack of a Command.
    pub(crate) fn declare_futile<U: Referee>(
        &self,
        battle: &mut Battle,
        formation: FormationId,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let attacking = self.futile(battle, formation)?;
        self.end_order(battle, attacking, Cause::Futile, umpire)?;
        self.release_stopped(battle);
        Ok(())
    }

    /// A formation of this Command whose Attack order can be given up.
    pub(crate) fn futile(
        &self,
        battle: &impl Position,
        formation: FormationId,
    ) -> Result<FormationId, engine::Refusal> {
        let known = self.formations.get(formation.index()).is_some_and(|card| card.side == battle.active);
        if !known || !self.is_command(formation) {
            return Err(battle.senseless("formation", || "name a Command of the active side".to_owned()));
        }
        let attacks = |id: &FormationId| {
            self.formation(*id).command == formation && battle.formation(*id).order.order == Order::Attack
        };
        self.formation_ids().find(attacks).ok_or_else(|| {
            let why = || "it executes no Attack order: there is nothing to give up".to_owned();
            battle.no("formation", LB_RECOV_WHEN, why)
        })
    }

    /// P4 for every division of the active side that is Recovering.
    pub(crate) fn attack_recovery<U: Referee>(&self, battle: &mut Battle, umpire: &mut U) -> Ruling<(), U> {
        for division in self.formation_ids() {
            let own = self.formation(division).side == battle.active;
            if !own || !self.is_division(division) || !battle.formation(division).recovering {
                continue;
            }
            *battle = umpire.step(&(self, division), battle.take(), recover_division)?;
        }
        Ok(())
    }

    /// P5 for every division of the active side that attacks.
    pub(crate) fn fluke_stoppage<U: Referee>(&self, battle: &mut Battle, umpire: &mut U) -> Ruling<(), U> {
        for division in self.attacking_divisions(battle) {
            // An earlier Stoppage of the same step does not end the orders of others, but their owner may have none left.
            if self.order_in_force(battle, division).order != Order::Attack {
                continue;
            }
            *battle = umpire.step(&(self, division), battle.take(), stop_division)?;
        }
        self.release_stopped(battle);
        Ok(())
    }

    /// The Reserve of a division that serves it against Fluke Stoppage; if none does, the first it holds.
    ///
    /// S 54: every Reserve stands by itself, so one that is worn out spoils no other.
    fn reserve_of(&self, battle: &impl Position, division: FormationId) -> Option<Reserve> {
        let mut held = self.reserves_of(battle, division);
        let place = held.iter().position(|reserve| is_reserve(&self.book, reserve, &mut silent())).unwrap_or(0);
        (place < held.len()).then(|| held.swap_remove(place))
    }

    /// What a division holds in Reserve: brigades, and regiments by themselves.
    fn reserves_of(&self, battle: &impl Position, division: FormationId) -> Vec<Reserve> {
        let below = || self.formation_ids().filter(|id| *id != division && self.is_under(*id, division));
        let is_brigade = |id: FormationId| self.formation(id).level == Level::Brigade;
        let brigades = below().filter(|id| is_brigade(*id)).count().clamp(1, 255) as u8;
        let regiment = |id: UnitId| ReserveRegiment {
            cavalry: self.unit(id).arm == Arm::Cavalry,
            printed: self.unit(id).printed,
            sp: battle.unit(id).sp,
            state: battle.unit(id).state,
        };
        // RULING: who is still to come is no Reserve, nor is a brigade complete before all of it is there.
        let to_come = |id: &UnitId| battle.unit(*id).at.is_none() && battle.unit(*id).sp > 0;
        let reserve = |units: &[UnitId], complete_brigade: bool| {
            let foot_or_horse = units.iter().copied().filter(|id| self.unit(*id).arm != Arm::Artillery);
            let complete_brigade = complete_brigade && !foot_or_horse.clone().any(|id| to_come(&id));
            let foot_or_horse = foot_or_horse.filter(|id| !to_come(id));
            let regiments: Vec<ReserveRegiment> = foot_or_horse.map(regiment).collect();
            let cavalry_division = self.formation(division).cavalry;
            (!regiments.is_empty()).then_some(Reserve {
                established: true,
                cavalry_division,
                brigades,
                complete_brigade,
                regiments,
            })
        };
        let whole = below().filter(|id| battle.formation(*id).reserve);
        let whole = whole.filter_map(|id| reserve(&self.members[id.index()], is_brigade(id)));
        let own = |id: &&UnitId| self.is_under(self.unit(**id).formation, division);
        let single = battle.reserves.iter().filter(own).filter_map(|id| reserve(&[*id], false));
        whole.chain(single).collect()
    }

    /// Whether the Zero Rule concerns a brigade now.
    pub(crate) fn needs_zero(&self, battle: &impl Position, brigade: FormationId) -> bool {
        let now = self.player_turn(battle);
        let zero = battle.leader_of(brigade).is_some_and(|(_, leader)| leader.command == 0 && leader.since < now);
        let division = self.formation(brigade).division;
        self.formation(brigade).level == Level::Brigade
            && zero
            && self.order_in_force(battle, division).order == Order::Attack
    }

    /// P3: one die for a brigade, before its first unit acts.
    pub(crate) fn zero_roll<U: Referee>(
        &self,
        battle: &mut Battle,
        brigade: FormationId,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        self.check_zero(battle, brigade)?;
        let plain = ZeroSituation { column: MoveColumn::Line, activity: Activity::Move, state: MoraleState::Normal };
        let outcome = ZeroRule::run(&self.book, &plain, umpire)?;
        // The brigade rolled for before is finished: what has not acted of it does nothing more.
        if let Some(before) = battle.zero_brigade {
            // Who is still to come has nothing to finish.
            let idle = |id: &UnitId| battle.unit(*id).done == Done::Nothing && battle.unit(*id).at.is_some();
            let idle: Vec<UnitId> = self.units_of(before).filter(idle).collect();
            idle.into_iter().for_each(|id| battle.aside().units[id.index()].done = Done::Move);
        }
        battle.aside().formations[brigade.index()].zero = Some(outcome.brigade);
        battle.aside().zero_brigade = Some(brigade);
        umpire.tell(|| Event::Deed(Deed::ZeroRolled { brigade, allowance: outcome.brigade }));
        Ok(())
    }

    /// Whether a brigade may be rolled for.
    pub(crate) fn check_zero(&self, battle: &impl Position, brigade: FormationId) -> Result<(), engine::Refusal> {
        if self.formations.get(brigade.index()).is_none_or(|card| card.side != battle.active) {
            return Err(battle.senseless("brigade", || "name a brigade of the active side".to_owned()));
        }
        if !self.needs_zero(battle, brigade) {
            let why = || "only attacking brigades of a leader with Command Value 0 roll: just let it act".to_owned();
            return Err(battle.no("brigade", LB_ZERO_ROLL, why));
        }
        if battle.formation(brigade).zero.is_some() {
            let why = || "it has been rolled for in this phase: let its units act".to_owned();
            return Err(battle.no("brigade", LB_ZERO_ROLL, why));
        }
        // The roll comes with the first unit that acts, and finishes the brigade before: without a unit there is none.
        let may_act = |id: UnitId| {
            let unit = battle.unit(id);
            let here = unit.at.is_some() || self.unit(id).entry.is_some_and(|entry| entry.turn <= battle.turn);
            here && unit.sp > 0 && unit.done == Done::Nothing
        };
        if !self.units_of(brigade).any(may_act) {
            let why =
                || "nobody of it is on the map, or due, and has not acted yet: there is nobody to roll for".to_owned();
            return Err(battle.no("brigade", LB_ZERO_ROLL, why));
        }
        Ok(())
    }

    /// Orders that are fulfilled at the end of a player turn.
    pub(crate) fn fulfil<U: Referee>(&self, battle: &mut Battle, umpire: &mut U) -> Ruling<(), U> {
        for id in self.formation_ids().filter(|id| self.formation(*id).side == battle.active).collect::<Vec<_>>() {
            let InForce { order, goal: Some(goal) } = battle.formation(id).order else { continue };
            let command = self.formation(id).command;
            let fulfilled = match order {
                Order::Attack => self.units_of(command).any(|unit| battle.unit(unit).at == Some(goal)),
                Order::Move => self.has_arrived(battle, id),
                Order::Reserve | Order::None => false,
            };
            if fulfilled {
                self.end_order(battle, id, Cause::Fulfilled, umpire)?;
            }
        }
        Ok(())
    }

    /// S 14: whether an enemy with small arms could fire at a unit.
    pub(crate) fn is_exposed(&self, battle: &impl Position, unit: UnitId) -> bool {
        let Some(at) = battle.unit(unit).at else { return false };
        let enemy = self.unit(unit).side.enemy();
        self.unit_ids().any(|id| {
            self.unit(id).side == enemy
                && self.unit(id).arm != Arm::Artillery
                && battle.unit(id).at.is_some_and(|from| from.distance(at) <= self.reach(id))
                && self.is_able_to_fire_at(battle, id, at)
        })
    }

    /// S 14: a unit of a Stopped division that is under small arms does nothing else before it has got farther away, if it can.
    pub(crate) fn check_withdraws(&self, battle: &impl Position, unit: UnitId) -> Result<(), engine::Refusal> {
        let division = self.formation(self.unit(unit).formation).division;
        if !battle.formation(division).stopped || !self.is_exposed(battle, unit) {
            return Ok(());
        }
        if self.withdrawal_of(battle, unit).is_none() {
            return Ok(());
        }
        let why = || {
            let (name, division) = (&self.unit(unit).name, &self.formation(division).name);
            format!("{division} is Stopped and {name} under fire: it has to get farther from the enemy first")
        };
        Err(battle.no("units", LB_FLUKE_RESULT, why))
    }

    /// Stopped divisions that nobody can fire at, or not any more, are merely without orders.
    pub(crate) fn release_stopped(&self, battle: &mut Battle) {
        for id in self.formation_ids() {
            let own = self.formation(id).side == battle.active && battle.formation(id).stopped;
            let runs = battle.formation(self.formation(id).command).running;
            if own && !runs && !self.units_of(id).any(|unit| self.is_exposed(battle, unit)) {
                battle.aside().formations[id.index()].stopped = false;
            }
        }
    }
}

/// P4 for one division.
fn recover_division<U: Referee>(
    (theatre, division): &(&Theatre, FormationId),
    mut battle: Battle,
    umpire: &mut U,
) -> Ruling<Battle, U> {
    let unit = |id: UnitId| DivisionUnit {
        arm: theatre.unit(id).arm,
        printed: theatre.unit(id).printed,
        sp: battle.unit(id).sp,
        open_order: theatre.unit(id).open_order,
    };
    let situation = RecoverySituation {
        command_value: battle.leader_of(*division).map_or(0, |(_, leader)| leader.command),
        units: theatre.units_of(*division).map(unit).collect(),
        first_twilight: theatre.turn(&battle).first_twilight,
    };
    if AttackRecovery::run(&theatre.book, &situation, umpire)? == RecoveryOutcome::Recovered {
        battle.aside().formations[division.index()].recovering = false;
        umpire.tell(|| Event::Deed(Deed::Recovered { formation: *division }));
    }
    Ok(battle)
}

/// P5 for one division.
fn stop_division<U: Referee>(
    (theatre, division): &(&Theatre, FormationId),
    mut battle: Battle,
    umpire: &mut U,
) -> Ruling<Battle, U> {
    let now = battle.formation(*division);
    let situation = FlukeSituation {
        command_value: battle.leader_of(*division).map_or(0, |(_, leader)| leader.command),
        turn: battle.turn,
        turns_since_arrival: (now.arrived > 0).then(|| battle.turn.saturating_sub(now.arrived)),
        original_leader_lost: now.original_lost,
        reserve: theatre.reserve_of(&battle, *division),
        night: theatre.turn(&battle).light == Light::Night,
    };
    if FlukeStoppage::run(&theatre.book, &situation, umpire)? == FlukeOutcome::Stoppage {
        theatre.end_order(&mut battle, *division, Cause::Stopped, umpire)?;
    }
    Ok(battle)
}
