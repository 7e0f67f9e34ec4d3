//! How a unit moves, how far its corners go, and what stops it.
//!
//! A unit moves as a block. Marching straight it keeps its heading; wheeling it turns about one of its front corners. The
//! length of a move is the path of the front corner that goes farthest, which is what a ruler laid beside it measures.
//!
//! A move that something stops ends at the last place where nothing is overlapped: to the tenth of a millimetre straight
//! ahead, to the part of a turn in a wheel.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::heading::{Direction, Heading, Turn, UNIT_BITS, arc_length, moved};
use super::{Footprint, Troops};
use crate::ground::{Extent, Fraction, Ground, How, Length, Met, Point, Region, What, distance_to_segment};

/// A flank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Flank {
    /// The left.
    Left,
    /// The right.
    Right,
}

/// A move of a block. Lengths and turns of less than nothing go the other way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Manoeuvre {
    /// Straight ahead.
    Advance(Length),
    /// Straight back, the front kept.
    BackStep(Length),
    /// Sideways to the right, the front kept.
    SideStep(Length),
    /// Ahead and to a side, the front kept.
    Oblique {
        /// How far off straight ahead, to the right.
        turn: Turn,
        /// How far.
        length: Length,
    },
    /// About the front corner on this flank.
    Wheel {
        /// The corner that stands still.
        on: Flank,
        /// How far round, to the right.
        turn: Turn,
    },
    /// About its own middle.
    Face(Turn),
}

impl Manoeuvre {
    /// Half a turn about its own middle.
    pub const ABOUT_FACE: Manoeuvre = Manoeuvre::Face(Turn::HALF);

    /// Where a unit ends that nothing stops.
    pub fn end(self, start: &Footprint) -> Footprint {
        self.course(start).at(self.steps())
    }

    /// How far the front corner goes that goes farthest. To face costs no path: rulebooks have their own price for it.
    pub fn length(self, start: &Footprint) -> Length {
        match self {
            Manoeuvre::Advance(length) | Manoeuvre::BackStep(length) | Manoeuvre::SideStep(length) => length.abs(),
            Manoeuvre::Oblique { length, .. } => length.abs(),
            Manoeuvre::Wheel { turn, .. } => arc_length(2 * start.half_front, turn),
            Manoeuvre::Face(_) => 0,
        }
    }

    /// How many places it passes: tenths of a millimetre, or parts of a turn.
    fn steps(self) -> i32 {
        match self {
            Manoeuvre::Advance(length) | Manoeuvre::BackStep(length) | Manoeuvre::SideStep(length) => length.abs(),
            Manoeuvre::Oblique { length, .. } => length.abs(),
            Manoeuvre::Wheel { turn, .. } | Manoeuvre::Face(turn) => turn.0.abs(),
        }
    }

    fn course(self, start: &Footprint) -> Course {
        let heading = start.heading;
        let straight = |heading: Heading, length: Length| {
            let ahead = heading.direction();
            Course::Straight(*start, if length < 0 { ahead.back() } else { ahead })
        };
        match self {
            Manoeuvre::Advance(length) => straight(heading, length),
            Manoeuvre::BackStep(length) => straight(heading, -length),
            Manoeuvre::SideStep(length) => straight(heading.turned(Turn::QUARTER), length),
            Manoeuvre::Oblique { turn, length } => straight(heading.turned(turn), length),
            Manoeuvre::Wheel { on, turn } => {
                let [left, right, ..] = start.corners();
                let (pivot, side) = match on {
                    Flank::Left => (left, 1),
                    Flank::Right => (right, -1),
                };
                Course::Wheel { start: *start, pivot, side, turn }
            }
            Manoeuvre::Face(turn) => Course::Face(*start, turn),
        }
    }
}

/// The places a unit passes.
#[derive(Clone, Copy, Debug)]
enum Course {
    Straight(Footprint, Direction),
    Wheel { start: Footprint, pivot: Point, side: i32, turn: Turn },
    Face(Footprint, Turn),
}

