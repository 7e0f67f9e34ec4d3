//! Writing a save as text: one thing a line, every block closed by its chain.

use std::fmt::{self, Write};

use super::hex::to_hex;
use super::save::{
    Chain, Correction, DiceMode, Entry, FORMAT, FolderMark, Header, Input, Save, Source, Thrown, Turn, Unsettled,
};

/// A save as text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The text, in UTF-8, with a newline at its end.
    pub text: String,
    /// The chain after the header and after each entry, in their order.
    pub chains: Vec<Chain>,
    /// The chain at the very end. Two copies with the same one are the same game.
    pub end: Chain,
}

impl Save {
    /// The save as text.
    pub fn to_text(&self) -> String {
        self.write().text
    }

    /// The save as text, with its chains.
    pub fn write(&self) -> Written {
        let mut writer = Writer { text: String::new(), hashed: 0, hasher: blake3::Hasher::new(), chains: Vec::new() };
        writer.line(&self.header);
        writer.chain();
        let mut number = 0;
        for entry in &self.entries {
            number += u32::from(matches!(entry, Entry::Turn(_)));
            writer.line(entry_text(number, entry));
            writer.chain();
        }
        let settled = writer.chains.len();
        if let Some(pending) = &self.pending {
            writer.line(pending_text(pending));
            writer.chain();
        }
        if let Some(secret) = &self.secret {
            writer.line(format_args!("reveal {}\n", to_hex(secret)));
            writer.chain();
        }
        let end = writer.chains.last().copied().unwrap_or_default();
        writer.chains.truncate(settled);
        Written { text: writer.text, chains: writer.chains, end }
    }
}

/// Follows the chain of a save that grows, so that nobody writes all of it again to know its end.
#[derive(Clone, Debug, Default)]
pub struct Follower {
    /// Everything up to the last entry that was followed, its chain included; nothing before the header.
    hasher: Option<blake3::Hasher>,
    entries: usize,
    turns: u32,
    last: Chain,
}

impl Follower {
    /// The chain at the very end: the one [`Save::write`] ends with. The save is the same as before with entries added.
    pub fn end(&mut self, save: &Save) -> Chain {
        let mut hasher = match self.hasher.take() {
            Some(hasher) if self.entries <= save.entries.len() => hasher,
            _ => {
                (self.entries, self.turns) = (0, 0);
                let mut hasher = blake3::Hasher::new();
                self.last = close(&mut hasher, &save.header.to_string());
                hasher
            }
        };
        for entry in save.entries.iter().skip(self.entries) {
            self.turns += u32::from(matches!(entry, Entry::Turn(_)));
            self.last = close(&mut hasher, &entry_text(self.turns, entry));
        }
        self.entries = save.entries.len();
        let (mut end, mut tail) = (self.last, None);
        if let Some(pending) = &save.pending {
            end = close(tail.get_or_insert_with(|| hasher.clone()), &pending_text(pending));
        }
        if let Some(secret) = &save.secret {
            end = close(tail.get_or_insert_with(|| hasher.clone()), &format!("reveal {}\n", to_hex(secret)));
        }
        self.hasher = Some(hasher);
        end
    }
}

/// Hashes a block and the chain that closes it.
fn close(hasher: &mut blake3::Hasher, block: &str) -> Chain {
    hasher.update(block.as_bytes());
    let chain = chain_of(hasher);
    hasher.update(b"chain ").update(to_hex(&chain).as_bytes()).update(b"\n");
    chain
}

fn entry_text(number: u32, entry: &Entry) -> String {
    match entry {
        Entry::Turn(turn) => NumberedTurn(number, turn).to_string(),
        Entry::Undo { to, consent } => Undo(*to, consent).to_string(),
        Entry::Engine(version) => format!("engine {version}\n"),
    }
}

fn pending_text(pending: &Unsettled) -> String {
    format!("pending {}\ncommand {}\n{}", pending.mode.name(), pending.command, Inputs(&pending.inputs))
}

impl DiceMode {
    /// Its name in files and flags.
    pub const fn name(self) -> &'static str {
        match self {
            DiceMode::Live => "live",
            DiceMode::Typed => "typed",
        }
    }
}

impl Header {
    /// How many lines it takes, its chain among them.
    pub(super) fn lines(&self) -> usize {
        let optional = usize::from(self.parent.is_some()) + usize::from(self.folder.is_some());
        9 + self.switches.len() + self.seats.len() + optional
    }
}

