//! Maps of all shipped battles, in every style.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use atlas::{Options, Style, draw};
use battle::muster::{Grain, GunScale, Scale};
use battle::{Battle, folder, open};
use roxmltree::{Document, Node};

/// LIMIT: bytes of a map with all its ornament.
const BYTES_MAX: usize = 400_000;

/// A point of strength for a hundred men, and for each gun.
const HUNDREDS: Scale = Scale { foot: 100, horse: 100, guns: GunScale::About(1), grain: Grain::Regiment };

fn hexes() -> Options {
    Options { hex_yards: Some(100), scale: Some(HUNDREDS), ..Options::default() }
}

fn shipped() -> Vec<(String, Battle)> {
    let battles = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles");
    let mut folders: Vec<PathBuf> = battles
        .read_dir()
        .expect("the folder of battles")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.join("battle.toml").is_file())
        .collect();
    folders.sort();
    let named = |path: &PathBuf| {
        let files = folder::read(path).expect("a folder that can be read");
        let battle = open(&files).unwrap_or_else(|faults| panic!("{}: {faults:?}", path.display()));
        (path.display().to_string(), battle)
    };
    folders.iter().map(named).collect()
}

fn every_way() -> Vec<Options> {
    let plain = Style::ALL.map(|style| Options { style, ..Options::default() });
    let hexes = Options { note: Some("Hexes & more".to_owned()), ..hexes() };
    plain.into_iter().chain([hexes]).collect()
}

fn with_class<'a>(document: &'a Document<'a>, class: &'a str) -> impl Iterator<Item = Node<'a, 'a>> {
    let has =
        move |node: &Node<'_, '_>| node.attribute("class").is_some_and(|all| all.split(' ').any(|own| own == class));
    document.descendants().filter(has)
}

#[test]
fn the_same_battle_gives_the_same_bytes() {
    for (name, battle) in shipped() {
        for way in every_way() {
            assert!(draw(&battle, &way) == draw(&battle.clone(), &way), "{name} {way:?}");
        }
    }
}

#[test]
fn a_map_is_xml_with_ids_of_its_own_and_not_too_large() {
    for (name, battle) in shipped() {
        for way in every_way() {
            let picture = draw(&battle, &way);
            assert!(picture.len() < BYTES_MAX, "{name} {way:?}: {} bytes", picture.len());
            let document = Document::parse(&picture).unwrap_or_else(|error| panic!("{name} {way:?}: {error}"));
            let mut ids: BTreeMap<&str, usize> = BTreeMap::new();
            for id in document.descendants().filter_map(|node| node.attribute("id")) {
                *ids.entry(id).or_default() += 1;
            }
            let twice: Vec<_> = ids.iter().filter(|(_, count)| **count > 1).collect();
            assert!(twice.is_empty(), "{name} {way:?}: {twice:?}");
            let uses = document.descendants().filter_map(|node| node.attribute("href"));
            for target in uses.filter_map(|href| href.strip_prefix('#')) {
                assert!(ids.contains_key(target), "{name}: nothing has the id {target}");
            }
        }
    }
}

#[test]
fn every_unit_is_drawn_once_with_its_name_and_its_side() {
    for (name, battle) in shipped() {
        for way in every_way() {
            let picture = draw(&battle, &way);
            let document = Document::parse(&picture).expect("XML");
            for unit in battle.plan.formations.iter().flat_map(|formation| &formation.units) {
                let id = format!("unit-{}", unit.id);
                let groups: Vec<_> = document.descendants().filter(|node| node.attribute("id") == Some(&id)).collect();
                let [group] = groups[..] else { panic!("{name}: {id} is drawn {} times", groups.len()) };
                let title = group.children().find(|child| child.has_tag_name("title"));
                let written = title.and_then(|title| title.text()).unwrap_or_default();
                assert!(written.starts_with(&unit.name.replace('\'', "’")), "{name}: {id} is called {written}");
                let label = format!("name-{}", unit.id);
                let label = document.descendants().find(|node| node.attribute("id") == Some(&label)).unwrap_or(group);
                let says =
                    |node: Node<'_, '_>| node.has_tag_name("text") && node.text().is_some_and(|text| !text.is_empty());
                assert!(label.descendants().any(says), "{name}: {id} has no name beside it");
                assert_eq!(unit.at.is_none(), group.attribute("class").is_some_and(|class| class.contains("coming")));
            }
        }
    }
}

#[test]
fn every_leader_on_the_map_has_a_flag() {
    for (name, battle) in shipped() {
        let picture = draw(&battle, &Options::default());
        let document = Document::parse(&picture).expect("XML");
        for leader in battle.plan.leaders.iter().filter(|leader| leader.at.is_some()) {
            let id = format!("leader-{}", leader.id);
            assert!(document.descendants().any(|node| node.attribute("id") == Some(&id)), "{name}: {id}");
        }
    }
}

