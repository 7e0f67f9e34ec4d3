//! Terrain (section 7): what a feature of the ground is for movement, fire, charges and sight.
//!
//! The sheet names kinds of ground and cover but not which features they are; the house chart `house-terrain` says so, and a
//! battle may say otherwise for an area of its own.

use engine::book::Procedure;
use engine::chart::{CellValue, ChartSet, Key, Lines};
use engine::{Asks, Decimal, Fault, Refusal, Ruling, counted};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::pieces::{Cover, Position};
use crate::rules::*;
use crate::{Book, Referee};

engine::keys! {
    /// A feature of the ground.
    pub enum Terrain {
        /// Clear ground, pasture, plain.
        Clear = "clear",
        /// A road or street.
        Road = "road",
        /// Standing crops, brush, maguey.
        Crops = "crops",
        /// Woods or orchards: open woods.
        Woods = "woods",
        /// Jungle: dense woods.
        Jungle = "jungle",
        /// Rocky ground, boulders, a barranca.
        Rocks = "rocks",
        /// Marsh, swamp, sand.
        Marsh = "marsh",
        /// A gentle slope.
        Slope = "slope",
        /// A steep slope.
        Steep = "steep",
        /// A stream, ford or ditch.
        Stream = "stream",
        /// A fence, hedge or low wall.
        Fence = "fence",
        /// A stone wall, sunken road or embankment.
        StoneWall = "stone-wall",
        /// A breastwork, trench or redoubt.
        Works = "works",
        /// A building, hacienda or town block.
        Building = "building",
        /// A high wall, bank or canal.
        MajorObstacle = "major-obstacle",
        /// A river, lake or cliff.
        River = "river",
    }
}

/// A feature by its row of the house chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerrainRow(pub Terrain);

impl Key for TerrainRow {
    const ALL: &'static [Self] = &[
        TerrainRow(Terrain::Clear),
        TerrainRow(Terrain::Road),
        TerrainRow(Terrain::Crops),
        TerrainRow(Terrain::Woods),
        TerrainRow(Terrain::Jungle),
        TerrainRow(Terrain::Rocks),
        TerrainRow(Terrain::Marsh),
        TerrainRow(Terrain::Slope),
        TerrainRow(Terrain::Steep),
        TerrainRow(Terrain::Stream),
        TerrainRow(Terrain::Fence),
        TerrainRow(Terrain::StoneWall),
        TerrainRow(Terrain::Works),
        TerrainRow(Terrain::Building),
        TerrainRow(Terrain::MajorObstacle),
        TerrainRow(Terrain::River),
    ];

    fn name(self) -> &'static str {
        match self.0 {
            Terrain::Clear => "FF-H-TER-CLEAR",
            Terrain::Road => "FF-H-TER-ROAD",
            Terrain::Crops => "FF-H-TER-CROPS",
            Terrain::Woods => "FF-H-TER-WOODS",
            Terrain::Jungle => "FF-H-TER-JUNGLE",
            Terrain::Rocks => "FF-H-TER-ROCKS",
            Terrain::Marsh => "FF-H-TER-MARSH",
            Terrain::Slope => "FF-H-TER-SLOPE",
            Terrain::Steep => "FF-H-TER-STEEP",
            Terrain::Stream => "FF-H-TER-STREAM",
            Terrain::Fence => "FF-H-TER-FENCE",
            Terrain::StoneWall => "FF-H-TER-STONE",
            Terrain::Works => "FF-H-TER-WORKS",
            Terrain::Building => "FF-H-TER-BUILDING",
            Terrain::MajorObstacle => "FF-H-TER-MAJOR",
            Terrain::River => "FF-H-TER-RIVER",
        }
    }

    fn index(self) -> usize {
        self.0.index()
    }
}

engine::keys! {
    /// How one gets on or over it.
    pub enum Passage {
        /// At the rates of open ground.
        Open = "open",
        /// At the rates of a road, for those who have one and go along it.
        Road = "road",
        /// At the rates of broken ground.
        Broken = "broken",
        /// At the rates of rough ground.
        Rough = "rough",
        /// A minor obstacle: crossing it takes inches.
        Minor = "crossing costs 2 inches",
        /// From the front a major obstacle.
        MajorFromTheFront = "major obstacle from the front",
        /// Only a garrison goes in.
        Garrison = "garrison only",
        /// It has to be scaled.
        Scale = "scale major obstacle only",
        /// Nobody passes.
        Impassable = "impassable",
    }
}

impl CellValue for Passage {
    fn parse(text: &str) -> Result<Self, String> {
        Passage::named(text)
    }
}

