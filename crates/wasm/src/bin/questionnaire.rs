//! Prints one request and its native answer a line, for every example of every procedure: what the page must answer too.

use std::io::Write;

use serde_json::{Value, json};
use wasm::{Request, answer};

fn main() -> std::io::Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for request in requests() {
        let text = serde_json::to_string(&request)?;
        writeln!(out, "{}", json!([text, answer(&text)]))?;
    }
    // What cannot be read is refused in the same words everywhere.
    for text in ["", "{", r#"{"ask":"no such thing"}"#, r#"{"ask":"procedures","rulebook":"none"}"#] {
        writeln!(out, "{}", json!([text, answer(text)]))?;
    }
    out.flush()
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
