//! The book and its scripted runs, in short.

use billy_yank::{Book, Event};
pub use trial::{reasons, refused, run};

pub const YES: u32 = 0;
pub const NO: u32 = 1;

/// What a scripted run gave.
pub type Run<O> = trial::Run<Event, O>;

/// The book as printed.
pub fn book() -> Book {
    trial::printed()
}

/// The book with some switches set.
pub fn book_with(switches: &[(&str, &str)]) -> Book {
    trial::with(switches)
}

/// What a run of this rulebook tells.
pub trait Working {
    /// The points in thousandths, the column before and after shifts, and the net shift of each fire.
    fn fire_columns(&self) -> Vec<(i32, u16, i16, u16)>;
    /// The column before and after shifts, and the net shift of each die of melee.
    fn melee_columns(&self) -> Vec<(u16, i16, u16)>;
    /// The modified die of each test.
    fn tests(&self) -> Vec<i16>;
}

impl<O> Working for Run<O> {
    fn fire_columns(&self) -> Vec<(i32, u16, i16, u16)> {
        let fired = |event: &Event| match event {
            Event::Fired { points, column, shift, shifted, .. } => {
                Some((points.thousandths(), *column, *shift, *shifted))
            }
            _ => None,
        };
        self.told(fired)
    }

    fn melee_columns(&self) -> Vec<(u16, i16, u16)> {
        let fought = |event: &Event| match event {
            Event::Fought { column, shift, shifted, .. } => Some((*column, *shift, *shifted)),
            _ => None,
        };
        self.told(fought)
    }

    fn tests(&self) -> Vec<i16> {
        let tested = |event: &Event| match event {
            Event::Tested { modified, .. } => Some(*modified),
            _ => None,
        };
        self.told(tested)
    }
}
