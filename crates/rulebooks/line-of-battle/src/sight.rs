//! Visibility, line of sight with the Slope Table, and front or Rear.

use engine::book::Procedure;
use engine::chart::Key;
use engine::{Asks, Fault, Refusal, Ruling, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Facing, Height, Limit, SlopeDifference};
use crate::rules::*;
use crate::unit::Light;
use crate::{Book, Referee};

keys! {
    /// What the line of sight is for.
    pub enum Purpose {
        /// A small arms shot.
        SmallArms = "small-arms",
        /// An artillery shot.
        Artillery = "artillery",
        /// Only to see.
        Spotting = "spotting",
    }
}

keys! {
    /// Combat units in a hex on the line.
    pub enum Occupants {
        /// None.
        None = "none",
        /// Friends of whoever looks.
        Friends = "friends",
        /// Enemies of whoever looks.
        Enemies = "enemies",
        /// Only an Open Order Capable unit, of either side.
        OpenOrderCapable = "open-order-capable",
    }
}

/// Where the line begins or ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct EndPoint {
    /// The level of the ground.
    #[serde(default)]
    pub ground: i16,
    /// Whether it is a Crest.
    #[serde(default)]
    pub crest: bool,
    /// Whether it is an Orchard.
    #[serde(default)]
    pub orchard: bool,
}

/// A hex between the End Points. Where the line runs along a hexside this is the lower of the two hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Between {
    /// The level of the ground.
    #[serde(default)]
    pub ground: i16,
    /// Whether it has the Woods symbol.
    #[serde(default)]
    pub woods: bool,
    /// Whether it is an Orchard.
    #[serde(default)]
    pub orchard: bool,
    /// Whether it is a Town.
    #[serde(default)]
    pub town: bool,
    /// Whether it is a Crest.
    #[serde(default)]
    pub crest: bool,
    /// The combat units in it.
    #[serde(default = "nobody")]
    pub units: Occupants,
    /// Where the line runs along a hexside: the combat units in the other hex.
    #[serde(default)]
    pub beside: Option<Occupants>,
}

impl Default for Between {
    fn default() -> Self {
        Between {
            ground: 0,
            woods: false,
            orchard: false,
            town: false,
            crest: false,
            units: Occupants::None,
            beside: None,
        }
    }
}

fn nobody() -> Occupants {
    Occupants::None
}

/// A line of sight from one hex to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SightSituation {
    /// What it is for.
    #[serde(default = "spotting")]
    pub purpose: Purpose,
    /// The light of the turn.
    #[serde(default = "daylight")]
    pub light: Light,
    /// Hexes that can be seen on this turn, where the battle says so; left out: as far as the light allows.
    #[serde(default)]
    pub visibility: Option<u16>,
    /// The hex it begins in.
    pub from: EndPoint,
    /// The hex it ends in.
    pub to: EndPoint,
    /// Every hex between them, in order: one fewer than the range.
    pub between: Vec<Between>,
}

fn spotting() -> Purpose {
    Purpose::Spotting
}

fn daylight() -> Light {
    Light::Day
}

keys! {
    /// Whether there is a line of sight.
    pub enum Sight {
        /// It is clear.
        Clear = "clear",
        /// Terrain blocks it.
        Terrain = "blocked-by-terrain",
        /// Units block it.
        Units = "blocked-by-units",
        /// It is too dark to see so far.
        Dark = "too-dark",
    }
}

/// What can be seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct SightOutcome {
    /// Whether the line is clear, or what blocks it.
    pub sight: Sight,
    /// Which hex blocks it, counted in hexes from where the line begins.
    pub blocked_at: Option<u8>,
}

/// LIMIT: hexes between two End Points; the longest gun reaches fewer.
pub const BETWEEN_MAX: usize = 64;
/// LIMIT: levels of ground, up and down.
pub const LEVEL_MAX: i16 = 200;

/// Line of sight as a procedure.
pub struct LineOfSight;

impl Procedure for LineOfSight {
    type Book = Book;
    type Situation = SightSituation;
    type Outcome = SightOutcome;

    const NAME: &'static str = "line-of-sight";
    const CHAPTER: &'static str = "Sight";
    const SUMMARY: &'static str = "Is the line of sight between two hexes clear?";

    fn examples() -> Vec<(&'static str, SightSituation)> {
        sight_examples()
    }

