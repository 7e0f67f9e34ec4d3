//! A study as one page that needs nothing else: figures in words and tables, plots as SVG, by day and in the dark.
//!
//! The plots are some two hundred lines of our own ([`plot`], [`charts`]). The plotting crates at hand write colours into every
//! shape, so that a page cannot turn dark, and give nothing to those who cannot see the picture; here colours are classes,
//! sides differ by dash and hatch as well, and every plot has a title, a description, and its numbers in a table below.

pub mod charts;
pub mod plot;

use crate::findings::{Share, Spread};
use crate::{Findings, Lost, Study};

const STYLE: &str = include_str!("page.css");

/// The whole page.
pub fn html(study: &Study, findings: &Findings) -> String {
    let subject = &study.subject;
    let title = format!("{} under {}", subject.title, subject.rulebook_title);
    let mut page = String::from("<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
    page += "<meta name=\"color-scheme\" content=\"light dark\">\n";
    page += &format!("<title>{}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n", escaped(&title));
    page += &format!("<h1>{}</h1>\n<p>{}</p>\n", escaped(&title), escaped(&summary(study, findings)));
    page += &section("Who wins", &charts::winners(study, findings), &winners(study, findings));
    page += &section("Men lost", &charts::final_losses(study, findings), &losses(study, findings));
    page += &section("Losses turn by turn", &charts::over_time(study, findings), &over_time(study, findings));
    page += &section("How it ends", &charts::endings(study, findings), &endings(study, findings));
    page += &section("How long it takes", &charts::length(findings), &length(findings));
    page += &provenance(study, findings);
    page + "</main>\n</body>\n</html>\n"
}

/// The study in a few sentences.
fn summary(study: &Study, findings: &Findings) -> String {
    let [first, second] = &study.generals;
    let who = if first == second {
        format!("{first} against {second}")
    } else {
        format!("{first} against {second}, who changed sides halfway")
    };
    let [union, confederate, draw] = [0, 1, 2].map(|place| percent(&findings.by_side[place]));
    let [us, them] = &study.subject.sides;
    format!(
        "{} battles, {who}. {us} won {union}, {them} {confederate}, nobody {draw}. A battle took {:.1} turns and cost {:.0} and \
         {:.0} men on average.",
        findings.battles, findings.turns.mean, findings.lost[0].mean, findings.lost[1].mean
    )
}

/// A share with its interval: `48.1% (45.0 to 51.2)`.
pub fn percent(share: &Share) -> String {
    let part = |value: f64| value * 100.0;
    let found = share.interval;
    format!("{:.1}% ({:.1} to {:.1})", part(found.share), part(found.low), part(found.high))
}

fn section(title: &str, plot: &str, table: &str) -> String {
    format!(
        "<section>\n<h2>{title}</h2>\n{plot}<details>\n<summary>{title}: the numbers</summary>\n{table}</details>\n</section>\n"
    )
}

/// A table with a heading to every row.
fn table(caption: &str, headings: &[&str], rows: &[Vec<String>]) -> String {
    let mut text = format!("<table>\n<caption>{}</caption>\n<thead><tr>", escaped(caption));
    headings.iter().for_each(|heading| text += &format!("<th scope=\"col\">{}</th>", escaped(heading)));
    text += "</tr></thead>\n<tbody>\n";
    for row in rows {
        text += "<tr>";
        for (place, cell) in row.iter().enumerate() {
            let cell = escaped(cell);
            text += &if place == 0 { format!("<th scope=\"row\">{cell}</th>") } else { format!("<td>{cell}</td>") };
        }
        text += "</tr>\n";
    }
    text + "</tbody>\n</table>\n"
}

fn winners(study: &Study, findings: &Findings) -> String {
    let [us, them] = &study.subject.sides;
    let named = |name: &str| match name {
        "union" => us.clone(),
        "confederate" => them.clone(),
        other => other.to_owned(),
    };
    let row = |share: &Share| vec![named(&share.name), share.count.to_string(), percent(share)];
    let headings = ["winner", "battles", "share, and 95% interval"];
    let mut text = table("By side", &headings, &findings.by_side.iter().map(row).collect::<Vec<_>>());
    if !findings.by_general.is_empty() {
        text += &table("By general", &headings, &findings.by_general.iter().map(row).collect::<Vec<_>>());
    }
    text
}

fn spread_cells(spread: &Spread) -> Vec<String> {
    let whole = [spread.least, spread.tenth, spread.median, spread.ninetieth, spread.most];
    [format!("{:.1}", spread.mean)].into_iter().chain(whole.map(|number| number.to_string())).collect()
}

fn losses(study: &Study, findings: &Findings) -> String {
    let subject = &study.subject;
    let rows = [0, 1].map(|side| {
        let mut row = vec![subject.sides[side].clone(), known(subject.engaged[side])];
        row.extend(spread_cells(&findings.lost[side]));
        row.push(subject.history[side].map_or("not known".to_owned(), history));
        row
    });
    let headings =
        ["side", "engaged", "mean", "least", "one in ten less", "median", "one in ten more", "most", "that day"];
    table("Men lost by the end", &headings, &rows)
}

/// What history counts, in words.
pub fn history(lost: Lost) -> String {
    match lost {
        Lost { least, most } if least == most => least.to_string(),
        Lost { least, most } => format!("{least} to {most}"),
    }
}

fn known(men: u32) -> String {
    if men == 0 { "not known".to_owned() } else { men.to_string() }
}

fn over_time(study: &Study, findings: &Findings) -> String {
    let [us, them] = &study.subject.sides;
    let headings =
        ["turn".to_owned(), "battles still on".to_owned(), format!("{us}: mean"), format!("{us}: 10% to 90%")];
    let more = [format!("{them}: mean"), format!("{them}: 10% to 90%")];
    let headings: Vec<&str> = headings.iter().chain(&more).map(String::as_str).collect();
    let rows = findings.over_time.iter().map(|turn| {
        let mut row = vec![turn.turn.to_string(), turn.battles.to_string()];
        for lost in &turn.lost {
            row.extend([format!("{:.1}", lost.mean), format!("{} to {}", lost.tenth, lost.ninetieth)]);
        }
        row
    });
    table("Men lost by the end of each turn", &headings, &rows.collect::<Vec<_>>())
}

fn endings(study: &Study, findings: &Findings) -> String {
    let rows = findings.endings.iter().map(|ended| {
        let words = charts::ending_words(study, ended);
        vec![words, ended.share.count.to_string(), percent(&ended.share)]
    });
    table("How battles ended", &["ending", "battles", "share, and 95% interval"], &rows.collect::<Vec<_>>())
}

fn length(findings: &Findings) -> String {
    let rows = findings.length.iter().map(|(turns, battles)| vec![turns.to_string(), battles.to_string()]);
    table("Turns a battle took", &["turns", "battles"], &rows.collect::<Vec<_>>())
}

/// What the figures hold for, so that somebody else can find the same.
fn provenance(study: &Study, findings: &Findings) -> String {
    let subject = &study.subject;
    let switches: Vec<String> = subject.switches.iter().map(|(name, value)| format!("{name} = {value}")).collect();
    let switches = if switches.is_empty() { "as printed".to_owned() } else { switches.join(", ") };
    let (mean, most) = (findings.orders.mean, findings.orders.most);
    let rows = [
        ("battle", format!("{} ({})", subject.battle, short(&subject.folder))),
        ("rulebook", format!("{} ({})", subject.rulebook, short(&subject.charts))),
        ("switches", switches),
        ("generals", study.generals.join(", ")),
        ("seeds", seeds(study)),
        ("orders in a battle", format!("{mean:.0} on average, {most} at most")),
        ("engine", format!("Long Roll {}", subject.engine)),
    ];
    let rows = rows.map(|(name, text)| vec![name.to_owned(), text]);
    format!("<section>\n<h2>What this holds for</h2>\n{}</section>\n", table("Provenance", &["what", "which"], &rows))
}

/// From which seed the battles were fought. Two generals of the same rank do not change sides.
fn seeds(study: &Study) -> String {
    let [first, second] = &study.generals;
    if first == second {
        return format!("from {}, one a battle", study.seed);
    }
    format!("from {}, the same ones for both halves, in which the generals changed sides", study.seed)
}

/// The beginning of a digest, enough to tell it from another.
fn short(digest: &str) -> &str {
    digest.get(..16).unwrap_or(digest)
}

/// A text as it may stand in a page.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