impl Course {
    /// The place after so many steps.
    fn at(&self, steps: i32) -> Footprint {
        match *self {
            Course::Straight(start, direction) => start.at(moved(start.centre, direction, steps), start.heading),
            Course::Face(start, turn) => start.at(start.centre, start.heading.turned(Turn(steps * turn.0.signum()))),
            Course::Wheel { start, pivot, side, turn } => {
                // Nobody moves until somebody turns: the corner is known only to the nearest tenth of a millimetre.
                if steps == 0 {
                    return start;
                }
                let heading = start.heading.turned(Turn(steps * turn.0.signum()));
                let ahead = heading.direction();
                let front_centre = moved(pivot, ahead.right(), side * start.half_front);
                start.at(moved(front_centre, ahead.back(), start.half_depth), heading)
            }
        }
    }

    /// The way in pieces that are looked at as straight, each by its first and last step; one at least.
    fn pieces(&self, steps: i32) -> impl Iterator<Item = (i32, i32)> + use<> {
        let piece = if matches!(self, Course::Straight(..)) { steps.max(1) } else { CHORD };
        (0..steps.max(1)).step_by(piece as usize).map(move |begins| (begins, begins.saturating_add(piece).min(steps)))
    }

    /// The outline of what is covered between two steps.
    fn outline(&self, begins: i32, ends: i32) -> Vec<Point> {
        let corners = [self.at(begins).corners(), self.at(ends).corners()];
        hull(corners.into_iter().flatten().collect())
    }

    /// No corner of the unit goes farther than this in a step of a turn, in parts of 4,096 of a length; in the order of
    /// [`Footprint::corners`].
    ///
    /// COST: a corner is as far from the pivot at every step as it was at the start, but for what rounding a place and a
    /// direction may add: five tenths of a millimetre, and what [`around`] adds.
    fn corner_hastes(&self) -> [i64; 4] {
        let (start, pivot) = match self {
            Course::Straight(start, _) | Course::Face(start, _) => (start, start.centre),
            Course::Wheel { start, pivot, .. } => (start, *pivot),
        };
        start.corners().map(|corner| around(i64::from(pivot.distance(corner)) + 5))
    }

    /// No point of the unit goes farther than this in so many steps, in parts of 4,096 of a length for each.
    fn haste(&self) -> i64 {
        match self {
            Course::Straight(..) => 1 << 12,
            Course::Face(start, _) => around(i64::from(start.radius())),
            Course::Wheel { start, .. } => around(i64::from(2 * start.half_front + 2 * start.half_depth)),
        }
    }
}

/// How far a point at this distance from the pivot goes in one step of a turn, in parts of 4,096 of a length, and a little more.
const fn around(radius: i64) -> i64 {
    // Two pi over 65,536, times 4,096, is 0.3927 of the radius; 25,743 parts of 65,536 are a little more.
    radius * 25_743 / 65_536 + 1
}

/// Whether something met on the ground bars the way.
pub type Bars<'a> = &'a dyn Fn(&Met) -> bool;

/// What may stop a move. Whatever is left out stops nobody.
#[derive(Clone, Copy)]
pub struct Obstacles<'a> {
    /// Other units, and which of them are in the way.
    pub troops: Option<(&'a Troops, &'a dyn Fn(usize) -> bool)>,
    /// Ground, and what of it no part of the unit may enter or cross. What it stands in or astride already does not stop it.
    pub ground: Option<(&'a Ground, Bars<'a>)>,
    /// What of the ground surely bars nobody, wherever it is met. COST: where that begins is not looked for.
    pub harmless: Option<&'a dyn Fn(What) -> bool>,
    /// The edge of the map.
    pub edge: Option<Extent>,
}

impl Obstacles<'_> {
    /// Nothing is in the way.
    pub const NONE: Obstacles<'static> = Obstacles { troops: None, ground: None, harmless: None, edge: None };
}

impl std::fmt::Debug for Obstacles<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Obstacles").field("edge", &self.edge).finish_non_exhaustive()
    }
}

/// What stopped a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The unit of this number.
    By(usize),
    /// The ground.
    Ground(Met),
    /// The edge of the map.
    Edge,
}

/// A move as it came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Moved {
    /// Where it ended.
    pub end: Footprint,
    /// How far the outer front corner went.
    pub length: Length,
    /// What stopped it short of its aim.
    pub stopped: Option<Stopped>,
}