    fn check(_: &Book, situation: &SightSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        refusal.unless(situation.between.len() <= BETWEEN_MAX, "between", LB_SLOPE_TABLE, || {
            format!("at most {BETWEEN_MAX} hexes lie between")
        });
        let level = |level: i16| (-LEVEL_MAX..=LEVEL_MAX).contains(&level);
        let why = || format!("levels are {} to {LEVEL_MAX}", -LEVEL_MAX);
        refusal.unless(level(situation.from.ground), "from.ground", LB_SLOPE_TABLE, why);
        refusal.unless(level(situation.to.ground), "to.ground", LB_SLOPE_TABLE, why);
        // COST: no place is written down for a hex that is fine; every look begins with this check.
        for (index, _) in situation.between.iter().enumerate().filter(|(_, hex)| !level(hex.ground)) {
            refusal.unless(false, &format!("between[{index}].ground"), LB_SLOPE_TABLE, why);
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &SightSituation, umpire: &mut U) -> Ruling<SightOutcome, U> {
        let range = situation.between.len() as u16 + 1;
        let most = situation.visibility.or_else(|| visibility(book, situation.light));
        if range > 1 && most.is_some_and(|most| range > most) {
            return Ok(SightOutcome { sight: Sight::Dark, blocked_at: None });
        }
        let close = situation.purpose == Purpose::SmallArms || range <= book.limit(Limit::CloseRange);
        umpire.cite(if close { LB_LOS_CLOSE } else { LB_LOS_UNITS_FAR });
        let view = View::new(book, situation, umpire);
        for (index, hex) in situation.between.iter().enumerate() {
            let blocked = if close {
                view.close(book, hex, umpire)
            } else {
                view.far(book, hex, index as u16 + 1, umpire)?.then_some(Sight::Terrain)
            };
            if let Some(sight) = blocked {
                return Ok(SightOutcome { sight, blocked_at: Some(index as u8 + 1) });
            }
        }
        Ok(SightOutcome { sight: Sight::Clear, blocked_at: None })
    }

    fn line(outcome: &SightOutcome) -> String {
        match outcome.blocked_at {
            Some(hex) => format!("{} at hex {hex}", outcome.sight),
            None => outcome.sight.to_string(),
        }
    }
}

/// S 25: how far can be seen; nothing is no limit.
pub(crate) fn visibility(book: &Book, light: Light) -> Option<u16> {
    match light {
        Light::Day => None,
        Light::Twilight => Some(book.limit(Limit::VisibilityTwilight)),
        Light::Night => Some(book.limit(Limit::VisibilityNight)),
    }
}

/// The End Points as the rules look at them.
struct View {
    low: i16,
    high: i16,
    range: u16,
    /// Whether the line begins at the lower End Point.
    low_first: bool,
    same_hill: bool,
    orchards_open: bool,
}

impl View {
    fn new<U: Referee>(book: &Book, situation: &SightSituation, umpire: &mut U) -> Self {
        let mut level = |end: &EndPoint| {
            let crest = if end.crest {
                umpire.cite(LB_LOS_END_CREST);
                umpire.read(book.tables.height_end.at(Height::Crest))
            } else {
                0
            };
            end.ground + crest
        };
        let (from, to) = (level(&situation.from), level(&situation.to));
        let low_first = from <= to;
        View {
            low: from.min(to),
            high: from.max(to),
            range: situation.between.len() as u16 + 1,
            low_first,
            same_hill: same_hill(situation, low_first),
            orchards_open: book.switches.orchard_to_orchard && (situation.from.orchard || situation.to.orchard),
        }
    }

    /// The level of an obstacle: ground, the highest feature, and the Crest.
    fn obstacle<U: Referee>(&self, book: &Book, hex: &Between, umpire: &mut U) -> Option<i16> {
        let orchard = hex.orchard && !self.orchards_open;
        let mut feature = 0;
        let features = [
            (hex.woods, Height::Woods, LB_LOS_OBS_WOODS),
            (orchard, Height::Orchard, LB_LOS_OBS_ORCHARD),
            (hex.town, Height::Town, LB_LOS_OBS_TOWN),
        ];
        for (is_there, height, rule) in features {
            if is_there {
                umpire.cite(rule);
                feature = feature.max(umpire.read(book.tables.height_obstacle.at(height)));
            }
        }
        let mut level = hex.ground + feature;
        if hex.crest {
            umpire.cite(LB_LOS_OBS_CREST);
            level += umpire.read(book.tables.height_obstacle.at(Height::Crest));
        }
        let bare = !(hex.woods || orchard || hex.town || hex.crest);
        let stands_out = if bare { hex.ground > self.low && !self.same_hill } else { true };
        stands_out.then_some(level)
    }

