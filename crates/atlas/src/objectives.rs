//! What is fought for: a star on each.

use battle::Battle;
use battle::plan::Objective;

use crate::flags;
use crate::ink::{Path, Sheet, escaped};
use crate::paper::{Chart, Frame, Place};
use crate::troops::place_named;

fn place(battle: &Battle, objective: &Objective, chart: &Chart) -> Option<Place> {
    let named = |name: &String| place_named(battle, name, chart);
    let at = objective.at.map(|at| chart.place(battle::plan::point(at)));
    let at = at.or_else(|| objective.place.as_ref().and_then(named))?;
    // Beside the thing itself, so that both are seen.
    let beside = at.plus(-chart.scale.units(20), -chart.scale.units(17));
    chart.frame().grown(-chart.scale.units(12)).has(beside).then_some(beside).or(Some(at))
}

/// The boxes the stars take up.
pub(crate) fn frames(battle: &Battle, chart: &Chart) -> Vec<Frame> {
    let places = battle.plan.objectives.iter().filter_map(|objective| place(battle, objective, chart));
    places.map(|at| Frame::around(at, chart.scale.units(24), chart.scale.units(24))).collect()
}

/// Draws the stars.
pub(crate) fn draw(sheet: &mut Sheet, battle: &Battle, chart: &Chart) {
    for objective in &battle.plan.objectives {
        let Some(at) = place(battle, objective, chart) else { continue };
        let worth: Vec<String> = objective.worth.iter().map(|(side, points)| format!("{side} {points}")).collect();
        sheet.open(&format!("id=\"objective-{}\" class=\"objective\"", objective.id));
        sheet.raw(&format!("<title>{} ({})</title>", escaped(&objective.name), escaped(&worth.join(", "))));
        let mut star = Path::new();
        star.polygon(&flags::points(at, chart.scale.units(12)));
        sheet.path("star", star);
        sheet.close();
    }
}
