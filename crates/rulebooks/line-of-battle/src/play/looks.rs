//! Sight past all units, remembered: the ground stays as it is, and battles ask about the same lines again and again.
//!
//! Each hex has one word for the hexes close by, where anything on the line blocks, and a row of bits for those that guns reach.
//! Both are worked out by the rules when they are first asked for: the word as a whole, the row hex by hex. They are not the
//! table of the field, because whoever looks up and whoever looks down a slope of equal ends need not see the same.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering};

use field::hex::{Along, Cell, Hex, Sightline};

/// Hexes to either side that the word of a hex knows.
pub(crate) const NEAR: u16 = 5;
const ACROSS: i32 = 2 * NEAR as i32 + 1;

/// Sixty-four hexes of a row: which of them somebody asked about, and which of those are seen.
#[derive(Debug, Default)]
struct Span {
    known: AtomicU64,
    seen: AtomicU64,
}

/// Who sees whom, for one map.
#[derive(Debug)]
pub(crate) struct Looks {
    near: Vec<OnceLock<u128>>,
    far: Vec<OnceLock<Box<[Span]>>>,
    /// What lies on the line to each hex close by, as steps from the hex that looks; by the same places as the words.
    lines: Vec<Box<[Along]>>,
}

impl Clone for Looks {
    /// A copy finds out for itself.
    fn clone(&self) -> Looks {
        Looks::new(self.near.len())
    }
}

impl Looks {
    /// Nothing is known yet.
    pub fn new(room: usize) -> Looks {
        let here = Hex::at(0, 0);
        let mut lines: Vec<Box<[Along]>> = vec![Box::default(); (ACROSS * ACROSS) as usize];
        for there in here.within(NEAR) {
            lines[bit(here, there) as usize] = Sightline::new(here, there).collect();
        }
        Looks { near: vec![OnceLock::new(); room], far: (0..room).map(|_| OnceLock::new()).collect(), lines }
    }

    /// What lies on the line to a hex no farther off than [`NEAR`].
    ///
    /// COST: who stands on it is asked for every shot that is thought of, and the line is always one of a few.
    #[inline]
    pub fn line(&self, here: Hex, there: Hex) -> impl Iterator<Item = Along> {
        let name = move |step: Hex| Hex::at(here.q + step.q, here.r + step.r);
        self.lines[bit(here, there) as usize].iter().map(move |piece| piece.map(name))
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

    /// Whether a hex farther off is seen; the rule is asked when somebody first wants to know.
    ///
    /// Whoever asks at the same time finds out the same: what is seen is written before it is known.
    #[inline]
    pub fn far(&self, from: Cell, to: Cell, sees: impl Fn() -> bool) -> bool {
        let row =
            self.far[from.index()].get_or_init(|| (0..self.far.len().div_ceil(64)).map(|_| Span::default()).collect());
        let (span, bit) = (&row[to.index() / 64], 1 << (to.index() % 64));
        if span.known.load(Ordering::Acquire) & bit == 0 {
            if sees() {
                span.seen.fetch_or(bit, Ordering::Relaxed);
            }
            span.known.fetch_or(bit, Ordering::Release);
        }
        span.seen.load(Ordering::Relaxed) & bit != 0
    }
}

/// The place of a hex in the word of another no farther off than [`NEAR`].
#[inline]
fn bit(here: Hex, there: Hex) -> u32 {
    let near = i32::from(NEAR);
    let (q, r) = (i32::from(there.q) - i32::from(here.q), i32::from(there.r) - i32::from(here.r));
    ((q + near) * ACROSS + r + near) as u32
}
