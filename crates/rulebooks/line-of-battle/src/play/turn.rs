//! The sequence of play on the map: which step comes next, and what happens in it by itself.

use engine::Ruling;
use engine::book::Procedure;

use super::command::SomeLeaders;
use super::deed::Deed;
use super::position::{Battle, Position};
use super::refuse::no;
use super::state::{Done, UnitId, UnitNow, Works};
use super::theatre::{Theatre, index};
use crate::charts::MoraleState;
use crate::command::Order;
use crate::formations::{Digging, DiggingOutcome, DiggingSituation};
use crate::rally::{LossRecovery, RallyPhase, RallySituation, RecoverySituation};
use crate::rules::*;
use crate::turn::{NextStep, Player, StepSituation, TurnStep};
use crate::unit::{Arm, Formation};
use crate::{Event, Referee};

impl Theatre {
    /// A command belongs into this step.
    pub(crate) fn check_step(&self, battle: &impl Position, step: TurnStep) -> Result<(), engine::Refusal> {
        if battle.over {
            return Err(super::refuse::senseless("do", "the battle is over"));
        }
        if battle.step != step {
            let rule = if step == TurnStep::Orders { LB_SEQ_COMMAND } else { LB_SEQ_ACTIVITY };
            return Err(no("do", rule, format!("this belongs into the step {step}, and this is {}", battle.step)));
        }
        if step == TurnStep::Activity && battle.advance.is_some() {
            return Err(no("do", LB_CHG_SEQ, "the stack that has won its Charge goes on or halts first"));
        }
        Ok(())
    }

    /// The Orders step is over; what follows goes by itself up to the Activity Phase.
    pub(crate) fn end_step<U: Referee>(&self, battle: &mut Battle, umpire: &mut U) -> Ruling<(), U> {
        self.check_step(battle, TurnStep::Orders)?;
        self.go_to_next_choice(battle, umpire)
    }

    /// The Activity Phase is over; the Rally Phase follows by itself, then the other side's turn.
    pub(crate) fn end_phase<U: Referee>(&self, battle: &mut Battle, umpire: &mut U) -> Ruling<(), U> {
        self.check_step(battle, TurnStep::Activity)?;
        if let Some(unit) = self.must_withdraw(battle) {
            let why = format!(
                "{} is under fire and its division is Stopped: move it away from the enemy first",
                self.unit(unit).name
            );
            return Err(no("do", LB_FLUKE_RESULT, why).into());
        }
        self.count_idle(battle, umpire)?;
        self.release_stopped(battle);
        self.go_to_next_choice(battle, umpire)
    }

    /// A unit of a Stopped division that must and can withdraw.
    pub(crate) fn must_withdraw(&self, battle: &impl Position) -> Option<UnitId> {
        // COST: most of the time nobody is Stopped.
        if battle.formations.iter().all(|formation| !formation.stopped) {
            return None;
        }
        self.unit_ids().find(|id| {
            let card = self.unit(*id);
            let now = battle.unit(*id);
            card.side == battle.active
                && now.done == Done::Nothing
                && now.at.is_some()
                && battle.formation(self.formation(card.formation).division).stopped
                && self.is_exposed(battle, *id)
                && self.withdrawal_of(battle, *id).is_some()
        })
    }

    /// Steps through the sequence of play until somebody has something to decide.
    fn go_to_next_choice<U: Referee>(&self, battle: &mut Battle, umpire: &mut U) -> Ruling<(), U> {
        loop {
            let player = if battle.active == self.first { Player::First } else { Player::Second };
            let midnight = self.turn(battle).midnight;
            let next = NextStep::run(&self.book, &StepSituation { player, step: battle.step, midnight }, umpire)?;
            battle.aside().active = if next.player == Player::First { self.first } else { self.first.enemy() };
            battle.aside().step = next.step;
            let (turn, side, step) = (battle.turn, battle.active, battle.step);
            umpire.tell(|| Event::Deed(Deed::StepBegan { turn, side, step }));
            match next.step {
                TurnStep::Orders => {
                    self.begin_player_turn(battle);
                    return self.deliver(battle, umpire);
                }
                TurnStep::AttackRecovery => self.attack_recovery(battle, umpire)?,
                TurnStep::FlukeStoppage => self.fluke_stoppage(battle, umpire)?,
                TurnStep::Activity => {
                    self.begin_activity(battle);
                    return Ok(());
                }
                TurnStep::Rally => {
                    self.fulfil(battle, umpire)?;
                    self.rally(battle, umpire)?;
                    self.replenish(battle, umpire)?;
                }
                TurnStep::RemoveCbf => self.remove_cbf(battle),
                TurnStep::LossRecovery => self.recover(battle, umpire)?,
                TurnStep::End => {
                    if usize::from(battle.turn) >= self.turns.len() {
                        return self.finish(battle, umpire);
                    }
                    battle.aside().turn += 1;
                }
            }
        }
    }

    fn begin_player_turn(&self, battle: &mut Battle) {
        let active = battle.active;
        for leader in &mut battle.aside().leaders {
            if self.formation(leader.post).side == active {
                leader.rolled = false;
            }
        }
    }

