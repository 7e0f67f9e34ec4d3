//! The charts of movement, command radius, sight, formations and scale.

use engine::chart::{CellValue, Chart, ChartSet, Key, Lines, Table};
use engine::{Decimal, Fault, Looked};

use crate::lines::{MoveLine, RadiusLine, ScaleLine};
use crate::movement::Going;
use crate::pieces::Formation;

/// Movement rates by row and ground, full and double quick.
#[derive(Clone, Debug)]
pub struct Rates {
    table: Table<MoveLine, Option<Rate>>,
}

impl Rates {
    pub(super) fn open(chart: &Chart) -> Result<Self, Fault> {
        let columns =
            ["open_full", "open_dq", "broken_full", "broken_dq", "rough_full", "rough_dq", "road_full", "road_dq"];
        Ok(Rates { table: Table::open(chart, "id", &columns)? })
    }

    /// The inches of a full move; nothing where the chart has a dash.
    #[inline]
    pub fn at(&self, line: MoveLine, going: Going, double_quick: bool) -> Result<Looked<Option<Decimal>>, Fault> {
        let column = match going {
            Going::Open => 0,
            Going::Broken => 2,
            Going::Rough | Going::Marsh => 4,
            Going::Road => 6,
        };
        let looked = self.table.at(line, column + usize::from(double_quick))?;
        Ok(looked.map(|rate| rate.map(|rate| rate.0)))
    }
}

/// Inches a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rate(Decimal);

impl CellValue for Rate {
    fn parse(text: &str) -> Result<Self, String> {
        // LIMIT: fractions of a move are kept exactly; rates without end would not fit.
        let most = Decimal::from_int(240);
        let rate = Decimal::parse(text)?;
        if rate > Decimal::ZERO && rate <= most {
            Ok(Rate(rate))
        } else {
            Err(format!("`{text}` is not a rate of more than 0 and at most {most} inches"))
        }
    }
}

/// How far a leader commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RadiusCell {
    /// So many inches.
    Inches(Decimal),
    /// The whole line of march.
    WholeLine,
}

impl CellValue for RadiusCell {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "whole line of march" => Ok(RadiusCell::WholeLine),
            _ => Decimal::parse(text).map(RadiusCell::Inches),
        }
    }
}

engine::keys! {
    /// The terrain that a line of sight may pass through only so far.
    pub enum Growth {
        /// Woods and orchards: open woods. Standing crops count with them.
        Woods = "FF-H-TER-WOODS",
        /// Jungle: dense woods.
        Jungle = "FF-H-TER-JUNGLE",
    }
}

/// A number of things behind one thing of the game; guns come in two sizes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    /// The least.
    pub least: u16,
    /// The most.
    pub most: u16,
}

impl CellValue for Scale {
    fn parse(text: &str) -> Result<Self, String> {
        let (least, most) = text.split_once('-').unwrap_or((text, text));
        let scale = Scale { least: CellValue::parse(least)?, most: CellValue::parse(most)? };
        if scale.least > 0 && scale.least <= scale.most {
            Ok(scale)
        } else {
            Err(format!("`{text}` is not a number or a span above 0"))
        }
    }
}

/// Whether a formation has flanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flanks(pub bool);

impl CellValue for Flanks {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "yes" => Ok(Flanks(true)),
            "none" => Ok(Flanks(false)),
            _ => Err(format!("`{text}` is neither yes nor none")),
        }
    }
}

/// A formation of troops by its row of the house chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FormationRow(pub Formation);

impl Key for FormationRow {
    const ALL: &'static [Self] = &[
        FormationRow(Formation::Line),
        FormationRow(Formation::Extended),
        FormationRow(Formation::FieldColumn),
        FormationRow(Formation::MarchColumn),
        FormationRow(Formation::Mass),
        FormationRow(Formation::Square),
        FormationRow(Formation::Garrison),
        FormationRow(Formation::DismountedExtended),
    ];

    fn name(self) -> &'static str {
        match self.0 {
            Formation::Line => "FF-H-FRM-LINE",
            Formation::Extended => "FF-H-FRM-EXT",
            Formation::FieldColumn => "FF-H-FRM-FIELD",
            Formation::MarchColumn => "FF-H-FRM-MARCH",
            Formation::Mass => "FF-H-FRM-MASS",
            Formation::Square => "FF-H-FRM-SQUARE",
            Formation::Garrison => "FF-H-FRM-GARRISON",
            Formation::DismountedExtended => "FF-H-FRM-DISM",
        }
    }

    fn index(self) -> usize {
        self.0.index()
    }
}

/// The charts that a table with a ruler needs.
#[derive(Clone, Debug)]
pub struct FieldTables {
    /// Movement rates.
    pub rates: Rates,
    /// Command radius by condition.
    pub radius: Lines<RadiusLine, RadiusCell>,
    /// How far a line of sight may pass through growth, in inches.
    pub growth: Lines<Growth, Decimal>,
    /// What stands behind a stand, an inch and a turn.
    pub scale: Lines<ScaleLine, Scale>,
    /// Which formations may charge.
    pub may_charge: Lines<FormationRow, bool>,
    /// Which formations have flanks.
    pub flanks: Lines<FormationRow, Flanks>,
}

impl FieldTables {
    pub(super) fn open(charts: &ChartSet) -> Result<Self, Fault> {
        let formations = charts.chart("house-formations")?;
        Ok(FieldTables {
            rates: Rates::open(charts.chart("movement-rates")?)?,
            radius: Lines::open(charts.chart("command-radius")?, "id", "radius_in")?,
            growth: Lines::open_some(charts.chart("house-terrain")?, "id", "los_in")?,
            scale: Lines::open(charts.chart("game-scale")?, "id", "value")?,
            may_charge: Lines::open_some(formations, "id", "may_charge")?,
            flanks: Lines::open_some(formations, "id", "flanks")?,
        })
    }
}
