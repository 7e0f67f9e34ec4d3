//! Morale: tests, what they do, and what a friend's withdrawal does (sections 5.1, 5.2 and 5.5).
//!
//! Not here: where a unit goes (see `withdrawal`), and which friends are near enough; that needs a map.

use engine::book::Procedure;
use engine::chart::Key;
use engine::{Asks, Modifiers, Refusal, Ruling, Side, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{CommanderRow, Grade, LeaderType, Level, MoraleModifier, MoraleResult};
use crate::citations::{grade_rule, morale_bonus_rule, type_rule};
use crate::command::{Staff, Superior};
use crate::cover::{Shelter, check_shelters, is_covered};
use crate::rules::*;
use crate::unit::{Condition, FlankFire, Formation, Owner, Unit, Withdrawal, check_unit, settle_grade};
use crate::{Book, Event, Referee};

keys! {
    /// Why a unit tests.
    #[derive(Default)]
    pub enum Cause {
        /// In the Morale Phase.
        #[default]
        MoralePhase = "morale-phase",
        /// To fire in the enemy's Movement Phase.
        DefensiveFire = "defensive-fire",
        /// It was hit while charging.
        Charging = "charging",
        /// It is about to receive a charge.
        Receiving = "receiving",
        /// A friend withdraws.
        Friends = "friends",
        /// A commander is lost.
        CommanderLost = "commander-lost",
    }
}

/// A unit that has to test its morale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoraleSituation {
    /// Whose unit it is.
    pub side: Side,
    /// The unit.
    pub unit: Unit,
    /// Why it tests.
    #[serde(default)]
    pub cause: Cause,
    /// Whether it has already withdrawn this turn, and how.
    #[serde(default)]
    pub withdrawing: Withdrawal,
}

/// What a test came to, and the unit after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct MoraleOutcome {
    /// The result.
    pub result: MoraleResult,
    /// The unit's grade, found out now if it was green.
    pub grade: Grade,
    /// The unit after the test.
    pub condition: Condition,
    /// Whether it withdraws this turn, and how.
    pub withdrawal: Withdrawal,
    /// Whether it moves back now: not if it has already withdrawn this turn.
    pub moves_now: bool,
}

/// The part of a unit that lives on from one test or shot to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Body {
    pub condition: Condition,
    pub grade: Grade,
    pub staff: Staff,
    pub overenthusiastic: bool,
}

impl Body {
    pub fn of(unit: &Unit) -> Self {
        Body {
            condition: unit.condition(),
            grade: unit.grade,
            staff: Staff::of(&unit.chain),
            overenthusiastic: unit.overenthusiastic,
        }
    }
}

/// 5.1. Roll a d10, add the modifiers, compare with the Elan value, and apply what that does to the unit itself.
pub(crate) fn morale_test<U: Referee>(
    book: &Book,
    unit: &Unit,
    owner: Owner,
    cause: Cause,
    body: &mut Body,
    umpire: &mut U,
) -> Ruling<MoraleResult, U> {
    body.grade = settle_grade(book, body.grade, umpire)?;
    let rated = body.staff.in_reach(book, &unit.chain).next().map(|(_, superior)| *superior);
    let steadied = body.staff.steady(book, &unit.chain, owner, umpire)?;
    umpire.cite(BY_MOR_MOD_TABLE);
    if let Some(superior) = rated {
        umpire.cite(type_rule(superior.kind));
        umpire.read(book.tables.morale.reach.at(superior.level));
    }
    let modifiers = morale_modifiers(book, unit, cause, &body.condition, rated.map(|superior| superior.kind), steadied);
    let die = umpire.d10(BY_MOR_TABLE)?;
    let modified = die + umpire.apply(&modifiers);
    umpire.cite(BY_ELAN_TABLE);
    umpire.cite(grade_rule(body.grade));
    let value = umpire.read(book.tables.morale.value.at(body.grade)).0.unwrap_or_default();
    let result = read_result(book, modified, value, umpire)?;
    umpire.tell(|| Event::Tested { modified, value, result });
    if body.overenthusiastic && result != MoraleResult::Overenthusiastic {
        umpire.cite(BY_MOR_RES_OVER_END);
    }
    body.overenthusiastic = result == MoraleResult::Overenthusiastic;
    match result {
        MoraleResult::Overenthusiastic | MoraleResult::Pass => body.condition.disorder = 0,
        MoraleResult::Disorder | MoraleResult::Retreat | MoraleResult::Rout => {
            let markers = umpire.read(book.tables.morale.markers.at(result));
            body.condition.take_markers(book, markers);
        }
    }
    Ok(result)
}

