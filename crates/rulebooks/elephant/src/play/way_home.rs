//! The ways of skirmishers: out of their regiment and into it, and back before an enemy who comes at them.
//!
//! RULING: a detachment draws together on its way between its place and its regiment, so that it meets what the middle of its
//! front meets. A unit that skirmishes as a whole goes back as it stands.

use engine::Ruling;
use field::ground::{Length, Point};
use field::plane::{Footprint, Heading, Manoeuvre, Obstacles, Troops, carry_out, moved, passed};

use super::Theatre;
use super::course::Course;
use super::geometry::{SLACK, nearest_point, nearest_points};
use super::movement::bit;
use super::passing::Passing;
use super::state::{Battle, UnitId};
use crate::Referee;
use crate::charts::Distance;

/// Where friends stand at the end of a way back, skirmishers look for room in steps of so many yards.
const ROOM_YARDS: u16 = 20;
/// LIMIT: how often they do, beyond them.
const ROOM_TRIES: Length = 40;

/// The straight way of a detachment into its regiment, or out of it.
pub(super) struct WayHome {
    /// How far it is.
    pub length: Length,
    /// What makes it shorter.
    pub penalties: u32,
    /// The friends it leads through.
    pub friends: Vec<UnitId>,
}

impl Theatre {
    /// The straight way between the place of a detachment and its regiment, or what bars it.
    pub(super) fn way_home(
        &self,
        battle: &Battle,
        (id, at): (UnitId, &Footprint),
        parent: UnitId,
    ) -> Result<WayHome, String> {
        let home = self.footprint(battle, parent);
        let from = at.front_centre();
        let to = nearest_point(&home, from);
        let way = self.straight(from, to);
        if let Some((_, why)) = self.first_bar_of_ground(battle, id, &way) {
            return Err(why.to_owned());
        }
        let met = self.penalties_on(battle, id, &way).into_iter();
        let penalties = met.fold(0, |bits, (_, penalty)| bits | bit(penalty));
        let length = at.distance(&home);
        let Some(lane) = lane_between(from, to) else { return Ok(WayHome { length, penalties, friends: Vec::new() }) };
        let step = Manoeuvre::Advance((from.distance(to) - 4 * SLACK).max(0));
        let size = i64::from(from.distance(to)) + i64::from(SLACK);
        let enemies = self.of_side(battle, self.side(battle, id).enemy());
        let mut enemies = enemies.filter(|enemy| !self.is_beyond(battle.unit(*enemy), from, size));
        let in_the_way = |enemy: &UnitId| {
            let troops = Troops::new(vec![self.footprint(battle, *enemy)]);
            !passed(&lane, step, &troops, |_| true).is_empty()
        };
        if let Some(enemy) = enemies.find(in_the_way) {
            return Err(self.name(battle, enemy).to_owned());
        }
        let mut friends = self.friends_passed(battle, id, &lane, step);
        friends.retain(|friend| *friend != parent);
        Ok(WayHome { length, penalties, friends })
    }

    /// The step with which a detachment comes up to its regiment; nothing where it stands right beside it.
    pub(super) fn step_home(&self, battle: &Battle, id: UnitId, parent: UnitId) -> Option<Passing> {
        let start = self.footprint(battle, id);
        let (from, to) = nearest_points(&start, &self.footprint(battle, parent));
        let length = from.distance(to);
        let towards = Heading::towards(from, to).filter(|_| length > SLACK)?;
        Some(Passing::new(self, start, Manoeuvre::Oblique { turn: start.heading.turn_to(towards), length }))
    }

