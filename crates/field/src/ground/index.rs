//! Finding what lies near without looking at everything.

use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

use super::point::{Extent, Point};

/// Numbered boxes. Coordinates are 64 bits wide, so that the tree can multiply them.
type Entry = GeomWithData<Rectangle<[i64; 2]>, u32>;

/// A tree of numbered boxes.
#[derive(Clone, Debug)]
pub(super) struct Boxes {
    tree: RTree<Entry>,
}

impl Boxes {
    pub(super) fn new(boxes: impl Iterator<Item = (Extent, u32)>) -> Boxes {
        let entries = boxes.map(|(extent, number)| {
            Entry::new(Rectangle::from_corners(corner(extent.south_west), corner(extent.north_east)), number)
        });
        Boxes { tree: RTree::bulk_load(entries.collect()) }
    }

    /// The numbers of all boxes that touch this one, in order and each once.
    pub(super) fn touching(&self, extent: Extent) -> Vec<u32> {
        let asked = AABB::from_corners(corner(extent.south_west), corner(extent.north_east));
        let mut found: Vec<u32> = self.tree.locate_in_envelope_intersecting(asked).map(|entry| entry.data).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The numbers of all boxes around this point.
    pub(super) fn at(&self, point: Point) -> Vec<u32> {
        self.touching(Extent { south_west: point, north_east: point })
    }
}

fn corner(point: Point) -> [i64; 2] {
    [i64::from(point.x), i64::from(point.y)]
}
