//! A retreat or rout as far as a ruler goes (P6): how long it is, whom it passes, and when a unit surrenders.

use arrayvec::ArrayVec;
use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Ruling, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Distance, Limit, Withdrawn};
use crate::rules::*;
use crate::{Book, Referee};

/// LIMIT: friends in the way of one withdrawal.
pub const FRIENDS_MAX: usize = 8;

/// A unit that has to withdraw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawalSituation {
    /// How it withdraws.
    pub withdrawal: Withdrawn,
    /// Panic Markers on it.
    pub panic: u8,
    /// The widest gap, in yards, between enemies and impassable ground that its way leads through; nothing where its way
    /// is open.
    #[serde(default)]
    pub gap_yards: Option<u16>,
    /// Panic Markers on each friend in its way, in the order it meets them.
    #[serde(default)]
    pub friends: Vec<u8>,
    /// Whether a commander is attached to it.
    #[serde(default)]
    pub commander: bool,
}

keys! {
    /// How a withdrawing unit meets a friend.
    pub enum Meeting {
        /// It goes round him.
        Around = "around",
        /// It runs into him and passes through.
        Through = "through",
    }
}

/// Where it ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct WithdrawalOutcome {
    /// Whether it finds no way out and surrenders with all its stands.
    pub surrenders: bool,
    /// How far it goes, in yards.
    pub yards: u16,
    /// How far it goes, in inches at this table's scale.
    pub inches: Decimal,
    /// How it meets each friend.
    #[schemars(with = "Vec<Meeting>")]
    pub meetings: ArrayVec<Meeting, FRIENDS_MAX>,
    /// Whether its commander is carried along, and must stay with it through the next turn.
    pub commander_carried: bool,
}

/// P6 as a procedure of its own.
pub struct Withdraw;

impl Procedure for Withdraw {
    type Book = Book;
    type Situation = WithdrawalSituation;
    type Outcome = WithdrawalOutcome;

    const NAME: &'static str = "withdrawal";
    const CHAPTER: &'static str = "Movement";
    const SUMMARY: &'static str = "A unit retreats or routs: how far, round or through whom, or whether it surrenders.";

    fn examples() -> Vec<(&'static str, WithdrawalSituation)> {
        let plain = WithdrawalSituation {
            withdrawal: Withdrawn::Retreat,
            panic: 1,
            gap_yards: None,
            friends: vec![0, 1, 2],
            commander: true,
        };
        vec![
            ("a retreat past three friends", plain.clone()),
            ("a rout", WithdrawalSituation { withdrawal: Withdrawn::Rout, friends: Vec::new(), ..plain.clone() }),
            ("a rout with the enemy on both sides", WithdrawalSituation { gap_yards: Some(40), ..plain }),
        ]
    }

    fn check(book: &Book, situation: &WithdrawalSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let most = book.limit(Limit::PanicMax);
        let fits = |panic: u8| u16::from(panic) <= most;
        refusal.unless(fits(situation.panic), "panic", SE_PANIC_MAX, || format!("at most {most} Panic Markers"));
        let friends = situation.friends.iter().all(|panic| fits(*panic));
        refusal.unless(friends, "friends", SE_PANIC_MAX, || format!("at most {most} Panic Markers each"));
        refusal.unless_senseless(situation.friends.len() <= FRIENDS_MAX, "friends", || {
            format!("at most {FRIENDS_MAX} friends can be listed")
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &WithdrawalSituation, umpire: &mut U) -> Ruling<WithdrawalOutcome, U> {
        umpire.cite(SE_MORALE_PHASE_MOVED);
        let distances = &book.tables.distances;
        let least = distances.at(Distance::Gap);
        let surrenders = situation.gap_yards.is_some_and(|gap| gap < least.value);
        if surrenders {
            umpire.cite(SE_SURRENDER);
            umpire.read(least);
            return Ok(WithdrawalOutcome {
                surrenders,
                yards: 0,
                inches: Decimal::ZERO,
                meetings: ArrayVec::new(),
                commander_carried: situation.commander,
            });
        }
        let length = match situation.withdrawal {
            Withdrawn::Retreat => Distance::Retreat,
            Withdrawn::Rout => Distance::Rout,
        };
        let yards = umpire.read(distances.at(length));
        umpire.cite(SE_SCALE_GROUND);
        let inches = Decimal::from_int(yards.into()).divided_by(book.yards_per_inch()?);
        let mut meetings = ArrayVec::new();
        for panic in situation.friends.iter().take(FRIENDS_MAX) {
            let meeting = if *panic < situation.panic { Meeting::Around } else { Meeting::Through };
            umpire.cite(match meeting {
                Meeting::Around => SE_WITHDRAW_AROUND,
                Meeting::Through => SE_WITHDRAW_COLLIDE,
            });
            meetings.push(meeting);
        }
        if situation.commander {
            umpire.cite(SE_CMDR_FATE);
            umpire.cite(SE_CMDR_CARRIED);
        }
        Ok(WithdrawalOutcome { surrenders, yards, inches, meetings, commander_carried: situation.commander })
    }

    fn line(outcome: &WithdrawalOutcome) -> String {
        if outcome.surrenders {
            return "no way out: it surrenders with all its stands".to_owned();
        }
        let through = outcome.meetings.iter().filter(|meeting| **meeting == Meeting::Through).count();
        format!("{} yards ({} inches), through {through} friends", outcome.yards, outcome.inches)
    }
}
