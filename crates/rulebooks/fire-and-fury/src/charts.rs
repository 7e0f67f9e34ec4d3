//! The charts as typed tables, read once when the book is opened.
//!
//! No number of a chart stands in code: every one is looked up here, with the cell it came from.

mod movement;
mod values;

use engine::chart::{Bands, CellValue, Chart, ChartSet, Key, Ladder, Lines, Spans, Table};
use engine::{Decimal, Fault, Looked};

pub use movement::{FieldTables, Flanks, FormationRow, Growth, RadiusCell, Rates, Scale};
pub use values::{Value, VictoryLine};

use crate::fire::FireEffect;
use crate::leaders::LeaderFate;
use crate::lines::{
    BandLine, BracketLine, CannonadeLine, ChargeLine, ChargeRow, FallenRow, FireLine, FireRow, HalvingLine,
    ManeuverLine, ManeuverRow, MoraleLine, MusketryLine,
};
use crate::pieces::{Letter, Rating, Spirit};

/// All charts that the procedures read.
#[derive(Clone, Debug)]
pub struct Tables {
    /// Maneuver modifiers.
    pub maneuver: Lines<ManeuverLine, i16>,
    /// Army morale, for the switch of that name.
    pub army_morale: Lines<MoraleLine, i16>,
    /// What a leader's letter does to a maneuver roll.
    pub letters_in_maneuver: Lines<Letter, i16>,
    /// What a leader's letter does to a charge roll.
    pub letters_in_charge: Lines<Letter, i16>,
    /// Maneuver effects.
    pub maneuver_effects: ManeuverEffects,
    /// Musketry fire points.
    pub musketry: FirePoints<MusketryLine>,
    /// The column that only the French use, in inches.
    pub french_only: Lines<MusketryLine, Option<Decimal>>,
    /// Cannonade fire points.
    pub cannonade: FirePoints<CannonadeLine>,
    /// How far each range band reaches.
    pub bands: Lines<BandLine, Farthest>,
    /// What multiplies fire points.
    pub halvings: Lines<HalvingLine, Decimal>,
    /// What total fire points add to the roll.
    pub brackets: Brackets,
    /// The other fire modifiers.
    pub fire: Lines<FireLine, i16>,
    /// Fire effects.
    pub fire_effects: FireEffects,
    /// Charge modifiers.
    pub charge: Lines<ChargeLine, i16>,
    /// Charge effects.
    pub charge_effects: ChargeEffects,
    /// Fallen leaders.
    pub fallen: FallenLeaders,
    /// After which share of its stands a unit is worn.
    pub worn_when_lost: Lines<Spirit, Share>,
    /// After which share of its stands a unit is spent.
    pub spent_when_lost: Lines<Spirit, Share>,
    /// Movement, command radius, sight, formations and scale.
    pub field: FieldTables,
    /// Victory points.
    pub victory: Lines<VictoryLine, i16>,
    values: Lines<Value, Decimal>,
}

impl Tables {
    /// Reads every chart, or names the first cell that does not hold what it should.
    pub fn open(charts: &ChartSet) -> Result<Tables, Fault> {
        let letters = charts.chart("leader-personalities")?;
        let musketry = charts.chart("musketry-fire-points")?;
        let effectiveness = charts.chart("house-effectiveness")?;
        Ok(Tables {
            maneuver: Lines::open_some(charts.chart("maneuver-modifiers")?, "id", "value")?,
            army_morale: Lines::open(charts.chart("army-morale")?, "id", "value")?,
            letters_in_maneuver: Lines::open_some(letters, "code", "maneuver")?,
            letters_in_charge: Lines::open_some(letters, "code", "close_combat")?,
            maneuver_effects: ManeuverEffects::open(charts.chart("maneuver-effects")?)?,
            musketry: FirePoints::open(musketry)?,
            french_only: Lines::open(musketry, "id", "french_only_in")?,
            cannonade: FirePoints::open(charts.chart("cannonade-fire-points")?)?,
            bands: Lines::open(charts.chart("range-bands")?, "id", "columns_in")?,
            halvings: Lines::open(charts.chart("fire-point-modifiers")?, "id", "multiplier")?,
            brackets: Brackets::open(charts.chart("fire-point-brackets")?)?,
            fire: Lines::open(charts.chart("fire-modifiers")?, "id", "value")?,
            fire_effects: FireEffects::open(charts)?,
            charge: Lines::open(charts.chart("charge-modifiers")?, "id", "value")?,
            charge_effects: ChargeEffects::open(charts)?,
            fallen: FallenLeaders::open(charts.chart("fallen-leader")?)?,
            worn_when_lost: Lines::open(effectiveness, "class", "worn_when_lost")?,
            spent_when_lost: Lines::open(effectiveness, "class", "spent_when_lost")?,
            field: FieldTables::open(charts)?,
            victory: Lines::open(charts.chart("victory")?, "id", "value")?,
            values: Lines::open(charts.chart("values")?, "id", "value")?,
        })
    }

