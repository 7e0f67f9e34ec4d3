//! What lies between two points that might hide one from the other.
//!
//! Rulebooks differ in what hides: some compare levels, some lay a string from eye to eye, some let one see fifty paces into
//! a wood. So a look gathers everything that stands along the line, in order, with its length and the level it stands on, and the
//! rulebook says of each whether it stops the line. The look back meets the same things: both are measured from the same
//! end.

use super::Troops;
use crate::ground::{AreaId, ContourId, Fraction, Ground, Length, LineId, Point};

/// Something along a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    /// What it is.
    pub what: Hides,
    /// Where it begins.
    pub from: Fraction,
    /// Where it ends.
    pub to: Fraction,
    /// How much of the line lies in it, to the nearest tenth of a millimetre.
    pub length: Length,
    /// The level of the ground it stands on; of a contour, its own.
    pub level: Length,
}

/// What may hide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hides {
    /// Higher ground: the line passes inside this contour.
    Rise(ContourId),
    /// An area.
    Area(AreaId),
    /// A line, crossed.
    Line(LineId),
    /// The unit of this number.
    Unit(usize),
}

/// A line of sight and what stands along it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// The levels of the ground at its ends.
    pub levels: (Length, Length),
    /// How long it is.
    pub length: Length,
    /// What stands along it, in the order it is met.
    pub screens: Vec<Screen>,
}

impl Look {
    /// Looks from one point to another, over ground and troops.
    pub fn new(ground: &Ground, troops: Option<&Troops>, from: Point, to: Point) -> Look {
        if to < from {
            return Look::new(ground, troops, to, from).reversed();
        }
        let length = from.distance(to);
        let mut screens = Vec::new();
        let mut push = |what, (begins, ends): (Fraction, Fraction), level: Option<Length>| {
            let middle = begins.between(from, to).distance(ends.between(from, to));
            let halfway = halfway(begins.between(from, to), ends.between(from, to));
            let level = level.unwrap_or_else(|| ground.level_at(halfway));
            screens.push(Screen { what, from: begins, to: ends, length: middle, level });
        };
        for climb in ground.climbs(from, to) {
            let level = ground.contours()[climb.of.index()].height;
            push(Hides::Rise(climb.of), (climb.from, climb.to), Some(level));
        }
        for stretch in ground.stretches(from, to) {
            push(Hides::Area(stretch.of), (stretch.from, stretch.to), None);
        }
        for crossing in ground.crossings(from, to) {
            push(Hides::Line(crossing.line), (crossing.at, crossing.at), None);
        }
        for unit in troops.map(|troops| troops.in_the_way(from, to)).unwrap_or_default() {
            let centre = troops.map_or(from, |troops| troops.footprints()[unit].centre);
            let at = nearest(from, to, centre);
            push(Hides::Unit(unit), (at, at), Some(ground.level_at(centre)));
        }
        screens.sort_by_key(|screen| (screen.from, screen.to, screen.what));
        Look { levels: (ground.level_at(from), ground.level_at(to)), length, screens }
    }

    /// Whether nothing along the line stops it.
    pub fn is_clear(&self, mut stops: impl FnMut(&Screen) -> bool) -> bool {
        self.screens.iter().all(|screen| !stops(screen))
    }

    /// Whether a string from one eye to the other, each at this height, passes below the top of something: at the end of it
    /// where the string is lower.
    pub fn is_under(&self, eyes: (Length, Length), screen: &Screen, top: Length) -> bool {
        [screen.from, screen.to].into_iter().any(|at| {
            let (over, under) = at.parts();
            let (over, under) = (i128::from(over), i128::from(under));
            i128::from(eyes.0) * (under - over) + i128::from(eyes.1) * over < i128::from(top) * under
        })
    }

    /// The same look from its other end.
    fn reversed(mut self) -> Look {
        let back = |at: Fraction| {
            let (over, under) = at.parts();
            Fraction::new(under - over, under).unwrap_or(at)
        };
        self.levels = (self.levels.1, self.levels.0);
        for screen in &mut self.screens {
            (screen.from, screen.to) = (back(screen.to), back(screen.from));
        }
        self.screens.sort_by_key(|screen| (screen.from, screen.to, screen.what));
        self
    }
}

fn halfway(one: Point, other: Point) -> Point {
    let middle = |one: Length, other: Length| ((i64::from(one) + i64::from(other)) / 2) as Length;
    Point::new(middle(one.x, other.x), middle(one.y, other.y))
}

/// The place on a line nearest to a point.
fn nearest(from: Point, to: Point, point: Point) -> Fraction {
    let ((x, y), (at_x, at_y)) = (from.offset_to(to), from.offset_to(point));
    let (over, under) = (x * at_x + y * at_y, x * x + y * y);
    Fraction::new(over.clamp(0, under), under).unwrap_or(Fraction::START)
}
