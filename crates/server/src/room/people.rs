//! Who listens at a table, and what each of them knows already.
//!
//! What a seat may know depends on its role only, so every change is worked out once a role, and the same bytes go to everybody
//! who has it. What several roles know alike is written once for all of them: a frame is put together from such parts.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use engine::Fault;
use engine::stage::Scene;
use table::{Common, Decision, Page, Role, SeatId, Table};

use super::SocketId;
use crate::connection::Outbox;
use crate::wire::parts::{CommonPart, OwnPart, PagesPart, SceneChange, ScenePart, add_part, part_of};
use crate::wire::{Frame, TextFrame};

/// How every change begins.
const BEGINS: &[u8] = b"{\"what\":\"changed\"";
/// Bytes set aside for a change.
const FRAME_BYTES: usize = 1 << 10;

/// A socket that listens.
struct Listener {
    role: Role,
    outbox: Outbox,
}

/// What everybody of one role knows.
struct Known {
    role: Role,
    decision: Decision,
    standing: Vec<(String, String)>,
    scene: Arc<Scene>,
    /// The first page they have not read.
    next_page: u32,
}

impl Known {
    fn new(table: &Table, role: Role) -> Result<Self, Fault> {
        Ok(Known {
            role,
            decision: table.decision(role),
            standing: table.standing_of(role),
            scene: table.scene(role)?,
            next_page: next_page(&table.pages(role, 0)).unwrap_or_default(),
        })
    }
}

/// The same pictures, before and after, are compared and written once for all who saw them.
struct SceneSeen {
    was: Arc<Scene>,
    is: Arc<Scene>,
    part: Vec<u8>,
}

/// The same pages are written once for all who read them.
struct PagesRead {
    pages: Vec<Page>,
    part: Vec<u8>,
}

/// What was written for one role, and may serve the next.
#[derive(Default)]
struct Written {
    scene: Option<SceneSeen>,
    pages: Option<PagesRead>,
}

impl Written {
    fn scene(&mut self, was: &Arc<Scene>, is: &Arc<Scene>) -> &[u8] {
        if Arc::ptr_eq(was, is) {
            return &[];
        }
        let before = self.scene.take().filter(|seen| Arc::ptr_eq(&seen.was, was) && Arc::ptr_eq(&seen.is, is));
        let seen = before.unwrap_or_else(|| {
            let part = SceneChange::between(was, is).map(|scene| part_of(&ScenePart { scene })).unwrap_or_default();
            SceneSeen { was: Arc::clone(was), is: Arc::clone(is), part }
        });
        &self.scene.insert(seen).part
    }

    fn pages(&mut self, pages: Vec<Page>) -> &[u8] {
        let before = self.pages.take().filter(|read| read.pages == pages);
        let read = before.unwrap_or_else(|| {
            let part = if pages.is_empty() { Vec::new() } else { part_of(&PagesPart { pages: &pages }) };
            PagesRead { pages, part }
        });
        &self.pages.insert(read).part
    }
}

/// Who listens at a table.
#[derive(Default)]
pub(super) struct People {
    listeners: BTreeMap<SocketId, Listener>,
    common: Option<Common>,
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
        if !outbox.send(frame.whole().bytes(), None) {
            return Ok(());
        }
        if self.known.is_empty() {
            self.common = Some(table.common());
        }
        if !self.known.iter().any(|known| known.role == role) {
            self.known.push(Known::new(table, role)?);
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
        let common = table.common();
        let common_part = self.common.as_ref().map(|was| part_of(&CommonPart::between(was, &common)));
        let common_part = common_part.unwrap_or_default();
        self.common = Some(common);
        let mut frames: Vec<(Role, TextFrame)> = Vec::with_capacity(self.known.len());
        let mut written = Written::default();
        for known in &mut self.known {
            let (decision, standing) = (table.decision(known.role), table.standing_of(known.role));
            let scene = table.scene(known.role)?;
            let pages = table.pages(known.role, known.next_page);
            known.next_page = next_page(&pages).unwrap_or(known.next_page);
            let own_part = OwnPart {
                decision: (decision != known.decision).then_some(&decision),
                standing: (standing != known.standing).then_some(&standing),
            };
            let frame = TextFrame::write(FRAME_BYTES, |text| {
                text.extend_from_slice(BEGINS);
                text.extend_from_slice(&common_part);
                add_part(text, &own_part);
                text.extend_from_slice(written.scene(&known.scene, &scene));
                text.extend_from_slice(written.pages(pages));
                text.push(b'}');
            });
            frames.push((known.role, frame));
            (known.decision, known.standing, known.scene) = (decision, standing, scene);
        }
        let mut lost = Vec::new();
        for (socket, listener) in &self.listeners {
            let Some((_, frame)) = frames.iter().find(|(role, _)| *role == listener.role) else { continue };
            // Without this frame the next ones mean nothing: he has to come again.
            if !listener.outbox.send(frame.bytes(), received) {
                lost.push(*socket);
            }
        }
        lost.into_iter().for_each(|socket| self.leave(socket));
        Ok(())
    }
}

