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
use engine::game::{Save, to_hex, verify_save};
use engine::{GivenAnswers, OddsOptions};
use messages::{Fault, House, Matter, OddsColumn, OddsRow, Reason, Reply, Request, Sheet, TableOf, Verified};

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
        Request::Verify { save } => verify(save).map_err(|fault| faults(vec![fault])),
    }
}

/// Checks the dice of a save against what was committed to. The page has the rules, but not the battle: that the rules were
/// kept, `longroll verify` says.
fn verify(save: &str) -> Result<Reply, engine::Fault> {
    let save = Save::from_text(save.as_bytes())?;
    let report = verify_save(&save);
    Ok(Reply::Verified(Box::new(Verified {
        commitment: to_hex(&save.header.commitment.0),
        secret: save.secret.map(|secret| to_hex(&secret)),
        program_dice: report.program_dice as u32,
        typed_dice: report.typed_dice as u32,
        proved: report.dice_are_proved(),
        problems: report.problems(),
    })))
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

#[cfg(test)]
mod tests {
    #![allow(clippy::expect_used, reason = "a test fails by panicking")]

    use super::*;

    /// What a save of the collection says of its dice, changed before it is read.
    fn checked(change: impl FnOnce(&mut Save)) -> Reply {
        let file = "../../corpus/elephant/training-crossroads-recruit-recruit-1872.longroll";
        let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
        let mut save = Save::from_bytes(&std::fs::read(path).expect("the game is there")).expect("it reads");
        change(&mut save);
        let save = save.to_text();
        carry_out(&Request::Verify { save }).unwrap_or_else(|reply| reply)
    }

    #[test]
    fn the_dice_of_a_finished_game_are_proved() {
        let verified = |reply: Reply| match reply {
            Reply::Verified(verified) => Some(verified),
            _ => None,
        };
        let fair = verified(checked(|_| {})).expect("the save holds");
        assert!(
            fair.proved && fair.program_dice > 0 && fair.secret.is_some() && fair.commitment.len() == 64,
            "{fair:?}"
        );
        let open = verified(checked(|save| save.secret = None)).expect("the save holds");
        assert!(!open.proved && open.secret.is_none() && open.problems.is_empty(), "{open:?}");
        let other = verified(checked(|save| save.secret = Some([7; 32]))).expect("the save holds");
        assert!(!other.proved && other.problems.len() == 1, "{other:?}");
    }
}
