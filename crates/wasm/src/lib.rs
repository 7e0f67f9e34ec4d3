//! The rulebooks inside a page: one request in, one answer out, both JSON.
//!
//! [`answer`] is ordinary Rust and runs anywhere; `memory.rs` passes its texts through the linear memory of WebAssembly, so
//! that no glue has to be generated. The same requests give the same bytes natively and in the page: `make test` compares
//! them. What is said is in [`messages`], from which the page's TypeScript is made.

mod course;
mod house;
mod memory;
pub mod messages;
mod open;
#[cfg(test)]
mod typescript;

use engine::book::{AnyProcedure, AnyRulebook, Stopped};
use engine::{GivenAnswers, OddsOptions};
use messages::{Fault, House, Matter, OddsColumn, OddsRow, Reason, Reply, Request, Sheet, TableOf};

/// LIMIT: rollouts in one request, so that a page never hangs for long.
pub const ROLLOUTS_MAX: u64 = 1_000_000;

/// Answers a request. Whatever is wrong with it comes back as a reply too.
pub fn answer(request: &str) -> String {
    let reply = match serde_json::from_str(request) {
        Ok(request) => carry_out(&request).unwrap_or_else(|reply| reply),
        Err(error) => {
            let reason = format!("the request does not read: {error}");
            Reply::Faults(vec![Fault { place: "request".to_owned(), reason, hint: String::new() }])
        }
    };
    serde_json::to_string(&reply).unwrap_or_default()
}

/// The reply to a request, or the reply that says why there is none.
fn carry_out(request: &Request) -> Result<Reply, Reply> {
    match request {
        Request::Shelf => {
            let printed = |slug: &str| TableOf { rulebook: slug.to_owned(), house: House::default() };
            let books =
                shelf::titles().iter().map(|about| house::take(&printed(about.slug))).collect::<Result<Vec<_>, _>>();
            Ok(Reply::Shelf(books.map_err(faults)?.iter().map(|book| open::title(book.as_ref())).collect()))
        }
        Request::FieldCheck => Ok(Reply::FieldCheck(field::check::digest().to_string())),
        Request::Book { table } => {
            let book = house::take(table).map_err(faults)?;
            Ok(Reply::Book(Box::new(open::book(book.as_ref()))))
        }
        Request::Sheet { table, chart } => {
            let book = house::take(table).map_err(faults)?;
            let chart = book.charts().chart(chart).map_err(|fault| faults(vec![fault]))?;
            let row = |row: usize| {
                (0..chart.columns().len()).map(move |column| chart.cell(row, column).unwrap_or_default().to_owned())
            };
            let rows = (0..chart.rows()).map(|number| row(number).collect()).collect();
            Ok(Reply::Sheet(Sheet { columns: chart.columns().to_vec(), rows }))
        }
        Request::Resolve { matter, dice, answers } => with(matter, |book, procedure| {
            course::resolve(book, procedure, &matter.situation, dice, answers).map_err(stopped)
        }),
        Request::Odds { matter, orders: given } => with(matter, |_, procedure| {
            let options = OddsOptions { answers: orders(given), ..OddsOptions::default() };
            let columns = procedure.odds(&matter.situation, &options).map_err(stopped)?;
            Ok(Reply::Odds(columns.into_iter().map(odds).collect()))
        }),
        Request::Rollouts { matter, seed, times } => with(matter, |_, procedure| {
            let times = (*times).min(ROLLOUTS_MAX);
            let counts = procedure.rollouts(&matter.situation, &GivenAnswers::new(), *seed, times).map_err(stopped)?;
            Ok(Reply::Rollouts(counts.into_iter().collect()))
        }),
    }
}

/// Finds the procedure of a matter.
fn with(
    matter: &Matter,
    carry_out: impl FnOnce(&dyn AnyRulebook, &dyn AnyProcedure) -> Result<Reply, Reply>,
) -> Result<Reply, Reply> {
    let book = house::take(&matter.table).map_err(faults)?;
    let Some(procedure) = book.procedure(&matter.procedure) else {
        let known: Vec<&str> = book.procedures().iter().map(|procedure| procedure.name()).collect();
        let reason = format!("there is no procedure {:?}", matter.procedure);
        let hint = format!("choose one of {}", known.join(", "));
        return Err(faults(vec![engine::Fault::of_file(matter.table.rulebook.as_str(), reason).hint(hint)]));
    };
    carry_out(book.as_ref(), procedure)
}

fn orders(answers: &[(String, String)]) -> GivenAnswers {
    let none = GivenAnswers::new();
    answers.iter().fold(none, |orders, (name, answer)| orders.with(name.as_str(), answer.as_str()))
}

fn odds(column: engine::book::OddsColumn) -> OddsColumn {
    let row = |row: engine::book::OddsRow| OddsRow { summary: row.summary, gist: row.gist, ways: row.ways };
    OddsColumn {
        answers: column.answers,
        outcomes: column.outcomes.into_iter().map(row).collect(),
        total: column.total,
        unresolved: column.unresolved,
    }
}

fn stopped(stopped: Stopped) -> Reply {
    match stopped {
        Stopped::Fault(fault) => faults(vec![fault]),
        Stopped::Refused(refusal) => {
            let reason = |reason: engine::Reason| Reason {
                field: reason.field,
                why: reason.why,
                rule: reason.rule.map(engine::Rule::id),
            };
            Reply::Refused(refusal.reasons.into_iter().map(reason).collect())
        }
        Stopped::Open(question) => Reply::Open(Box::new(course::question(&question))),
    }
}

fn faults(faults: Vec<engine::Fault>) -> Reply {
    let told = |fault: engine::Fault| {
        let place = match (fault.line, fault.column) {
            (0, 0) => fault.file,
            (0, column) => format!("{}, number {column}", fault.file),
            (line, 0) => format!("{}, line {line}", fault.file),
            (line, column) => format!("{}, line {line}, column {column}", fault.file),
        };
        Fault { place, reason: fault.reason, hint: fault.hint }
    };
    Reply::Faults(faults.into_iter().map(told).collect())
}
