//! Major obstacles: abatis and fort walls, which take a whole move to cross.

use engine::book::Procedure;
use engine::{Refusal, Ruling};
use field::ground::{Length, LineId, Met, Point, What, YARD};
use field::plane::{Footprint, Heading, moved};

use super::condition::tell;
use super::course::Course;
use super::geometry::{nearest_point, whole_yards};
use super::movement::bit;
use super::passing::Passing;
use super::state::{Battle, Moving, UNITS_MAX, UnitId};
use super::straight::Straight;
use super::terrain::line_row;
use super::{Deed, Theatre};
use crate::Referee;
use crate::charts::{Distance, Penalty};
use crate::movement::{Move, MoveSituation};
use crate::rules::*;
use crate::unit::{Formation, Hindrance};

impl Theatre {
    /// The command `cross-obstacle`: the unit is placed just beyond it, and does nothing else.
    pub(super) fn cross_obstacle<U: Referee>(&self, battle: &mut Course, id: UnitId, umpire: &mut U) -> Ruling<(), U> {
        self.check_mover(battle, id)?;
        let near = self.distance(Distance::ObstacleStart);
        let mut refusal = Refusal::new();
        let skirmishes = battle.unit(id).formation == Formation::Skirmish;
        let obstacle =
            if skirmishes { self.obstacle_around(battle, id, near) } else { self.obstacle_ahead(battle, id, near) };
        refusal.unless(obstacle.is_some(), "unit", SE_OBST_START, || {
            let near = near / YARD;
            if skirmishes {
                format!("no major obstacle lies within {near} yards")
            } else {
                format!("no major obstacle lies within {near} yards straight ahead")
            }
        });
        refusal.unless(battle.unit(id).done.fired.is_none(), "unit", SE_OBST_MOVE, || {
            "a unit that fired cannot cross, which takes its whole move: cross next turn without firing".to_owned()
        });
        refusal.verdict()?;
        let Some(Obstacle { line, from, heading, apart }) = obstacle else { return Ok(()) };
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
        // Just beyond it, a yard behind its rear rank.
        let needs = 2 * block.half_depth + YARD;
        there.heading = heading;
        let front = moved(from, heading.direction(), apart + needs);
        there.centre = moved(front, heading.direction().back(), block.half_depth);
        let beyond = self.footprint_of(self.arm(battle, id), &there);
        let mut refusal = Refusal::new();
        if let Some((at, why)) = self.bar_behind(battle, id, line, &self.straight(from, front)) {
            refusal.unless(false, "unit", SE_PEN_TABLE, || {
                let (place, needs) = (at - apart, needs / YARD);
                let yards = place.abs() / YARD;
                let side = if place < 0 { "before" } else { "beyond" };
                format!("{why}, lies {yards} yards {side} the obstacle, beyond which {needs} yards are needed: cross it elsewhere")
            });
        }
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

    /// The major obstacle straight ahead, within a distance.
    fn obstacle_ahead(&self, battle: &Battle, id: UnitId, within: Length) -> Option<Obstacle> {
        let block = self.footprint(battle, id);
        let (from, heading) = (block.front_centre(), block.heading);
        let to = moved(from, block.ahead(), within);
        let crossings = self.ground.crossings(from, to);
        let first = crossings.iter().find(|crossing| self.is_major(crossing.line))?;
        Some(Obstacle { line: first.line, from, heading, apart: first.at.of(within) })
    }

    /// The nearest major obstacle all round, within a distance.
    ///
    /// RULING: skirmishers have no facing (SE-SKIRM-7): they go straight at what is nearest to their middle, and stand along it beyond.
    fn obstacle_around(&self, battle: &Battle, id: UnitId, within: Length) -> Option<Obstacle> {
        let block = self.footprint(battle, id);
        let far = within + block.half_front + block.half_depth;
        let lines = self.ground.lines_near(block.centre, far).into_iter().filter(|line| self.is_major(*line));
        let nearest = |line: LineId| {
            let stretches = self.ground.lines()[line.index()].stretches();
            let places = stretches.filter_map(|(one, other)| {
                let along = Footprint::new(halfway(one, other), Heading::towards(one, other)?, 0, one.distance(other));
                Some(nearest_point(&along, block.centre))
            });
            places.min_by_key(|place| block.centre.distance_squared(*place))
        };
        let obstacle = |line: LineId| {
            let place = nearest(line)?;
            let edge = nearest_point(&block, place);
            let heading = Heading::towards(block.centre, place).filter(|_| edge.distance(place) <= within)?;
            let from = moved(block.centre, heading.direction(), block.centre.distance(edge));
            Some(Obstacle { line, from, heading, apart: from.distance(place) })
        };
        lines.filter_map(obstacle).min_by_key(|one| one.apart)
    }

    /// Whether a line is a major obstacle.
    fn is_major(&self, line: LineId) -> bool {
        line_row(self.ground.lines()[line.index()].kind).is_major_obstacle()
    }

    /// What bars the way over an obstacle besides itself: a whole move takes a unit over one of them, and over nothing else.
    fn bar_behind(
        &self,
        battle: &Battle,
        id: UnitId,
        obstacle: LineId,
        way: &Straight,
    ) -> Option<(Length, &'static str)> {
        let length = way.from.distance(way.to);
        let mut crossed = false;
        let bars = |met: &Met| {
            let is_it = !crossed && met.what == What::Line(obstacle);
            crossed |= is_it;
            let why = if is_it { None } else { self.why_barred(battle, id, met, (way.from, way.to)) };
            Some((met.at.of(length), why?))
        };
        let ground = way.met(&self.ground).iter().find_map(bars);
        let narrow = if self.is_wide(battle, id) { self.first_narrow(way) } else { None };
        ground.into_iter().chain(narrow).min_by_key(|(at, _)| *at)
    }
}

/// A major obstacle, and the straight way up to it.
struct Obstacle {
    line: LineId,
    /// Where the way begins, at the edge of the block.
    from: Point,
    heading: Heading,
    /// How far it is.
    apart: Length,
}

/// The place halfway between two others.
fn halfway(one: Point, other: Point) -> Point {
    let middle = |one: Length, other: Length| ((i64::from(one) + i64::from(other)) / 2) as Length;
    Point::new(middle(one.x, other.x), middle(one.y, other.y))
}
