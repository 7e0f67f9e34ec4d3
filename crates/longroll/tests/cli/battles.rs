//! Every shipped battle under every rulebook it suits: mustered without losing a man, and drawn on what the rulebook plays on.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use battle::plan::{Arm, Plan};
use battle::{Battle, folder, open};
use engine::book::{AnyRulebook, Ground, Measure, Rounding, Scale};
use serde_json::Value;

use crate::support::run;

fn shipped() -> Vec<(String, Battle)> {
    let battles = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles");
    let mut folders: Vec<PathBuf> = battles.read_dir().unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.retain(|path| path.join("battle.toml").is_file());
    folders.sort();
    let named = |path: &PathBuf| (path.display().to_string(), open(&folder::read(path).unwrap()).unwrap());
    folders.iter().map(named).collect()
}

/// The rulebooks a battle suits; all if it names none.
fn suited(plan: &Plan) -> Vec<Box<dyn AnyRulebook>> {
    let suits = |slug: &str| plan.suits.is_empty() || plan.suits.iter().any(|own| own.as_str() == slug);
    shelf::all().unwrap().into_iter().filter(|book| suits(book.about().slug)).collect()
}

fn mustered(folder: &str, slug: &str, scale: &str) -> Value {
    let ran = run(&["battle", "muster", folder, "--rulebook", slug, "--scale", scale, "--json"]).exits(0);
    serde_json::from_str(&ran.out).unwrap()
}

/// Every command of a muster, from the top down.
fn commands(muster: &Value) -> Vec<&Value> {
    fn below<'a>(command: &'a Value, all: &mut Vec<&'a Value>) {
        all.push(command);
        command["commands"].as_array().unwrap().iter().for_each(|one| below(one, all));
    }
    let mut all = Vec::new();
    for side in muster["sides"].as_array().unwrap() {
        side["commands"].as_array().unwrap().iter().for_each(|command| below(command, &mut all));
    }
    all
}

/// Men or guns of a formation's units and the pieces they became, each arm by itself.
fn check_totals(what: &str, command: &Value, scale: &Scale) {
    let mut arms: BTreeMap<&str, (u64, u64, u64)> = BTreeMap::new();
    let counted = |unit: &&Value| unit["said"] == false;
    for unit in command["units"].as_array().unwrap().iter().filter(counted) {
        let arm = Arm::named(unit["arm"].as_str().unwrap()).unwrap();
        let (kind, strength) = match arm {
            Arm::Infantry | Arm::Wagons => ("foot", &unit["men"]),
            Arm::Cavalry => ("horse", &unit["men"]),
            Arm::Artillery | Arm::HorseArtillery => ("guns", &unit["guns"]),
            Arm::Ship => {
                assert_eq!(unit["size"], 1, "{what}: a ship is one ship");
                continue;
            }
        };
        let (strength, size) = (strength.as_u64().unwrap(), unit["size"].as_u64().unwrap());
        if kind == "guns" && scale.guns.rounding == Rounding::AtMost {
            assert_eq!(size, strength.div_ceil(scale.guns.stands_for.into()), "{what}: {unit}");
        }
        let sum = arms.entry(kind).or_default();
        *sum = (sum.0 + strength, sum.1 + size, sum.2 + u64::from(strength > 0));
    }
    for (kind, (strength, size, present)) in arms {
        let piece = match kind {
            "foot" => scale.foot,
            "horse" => scale.horse,
            _ => scale.guns,
        };
        if piece.rounding == Rounding::Nearest {
            let per = u64::from(piece.stands_for);
            assert_eq!(size, ((2 * strength + per) / (2 * per)).max(present), "{what}: {kind} of {}", command["name"]);
        }
    }
}

