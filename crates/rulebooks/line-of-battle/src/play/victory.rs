//! What each side has scored, and when a battle is over.

use engine::book::Procedure;
use engine::{Ruling, Side as Army};
use field::hex::Hex;

use super::deed::Deed;
use super::position::{Battle, Position};
use super::stage::almanac::Regiments;
use super::state::{LeaderNow, Moment, UnitId, UnitNow};
use super::theatre::{Theatre, index};
use crate::charts::{LeaderFate, Level, MoraleState};
use crate::unit::Arm;
use crate::victory::{Score, Victory, VictoryOutcome, VictorySituation, points};
use crate::{Event, Referee};

/// Objectives belong to whoever's combat unit occupied them last.
pub(super) fn occupy(theatre: &Theatre, battle: &mut Battle) {
    for (place, objective) in theatre.objectives.iter().enumerate() {
        if let Some(side) = theatre.holder(battle, objective.at) {
            battle.aside().held[place].by = Some(side);
        }
    }
}

/// The same, told.
pub(super) fn occupy_told<U: Referee>(theatre: &Theatre, battle: &mut Battle, umpire: &mut U) {
    // COST: hardly any move takes an objective, and that is seen at one look at the table.
    let table = battle.table(theatre);
    let holder = |at: Hex| table.top(theatre.field.cell(at)?).map(|top| theatre.unit(top).side);
    let mut both = theatre.objectives.iter().zip(&battle.held);
    if both.all(|(objective, held)| held.by == holder(objective.at).or(held.by)) {
        return;
    }
    for (place, objective) in theatre.objectives.iter().enumerate() {
        let Some(side) = theatre.holder(battle, objective.at) else { continue };
        if battle.held[place].by != Some(side) {
            battle.aside().held[place].by = Some(side);
            umpire.tell(|| Event::Deed(Deed::Took { objective: place as u16, side }));
        }
    }
}

/// Whether a unit is destroyed or Routed.
pub(super) fn is_out(now: &UnitNow) -> bool {
    now.sp == 0 || now.at.is_some() && now.state == MoraleState::Routed
}

/// What both sides have lost, in the order of their places.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Toll {
    /// Men.
    pub men: [u32; 2],
    brigades_wrecked: [u16; 2],
    batteries_destroyed: [u16; 2],
}

/// What the losses of one unit come to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Share {
    men: u32,
    /// Whether they have destroyed it, and it is a battery.
    battery: bool,
    /// Whether its brigade is wrecked.
    brigade: bool,
}

impl Toll {
    /// The losses of a unit of this side come to something else than before.
    pub(crate) fn recount(&mut self, side: Army, before: Share, now: Share) {
        let place = index(side);
        self.men[place] = self.men[place] + now.men - before.men;
        self.batteries_destroyed[place] += u16::from(now.battery);
        self.batteries_destroyed[place] -= u16::from(before.battery);
        self.brigades_wrecked[place] += u16::from(now.brigade);
        self.brigades_wrecked[place] -= u16::from(before.brigade);
    }
}

/// Whether more than half of the regiments of a brigade are Wrecked, by the Strength Points each has left.
fn is_brigade_wrecked(brigade: &Regiments, left: impl Fn(UnitId) -> u8) -> bool {
    let ruined = |(id, least): &&(UnitId, i16)| i16::from(left(*id)) <= *least;
    2 * brigade.iter().filter(ruined).count() > brigade.len()
}

impl Theatre {
    /// What the losses of a unit come to, by the Strength Points each unit has left.
    pub(crate) fn share_of_toll(&self, id: UnitId, left: impl Fn(UnitId) -> u8) -> Share {
        let (card, sp) = (self.unit(id), left(id));
        let brigade = self.almanac.brigade_of(id).map(|place| &self.almanac.rolls[index(card.side)].brigades[place]);
        Share {
            men: self.men(id, card.printed.saturating_sub(sp)),
            battery: card.arm == Arm::Artillery && sp == 0,
            brigade: brigade.is_some_and(|brigade| is_brigade_wrecked(brigade, left)),
        }
    }

    /// What both sides have lost: it follows from the Strength Points alone.
    pub(crate) fn toll_of(&self, battle: &Moment) -> Toll {
        let gone = |id: &&UnitId| battle.unit(**id).sp == 0;
        let wrecked = |brigade: &&Regiments| is_brigade_wrecked(brigade, |id| battle.unit(id).sp);
        let rolls = &self.almanac.rolls;
        let mut men = [0; 2];
        for (place, (card, now)) in self.units.iter().zip(&battle.units).enumerate() {
            let lost = card.printed.saturating_sub(now.sp);
            if lost > 0 {
                men[index(card.side)] += self.men(UnitId(place as u16), lost);
            }
        }
        Toll {
            men,
            brigades_wrecked: [0, 1].map(|side| rolls[side].brigades.iter().filter(wrecked).count() as u16),
            batteries_destroyed: [0, 1].map(|side| rolls[side].batteries.iter().filter(gone).count() as u16),
        }
    }

