//! Visibility and line of sight (section 8), measured along the line.
//!
//! Not here: whether a crest lies higher than both ends; somebody has to look.

use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Ruling};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Growth, Value};
use crate::movement::{Fraction, exact};
use crate::rules::*;
use crate::{Book, Referee};

/// LIMIT: inches along a line of sight; no table is longer.
const INCHES_MAX: i32 = 240;

/// A unit that stands between.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Between {
    /// How far it is from the firer, in inches.
    pub from_firer: Decimal,
    /// How far it is from the target, in inches.
    pub from_target: Decimal,
}

/// A line from the center of the observer's front edge to the nearest point of the target.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct SightLine {
    /// How long it is, in inches.
    pub distance: Decimal,
    /// Inches of it in woods, orchards or standing crops.
    pub woods: Decimal,
    /// Inches of it in jungle.
    pub jungle: Decimal,
    /// Whether a building, a major wall or ground higher than both ends lies across it.
    pub blocked: bool,
    /// How far one sees in this turn, in inches, where the battle says so.
    pub visibility: Option<Decimal>,
    /// Whether it is twilight, by the switch or by the turn.
    pub twilight: bool,
    /// Whether there is fog, by the switch or by the turn.
    pub fog: bool,
    /// The nearest unit that stands across the line, if one does.
    pub unit_between: Option<Between>,
    /// Whether the observer is guns on higher ground.
    pub guns_on_higher_ground: bool,
}

/// What can be seen and fired at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct SightOutcome {
    /// Whether the observer sees the target.
    pub sees: bool,
    /// Whether it may be fired at along this line, as far as sight goes.
    pub fires: bool,
    /// How much of the sight through growth is used up; more than 1 is too much.
    pub growth: Fraction,
    /// How far one sees in this turn, in inches.
    pub visibility: Decimal,
}

/// A line of sight.
pub struct Sight;

impl Procedure for Sight {
    type Book = Book;
    type Situation = SightLine;
    type Outcome = SightOutcome;

    const NAME: &'static str = "sight";
    const CHAPTER: &'static str = "Sight";
    const SUMMARY: &'static str =
        "Whether a target is seen and may be fired at through woods, jungle, fog and units between.";

    fn examples() -> Vec<(&'static str, SightLine)> {
        let inches = Decimal::from_int;
        let line = |distance| SightLine { distance: inches(distance), ..SightLine::default() };
        let between = Some(Between { from_firer: inches(6), from_target: inches(9) });
        vec![
            ("across eight inches of woods", SightLine { woods: inches(8), ..line(12) }),
            ("woods and jungle together", SightLine { woods: inches(6), jungle: inches(2), ..line(10) }),
            ("at twilight", SightLine { twilight: true, ..line(14) }),
            ("over the heads of a line", SightLine { unit_between: between, guns_on_higher_ground: true, ..line(16) }),
        ]
    }

    fn check(_: &Book, situation: &SightLine) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let between = situation.unit_between.unwrap_or_default();
        for (field, inches) in [
            ("distance", situation.distance),
            ("woods", situation.woods),
            ("jungle", situation.jungle),
            ("visibility", situation.visibility.unwrap_or_default()),
            ("unit_between.from_firer", between.from_firer),
            ("unit_between.from_target", between.from_target),
        ] {
            let measured = inches >= Decimal::ZERO && inches <= Decimal::from_int(INCHES_MAX);
            refusal.unless(measured, field, FF_SCALE_INCH, || format!("a line has 0 to {INCHES_MAX} inches"));
        }
        let fits = situation.woods + situation.jungle <= situation.distance;
        refusal
            .unless(fits, "distance", FF_SPEC_WOODS, || "the growth along the line is longer than the line".to_owned());
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &SightLine, umpire: &mut U) -> Ruling<SightOutcome, U> {
        sight(book, situation, umpire)
    }

    fn line(outcome: &SightOutcome) -> String {
        match (outcome.sees, outcome.fires) {
            (true, true) => "sees, and may fire".to_owned(),
            (true, false) => "sees, but a unit is in the line of fire".to_owned(),
            (false, _) => "does not see".to_owned(),
        }
    }
}

/// 8 Line of sight. Woods and jungle each hide after so many inches; mixed, their shares add up (S66). Fog and twilight shorten sight (S68).
fn sight<U: Referee>(book: &Book, line: &SightLine, umpire: &mut U) -> Ruling<SightOutcome, U> {
    let mut growth = Fraction::ZERO;
    for (inches, kind, rule) in
        [(line.woods, Growth::Woods, FF_SPEC_WOODS), (line.jungle, Growth::Jungle, FF_SPEC_JUNGLE)]
    {
        if inches > Decimal::ZERO {
            umpire.cite(rule);
            let limit = umpire.read(book.tables.field.growth.at(kind));
            let part = exact(Fraction::of(inches, 1, limit), "house-terrain")?;
            growth = exact(growth.plus(part), "house-terrain")?;
        }
    }
    let visibility = visibility(book, line, umpire);
    let sees = !line.blocked && growth.is_within_one() && line.distance <= visibility;
    Ok(SightOutcome { sees, fires: sees && is_clear_to_fire(book, line, umpire), growth, visibility })
}

fn visibility<U: Referee>(book: &Book, line: &SightLine, umpire: &mut U) -> Decimal {
    let clear = umpire.read(book.tables.value(Value::Visibility));
    if let Some(inches) = line.visibility {
        return inches.min(clear);
    }
    let conditions = [
        (line.twilight || book.switches.twilight, Value::VisibilityTwilight),
        (line.fog || book.switches.fog, Value::VisibilityFog),
    ];
    let shortened = conditions.iter().filter(|(applies, _)| *applies);
    shortened.map(|(_, value)| umpire.read(book.tables.value(*value))).fold(clear, Decimal::min)
}

/// S67: a unit between stops fire, unless guns on higher ground fire over it and it is clear of firer and target.
fn is_clear_to_fire<U: Referee>(book: &Book, line: &SightLine, umpire: &mut U) -> bool {
    let Some(between) = line.unit_between else {
        return true;
    };
    let clear = umpire.read(book.tables.value(Value::OverheadClear));
    line.guns_on_higher_ground && between.from_firer > clear && between.from_target > clear
}
