//! What each side has scored, and when a battle is over.

use engine::book::Procedure;
use engine::{Ruling, Side as Army};

use super::deed::Deed;
use super::position::Battle;
use super::stage::almanac::Regiments;
use super::state::{LeaderNow, Moment, UnitId, UnitNow};
use super::theatre::{Theatre, index};
use crate::charts::{LeaderFate, Level, MoraleState};
use crate::victory::{Score, Victory, VictoryOutcome, VictorySituation};
use crate::{Event, Referee};

/// Objectives belong to whoever's combat unit occupied them last.
pub(super) fn occupy(theatre: &Theatre, battle: &mut Battle) {
    for (place, objective) in theatre.objectives.iter().enumerate() {
        if let Some(side) = theatre.holder(battle, objective.at) {
            battle.held[place].by = Some(side);
        }
    }
}

/// The same, told.
pub(super) fn occupy_told<U: Referee>(theatre: &Theatre, battle: &mut Battle, umpire: &mut U) {
    for (place, objective) in theatre.objectives.iter().enumerate() {
        let Some(side) = theatre.holder(battle, objective.at) else { continue };
        if battle.held[place].by != Some(side) {
            battle.aside().held[place].by = Some(side);
            umpire.tell(|| Event::Deed(Deed::Took { objective: place as u16, side }));
        }
    }
}

impl Theatre {
    /// What a side has done so far.
    fn score_of(&self, battle: &Moment, side: Army) -> Score {
        let enemy = side.enemy();
        let worth = |(place, held): (usize, &super::state::Held)| {
            self.objectives.get(place).filter(|_| held.by == Some(side)).map_or(0, |card| card.worth[index(side)])
        };
        let gone = |id: &&UnitId| battle.unit(**id).sp == 0;
        let ruined = |(id, least): &&(UnitId, i16)| i16::from(battle.unit(*id).sp) <= *least;
        let wrecked = |brigade: &&Regiments| 2 * brigade.iter().filter(ruined).count() > brigade.len();
        let rolls = &self.almanac.rolls[index(enemy)];
        let gone_for_good = |leader: &&LeaderNow| matches!(leader.fate, LeaderFate::Killed | LeaderFate::Captured);
        let generals = battle.leaders.iter().filter(gone_for_good).filter(|leader| {
            let card = self.formation(leader.post);
            card.side == enemy && matches!(card.level, Level::Army | Level::Corps | Level::Division)
        });
        Score {
            objectives: battle.held.iter().enumerate().map(worth).sum(),
            brigades_wrecked: rolls.brigades.iter().filter(wrecked).count() as u16,
            batteries_destroyed: rolls.batteries.iter().filter(gone).count() as u16,
            leaders_lost: generals.count() as u16,
            enemy_finished: self.is_finished(battle, enemy),
        }
    }

    /// Whether every combat unit of a side is destroyed or Routed. Units still to come are neither.
    pub(crate) fn is_finished(&self, battle: &Moment, side: Army) -> bool {
        // COST: the first who stands settles it, so what changes is looked at before what is printed.
        let out = |now: &UnitNow| now.sp == 0 || now.at.is_some() && now.state == MoraleState::Routed;
        battle.units.iter().zip(&self.units).all(|(now, card)| out(now) || card.side != side)
    }

    fn victory_situation(&self, battle: &Moment) -> VictorySituation {
        let (mut union, mut confederate) =
            (self.score_of(battle, Army::Union), self.score_of(battle, Army::Confederate));
        if union.enemy_finished && confederate.enemy_finished {
            (union.enemy_finished, confederate.enemy_finished) = (false, false);
        }
        VictorySituation { union, confederate }
    }

    /// How the battle stands.
    pub fn standing(&self, battle: &Moment) -> Option<VictoryOutcome> {
        super::quiet::quiet::<Victory>(&self.book, &self.victory_situation(battle))
    }

    /// The battle ends.
    pub(crate) fn finish<U: Referee>(&self, battle: &mut Battle, umpire: &mut U) -> Ruling<(), U> {
        let outcome = Victory::run(&self.book, &self.victory_situation(battle), umpire)?;
        battle.over = true;
        battle.advance = None;
        umpire.tell(|| Event::Deed(Deed::Over { victor: outcome.victor }));
        Ok(())
    }

    /// A side that has nobody left to fight loses at once.
    pub(crate) fn check_ruin<U: Referee>(&self, battle: &mut Battle, umpire: &mut U) -> Ruling<(), U> {
        let ruined = Army::ALL.iter().any(|side| self.is_finished(battle, *side));
        if ruined && !battle.over { self.finish(battle, umpire) } else { Ok(()) }
    }

    /// Victory points a side is ahead by.
    pub(crate) fn lead(&self, battle: &Moment, side: Army) -> i32 {
        let Some(standing) = self.standing(battle) else { return 0 };
        let ahead = standing.union as i32 - standing.confederate as i32;
        match side {
            Army::Union => ahead,
            Army::Confederate => -ahead,
        }
    }
}
