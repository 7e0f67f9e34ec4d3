//! Going back, going off, opening, closing.

use std::convert::Infallible;
use std::sync::Arc;

use super::correct::corrected;
use super::orders::{Pending, refused};
use super::run::{Next, run};
use super::save::{DiceMode, ENGINE, ENTRIES_MAX, Entry, FILE, FolderMark, Lineage, Parent, Save, Source, Turn};
use super::{Game, Rules, Setup, state_hash};
use crate::{FairDice, Fault, Halt, Kept, Play, Refusal, Seat, Secret};

/// A turn played again: the battles before and after it, its command (none in a correction), and what happened.
pub(super) type Again<P> =
    (Box<<P as Play>::Battle>, Box<<P as Play>::Battle>, Option<<P as Play>::Command>, Kept<<P as Play>::Event>);

/// What comes of a turn: the battle after it, and what happened.
type Played<P> = (Box<<P as Play>::Battle>, Kept<<P as Play>::Event>);

impl<P: Play> Game<P> {
    /// Opens a saved game, and replays every turn of it, undone ones too.
    ///
    /// The secret is needed to go on with dice of the program; a closed game brings its own.
    pub fn open(play: Arc<P>, rules: &Rules, save: Save, secret: Option<Secret>) -> Result<Self, Fault> {
        save.check()?;
        check_rules(&save, rules)?;
        let secret = save.secret.map(Secret::new).or(secret);
        let dice = secret.as_ref().map(|secret| save.fair_dice(secret)).transpose()?;
        if let Some(dice) = &dice {
            check_dice(&save, dice)?;
        }
        let start: Box<P::Battle> = serde_json::from_str(&save.header.start)
            .map_err(|error| start_fault(&save, format!("the starting battle does not read: {error}")))?;
        if state_hash(&start)? != save.header.state {
            return Err(start_fault(&save, "the starting battle is not the recorded one"));
        }
        let (lineage, battle) = replay_all(play.as_ref(), &save, &start)?;
        let dice_thrown = save.program_dice();
        let standing = Default::default();
        let mut game = Game {
            play,
            lineage,
            start,
            battle,
            before: None,
            pending: None,
            engine_noted: false,
            dice,
            dice_thrown,
            secret,
            standing,
            save,
        };
        game.pending = game.reopen_pending()?;
        Ok(game)
    }

    /// The command that was waiting when the game was saved, waiting again.
    fn reopen_pending(&self) -> Result<Option<Pending<P>>, Fault> {
        let Some(unsettled) = &self.save.pending else {
            return Ok(None);
        };
        let changed = |reason: String| entry_fault(&self.save, self.save.entries.len(), reason);
        let command: P::Command = serde_json::from_str(&unsettled.command)
            .map_err(|error| changed(format!("the pending command does not read: {error}")))?;
        let orders = Default::default();
        let ran = run(self.play.as_ref(), self.battle.clone(), &command, &unsettled.inputs, Next::Typed, &orders)
            .map_err(|halt| changed(format!("the pending command stops: {}", halt_text(halt))))?;
        let revealed = ran.revealed(&self.play);
        match ran.waiting {
            Some(crate::Waiting::Dice { .. }) if unsettled.mode == DiceMode::Live => {
                Err(changed("the pending command waits for dice that the program should have thrown".to_owned()))
            }
            Some(waiting) => Ok(Some(Pending { command, waiting, revealed, record: ran.record })),
            None => Err(changed("the pending command does not wait for anything".to_owned())),
        }
    }

    /// Reads and opens a saved game, from its text or its compact form.
    pub fn open_bytes(play: Arc<P>, rules: &Rules, bytes: &[u8], secret: Option<Secret>) -> Result<Self, Fault> {
        Game::open(play, rules, Save::from_bytes(bytes)?, secret)
    }

    /// The battle after a turn, also one that was undone; turn zero is the start.
    pub fn battle_at(&self, turn: u32) -> Result<P::Battle, Fault> {
        let line = self.lineage.line_to(turn).ok_or_else(|| {
            Fault::of_file(FILE, format!("there is no turn {turn}"))
                .hint(format!("choose one from 0 to {}", self.lineage.turns()))
        })?;
        let mut battle = self.start.clone();
        for (number, played) in self.save.turns().filter(|(number, _)| line.binary_search(number).is_ok()) {
            battle = replay_turn(self.play.as_ref(), &self.save, number, played, battle)?.0;
        }
        Ok(*battle)
    }

