//! A measured way: stretches of ground, each a part of the move (S20). Parts are added exactly; nothing is rounded.

use engine::{Asks, Decimal, Fault, Refusal, Ruling, Umpire};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Going, Mover, rate};
use crate::Book;
use crate::charts::Value;
use crate::pieces::Ground;
use crate::rules::*;

/// LIMIT: stretches of one way.
pub const STRETCHES_MAX: usize = 12;
/// LIMIT: inches of one stretch; no table is longer.
const INCHES_MAX: i32 = 240;
/// LIMIT: obstacles on one stretch, and streams on one way.
pub(crate) const OBSTACLES_MAX: u8 = 20;

engine::keys! {
    /// How a unit goes along a stretch.
    pub enum Heading {
        /// Straight ahead, or along a road.
        Ahead = "ahead",
        /// Oblique, up to 45 degrees; it costs nothing.
        Oblique = "oblique",
        /// A wheel: measure the way of the outer corner.
        Wheel = "wheel",
        /// Straight back, facing kept: every inch counts double.
        Back = "back",
        /// By the flank, along its own front.
        Flank = "flank",
    }
}

/// A stretch of the way, on one kind of ground. A unit is on the worst ground any part of its front crosses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Stretch {
    /// How long it is, in inches.
    pub inches: Decimal,
    /// What it leads over.
    #[serde(default = "open")]
    pub ground: Going,
    /// How the unit goes along it.
    #[serde(default = "ahead")]
    pub heading: Heading,
    /// Minor obstacles crossed on it: fences, hedges, low walls.
    #[serde(default)]
    pub obstacles: u8,
}

fn open() -> Going {
    Going::Open
}

fn ahead() -> Heading {
    Heading::Ahead
}

impl Stretch {
    /// So many inches straight ahead.
    pub fn ahead(ground: Going, inches: Decimal) -> Self {
        Stretch { inches, ground, heading: Heading::Ahead, obstacles: 0 }
    }
}

/// An exact fraction, in its lowest terms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct Fraction {
    /// Above the line.
    pub numerator: u64,
    /// Below the line.
    pub denominator: u64,
}

impl Fraction {
    /// Nothing.
    pub const ZERO: Fraction = Fraction { numerator: 0, denominator: 1 };

    fn reduced(numerator: u128, denominator: u128) -> Option<Self> {
        let divisor = greatest_common_divisor(numerator, denominator);
        let part = |number: u128| u64::try_from(number.checked_div(divisor)?).ok();
        Some(Fraction { numerator: part(numerator)?, denominator: part(denominator)? })
    }

    /// `part` of `whole`, `times` over; nothing if `whole` is nothing or it cannot be kept exactly.
    pub fn of(part: Decimal, times: u64, whole: Decimal) -> Option<Self> {
        let part = u128::from(u32::try_from(part.thousandths()).ok()?) * u128::from(times);
        let whole = u128::from(u32::try_from(whole.thousandths()).ok()?);
        Self::reduced(part, whole).filter(|fraction| fraction.denominator > 0)
    }

    /// The sum; nothing if it cannot be kept exactly.
    pub fn plus(self, other: Fraction) -> Option<Self> {
        let cross = |one: Fraction, another: Fraction| u128::from(one.numerator) * u128::from(another.denominator);
        let sum = cross(self, other).checked_add(cross(other, self))?;
        Self::reduced(sum, u128::from(self.denominator) * u128::from(other.denominator))
    }

    /// Whether it is at most one.
    pub const fn is_within_one(self) -> bool {
        self.numerator <= self.denominator
    }

    /// What it leaves of `whole`, to the thousandth below; nothing if it is more than one.
    pub fn rest_of(self, whole: Decimal) -> Decimal {
        let left = u128::from(self.denominator.saturating_sub(self.numerator));
        let whole = u128::from(whole.thousandths().unsigned_abs());
        let rest = (left * whole).checked_div(u128::from(self.denominator)).unwrap_or(0);
        Decimal::from_thousandths(i32::try_from(rest).unwrap_or(i32::MAX))
    }
}

impl std::fmt::Display for Fraction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.denominator {
            1 => write!(f, "{}", self.numerator),
            _ => write!(f, "{}/{}", self.numerator, self.denominator),
        }
    }
}

fn greatest_common_divisor(mut one: u128, mut another: u128) -> u128 {
    while another > 0 {
        (one, another) = (another, one % another);
    }
    one
}

/// A fraction, or the fault of a chart whose figures cannot be added exactly.
pub(crate) fn exact(fraction: Option<Fraction>, chart: &str) -> Result<Fraction, Fault> {
    fraction.ok_or_else(|| {
        Fault::of_file(chart, "its figures have so many places that their parts cannot be added exactly")
            .hint("use whole or half inches")
    })
}

