//! Battles on a map in the terminal.
//!
//! [`find`] is the one place where a battle is found, by its name or in a folder; [`Theatre`] is a battle that has taken the field
//! under a rulebook. [`sitting`] plays it, [`choices`] lists what may be ordered, [`map`] draws it, [`forces`] lists who is left.

pub mod choices;
pub mod forces;
pub mod map;
pub mod sitting;
pub mod words;

use std::path::{Path, PathBuf};

use battle::{Battle, folder, open};
use engine::book::{AnyField, AnyRulebook, Folder};
use engine::game::{FolderMark, Header};

use crate::desk::Desk;
use crate::failure::{BAD, Failure, Problem};
use crate::suggest;

/// A battle that has taken the field under a rulebook.
pub struct Theatre {
    /// Its files.
    pub folder: Folder,
    /// What they say.
    pub battle: Battle,
    /// What the rulebook made of it.
    pub field: Box<dyn AnyField>,
}

/// The battle of this name, or in this folder. A name of a shipped battle means that one, unless it is written as a path.
pub fn find(battle: &str) -> Result<Folder, Failure> {
    if let Some(shipped) = shelf::battle(battle) {
        return Ok(shipped);
    }
    let path = Path::new(battle);
    if let (true, Some(folder)) = (path.is_file(), path.parent()) {
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let hint = format!("name its folder: {}", folder.display());
        return Err(Failure::bad(battle, "this is a file, and a battle is a folder", hint));
    }
    if !path.is_dir() {
        let hint = suggest::or_look(battle, shelf::BATTLES.iter().copied(), &shipped_names());
        let why = "there is no such battle, and no such folder";
        return Err(Failure::bad(battle, why, format!("{hint}; or name a folder with battle.toml in it")));
    }
    read(path)
}

/// The battle in a folder on disk.
fn read(path: &Path) -> Result<Folder, Failure> {
    let files = folder::read(path).map_err(|error| {
        let hint = "name the folder of a battle, such as battles/brawners-farm";
        Failure::bad(path.display().to_string(), format!("cannot be read: {error}"), hint)
    })?;
    let whole = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = whole.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    Ok(Folder { name, files })
}

fn shipped_names() -> String {
    format!("shipped are {}", shelf::BATTLES.join(", "))
}

impl Theatre {
    /// A battle under a rulebook.
    pub fn take(book: &dyn AnyRulebook, folder: Folder) -> Result<Self, Failure> {
        let about = book.about();
        let Some(fielded) = book.take_field(&folder) else {
            let able: Vec<&str> = wargames();
            let hint = format!("choose one of {}; longroll resolve settles single charts", able.join(", "));
            return Err(Failure::bad("", format!("{} does not play whole battles on a map yet", about.title), hint));
        };
        let field = fielded.map_err(|faults| Failure::Problems {
            code: BAD,
            problems: faults.into_iter().map(Problem::from).collect(),
        })?;
        let battle = open(&folder.files).map_err(|_| {
            Failure::bad(&folder.name, "something is wrong with this battle", "longroll battle check says what")
        })?;
        Ok(Theatre { folder, battle, field })
    }

    /// The battle a save was begun from, under its rulebook.
    pub fn of_save(book: &dyn AnyRulebook, save: &Path, mark: &FolderMark) -> Result<Self, Failure> {
        let folder = places(save, &mark.name).find(|folder| folder.mark() == *mark).ok_or_else(|| {
            let why = format!("the battle folder {} is not here as it was when this game began", mark.name);
            Failure::bad(save.display().to_string(), why, "put the folder beside the save, or into battles/")
        })?;
        Theatre::take(book, folder)
    }

    /// What people call a side.
    pub fn side_name(&self, side: engine::Side) -> String {
        let plan = &self.battle.plan;
        let named = plan.sides.iter().find(|one| one.id.as_str() == side.name());
        let by_place = || plan.sides.get(side as usize);
        named.or_else(by_place).map_or_else(|| side.name().to_owned(), |one| one.name.clone())
    }

    /// Men a side lost that day, where the folder says so.
    pub fn lost(&self, side: engine::Side) -> Option<battle::plan::Lost> {
        let plan = &self.battle.plan;
        let named = plan.sides.iter().find(|one| one.id.as_str() == side.name());
        named.or_else(|| plan.sides.get(side as usize)).and_then(|one| one.lost)
    }
}

/// Where the folder of a game may lie.
fn places<'a>(save: &'a Path, name: &'a str) -> impl Iterator<Item = Folder> + 'a {
    let beside = save.parent().unwrap_or(Path::new(".")).to_owned();
    let folders: Vec<PathBuf> = vec![beside.join(name), PathBuf::from(name), Path::new("battles").join(name)];
    let found = folders.into_iter().filter(|path| path.is_dir()).filter_map(|path| read(&path).ok());
    let named = move |folder: Folder| Folder { name: name.to_owned(), ..folder };
    shelf::battle(name).into_iter().chain(found).map(named)
}

/// The rulebooks that play whole battles.
pub fn wargames() -> Vec<&'static str> {
    let able = |slug: &&str| shelf::take(slug, None).is_ok_and(|book| book.is_wargame());
    shelf::titles().iter().map(|about| about.slug).filter(able).collect()
}

/// The rulebook of a save, with the switches it was begun with.
pub fn book_of(desk: &Desk<'_>, header: &Header) -> Result<Box<dyn AnyRulebook>, Failure> {
    let book = desk.book(&header.rulebook)?;
    if book.charts().digest() == header.charts || header.switches.is_empty() {
        return Ok(book);
    }
    let changed = book.charts().switches().iter().filter_map(|switch| {
        let set = header.switches.iter().find(|(name, value)| *name == switch.id && *value != switch.value)?;
        Some(set.clone())
    });
    let changed: Vec<(String, String)> = changed.collect();
    match desk.book_with(&header.rulebook, &changed) {
        Ok(switched) if switched.charts().digest() == header.charts => Ok(switched),
        _ => Ok(book),
    }
}
