//! The course of a procedure: what it waits for, what happened, what may come of it, and why it will not go.

use serde::Serialize;
use telling::{Lit, WorkingLine};

#[cfg(test)]
use ts_rs::TS;

/// A settled procedure.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Settled {
    /// The outcome in one line.
    pub summary: String,
    /// What happened, line by line.
    #[cfg_attr(test, ts(type = "Array<WorkingLine>"))]
    pub lines: Vec<WorkingLine>,
    /// Every cell that was read.
    #[cfg_attr(test, ts(type = "Array<Lit>"))]
    pub lit: Vec<Lit>,
    /// Every rule that played a part, in the order it first did.
    pub rules: Vec<&'static str>,
}

/// The dice of a saved game, checked.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Verified {
    /// What was published before the first order.
    pub commitment: String,
    /// The secret it stands for, once the game is closed.
    pub secret: Option<String>,
    /// How many dice the program threw.
    pub program_dice: u32,
    /// How many dice people typed. They prove nothing.
    pub typed_dice: u32,
    /// Whether every die of the program is proved.
    pub proved: bool,
    /// What is wrong, in words.
    pub problems: Vec<String>,
}

/// A procedure that waits.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Paused {
    /// What for.
    pub pending: Pending,
    /// What has happened so far.
    #[cfg_attr(test, ts(type = "Array<WorkingLine>"))]
    pub lines: Vec<WorkingLine>,
    /// Every cell that was read so far.
    #[cfg_attr(test, ts(type = "Array<Lit>"))]
    pub lit: Vec<Lit>,
}

/// What a procedure waits for.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
#[serde(tag = "for", rename_all = "kebab-case")]
pub enum Pending {
    /// Dice.
    Dice(DiceAsked),
    /// An answer.
    Answer(Question),
}

/// Dice to be thrown.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct DiceAsked {
    /// Which dice, as a player calls them.
    pub throw: String,
    /// How many.
    pub count: u8,
    /// What one of them can show, side by side of the die.
    pub faces: Vec<u8>,
    /// What each die is called, where they differ.
    pub names: Vec<&'static str>,
    /// The rule that wants them.
    pub rule: &'static str,
}

/// A question to a player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Question {
    /// Its name.
    pub name: &'static str,
    /// Who decides.
    pub side: &'static str,
    /// The question as a player reads it.
    pub prompt: &'static str,
    /// What depends on the answer.
    pub about: &'static str,
    /// The rule that gives the choice.
    pub rule: &'static str,
    /// The piece it is about, where several could be meant.
    pub piece: Option<u16>,
    /// What there is to choose from.
    pub choices: Vec<String>,
}

/// Exact odds under one set of decisions.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct OddsColumn {
    /// The decisions, as question and answer.
    pub answers: Vec<(String, String)>,
    /// All outcomes, likeliest first.
    pub outcomes: Vec<OddsRow>,
    /// Out of how many ways, as decimal text.
    pub total: String,
    /// The ways not followed to their end, as decimal text; normally `0`.
    pub unresolved: String,
}

/// One outcome of exact odds.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct OddsRow {
    /// The outcome in one line.
    pub summary: String,
    /// The outcome in a few words; several outcomes may share them.
    pub gist: String,
    /// In how many ways it comes about, as decimal text.
    pub ways: String,
}

/// One reason why the rules say no.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Reason {
    /// The field that is wrong, as a dotted path.
    pub field: String,
    /// What is wrong with it, and what would be right.
    pub why: String,
    /// The rule that forbids it.
    pub rule: Option<&'static str>,
}

/// Something that does not hold.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(TS))]
pub struct Fault {
    /// Where.
    pub place: String,
    /// What is wrong.
    pub reason: String,
    /// What to do next; may be empty.
    pub hint: String,
}
