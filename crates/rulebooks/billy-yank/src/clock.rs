//! The clock, and how strong regiments were (sections 1 and 13).

use engine::book::Procedure;
use engine::chart::Key;
use engine::{Asks, Decimal, Fraction, Refusal, Ruling, counted, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Date, Limit, Month, Period, Scale};
use crate::citations::{month_rule, strength_rule};
use crate::rules::*;
use crate::{Book, Referee};

/// A day of battle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ClockSituation {
    /// The month.
    pub month: Month,
    /// The scale; that of the table if left out.
    #[serde(default)]
    pub scale: Option<Scale>,
}

/// Its daylight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct ClockOutcome {
    /// The hour of sunrise.
    pub sunrise: u16,
    /// The hour of sunset.
    pub sunset: u16,
    /// Turns that start in daylight.
    pub turns: u16,
}

const MINUTES: u16 = 60;

/// The starting times as a procedure.
pub struct Clock;

impl Procedure for Clock {
    type Book = Book;
    type Situation = ClockSituation;
    type Outcome = ClockOutcome;

    const NAME: &'static str = "clock";
    const CHAPTER: &'static str = "Turn";
    const SUMMARY: &'static str = "Sunrise, sunset and turns of daylight in a month.";

    fn examples() -> Vec<(&'static str, ClockSituation)> {
        Month::ALL.iter().map(|month| (month.name(), ClockSituation { month: *month, scale: None })).collect()
    }

    fn check(_: &Book, _: &ClockSituation) -> Result<(), Refusal> {
        Ok(())
    }

    fn run<U: Referee>(book: &Book, situation: &ClockSituation, umpire: &mut U) -> Ruling<ClockOutcome, U> {
        umpire.cite(BY_TIME_TABLE);
        umpire.cite(month_rule(situation.month));
        umpire.cite(BY_SCALE_TABLE);
        umpire.cite(BY_SCALE_TIME);
        let sunrise = umpire.read(book.tables.turn.sunrise.at(situation.month));
        let sunset = umpire.read(book.tables.turn.sunset.at(situation.month));
        let scale = situation.scale.unwrap_or(book.switches.scale);
        let minutes = umpire.read(book.tables.turn.minutes_per_turn.at(scale)).max(1);
        let turns = sunset.saturating_sub(sunrise).saturating_mul(MINUTES).div_ceil(minutes);
        Ok(ClockOutcome { sunrise, sunset, turns })
    }

    fn line(outcome: &ClockOutcome) -> String {
        format!(
            "sunrise {}:00, sunset {}:00, {}",
            outcome.sunrise,
            outcome.sunset,
            counted(outcome.turns, "turn", "turns")
        )
    }
}

keys! {
    /// The arm of a regiment.
    #[derive(Default)]
    pub enum RegimentArm {
        /// Infantry.
        #[default]
        Infantry = "infantry",
        /// Cavalry.
        Cavalry = "cavalry",
    }
}

/// A regiment at some date.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StrengthSituation {
    /// The year, 1861 to 1865.
    pub year: i16,
    /// The month.
    pub month: Month,
    /// The arm.
    #[serde(default)]
    pub arm: RegimentArm,
    /// Its men, if they are known.
    #[serde(default)]
    pub men: Option<u16>,
}

/// How strong it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct StrengthOutcome {
    /// Its men.
    pub men: u16,
    /// Its figures: what its men make, rounded down to a thousandth.
    pub figures: Decimal,
}

/// The average strengths as a procedure.
pub struct Strength;

/// The period that holds a month.
fn period(book: &Book, date: Date) -> Option<Period> {
    let holds = |period: &Period| {
        let end = |column| book.tables.turn.periods.at(*period, column).map(|looked| looked.value);
        matches!((end(0), end(1)), (Ok(from), Ok(to)) if from <= date && date <= to)
    };
    Period::ALL.iter().copied().find(holds)
}

fn date_of(situation: &StrengthSituation) -> Date {
    Date::new(situation.year.clamp(0, 2_000), situation.month.index() as i16 + 1)
}

impl Procedure for Strength {
    type Book = Book;
    type Situation = StrengthSituation;
    type Outcome = StrengthOutcome;

    const NAME: &'static str = "strength";
    const CHAPTER: &'static str = "Scales";
    const SUMMARY: &'static str = "The average regiment at a date, or the figures that so many men make.";

    fn examples() -> Vec<(&'static str, StrengthSituation)> {
        let of = |year, month, arm| StrengthSituation { year, month, arm, men: None };
        vec![
            ("infantry at Shiloh", of(1862, Month::April, RegimentArm::Infantry)),
            ("cavalry at Gettysburg", of(1863, Month::July, RegimentArm::Cavalry)),
            ("infantry in the Wilderness", of(1864, Month::May, RegimentArm::Infantry)),
            ("cavalry at Five Forks", of(1865, Month::April, RegimentArm::Cavalry)),
            (
                "a regiment of 500 men",
                StrengthSituation { men: Some(500), ..of(1863, Month::September, RegimentArm::Infantry) },
            ),
        ]
    }

    fn check(book: &Book, situation: &StrengthSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        refusal.unless(period(book, date_of(situation)).is_some(), "year", BY_STR_TABLE, || {
            "the chart runs from January 1861 to August 1865".to_owned()
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &StrengthSituation, umpire: &mut U) -> Ruling<StrengthOutcome, U> {
        umpire.cite(BY_STR_TABLE);
        let per_figure = umpire.read(book.tables.limits.at(Limit::MenPerFigure));
        if let Some(men) = situation.men {
            let figures = Fraction::new(men.into(), per_figure.into()).shown();
            return Ok(StrengthOutcome { men, figures });
        }
        let Some(period) = period(book, date_of(situation)) else {
            return Err(engine::Fault::of_file("regimental-strength", "no period holds this date").into());
        };
        umpire.cite(strength_rule(period));
        let men = umpire.read(book.tables.turn.men.at(period, situation.arm.index())?);
        let figures = umpire.read(book.tables.turn.figures.at(period, situation.arm.index())?);
        Ok(StrengthOutcome { men, figures: Decimal::from_int(figures.into()) })
    }

    fn line(outcome: &StrengthOutcome) -> String {
        format!("{}, {}", counted(outcome.men, "man", "men"), counted(outcome.figures, "figure", "figures"))
    }
}
