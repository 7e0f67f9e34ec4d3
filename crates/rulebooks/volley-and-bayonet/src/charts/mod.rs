//! The charts as typed tables: read once when the book is opened, looked up by name ever after.

mod keys;
mod terrain;
mod turn;

use engine::chart::{CellValue, ChartSet, Lines, Spans, Table};
use engine::{Decimal, Fault};
pub use keys::*;
pub use terrain::{Blocks, Column, Going, Shelter, Special, Terrain, TerrainRows};
pub use turn::{Acts, Phase};

/// A die that hits at this number or higher, written `hits on 5-6`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HitsOn(pub u8);

impl CellValue for HitsOn {
    fn parse(text: &str) -> Result<Self, String> {
        let least = text.strip_prefix("hits on ").and_then(|span| span.split('-').next());
        let least = least.and_then(|face| face.parse().ok()).filter(|face| (1..=6).contains(face));
        least.map(HitsOn).ok_or_else(|| "write it like: hits on 5-6".to_owned())
    }
}

/// So many dice more, written `+1 die`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoreDice(pub u8);

impl CellValue for MoreDice {
    fn parse(text: &str) -> Result<Self, String> {
        let number = text.strip_prefix('+').and_then(|rest| rest.split_once(" di"));
        let number = number.and_then(|(number, _)| number.parse().ok()).filter(|dice| *dice <= 3);
        number.map(MoreDice).ok_or_else(|| "write it like: +1 die, up to three".to_owned())
    }
}

/// A number of dice that can be thrown at once, or a roll that a die can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Small(pub u8);

impl CellValue for Small {
    fn parse(text: &str) -> Result<Self, String> {
        let number = text.parse().ok().filter(|number| *number <= 12);
        number.map(Small).ok_or_else(|| format!("`{text}` is not a whole number up to 12"))
    }
}

/// The columns of the dice chart, by their number in [`Tables::dice`].
pub const NORMAL_FIRE: usize = 0;
/// Melee without the stationary marker.
pub const NORMAL_MELEE: usize = 1;
/// Fire with the stationary marker.
pub const STATIONARY_FIRE: usize = 2;
/// Melee with the stationary marker.
pub const STATIONARY_MELEE: usize = 3;

/// The columns of the charge chart, by their number in [`Tables::may_charge`].
pub const VS_INF_BRIGADE: usize = 0;
/// A cavalry brigade.
pub const VS_CAV_BRIGADE: usize = 1;
/// An infantry skirmisher.
pub const VS_INF_SKIRMISHER: usize = 2;
/// A cavalry skirmisher.
pub const VS_CAV_SKIRMISHER: usize = 3;
/// Artillery.
pub const VS_ARTILLERY: usize = 4;
/// A brigade in rout or march column.
pub const VS_HELPLESS_BRIGADE: usize = 5;

/// Every chart that a procedure looks into.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Inches within which a stand is in command.
    pub command_radius: Lines<CommandSource, Decimal>,
    /// Inches in a move.
    pub move_in: Lines<Mover, Decimal>,
    /// Inches in a move with a dedicated gun.
    pub move_with_gun: Lines<Mover, Option<Decimal>>,
    /// Facing changes for nothing.
    pub free_facing: Lines<Mover, FreeFacing>,
    /// Markers behind a brigade in column, or behind guns.
    pub markers_brigade: Lines<Mover, Option<u16>>,
    /// Markers behind a skirmisher in column.
    pub markers_skirmisher: Lines<Mover, Option<u16>>,
    /// Numbers of the march column.
    pub march: Lines<MarchItem, Decimal>,
    /// Who may charge whom.
    pub may_charge: Table<ChargerRow, MayCharge>,
    /// Whether a disordered charger is barred from cartridge arms.
    pub disordered_barred: Lines<ChargerRow, bool>,
    /// Whether a stand keeps an inch from enemies it may not charge.
    pub one_inch: Lines<ChargerRow, bool>,
    /// Numbers of the charge rules.
    pub charge: Lines<ChargeItem, Decimal>,
    /// Morale modifiers.
    pub morale_modifiers: Lines<MoraleMod, i16>,
    /// What a level fails to.
    pub fails_to: Lines<Level, Option<Level>>,
    /// What a level rallies or recovers to.
    pub rallies_to: Lines<Level, Option<Level>>,
    /// What a collapse makes of a level.
    pub collapses_to: Lines<Level, Level>,
    /// Close range of small arms.
    pub close_small: Lines<Weapon, Option<Decimal>>,
    /// Long range of small arms.
    pub long_small: Lines<Weapon, Decimal>,
    /// Cartridge arms.
    pub cartridge: Lines<Weapon, bool>,
    /// Close range of artillery.
    pub close_guns: Lines<GunRange, Option<Decimal>>,
    /// Long range of artillery.
    pub long_guns: Lines<GunRange, Decimal>,
    /// The roll to hit.
    pub to_hit: Lines<DiceRow, Small>,
    /// The dice.
    pub dice: Table<DiceRow, Option<Small>>,
    /// Better rolls to hit.
    pub hit_notes: Lines<HitNote, HitsOn>,
    /// More dice.
    pub dice_notes: Lines<DiceNote, MoreDice>,
    /// What a saving throw needs.
    pub saves_on: Lines<SaveReason, Small>,
    /// Modifiers of a tie.
    pub tie_modifiers: Lines<TieMod, i16>,
    /// Visibility rows.
    pub sight: TerrainRows<Blocks>,
    /// Movement rows.
    pub going: TerrainRows<Going>,
    /// Combat rows.
    pub shelter: TerrainRows<Shelter>,
    /// The marsh die, as a row of the chart.
    pub marsh_rows: Spans,
    /// What a marsh costs.
    pub marsh_going: Lines<Marsh, Going>,
    /// Added to the marsh die.
    pub marsh_modifiers: Lines<MarshMod, i16>,
    /// Numbers of towns.
    pub town: Lines<TownItem, Decimal>,
    /// Numbers of burning.
    pub buildings: Lines<BuildingItem, Small>,
    /// Numbers of the miscellany.
    pub misc: Lines<Misc, Decimal>,
    /// Who acts in a phase.
    pub acts: Lines<Phase, Acts>,
    /// The scales.
    pub scale: Lines<ScaleItem, u16>,
    /// Numbers given outside the tables.
    pub limits: Lines<Limit, Decimal>,
}

