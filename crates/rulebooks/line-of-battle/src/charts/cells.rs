//! What cells of the charts hold, where that is more than a number.

use std::ops::RangeInclusive;

use engine::chart::{CellValue, Chart, Key, Spans};
use engine::{Cell, Decimal, Fault, Looked};

use super::keys::{CommandResult, Facing, FormationRow, MoraleState, ZeroMa};
use super::keys_combat::{Canister, Characteristic, CombatCell, CombatColumn, Depletion};

macro_rules! named_cells {
    ($($key:ty),+ $(,)?) => {
        $(impl CellValue for $key {
            fn parse(text: &str) -> Result<Self, String> {
                <$key>::named(text)
            }
        })+
    };
}

named_cells!(Canister, Characteristic, CombatCell, CombatColumn, CommandResult, Depletion, Facing, MoraleState, ZeroMa);

/// The sign of a leader's value, written `+value` or `-value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signed(pub i16);

impl CellValue for Signed {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "+value" => Ok(Signed(1)),
            "-value" => Ok(Signed(-1)),
            _ => Err("write +value or -value: the leader's value takes the place of the word".to_owned()),
        }
    }
}

/// What a result does to counter-battery fire on the target: written `no`, or `+1 (max 2)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CbfStep {
    /// Levels up.
    pub up: u8,
    /// The highest level.
    pub most: u8,
}

impl CellValue for CbfStep {
    fn parse(text: &str) -> Result<Self, String> {
        if text == "no" {
            return Ok(CbfStep { up: 0, most: u8::MAX });
        }
        let parts =
            text.strip_prefix('+').and_then(|rest| rest.strip_suffix(')')).and_then(|rest| rest.split_once(" (max "));
        let step = parts.and_then(|(up, most)| Some(CbfStep { up: up.parse().ok()?, most: most.parse().ok()? }));
        step.ok_or_else(|| "write no, or a step like +1 (max 2)".to_owned())
    }
}

/// How much of something is left, written `no effect`, `x0.5 ...`, `full`, `half ...` or `no ...`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share(pub Decimal);

impl CellValue for Share {
    fn parse(text: &str) -> Result<Self, String> {
        let first = text.split([' ', ',']).next().unwrap_or_default();
        let share = match (text, first) {
            ("no effect", _) | (_, "full") => Some(Decimal::from_int(1)),
            (_, "half") => Some(Decimal::from_int(1).halved()),
            (_, "no") => Some(Decimal::ZERO),
            _ => first.strip_prefix('x').and_then(|number| number.parse().ok()),
        };
        share.map(Share).ok_or_else(|| "write no effect, no, full, half, or a multiplier like x0.5".to_owned())
    }
}

/// A cell of the Morale Table: `-`, `BL`, `Sh b2 L1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoraleCell {
    /// The result; Normal is no effect.
    pub result: MoraleState,
    /// Hexes of retreat.
    pub retreat: u8,
    /// SPs lost after it.
    pub loss: u8,
}

impl CellValue for MoraleCell {
    fn parse(text: &str) -> Result<Self, String> {
        if text == "-" {
            return Ok(MoraleCell { result: MoraleState::Normal, retreat: 0, loss: 0 });
        }
        let mut words = text.split(' ');
        let result = MoraleState::named(words.next().unwrap_or_default())?;
        let mut cell = MoraleCell { result, retreat: 0, loss: 0 };
        for word in words {
            let number = |digits: &str| digits.parse().map_err(|_| format!("`{word}` is not like b3 or L1"));
            match (word.strip_prefix('b'), word.strip_prefix('L')) {
                (Some(hexes), _) => cell.retreat = number(hexes)?,
                (_, Some(loss)) => cell.loss = number(loss)?,
                _ => return Err(format!("`{word}` is not like b3 or L1")),
            }
        }
        Ok(cell)
    }
}

/// A cell of the Additive Morale chart; a star drops retreat and losses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Added {
    /// The new state.
    pub state: MoraleState,
    /// Whether retreat and losses are ignored.
    pub star: bool,
}

impl CellValue for Added {
    fn parse(text: &str) -> Result<Self, String> {
        let plain = text.strip_suffix('*');
        Ok(Added { state: MoraleState::named(plain.unwrap_or(text))?, star: plain.is_some() })
    }
}

