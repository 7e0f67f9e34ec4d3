//! The loop of a room: whatever waits is heard, written with one commit, and then answered.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use engine::Fault;
use engine::game::WaitingLine;
use table::{Ask, Heard, Kept, SeatId, Table, Tell};
use tokio::sync::mpsc;

use super::open::Opened;
use super::people::People;
use super::{About, Answer, Input, ReplyTo, Rooms};
use crate::clock;
use crate::connection::ReplyBox;
use crate::patience::patiently;
use crate::problem::{Kind, Problem};
use crate::store::KeptRow;
use crate::wire::Frame;

/// LIMIT: inputs that are answered after one commit.
const ROUND_MAX: usize = 32;

/// LIMIT: orders that are tried for a general who has none.
const STAND_IN_MAX: usize = 100;

/// Why a room ends before it is put away.
struct Broken;

/// What was heard and is not written yet. Nobody is told anything of it.
#[derive(Default)]
struct Round {
    rows: Vec<KeptRow>,
    replies: Vec<(ReplyTo, Tell, Instant)>,
    received: Option<Instant>,
}

/// One live table.
pub(super) struct Room {
    id: Arc<str>,
    rooms: Arc<Rooms>,
    opened: Opened,
    people: People,
    /// Whether a general had nothing to say when he was asked last.
    generals_wait: bool,
}

impl Room {
    /// Opens a table, and holds it until nobody wants it any more.
    pub(super) async fn live(id: Arc<str>, rooms: Arc<Rooms>, mut heard: mpsc::Receiver<Input>) {
        match Room::open(&id, &rooms).await {
            Ok(mut room) => {
                rooms.metrics.rooms_opened.fetch_add(1, Relaxed);
                let _counted = Counted::new(&rooms);
                if room.listen(&mut heard).await.is_err() {
                    rooms.metrics.rooms_dropped.fetch_add(1, Relaxed);
                    tracing::error!(table = &*id, "a room is dropped, to be opened again from the store");
                }
                rooms.strike(&id);
                heard.close();
                while let Ok(input) = heard.try_recv() {
                    input.turn_away(Answer::Gone);
                }
            }
            Err(problem) => {
                tracing::warn!(table = &*id, why = problem.why, "a table does not open");
                rooms.strike(&id);
                heard.close();
                while let Ok(input) = heard.try_recv() {
                    input.turn_away(Answer::Problem(problem.clone()));
                }
            }
        }
    }

    async fn open(id: &Arc<str>, rooms: &Arc<Rooms>) -> Result<Room, Problem> {
        let stored = rooms.store.table(id).await?.ok_or_else(|| Problem::missing("table"))?;
        let opened = patiently(|| Opened::from_store(&rooms.library, &rooms.config, stored))?;
        let (id, rooms) = (Arc::clone(id), Arc::clone(rooms));
        Ok(Room { id, rooms, opened, people: People::default(), generals_wait: false })
    }

    async fn listen(&mut self, heard: &mut mpsc::Receiver<Input>) -> Result<(), Broken> {
        let mut inputs = Vec::with_capacity(ROUND_MAX);
        // COST: one alarm for the whole evening; to set one for every command costs more than to see that it rang too early.
        let mut alarm = pin!(tokio::time::sleep(self.rooms.config.idle));
        let mut heard_at = Instant::now();
        // When the general decides who is to decide now, however much people ask meanwhile.
        let mut decides_at = None;
        loop {
            let general = self.general_to_decide();
            let wait = match general {
                Some(_) if self.people.is_empty() => Duration::ZERO,
                Some(_) => {
                    let at = decides_at.get_or_insert_with(|| Instant::now() + self.rooms.config.general_pause);
                    at.saturating_duration_since(Instant::now())
                }
                None => {
                    decides_at = None;
                    self.rooms.config.idle
                }
            };
            let until = if general.is_some() { Instant::now() + wait } else { heard_at + wait };
            if alarm.deadline().into_std() > until || alarm.is_elapsed() {
                alarm.as_mut().reset(until.into());
            }
            tokio::select! {
                biased;
                count = heard.recv_many(&mut inputs, ROUND_MAX) => {
                    if count == 0 {
                        return Ok(());
                    }
                    heard_at = Instant::now();
                    self.hear(&mut inputs).await?;
                }
                () = &mut alarm => match general {
                    _ if Instant::now() < until => {}
                    Some(seat) => {
                        decides_at = None;
                        self.let_decide(seat).await?;
                    }
                    None if self.people.is_empty() => return Ok(()),
                    None => heard_at = Instant::now(),
                },
            }
        }
    }

