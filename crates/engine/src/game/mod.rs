//! A game is its list of inputs: the battle it began with, commands, dice and answers.
//!
//! Saving, replay, undo, branches and the audit of the dice all come from that one list.
//! - [`Game`]: a game that is played, under a rulebook.
//! - [`Save`]: the list as data, without a rulebook; as text ([`Save::to_text`]) or compact ([`Save::to_binary`]).
//! - [`verify()`]: whether a save is whole and its dice honest; needs no rulebook.
//! - [`Flat`]: the list made flat, to replay it as fast as a rollout.
//! - [`AnyGame`]: a game of any rulebook, JSON in and JSON out.
//!
//! The text form is described line by line in `docs/saves.md`.

mod any;
mod beforehand;
mod binary;
mod check;
mod correct;
mod council;
mod deed;
mod flat;
mod hex;
mod history;
mod lines;
mod orders;
mod read;
mod run;
mod save;
mod story;
mod verify;
mod write;

use std::sync::Arc;

pub use any::{Advice, AnyGame, AnyProgress, Forecast, ForecastRow, Offer, TurnLine, WaitingLine};
pub use correct::Change;
pub use deed::Deed;
pub use flat::Flat;
pub use hex::{from_hex, to_hex};
pub use orders::{Pending, Progress};
pub use read::Salvaged;
pub use run::state_hash;
pub use save::{
    Answered, Chain, Correction, DiceMode, ENGINE, ENTRIES_MAX, Entry, FILE, FORMAT, FolderMark, Header, INPUTS_MAX,
    Input, LINE_BYTES_MAX, Lineage, Parent, SAVE_BYTES_MAX, SEATS_MAX, SWITCHES_MAX, Save, Source, StateHash,
    TEXT_BYTES_MAX, Thrown, Turn, Unsettled,
};
pub use story::{Heard, Story, Tellings, Told};
pub use verify::{CommitmentCheck, VerifyReport, verify, verify_save, verify_with};
pub use write::{Follower, Written};

use crate::{FairDice, Fault, GivenAnswers, Play, Seat, Secret, Side};

/// What has to be known of a game before it begins, besides its battle and its secret.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// Which rules and charts.
    pub rules: Rules,
    /// What the players call it.
    pub title: String,
    /// Who plays, and the words given after the commitment was published.
    pub seats: Vec<Seat>,
}

/// Which rules a game is played by. A save opens only under the same.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Rules {
    /// The slug of the rulebook.
    pub rulebook: String,
    /// The digest of its charts, house rules included.
    pub charts: [u8; 32],
    /// The switches of its optional rules, as name and value. The digest covers them too; a save names them for people.
    pub switches: Vec<(String, String)>,
    /// The battle folder, where there is a map.
    pub folder: Option<FolderMark>,
}

/// A game under way, or over.
#[derive(Debug)]
pub struct Game<P: Play> {
    play: Arc<P>,
    save: Save,
    lineage: Lineage,
    start: Box<P::Battle>,
    battle: Box<P::Battle>,
    /// The battle before the last turn that counts, where it is known: the turn people ask about most.
    before: Option<Box<P::Battle>>,
    pending: Option<Pending<P>>,
    /// Whether the save is known to say that this version goes on with it.
    engine_noted: bool,
    dice: Option<FairDice>,
    dice_thrown: u64,
    secret: Option<Secret>,
    standing: [GivenAnswers; 2],
}

impl<P: Play> Game<P> {
    /// Begins a game. The secret's commitment was published before the words in `setup` were given; see [`crate::fair`].
    pub fn new(play: Arc<P>, setup: Setup, start: P::Battle, secret: Secret) -> Result<Self, Fault> {
        Game::begin(play, setup, start, secret, None)
    }

    fn begin(
        play: Arc<P>,
        setup: Setup,
        start: P::Battle,
        secret: Secret,
        parent: Option<Parent>,
    ) -> Result<Self, Fault> {
        let Setup { rules, title, seats } = setup;
        let text = written_down(&start, "the battle")?;
        let header = Header {
            engine: ENGINE.to_owned(),
            rulebook: rules.rulebook,
            charts: rules.charts,
            title,
            switches: rules.switches,
            folder: rules.folder,
            seats,
            commitment: secret.commitment(),
            parent,
            start: text,
            state: state_hash(&start)?,
        };
        let start = Box::new(start);
        let save = Save { header, entries: Vec::new(), pending: None, secret: None };
        save.check()?;
        let dice = save.fair_dice(&secret)?;
        Ok(Game {
            play,
            save,
            lineage: Lineage::default(),
            battle: start.clone(),
            before: None,
            start,
            pending: None,
            engine_noted: false,
            dice: Some(dice),
            dice_thrown: 0,
            secret: Some(secret),
            standing: Default::default(),
        })
    }

    /// The rules it is played by.
    pub fn play(&self) -> &P {
        &self.play
    }

    /// What was fixed before the first command.
    pub fn header(&self) -> &Header {
        &self.save.header
    }

    /// The battle after the last turn that counts.
    pub fn battle(&self) -> &P::Battle {
        &self.battle
    }

    /// The battle before the last turn that counts, where it is known.
    fn before(&self) -> Option<&P::Battle> {
        self.before.as_deref()
    }

    /// The number of the last turn that counts; zero at the start.
    pub fn turn(&self) -> u32 {
        self.lineage.last()
    }

    /// Which turn followed which.
    pub fn lineage(&self) -> &Lineage {
        &self.lineage
    }

    /// The game as data, the command that waits included.
    pub fn save(&self) -> &Save {
        &self.save
    }

    /// The game as text, to be kept in a file.
    pub fn to_text(&self) -> String {
        self.save.to_text()
    }

    /// The game in its compact form.
    pub fn to_binary(&self) -> Result<Vec<u8>, Fault> {
        self.save.to_binary()
    }

    /// The command that waits for dice or an answer, if one does.
    pub fn pending(&self) -> Option<&Pending<P>> {
        self.pending.as_ref()
    }

    /// How many dice the program has thrown so far. Never goes back, not even by an undo.
    pub fn dice_thrown(&self) -> u64 {
        self.dice_thrown
    }

    /// Whether the game was closed and its secret shown.
    pub fn is_closed(&self) -> bool {
        self.save.is_finished()
    }

    /// The secret of the dice, where this copy of the game holds it. It does not stand in the save until the game is
    /// closed: whoever throws the dice keeps it apart, out of the players' sight.
    pub fn secret(&self) -> Option<&Secret> {
        self.secret.as_ref()
    }

    /// Answers that a side gives without being asked. They are not saved: standing orders are their seat's own secret.
    pub fn set_standing_orders(&mut self, side: Side, orders: GivenAnswers) {
        self.standing[side as usize] = orders;
    }
}

/// A value as one line of JSON that reads back as the same value.
fn written_down<T>(value: &T, what: &str) -> Result<String, Fault>
where
    T: serde::Serialize + serde::de::DeserializeOwned + PartialEq,
{
    let unwritable = |error: serde_json::Error| Fault::of_file(FILE, format!("{what} cannot be written: {error}"));
    let text = serde_json::to_string(value).map_err(unwritable)?;
    check::json_line(&text).map_err(|reason| Fault::of_file(FILE, format!("{what} cannot be written: {reason}")))?;
    let back: T = serde_json::from_str(&text).map_err(unwritable)?;
    if back != *value {
        return Err(Fault::of_file(FILE, format!("{what} is not the same after being written and read again"))
            .hint("every field has to be written, and numbers have to be whole"));
    }
    Ok(text)
}
