//! Which rules fire, by rulebook and by heading.

use std::io;

use engine::{Beyond, Rule};

use super::{bar, entry};
use crate::commands::coverage::{Counts, Firing, Report};
use crate::ink;
use crate::table::{Cell, Frame, Table};
use crate::terminal::Page;

const BAR: usize = 16;

/// Shows all rulebooks, a line each.
pub fn show_all(reports: &[Report], page: &mut Page<'_>) -> io::Result<()> {
    let lines = reports.iter().map(|report| {
        let slug = report.book.about().slug;
        (slug, report.counts(report.ledger().rules()))
    });
    show_table("rulebook", &lines.collect::<Vec<_>>(), page)?;
    show_reasons(reports, page)
}

/// Shows one rulebook, a line a heading.
pub fn show_headings(report: &Report, page: &mut Page<'_>) -> io::Result<()> {
    page.wrapped(ink::TITLE, 0, report.book.about().title)?;
    page.gap()?;
    let lines = report.headings().into_iter().map(|(heading, rules)| (heading, report.counts(rules)));
    show_table("heading", &lines.collect::<Vec<_>>(), page)?;
    show_reasons(std::slice::from_ref(report), page)
}

fn show_table(what: &str, lines: &[(&str, Counts)], page: &mut Page<'_>) -> io::Result<()> {
    let look = page.look;
    let mut table = Table::new(Frame::Open, [what, "rules", "fire", "cannot", "not yet", "of those that can", ""]);
    let row = |name: &str, counts: &Counts, style| {
        let number = |count: usize| Cell::new(if count == 0 { "-".to_owned() } else { count.to_string() }, style);
        [
            Cell::new(name, style),
            number(counts.rules()),
            number(counts.fires),
            number(counts.cannot),
            number(counts.not_yet),
            Cell::new(counts.percent(), style),
            Cell::new(bar(counts.share(), BAR, look.boxes), ink::BAR),
        ]
    };
    for (name, counts) in lines {
        table.row(row(name, counts, ink::PLAIN));
    }
    let sum = lines.iter().fold(Counts::default(), |sum, (_, counts)| sum.and(*counts));
    table.rule();
    table.row(row("in all", &sum, ink::TITLE));
    page.write(table.draw(&look))
}

/// What those need that cannot fire.
fn show_reasons(reports: &[Report], page: &mut Page<'_>) -> io::Result<()> {
    let needs = |beyond: Beyond| {
        let rules = |report: &Report| {
            let all = report.ledger().rules();
            all.filter(|rule| report.firing(*rule) == Firing::Cannot(beyond)).count()
        };
        (beyond, reports.iter().map(rules).sum::<usize>())
    };
    let counted = Beyond::ALL.map(needs).into_iter().filter(|(_, count)| *count > 0);
    let text: Vec<String> = counted.map(|(beyond, count)| format!("{count} {}", reason(beyond))).collect();
    if text.is_empty() {
        return Ok(());
    }
    page.gap()?;
    page.wrapped(ink::FAINT, 0, &format!("Cannot fire in a procedure: {}.", text.join(", ")))
}

fn reason(beyond: Beyond) -> &'static str {
    match beyond {
        Beyond::Map => "need a map",
        Beyond::Turn => "need a turn",
        Beyond::Campaign => "need a campaign",
        Beyond::Figure => "need figures on a table",
        Beyond::Layout => "are titles and headings of the card",
    }
}

/// Lists the rules that did not fire, each with the reason and its wording.
pub fn show_missing(report: &Report, named: bool, page: &mut Page<'_>) -> io::Result<()> {
    let missing: Vec<Rule> = report.ledger().rules().filter(|rule| report.firing(*rule) != Firing::Fires).collect();
    if missing.is_empty() {
        return Ok(());
    }
    page.gap()?;
    let title = report.book.about().title;
    page.heading(&if named { format!("{title}: did not fire") } else { "Did not fire".to_owned() })?;
    for rule in missing {
        let why = match report.firing(rule) {
            Firing::Cannot(Beyond::Layout) => "layout".to_owned(),
            Firing::Cannot(beyond) => format!("needs a {}", beyond.name()),
            _ => "could, and has not".to_owned(),
        };
        entry(page, 2, 30, (rule.id(), ink::RULE), (&format!("({why}) {}", rule.statement()), ink::PLAIN))?;
    }
    Ok(())
}
