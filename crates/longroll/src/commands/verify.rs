//! `longroll verify`: whether a game is whole and its dice honest.

use std::path::PathBuf;

use clap::Args;
use engine::book::AnyRulebook;
use engine::game::{CommitmentCheck, FORMAT, Save, VerifyReport, verify_save};
use serde_json::json;

use crate::desk::Desk;
use crate::evening::story::turn_of_die;
use crate::evening::{self, file, is_binary, problem};
use crate::failure::{Failure, Problem};
use crate::ink;
use crate::text::{clean, counted};
use crate::theatre::{self, Theatre};

const EXAMPLES: &str = "\
Examples:
  longroll verify ford.longroll
  longroll verify ford.longroll --house our-rules
  longroll verify ford.longroll --json

Exit codes: 0 every die of the program is proved and nothing is wrong,
1 something is wrong or not proved yet, 2 the file cannot be read as a game.";

/// Prove the dice of a game: chain, commitment, every die, every turn
///
/// Works without a network. A closed game shows its secret: every die of the program is thrown again and compared, and the
/// turns are played again if the rulebook is here with the same charts. Compare the commitment with the one you were shown
/// when the game began, and the chain with the other copies.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Verify {
    /// The game
    #[arg(value_name = "FILE")]
    path: PathBuf,
}

/// Whether the turns were played again.
enum Replayed {
    /// They were; the report has what came of it.
    Yes,
    /// They were not, because of this.
    No(String),
}

pub(super) fn run(command: &Verify, desk: &mut Desk<'_>) -> Result<(), Failure> {
    let bytes = file::read(&command.path)?;
    let save = match Save::from_bytes(&bytes) {
        Ok(save) => save,
        Err(fault) => return broken(command, desk, &bytes, problem(&command.path, fault)),
    };
    let (report, replayed) = checked(command, desk, &save, &bytes);
    let mut problems = problems_of(command, &save, &report);
    let verdict = verdict(&report, problems.is_empty());
    if report.commitment == CommitmentCheck::NotRevealed && report.program_dice > 0 {
        let hint = format!("longroll game close {} shows it, where the key is", file::typed(&command.path));
        let why = "the secret is not shown yet, so the dice of the program cannot be checked";
        problems.push(Problem::at(command.path.display().to_string(), why).hint(hint));
    }
    let proved = problems.is_empty();
    if desk.json {
        let why = |problem: &Problem| json!({ "place": problem.place, "why": problem.why });
        desk.print_json(&json!({
            "file": command.path.display().to_string(),
            "verdict": verdict,
            "proved": proved,
            "problems": problems.iter().map(why).collect::<Vec<_>>(),
            "commitment": save.header.commitment.to_string(),
            "replayed": matches!(replayed, Replayed::Yes),
            "report": report,
        }))?;
    } else {
        let whole = if is_binary(&bytes) {
            "whole: its checksum holds, which finds damage but no forgery; compare its chain"
        } else {
            "whole: the chain holds from the first line to the last"
        };
        let lines = Lines { verdict: &verdict, whole, proved };
        show(desk, &save, &report, &replayed, &lines)?;
    }
    if proved {
        return Ok(());
    }
    Err(Failure::Unproved(problems))
}

/// Everything that can be checked with what is at hand.
fn checked(command: &Verify, desk: &Desk<'_>, save: &Save, bytes: &[u8]) -> (VerifyReport, Replayed) {
    let alone = |why: String| (verify_save(save), Replayed::No(why));
    match theatre::book_of(desk, &save.header) {
        Err(Failure::Problems { problems, .. } | Failure::Unproved(problems)) => {
            let why = problems.first().map(|problem| problem.why.clone()).unwrap_or_default();
            alone(why)
        }
        Err(Failure::Told | Failure::Gone) => alone(String::new()),
        Ok(book) if book.charts().digest() != save.header.charts => {
            let Problem { why, hint, .. } = evening::other_charts(&command.path, &save.header, &*book);
            alone(format!("{why}; {hint}"))
        }
        Ok(book) => match again(command, &*book, save, bytes) {
            Ok(report) => (report, Replayed::Yes),
            Err(why) => alone(why),
        },
    }
}

/// Plays the turns again, on the map where there is one.
fn again(command: &Verify, book: &dyn AnyRulebook, save: &Save, bytes: &[u8]) -> Result<VerifyReport, String> {
    let Some(mark) = &save.header.folder else {
        return book.verify_evening(bytes).map_err(|fault| fault.reason);
    };
    match Theatre::of_save(book, &command.path, mark) {
        Ok(theatre) => theatre.field.verify(bytes).map_err(|fault| fault.reason),
        Err(Failure::Problems { problems, .. } | Failure::Unproved(problems)) => {
            Err(problems.first().map(|problem| problem.why.clone()).unwrap_or_default())
        }
        Err(Failure::Gone | Failure::Told) => Err(String::new()),
    }
}

