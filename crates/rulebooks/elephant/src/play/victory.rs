//! Objectives, losses and who has won (S 20).

use engine::book::Procedure;
use engine::{Ruling, Side};

use super::condition::tell;
use super::movement::nobody;
use super::state::{Battle, Phase};
use super::{Deed, Theatre};
use crate::Referee;
use crate::charts::Rank;
use crate::victory::{SideTally, Victor, Victory, VictoryItem, VictoryOutcome, VictorySituation};

impl Theatre {
    /// Who holds each objective alone with a formed unit near it; whoever held it last keeps it.
    pub(super) fn hold_objectives(&self, battle: &mut Battle) {
        let reach = self.yards(self.book.victory.points.at(VictoryItem::Reach).value);
        for (place, objective) in self.objectives.iter().enumerate() {
            let near = |side: Side| {
                self.of_side(battle, side).any(|id| {
                    battle.unit(id).is_formed()
                        && !self.is_beyond(battle.unit(id), objective.at, reach.into())
                        && self.footprint(battle, id).distance_to(objective.at) <= reach
                })
            };
            match (near(Side::Union), near(Side::Confederate)) {
                (true, false) => battle.objectives[place].by = Some(Side::Union),
                (false, true) => battle.objectives[place].by = Some(Side::Confederate),
                _ => {}
            }
        }
    }

    /// What either side has lost and holds, in the order of [`Side::ALL`].
    pub(super) fn tallies(&self, battle: &Battle) -> [SideTally; 2] {
        let nothing = SideTally {
            stands_start: 0,
            stands_lost: 0,
            guns_lost: 0,
            captured: 0,
            brigade_generals: 0,
            division_generals: 0,
            corps_generals: 0,
            objectives: 0,
        };
        let mut tallies = [nothing; 2];
        // The first units of a battle are those that were mustered; they share the losses of their detachments.
        for (regiment, unit) in self.regiments.iter().zip(&battle.units) {
            let tally = &mut tallies[regiment.side as usize];
            let lost = unit.condition.lost.min(regiment.stands);
            tally.stands_start += regiment.stands;
            tally.stands_lost += lost;
            tally.captured += unit.captured.min(lost);
            if regiment.arm.is_artillery() {
                tally.guns_lost += lost;
            }
        }
        for (post, officer) in self.posts.iter().zip(&battle.officers) {
            if officer.lost > 0 {
                let hq = &self.headquarters[post.hq.index()];
                let tally = &mut tallies[hq.side as usize];
                match hq.rank {
                    Rank::Brigade => tally.brigade_generals += u16::from(officer.lost),
                    Rank::Division => tally.division_generals += u16::from(officer.lost),
                    Rank::Corps | Rank::Army => tally.corps_generals += u16::from(officer.lost),
                }
            }
        }
        for (objective, held) in self.objectives.iter().zip(&battle.objectives) {
            if let Some(side) = held.by {
                tallies[side as usize].objectives += objective.worth[side as usize];
            }
        }
        tallies
    }

    pub(super) fn victory_situation(&self, battle: &Battle, last_turn: bool) -> VictorySituation {
        let [union, confederate] = self.tallies(battle);
        VictorySituation { union, confederate, last_turn }
    }

    /// How the battle stands.
    pub(super) fn points(&self, battle: &Battle, last_turn: bool) -> Option<VictoryOutcome> {
        Victory::run(&self.book, &self.victory_situation(battle, last_turn), &mut nobody()).ok()
    }

    /// COST: whether a side may have broken, by its stands alone. It is asked after every command that may cost stands.
    fn has_broken(&self, battle: &Battle) -> bool {
        let share = u32::from(self.book.victory.points.at(VictoryItem::Break).value.max(1));
        let (mut start, mut lost) = ([0_u32; 2], [0_u32; 2]);
        for (regiment, unit) in self.regiments.iter().zip(&battle.units) {
            start[regiment.side as usize] += u32::from(regiment.stands);
            lost[regiment.side as usize] += u32::from(unit.condition.lost.min(regiment.stands));
        }
        (0..2).any(|side| lost[side] * share >= start[side])
    }

    /// Ends the battle if a side has broken, or the last turn is over.
    pub(super) fn judge<U: Referee>(&self, battle: &mut Battle, last_turn: bool, umpire: &mut U) -> Ruling<(), U> {
        if !last_turn && !self.has_broken(battle) {
            return Ok(());
        }
        let undecided = self.points(battle, last_turn).is_none_or(|points| points.victor == Victor::Undecided);
        if battle.phase == Phase::Over || undecided {
            return Ok(());
        }
        let outcome = Victory::run(&self.book, &self.victory_situation(battle, last_turn), umpire)?;
        (battle.victor, battle.phase, battle.card, battle.moving) = (outcome.victor, Phase::Over, None, None);
        battle.declared.clear();
        battle.announced.clear();
        battle.picked.clear();
        tell(umpire, || Deed::Ended { victor: outcome.victor });
        Ok(())
    }
}
