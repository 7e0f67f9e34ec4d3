//! The page answers as the program does, byte for byte: every example of every procedure is asked of both.
//!
//! `make wasm` builds the page's half first and names it in `LONGROLL_WASM`. Where nobody did, as when this crate is tested by
//! itself, only the native half is asked, and has to answer.
#![allow(clippy::expect_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};
use wasm::{Request, answer};

#[test]
fn the_page_answers_as_the_program_does() {
    let mut questionnaire = String::new();
    let texts = requests().into_iter().map(|request| serde_json::to_string(&request).expect("a request is JSON"));
    // What cannot be read is refused in the same words everywhere.
    let unreadable = ["", "{", r#"{"ask":"no such thing"}"#, r#"{"ask":"procedures","rulebook":"none"}"#];
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
    let mut requests = vec![Request::Rulebooks, Request::FieldCheck];
    for about in shelf::titles() {
        let rulebook = about.slug.to_owned();
        requests.push(Request::Procedures { rulebook: rulebook.clone() });
        let Ok(book) = shelf::take(about.slug, None) else {
            continue;
        };
        for procedure in book.procedures() {
            for (_, situation) in procedure.examples() {
                requests.extend(about_one(&rulebook, procedure.name(), &situation));
            }
        }
    }
    requests
}

fn about_one(rulebook: &str, procedure: &str, situation: &Value) -> Vec<Request> {
    let (rulebook, procedure, situation) = (rulebook.to_owned(), procedure.to_owned(), situation.clone());
    let odds = Request::Odds {
        rulebook: rulebook.clone(),
        procedure: procedure.clone(),
        situation: situation.clone(),
        answers: Vec::new(),
    };
    let rollouts = Request::Rollouts {
        rulebook: rulebook.clone(),
        procedure: procedure.clone(),
        situation: situation.clone(),
        seed: 1863,
        times: 500,
    };
    let resolve = Request::Resolve { rulebook, procedure, situation, dice: vec![3; 4], answers: Vec::new() };
    vec![odds, rollouts, resolve]
}
