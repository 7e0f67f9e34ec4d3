//! Major obstacles: abatis and fort walls, which take a whole move to cross.

use engine::book::Procedure;
use engine::{Refusal, Ruling};
use field::ground::{Length, YARD};
use field::plane::moved;

use super::condition::tell;
use super::course::Course;
use super::geometry::whole_yards;
use super::movement::bit;
use super::passing::Passing;
use super::state::{Battle, Moving, UNITS_MAX, UnitId};
use super::terrain::line_row;
use super::{Deed, Theatre};
use crate::Referee;
use crate::charts::{Distance, Penalty};
use crate::movement::{Move, MoveSituation};
use crate::rules::*;
use crate::unit::Hindrance;

impl Theatre {
    /// The command `cross-obstacle`: the unit is placed just beyond it, and does nothing else.
    pub(super) fn cross_obstacle<U: Referee>(&self, battle: &mut Course, id: UnitId, umpire: &mut U) -> Ruling<(), U> {
        self.check_mover(battle, id)?;
        let near = self.distance(Distance::ObstacleStart);
        let mut refusal = Refusal::new();
        let ahead = self.obstacle_ahead(battle, id, near);
        refusal.unless(ahead.is_some(), "unit", SE_OBST_START, || {
            format!("no major obstacle lies within {} yards straight ahead", near / YARD)
        });
        refusal.unless(battle.unit(id).done.fired.is_none(), "unit", SE_OBST_MOVE, || {
            "a unit that fired cannot cross, which takes its whole move: cross next turn without firing".to_owned()
        });
        refusal.verdict()?;
        let Some(apart) = ahead else { return Ok(()) };
        let situation = MoveSituation {
            mover: self.mover(battle, id),
            column_die: false,
            road_die: false,
            moved_last_turn: battle.unit(id).moved_last_turn,
            obstacle_yards: whole_yards(apart),
            hindrance: Hindrance::None,
            penalties: vec![Penalty::Obstacle],
        };
        Move::check(&self.book, &situation)?;
        let mut there = *battle.unit(id);
        let block = self.footprint(battle, id);
        there.centre = moved(there.centre, block.ahead(), apart + 2 * block.half_depth + YARD);
        let beyond = self.footprint_of(self.arm(battle, id), &there);
        let mut refusal = Refusal::new();
        let taken = self.lies_over(battle, id, &beyond);
        refusal.unless_senseless(taken.is_none() && self.is_on_map(&beyond), "unit", || {
            "there is no room beyond the obstacle: make room, or cross it elsewhere".to_owned()
        });
        let (keep, rule) = self.keeps_from_enemies(there.formation);
        let close = self.nearest_enemy(battle, id, &beyond).is_some_and(|(apart, _)| apart < keep);
        refusal.unless(!close, "unit", rule, || {
            let keep = keep / YARD;
            format!("an enemy stands nearer than {keep} yards beyond the obstacle: cross it elsewhere")
        });
        let storms_at = self.nearest_in_sight(battle, id).filter(|_| there.overenthusiastic);
        if let Some(enemy) = storms_at {
            let theirs = self.footprint(battle, enemy);
            refusal.unless(beyond.distance(&theirs) < block.distance(&theirs), "unit", SE_MORALE_RES_OVER, || {
                format!("an Overenthusiastic unit goes for {} and nothing else", self.name(battle, enemy))
            });
        }
        refusal.verdict()?;
        tell(umpire, || Deed::Acts { unit: id });
        Move::run(&self.book, &situation, umpire)?;
        (there.done.moved, there.done.marched) = (true, true);
        *battle.unit_mut(id) = there;
        self.carry_officers(battle, id);
        tell(umpire, || Deed::Stands { unit: id, centre: there.centre, heading: there.heading });
        battle.moving = Some(Moving {
            unit: id,
            dice: 1,
            rolled: 0,
            gone: 0,
            penalties: bit(Penalty::Obstacle),
            by_road: false,
            prolongs: false,
            asked: [0; UNITS_MAX / 64],
            tempted: [0; UNITS_MAX / 64],
        });
        // Nobody is fired at halfway over: he is beyond it, and pays for the way.
        let here = Passing::none(self, beyond);
        while let Some(reaction) = self.next_reaction(battle, id, &here, (0, 0)).filter(|_| self.goes_on(battle, id)) {
            self.react(battle, id, &here, reaction, umpire)?;
        }
        if battle.moving.is_none() {
            return Ok(());
        }
        // To cross is the whole move, also of a unit that is Overenthusiastic or has become so on the way.
        self.halt(battle);
        self.keep_distance(battle, id, umpire)
    }

    /// How far straight ahead a major obstacle lies, within a distance.
    fn obstacle_ahead(&self, battle: &Battle, id: UnitId, within: Length) -> Option<Length> {
        let block = self.footprint(battle, id);
        let from = block.front_centre();
        let to = moved(from, block.ahead(), within);
        let crossings = self.ground.crossings(from, to);
        let is_major =
            |line: field::ground::LineId| line_row(self.ground.lines()[line.index()].kind).is_major_obstacle();
        crossings.iter().find(|crossing| is_major(crossing.line)).map(|crossing| crossing.at.of(within))
    }
}
