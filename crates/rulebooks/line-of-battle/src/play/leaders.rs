//! Leaders on the map: losses and replacement (S 39), capture, and their own movement.

use engine::book::Procedure;
use engine::{Refusal, Ruling, Side as Army};
use field::hex::{Hex, Side};

use super::deed::Deed;
use super::ground::Passage;
use super::position::{Battle, Position};
use super::quiet::silent;
use super::refuse::refusal_of;
use super::state::{FormationId, LeaderId, LeaderNow};
use super::theatre::{Entry, Theatre, index};
use super::wagons::rider_situation;
use crate::charts::{LeaderFate, LossCase};
use crate::leaders::{CANDIDATES_MAX, LeaderLoss, LeaderSituation, Replacement, ReplacementSituation};
use crate::movement::{KnownWay, March, MovementSituation, Piece};
use crate::questions::SUCCESSOR;
use crate::rules::*;
use crate::{Event, Referee};

impl Theatre {
    /// What became of the leaders of a stack.
    pub(crate) fn leaders_after<U: Referee>(
        &self,
        battle: &mut Battle,
        leaders: &[LeaderId],
        fates: &[LeaderFate],
        umpire: &mut U,
    ) -> Ruling<(), U> {
        for (leader, fate) in leaders.iter().zip(fates) {
            if *fate != LeaderFate::Unhurt {
                self.lose_leader(battle, *leader, *fate, umpire)?;
            }
        }
        Ok(())
    }

    /// A leader is wounded, killed or captured; somebody takes over at once.
    fn lose_leader<U: Referee>(
        &self,
        battle: &mut Battle,
        leader: LeaderId,
        fate: LeaderFate,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let LeaderNow { at, post, since, .. } = battle.leaders[leader.index()];
        let now = &mut battle.aside().leaders[leader.index()];
        (now.fate, now.at) = (fate, None);
        umpire.tell(|| Event::Deed(Deed::LeaderLost { leader, fate }));
        let formation = &mut battle.aside().formations[post.index()];
        formation.original_lost |= since == 0;
        formation.leader = None;
        // The next level down: brigades under a division, and neither its guns nor, under a corps, a brigade of its own.
        let directly = || self.formation_ids().filter(|id| self.formation(*id).above == Some(post));
        let next = directly().filter(|id| !self.formation(*id).artillery).map(|id| self.formation(id).level).min();
        let below: Vec<(FormationId, LeaderId, u8)> = directly()
            .filter(|id| Some(self.formation(*id).level) == next && !self.formation(*id).artillery)
            .filter_map(|id| {
                battle
                    .leader_of(id)
                    .filter(|(_, leader)| leader.at.is_some())
                    .map(|(who, leader)| (id, who, leader.command))
            })
            .take(CANDIDATES_MAX)
            .collect();
        let situation = ReplacementSituation {
            side: self.formation(post).side,
            level: self.formation(post).level,
            candidates: below.iter().map(|(_, _, command)| *command).collect(),
        };
        umpire.name_choices(&SUCCESSOR, || {
            let best = situation.candidates.iter().max();
            let equals = below.iter().filter(|(_, _, command)| Some(command) == best);
            equals.map(|(_, leader, _)| self.called(battle, *leader)).collect()
        });
        let outcome = Replacement::run(&self.book, &situation, umpire)?;
        match outcome.successor.and_then(|place| below.get(usize::from(place))) {
            Some((vacated, successor, _)) => {
                let turn = self.player_turn(battle);
                let promoted = &mut battle.aside().leaders[successor.index()];
                let stands = promoted.at;
                (promoted.post, promoted.since) = (post, turn);
                battle.aside().formations[post.index()].leader = Some(*successor);
                battle.aside().formations[vacated.index()].leader = None;
                let (leader, formation) = (*successor, post);
                umpire.tell(|| Event::Deed(Deed::TookOver { leader, formation }));
                self.replace(battle, *vacated, stands, umpire);
            }
            None => self.replace(battle, post, at, umpire),
        }
        Ok(())
    }

