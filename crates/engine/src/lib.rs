//! The engine of Long Roll: rules once, umpires many.
//!
//! In reading order:
//! - [`Throw`] and [`Die`]: what is thrown, and what of it matters.
//! - [`Rule`]: a citation of one statement of a rulebook.
//! - [`Umpire`]: whom a rule asks for dice and decisions; [`Asks`] has the asks by name.
//! - [`official`]: umpires put together from dice, answers and a record.
//! - [`exact`]: the umpire that looks at every face.
//! - [`chart`]: charts, house rules and switches as data; [`Decimal`] for what they print, [`Fraction`] for what comes of dividing it.
//! - [`book`]: the façade of a rulebook; [`Play`] where it has a map.
//! - [`stage`]: a battle on a map as those see it who stand around it; generals.
//! - [`fair`]: dice that can be proved afterwards.
//! - [`game`]: a game as its list of inputs: played, saved, replayed, undone, branched and verified.
//!
//! The engine knows no rulebook, no ground, no clock, no thread and no file.

pub mod book;
pub mod chart;
pub mod citation;
mod counted;
pub mod decimal;
pub mod dice;
pub mod exact;
pub mod fair;
mod fraction;
pub mod game;
pub mod halt;
pub mod official;
pub mod play;
pub mod question;
pub mod rule;
mod shared;
pub mod stage;
pub mod umpire;

pub use citation::{Cell, Looked, Modifier, Modifiers};
pub use counted::counted;
pub use decimal::Decimal;
pub use dice::{Die, Pair, Throw};
pub use exact::{Column, Count, Distribution, Exact, Fork, OddsOptions, odds, side_by_side};
pub use fair::{Commitment, FairDice, Seat, Secret};
pub use fraction::Fraction;
pub use game::{AnyGame, Game};
pub use halt::{Fault, Halt, Reason, Refusal};
pub use official::{
    Answers, Attended, CitedEvent, Continued, Counted, Coverage, Dice, Entry, Fast, GivenAnswers, Kept, Live, Logged,
    Official, Policy, Record, Replay, Rollout, RuleSet, Scripted, ScriptedAnswers, Silent, Table, Typed, Waiting,
};
pub use play::Play;
pub use question::{AnswerKind, Choices, Question, QuestionKind, Side};
pub use rule::{Beyond, Ledger, LedgerEntry, Rule, RuleKind};
pub use shared::{Shared, Words};
pub use umpire::{Asks, Ruling, State, Step, Umpire};