    /// An enemy to whom skirmishers come nearer on a way than they may, and nearer than where it begins and ends.
    pub(super) fn passes_too_near(&self, battle: &Battle, id: UnitId, path: &Passing) -> Option<UnitId> {
        let keep = self.distance(Distance::SkirmishStandoff);
        let (start, end) = (path.after(0), path.after(path.length));
        let reach =
            i64::from(keep) + i64::from(path.length) + i64::from(start.half_front) + i64::from(start.half_depth);
        let enemies = self.of_side(battle, self.side(battle, id).enemy());
        let mut near = enemies.filter(|enemy| !self.is_beyond(battle.unit(*enemy), start.centre, reach));
        near.find(|enemy| {
            let theirs = self.footprint(battle, *enemy);
            passes_nearer(path, &theirs, keep.min(end.distance(&theirs)))
        })
    }

    /// Skirmishers go straight back so far, or up to what bars their way, through friends as the chart of passages says. They stay
    /// on the map.
    ///
    /// RULING: where somebody stands at the end of it they go on until there is room, or stop before him.
    pub(super) fn go_back<U: Referee>(
        &self,
        battle: &mut Course,
        id: UnitId,
        (away, length): (Heading, Length),
        umpire: &mut U,
    ) -> Ruling<(), U> {
        let start = self.footprint(battle, id);
        let back = |length: Length| Manoeuvre::Oblique { turn: start.heading.turn_to(away), length };
        let room = self.yards(ROOM_YARDS);
        let most = self.free_way(battle, id, &start, back(length + ROOM_TRIES * room));
        let beyond = (0..ROOM_TRIES).map(|step| length + step * room).take_while(|length| *length <= most);
        let wanted = length.min(most);
        let before = (0..=wanted / room).map(|step| wanted - step * room);
        let is_room = |length: &Length| {
            let there = back(*length).end(&start);
            self.is_on_map(&there) && self.lies_over(battle, id, &there).is_none()
        };
        let Some(length) = beyond.chain(before).find(is_room).filter(|length| *length > 0) else { return Ok(()) };
        for friend in self.friends_passed(battle, id, &start, back(length)) {
            if battle.unit(id).is_on_field() {
                self.pass_through_friend(battle, id, friend, umpire)?;
            }
        }
        if battle.unit(id).is_on_field() {
            self.stands_at(battle, id, &back(length).end(&start), umpire);
        }
        Ok(())
    }

    /// How far a straight way leads before ground that bars it, or an enemy.
    pub(super) fn free_way(&self, battle: &Battle, id: UnitId, start: &Footprint, manoeuvre: Manoeuvre) -> Length {
        let (from, to) = (start.front_centre(), manoeuvre.end(start).front_centre());
        let length = manoeuvre.length(start);
        let ground = self.first_bar_of_ground(battle, id, &self.straight(from, to));
        let ground = ground.map_or(length, |(at, _)| (at - 1).max(0));
        let reach = i64::from(length) + i64::from(start.half_front) + i64::from(start.half_depth);
        let enemies = self.of_side(battle, self.side(battle, id).enemy());
        let near = enemies.filter(|enemy| !self.is_beyond(battle.unit(*enemy), start.centre, reach));
        let troops = Troops::new(near.map(|enemy| self.footprint(battle, enemy).shrunk(SLACK)).collect());
        let obstacles = Obstacles { troops: Some((&troops, &|_| true)), ..Obstacles::NONE };
        ground.min(carry_out(&start.shrunk(SLACK), manoeuvre, &obstacles).length)
    }
}

/// Whether somebody comes nearer to an enemy on his way than this, and than where it begins.
pub(super) fn passes_nearer(path: &Passing, enemy: &Footprint, keep: Length) -> bool {
    let least = keep.min(path.start.distance(enemy));
    path.places(0, path.length).any(|length| path.after(length).distance(enemy) < least - SLACK)
}

/// A lane hardly wider than a line, at its beginning.
fn lane_between(from: Point, to: Point) -> Option<Footprint> {
    let heading = Heading::towards(from, to)?;
    let half = 2 * SLACK;
    let centre = moved(from, heading.direction(), half);
    Some(Footprint { centre, heading, half_front: half, half_depth: half })
}
