//! What a battle may say to this rulebook: whatever else stands in its sections is a mistake, and is reported.

use battle::plan::{ForRulebook, Plan};
use engine::Fault;
use serde_json::Value;

use super::muster::{FILE, SLUG};

/// What a field holds.
#[derive(Clone, Copy)]
enum Holds {
    Whole,
    Truth,
    Text,
    Point,
}

/// Of the whole battle. How many points make a Victory Point is for people who count them.
const OF_BATTLE: [(&str, Holds); 5] = [
    ("hexes", Holds::Text),
    ("hours", Holds::Whole),
    ("night-orders", Holds::Truth),
    ("points-for-a-victory-point", Holds::Whole),
    ("scale", Holds::Text),
];
const OF_FORMATION: [(&str, Holds); 1] = [("hq", Holds::Point)];
const OF_UNIT: [(&str, Holds); 2] = [("shell", Holds::Whole), ("canister", Holds::Whole)];
const OF_LEADER: [(&str, Holds); 3] = [("command", Holds::Whole), ("morale", Holds::Whole), ("awareness", Holds::Text)];

/// Every field that this rulebook does not know, and every value that it cannot read.
pub(super) fn faults(plan: &Plan) -> Vec<Fault> {
    let mut faults = of("the battle", &plan.rulebooks, &OF_BATTLE);
    for formation in &plan.formations {
        faults.extend(of(&formation.name, &formation.rulebooks, &OF_FORMATION));
        for unit in &formation.units {
            faults.extend(of(&unit.name, &unit.rulebooks, &OF_UNIT));
        }
    }
    for leader in &plan.leaders {
        faults.extend(of(&leader.name, &leader.rulebooks, &OF_LEADER));
    }
    faults
}

fn of(whom: &str, sections: &ForRulebook, known: &[(&str, Holds)]) -> Vec<Fault> {
    let wrong = |name: &String, value: &Value| match known.iter().find(|(known, _)| known == name) {
        None => {
            let names: Vec<&str> = known.iter().map(|(known, _)| *known).collect();
            let reason = format!("for.{SLUG} of {whom} has no field {name}");
            Some(Fault::of_file(FILE, reason).hint(format!("it may have {}", names.join(", "))))
        }
        Some((_, holds)) => (!holds.fits(value)).then(|| {
            let reason = format!("for.{SLUG} of {whom}: {name} cannot be {value}");
            Fault::of_file(FILE, reason).hint(format!("write {}", holds.words()))
        }),
    };
    let section = sections.get(SLUG).into_iter().flatten();
    section.filter_map(|(name, value)| wrong(name, value)).collect()
}

impl Holds {
    fn fits(self, value: &Value) -> bool {
        match self {
            Holds::Whole => value.as_u64().is_some(),
            Holds::Truth => value.is_boolean(),
            Holds::Text => value.is_string(),
            Holds::Point => value
                .as_array()
                .is_some_and(|pair| pair.len() == 2 && pair.iter().all(|yards| yards.as_i64().is_some())),
        }
    }

    fn words(self) -> &'static str {
        match self {
            Holds::Whole => "a whole number, not less than nought",
            Holds::Truth => "true or false",
            Holds::Text => "a text",
            Holds::Point => "two whole numbers: yards east and north",
        }
    }
}