#[test]
fn every_battle_musters_under_every_rulebook_it_suits() {
    let mut musters = 0;
    for (folder, battle) in shipped() {
        let plan = &battle.plan;
        let units = || plan.formations.iter().flat_map(|formation| &formation.units);
        let men: u64 = units().map(|unit| u64::from(unit.men)).sum();
        let guns: u64 = units().flat_map(|unit| &unit.guns).map(|guns| u64::from(guns.count)).sum();
        for book in suited(plan) {
            for scale in book.scales().unwrap() {
                let what = format!("{}, {} {}", plan.name, book.about().slug, scale.name);
                let muster = mustered(&folder, book.about().slug, scale.name);
                let sum = |key: &str| -> u64 {
                    muster["sides"].as_array().unwrap().iter().map(|side| side[key].as_u64().unwrap()).sum()
                };
                assert_eq!((sum("men"), sum("guns")), (men, guns), "{what}");
                let commands = commands(&muster);
                assert_eq!(commands.len(), plan.formations.len(), "{what}: the chain of command is whole");
                let led = commands.iter().filter(|command| !command["leader"].is_null()).count();
                let leaders = plan
                    .formations
                    .iter()
                    .filter(|formation| plan.leaders.iter().any(|leader| leader.commands == formation.id));
                assert_eq!(led, leaders.count(), "{what}: every leader came along");
                commands.iter().for_each(|command| check_totals(&what, command, &scale));
                musters += 1;
            }
        }
    }
    assert!(musters >= 40, "{musters}");
}

/// A scratch battery of three guns is one model because its sheet says so, at the scale that the battle asks for.
#[test]
fn pieces_that_a_battle_names_hold_at_its_own_scale() {
    let donelson = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles/fort-donelson-gunboats");
    for (scale, size, said) in [("company", 1, true), ("regimental", 2, false)] {
        let muster = mustered(&donelson.display().to_string(), "billy-yank", scale);
        let mut units = commands(&muster).into_iter().flat_map(|command| command["units"].as_array().unwrap());
        let fort = units.find(|unit| unit["name"] == "Fort guns").unwrap();
        assert_eq!((&fort["size"], &fort["said"]), (&Value::from(size), &Value::from(said)), "{scale}");
    }
}

