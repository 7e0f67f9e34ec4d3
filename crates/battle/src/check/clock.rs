//! Hours: the clock, the light, the weather, and who comes when.

use super::units;
use crate::plan::{Plan, Time};
use crate::sheet::Sheet;
use crate::tree::{Step, way};

/// The hours between which a battle lasts, as far as they are known.
struct Span {
    start: Option<Time>,
    end: Option<Time>,
}

impl Span {
    /// The same as advice.
    fn words(&self) -> String {
        match (self.start, self.end) {
            (Some(start), Some(end)) => format!("the battle lasts from {start} to {end}"),
            (Some(start), None) => format!("the battle begins at {start}"),
            (None, Some(end)) => format!("the battle ends at {end}"),
            (None, None) => String::new(),
        }
    }
}

pub(super) fn check(plan: &Plan, sheet: &mut Sheet<'_>) {
    let span = span(plan, sheet);
    sun(plan, sheet);
    sight(plan, sheet);
    holds(plan, &span, sheet);
    in_order("light", &plan.light.iter().map(|light| light.from).collect::<Vec<_>>(), &span, sheet);
    in_order("weather", &plan.weather.iter().map(|weather| weather.from).collect::<Vec<_>>(), &span, sheet);
    for listed in units(plan) {
        if let Some(arrival) = &listed.unit.arrives {
            arrives(&listed.unit.name, arrival.time, &listed.field("arrives"), &span, sheet);
        }
    }
    for (number, formation) in plan.formations.iter().enumerate() {
        if let Some(arrival) = &formation.arrives {
            arrives(&formation.name, arrival.time, way!["formation", number, "arrives"], &span, sheet);
        }
    }
    for (number, leader) in plan.leaders.iter().enumerate() {
        if let Some(arrival) = &leader.arrives {
            arrives(&leader.name, arrival.time, way!["leader", number, "arrives"], &span, sheet);
        }
    }
    for (number, variant) in plan.variants.iter().enumerate() {
        let Some(start) = variant.start else { continue };
        if span.start.is_some_and(|first| start < first) || span.end.is_some_and(|end| start >= end) {
            let reason = format!("variant {} begins at {start}, outside the battle", variant.id);
            sheet.wrong(way!["variant", number, "start"], reason, span.words());
        }
    }
}

/// The hours of the clock. If they contradict each other, nobody knows which of them holds.
fn span(plan: &Plan, sheet: &mut Sheet<'_>) -> Span {
    let clock = &plan.clock;
    let known = |name, time| Some(time).filter(|_| sheet.sure(way!["clock", name]));
    let span = Span { start: known("start", clock.start), end: known("end", clock.end) };
    if let (Some(start), Some(end)) = (span.start, span.end)
        && end <= start
    {
        let reason = format!("the battle ends at {end}, and begins at {start}");
        sheet.wrong(way!["clock", "end"], reason, "let it end later; a battle does not go past midnight");
        return Span { start: None, end: None };
    }
    span
}

/// The sun rises before it sets.
fn sun(plan: &Plan, sheet: &mut Sheet<'_>) {
    let (Some(sunrise), Some(sunset)) = (plan.clock.sunrise, plan.clock.sunset) else { return };
    if sunset <= sunrise && sheet.sure(way!["clock", "sunrise"]) {
        let reason = format!("the sun sets at {sunset}, and rises at {sunrise}");
        sheet.wrong(way!["clock", "sunset"], reason, "write the hours of one day");
    }
}

/// One sees some way, however dark it is.
fn sight(plan: &Plan, sheet: &mut Sheet<'_>) {
    let light = plan.light.iter().map(|light| light.sight).enumerate().map(|(number, sight)| ("light", number, sight));
    let weather = plan.weather.iter().map(|weather| weather.sight).enumerate();
    let weather = weather.map(|(number, sight)| ("weather", number, sight));
    for (list, number, sight) in light.chain(weather) {
        if sight.is_some_and(|sight| sight.0 <= 0) {
            let hint = "write how many yards one sees, or leave it out";
            sheet.wrong(way![list, number, "sight"], "sight cannot be nought or less", hint);
        }
    }
}

/// Who holds until the battle is over never moves: that is an order, not an hour.
fn holds(plan: &Plan, span: &Span, sheet: &mut Sheet<'_>) {
    let of_units = units(plan)
        .map(|listed| (listed.unit.name.as_str(), listed.unit.holds_until, listed.field("holds-until").to_vec()));
    let of_formations = plan.formations.iter().enumerate().map(|(number, formation)| {
        (formation.name.as_str(), formation.holds_until, way!["formation", number, "holds-until"].to_vec())
    });
    for (name, until, path) in of_formations.chain(of_units) {
        let Some(until) = until else { continue };
        if span.end.is_some_and(|end| until >= end) {
            sheet.wrong(&path, format!("{name} holds until {until}, when the battle is over"), span.words());
        } else if span.start.is_some_and(|start| until <= start) {
            let reason = format!("{name} holds until {until}, when the battle has not begun");
            sheet.wrong(&path, reason, format!("{}: take it away, or write a later hour", span.words()));
        }
    }
}

fn arrives(name: &str, time: Time, path: &[Step<'_>], span: &Span, sheet: &mut Sheet<'_>) {
    let when = [path, &[Step::Key("time")]].concat();
    if span.start.is_some_and(|start| time < start) {
        let reason = format!("{name} arrives at {time}, before the battle begins");
        sheet.wrong(&when, reason, format!("{}, or place it on the map", span.words()));
    } else if span.end.is_some_and(|end| time >= end) {
        sheet.wrong(&when, format!("{name} arrives at {time}, after the battle is over"), span.words());
    }
}

fn in_order(list: &'static str, hours: &[Time], span: &Span, sheet: &mut Sheet<'_>) {
    let mut last: Option<Time> = None;
    for (number, from) in hours.iter().enumerate() {
        let path = way![list, number, "from"];
        if !sheet.sure(path) {
            continue;
        }
        match last {
            Some(earlier) if *from == earlier => {
                sheet.wrong(path, format!("{list} from {from} is said twice"), "take one of them away");
            }
            Some(earlier) if *from < earlier => {
                let reason = format!("{list} from {from} stands behind {list} from {earlier}");
                sheet.wrong(path, reason, "put the hours in order");
            }
            _ if span.end.is_some_and(|end| *from >= end) => {
                sheet.wrong(path, format!("{list} from {from} comes after the battle is over"), span.words());
            }
            _ => {}
        }
        last = Some(*from);
    }
}
