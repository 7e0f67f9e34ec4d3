//! Bringing an order in a game to its end: dice thrown, given or typed, questions answered or asked, and the file written
//! before anybody is asked, so that dice that have fallen stay fallen.

use engine::book::Stopped;
use engine::game::{AnyProgress, DiceMode};
use engine::{Question, Waiting};
use serde_json::{Value, json};

use super::{OpenGame, file, problem, story};
use crate::desk::Desk;
use crate::failure::{BAD, Failure, Problem};
use crate::report::resolution::{self, ResolutionView};
use crate::settle::{self, Taken};

/// What the engine says to a step.
pub type Step = Result<AnyProgress, engine::Halt<std::convert::Infallible>>;

/// Where dice come from that the program does not throw by itself.
pub struct Hand {
    /// Given beforehand.
    faces: Vec<u8>,
    /// Whether somebody can be asked for more.
    pub asks_dice: bool,
    /// Whether the program throws the rest.
    rolls_rest: bool,
}

impl Hand {
    /// These faces, and then whatever the terminal or, if `asks_dice`, a pipe gives.
    pub fn new(desk: &Desk<'_>, faces: &[u8], asks_dice: bool) -> Self {
        Hand { faces: faces.to_vec(), asks_dice: asks_dice || desk.terminal.interactive, rolls_rest: false }
    }
}

/// How an order was left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    /// It is settled, as this turn.
    Settled(u32),
    /// It waits.
    Waiting,
}

/// Goes on from a step until the order is settled or nobody is there to ask. The file is written either way.
pub fn go_on(desk: &mut Desk<'_>, open: &mut OpenGame, first: AnyProgress, mut hand: Hand) -> Result<Left, Failure> {
    let mut progress = first;
    loop {
        if let AnyProgress::Done { turn, .. } = progress {
            if !hand.faces.is_empty() {
                return Err(too_many(&hand.faces));
            }
            open.write()?;
            return Ok(Left::Settled(turn));
        }
        let Some(waiting) = open.waiting()? else {
            return Ok(Left::Waiting);
        };
        let step = match waiting {
            Waiting::Dice { throw, .. } if !hand.faces.is_empty() => {
                let count = usize::from(throw.count()).min(hand.faces.len());
                let faces: Vec<u8> = hand.faces.drain(..count).collect();
                let step = open.game.throw_typed(&faces);
                step.map_err(|halt| failure(open, halt))?
            }
            Waiting::Dice { throw, rule } => {
                open.write()?;
                if !hand.asks_dice {
                    return Ok(Left::Waiting);
                }
                let taken = if hand.rolls_rest { Taken::RollThem } else { settle::take_dice(desk, throw, rule, &[])? };
                let step = match taken {
                    Taken::Typed(faces) => open.game.throw_typed(&faces),
                    Taken::RollThem if open.game.secret().is_none() => {
                        open.no_key().mention(&mut desk.terminal.talk())?;
                        continue;
                    }
                    Taken::RollThem => {
                        hand.rolls_rest = true;
                        open.game.roll_it()
                    }
                    Taken::Left => return Ok(Left::Waiting),
                };
                step.map_err(|halt| failure(open, halt))?
            }
            Waiting::Answer(question) => {
                open.write()?;
                if !hand.faces.is_empty() && !desk.terminal.interactive {
                    super::words::mention(desk, &unused(open, &hand.faces))?;
                }
                if !desk.terminal.interactive {
                    return Ok(Left::Waiting);
                }
                match settle::ask(desk, &question)? {
                    Some(answer) => {
                        let step = open.game.answer(&question.choices.text(answer));
                        step.map_err(|halt| failure(open, halt))?
                    }
                    None => return Ok(Left::Waiting),
                }
            }
        };
        progress = step;
    }
}

fn too_many(faces: &[u8]) -> Failure {
    let why = match faces.len() {
        1 => format!("the last die (the {}) was never thrown", join(faces)),
        left => format!("the last {left} dice ({}) were never thrown", join(faces)),
    };
    Failure::bad("dice", format!("{why}: nothing was settled"), "leave out what is too many")
}

fn unused(open: &OpenGame, faces: &[u8]) -> String {
    let path = file::typed(&open.path);
    format!("a question comes first; give the other dice after it: longroll game dice {path} {}", join(faces))
}

fn join(faces: &[u8]) -> String {
    faces.iter().map(u8::to_string).collect::<Vec<_>>().join(",")
}

