//! Stands and scales: what a stand measures and stands for, and how many stands a body of men makes.

use engine::book::Procedure;
use engine::chart::{CellValue, ChartSet, Key, Lines, Table};
use engine::{Asks, Decimal, Fault, Refusal, Rule, Ruling, counted, keys};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::charts::{Rank, Scale};
use crate::rules::*;
use crate::unit::STANDS_MAX;
use crate::{Book, Referee};

keys! {
    /// A line of the chart of stands.
    pub enum StandType {
        /// Three figures of infantry.
        Infantry = "infantry",
        /// Two figures of mounted cavalry.
        Cavalry = "cavalry",
        /// Two figures of dismounted cavalry.
        DismountedCavalry = "dismounted-cavalry",
        /// Two figures of an artillery crew.
        ArtilleryCrew = "artillery-crew",
        /// One mounted officer.
        GeneralSmall = "general-small",
        /// One mounted officer with a flag.
        GeneralLarge = "general-large",
        /// One gun model.
        Artillery = "artillery",
        /// One wagon model.
        SupplyWagon = "supply-wagon",
    }
}

keys! {
    /// A row of the scales chart that says what a turn or a hit is.
    pub enum ScaleRow {
        /// The shortest a turn can be.
        MinutesMin = "minutes-per-turn-min",
        /// The longest.
        MinutesMax = "minutes-per-turn-max",
        /// Men in a hit.
        MenPerHit = "men-per-hit",
    }
}

/// What one stand is: so many men, cannon or wagons, or a commander.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Men, cannon or wagons.
    Count(u16),
    /// The commander of a formation.
    Commander(Rank),
}

impl CellValue for Holds {
    fn parse(text: &str) -> Result<Self, String> {
        if let Ok(rank) = Rank::named(text) {
            return Ok(Holds::Commander(rank));
        }
        let counted = text.split_once(' ').filter(|(_, what)| matches!(*what, "men" | "cannon" | "wagons"));
        let number = counted.and_then(|(number, _)| number.parse().ok()).filter(|number| *number > 0);
        number.map(Holds::Count).ok_or_else(|| "write it like 30 men, 2 cannon or Brigade".to_owned())
    }
}

/// The charts of this chapter.
#[derive(Clone, Debug)]
pub struct ScaleTables {
    pub(crate) holds: Table<StandType, Holds>,
    width: Lines<StandType, Decimal>,
    depth: Lines<StandType, Decimal>,
    scales: Table<ScaleRow, u16>,
}

impl ScaleTables {
    /// How many men, cannon or wagons a stand stands for; a commander is one.
    pub(crate) fn per_stand(&self, stand: StandType, scale: Scale) -> Result<u16, Fault> {
        Ok(match self.holds.at(stand, scale.index())?.value {
            Holds::Count(count) => count.max(1),
            Holds::Commander(_) => 1,
        })
    }

    /// What a stand measures in inches: its frontage and its depth.
    pub(crate) fn inches(&self, stand: StandType) -> (Decimal, Decimal) {
        (self.width.at(stand).value, self.depth.at(stand).value)
    }

    /// The longest a turn can be, in minutes.
    pub(crate) fn minutes_per_turn(&self, scale: Scale) -> Result<u16, Fault> {
        Ok(self.scales.at(ScaleRow::MinutesMax, scale.index())?.value.max(1))
    }

    /// What a row of the scales says at this scale.
    pub(crate) fn of_row(&self, row: ScaleRow, scale: Scale) -> Result<u16, Fault> {
        Ok(self.scales.at(row, scale.index())?.value.max(1))
    }

    pub(crate) fn open(charts: &ChartSet) -> Result<Self, Fault> {
        let stands = charts.chart("stand-sizes")?;
        let scales = Scale::ALL.iter().map(|scale| scale.name()).collect::<Vec<_>>();
        Ok(ScaleTables {
            holds: Table::open(stands, "id", &scales)?,
            width: Lines::open(stands, "id", "width_in")?,
            depth: Lines::open(stands, "id", "depth_in")?,
            scales: Table::open_some(charts.chart("scales")?, "item", &scales)?,
        })
    }
}

/// Men, cannon, wagons or commanders to be put on the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct StandsSituation {
    /// What they are.
    pub stand: StandType,
    /// How many men, cannon, wagons or commanders.
    pub count: u16,
}

/// Their stands at this table's scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct StandsOutcome {
    /// How many stands they make.
    pub stands: u16,
    /// Men, cannon or wagons that do not fill another stand.
    pub left_over: u16,
    /// Whether one of the stands is a command stand.
    pub command_stand: bool,
    /// What such a commander leads; nothing for other stands.
    pub leads: Option<Rank>,
    /// Width of a stand in inches.
    pub width_inches: Decimal,
    /// Depth of a stand in inches.
    pub depth_inches: Decimal,
    /// Men that one hit stands for.
    pub men_per_hit: u16,
    /// The least and most minutes of a turn.
    pub turn_minutes: (u16, u16),
}

