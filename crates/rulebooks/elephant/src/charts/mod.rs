//! The charts as typed tables: read once when the book is opened, looked up by name ever after.

mod movement;
mod names;

use engine::chart::{Bands, Chart, ChartSet, Grid, Key, Ladder, Lines, OddsLadder, Spans, Table};
use engine::{Decimal, Fault};
pub use movement::*;
pub use names::*;

/// What each result of Combat does to one side.
#[derive(Clone, Debug)]
pub struct CombatSide {
    /// Stands lost, captured ones among them.
    pub lost: Lines<CombatCell, u16>,
    /// Stands captured.
    pub captured: Lines<CombatCell, u16>,
    /// Panic Markers.
    pub markers: Lines<CombatCell, u16>,
    /// Whether it retreats.
    pub retreats: Lines<CombatCell, bool>,
}

impl CombatSide {
    fn open(chart: &Chart, side: &str) -> Result<Self, Fault> {
        Ok(CombatSide {
            lost: Lines::open(chart, "cell", &format!("{side}_lost"))?,
            captured: Lines::open(chart, "cell", &format!("{side}_captured"))?,
            markers: Lines::open(chart, "cell", &format!("{side}_markers"))?,
            retreats: Lines::open(chart, "cell", &format!("{side}_retreats"))?,
        })
    }
}

/// Every chart that a procedure looks into.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Morale Value by grade; Green has none yet.
    pub morale_value: Lines<Grade, Known>,
    /// The rank of a grade among the others; Green has none yet.
    pub grade_rank: Lines<Grade, Known>,
    /// The grade of a Green unit, by d10.
    pub green_roll: Grid<Grade>,
    /// Added to the morale die.
    pub morale_modifiers: Lines<MoraleModifier, i16>,
    /// What a commander's rating does to the morale die.
    pub morale_commander: Lines<CommanderRow, Rated>,
    /// How far a test was failed, as a row of the results.
    pub morale_bands: Spans,
    /// The highest modified die that is Overenthusiastic.
    pub overenthusiastic_at_most: Lines<MoraleResult, Option<i16>>,
    /// Hits that remove a stand.
    pub hits_per_stand: Lines<StandKind, u16>,
    /// Fire factor by weapon and band.
    pub fire_factors: Table<Weapon, Decimal>,
    /// Maximum range by weapon.
    pub max_range: Lines<Weapon, u16>,
    /// Small arms or artillery.
    pub weapon_class: Lines<Weapon, WeaponClass>,
    /// The range bands; the last column is everything beyond.
    pub fire_bands: Bands,
    /// Column shifts of fire.
    pub fire_shifts: Lines<FireShift, i16>,
    /// The fire chart.
    pub fire_results: Grid<FireResult>,
    /// Its columns by total factor.
    pub fire_columns: Ladder,
    /// Average dice by mover.
    pub movement_dice: Lines<Mover, u16>,
    /// Average dice added on a road.
    pub road_dice: Lines<RoadRow, u16>,
    /// What an officer moves.
    pub officer_move: Lines<OfficerRow, Inches>,
    /// What makes a move shorter.
    pub penalties: Lines<Penalty, PenaltyEffect>,
    /// What a withdrawal does to a friend who sees it, by how the withdrawing unit compares with him.
    pub ripples: Table<Withdrawn, RippleEffect>,
    /// Yards of each distance.
    pub distances: Lines<Distance, u16>,
    /// Yards in an inch.
    pub yards_per_inch: Table<ScaleItem, u16>,
    /// What a stand counts in Combat.
    pub stand_values: Lines<StandValue, Decimal>,
    /// Column shifts of Combat for a condition of the attacking side.
    pub combat_shifts_attacker: Lines<CombatShift, i16>,
    /// Column shifts of Combat for a condition of the defending side.
    pub combat_shifts_defender: Lines<CombatShift, i16>,
    /// The Combat chart.
    pub combat_results: Grid<CombatCell>,
    /// Its columns by odds.
    pub combat_columns: OddsLadder,
    /// What each result does to the attacker.
    pub combat_attacker: CombatSide,
    /// What each result does to the defender.
    pub combat_defender: CombatSide,
    /// What a commander of each rank adds to morale tests.
    pub rank_morale: Lines<Rank, u16>,
    /// What a commander of each rank adds in Combat.
    pub rank_combat: Lines<Rank, u16>,
    /// Dice for a commander in danger.
    pub casualty_dice: Lines<CasualtyCheck, DicePer>,
    /// The face that hits him.
    pub casualty_on: Lines<CasualtyCheck, u16>,
    /// What becomes of him, as a row of the chart.
    pub casualties: Spans,
    /// Numbers in the text.
    pub limits: Lines<Limit, u16>,
}

