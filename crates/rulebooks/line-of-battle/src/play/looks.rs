//! Sight past all units, remembered: the ground stays as it is, and battles ask about the same lines again and again.
//!
//! Each hex has one word for the hexes close by, where anything on the line blocks, and a row of bits for those that guns reach.
//! Both are worked out by the rules when they are first asked for. They are not the table of the field, because whoever looks
//! up and whoever looks down a slope of equal ends need not see the same.

use std::sync::OnceLock;

use field::hex::{Cell, Hex};

/// Hexes to either side that the word of a hex knows.
pub(crate) const NEAR: u16 = 5;
const ACROSS: i32 = 2 * NEAR as i32 + 1;

/// Who sees whom, for one map.
#[derive(Clone, Debug)]
pub(crate) struct Looks {
    near: Vec<OnceLock<u128>>,
    far: Vec<OnceLock<Box<[u64]>>>,
}

impl Looks {
    /// Nothing is known yet.
    pub fn new(room: usize) -> Looks {
        Looks { near: vec![OnceLock::new(); room], far: vec![OnceLock::new(); room] }
    }

    /// Whether a hex close by is seen; the rule is asked about every one of them at first.
    #[inline]
    pub fn near(&self, from: Cell, here: Hex, there: Hex, sees: impl Fn(Hex) -> bool) -> bool {
        let bits = self.near[from.index()].get_or_init(|| {
            let seen = here.within(NEAR).filter(|hex| sees(*hex));
            seen.fold(0, |bits, hex| bits | 1 << bit(here, hex))
        });
        bits >> bit(here, there) & 1 == 1
    }

    /// Whether a hex farther off is seen; the rule is asked about every hex of the map at first.
    #[inline]
    pub fn far(&self, from: Cell, to: Cell, cells: impl Iterator<Item = Cell>, sees: impl Fn(Cell) -> bool) -> bool {
        let bits = self.far[from.index()].get_or_init(|| {
            let mut bits = vec![0; self.far.len().div_ceil(64)].into_boxed_slice();
            for cell in cells.filter(|cell| sees(*cell)) {
                bits[cell.index() / 64] |= 1 << (cell.index() % 64);
            }
            bits
        });
        bits[to.index() / 64] >> (to.index() % 64) & 1 == 1
    }
}

/// The place of a hex in the word of another no farther off than [`NEAR`].
#[inline]
fn bit(here: Hex, there: Hex) -> u32 {
    let near = i32::from(NEAR);
    let (q, r) = (i32::from(there.q) - i32::from(here.q), i32::from(there.r) - i32::from(here.r));
    ((q + near) * ACROSS + r + near) as u32
}
