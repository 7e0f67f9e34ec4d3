//! What lies before, beside and behind a unit, as a rulebook draws it.

use serde::{Deserialize, Serialize};

use super::footprint::{Fine, fine};
use super::heading::{Direction, UNIT_BITS};
use super::{Footprint, Turn};
use crate::ground::{FARTHEST, Point};
use crate::hex::Aspect;

/// Where the two rays of an arc begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Rays {
    /// Both at the middle of the front edge.
    FromFrontCentre,
    /// Each at its own front corner.
    FromFrontCorners,
    /// Both at the middle of the unit.
    FromCentre,
}

/// An arc before a unit, between a ray to its left and one to its right, each so far off straight ahead. Its edges belong to
/// it.
///
/// LIMIT: no wider than a quarter turn to either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Arc {
    /// Where its rays begin.
    pub rays: Rays,
    /// How far off straight ahead they lie.
    pub spread: Turn,
}

/// An arc laid before one unit.
struct Laid {
    left: Fine,
    right: Fine,
    ahead: Direction,
    left_ray: Direction,
    right_ray: Direction,
}

impl Arc {
    /// An arc with these rays.
    pub const fn new(rays: Rays, spread: Turn) -> Arc {
        Arc { rays, spread }
    }

    /// Whether a point lies in the arc of a unit.
    pub fn holds_point(&self, unit: &Footprint, point: Point) -> bool {
        self.laid(unit).holds(fine(point))
    }

    /// Whether any part of a footprint lies in the arc of a unit.
    pub fn holds(&self, unit: &Footprint, target: &Footprint) -> bool {
        let laid = self.laid(unit);
        // Either a corner of the target lies in the arc, or an edge of the arc passes through the target: the arc has no
        // end, so it cannot lie inside it.
        target.fine_corners().into_iter().any(|corner| laid.holds(corner))
            || laid.edges().into_iter().any(|(from, to)| target.is_crossed_by_fine(from, to))
    }

    fn laid(&self, unit: &Footprint) -> Laid {
        let [front_left, front_right, ..] = unit.fine_corners();
        let middle = ((front_left.0 + front_right.0) / 2, (front_left.1 + front_right.1) / 2);
        let (left, right) = match self.rays {
            Rays::FromFrontCorners => (front_left, front_right),
            Rays::FromFrontCentre => (middle, middle),
            Rays::FromCentre => (fine(unit.centre), fine(unit.centre)),
        };
        let spread = Turn(self.spread.0.clamp(0, Turn::QUARTER.0));
        Laid {
            left,
            right,
            ahead: unit.ahead(),
            left_ray: unit.heading.turned(-spread).direction(),
            right_ray: unit.heading.turned(spread).direction(),
        }
    }
}

impl Laid {
    fn holds(&self, place: Fine) -> bool {
        let from = |corner: Fine| (place.0 - corner.0, place.1 - corner.1);
        // Ahead of the front, right of the left ray, and left of the right one.
        self.ahead.along(from(self.left)) >= 0
            && self.left_ray.right().along(from(self.left)) >= 0
            && self.right_ray.right().along(from(self.right)) <= 0
    }

    /// Its edges, the rays cut off where no map reaches.
    fn edges(&self) -> [(Fine, Fine); 3] {
        let far = |corner: Fine, ray: Direction| {
            let reach = i64::from(FARTHEST);
            (corner.0 + reach * i64::from(ray.x), corner.1 + reach * i64::from(ray.y))
        };
        [
            (self.left, far(self.left, self.left_ray)),
            (self.left, self.right),
            (self.right, far(self.right, self.right_ray)),
        ]
    }
}

