//! Games at a real table, kept in files: an evening of procedures, each settled with its dice.
//!
//! [`OpenGame`] is a file with the game in it; [`mod@file`] reads and replaces it, [`key`] holds the secret of its dice,
//! [`words`] begins it fairly, [`order`] brings a procedure in it to its end, and [`story`] tells what was played.

pub mod file;
pub mod key;
pub mod order;
pub mod story;
pub mod words;

use std::path::{Path, PathBuf};

use engine::book::AnyRulebook;
use engine::game::{FILE, Header, Save, to_hex};
use engine::{AnyGame, Fault, Refusal, Seat, Secret};

use crate::desk::Desk;
use crate::failure::{Failure, NO, Problem};
use crate::theatre::{self, Theatre};

/// Whether the dice of the program may be needed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Key {
    /// The key is read, if it is there.
    Wanted,
    /// Nobody throws: the key is left alone.
    LeftAlone,
}

/// A game, the rulebook it is played by, and its file.
pub struct OpenGame {
    /// The file.
    pub path: PathBuf,
    /// The rulebook, with the house rules of this table.
    pub book: Box<dyn AnyRulebook>,
    /// The game.
    pub game: Box<dyn AnyGame>,
    /// The battle on a map, if it is one.
    pub theatre: Option<Theatre>,
    /// What the file holds; empty as long as there is none.
    on_disk: Vec<u8>,
}

impl OpenGame {
    /// Opens the game in a file, and plays it again under its rulebook.
    pub fn open(desk: &Desk<'_>, path: &Path, key: Key) -> Result<Self, Failure> {
        let on_disk = file::read(path)?;
        let save = read_save(path, &on_disk)?;
        let book = book_of(desk, path, &save.header)?;
        let secret = match key {
            Key::Wanted if !save.is_finished() => key::read(path, &save.header.commitment)?,
            _ => None,
        };
        let theatre = save.header.folder.as_ref().map(|mark| Theatre::of_save(&*book, path, mark)).transpose()?;
        let game = match &theatre {
            Some(theatre) => theatre.field.open(&on_disk, secret),
            None => book.open_evening(&on_disk, secret),
        };
        let game = game.map_err(|fault| problem(path, fault))?;
        Ok(OpenGame { path: path.to_owned(), book, game, theatre, on_disk })
    }

    /// A game that is kept in no file yet.
    pub fn in_memory(book: Box<dyn AnyRulebook>, game: Box<dyn AnyGame>) -> Self {
        OpenGame { path: PathBuf::new(), book, game, theatre: None, on_disk: Vec::new() }
    }

    /// Whether it is kept in a file.
    pub fn is_kept(&self) -> bool {
        !self.on_disk.is_empty()
    }

    /// Keeps the game in a new file, and the secret of its dice beside it.
    pub fn keep(&mut self, path: &Path) -> Result<(), Failure> {
        check_free(path)?;
        let on_disk = self.game.to_text().into_bytes();
        if let Some(secret) = self.game.secret().filter(|_| !self.game.is_closed()) {
            key::write(&key::path_of(path), secret)?;
        }
        file::create(path, &on_disk, false)?;
        (self.path, self.on_disk) = (path.to_owned(), on_disk);
        Ok(())
    }

    /// Refuses a battle on a map, whose orders are given elsewhere.
    pub fn at_a_table(self) -> Result<Self, Failure> {
        if self.theatre.is_none() {
            return Ok(self);
        }
        let hint = format!("longroll play {} goes on with it", file::typed(&self.path));
        Err(Failure::bad(self.path.display().to_string(), "this is a battle on a map, not an evening at a table", hint))
    }

    /// Writes a game that has just begun into a new file, and its key beside it.
    pub fn create(
        path: &Path,
        book: Box<dyn AnyRulebook>,
        game: Box<dyn AnyGame>,
        secret: &Secret,
    ) -> Result<Self, Failure> {
        let on_disk = game.to_text().into_bytes();
        // The key goes first: a game without its key would never be proved.
        let key = key::path_of(path);
        key::write(&key, secret)?;
        if let Err(failure) = file::create(path, &on_disk, false) {
            let _ = std::fs::remove_file(key);
            return Err(failure);
        }
        Ok(OpenGame { path: path.to_owned(), book, game, theatre: None, on_disk })
    }

