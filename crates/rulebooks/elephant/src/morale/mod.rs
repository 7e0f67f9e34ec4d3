//! The Morale Phase: Morale Tests and what they do (P1).
//!
//! [`ripple`] is what a withdrawal does to one friend who sees it. Not here: where the unit goes when it withdraws, and who is
//! near enough to see it; those need a map.

pub mod discretion;
pub mod ripple;

use engine::book::Procedure;
use engine::chart::Key;
use engine::{Asks, Modifiers, Refusal, Ruling};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{CommanderRow, Grade, Limit, MoraleModifier, MoraleResult};
use crate::command::{Effect, cite_commander};
use crate::rules::*;
use crate::unit::{
    Arm, Commander, Condition, Formation, Withdrawal, check_commander, check_condition, check_formation, settle_grade,
    stand_kind,
};
use crate::{Book, Event, Referee};

/// A unit that has to test its morale.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct MoraleSituation {
    /// The arm of the unit.
    #[serde(default = "infantry")]
    pub arm: Arm,
    /// How it stands.
    #[serde(default = "line")]
    pub formation: Formation,
    /// Whether it is mounted (cavalry only).
    #[serde(default)]
    pub mounted: bool,
    /// Its Morale Grade; a Green unit rolls for it first.
    pub grade: Grade,
    /// Its stands, hits, Panic Markers and losses.
    pub condition: Condition,
    /// Whether it withdrew in the previous turn, and how.
    #[serde(default = "not_withdrawn")]
    pub withdrew_last_turn: Withdrawal,
    /// Whether fire from its flank or rear took effect this turn.
    #[serde(default)]
    pub flank_fire: bool,
    /// Whether it is in or behind cover; mounted cavalry and limbered guns have none behind a fence or a wall.
    #[serde(default)]
    pub in_cover: bool,
    /// The commander attached to it, if he still may help a unit this turn.
    #[serde(default)]
    pub commander: Option<Commander>,
    /// Whether it tests in order to give defensive or pass-through fire.
    #[serde(default)]
    pub defensive_fire: bool,
    /// Whether it tests while charging.
    #[serde(default)]
    pub charging: bool,
    /// Whether an earlier test left it Overenthusiastic.
    #[serde(default)]
    pub overenthusiastic: bool,
}

fn infantry() -> Arm {
    Arm::Infantry
}

fn line() -> Formation {
    Formation::Line
}

fn not_withdrawn() -> Withdrawal {
    Withdrawal::None
}

impl MoraleSituation {
    pub(crate) fn tester(&self) -> Tester {
        Tester {
            arm: self.arm,
            formation: self.formation,
            mounted: self.mounted,
            withdrew_last_turn: self.withdrew_last_turn,
            flank_fire: self.flank_fire,
            in_cover: self.in_cover,
            rating: self.commander.map_or(0, |commander| commander.rating),
            defensive_fire: self.defensive_fire,
            charging: self.charging,
            overenthusiastic: self.overenthusiastic,
        }
    }
}

/// What a test came to, and the unit after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct MoraleOutcome {
    /// The result.
    pub result: MoraleResult,
    /// The unit's grade, found out now if it was Green.
    pub grade: Grade,
    /// The unit after the test.
    pub condition: Condition,
}

/// P1 as a procedure of its own.
pub struct MoraleTest;

impl Procedure for MoraleTest {
    type Book = Book;
    type Situation = MoraleSituation;
    type Outcome = MoraleOutcome;

    const NAME: &'static str = "morale";
    const CHAPTER: &'static str = "Morale";
    const SUMMARY: &'static str = "One unit tests its morale: pass, shaken, retreat or rout.";

