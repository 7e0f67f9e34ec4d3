//! Where the steps of a move may lead: past friends and through guns, as near to the enemy as one may come.

use engine::Decimal;
use field::ground::{Length, Point, YARD};
use field::plane::{Footprint, Heading, Manoeuvre, Turn};

use super::super::Command;
use super::super::geometry::{SLACK, is_far};
use super::super::passage::swept_box;
use super::super::state::UnitId;
use super::super::terrain::mark;
use super::Listener;
use super::around::{extents, lets_foot_through, seen_along};
use super::brief_steps::{FACING_TURN, March};
use crate::charts::Distance;
use crate::unit::{Arm, Formation};

/// How far off the straight way one looks for a way round friends, in hundredths of a degree.
const ROUND: i32 = 3_500;
/// Parts of a turn after each of which one looks for friends in the way.
const TURN_PARTS: i32 = 5;

impl March<'_> {
    /// Whether no friend stands where a step leads or ends, and it ends on the map.
    pub(super) fn is_free(&self, manoeuvre: Manoeuvre, end: &Footprint) -> bool {
        let start = &self.around.start;
        let friends = &self.around.friends;
        let Some(swept) = swept_box(start, manoeuvre, end) else {
            let reach = 2 * start.half_front;
            let own = end.shrunk(SLACK);
            if friends.iter().any(|friend| !is_far(&own, friend, 0) && own.overlaps(&friend.shrunk(SLACK))) {
                return false;
            }
            let mut parts = None;
            let brushed = |(place, friend): (usize, &Footprint)| {
                !self.has_gaps(place)
                    && !is_far(start, friend, reach)
                    && self.is_brushed(parts.get_or_insert_with(|| self.parts_of(manoeuvre)), friend)
            };
            return !friends.iter().enumerate().any(brushed);
        };
        if !self.theatre.is_on_map(end) {
            return false;
        }
        let over = |block: &Footprint, friend: &Footprint| {
            !is_far(block, friend, 0) && block.overlaps(&friend.shrunk(3 * SLACK))
        };
        // The box around an oblique way holds more than the way.
        let oblique = matches!(manoeuvre, Manoeuvre::Oblique { .. });
        // Nobody ends on those whom he may pass through.
        let met = |(place, friend): (usize, &Footprint)| over(if self.has_gaps(place) { end } else { &swept }, friend);
        !friends.iter().enumerate().any(met) || oblique && self.passes_freely(manoeuvre)
    }

    /// Whether a step is legal and harms none of the friends it leads through.
    fn passes_freely(&self, manoeuvre: Manoeuvre) -> bool {
        let passed = |friend: &UnitId| {
            let unit = self.battle.unit(*friend);
            let on_foot = self.arm == Arm::Infantry && self.unit.is_formed();
            let stays = || lets_foot_through(self.theatre.arm(self.battle, *friend), unit, self.battle.turn);
            unit.formation == Formation::Unlimbered || on_foot && stays()
        };
        self.theatre.plan_step(self.battle, manoeuvre, None).is_ok_and(|stride| stride.friends.iter().all(passed))
    }

    /// Whether a turn leads over a friend. COST: looked at in a few places on the way; what slips between them is a matter of
    /// a yard, and the rules see it when it is ordered.
    fn is_brushed(&self, parts: &[Footprint], friend: &Footprint) -> bool {
        let there = friend.shrunk(SLACK);
        let met = |here: &Footprint| !is_far(here, &there, 0) && here.overlaps(&there);
        parts.iter().any(met) && !self.around.start.shrunk(SLACK).overlaps(&there)
    }

    /// Where a turn leads, place after place.
    fn parts_of(&self, manoeuvre: Manoeuvre) -> [Footprint; TURN_PARTS as usize - 1] {
        std::array::from_fn(|place| {
            let share = |turn: Turn| Turn(turn.0 / TURN_PARTS * (place as i32 + 1));
            let here = match manoeuvre {
                Manoeuvre::Wheel { on, turn } => Manoeuvre::Wheel { on, turn: share(turn) },
                Manoeuvre::Face(turn) => Manoeuvre::Face(share(turn)),
                straight => straight,
            };
            here.end(&self.around.start).shrunk(SLACK)
        })
    }

    /// Whether a friend by his place in the list can be passed through.
    pub(super) fn has_gaps(&self, place: usize) -> bool {
        self.around.gaps & (1 << place) != 0
    }

    /// How near the unit may come to an enemy.
    pub(super) fn keep(&self) -> Length {
        match self.unit.formation {
            Formation::Skirmish => self.theatre.distance(Distance::SkirmishStandoff),
            _ => self.theatre.standoff(),
        }
    }

    /// How far the block may go this way before it comes too near somebody or onto a friend, roughly.
    pub(super) fn clear(&self, towards: Heading, length: Length) -> Length {
        let mut free = i64::from(length).min(self.room(towards));
        if self.around.gaps == 0 {
            return free as Length;
        }
        let way = towards.direction();
        let (front, depth) = extents(&self.around.start, towards);
        let friends = self.around.friends.iter().enumerate();
        for (_, guns) in friends.filter(|(place, _)| self.has_gaps(*place)) {
            let (ahead, aside) = seen_along(way, self.around.start.centre.offset_to(guns.centre));
            let (across, along) = extents(guns, towards);
            let (before, beyond) = (ahead - along - depth, ahead + along + depth + i64::from(YARD));
            if aside.abs() < front + across && beyond > 0 && (before..beyond).contains(&free) {
                free = before.max(0);
            }
        }
        free as Length
    }

    /// How far there is room this way, friends with gaps aside.
    fn room(&self, towards: Heading) -> i64 {
        let known = self.rooms.borrow().iter().find(|(way, _)| *way == towards).map(|(_, room)| *room);
        known.unwrap_or_else(|| {
            let room = self.look_for_room(towards);
            let _ = self.rooms.borrow_mut().try_push((towards, room));
            room
        })
    }

    fn look_for_room(&self, towards: Heading) -> i64 {
        let way = towards.direction();
        let (front, depth) = extents(&self.around.start, towards);
        let keep = self.keep();
        let mut free = i64::from(Length::MAX);
        let mut stop = |other: &Footprint, margin: i64| {
            let (ahead, aside) = seen_along(way, self.around.start.centre.offset_to(other.centre));
            // COST: whoever is beside or behind by his whole size needs no closer look.
            let size = i64::from(other.half_front) + i64::from(other.half_depth);
            if aside.abs() >= front + size + margin || ahead + size <= -depth || ahead - size - depth - margin >= free {
                return;
            }
            let (across, along) = extents(other, towards);
            if aside.abs() < front + across + margin && ahead + along > -depth {
                let room = ahead - along - depth - margin;
                if room >= 0 || ahead > 0 {
                    free = free.min(room.max(0));
                }
            }
        };
        // COST: only those who are near enough to be come upon.
        let mut close = self.around.close;
        while close != 0 {
            stop(&self.around.foes[close.trailing_zeros() as usize].at, i64::from(keep) + i64::from(YARD));
            close &= close - 1;
        }
        for (_, friend) in self.around.friends.iter().enumerate().filter(|(place, _)| !self.has_gaps(*place)) {
            stop(friend, -i64::from(YARD));
        }
        free
    }

    /// Whether a straight way leads through infantry that stays where it is, roughly.
    fn passes_foot(&self, towards: Heading, length: Length) -> bool {
        let (front, depth) = extents(&self.around.start, towards);
        let friends = self.around.friends.iter().enumerate();
        friends.filter(|(place, _)| self.around.dear & (1 << place) != 0).any(|(_, friend)| {
            let (ahead, aside) = seen_along(towards.direction(), self.around.start.centre.offset_to(friend.centre));
            let (across, along) = extents(friend, towards);
            aside.abs() < front + across && ahead > 0 && ahead - along - depth < i64::from(length)
        })
    }

    /// Offers a straight way towards a point, as far as it may and should go; whether it could.
    pub(super) fn go(&self, to: Point, wanted: Length, listener: Listener<'_>) -> bool {
        let start = &self.around.start;
        let Some(bearing) = Heading::towards(start.front_centre(), to) else { return false };
        let off = start.heading.turn_to(bearing);
        let any_way = self.unit.formation == Formation::Skirmish || self.moving.prolongs;
        if off.abs() > Turn::EIGHTH && !any_way {
            return false;
        }
        // Small turns are not worth going obliquely for; degrees are kept to the hundredth, as orders have them.
        let hundredths = if off.abs() < Turn::degrees(4) { 0 } else { off.0 * 36_000 / 65_536 };
        self.go_along(hundredths, wanted, listener)
    }

    pub(super) fn go_along(&self, hundredths: i32, wanted: Length, listener: Listener<'_>) -> bool {
        if self.is_found() {
            return true;
        }
        let start = &self.around.start;
        let towards = start.heading.turned(Turn::hundredths(hundredths));
        let wanted = self.clear(towards, wanted.min(self.left));
        // An inch a die for passing through infantry.
        let passes = self.around.dear != 0 && self.passes_foot(towards, wanted);
        let toll = if passes { Length::from(self.moving.dice) * self.theatre.inch } else { 0 };
        let wanted = if passes { self.clear(towards, wanted.min(self.left - toll)) } else { wanted };
        if wanted < self.theatre.inch / 2 {
            return false;
        }
        // COST: what stands in the way makes one step of many wishes; it is weighed once.
        if let Some(tried) = self.tried.borrow().iter().find(|tried| (tried.0, tried.1) == (hundredths, wanted)) {
            return tried.2;
        }
        let could = self.go_so_far((hundredths, towards), wanted, toll, listener);
        let _ = self.tried.borrow_mut().try_push((hundredths, wanted, could));
        could
    }

    /// Offers a straight way of a length that friends and enemies leave.
    fn go_so_far(
        &self,
        (hundredths, towards): (i32, Heading),
        wanted: Length,
        toll: Length,
        listener: Listener<'_>,
    ) -> bool {
        let start = &self.around.start;
        let turn = Turn::hundredths(hundredths);
        let from = start.front_centre();
        let to = field::plane::moved(from, towards.direction(), wanted);
        let way = self.theatre.straight(from, to);
        // Wheels do not go everywhere.
        let on_wheels = self.arm.is_artillery() || self.arm == Arm::Wagon;
        let bar = on_wheels.then(|| self.theatre.first_bar(self.battle, self.moving.unit, &way)).flatten();
        let wanted = bar.map_or(wanted, |(at, _)| (at - 1).min(wanted));
        let plain = self.probe.is_some() || way.found.marks & mark::SLOWS == 0 && !way.found.uneven;
        let reach = || self.theatre.reach(self.battle, self.moving, self.moving.penalties, &way, wanted).length;
        let length = self.theatre.on_ground(self.inches(wanted.min(if plain { self.left } else { reach() - toll })));
        if length < self.theatre.inch / 2 {
            return false;
        }
        let command = Command::Advance {
            inches: self.inches(length),
            oblique_degrees: Decimal::from_thousandths(hundredths * 10),
        };
        let length = match &command {
            Command::Advance { inches, .. } => self.theatre.on_ground(*inches),
            _ => length,
        };
        let manoeuvre = if turn.0 == 0 { Manoeuvre::Advance(length) } else { Manoeuvre::Oblique { turn, length } };
        self.offer(command, manoeuvre, listener)
    }

    /// Whether a place lies before the front, more or less.
    pub(super) fn is_ahead(&self, place: Point) -> bool {
        let start = &self.around.start;
        Heading::towards(start.centre, place).is_some_and(|to| start.heading.turn_to(to).abs() < FACING_TURN)
    }

    /// Whether somebody stands in the straight way to a place, so that less than half of the move is left.
    pub(super) fn is_barred(&self, place: Point) -> bool {
        let start = &self.around.start;
        let wanted = start.front_centre().distance(place).min(self.left);
        let towards = Heading::towards(start.front_centre(), place);
        towards.is_some_and(|towards| self.clear(towards, wanted) < wanted / 2)
    }

    /// Goes to one side of the way to the goal, where somebody stands in it.
    pub(super) fn go_round(&self, listener: Listener<'_>) {
        let start = &self.around.start;
        let Some(bearing) = Heading::towards(start.front_centre(), self.around.goal) else { return };
        let off = start.heading.turn_to(bearing).0 * 36_000 / 65_536;
        for aside in [off + ROUND, off - ROUND] {
            if aside.abs() <= 4_500 {
                self.go_along(aside, self.left, listener);
            }
        }
    }
}
