//! Who listens at a table, and what each of them knows already.
//!
//! What a seat may know depends on its role only, so every change is worked out and written once a role, and the same bytes go
//! to everybody who has it.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use engine::Fault;
use engine::stage::Scene;
use table::{News, Role, SeatId, Table};
use tokio::sync::mpsc::error::TrySendError;

use super::{Outbox, Sent, SocketId};
use crate::wire::{Changed, Frame, SceneChange};

/// A socket that listens.
struct Listener {
    role: Role,
    outbox: Outbox,
}

/// What everybody of one role knows.
struct Known {
    role: Role,
    seat: SeatId,
    /// Without its pages and its map.
    news: News,
    scene: Arc<Scene>,
    /// The first page they have not read.
    next_page: u32,
}

/// The same pictures, before and after, are compared once for all who saw them.
struct SceneSeen {
    was: Arc<Scene>,
    is: Arc<Scene>,
    change: Option<SceneChange>,
}

impl SceneSeen {
    fn new(was: &Arc<Scene>, is: &Arc<Scene>) -> Self {
        SceneSeen { was: Arc::clone(was), is: Arc::clone(is), change: SceneChange::between(was, is) }
    }

    fn is_of(&self, was: &Arc<Scene>, is: &Arc<Scene>) -> bool {
        Arc::ptr_eq(&self.was, was) && Arc::ptr_eq(&self.is, is)
    }
}

/// Who listens at a table.
#[derive(Default)]
pub(super) struct People {
    listeners: BTreeMap<SocketId, Listener>,
    known: Vec<Known>,
}

impl People {
    pub(super) fn is_empty(&self) -> bool {
        self.listeners.is_empty()
    }

    pub(super) fn count(&self) -> usize {
        self.listeners.len()
    }

    /// A socket listens from now on: it is told everything it has not read.
    pub(super) fn join(
        &mut self,
        table: &Table,
        (socket, seat, since): (SocketId, SeatId, u32),
        outbox: Outbox,
    ) -> Result<(), Fault> {
        let role = table.role(seat);
        let frame = Frame::News { number: None, news: Box::new(table.news(seat, since)?) };
        if outbox.try_send(Sent { text: frame.text(), received: None }).is_err() {
            return Ok(());
        }
        if !self.known.iter().any(|known| known.role == role) {
            let mut news = table.news_in_words(seat, 0);
            let next_page = next_page(&news).unwrap_or_default();
            news.pages.clear();
            self.known.push(Known { role, seat, news, scene: table.scene(role)?, next_page });
        }
        self.listeners.insert(socket, Listener { role, outbox });
        Ok(())
    }

    pub(super) fn leave(&mut self, socket: SocketId) {
        self.listeners.remove(&socket);
        let listeners = &self.listeners;
        self.known.retain(|known| listeners.values().any(|listener| listener.role == known.role));
    }

    /// Tells everybody what is new, as far as he may know it.
    pub(super) fn tell(&mut self, table: &Table, received: Option<Instant>) -> Result<(), Fault> {
        let mut texts: Vec<(Role, Utf8Bytes)> = Vec::new();
        let mut seen: Option<SceneSeen> = None;
        for known in &mut self.known {
            let mut news = table.news_in_words(known.seat, known.next_page);
            let scene = table.scene(known.role)?;
            let mut changed = Changed::between(&known.news, &news);
            if !Arc::ptr_eq(&scene, &known.scene) {
                let before = seen.take().filter(|seen| seen.is_of(&known.scene, &scene));
                let now = before.unwrap_or_else(|| SceneSeen::new(&known.scene, &scene));
                changed.scene.clone_from(&now.change);
                seen = Some(now);
            }
            texts.push((known.role, Frame::Changed(Box::new(changed)).text()));
            known.next_page = next_page(&news).unwrap_or(known.next_page);
            news.pages.clear();
            (known.news, known.scene) = (news, scene);
        }
        let mut lost = Vec::new();
        for (socket, listener) in &self.listeners {
            let Some((_, text)) = texts.iter().find(|(role, _)| *role == listener.role) else { continue };
            match listener.outbox.try_send(Sent { text: text.clone(), received }) {
                Ok(()) => {}
                // Without this frame the next ones mean nothing: he has to come again.
                Err(TrySendError::Full(_) | TrySendError::Closed(_)) => lost.push(*socket),
            }
        }
        lost.into_iter().for_each(|socket| self.leave(socket));
        Ok(())
    }
}

fn next_page(news: &News) -> Option<u32> {
    news.pages.last().map(|page| page.number + 1)
}
