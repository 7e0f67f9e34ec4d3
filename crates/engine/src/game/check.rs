//! What must hold of a save before anybody replays it: limits, plain names, possible dice, honest undos.

use serde::de::IgnoredAny;

use super::save::{
    Answered, Correction, ENTRIES_MAX, Entry, FILE, Header, INPUTS_MAX, Input, LINE_BYTES_MAX, Lineage, SEATS_MAX,
    SWITCHES_MAX, Save, Source, TEXT_BYTES_MAX, Thrown,
};
use crate::Fault;

impl Save {
    /// Fine if this can be a game, as far as anybody can tell without its rulebook.
    ///
    /// Both forms of a save go through this, and so does a new game, so that whatever is written can be read.
    pub fn check(&self) -> Result<(), Fault> {
        let mut line = self.header.lines();
        let mut checker = Checker { header: &self.header, dice: 0, lineage: Lineage::default(), turns: Vec::new() };
        checker.header()?;
        if self.entries.len() > ENTRIES_MAX {
            return Err(too_many("entries", self.entries.len(), ENTRIES_MAX));
        }
        for entry in &self.entries {
            checker.entry(entry).map_err(|reason| Fault::at(FILE, line + 1, 0, reason))?;
            line += entry.lines();
        }
        if let Some(pending) = &self.pending {
            let at_line = |reason| Fault::at(FILE, line + 1, 0, reason);
            json(&pending.command).and_then(|()| checker.inputs(&pending.inputs)).map_err(at_line)?;
            if self.secret.is_some() {
                return Err(at_line("a closed game cannot have a command that waits".to_owned()));
            }
        }
        Ok(())
    }
}

struct Checker<'a> {
    header: &'a Header,
    dice: u64,
    lineage: Lineage,
    /// Whether each turn so far is plain.
    turns: Vec<bool>,
}

impl Checker<'_> {
    fn header(&self) -> Result<(), Fault> {
        let header = self.header;
        let fault = |reason| Fault::of_file(FILE, reason);
        name(&header.engine).and_then(|()| name(&header.rulebook)).map_err(fault)?;
        text(&header.title).and_then(|()| json(&header.start)).map_err(fault)?;
        if header.switches.len() > SWITCHES_MAX {
            return Err(too_many("switches", header.switches.len(), SWITCHES_MAX));
        }
        for (switch, value) in &header.switches {
            name(switch).and_then(|()| text(value)).map_err(fault)?;
        }
        if let Some(folder) = &header.folder {
            text(&folder.name).map_err(fault)?;
        }
        if header.seats.len() > SEATS_MAX {
            return Err(too_many("seats", header.seats.len(), SEATS_MAX));
        }
        for (place, seat) in header.seats.iter().enumerate() {
            text(&seat.name).and_then(|()| text(&seat.word)).map_err(fault)?;
            if header.seats.iter().take(place).any(|other| other.name == seat.name) {
                return Err(fault(format!("two seats are called {:?}", seat.name))
                    .hint("give each seat its own name, so that consent can be told apart"));
            }
        }
        Ok(())
    }

    fn entry(&mut self, entry: &Entry) -> Result<(), String> {
        match entry {
            Entry::Turn(turn) => {
                json(&turn.command)?;
                if let Some(Correction { by, why }) = &turn.correction {
                    text(by).and_then(|()| text(why))?;
                    if !turn.inputs.is_empty() || turn.revealed {
                        return Err("a correction has no dice and no answers".to_owned());
                    }
                }
                self.inputs(&turn.inputs)?;
                self.turns.push(turn.is_plain());
                self.lineage.turn();
                Ok(())
            }
            Entry::Undo { to, consent } => self.undo(*to, consent),
            Entry::Engine(version) => name(version),
        }
    }

    fn undo(&mut self, to: u32, consent: &[String]) -> Result<(), String> {
        if !self.lineage.counts(to) || self.lineage.after(to).is_empty() {
            return Err(format!("the game cannot go back to turn {to} from here"));
        }
        let seats = &self.header.seats;
        if let Some(stranger) = consent.iter().find(|name| seats.iter().all(|seat| seat.name != **name)) {
            return Err(format!("{stranger:?} agrees to an undo and has no seat"));
        }
        let plain = self.lineage.after(to).iter().all(|turn| self.turns.get(*turn as usize - 1) == Some(&true));
        if !plain && seats.iter().any(|seat| !consent.contains(&seat.name)) {
            return Err(format!("going back to turn {to} needs every seat's consent"));
        }
        self.lineage.undo(to);
        Ok(())
    }

    fn inputs(&mut self, inputs: &[Input]) -> Result<(), String> {
        if inputs.len() > INPUTS_MAX {
            return Err(format!("a command takes at most {INPUTS_MAX} throws and answers, and not {}", inputs.len()));
        }
        inputs.iter().try_for_each(|input| match input {
            Input::Dice(thrown) => self.dice(thrown),
            Input::Answer(answered) => answered.check(),
        })
    }

    /// Program dice are numbered without a gap: a missing number would be a die that somebody threw and hid.
    fn dice(&mut self, thrown: &Thrown) -> Result<(), String> {
        thrown.check()?;
        if let Source::Program(first) = thrown.source {
            if first != self.dice + 1 {
                return Err(format!("die #{first} follows die #{}: the dice between them are missing", self.dice));
            }
            self.dice += thrown.faces.len() as u64;
        }
        Ok(())
    }
}

impl Answered {
    /// Fine if this fits on a line.
    pub(super) fn check(&self) -> Result<(), String> {
        name(&self.question)?;
        text(&self.text)?;
        if self.text.is_empty() || self.text.chars().any(char::is_control) {
            return Err(format!("{:?} is no answer that fits on a line", self.text));
        }
        Ok(())
    }
}

/// A name is one word without spaces or control characters.
fn name(name: &str) -> Result<(), String> {
    text(name)?;
    if name.is_empty() || name.chars().any(|character| character.is_control() || character.is_whitespace()) {
        return Err(format!("{name:?} is not a name: it needs at least one letter, and no spaces"));
    }
    Ok(())
}

fn text(text: &str) -> Result<(), String> {
    if text.len() > TEXT_BYTES_MAX {
        return Err(format!("a text of {} bytes is longer than {TEXT_BYTES_MAX}", text.len()));
    }
    Ok(())
}

/// Fine if this is JSON on one line, of a length that a save can hold.
fn json(text: &str) -> Result<(), String> {
    json_line(text)?;
    serde_json::from_str::<IgnoredAny>(text).map(drop).map_err(|error| format!("this is not JSON: {error}"))
}

/// Fine if JSON like this is one line of a length that a save can hold. Whether it is JSON sees whoever reads it.
pub(super) fn json_line(text: &str) -> Result<(), String> {
    if text.len() >= LINE_BYTES_MAX / 2 {
        return Err(format!("{} bytes of JSON are more than {}", text.len(), LINE_BYTES_MAX / 2));
    }
    if text.bytes().any(|byte| matches!(byte, b'\n' | b'\r')) {
        return Err("JSON has to stand on one line".to_owned());
    }
    Ok(())
}

fn too_many(what: &str, count: usize, most: usize) -> Fault {
    Fault::of_file(FILE, format!("{count} {what} are more than {most}"))
}