/// 5.1 step 4, in the order printed.
fn morale_modifiers(
    book: &Book,
    unit: &Unit,
    cause: Cause,
    condition: &Condition,
    rated: Option<LeaderType>,
    steadied: Option<Level>,
) -> Modifiers {
    let tables = &book.tables.morale;
    let chart = &tables.modifiers;
    let mut modifiers = Modifiers::new();
    if condition.disorder > 0 {
        let disorder = i16::from(condition.disorder);
        modifiers.add_times(BY_MOR_MOD_DISORDER, chart.at(MoraleModifier::Disorder), disorder);
    }
    if condition.figures_lost > 0 {
        let lost = condition.figures_lost as i16;
        modifiers.add_times(BY_MOR_MOD_LOSSES, chart.at(MoraleModifier::Losses), lost);
    }
    match unit.withdrew_last_turn {
        Withdrawal::None => {}
        Withdrawal::Retreat => modifiers.add(BY_MOR_MOD_RETREATED, chart.at(MoraleModifier::Retreated)),
        Withdrawal::Rout => modifiers.add(BY_MOR_MOD_ROUTED, chart.at(MoraleModifier::Routed)),
    }
    // RD-43: the previous turn as printed, this turn too where the switch says so.
    let flanked = match unit.flank_fire {
        FlankFire::None => false,
        FlankFire::LastTurn => true,
        FlankFire::ThisTurn => book.switches.wide_flank_fire,
    };
    modifiers.add_if(flanked, BY_MOR_MOD_FLANK, || chart.at(MoraleModifier::FlankFire));
    let defensive = cause == Cause::DefensiveFire;
    modifiers.add_if(defensive, BY_MOR_MOD_DEFFIRE, || chart.at(MoraleModifier::DefensiveFire));
    modifiers.add_if(is_covered(book, unit), BY_MOR_MOD_COVER, || chart.at(MoraleModifier::Cover));
    if let Some(kind) = rated {
        // SL-08: the nearest in the chain, good or bad.
        let sign = tables.commander.at(CommanderRow::Commander).map(|rated| rated.0);
        modifiers.add_times(BY_MOR_MOD_COMMANDER, sign, tables.rating.at(kind).value);
    }
    if let Some(level) = steadied {
        // RD-04: a benefit, so it comes off the die.
        modifiers.add_times(morale_bonus_rule(level), tables.morale_bonus.at(level), -1);
    }
    modifiers
}

/// 5.1 step 5. A modified die of nought or less comes first, although it is also within the Elan value.
fn read_result<U: Referee>(book: &Book, modified: i16, value: i16, umpire: &mut U) -> Ruling<MoraleResult, U> {
    let tables = &book.tables.morale;
    let storms_at = tables.storms_at.at(MoraleResult::Overenthusiastic);
    if book.switches.overenthusiastic && storms_at.value.is_some_and(|at_most| modified <= at_most) {
        umpire.read(storms_at);
        umpire.cite(BY_MOR_RES_OVER);
        umpire.cite(BY_MOR_RES_OVER_ATTACK);
        return Ok(MoraleResult::Overenthusiastic);
    }
    let row = umpire.read(tables.bands.row(modified.saturating_sub(value))?);
    let result = MoraleResult::ALL.get(row).copied().unwrap_or(MoraleResult::Pass);
    umpire.cite(match result {
        MoraleResult::Overenthusiastic | MoraleResult::Pass => BY_MOR_RES_PASS,
        MoraleResult::Disorder => BY_MOR_RES_DISORDER,
        MoraleResult::Retreat => BY_MOR_RES_RETREAT,
        MoraleResult::Rout => BY_MOR_RES_ROUT,
    });
    Ok(result)
}

/// How a unit withdraws after a test, given how it had already withdrawn this turn (SL-70).
pub(crate) fn withdrawal_after(result: MoraleResult, before: Withdrawal) -> Withdrawal {
    match result {
        MoraleResult::Rout => Withdrawal::Rout,
        MoraleResult::Retreat => before.max(Withdrawal::Retreat),
        MoraleResult::Overenthusiastic | MoraleResult::Pass | MoraleResult::Disorder => before,
    }
}

/// 5.1 as a procedure of its own.
pub struct MoraleTest;

impl Procedure for MoraleTest {
    type Book = Book;
    type Situation = MoraleSituation;
    type Outcome = MoraleOutcome;