    fn examples() -> Vec<(&'static str, MoraleSituation)> {
        let plain = MoraleSituation {
            arm: Arm::Infantry,
            formation: Formation::Line,
            mounted: false,
            grade: Grade::Regular,
            condition: Condition { stands: 8, hits: 1, panic: 1, lost: 2 },
            withdrew_last_turn: Withdrawal::None,
            flank_fire: false,
            in_cover: false,
            commander: None,
            defensive_fire: false,
            charging: false,
            overenthusiastic: false,
        };
        vec![
            ("a regular regiment with one Panic Marker", plain.clone()),
            (
                "green troops flanked, their brigadier among them",
                MoraleSituation {
                    grade: Grade::Green,
                    flank_fire: true,
                    commander: Some(Commander { rating: 1, wounded: false }),
                    ..plain.clone()
                },
            ),
            (
                "veterans behind a wall who mean to fire at a charge",
                MoraleSituation {
                    grade: Grade::Veteran,
                    in_cover: true,
                    defensive_fire: true,
                    withdrew_last_turn: Withdrawal::Retreat,
                    condition: Condition { stands: 5, hits: 2, panic: 2, lost: 5 },
                    ..plain.clone()
                },
            ),
            (
                "dismounted troopers who routed last turn",
                MoraleSituation {
                    arm: Arm::Cavalry,
                    formation: Formation::Skirmish,
                    grade: Grade::Militia,
                    withdrew_last_turn: Withdrawal::Rout,
                    ..plain
                },
            ),
        ]
    }