#[test]
fn layers_are_groups_that_a_page_can_find() {
    let (_, battle) = shipped().into_iter().next().expect("a battle");
    let picture = draw(&battle, &hexes());
    let document = Document::parse(&picture).expect("XML");
    let layers = [
        "map",
        "fields",
        "woods",
        "relief",
        "water",
        "roads",
        "forest",
        "fences",
        "buildings",
        "hexes",
        "objectives",
        "units",
        "names",
        "cartouche",
        "north",
        "frame",
        "key",
        "near",
        "far",
    ];
    for layer in layers {
        assert!(with_class(&document, layer).next().is_some(), "there is no layer {layer}");
    }
}

#[test]
fn hexes_are_numbered_as_the_field_numbers_them() {
    let (_, battle) = shipped().into_iter().next().expect("a battle");
    let picture = draw(&battle, &Options { hex_yards: Some(100), ..Options::default() });
    let document = Document::parse(&picture).expect("XML");
    let numbers = with_class(&document, "hex-number").next().expect("numbers");
    let written: Vec<&str> = numbers.children().filter_map(|node| node.text()).collect();
    assert!(written.contains(&"0202") && written.contains(&"1010"), "{written:?}");
    let without = draw(&battle, &Options::default());
    assert!(!without.contains("class=\"hexes\""));
}

#[test]
fn troops_in_hexes_are_counters_with_quality_and_strength() {
    for (name, battle) in shipped() {
        let picture = draw(&battle, &hexes());
        let document = Document::parse(&picture).expect("XML");
        let points: u32 = battle::muster::muster(&battle, &HUNDREDS)
            .units
            .iter()
            .filter(|mustered| battle.plan.formations[mustered.formation].units[mustered.of[0]].at.is_some())
            .map(|mustered| mustered.pieces)
            .sum();
        let units: Vec<_> = battle.plan.formations.iter().flat_map(|formation| &formation.units).collect();
        let (mut alone, mut under) = (0, 0);
        for unit in units.iter().filter(|unit| unit.at.is_some()) {
            let id = format!("unit-{}", unit.id);
            let group = document.descendants().find(|node| node.attribute("id") == Some(&id)).expect("a unit");
            let is_figure = |node: &Node<'_, '_>| node.has_tag_name("text");
            let written: Vec<&str> = group.descendants().filter(is_figure).filter_map(|node| node.text()).collect();
            let figures = written.iter().flat_map(|text| text.split(' ')).filter_map(|text| text.parse::<u32>().ok());
            match written.is_empty() {
                true => under += 1,
                false => alone += figures.sum::<u32>(),
            }
        }
        let map = with_class(&document, "units").next().expect("units");
        let discs = map.descendants().filter(|node| node.attribute("class") == Some("disc-figure"));
        let stacked: u32 = discs.filter_map(|node| node.text()?.parse::<u32>().ok()).sum();
        // Whoever lies under another is counted on the disc of the stack, with the one above.
        assert!(if under == 0 { alone == points } else { alone < points && stacked >= points - alone }, "{name}");
    }
}

#[test]
fn numbers_of_hexes_stand_at_the_same_place_in_each() {
    for (name, battle) in shipped() {
        let picture = draw(&battle, &hexes());
        let document = Document::parse(&picture).expect("XML");
        let numbers = with_class(&document, "hex-number").next().expect("numbers");
        let tenths = |node: Node<'_, '_>, axis: &str| -> i64 {
            let text = node.attribute(axis).expect("a place");
            (text.parse::<f64>().expect("a number") * 10.0).round() as i64
        };
        // Hexes of a row lie on two heights, one for odd columns and one for even ones.
        let mut heights: BTreeMap<(i64, i64), i64> = BTreeMap::new();
        for node in numbers.children().filter(Node::is_element) {
            let number: i64 = node.text().expect("a number").parse().expect("a number");
            let (column, row) = (number / 100, number % 100);
            let own = tenths(node, "y");
            let first = *heights.entry((column % 2, row)).or_insert(own);
            assert!((first - own).abs() <= 1, "{name}: {number}");
        }
    }
}

/// Whoever holds a phone sees whose colours are whose.
#[test]
fn from_afar_a_map_has_a_key_with_its_sides() {
    for (name, battle) in shipped() {
        for way in every_way() {
            let picture = draw(&battle, &way);
            let document = Document::parse(&picture).expect("XML");
            let keys = with_class(&document, "key").filter(|key| key.attribute("class") == Some("key far"));
            let words: Vec<&str> =
                keys.flat_map(|key| key.descendants()).filter_map(|node| node.text()).map(str::trim).collect();
            for side in &battle.plan.sides {
                assert!(words.contains(&side.name.as_str()), "{name} {way:?}: {} is not among {words:?}", side.name);
            }
        }
    }
}