    const NAME: &'static str = "morale";
    const CHAPTER: &'static str = "Morale";
    const SUMMARY: &'static str = "One unit tests its morale: storm ahead, pass, disorder, retreat or rout.";

    fn examples() -> Vec<(&'static str, MoraleSituation)> {
        let plain = MoraleSituation {
            side: Side::Union,
            unit: Unit { disorder: 1, figures_lost: 1, shelters: vec![Shelter::Fence], ..Unit::infantry(19) },
            cause: Cause::MoralePhase,
            withdrawing: Withdrawal::None,
        };
        let leader = |level, kind| Superior::new(level, kind, 100);
        vec![
            ("a regular regiment behind a fence with one marker", plain.clone()),
            (
                "a green regiment that retreated, a dullard in front and the division behind it",
                MoraleSituation {
                    unit: Unit {
                        grade: Grade::Green,
                        withdrew_last_turn: Withdrawal::Retreat,
                        chain: vec![
                            leader(Level::Brigade, LeaderType::Dullard),
                            leader(Level::Division, LeaderType::Able),
                        ],
                        ..plain.unit.clone()
                    },
                    ..plain.clone()
                },
            ),
            (
                "militia enfiladed last turn means to fire at a charge",
                MoraleSituation {
                    side: Side::Confederate,
                    unit: Unit { grade: Grade::Militia, flank_fire: FlankFire::LastTurn, ..Unit::infantry(16) },
                    cause: Cause::DefensiveFire,
                    ..plain.clone()
                },
            ),
            (
                "a routing regiment loses its commander",
                MoraleSituation {
                    unit: Unit { withdrew_last_turn: Withdrawal::Rout, overenthusiastic: true, ..plain.unit.clone() },
                    cause: Cause::CommanderLost,
                    withdrawing: Withdrawal::Retreat,
                    ..plain.clone()
                },
            ),
            (
                "a corps and an army commander look on",
                MoraleSituation {
                    unit: Unit {
                        chain: vec![leader(Level::Corps, LeaderType::Limited), leader(Level::Army, LeaderType::Steady)],
                        ..plain.unit.clone()
                    },
                    ..plain
                },
            ),
        ]
    }

    fn check(book: &Book, situation: &MoraleSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let unit = &situation.unit;
        check_unit(book, &mut refusal, "unit", unit);
        check_shelters(&mut refusal, "unit.shelters", unit);
        let must_test = unit.disorder > 0 || unit.withdrew_last_turn != Withdrawal::None || unit.overenthusiastic;
        refusal.unless(must_test || situation.cause != Cause::MoralePhase, "cause", BY_TURN_MORALE, || {
            "in the Morale Phase only units test that have markers, withdrew last turn or are Overenthusiastic"
                .to_owned()
        });
        let may_test = situation.withdrawing == Withdrawal::None || situation.cause == Cause::CommanderLost;
        refusal.unless(may_test, "withdrawing", BY_MOR_RES_RETREAT, || {
            "a unit that has withdrawn this turn tests again only when a commander is lost".to_owned()
        });
        let fires = unit.weapon.is_some() && unit.formation != Formation::Limbered;
        refusal.unless(fires || situation.cause != Cause::DefensiveFire, "cause", BY_MOR_MOD_DEFFIRE, || {
            "this unit cannot fire".to_owned()
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &MoraleSituation, umpire: &mut U) -> Ruling<MoraleOutcome, U> {
        let unit = &situation.unit;
        let mut body = Body::of(unit);
        match situation.cause {
            Cause::MoralePhase => umpire.cite(BY_TURN_MORALE),
            Cause::CommanderLost => umpire.cite(BY_CAS_KILLED_ALL),
            Cause::DefensiveFire | Cause::Charging | Cause::Receiving | Cause::Friends => {}
        }
        let owner = Owner { side: situation.side, first_piece: 0 };
        let result = morale_test(book, unit, owner, situation.cause, &mut body, umpire)?;
        Ok(MoraleOutcome {
            result,
            grade: body.grade,
            condition: body.condition,
            withdrawal: withdrawal_after(result, situation.withdrawing),
            moves_now: result >= MoraleResult::Retreat && situation.withdrawing == Withdrawal::None,
        })
    }

    fn line(outcome: &MoraleOutcome) -> String {
        let after = outcome.condition;
        match (outcome.result, outcome.moves_now) {
            (MoraleResult::Retreat | MoraleResult::Rout, false) => {
                format!("{}, but it has moved: {after}", outcome.result)
            }
            (result, _) => format!("{result}: {after}"),
        }
    }
}
