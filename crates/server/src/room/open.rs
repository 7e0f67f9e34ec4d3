//! A table comes out of the store as it was.

use std::collections::BTreeMap;
use std::sync::Arc;

use engine::Secret;
use engine::book::{AnyField, Folder};
use engine::stage::General;
use table::{Pace, Player, SeatId, Table};

use crate::clock;
use crate::config::Config;
use crate::library::{House, Library};
use crate::problem::{Kind, Problem};
use crate::store::{StoredTable, Waits};

/// Hours after which somebody is told again where the table has not said how fast it plays.
const EASY_HOURS: u32 = 48;

/// A table with everything that belongs to it.
pub(super) struct Opened {
    pub table: Table,
    pub field: Arc<dyn AnyField>,
    pub rulebook: String,
    pub house: House,
    pub folder: Folder,
    pub secret: Secret,
    /// How many entries were kept.
    pub kept: u32,
    /// Whom the store knows it to wait for.
    pub waits: Vec<u8>,
    pub generals: BTreeMap<SeatId, Box<dyn General>>,
}

impl Opened {
    /// Plays everything again that was kept.
    pub(super) fn from_store(library: &Library, config: &Config, stored: StoredTable) -> Result<Opened, Problem> {
        let StoredTable { rulebook, house, folder, setup, secret, kept, chain, waits, .. } = stored;
        let field = library.field(&rulebook, &house, &folder)?;
        let count = u32::try_from(kept.len()).unwrap_or(u32::MAX);
        // Why it does not come out may be what somebody may not know: it goes into the log and no further.
        let changed = |why: &dyn std::fmt::Debug| {
            tracing::error!(?why, "a game does not come out as it was played");
            let why = "the game does not come out as it was played: its rules have changed since";
            Problem::new(Kind::Broken, why, "open it with the version that kept it")
        };
        let table = Table::again(field.as_ref(), setup, secret.clone(), kept).map_err(|tell| changed(&tell))?;
        if chain.as_ref().is_some_and(|chain| table.chain() != *chain) {
            return Err(changed(&chain));
        }
        let generals = call_generals(config, &table, &secret);
        Ok(Opened { table, field, rulebook, house, folder, secret, kept: count, waits, generals })
    }

    /// Whom the table waits for, where the store does not know it yet.
    pub(super) fn new_waits(&mut self, config: &Config, now: u64) -> Option<Waits> {
        let waits = waits_of(&self.table, config, now);
        if waits.seats == self.waits {
            return None;
        }
        self.waits.clone_from(&waits.seats);
        Some(waits)
    }
}

/// The people whose decision it is, and when they should be told.
pub(crate) fn waits_of(table: &Table, config: &Config, now: u64) -> Waits {
    let (side, program) = table.to_decide();
    let commands = |seat: &table::Seat| side.is_some_and(|side| seat.role.commands(side)) && program.is_none();
    let seats = table.setup().seats.iter().enumerate();
    let people = seats.filter(|(_, seat)| commands(seat) && seat.player == Player::Person);
    let seats: Vec<u8> = people.filter_map(|(place, _)| u8::try_from(place).ok()).collect();
    let grace = u64::try_from(config.notice_grace.as_millis()).unwrap_or(u64::MAX);
    let notice_at = if seats.is_empty() { 0 } else { now.saturating_add(grace) };
    Waits { seats, notice_at, since: now }
}

/// When somebody who was told is told again.
pub(crate) fn again_after(pace: Pace) -> u64 {
    match pace {
        Pace::Mail { hours } => clock::hours(hours.max(1)),
        Pace::Easy | Pace::Live { .. } => clock::hours(EASY_HOURS),
    }
}

/// Calls the generals to the table. Their seed comes from the secret, so nobody can foretell what they will do.
fn call_generals(config: &Config, table: &Table, secret: &Secret) -> BTreeMap<SeatId, Box<dyn General>> {
    let mut generals = BTreeMap::new();
    for (place, seat) in table.setup().seats.iter().enumerate() {
        let (Player::General(name), Ok(place)) = (&seat.player, u8::try_from(place)) else { continue };
        let mut seed = blake3::Hasher::new_derive_key("longroll server general v1");
        seed.update(&secret.reveal()).update(&[place]);
        let seed = seed.finalize();
        let [a, b, c, d, e, f, g, h, ..] = *seed.as_bytes();
        match (config.generals.call)(name, u64::from_le_bytes([a, b, c, d, e, f, g, h])) {
            Some(general) => drop(generals.insert(SeatId(place), general)),
            None => tracing::warn!(name, "no such general: his seat stays empty"),
        }
    }
    generals
}
