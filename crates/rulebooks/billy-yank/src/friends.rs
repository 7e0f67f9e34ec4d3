//! Friends react to a withdrawal (section 5.5), and green units show their worth.

use engine::book::Procedure;
use engine::chart::Key;
use engine::{Asks, Refusal, Ruling, Side, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Flight, Grade, Level, Limit, MoraleResult};
use crate::command::Superior;
use crate::cover::check_shelters;
use crate::morale::{Body, Cause, morale_test, withdrawal_after};
use crate::rules::*;
use crate::unit::{Condition, Owner, Unit, Withdrawal, check_unit, settle_grade};
use crate::{Book, Event, Referee};

/// A friend withdraws past a unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FriendsSituation {
    /// The side of both.
    pub side: Side,
    /// How the friend withdraws.
    pub flight: Flight,
    /// The Elan of the friend that withdraws; green is rolled first.
    pub friend: Grade,
    /// Metres between the onlooker and the nearest point of the friend's path.
    pub distance_m: u16,
    /// The unit that sees it: neither withdrawing itself this turn nor engaged.
    pub onlooker: Unit,
}

/// The onlooker afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct FriendsOutcome {
    /// The Elan of the friend, found out now if it was green.
    pub friend: Grade,
    /// The onlooker's Elan, found out now if it was green.
    pub grade: Grade,
    /// What its test came to, if it had to test.
    pub result: Option<MoraleResult>,
    /// The onlooker afterwards.
    pub condition: Condition,
    /// Whether it withdraws now, and how; its own friends then react in turn.
    pub withdrawal: Withdrawal,
}

/// 5.5 as a procedure.
pub struct Friends;

impl Procedure for Friends {
    type Book = Book;
    type Situation = FriendsSituation;
    type Outcome = FriendsOutcome;

    const NAME: &'static str = "friends";
    const CHAPTER: &'static str = "Morale";
    const SUMMARY: &'static str = "A friend retreats or routs past a unit: markers and a test.";

    fn examples() -> Vec<(&'static str, FriendsSituation)> {
        let of = |flight, friend, distance_m| FriendsSituation {
            side: Side::Union,
            flight,
            friend,
            distance_m,
            onlooker: Unit::infantry(20),
        };
        vec![
            ("veterans rout past a regular regiment", of(Flight::Rout, Grade::Veteran, 80)),
            ("a poor regiment retreats past it", of(Flight::Retreat, Grade::Poor, 60)),
            ("its equals retreat", of(Flight::Retreat, Grade::Regular, 40)),
            ("its betters retreat", of(Flight::Retreat, Grade::Elite, 40)),
            ("a poor regiment routs", of(Flight::Rout, Grade::Poor, 0)),
            (
                "a green regiment routs past a green one",
                FriendsSituation {
                    onlooker: Unit {
                        grade: Grade::Green,
                        chain: vec![Superior::new(Level::Brigade, crate::charts::LeaderType::Rash, 200)],
                        ..Unit::infantry(20)
                    },
                    ..of(Flight::Rout, Grade::Green, 100)
                },
            ),
            ("too far away to matter", of(Flight::Rout, Grade::Elite, 101)),
        ]
    }

    fn check(book: &Book, situation: &FriendsSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_unit(book, &mut refusal, "onlooker", &situation.onlooker);
        check_shelters(&mut refusal, "onlooker.shelters", &situation.onlooker);
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &FriendsSituation, umpire: &mut U) -> Ruling<FriendsOutcome, U> {
        let onlooker = &situation.onlooker;
        let mut body = Body::of(onlooker);
        let reach = umpire.read(book.tables.limits.at(Limit::FriendsReach));
        let mut outcome = FriendsOutcome {
            friend: situation.friend,
            grade: body.grade,
            result: None,
            condition: body.condition,
            withdrawal: Withdrawal::None,
        };
        umpire.cite(BY_FRIEND_TABLE);
        if situation.distance_m > reach {
            return Ok(outcome);
        }
        outcome.friend = settle_grade(book, situation.friend, umpire)?;
        body.grade = settle_grade(book, body.grade, umpire)?;
        let column = compare(book, outcome.friend, body.grade);
        umpire.cite(FRIEND_RULES[situation.flight.index()][column]);
        let alarm = umpire.read(book.tables.morale.friends.at(situation.flight, column)?);
        if alarm.markers > 0 {
            body.condition.take_markers(book, alarm.markers);
            umpire.tell(|| Event::Marked { markers: alarm.markers });
        }
        if alarm.tests {
            let owner = Owner { side: situation.side, first_piece: 0 };
            let result = morale_test(book, onlooker, owner, Cause::Friends, &mut body, umpire)?;
            outcome.result = Some(result);
            outcome.withdrawal = withdrawal_after(result, Withdrawal::None);
        }
        outcome.grade = body.grade;
        outcome.condition = body.condition;
        Ok(outcome)
    }

    fn line(outcome: &FriendsOutcome) -> String {
        let after = counted(outcome.condition.disorder, "marker", "markers");
        match outcome.result {
            None => "it does not mind".to_owned(),
            Some(result) => format!("it tests: {result}, {after}"),
        }
    }
}

/// RD-27: the column of the chart: the friend is poorer than the onlooker, the same, or better.
fn compare(book: &Book, friend: Grade, onlooker: Grade) -> usize {
    let rank = |grade| book.tables.morale.rank.at(grade).value.0.unwrap_or_default();
    match rank(friend).cmp(&rank(onlooker)) {
        std::cmp::Ordering::Less => 0,
        std::cmp::Ordering::Equal => 1,
        std::cmp::Ordering::Greater => 2,
    }
}

/// The rules behind the cells of the chart, by flight and column.
const FRIEND_RULES: [[engine::Rule; 3]; 2] = [
    [BY_FRIEND_RETREAT_POORER, BY_FRIEND_RETREAT_SAME, BY_FRIEND_RETREAT_BETTER],
    [BY_FRIEND_ROUT_POORER, BY_FRIEND_ROUT_SAME, BY_FRIEND_ROUT_BETTER],
];

/// A green unit whose grade is needed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GreenSituation {}

/// What a green unit turned out to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct GreenOutcome {
    /// Its Elan for the rest of the battle.
    pub grade: Grade,
}

/// The green roll as a procedure of its own.
pub struct GreenRoll;

impl Procedure for GreenRoll {
    type Book = Book;
    type Situation = GreenSituation;
    type Outcome = GreenOutcome;

    const NAME: &'static str = "green";
    const CHAPTER: &'static str = "Morale";
    const SUMMARY: &'static str = "A green unit shows its worth, once for the battle.";

    fn examples() -> Vec<(&'static str, GreenSituation)> {
        vec![("a green regiment", GreenSituation {})]
    }

    fn check(_: &Book, _: &GreenSituation) -> Result<(), Refusal> {
        Ok(())
    }

    fn run<U: Referee>(book: &Book, _: &GreenSituation, umpire: &mut U) -> Ruling<GreenOutcome, U> {
        Ok(GreenOutcome { grade: settle_grade(book, Grade::Green, umpire)? })
    }

    fn line(outcome: &GreenOutcome) -> String {
        format!("{} from now on", outcome.grade)
    }
}
