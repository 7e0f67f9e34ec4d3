//! Every kind of ground and every posture has a look of its own.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use atlas::{Options, Style, draw};
use battle::plan::Posture;
use battle::{Battle, Files, open};
use field::ground::{AreaKind, LineKind, SpotKind};
use roxmltree::{Document, Node};

/// One of each kind, in rows across the map.
fn ground() -> String {
    let mut features = Vec::new();
    let mut cell = 0;
    let mut next = || {
        cell += 1;
        (150 + cell % 12 * 300, 150 + cell / 12 * 300)
    };
    let feature = |properties: String, geometry: String| {
        format!("{{\"type\":\"Feature\",\"properties\":{{{properties}}},\"geometry\":{{{geometry}}}}}")
    };
    let square = |x: i32, y: i32| {
        let (east, north) = (x + 200, y + 200);
        format!("[[[{x},{y}],[{east},{y}],[{east},{north}],[{x},{north}],[{x},{y}]]]")
    };
    let (x, y) = next();
    let hill = format!("\"type\":\"Polygon\",\"coordinates\":{}", square(x, y));
    features.push(feature("\"kind\":\"contour\",\"name\":\"Hill & <dale>\",\"feet\":40".to_owned(), hill));
    for kind in AreaKind::ALL {
        let (x, y) = next();
        let shape = format!("\"type\":\"Polygon\",\"coordinates\":{}", square(x, y));
        features.push(feature(format!("\"kind\":\"{}\",\"name\":\"a {}\"", kind.name(), kind.name()), shape));
    }
    for kind in LineKind::ALL {
        let (x, y) = next();
        let line =
            format!("\"type\":\"LineString\",\"coordinates\":[[{x},{y}],[{},{}],[{},{y}]]", x + 100, y + 80, x + 200);
        features.push(feature(format!("\"kind\":\"{}\",\"name\":\"the {}\"", kind.name(), kind.name()), line));
    }
    for kind in SpotKind::ALL {
        let (x, y) = next();
        let height = if *kind == SpotKind::Summit { ",\"feet\":55" } else { "" };
        // Whatever crosses water has some to cross.
        let stream = format!("\"type\":\"LineString\",\"coordinates\":[[{},{y}],[{},{y}]]", x - 40, x + 40);
        features.push(feature("\"kind\":\"creek\"".to_owned(), stream));
        let spot = format!("\"type\":\"Point\",\"coordinates\":[{x},{y}]");
        features.push(feature(format!("\"kind\":\"{}\",\"name\":\"one {}\"{height}", kind.name(), kind.name()), spot));
    }
    format!(
        "{{\"type\":\"FeatureCollection\",\"name\":\"All\",\"bbox\":[0,0,4000,3400],\"features\":[{}]}}",
        features.join(",")
    )
}

/// One unit in each posture.
fn plan() -> String {
    let mut units = String::new();
    for (place, posture) in Posture::ALL.iter().enumerate() {
        let what = match posture {
            Posture::Battery | Posture::Limbered => {
                "arm = \"artillery\", guns = [{ count = 4, weapon = \"12-pdr-napoleon\" }]"
            }
            Posture::Mounted | Posture::MountedLine | Posture::Dismounted => "arm = \"cavalry\", weapon = \"revolver\"",
            Posture::Afloat => {
                "arm = \"ship\", guns = [{ count = 4, weapon = \"naval-gun\" }], ship = { class = \"gunboat\", armour = \"ironclad\", size = [60, 18] }"
            }
            _ => "arm = \"infantry\", weapon = \"rifle-musket\"",
        };
        let at = match posture {
            // A ship wants water under it, and a garrison walls around it.
            Posture::Afloat => place_of(AreaKind::River),
            Posture::Garrison => place_of(AreaKind::Fort),
            _ => (200 + place as i32 * 300, 3_200),
        };
        units.push_str(&format!(
            "  {{ id = \"u{place}\", name = \"Unit {}\", men = 200, quality = \"regular\", at = [{}, {}], facing = 30, posture = \"{}\", {what} }},\n",
            posture.name(),
            at.0,
            at.1,
            posture.name()
        ));
    }
    format!(
        "name = \"All kinds\"\nplace = \"nowhere\"\ndate = \"1863-01-01\"\nabout = \"One of each.\"\nfirst = \"a\"\n\
         [clock]\nstart = \"08:00\"\nend = \"09:00\"\n\
         [[side]]\nid = \"a\"\nname = \"A\"\ncolour = \"blue\"\n[[side]]\nid = \"b\"\nname = \"B\"\ncolour = \"grey\"\n\
         [[formation]]\nid = \"f\"\nname = \"F\"\nlevel = \"brigade\"\nside = \"a\"\nunits = [\n{units}]\n\
         [[formation]]\nid = \"g\"\nname = \"G\"\nlevel = \"brigade\"\nside = \"b\"\nunits = [\n\
         {{ id = \"other\", name = \"Other\", men = 200, quality = \"green\", arm = \"infantry\", weapon = \"old-musket\", at = [3900, 3000], facing = 180, posture = \"line\" }},\n]\n"
    )
}

/// The middle of the area of a kind.
fn place_of(kind: AreaKind) -> (i32, i32) {
    let cell = AreaKind::ALL.iter().position(|own| *own == kind).map_or(0, |place| place as i32 + 2);
    (150 + cell % 12 * 300 + 100, 150 + cell / 12 * 300 + 130)
}

fn all_kinds() -> Battle {
    let files: Files = [("battle.toml", plan()), ("ground.geojson", ground())]
        .into_iter()
        .map(|(name, text)| (name.to_owned(), text.into_bytes()))
        .collect();
    open(&files).unwrap_or_else(|faults| panic!("{faults:#?}"))
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