    /// A Replacement, without values, with the nearest unit of the formation.
    fn replace<U: Referee>(&self, battle: &mut Battle, post: FormationId, near: Option<Hex>, umpire: &mut U) {
        let side = self.formation(post).side;
        let stands = near.filter(|hex| self.holder(battle, *hex) == Some(side));
        let units = self.units_of(post).filter_map(|id| battle.unit(id).at);
        let at = stands.or_else(|| units.min_by_key(|hex| (near.map_or(0, |near| near.distance(*hex)), *hex)));
        let (leader, since) = (LeaderId(battle.leaders.len() as u16), self.player_turn(battle));
        battle.aside().leaders.push(LeaderNow {
            at,
            command: 0,
            morale: 0,
            fate: LeaderFate::Unhurt,
            post,
            since,
            rolled: true,
            moved: true,
        });
        battle.aside().formations[post.index()].leader = Some(leader);
        umpire.tell(|| Event::Deed(Deed::TookOver { leader, formation: post }));
    }

    /// Leaders whose stack is gone join the nearest friends, if the enemy is there already.
    pub(crate) fn stranded(&self, battle: &mut Battle, at: Hex, side: Army) {
        if self.holder(battle, at) == Some(side.enemy()) {
            self.rejoin(battle, at, side);
        }
    }

    /// Puts everybody of a side in a hex with the nearest friendly combat unit.
    pub(crate) fn rejoin(&self, battle: &mut Battle, at: Hex, side: Army) {
        let friends = self.nearest(battle, at, side).map(|(_, hex)| hex);
        for id in &self.leaders_at(battle, at, side) {
            battle.aside().leaders[id.index()].at = friends;
        }
    }

    /// S 43: enemies of a side who enter hexes with its leaders or HQs alone in them.
    pub(crate) fn overrun<U: Referee>(
        &self,
        battle: &mut Battle,
        hexes: &[Hex],
        side: Army,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        if !self.is_anyone_behind(battle, hexes, side) {
            return Ok(());
        }
        for hex in hexes {
            if self.holder(battle, *hex) == Some(side) {
                continue;
            }
            for leader in self.leaders_at(battle, *hex, side).iter().copied() {
                let situation = LeaderSituation { case: LossCase::Capture, sharpshooters: false };
                let fate = LeaderLoss::run(&self.book, &situation, umpire)?;
                if fate != LeaderFate::Unhurt {
                    self.lose_leader(battle, leader, fate, umpire)?;
                }
            }
            self.rejoin(battle, *hex, side);
            for id in self.formation_ids().filter(|id| self.formation(*id).side == side) {
                if battle.formation(id).hq == Some(*hex) {
                    let leader = battle.leader_of(id).and_then(|(_, leader)| leader.at);
                    battle.aside().formations[id.index()].hq =
                        leader.or(self.nearest(battle, *hex, side).map(|(_, at)| at));
                    self.headquarters_reached(battle, id, hexes, umpire)?;
                }
            }
            self.destroy_wagons(battle, *hex, side, umpire);
        }
        Ok(())
    }

    /// Whether a leader, an HQ or a wagon of a side is in one of these hexes.
    ///
    /// COST: nobody is in the way of most marches.
    pub(crate) fn is_anyone_behind(&self, battle: &impl Position, hexes: &[Hex], side: Army) -> bool {
        let Some(first) = hexes.first() else { return false };
        let (mut low, mut high) = (*first, *first);
        for hex in hexes {
            (low.q, low.r) = (low.q.min(hex.q), low.r.min(hex.r));
            (high.q, high.r) = (high.q.max(hex.q), high.r.max(hex.r));
        }
        // COST: where they are is asked first, for hardly anybody is about; what is below nought is very large without its sign, so
        // each number is compared once.
        let (wide, deep) = ((high.q - low.q) as u16, (high.r - low.r) as u16);
        let about = |at: Hex| (at.q.wrapping_sub(low.q) as u16 <= wide) & (at.r.wrapping_sub(low.r) as u16 <= deep);
        let behind = |at: Option<Hex>| at.is_some_and(|at| about(at) && hexes.contains(&at));
        // COST: whoever leads is found by what he leads, so nobody of the other side is looked at.
        let led = |id: &FormationId| {
            let now = battle.formation(*id);
            behind(now.hq) || now.leader.is_some_and(|leader| behind(battle.leaders[leader.index()].at))
        };
        let anyone = self.almanac.rolls[index(side)].formations.iter().any(led);
        let leads = |leader: &LeaderNow| behind(leader.at) && self.formation(leader.post).side == side;
        let has_hq = |id: FormationId| self.formation(id).side == side && behind(battle.formation(id).hq);
        debug_assert_eq!(anyone, battle.leaders.iter().any(leads) || self.formation_ids().any(has_hq));
        anyone || battle.wagons.iter().zip(&self.wagons).any(|(now, card)| behind(now.at) && card.side == side)
    }