fn next_page(pages: &[Page]) -> Option<u32> {
    pages.last().map(|page| page.number + 1)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use engine::book::Folder;
    use engine::game::WaitingLine;
    use engine::{Secret, Side};
    use serde_json::json;
    use table::{Ask, News, Setup, Tell};

    use super::*;
    use crate::connection::tests::{a_line, read};
    use crate::wire::Changed;

    fn toll_gate() -> Table {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../battles/training-toll-gate");
        let read = |name: &str| (name.to_owned(), std::fs::read(path.join(name)).expect("the file is there"));
        let files = ["battle.toml", "ground.geojson"].map(read).into();
        let folder = Folder { name: "training-toll-gate".to_owned(), files };
        let book = shelf::take("elephant", None).expect("the printed charts open");
        let field = book.take_field(&folder).expect("it has a game").expect("the battle musters");
        let seat = |role: &str| json!({ "name": role, "role": role, "player": "person" });
        let seats = ["union", "confederate", "spectator"].map(seat);
        let setup = json!({ "settings": { "title": "The toll gate" }, "seats": seats });
        let setup: Setup = serde_json::from_value(setup).expect("a setup");
        Table::new(field.as_ref(), setup, Secret::new([1; 32])).expect("a table")
    }

    /// Does something, whoever is to decide.
    fn go_on(table: &mut Table, step: usize) {
        let (side, _) = table.to_decide();
        let seat = SeatId(u8::from(side == Some(Side::Confederate)));
        let asks: Vec<Ask> = match (step % 7, table.game().pending()) {
            (3, _) => vec![Ask::Say { text: format!("step {step}"), to: table::Audience::Friends }],
            (5, _) => vec![Ask::Standing { orders: [("question".to_owned(), step.to_string())].into() }],
            (_, Some(WaitingLine::Answer { choices, .. })) => vec![Ask::Answer { choice: choices[0].clone() }],
            (_, Some(WaitingLine::Dice { .. })) => vec![Ask::Roll],
            (_, None) => {
                let mut offers = table.game().offers(side.expect("the battle goes on"), 200);
                let first = (step * 31) % offers.len();
                offers.rotate_left(first);
                offers.into_iter().map(|offer| Ask::Order { command: offer.command, after: None }).collect()
            }
        };
        let done = asks.into_iter().any(|ask| table.hear(seat, ask, step as u64).tell == Tell::Done);
        assert!(done, "step {step}");
    }

    #[tokio::test]
    async fn the_parts_of_a_change_are_what_is_different() {
        let mut table = toll_gate();
        let mut people = People::default();
        let seats = [0, 1, 2].map(SeatId);
        let mut sockets = Vec::new();
        for seat in seats {
            let (mut socket, speaking, connection) = a_line().await;
            people.join(&table, (seat.0.into(), seat, 0), connection.listen()).expect("he joins");
            assert_eq!(read(&mut socket).await["what"], "news");
            sockets.push((socket, speaking));
        }
        let mut known: [News; 3] = seats.map(|seat| table.news(seat, 0).expect("news"));
        for step in 0..150 {
            go_on(&mut table, step);
            people.tell(&table, None).expect("they are told");
            for ((seat, known), (socket, _)) in seats.iter().zip(&mut known).zip(&mut sockets) {
                let next = known.pages.last().map_or(0, |page| page.number + 1);
                let mut news = table.news(*seat, next).expect("news");
                let plain = Frame::Changed(Box::new(Changed::between(known, &news)));
                assert_eq!(
                    read(socket).await,
                    serde_json::to_value(&plain).expect("JSON"),
                    "step {step}, seat {}",
                    seat.0
                );
                if news.pages.is_empty() {
                    news.pages.clone_from(&known.pages);
                }
                *known = news;
            }
        }
    }
}
