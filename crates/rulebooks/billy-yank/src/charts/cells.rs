//! What the cells of the charts can hold.

use engine::chart::{CellValue, Chart, Key, Spans};
use engine::{Decimal, Fault, Looked, keys};

use super::{
    CasualtyRow, FireCell, Fort, Grade, LeaderType, MeleeCode, MessengerRow, Part, StandKind, Weapon, WeaponName,
};

/// Keys that stand in cells by their names.
macro_rules! cells_of_keys {
    ($($key:ty),+) => {
        $(impl CellValue for $key {
            fn parse(text: &str) -> Result<Self, String> {
                <$key>::named(text)
            }
        })+
    };
}

cells_of_keys!(
    CasualtyRow,
    Cover,
    FireCell,
    Fort,
    Grade,
    LeaderType,
    MessengerRow,
    Part,
    StandKind,
    Weapon,
    WeaponName
);

keys! {
    /// How well a unit is covered.
    pub enum Cover {
        /// In the open.
        None = "none",
        /// Crops, scrub, a fence.
        Soft = "soft",
        /// Walls, buildings, works.
        Hard = "hard",
    }
}

/// A number that may still have to be found out, printed `?`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known(pub Option<i16>);

impl CellValue for Known {
    fn parse(text: &str) -> Result<Self, String> {
        if text == "?" { Ok(Known(None)) } else { i16::parse(text).map(|number| Known(Some(number))) }
    }
}

/// Something that a row may lack, printed `na`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IfAny<T>(pub Option<T>);

impl<T: CellValue> CellValue for IfAny<T> {
    fn parse(text: &str) -> Result<Self, String> {
        if text == "na" { Ok(IfAny(None)) } else { T::parse(text).map(|value| IfAny(Some(value))) }
    }
}

/// The sign of a rating, printed `-X` or `+X`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rated(pub i16);

impl CellValue for Rated {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "-X" => Ok(Rated(-1)),
            "+X" => Ok(Rated(1)),
            _ => Err("write -X or +X: the rating takes the place of X".to_owned()),
        }
    }
}

/// What a friend's withdrawal does: `none`, `check`, `disorder1+check`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Alarm {
    /// Disorder Markers.
    pub markers: u8,
    /// Whether a morale test follows.
    pub tests: bool,
}

impl CellValue for Alarm {
    fn parse(text: &str) -> Result<Self, String> {
        let (markers, tests) = match text {
            "none" => return Ok(Alarm { markers: 0, tests: false }),
            "check" => return Ok(Alarm { markers: 0, tests: true }),
            _ => text.strip_suffix("+check").map_or((text, false), |markers| (markers, true)),
        };
        let markers = markers.strip_prefix("disorder").and_then(|markers| markers.parse().ok());
        markers.map(|markers| Alarm { markers, tests }).ok_or_else(|| "write none, check or disorder1+check".to_owned())
    }
}

/// Both halves of a melee result: `K1/RT`; `EN` and `RP` fill the whole cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MeleeCell {
    /// What happens to the attacker.
    pub attacker: MeleeCode,
    /// What happens to the defender.
    pub defender: MeleeCode,
}

impl CellValue for MeleeCell {
    fn parse(text: &str) -> Result<Self, String> {
        let wrong = || "a melee result is EN, RP, or two of ---, RT, K1, K2 like K1/RT".to_owned();
        match text {
            "EN" => return Ok(MeleeCell { attacker: MeleeCode::Engaged, defender: MeleeCode::Engaged }),
            "RP" => return Ok(MeleeCell { attacker: MeleeCode::Repulsed, defender: MeleeCode::Nothing }),
            _ => {}
        }
        let half = |text: &str| {
            let code = MeleeCode::named(text).ok();
            code.filter(|code| !matches!(code, MeleeCode::Engaged | MeleeCode::Repulsed)).ok_or_else(wrong)
        };
        let (attacker, defender) = text.split_once('/').ok_or_else(wrong)?;
        Ok(MeleeCell { attacker: half(attacker)?, defender: half(defender)? })
    }
}

/// What a kind of ground does to a class of mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Going {
    /// So many per cent slower.
    Slower(u8),
    /// Closed, printed `no`.
    Closed,
    /// Does not apply, printed `na`.
    NotCrossed,
    /// Faster on it in column, printed `bonus`.
    Bonus,
    /// As note 1 says.
    NoteOne,
    /// As note 2 says.
    NoteTwo,
}

impl CellValue for Going {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "no" => Ok(Going::Closed),
            "na" => Ok(Going::NotCrossed),
            "bonus" => Ok(Going::Bonus),
            "note1" => Ok(Going::NoteOne),
            "note2" => Ok(Going::NoteTwo),
            _ => match text.parse::<u8>() {
                Ok(percent) if percent <= 100 => Ok(Going::Slower(percent)),
                _ => Err("write a per cent from 0 to 100, no, na, bonus, note1 or note2".to_owned()),
            },
        }
    }
}

/// Whether a kind of ground blocks the view, printed `none` or `blocks-same-level`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blocks(pub bool);

impl CellValue for Blocks {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "none" => Ok(Blocks(false)),
            "blocks-same-level" => Ok(Blocks(true)),
            _ => Err("write none or blocks-same-level".to_owned()),
        }
    }
}

/// How many times as far, printed `x1.5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Times(pub Decimal);

