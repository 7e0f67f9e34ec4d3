//! Reading a save from text, strictly: what this program would not have written is refused with its line.

use super::hex::from_hex;
use super::lines::{Field, Lines, SALVAGE};
use super::save::{
    Answered, Correction, DiceMode, ENTRIES_MAX, Entry, FILE, FORMAT, FolderMark, Header, INPUTS_MAX, Input, Parent,
    SAVE_BYTES_MAX, SEATS_MAX, SWITCHES_MAX, Save, Source, Thrown, Turn, Unsettled,
};
use crate::{Commitment, Die, Fault, Seat};

/// What could be read of a damaged save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Salvaged {
    /// The longest part from the beginning that holds together.
    pub save: Save,
    /// How many lines of the file it takes.
    pub kept_lines: usize,
    /// How many lines after it were dropped.
    pub dropped_lines: usize,
    /// Why, if anything was.
    pub fault: Option<Fault>,
}

impl Save {
    /// Reads a save. One changed, missing or added byte anywhere is noticed.
    pub fn from_text(bytes: &[u8]) -> Result<Save, Fault> {
        let (save, _, end) = read(bytes);
        end?;
        let save = save.ok_or_else(not_a_save)?;
        save.check()?;
        canonical(&save, bytes)?;
        Ok(save)
    }

    /// Reads the longest intact part from the beginning, and says what had to be dropped. Only the chain is checked, not
    /// the rules. Refused if not even the header is whole.
    pub fn salvage(bytes: &[u8]) -> Result<Salvaged, Fault> {
        let (save, kept, end) = read(bytes);
        let fault = end.err();
        if save.is_none() {
            return Err(fault.unwrap_or_else(not_a_save));
        }
        let (intact, dropped) = bytes.split_at_checked(kept.bytes).unwrap_or((bytes, &[]));
        let save = Save::from_text(intact)?;
        let newlines = dropped.iter().filter(|byte| **byte == b'\n').count();
        let torn = dropped.last().is_some_and(|byte| *byte != b'\n');
        Ok(Salvaged { save, kept_lines: kept.lines, dropped_lines: newlines + usize::from(torn), fault })
    }
}

/// How far a save holds together.
#[derive(Clone, Copy, Default)]
struct Kept {
    bytes: usize,
    lines: usize,
}

/// Reads block after block, and stops at the first that does not hold.
fn read(bytes: &[u8]) -> (Option<Save>, Kept, Result<(), Fault>) {
    let mut kept = Kept::default();
    if bytes.len() > SAVE_BYTES_MAX {
        let fault = Fault::of_file(FILE, format!("the file is longer than {SAVE_BYTES_MAX} bytes"));
        return (None, kept, Err(fault));
    }
    let mut reader = Reader { lines: Lines::new(bytes), turns: 0 };
    let mut save = match reader.header() {
        Ok(header) => Save { header, entries: Vec::new(), pending: None, secret: None },
        Err(fault) => return (None, kept, Err(fault)),
    };
    loop {
        kept = Kept { bytes: reader.lines.at(), lines: reader.lines.line() };
        if reader.lines.is_at_end() {
            return (Some(save), kept, Ok(()));
        }
        if let Err(fault) = reader.block(&mut save) {
            return (Some(save), kept, Err(fault));
        }
    }
}

struct Reader<'a> {
    lines: Lines<'a>,
    turns: u32,
}