/// A box is the same whatever the unit does; the ground it takes up is not.
#[test]
fn a_staff_map_tells_a_column_from_a_line() {
    for (name, battle) in shipped() {
        let picture = draw(&battle, &Options { style: Style::Nato, ..Options::default() });
        let document = Document::parse(&picture).expect("XML");
        for unit in with_class(&document, "unit").filter(|unit| unit.attribute("id").is_some()) {
            let has = |class: &str| unit.attribute("class").is_some_and(|all| all.split(' ').any(|own| own == class));
            let is_column = ["march", "mounted", "limbered", "afloat"].into_iter().any(has) && !has("coming");
            let has_spine =
                unit.children().any(|part| part.attribute("class").is_some_and(|class| class.contains("spine")));
            assert_eq!(has_spine, is_column, "{name}: {:?}", unit.attribute("id"));
        }
    }
}

/// The guide shows two maps. `cargo run -p atlas --example draw -- docs/maps battles/...` draws them anew.
#[test]
fn the_pictures_of_the_guide_are_what_is_drawn_now() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let shown = [("brawners-farm", "bars", Options::default()), ("training-mill-creek", "hexes", hexes())];
    for (name, way, options) in shown {
        let battle = open(&folder::read(&root.join("battles").join(name)).expect("files")).expect("a good battle");
        let picture = std::fs::read_to_string(root.join(format!("docs/maps/{name}-{way}.svg"))).expect("a picture");
        assert!(picture == draw(&battle, &options), "docs/maps/{name}-{way}.svg is out of date");
    }
}

/// The ends of the threads of a map, in yards.
fn threads(document: &Document<'_>) -> Vec<[(f64, f64); 2]> {
    let ends = |node: Node<'_, '_>| {
        let path = node.attribute("d").expect("a path").strip_prefix('M').expect("a beginning");
        let at = path.find(|letter: char| letter.is_ascii_alphabetic()).expect("a piece");
        let numbers = |text: &str| -> Vec<f64> {
            let spaced = text.replace('-', " -");
            spaced.split_whitespace().map(|number| number.parse().expect("a number")).collect()
        };
        let (from, to) = (numbers(&path[..at]), numbers(&path[at + 1..]));
        let aside = match (&path[at..=at], &to[..]) {
            ("l", [east, south]) => (*east, *south),
            ("h", [east]) => (*east, 0.0),
            ("v", [south]) => (0.0, *south),
            other => panic!("{other:?} is no thread"),
        };
        [(from[0], from[1]), (from[0] + aside.0, from[1] + aside.1)]
    };
    let names = with_class(document, "names").find(|group| group.attribute("class") == Some("names near"));
    let all = names.expect("names").descendants();
    all.filter(|node| node.attribute("class") == Some("leader-line")).map(ends).collect()
}

fn cross(one: [(f64, f64); 2], other: [(f64, f64); 2]) -> bool {
    let turn = |[from, to]: [(f64, f64); 2], at: (f64, f64)| {
        (to.0 - from.0) * (at.1 - from.1) - (to.1 - from.1) * (at.0 - from.0)
    };
    turn(one, other[0]) * turn(one, other[1]) < 0.0 && turn(other, one[0]) * turn(other, one[1]) < 0.0
}

/// A thread leads from a unit to its name and nowhere else: it crosses no other thread, and strikes no name through.
#[test]
fn no_thread_crosses_another_or_a_name() {
    let mut count = 0;
    for (name, battle) in shipped() {
        for way in every_way() {
            let picture = draw(&battle, &way);
            let document = Document::parse(&picture).expect("XML");
            let threads = threads(&document);
            count += threads.len();
            for (number, one) in threads.iter().enumerate() {
                assert!(!threads[..number].iter().any(|other| cross(*one, *other)), "{name} {way:?}: {one:?}");
            }
            let size = picture.split(".name{font-size:").nth(1).and_then(|rest| rest.split("px").next());
            let size: f64 = size.expect("the size of names").parse().expect("a number");
            let named = with_class(&document, "name").filter(|node| node.has_tag_name("text"));
            for node in named.filter(|node| node.attribute("x").is_some() && !is_far(*node)) {
                let number = |axis: &str| -> f64 { node.attribute(axis).expect("a place").parse().expect("a number") };
                let text = node.text().expect("a name");
                // Letters are about half as wide as they are high.
                let half = text.chars().count() as f64 * size * 0.24;
                let (x, y) = (number("x"), number("y") - size * 0.3);
                let struck = threads.iter().find(|thread| cross(**thread, [(x - half, y), (x + half, y)]));
                assert!(struck.is_none(), "{name} {way:?}: {struck:?} runs through {text}");
            }
        }
    }
    assert!(count > 50, "{count} threads");
}

fn is_far(node: Node<'_, '_>) -> bool {
    node.ancestors().any(|group| group.attribute("class").is_some_and(|class| class.split(' ').any(|own| own == "far")))
}
