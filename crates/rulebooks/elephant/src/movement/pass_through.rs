//! Fire at units that move past (P12).

use engine::book::Procedure;
use engine::{Refusal, Ruling};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Distance, Limit, MoraleResult};
use crate::fire::{Fire, FireSituation, Firer, Stance};
use crate::morale::{MoraleSituation, MoraleTest, morale_test};
use crate::rules::*;
use crate::unit::{Condition, Formation};
use crate::{Book, Referee};

/// One unit would fire at an enemy that moves past it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PassThroughSituation {
    /// The unit that would fire, for its test: it must test to earn defensive fire.
    pub firing_unit: MoraleSituation,
    /// The fire itself; exactly one unit fires, with the stance `defensive`, and without
    /// markers: the passed test has taken them off.
    pub fire: FireSituation,
    /// The moving unit, for its own test if it is struck.
    pub mover: MoraleSituation,
    /// Whether the mover is crossing a major obstacle.
    #[serde(default)]
    pub crossing_obstacle: bool,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct PassThroughOutcome {
    /// What the firing unit's test came to.
    pub test: MoraleResult,
    /// The firing unit afterwards.
    pub firing_unit: Condition,
    /// What the mover's test came to; nothing if it was not struck.
    pub mover_test: Option<MoraleResult>,
    /// The mover afterwards.
    pub mover: Condition,
}

/// P12 as a procedure of its own.
pub struct PassThrough;

impl Procedure for PassThrough {
    type Book = Book;
    type Situation = PassThroughSituation;
    type Outcome = PassThroughOutcome;

    const NAME: &'static str = "pass-through-fire";
    const CHAPTER: &'static str = "Movement";
    const SUMMARY: &'static str = "A unit tests to fire at an enemy that moves past; the mover tests if it is struck.";

    fn examples() -> Vec<(&'static str, PassThroughSituation)> {
        let unit = MoraleTest::examples().into_iter().next().map(|(_, unit)| unit);
        let fire = Fire::examples().into_iter().next().map(|(_, fire)| fire);
        let (Some(unit), Some(mut fire)) = (unit, fire) else {
            return Vec::new();
        };
        for firer in &mut fire.firers {
            *firer = Firer { stance: Stance::Defensive, panic: 0, ..firer.clone() };
        }
        let mover = MoraleSituation { condition: fire.target.condition, ..unit.clone() };
        let plain = PassThroughSituation {
            firing_unit: MoraleSituation { defensive_fire: true, ..unit },
            fire,
            mover,
            crossing_obstacle: false,
        };
        let mut driven_off = plain.clone();
        driven_off.mover.formation = Formation::Skirmish;
        let target = &mut driven_off.fire.target;
        (target.formation, target.flanks_exposed) = (Formation::Skirmish, true);
        for volley in driven_off.fire.firers.iter_mut().flat_map(|firer| &mut firer.volleys) {
            volley.from_flank_or_rear = true;
        }
        vec![
            ("a line fires at a regiment that marches past", plain.clone()),
            ("and at one that is climbing over a fort wall", PassThroughSituation { crossing_obstacle: true, ..plain }),
            ("into the flank of skirmishers whom a Combat drove off", driven_off),
        ]
    }

    fn check(book: &Book, situation: &PassThroughSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let parts = [
            ("firing_unit", MoraleTest::check(book, &situation.firing_unit)),
            ("fire", Fire::check(book, &situation.fire)),
            ("mover", MoraleTest::check(book, &situation.mover)),
        ];
        for (name, verdict) in parts {
            for mut reason in verdict.err().unwrap_or_default().reasons {
                reason.field = format!("{name}.{}", reason.field);
                refusal.reasons.push(reason);
            }
        }
        let alone = situation.fire.firers.len() == 1;
        refusal.unless(alone, "fire.firers", SE_MOVE_PASSTHROUGH, || "one unit fires at a time".to_owned());
        let reach = book.tables.distances.at(Distance::PassThrough).value;
        for firer in &situation.fire.firers {
            refusal.unless(firer.stance == Stance::Defensive, "fire.firers[0].stance", SE_MOVE_PASSTHROUGH, || {
                "pass-through fire is defensive".to_owned()
            });
            refusal.unless(firer.panic == 0, "fire.firers[0].panic", SE_PANIC_REMOVE, || {
                "the test it must pass takes all markers off: give 0".to_owned()
            });
            let near = firer.volleys.iter().all(|volley| volley.range_yards <= reach);
            refusal.unless(near, "fire.firers[0].volleys", SE_MOVE_PASSTHROUGH, || {
                format!("pass-through fire reaches {reach} yards")
            });
        }
        refusal.unless(
            situation.firing_unit.defensive_fire,
            "firing_unit.defensive_fire",
            SE_MORALE_MOD_DEFFIRE,
            || "it tests in order to give defensive fire".to_owned(),
        );
        let same = situation.mover.condition == situation.fire.target.condition;
        refusal.unless(same, "mover.condition", SE_MOVE_PASSTHROUGH, || "it must be that of fire.target".to_owned());
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &PassThroughSituation, umpire: &mut U) -> Ruling<PassThroughOutcome, U> {
        umpire.cite(SE_MOVE_PASSTHROUGH);
        let unit = &situation.firing_unit;
        let test = morale_test(book, &unit.tester(), unit.grade, unit.condition, umpire)?;
        let mut outcome = PassThroughOutcome {
            test: test.result,
            firing_unit: test.condition,
            mover_test: None,
            mover: situation.mover.condition,
        };
        if test.result > MoraleResult::Pass {
            return Ok(outcome);
        }
        let fired = Fire::run(book, &situation.fire, umpire)?;
        outcome.mover = fired.condition;
        let mut struck = fired.markers > 0;
        if situation.crossing_obstacle {
            umpire.cite(SE_OBST_PANIC);
            outcome.mover.take_markers(book, book.limit(Limit::ObstacleMarkers) as u8, umpire);
            struck = true;
        }
        if struck && !outcome.mover.is_gone() {
            umpire.cite(SE_MORALE_PHASE_OTHER);
            let tester = situation.mover.tester();
            let tester = crate::morale::Tester { flank_fire: tester.flank_fire || fired.flank_fire, ..tester };
            let test = morale_test(book, &tester, situation.mover.grade, outcome.mover, umpire)?;
            outcome.mover_test = Some(test.result);
            outcome.mover = test.condition;
        }
        Ok(outcome)
    }

    fn line(outcome: &PassThroughOutcome) -> String {
        let mover = match outcome.mover_test {
            Some(result) => format!("the mover tests: {result} ({})", outcome.mover),
            None => "the mover goes on".to_owned(),
        };
        format!("the firing unit tests: {} ({}); {mover}", outcome.test, outcome.firing_unit)
    }
}