    /// A number that the print gives in a sentence.
    #[inline]
    pub fn value(&self, value: Value) -> Looked<Decimal> {
        self.values.at(value)
    }

    /// The same as a whole number.
    #[inline]
    pub fn whole(&self, value: Value) -> Looked<i16> {
        self.values.at(value).map(|number| (number.thousandths() / Decimal::from_int(1).thousandths()) as i16)
    }
}

/// The rule of each row of a chart, in the order of the file.
fn keys_of_rows<K: Key>(chart: &Chart) -> Result<Vec<K>, Fault> {
    let column = chart.column("id")?;
    (0..chart.rows())
        .map(|row| K::named(chart.cell(row, column).unwrap_or_default()).map_err(|why| chart.fault(row, column, why)))
        .collect()
}

/// Rows with a span of results each.
#[derive(Clone, Debug)]
struct Results<K> {
    spans: Spans,
    rows: Vec<K>,
}

impl<K: Key> Results<K> {
    #[inline]
    fn row(&self, result: i16) -> Result<Looked<K>, Fault> {
        // Every row that a span can name has a key: both were read from the same chart.
        self.spans.row(result).map(|looked| looked.map(|row| self.rows[row]))
    }
}

/// Maneuver effects: two columns by state, each with and without doubles.
#[derive(Clone, Debug)]
pub struct ManeuverEffects {
    good_order: [Results<ManeuverRow>; 2],
    disordered: [Results<ManeuverRow>; 2],
}

impl ManeuverEffects {
    fn open(chart: &Chart) -> Result<Self, Fault> {
        let (state, doubles) = (chart.column("column")?, chart.column("doubles")?);
        let results = |column: &str, unless: &str| -> Result<Results<ManeuverRow>, Fault> {
            let keep = |row| chart.cell(row, state) == Some(column) && chart.cell(row, doubles) != Some(unless);
            Ok(Results { spans: Spans::from_min_max(chart, "min", "max", keep)?, rows: keys_of_rows(chart)? })
        };
        let both = |column| Ok::<_, Fault>([results(column, "yes")?, results(column, "no")?]);
        Ok(ManeuverEffects { good_order: both("good_order_or_guns")?, disordered: both("disordered_or_broken")? })
    }

    /// The effect of a result.
    #[inline]
    pub fn row(&self, good_order: bool, doubles: bool, result: i16) -> Result<Looked<ManeuverRow>, Fault> {
        let column = if good_order { &self.good_order } else { &self.disordered };
        column[usize::from(doubles)].row(result)
    }
}

/// Fire points for each stand, by weapon and range.
#[derive(Clone, Debug)]
pub struct FirePoints<K> {
    bands: Bands,
    points: Table<K, Option<Decimal>>,
}

impl<K: Key> FirePoints<K> {
    fn open(chart: &Chart) -> Result<Self, Fault> {
        let columns: Vec<&str> = chart.columns().iter().map(String::as_str).filter(|name| is_range(name)).collect();
        let first = chart.columns().iter().position(|name| is_range(name)).unwrap_or_default();
        let last = first + columns.len().saturating_sub(1);
        Ok(FirePoints { bands: Bands::from_headings(chart, first, last)?, points: Table::open(chart, "id", &columns)? })
    }

    /// 5.2 step 3. The first column whose figure is not less than the range; nothing beyond the weapon's reach.
    #[inline]
    pub fn at(&self, weapon: K, range: Decimal) -> Option<Looked<Decimal>> {
        let looked = self.points.at(weapon, self.bands.band(range)?).ok()?;
        looked.value.map(|points| looked.map(|_| points))
    }

    /// The figure over the column that a range falls into.
    #[inline]
    pub fn column(&self, range: Decimal) -> Option<Decimal> {
        self.bands.limits().get(self.bands.band(range)?).copied()
    }
}

