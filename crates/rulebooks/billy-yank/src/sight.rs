//! Visibility and lines of sight (sections 8.1 to 8.3).
//!
//! Not here: what lies on a line; that needs a map.

use engine::book::Procedure;
use engine::{Asks, Die, Refusal, Ruling, counted, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Limit, Terrain};
use crate::citations::terrain_rule;
use crate::rules::*;
use crate::{Book, Referee};

/// How far one sees on this day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct VisibilitySituation {
    /// Whether it is night (optional rule).
    #[serde(default)]
    pub night: bool,
}

/// How far one sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct VisibilityOutcome {
    /// Metres without glasses.
    pub unaided_m: u16,
    /// Metres with glasses: artillery, ships, units with a commander.
    pub aided_m: u16,
}

/// The rules for the rows of the chart, from the top.
const VISIBILITY_ROWS: [engine::Rule; 4] = [BY_VIS_12, BY_VIS_8TO11, BY_VIS_5TO7, BY_VIS_2TO4];

/// 8.1 as a procedure.
pub struct Visibility;

impl Procedure for Visibility {
    type Book = Book;
    type Situation = VisibilitySituation;
    type Outcome = VisibilityOutcome;

    const NAME: &'static str = "visibility";
    const CHAPTER: &'static str = "Turn";
    const SUMMARY: &'static str = "How far one sees today, with and without glasses.";

    fn examples() -> Vec<(&'static str, VisibilitySituation)> {
        vec![("the start of a battle", VisibilitySituation { night: false })]
    }

    fn check(book: &Book, situation: &VisibilitySituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        refusal.unless(!situation.night || book.switches.night_fighting, "night", BY_VIS_TABLE, || {
            "the switch night-fighting is off: the battle ends at sunset".to_owned()
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &VisibilitySituation, umpire: &mut U) -> Ruling<VisibilityOutcome, U> {
        if situation.night {
            let metres = umpire.read(book.tables.limits.at(Limit::NightSight));
            return Ok(VisibilityOutcome { unaided_m: metres, aided_m: metres });
        }
        let dice = umpire.sum(2, Die::D6, BY_VIS_TABLE)?;
        if let Some(rule) = VISIBILITY_ROWS.get(book.tables.turn.unaided.row(dice)?) {
            umpire.cite(*rule);
        }
        umpire.cite(BY_SCALE_GROUND);
        let scale = umpire.read(book.tables.turn.metres_per_cm.at(book.switches.scale));
        let unaided = umpire.read(book.tables.turn.unaided.at(dice)?);
        let aided = umpire.read(book.tables.turn.aided.at(dice)?);
        Ok(VisibilityOutcome { unaided_m: unaided.saturating_mul(scale), aided_m: aided.saturating_mul(scale) })
    }

    fn line(outcome: &VisibilityOutcome) -> String {
        format!("{}, {} with glasses", counted(outcome.unaided_m, "metre", "metres"), outcome.aided_m)
    }
}

/// Ground that a line of sight leads through.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Between {
    /// What it is.
    pub terrain: Terrain,
    /// Its level: a hill's top, else the ground it stands on.
    #[serde(default)]
    pub level: u8,
    /// Metres of it on the line.
    #[serde(default)]
    pub metres: u16,
    /// Whether one end of the line stands on or in it.
    #[serde(default)]
    pub at_an_end: bool,
}

/// LIMIT: things on one line of sight.
const BETWEEN_MAX: usize = 12;

/// Who sees whom.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SightSituation {
    /// The level of the observer.
    #[serde(default)]
    pub observer_level: u8,
    /// The level of the target.
    #[serde(default)]
    pub target_level: u8,
    /// Metres between them.
    pub distance_m: u16,
    /// Metres one sees today; nothing if it was not rolled for.
    #[serde(default)]
    pub visibility_m: Option<u16>,
    /// The ground between them.
    #[serde(default)]
    pub between: Vec<Between>,
    /// The levels of formed units on the line.
    #[serde(default)]
    pub units: Vec<u8>,
    /// Whether a mortar fires, which needs only a friend who sees the target.
    #[serde(default)]
    pub mortar: bool,
}

keys! {
    /// What becomes of a line of sight.
    pub enum Sight {
        /// It is open.
        Open = "open",
        /// The day is too dim.
        TooFar = "too-far",
        /// The ground blocks it.
        Ground = "ground",
        /// A unit blocks it.
        Unit = "unit",
    }
}