/// Where a point lies, seen from a unit: before it if it is no farther off straight ahead than `front`, behind it if it is
/// farther off than `rear`, else on its flank. Measured from the middle of the front edge; the edges belong to the front
/// and to the flank.
pub fn aspect(unit: &Footprint, point: Point, front: Turn, rear: Turn) -> Aspect {
    let [left, right, ..] = unit.fine_corners();
    let middle = ((left.0 + right.0) / 2, (left.1 + right.1) / 2);
    let (x, y) = fine(point);
    let offset = (x - middle.0, y - middle.1);
    if is_within(unit, offset, front) {
        Aspect::Front
    } else if is_within(unit, offset, rear) {
        Aspect::Flank
    } else {
        Aspect::Rear
    }
}

/// Whether an offset is no farther off straight ahead than so much, up to half a turn.
fn is_within(unit: &Footprint, offset: (i64, i64), spread: Turn) -> bool {
    let (left, right) = (unit.heading.turned(-spread).direction(), unit.heading.turned(spread).direction());
    let (of_left, of_right) = (left.right().along(offset) >= 0, right.right().along(offset) <= 0);
    if spread <= Turn::QUARTER {
        of_left && of_right && unit.ahead().along(offset) >= 0
    } else if spread >= Turn::HALF {
        true
    } else {
        of_left || of_right
    }
}

/// Whether a point lies behind the line through the front edge of a unit.
pub fn is_behind_front_line(unit: &Footprint, point: Point) -> bool {
    let (offset, ahead) = (unit.centre.offset_to(point), unit.ahead());
    ahead.along(offset) << UNIT_BITS < i64::from(unit.half_depth) * ahead.length_squared()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ground::YARD;
    use crate::plane::Heading;

    fn regiment() -> Footprint {
        Footprint::new(Point::yards(500, 500), Heading::NORTH, 100 * YARD, 20 * YARD)
    }

    #[test]
    fn forty_five_degrees_from_the_front_corners() {
        let arc = Arc::new(Rays::FromFrontCorners, Turn::EIGHTH);
        let unit = regiment();
        // The front corners lie at 450 and 550, on the line of 510.
        assert!(arc.holds_point(&unit, Point::yards(600, 560)), "the edge belongs to it");
        assert!(!arc.holds_point(&unit, Point::yards(601, 560)));
        assert!(arc.holds_point(&unit, Point::yards(450, 510)));
        assert!(!arc.holds_point(&unit, Point::yards(500, 509)));
        let narrow = Arc::new(Rays::FromFrontCentre, Turn::hundredths(2_250));
        assert!(narrow.holds_point(&unit, Point::yards(540, 610)));
        assert!(!narrow.holds_point(&unit, Point::yards(542, 610)));
    }

    #[test]
    fn a_target_that_reaches_into_the_arc_is_in_it() {
        let arc = Arc::new(Rays::FromFrontCorners, Turn::EIGHTH);
        let long = Footprint::new(Point::yards(800, 560), Heading::NORTH, 390 * YARD, 10 * YARD);
        assert!(arc.holds(&regiment(), &long));
        // No corner of it lies in the arc, but the arc passes through it.
        let across = Footprint::new(Point::yards(500, 700), Heading::NORTH, 799 * YARD, 10 * YARD);
        assert!(arc.holds(&regiment(), &across));
        let behind = Footprint::new(Point::yards(500, 300), Heading::NORTH, 799 * YARD, 10 * YARD);
        assert!(!arc.holds(&regiment(), &behind));
    }

    #[test]
    fn flanks_begin_where_the_front_ends() {
        let (front, rear) = (Turn::EIGHTH, Turn::degrees(135));
        let of = |x: i32, y: i32| aspect(&regiment(), Point::yards(x, y), front, rear);
        assert_eq!(of(500, 600), Aspect::Front);
        assert_eq!(of(590, 600), Aspect::Front, "forty-five degrees are still the front");
        assert_eq!(of(592, 600), Aspect::Flank);
        assert_eq!(of(400, 500), Aspect::Flank);
        assert_eq!(of(500, 400), Aspect::Rear);
        assert!(is_behind_front_line(&regiment(), Point::yards(900, 509)));
        assert!(!is_behind_front_line(&regiment(), Point::yards(900, 510)));
    }
}