    /// Plays the line that led to a turn again, and shows each turn of it: its number, the battle before and after it, its
    /// command, and what happened.
    pub(super) fn walk(&self, to: u32, visit: &mut dyn FnMut(u32, &Again<P>)) -> Result<(), Fault> {
        let Some(line) = self.lineage.line_to(to) else {
            return Err(Fault::of_file(FILE, format!("there is no turn {to}"))
                .hint(format!("choose one from 0 to {}", self.lineage.turns())));
        };
        let mut battle = self.start.clone();
        for (number, played) in self.save.turns().filter(|(number, _)| line.binary_search(number).is_ok()) {
            let (after, record) = replay_turn(self.play.as_ref(), &self.save, number, played, battle.clone())?;
            let command = played.correction.is_none().then(|| serde_json::from_str(&played.command).ok()).flatten();
            let again = (battle, after, command, record);
            visit(number, &again);
            battle = again.1;
        }
        Ok(())
    }

    /// What happened in a turn, also one that was undone.
    pub fn record_of(&self, turn: u32) -> Result<Kept<P::Event>, Fault> {
        Ok(self.turn_again(turn)?.3)
    }

    /// A turn played again: the battle before it, the battle after it, its command, and what happened.
    pub(super) fn turn_again(&self, turn: u32) -> Result<Again<P>, Fault> {
        let played = self.save.turn(turn).ok_or_else(|| Fault::of_file(FILE, format!("there is no turn {turn}")))?;
        let known = self.before.as_ref().filter(|_| turn == self.turn());
        let before = match known {
            Some(before) => before.clone(),
            None => {
                let line = self.lineage.line_to(turn);
                Box::new(self.battle_at(line.and_then(|line| line.iter().rev().nth(1).copied()).unwrap_or(0))?)
            }
        };
        let command =
            match &played.correction {
                Some(_) => None,
                None => Some(serde_json::from_str(&played.command).map_err(|error| {
                    Fault::of_file(FILE, format!("turn {turn}: the command does not read: {error}"))
                })?),
            };
        let (after, record) = replay_turn(self.play.as_ref(), &self.save, turn, played, before.clone())?;
        Ok((before, after, command, record))
    }

    /// Plays the whole game again, and compares every state on the way.
    pub fn replay(&self) -> Result<P::Battle, Fault> {
        replay_all(self.play.as_ref(), &self.save, &self.start).map(|(_, battle)| *battle)
    }

    /// Goes back, so that `to` is the last turn that counts. Gives the turns that no longer do.
    ///
    /// Where dice fell or something was revealed, every seat has to agree. The undone turns stay in the save, and the
    /// dice go on from where they are: an undo never brings the same die again.
    pub fn undo(&mut self, to: u32, consent: &[&str]) -> Result<Vec<u32>, Refusal> {
        self.check_open()?;
        if self.pending.is_some() {
            return Err(refused("undo", "a command waits: settle or withdraw it first"));
        }
        if to > self.lineage.turns() {
            return Err(refused("undo", format!("there is no turn {to}: the last one is {}", self.turn())));
        }
        if !self.lineage.counts(to) {
            return Err(refused("undo", format!("turn {to} was undone: branch from it instead")));
        }
        let undone = self.lineage.after(to).to_vec();
        if undone.is_empty() {
            return Err(refused("undo", format!("turn {to} is the last: there is nothing to undo")));
        }
        if self.save.entries.len() + 1 >= ENTRIES_MAX {
            return Err(refused("undo", format!("a game has at most {ENTRIES_MAX} entries: branch to play on")));
        }
        self.check_consent(&undone, consent)?;
        let battle = self.battle_at(to).map_err(|fault| refused("undo", fault.to_string()))?;
        let mut names: Vec<String> = Vec::new();
        for seat in &self.save.header.seats {
            if consent.contains(&seat.name.as_str()) {
                names.push(seat.name.clone());
            }
        }
        self.note_engine();
        self.save.entries.push(Entry::Undo { to, consent: names });
        self.lineage.undo(to);
        *self.battle = battle;
        self.before = None;
        Ok(undone)
    }