impl Entry {
    /// How many lines it takes, its chain among them.
    pub(super) fn lines(&self) -> usize {
        match self {
            Entry::Turn(turn) => {
                4 + turn.inputs.len() + usize::from(turn.revealed) + usize::from(turn.correction.is_some())
            }
            Entry::Undo { .. } | Entry::Engine(_) => 2,
        }
    }
}

struct Writer {
    text: String,
    hashed: usize,
    hasher: blake3::Hasher,
    chains: Vec<Chain>,
}

impl Writer {
    fn line(&mut self, line: impl fmt::Display) {
        // Writing into a string cannot fail, and none of our own displays does.
        let _ = write!(self.text, "{line}");
    }

    /// Closes a block with the hash of every byte before it.
    fn chain(&mut self) {
        self.hasher.update(self.text.get(self.hashed..).unwrap_or_default().as_bytes());
        self.hashed = self.text.len();
        let chain = chain_of(&self.hasher);
        self.line(format_args!("chain {}\n", to_hex(&chain)));
        self.chains.push(chain);
    }
}

/// The chain of everything hashed so far.
pub(super) fn chain_of(hasher: &blake3::Hasher) -> Chain {
    let mut chain = Chain::default();
    hasher.finalize_xof().fill(&mut chain);
    chain
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "longroll save {FORMAT}")?;
        writeln!(f, "engine {}", self.engine)?;
        writeln!(f, "rulebook {}", self.rulebook)?;
        writeln!(f, "charts {}", to_hex(&self.charts))?;
        writeln!(f, "title {}", Quoted(&self.title))?;
        for (name, value) in &self.switches {
            writeln!(f, "switch {name} {}", Quoted(value))?;
        }
        if let Some(FolderMark { name, digest }) = &self.folder {
            writeln!(f, "folder {} {}", to_hex(digest), Quoted(name))?;
        }
        writeln!(f, "commitment {}", self.commitment)?;
        for seat in &self.seats {
            writeln!(f, "seat {} {}", Quoted(&seat.name), Quoted(&seat.word))?;
        }
        if let Some(parent) = &self.parent {
            writeln!(f, "parent {} {}", to_hex(&parent.chain), parent.turn)?;
        }
        writeln!(f, "start {}", self.start)?;
        writeln!(f, "state {}", to_hex(&self.state))
    }
}

struct NumberedTurn<'a>(u32, &'a Turn);

impl fmt::Display for NumberedTurn<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NumberedTurn(number, turn) = self;
        writeln!(f, "turn {number}")?;
        if let Some(Correction { by, why }) = &turn.correction {
            writeln!(f, "correct {} {}", Quoted(by), Quoted(why))?;
        }
        write!(f, "command {}\n{}", turn.command, Inputs(&turn.inputs))?;
        if turn.revealed {
            f.write_str("revealed\n")?;
        }
        writeln!(f, "state {}", to_hex(&turn.state))
    }
}

struct Undo<'a>(u32, &'a [String]);

impl fmt::Display for Undo<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "undo {}", self.0)?;
        for (place, seat) in self.1.iter().enumerate() {
            write!(f, "{} {}", if place == 0 { " by" } else { "" }, Quoted(seat))?;
        }
        f.write_str("\n")
    }
}

struct Inputs<'a>(&'a [Input]);

impl fmt::Display for Inputs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|input| match input {
            Input::Dice(thrown) => writeln!(f, "dice {}", DiceLine(thrown)),
            Input::Answer(answered) => {
                writeln!(f, "answer {} {} {}", answered.question, answered.choice, answered.text)
            }
        })
    }
}

/// A throw as a save writes it: `3AV 4 3 2 typed`, `d10 7 #12`.
pub(super) struct DiceLine<'a>(pub &'a Thrown);

impl fmt::Display for DiceLine<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)?;
        for face in &self.0.faces {
            write!(f, " {face}")?;
        }
        match self.0.source {
            Source::Program(first) => write!(f, " #{first}"),
            Source::Typed => f.write_str(" typed"),
        }
    }
}

/// Any text on one line: a JSON string.
struct Quoted<'a>(&'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self.0).map_err(|_| fmt::Error)?)
    }
}