    /// Hears everything that waits.
    async fn hear(&mut self, inputs: &mut Vec<Input>) -> Result<(), Broken> {
        let mut round = Round::default();
        for input in inputs.drain(..) {
            match input {
                Input::Ask { seat, ask, received, to } => self.ask(&mut round, (seat, *ask), received, to),
                Input::Leave { socket } => self.people.leave(socket),
                shows => {
                    // Whoever looks sees only what is written.
                    self.settle(&mut round).await?;
                    self.show(shows).await?;
                }
            }
        }
        self.settle(&mut round).await
    }

    fn ask(&mut self, round: &mut Round, (seat, ask): (SeatId, Ask), received: Instant, to: ReplyTo) {
        let is_quick = matches!(
            ask,
            Ask::Order { .. }
                | Ask::Answer { .. }
                | Ask::Throw { .. }
                | Ask::Roll
                | Ask::Say { .. }
                | Ask::Standing { .. }
        );
        let (table, now) = (&mut self.opened.table, clock::now());
        let Heard { tell, kept } =
            if is_quick { table.hear(seat, ask, now) } else { patiently(|| table.hear(seat, ask, now)) };
        if matches!(tell, Tell::Refused { .. } | Tell::Fault { .. }) {
            self.rooms.metrics.refused.fetch_add(1, Relaxed);
        }
        if let Some(kept) = kept {
            round.received.get_or_insert(received);
            self.keep(round, &kept);
        }
        round.replies.push((to, tell, received));
    }

    fn keep(&mut self, round: &mut Round, kept: &Kept) {
        self.generals_wait = false;
        // What is asked is plain data and always turns into JSON.
        let entry = serde_json::to_string(kept).unwrap_or_default();
        round.rows.push(KeptRow { number: self.opened.kept, entry, chain: self.opened.table.chain() });
        self.opened.kept += 1;
    }

    /// Writes what was heard, and then tells everybody.
    async fn settle(&mut self, round: &mut Round) -> Result<(), Broken> {
        let Round { rows, replies, received } = std::mem::take(round);
        let something = !rows.is_empty();
        if something {
            let count = rows.len() as u64;
            let waits = self.opened.new_waits(&self.rooms.config, clock::now());
            if let Err(error) = self.rooms.store.keep(&self.id, rows, waits).await {
                tracing::error!(table = &*self.id, ?error, "what was asked is not kept");
                replies.into_iter().for_each(|(to, ..)| to.answer(Answer::Problem(Problem::later())));
                return Err(Broken);
            }
            self.rooms.metrics.kept.fetch_add(count, Relaxed);
        }
        // Who asked is told what came of it with the same write.
        let added =
            |(to, tell, asked): (ReplyTo, Tell, Instant)| to.add(Answer::Tell(tell), something.then_some(asked));
        let added: Vec<ReplyBox> = replies.into_iter().filter_map(added).collect();
        let told = if something { self.tell(received) } else { Ok(()) };
        added.iter().for_each(ReplyBox::flush);
        told
    }

    fn tell(&mut self, received: Option<Instant>) -> Result<(), Broken> {
        self.people.tell(&self.opened.table, received).map_err(|fault| self.breaks(&fault))
    }

    fn breaks(&self, fault: &Fault) -> Broken {
        tracing::error!(table = &*self.id, %fault, "the table does not tell how it stands");
        Broken
    }

    /// Answers somebody who looks.
    async fn show(&mut self, input: Input) -> Result<(), Broken> {
        let table = &self.opened.table;
        match input {
            Input::Join { socket, seat, since, outbox } => {
                if self.people.count() < self.rooms.config.limits.sockets_per_table {
                    let joined = self.people.join(table, (socket, seat, since), outbox);
                    joined.map_err(|fault| self.breaks(&fault))?;
                } else {
                    let why = "as many people as a table holds listen already".to_owned();
                    let frame = Frame::Bye { why, again: false };
                    outbox.send(frame.whole().bytes(), None);
                }
            }
            Input::News { seat, since, to } => match table.news(seat, since) {
                Ok(news) => to.answer(Answer::News(Box::new(news))),
                Err(fault) => return Err(self.breaks(&fault)),
            },
            Input::About { seat, to } => match table.news(seat, u32::MAX) {
                Ok(news) => {
                    let about = patiently(|| self.about(news));
                    to.answer(about.map_or_else(Answer::Problem, |about| Answer::About(Box::new(about))));
                }
                Err(fault) => return Err(self.breaks(&fault)),
            },
            Input::Word { seat, word, to } => {
                let done = self.give_word(seat, &word).await;
                to.answer(done.map_or_else(Answer::Problem, |()| Answer::Done));
                self.tell(None)?;
            }
            Input::Export { seat, to } => {
                let store = self.rooms.store.table(&self.id).await;
                let exported = match store {
                    Ok(Some(stored)) => self.opened.export(seat, stored.kept),
                    Ok(None) => Err(Problem::missing("table")),
                    Err(problem) => Err(problem),
                };
                to.answer(exported.map_or_else(Answer::Problem, |file| Answer::Exported(Box::new(file))));
            }
            Input::Branch { seat, turn, seats, secret, to } => {
                let branched = patiently(|| self.opened.branch(seat, turn, &seats, secret));
                to.answer(branched.map_or_else(Answer::Problem, Answer::Branched));
            }
            Input::Ask { .. } | Input::Leave { .. } => {}
        }
        Ok(())
    }

