//! A roster to print: a line a unit with boxes to tick, and labels for the bases to cut out.

use std::fmt::Write;

use engine::book::{Roster, RosterCommand, RosterUnit};

use super::{document, escape};
use crate::report::roster::sized;

const STYLE: &str = include_str!("roster.css");

/// Boxes stand in fives, so that they are counted at a glance.
const TOGETHER: u16 = 5;

/// The page of one force; `heading` says whose and when, `seed` how to have it again.
pub fn page(title: &str, heading: &str, seed: &str, roster: &Roster) -> String {
    let mut body = String::from("<main>\n");
    // Writing into a text cannot fail.
    let _ = writeln!(body, "<h1>{}</h1>\n<p>{}<br>{}</p>", escape(heading), escape(title), escape(seed));
    command(&roster.command, 0, &mut body);
    body.push_str("<section class=\"labels\">\n<h2>Labels for the bases</h2>\n<p>Cut along the dashed lines.</p>\n");
    body.push_str("<ul class=\"labels\">\n");
    labels(&roster.command, &mut body);
    body.push_str("</ul>\n</section>\n</main>\n");
    document(&format!("{heading}, {title}"), STYLE, &body)
}

fn command(command: &RosterCommand, level: usize, body: &mut String) {
    let name = escape(&command.name);
    let led = command.leader.as_ref().map(|leader| format!("{}, {}", leader.name, leader.rating)).unwrap_or_default();
    let _ = writeln!(
        body,
        "<section class=\"command\">\n<header class=\"command level-{level}\"><h2>{name}</h2><span>{}</span></header>",
        escape(&led)
    );
    if !command.units.is_empty() {
        let _ = writeln!(body, "<table>\n<caption>Units of {name}</caption>\n<thead><tr>");
        for (class, heading) in
            [("name", "unit"), ("arm", "arm"), ("size", "size"), ("weapon", "weapon"), ("quality", "grade")]
        {
            let _ = writeln!(body, "<th scope=\"col\" class=\"{class}\">{heading}</th>");
        }
        body.push_str("<th scope=\"col\">boxes</th>\n</tr></thead>\n<tbody>\n");
        command.units.iter().for_each(|unit| line(unit, body));
        body.push_str("</tbody>\n</table>\n");
    }
    body.push_str("</section>\n");
    command.commands.iter().for_each(|below| self::command(below, level + 1, body));
}

fn line(unit: &RosterUnit, body: &mut String) {
    let name = escape(&unit.name);
    let _ = write!(body, "<tr><th scope=\"row\">{name}</th>");
    let size = sized(unit.size.into(), &unit.measure);
    for text in [&unit.arm, &size, &unit.weapon, &unit.quality] {
        let _ = write!(body, "<td>{}</td>", escape(text));
    }
    body.push_str("<td class=\"boxes\">");
    for first in (1..=unit.boxes).step_by(TOGETHER.into()) {
        body.push_str("<span class=\"five\">");
        for number in first..=unit.boxes.min(first.saturating_add(TOGETHER - 1)) {
            let _ = write!(body, "<input type=\"checkbox\" aria-label=\"{name}, box {number} of {}\">", unit.boxes);
        }
        body.push_str("</span>");
    }
    body.push_str("</td></tr>\n");
}

/// A label for every leader and unit, those of a command together.
fn labels(command: &RosterCommand, body: &mut String) {
    if let Some(leader) = &command.leader {
        label(&command.name, [&leader.rating, ""], [&leader.name, ""], body);
    }
    for unit in &command.units {
        let size = sized(unit.size.into(), &unit.measure);
        label(&unit.name, [&unit.quality, &unit.weapon], [&size, &command.name], body);
    }
    command.commands.iter().for_each(|below| labels(below, body));
}

/// A name, what matters most under it, and what matters less under that.
fn label(name: &str, about: [&str; 2], small: [&str; 2], body: &mut String) {
    let joined = |texts: [&str; 2]| {
        let texts = texts.into_iter().filter(|text| !text.is_empty()).map(escape);
        texts.collect::<Vec<_>>().join(" &middot; ")
    };
    let _ = writeln!(body, "<li><b>{}</b>{}<br><small>{}</small></li>", escape(name), joined(about), joined(small));
}