fn is_range(heading: &str) -> bool {
    heading.strip_prefix('r').is_some_and(|inches| inches.bytes().all(|byte| byte.is_ascii_digit()))
}

/// How far a range band reaches: the last of its columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Farthest(pub Decimal);

impl CellValue for Farthest {
    fn parse(text: &str) -> Result<Self, String> {
        let last = text.rsplit(',').next().unwrap_or(text).trim();
        Decimal::parse(last).map(Farthest)
    }
}

/// Fire points as a modifier.
#[derive(Clone, Debug)]
pub struct Brackets {
    ladder: Ladder,
    rows: Vec<BracketLine>,
    modifiers: Lines<BracketLine, i16>,
}

impl Brackets {
    fn open(chart: &Chart) -> Result<Self, Fault> {
        Ok(Brackets {
            ladder: Ladder::from_column(chart, "min_points")?,
            rows: keys_of_rows(chart)?,
            modifiers: Lines::open(chart, "id", "modifier")?,
        })
    }

    /// The highest row that is not above these points.
    #[inline]
    pub fn at(&self, points: Decimal) -> Result<(BracketLine, Looked<i16>), Fault> {
        let line = self.rows[self.ladder.step(points)?];
        Ok((line, self.modifiers.at(line)))
    }
}

/// What a row of the fire effects means for a charging target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChargeUnderFire {
    /// The charge is checked.
    Checked,
    /// It goes home with cold steel, and is checked without.
    HomeWithColdSteel,
    /// It goes home.
    Home,
}

impl CellValue for ChargeUnderFire {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "checked" => Ok(ChargeUnderFire::Checked),
            "home if cold steel, else checked" => Ok(ChargeUnderFire::HomeWithColdSteel),
            "home" => Ok(ChargeUnderFire::Home),
            _ => Err(format!("`{text}` does not say whether a charge goes home")),
        }
    }
}

/// The fire effects: which row a total falls into, and the figures of each effect.
#[derive(Clone, Debug)]
pub struct FireEffects {
    by_rating: Vec<Results<FireRow>>,
    /// The effect of each row.
    pub effect: Lines<FireRow, FireEffect>,
    /// What each row does to a charge.
    pub charge: Lines<FireRow, ChargeUnderFire>,
    /// Whether troops are disordered.
    pub disorders: Lines<FireEffect, bool>,
    /// Troop stands lost.
    pub stands: Lines<FireEffect, u8>,
    /// Troop stands lost if the target was already disordered.
    pub stands_if_disordered: Lines<FireEffect, u8>,
    /// From which total on more stands are lost.
    pub extra_from: Lines<FireEffect, Option<i16>>,
    /// How many more.
    pub extra_stands: Lines<FireEffect, u8>,
    /// Gun stands wrecked.
    pub guns_wrecked: Lines<FireEffect, u8>,
    /// Gun stands damaged.
    pub guns_damaged: Lines<FireEffect, u8>,
    /// Gun stands silenced.
    pub guns_silenced: Lines<FireEffect, u8>,
    /// Whether all other gun stands are silenced.
    pub other_guns_silenced: Lines<FireEffect, bool>,
    /// Whether only cannonade has this effect.
    pub cannonade_only: Lines<FireEffect, bool>,
    /// What units behind the target suffer.
    pub next_lower: Lines<FireEffect, Option<FireEffect>>,
}

impl FireEffects {
    fn open(charts: &ChartSet) -> Result<Self, Fault> {
        let rows = charts.chart("fire-effects-by-rating")?;
        let figures = charts.chart("fire-effect-values")?;
        let by_rating = Rating::ALL
            .iter()
            .map(|rating| Ok(Results { spans: Spans::from_cells(rows, rating.name())?, rows: keys_of_rows(rows)? }))
            .collect::<Result<_, Fault>>()?;
        Ok(FireEffects {
            by_rating,
            effect: Lines::open(rows, "id", "effect")?,
            charge: Lines::open(rows, "id", "charge")?,
            disorders: Lines::open(figures, "effect", "disorders")?,
            stands: Lines::open(figures, "effect", "stands")?,
            stands_if_disordered: Lines::open(figures, "effect", "stands_if_disordered")?,
            extra_from: Lines::open(figures, "effect", "extra_from")?,
            extra_stands: Lines::open(figures, "effect", "extra_stands")?,
            guns_wrecked: Lines::open(figures, "effect", "guns_wrecked")?,
            guns_damaged: Lines::open(figures, "effect", "guns_damaged")?,
            guns_silenced: Lines::open(figures, "effect", "guns_silenced")?,
            other_guns_silenced: Lines::open(figures, "effect", "other_guns_silenced")?,
            cannonade_only: Lines::open(figures, "effect", "cannonade_only")?,
            next_lower: Lines::open(figures, "effect", "next_lower")?,
        })
    }