/// What is wrong, each with its turn and die.
fn problems_of(command: &Verify, save: &Save, report: &VerifyReport) -> Vec<Problem> {
    let path = command.path.display().to_string();
    let ask = "ask whoever threw the dice, and compare chains with the other copies";
    let mut problems = Vec::new();
    if report.commitment == CommitmentCheck::Differs {
        let why = "the secret shown at the end is not the one committed to at the start: no die is proved";
        problems.push(Problem::at(&path, why).hint(ask));
    }
    for wrong in &report.wrong_dice {
        let turn =
            turn_of_die(save, wrong.number).map_or("the order that waits".to_owned(), |turn| format!("turn {turn}"));
        let why = format!("die #{} shows {} and must show {}", wrong.number, wrong.shown, wrong.expected);
        problems.push(Problem::at(format!("{path}: {turn}"), why).hint(ask));
    }
    if let Some(difference) = report.replay.as_ref().filter(|difference| !difference.is_empty()) {
        let why = difference.strip_prefix("save").map_or(difference.clone(), |rest| format!("{path}{rest}"));
        problems.push(Problem::at("played again", why));
    }
    problems
}

/// The verdict in one line.
fn verdict(report: &VerifyReport, holds: bool) -> String {
    let (program, typed) = (report.program_dice, report.typed_dice);
    let typed = match typed {
        0 => String::new(),
        1 => "; 1 was typed, which proves nothing".to_owned(),
        many => format!("; {many} were typed, which proves nothing"),
    };
    if !holds {
        return "something is wrong with this game".to_owned();
    }
    match (program, report.commitment) {
        (0, _) => format!("the program threw no dice in this game{typed}"),
        (1, CommitmentCheck::Matches) => format!("the one die of the program is proved{typed}"),
        (_, CommitmentCheck::Matches) => format!("all {program} dice of the program are proved{typed}"),
        (_, _) => {
            let dice = counted(program as usize, "die", "dice");
            format!("nothing is wrong so far, but the game is not closed: {dice} of the program not proved yet{typed}")
        }
    }
}

/// What has been found out, in words.
struct Lines<'a> {
    verdict: &'a str,
    whole: &'a str,
    proved: bool,
}

fn show(
    desk: &mut Desk<'_>,
    save: &Save,
    report: &VerifyReport,
    replayed: &Replayed,
    lines: &Lines<'_>,
) -> Result<(), Failure> {
    let mut page = desk.terminal.page();
    let style = if lines.proved { ink::TITLE } else { ink::ERROR };
    page.wrapped(style, 0, &capital(lines.verdict))?;
    page.gap()?;
    let played = counted(report.turns as usize, "turn", "turns");
    let undone = if report.undone > 0 { format!(", {} of them undone", report.undone) } else { String::new() };
    page.wrapped(ink::PLAIN, 0, &clean(&format!("{} ({}), {played}{undone}", report.title, report.rulebook)))?;
    let dice = match (report.commitment, report.program_dice) {
        (CommitmentCheck::NotRevealed, 0) => "the game is not closed; no die of the program fell".to_owned(),
        (CommitmentCheck::NotRevealed, _) => {
            "cannot be checked until the secret is shown: longroll game close does that".to_owned()
        }
        (CommitmentCheck::Differs, _) => "the secret is not the one committed to".to_owned(),
        (CommitmentCheck::Matches, _) => format!(
            "the secret is the one committed to; {} thrown again, {} wrong",
            report.program_dice,
            report.wrong_dice.len()
        ),
    };
    let turns = match (replayed, report.replay.as_deref()) {
        (Replayed::No(why), _) => format!("not played again: {why}"),
        (Replayed::Yes, Some("")) => "played again, and all came out as recorded".to_owned(),
        (Replayed::Yes, _) => "played again, and not all came out as recorded".to_owned(),
    };
    for (term, text) in [("file", lines.whole), ("dice", &dice), ("turns", &turns)] {
        crate::report::entry(&mut page, 2, 9, (term, ink::TYPE), (&clean(text), ink::PLAIN))?;
    }
    page.gap()?;
    page.wrapped(ink::PLAIN, 0, &format!("Commitment {}", save.header.commitment))?;
    page.wrapped(ink::PLAIN, 0, &format!("Chain      {}", report.chain))?;
    page.wrapped(
        ink::FAINT,
        0,
        "Compare the commitment with the one shown before the words were given, and the chain with the other copies.",
    )?;
    Ok(())
}

/// A file that does not read: a save that somebody or something changed, or no save at all.
fn broken(command: &Verify, desk: &mut Desk<'_>, bytes: &[u8], problem: Problem) -> Result<(), Failure> {
    if !bytes.starts_with(format!("longroll save {FORMAT}\n").as_bytes()) {
        return Err(problem.into());
    }
    let kept = Save::salvage(bytes).ok();
    let verdict = match &kept {
        Some(kept) => {
            let turns = counted(kept.save.lineage().turns() as usize, "turn", "turns");
            format!("this file was changed or cut off: only its first {} lines, with {turns}, hold", kept.kept_lines)
        }
        None => "this file was changed or damaged, and no part of it holds".to_owned(),
    };
    if desk.json {
        desk.print_json(&json!({
            "file": command.path.display().to_string(),
            "verdict": verdict,
            "proved": false,
            "problems": [{ "place": problem.place, "why": problem.why }],
            "kept-lines": kept.as_ref().map_or(0, |kept| kept.kept_lines),
        }))?;
    } else {
        desk.terminal.page().wrapped(ink::ERROR, 0, &capital(&verdict))?;
    }
    Err(Failure::Unproved(vec![problem]))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
