//! Beginning a game fairly: first the commitment is shown, then each seat gives its word.

use engine::{Commitment, Seat};
use serde_json::json;

use crate::desk::Desk;
use crate::failure::Failure;
use crate::ink;
use crate::text::clean;

/// A seat as the command line names it, with its word or without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatWanted {
    name: String,
    word: Option<String>,
}

impl SeatWanted {
    /// A seat whose word is to be asked for.
    pub fn named(name: impl Into<String>) -> Self {
        SeatWanted { name: name.into(), word: None }
    }

    /// Reads `NAME` or `NAME=WORD`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, word) = match text.split_once('=') {
            Some((name, word)) => (name.trim(), Some(word.trim().to_owned())),
            None => (text.trim(), None),
        };
        if name.is_empty() {
            return Err("a seat needs a name: NAME or NAME=WORD".to_owned());
        }
        Ok(SeatWanted { name: name.to_owned(), word })
    }
}

/// Fine if every seat has a name of its own.
pub fn check(seats: &[SeatWanted]) -> Result<(), Failure> {
    let double = seats.iter().enumerate().find(|(place, seat)| seats[..*place].iter().any(|s| s.name == seat.name));
    match double {
        None => Ok(()),
        Some((_, seat)) => {
            let hint = "give each seat its own name, so that consent can be told apart";
            Err(Failure::bad("--seat", format!("two seats are called {:?}", seat.name), hint))
        }
    }
}

/// Shows the commitment, and only then takes the words that are still missing.
pub fn take(desk: &mut Desk<'_>, commitment: &Commitment, seats: &[SeatWanted]) -> Result<Vec<Seat>, Failure> {
    let mut page = desk.terminal.talk();
    let look = page.look;
    page.line(format!("Commitment {}", look.paint(ink::TITLE, commitment)))?;
    page.wrapped(
        ink::FAINT,
        0,
        "It binds the dice of this game. Write it down before you give your word; at the end the file must show the same.",
    )?;
    page.gap()?;
    desk.terminal.tell_program(|| json!({ "commitment": commitment.to_string() }))?;
    desk.terminal.flush()?;
    let mut taken = Vec::new();
    for seat in seats {
        let word = match &seat.word {
            Some(word) => word.clone(),
            None => desk.terminal.ask(&format!("A word from {}: ", clean(&seat.name)))?.unwrap_or_default(),
        };
        taken.push(Seat::new(&seat.name, word));
    }
    warn(desk, seats, &taken)?;
    Ok(taken)
}

/// Says what the words do not prove.
fn warn(desk: &mut Desk<'_>, wanted: &[SeatWanted], taken: &[Seat]) -> Result<(), Failure> {
    let names = |list: Vec<&str>| clean(&list.join(", "));
    let silent: Vec<&str> = taken.iter().filter(|seat| seat.word.is_empty()).map(|seat| seat.name.as_str()).collect();
    let early = wanted.iter().filter(|seat| seat.word.as_ref().is_some_and(|word| !word.is_empty()));
    let early: Vec<&str> = early.map(|seat| seat.name.as_str()).collect();
    let mut warnings = Vec::new();
    if taken.is_empty() {
        warnings.push("no seat gives a word: the dice prove nothing to anybody but whoever began the game".to_owned());
    }
    if !silent.is_empty() {
        warnings.push(format!("no word from {}: the dice will prove little to them", names(silent)));
    }
    if !early.is_empty() {
        warnings.push(format!(
            "the word of {} came with the command, before the commitment was shown: it proves less",
            names(early)
        ));
    }
    for warning in warnings {
        mention(desk, &warning)?;
    }
    Ok(())
}

/// Warns of something that is no mistake.
pub fn mention(desk: &mut Desk<'_>, warning: &str) -> Result<(), Failure> {
    desk.terminal.flush()?;
    let json = desk.json;
    let mut page = desk.terminal.aside();
    if json {
        return Ok(page.line(json!({ "warning": clean(warning) }))?);
    }
    Ok(page.wrapped(ink::HINT, 0, &format!("warning: {}", clean(warning)))?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_read_with_and_without_words() {
        assert_eq!(SeatWanted::parse("Anna"), Ok(SeatWanted::named("Anna")));
        let ben = SeatWanted { name: "Ben".to_owned(), word: Some("a=b".to_owned()) };
        assert_eq!(SeatWanted::parse(" Ben = a=b"), Ok(ben));
        assert!(SeatWanted::parse("=word").is_err());
    }
}