/// What becomes of a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct SightOutcome {
    /// What becomes of it.
    pub sight: Sight,
}

/// 8.2 and 8.3 as a procedure.
pub struct LineOfSight;

impl Procedure for LineOfSight {
    type Book = Book;
    type Situation = SightSituation;
    type Outcome = SightOutcome;

    const NAME: &'static str = "sight";
    const CHAPTER: &'static str = "Turn";
    const SUMMARY: &'static str = "Whether hills, woods, houses and units block a line of sight or fire.";

    fn examples() -> Vec<(&'static str, SightSituation)> {
        let forest = |level, metres| Between { terrain: Terrain::Forest, level, metres, at_an_end: false };
        let plain = SightSituation {
            observer_level: 0,
            target_level: 1,
            distance_m: 600,
            visibility_m: Some(2_000),
            between: vec![forest(0, 200)],
            units: vec![],
            mortar: false,
        };
        let of = |terrain, at_an_end| Between { terrain, level: 1, metres: 40, at_an_end };
        vec![
            ("up a hill over a wood", plain.clone()),
            ("a wood on the hill", SightSituation { between: vec![forest(1, 80)], ..plain.clone() }),
            ("over a regiment on the hill", SightSituation { units: vec![1], ..plain.clone() }),
            ("on a misty day", SightSituation { visibility_m: Some(500), ..plain.clone() }),
            ("a mortar over everything", SightSituation { mortar: true, units: vec![2], ..plain.clone() }),
            (
                "past a house, a hill and scrub",
                SightSituation {
                    between: vec![of(Terrain::Hill, true), of(Terrain::Scrub, false), of(Terrain::Building, false)],
                    ..plain
                },
            ),
        ]
    }

    fn check(_: &Book, situation: &SightSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        for (field, count) in [("between", situation.between.len()), ("units", situation.units.len())] {
            refusal.unless(count <= BETWEEN_MAX, field, BY_VIS_TABLE, || format!("give at most {BETWEEN_MAX}"));
        }
        let distance = situation.distance_m;
        // Hills lie under other ground and houses stand in it, but no two sorts of growth share a place.
        let mut grown: u32 = 0;
        for (index, between) in situation.between.iter().enumerate() {
            let growth = !matches!(between.terrain, Terrain::Hill | Terrain::Building);
            grown += if growth { u32::from(between.metres) } else { 0 };
            let fits = between.metres <= distance && (!growth || grown <= u32::from(distance));
            refusal.unless(fits, &format!("between[{index}].metres"), terrain_rule(between.terrain), || {
                format!("no more than {distance} metres lie between the two")
            });
        }
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &SightSituation, umpire: &mut U) -> Ruling<SightOutcome, U> {
        if situation.visibility_m.is_some_and(|visibility| situation.distance_m > visibility) {
            umpire.cite(BY_VIS_TABLE);
            return Ok(SightOutcome { sight: Sight::TooFar });
        }
        if situation.mortar {
            return Ok(SightOutcome { sight: Sight::Open });
        }
        let height = situation.observer_level.max(situation.target_level);
        let depth = umpire.read(book.tables.limits.at(Limit::WoodsDepth));
        let mut growth: u32 = 0;
        for between in &situation.between {
            umpire.cite(terrain_rule(between.terrain));
            let blocks = umpire.read(book.tables.ground.blocks.at(between.terrain)).0 && between.level >= height;
            match between.terrain {
                _ if !blocks => {}
                // Nobody is blind on his own hill or in his own house.
                Terrain::Hill | Terrain::Building if between.at_an_end => {}
                Terrain::Hill | Terrain::Building => return Ok(SightOutcome { sight: Sight::Ground }),
                // SL-48: growth blocks once there is enough of it, the ends' own included.
                _ => growth += u32::from(between.metres),
            }
        }
        if growth > u32::from(depth) {
            return Ok(SightOutcome { sight: Sight::Ground });
        }
        let blocked = situation.units.iter().any(|level| *level >= height);
        Ok(SightOutcome { sight: if blocked { Sight::Unit } else { Sight::Open } })
    }

    fn line(outcome: &SightOutcome) -> String {
        match outcome.sight {
            Sight::Open => "open",
            Sight::TooFar => "too far for today",
            Sight::Ground => "blocked by the ground",
            Sight::Unit => "blocked by a unit",
        }
        .to_owned()
    }
}