    fn check_consent(&self, undone: &[u32], consent: &[&str]) -> Result<(), Refusal> {
        let seats: Vec<&str> = self.save.header.seats.iter().map(|seat| seat.name.as_str()).collect();
        let mut refusal = Refusal::new();
        for name in consent {
            refusal.unless_senseless(seats.contains(name), "consent", || {
                format!("{name:?} has no seat; the seats are {}", seats.join(", "))
            });
        }
        let obstacles = self.save.obstacles(undone);
        let missing: Vec<&str> = seats.iter().copied().filter(|seat| !consent.contains(seat)).collect();
        if !obstacles.is_empty() && !missing.is_empty() {
            for (turn, why) in obstacles {
                refusal.unless_senseless(false, &format!("turn {turn}"), || why);
            }
            refusal.unless_senseless(false, "consent", || format!("needed from {}", missing.join(", ")));
        }
        refusal.verdict()
    }

    /// A new game that begins as this one stood after a turn, with its own secret and its own words.
    pub fn branch(&self, turn: u32, seats: Vec<Seat>, secret: Secret) -> Result<Game<P>, Fault> {
        let start = self.battle_at(turn)?;
        let header = &self.save.header;
        if secret.commitment() == header.commitment {
            return Err(Fault::of_file("dice", "a branch needs a secret of its own")
                .hint("with the old one everybody who saw this game would know its dice"));
        }
        let written = self.save.write();
        let place = place_of(&self.save, turn).filter(|_| turn > 0).map_or(0, |place| place + 1);
        let chain = written.chains.get(place).copied().unwrap_or_default();
        let setup = Setup {
            rules: Rules {
                rulebook: header.rulebook.clone(),
                charts: header.charts,
                switches: header.switches.clone(),
                folder: header.folder.clone(),
            },
            title: header.title.clone(),
            seats,
        };
        Game::begin(Arc::clone(&self.play), setup, start, secret, Some(Parent { chain, turn }))
    }

    /// Ends the game and shows the secret of its dice, so that anybody can check them.
    pub fn close(&mut self) -> Result<(), Halt<Infallible>> {
        self.check_open()?;
        if self.pending.is_some() {
            return Err(refused("close", "a command waits: settle or withdraw it first").into());
        }
        let secret = self.secret.as_ref().ok_or_else(|| {
            Fault::of_file("dice", "this copy of the game does not hold the secret of its dice")
                .hint("close the copy of whoever throws the dice")
        })?;
        self.save.secret = Some(secret.reveal());
        Ok(())
    }
}

impl Save {
    /// Whether a general agrees to go back to a turn. He cannot forget what he has seen, and nobody throws against him until
    /// the dice please: so never past a die, nor past what was revealed.
    pub fn general_agrees(&self, to: u32) -> Result<(), Refusal> {
        match self.obstacles(self.lineage().after(to)).first() {
            None => Ok(()),
            Some((turn, why)) => Err(refused(
                "undo",
                format!(
                    "no general goes back past a die or what was seen (order {turn}: {why}): \
                     play on from that moment in the replay instead"
                ),
            )),
        }
    }

    /// Reads a save in either form.
    pub fn from_bytes(bytes: &[u8]) -> Result<Save, Fault> {
        if bytes.starts_with(b"LRSAVE") { Save::from_binary(bytes) } else { Save::from_text(bytes) }
    }
}

/// Replays every turn, undone ones too, and gives the battle after the last that counts.
fn replay_all<P: Play>(play: &P, save: &Save, start: &P::Battle) -> Result<(Lineage, Box<P::Battle>), Fault> {
    let mut lineage = Lineage::default();
    // The battle after each turn that counts, so that going back costs nothing.
    let mut battles = vec![Box::new(start.clone())];
    let mut number = 0;
    for entry in &save.entries {
        match entry {
            Entry::Turn(turn) => {
                number += 1;
                let battle = battles.last().map_or_else(|| Box::new(start.clone()), Clone::clone);
                let (battle, _) = replay_turn(play, save, number, turn, battle)?;
                battles.push(battle);
                lineage.turn();
            }
            Entry::Undo { to, .. } => {
                lineage.undo(*to);
                battles.truncate(lineage.present().len() + 1);
            }
            Entry::Engine(_) => {}
        }
    }
    Ok((lineage, battles.pop().unwrap_or_else(|| Box::new(start.clone()))))
}

