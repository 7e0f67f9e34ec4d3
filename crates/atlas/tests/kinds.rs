//! Every kind of ground and every posture has a look of its own.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

mod fixture;

use atlas::{Options, Style, draw};
use battle::plan::Posture;
use battle::{Battle, open};
use field::ground::{AreaKind, LineKind, SpotKind};
use roxmltree::{Document, Node};

fn all_kinds() -> Battle {
    open(&fixture::files()).unwrap_or_else(|faults| panic!("{faults:#?}"))
}

fn is_drawn(node: Node<'_, '_>) -> bool {
    let inks = |node: Node<'_, '_>| node.has_tag_name("path") || node.has_tag_name("use");
    node.descendants().any(|node| inks(node) && node.attribute("d").is_none_or(|path| path.len() > 4))
}

#[test]
fn every_kind_of_ground_is_drawn() {
    let picture = draw(&all_kinds(), &Options::default());
    let document = Document::parse(&picture).expect("XML");
    let group = |what: &str, kind: &str| {
        let own = |node: &Node<'_, '_>| {
            let is_feature = node.attribute("id").is_some_and(|id| id.starts_with(what));
            is_feature && node.attribute("class").is_some_and(|class| class.split(' ').any(|own| own == kind))
        };
        document.descendants().find(own).unwrap_or_else(|| panic!("no group for {what}{kind}"))
    };
    for kind in AreaKind::ALL {
        assert!(is_drawn(group("area-", kind.name())), "{}", kind.name());
    }
    for kind in LineKind::ALL {
        assert!(is_drawn(group("line-", kind.name())), "{}", kind.name());
    }
    for kind in SpotKind::ALL {
        // A place is a name without a thing.
        assert_eq!(is_drawn(group("spot-", kind.name())), *kind != SpotKind::Place, "{}", kind.name());
    }
}

#[test]
fn every_line_has_a_rule_in_the_style_sheet() {
    let picture = draw(&all_kinds(), &Options::default());
    let sheet = picture.split("<style>").nth(1).and_then(|rest| rest.split("</style>").next()).expect("a style sheet");
    let document = Document::parse(&picture).expect("XML");
    let strokes = ["stroke", "marks", "rails"];
    for group in document.descendants().filter(|node| node.attribute("id").is_some_and(|id| id.starts_with("line-"))) {
        let kind = group.attribute("class").and_then(|class| class.split(' ').nth(1)).expect("a kind");
        for stroke in group.children().filter_map(|node| node.attribute("class")).filter(|own| strokes.contains(own)) {
            assert!(sheet.contains(&format!(".{kind} .{stroke}")), "{kind} has no rule for {stroke}");
        }
    }
}

#[test]
fn every_posture_is_drawn_in_every_style() {
    for style in Style::ALL {
        let picture = draw(&all_kinds(), &Options { style, ..Options::default() });
        let document = Document::parse(&picture).expect("XML");
        for place in 0..Posture::ALL.len() {
            let id = format!("unit-u{place}");
            let unit = document.descendants().find(|node| node.attribute("id") == Some(&id)).expect("a unit");
            assert!(is_drawn(unit), "{style:?} {}", Posture::ALL[place].name());
        }
    }
}