/// Stands and scales as a procedure of their own.
pub struct Stands;

impl Procedure for Stands {
    type Book = Book;
    type Situation = StandsSituation;
    type Outcome = StandsOutcome;

    const NAME: &'static str = "stands";
    const CHAPTER: &'static str = "Scales";
    const SUMMARY: &'static str = "How many stands men, guns or wagons make at this scale, and what a stand measures.";

    fn examples() -> Vec<(&'static str, StandsSituation)> {
        let of = |stand, count| StandsSituation { stand, count };
        vec![
            ("a regiment of 620 men", of(StandType::Infantry, 620)),
            ("400 troopers in the saddle", of(StandType::Cavalry, 400)),
            ("the same men on foot", of(StandType::DismountedCavalry, 400)),
            ("a battery of six cannon", of(StandType::Artillery, 6)),
            ("its crews", of(StandType::ArtilleryCrew, 60)),
            ("two brigadiers", of(StandType::GeneralSmall, 2)),
            ("a division commander", of(StandType::GeneralLarge, 1)),
            ("four wagons", of(StandType::SupplyWagon, 4)),
        ]
    }

    fn check(book: &Book, situation: &StandsSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let per_stand = match book.scale.holds.at(situation.stand, book.switches.scale.index()).map(|held| held.value) {
            Ok(Holds::Count(per_stand)) => per_stand,
            _ => 1,
        };
        let most = per_stand.saturating_mul(STANDS_MAX);
        refusal.unless((1..=most).contains(&situation.count), "count", stand_rule(situation.stand), || {
            format!("give 1 to {most}: a unit has at most {STANDS_MAX} stands of {per_stand}")
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &StandsSituation, umpire: &mut U) -> Ruling<StandsOutcome, U> {
        let (tables, scale, stand) = (&book.scale, book.switches.scale.index(), situation.stand);
        umpire.cite_all([SE_TITLE_15MM, stand_rule(stand), SE_SCALE_GROUND, SE_SCALE_TIME]);
        let (per_stand, leads) = match umpire.read(tables.holds.at(stand, scale)?) {
            Holds::Count(per_stand) => (per_stand.max(1), None),
            Holds::Commander(rank) => (1, Some(rank)),
        };
        let command_stand = match stand {
            StandType::Infantry => {
                umpire.cite(SE_UNIT_CMD_INF);
                true
            }
            StandType::Cavalry | StandType::DismountedCavalry => {
                umpire.cite(SE_UNIT_CMD_CAV);
                true
            }
            StandType::Artillery | StandType::ArtilleryCrew => {
                umpire.cite(SE_UNIT_CMD_ART);
                false
            }
            StandType::GeneralSmall | StandType::GeneralLarge | StandType::SupplyWagon => false,
        };
        // RULING: only whole stands are put on the table; what is left over is told.
        Ok(StandsOutcome {
            stands: situation.count / per_stand,
            left_over: situation.count % per_stand,
            command_stand,
            leads,
            width_inches: umpire.read(tables.width.at(stand)),
            depth_inches: umpire.read(tables.depth.at(stand)),
            men_per_hit: umpire.read(tables.scales.at(ScaleRow::MenPerHit, scale)?),
            turn_minutes: (
                umpire.read(tables.scales.at(ScaleRow::MinutesMin, scale)?),
                umpire.read(tables.scales.at(ScaleRow::MinutesMax, scale)?),
            ),
        })
    }

    fn line(outcome: &StandsOutcome) -> String {
        let left = if outcome.left_over > 0 { format!(", {} left over", outcome.left_over) } else { String::new() };
        {
            let stands = counted(outcome.stands, "stand", "stands");
            format!("{stands} of {} x {} inches{left}", outcome.width_inches, outcome.depth_inches)
        }
    }
}

fn stand_rule(stand: StandType) -> Rule {
    match stand {
        StandType::Infantry => SE_STAND_INF,
        StandType::Cavalry => SE_STAND_CAV,
        StandType::DismountedCavalry => SE_STAND_DISMTD,
        StandType::ArtilleryCrew => SE_STAND_CREW,
        StandType::GeneralSmall => SE_STAND_GENERAL_SMALL,
        StandType::GeneralLarge => SE_STAND_GENERAL_LARGE,
        StandType::Artillery => SE_STAND_GUN,
        StandType::SupplyWagon => SE_STAND_WAGON,
    }
}
