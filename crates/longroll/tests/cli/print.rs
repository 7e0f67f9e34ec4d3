//! What is printed on paper: cards of charts and rosters of random forces.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::support::{command, run};
use longroll::terminal::Look;

/// A file of this name in the folder of the tests.
fn file(name: &str) -> String {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name).display().to_string()
}

/// The rulebooks that can make up forces.
fn with_forces() -> Vec<&'static str> {
    let slugs = shelf::titles().into_iter().map(|about| about.slug);
    slugs.filter(|slug| command().run(&["muster", slug, "--seed", "1"]).code == 0).collect()
}

/// Fails unless the page stands on its own, and every tag that is opened is closed.
fn assert_is_whole(page: &str) {
    for outside in ["http:", "https:", "src=", "<link", "<script", "url(", "@import"] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.starts_with("<!DOCTYPE html>\n<html lang=\"en\">"));
    let mut open: Vec<&str> = Vec::new();
    for tag in page.split('<').skip(2).filter_map(|rest| rest.split('>').next()) {
        let name = tag.split(' ').next().unwrap_or_default();
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name), "{tag}"),
            None if ["meta", "input", "br", "wbr"].contains(&name) => {}
            None => open.push(name),
        }
    }
    assert!(open.is_empty(), "{open:?}");
}

#[test]
fn a_card_holds_every_chart_with_its_note() {
    for book in shelf::all().unwrap() {
        let slug = book.about().slug;
        let page = run(&["charts", slug, "--format", "html"]).exits(0).out;
        assert_is_whole(&page);
        for chart in book.charts().charts() {
            let is_there = page.contains(&format!("id=\"{}\"", chart.id()));
            assert_eq!(is_there, chart.is_on_card(), "{slug} {}", chart.id());
            let escaped = longroll::html::escape(chart.title());
            assert_eq!(page.contains(&format!("<h3>{escaped}</h3>")), chart.is_on_card(), "{slug} {}", chart.id());
            assert!(!is_there || page.contains(&longroll::html::escape(chart.note())), "{slug} {}", chart.id());
        }
    }
}

/// What stands between the tags of a page.
fn texts(page: &str) -> impl Iterator<Item = &str> {
    page.split('<').filter_map(|rest| rest.split_once('>')).map(|(_, text)| text.trim()).filter(|text| !text.is_empty())
}

#[test]
fn a_card_speaks_in_words_and_leaves_out_what_programs_read() {
    for book in shelf::all().unwrap() {
        let slug = book.about().slug;
        let html = run(&["charts", slug, "--format", "html"]).exits(0).out;
        let body = html.split("<body>").nth(1).unwrap();
        let spelt: Vec<&str> = texts(body).filter(|text| text.contains('_')).collect();
        assert!(spelt.is_empty(), "{slug}: {spelt:?}");
        for format in ["text", "md"] {
            let card = run(&["charts", slug, "--format", format]).exits(0).out;
            let spelt: Vec<&str> = card.lines().filter(|line| line.contains('_')).collect();
            assert!(spelt.is_empty(), "{slug} as {format}: {spelt:?}");
        }
        for chart in book.charts().charts().iter().filter(|chart| chart.is_on_card()) {
            let table = body.split(&format!("id=\"{}\"", chart.id())).nth(1).unwrap();
            let head = table.split("<thead>").nth(1).unwrap().split("</thead>").next().unwrap().replace("<wbr>", "");
            let shown: Vec<String> = texts(&head).map(str::to_owned).collect();
            let columns = chart.card_columns().into_iter().filter(|column| !column.below);
            let declared: Vec<String> = columns.map(|column| longroll::html::escape(&column.heading)).collect();
            assert_eq!(shown, declared, "{slug} {}", chart.id());
            // Programs have everything.
            let tsv = run(&["charts", slug, chart.id(), "--format", "tsv"]).exits(0).out;
            assert_eq!(tsv.lines().next().unwrap().split('\t').count(), chart.columns().len());
        }
    }
}

#[test]
fn a_whole_card_is_set_in_type_that_can_be_read() {
    for slug in shelf::titles().into_iter().map(|about| about.slug) {
        for (paper, least) in [("a3", 65), ("tabloid", 65), ("a4", 60), ("letter", 60)] {
            let page = run(&["charts", slug, "--format", "html", "--paper", paper]).exits(0).out;
            let size = page.split("--type: ").nth(1).unwrap().split("pt").next().unwrap();
            let tenths: u32 = size.replace('.', "").parse().unwrap();
            assert!(tenths >= least, "{slug} on {paper}: {size}pt");
        }
    }
}

