//! Rulebooks that play whole battles on a map, and a battle that has taken the field.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::Value;

use super::Rulebook;
use super::any::schema;
use crate::game::{FolderMark, Game, Rules, Setup, VerifyReport, verify_with};
use crate::official::{Counted, Fast, RuleSet, Silent};
use crate::stage::{Bout, Fought, General, Scene};
use crate::{AnyGame, Fault, Play, Seat, Secret};

/// A battle folder as it comes from disk, from the network or out of the program: its name, and its files by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folder {
    /// Its name.
    pub name: String,
    /// Its files.
    pub files: BTreeMap<String, Vec<u8>>,
}

/// The files of a folder that decide how a battle is played; the others are there to be read.
const DECISIVE: [&str; 2] = ["battle.toml", "ground.geojson"];

impl Folder {
    /// Its name and its digest. A game opens only with the folder it was begun from.
    pub fn mark(&self) -> FolderMark {
        let mut hasher = blake3::Hasher::new();
        for name in DECISIVE {
            let bytes = self.files.get(name).map_or(&[][..], Vec::as_slice);
            hasher.update(&(bytes.len() as u64).to_le_bytes());
            hasher.update(bytes);
        }
        FolderMark { name: self.name.clone(), digest: *hasher.finalize().as_bytes() }
    }
}

/// A rulebook that plays whole battles on a map.
pub trait Wargame: Rulebook {
    /// What never changes in a battle, and carries out its commands.
    type Theatre: Play<Event = Self::Event> + Send + Sync + 'static;

    /// Musters a battle: who stands where before the first command. Every mistake is reported at once.
    fn take_field(&self, folder: &Folder) -> Result<Fielded<Self>, Vec<Fault>>;
}

/// A theatre, and the battle in it before the first command.
pub type Fielded<B> = (<B as Wargame>::Theatre, <<B as Wargame>::Theatre as Play>::Battle);

/// A battle that has taken the field under a rulebook, ready to be played, fought out or opened from a save.
pub trait AnyField: Send + Sync {
    /// The folder it came from.
    fn folder(&self) -> &FolderMark;
    /// The map before the first command.
    fn scene(&self) -> Scene;
    /// What may be ordered.
    fn command_schema(&self) -> Value;
    /// What is true between two commands.
    fn battle_schema(&self) -> Value;
    /// What a side may see.
    fn view_schema(&self) -> Value;
    /// Begins a game.
    fn begin(&self, title: &str, seats: Vec<Seat>, secret: Secret) -> Result<Box<dyn AnyGame>, Fault>;
    /// Opens a saved game.
    fn open(&self, save: &[u8], secret: Option<Secret>) -> Result<Box<dyn AnyGame>, Fault>;
    /// Whether a save is whole, its dice honest, and every turn the same when it is played again.
    fn verify(&self, save: &[u8]) -> Result<VerifyReport, Fault>;
    /// Two generals fight it out, in the order of the sides. The same seed, the same battle.
    fn fight(&self, generals: [&mut dyn General; 2], seed: u64, keeps_laws: bool) -> Result<Fought, Fault>;
    /// The same; the rules that fire are added to `fired`.
    fn fight_counting(&self, generals: [&mut dyn General; 2], seed: u64, fired: &mut RuleSet) -> Result<Fought, Fault>;
}

/// A fielded battle behind the façade.
struct Field<P: Play> {
    theatre: Arc<P>,
    start: P::Battle,
    rules: Rules,
    mark: FolderMark,
    rules_in_ledger: usize,
}

/// Musters a battle under a rulebook, for those who see it through the façade.
pub(super) fn field<B: Wargame>(book: &B, rules: Rules, folder: &Folder) -> Result<Box<dyn AnyField>, Vec<Fault>>
where
    <B::Theatre as Play>::Battle: Send + Sync,
    <B::Theatre as Play>::Command: Send,
{
    let (theatre, start) = book.take_field(folder)?;
    let mark = folder.mark();
    let rules = Rules { folder: Some(mark.clone()), ..rules };
    Ok(Box::new(Field { theatre: Arc::new(theatre), start, rules, mark, rules_in_ledger: B::ledger().len() }))
}

impl<P> AnyField for Field<P>
where
    P: Play + Send + Sync + 'static,
    P::Battle: Send + Sync,
    P::Command: Send,
    P::Event: Send,
{
    fn folder(&self) -> &FolderMark {
        &self.mark
    }

    fn scene(&self) -> Scene {
        self.theatre.scene(&self.start, None)
    }

    fn command_schema(&self) -> Value {
        schema::<P::Command>()
    }

    fn battle_schema(&self) -> Value {
        schema::<P::Battle>()
    }

    fn view_schema(&self) -> Value {
        schema::<P::View>()
    }

    fn begin(&self, title: &str, seats: Vec<Seat>, secret: Secret) -> Result<Box<dyn AnyGame>, Fault> {
        let setup = Setup { rules: self.rules.clone(), title: title.to_owned(), seats };
        Ok(Box::new(Game::new(Arc::clone(&self.theatre), setup, self.start.clone(), secret)?))
    }

    fn open(&self, save: &[u8], secret: Option<Secret>) -> Result<Box<dyn AnyGame>, Fault> {
        Ok(Box::new(Game::open_bytes(Arc::clone(&self.theatre), &self.rules, save, secret)?))
    }

    fn verify(&self, save: &[u8]) -> Result<VerifyReport, Fault> {
        verify_with(Arc::clone(&self.theatre), &self.rules, save)
    }

    fn fight(&self, generals: [&mut dyn General; 2], seed: u64, keeps_laws: bool) -> Result<Fought, Fault> {
        let mut bout = Bout::new(self.theatre.as_ref(), generals);
        bout.keeps_laws = keeps_laws;
        Ok(bout.fight(&self.start, seed, &mut Fast::seeded(seed), &mut Silent::new())?.1)
    }

    fn fight_counting(&self, generals: [&mut dyn General; 2], seed: u64, fired: &mut RuleSet) -> Result<Fought, Fault> {
        let mut record = Counted::with_room(self.rules_in_ledger);
        let mut bout = Bout::new(self.theatre.as_ref(), generals);
        let fought = bout.fight(&self.start, seed, &mut Fast::seeded(seed), &mut record)?.1;
        fired.merge(&record.rules);
        Ok(fought)
    }
}
