//! Hours: the clock, the light, the weather, and who comes when.

use super::units;
use crate::plan::{Arrival, Plan, Time};
use crate::sheet::Sheet;
use crate::tree::{Step, way};

pub(super) fn check(plan: &Plan, sheet: &mut Sheet<'_>) {
    let clock = &plan.clock;
    if clock.end <= clock.start {
        let reason = format!("the battle ends at {}, and begins at {}", clock.end, clock.start);
        sheet.wrong(way!["clock", "end"], reason, "let it end later; a battle does not go past midnight");
        return;
    }
    in_order("light", &plan.light.iter().map(|light| light.from).collect::<Vec<_>>(), plan, sheet);
    in_order("weather", &plan.weather.iter().map(|weather| weather.from).collect::<Vec<_>>(), plan, sheet);
    for listed in units(plan) {
        if let Some(arrival) = &listed.unit.arrives {
            arrives(&listed.unit.name, arrival, &listed.field("arrives"), plan, sheet);
        }
    }
    for (number, formation) in plan.formations.iter().enumerate() {
        if let Some(arrival) = &formation.arrives {
            arrives(&formation.name, arrival, way!["formation", number, "arrives"], plan, sheet);
        }
    }
    for (number, leader) in plan.leaders.iter().enumerate() {
        if let Some(arrival) = &leader.arrives {
            arrives(&leader.name, arrival, way!["leader", number, "arrives"], plan, sheet);
        }
    }
    for (number, variant) in plan.variants.iter().enumerate() {
        if let Some(start) = variant.start.filter(|start| *start < clock.start || *start >= clock.end) {
            let reason = format!("variant {} begins at {start}, outside the battle", variant.id);
            sheet.wrong(way!["variant", number, "start"], reason, span(plan));
        }
    }
}

fn arrives(name: &str, arrival: &Arrival, path: &[Step<'_>], plan: &Plan, sheet: &mut Sheet<'_>) {
    let when = [path, &[Step::Key("time")]].concat();
    if arrival.time < plan.clock.start {
        let reason = format!("{name} arrives at {}, before the battle begins", arrival.time);
        sheet.wrong(&when, reason, format!("{}, or place it on the map", span(plan)));
    } else if arrival.time >= plan.clock.end {
        let reason = format!("{name} arrives at {}, after the battle is over", arrival.time);
        sheet.wrong(&when, reason, span(plan));
    }
}

fn in_order(list: &'static str, hours: &[Time], plan: &Plan, sheet: &mut Sheet<'_>) {
    for (number, from) in hours.iter().enumerate() {
        if number > 0 && *from <= hours[number - 1] {
            let reason = format!("{list} from {from} stands behind {list} from {}", hours[number - 1]);
            sheet.wrong(way![list, number, "from"], reason, "put the hours in order");
        } else if *from >= plan.clock.end {
            sheet.wrong(
                way![list, number, "from"],
                format!("{list} from {from} comes after the battle is over"),
                span(plan),
            );
        }
    }
}

fn span(plan: &Plan) -> String {
    format!("the battle lasts from {} to {}", plan.clock.start, plan.clock.end)
}