impl Reader<'_> {
    fn header(&mut self) -> Result<Header, Fault> {
        self.version()?;
        let engine = self.lines.field("engine")?.text.to_owned();
        let rulebook = self.lines.field("rulebook")?.text.to_owned();
        let charts = hash(self.lines.field("charts")?)?;
        let title = quoted(self.lines.field("title")?, 1)?.concat();
        let mut switches = Vec::new();
        while self.lines.keyword()? == "switch" {
            let field = self.lines.field("switch")?;
            let Some((name, value)) = field.text.split_once(' ') else {
                return Err(field.fault("a switch needs a name and a value in quotes"));
            };
            limit(switches.len(), SWITCHES_MAX, "switches", field)?;
            let value = Field { column: field.column + name.len() + 1, text: value, ..field };
            switches.push((name.to_owned(), quoted(value, 1)?.concat()));
        }
        let folder = if self.lines.keyword()? == "folder" { Some(folder(self.lines.field("folder")?)?) } else { None };
        let commitment = Commitment(hash(self.lines.field("commitment")?)?);
        let mut seats = Vec::new();
        while self.lines.keyword()? == "seat" {
            let field = self.lines.field("seat")?;
            limit(seats.len(), SEATS_MAX, "seats", field)?;
            match quoted(field, 2)?.as_slice() {
                [name, word] => seats.push(Seat::new(name, word)),
                _ => return Err(field.fault("a seat has a name and a word")),
            }
        }
        let parent = if self.lines.keyword()? == "parent" { Some(parent(self.lines.field("parent")?)?) } else { None };
        let start = self.lines.field("start")?.text.to_owned();
        let state = hash(self.lines.field("state")?)?;
        self.lines.chain()?;
        Ok(Header { engine, rulebook, charts, title, switches, folder, seats, commitment, parent, start, state })
    }

    /// The first line. Older formats would be read from here on by their own readers.
    fn version(&mut self) -> Result<(), Fault> {
        if self.lines.keyword().ok() != Some("longroll") {
            return Err(not_a_save());
        }
        let field = self.lines.field("longroll")?;
        let version = field.text.strip_prefix("save ").and_then(|version| version.parse::<u32>().ok());
        match version {
            Some(FORMAT) => Ok(()),
            Some(newer) if newer > FORMAT => {
                let engine = self.lines.field("engine").map(|engine| engine.text).unwrap_or("a newer version");
                Err(field
                    .fault(format!(
                        "this save has format {newer}, written by Long Roll {engine}; {FORMAT} is the newest read here"
                    ))
                    .hint(where_to_open(engine)))
            }
            None if field.text.ends_with('\r') => Err(field
                .fault("the lines of this save end as another system ends them, and their hashes no longer fit")
                .hint("copy the file again as it is, byte for byte, or turn its CRLF line ends back into LF")),
            _ => Err(field
                .fault("there is no such format of a save")
                .hint(format!("a save begins with `longroll save {FORMAT}`"))),
        }
    }

    fn block(&mut self, save: &mut Save) -> Result<(), Fault> {
        self.lines.part = "the end".to_owned();
        if save.pending.is_some() || save.secret.is_some() {
            return Err(self.lines.unexpected("nothing more"));
        }
        if save.entries.len() >= ENTRIES_MAX {
            return Err(Fault::at(FILE, self.lines.line() + 1, 0, format!("more than {ENTRIES_MAX} turns and undos")));
        }
        match self.lines.keyword()? {
            "turn" => {
                let turn = self.turn()?;
                save.entries.push(Entry::Turn(turn));
            }
            "undo" => {
                let undo = self.undo()?;
                save.entries.push(undo);
            }
            "engine" => {
                self.lines.part = "a change of the engine".to_owned();
                let version = self.lines.field("engine")?.text.to_owned();
                self.lines.chain()?;
                save.entries.push(Entry::Engine(version));
            }
            "pending" => save.pending = Some(self.pending()?),
            "reveal" => {
                self.lines.part = "the closing".to_owned();
                let secret = hash(self.lines.field("reveal")?)?;
                self.lines.chain()?;
                save.secret = Some(secret);
            }
            _ => return Err(self.lines.unexpected("`turn`, `undo`, `engine`, `pending` or `reveal`")),
        }
        Ok(())
    }

    fn turn(&mut self) -> Result<Turn, Fault> {
        let expected = self.turns + 1;
        self.lines.part = format!("turn {expected}");
        let field = self.lines.field("turn")?;
        if number::<u32>(field)? != expected {
            return Err(field.fault(format!("this should be turn {expected}")).hint(SALVAGE));
        }
        let correction = match self.lines.keyword()? {
            "correct" => {
                let field = self.lines.field("correct")?;
                match quoted(field, 2)?.as_slice() {
                    [by, why] => Some(Correction { by: by.clone(), why: why.clone() }),
                    _ => return Err(field.fault("a correction has a seat and a reason")),
                }
            }
            _ => None,
        };
        let command = self.lines.field("command")?.text.to_owned();
        let inputs = self.inputs()?;
        let revealed = self.lines.keyword()? == "revealed";
        if revealed {
            self.lines.exactly("revealed")?;
        }
        let state = hash(self.lines.field("state")?)?;
        self.lines.chain()?;
        self.turns = expected;
        Ok(Turn { correction, command, inputs, revealed, state })
    }

    fn undo(&mut self) -> Result<Entry, Fault> {
        self.lines.part = "an undo".to_owned();
        let field = self.lines.field("undo")?;
        let (to, consent) = match field.text.split_once(" by ") {
            None => (field.text, Vec::new()),
            Some((to, seats)) => {
                let column = field.column + to.len() + 4;
                (to, quoted(Field { column, text: seats, ..field }, SEATS_MAX)?)
            }
        };
        let to = number(Field { text: to, ..field })?;
        self.lines.chain()?;
        Ok(Entry::Undo { to, consent })
    }

    fn pending(&mut self) -> Result<Unsettled, Fault> {
        self.lines.part = "the pending command".to_owned();
        let field = self.lines.field("pending")?;
        let mode = match field.text {
            "live" => DiceMode::Live,
            "typed" => DiceMode::Typed,
            _ => return Err(field.fault("dice are `live` or `typed`")),
        };
        let command = self.lines.field("command")?.text.to_owned();
        let inputs = self.inputs()?;
        self.lines.chain()?;
        Ok(Unsettled { mode, command, inputs })
    }

    fn inputs(&mut self) -> Result<Vec<Input>, Fault> {
        let mut inputs = Vec::new();
        loop {
            let input = match self.lines.keyword()? {
                "dice" => Input::Dice(dice(self.lines.field("dice")?)?),
                "answer" => Input::Answer(answer(self.lines.field("answer")?)?),
                _ => return Ok(inputs),
            };
            inputs.push(input);
            if inputs.len() > INPUTS_MAX {
                let reason = format!("a command takes at most {INPUTS_MAX} throws and answers");
                return Err(Fault::at(FILE, self.lines.line(), 0, reason));
            }
        }
    }
}

