//! Figures, files and pages of a study that was made up.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use engine::Side;
use engine::stage::{Fought, Tally};
use study::{Balance, Bout, Bouts, Certificate, Findings, Lost, Study, Subject, csv, page};

fn bout(number: u32, swapped: bool) -> Bout {
    let winner = match number % 5 {
        0 => None,
        1..=3 => Some(if swapped { Side::Confederate } else { Side::Union }),
        _ => Some(if swapped { Side::Union } else { Side::Confederate }),
    };
    let lost = [100 + number * 7 % 60, 200 + number * 11 % 90];
    let turns = 4 + (number % 3) as u16;
    let tally = Tally { turn: turns, turns: 8, points: [lost[1] as i32, lost[0] as i32], lost };
    let losses = (1..=u32::from(turns)).map(|turn| lost.map(|men| men * turn / u32::from(turns))).collect();
    let ending = if winner.is_some() { "victory, by points" } else { "a draw <&>" };
    let fought = Fought { winner, ending: ending.to_owned(), tally, losses, orders: 90 + number };
    Bout { seed: u64::from(number), swapped, fought }
}

fn study() -> Study {
    let subject = Subject {
        battle: "the-ford".to_owned(),
        title: "The \"Ford\" & the Mill".to_owned(),
        sides: ["Union".to_owned(), "Confederate".to_owned()],
        engaged: [900, 0],
        history: [Some(Lost { least: 120, most: 150 }), Some(Lost { least: 230, most: 230 })],
        folder: "ab".repeat(32),
        rulebook: "invented".to_owned(),
        rulebook_title: "Invented Rules".to_owned(),
        charts: "cd".repeat(32),
        switches: vec![("fog".to_owned(), "off".to_owned())],
        engine: "0.1.0".to_owned(),
    };
    let bouts = (0..100).map(|number| bout(number % 50, number >= 50)).collect();
    Study { subject, generals: ["sergeant".to_owned(), "recruit".to_owned()], seed: 0, bouts }
}

#[test]
fn the_generals_change_sides_halfway_and_fight_the_same_seeds() {
    let bouts = |battles| Bouts {
        generals: ["sergeant", "recruit"].map(str::to_owned),
        battles,
        seed: 7,
        threads: None,
        keeps_laws: false,
    };
    let lots = |battles| (0..battles).map(|number| bouts(battles).lot(number)).collect::<Vec<_>>();
    assert_eq!(lots(4), [(7, false), (8, false), (7, true), (8, true)]);
    assert_eq!(lots(3), [(7, false), (8, false), (7, true)]);
    let same = Bouts { generals: Default::default(), ..bouts(3) };
    assert_eq!([0, 1, 2].map(|number| same.lot(number)), [(7, false), (8, false), (9, false)], "no battle twice");
}

#[test]
fn wins_are_counted_by_side_and_by_general() {
    let found = Findings::of(&study());
    assert_eq!(found.by_side.each_ref().map(|share| share.count), [40, 40, 20]);
    let generals: Vec<(&str, u64)> = found.by_general.iter().map(|share| (share.name.as_str(), share.count)).collect();
    assert_eq!(generals, [("sergeant", 60), ("recruit", 20), ("draw", 20)]);
    let endings: Vec<(&str, u64)> =
        found.endings.iter().map(|ended| (ended.share.name.as_str(), ended.share.count)).collect();
    assert_eq!(
        endings,
        [("victory, by points", 40), ("victory, by points", 40), ("a draw <&>", 20)],
        "by side and kind"
    );
    assert_eq!((found.turns.least, found.turns.most), (4, 6));
    assert_eq!(found.length.values().sum::<u64>(), 100);
    let last = found.over_time.last().expect("there are turns");
    assert_eq!((last.turn, last.lost), (6, found.lost), "who has ended keeps his losses");
}

#[test]
fn a_study_is_a_line_a_battle_as_csv() {
    let text = csv::write(&study());
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 101);
    assert_eq!(lines[2], "1,sergeant,recruit,union,\"victory, by points\",5,91,211,107,107,211");
    let columns = lines[0].split(',').count();
    assert_eq!(columns, 11);
}

#[test]
fn the_page_holds_together_and_tells_those_who_cannot_see_it() {
    let study = study();
    let html = page::html(&study, &Findings::of(&study));
    let body = html.split_once("<body>").expect("a body").1.split_once("</body>").expect("its end").0;
    let tree = roxmltree::Document::parse(body.trim()).unwrap_or_else(|error| panic!("{error}"));
    let plots: Vec<_> =
        tree.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "svg"))).collect();
    assert_eq!(plots.len(), 6);
    for plot in plots {
        assert_eq!(plot.attribute("role"), Some("img"));
        for id in plot.attribute("aria-labelledby").expect("it is named").split(' ') {
            let named = tree.descendants().find(|node| node.attribute("id") == Some(id)).expect("the name is there");
            assert!(named.text().is_some_and(|text| text.len() > 3), "{id}");
        }
        for shape in plot.descendants() {
            for size in ["x", "y", "width", "height"] {
                let value = shape.attribute(size).map(|text| text.parse::<f64>().expect("a number"));
                assert!(value.is_none_or(|value| (-1.0..=720.0).contains(&value)), "{shape:?}");
            }
        }
    }
    assert!(html.contains("that day: 120 to 150") && html.contains("that day: 230"), "history stands in the plots");
    assert!(html.contains("The &quot;Ford&quot; &amp; the Mill") && html.contains("prefers-color-scheme: dark"));
    assert!(!html.contains("http://") || html.matches("http://").count() == html.matches("http://www.w3.org/").count());
}

#[test]
fn a_certificate_is_written_read_and_replaced() {
    let study = study();
    let certificate = Certificate::of(&study, &Findings::of(&study));
    assert_eq!(
        certificate.line(),
        "invented: union 40.0% (30.9 to 49.8), confederate 40.0% (30.9 to 49.8), draw 20.0% (13.3 to 28.9); \
         100 battles, sergeant against recruit"
    );
    let mut balance = Balance::empty();
    balance.put(certificate.clone());
    balance.put(Certificate { rulebook: "another".to_owned(), ..certificate.clone() });
    balance.put(Certificate { battles: 7, ..certificate });
    let read = Balance::read(balance.write().as_bytes()).expect("it reads");
    assert_eq!(read, balance);
    let held: Vec<(&str, u64)> = read.certificates.iter().map(|one| (one.rulebook.as_str(), one.battles)).collect();
    assert_eq!(held, [("another", 100), ("invented", 7)]);
    let broken = Balance::read(b"{\"format\": 1,\n \"certificates\": 3}").expect_err("it is broken");
    assert_eq!((broken.line, broken.file.as_str()), (2, "balance.json"));
    assert!(Balance::read(b"{\"format\": 9, \"certificates\": []}").is_err());
}
