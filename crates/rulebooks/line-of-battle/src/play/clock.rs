//! The turns of a battle: hours, light and weather.

use battle::plan::{self, Plan, Time};

use super::theatre::TurnCard;
use crate::Book;
use crate::charts::Limit;
use crate::sight::visibility;
use crate::unit::Light;

const A_DAY: u32 = 24 * 60;
/// LIMIT: turns of a battle.
const TURNS_MAX: usize = 500;

/// Every turn from the first hour to the last, or for so many hours, into another day.
pub(super) fn turns(book: &Book, plan: &Plan, hours: Option<u32>) -> Vec<TurnCard> {
    let minutes = |limit| u32::from(book.limit(limit)).max(1);
    let (start, mut end) = (minute(plan.clock.start), minute(plan.clock.end));
    if end <= start {
        end += A_DAY;
    }
    if let Some(hours) = hours {
        end = start + hours * 60;
    }
    let mut turns: Vec<TurnCard> = Vec::new();
    let mut now = start;
    while now < end && turns.len() < TURNS_MAX {
        let light = light_at(book, plan, now);
        let length = minutes(if light == Light::Night { Limit::NightMinutes } else { Limit::TurnMinutes });
        let after_night = turns.last().is_some_and(|turn| turn.light == Light::Night);
        turns.push(TurnCard {
            minute: now,
            light,
            sight: sight_at(book, plan, now, light),
            midnight: now % A_DAY == 0 || now / A_DAY < (now + length - 1) / A_DAY,
            first_twilight: light == Light::Twilight && after_night,
        });
        now += length;
    }
    turns
}

/// The turn in which an hour falls, counted from one; one beyond the last if it comes too late.
pub(super) fn turn_at(turns: &[TurnCard], plan: &Plan, time: Time) -> u16 {
    let start = minute(plan.clock.start);
    let at = if minute(time) < start { minute(time) + A_DAY } else { minute(time) };
    turns.iter().position(|turn| turn.minute >= at).unwrap_or(turns.len()) as u16 + 1
}

const fn minute(time: Time) -> u32 {
    time.0 as u32
}

/// What was announced last: today, or else the day before. Before the first hour of the first day nothing was.
fn announced<T>(entries: &[T], now: u32, from: impl Fn(&T) -> Time) -> Option<&T> {
    let today = entries.iter().rev().find(|entry| minute(from(entry)) <= now % A_DAY);
    today.or_else(|| entries.last().filter(|_| now >= A_DAY))
}

/// The light that was announced last; where the battle knows the sun, it rules from midnight to the first hour of the new day.
fn announced_light(plan: &Plan, now: u32) -> Option<&plan::LightFrom> {
    let sun = plan.clock.sunrise.is_some() && plan.clock.sunset.is_some();
    announced(&plan.light, if sun { now % A_DAY } else { now }, |from| from.from)
}

/// The light that was announced last, or what the sun says.
fn light_at(book: &Book, plan: &Plan, now: u32) -> Light {
    if let Some(last) = announced_light(plan, now) {
        return match last.light {
            plan::Light::Day => Light::Day,
            plan::Light::Twilight => Light::Twilight,
            plan::Light::Night => Light::Night,
        };
    }
    let (Some(rise), Some(set)) = (plan.clock.sunrise.map(minute), plan.clock.sunset.map(minute)) else {
        return Light::Day;
    };
    // RULING: where a battle gives sunrise and sunset only, twilight lasts as long as the chart says.
    let (hour, twilight) = (now % A_DAY, u32::from(book.limit(Limit::TwilightMinutes)));
    if (rise..set).contains(&hour) {
        Light::Day
    } else if (rise.saturating_sub(twilight)..set + twilight).contains(&hour) {
        Light::Twilight
    } else {
        Light::Night
    }
}

/// Hexes that light and weather let one see; nothing is no limit.
///
/// RULING: what a battle says of its light takes the place of the chart, be it more or less (S 25). Weather adds nothing to what
/// the light allows: it only takes from it.
fn sight_at(book: &Book, plan: &Plan, now: u32, light: Light) -> Option<u16> {
    let hexes =
        |yards: battle::Yards| (yards.0 / (i32::from(book.limit(Limit::HexYards)) * field::ground::YARD)).max(1) as u16;
    let said = announced_light(plan, now).and_then(|from| from.sight).map(hexes);
    let weather = announced(&plan.weather, now, |from| from.from).and_then(|from| from.sight).map(hexes);
    [said.or_else(|| visibility(book, light)), weather].into_iter().flatten().min()
}
