//! What a step may not lead over or end on, and passing through friends.

use arrayvec::ArrayVec;
use engine::book::Procedure;
use engine::{Refusal, Rule, Ruling};
use field::ground::{Length, Point};
use field::plane::{Flank, Footprint, Manoeuvre, Obstacles, Troops, carry_out, passed};

use super::around_step::{Neighbour, first_under};
use super::condition::tell;
use super::course::Course;
use super::geometry::SLACK;
use super::passing::Passing;
use super::state::{Battle, UNITS_MAX, UnitId};
use super::straight::Straight;
use super::terrain::is_way_on_road;
use super::way_home::passes_nearer;
use super::{Deed, Theatre};
use crate::Referee;
use crate::charts::Distance;
use crate::movement::{PassThroughFriends, PassageOutcome, PassageSituation, Passer};
use crate::rules::*;
use crate::unit::{Arm, Formation};

impl Theatre {
    /// Refuses a step that leads over enemies, impassable ground or the edge, ends on a friend, or ends too near an enemy.
    pub(super) fn check_place(
        &self,
        battle: &Battle,
        id: UnitId,
        (start, end): (&Footprint, &Footprint),
        manoeuvre: Manoeuvre,
        (way, neighbours): (&Straight, &[Neighbour]),
    ) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        if let Some((at, why)) = self.first_bar(battle, id, way) {
            let inches = self.in_inches((at - 1).max(0));
            refusal.unless(false, "inches", SE_PEN_TABLE, || format!("{why} bars the way: go {inches} at most"));
        }
        let moving = battle.moving;
        if moving.is_some_and(|moving| moving.by_road) {
            let stays = is_way_on_road(&self.ground, start.front_centre(), end.front_centre());
            refusal.unless(stays, "inches", SE_MOVE_ROAD, || {
                "a unit that took the road die stays on the road with its whole move".to_owned()
            });
        }
        if moving.is_some_and(|moving| moving.prolongs) {
            let level = |at: Point| self.ground.level_at(at);
            let flat = level(start.front_centre()) == level(end.front_centre());
            refusal.unless(flat, "inches", SE_PROLONG_HILL, || "guns do not prolong up or down a hill".to_owned());
        }
        refusal.unless_senseless(self.is_on_map(end), "inches", || "that is beyond the edge of the map".to_owned());
        self.check_enemies(battle, &mut refusal, (id, neighbours), start, manoeuvre, end);
        self.check_storm(battle, &mut refusal, id, start, manoeuvre, end);
        // Enemies have barred the way already.
        let of_side = |other: &UnitId| self.side(battle, *other) == self.side(battle, id);
        if let Some(friend) = first_under(neighbours, end).filter(of_side) {
            let free = self.free_length(battle, start, manoeuvre, friend);
            refusal.unless(false, "inches", SE_INTERPEN_OTHER, || {
                let (name, inches) = (self.name(battle, friend), self.in_inches(free));
                format!("no unit ends on another: {name} stands there; go {inches} at most, or right through")
            });
        }
        refusal.verdict()
    }

    fn free_length(&self, battle: &Battle, start: &Footprint, manoeuvre: Manoeuvre, other: UnitId) -> Length {
        let troops = Troops::new(vec![self.footprint(battle, other).shrunk(SLACK)]);
        let obstacles = Obstacles { troops: Some((&troops, &|_| true)), ..Obstacles::NONE };
        carry_out(&start.shrunk(SLACK), manoeuvre, &obstacles).length
    }

    /// How far whoever moves without a charge keeps from enemies, and by which rule.
    pub(super) fn keeps_from_enemies(&self, formation: Formation) -> (Length, Rule) {
        match formation {
            Formation::Skirmish => (self.distance(Distance::SkirmishStandoff), SE_SKIRM_3_STANDOFF),
            _ => (self.standoff(), SE_MOVE_SEQ),
        }
    }

    fn check_enemies(
        &self,
        battle: &Battle,
        refusal: &mut Refusal,
        (id, neighbours): (UnitId, &[Neighbour]),
        start: &Footprint,
        manoeuvre: Manoeuvre,
        end: &Footprint,
    ) {
        let (keep, rule) = self.keeps_from_enemies(battle.unit(id).formation);
        let swept = swept_box(start, manoeuvre, end);
        let near = swept.map(|swept| grown(&swept, keep));
        for Neighbour { id: enemy, block: theirs, .. } in neighbours.iter().copied().filter(|other| other.is_enemy) {
            let clear = near.is_some_and(|near| !near.overlaps(&theirs));
            if clear || is_out_of_reach(start, manoeuvre, &theirs, keep) {
                continue;
            }
            let troops = Troops::new(vec![theirs.shrunk(SLACK)]);
            if let Some(0) = passed(&start.shrunk(SLACK), manoeuvre, &troops, |_| true).first() {
                let inches = self.in_inches(self.free_length(battle, start, manoeuvre, enemy));
                refusal.unless(false, "inches", rule, || {
                    format!("{} bars the way after {inches} inches", self.name(battle, enemy))
                });
            }
            let after = end.distance(&theirs);
            if rule == SE_SKIRM_3_STANDOFF
                && after >= keep
                && passes_nearer(&Passing::new(self, *start, manoeuvre), &theirs, keep)
            {
                refusal.unless(false, "inches", rule, || {
                    let (name, yards) = (self.name(battle, enemy), keep / field::ground::YARD);
                    format!("{name} would be passed nearer than {yards} yards: keep away, or go round")
                });
            }
            refusal.unless(after >= keep || after > start.distance(&theirs), "inches", rule, || {
                let (name, apart) = (self.name(battle, enemy), after / field::ground::YARD);
                let yards = keep / field::ground::YARD;
                let nearest = self.nearest_legal(&Passing::new(self, *start, manoeuvre), &theirs, keep);
                format!("{name} would be {apart} yards away: keep {yards} yards from an enemy, {nearest}")
            });
        }
    }

    /// How much of a step keeps a unit so far from an enemy, in words.
    fn nearest_legal(&self, path: &Passing, theirs: &Footprint, keep: Length) -> String {
        let keeps = |length: Length| path.after(length).distance(theirs) >= keep;
        let (mut free, mut near) = (0, path.length);
        while keeps(0) && near - free > 1 {
            let middle = free + (near - free) / 2;
            *(if keeps(middle) { &mut free } else { &mut near }) = middle;
        }
        match path.part(free) {
            _ if free == 0 => "and go another way".to_owned(),
            Manoeuvre::Wheel { turn, .. } => {
                format!("wheel {} degrees at most", i64::from(turn.0.abs()) * 360 / 65_536)
            }
            _ => format!("go {} at most", self.in_inches(free)),
        }
    }

    pub(super) fn friends_passed(
        &self,
        battle: &Battle,
        id: UnitId,
        start: &Footprint,
        manoeuvre: Manoeuvre,
    ) -> Vec<UnitId> {
        friends_among(&self.neighbours(battle, id, (start, manoeuvre), 0), start, manoeuvre, &manoeuvre.end(start))
    }

    pub(super) fn passage<U: Referee>(
        &self,
        battle: &Battle,
        id: UnitId,
        friend: UnitId,
        umpire: &mut U,
    ) -> Ruling<PassageOutcome, U> {
        let passer = |id: UnitId| {
            let unit = battle.unit(id);
            let (formation, mounted, condition) = (unit.formation, unit.mounted, unit.condition);
            Passer { arm: self.arm(battle, id), formation, mounted, condition }
        };
        // S 4: whoever withdrew this turn has moved. Whoever is about to charge moves too, and does not stand still for another
        // charge; only for those who run.
        let charges = || battle.announced.iter().any(|announced| announced.unit == friend);
        let through_moves = battle.unit(friend).done.marched
            || battle.unit(friend).has_withdrawn(battle.turn)
            || !battle.unit(id).has_withdrawn(battle.turn) && charges();
        let situation = PassageSituation { mover: passer(id), through: passer(friend), through_moves };
        PassThroughFriends::run(&self.book, &situation, umpire)
    }

    /// A unit passes through a friend, with what that does to both.
    pub(super) fn pass_through_friend<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        friend: UnitId,
        umpire: &mut U,
    ) -> Ruling<(), U> {
        if !battle.unit(friend).is_on_field() {
            return Ok(());
        }
        tell(umpire, || Deed::PassedThrough { unit: id, friend });
        let before = battle.unit(friend).condition;
        let outcome = self.passage(battle, id, friend, umpire)?;
        self.settle(battle, id, outcome.mover, umpire);
        self.settle_since(battle, friend, (before, outcome.through), umpire);
        // Formed infantry lets formed infantry through only where it stands still; others pass as freely if it does not.
        let ranks =
            [id, friend].iter().all(|id| battle.unit(*id).is_formed() && self.arm(battle, *id) == Arm::Infantry);
        let through = battle.unit_mut(friend);
        if !outcome.collision && ranks && !through.done.moved {
            through.done.stands_still = true;
        }
        Ok(())
    }
}