/// Carries out a move as far as nothing is in the way.
pub fn carry_out(start: &Footprint, manoeuvre: Manoeuvre, obstacles: &Obstacles<'_>) -> Moved {
    let (course, steps) = (manoeuvre.course(start), manoeuvre.steps());
    let mut found = (steps, None);
    if let Some((ground, bars)) = obstacles.ground
        && let Some((at, met)) = ground_stop(&course, steps, (ground, obstacles.harmless), bars)
    {
        found = (at, Some(Stopped::Ground(met)));
    }
    if let Some(edge) = obstacles.edge {
        let is_on = |at: i32| course.at(at).corners().iter().all(|corner| edge.contains(*corner));
        let last = last_on_map(&course, found.0, is_on);
        if last < found.0 {
            found = (last, Some(Stopped::Edge));
        }
    }
    if let Some((troops, counts)) = obstacles.troops {
        let others = troops.footprints().iter().enumerate().filter(|(number, _)| counts(*number));
        for (number, other) in others {
            if let Some(at) = troops_stop(&course, found.0, other) {
                found = (at, Some(Stopped::By(number)));
            }
        }
        found = settled(&course, found, troops, counts);
    }
    let (at, stopped) = found;
    Moved { end: course.at(at), length: cut(manoeuvre, at).length(start), stopped }
}

/// Where a move really ends: a place is rounded to the nearest tenth of a millimetre, and whoever slides along a neighbour may
/// so come to stand on him by a hair. Then he ends the few tenths sooner at which he does not.
fn settled(
    course: &Course,
    (mut at, mut stopped): (i32, Option<Stopped>),
    troops: &Troops,
    counts: &dyn Fn(usize) -> bool,
) -> (i32, Option<Stopped>) {
    let stood_on = |at: i32| {
        let end = course.at(at);
        let mut others = troops.footprints().iter().enumerate();
        others.find(|(number, other)| counts(*number) && end.overlaps(other)).map(|(number, _)| number)
    };
    while let Some(number) = stood_on(at).filter(|_| at > 0) {
        (at, stopped) = (at - 1, Some(Stopped::By(number)));
    }
    (at, stopped)
}

/// The units a move passes over, in the order they are reached: whom one interpenetrates who is not stopped by them.
pub fn passed(start: &Footprint, manoeuvre: Manoeuvre, troops: &Troops, counts: impl Fn(usize) -> bool) -> Vec<usize> {
    let (course, steps) = (manoeuvre.course(start), manoeuvre.steps());
    let others = troops.footprints().iter().enumerate().filter(|(number, _)| counts(*number));
    let mut reached: Vec<(i32, usize)> =
        others.filter_map(|(number, other)| Some((troops_stop(&course, steps, other)?, number))).collect();
    reached.sort_unstable();
    reached.into_iter().map(|(_, number)| number).collect()
}

/// The ground a move sweeps over, as outlines that may overlap: one for a straight move, one for each few degrees of a turn.
///
/// LIMIT: corners are rounded to the nearest tenth of a millimetre, and a turn to the straight lines between its places, which
/// lie at most a three-thousandth of the radius within the true arc.
pub fn swept(start: &Footprint, manoeuvre: Manoeuvre) -> Vec<Region> {
    let (course, steps) = (manoeuvre.course(start), manoeuvre.steps());
    course.pieces(steps).map(|(begins, ends)| Region::of(course.outline(begins, ends))).collect()
}

/// The corners of the smallest outline without dents around some points, against the clock.
fn hull(mut points: Vec<Point>) -> Vec<Point> {
    points.sort_unstable();
    points.dedup();
    let mut around: Vec<Point> = Vec::with_capacity(points.len() + 1);
    for _there_and_back in 0..2 {
        let kept = around.len() + 1;
        for point in &points {
            while around.len() > kept && around[around.len() - 2].side(around[around.len() - 1], *point) <= 0 {
                around.pop();
            }
            around.push(*point);
        }
        around.pop();
        points.reverse();
    }
    around
}

/// The same manoeuvre, ended after so many steps.
fn cut(manoeuvre: Manoeuvre, steps: i32) -> Manoeuvre {
    match manoeuvre {
        Manoeuvre::Advance(length) => Manoeuvre::Advance(steps * length.signum()),
        Manoeuvre::BackStep(length) => Manoeuvre::BackStep(steps * length.signum()),
        Manoeuvre::SideStep(length) => Manoeuvre::SideStep(steps * length.signum()),
        Manoeuvre::Oblique { turn, length } => Manoeuvre::Oblique { turn, length: steps * length.signum() },
        Manoeuvre::Wheel { on, turn } => Manoeuvre::Wheel { on, turn: Turn(steps * turn.0.signum()) },
        Manoeuvre::Face(turn) => Manoeuvre::Face(Turn(steps * turn.0.signum())),
    }
}

