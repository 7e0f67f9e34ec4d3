//! The clock after dark: what was announced goes on past midnight.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use battle::plan::{Light as Sky, LightFrom, Plan, Time};
use line_of_battle::unit::Light;

use crate::support::theatre_planned;

/// Light from an hour on.
fn from(hour: u16, minute: u16, light: Sky) -> LightFrom {
    LightFrom { from: Time(hour * 60 + minute), light, sight: None, note: None }
}

/// A battle that announces its light and does not know the sun.
fn without_sun(plan: &mut Plan) {
    (plan.clock.sunrise, plan.clock.sunset) = (None, None);
    plan.light =
        vec![from(5, 0, Sky::Twilight), from(5, 30, Sky::Day), from(19, 0, Sky::Twilight), from(19, 30, Sky::Night)];
}

#[test]
fn a_night_that_was_announced_lasts_until_the_morning_is() {
    let (theatre, _) = theatre_planned("nightfall", &[], without_sun);
    let midnight = 24 * 60;
    let after = |minute: u32| theatre.turns.iter().find(|turn| turn.minute >= midnight + minute);
    let small_hours: Vec<_> =
        theatre.turns.iter().filter(|turn| (midnight..midnight + 300).contains(&turn.minute)).collect();
    assert!(small_hours.iter().all(|turn| turn.light == Light::Night), "{small_hours:?}");
    assert_eq!(small_hours.len(), 10, "night turns last half an hour");
    let dawn = after(300).expect("the battle lasts until the morning");
    assert!(dawn.light == Light::Twilight && dawn.first_twilight, "{dawn:?}");
    // Before the first hour that is announced on the first day, it is day as ever.
    let (evening, _) = theatre_planned("nightfall", &[], |plan| {
        without_sun(plan);
        plan.light.drain(..2);
    });
    assert_eq!(evening.turns.first().map(|turn| turn.light), Some(Light::Day));
}
