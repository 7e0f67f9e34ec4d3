//! Which way a unit faces, and what lies before it.
//!
//! Some rulebooks let a unit face a corner (two hexes in front of it), some a side (one in front and two on its
//! shoulders). What counts as front at a distance is a cone with its point in the centre of the hex, edges included; the
//! rulebook says how wide.

use serde::{Deserialize, Serialize};

use super::place::projection;
use super::{Corner, Hex, Side};

/// Which way a unit faces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Facing {
    /// At a side: one hex lies straight ahead.
    Side(Side),
    /// At a corner: two hexes lie ahead.
    Corner(Corner),
}

/// How wide a cone is, counted in twelfths of a turn to either side of the facing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Cone {
    /// Thirty degrees to either side: sixty in all.
    Sixty,
    /// Sixty degrees to either side.
    HundredAndTwenty,
    /// Everything that does not lie behind: half of all.
    Half,
    /// All round.
    Round,
}

impl Cone {
    const fn twelfths(self) -> u8 {
        match self {
            Cone::Sixty => 1,
            Cone::HundredAndTwenty => 2,
            Cone::Half => 3,
            Cone::Round => 6,
        }
    }
}

/// Where something lies, seen from a unit that has flanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Aspect {
    /// Before it.
    Front,
    /// Neither before nor behind it.
    Flank,
    /// Behind it.
    Rear,
}

impl Facing {
    /// The facing in twelfths of a turn clockwise from north: sides are even, corners odd.
    const fn twelfths(self) -> u8 {
        match self {
            Facing::Side(side) => side.index() as u8 * 2,
            Facing::Corner(corner) => corner.index() as u8 * 2 + 1,
        }
    }

    /// The facing so many sixths of a turn further clockwise.
    #[must_use]
    pub const fn turned(self, sixths: i8) -> Facing {
        match self {
            Facing::Side(side) => Facing::Side(side.turned(sixths)),
            Facing::Corner(corner) => Facing::Corner(corner.turned(sixths)),
        }
    }

    /// Whether a hex lies before a unit at `from`, in a cone of this width. Its own hex does.
    pub fn has_before(self, cone: Cone, from: Hex, hex: Hex) -> bool {
        in_cone(self.twelfths(), cone.twelfths(), from.offset_to(hex))
    }

    /// Whether a hex lies before, beside or behind a unit at `from`.
    ///
    /// A rulebook without flanks takes a rear cone of nothing by asking [`Facing::has_before`] alone.
    pub fn aspect(self, front: Cone, rear: Cone, from: Hex, hex: Hex) -> Aspect {
        let offset = from.offset_to(hex);
        if in_cone(self.twelfths(), front.twelfths(), offset) {
            Aspect::Front
        } else if in_cone(self.twelfths() + 6, rear.twelfths(), offset) {
            Aspect::Rear
        } else {
            Aspect::Flank
        }
    }

    /// The neighbours that lie in such a cone: what a unit enters without turning, and what it keeps under its fire.
    pub fn front_sides(self, cone: Cone) -> impl Iterator<Item = Side> {
        let facing = self.twelfths();
        Side::ALL.into_iter().filter(move |side| {
            let apart = (12 + side.index() as u8 * 2 - facing) % 12;
            apart.min(12 - apart) <= cone.twelfths()
        })
    }
}

/// The direction so many twelfths of a turn clockwise from north, as an offset of some length.
fn direction(twelfths: u8) -> (i32, i32) {
    let side = Side::new(twelfths % 12 / 2);
    let (here, next) = (side.step(), side.turned(1).step());
    let (q, r) = (i32::from(here.q), i32::from(here.r));
    match twelfths % 2 {
        0 => (q, r),
        // A corner lies halfway between two sides.
        _ => (q + i32::from(next.q), r + i32::from(next.r)),
    }
}

/// Whether an offset lies within so many twelfths of a turn of a direction.
fn in_cone(facing: u8, width: u8, offset: (i32, i32)) -> bool {
    if width >= 6 || offset == (0, 0) {
        return true;
    }
    // A cone narrower than half a turn is what two half-planes share. Each is bounded by the ray a quarter turn from its
    // edge, which is again one of the twelve directions.
    let left = direction(facing + 12 - width + 3);
    let right = direction(facing + width + 9);
    projection(offset, left) >= 0 && projection(offset, right) >= 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_corner_has_two_hexes_in_front_and_four_behind() {
        let facing = Facing::Corner(Corner::new(0));
        let front: Vec<usize> = facing.front_sides(Cone::HundredAndTwenty).map(Side::index).collect();
        assert_eq!(front, [0, 1]);
        let here = Hex::at(0, 0);
        for side in Side::ALL {
            assert_eq!(facing.has_before(Cone::HundredAndTwenty, here, here.neighbour(side)), side.index() < 2);
        }
    }

    #[test]
    fn the_edges_of_the_cone_belong_to_it() {
        // Twice side 0 less side 1 lies on the edge; the neighbours outside it do not belong.
        let (facing, here) = (Facing::Corner(Corner::new(0)), Hex::at(10, 10));
        assert!(facing.has_before(Cone::HundredAndTwenty, here, Hex::at(9, 9)));
        assert!(!facing.has_before(Cone::HundredAndTwenty, here, here.neighbour(Side::new(5))));
        assert!(!facing.has_before(Cone::HundredAndTwenty, here, here.neighbour(Side::new(2))));
    }

    #[test]
    fn a_side_has_flanks() {
        let (facing, here) = (Facing::Side(Side::new(0)), Hex::at(0, 0));
        let aspects = Side::ALL.map(|side| facing.aspect(Cone::Sixty, Cone::Sixty, here, here.neighbour(side)));
        assert_eq!(aspects[0], Aspect::Front);
        assert_eq!(aspects[3], Aspect::Rear);
        assert!([1, 2, 4, 5].iter().all(|side| aspects[*side] == Aspect::Flank));
    }
}
