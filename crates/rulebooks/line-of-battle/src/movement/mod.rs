//! Movement: what a march costs, where it ends, and what it does to the unit.
//!
//! [`situation`] is what the charts ask about, [`cost`] the price of a hex, [`march`] the manoeuvres one after another, [`tolls`] prices
//! worked out beforehand, [`town`]
//! the Intersection Roll (P15). Not here: which hexes lie in a unit's front, and Closing Rolls, which [`crate::closing`] has.

mod cost;
mod march;
mod situation;
mod tolls;
mod town;

use engine::book::Procedure;
use engine::chart::Key;
use engine::{Asks, Decimal, Fault, Refusal, Ruling, counted, keys};
pub use march::March;
use schemars::JsonSchema;
use serde::Serialize;
pub use situation::{ExitLicence, Hex, MANOEUVRES_MAX, Manoeuvre, MovementSituation, Piece};
pub(crate) use tolls::{KnownWay, Tolls};
pub use town::{IntersectionOutcome, IntersectionRoll, IntersectionSituation};

use crate::charts::{Activity, ActivityAllowance, MoraleState, MoveColumn, ZeroMa};
use crate::formations::state_rule;
use crate::rules::*;
use crate::unit::Formation;
use crate::{Book, Referee};

keys! {
    /// Why a march ended early.
    pub enum Stop {
        /// Something on the way is prohibited to it.
        Prohibited = "prohibited",
        /// It has not enough MPs.
        NoPoints = "no-mps",
        /// An EZOC holds it.
        Ezoc = "ezoc",
        /// Formations are not changed in an EZOC.
        FormationInEzoc = "formation-in-ezoc",
        /// The enemy is too near to unlimber.
        TooNear = "too-near",
        /// It failed an Intersection Roll.
        Intersection = "intersection",
        /// Its one hex of minimum movement is all it has.
        MinimumMove = "minimum-move",
        /// The arm has no such formation.
        NoSuchFormation = "no-such-formation",
    }
}

/// How a march went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct MovementOutcome {
    /// How many of the manoeuvres were made.
    pub made: u16,
    /// Why it ended before the last one, if it did.
    pub stopped: Option<Stop>,
    /// MPs spent; those of an earlier movement column included.
    pub spent: Decimal,
    /// MPs left in the movement column it ended in.
    pub left: Decimal,
    /// Its formation at the end.
    pub formation: Option<Formation>,
    /// Its morale state at the end: a Town disorganizes Line and unlimbered guns.
    pub state: MoraleState,
    /// SPs lost to EZOCs.
    pub sps_lost: u8,
    /// Whether only the minimum move took it here: then it may neither fire nor Charge.
    pub minimum_move: bool,
}

/// Movement as a procedure.
pub struct Movement;

impl Procedure for Movement {
    type Book = Book;
    type Situation = MovementSituation;
    type Outcome = MovementOutcome;

    const NAME: &'static str = "movement";
    const CHAPTER: &'static str = "Movement";
    const SUMMARY: &'static str =
        "A unit, leader, HQ or wagon marches: costs, prohibitions, formation changes, Towns, EZOCs.";

    fn examples() -> Vec<(&'static str, MovementSituation)> {
        situation::examples()
    }

    fn check(_: &Book, situation: &MovementSituation) -> Result<(), Refusal> {
        situation.check()
    }

    fn run<U: Referee>(book: &Book, situation: &MovementSituation, umpire: &mut U) -> Ruling<MovementOutcome, U> {
        march::march(book, situation, umpire)
    }

    fn line(outcome: &MovementOutcome) -> String {
        let mut line = format!("{} spent, {} left", counted(outcome.spent, "MP", "MPs"), outcome.left);
        if let Some(stop) = outcome.stopped {
            line += &format!("; stopped after {}: {stop}", counted(outcome.made, "manoeuvre", "manoeuvres"));
        }
        if outcome.sps_lost > 0 {
            line += &format!("; {} SP lost", outcome.sps_lost);
        }
        if outcome.state == MoraleState::Disorganized {
            line += "; DG";
        }
        line
    }
}

/// The movement column of a combat unit.
pub(crate) const fn column_of(formation: Formation, capable: bool) -> MoveColumn {
    match formation {
        Formation::Line => MoveColumn::Line,
        Formation::OpenOrder if !capable => MoveColumn::Line,
        Formation::Column | Formation::OpenOrder => MoveColumn::ColumnOoc,
        Formation::Mounted => MoveColumn::Mounted,
        Formation::Limbered | Formation::Unlimbered => MoveColumn::Limbered,
    }
}

/// MPs of a movement column after morale state, Zero Rule and activity; fractions are dropped each time.
pub(crate) fn activity_allowance<U: Referee>(
    book: &Book,
    column: MoveColumn,
    state: MoraleState,
    zero: ZeroMa,
    activity: Activity,
    umpire: &mut U,
) -> Result<Decimal, Fault> {
    let tables = &book.tables;
    umpire.cite(LB_TEM_MA);
    let full = umpire.read(tables.allowance_of(column)?);
    umpire.cite(state_rule(state));
    let steady = whole(full.scaled(umpire.read(tables.state_movement.at(state)).0));
    let led = match zero {
        ZeroMa::None => Decimal::ZERO,
        ZeroMa::Half => whole(steady.halved()),
        ZeroMa::Full => steady,
    };
    umpire.cite(LB_ACT_MA);
    let share = umpire.read(tables.activity_share[activity.index()].at(ActivityAllowance::Allowance));
    Ok(whole(led.scaled(share.0)))
}

/// Without its fraction.
pub(crate) fn whole(points: Decimal) -> Decimal {
    let one = Decimal::from_int(1).thousandths();
    Decimal::from_thousandths(points.thousandths().div_euclid(one) * one)
}