/// The cover it gives, written as in the chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CoverCell(Cover);

impl CellValue for CoverCell {
    fn parse(text: &str) -> Result<Self, String> {
        if text == "none" { Ok(CoverCell(Cover::Open)) } else { Cover::named(text).map(CoverCell) }
    }
}

/// The position it gives a defender, and on what condition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionCell {
    /// In any case.
    Always(Position),
    /// If the defender stands higher.
    IfHigher(Position),
    /// If the defender stands on the far bank.
    IfFarBank(Position),
}

impl CellValue for PositionCell {
    fn parse(text: &str) -> Result<Self, String> {
        let (name, condition) = text.split_once(" if defender is ").unwrap_or((text, ""));
        let position = if name == "none" { Position::Open } else { Position::named(name)? };
        match condition {
            "" => Ok(PositionCell::Always(position)),
            "higher" => Ok(PositionCell::IfHigher(position)),
            "on the far bank" => Ok(PositionCell::IfFarBank(position)),
            _ => Err("write a position, or one if defender is higher or on the far bank".to_owned()),
        }
    }
}

/// What it does to a line of sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SightCell {
    /// Nothing.
    Free,
    /// So many inches of it may be looked through.
    Inches(Decimal),
    /// It blocks, or its crest does.
    Blocks,
    /// One sees to its edge and out of it, never through.
    Edge,
}

impl CellValue for SightCell {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "unlimited" => Ok(SightCell::Free),
            "blocks" | "crest blocks" => Ok(SightCell::Blocks),
            "edge" => Ok(SightCell::Edge),
            _ => Decimal::parse(text).map(SightCell::Inches),
        }
    }
}

/// What the last column adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoteCell {
    linear: bool,
    bars_wheels: bool,
}

impl CellValue for NoteCell {
    fn parse(text: &str) -> Result<Self, String> {
        Ok(NoteCell {
            linear: text.contains("linear cover"),
            bars_wheels: text.contains("guns and wagons may not enter"),
        })
    }
}

/// The house chart of terrain.
#[derive(Clone, Debug)]
pub struct TerrainTables {
    passage: Lines<TerrainRow, Passage>,
    cover: Lines<TerrainRow, CoverCell>,
    position: Lines<TerrainRow, PositionCell>,
    sight: Lines<TerrainRow, SightCell>,
    note: Lines<TerrainRow, NoteCell>,
}

impl TerrainTables {
    pub(crate) fn open(charts: &ChartSet) -> Result<Self, Fault> {
        let chart = charts.chart("house-terrain")?;
        Ok(TerrainTables {
            passage: Lines::open(chart, "id", "ground")?,
            cover: Lines::open(chart, "id", "cover")?,
            position: Lines::open(chart, "id", "charge_position")?,
            sight: Lines::open(chart, "id", "los_in")?,
            note: Lines::open(chart, "id", "note")?,
        })
    }
}

/// A feature, and how a defender stands to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct TerrainSituation {
    /// The feature.
    pub terrain: Terrain,
    /// Whether a defender on it stands higher than his attacker.
    #[serde(default)]
    pub defender_higher: bool,
    /// Whether a defender stands on the far bank.
    #[serde(default)]
    pub far_bank: bool,
}

/// What the feature is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, JsonSchema)]
pub struct TerrainOutcome {
    /// How one gets on or over it.
    pub passage: Passage,
    /// Whether guns and wagons may enter it at all.
    pub wheels_may_enter: bool,
    /// The cover it gives against fire.
    pub cover: Cover,
    /// Whether it is linear cover: behind it a unit maneuvers better.
    pub linear_cover: bool,
    /// The position it gives against a charge.
    pub position: Position,
    /// Inches of it that may be looked and fired through; nothing where it does not matter.
    pub sight_inches: Option<Decimal>,
    /// Whether nobody looks through it, or over its crest.
    pub blocks_sight: bool,
}

/// Terrain as a procedure of its own.
pub struct TerrainEffects;

impl Procedure for TerrainEffects {
    type Book = Book;
    type Situation = TerrainSituation;
    type Outcome = TerrainOutcome;

    const NAME: &'static str = "terrain";
    const CHAPTER: &'static str = "Terrain";
    const SUMMARY: &'static str = "What a feature of the ground is for movement, fire, charges and sight.";

