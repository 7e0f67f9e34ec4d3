//! Bringing a procedure to its end: dice rolled, given or typed, questions answered or asked.

use std::io;

use engine::book::{AnyProcedure, AnyRulebook, Line, Progress, Resolution};
use engine::{Dice, GivenAnswers, Question, Rule, Throw, Typed, Waiting};
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::dice::{Given, Seed};
use crate::failure::{Failure, Problem};
use crate::ink;
use crate::report::entry;
use crate::text::clean;

/// Where dice come from.
#[derive(Clone, Debug)]
pub enum Source {
    /// Fair dice out of this seed.
    Rolled(Seed),
    /// Given beforehand, no more and no fewer.
    Given(Vec<u8>),
    /// Thrown at a real table and typed one throw at a time.
    Typed,
}

/// What to settle.
pub struct Matter<'a> {
    /// The rulebook.
    pub book: &'a dyn AnyRulebook,
    /// The procedure.
    pub procedure: &'a dyn AnyProcedure,
    /// The situation.
    pub situation: &'a Value,
    /// Answers given beforehand.
    pub orders: &'a GivenAnswers,
}

impl Matter<'_> {
    /// What the engine says, in words for the command line.
    pub fn failure(&self, stopped: engine::book::Stopped) -> Failure {
        Failure::of_stopped(stopped, self.book.about().slug, self.procedure)
    }
}

/// A settled procedure, and where its dice came from.
#[derive(Clone, Debug)]
pub struct Settled {
    /// What came of it.
    pub resolution: Resolution,
    /// The seed of the dice that were rolled, if any were.
    pub seed: Option<Seed>,
}

/// Settles a matter; nothing if somebody was asked and left. Where nobody `can_be_asked`, an open question is a failure.
pub fn settle(
    desk: &mut Desk<'_>,
    matter: &Matter<'_>,
    source: &Source,
    can_be_asked: bool,
) -> Result<Option<Settled>, Failure> {
    let (mut given, mut fair, mut seed) = (None, None, None);
    match source {
        Source::Given(faces) => given = Some(Given::new(faces.clone())),
        Source::Rolled(fresh) => (fair, seed) = (Some(fresh.dice()), Some(*fresh)),
        Source::Typed => {}
    }
    let mut faces: Vec<u8> = Vec::new();
    let mut typed: Vec<bool> = Vec::new();
    let mut answers: Vec<u32> = Vec::new();
    loop {
        let mut waits = Typed;
        let dice: &mut dyn Dice<Pause = Waiting> = match (&mut given, &mut fair) {
            (Some(given), _) => given,
            (None, Some(fair)) => fair,
            (None, None) => &mut waits,
        };
        let progress = matter.procedure.resolve(matter.situation, faces.clone(), answers.clone(), matter.orders, dice);
        match progress.map_err(|stopped| matter.failure(stopped))? {
            Progress::Done(mut resolution) => {
                if let Some(given) = &given {
                    given.finish()?;
                }
                typed.resize(resolution.dice.len(), given.is_some());
                mark_typed(&mut resolution.lines, &typed);
                return Ok(Some(Settled { resolution, seed }));
            }
            Progress::Waiting { waiting, faces: so_far, answers: so_many, .. } => {
                (faces, answers) = (so_far, so_many);
                typed.resize(faces.len(), given.is_some());
                match waiting {
                    Waiting::Answer(question) if can_be_asked => match ask(desk, &question)? {
                        Some(answer) => answers.push(answer),
                        None => return Ok(None),
                    },
                    Waiting::Answer(question) => return Err(Problem::unanswered(&question).into()),
                    Waiting::Dice { throw, rule } => match take_dice(desk, throw, rule, &[])? {
                        Taken::Typed(more) => {
                            typed.extend(more.iter().map(|_| true));
                            faces.extend(more);
                        }
                        Taken::RollThem => {
                            let fresh = seed.map_or_else(Seed::fresh, Ok)?;
                            (fair, seed) = (Some(fresh.dice()), Some(fresh));
                        }
                        Taken::Left => return Ok(None),
                    },
                }
            }
        }
    }
}