/// A cell of the terrain chart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveCost {
    /// The whole cost of the hex.
    Hex(Decimal),
    /// Added to the cost of the hex.
    Added(Decimal),
    /// No effect.
    NoEffect,
    /// The other terrain of the hex counts.
    Other,
    /// Not applicable.
    NotApplicable,
    /// Prohibited.
    Prohibited,
    /// The road that is followed counts.
    Road,
    /// Only at a bridge or ford, or by ferry.
    Crossing,
}

impl CellValue for MoveCost {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "ne" => Ok(MoveCost::NoEffect),
            "ot" => Ok(MoveCost::Other),
            "na" => Ok(MoveCost::NotApplicable),
            "P" => Ok(MoveCost::Prohibited),
            "road" => Ok(MoveCost::Road),
            "X" => Ok(MoveCost::Crossing),
            _ => match text.strip_prefix('+') {
                Some(more) => Decimal::parse(more).map(MoveCost::Added),
                None => Decimal::parse(text).map(MoveCost::Hex),
            },
        }
    }
}

/// Rows with a lowest and a highest number, and one value each.
#[derive(Clone, Debug)]
pub struct Ranged<T> {
    spans: Spans,
    values: Vec<Looked<T>>,
}

impl<T: CellValue> Ranged<T> {
    /// Reads `value` of every row by the numbers from `min` to `max`; all of `needed` must be there.
    pub(super) fn open(
        chart: &Chart,
        [min, max, value]: [&str; 3],
        needed: RangeInclusive<i16>,
    ) -> Result<Self, Fault> {
        let column = chart.column(value)?;
        let spans = Spans::from_min_max_within(chart, min, max, |_| true, needed)?;
        let values = (0..chart.rows()).map(|row| read(chart, row, column)).collect::<Result<_, _>>()?;
        Ok(Ranged { spans, values })
    }

    /// The value of the row that holds this number.
    #[inline]
    pub fn at(&self, number: i16) -> Result<Looked<T>, Fault> {
        let row = self.spans.row(number)?;
        Ok(self.values[row.value])
    }
}

/// One cell of a chart, with its place.
fn read<T: CellValue>(chart: &Chart, row: usize, column: usize) -> Result<Looked<T>, Fault> {
    let text = chart.cell(row, column).unwrap_or_default();
    let value = T::parse(text).map_err(|reason| chart.fault(row, column, reason))?;
    Ok(Looked { value, cell: Cell { chart: chart.number(), row: row as u16, column: column as u16 } })
}

/// What a formation may do.
#[derive(Clone, Copy, Debug)]
pub struct FormationEffect {
    /// Its front.
    pub facing: Looked<Facing>,
    /// Whether it fires.
    pub combat: Looked<bool>,
    /// Whether it may use roads.
    pub roads: Looked<bool>,
    /// Whether it may Charge.
    pub charge: Looked<bool>,
}

/// The formation chart, whose rows are named by two columns.
#[derive(Clone, Debug)]
pub struct Formations(Vec<FormationEffect>);

impl Formations {
    pub(super) fn open(chart: &Chart) -> Result<Self, Fault> {
        let (unit, formation) = (chart.column("unit")?, chart.column("formation")?);
        let columns = (
            chart.column("facing")?,
            chart.column("combat")?,
            chart.column("roads")?,
            chart.column("charge_attacker")?,
        );
        let row_of = |key: &FormationRow| {
            (0..chart.rows()).find(|row| {
                let text = |column| chart.cell(*row, column).unwrap_or_default();
                key.name().split_once(' ') == Some((text(unit), text(formation)))
            })
        };
        let effect = |key: &FormationRow| {
            let row = row_of(key).ok_or_else(|| Fault::of_file(chart.file(), format!("no row `{}`", key.name())))?;
            Ok(FormationEffect {
                facing: read(chart, row, columns.0)?,
                combat: read(chart, row, columns.1)?,
                roads: read(chart, row, columns.2)?,
                charge: read(chart, row, columns.3)?,
            })
        };
        FormationRow::ALL.iter().map(effect).collect::<Result<_, _>>().map(Formations)
    }

    /// What this formation may do.
    #[inline]
    pub fn at(&self, row: FormationRow) -> FormationEffect {
        self.0[row.index()]
    }
}
