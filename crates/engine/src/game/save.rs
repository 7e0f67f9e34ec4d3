//! A game as data: what a save holds, whatever form it is written in. Knows no rulebook.
//!
//! Commands and the starting battle are kept as JSON text. A rulebook may shape its commands with tags and flattened
//! fields, which only a format that describes itself can read back; so the binary form carries the same text.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::dice::DICE_MAX;
use crate::{Commitment, Die, FairDice, Fault, Seat, Secret};

/// The newest format of a save that this program reads, and the one it writes.
pub const FORMAT: u32 = 1;
/// The version of the engine that runs.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");
/// What a save is called in a [`Fault`] until the caller, who knows its path, puts that in.
pub const FILE: &str = "save";

/// LIMIT: bytes of one save.
pub const SAVE_BYTES_MAX: usize = 256 << 20;
/// LIMIT: bytes of one line of a save. The longest is the starting battle.
pub const LINE_BYTES_MAX: usize = 16 << 20;
/// LIMIT: turns, undos and changes of the engine of one game.
pub const ENTRIES_MAX: usize = 1_000_000;
/// LIMIT: throws and answers of one turn.
pub const INPUTS_MAX: usize = 10_000;
/// LIMIT: seats of one game.
pub const SEATS_MAX: usize = 32;
/// LIMIT: switches of one game.
pub const SWITCHES_MAX: usize = 1_000;
/// LIMIT: bytes of a title, a name, a word, a switch or an answer.
pub const TEXT_BYTES_MAX: usize = 1_000;

/// The state of a battle, as the BLAKE3 hash of its postcard bytes.
pub type StateHash = [u8; 32];
/// The hash of everything a save holds up to a place: the first sixteen bytes of its BLAKE3 hash.
pub type Chain = [u8; 16];

/// Everything that was fixed before the first command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The version of the engine that started the game. It, at least, can replay it.
    pub engine: String,
    /// The slug of the rulebook.
    pub rulebook: String,
    /// The digest of its charts, house rules included.
    pub charts: [u8; 32],
    /// What the players call the game.
    pub title: String,
    /// The switches of optional rules, as name and value.
    pub switches: Vec<(String, String)>,
    /// The battle folder it is played from, where there is a map.
    pub folder: Option<FolderMark>,
    /// Who plays, and the words they gave for the dice.
    pub seats: Vec<Seat>,
    /// What the thrower of the dice published before the words were given.
    pub commitment: Commitment,
    /// The game this one was branched from.
    pub parent: Option<Parent>,
    /// The battle before the first command, as JSON.
    pub start: String,
    /// Its hash.
    pub state: StateHash,
}

/// A battle folder by name, and what tells it from another of the same name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FolderMark {
    /// Its name.
    pub name: String,
    /// The digest of its plan and its ground.
    pub digest: [u8; 32],
}

/// Where a branch left its parent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Parent {
    /// The chain of the parent at that turn.
    pub chain: Chain,
    /// The number of the turn; zero is the start.
    pub turn: u32,
}

/// Where a throw came from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// The program threw; its first die has this number. It can be proved.
    Program(u64),
    /// A person threw and typed. It proves nothing.
    Typed,
}

/// Dice thrown together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Thrown {
    /// Which die.
    pub die: Die,
    /// What each of them showed.
    pub faces: Vec<u8>,
    /// Where they came from.
    pub source: Source,
}

/// As a player would call them: `d10`, `3AV`.
impl fmt::Display for Thrown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.faces.len() {
            1 => write!(f, "{}", self.die),
            count => write!(f, "{count}{}", self.die),
        }
    }
}

/// A decision.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answered {
    /// The name of the question, and the piece it is about: `second-fire` or `second-fire@3`.
    pub question: String,
    /// The number of the choice, counted from zero.
    pub choice: u32,
    /// The choice in words.
    pub text: String,
}

/// What a command was given on its way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Input {
    /// Dice fell.
    Dice(Thrown),
    /// A player decided.
    Answer(Answered),
}