/// Replays one turn, and compares what comes of it with what was recorded.
fn replay_turn<P: Play>(
    play: &P,
    save: &Save,
    number: u32,
    turn: &Turn,
    battle: Box<P::Battle>,
) -> Result<Played<P>, Fault> {
    let differs = |reason: String| {
        let place = place_of(save, number).unwrap_or(save.entries.len());
        entry_fault(save, place, format!("turn {number}: {reason}"))
    };
    if turn.correction.is_some() {
        let corrected: Box<P::Battle> =
            corrected(&battle, &turn.command).map_err(|refusal| differs(refusal.to_string()))?;
        if state_hash(&corrected)? != turn.state {
            return Err(differs("the battle after it is not the recorded one".to_owned()));
        }
        return Ok((corrected, Kept::new()));
    }
    let command: P::Command =
        serde_json::from_str(&turn.command).map_err(|error| differs(format!("the command does not read: {error}")))?;
    let orders = Default::default();
    let ran = run(play, battle, &command, &turn.inputs, Next::Recorded, &orders)
        .map_err(|halt| differs(format!("the command stops: {}", halt_text(halt))))?;
    if ran.waiting.is_some() {
        return Err(differs("the command asks for more than was recorded".to_owned()));
    }
    if state_hash(&ran.battle)? != turn.state {
        return Err(differs("the battle after it is not the recorded one".to_owned()));
    }
    if ran.revealed(play) != turn.revealed {
        return Err(differs("it reveals something else than recorded".to_owned()));
    }
    Ok((ran.battle, ran.record))
}

fn halt_text(halt: Halt<Infallible>) -> String {
    match halt {
        Halt::Pause(never) => match never {},
        Halt::Refused(refusal) => refusal.to_string(),
        Halt::Fault(fault) => fault.reason,
    }
}

fn check_rules(save: &Save, rules: &Rules) -> Result<(), Fault> {
    let Save { header, .. } = save;
    if header.rulebook != rules.rulebook {
        return Err(Fault::at(
            FILE,
            3,
            10,
            format!("this is a game of {}, not of {}", header.rulebook, rules.rulebook),
        )
        .hint(format!("open it with {} in Long Roll {}", header.rulebook, header.engine)));
    }
    if header.charts != rules.charts {
        return Err(Fault::at(FILE, 4, 8, format!("this game was played with other charts of {}", header.rulebook))
            .hint(format!("open it with Long Roll {} and the house rules it was started with", header.engine)));
    }
    if header.switches != rules.switches {
        return Err(Fault::of_file(FILE, "its switches are not those of the charts it was played with")
            .hint("the file was changed by somebody: ask for another copy"));
    }
    if header.folder != rules.folder {
        let name = |folder: &Option<FolderMark>| folder.as_ref().map_or("no map".to_owned(), |mark| mark.name.clone());
        let (has, wants) = (name(&header.folder), name(&rules.folder));
        let reason = match has == wants {
            true => format!("the battle folder {has} has changed since this game began"),
            false => format!("this game was begun from {has}, not from {wants}"),
        };
        return Err(Fault::of_file(FILE, reason).hint("open it with the battle folder it was begun from"));
    }
    Ok(())
}

/// Whoever knows the secret does not go on with dice that it cannot have thrown.
fn check_dice(save: &Save, dice: &FairDice) -> Result<(), Fault> {
    for thrown in save.throws() {
        if let Source::Program(first) = thrown.source
            && let Some(wrong) = dice.verify(first, thrown.die, &thrown.faces).first()
        {
            let reason = format!("die #{} must show {}, and not {}", wrong.number, wrong.expected, wrong.shown);
            return Err(Fault::of_file(FILE, reason).hint("the file was changed by somebody: ask for another copy"));
        }
    }
    Ok(())
}

/// A fault of the starting battle, which the version that wrote it can open.
fn start_fault(save: &Save, reason: impl Into<String>) -> Fault {
    let engine = &save.header.engine;
    Fault::at(FILE, save.header.lines() - 2, 0, reason).hint(by_whom("started", engine))
}

/// A fault of the entry at this place, which the version that refereed it can open.
fn entry_fault(save: &Save, place: usize, reason: impl Into<String>) -> Fault {
    let engine = save.engine_at(place);
    let before: usize = save.entries.iter().take(place).map(Entry::lines).sum();
    Fault::at(FILE, save.header.lines() + before + 1, 0, reason).hint(by_whom("played", engine))
}

/// Who can open what this version cannot.
fn by_whom(done: &str, engine: &str) -> String {
    if engine == ENGINE {
        "the file was changed by somebody: ask for another copy".to_owned()
    } else {
        format!("this was {done} with Long Roll {engine}: open it with that version")
    }
}

/// The place of a turn among the entries.
fn place_of(save: &Save, turn: u32) -> Option<usize> {
    let mut turns = 0;
    save.entries.iter().position(|entry| {
        turns += u32::from(matches!(entry, Entry::Turn(_)));
        turns == turn
    })
}