    /// Up to range 4, and for any small arms shot: anything blocks, whatever its level.
    fn close<U: Referee>(&self, book: &Book, hex: &Between, umpire: &mut U) -> Option<Sight> {
        if self.obstacle(book, hex, umpire).is_some() {
            return Some(Sight::Terrain);
        }
        self.units(hex, umpire).then_some(Sight::Units)
    }

    fn units<U: Referee>(&self, hex: &Between, umpire: &mut U) -> bool {
        let both = [Some(hex.units), hex.beside];
        let there = |who| both.contains(&Some(who));
        if there(Occupants::OpenOrderCapable) {
            umpire.cite(LB_LOS_OOC);
        }
        if !there(Occupants::Friends) && !there(Occupants::Enemies) {
            return false;
        }
        umpire.cite(LB_LOS_UNITS_CLOSE);
        umpire.cite(LB_LOS_UNITS_MODS);
        if hex.beside.is_none() {
            return true;
        }
        if there(Occupants::Enemies) {
            umpire.cite(LB_LOS_UNITS_HEXSIDE_ENEMY);
            return true;
        }
        umpire.cite(LB_LOS_UNITS_HEXSIDE_FRIEND);
        hex.units == Occupants::Friends && hex.beside == Some(Occupants::Friends)
    }

    /// From range 5 on: by height, then by the Slope Table. Units do not matter.
    fn far<U: Referee>(&self, book: &Book, hex: &Between, at: u16, umpire: &mut U) -> Result<bool, Fault> {
        let Some(level) = self.obstacle(book, hex, umpire) else {
            return Ok(false);
        };
        if level > self.high {
            umpire.cite(LB_LOS_HIGHER);
            return Ok(true);
        }
        let distance = if self.low_first { at } else { self.range - at };
        umpire.cite(LB_LOS_OVERALL);
        let overall = slope(book, self.high - self.low, self.range, umpire)?;
        umpire.cite(LB_LOS_OBSTACLE);
        let obstacle = slope(book, level - self.low, distance, umpire)?;
        umpire.cite(LB_LOS_COMPARE);
        Ok(obstacle > overall)
    }
}

/// The Slope Table: great differences and ranges use its last lines, differences of nothing or less give nothing.
fn slope<U: Referee>(book: &Book, difference: i16, range: u16, umpire: &mut U) -> Result<u16, Fault> {
    umpire.cite(LB_SLOPE_TABLE);
    let last = SlopeDifference::ALL.len() - 1;
    let steps = (difference.max(0) as usize).min(last);
    let row = SlopeDifference::ALL.get(last - steps).copied().unwrap_or(SlopeDifference::Zero);
    let column = usize::from(range.saturating_sub(1)).min(book.tables.slopes.columns() - 1);
    Ok(umpire.read(book.tables.slopes.at(row, column)?))
}

/// S 26: the ground never falls from the lower End Point to the higher.
fn same_hill(situation: &SightSituation, low_first: bool) -> bool {
    let (low, high) = if low_first { (situation.from, situation.to) } else { (situation.to, situation.from) };
    let count = situation.between.len();
    let mut before = low.ground;
    for step in 0..count {
        let hex = &situation.between[if low_first { step } else { count - 1 - step }];
        if hex.ground < before {
            return false;
        }
        before = hex.ground;
    }
    high.ground >= before
}

/// A unit and a hex some way off, in steps along its two front directions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FacingSituation {
    /// Which hexes around the unit are its front.
    #[serde(default = "normal_facing")]
    pub facing: Facing,
    /// Steps to the hex in the direction of its left front hex.
    pub left: i16,
    /// Steps to the hex in the direction of its right front hex.
    pub right: i16,
}

fn normal_facing() -> Facing {
    Facing::Normal
}

keys! {
    /// Where a hex lies.
    pub enum Aspect {
        /// In front.
        Front = "front",
        /// In the Rear.
        Rear = "rear",
    }
}

