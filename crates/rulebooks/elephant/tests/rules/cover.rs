//! S 42: fences and walls cover men on foot and unlimbered guns; horses and limbered guns stand above them.
#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use crate::support::{book, run};
use elephant::fire::{Fire, FireSituation};
use engine::book::Procedure;
use serde_json::{Value, json};

const NO_COVER: &str = "SE-HOUSE-COVER";

/// The cover shift of rifle-muskets at this target, and whether the ruling was cited.
fn cover_of(mut target: Value) -> (Option<(&'static str, i16)>, bool) {
    let (_, example) = Fire::examples().into_iter().next().expect("fire has an example");
    let mut situation = serde_json::to_value(example).expect("an example is data");
    let fields = std::mem::take(target.as_object_mut().expect("the target is given by fields"));
    situation["target"].as_object_mut().expect("fire has a target").extend(fields);
    let situation: FireSituation = serde_json::from_value(situation).expect("the target is possible");
    let run = run::<Fire>(&book(), &situation, &[4], &[]);
    let shifts = ["SE-FIRE-SHIFT-SOFT", "SE-FIRE-SHIFT-HARD"];
    (run.modifiers().into_iter().find(|(rule, _)| shifts.contains(rule)), run.cites(NO_COVER))
}

#[test]
fn foot_behind_a_fence_or_a_wall_is_covered() {
    assert_eq!(cover_of(json!({ "cover": "fence" })), (Some(("SE-FIRE-SHIFT-SOFT", -1)), false));
    assert_eq!(cover_of(json!({ "cover": "wall" })), (Some(("SE-FIRE-SHIFT-HARD", -2)), false));
    let guns = json!({ "arm": "field-artillery", "formation": "unlimbered", "cover": "wall" });
    assert_eq!(cover_of(guns), (Some(("SE-FIRE-SHIFT-HARD", -2)), false));
}

#[test]
fn horses_and_limbered_guns_are_not() {
    for cover in ["fence", "wall"] {
        assert_eq!(cover_of(json!({ "arm": "cavalry", "mounted": true, "cover": cover })), (None, true));
        let guns = json!({ "arm": "field-artillery", "formation": "limbered", "cover": cover });
        assert_eq!(cover_of(guns), (None, true));
    }
}

#[test]
fn woods_and_buildings_cover_everybody() {
    let riders = |cover: &str| json!({ "arm": "cavalry", "mounted": true, "cover": cover });
    assert_eq!(cover_of(riders("soft")), (Some(("SE-FIRE-SHIFT-SOFT", -1)), false));
    assert_eq!(cover_of(riders("hard")), (Some(("SE-FIRE-SHIFT-HARD", -2)), false));
    assert_eq!(cover_of(riders("none")), (None, false));
}
