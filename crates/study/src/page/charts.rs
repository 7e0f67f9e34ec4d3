//! The plots of a study.

use super::plot::Plot;
use super::{history, percent};
use crate::findings::{Ended, Share, Spread};
use crate::{Findings, Lost, Study};

/// The classes of the sides, and of nobody.
const CLASSES: [&str; 3] = ["union", "confederate", "draw"];
/// Boxes of a histogram of losses.
const BOXES: u32 = 24;
/// The height of a bar in a list, with the gap below it.
const ROW: f64 = 34.0;

fn name(study: &Study, place: usize) -> &str {
    study.subject.sides.get(place).map_or("nobody", String::as_str)
}

/// Who wins: a bar a side with its interval.
pub fn winners(study: &Study, findings: &Findings) -> String {
    let rows: Vec<(&str, &str, &Share)> =
        (0..3).map(|place| (CLASSES[place], name(study, place), &findings.by_side[place])).collect();
    let description = rows.iter().map(|(_, name, share)| format!("{name} {}", percent(share))).collect::<Vec<_>>();
    bars("winners", "Who wins", &format!("Battles won, with 95% intervals: {}.", description.join("; ")), &rows)
}

/// How battles end: a bar an ending.
pub fn endings(study: &Study, findings: &Findings) -> String {
    let words: Vec<String> = findings.endings.iter().map(|ended| ending_words(study, ended)).collect();
    let class = |ended: &Ended| ended.winner.map_or(CLASSES[2], |side| CLASSES[side as usize]);
    let rows: Vec<(&str, &str, &Share)> = findings
        .endings
        .iter()
        .zip(&words)
        .map(|(ended, words)| (class(ended), words.as_str(), &ended.share))
        .collect();
    let description = rows.iter().map(|(_, words, share)| format!("{words} {}", percent(share))).collect::<Vec<_>>();
    bars("endings", "How battles end", &format!("{}.", description.join("; ")), &rows)
}

/// An ending with the side that won.
pub fn ending_words(study: &Study, ended: &Ended) -> String {
    let words = if ended.share.name.is_empty() { "no word of it" } else { &ended.share.name };
    match ended.winner {
        Some(side) => format!("{}: {words}", name(study, side as usize)),
        None => format!("nobody: {words}"),
    }
}

/// Bars of shares from nothing to a hundred, one below the other, each with its interval.
fn bars(id: &str, title: &str, description: &str, rows: &[(&str, &str, &Share)]) -> String {
    let count = rows.len() as f64;
    let mut plot = Plot::new(54.0 + ROW * count, (0.0, 100.0), (0.0, count));
    plot.grid("share of the battles, in a hundred");
    for (place, (class, name, share)) in rows.iter().enumerate() {
        let (low, high) = (count - place as f64 - 0.92, count - place as f64 - 0.45);
        let found = share.interval;
        let label = format!("{name}: {}", percent(share));
        plot.block(&format!("bar {class}"), (0.0, found.share * 100.0), (low, high), &label);
        let (y, from, to) = (plot.y((low + high) / 2.0), plot.x(found.low * 100.0), plot.x(found.high * 100.0));
        plot.shape(&format!("<line class=\"whisker\" x1=\"{from:.1}\" x2=\"{to:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>"));
        let (x, y) = (plot.x(0.0) + 2.0, plot.y(high) - 3.0);
        plot.words(x, y, "", "start", &label);
    }
    plot.finish(id, title, description)
}

/// How many men either side loses: two histograms, and what history counts.
pub fn final_losses(study: &Study, findings: &Findings) -> String {
    [0, 1].map(|side| losses_of(study, findings, side)).concat()
}

fn losses_of(study: &Study, findings: &Findings, side: usize) -> String {
    let spread = &findings.lost[side];
    let past = study.subject.history[side];
    let reach = past.map_or(spread.most, |lost| lost.most.max(spread.most)).max(BOXES);
    let lost = || study.bouts.iter().map(|bout| bout.fought.tally.lost[side]);
    // Men fall by the hit, or by the strength point: a box that holds more of them than its neighbour would stand out for nothing.
    let step = reach.div_ceil(BOXES).next_multiple_of(common_measure(lost()));
    let counts = histogram(lost(), step);
    let tallest = counts.iter().copied().max().unwrap_or(0).max(1);
    let mut plot = Plot::new(230.0, (0.0, f64::from(step * (BOXES + 1))), (0.0, tallest as f64 * 1.08));
    plot.axes(&format!("men of the {} side lost", name(study, side)), "battles");
    for (place, count) in counts.iter().enumerate() {
        let from = place as u32 * step;
        let hint = format!("{from} to {}: {count} battles", from + step - 1);
        let across = (f64::from(from), f64::from(from + step) - f64::from(step) * 0.08);
        plot.block(&format!("bar {}", CLASSES[side]), across, (0.0, *count as f64), &hint);
    }
    let mut description = spread_words(spread);
    if let Some(lost) = past {
        let words = format!("that day: {}", history(lost));
        let (from, to) = (f64::from(lost.least), f64::from(lost.most.max(lost.least + step / 8)));
        plot.block("history-band", (from, to), (0.0, tallest as f64 * 1.08), &words);
        let x = plot.x(f64::from(lost.least + lost.most) / 2.0);
        plot.words_within(x, 22.0, "history", &words);
        description += &format!(" {words}.");
    }
    let title = format!("Men lost, {}", name(study, side));
    plot.finish(&format!("lost-{}", CLASSES[side]), &title, &description)
}