/// The last step on the map: once off it a unit does not come back on a straight way, and on a turn it is followed.
fn last_on_map(course: &Course, steps: i32, is_on: impl Fn(i32) -> bool) -> i32 {
    match course {
        Course::Straight(..) => {
            let (mut low, mut high) = (0, steps + 1);
            while high - low > 1 {
                let middle = low + (high - low) / 2;
                if is_on(middle) { low = middle } else { high = middle }
            }
            low
        }
        _ => (1..=steps).find(|at| !is_on(*at)).map_or(steps, |off| off - 1),
    }
}

/// The last step before one unit is overlapped; nothing if it never is.
fn troops_stop(course: &Course, steps: i32, other: &Footprint) -> Option<i32> {
    match course {
        Course::Straight(start, direction) => straight_stop(start, *direction, steps, other),
        _ => turning_stop(course, steps, other),
    }
}

/// On a straight way: exactly when the first of four directions ceases to show a space between the two.
fn straight_stop(start: &Footprint, direction: Direction, steps: i32, other: &Footprint) -> Option<i32> {
    let offset = start.centre.offset_to(other.centre);
    let way = (i64::from(direction.x), i64::from(direction.y));
    // The share of the way between which all four overlap, each as a fraction of one step.
    let (mut enters, mut leaves) = ((i128::from(i64::MIN), 1), (i128::from(i64::MAX), 1));
    for (one, two) in [(start, other), (other, start)] {
        let (ahead, its) = (one.ahead(), two.ahead());
        let own = (i64::from(ahead.x), i64::from(ahead.y));
        let (along, across) = (its.along(own).abs(), its.right().along(own).abs());
        let (front, depth) = (i64::from(two.half_front), i64::from(two.half_depth));
        for (axis, half, reach) in [
            (ahead, one.half_depth, depth * along + front * across),
            (ahead.right(), one.half_front, depth * across + front * along),
        ] {
            let both = i128::from(i64::from(half) * ahead.length_squared() + reach);
            let (apart, speed) = (i128::from(axis.along(offset)) << UNIT_BITS, i128::from(axis.along(way)));
            if speed == 0 {
                if apart.abs() >= both {
                    return None;
                }
                continue;
            }
            let ends = if speed > 0 { [apart - both, apart + both] } else { [-apart - both, -apart + both] };
            let (into, out) = ((ends[0], speed.abs()), (ends[1], speed.abs()));
            if into.0 * enters.1 > enters.0 * into.1 {
                enters = into;
            }
            if out.0 * leaves.1 < leaves.0 * out.1 {
                leaves = out;
            }
        }
    }
    let never = enters.0 * leaves.1 >= leaves.0 * enters.1 || leaves.0 <= 0 || enters.0 >= i128::from(steps) * enters.1;
    if never {
        return None;
    }
    // A place is rounded to the nearest tenth of a millimetre, which may be a hair too far.
    let mut at = i32::try_from(enters.0.div_euclid(enters.1)).unwrap_or(0).clamp(0, steps);
    while at > 0 && start.at(moved(start.centre, direction, at), start.heading).overlaps(other) {
        at -= 1;
    }
    Some(at)
}

/// On a turn: as many steps at once as cannot possibly reach the other, then one by one.
fn turning_stop(course: &Course, steps: i32, other: &Footprint) -> Option<i32> {
    let (haste, hastes) = (course.haste(), course.corner_hastes());
    let mut at = 0;
    while at < steps {
        let here = course.at(at);
        let mut safe = steps_beside(&hastes, &here, other);
        // COST: beside an edge of the other it is a matter of a few products; the distance is looked for where that says little.
        if safe < FAR_BESIDE && safe < i64::from(steps - at) {
            let space = i64::from(here.distance(other)) - 2;
            safe = safe.max((space.max(0) << 12) / haste);
        }
        at = at.saturating_add(i32::try_from(safe).unwrap_or(i32::MAX).max(1)).min(steps);
        if course.at(at).overlaps(other) {
            return Some(at - 1);
        }
    }
    None
}

/// Steps beside an edge that are worth taking without looking for more.
const FAR_BESIDE: i64 = 256;

