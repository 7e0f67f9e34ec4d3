//! The page answers as the program does, byte for byte: every example of every procedure is asked of both.
//!
//! `make wasm` builds the page's half first and names it in `LONGROLL_WASM`. Where nobody did, as when this crate is tested by
//! itself, only the native half is asked, and has to answer.
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::process::Command;

use engine::book::AnyRulebook;
use engine::chart::{Chart, Switch};
use serde_json::{Value, json};
use wasm::answer;
use wasm::messages::{House, Matter, Request, TableOf, Thrown};

#[test]
fn the_page_answers_as_the_program_does() {
    let mut questionnaire = String::new();
    let texts = requests().into_iter().map(|request| serde_json::to_string(&request).expect("a request is JSON"));
    // What cannot be read is refused in the same words everywhere.
    let unreadable = ["", "{", r#"{"ask":"no such thing"}"#, r#"{"ask":"book","table":{"rulebook":"none"}}"#];
    let mut asked = 0;
    for text in texts.chain(unreadable.map(str::to_owned)) {
        questionnaire.push_str(&format!("{}\n", json!([text, answer(&text)])));
        asked += 1;
    }
    assert!(asked > 2_000, "only {asked} questions");
    let Some(page) = std::env::var_os("LONGROLL_WASM") else { return };
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("questionnaire.jsonl");
    fs::write(&file, questionnaire).expect("the questionnaire can be written down");
    let check = Path::new(env!("CARGO_MANIFEST_DIR")).join("check.mjs");
    let status = Command::new("node").arg(check).arg(page).arg(&file).status().expect("node runs");
    assert!(status.success(), "the page answers otherwise");
}

fn requests() -> Vec<Request> {
    let mut requests = vec![Request::Shelf, Request::FieldCheck];
    for about in shelf::titles() {
        let table = TableOf { rulebook: about.slug.to_owned(), house: House::default() };
        requests.push(Request::Book { table: table.clone() });
        let Ok(book) = shelf::take(about.slug, None) else {
            continue;
        };
        requests.extend(house_rules(book.as_ref(), &table));
        for procedure in book.procedures() {
            for (_, situation) in procedure.examples() {
                requests.extend(about_one(&table, procedure.name(), &situation));
            }
        }
    }
    requests
}

/// The rulebook with every switch turned to its last choice, and charts as their files have them.
fn house_rules(book: &dyn AnyRulebook, table: &TableOf) -> Vec<Request> {
    let last = |switch: &Switch| switch.choices.last().map(|choice| (switch.id.clone(), choice.clone()));
    let switches = book.charts().switches().iter().filter_map(last).collect();
    let turned = TableOf { house: House { switches, cells: Vec::new() }, ..table.clone() };
    let sheet = |chart: &Chart| Request::Sheet { table: table.clone(), chart: chart.id().to_owned() };
    book.charts().charts().iter().map(sheet).chain([Request::Book { table: turned }]).collect()
}

fn about_one(table: &TableOf, procedure: &str, situation: &Value) -> Vec<Request> {
    let matter = Matter { table: table.clone(), procedure: procedure.to_owned(), situation: situation.clone() };
    let dice = vec![Thrown { face: 3, typed: true }; 4];
    vec![
        Request::Odds { matter: matter.clone(), orders: Vec::new() },
        Request::Rollouts { matter: matter.clone(), seed: 1863, times: 500 },
        Request::Resolve { matter: matter.clone(), dice: Vec::new(), answers: Vec::new() },
        Request::Resolve { matter, dice, answers: Vec::new() },
    ]
}