/// The friends among those near a step whom it leads through, in the order they are met.
pub(super) fn friends_among(
    neighbours: &[Neighbour],
    start: &Footprint,
    manoeuvre: Manoeuvre,
    end: &Footprint,
) -> Vec<UnitId> {
    let swept = swept_box(start, manoeuvre, end);
    let mut friends: ArrayVec<UnitId, UNITS_MAX> = ArrayVec::new();
    let mut blocks = Vec::new();
    for Neighbour { id, block, .. } in neighbours.iter().filter(|other| !other.is_enemy) {
        if !is_out_of_reach(start, manoeuvre, block, 0) && swept.is_none_or(|swept| swept.overlaps(block)) {
            friends.push(*id);
            blocks.push(block.shrunk(SLACK));
        }
    }
    if friends.is_empty() {
        return Vec::new();
    }
    let own = start.shrunk(SLACK);
    let troops = Troops::new(blocks);
    let over = |number: usize| !own.overlaps(&troops.footprints()[number]);
    passed(&own, manoeuvre, &troops, over).into_iter().map(|number| friends[number]).collect()
}

/// COST: whether a block is too far away to be met by a move, or to be nearer than so much after it. Most are.
fn is_out_of_reach(start: &Footprint, manoeuvre: Manoeuvre, other: &Footprint, keep: Length) -> bool {
    // A wheel stays in the circle about its corner.
    let (middle, reach) = match manoeuvre {
        Manoeuvre::Wheel { on, .. } => {
            let [left, right, ..] = start.corners();
            (if on == Flank::Left { left } else { right }, 2 * size_of(start))
        }
        _ => (start.centre, reach_of(start, manoeuvre)),
    };
    let apart = reach + size_of(other) + i64::from(keep) + i64::from(SLACK);
    middle.distance_squared(other.centre) > apart * apart
}

