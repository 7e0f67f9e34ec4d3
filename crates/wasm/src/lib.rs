//! The rulebooks inside a page: one request in, one answer out, both JSON.
//!
//! [`answer`] is ordinary Rust and runs anywhere; `memory.rs` passes its texts through the linear memory of WebAssembly, so
//! that no glue has to be generated. The same requests give the same bytes natively and in the page: `make test` compares
//! them.

mod memory;

use engine::book::{AnyProcedure, AnyRulebook, Progress, Stopped};
use engine::{GivenAnswers, OddsOptions, Typed};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// What can be asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Request {
    /// The rulebooks there are.
    Rulebooks,
    /// One number from a fixed job on hexes and on the plane: whether this machine reckons as every other does.
    FieldCheck,
    /// The procedures of a rulebook, with schemas and examples.
    Procedures {
        /// Which rulebook.
        rulebook: String,
    },
    /// One procedure, settled with these dice and answers.
    Resolve {
        /// Which rulebook.
        rulebook: String,
        /// Which procedure.
        procedure: String,
        /// The situation, as its schema describes it.
        situation: Value,
        /// The dice, in the order they fell.
        #[serde(default)]
        dice: Vec<u8>,
        /// Answers by the name of the question.
        #[serde(default)]
        answers: Vec<(String, String)>,
    },
    /// The exact odds of one procedure.
    Odds {
        /// Which rulebook.
        rulebook: String,
        /// Which procedure.
        procedure: String,
        /// The situation, as its schema describes it.
        situation: Value,
        /// Answers by the name of the question; open questions are shown side by side.
        #[serde(default)]
        answers: Vec<(String, String)>,
    },
    /// How often each outcome comes up in rollouts.
    Rollouts {
        /// Which rulebook.
        rulebook: String,
        /// Which procedure.
        procedure: String,
        /// The situation, as its schema describes it.
        situation: Value,
        /// The seed of the dice.
        seed: u64,
        /// How many.
        times: u64,
    },
}

/// LIMIT: rollouts in one request, so that a page never hangs for long.
pub const ROLLOUTS_MAX: u64 = 1_000_000;

/// Answers a request. Whatever is wrong with it comes back as `{"error": …}`.
pub fn answer(request: &str) -> String {
    let answer = serde_json::from_str(request)
        .map_err(|error| json!({ "error": format!("the request does not read: {error}") }))
        .and_then(|request| carry_out(&request));
    match answer {
        Ok(value) => json!({ "ok": value }).to_string(),
        Err(error) => error.to_string(),
    }
}

fn carry_out(request: &Request) -> Result<Value, Value> {
    match request {
        Request::Rulebooks => Ok(json!(shelf::titles())),
        // As text: a number of 64 bits does not survive every reader of JSON.
        Request::FieldCheck => Ok(json!(field::check::digest().to_string())),
        Request::Procedures { rulebook } => {
            let book = take(rulebook)?;
            Ok(book.procedures().iter().map(|procedure| describe(procedure.as_ref())).collect())
        }
        Request::Resolve { rulebook, procedure, situation, dice, answers } => {
            let book = take(rulebook)?;
            let procedure = find(book.as_ref(), procedure)?;
            let progress = procedure
                .resolve(situation, dice.clone(), Vec::new(), &orders(answers), &mut Typed)
                .map_err(stopped)?;
            Ok(match progress {
                Progress::Done(resolution) => json!({ "done": resolution }),
                Progress::Waiting { waiting, lines, .. } => {
                    json!({ "waiting": format!("{waiting:?}"), "lines": lines })
                }
            })
        }
        Request::Odds { rulebook, procedure, situation, answers } => {
            let book = take(rulebook)?;
            let options = OddsOptions { answers: orders(answers), ..OddsOptions::default() };
            let columns = find(book.as_ref(), procedure)?.odds(situation, &options).map_err(stopped)?;
            Ok(json!(columns))
        }
        Request::Rollouts { rulebook, procedure, situation, seed, times } => {
            let book = take(rulebook)?;
            let times = (*times).min(ROLLOUTS_MAX);
            let counts = find(book.as_ref(), procedure)?
                .rollouts(situation, &GivenAnswers::new(), *seed, times)
                .map_err(stopped)?;
            Ok(json!(counts))
        }
    }
}

fn take(slug: &str) -> Result<Box<dyn AnyRulebook>, Value> {
    shelf::take(slug, None).map_err(|faults| json!({ "error": faults }))
}

fn find<'a>(book: &'a dyn AnyRulebook, name: &str) -> Result<&'a dyn AnyProcedure, Value> {
    let known = || book.procedures().iter().map(|procedure| procedure.name()).collect::<Vec<_>>().join(", ");
    book.procedure(name).ok_or_else(|| json!({ "error": format!("no procedure {name:?}; choose one of {}", known()) }))
}

fn orders(answers: &[(String, String)]) -> GivenAnswers {
    let none = GivenAnswers::new();
    answers.iter().fold(none, |orders, (name, answer)| orders.with(name.as_str(), answer.as_str()))
}

fn stopped(stopped: Stopped) -> Value {
    match stopped {
        Stopped::Fault(fault) => json!({ "error": fault }),
        Stopped::Refused(refusal) => json!({ "refused": refusal }),
        Stopped::Open(question) => json!({ "open": question.kind.name, "choices": question.choices.listing(64) }),
    }
}

fn describe(procedure: &dyn AnyProcedure) -> Value {
    json!({
        "name": procedure.name(),
        "chapter": procedure.chapter(),
        "summary": procedure.summary(),
        "situation": procedure.situation_schema(),
        "outcome": procedure.outcome_schema(),
        "examples": procedure.examples(),
    })
}