/// Where the range bands of the fire factors begin and end, as headings of the chart.
const FIRST_BAND: usize = 4;
const LAST_BAND: usize = 12;
/// The faces of the die on the chart of commanders hit.
const CASUALTY_FACES: std::ops::RangeInclusive<i16> = 1..=6;

impl Tables {
    /// Reads all of them.
    pub fn open(charts: &ChartSet) -> Result<Self, Fault> {
        let grades = charts.chart("morale-grades")?;
        let results = charts.chart("morale-results")?;
        let factors = charts.chart("fire-factors")?;
        let shifts = charts.chart("combat-shifts")?;
        let outcomes = charts.chart("combat-outcomes")?;
        let checks = charts.chart("officer-casualty-checks")?;
        let fire = charts.chart("fire-results")?;
        let combat = charts.chart("combat-results")?;
        let over_value = results.column("test")?;
        let bands: Vec<&str> = factors.columns()[FIRST_BAND..].iter().map(String::as_str).collect();
        Ok(Tables {
            morale_value: Lines::open(grades, "grade", "value")?,
            grade_rank: Lines::open(grades, "grade", "rank")?,
            green_roll: Grid::open(charts.chart("green-roll")?, 1)?,
            morale_modifiers: Lines::open_some(charts.chart("morale-modifiers")?, "id", "value")?,
            morale_commander: Lines::open_some(charts.chart("morale-modifiers")?, "id", "value")?,
            morale_bands: Spans::from_min_max(results, "low", "high", |row| {
                results.cell(row, over_value) == Some("over-value")
            })?,
            overenthusiastic_at_most: Lines::open(results, "id", "high")?,
            hits_per_stand: Lines::open(charts.chart("hits-per-stand")?, "stand", "hits")?,
            fire_factors: Table::open(factors, "id", &bands)?,
            max_range: Lines::open(factors, "id", "max_range")?,
            weapon_class: Lines::open(factors, "id", "class")?,
            fire_bands: Bands::from_headings(factors, FIRST_BAND, LAST_BAND)?,
            fire_shifts: Lines::open(charts.chart("fire-shifts")?, "id", "value")?,
            fire_results: Grid::open(fire, 1)?,
            fire_columns: Ladder::from_headings(fire, 1)?,
            movement_dice: Lines::open_some(charts.chart("movement-rates")?, "id", "dice")?,
            road_dice: Lines::open_some(charts.chart("movement-rates")?, "id", "dice")?,
            officer_move: Lines::open_some(charts.chart("movement-rates")?, "id", "dice")?,
            penalties: Lines::open(charts.chart("movement-penalties")?, "id", "value")?,
            ripples: Table::open(charts.chart("withdrawal-effects")?, "id", &["poorer", "same", "better"])?,
            distances: Lines::open_some(charts.chart("distances")?, "id", "yards")?,
            yards_per_inch: Table::open_some(
                charts.chart("scales")?,
                "item",
                &Scale::ALL.iter().map(|scale| scale.name()).collect::<Vec<_>>(),
            )?,
            stand_values: Lines::open(charts.chart("combat-stand-values")?, "id", "value")?,
            combat_shifts_attacker: Lines::open(shifts, "id", "attacker")?,
            combat_shifts_defender: Lines::open(shifts, "id", "defender")?,
            combat_results: Grid::open(combat, 1)?,
            combat_columns: OddsLadder::from_headings(combat, 1)?,
            combat_attacker: CombatSide::open(outcomes, "attacker")?,
            combat_defender: CombatSide::open(outcomes, "defender")?,
            rank_morale: Lines::open(charts.chart("commander-effects")?, "rank", "morale")?,
            rank_combat: Lines::open(charts.chart("commander-effects")?, "rank", "combat")?,
            casualty_dice: Lines::open(checks, "id", "dice")?,
            casualty_on: Lines::open(checks, "id", "casualty_on")?,
            casualties: Spans::from_cells_within(charts.chart("officer-casualties")?, "die", CASUALTY_FACES)?,
            limits: Lines::open(charts.chart("limits")?, "id", "value")?,
        })
    }

    /// The Casualty that a row of the chart of commanders hit stands for.
    pub fn casualty(&self, row: usize) -> Casualty {
        Casualty::ALL.get(row).copied().unwrap_or(Casualty::None)
    }
}