    fn about(&self, news: table::News) -> Result<About, Problem> {
        let (ground, formations) = self.rooms.library.lie_of(&self.opened.folder)?;
        Ok(About {
            news,
            rulebook: self.opened.rulebook.clone(),
            house: self.opened.house.clone(),
            folder: self.opened.folder.name.clone(),
            ground,
            formations,
            commitment: self.opened.secret.commitment().to_string(),
            has_begun: self.opened.kept > 0,
        })
    }

    /// Somebody adds his word to the dice. Their commitment is published, and nothing has been thrown yet.
    async fn give_word(&mut self, seat: SeatId, word: &str) -> Result<(), Problem> {
        let opened = &mut self.opened;
        if opened.kept > 0 || opened.table.setup().origin.is_some() {
            let why = "the game has begun, and its dice are settled";
            return Err(Problem::new(Kind::Refused, why, "give your word before the first order next time"));
        }
        if word.chars().count() > 80 || word.chars().any(char::is_control) {
            return Err(Problem::senseless("that is no word", "give one of at most 80 characters"));
        }
        let mut setup = opened.table.setup().clone();
        let place = setup.seats.get_mut(usize::from(seat.0)).ok_or_else(Problem::not_yours)?;
        word.clone_into(&mut place.word);
        let table = Table::new(opened.field.as_ref(), setup.clone(), opened.secret.clone())?;
        self.rooms.store.settle_again(&self.id, &setup).await?;
        opened.table = table;
        Ok(())
    }

    fn general_to_decide(&self) -> Option<SeatId> {
        if self.generals_wait || self.opened.generals.is_empty() {
            return None;
        }
        let (_, seat) = self.opened.table.to_decide();
        seat.filter(|seat| self.opened.generals.contains_key(seat))
    }

    /// A general takes one decision; it is kept, and everybody hears of it before the next.
    async fn let_decide(&mut self, seat: SeatId) -> Result<(), Broken> {
        let Opened { table, generals, .. } = &mut self.opened;
        let Some(general) = generals.get_mut(&seat) else { return Ok(()) };
        let decided = patiently(|| table.let_decide(seat, general.as_mut(), clock::now()));
        let kept = decided.unwrap_or_else(|tell| {
            tracing::error!(table = &*self.id, ?tell, "a general decides what cannot be");
            None
        });
        let Some(kept) = kept.or_else(|| patiently(|| self.stand_in(seat))) else {
            self.generals_wait = true;
            return Ok(());
        };
        let mut round = Round::default();
        self.keep(&mut round, &kept);
        self.rooms.metrics.decisions_of_generals.fetch_add(1, Relaxed);
        self.settle(&mut round).await
    }

    /// Decides for a general who does not: throws his dice, gives the first answer, or the first order that can be carried out.
    fn stand_in(&mut self, seat: SeatId) -> Option<Kept> {
        let table = &mut self.opened.table;
        let asks: Vec<Ask> = match (table.game().pending(), table.game().side_to_act()) {
            (Some(WaitingLine::Dice { .. }), _) => vec![Ask::Roll],
            (Some(WaitingLine::Answer { choices, .. }), _) => {
                choices.into_iter().take(1).map(|choice| Ask::Answer { choice }).collect()
            }
            (None, Some(side)) => {
                let offers = table.game().offers(side, STAND_IN_MAX);
                offers.into_iter().map(|offer| Ask::Order { command: offer.command, after: None }).collect()
            }
            (None, None) => Vec::new(),
        };
        asks.into_iter().find_map(|ask| table.hear(seat, ask, clock::now()).kept)
    }
}

/// Counts a room as long as it lives.
struct Counted<'a>(&'a Rooms);

impl<'a> Counted<'a> {
    fn new(rooms: &'a Rooms) -> Self {
        rooms.metrics.rooms.fetch_add(1, Relaxed);
        Counted(rooms)
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.0.metrics.rooms.fetch_sub(1, Relaxed);
    }
}