    /// Men behind so many Strength Points of a unit: those of the scale, or the crews of its guns.
    pub(crate) fn men(&self, id: UnitId, sp: u8) -> u32 {
        let card = self.unit(id);
        match card.arm {
            Arm::Artillery => card.crew * u32::from(sp),
            Arm::Infantry | Arm::Cavalry => self.almanac.men as u32 * u32::from(sp),
        }
    }

    /// What a side has done so far, where so many of the enemy's leaders are lost.
    fn score_of(&self, battle: &impl Position, side: Army, leaders_lost: u16) -> Score {
        let enemy = side.enemy();
        let worth = |(place, held): (usize, &super::state::Held)| {
            self.objectives.get(place).filter(|_| held.by == Some(side)).map_or(0, |card| card.worth[index(side)])
        };
        let toll = &battle.table(self).toll;
        Score {
            objectives: battle.held.iter().enumerate().map(worth).sum(),
            brigades_wrecked: toll.brigades_wrecked[index(enemy)],
            batteries_destroyed: toll.batteries_destroyed[index(enemy)],
            leaders_lost,
            enemy_finished: self.is_finished(battle, enemy),
        }
    }

    /// The leaders of divisions and more that either side has lost for good.
    fn leaders_lost(&self, battle: &Moment) -> [u16; 2] {
        let mut lost = [0; 2];
        let gone_for_good = |leader: &&LeaderNow| matches!(leader.fate, LeaderFate::Killed | LeaderFate::Captured);
        for leader in battle.leaders.iter().filter(gone_for_good) {
            let card = self.formation(leader.post);
            lost[index(card.side)] += u16::from(matches!(card.level, Level::Army | Level::Corps | Level::Division));
        }
        lost
    }

    /// Whether every combat unit of a side is destroyed or Routed. Units still to come are neither.
    pub(crate) fn is_finished(&self, battle: &impl Position, side: Army) -> bool {
        let finished = battle.table(self).fighting[index(side)] == 0;
        debug_assert_eq!(finished, self.almanac.rolls[index(side)].units.iter().all(|id| is_out(battle.unit(*id))));
        finished
    }

    fn victory_situation(&self, battle: &impl Position) -> VictorySituation {
        let lost = self.leaders_lost(battle);
        let score = |side: Army| self.score_of(battle, side, lost[index(side.enemy())]);
        let (mut union, mut confederate) = (score(Army::Union), score(Army::Confederate));
        if union.enemy_finished && confederate.enemy_finished {
            (union.enemy_finished, confederate.enemy_finished) = (false, false);
        }
        VictorySituation { union, confederate }
    }

    /// The Victory Points of either side: those of [`Theatre::standing`], without the verdict.
    ///
    /// COST: who has to choose asks for them again and again.
    pub(crate) fn points(&self, battle: &impl Position) -> [i32; 2] {
        let VictorySituation { union, confederate } = self.victory_situation(battle);
        [union, confederate].map(|score| points(&self.book, &score) as i32)
    }

    /// How the battle stands.
    pub(crate) fn standing(&self, battle: &impl Position) -> Option<VictoryOutcome> {
        super::quiet::quiet::<Victory>(&self.book, &self.victory_situation(battle))
    }

    /// The battle ends.
    pub(crate) fn finish<U: Referee>(&self, battle: &mut Battle, umpire: &mut U) -> Ruling<(), U> {
        let outcome = Victory::run(&self.book, &self.victory_situation(battle), umpire)?;
        battle.aside().over = true;
        battle.aside().advance = None;
        umpire.tell(|| Event::Deed(Deed::Over { victor: outcome.victor }));
        Ok(())
    }

    /// A side that has nobody left to fight loses at once.
    pub(crate) fn check_ruin<U: Referee>(&self, battle: &mut Battle, umpire: &mut U) -> Ruling<(), U> {
        let ruined = Army::ALL.iter().any(|side| self.is_finished(&*battle, *side));
        if ruined && !battle.over { self.finish(battle, umpire) } else { Ok(()) }
    }

    /// Victory points a side is ahead by.
    pub(crate) fn lead(&self, battle: &impl Position, side: Army) -> i32 {
        let [union, confederate] = self.points(battle);
        let ahead = union - confederate;
        match side {
            Army::Union => ahead,
            Army::Confederate => -ahead,
        }
    }
}
