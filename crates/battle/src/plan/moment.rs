//! Days, hours and names, as they are written.

use std::borrow::Cow;
use std::fmt;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

/// An hour of the day of battle, as minutes since midnight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Time(pub u16);

impl Time {
    /// Reads `18:45`.
    pub fn read(text: &str) -> Option<Time> {
        let (hours, minutes) = text.split_once(':')?;
        let number = |text: &str, most: u16| {
            let whole = text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<u16>().ok().filter(|number| whole && *number <= most)
        };
        Some(Time(number(hours, 23)? * 60 + number(minutes, 59)?))
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0 / 60, self.0 % 60)
    }
}

/// A day, which exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Date {
    /// The year.
    pub year: u16,
    /// The month, from one.
    pub month: u8,
    /// The day of the month, from one.
    pub day: u8,
}

impl Date {
    /// Reads `1862-08-28`.
    pub fn read(text: &str) -> Option<Date> {
        let mut parts = text.split('-');
        let mut number = |digits: usize| {
            let part = parts.next()?;
            let whole = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
            part.parse::<u16>().ok().filter(|_| whole)
        };
        let (year, month, day) = (number(4)?, number(2)?, number(2)?);
        let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            2 if is_leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => return None,
        };
        let fits = parts.next().is_none() && (1..=days).contains(&day);
        fits.then_some(Date { year, month: u8::try_from(month).ok()?, day: u8::try_from(day).ok()? })
    }
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// What a month is called, counted from one; nothing for what is none.
pub fn month_name(month: u8) -> &'static str {
    MONTHS.get(usize::from(month).wrapping_sub(1)).copied().unwrap_or_default()
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// Small letters, digits and hyphens: how things refer to each other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Id(pub String);

impl Id {
    /// Reads an id.
    pub fn read(text: &str) -> Option<Id> {
        let is_part =
            |character: char| character.is_ascii_lowercase() || character.is_ascii_digit() || character == '-';
        (!text.is_empty() && text.chars().all(is_part)).then(|| Id(text.to_owned()))
    }

    /// As it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Id {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

macro_rules! written {
    ($name:ident, $format:literal, $pattern:literal, $about:literal) => {
        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                let text = String::deserialize(deserializer)?;
                $name::read(&text).ok_or_else(|| de::Error::custom(concat!("not ", $about)))
            }
        }

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({ "type": "string", "format": $format, "pattern": $pattern })
            }
        }
    };
}

written!(Time, "time-of-day", "^([01][0-9]|2[0-3]):[0-5][0-9]$", "an hour of the day");
written!(Date, "date", "^[0-9]{4}-[0-9]{2}-[0-9]{2}$", "a day");
written!(Id, "id", "^[a-z0-9-]+$", "an id");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hours_and_days_that_do_not_exist_are_not_read() {
        assert_eq!(Time::read("18:45"), Some(Time(1125)));
        assert_eq!(Date::read("1864-02-29").map(|date| date.to_string()).as_deref(), Some("1864-02-29"));
        for wrong in ["24:00", "8:00", "08:60", "0800", "", "aa:bb", "08:00:00", "+8:00"] {
            assert_eq!(Time::read(wrong), None, "{wrong}");
        }
        for wrong in ["1863-02-29", "1862-13-01", "1862-8-28", "1862-08-28-01", "", "1862-08-00"] {
            assert_eq!(Date::read(wrong), None, "{wrong}");
        }
    }
}