#[test]
fn a_card_may_be_one_chart_on_another_paper_in_a_file() {
    let path = file("card.html");
    let ran =
        run(&["charts", "elephant", "fire-results", "--format", "html", "--paper", "letter", "-o", &path]).exits(0);
    assert_eq!(ran.out, format!("{path}\n"));
    let page = fs::read_to_string(&path).unwrap();
    assert_is_whole(&page);
    assert_eq!(page.matches("<table>").count(), 1);
    assert!(page.contains("size: letter") && page.contains("<th scope=\"col\">") && page.contains("<th scope=\"row\""));
    let nowhere = file("no-such-folder/card.html");
    let ran = run(&["charts", "elephant", "--format", "html", "-o", &nowhere]).exits(2);
    assert!(ran.err.contains("cannot write here") && ran.err.contains("--out"), "{}", ran.err);
}

#[test]
fn a_house_rule_is_marked_on_the_card() {
    let house = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cmd/house.in/good");
    let page = run(&["charts", "elephant", "--format", "html", "--house", house]).exits(0).out;
    assert!(page.contains("<td class=\"house\">") && page.contains("* house rule: "), "no mark");
}

#[test]
fn the_whole_card_is_drawn_chapter_by_chapter() {
    for book in shelf::all().unwrap() {
        let slug = book.about().slug;
        for (format, before) in [("text", ""), ("md", "### ")] {
            let card = run(&["charts", slug, "--format", format]).exits(0).out;
            let mut at = 0;
            for chart in book.charts().charts().iter().filter(|chart| chart.is_on_card()) {
                let title = format!("\n{before}{}", chart.title().split(' ').next().unwrap_or_default());
                let found = card[at..].find(&title);
                at += found.unwrap_or_else(|| panic!("{slug} {}: not in its place as {format}", chart.id())) + 1;
            }
        }
        let tsv = run(&["charts", slug, "--format", "tsv"]).exits(0).out;
        assert_eq!(tsv.lines().filter(|line| line.starts_with("# ")).count(), book.charts().charts().len());
    }
}

#[test]
fn the_same_seed_gives_the_same_army() {
    assert!(with_forces().contains(&"elephant"));
    for slug in with_forces() {
        let muster = |arguments: &[&str]| run(&[&["muster", slug], arguments].concat()).exits(0).out;
        for format in ["text", "html", "json"] {
            let army = |seed: &str| muster(&["--seed", seed, "--format", format, "--side", "confederate"]);
            assert_eq!(army("1862"), army("1862"), "{slug} {format}");
            assert_ne!(army("1862"), army("1863"), "{slug} {format}");
        }
        // Without a seed it is another army every time, and says how to have it again.
        let fresh: Value = serde_json::from_str(&muster(&["--json"])).unwrap();
        let again: Value = serde_json::from_str(&muster(&["--json", "--seed", &fresh["seed"].to_string()])).unwrap();
        assert_eq!(fresh, again);
    }
}

#[test]
fn a_roster_has_a_line_a_label_and_boxes_for_every_unit() {
    for slug in with_forces() {
        let book = shelf::take(slug, None).unwrap();
        let request = engine::book::MusterRequest { side: engine::Side::Union, year: 1864, month: 5 };
        let roster = book.muster(&request, 7).unwrap().unwrap();
        let arguments = ["muster", slug, "--seed", "7", "--year", "1864", "--month", "5"];
        let page = run(&[&arguments[..], &["--format", "html"]].concat()).exits(0).out;
        assert_is_whole(&page);
        assert!(page.contains("Union force, May 1864"), "{page}");
        let boxes: usize = roster.units().iter().map(|unit| usize::from(unit.boxes)).sum();
        assert_eq!(page.matches("<input type=\"checkbox\"").count(), boxes, "{slug}");
        let leaders = page.matches("<header class=\"command").count();
        assert_eq!(page.matches("<li><b>").count(), roster.units().len() + leaders, "{slug}");
        for width in [60, 80] {
            let look = Look { width, colour: false, boxes: true };
            let text = command().looking(look).run(&arguments).exits(0).out;
            assert_eq!(text.matches('□').count(), boxes, "{slug}");
            assert!(text.lines().all(|line| longroll::text::width(line) <= width), "{text}");
            for unit in roster.units() {
                assert!(text.contains(unit.name.split(' ').next().unwrap()), "{slug} {}:\n{text}", unit.name);
            }
        }
    }
}

#[test]
fn what_cannot_be_mustered_is_refused_in_words() {
    let ran = run(&["muster", "elephant", "--year", "1913"]).exits(2);
    assert!(ran.err.contains("the war lasted"), "{}", ran.err);
    let ran = run(&["muster", "elephant", "--side", "french"]).exits(2);
    assert!(ran.err.contains("confederate"), "{}", ran.err);
    for about in shelf::titles().iter().filter(|about| !with_forces().contains(&about.slug)) {
        let ran = run(&["muster", about.slug]).exits(2);
        assert!(ran.err.contains("no tables for random") && ran.err.contains("elephant"), "{}", ran.err);
    }
}