/// How many steps of a turn surely leave all four corners beyond one edge of the other. Each corner is looked at by itself: one
/// near the pivot hardly moves, so whoever wheels on a neighbour's flank does not creep round it step by step.
fn steps_beside(hastes: &[i64; 4], here: &Footprint, other: &Footprint) -> i64 {
    let ahead = other.ahead();
    let own = ahead.length_squared();
    let offsets = here.corners().map(|corner| other.centre.offset_to(corner));
    let beyond = |axis: Direction, half: Length| {
        let safe = |(offset, haste): (&(i64, i64), &i64)| {
            // Corners and places are rounded to the nearest tenth of a millimetre: three of them are not counted on.
            let out = (((axis.along(*offset) << UNIT_BITS) - i64::from(half) * own) >> (2 * UNIT_BITS)) - 3;
            // COST: a division only for who is beyond the edge.
            if out <= 0 { 0 } else { (out << 12) / haste }
        };
        offsets.iter().zip(hastes).map(safe).min().unwrap_or(0)
    };
    let right = ahead.right();
    let sides = [(ahead, other.half_depth), (ahead.back(), other.half_depth)];
    let flanks = [(right, other.half_front), (right.back(), other.half_front)];
    sides.into_iter().chain(flanks).map(|(axis, half)| beyond(axis, half)).max().unwrap_or(0)
}

/// Turning, a unit is taken to go straight from one to the next of places so many parts apart.
const CHORD: i32 = 512;

/// The last step before any part of the unit comes upon ground that bars its way.
fn ground_stop(
    course: &Course,
    steps: i32,
    (ground, harmless): (&Ground, Option<&dyn Fn(What) -> bool>),
    bars: Bars<'_>,
) -> Option<(i32, Met)> {
    let start = course.at(0);
    // What it merely touches is still before it.
    let stands_in = ground.all_under(&start.shrunk(1).corners());
    for (begins, ends) in course.pieces(steps) {
        let outline = course.outline(begins, ends);
        let matters = |what: &What| !stands_in.contains(what) && !harmless.is_some_and(|harmless| harmless(*what));
        let new = ground.all_under(&outline).into_iter().filter(matters);
        let stop = |what: What| {
            let at = first_upon(course, (begins, ends), |outline| ground.is_under(what, outline));
            let met = Met { at: Fraction::new(at.into(), steps.into())?, how: how_met(ground, what, &start), what };
            bars(&met).then_some((at - 1, met))
        };
        if let Some((before, met)) = new.filter_map(stop).min_by_key(|(before, _)| *before) {
            return Some((before.max(0), met));
        }
    }
    None
}

/// The first step of a piece of the way in which something is come upon that the whole piece comes upon: what is swept
/// only grows.
fn first_upon(course: &Course, (begins, ends): (i32, i32), is_upon: impl Fn(&[Point]) -> bool) -> i32 {
    let (mut free, mut upon) = (begins, ends);
    while upon - free > 1 {
        let middle = free + (upon - free) / 2;
        if is_upon(&course.outline(begins, middle)) { upon = middle } else { free = middle }
    }
    upon
}

/// A region is entered; a line is crossed from the side on which the middle of the unit was.
fn how_met(ground: &Ground, what: What, start: &Footprint) -> How {
    let What::Line(id) = what else { return How::Enters };
    let line = &ground.lines()[id.index()];
    let nearest = line.stretches().min_by_key(|(from, to)| distance_to_segment(*from, *to, start.centre));
    How::Crosses { from_left: nearest.is_some_and(|(from, to)| from.side(to, start.centre) > 0) }
}

/// The first way back that is wide enough: straight away at first, then more and more to either side, right before left.
///
/// `width` is how wide the gap has to be, `spread` how far off straight away one may go. Headings are tried in steps of
/// 1/256 of a turn. The answer is the heading; the way is free for `length` from the middle of the unit.
pub fn gap(
    unit: &Footprint,
    away: Heading,
    spread: Turn,
    width: Length,
    length: Length,
    mut is_free: impl FnMut(&Footprint) -> bool,
) -> Option<Heading> {
    const TRY: i32 = 256;
    let tries = (0..=spread.0.abs() / TRY).flat_map(|step| [step * TRY, -step * TRY]);
    tries.map(|turn| away.turned(Turn(turn))).find(|heading| {
        let middle = moved(unit.centre, heading.direction(), length / 2);
        is_free(&Footprint::new(middle, *heading, width, length))
    })
}
