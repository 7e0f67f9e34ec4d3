//! Cells of charts that hold more than a number.
#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use billy_yank::charts::{Alarm, Date, Hull, MeleeCell, MeleeCode};
use engine::chart::CellValue;

#[test]
fn a_melee_result_has_two_halves_or_fills_the_cell() {
    let cell = |text| MeleeCell::parse(text).unwrap();
    assert_eq!(cell("K1/RT"), MeleeCell { attacker: MeleeCode::LosesOne, defender: MeleeCode::Retreats });
    assert_eq!(cell("RP").attacker, MeleeCode::Repulsed);
    for wrong in ["", "K1", "EN/EN", "RP/K1", "K3/---", "K1/K1/K1"] {
        assert!(MeleeCell::parse(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn hulls_and_alarms_read_exactly_or_not_at_all() {
    assert_eq!(Hull::parse("50/75/100"), Ok(Hull { stages: Some((50, 75)), sinks: 100 }));
    assert_eq!(Hull::parse("8"), Ok(Hull { stages: None, sinks: 8 }));
    assert!(["", "0", "5/4/9", "1/2", "1/2/3/4"].iter().all(|wrong| Hull::parse(wrong).is_err()));
    assert_eq!(Alarm::parse("disorder2+check"), Ok(Alarm { markers: 2, tests: true }));
    assert!(["", "disorder+check", "checks"].iter().all(|wrong| Alarm::parse(wrong).is_err()));
    assert!(Date::parse("1863-09").unwrap() > Date::parse("1863-08").unwrap());
    assert!(Date::parse("1863-13").is_err());
}
