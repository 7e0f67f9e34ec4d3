//! A study for people in a terminal.

use std::io;

use engine::Side;
use study::findings::{Share, Spread};
use study::{Findings, Study, page};

use super::bar;
use crate::ink;
use crate::table::{Cell, Frame, Table};
use crate::terminal::Page;
use crate::text::clean;

/// Columns of a bar.
const BAR: usize = 20;

/// Shows the figures of a study.
pub fn show(study: &Study, findings: &Findings, page: &mut Page<'_>) -> io::Result<()> {
    let subject = &study.subject;
    page.wrapped(ink::TITLE, 0, &clean(&format!("{} under {}", subject.title, subject.rulebook_title)))?;
    let [first, second] = &study.generals;
    let swapped = if first == second { "" } else { ", who changed sides halfway" };
    page.wrapped(ink::PLAIN, 0, &format!("{} battles, {first} against {second}{swapped}", findings.battles))?;
    page.gap()?;
    shares("won by", &named(study, &findings.by_side), page)?;
    if !findings.by_general.is_empty() {
        page.gap()?;
        let rows: Vec<(String, &Share)> = findings.by_general.iter().map(|share| (share.name.clone(), share)).collect();
        shares("won by general", &rows, page)?;
    }
    page.gap()?;
    let ended = findings.endings.iter().map(|ended| {
        let who = ended.winner.map_or("nobody".to_owned(), |side| subject.sides[side as usize].clone());
        (clean(&format!("{who}: {}", ended.share.name)), &ended.share)
    });
    shares("ended by", &ended.collect::<Vec<_>>(), page)?;
    page.gap()?;
    losses(study, findings, page)?;
    page.gap()?;
    over_time(study, findings, page)
}

fn named<'a>(study: &Study, shares: &'a [Share; 3]) -> Vec<(String, &'a Share)> {
    let name = |place: usize| study.subject.sides.get(place).cloned().unwrap_or_else(|| "nobody".to_owned());
    shares.iter().enumerate().map(|(place, share)| (clean(&name(place)), share)).collect()
}

fn shares(what: &str, rows: &[(String, &Share)], page: &mut Page<'_>) -> io::Result<()> {
    let look = page.look;
    let mut table = Table::new(Frame::Open, [what, "battles", "share (95% interval)", ""]);
    for (name, share) in rows {
        table.row([
            Cell::from(name.as_str()),
            Cell::from(share.count.to_string()),
            Cell::from(page::percent(share)).left(),
            Cell::new(bar(share.interval.share, BAR, look.boxes), ink::BAR),
        ]);
    }
    page.write(table.draw(&look))
}

fn losses(study: &Study, findings: &Findings, page: &mut Page<'_>) -> io::Result<()> {
    let look = page.look;
    let mut table = Table::new(Frame::Open, ["a battle", "mean", "10%", "median", "90%", "most", "that day"]);
    let mut row = |name: String, spread: &Spread, past: String| {
        let whole =
            [spread.tenth, spread.median, spread.ninetieth, spread.most].map(|number| Cell::from(number.to_string()));
        let head = [Cell::from(name), Cell::from(format!("{:.1}", spread.mean))];
        table.row(head.into_iter().chain(whole).chain([Cell::from(past).left()]));
    };
    for side in Side::ALL {
        let place = side as usize;
        let name = clean(&format!("{} men lost", study.subject.sides[place]));
        let past = study.subject.history[place].map_or("-".to_owned(), page::history);
        row(name, &findings.lost[place], past);
    }
    row("turns".to_owned(), &findings.turns, "-".to_owned());
    row("orders".to_owned(), &findings.orders, "-".to_owned());
    page.write(table.draw(&look))
}

fn over_time(study: &Study, findings: &Findings, page: &mut Page<'_>) -> io::Result<()> {
    let look = page.look;
    let [us, them] = study.subject.sides.each_ref().map(|name| clean(name));
    let headings = [
        "turn".to_owned(),
        "battles".to_owned(),
        us.clone(),
        "10% to 90%".to_owned(),
        them.clone(),
        "10% to 90%".to_owned(),
    ];
    let mut table = Table::new(Frame::Open, headings);
    for turn in &findings.over_time {
        let mut cells = vec![Cell::from(turn.turn.to_string()), Cell::from(turn.battles.to_string())];
        for lost in &turn.lost {
            cells.push(Cell::from(format!("{:.1}", lost.mean)));
            cells.push(Cell::from(format!("{} to {}", lost.tenth, lost.ninetieth)).left());
        }
        table.row(cells);
    }
    page.wrapped(ink::FAINT, 0, "Men lost by the end of each turn, on average:")?;
    page.write(table.draw(&look))
}