/// LIMIT: steps in one direction.
const STEPS_MAX: i16 = 1_000;

/// S 2 as a procedure: is a hex in a unit's front?
pub struct FrontOrRear;

impl Procedure for FrontOrRear {
    type Book = Book;
    type Situation = FacingSituation;
    type Outcome = Aspect;

    const NAME: &'static str = "front-or-rear";
    const CHAPTER: &'static str = "Sight";
    const SUMMARY: &'static str = "Does a hex lie in a unit's front or in its Rear?";

    fn examples() -> Vec<(&'static str, FacingSituation)> {
        let plain = FacingSituation { facing: Facing::Normal, left: 2, right: -1 };
        vec![
            ("two hexes off, on the edge of the front", plain.clone()),
            ("the neighbour to the left of the front", FacingSituation { left: 1, ..plain.clone() }),
            ("a column has no front", FacingSituation { facing: Facing::AllRear, ..plain.clone() }),
            ("skirmishers have no Rear", FacingSituation { facing: Facing::AllFront, left: -3, right: 0 }),
        ]
    }

    fn check(_: &Book, situation: &FacingSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        for (field, steps) in [("left", situation.left), ("right", situation.right)] {
            refusal.unless((-STEPS_MAX..=STEPS_MAX).contains(&steps), field, LB_FORM_TABLE, || {
                format!("at most {STEPS_MAX} steps")
            });
        }
        let somewhere = situation.left != 0 || situation.right != 0;
        refusal.unless(somewhere, "left", LB_FORM_TABLE, || "that is the unit's own hex".to_owned());
        refusal.verdict()
    }

    fn run<U: Referee>(_: &Book, situation: &FacingSituation, umpire: &mut U) -> Ruling<Aspect, U> {
        umpire.cite(LB_FORM_TABLE);
        let (u, v) = (situation.left, situation.right);
        let front = match situation.facing {
            Facing::AllRear => false,
            Facing::AllFront => true,
            // The cone of 120 degrees around the vertex between the two front hexes, its edges included.
            Facing::Normal => u + 2 * v >= 0 && 2 * u + v >= 0,
        };
        Ok(if front { Aspect::Front } else { Aspect::Rear })
    }

    fn line(outcome: &Aspect) -> String {
        outcome.to_string()
    }
}

fn sight_examples() -> Vec<(&'static str, SightSituation)> {
    let level = |ground| EndPoint { ground, ..EndPoint::default() };
    let flat = |count| vec![Between { ground: 1, ..Between::default() }; count];
    let far = SightSituation {
        purpose: Purpose::Artillery,
        light: Light::Day,
        visibility: None,
        from: level(1),
        to: level(5),
        between: flat(7),
    };
    let woods_at = |at: usize| {
        let mut between = flat(7);
        between[at - 1].woods = true;
        SightSituation { between, ..far.clone() }
    };
    let volley = SightSituation { purpose: Purpose::SmallArms, to: level(1), between: flat(2), ..far.clone() };
    let crest = EndPoint { crest: true, ..level(1) };
    let units = |units, beside| SightSituation {
        between: vec![Between { ground: 1, units, beside, ..Between::default() }],
        ..volley.clone()
    };
    let with = |hex: Between| SightSituation {
        from: crest,
        between: [flat(3), vec![Between { ground: 1, ..hex }], flat(3)].concat(),
        ..far.clone()
    };
    vec![
        ("guns over level ground", far.clone()),
        ("guns on a hill, Woods near the target", woods_at(3)),
        ("guns on a hill, Woods near the guns", woods_at(7)),
        ("muskets across a field", volley.clone()),
        ("muskets through an enemy line", units(Occupants::Enemies, None)),
        ("muskets between two friends", units(Occupants::Friends, Some(Occupants::Friends))),
        ("muskets past one friend", units(Occupants::Friends, Some(Occupants::None))),
        ("muskets past an enemy", units(Occupants::None, Some(Occupants::Enemies))),
        ("muskets over skirmishers", units(Occupants::OpenOrderCapable, None)),
        ("guns on a crest over an orchard", with(Between { orchard: true, ..Between::default() })),
        ("guns on a crest over a Town", with(Between { town: true, ..Between::default() })),
        ("guns on a crest over another crest", with(Between { crest: true, ..Between::default() })),
        ("too far at night", SightSituation { light: Light::Night, ..far }),
    ]
}