    /// Nobody has done anything in this phase yet.
    fn begin_activity(&self, battle: &mut Battle) {
        let now = battle.aside();
        for unit in &mut now.units {
            (unit.done, unit.retreated) = (Done::Nothing, false);
        }
        for leader in &mut now.leaders {
            leader.moved = false;
        }
        for formation in &mut now.formations {
            (formation.zero, formation.hq_moved) = (None, false);
        }
        for wagon in &mut now.wagons {
            wagon.moved = false;
        }
        now.fired.clear();
        now.shots.clear();
        (now.advance, now.zero_brigade) = (None, None);
    }

    /// The units of the active side, wherever they are.
    fn own_units(&self, battle: &Battle) -> &[UnitId] {
        &self.almanac.rolls[index(battle.active)].units
    }

    /// P13 for every unit of the active side; its Cowardly Legs are removed. Each unit is a step: nothing but the battle lives on.
    fn rally<U: Referee>(&self, battle: &mut Battle, umpire: &mut U) -> Ruling<(), U> {
        let side = battle.active;
        battle.aside().legs.retain(|legs| legs.side != side);
        for id in self.own_units(battle).iter().copied() {
            let now = battle.unit(id);
            if now.at.is_none() {
                continue;
            }
            if now.state != MoraleState::Normal || self.is_in_town(now) {
                *battle = umpire.step(&(self, id), battle.take(), rally_unit)?;
            }
        }
        Ok(())
    }

    fn is_in_town(&self, unit: &UnitNow) -> bool {
        unit.at.and_then(|at| self.field.cell(at)).is_some_and(|cell| self.field.passages[cell].town)
    }

    fn remove_cbf(&self, battle: &mut Battle) {
        for id in self.own_units(battle) {
            if battle.unit(*id).at.is_some() {
                battle.aside().units[id.index()].cbf = 0;
            }
        }
    }

    /// P14 at midnight.
    fn recover<U: Referee>(&self, battle: &mut Battle, umpire: &mut U) -> Ruling<(), U> {
        for id in self.own_units(battle).iter().copied() {
            let (card, now) = (self.unit(id), *battle.unit(id));
            if now.at.is_none() {
                continue;
            }
            // A stack that is full has no room for men who return.
            let room = now.at.map_or(0, |at| {
                let there: u16 =
                    self.units_at(battle, at, card.side).iter().map(|id| u16::from(battle.unit(*id).sp)).sum();
                self.stacking_limit().saturating_sub(there)
            });
            let situation = RecoverySituation {
                printed: card.printed,
                sp: now.sp,
                sharpshooter: card.sharpshooter,
                under_orders: self.order_over(battle, id).order != Order::None,
            };
            let outcome = LossRecovery::run(&self.book, &situation, umpire)?;
            let sp = now.sp + u16::from(outcome.recovered).min(room) as u8;
            if sp != now.sp {
                battle.unit_mut(id).sp = sp;
                umpire.tell(|| Event::Deed(Deed::Left { unit: id, sp, state: now.state }));
            }
        }
        Ok(())
    }

    /// Turns of doing nothing, and the Breastworks that come of them where this table plays it.
    fn count_idle<U: Referee>(&self, battle: &mut Battle, umpire: &mut U) -> Ruling<(), U> {
        for id in self.own_units(battle).iter().copied() {
            let now = &mut battle.aside().units[id.index()];
            if now.at.is_none() {
                continue;
            }
            now.idle = if now.done == Done::Nothing && !now.retreated { now.idle.saturating_add(1) } else { 0 };
            let (formation, idle, facing, at) = (now.formation, now.idle, now.facing, now.at);
            let Some(at) = at.filter(|_| self.book.switches.breastworks_building) else { continue };
            if self.unit(id).arm != Arm::Infantry || formation != Formation::Line {
                continue;
            }
            let situation = DiggingSituation {
                formation,
                idle_turns: idle.into(),
                unordered: matches!(self.order_of(battle, id).order, Order::None | Order::Reserve),
                in_ezoc: self.in_zone_of(battle, at, battle.active.enemy()),
            };
            let works = Works { at, facing };
            let built = Digging::run(&self.book, &situation, umpire)? == DiggingOutcome::Built;
            if built && !battle.works.contains(&works) {
                battle.aside().works.push(works);
                umpire.tell(|| Event::Deed(Deed::DugIn { unit: id }));
            }
        }
        Ok(())
    }
}

/// P13 for one unit.
fn rally_unit<U: Referee>((theatre, id): &(&Theatre, UnitId), mut battle: Battle, umpire: &mut U) -> Ruling<Battle, U> {
    let (id, card, now) = (*id, theatre.unit(*id), *battle.unit(*id));
    let leaders = now.at.map_or_else(SomeLeaders::new, |at| theatre.leaders_at(&battle, at, card.side));
    let chain = leaders.iter().map(|leader| battle.leaders[leader.index()]);
    let leader = chain.filter(|leader| theatre.is_under(card.formation, leader.post)).map(|leader| leader.morale).max();
    let situation = RallySituation {
        arm: card.arm,
        formation: now.formation,
        printed: card.printed,
        sp: now.sp,
        state: now.state,
        leader: leader.unwrap_or(0),
        in_town: theatre.is_in_town(&now),
        sharpshooter: card.sharpshooter,
        under_orders: false,
        midnight: false,
    };
    let outcome = RallyPhase::run(&theatre.book, &situation, umpire)?;
    if outcome.state != now.state {
        battle.unit_mut(id).state = outcome.state;
        umpire.tell(|| Event::Deed(Deed::Left { unit: id, sp: now.sp, state: outcome.state }));
    }
    Ok(battle)
}
