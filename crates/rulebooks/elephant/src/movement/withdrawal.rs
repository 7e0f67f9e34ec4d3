//! A retreat or rout as far as a ruler goes (P6): how long it is, whom it passes, and when a unit surrenders.

use arrayvec::ArrayVec;
use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Ruling, counted, keys};
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
        for (index, panic) in situation.friends.iter().enumerate() {
            let place = format!("friends[{index}]");
            refusal.unless(fits(*panic), &place, SE_PANIC_MAX, || format!("at most {most} Panic Markers"));
        }
        refusal.unless(situation.friends.len() <= FRIENDS_MAX, "friends", SE_RIPPLE_TABLE, || {
            format!("at most {FRIENDS_MAX} friends can be listed")
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &WithdrawalSituation, umpire: &mut U) -> Ruling<WithdrawalOutcome, U> {
        umpire.cite(SE_MORALE_PHASE_MOVED);
        go_back(book, situation, umpire)
    }

    fn line(outcome: &WithdrawalOutcome) -> String {
        if outcome.surrenders {
            return "no way out: it surrenders with all its stands".to_owned();
        }
        let through = outcome.meetings.iter().filter(|meeting| **meeting == Meeting::Through).count();
        let (yards, inches) = (counted(outcome.yards, "yard", "yards"), counted(outcome.inches, "inch", "inches"));
        format!("{yards} ({inches}), through {}", counted(through, "friend", "friends"))
    }
}

/// P6 steps 1, 3 and 4.
fn go_back<U: Referee>(book: &Book, situation: &WithdrawalSituation, umpire: &mut U) -> Ruling<WithdrawalOutcome, U> {
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
    meet_friends(situation.panic, &situation.friends, &mut meetings, umpire);
    if situation.commander {
        umpire.cite(SE_CMDR_FATE);
        umpire.cite(SE_CMDR_CARRIED);
    }
    Ok(WithdrawalOutcome { surrenders, yards, inches, meetings, commander_carried: situation.commander })
}

/// An engaged unit that leaves its fight of its own will.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BreakOffSituation {
    /// Whether the fight began in this very activation.
    #[serde(default)]
    pub newly_engaged: bool,
    /// Panic Markers on it.
    pub panic: u8,
    /// The widest gap, in yards, between enemies and impassable ground that its way leads through; nothing where its way
    /// is open.
    #[serde(default)]
    pub gap_yards: Option<u16>,
    /// Panic Markers on each friend in its way, in the order it meets them.
    #[serde(default)]
    pub friends: Vec<u8>,
}

impl BreakOffSituation {
    fn withdrawal(&self) -> WithdrawalSituation {
        WithdrawalSituation {
            withdrawal: Withdrawn::Retreat,
            panic: self.panic,
            gap_yards: self.gap_yards,
            friends: Vec::new(),
            commander: false,
        }
    }
}

/// Breaking off as a procedure of its own: a retreat without marker, ripple or later test.
pub struct BreakOff;

impl Procedure for BreakOff {
    type Book = Book;
    type Situation = BreakOffSituation;
    type Outcome = WithdrawalOutcome;

    const NAME: &'static str = "break-off";
    const CHAPTER: &'static str = "Combat";
    const SUMMARY: &'static str = "An engaged unit breaks off: how far it goes, and round or through whom.";

    fn examples() -> Vec<(&'static str, BreakOffSituation)> {
        let plain = BreakOffSituation { newly_engaged: false, panic: 1, gap_yards: None, friends: vec![0, 2] };
        vec![
            ("a regiment leaves a fight of last turn", plain.clone()),
            ("the same through a wide gap", BreakOffSituation { gap_yards: Some(80), ..plain }),
        ]
    }

    fn check(book: &Book, situation: &BreakOffSituation) -> Result<(), Refusal> {
        let withdrawal = WithdrawalSituation { friends: situation.friends.clone(), ..situation.withdrawal() };
        let mut refusal = Withdraw::check(book, &withdrawal).err().unwrap_or_default();
        refusal.unless(!situation.newly_engaged, "newly_engaged", SE_COMBAT_RES_ENGD, || {
            "only the next phasing side may leave the fight".to_owned()
        });
        let least = book.tables.distances.at(Distance::Gap).value;
        let open = situation.gap_yards.is_none_or(|gap| gap >= least);
        refusal.unless(open, "gap_yards", SE_SURRENDER, || {
            format!("there is no gap of {least} yards: it has to stay and fight")
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &BreakOffSituation, umpire: &mut U) -> Ruling<WithdrawalOutcome, U> {
        umpire.cite(SE_COMBAT_RES_ENGD);
        let mut outcome = go_back(book, &situation.withdrawal(), umpire)?;
        meet_friends(situation.panic, &situation.friends, &mut outcome.meetings, umpire);
        Ok(outcome)
    }

    fn line(outcome: &WithdrawalOutcome) -> String {
        Withdraw::line(outcome)
    }
}

/// P6 step 4: friends with fewer markers are gone round, the others are run into.
fn meet_friends<U: Referee>(panic: u8, friends: &[u8], meetings: &mut ArrayVec<Meeting, FRIENDS_MAX>, umpire: &mut U) {
    for friend in friends.iter().take(FRIENDS_MAX) {
        let meeting = if *friend < panic { Meeting::Around } else { Meeting::Through };
        umpire.cite(match meeting {
            Meeting::Around => SE_WITHDRAW_AROUND,
            Meeting::Through => SE_WITHDRAW_COLLIDE,
        });
        meetings.push(meeting);
    }
}
