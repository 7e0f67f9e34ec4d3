//! A referee changes the battle by hand: a stand that was forgotten, a regiment that was put down wrong.
//!
//! A correction is a turn of the game like any other: it is saved, chained, replayed and undone, and everybody can read it.

use std::convert::Infallible;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::orders::refused;
use super::save::{Correction, ENTRIES_MAX, Entry, FILE, TEXT_BYTES_MAX, Turn};
use super::{Game, state_hash, written_down};
use crate::{Halt, Play, Refusal};

/// LIMIT: changes of one correction.
const CHANGES_MAX: usize = 1_000;

/// One field of the battle is something else from now on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Change {
    /// Which field, as a JSON pointer into the battle: `/units/3/condition/lost`.
    pub at: String,
    /// What it is from now on.
    pub be: Value,
}

impl<P: Play> Game<P> {
    /// Changes the battle by hand. Refused where it would be no battle any more, or one that breaks a law.
    pub fn correct(&mut self, changes: &[Change], by: &str, why: &str) -> Result<u32, Halt<Infallible>> {
        self.check_open()?;
        let mut refusal = Refusal::new();
        refusal.unless_senseless(self.pending().is_none(), "correct", || {
            "a command waits: settle or withdraw it first".to_owned()
        });
        refusal.unless_senseless(!why.trim().is_empty() && why.len() <= TEXT_BYTES_MAX, "why", || {
            "say why, so that everybody can read it afterwards".to_owned()
        });
        refusal.unless_senseless((1..=CHANGES_MAX).contains(&changes.len()), "changes", || {
            format!("give one change at least and {CHANGES_MAX} at most")
        });
        refusal.unless_senseless(self.save.entries.len() + 1 < ENTRIES_MAX, "correct", || {
            format!("a game has at most {ENTRIES_MAX} turns: close it, and branch to play on")
        });
        refusal.verdict()?;
        let command = written_down(&changes.to_vec(), "the correction")?;
        let battle: Box<P::Battle> = corrected(&self.battle, &command)?;
        let broken = self.play.broken_laws(&battle);
        if !broken.is_empty() {
            return Err(refused("changes", format!("that breaks a law: {}", broken.join("; "))).into());
        }
        let state = state_hash(&battle)?;
        self.note_engine();
        let correction = Some(Correction { by: by.to_owned(), why: why.to_owned() });
        let turn = Turn { correction, command, inputs: Vec::new(), revealed: false, state };
        self.save.entries.push(Entry::Turn(turn));
        self.lineage.turn();
        self.before = Some(std::mem::replace(&mut self.battle, battle));
        Ok(self.lineage.last())
    }
}

/// A battle with the changes of a correction made.
pub(super) fn corrected<B: Serialize + serde::de::DeserializeOwned>(battle: &B, changes: &str) -> Result<B, Refusal> {
    let changes: Vec<Change> =
        serde_json::from_str(changes).map_err(|error| refused("changes", format!("they do not read: {error}")))?;
    let mut value = serde_json::to_value(battle)
        .map_err(|error| refused(FILE, format!("the battle cannot be written: {error}")))?;
    for Change { at, be } in changes {
        let Some(place) = value.pointer_mut(&at) else {
            return Err(refused("at", format!("the battle has no field {at:?}: its schema shows what there is")));
        };
        *place = be;
    }
    serde_path_to_error::deserialize(value).map_err(|error| {
        let path = error.path().to_string();
        refused("be", format!("that is no battle any more, at {path}: {}", error.inner()))
    })
}