    fn check(book: &Book, situation: &MoraleSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let kind = stand_kind(situation.arm, situation.mounted);
        check_condition(book, &mut refusal, "condition", kind, &situation.condition);
        check_formation(&mut refusal, "formation", situation.arm, situation.formation, situation.mounted);
        check_commander(book, &mut refusal, "commander.rating", situation.commander.as_ref());
        refusal.unless(!(situation.defensive_fire && situation.charging), "charging", SE_MORALE_MOD_DEFFIRE, || {
            "a unit that charges does not test for defensive fire".to_owned()
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &MoraleSituation, umpire: &mut U) -> Ruling<MoraleOutcome, U> {
        if situation.condition.panic > 0 && !situation.defensive_fire && !situation.charging {
            umpire.cite(SE_MORALE_PHASE_TEST);
        }
        morale_test(book, &situation.tester(), situation.grade, situation.condition, umpire)
    }

    fn line(outcome: &MoraleOutcome) -> String {
        format!("{} ({})", outcome.result, outcome.condition)
    }
}

/// What a test asks about, beside the grade and condition that it changes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tester {
    pub arm: Arm,
    pub formation: Formation,
    pub mounted: bool,
    pub withdrew_last_turn: Withdrawal,
    pub flank_fire: bool,
    pub in_cover: bool,
    /// The rating of the commander who helps, or zero.
    pub rating: u8,
    pub defensive_fire: bool,
    pub charging: bool,
    pub overenthusiastic: bool,
}

/// P1. Roll a d10, add the modifiers, compare with the Morale Value, and apply what that does to the unit itself.
pub(crate) fn morale_test<U: Referee>(
    book: &Book,
    tester: &Tester,
    grade: Grade,
    mut condition: Condition,
    umpire: &mut U,
) -> Ruling<MoraleOutcome, U> {
    let grade = settle_grade(book, grade, umpire)?;
    let mut modifiers = Modifiers::new();
    add_morale_modifiers(&mut modifiers, book, tester, &condition);
    umpire.cite_all([SE_MORALE_MOD_TABLE, SE_MORALE_ZERO]);
    cite_commander(book, Effect::Morale, tester.rating, umpire);
    let die = umpire.d10(SE_MORALE_TEST)?;
    let modified = die + umpire.apply(&modifiers);
    umpire.cite_all([SE_GRADE_TABLE, grade_rule(grade), SE_MORALE_RES_TABLE]);
    let value = umpire.read(book.tables.morale_value.at(grade)).0.unwrap_or_default();
    let result = read_result(book, tester, modified, value, umpire)?;
    umpire.tell(|| Event::Tested { modified, value, result });
    match result {
        MoraleResult::Overenthusiastic | MoraleResult::Pass => {
            if condition.panic > 0 {
                umpire.cite(SE_PANIC_REMOVE);
            }
            condition.panic = 0;
        }
        MoraleResult::Shaken => {
            let kind = stand_kind(tester.arm, tester.mounted);
            condition.take_hits(book, kind, book.limit(Limit::ShakenHits) as u8, umpire);
        }
        MoraleResult::Retreat | MoraleResult::Rout => {}
    }
    Ok(MoraleOutcome { result, grade, condition })
}

/// P1 step 2, in the order printed.
// COST: inlined and added in place: the list is never copied, and where nobody keeps it only its sum is left of it.
#[inline(always)]
fn add_morale_modifiers(modifiers: &mut Modifiers, book: &Book, tester: &Tester, condition: &Condition) {
    let chart = &book.tables.morale_modifiers;
    if condition.panic > 0 {
        let panic = i16::from(condition.panic);
        modifiers.add_times(SE_MORALE_MOD_PANIC, chart.at(MoraleModifier::Panic), panic);
    }
    let losses = condition.lost / book.limit(Limit::StandsPerLoss).max(1);
    if losses > 0 {
        modifiers.add_times(SE_MORALE_MOD_LOSSES, chart.at(MoraleModifier::Losses), losses as i16);
    }
    match tester.withdrew_last_turn {
        Withdrawal::None => {}
        Withdrawal::Retreat => modifiers.add(SE_MORALE_MOD_RETREATED, chart.at(MoraleModifier::Retreated)),
        Withdrawal::Rout => modifiers.add(SE_MORALE_MOD_ROUTED, chart.at(MoraleModifier::Routed)),
    }
    modifiers.add_if(tester.flank_fire, SE_MORALE_MOD_FLANK, || chart.at(MoraleModifier::FlankFire));
    // R 24: the +1 of charge step 6 is this one, not another.
    modifiers.add_if(tester.defensive_fire, SE_MORALE_MOD_DEFFIRE, || chart.at(MoraleModifier::DefensiveFire));
    modifiers.add_if(tester.in_cover, SE_MORALE_MOD_COVER, || chart.at(MoraleModifier::Cover));
    if tester.rating > 0 {
        let sign = book.tables.morale_commander.at(CommanderRow::Commander).map(|rated| rated.0);
        modifiers.add_times(SE_MORALE_MOD_COMMANDER, sign, tester.rating.into());
    }
}

/// P1 step 3. A modified die of zero or less comes first, although it is also within the Morale Value.
#[inline]
fn read_result<U: Referee>(
    book: &Book,
    tester: &Tester,
    modified: i16,
    value: i16,
    umpire: &mut U,
) -> Ruling<MoraleResult, U> {
    // S 60: only formed infantry and mounted cavalry storm ahead; others just pass.
    let can_storm = match tester.arm {
        Arm::Infantry => tester.formation != Formation::Skirmish,
        Arm::Cavalry => tester.mounted && tester.formation != Formation::Skirmish,
        Arm::FieldArtillery | Arm::HorseArtillery | Arm::Wagon => false,
    };
    let storms_at = book.tables.overenthusiastic_at_most.at(MoraleResult::Overenthusiastic);
    if book.switches.overenthusiastic && can_storm && storms_at.value.is_some_and(|at_most| modified <= at_most) {
        umpire.read(storms_at);
        umpire.cite_all([SE_MORALE_RES_OVER, SE_MORALE_PASS]);
        return Ok(MoraleResult::Overenthusiastic);
    }
    let row = umpire.read(book.tables.morale_bands.row(modified - value)?);
    let result = MoraleResult::ALL.get(row).copied().unwrap_or(MoraleResult::Pass);
    match result {
        MoraleResult::Overenthusiastic | MoraleResult::Pass => {
            umpire.cite_all([SE_MORALE_RES_PASS, SE_MORALE_PASS]);
        }
        MoraleResult::Shaken => {
            umpire.cite(SE_MORALE_RES_SHAKEN);
            if tester.charging {
                umpire.cite(SE_MORALE_RES_SHAKEN_HALT);
            }
            if tester.defensive_fire {
                umpire.cite(SE_MORALE_RES_SHAKEN_NOFIRE);
            }
        }
        MoraleResult::Retreat => {
            umpire.cite_all([SE_MORALE_RES_RETREAT, SE_MORALE_PHASE_MOVED]);
        }
        MoraleResult::Rout => {
            umpire.cite_all([SE_MORALE_RES_ROUT, SE_MORALE_PHASE_MOVED]);
        }
    }
    if tester.overenthusiastic {
        umpire.cite(SE_MORALE_RES_OVER_END);
    }
    Ok(result)
}

/// The rule that gives a grade its value.
fn grade_rule(grade: Grade) -> engine::Rule {
    match grade {
        Grade::Militia => SE_GRADE_MILITIA,
        Grade::Poor => SE_GRADE_POOR,
        Grade::Regular => SE_GRADE_REGULAR,
        Grade::Veteran => SE_GRADE_VETERAN,
        Grade::Elite => SE_GRADE_ELITE,
        Grade::Green => SE_GRADE_GREEN,
    }
}