/// Marks every die of the lines with whether it was typed.
pub fn mark_typed(lines: &mut [Line], by_die: &[bool]) {
    let mut at = 0;
    for line in lines {
        if let Line::Rolled { faces, typed, .. } = line {
            *typed = (at..at + faces.len()).map(|die| by_die.get(die).copied().unwrap_or(false)).collect();
            at += faces.len();
        }
    }
}

/// Asks a player a question; nothing if he leaves.
pub fn ask(desk: &mut Desk<'_>, question: &Question) -> io::Result<Option<u32>> {
    let mut page = desk.terminal.talk();
    let look = page.look;
    let side = question.side.name();
    page.gap()?;
    page.wrapped(ink::TITLE, 0, &format!("{}: {}", capital(side), question.kind.prompt))?;
    page.wrapped(ink::FAINT, 2, question.kind.about)?;
    entry(
        &mut page,
        2,
        4 + question.kind.rule.id().len(),
        (question.kind.rule.id(), ink::RULE),
        (question.kind.rule.statement(), ink::FAINT),
    )?;
    let listing = question.choices.listing(40);
    let prompt = format!("{} ({}): ", question.kind.name, look.paint(ink::TYPE, &listing));
    loop {
        let Some(line) = desk.terminal.ask(&prompt)? else {
            return Ok(None);
        };
        if matches!(line.as_str(), "q" | "quit") {
            return Ok(None);
        }
        if let Some(answer) = parse_answer(question, &line.to_lowercase()) {
            return Ok(Some(answer));
        }
        desk.terminal.talk().wrapped(ink::ERROR, 2, &format!("No: choose one of {listing}"))?;
    }
}

/// An answer, or the beginning of just one.
pub fn parse_answer(question: &Question, text: &str) -> Option<u32> {
    question.choices.parse(text).or_else(|| {
        let begun = |index: &u32| !text.is_empty() && question.choices.text(*index).starts_with(text);
        let mut found = (0..question.choices.count().min(1000)).filter(begun);
        match (found.next(), found.next()) {
            (Some(one), None) => Some(one),
            _ => None,
        }
    })
}

/// What somebody does who is asked for dice.
pub enum Taken {
    /// He types what they show.
    Typed(Vec<u8>),
    /// He has the program throw them, and all that follow.
    RollThem,
    /// He leaves.
    Left,
}

/// Says which dice to throw, and takes what they show, one by one or several on a line. Cards have `names`, and are given by
/// them or by their numbers.
pub fn take_dice(desk: &mut Desk<'_>, throw: Throw, rule: Rule, names: &[String]) -> io::Result<Taken> {
    let (low, high) = throw.die().span();
    let wanted = usize::from(throw.count());
    let mut page = desk.terminal.talk();
    let look = page.look;
    page.gap()?;
    page.line(format!("Throw {}.", look.paint(ink::TITLE, describe(throw))))?;
    entry(&mut page, 2, 4 + rule.id().len(), (rule.id(), ink::RULE), (rule.statement(), ink::FAINT))?;
    for (place, name) in names.iter().enumerate() {
        page.wrapped(ink::PLAIN, 2, &clean(&format!("{} {name}", place + 1)))?;
    }
    desk.terminal.tell_program(
        || json!({ "throw": describe(throw), "dice": wanted, "low": low, "high": high, "names": names, "rule": rule.id() }),
    )?;
    let mut faces: Vec<u8> = Vec::new();
    loop {
        let left = wanted - faces.len();
        let which = if wanted == 1 { String::new() } else { format!("die {} of {wanted}, ", faces.len() + 1) };
        let keys = if faces.is_empty() { "r rolls the rest" } else { "- takes the last back" };
        let prompt = format!("{which}{} ({keys}): ", look.paint(ink::TYPE, format!("{low} to {high}")));
        let Some(line) = desk.terminal.ask(&prompt)? else {
            return Ok(Taken::Left);
        };
        match line.as_str() {
            "q" | "quit" => return Ok(Taken::Left),
            "r" | "roll" if faces.is_empty() => return Ok(Taken::RollThem),
            "-" if !faces.is_empty() => {
                faces.pop();
                continue;
            }
            _ => {}
        }
        match named_face(&line, names).map_or_else(|| read_faces(&line, throw, left), |face| Ok(vec![face])) {
            Ok(more) => faces.extend(more),
            Err(why) => {
                desk.terminal.talk().wrapped(ink::ERROR, 2, &format!("No: {why}"))?;
                desk.terminal.tell_program(|| json!({ "no": why }))?;
            }
        }
        if faces.len() == wanted {
            return Ok(Taken::Typed(faces));
        }
    }
}