fn dice(field: Field<'_>) -> Result<Thrown, Fault> {
    let wrong = |what: &str| field.fault(what).hint("a throw looks like `3AV 4 3 2 typed` or `d10 7 #12`");
    let mut words = field.text.split(' ');
    let notation = words.next().unwrap_or_default();
    let digits = notation.bytes().take_while(u8::is_ascii_digit).count();
    let (count, name) = notation.split_at(digits);
    let count = if count.is_empty() { Some(1) } else { count.parse::<usize>().ok() };
    let (Some(count), Some(die)) = (count, die(name)) else {
        return Err(wrong("there are no such dice"));
    };
    let source = match words.next_back() {
        Some("typed") => Source::Typed,
        Some(word) => match word.strip_prefix('#').and_then(|first| first.parse().ok()) {
            Some(first) => Source::Program(first),
            None => return Err(wrong("a throw ends with the number of its first die, or with `typed`")),
        },
        None => return Err(wrong("a throw ends with the number of its first die, or with `typed`")),
    };
    let faces: Option<Vec<u8>> = words.map(|word| word.parse().ok()).collect();
    match faces {
        Some(faces) if faces.len() == count => Ok(Thrown { die, faces, source }),
        _ => Err(wrong("the faces are not as many numbers as there are dice")),
    }
}