/// Refuses stretches that cannot be measured or entered.
pub(crate) fn check_stretches(book: &Book, mover: &Mover, stretches: &[Stretch], field: &str, refusal: &mut Refusal) {
    refusal.unless((1..=STRETCHES_MAX).contains(&stretches.len()), field, FF_MOVE, || {
        format!("a way has 1 to {STRETCHES_MAX} stretches")
    });
    for (index, stretch) in stretches.iter().enumerate() {
        let path = format!("{field}[{index}]");
        let measured = stretch.inches >= Decimal::ZERO && stretch.inches <= Decimal::from_int(INCHES_MAX);
        refusal.unless(measured, &format!("{path}.inches"), FF_MOVE, || {
            format!("a stretch is 0 to {INCHES_MAX} inches long")
        });
        refusal.unless(stretch.obstacles <= OBSTACLES_MAX, &format!("{path}.obstacles"), FF_MOVE, || {
            format!("at most {OBSTACLES_MAX} obstacles stand on one stretch")
        });
        check_entry(book, mover, stretch.ground, &format!("{path}.ground"), refusal);
    }
}

/// A dash: may not enter, or has no road rate.
pub(crate) fn check_entry(book: &Book, mover: &Mover, going: Going, field: &str, refusal: &mut Refusal) {
    let Some(line) = mover.line() else {
        return;
    };
    let marsh = going == Going::Marsh && mover.is_guns();
    let printed = book.tables.field.rates.at(line, going, false).is_ok_and(|looked| looked.value.is_some());
    match going {
        Going::Road => refusal.unless(printed, field, FF_MOVE_ROAD_ONLY, || {
            "this formation has no road rate; name the ground beside the road".to_owned()
        }),
        _ if marsh => {
            refusal.unless(false, field, FF_HOUSE_MARSH, || "guns and wagons may not enter a marsh".to_owned())
        }
        _ => refusal.unless(printed, field, FF_MOVE_HEAVY_NO_ROUGH, || {
            "heavy artillery and wagons keep to open ground and roads".to_owned()
        }),
    }
}

/// What a way takes of a move.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spent {
    /// The part of the move that it takes.
    pub used: Fraction,
    /// What is left, in inches of the ground of its last stretch.
    pub left: Decimal,
}

/// 6.1 Mixed ground. Each stretch takes its length as a part of the rate of its ground; half a move has half the rates.
///
/// RULING: what a minor obstacle takes off is counted in inches of the ground it stands on (S21); streams count as inches of
/// broken ground.
pub(crate) fn spend<U: Umpire>(
    book: &Book,
    mover: &Mover,
    stretches: &[Stretch],
    streams: u8,
    (double_quick, half): (bool, bool),
    umpire: &mut U,
) -> Ruling<Spent, U> {
    let halves = 1 + u64::from(half);
    let mut spent = Spent { used: Fraction::ZERO, left: Decimal::ZERO };
    let mut last = Decimal::ZERO;
    for stretch in stretches {
        let rate = entered(book, mover, stretch.ground, double_quick, umpire)?;
        let part = exact(Fraction::of(counted(book, stretch, umpire), halves, rate), "movement-rates")?;
        spent.used = exact(spent.used.plus(part), "movement-rates")?;
        last = rate;
    }
    if streams > 0 {
        let rate = entered(book, mover, Going::Broken, double_quick, umpire)?;
        let inches = umpire.read(book.tables.value(Value::Stream)).times(streams.into());
        let part = exact(Fraction::of(inches, halves, rate), "movement-rates")?;
        spent.used = exact(spent.used.plus(part), "movement-rates")?;
    }
    spent.left = spent.used.rest_of(if half { last.halved() } else { last });
    Ok(spent)
}

/// The inches that a stretch counts.
fn counted<U: Umpire>(book: &Book, stretch: &Stretch, umpire: &mut U) -> Decimal {
    let mut inches = stretch.inches;
    if stretch.heading == Heading::Back {
        inches = inches.times(umpire.read(book.tables.whole(Value::MovingBack)).into());
    }
    if stretch.obstacles > 0 {
        inches = inches + umpire.read(book.tables.value(Value::MinorObstacle)).times(stretch.obstacles.into());
    }
    inches.max(Decimal::ZERO)
}

/// The rate on ground that the mover may enter; the check has seen to it.
fn entered<U: Umpire>(
    book: &Book,
    mover: &Mover,
    going: Going,
    double_quick: bool,
    umpire: &mut U,
) -> Ruling<Decimal, U> {
    let printed = rate(book, mover, going, double_quick, umpire)?;
    let missing = || Fault::of_file("movement-rates", format!("no rate on {going} ground"));
    printed.ok_or_else(|| missing().into())
}

/// The worst ground of a way.
pub(crate) fn worst_ground(stretches: &[Stretch]) -> Ground {
    stretches.iter().map(|stretch| stretch.ground.ground()).max().unwrap_or(Ground::Open)
}
