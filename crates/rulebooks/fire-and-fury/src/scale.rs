//! The game scale: men, guns, yards and minutes as stands, inches and turns.

use engine::book::Procedure;
use engine::{Asks, Decimal, Refusal, Ruling, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::Scale;
use crate::lines::ScaleLine;
use crate::pieces::STANDS_MAX;
use crate::rules::*;
use crate::{Book, Referee};

/// LIMIT: guns of one battery, yards and minutes of one measurement.
const COUNT_MAX: u16 = 10_000;

/// What a history book says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Counted {
    /// Men of one unit of troops.
    pub men: u16,
    /// Guns of one battery.
    pub guns: u16,
    /// Yards on the ground.
    pub yards: u16,
    /// Minutes on the clock.
    pub minutes: u16,
}

/// The same on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct ScaleOutcome {
    /// Troop stands, to the nearest; at least one if there are men.
    pub stands: u8,
    /// The fewest gun stands that hold the guns.
    pub gun_stands_least: u16,
    /// The most gun stands that the guns fill; at least one if there are guns.
    pub gun_stands_most: u16,
    /// Inches, to the thousandth below.
    pub inches: Decimal,
    /// Turns that have ended.
    pub turns: u16,
}

/// The game scale.
pub struct GameScale;

impl Procedure for GameScale {
    type Book = Book;
    type Situation = Counted;
    type Outcome = ScaleOutcome;

    const NAME: &'static str = "scale";
    const CHAPTER: &'static str = "Scale";
    const SUMMARY: &'static str = "How many stands, inches and turns men, guns, yards and minutes are.";

    fn examples() -> Vec<(&'static str, Counted)> {
        let regiment = Counted { men: 620, ..Counted::default() };
        vec![
            ("a regiment of 620 men", regiment),
            ("a battery of six guns", Counted { guns: 6, ..Counted::default() }),
            ("a mile of ground, and an hour", Counted { yards: 1_760, minutes: 60, ..Counted::default() }),
        ]
    }

    fn check(book: &Book, situation: &Counted) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let men = book.tables.field.scale.at(ScaleLine::Stand).value.most;
        let most = u32::from(men) * u32::from(STANDS_MAX);
        refusal.unless(u32::from(situation.men) <= most, "men", FF_SCALE_STAND, || {
            format!("a unit has at most {STANDS_MAX} stands, {most} men")
        });
        for (field, count) in [("guns", situation.guns), ("yards", situation.yards), ("minutes", situation.minutes)] {
            refusal.unless(count <= COUNT_MAX, field, FF_SCALE, || format!("at most {COUNT_MAX}"));
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &Counted, umpire: &mut U) -> Ruling<ScaleOutcome, U> {
        umpire.cite(FF_SCALE);
        let mut scale = |count: u16, line: ScaleLine| -> Scale {
            if count > 0 {
                umpire.cite(line.rule());
            }
            umpire.read(book.tables.field.scale.at(line))
        };
        let guns = scale(situation.guns, ScaleLine::Gun);
        let inch = scale(situation.yards, ScaleLine::Inch).most;
        let turn = scale(situation.minutes, ScaleLine::Turn).most;
        Ok(ScaleOutcome {
            stands: nearest(situation.men, scale(situation.men, ScaleLine::Stand).most),
            gun_stands_least: situation.guns.div_ceil(guns.most),
            gun_stands_most: (situation.guns / guns.least).max(u16::from(situation.guns > 0)),
            inches: Decimal::from_int(situation.yards.into()).divided_by(inch),
            turns: situation.minutes / turn,
        })
    }

    fn line(outcome: &ScaleOutcome) -> String {
        let guns = match (outcome.gun_stands_least, outcome.gun_stands_most) {
            (least, most) if least == most => counted(least, "gun stand", "gun stands"),
            (least, most) => format!("{least} to {most} gun stands"),
        };
        let (stands, inches) = (counted(outcome.stands, "stand", "stands"), counted(outcome.inches, "inch", "inches"));
        format!("{stands}, {guns}, {inches}, {}", counted(outcome.turns, "turn", "turns"))
    }
}

/// RULING: men are rounded to the nearest stand, a half up, and any men at all are one stand.
fn nearest(men: u16, a_stand: u16) -> u8 {
    let stands = (u32::from(men) * 2 + u32::from(a_stand)) / (u32::from(a_stand) * 2);
    stands.max(u32::from(men > 0)).min(u32::from(STANDS_MAX)) as u8
}