    /// When and where a leader comes on, if he is still to come.
    pub(crate) fn leader_entry(&self, battle: &impl Position, id: LeaderId) -> Option<Entry> {
        let now = battle.leaders.get(id.index())?;
        let entry = self.leaders.get(id.index()).and_then(|card| card.entry);
        entry.filter(|entry| now.at.is_none() && now.fate == LeaderFate::Unhurt && battle.turn >= entry.turn)
    }

    /// Where a leader, or an HQ, would ride; or why he may not.
    pub(crate) fn check_ride(&self, battle: &impl Position, from: Hex, path: &[Side]) -> Result<Hex, Refusal> {
        self.ride(battle, (from, false), path, false, &mut silent()).map_err(refusal_of)
    }

    /// The same for a leader who may still have to come on.
    pub(crate) fn check_leader(&self, battle: &impl Position, id: LeaderId, path: &[Side]) -> Result<Hex, Refusal> {
        let from = (self.rider(battle, id)?, battle.leaders[id.index()].at.is_none());
        self.ride(battle, from, path, false, &mut silent()).map_err(refusal_of)
    }

    /// S 44: somebody who rides or drives sets out; who comes on pays for his hex first.
    pub(super) fn set_out_alone<U: Referee>(
        &self,
        battle: &impl Position,
        situation: &MovementSituation,
        (from, arrives): (Hex, bool),
        umpire: &mut U,
    ) -> Ruling<March, U> {
        let mut march = March::begin(&self.book, situation, umpire)?;
        march.in_town = self.field.at(from).is_some_and(|ground| ground.town);
        if let Some(way) = self.way_on(from).filter(|_| arrives) {
            march.in_town = false;
            umpire.cite(LB_HOUSE_ENTRY);
            if march.enter_there(&self.book, situation, &way, (false, false), umpire)?.is_some() {
                let why = || format!("nobody of its kind may enter hex {}, where it comes on", self.number(from));
                return Err(battle.no("path", LB_HOUSE_ENTRY, why).into());
            }
        }
        Ok(march)
    }

    /// Whether somebody who rides may go to the next hex: what is not prohibited he can always reach.
    pub(crate) fn can_ride(&self, battle: &impl Position, from: Hex, side: Side) -> bool {
        let next = from.neighbour(side);
        let open = |cell| self.field.passages[cell].tolls[side.opposite().index()].for_leaders().is_some();
        self.field.cell(next).is_some_and(open) && self.holder(battle, next) != Some(battle.active.enemy())
    }