/// Who changed a battle by hand, and why.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Correction {
    /// The seat.
    pub by: String,
    /// His reason.
    pub why: String,
}

/// A command that was carried out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Turn {
    /// The referee who changed the battle by hand, and why; then the command is the list of his changes.
    pub correction: Option<Correction>,
    /// The command, as JSON.
    pub command: String,
    /// Dice and answers, in the order they were asked for.
    pub inputs: Vec<Input>,
    /// Whether somebody saw what he could not know before.
    pub revealed: bool,
    /// The battle after it.
    pub state: StateHash,
}

impl Turn {
    /// All throws of it.
    pub fn throws(&self) -> impl Iterator<Item = &Thrown> {
        throws(&self.inputs)
    }

    /// Whether it can be taken back without anybody's leave.
    pub fn is_plain(&self) -> bool {
        !self.revealed && self.correction.is_none() && self.throws().next().is_none()
    }
}

/// One thing that was settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Entry {
    /// A command was carried out. Turns are numbered from one in the order they stand here, and keep their number.
    Turn(Turn),
    /// The game went back; the turns after that one stay readable and no longer count.
    Undo {
        /// The last turn that still counts; zero is the start.
        to: u32,
        /// The seats that agreed; none where nobody had to.
        consent: Vec<String>,
    },
    /// From here on another version of the engine refereed.
    Engine(String),
}

/// Who throws the dice of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DiceMode {
    /// The program.
    Live,
    /// People, who type what they threw.
    Typed,
}

/// A command that waits for dice or an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unsettled {
    /// Who throws its dice.
    pub mode: DiceMode,
    /// The command, as JSON.
    pub command: String,
    /// Dice and answers so far.
    pub inputs: Vec<Input>,
}

/// One saved game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Save {
    /// What was fixed before the first command.
    pub header: Header,
    /// What was settled since.
    pub entries: Vec<Entry>,
    /// The command that waits, if one does. Dice that have fallen for it have fallen for good.
    pub pending: Option<Unsettled>,
    /// The secret of the dice, once the game is closed.
    pub secret: Option<[u8; 32]>,
}

impl Save {
    /// All turns with their numbers, those that were undone among them.
    pub fn turns(&self) -> impl Iterator<Item = (u32, &Turn)> {
        let turns = self.entries.iter().filter_map(|entry| match entry {
            Entry::Turn(turn) => Some(turn),
            Entry::Undo { .. } | Entry::Engine(_) => None,
        });
        (1..).zip(turns)
    }

    /// The turn of this number.
    pub fn turn(&self, number: u32) -> Option<&Turn> {
        self.turns().find(|(known, _)| *known == number).map(|(_, turn)| turn)
    }

    /// The version of the engine that refereed the entry at this place, or would referee the next one.
    pub fn engine_at(&self, place: usize) -> &str {
        let mut versions = self.entries.iter().take(place.saturating_add(1)).filter_map(|entry| match entry {
            Entry::Engine(version) => Some(version),
            Entry::Turn(_) | Entry::Undo { .. } => None,
        });
        versions.next_back().unwrap_or(&self.header.engine)
    }

    /// Whether the game was closed and its secret shown.
    pub fn is_finished(&self) -> bool {
        self.secret.is_some()
    }

    /// All throws, in the order they fell.
    pub fn throws(&self) -> impl Iterator<Item = &Thrown> {
        let pending = self.pending.iter().flat_map(|pending| throws(&pending.inputs));
        self.turns().flat_map(|(_, turn)| turn.throws()).chain(pending)
    }

    /// How many dice the program has thrown.
    pub fn program_dice(&self) -> u64 {
        let program = self.throws().filter(|thrown| matches!(thrown.source, Source::Program(_)));
        program.map(|thrown| thrown.faces.len() as u64).sum()
    }