    fn examples() -> Vec<(&'static str, TerrainSituation)> {
        let of = |terrain| TerrainSituation { terrain, defender_higher: false, far_bank: false };
        vec![
            ("woods", of(Terrain::Woods)),
            ("jungle", of(Terrain::Jungle)),
            ("a steep slope, held from above", TerrainSituation { defender_higher: true, ..of(Terrain::Steep) }),
            ("a stream, held on the far bank", TerrainSituation { far_bank: true, ..of(Terrain::Stream) }),
            ("a fence", of(Terrain::Fence)),
            ("a breastwork", of(Terrain::Works)),
            ("a marsh", of(Terrain::Marsh)),
            ("a high wall", of(Terrain::MajorObstacle)),
            ("a road", of(Terrain::Road)),
        ]
    }

    fn check(book: &Book, situation: &TerrainSituation) -> Result<(), Refusal> {
        let mut refusal = Refusal::new();
        let cell = book.terrain.position.at(TerrainRow(situation.terrain)).value;
        let banks = matches!(cell, PositionCell::IfFarBank(_));
        refusal.unless(!situation.far_bank || banks, "far_bank", FF_CHG_MOD_FAVORABLE, || {
            format!("{} has no far bank", situation.terrain)
        });
        let slopes = matches!(cell, PositionCell::IfHigher(_));
        refusal.unless(!situation.defender_higher || slopes, "defender_higher", FF_CHG_MOD_FAVORABLE, || {
            format!("{} is level: name the slope", situation.terrain)
        });
        refusal.verdict()
    }

    fn run<U: Referee>(book: &Book, situation: &TerrainSituation, umpire: &mut U) -> Ruling<TerrainOutcome, U> {
        let (tables, row) = (&book.terrain, TerrainRow(situation.terrain));
        let note = umpire.read(tables.note.at(row));
        let position = match umpire.read(tables.position.at(row)) {
            PositionCell::Always(position) => position,
            PositionCell::IfHigher(position) if situation.defender_higher => position,
            PositionCell::IfFarBank(position) if situation.far_bank => position,
            PositionCell::IfHigher(_) | PositionCell::IfFarBank(_) => Position::Open,
        };
        let sight = umpire.read(tables.sight.at(row));
        let outcome = TerrainOutcome {
            passage: umpire.read(tables.passage.at(row)),
            wheels_may_enter: !note.bars_wheels,
            cover: umpire.read(tables.cover.at(row)).0,
            linear_cover: note.linear,
            position,
            sight_inches: if let SightCell::Inches(inches) = sight { Some(inches) } else { None },
            blocks_sight: matches!(sight, SightCell::Blocks | SightCell::Edge),
        };
        cite_what_it_means(situation.terrain, &outcome, umpire);
        Ok(outcome)
    }

    fn line(outcome: &TerrainOutcome) -> String {
        let passage = match outcome.passage {
            Passage::Open => "open ground",
            Passage::Road => "a road for those who have a road rate",
            Passage::Broken => "broken ground",
            Passage::Rough => "rough ground",
            Passage::Minor => "a minor obstacle",
            Passage::MajorFromTheFront => "a major obstacle from the front",
            Passage::Garrison => "for a garrison only",
            Passage::Scale => "a major obstacle",
            Passage::Impassable => "impassable",
        };
        let sight = match (outcome.sight_inches, outcome.blocks_sight) {
            (Some(inches), _) => format!("sight {}", counted(inches, "inch", "inches")),
            (None, true) => "blocks sight".to_owned(),
            (None, false) => "sight free".to_owned(),
        };
        format!("{passage}; cover {}; position {}; {sight}", outcome.cover, outcome.position)
    }
}

/// The printed lines that such a feature brings into play.
fn cite_what_it_means<U: Referee>(terrain: Terrain, outcome: &TerrainOutcome, umpire: &mut U) {
    match terrain {
        Terrain::Woods => umpire.cite(FF_SPEC_WOODS),
        Terrain::Jungle => umpire.cite(FF_SPEC_JUNGLE),
        _ => {}
    }
    match outcome.cover {
        Cover::Open => {}
        Cover::Partial => umpire.cite(FF_FIRE_MOD_PARTIAL),
        Cover::Full => umpire.cite(FF_FIRE_MOD_FULL),
        Cover::Fortified => umpire.cite(FF_FIRE_MOD_FORTIFIED),
    }
    match outcome.position {
        Position::Open => {}
        Position::Favorable => umpire.cite(FF_CHG_MOD_FAVORABLE),
        Position::Strong | Position::Fortified => umpire.cite(FF_CHG_MOD_STRONG),
    }
    if outcome.linear_cover {
        umpire.cite(FF_MNV_MOD_FORMATION);
    }
    if matches!(outcome.passage, Passage::Scale | Passage::MajorFromTheFront) {
        umpire.cite(FF_TMNV_WH_SCALE);
    }
}