/// What the engine says to a step of this game, in words for the command line.
pub fn failure(open: &OpenGame, halt: engine::Halt<std::convert::Infallible>) -> Failure {
    match Stopped::from(halt) {
        Stopped::Fault(fault) if fault.file == "answers" => Failure::bad("answer", fault.reason, fault.hint),
        Stopped::Fault(fault) => problem(&open.path, fault).into(),
        Stopped::Refused(refusal) if refusal.reasons.iter().all(|reason| is_of_the_table(&reason.field)) => {
            let waiting = open.waiting().ok().flatten();
            super::refused(refusal, &waiting.map(|waiting| wanted(open, &waiting).hint).unwrap_or_default())
        }
        Stopped::Refused(refusal) => super::refused(refusal, "longroll game show says how the game stands"),
        Stopped::Open(question) => Problem::unanswered(&question).into(),
    }
}

/// Whether a refusal is about the order of play at the table, and not about a situation.
fn is_of_the_table(field: &str) -> bool {
    matches!(field, "answer" | "command" | "dice" | "game")
}

/// Shows how an order was left. One that waits is told with everything that can be done now, and ends the command with 2.
pub fn report(desk: &mut Desk<'_>, open: &OpenGame, left: Left, view: ResolutionView) -> Result<(), Failure> {
    match left {
        Left::Settled(turn) => settled(desk, open, turn, view),
        Left::Waiting => {
            if desk.json {
                let mut value = place_json(open);
                value["progress"] = json!("waiting");
                value["waiting"] = json!(open.game.pending());
                desk.print_json(&value)?;
            }
            match open.waiting()? {
                Some(waiting) => Err(still_waiting(open, &waiting)),
                None => Ok(()),
            }
        }
    }
}

fn settled(desk: &mut Desk<'_>, open: &OpenGame, turn: u32, view: ResolutionView) -> Result<(), Failure> {
    let played = open.played(turn)?;
    if desk.json {
        let mut value = place_json(open);
        value["progress"] = json!("done");
        let told = played.with(&*open.book, |matter| resolution::to_json(matter, &played.settled))?;
        if let (Value::Object(value), Value::Object(told)) = (&mut value, told) {
            value.extend(told.into_iter().filter(|(name, _)| name != "seed"));
        }
        return desk.print_json(&value);
    }
    let mut page = desk.terminal.page();
    played.with(&*open.book, |matter| resolution::show(matter, &played.settled, view, &mut page))??;
    page.gap()?;
    let line = format!("Turn {turn} of {}, chain {}", open.path.display(), open.chain());
    Ok(page.wrapped(crate::ink::FAINT, 0, &crate::text::clean(&line))?)
}

/// Where the game stands, for programs.
pub fn place_json(open: &OpenGame) -> Value {
    json!({ "file": open.path.display().to_string(), "turn": open.game.turn(), "chain": open.chain() })
}

/// Says that an order waits, and how to go on.
pub fn still_waiting(open: &OpenGame, waiting: &Waiting) -> Failure {
    Failure::Problems { code: BAD, problems: vec![wanted(open, waiting)] }
}

/// What the game waits for, and every command that helps.
pub fn wanted(open: &OpenGame, waiting: &Waiting) -> Problem {
    let path = file::typed(&open.path);
    let pending = open.game.save().pending.as_ref();
    let fallen = pending.iter().flat_map(|pending| story::throws(&pending.inputs)).map(story::throw_text);
    let fallen: Vec<String> = fallen.collect();
    let (so_far, withdraw) = if fallen.is_empty() {
        (String::new(), format!("; longroll game withdraw {path} takes the order back"))
    } else {
        (format!(" [thrown so far: {}]", fallen.join(", ")), String::new())
    };
    let (why, rule, help) = match waiting {
        Waiting::Answer(question) => {
            let example = question.choices.text(0);
            let why = format!("the order waits for an answer: {}", asked(question));
            (why, question.kind.rule, format!("longroll game answer {path} {example}"))
        }
        Waiting::Dice { throw, rule } => {
            let why = format!("the order waits for dice: throw {}", settle::describe(*throw));
            let dice = vec!["N"; usize::from(throw.count().min(12))].join(",");
            let roll = format!("longroll game roll {path} has the program throw");
            (why, *rule, format!("longroll game dice {path} {dice}; {roll}"))
        }
    };
    let shown = open.path.display().to_string();
    let (why, hint) = (format!("{why}{so_far}"), format!("{help}{withdraw}"));
    Problem { place: shown, why, rule: Some(rule), hint, excerpt: None }
}

fn asked(question: &Question) -> String {
    let choices = question.choices.listing(20);
    format!("{} {} decides ({choices})", question.kind.prompt, question.side.name())
}

/// Whether the program has to throw for the order that waits.
pub fn needs_key(open: &OpenGame) -> bool {
    open.game.save().pending.as_ref().is_some_and(|pending| pending.mode == DiceMode::Live)
}