/// A game and the muster roll count alike: at its start every unit on the map is as large as the roll says.
#[test]
fn a_game_begins_with_the_units_of_the_muster_roll() {
    let (mut compared, mut wrong) = (0, Vec::new());
    for (folder, battle) in shipped() {
        for book in suited(&battle.plan).into_iter().filter(|book| book.is_wargame()) {
            let slug = book.about().slug;
            let muster = mustered(&folder, slug, book.scales().unwrap()[0].name);
            let name = Path::new(&folder).file_name().unwrap().to_str().unwrap().to_owned();
            let field = book.take_field(&shelf::battle(&name).unwrap()).unwrap().unwrap();
            let sizes: BTreeMap<(String, String), u64> = commands(&muster)
                .into_iter()
                .flat_map(|command| command["units"].as_array().unwrap().iter().map(move |unit| (command, unit)))
                .filter(|(_, unit)| unit["arm"] != "wagons")
                .map(|(command, unit)| {
                    let text = |value: &Value| value.as_str().unwrap().to_owned();
                    ((text(&command["id"]), text(&unit["name"])), unit["size"].as_u64().unwrap())
                })
                .collect();
            for piece in field.scene().pieces {
                let Some(under) = piece.under.first() else { continue };
                if let Some(size) = sizes.get(&(under.to_string(), piece.name.to_string())) {
                    compared += 1;
                    if u64::from(piece.strength.full) != *size {
                        wrong.push(format!("{name}, {slug}: {} {} {size}", piece.name, piece.strength.full));
                    }
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(compared >= 100, "{compared}");
}

/// What a unit says of its pieces holds in a game of either wargame, and for all five rulebooks the check knows the word.
#[test]
fn pieces_that_a_battle_names_hold_in_a_game() {
    for slug in ["elephant", "line-of-battle"] {
        let mut folder = shelf::battle("training-toll-gate").unwrap();
        let text = String::from_utf8(folder.files["battle.toml"].clone()).unwrap();
        let said = format!("quality = \"regular\", for = {{ {slug} = {{ pieces = 7 }} }}");
        folder.files.insert("battle.toml".to_owned(), text.replace("quality = \"regular\"", &said).into_bytes());
        let book = shelf::all().unwrap().into_iter().find(|book| book.about().slug == slug).unwrap();
        let field = book.take_field(&folder).unwrap().unwrap();
        assert!(field.scene().pieces.iter().any(|piece| piece.strength.full == 7), "{slug}");
        let text = text.replacen("quality = \"regular\"", &said.replace('7', "-3"), 1);
        folder.files.insert("battle.toml".to_owned(), text.into_bytes());
        let faults = book.take_field(&folder).unwrap().err().unwrap();
        assert!(faults[0].line > 1 && faults[0].reason == "pieces cannot be -3", "{slug}: {}", faults[0]);
    }
}

/// Where a battle gives a formation's strength points by hand, they are what the muster makes of its men.
#[test]
fn a_muster_agrees_with_what_the_battle_says() {
    let mut compared = 0;
    for (folder, battle) in shipped() {
        for book in suited(&battle.plan) {
            let slug = book.about().slug;
            let muster = mustered(&folder, slug, book.scales().unwrap()[0].name);
            for command in commands(&muster).into_iter().filter(|command| command["says"]["sp"].is_u64()) {
                let sizes = command["units"].as_array().unwrap().iter().map(|unit| unit["size"].as_u64().unwrap());
                assert_eq!(sizes.sum::<u64>(), command["says"]["sp"].as_u64().unwrap(), "{}", command["name"]);
                compared += 1;
            }
        }
    }
    assert!(compared >= 18, "{compared}");
}

#[test]
fn every_rulebook_tells_its_scales() {
    for book in shelf::all().unwrap() {
        let (about, scales) = (book.about(), book.scales().unwrap());
        assert!(!scales.is_empty(), "{}", about.slug);
        for scale in &scales {
            let is_hex = matches!(scale.ground, Measure::Hex { .. });
            assert_eq!(is_hex, about.ground == Ground::Hexes, "{} {}", about.slug, scale.name);
            assert_eq!(scales.iter().filter(|other| other.name == scale.name).count(), 1, "{}", about.slug);
        }
    }
}

#[test]
fn a_hex_wider_than_the_map_is_refused() {
    let ran = run(&["battle", "map", "training-mill-creek", "--hex-yards", "5000"]).exits(2);
    assert!(ran.err.contains("a hex of 5000 yards is wider than the map"), "{}", ran.err);
    assert!(ran.err.contains("the map is 2400 by 1800 yards"), "{}", ran.err);
}

#[test]
fn a_map_has_the_hexes_of_its_rulebook() {
    let (folder, battle) = shipped().remove(0);
    for book in suited(&battle.plan) {
        let map = run(&["battle", "map", &folder, "--rulebook", book.about().slug]).exits(0).out;
        let Measure::Hex { yards } = book.scales().unwrap()[0].ground else {
            assert!(!map.contains("hex-number near"), "{}", book.about().slug);
            continue;
        };
        assert!(map.contains("hex-number near") && map.contains(&format!("1 hex, {yards} yards")));
        let wider =
            run(&["battle", "map", &folder, "--rulebook", book.about().slug, "--hex-yards", "200"]).exits(0).out;
        assert!(wider.contains("1 hex, 200 yards"));
    }
}

fn folder_of(name: &str) -> String {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cmd/battle.in").join(name).display().to_string()
}

/// The answer of a check for programs has one shape, whatever is found, and nothing is said besides.
#[test]
fn a_check_answers_programs_in_one_shape() {
    for (name, code) in [("good", 0), ("broken", 2), ("nowhere", 2)] {
        let folder = folder_of(name);
        let ran = run(&["battle", "check", &folder, "--json"]).exits(code);
        assert_eq!(ran.err, "", "{name}");
        let answer: Value = serde_json::from_str(&ran.out).unwrap();
        let mut keys: Vec<&String> = answer.as_object().unwrap().keys().collect();
        keys.sort();
        assert_eq!(keys, ["balance", "battle", "faults", "folder", "good"], "{name}");
        assert_eq!((answer["good"] == true, answer["battle"].is_object()), (code == 0, code == 0), "{name}");
        assert_eq!(answer["faults"].as_array().unwrap().is_empty(), code == 0, "{name}");
        for fault in answer["faults"].as_array().unwrap() {
            let mut keys: Vec<&String> = fault.as_object().unwrap().keys().collect();
            keys.sort();
            assert_eq!(keys, ["column", "file", "hint", "line", "reason"], "{name}");
            let has_place = fault["line"].as_u64().is_some_and(|line| line > 0);
            assert_eq!(has_place, name == "broken", "{fault}");
            assert_eq!(fault["line"].is_null(), fault["column"].is_null(), "{fault}");
        }
    }
}

/// With `--json` the picture stands in the answer, or in its file.
#[test]
fn a_map_for_programs_is_json() {
    let folder = folder_of("good");
    let picture = run(&["battle", "map", &folder, "--style", "nato"]).exits(0).out;
    let told: Value =
        serde_json::from_str(&run(&["battle", "map", &folder, "--style", "nato", "--json"]).exits(0).out).unwrap();
    assert_eq!((told["svg"].as_str().unwrap(), told["file"].is_null()), (picture.as_str(), true));
    assert_eq!((told["style"].as_str(), told["bytes"].as_u64()), (Some("nato"), Some(picture.len() as u64)));
    let failed = run(&["battle", "map", &folder_of("broken"), "--json"]).exits(2);
    let error: Value = serde_json::from_str(&failed.err).unwrap();
    assert_eq!((failed.out.as_str(), error["problems"].as_array().unwrap().len()), ("", 3));
}

/// A copy of the good battle of the check, with some of its words replaced.
fn changed(name: &str, edits: &[(&str, &str)]) -> String {
    let base = Path::new(env!("CARGO_MANIFEST_DIR")).join("../battle/tests/broken/base");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::copy(base.join("ground.geojson"), folder.join("ground.geojson")).unwrap();
    let mut plan = std::fs::read_to_string(base.join("battle.toml")).unwrap();
    for (find, put) in edits {
        assert_eq!(plan.matches(find).count(), 1, "{find}");
        plan = plan.replace(find, put);
    }
    std::fs::write(folder.join("battle.toml"), plan).unwrap();
    folder.display().to_string()
}

/// The faults of a check: line, column, and what is wrong.
fn faults(folder: &str) -> Vec<(u64, u64, String)> {
    let ran = run(&["battle", "check", folder, "--json"]).exits(2);
    let answer: Value = serde_json::from_str(&ran.out).unwrap();
    let number = |value: &Value| value.as_u64().unwrap_or(0);
    let told = |fault: &Value| {
        (number(&fault["line"]), number(&fault["column"]), fault["reason"].as_str().unwrap().to_owned())
    };
    answer["faults"].as_array().unwrap().iter().map(told).collect()
}

/// Whoever mends a battle hears of all that a rulebook cannot muster, each in its place.
#[test]
fn all_that_a_rulebook_cannot_muster_is_told_at_once_and_in_its_place() {
    let panic = "[for.elephant]\npanic = [\n  { turn = 1, unit = \"1oh\", markers = 9 },\n  \
                 { turn = 2, unit = \"10ga\", markers = 8 },\n]\n\n[clock]";
    let crowd = "men = 20000, weapon = \"smoothbore-musket\", quality = \"green\", at = [1000, 90], facing = 0, \
                 posture = \"skirmish\"";
    let few = "men = 380, weapon = \"smoothbore-musket\", quality = \"green\", at = [1000, 90], facing = 0, \
               posture = \"line\"";
    let found = faults(&changed("too-much", &[("[clock]", panic), (few, crowd)]));
    let places: Vec<(u64, u64)> = found.iter().map(|(line, column, _)| (*line, *column)).collect();
    assert_eq!(places, [(11, 39), (12, 40), (53, 24)], "{found:?}");
    assert!(found[1].2.contains("10ga gets 1 to") && found[2].2.contains("2nd Ohio"), "{found:?}");
}

#[test]
fn a_drawn_map_of_another_size_is_told_where_its_size_stands() {
    let drawn =
        "[for.line-of-battle]\nhexes = \"\"\"\n# a small one\nmap 2 x 1\nkey . clear\nhexes\n. .\n\"\"\"\n\n[clock]";
    let found = faults(&changed("small-map", &[("[clock]", drawn)]));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].0, found[0].1), (12, 1), "{found:?}");
}