    /// Writes the game as it stands now into its file, in the form the file has; nothing where it has none.
    pub fn write(&mut self) -> Result<(), Failure> {
        if !self.is_kept() {
            return Ok(());
        }
        let now = if is_binary(&self.on_disk) {
            self.game.to_binary().map_err(|fault| problem(&self.path, fault))?
        } else {
            self.game.to_text().into_bytes()
        };
        if now != self.on_disk {
            file::replace(&self.path, &self.on_disk, &now)?;
            self.on_disk = now;
        }
        Ok(())
    }

    /// The chain at the end of the game: copies with the same one are the same game.
    pub fn chain(&self) -> String {
        chain_of(self.game.save())
    }

    /// Says that the program cannot throw without the key.
    pub fn no_key(&self) -> Failure {
        let key = key::path_of(&self.path);
        Failure::bad(
            key.display().to_string(),
            "the key of this game is not there, and without it the program cannot throw its dice",
            "type the dice with --typed or --dice, or have the one who rolls give the command",
        )
    }
}

/// Fine if a new game and its key can be written here.
pub fn check_free(path: &Path) -> Result<(), Failure> {
    let key = key::path_of(path);
    if key == path {
        let why = "this is the name of a key, not of a game";
        return Err(Failure::bad(path.display().to_string(), why, "end it in .longroll"));
    }
    file::check_free(path)?;
    file::check_free(&key)
}

/// Whether a file holds the compact form.
pub fn is_binary(bytes: &[u8]) -> bool {
    bytes.starts_with(b"LRSAVE")
}

/// The chain at the end of a save.
pub fn chain_of(save: &Save) -> String {
    to_hex(&save.write().end)
}

/// Reads a save without its rulebook.
pub fn read_save(path: &Path, bytes: &[u8]) -> Result<Save, Failure> {
    Save::from_bytes(bytes).map_err(|fault| problem(path, fault).into())
}

/// What the engine says of a save, under the name of its file.
pub fn problem(path: &Path, fault: Fault) -> Problem {
    let named = if fault.file == FILE { Fault { file: path.display().to_string(), ..fault } } else { fault };
    let mut problem = Problem::from(named);
    if problem.hint.contains("salvage") {
        problem.hint = format!("{} (longroll game salvage {} OUT)", problem.hint, file::typed(path));
    }
    problem
}

/// What the table refuses, with advice.
pub fn refused(refusal: Refusal, hint: &str) -> Failure {
    let problem = |reason: engine::Reason| Problem {
        place: reason.field,
        why: reason.why,
        rule: reason.rule,
        ..Problem::default()
    };
    let mut problems: Vec<Problem> = refusal.reasons.into_iter().map(problem).collect();
    if let Some(last) = problems.last_mut() {
        hint.clone_into(&mut last.hint);
    }
    Failure::Problems { code: NO, problems }
}

/// The rulebook of a game with the charts it was begun with.
fn book_of(desk: &Desk<'_>, path: &Path, header: &Header) -> Result<Box<dyn AnyRulebook>, Failure> {
    let book = theatre::book_of(desk, header)?;
    if book.charts().digest() == header.charts {
        return Ok(book);
    }
    Err(other_charts(path, header, &*book).into())
}

/// Says that a game was begun with other charts, and how to open it.
pub fn other_charts(path: &Path, header: &Header, book: &dyn AnyRulebook) -> Problem {
    let printed = shelf::take(&header.rulebook, None).map(|book| book.charts().digest()).ok();
    let (why, hint) = if printed == Some(header.charts) {
        ("this game is played by the charts as printed, not by these house rules", "leave out --house".to_owned())
    } else if printed == Some(book.charts().digest()) {
        (
            "this game is played by house rules, or by older charts, and not by the charts as printed",
            format!("add --house FOLDER with the house rules it was begun with (Long Roll {})", header.engine),
        )
    } else {
        (
            "this game is played by other charts than those of these house rules",
            format!("give --house the folder it was begun with (Long Roll {})", header.engine),
        )
    };
    Problem::at(path.display().to_string(), format!("{why}: its charts have the digest {}", to_hex(&header.charts)))
        .hint(hint)
}

/// The seats by name, for people.
pub fn names(seats: &[Seat]) -> String {
    seats.iter().map(|seat| seat.name.as_str()).collect::<Vec<_>>().join(", ")
}
