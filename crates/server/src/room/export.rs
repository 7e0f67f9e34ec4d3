//! A game as one file: the save for everybody who reads saves, and everything a table needs to go on from it.

use std::collections::BTreeMap;

use engine::Secret;
use engine::book::Folder;
use engine::game::{from_hex, to_hex};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use table::{Ask, Audience, Kept, Player, Role, Seat, SeatId, Setup, Table};

use super::open::Opened;
use crate::library::{self, House, Library};
use crate::problem::{Kind, Problem};

/// What the file says it is.
const FORMAT: &str = "longroll table 1";

/// A game as one file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Exported {
    /// What this is.
    pub format: String,
    /// The rulebook.
    pub rulebook: String,
    /// What the table changes in it.
    #[serde(default)]
    pub house: House,
    /// The name of the battle folder.
    pub folder: String,
    /// Its files.
    pub files: BTreeMap<String, String>,
    /// What was settled before anybody moved.
    pub setup: Setup,
    /// The secret of the dice.
    pub secret: String,
    /// Everything that was asked and did something.
    pub kept: Vec<Kept>,
    /// The game as a save.
    pub save: String,
    /// The chain at its end.
    pub chain: String,
}

impl Opened {
    /// The game as one file, for whoever may know everything in it.
    pub(super) fn export(&self, seat: SeatId, mut kept: Vec<Kept>) -> Result<Exported, Problem> {
        let role = self.table.role(seat);
        self.check_knows_all(seat)?;
        if role != Role::Referee {
            // What friends said stays among them, also afterwards.
            kept.retain(|kept| match &kept.ask {
                Ask::Say { to: Audience::Friends, .. } => self.table.role(kept.seat) == role,
                _ => true,
            });
        }
        let text = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
        Ok(Exported {
            format: FORMAT.to_owned(),
            rulebook: self.rulebook.clone(),
            house: self.house.clone(),
            folder: self.folder.name.clone(),
            files: self.folder.files.iter().map(|(name, bytes)| (name.clone(), text(bytes))).collect(),
            setup: self.table.setup().clone(),
            secret: to_hex(&self.secret.reveal()),
            kept,
            save: self.table.game().to_text(),
            chain: self.table.chain().to_string(),
        })
    }

    /// A game that begins where this one was after a turn, as a save, for whoever may know everything in it.
    pub(super) fn branch(&self, seat: SeatId, turn: u32, seats: &[Seat], secret: Secret) -> Result<String, Problem> {
        self.check_knows_all(seat)?;
        let seats = seats.iter().map(|seat| engine::Seat::new(&seat.name, &seat.word)).collect();
        let branched = self.table.game().branch(turn, seats, secret);
        branched.map(|game| game.to_text()).map_err(|fault| Problem::of_faults(vec![fault], "choose another turn"))
    }

    /// As long as a game goes on, what it holds is for the referee, or for who plays alone.
    fn check_knows_all(&self, seat: SeatId) -> Result<(), Problem> {
        let role = self.table.role(seat);
        let is_closed = self.table.game().is_closed();
        if matches!(role, Role::Referee | Role::Both) || is_closed || self.plays_alone(seat) {
            return Ok(());
        }
        Err(Problem::new(
            Kind::Refused,
            "that would hold what the other side may not know, and the secret of the dice",
            "the referee exports a game that goes on; everybody else does once it is closed",
        ))
    }

    /// Whether nobody but this seat and programs command anything.
    fn plays_alone(&self, seat: SeatId) -> bool {
        let seats = self.table.setup().seats.iter().enumerate();
        let mut others = seats.filter(|(place, _)| *place != usize::from(seat.0)).map(|(_, seat)| seat);
        self.table.role(seat).plays() && others.all(|other| !other.role.plays() || other.player != Player::Person)
    }
}

/// A game that was brought along and comes out as it was played.
pub(crate) struct Brought {
    pub file: Exported,
    pub folder: Folder,
    pub secret: Secret,
    pub table: Table,
}

impl Exported {
    /// Plays the game again, and compares it with its save.
    pub(crate) fn open(self, library: &Library) -> Result<Brought, Problem> {
        if self.format != FORMAT {
            return Err(Problem::senseless("this is no game of a table", format!("bring a file that says {FORMAT:?}")));
        }
        let secret = from_hex::<32>(&self.secret).map(Secret::new);
        let secret =
            secret.ok_or_else(|| Problem::senseless("the secret does not read", "bring the file unchanged"))?;
        let files = self.files.iter().map(|(name, text)| (name.clone(), text.clone().into_bytes())).collect();
        let folder = Folder { name: self.folder.clone(), files };
        library::open(folder.clone())?;
        let field = library.field(&self.rulebook, &self.house, &folder)?;
        let table = Table::again(field.as_ref(), self.setup.clone(), secret.clone(), self.kept.iter().cloned())?;
        if table.chain() != self.chain || table.game().to_text() != self.save {
            return Err(Problem::new(
                Kind::Refused,
                "played again, the game is another: its entries and its save do not belong together",
                "bring the file unchanged",
            ));
        }
        Ok(Brought { file: self, folder, secret, table })
    }
}
