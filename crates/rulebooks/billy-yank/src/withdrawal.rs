//! Retreat and rout (section 10.1).
//!
//! Not here: the heading, and which units stand in the way; those need a map.

use arrayvec::ArrayVec;
use engine::book::Procedure;
use engine::{Asks, Refusal, Ruling, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Flight, Limit, Weapon};
use crate::movement::{PASSES_MAX, Passed, check_passes, pass_through};
use crate::rules::*;
use crate::unit::{Arm, Condition, Formation, Unit, check_unit};
use crate::{Book, Event, Referee};

/// A friendly unit in the way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct InTheWay {
    /// The unit.
    pub unit: Passed,
    /// Disorder Markers on it.
    #[serde(default)]
    pub disorder: u8,
}

/// A unit that has to withdraw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct WithdrawalSituation {
    /// The unit.
    pub unit: Unit,
    /// Whether it retreats or routs.
    pub flight: Flight,
    /// Metres of the widest gap it can get through.
    #[serde(default = "wide")]
    pub gap_m: u16,
    /// Metres to the nearest enemy, if there is one.
    #[serde(default)]
    pub enemy_m: Option<u16>,
    /// Whether its way leads off the table.
    #[serde(default)]
    pub leaves_table: bool,
    /// The friends in its way, nearest first.
    #[serde(default)]
    pub in_the_way: Vec<InTheWay>,
}

fn wide() -> u16 {
    1_000
}

/// What a withdrawing unit does about a friend in its way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct Meeting {
    /// Whether it runs through that unit; else it goes round.
    pub through: bool,
    /// Disorder Markers for each of the two.
    pub markers: u8,
}

/// The withdrawal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct WithdrawalOutcome {
    /// Metres it goes.
    pub metres: u16,
    /// Whether it surrenders instead.
    pub surrenders: bool,
    /// Whether it has left the table and is lost.
    pub left_table: bool,
    /// Whether a battery leaves its guns.
    pub guns_left: bool,
    /// The unit afterwards.
    pub condition: Condition,
    /// What happens at each friend in its way, in the order given.
    #[schemars(with = "Vec<Meeting>")]
    pub meetings: ArrayVec<Meeting, PASSES_MAX>,
}

/// 10.1 as a procedure.
pub struct Withdraw;

impl Procedure for Withdraw {
    type Book = Book;
    type Situation = WithdrawalSituation;
    type Outcome = WithdrawalOutcome;

    const NAME: &'static str = "withdrawal";
    const CHAPTER: &'static str = "Morale";
    const SUMMARY: &'static str = "How far a beaten unit goes, whom it runs through, and what it leaves behind.";

    fn examples() -> Vec<(&'static str, WithdrawalSituation)> {
        let friend = |disorder| InTheWay {
            unit: Passed { arm: Arm::Infantry, formation: Formation::Line, mounted: false, moves: true },
            disorder,
        };
        let plain = WithdrawalSituation {
            unit: Unit { disorder: 1, ..Unit::infantry(16) },
            flight: Flight::Retreat,
            gap_m: 200,
            enemy_m: Some(50),
            leaves_table: false,
            in_the_way: vec![friend(0), friend(1)],
        };
        vec![
            ("a retreat past friends", plain.clone()),
            ("a rout with no way out", WithdrawalSituation { flight: Flight::Rout, gap_m: 40, ..plain.clone() }),
            (
                "a battery driven from its guns",
                WithdrawalSituation {
                    unit: Unit::battery(3, Weapon::TwelvePounderNapoleon),
                    flight: Flight::Rout,
                    in_the_way: vec![],
                    ..plain.clone()
                },
            ),
            ("off the table", WithdrawalSituation { leaves_table: true, in_the_way: vec![], ..plain }),
        ]
    }

    fn check(book: &Book, situation: &WithdrawalSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        check_unit(book, &mut refusal, "unit", &situation.unit);
        let most = book.limit(Limit::DisorderMax);
        refusal.unless(situation.in_the_way.len() <= PASSES_MAX, "in_the_way", BY_MAN_RET_COLLIDE, || {
            format!("give at most {PASSES_MAX} units")
        });
        for (index, friend) in situation.in_the_way.iter().enumerate() {
            let field = format!("in_the_way[{index}]");
            check_passes(&mut refusal, &field, std::slice::from_ref(&friend.unit));
            refusal.unless(u16::from(friend.disorder) <= most, &field, BY_MOR_MOD_DISORDER, || {
                format!("a unit carries at most {most} Disorder Markers")
            });
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &WithdrawalSituation, umpire: &mut U) -> Ruling<WithdrawalOutcome, U> {
        let unit = &situation.unit;
        let (limit, rule) = match situation.flight {
            Flight::Retreat => (Limit::RetreatMetres, BY_MOR_RES_RETREAT),
            Flight::Rout => (Limit::RoutMetres, BY_MOR_RES_ROUT),
        };
        umpire.cite(rule);
        let mut outcome = WithdrawalOutcome {
            metres: umpire.read(book.tables.limits.at(limit)),
            surrenders: false,
            left_table: false,
            guns_left: false,
            condition: unit.condition(),
            meetings: ArrayVec::new(),
        };
        // SL-39: no gap, no way out.
        if situation.gap_m < umpire.read(book.tables.limits.at(Limit::WithdrawalGap)) {
            umpire.cite(BY_MAN_RET_AROUND);
            outcome.metres = 0;
            outcome.surrenders = true;
            outcome.condition.vanish();
            return Ok(outcome);
        }
        if unit.formation == Formation::Unlimbered {
            let clear = umpire.read(book.tables.limits.at(Limit::LimberDistance));
            outcome.guns_left = situation.enemy_m.is_some_and(|enemy| enemy <= clear);
        }
        for friend in situation.in_the_way.iter().take(PASSES_MAX) {
            let through = friend.disorder >= outcome.condition.disorder;
            umpire.cite(if through { BY_MAN_RET_COLLIDE } else { BY_MAN_RET_AROUND });
            let markers = if through { pass_through(book, unit, &friend.unit, umpire).markers } else { 0 };
            if markers > 0 {
                outcome.condition.take_markers(book, markers);
                umpire.tell(|| Event::Marked { markers });
            }
            outcome.meetings.push(Meeting { through, markers });
        }
        if situation.leaves_table {
            outcome.left_table = true;
            outcome.condition.vanish();
        }
        Ok(outcome)
    }

    fn line(outcome: &WithdrawalOutcome) -> String {
        if outcome.surrenders {
            return "no way out: it surrenders".to_owned();
        }
        if outcome.left_table {
            return "off the table: it is lost".to_owned();
        }
        let guns = if outcome.guns_left { ", its guns left behind" } else { "" };
        let through = outcome.meetings.iter().filter(|meeting| meeting.through).count();
        let (metres, units) = (counted(outcome.metres, "metre", "metres"), counted(through, "unit", "units"));
        format!("{metres} back{guns}, through {units}; {}", counted(outcome.condition.disorder, "marker", "markers"))
    }
}