impl CellValue for Times {
    fn parse(text: &str) -> Result<Self, String> {
        let factor = text.strip_prefix('x').and_then(|factor| factor.parse().ok());
        factor.filter(|factor| *factor > Decimal::ZERO).map(Times).ok_or_else(|| "write it like x2 or x1.5".to_owned())
    }
}

/// What a ship stands: one value (`8`), or three (`30/60/90`) at which it is damaged, crippled and sunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hull {
    /// Points at which it is damaged and crippled, where it has such stages.
    pub stages: Option<(u16, u16)>,
    /// Points at which it sinks.
    pub sinks: u16,
}

impl CellValue for Hull {
    fn parse(text: &str) -> Result<Self, String> {
        let wrong = || "write one value, or three ascending ones like 30/60/90".to_owned();
        let mut values = text.split('/').map(|value| value.parse::<u16>().ok().filter(|value| *value > 0));
        match (values.next(), values.next(), values.next(), values.next()) {
            (Some(Some(sinks)), None, None, None) => Ok(Hull { stages: None, sinks }),
            (Some(Some(damaged)), Some(Some(crippled)), Some(Some(sinks)), None)
                if damaged < crippled && crippled < sinks =>
            {
                Ok(Hull { stages: Some((damaged, crippled)), sinks })
            }
            _ => Err(wrong()),
        }
    }
}

/// Whether small arms hurt a ship, printed `yes`, `no` or `unarmoured only`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmallArms {
    /// Always.
    Hurt,
    /// Never.
    Harmless,
    /// Only where it has no armour.
    HurtUnarmoured,
}

impl CellValue for SmallArms {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "yes" => Ok(SmallArms::Hurt),
            "no" => Ok(SmallArms::Harmless),
            "unarmoured only" => Ok(SmallArms::HurtUnarmoured),
            _ => Err("write yes, no or unarmoured only".to_owned()),
        }
    }
}

/// What a weapon is, for the rules that ask.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WeaponClass {
    /// Muskets, rifles, carbines, pistols.
    SmallArm,
    /// Smoothbore guns: their roundshot bounces.
    Smoothbore,
    /// Howitzers.
    Howitzer,
    /// Rifled guns.
    Rifle,
    /// Mortars.
    Mortar,
    /// Ships' guns.
    Naval,
    /// Gatling guns.
    Gatling,
}

impl CellValue for WeaponClass {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "small-arm" => Ok(WeaponClass::SmallArm),
            "smoothbore" => Ok(WeaponClass::Smoothbore),
            "howitzer" => Ok(WeaponClass::Howitzer),
            "rifle" => Ok(WeaponClass::Rifle),
            "mortar" => Ok(WeaponClass::Mortar),
            "naval" => Ok(WeaponClass::Naval),
            "gatling" => Ok(WeaponClass::Gatling),
            _ => Err("a class is small-arm, smoothbore, howitzer, rifle, mortar, naval or gatling".to_owned()),
        }
    }
}

/// Whether a demolition worked, printed `success` or `failure`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demolished(pub bool);

impl CellValue for Demolished {
    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "success" => Ok(Demolished(true)),
            "failure" => Ok(Demolished(false)),
            _ => Err("write success or failure".to_owned()),
        }
    }
}

/// A grade as the chart of random units prints it, with a capital.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintedGrade(pub Grade);

impl CellValue for PrintedGrade {
    fn parse(text: &str) -> Result<Self, String> {
        Grade::named(&text.to_lowercase()).map(PrintedGrade)
    }
}

/// Months since the year nought, printed `1863-09`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Date(i16);

impl Date {
    const MONTHS: i16 = 12;

    /// A month of a year, both as people count them.
    pub const fn new(year: i16, month: i16) -> Self {
        Date(year.saturating_mul(Date::MONTHS).saturating_add(month - 1))
    }
}

impl CellValue for Date {
    fn parse(text: &str) -> Result<Self, String> {
        let date = text.split_once('-').and_then(|(year, month)| Some((year.parse().ok()?, month.parse().ok()?)));
        match date {
            Some((year, month)) if (1..=Date::MONTHS).contains(&month) => Ok(Date::new(year, month)),
            _ => Err("write year and month like 1863-09".to_owned()),
        }
    }
}

/// A die by spans of faces, with a value for each: `low`, `high`, value.
#[derive(Clone, Debug)]
pub struct Faces<T> {
    spans: Spans,
    values: Vec<T>,
}

impl<T: CellValue> Faces<T> {
    pub(super) fn open(
        chart: &Chart,
        (low, high): (&str, &str),
        value: &str,
        faces: std::ops::RangeInclusive<i16>,
    ) -> Result<Self, Fault> {
        let column = chart.column(value)?;
        let spans = Spans::from_min_max_within(chart, low, high, |_| true, faces)?;
        let read =
            |row| T::parse(chart.cell(row, column).unwrap_or_default()).map_err(|why| chart.fault(row, column, why));
        let values = (0..chart.rows()).map(read).collect::<Result<_, Fault>>()?;
        Ok(Faces { spans, values })
    }

    /// The row that holds this face, counted from zero.
    pub fn row(&self, face: i16) -> Result<usize, Fault> {
        self.spans.row(face).map(|row| row.value)
    }

    /// What the row that holds this face says.
    #[inline]
    pub fn at(&self, face: i16) -> Result<Looked<T>, Fault> {
        let row = self.spans.row(face)?;
        Ok(row.map(|row| self.values[row]))
    }
}