/// No part of a block is farther from its middle than this.
pub(super) fn size_of(block: &Footprint) -> i64 {
    i64::from(block.half_front) + i64::from(block.half_depth)
}

/// No part of a block comes farther than this from where its middle was.
pub(super) fn reach_of(start: &Footprint, manoeuvre: Manoeuvre) -> i64 {
    match manoeuvre {
        Manoeuvre::Wheel { .. } => 3 * size_of(start),
        Manoeuvre::Face(_) => size_of(start),
        _ => size_of(start) + i64::from(manoeuvre.length(start)),
    }
}

/// COST: a block that holds all that a straight step covers, and a little more; nothing for turns. Whoever lies outside of it is
/// not met, which is sooner said than when and where he would be.
pub(super) fn swept_box(start: &Footprint, manoeuvre: Manoeuvre, end: &Footprint) -> Option<Footprint> {
    if matches!(manoeuvre, Manoeuvre::Wheel { .. } | Manoeuvre::Face(_)) {
        return None;
    }
    let ((x, y), ahead) = (start.centre.offset_to(end.centre), start.ahead());
    let (east, north) = (i64::from(ahead.x), i64::from(ahead.y));
    let along = ((east * x + north * y) >> 15).abs() as Length;
    let across = ((north * x - east * y) >> 15).abs() as Length;
    let middle = |one: Length, other: Length| ((i64::from(one) + i64::from(other)) / 2) as Length;
    let centre = Point::new(middle(start.centre.x, end.centre.x), middle(start.centre.y, end.centre.y));
    let swept = Footprint {
        centre,
        heading: start.heading,
        half_front: start.half_front + across / 2,
        half_depth: start.half_depth + along / 2,
    };
    Some(grown(&swept, 2 * SLACK))
}

/// A block with so much more on every side.
pub(super) fn grown(block: &Footprint, by: Length) -> Footprint {
    Footprint { half_front: block.half_front + by, half_depth: block.half_depth + by, ..*block }
}
