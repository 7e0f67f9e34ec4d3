//! How a battle stands, what an order may lead to, and how it ended, in words.

use std::io;

use engine::Side;
use engine::game::{AnyGame, Forecast, Story};
use engine::stage::Scene;

use super::Theatre;
use crate::ink;
use crate::report::bar;
use crate::terminal::Page;
use crate::text::{clean, counted};

/// Rows of a forecast that are shown.
const ROWS: usize = 12;
/// Columns of a bar.
const BAR: usize = 16;

/// How the battle stands, on one line: `Turn 3 of 10, 18:40, Fire Phase: union to act`.
pub fn standing(theatre: &Theatre, scene: &Scene, to_act: Option<Side>) -> String {
    let standing = &scene.standing;
    let mut parts = Vec::new();
    if standing.tally.turns > 0 {
        parts.push(format!("Turn {} of {}", standing.tally.turn, standing.tally.turns));
    }
    parts.extend(
        [&standing.clock, &standing.phase].into_iter().filter(|words| !words.is_empty()).map(ToString::to_string),
    );
    let mut line = parts.join(", ");
    if let Some(side) = to_act {
        let gap = if line.is_empty() { "" } else { ": " };
        line += &format!("{gap}{} to act", theatre.side_name(side));
    }
    line
}

/// Points and losses on one line.
pub fn score(theatre: &Theatre, game: &dyn AnyGame) -> String {
    let tally = game.tally();
    let of = |side: Side| {
        let (points, lost) = (tally.points[side as usize], tally.lost[side as usize]);
        format!("{} {}, {lost} men lost", theatre.side_name(side), counted(points.max(0) as usize, "point", "points"))
    };
    Side::ALL.map(of).join("; ")
}

/// How it ended.
pub fn ending(theatre: &Theatre, game: &dyn AnyGame) -> String {
    match game.ending() {
        None => "The battle is over.".to_owned(),
        Some(ending) => {
            let words = if ending.words.is_empty() { String::new() } else { format!(" ({})", ending.words) };
            let rule = ending.rule.map_or(String::new(), |rule| format!(" [{rule}]"));
            match ending.winner {
                Some(side) => format!("{} wins{words}{rule}", theatre.side_name(side)),
                None => format!("Nobody wins{words}{rule}"),
            }
        }
    }
}

/// What an order may lead to, the likeliest first.
pub fn show_forecasts(forecasts: &[Forecast], page: &mut Page<'_>) -> io::Result<()> {
    let look = page.look;
    for forecast in forecasts {
        if !forecast.answers.is_empty() {
            let answers: Vec<String> =
                forecast.answers.iter().map(|(name, answer)| format!("{name}: {answer}")).collect();
            page.wrapped(ink::HEADING, 2, &clean(&format!("if {}", answers.join(", "))))?;
        }
        for row in forecast.rows.iter().take(ROWS) {
            let share = format!("{:5.1}%", row.chance * 100.0);
            let drawn = crate::text::pad(&bar(row.chance, BAR, look.boxes), BAR);
            let gist = if row.gist.is_empty() { "it is carried out" } else { &row.gist };
            let head = format!("  {share} {} ", look.paint(ink::BAR, drawn));
            let room = look.width.saturating_sub(10 + BAR + 1).max(20);
            for (place, line) in crate::text::wrap(&clean(gist), room).into_iter().enumerate() {
                let before = if place == 0 { head.clone() } else { " ".repeat(10 + BAR) };
                page.line(format!("{before}{line}"))?;
            }
        }
        if let Some(rest) = forecast.rows.get(ROWS..).filter(|rest| !rest.is_empty()) {
            let chance: f64 = rest.iter().map(|row| row.chance).sum();
            page.wrapped(ink::FAINT, 2, &format!("{:5.1}% {} more outcomes", chance * 100.0, rest.len()))?;
        }
        if forecast.unresolved != "0" {
            page.wrapped(ink::FAINT, 2, "a limit was hit: the rest is not known")?;
        }
    }
    Ok(())
}

/// A turn: the order, and what came of it.
pub fn show_story(theatre: &Theatre, story: &Story, page: &mut Page<'_>) -> io::Result<()> {
    let who = story.side.map_or_else(String::new, |side| format!("{}: ", theatre.side_name(side)));
    let order = story.order.as_deref().unwrap_or("an order in secret");
    let head = format!("{:>4}", story.turn);
    crate::report::entry(page, 0, 6, (&head, ink::TYPE), (&clean(&format!("{who}{order}")), ink::TITLE))?;
    story.words.iter().try_for_each(|words| page.wrapped(ink::PLAIN, 6, &clean(words)))
}
