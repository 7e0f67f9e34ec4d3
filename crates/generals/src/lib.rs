//! Players that are programs. They know no rulebook: a rulebook says what its orders promise, and they choose by number.
//!
//! - [`recruit`]: anything that is allowed, at random; he finds what nobody thought of.
//! - [`sergeant`]: weighs what each order promises by standing practice ([`weights`], [`practice`]), and forgets it at once.
//!
//! The same seed gives the same decisions, so a battle between two of them can be fought again.

pub mod practice;
pub mod recruit;
pub mod sergeant;
pub mod weights;

use engine::stage::General;

pub use recruit::Recruit;
pub use sergeant::Sergeant;

/// A general as people choose him.
#[derive(Clone, Copy, Debug)]
pub struct Rank {
    /// His name in flags and files.
    pub name: &'static str,
    /// What he is like, in a line.
    pub about: &'static str,
    enlist: fn() -> Box<dyn General>,
}

impl Rank {
    /// A general of this rank, ready for battle.
    pub fn enlist(&self) -> Box<dyn General> {
        (self.enlist)()
    }
}

/// Every general there is, the weakest first. A new one joins everything by being named here.
pub const RANKS: &[Rank] = &[
    Rank {
        name: recruit::NAME,
        about: "gives any order that is allowed, at random",
        enlist: || Box::new(Recruit::default()),
    },
    Rank {
        name: sergeant::NAME,
        about: "fires before he charges, keeps together, uses cover, goes for the objectives",
        enlist: || Box::new(Sergeant::default()),
    },
];

/// The rank of this name.
pub fn rank(name: &str) -> Option<&'static Rank> {
    RANKS.iter().find(|rank| rank.name == name)
}

/// A general of this name, ready for battle.
pub fn enlist(name: &str) -> Option<Box<dyn General>> {
    rank(name).map(Rank::enlist)
}