    /// At the prices of the procedure where they are told, otherwise at those worked out beforehand, which are the same.
    fn ride<U: Referee>(
        &self,
        battle: &impl Position,
        (from, arrives): (Hex, bool),
        path: &[Side],
        told: bool,
        umpire: &mut U,
    ) -> Ruling<Hex, U> {
        let situation = rider_situation(Piece::Leader);
        let mut march = self.set_out_alone(battle, &situation, (from, arrives), umpire)?;
        let mut at = from;
        for (number, side) in path.iter().enumerate() {
            let next = at.neighbour(*side);
            let field = || format!("path[{number}]");
            let Some(cell) = self.field.cell(next) else {
                return Err(battle.senseless(&field(), || "there the map ends: stop before it".to_owned()).into());
            };
            if self.holder(battle, next) == Some(battle.active.enemy()) {
                let why = || "enemy combat units are there: ride round them".to_owned();
                return Err(battle.no(&field(), LB_SEQ_ACTIVITY, why).into());
            }
            let across = side.opposite().index();
            let stop = if told && U::KEEPS {
                let way = &self.field.hexes[cell].entries[across];
                march.enter_there(&self.book, &situation, way, (false, false), umpire)?
            } else {
                let Passage { tolls, town, .. } = &self.field.passages[cell];
                let tolls = &tolls[across];
                let way = KnownWay { tolls, ezoc: false, next_to_enemy: false, town: *town, road: false };
                march.enter_known(&self.book, &situation, way, umpire)?
            };
            if stop.is_some() {
                let left = march.left;
                let why =
                    || format!("{left} MPs are left, too few for this hex, or nobody may go there: stop before it");
                return Err(battle.no(&field(), LB_TEM_MA, why).into());
            }
            at = next;
        }
        Ok(at)
    }

    /// Where a leader of the active side may begin to ride, if he has not moved.
    pub(crate) fn rider(&self, battle: &impl Position, id: LeaderId) -> Result<Hex, Refusal> {
        let Some(now) = battle.leaders.get(id.index()) else {
            return Err(battle.senseless("leader", || "there is no such leader".to_owned()));
        };
        if self.formation(now.post).side != battle.active || now.fate != LeaderFate::Unhurt {
            return Err(battle.senseless("leader", || "he is not there, or of the other side".to_owned()));
        }
        if now.moved {
            let why = || "he has moved in this phase: he rides again in the next".to_owned();
            return Err(battle.no("leader", LB_SEQ_ACTIVITY, why));
        }
        let comes = self.leader_entry(battle, id).and_then(|entry| self.entry_hex(battle, entry, battle.active));
        now.at.or(comes).ok_or_else(|| battle.senseless("leader", || "he is not on the map".to_owned()))
    }

    /// A leader rides by himself.
    pub(crate) fn move_leader<U: Referee>(
        &self,
        battle: &mut Battle,
        leader: LeaderId,
        path: &[Side],
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let from = (self.rider(battle, leader)?, battle.leaders[leader.index()].at.is_none());
        let at = self.ride(battle, from, path, true, umpire)?;
        let now = &mut battle.aside().leaders[leader.index()];
        (now.at, now.moved) = (Some(at), true);
        let formation = now.post;
        umpire.tell(|| Event::Deed(Deed::LeaderMoved { formation, at }));
        Ok(())
    }

    /// An HQ moves; that of the army only with its commander (S 12).
    pub(crate) fn move_hq<U: Referee>(
        &self,
        battle: &mut Battle,
        formation: FormationId,
        path: &[Side],
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let from = self.movable_hq(battle, formation)?;
        let at = self.ride(battle, (from, false), path, true, umpire)?;
        let now = &mut battle.aside().formations[formation.index()];
        (now.hq, now.hq_moved) = (Some(at), true);
        umpire.tell(|| Event::Deed(Deed::LeaderMoved { formation, at }));
        Ok(())
    }

    /// Where an HQ stands that may move.
    pub(crate) fn movable_hq(&self, battle: &impl Position, formation: FormationId) -> Result<Hex, Refusal> {
        let own = self.formations.get(formation.index()).is_some_and(|card| card.side == battle.active);
        let Some(hq) = battle.formations.get(formation.index()).and_then(|now| now.hq).filter(|_| own) else {
            return Err(battle.senseless("formation", || "it has no HQ on the map: move its leader".to_owned()));
        };
        if battle.formation(formation).hq_moved {
            let why = || "its HQ has moved in this phase: it moves again in the next".to_owned();
            return Err(battle.no("formation", LB_SEQ_ACTIVITY, why));
        }
        let leader = battle.leader_of(formation).and_then(|(_, leader)| leader.at);
        if self.formation(formation).above.is_none() && leader != Some(hq) {
            let why = || "the army HQ moves only while its commander is with it: move him there first".to_owned();
            return Err(battle.no("formation", LB_CMDROLL_STACKED, why));
        }
        Ok(hq)
    }
}