/// The card whose name begins so, if just one does.
fn named_face(line: &str, names: &[String]) -> Option<u8> {
    let begun = line.to_lowercase();
    let mut found = (1..).zip(names).filter(|(_, name)| !begun.is_empty() && name.to_lowercase().starts_with(&begun));
    match (found.next(), found.next()) {
        (Some((face, _)), None) => Some(face),
        _ => None,
    }
}

/// Up to `left` faces out of a line: apart, or run together where one digit is one die.
fn read_faces(line: &str, throw: Throw, left: usize) -> Result<Vec<u8>, String> {
    let die = throw.die();
    let (low, high) = die.span();
    let mut parts: Vec<&str> = line.split([',', ' ', ';', '\t']).filter(|part| !part.is_empty()).collect();
    if let [run] = parts[..]
        && run.len() > 1
        && run.len() <= left
        && high <= 9
        && run.bytes().all(|byte| byte.is_ascii_digit())
    {
        parts = run.split("").filter(|digit| !digit.is_empty()).collect();
    }
    if parts.is_empty() {
        return Err(format!("type what the dice show, {low} to {high}"));
    }
    if parts.len() > left {
        return Err(format!("{} dice are too many: {left} to go", parts.len()));
    }
    let face = |part: &&str| {
        let face = part.parse::<u8>().ok().filter(|face| die.shows(*face));
        face.ok_or_else(|| format!("a die ({die}) cannot show {part}: it shows {low} to {high}"))
    };
    parts.iter().map(face).collect()
}

/// A throw in words, so that a player knows what to pick up.
pub fn describe(throw: Throw) -> String {
    match throw {
        Throw::One(engine::Die::Card(cards)) => {
            format!("nothing: draw one card of {cards}, and give its number in the list")
        }
        Throw::One(engine::Die::Average) => "one average die (2 3 3 4 4 5)".to_owned(),
        Throw::One(die) => format!("one {die}"),
        Throw::Sum(dice, engine::Die::Average) => format!("{dice} average dice (2 3 3 4 4 5), added"),
        Throw::Sum(dice, die) => format!("{dice}{die}, added"),
        Throw::Difference => "a white and a coloured d6, the white one first".to_owned(),
        Throw::Pair => "2d6".to_owned(),
        Throw::Pool { dice, low, high } if low == high => format!("{dice}d6, counting each {low}"),
        Throw::Pool { dice, low, high: 6 } => format!("{dice}d6, counting {low} and more"),
        Throw::Pool { dice, low, high } => format!("{dice}d6, counting {low} to {high}"),
    }
}

/// The word with a capital letter.
fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use engine::Die;

    use super::*;

    #[test]
    fn dice_are_read_apart_or_together() {
        let three = Throw::Sum(3, Die::D6);
        assert_eq!(read_faces("4 5,6", three, 3), Ok(vec![4, 5, 6]));
        assert_eq!(read_faces("456", three, 3), Ok(vec![4, 5, 6]));
        assert_eq!(read_faces("4", three, 3), Ok(vec![4]));
        assert!(read_faces("4 5 6 1", three, 3).unwrap_err().contains("too many"));
        assert!(read_faces("7", three, 3).unwrap_err().contains("1 to 6"));
        assert!(read_faces("", three, 3).is_err());
        assert_eq!(read_faces("0", Throw::One(Die::D10), 1), Ok(vec![0]));
        assert!(read_faces("10", Throw::One(Die::D10), 1).is_err());
        assert_eq!(read_faces("12", Throw::One(Die::Card(40)), 1), Ok(vec![12]));
    }

    #[test]
    fn a_card_is_given_by_its_name() {
        let names = ["Gibbon's Brigade", "Taliaferro's Division", "Taylor's Brigade"].map(str::to_owned);
        assert_eq!(named_face("gibbon", &names), Some(1));
        assert_eq!(named_face("Taylor's Brigade", &names), Some(3));
        assert_eq!([named_face("ta", &names), named_face("", &names), named_face("2", &names)], [None; 3]);
    }
}