/// LIMIT: what a marsh die can come to: six, artillery, and all the stands that went before.
pub const MARSH_MOST: i16 = 40;

impl Tables {
    /// Reads all of them.
    pub fn open(charts: &ChartSet) -> Result<Self, Fault> {
        let movement = charts.chart("movement")?;
        let charges = charts.chart("charge-eligibility")?;
        let levels = charts.chart("morale-levels")?;
        let small = charts.chart("range-small-arms")?;
        let guns = charts.chart("range-artillery")?;
        let dice = charts.chart("combat-dice")?;
        let notes = charts.chart("combat-dice-notes")?;
        let terrain = charts.chart("terrain")?;
        let marsh = charts.chart("marsh-roll")?;
        let targets = [
            "vs_inf_brigade",
            "vs_cav_brigade",
            "vs_inf_skirmisher",
            "vs_cav_skirmisher",
            "vs_artillery",
            "vs_routed_or_march_column_brigade",
        ];
        Ok(Tables {
            command_radius: Lines::open(charts.chart("command-sources")?, "id", "radius_in")?,
            move_in: Lines::open(movement, "id", "move_in")?,
            move_with_gun: Lines::open(movement, "id", "move_with_dg_in")?,
            free_facing: Lines::open(movement, "id", "free_facing")?,
            markers_brigade: Lines::open(movement, "id", "march_markers_brigade")?,
            markers_skirmisher: Lines::open(movement, "id", "march_markers_skirmisher")?,
            march: Lines::open_some(charts.chart("march-column")?, "id", "value")?,
            may_charge: Table::open(charges, "id", &targets)?,
            disordered_barred: Lines::open(charges, "id", "disordered_cannot_charge_cartridge")?,
            one_inch: Lines::open(charges, "id", "one_inch_from_others")?,
            charge: Lines::open_some(charts.chart("charge-rules")?, "id", "value")?,
            morale_modifiers: Lines::open(charts.chart("morale-modifiers")?, "id", "value")?,
            fails_to: Lines::open(levels, "id", "fails_to")?,
            rallies_to: Lines::open(levels, "id", "rallies_to")?,
            collapses_to: Lines::open(charts.chart("collapse-levels")?, "from", "to")?,
            close_small: Lines::open(small, "id", "close_in")?,
            long_small: Lines::open(small, "id", "long_in")?,
            cartridge: Lines::open(small, "id", "cartridge")?,
            close_guns: Lines::open(guns, "id", "close_in")?,
            long_guns: Lines::open(guns, "id", "long_in")?,
            to_hit: Lines::open(dice, "id", "to_hit")?,
            dice: Table::open(dice, "id", &["normal_fire", "normal_melee", "stationary_fire", "stationary_melee"])?,
            hit_notes: Lines::open_some(notes, "id", "effect")?,
            dice_notes: Lines::open_some(notes, "id", "effect")?,
            saves_on: Lines::open(charts.chart("saving-throws")?, "id", "saves_on")?,
            tie_modifiers: Lines::open(charts.chart("melee-tie-modifiers")?, "id", "value")?,
            sight: TerrainRows::open(terrain, "V")?,
            going: TerrainRows::open(terrain, "M")?,
            shelter: TerrainRows::open(terrain, "C")?,
            marsh_rows: Spans::from_min_max_within(marsh, "min", "max", |_| true, 1..=MARSH_MOST)?,
            marsh_going: Lines::open(marsh, "id", "effect")?,
            marsh_modifiers: Lines::open(charts.chart("marsh-modifiers")?, "id", "value")?,
            town: Lines::open_some(charts.chart("town-capacity")?, "id", "value")?,
            buildings: Lines::open_some(charts.chart("buildings")?, "id", "value")?,
            misc: Lines::open_some(charts.chart("miscellany")?, "id", "value")?,
            acts: Lines::open(charts.chart("sequence-of-play")?, "name", "acts")?,
            scale: Lines::open(charts.chart("scale")?, "id", "value")?,
            limits: Lines::open(charts.chart("limits")?, "id", "value")?,
        })
    }
}
