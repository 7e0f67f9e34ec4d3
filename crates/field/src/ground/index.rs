//! Finding what lies near without looking at everything.

use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

use super::point::{Extent, Point};

/// Numbered boxes. Coordinates are 64 bits wide, so that the tree can multiply them.
type Entry = GeomWithData<Rectangle<[i64; 2]>, u32>;

/// LIMIT: so many boxes are looked at one after another; more of them stand in a tree.
const FEW: usize = 96;

/// Numbered boxes, found by where they lie.
#[derive(Clone, Debug)]
pub(super) enum Boxes {
    /// COST: a handful is sooner looked through than a tree is climbed. Most grounds have no more.
    Few(Vec<(Extent, u32)>),
    Many(RTree<Entry>),
}

impl Boxes {
    pub(super) fn new(boxes: impl Iterator<Item = (Extent, u32)>) -> Boxes {
        let mut boxes: Vec<(Extent, u32)> = boxes.collect();
        if boxes.len() <= FEW {
            boxes.sort_by_key(|(_, number)| *number);
            return Boxes::Few(boxes);
        }
        let entries = boxes.into_iter().map(|(extent, number)| {
            Entry::new(Rectangle::from_corners(corner(extent.south_west), corner(extent.north_east)), number)
        });
        Boxes::Many(RTree::bulk_load(entries.collect()))
    }

    /// The numbers of all boxes that touch this one, in order and each once.
    pub(super) fn touching(&self, extent: Extent) -> Vec<u32> {
        match self {
            Boxes::Few(boxes) => {
                let mut found: Vec<u32> =
                    boxes.iter().filter(|(own, _)| own.touches(&extent)).map(|(_, number)| *number).collect();
                found.dedup();
                found
            }
            Boxes::Many(tree) => {
                let asked = AABB::from_corners(corner(extent.south_west), corner(extent.north_east));
                let mut found: Vec<u32> = tree.locate_in_envelope_intersecting(asked).map(|entry| entry.data).collect();
                found.sort_unstable();
                found.dedup();
                found
            }
        }
    }

    /// The numbers of all boxes around this point.
    pub(super) fn at(&self, point: Point) -> Vec<u32> {
        self.touching(Extent { south_west: point, north_east: point })
    }
}

fn corner(point: Point) -> [i64; 2] {
    [i64::from(point.x), i64::from(point.y)]
}