fn die(name: &str) -> Option<Die> {
    match name {
        "d3" => Some(Die::D3),
        "d6" => Some(Die::D6),
        "d10" => Some(Die::D10),
        "AV" => Some(Die::Average),
        _ => name.strip_prefix("card/")?.parse().ok().map(Die::Card),
    }
}

fn answer(field: Field<'_>) -> Result<Answered, Fault> {
    let mut words = field.text.splitn(3, ' ');
    match (words.next(), words.next().and_then(|choice| choice.parse().ok()), words.next()) {
        (Some(question), Some(choice), Some(text)) => {
            Ok(Answered { question: question.to_owned(), choice, text: text.to_owned() })
        }
        _ => Err(field.fault("an answer needs its question, the number of the choice and the choice")),
    }
}

fn parent(field: Field<'_>) -> Result<Parent, Fault> {
    let parts = field.text.split_once(' ');
    let parts = parts.and_then(|(chain, turn)| Some((from_hex(chain)?, turn.parse().ok()?)));
    let (chain, turn) = parts.ok_or_else(|| field.fault("a parent is a chain and the number of a turn"))?;
    Ok(Parent { chain, turn })
}

fn hash(field: Field<'_>) -> Result<[u8; 32], Fault> {
    from_hex(field.text).ok_or_else(|| field.fault("this needs 64 digits from 0 to 9 and a to f").hint(SALVAGE))
}

fn folder(field: Field<'_>) -> Result<FolderMark, Fault> {
    let Some((digest, name)) = field.text.split_once(' ') else {
        return Err(field.fault("a folder needs a digest and a name in quotes").hint(SALVAGE));
    };
    let name = Field { column: field.column + digest.len() + 1, text: name, ..field };
    Ok(FolderMark { name: quoted(name, 1)?.concat(), digest: hash(Field { text: digest, ..field })? })
}

fn number<N: std::str::FromStr>(field: Field<'_>) -> Result<N, Fault> {
    field.text.parse().map_err(|_| field.fault("this is not a number that can stand here").hint(SALVAGE))
}

/// Texts in quotes, one to `most` of them.
fn quoted(field: Field<'_>, most: usize) -> Result<Vec<String>, Fault> {
    let texts = serde_json::Deserializer::from_str(field.text).into_iter::<String>();
    let texts: Result<Vec<String>, _> = texts.take(most + 1).collect();
    match texts {
        Ok(texts) if (1..=most).contains(&texts.len()) => Ok(texts),
        _ => Err(field.fault("this needs text in double quotes").hint(SALVAGE)),
    }
}

fn limit(count: usize, most: usize, what: &str, field: Field<'_>) -> Result<(), Fault> {
    if count < most { Ok(()) } else { Err(field.fault(format!("there are more than {most} {what}"))) }
}

/// Where to open a save of a newer format. One that names this version was not written by it as released.
fn where_to_open(engine: &str) -> String {
    if engine == super::save::ENGINE {
        return format!(
            "this is Long Roll {engine} too: its first line was changed, or a later build of it wrote this"
        );
    }
    format!("open it with Long Roll {engine} or newer")
}

fn not_a_save() -> Fault {
    Fault::at(FILE, 1, 1, "this is not a save").hint(format!("a save begins with `longroll save {FORMAT}`"))
}

/// There is one way to write a save. A chain that somebody made afresh over another spelling does not pass either.
fn canonical(save: &Save, bytes: &[u8]) -> Result<(), Fault> {
    let text = save.to_text();
    if text.as_bytes() == bytes {
        return Ok(());
    }
    let same = text.bytes().zip(bytes).take_while(|(ours, theirs)| ours == *theirs).count();
    let before = bytes.get(..same).unwrap_or_default();
    let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
    let column = before.iter().rev().take_while(|byte| **byte != b'\n').count() + 1;
    Err(Fault::at(FILE, line, column, "this line is not spelled as Long Roll spells it").hint(SALVAGE))
}
