//! The clock after dark: what was announced goes on past midnight, and how far it lets one see.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use battle::Yards;
use battle::plan::{Light as Sky, LightFrom, Plan, Time, WeatherFrom};
use field::ground::YARD;
use field::hex::{Corner, Side};
use line_of_battle::play::{Command, InForce, Shot};
use line_of_battle::turn::TurnStep;
use line_of_battle::unit::Light;

use crate::support::{obey, theatre_planned, unit};

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

#[test]
fn what_a_battle_says_of_its_light_takes_the_place_of_the_chart() {
    let (theatre, start) = theatre_planned("nightfall", &[], |plan| {
        without_sun(plan);
        plan.light[2].sight = Some(Yards(1_500 * YARD));
        plan.light[3].sight = Some(Yards(400 * YARD));
        plan.weather.clear();
    });
    let sight = |light| theatre.turns.iter().find(|turn| turn.light == light).map(|turn| turn.sight);
    assert_eq!(sight(Light::Day), Some(None));
    assert_eq!((sight(Light::Twilight), sight(Light::Night)), (Some(Some(15)), Some(Some(4))));
    // The morning says nothing of it: the chart does.
    let dawn = theatre.turns.iter().find(|turn| turn.first_twilight).expect("the battle lasts until the morning");
    assert_eq!(dawn.sight, Some(10));
    // A shot at night over three hexes, farther than the chart lets one see.
    let night = theatre.turns.iter().position(|turn| turn.light == Light::Night).expect("there is a night");
    let mut battle = start;
    (battle.turn, battle.step) = (night as u16 + 1, TurnStep::Activity);
    battle.formations.iter_mut().for_each(|formation| formation.order = InForce::NONE);
    let (firer, target) = (unit(&theatre, "U first a 1"), unit(&theatre, "C first a 1"));
    let (north, place) = (Side::new(0), battle.unit(firer).at.expect("it is on the map"));
    let at = (0..3).fold(place, |hex, _| hex.neighbour(north));
    battle.units[target.index()].at = Some(at);
    battle.units[firer.index()].facing = Corner::new(0);
    let shots = vec![Shot { units: [firer].into(), at }];
    let fire = Command::Fire { units: [firer].into(), leaders: [].into(), steps: [].into(), shots };
    obey(&theatre, &mut battle, &fire).expect("one sees four hexes");
}

#[test]
fn weather_takes_from_the_light_and_adds_nothing() {
    let mist = |yards: i32| {
        let (theatre, _) = theatre_planned("nightfall", &[], |plan| {
            let sky = battle::plan::Sky::Mist;
            let sight = Some(Yards(yards * YARD));
            plan.weather = vec![WeatherFrom { from: Time(17 * 60), sky, footing: None, sight, note: None }];
        });
        let sight = |light| theatre.turns.iter().find(|turn| turn.light == light).and_then(|turn| turn.sight);
        [Light::Day, Light::Twilight, Light::Night].map(sight)
    };
    assert_eq!(mist(800), [Some(8), Some(8), Some(2)]);
    assert_eq!(mist(2_000), [Some(20), Some(10), Some(2)]);
}
