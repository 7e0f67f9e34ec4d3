//! Broken battles: each mistake is reported with its file, line, column and a hint, all of them at once, and no input at all
//! makes the check fall over.

#![allow(clippy::expect_used, clippy::panic, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use battle::{Files, Known, check, check_with, folder};
use proptest::prelude::*;
use serde::Deserialize;

#[derive(Deserialize)]
struct Corpus {
    case: Vec<Case>,
}

/// One way to break the good battle: with one mistake, or with several at once.
#[derive(Deserialize)]
struct Case {
    name: String,
    #[serde(flatten)]
    edit: Edit,
    #[serde(default)]
    and: Vec<Edit>,
    faults: Vec<String>,
}

#[derive(Deserialize)]
struct Edit {
    file: String,
    find: String,
    put: String,
}

fn broken() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/broken")
}

fn base() -> Files {
    folder::read(&broken().join("base")).expect("the good battle")
}

/// Rulebooks that battles here speak of.
fn known() -> [Known<'static>; 5] {
    [
        Known { slug: "elephant", scales: vec!["regimental-2", "regimental-1", "brigade"] },
        Known { slug: "line-of-battle", scales: vec!["regimental"] },
        Known { slug: "billy-yank", scales: vec!["company", "regimental"] },
        Known { slug: "fire-and-fury", scales: vec!["regimental"] },
        Known { slug: "volley-and-bayonet", scales: vec!["brigade"] },
    ]
}

fn cases() -> Vec<Case> {
    let text = fs::read_to_string(broken().join("cases.toml")).expect("cases");
    toml::from_str::<Corpus>(&text).expect("cases").case
}

fn edit(files: &mut Files, case: &Case) {
    for Edit { file, find, put } in std::iter::once(&case.edit).chain(&case.and) {
        let text = String::from_utf8(files[file].clone()).expect("text");
        assert_eq!(text.matches(find).count(), 1, "{}: {find} stands there once", case.name);
        files.insert(file.clone(), text.replacen(find, put, 1).into_bytes());
    }
}

#[test]
fn the_good_battle_is_good() {
    assert_eq!(check(&base()), []);
}

#[test]
fn every_broken_battle_gives_the_right_message_at_the_right_place() {
    let cases = cases();
    assert!(cases.len() >= 40, "{} cases", cases.len());
    let mut wrong = Vec::new();
    for case in &cases {
        let mut files = base();
        edit(&mut files, case);
        let found: Vec<String> = check_with(&files, &known()).iter().map(ToString::to_string).collect();
        assert!(!found.is_empty(), "{} is not found", case.name);
        if found != case.faults {
            wrong.push(format!("{}\n  {}", case.name, found.join("\n  ")));
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn many_mistakes_are_reported_at_once() {
    let chosen = [
        "a regiment off the map",
        "an unknown weapon",
        "a polygon that crosses itself",
        "a bridge over nothing",
        "an unknown place",
    ];
    let mut files = base();
    let cases = cases();
    let mut expected: Vec<&String> = Vec::new();
    for case in cases.iter().filter(|case| chosen.contains(&case.name.as_str())) {
        edit(&mut files, case);
        expected.extend(&case.faults);
    }
    assert_eq!(expected.len(), chosen.len());
    let found: Vec<String> = check_with(&files, &known()).iter().map(ToString::to_string).collect();
    for fault in expected {
        assert!(found.contains(fault), "{fault}\nis not among\n{}", found.join("\n"));
    }
}

/// Whatever two mistakes are made, no third is reported.
#[test]
fn two_mistakes_do_not_make_a_third() {
    let cases: Vec<Case> = cases().into_iter().filter(|case| case.and.is_empty()).collect();
    let mut wrong = Vec::new();
    for (number, first) in cases.iter().enumerate() {
        for second in &cases[number + 1..] {
            let mut files = base();
            edit(&mut files, first);
            let text = String::from_utf8_lossy(&files[&second.edit.file]).into_owned();
            // Whoever comes while the battle is over, if that is the only hour one knows, is rightly reported.
            let lost = first.edit.put == "end = \"08:30\"" && second.edit.put == "start = \"9 am\"";
            if lost || text.matches(&second.edit.find).count() != 1 {
                continue;
            }
            edit(&mut files, second);
            let found = check_with(&files, &known());
            if found.is_empty() || found.len() > first.faults.len() + second.faults.len() {
                let found: Vec<String> = found.iter().map(ToString::to_string).collect();
                wrong.push(format!("{} and {}\n  {}", first.name, second.name, found.join("\n  ")));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}\n", wrong.join("\n"));
}

#[test]
fn a_file_that_is_missing_is_named() {
    let mut files = base();
    files.remove("ground.geojson");
    let faults = check(&files);
    assert_eq!(faults.len(), 1, "{faults:?}");
    assert_eq!(faults[0].file, "ground.geojson");
}

/// A folder in the place of a file is told as one, not as a file that is missing.
#[test]
fn a_folder_in_the_place_of_a_file_is_told_as_one() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("a-folder-for-a-file");
    fs::create_dir_all(folder.join("battle.toml")).expect("a folder");
    let error = folder::read(&folder).expect_err("it is no file");
    assert_eq!(error.to_string(), "battle.toml is a folder, and should be a file");
}

/// Text made of pieces of the good file, so that it often gets far.
fn torn(file: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let text = base()[file].clone();
    let length = text.len();
    (0..length, 0..length, 0..length, any::<Vec<u8>>()).prop_map(move |(cut, from, to, noise)| {
        let (from, to) = (from.min(to), from.max(to).min(from.min(to) + 200));
        [&text[..cut], &noise[..noise.len().min(8)], &text[from..to], &text[cut..]].concat()
    })
}

/// The good file with one number, word or sign changed.
fn tweaked(file: &'static str) -> impl Strategy<Value = Vec<u8>> {
    let text = base()[file].clone();
    let values = [
        "0",
        "-1",
        "99999999999999999999",
        "1e400",
        "\"\"",
        "[]",
        "{}",
        "true",
        "null",
        "nan",
        "1.5",
        "\"x\"",
        "[[[]]]",
    ];
    (0..text.len(), 0..text.len().min(12), proptest::sample::select(values.to_vec())).prop_map(
        move |(at, length, value)| {
            let end = (at + length).min(text.len());
            [&text[..at], value.as_bytes(), &text[end..]].concat()
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Any bytes as either file give faults or a battle, never a panic; a fault lies in its file.
    #[test]
    fn any_bytes_are_answered(
        plan in prop_oneof![any::<Vec<u8>>(), torn("battle.toml"), tweaked("battle.toml")],
        ground in prop_oneof![any::<Vec<u8>>(), torn("ground.geojson"), tweaked("ground.geojson")],
    ) {
        for (file, bytes) in [("battle.toml", plan), ("ground.geojson", ground)] {
            let lines = bytes.iter().filter(|byte| **byte == b'\n').count() + 1;
            let mut files = base();
            files.insert(file.to_owned(), bytes);
            for fault in check(&files) {
                prop_assert!(fault.file != file || fault.line.is_none_or(|line| line <= lines), "{}", fault);
                prop_assert!(!fault.reason.is_empty() && !fault.hint.is_empty(), "{}", fault);
            }
        }
    }
}