    /// The row of a total in the column of the target's rating.
    #[inline]
    pub fn row(&self, rating: Rating, total: i16) -> Result<Looked<FireRow>, Fault> {
        self.by_rating[rating.index()].row(total)
    }
}

impl CellValue for FireEffect {
    fn parse(text: &str) -> Result<Self, String> {
        FireEffect::named(text)
    }
}

/// The charge effects: which row a difference falls into, and the figures of each row.
#[derive(Clone, Debug)]
pub struct ChargeEffects {
    results: Results<ChargeRow>,
    /// Stands the loser loses.
    pub stands: Lines<ChargeRow, u8>,
    /// One more stand for each point of difference above this.
    pub one_more_above: Lines<ChargeRow, Option<i16>>,
    /// Troop stands lost by a loser that was already disordered.
    pub stands_if_disordered: Lines<ChargeRow, u8>,
    /// Gun stands damaged.
    pub guns_damaged: Lines<ChargeRow, u8>,
    /// More stands lost by a loser who was beaten by cavalry or outflanked.
    pub worse_stands: Lines<ChargeRow, u8>,
}

impl ChargeEffects {
    fn open(charts: &ChartSet) -> Result<Self, Fault> {
        let rows = charts.chart("charge-effects")?;
        let figures = charts.chart("charge-effect-values")?;
        let spans = Spans::from_min_max(rows, "min", "max", |_| true)?;
        Ok(ChargeEffects {
            results: Results { spans, rows: keys_of_rows(rows)? },
            stands: Lines::open(figures, "id", "stands")?,
            one_more_above: Lines::open(figures, "id", "one_more_above")?,
            stands_if_disordered: Lines::open(figures, "id", "stands_if_disordered")?,
            guns_damaged: Lines::open(figures, "id", "guns_damaged")?,
            worse_stands: Lines::open(figures, "id", "worse_stands")?,
        })
    }

    /// The row of a difference.
    #[inline]
    pub fn row(&self, difference: i16) -> Result<Looked<ChargeRow>, Fault> {
        self.results.row(difference)
    }
}

/// The fallen leader table.
#[derive(Clone, Debug)]
pub struct FallenLeaders {
    results: Results<FallenRow>,
    /// What becomes of the leader.
    pub fate: Lines<FallenRow, LeaderFate>,
    /// Whether the result is marked: it may become a capture.
    pub capturable: Lines<FallenRow, bool>,
}

impl FallenLeaders {
    fn open(chart: &Chart) -> Result<Self, Fault> {
        // The sums of two dice.
        let spans = Spans::from_cells_within(chart, "roll", 2..=12)?;
        Ok(FallenLeaders {
            results: Results { spans, rows: keys_of_rows(chart)? },
            fate: Lines::open(chart, "id", "effect")?,
            capturable: Lines::open(chart, "id", "capturable")?,
        })
    }

    /// The row of a roll.
    #[inline]
    pub fn row(&self, roll: i16) -> Result<Looked<FallenRow>, Fault> {
        self.results.row(roll)
    }
}

/// A share of the stands a unit started with, rounded up: `ceil(2 x start / 3)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    times: u16,
    of: u16,
}

impl Share {
    /// This share of so many stands.
    pub fn of(self, start: u8) -> u8 {
        (u16::from(start) * self.times).div_ceil(self.of) as u8
    }
}

impl CellValue for Share {
    fn parse(text: &str) -> Result<Self, String> {
        let inner = text.strip_prefix("ceil(").and_then(|rest| rest.strip_suffix(')'));
        let parts = inner.and_then(|inner| inner.split_once(" / "));
        let share = parts.and_then(|(top, of)| {
            let times = match top {
                "start" => 1,
                _ => top.strip_suffix(" x start")?.parse().ok()?,
            };
            let of = of.parse().ok().filter(|of| *of > 0)?;
            (times <= of).then_some(Share { times, of })
        });
        share.ok_or_else(|| format!("`{text}` is not a share like ceil(2 x start / 3)"))
    }
}
