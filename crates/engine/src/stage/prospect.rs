//! What an order promises, in terms that need no rulebook.

use super::PieceId;
use crate::Side;

/// The sort of thing an order is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Act {
    /// Nothing more: the piece, the phase or the turn is done with.
    #[default]
    Pass,
    /// What has to happen, and leaves nothing to decide: a card is drawn, a test is rolled.
    Duty,
    /// Fire.
    Fire,
    /// A charge home.
    Charge,
    /// A move towards the enemy or a goal.
    Advance,
    /// A move that mends the line: to a flank, into cover, back to the brigade.
    Shift,
    /// A move away from the enemy.
    Withdraw,
    /// Another formation or facing.
    Form,
    /// Whatever brings a shaken piece back.
    Rally,
    /// A leader, a headquarters or a written order.
    Command,
}

/// What an order promises. A rulebook fills in what it can tell quickly; nought means that it makes no odds.
///
/// It is an estimate, not the odds: a general who wants those asks for a preview.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Prospect {
    /// What sort of thing it is.
    pub act: Act,
    /// The piece that acts.
    pub piece: Option<PieceId>,
    /// Men the enemy should lose, those driven off among them.
    pub harm: i32,
    /// Men of ours it should cost, until we act again.
    pub risk: i32,
    /// How likely it comes off, in thousandths.
    pub chance: i32,
    /// Yards it brings the piece nearer to what it is to take or to hold.
    pub nearer: i32,
    /// Yards to the nearest enemy afterwards, at most [`Prospect::FAR`].
    pub enemy: i32,
    /// Thousandths of enemy fire that the ground keeps off where it ends.
    pub cover: i32,
    /// Yards from the middle of its brigade where it ends.
    pub apart: i32,
    /// Enemies who would have it in flank or rear where it ends.
    pub flanked: i32,
    /// Whether it takes an enemy in flank or rear.
    pub flanking: bool,
    /// Our men near the target for each thousand of his.
    pub mass: i32,
    /// Thousandths of the piece's strength and nerve that are gone.
    pub worn: i32,
    /// What the rulebook itself thinks of it, in men: what none of the above can say.
    pub merit: i32,
}

impl Prospect {
    /// A distance at which nobody hurts anybody.
    pub const FAR: i32 = 4_000;

    /// Nothing is known but the sort of thing.
    pub fn of(act: Act) -> Self {
        Prospect { act, chance: 1_000, enemy: Prospect::FAR, ..Prospect::default() }
    }
}

/// How the battle stands for whoever chooses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outlook {
    /// Who chooses.
    pub side: Side,
    /// The turn, counted from one.
    pub turn: u16,
    /// The last turn there is.
    pub turns: u16,
    /// Points he is ahead by.
    pub ahead: i32,
}