fn spread_words(spread: &Spread) -> String {
    let Spread { mean, tenth, median, ninetieth, .. } = spread;
    format!("{mean:.1} on average, half below {median}, eight in ten between {tenth} and {ninetieth}.")
}

/// The largest number that measures all of these; one where nothing does.
fn common_measure(numbers: impl Iterator<Item = u32>) -> u32 {
    let of_two = |one: u32, other: u32| {
        let (mut one, mut other) = (one, other);
        while other != 0 {
            (one, other) = (other, one % other);
        }
        one
    };
    numbers.fold(0, of_two).max(1)
}

/// How many numbers fall into each box of this width.
fn histogram(numbers: impl Iterator<Item = u32>, step: u32) -> Vec<u64> {
    let mut counts = Vec::new();
    for number in numbers {
        let place = (number / step) as usize;
        if counts.len() <= place {
            counts.resize(place + 1, 0);
        }
        counts[place] += 1;
    }
    counts
}

/// Losses turn by turn: the mean, and where eight battles in ten lie.
pub fn over_time(study: &Study, findings: &Findings) -> String {
    let turns = &findings.over_time;
    let past = study.subject.history.iter().flatten().map(|lost| lost.most).max().unwrap_or(0);
    let most = turns.iter().flat_map(|turn| turn.lost.iter().map(|lost| lost.ninetieth)).max().unwrap_or(0).max(past);
    let mut plot = Plot::new(300.0, (0.0, turns.len() as f64), (0.0, f64::from(most.max(1)) * 1.05));
    plot.axes("turn", "men lost");
    let middle = |lost: Lost| f64::from(lost.least + lost.most) / 2.0;
    let that_day = study.subject.history.map(|lost| plot.y(lost.map_or(0.0, middle)));
    let labels = plot.apart(that_day.map(|y| y + 4.0));
    for side in [0, 1] {
        let through = |of: fn(&Spread) -> f64| -> Vec<(f64, f64)> {
            let points = turns.iter().map(|turn| (f64::from(turn.turn), of(&turn.lost[side])));
            std::iter::once((0.0, 0.0)).chain(points).collect()
        };
        let (upper, lower) = (through(|lost| f64::from(lost.ninetieth)), through(|lost| f64::from(lost.tenth)));
        plot.band(CLASSES[side], &upper, &lower);
        let means = through(|lost| lost.mean);
        plot.line(CLASSES[side], &means);
        let (x, y) = (plot.x(0.0) + 12.0, 30.0 + side as f64 * 18.0);
        plot.shape(&format!(
            "<line class=\"line {}\" x1=\"{x:.1}\" x2=\"{:.1}\" y1=\"{y}\" y2=\"{y}\"/>",
            CLASSES[side],
            x + 28.0
        ));
        plot.words(x + 34.0, y + 4.0, "", "start", name(study, side));
        if let Some(lost) = study.subject.history[side] {
            let (end, start) = (plot.x(turns.len() as f64), plot.x(turns.len() as f64) - 14.0);
            let y = that_day[side];
            plot.shape(&format!("<line class=\"history\" stroke-width=\"4\" x1=\"{start:.1}\" x2=\"{end:.1}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>"));
            let words = format!("{} that day: {}", name(study, side), history(lost));
            plot.words(start - 6.0, labels[side], "history", "end", &words);
        }
    }
    let last = turns.last();
    let by = |side: usize| last.map_or(0.0, |turn| turn.lost[side].mean);
    let description = format!(
        "Mean losses rise to {:.0} ({}) and {:.0} ({}) by the last turn; the bands hold eight battles in ten.",
        by(0),
        name(study, 0),
        by(1),
        name(study, 1)
    );
    plot.finish("over-time", "Men lost by the end of each turn", &description)
}

/// How many turns battles take.
pub fn length(findings: &Findings) -> String {
    let last = findings.length.keys().copied().max().unwrap_or(1);
    let tallest = findings.length.values().copied().max().unwrap_or(1);
    let mut plot = Plot::new(200.0, (0.5, f64::from(last) + 0.5), (0.0, tallest as f64 * 1.08));
    plot.axes("turns", "battles");
    for (turns, battles) in &findings.length {
        let across = (f64::from(*turns) - 0.42, f64::from(*turns) + 0.42);
        plot.block("bar draw", across, (0.0, *battles as f64), &format!("{turns} turns: {battles} battles"));
    }
    plot.finish("length", "Turns a battle took", &spread_words(&findings.turns))
}