    /// The dice of this game, for whoever knows its secret, after all that were thrown.
    pub fn fair_dice(&self, secret: &Secret) -> Result<FairDice, Fault> {
        self.header.commitment.check(secret)?;
        Ok(FairDice::new(secret, &self.header.seats).after(self.program_dice()))
    }

    /// The turns that lead to each turn and to the present.
    pub fn lineage(&self) -> Lineage {
        let mut lineage = Lineage::default();
        for entry in &self.entries {
            match entry {
                Entry::Turn(_) => lineage.turn(),
                Entry::Undo { to, .. } => lineage.undo(*to),
                Entry::Engine(_) => {}
            }
        }
        lineage
    }

    /// What stands in the way of going back to a turn unasked: for each undone turn that threw dice or revealed
    /// something, its number and why.
    pub fn obstacles(&self, undone: &[u32]) -> Vec<(u32, String)> {
        let turns = self.turns().filter(|(number, turn)| undone.contains(number) && !turn.is_plain());
        turns.map(|(number, turn)| (number, obstacle(turn))).collect()
    }
}

fn obstacle(turn: &Turn) -> String {
    let thrown: Vec<String> = turn.throws().map(Thrown::to_string).collect();
    match (thrown.is_empty(), turn.revealed) {
        (true, _) => "it revealed something".to_owned(),
        (false, false) => format!("dice fell in it: {}", thrown.join(", ")),
        (false, true) => format!("dice fell in it ({}) and it revealed something", thrown.join(", ")),
    }
}

pub(super) fn throws(inputs: &[Input]) -> impl Iterator<Item = &Thrown> {
    inputs.iter().filter_map(|input| match input {
        Input::Dice(thrown) => Some(thrown),
        Input::Answer(_) => None,
    })
}

/// Which turn followed which.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lineage {
    /// For turn `n` at place `n - 1`: the turn before it, zero for the start.
    before: Vec<u32>,
    present: Vec<u32>,
}

impl Lineage {
    pub(super) fn turn(&mut self) {
        self.before.push(self.last());
        self.present.push(self.before.len() as u32);
    }

    pub(super) fn undo(&mut self, to: u32) {
        self.present.retain(|number| *number <= to);
    }

    /// The number of the last turn that counts; zero at the start.
    pub fn last(&self) -> u32 {
        self.present.last().copied().unwrap_or(0)
    }

    /// The turns that count, in their order.
    pub fn present(&self) -> &[u32] {
        &self.present
    }

    /// How many turns there were, the undone ones among them.
    pub fn turns(&self) -> u32 {
        self.before.len() as u32
    }

    /// Whether the game can go back to this turn: it counts, or is the start.
    pub fn counts(&self, turn: u32) -> bool {
        turn == 0 || self.present.binary_search(&turn).is_ok()
    }

    /// The turns that an undo to this one would take back.
    pub fn after(&self, turn: u32) -> &[u32] {
        let kept = self.present.partition_point(|number| *number <= turn);
        self.present.get(kept..).unwrap_or_default()
    }

    /// The turns from the start to this one, whether it still counts or not; nothing if there was no such turn.
    pub fn line_to(&self, turn: u32) -> Option<Vec<u32>> {
        let mut line = Vec::new();
        let mut at = turn;
        while at != 0 {
            line.push(at);
            at = *self.before.get(at as usize - 1)?;
        }
        line.reverse();
        Some(line)
    }
}

impl Thrown {
    /// Whether these dice can exist and show this.
    pub(super) fn check(&self) -> Result<(), String> {
        let count = self.faces.len();
        if count == 0 || count > usize::from(DICE_MAX) || self.die.sides() == 0 {
            return Err(format!("{count} dice cannot be thrown together: a throw has 1 to {DICE_MAX}"));
        }
        match self.faces.iter().find(|face| !self.die.shows(**face)) {
            Some(face) => {
                let (low, high) = self.die.span();
                Err(format!("a die ({}) cannot show {face}, only {low} to {high}", self.die))
            }
            None => Ok(()),
        }
    }
}
